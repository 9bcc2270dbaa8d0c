"""Finding and replacing the mentions of a gold answer in a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from clinicalbr.errors import InputError, LanguageError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.finder import Finder
from clinicalbr.masking.masked import Masked, MaskWarning
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.variants import Variant
from clinicalbr.masking.verdicts import verdict_clauses
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak, Redaction, Tier
from clinicalbr.signature import Signature
from clinicalbr.text import OffsetMap, Span, apply_edits, fold_text

__all__ = ["DEFAULT_TIERS", "Masker"]

DEFAULT_TIERS = tuple(Tier)
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the source to redact."""

    span: Span
    kind: Literal["name", "verdict"]
    tier: Tier
    leak: Leak | None


class Masker:
    """Finds every mention of a gold answer and replaces it with a placeholder.

    Args:
        target: The gold answer.
        placeholder: What stands in place of a mention; that of the first language's pack by default.
        tiers: Tiers to look for.
        verdicts: ``"keep"`` replaces names only; ``"drop"`` also replaces whole clauses that announce the answer
            ("a biópsia confirmou ...").
        test_names: ``"keep"`` leaves the fixed names of tests and signs that carry a word of the answer ("lupus
            anticoagulant"); ``"mask"`` masks that word.
        packs: Packs to use in place of the included ones, for languages of one's own.
        thresholds: The numbers behind the decisions.

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
        target: GoldTarget,
        placeholder: str | None = None,
        *,
        tiers: Collection[Tier] = DEFAULT_TIERS,
        verdicts: Literal["keep", "drop"] = "keep",
        test_names: Literal["keep", "mask"] = "keep",
        packs: Iterable[LanguagePack] = (),
        thresholds: Thresholds = Thresholds(),  # noqa: B008 - a frozen value
    ) -> None:
        _refuse_unknown("verdicts", verdicts, ("keep", "drop"))
        _refuse_unknown("test_names", test_names, ("keep", "mask"))
        self.target = target
        self.packs = _packs(target, packs)
        self.placeholder = self.packs[0].placeholder if placeholder is None else placeholder
        self.tiers = _tiers(tiers)
        self.verdicts = verdicts
        self.test_names = test_names
        self.thresholds = thresholds
        self._finder = self._make_finder(())
        self._refuse_telling_placeholder()

    def _make_finder(self, acronyms: Iterable[str]) -> Finder:
        return Finder(
            self.target,
            self.packs,
            self.tiers,
            self.thresholds,
            test_names=self.test_names == "mask",
            acronyms=acronyms,
        )

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The forms that are looked for, each with its tier and why it is there."""
        return self._finder.variants

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
        pieces, _, _ = self._search(text, drop=False)
        return tuple(piece.leak for piece in pieces if piece.leak is not None)

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
        pieces, masked, offsets = self._search(text, drop=self.verdicts == "drop")
        redactions = _merge(pieces, text)
        if masked is None:
            masked, offsets = self._replaced(text, redactions)
        assert offsets is not None
        return Masked(masked, redactions, offsets, _warnings(text, redactions))

    def _search(self, text: str, *, drop: bool) -> tuple[list[_Piece], str | None, OffsetMap | None]:
        """What to redact, found again in the masked text until nothing is left there.

        What stands beside a mention can speak against it, and may be redacted itself; so a text in which something was
        left for doubt is searched anew after masking, and so is one from which clauses were dropped.
        """
        pieces, again = self._pieces(text, drop=drop)
        masked: str | None = None
        offsets: OffsetMap | None = None
        while again and pieces:
            redactions = _merge(pieces, text)
            masked, offsets = self._replaced(text, redactions)
            new, again = self._pieces(masked, drop=drop)
            if not new:
                break
            pieces += [_moved(piece, offsets, text) for piece in new]
            masked = offsets = None
        return sorted(pieces, key=_order), masked, offsets

    def _pieces(self, text: str, *, drop: bool) -> tuple[list[_Piece], bool]:
        found = self._finder.find(text)
        blocked = list(_occurrences(text, self.placeholder))
        starts = [block.start for block in blocked]
        leaks = [
            leak for leak in found.leaks if not blocked or not _overlaps_any(Span(leak.start, leak.end), blocked, starts)
        ]
        pieces = [_Piece(Span(leak.start, leak.end), "name", leak.tier, leak) for leak in leaks]
        clauses = verdict_clauses(text, leaks, self.packs) if drop and leaks else ()
        for clause, tier in clauses:
            for span in _around(clause, blocked):
                pieces.append(_Piece(span, "verdict", tier, None))
        return pieces, bool(pieces) and (found.doubtful > 0 or bool(clauses))

    def _replaced(self, text: str, redactions: Sequence[Redaction]) -> tuple[str, OffsetMap]:
        return apply_edits(text, [(Span(redaction.start, redaction.end), self.placeholder) for redaction in redactions])

    def _refuse_telling_placeholder(self) -> None:
        if not self.placeholder.strip():
            raise OperatorError("the placeholder is blank", remedy="give a visible one such as '[REDIGIDO]'")
        if self.placeholder[0].isalnum() or self.placeholder[-1].isalnum():
            # A placeholder that could be part of a word would shield words of the text from the search.
            raise OperatorError(
                f"the placeholder {self.placeholder!r} begins or ends like a word",
                remedy="put it in brackets, as in '[REDIGIDO]'",
            )
        if any(fold_text(self.placeholder) in fold_text(variant.text) for variant in self.variants):
            raise OperatorError(
                f"the placeholder {self.placeholder!r} stands in a name of the answer", remedy="choose another one"
            )
        if leaks := self._finder.find(self.placeholder).leaks:
            surface = min(leaks, key=lambda leak: (leak.start, leak.end)).surface
            raise OperatorError(
                f"the placeholder {self.placeholder!r} names the answer itself ({surface!r})",
                remedy="choose a placeholder without a word of the answer",
            )


