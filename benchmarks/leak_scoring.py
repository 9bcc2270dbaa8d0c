"""Counts what a masker found and spared in labelled cases and traps.

A leak is found when every word character (``str.isalnum``) of it lies inside a redaction. A redaction is right when it
overlaps a labelled leak or, when verdict clauses are dropped, a labelled verdict. A hard negative is hit when any word
character of it lies inside a redaction.

Verdict clauses, when they are dropped:

- The *told parts* of a labelled verdict are its intersections with the clauses (``clinicalbr.text.clauses`` with the
  rules of the language's pack) that hold a word character of one of its leaks. A labelled sentence may so have told
  parts and others ("a culture was taken", ", which grew Brucella").
- A verdict is *closed* when every word character of all its leaks and of all its told parts lies inside a redaction:
  cue and answer are gone. Beside it stand the verdicts whose leaks are all masked, whatever stays of the cue, and the
  verdicts of which each leak lies in a redaction of kind ``"verdict"``, however much of the clause that took along.
- An *other* clause overlaps no labelled leak and no labelled verdict. It is lost when any word character of it lies
  inside a redaction of kind ``"verdict"``.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clinicalbr.languages import LanguagePack
from clinicalbr.text import clauses

TIERS = ("verbatim", "inflection", "acronym", "synonym", "core", "typo")
Z95 = 1.959963984540054
BETA = 2.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text: a label, or a redaction of some kind.

    Examples:
        >>> Mark(0, 3).overlaps(Mark(2, 5)), Mark(0, 3).overlaps(Mark(3, 5))
        (True, False)
    """

    start: int
    end: int
    kind: str = "name"

    def overlaps(self, other: Mark) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """A case with every stretch that gives its answer away; the kind of a leak is its tier."""

    id: str
    language: str
    text: str
    gold: tuple[str, ...]
    acronyms: tuple[str, ...]
    leaks: tuple[Mark, ...]
    verdicts: tuple[Mark, ...]
    hard_negatives: tuple[Mark, ...]

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> LabelledCase:
        return cls(
            line["id"],
            line["language"],
            line["text"],
            tuple(line["gold"]),
            tuple(line["gold_acronyms"]),
            tuple(Mark(leak["start"], leak["end"], leak["tier"]) for leak in line["leaks"]),
            tuple(Mark(verdict["start"], verdict["end"]) for verdict in line["verdicts"]),
            tuple(Mark(kept["start"], kept["end"]) for kept in line["hard_negatives"]),
        )

    @property
    def disease(self) -> str:
        """What cases are grouped by in cross-validation."""
        return self.gold[0].lower()


@dataclass(frozen=True, slots=True)
class Trap:
    """A sentence with what must go and what must stay."""

    id: str
    language: str
    text: str
    gold: tuple[str, ...]
    acronyms: tuple[str, ...]
    masked: tuple[Mark, ...]
    kept: tuple[Mark, ...]

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Trap:
        text = line["text"]
        kept = tuple(
            Mark(*match.span()) for each in line["expect_kept"] for match in re.finditer(re.escape(each), text)
        )
        ways = list(placings(line["expect_masked"], text, kept))
        if len(ways) != 1:
            raise ValueError(f"trap {line['id']}: {len(ways)} ways to place {line['expect_masked']}")
        return cls(line["id"], line["language"], text, tuple(line["gold"]), tuple(line["gold_acronyms"]), ways[0], kept)


def placings(surfaces: Sequence[str], text: str, kept: Sequence[Mark], start: int = 0) -> Iterator[tuple[Mark, ...]]:
    """Every way to place surfaces in their order outside what is kept.

    Examples:
        >>> list(placings(["EM"], "EM casa, EM ativa", [Mark(0, 7)]))
        [(Mark(start=9, end=11, kind='name'),)]
    """
    if not surfaces:
        yield ()
        return
    for match in re.finditer(re.escape(surfaces[0]), text[start:]):
        mark = Mark(start + match.start(), start + match.end())
        if not any(mark.overlaps(other) for other in kept):
            for rest in placings(surfaces[1:], text, kept, mark.end):
                yield (mark, *rest)


def read_lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]


