"""Finding and replacing the mentions of a gold answer in a text."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Literal, NamedTuple

from clinicalbr.errors import InputError, LanguageError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exams import ExamTarget
from clinicalbr.masking.finder import Finder
from clinicalbr.masking.masked import Masked, MaskWarning
from clinicalbr.masking.operators import Operator, checked
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.masking.variants import Variant
from clinicalbr.masking.verdicts import clauses_with, verdict_clauses
from clinicalbr.masking.wider_target import WiderTarget
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak, Redaction, Tier
from clinicalbr.signature import Signature
from clinicalbr.text import OffsetMap, Span, apply_edits, fold_text

__all__ = ["DEFAULT_TIERS", "Masker"]

DEFAULT_TIERS = tuple(Tier)
_HALF = 0.5
_WHITE = bytes(code for code in range(256) if chr(code).isspace())
_MOST_PASSES = 4
_LOOKED_AT = 128
"""More than the characters on either side of a place that the search looks at to decide about it."""


class _Piece(NamedTuple):
    """A stretch of the source to redact."""

    span: Span
    kind: Literal["name", "verdict"]
    tier: Tier
    leak: Leak | None


class Masker:
    """Finds every mention of a gold answer and replaces it with a placeholder.

    Args:
        target: The gold answer, the gold treatment, or the gold exams with their diagnosis.
        placeholder: What stands in place of a mention; that of the first language's pack by default.
        tiers: Tiers to look for.
        verdicts: ``"keep"`` replaces names only; ``"drop"`` also replaces whole clauses that announce the answer
            ("a biópsia confirmou ...").
        test_names: ``"keep"`` leaves the fixed names of tests and signs that carry a word of the answer ("lupus
            anticoagulant"); ``"mask"`` masks that word.
        packs: Packs to use in place of the included ones, for languages of one's own.
        thresholds: The numbers behind the decisions.
        operator: What writes something else in place of a mention, see :mod:`clinicalbr.masking.operators`; what it
            gives is checked, and replaced by the placeholder where it would bring a leak back.

    Raises:
        LanguageError: A language of the target has neither an included pack nor one in ``packs``.
        OperatorError: The placeholder is blank, begins or ends like a word, or names the answer.
        InputError: A tier or an option is unknown.

    Examples:
        >>> masker = Masker(GoldTarget(["lúpus eritematoso sistêmico"], ["LES"]))
        >>> masker.mask("Portadora de LES (lupus eritematoso sistémico).").text
        'Portadora de [REDIGIDO] ([REDIGIDO]).'
    """

    def __init__(
        self,
        target: GoldTarget | WiderTarget,
        placeholder: str | None = None,
        *,
        tiers: Collection[Tier] = DEFAULT_TIERS,
        verdicts: Literal["keep", "drop"] = "keep",
        test_names: Literal["keep", "mask"] = "keep",
        packs: Iterable[LanguagePack] = (),
        thresholds: Thresholds = Thresholds(),  # noqa: B008 - a frozen value
        operator: Operator | None = None,
    ) -> None:
        _refuse_unknown("verdicts", verdicts, ("keep", "drop"))
        _refuse_unknown("test_names", test_names, ("keep", "mask"))
        self.target = target
        self._gold = target if isinstance(target, GoldTarget) else target.gold
        self.packs = _packs(self._gold, packs)
        if placeholder is None:
            placeholder = getattr(operator, "placeholder", None) or self.packs[0].placeholder
        self.placeholder = placeholder
        self.operator = operator
        self.tiers = _tiers(tiers)
        self.verdicts = verdicts
        self.test_names = test_names
        self.thresholds = thresholds
        self._finder = self._make_finder(())
        self._refuse_telling_placeholder()
        self._write = operator and checked(operator, self.placeholder, lambda text: bool(self._finder.find(text).leaks))

    def _make_finder(self, acronyms: Iterable[str]) -> Finder:
        return Finder(
            self._gold,
            self.packs,
            self.tiers,
            self.thresholds,
            test_names=self.test_names == "mask",
            known_acronyms=acronyms,
        )

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The forms that are looked for, each with its tier and why it is there."""
        return tuple(variant for variant in self._finder.variants if variant.tier in self.tiers)

    def knowing(self, texts: Iterable[str]) -> Masker:
        """A masker that also knows the acronyms that other texts of the same case define.

        Args:
            texts: Texts in which ``name (ABC)`` may stand.

        Returns:
            A masker for the same target; this one stays as it is.

        Examples:
            >>> masker = Masker(GoldTarget(["artrite reumatoide"])).knowing(["Portadora de artrite reumatoide (AR)."])
            >>> masker.mask("Deformidades por AR.").text
            'Deformidades por [REDIGIDO].'
        """
        if Tier.ACRONYM not in self.tiers:
            return self
        defined = sorted({acronym for text in texts for acronym in self._finder.defined_in(text)})
        if not defined:
            return self
        masker = object.__new__(type(self))
        masker.__dict__.update(self.__dict__)
        masker._finder = self._make_finder(defined)
        return masker

    @property
    def signature(self) -> Signature:
        """How the masker was set up, without the answer itself."""
        return Signature.of(
            masker="2",
            tiers="+".join(tier.value for tier in self.tiers),
            languages="+".join(pack.code for pack in self.packs),
            placeholder=self.placeholder,
            verdicts=self.verdicts,
            test_names=self.test_names,
            **({"operator": _name_of(self.operator)} if self.operator else {}),
        )

    def find(self, text: str) -> tuple[Leak, ...]:
        r"""Every mention of the answer.

        Args:
            text: Any text.

        Returns:
            Leaks in order of place; they may overlap. Placeholders that stand in the text are never part of one.

        Examples:
            >>> [leak.surface for leak in Masker(GoldTarget(["dengue"])).find("DENGUE ou den\u00adgue")]
            ['DENGUE', 'den\xadgue']
        """
        return tuple(piece.leak for piece in self._search(text, drop=False) if piece.leak is not None)

    def mask(self, text: str) -> Masked:
        """Replace every mention of the answer.

        Args:
            text: Any text. No text makes it raise.

        Returns:
            The masked text with its redactions, offset map and warnings.

        Examples:
            >>> Masker(GoldTarget(["hanseníase"])).mask("HANSENIASE virchowiana").redactions[0].surface
            'HANSENIASE'
        """
        redactions = _merged(self._search(text, drop=self.verdicts == "drop"), text)
        masked, offsets, refused = self._replaced(text, redactions)
        warnings = _warnings(text, redactions) + tuple(MaskWarning("operator_refused", detail) for detail in refused)
        return Masked(masked, redactions, offsets, warnings)

    def _search(self, text: str, *, drop: bool) -> list[_Piece]:
        """What to redact, found again in the masked text until nothing is left there.

        What stands beside a mention can speak against it, and may be redacted itself; so a text in which something was
        left for doubt beside a redaction is searched anew after masking, and so is one that a custom operator wrote.
        """
        pieces, doubtful = self._pieces(text, drop=drop)
        for passes in count(1):
            if not pieces or not (self._write or (doubtful and _any_beside(doubtful, pieces))):
                break
            masked, offsets, _ = self._replaced(text, _merged(sorted(pieces, key=_order), text))
            new, left = self._pieces(masked, drop=drop)
            if passes >= _MOST_PASSES:
                # Where one decision hangs on the next without end, a word too many masked is better than a leak.
                new += [_Piece(span, "name", Tier.CORE, self._doubtful_leak(masked, span)) for span in left]
            if not new:
                break
            pieces += [_moved(piece, offsets, text) for piece in new]
            doubtful = [offsets.to_source(span) for span in left]
        return sorted(pieces, key=_order)

    def _doubtful_leak(self, text: str, span: Span) -> Leak:
        return Leak(span.start, span.end, span.of(text), Tier.CORE, (*self._gold.names, *self._gold.acronyms)[0])

    def _pieces(self, text: str, *, drop: bool) -> tuple[list[_Piece], list[Span]]:
        found = self._finder.find(text)
        blocked = sorted(span for form in _forms(self.placeholder) for span in _occurrences(text, form))
        starts = [block.start for block in blocked]

        def is_free(span: Span) -> bool:
            return not blocked or not _overlaps_any(span, blocked, starts)

        leaks = [leak for leak in found.leaks if not blocked or is_free(Span(leak.start, leak.end))]
        if isinstance(self.target, TreatmentTarget):
            left = set(self.target.spared(text, _places(leaks), self.packs, told=bool(blocked)))
            leaks = [leak for leak in leaks if Span(leak.start, leak.end) not in left]
        if not isinstance(self.target, GoldTarget):
            more = self._wider_leaks(text, self.target, leaks)
            leaks += [leak for leak in more if is_free(Span(leak.start, leak.end))]
        pieces = [_Piece(Span(leak.start, leak.end), "name", leak.tier, leak) for leak in leaks]
        for clause, tier in self._clauses(text, leaks, drop=drop):
            pieces += [_Piece(span, "verdict", tier, None) for span in _around(clause, blocked, starts)]
        return pieces, [span for span in found.doubtful if is_free(span)]

    def _wider_leaks(self, text: str, target: WiderTarget, leaks: Iterable[Leak]) -> Iterator[Leak]:
        for span, reason in target.find_more(text, _places(leaks), self.packs):
            yield Leak(span.start, span.end, span.of(text), Tier.CORE, reason)

    def _clauses(self, text: str, leaks: Sequence[Leak], *, drop: bool) -> Iterable[tuple[Span, Tier]]:
        """Whole clauses to redact."""
        if getattr(self.operator, "scope", "mention") == "clause":
            return clauses_with(text, leaks, self._finder.lexicon)
        if not drop or not leaks:
            return ()
        if isinstance(self.target, TreatmentTarget):
            return [(span, Tier.CORE) for span in self.target.outcome_clauses(text, self.packs, _places(leaks))]
        if isinstance(self.target, ExamTarget):
            leaks = self.target.of_diagnosis(leaks)
        return verdict_clauses(text, leaks, self._finder.lexicon)

    def _replaced(self, text: str, redactions: Sequence[Redaction]) -> tuple[str, OffsetMap, list[str]]:
        edits: list[tuple[Span, str]] = []
        refused: list[str] = []
        for redaction in redactions:
            written, warning = self._write(redaction.surface) if self._write else (self.placeholder, None)
            edits.append((Span(redaction.start, redaction.end), written))
            if warning:
                refused.append(warning)
        return (*apply_edits(text, edits), refused)

    def _refuse_telling_placeholder(self) -> None:
        if not self.placeholder.strip():
            raise OperatorError("the placeholder is blank", remedy="give a visible one such as '[REDIGIDO]'")
        if self.placeholder[0].isalnum() or self.placeholder[-1].isalnum():
            # A placeholder that could be part of a word would shield words of the text from the search.
            raise OperatorError(
                f"the placeholder {self.placeholder!r} begins or ends like a word",
                remedy="put it in brackets, as in '[REDIGIDO]'",
            )
        folded = fold_text(self.placeholder)
        if any(folded in fold_text(variant.text) for variant in self._finder.variants):
            raise OperatorError(
                f"the placeholder {self.placeholder!r} stands in a name of the answer", remedy="choose another one"
            )
        if leaks := self._finder.find(self.placeholder).leaks:
            surface = min(leaks, key=lambda leak: (leak.start, leak.end)).surface
            raise OperatorError(
                f"the placeholder {self.placeholder!r} names the answer itself ({surface!r})",
                remedy="choose a placeholder without a word of the answer",
            )


def _places(leaks: Iterable[Leak]) -> list[Span]:
    return sorted({Span(leak.start, leak.end) for leak in leaks})


def _refuse_unknown(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise InputError(f"{option} is {value!r}", remedy=f"use one of {', '.join(allowed)}")


def _name_of(operator: Operator) -> str:
    return str(getattr(operator, "signature", None) or getattr(operator, "__name__", type(operator).__name__))


def _tiers(tiers: Collection[Tier]) -> tuple[Tier, ...]:
    try:
        wanted = {Tier(tier) for tier in tiers}
    except ValueError as error:
        raise InputError(
            f"unknown tier: {error}", remedy=f"use {', '.join(tier.value for tier in DEFAULT_TIERS)}"
        ) from error
    return tuple(tier for tier in Tier if tier in wanted)


def _packs(target: GoldTarget, given: Iterable[LanguagePack]) -> tuple[LanguagePack, ...]:
    own = {pack.code: pack for pack in given}
    try:
        return tuple(own[code] if code in own else LanguagePack.load(code) for code in target.languages)
    except LanguageError as error:
        raise LanguageError(
            f"the target {target.names[:1]} is in a language without a pack: {error.message}",
            remedy="give Masker(..., packs=[LanguagePack.from_folder(path)])",
        ) from error


@lru_cache(maxsize=64)
def _forms(placeholder: str) -> frozenset[str]:
    """A placeholder in its own spelling and in those that a text may have been brought to."""
    return frozenset({placeholder, *(unicodedata.normalize(form, placeholder) for form in ("NFC", "NFD"))})


def _occurrences(text: str, wanted: str) -> Iterator[Span]:
    start = text.find(wanted)
    while start >= 0:
        yield Span(start, start + len(wanted))
        start = text.find(wanted, start + len(wanted))


def _overlaps_any(span: Span, blocks: Sequence[Span], starts: Sequence[int]) -> bool:
    """Whether a span overlaps one of several disjoint ones in order."""
    index = bisect_left(starts, span.end) - 1
    return index >= 0 and blocks[index].overlaps(span)


def _around(clause: Span, blocked: Sequence[Span], starts: Sequence[int]) -> Iterator[Span]:
    """A clause without the placeholders that stand in it."""
    start = clause.start
    # Only the placeholder that begins last before the clause may reach into it.
    for block in blocked[max(0, bisect_right(starts, clause.start) - 1) : bisect_left(starts, clause.end)]:
        if block.overlaps(clause):
            if block.start > start:
                yield Span(start, block.start)
            start = block.end
    if start < clause.end:
        yield Span(start, clause.end)


def _any_beside(places: Iterable[Span], pieces: Iterable[_Piece]) -> bool:
    """Whether one of the places lies beside one of the pieces."""
    starts = sorted(piece.span.start for piece in pieces)
    ends = sorted(piece.span.end for piece in pieces)
    for place in places:
        # Pieces that begin before the place's surroundings end, less those that end before they begin.
        begun = bisect_right(starts, place.end + _LOOKED_AT)
        over = bisect_left(ends, place.start - _LOOKED_AT)
        if begun > over:
            return True
    return False


def _moved(piece: _Piece, offsets: OffsetMap, text: str) -> _Piece:
    span = offsets.to_source(piece.span)
    leak = piece.leak and Leak(span.start, span.end, span.of(text), piece.leak.tier, piece.leak.variant)
    return _Piece(span, piece.kind, piece.tier, leak)


def _order(piece: _Piece) -> tuple[int, int, int, str]:
    return piece.span.start, -piece.span.end, -piece.tier.strength, piece.leak.variant if piece.leak else ""


def _merged(pieces: Iterable[_Piece], text: str) -> tuple[Redaction, ...]:
    """Union of overlapping pieces, given in order; each redaction bears the strongest tier among them."""
    merged: list[tuple[int, int, Literal["name", "verdict"], Tier]] = []
    for span, own_kind, own_tier, _ in pieces:
        own_start, own_end = span.start, span.end
        if merged and own_start < merged[-1][1]:
            start, end, kind, tier = merged[-1]
            merged[-1] = (
                start,
                max(end, own_end),
                own_kind if kind == "name" else kind,
                own_tier if own_tier.strength > tier.strength else tier,
            )
        else:
            merged.append((own_start, own_end, own_kind, own_tier))
    return tuple(
        Redaction(start=start, end=end, surface=text[start:end], kind=kind, tier=tier)
        for start, end, kind, tier in merged
    )


def _warnings(text: str, redactions: Sequence[Redaction]) -> tuple[MaskWarning, ...]:
    if not redactions:
        return (MaskWarning("nothing_found", "nothing in the text resembles the answer"),) if text.strip() else ()
    visible = _visible(text)
    # What was hidden counts without its spaces; that is counted only where it may come to half of the text.
    if sum(redaction.end - redaction.start for redaction in redactions) <= _HALF * visible:
        return ()
    hidden = sum(_visible(redaction.surface) for redaction in redactions)
    if hidden > _HALF * visible:
        return (MaskWarning("half_redacted", f"{hidden} of {visible} characters were redacted"),)
    return ()


def _visible(text: str) -> int:
    """Number of signs that are no white space."""
    narrow = text.encode("latin-1", "replace").translate(None, _WHITE)
    # Where a sign beyond Latin-1 stands, it may be white space.
    return len(narrow) if narrow.count(b"?") == text.count("?") else sum(map(len, text.split()))