def _refuse_unknown(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise InputError(f"{option} is {value!r}", remedy=f"use one of {', '.join(allowed)}")


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


def _occurrences(text: str, wanted: str) -> Iterator[Span]:
    start = text.find(wanted)
    while start >= 0:
        yield Span(start, start + len(wanted))
        start = text.find(wanted, start + len(wanted))


def _overlaps_any(span: Span, blocks: Sequence[Span], starts: Sequence[int]) -> bool:
    """Whether a span overlaps one of several disjoint ones in order."""
    index = bisect_left(starts, span.end) - 1
    return index >= 0 and blocks[index].overlaps(span)


def _around(clause: Span, blocked: Sequence[Span]) -> Iterator[Span]:
    """A clause without the placeholders that stand in it."""
    start = clause.start
    for block in blocked:
        if block.overlaps(clause):
            if block.start > start:
                yield Span(start, block.start)
            start = block.end
    if start < clause.end:
        yield Span(start, clause.end)


def _moved(piece: _Piece, offsets: OffsetMap, text: str) -> _Piece:
    span = offsets.to_source(piece.span)
    leak = piece.leak and Leak(span.start, span.end, span.of(text), piece.leak.tier, piece.leak.variant)
    return _Piece(span, piece.kind, piece.tier, leak)


def _order(piece: _Piece) -> tuple[int, int, int, str]:
    return piece.span.start, -piece.span.end, -piece.tier.strength, piece.leak.variant if piece.leak else ""


def _merge(pieces: Iterable[_Piece], text: str) -> tuple[Redaction, ...]:
    """Union of overlapping pieces; each redaction bears the strongest tier among them."""
    merged: list[_Piece] = []
    for piece in sorted(pieces, key=_order):
        if merged and piece.span.start < merged[-1].span.end:
            last = merged[-1]
            merged[-1] = _Piece(
                Span(last.span.start, max(last.span.end, piece.span.end)),
                "verdict" if "verdict" in {last.kind, piece.kind} else "name",
                max(last.tier, piece.tier, key=lambda tier: tier.strength),
                None,
            )
        else:
            merged.append(piece)
    return tuple(
        Redaction(start=piece.span.start, end=piece.span.end, surface=piece.span.of(text), kind=piece.kind, tier=piece.tier)
        for piece in merged
    )


def _warnings(text: str, redactions: Sequence[Redaction]) -> tuple[MaskWarning, ...]:
    if not redactions:
        return (MaskWarning("nothing_found", "nothing in the text resembles the answer"),) if text.strip() else ()
    visible = sum(not character.isspace() for character in text)
    hidden = sum(not character.isspace() for redaction in redactions for character in redaction.surface)
    if hidden > _HALF * visible:
        return (MaskWarning("half_redacted", f"{hidden} of {visible} characters were redacted"),)
    return ()