class Cover:
    """Which positions of a text lie inside redactions.

    Examples:
        >>> cover = Cover("anti-HIV: reagente", [Mark(5, 8)])
        >>> cover.hides(Mark(5, 9)), cover.touches(Mark(0, 6)), cover.touches(Mark(0, 5))
        (True, True, False)
    """

    def __init__(self, text: str, redactions: Iterable[Mark]) -> None:
        self.text = text
        self.inside = bytearray(len(text))
        for redaction in redactions:
            self.inside[redaction.start : redaction.end] = b"\1" * (redaction.end - redaction.start)

    def hides(self, mark: Mark) -> bool:
        """Whether every word character of a stretch lies inside a redaction."""
        return all(self.inside[at] for at in range(mark.start, mark.end) if self.text[at].isalnum())

    def touches(self, mark: Mark) -> bool:
        """Whether any word character of a stretch lies inside a redaction."""
        return any(self.inside[at] for at in range(mark.start, mark.end) if self.text[at].isalnum())


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion with its Wilson 95 % interval.

    Source: Wilson, J. Am. Stat. Assoc. 1927;22:209-212.

    Examples:
        >>> Share(9, 10).figures()
        {'share': 0.9, 'count': 9, 'of': 10, 'interval': [0.5958, 0.9821]}
        >>> Share(0, 0).figures()
        {'share': None, 'count': 0, 'of': 0}
    """

    count: int
    of: int

    def __add__(self, other: Share) -> Share:
        return Share(self.count + other.count, self.of + other.of)

    def figures(self) -> dict[str, Any]:
        if not self.of:
            return {"share": None, "count": 0, "of": 0}
        part, n = self.count / self.of, self.of
        middle = (part + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
        half = Z95 / (1 + Z95**2 / n) * (part * (1 - part) / n + Z95**2 / (4 * n * n)) ** 0.5
        interval = [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
        return {"share": round(part, 4), "count": self.count, "of": n, "interval": interval}


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one case; those of several cases add up."""

    counts: Mapping[str, Share]
    missed: tuple[Mark, ...] = ()
    wrong: tuple[Mark, ...] = ()
    hit: tuple[Mark, ...] = ()
    unclosed: tuple[Mark, ...] = ()
    lost: tuple[Mark, ...] = ()


def score_names(case: LabelledCase, redactions: Sequence[Mark]) -> Score:
    """Recall by tier, precision and hard negatives of a masker that keeps verdict clauses.

    Examples:
        >>> case = LabelledCase("c", "pt", "Dengue ou zika; dengue não.", ("dengue",), (),
        ...                     (Mark(0, 6, "verbatim"), Mark(16, 22, "verbatim")), (), (Mark(10, 14),))
        >>> counts = score_names(case, [Mark(0, 6), Mark(10, 14)]).counts
        >>> counts["recall"], counts["precision"], counts["hard_negatives_hit"]
        (Share(count=1, of=2), Share(count=1, of=2), Share(count=1, of=1))
    """
    cover = Cover(case.text, redactions)
    missed = tuple(leak for leak in case.leaks if not cover.hides(leak))
    wrong = tuple(mark for mark in redactions if not any(mark.overlaps(leak) for leak in case.leaks))
    hit = tuple(mark for mark in case.hard_negatives if cover.touches(mark))
    tiers, lost = Counter(leak.kind for leak in case.leaks), Counter(leak.kind for leak in missed)
    counts = {
        "recall": Share(len(case.leaks) - len(missed), len(case.leaks)),
        **{f"recall_{tier}": Share(tiers[tier] - lost[tier], tiers[tier]) for tier in TIERS},
        "precision": Share(len(redactions) - len(wrong), len(redactions)),
        "hard_negatives_hit": Share(len(hit), len(case.hard_negatives)),
    }
    return Score(counts, missed=missed, wrong=wrong, hit=hit)


def clause_marks(text: str, pack: LanguagePack) -> list[Mark]:
    """The clauses of a text by the rules of a language."""
    spans = clauses(text, pack.sentences.clause_connectors, pack.sentences.abbreviations)
    return [Mark(span.start, span.end) for span in spans]


def told_parts(case: LabelledCase, verdict: Mark, all_clauses: Sequence[Mark]) -> list[Mark]:
    """Parts of a labelled verdict that lie in a clause with one of its leaks.

    Examples:
        >>> case = LabelledCase("c", "pt", "Colhida cultura, que firmou dengue.", ("dengue",), (),
        ...                     (Mark(28, 34, "verbatim"),), (), ())
        >>> [case.text[part.start : part.end] for part in told_parts(case, Mark(0, 34), [Mark(0, 16), Mark(17, 35)])]
        ['que firmou dengue']
    """
    leaks = [leak for leak in case.leaks if verdict.start <= leak.start and leak.end <= verdict.end]
    telling = [clause for clause in all_clauses if any(clause.overlaps(leak) for leak in leaks)]
    return [Mark(max(verdict.start, clause.start), min(verdict.end, clause.end)) for clause in telling]


def score_verdicts(case: LabelledCase, redactions: Sequence[Mark], all_clauses: Sequence[Mark]) -> Score:
    """Verdicts closed and other clauses lost by a masker that drops verdict clauses.

    Examples:
        >>> case = LabelledCase("c", "pt", "Firmou dengue. Sem febre.", ("dengue",), (), (Mark(7, 13, "verbatim"),),
        ...                     (Mark(0, 13),), ())
        >>> both = [Mark(0, 14), Mark(15, 25)]
        >>> counts = score_verdicts(case, [Mark(0, 13, "verdict")], both).counts
        >>> counts["verdicts_closed"], counts["other_clauses_lost"]
        (Share(count=1, of=1), Share(count=0, of=1))
        >>> counts = score_verdicts(case, [Mark(7, 13)], both).counts
        >>> counts["verdicts_closed"].count, counts["verdict_leaks_masked"].count
        (0, 1)
    """
    cover = Cover(case.text, redactions)
    dropped = Cover(case.text, (mark for mark in redactions if mark.kind == "verdict"))
    labels = (*case.leaks, *case.verdicts)
    unclosed, closed, masked, taken = [], 0, 0, 0
    for verdict in case.verdicts:
        leaks = [leak for leak in case.leaks if verdict.start <= leak.start and leak.end <= verdict.end]
        silent = all(cover.hides(leak) for leak in leaks)
        gone = silent and all(cover.hides(part) for part in told_parts(case, verdict, all_clauses))
        masked += silent
        taken += all(dropped.hides(leak) for leak in leaks)
        closed += gone
        if not gone:
            unclosed.append(verdict)
    others = [clause for clause in all_clauses if not any(clause.overlaps(label) for label in labels)]
    lost = tuple(clause for clause in others if dropped.touches(clause))
    wrong = tuple(mark for mark in redactions if not any(mark.overlaps(label) for label in labels))
    missed = tuple(leak for leak in case.leaks if not cover.hides(leak))
    counts = {
        "verdicts_closed": Share(closed, len(case.verdicts)),
        "verdict_leaks_masked": Share(masked, len(case.verdicts)),
        "verdict_leaks_dropped": Share(taken, len(case.verdicts)),
        "other_clauses_lost": Share(len(lost), len(others)),
        "recall_when_dropping": Share(len(case.leaks) - len(missed), len(case.leaks)),
        "precision_when_dropping": Share(len(redactions) - len(wrong), len(redactions)),
    }
    return Score(counts, missed=missed, wrong=wrong, unclosed=tuple(unclosed), lost=lost)


def score_trap(trap: Trap, redactions: Sequence[Mark]) -> tuple[bool, bool]:
    """Whether a trap let a mention through, and whether it lost words that must stay.

    Examples:
        >>> trap = Trap("t", "pt", "EM em casa", ("esclerose múltipla",), ("EM",), (Mark(0, 2),), (Mark(3, 10),))
        >>> score_trap(trap, [Mark(0, 2)]), score_trap(trap, [Mark(3, 5)])
        ((False, False), (True, True))
    """
    cover = Cover(trap.text, redactions)
    return any(not cover.hides(mark) for mark in trap.masked), any(cover.touches(mark) for mark in trap.kept)


def pooled(scores: Iterable[Score]) -> dict[str, Share]:
    """Sums of the counts of several cases.

    Examples:
        >>> pooled([Score({"recall": Share(1, 2)}), Score({"recall": Share(3, 3)})])
        {'recall': Share(count=4, of=5)}
    """
    sums: dict[str, Share] = defaultdict(lambda: Share(0, 0))
    for score in scores:
        for name, share in score.counts.items():
            sums[name] += share
    return dict(sums)


def mean_over_cases(scores: Iterable[Score], name: str) -> float | None:
    """Mean of a share over the cases in which it has a denominator.

    Examples:
        >>> mean_over_cases([Score({"recall": Share(1, 2)}), Score({"recall": Share(3, 3)})], "recall")
        0.75
    """
    values = [score.counts[name].count / score.counts[name].of for score in scores if score.counts[name].of]
    return round(sum(values) / len(values), 4) if values else None


def f_beta(counts: Mapping[str, Share]) -> float:
    """F2 of pooled counts: recall of leaks weighs twice precision of redactions, for a leak left in is worse.

    Source: van Rijsbergen, Information Retrieval, 1979, chapter 7.

    Examples:
        >>> round(f_beta({"recall": Share(1, 2), "precision": Share(1, 1)}), 4)
        0.5556
    """
    recall, precision = (
        counts[name].count / counts[name].of if counts[name].of else 1.0 for name in ("recall", "precision")
    )
    if not recall and not precision:
        return 0.0
    return (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)
