"""Finding and replacing the mentions of a gold answer in a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from clinicalbr.errors import InputError, LanguageError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronyms import acronym_pattern, definitions, is_written_as, plain, words_of
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.variants import Variant, variants_of
from clinicalbr.masking.word_edges import is_whole_word
from clinicalbr.schema import Leak, Redaction, Tier
from clinicalbr.signature import Signature
from clinicalbr.text import Folded, OffsetMap, Span, apply_edits, fold, fold_text

__all__ = ["DEFAULT_TIERS", "MaskWarning", "Masked", "Masker"]

DEFAULT_TIERS = (Tier.VERBATIM, Tier.ACRONYM, Tier.SYNONYM)
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class MaskWarning:
    """Something that a reader should check in a masked text.

    Args:
        code: ``"half_redacted"``: more than half of the text was redacted.
        detail: The figures behind it.

    Examples:
        >>> str(MaskWarning("half_redacted", "12 of 20 characters"))
        'half_redacted: 12 of 20 characters'
    """

    code: str
    detail: str

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text with the way back to its source.

    Args:
        text: The masked text.
        redactions: What was replaced, with offsets in the source.
        offsets: Map from source to masked text.
        warnings: What a reader should check.

    Examples:
        >>> masked = Masker(GoldTarget(["dengue"])).mask("Dengue grave.")
        >>> masked.text, masked.unmask()
        ('[REDIGIDO] grave.', 'Dengue grave.')
    """

    text: str
    redactions: tuple[Redaction, ...]
    offsets: OffsetMap
    warnings: tuple[MaskWarning, ...] = ()

    def unmask(self) -> str:
        """The source text.

        Returns:
            The text that was masked, to the code point.

        Examples:
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").unmask()
            'ZIKA?'
        """
        placed = zip(self.offsets.edits, self.redactions, strict=True)
        return apply_edits(self.text, [(edit.target, redaction.surface) for edit, redaction in placed])[0]

    def to_source(self, position: int) -> int:
        """Position in the source of a position in the masked text.

        Args:
            position: Position in :attr:`text`, its length included.

        Returns:
            Position in the source; the start of the redaction for a position inside a placeholder.

        Raises:
            IndexError: The position lies outside the masked text.

        Examples:
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").to_source(10)
            4
        """
        return self.offsets.to_source(Span(position, position)).start

    def to_masked(self, position: int) -> int:
        """Position in the masked text of a position in the source.

        Args:
            position: Position in the source, its length included.

        Returns:
            Position in :attr:`text`; the start of the placeholder for a position inside a redaction.

        Raises:
            IndexError: The position lies outside the source.

        Examples:
            >>> Masker(GoldTarget(["zika"])).mask("ZIKA?").to_masked(4)
            10
        """
        return self.offsets.to_target(Span(position, position)).start


class Masker:
    """Finds every mention of a gold answer and replaces it with a placeholder.

    Args:
        target: The gold answer.
        placeholder: What stands in place of a mention; that of the first language's pack by default.
        tiers: Tiers to look for.
        packs: Packs to use in place of the included ones, for languages of one's own.

    Raises:
        LanguageError: A language of the target has neither an included pack nor one in ``packs``.
        OperatorError: The placeholder is blank, begins or ends like a word, or names the answer.
        InputError: A tier is unknown.

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
        packs: Iterable[LanguagePack] = (),
    ) -> None:
        self.target = target
        self.packs = _packs(target, packs)
        self.placeholder = self.packs[0].placeholder if placeholder is None else placeholder
        self.tiers = _tiers(tiers)
        self.variants = variants_of(target, self.packs, self.tiers)
        self._names = [variant for variant in self.variants if variant.tier is not Tier.ACRONYM]
        self._name_words = [words_of(name) for name in (*target.names, *target.synonyms)]
        self._endings = tuple(
            dict.fromkeys(fold_text(ending) for pack in self.packs for ending in pack.acronyms.plural_endings)
        )
        self._acronyms = self._searched(
            variant for variant in self.variants if variant.tier is Tier.ACRONYM and not variant.needs_evidence
        )
        self._refuse_telling_placeholder()

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
        defined = {variant.text: variant for text in texts for variant in self._defined_in(text, self._mentions(text))}
        masker = copy(self)
        masker._acronyms = [*self._acronyms, *self._searched(defined[text] for text in sorted(defined))]
        return masker

    @property
    def signature(self) -> Signature:
        """How the masker was set up, without the answer itself."""
        return Signature.of(
            masker="1",
            tiers="+".join(tier.value for tier in self.tiers),
            languages="+".join(pack.code for pack in self.packs),
            placeholder=self.placeholder,
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
        blocked = list(_occurrences(text, self.placeholder))
        starts = [block.start for block in blocked]
        leaks = {
            Leak(span.start, span.end, span.of(text), variant.tier, variant.text)
            for span, variant in self._hits(text)
            if not _overlaps_any(span, blocked, starts)
        }
        return tuple(sorted(leaks, key=lambda leak: (leak.start, -leak.end, -leak.tier.strength, leak.variant)))

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
        redactions = _merge(self.find(text), text)
        masked, offsets = apply_edits(
            text, [(Span(redaction.start, redaction.end), self.placeholder) for redaction in redactions]
        )
        return Masked(masked, redactions, offsets, _warnings(text, redactions))

    def _hits(self, text: str) -> set[tuple[Span, Variant]]:
        foldings = _foldings(text)
        hits = self._known(text, foldings)
        if Tier.ACRONYM in self.tiers:
            defined = self._searched(self._defined_in(text, [span for span, _ in hits]))
            hits |= {hit for folded in foldings for hit in self._find_acronyms(text, folded, defined)}
        return hits

    def _find_names(self, text: str, folded: Folded) -> Iterator[tuple[Span, Variant]]:
        for variant in self._names:
            spans = (span for key in variant.keys for span in _occurrences(folded.text, key, overlapping=True))
            for span in spans:
                source = folded.source_span(span)
                if is_whole_word(folded.text, span, text, source):
                    yield source, variant

    def _known(self, text: str, foldings: Sequence[Folded]) -> set[tuple[Span, Variant]]:
        """Mentions by names and by acronyms that need no evidence of this text."""
        hits = {hit for folded in foldings for hit in self._find_names(text, folded)}
        return hits | {hit for folded in foldings for hit in self._find_acronyms(text, folded, self._acronyms)}

    def _mentions(self, text: str) -> list[Span]:
        return [span for span, _ in self._known(text, _foldings(text))]

    def _defined_in(self, text: str, mentions: Sequence[Span]) -> list[Variant]:
        if Tier.ACRONYM not in self.tiers:
            return []
        tokens = {token for mention in mentions for token in definitions(text, mention, self._name_words)}
        return [
            Variant(token, Tier.ACRONYM, (fold_text(token),), "defined in the text")
            for token in sorted(tokens, key=lambda token: (plain(token), token))
        ]

    def _searched(self, variants: Iterable[Variant]) -> list[tuple[Variant, re.Pattern[str]]]:
        return [(variant, acronym_pattern(variant.text, self._endings)) for variant in variants]

    def _find_acronyms(
        self, text: str, folded: Folded, acronyms: Sequence[tuple[Variant, re.Pattern[str]]]
    ) -> Iterator[tuple[Span, Variant]]:
        for variant, pattern in acronyms:
            for match in pattern.finditer(folded.text):
                short = Span(match.start("short"), match.end("short"))
                for span in (Span(*match.span()), short):
                    source = folded.source_span(span)
                    if is_whole_word(folded.text, span, text, source):
                        if is_written_as(folded.source_span(short).of(text), variant.text, self.packs[0]):
                            yield source, variant
                        break

    def _refuse_telling_placeholder(self) -> None:
        if not self.placeholder.strip():
            raise OperatorError("the placeholder is blank", remedy="give a visible one such as '[REDIGIDO]'")
        if self.placeholder[0].isalnum() or self.placeholder[-1].isalnum():
            # A placeholder that could be part of a word would shield words of the text from the search.
            raise OperatorError(
                f"the placeholder {self.placeholder!r} begins or ends like a word",
                remedy="put it in brackets, as in '[REDIGIDO]'",
            )
        if any(fold_text(self.placeholder) in key for variant in self.variants for key in variant.keys):
            raise OperatorError(
                f"the placeholder {self.placeholder!r} stands in a name of the answer", remedy="choose another one"
            )
        if hits := self._hits(self.placeholder):
            surface = min(hits, key=lambda hit: hit[0])[0].of(self.placeholder)
            raise OperatorError(
                f"the placeholder {self.placeholder!r} names the answer itself ({surface!r})",
                remedy="choose a placeholder without a word of the answer",
            )


def _tiers(tiers: Collection[Tier]) -> tuple[Tier, ...]:
    try:
        wanted = {Tier(tier) for tier in tiers}
    except ValueError as error:
        raise InputError(
            f"unknown tier: {error}", remedy=f"use {', '.join(tier.value for tier in DEFAULT_TIERS)}"
        ) from error
    return tuple(tier for tier in Tier if tier in wanted)


def _overlaps_any(span: Span, blocks: Sequence[Span], starts: Sequence[int]) -> bool:
    """Whether a span overlaps one of several disjoint ones in order."""
    index = bisect_left(starts, span.end) - 1
    return index >= 0 and blocks[index].overlaps(span)


def _packs(target: GoldTarget, given: Iterable[LanguagePack]) -> tuple[LanguagePack, ...]:
    own = {pack.code: pack for pack in given}
    try:
        return tuple(own[code] if code in own else LanguagePack.load(code) for code in target.languages)
    except LanguageError as error:
        raise LanguageError(
            f"the target {target.names[:1]} is in a language without a pack: {error.message}",
            remedy="give Masker(..., packs=[LanguagePack.from_folder(path)])",
        ) from error


def _foldings(text: str) -> tuple[Folded, ...]:
    """The readings of a text: with words broken over lines joined or not, with inner hyphens joined or not."""
    plain = fold(text, squeeze=True)
    others = (fold(text, squeeze=True, join_lines=False), fold(text, squeeze=True, join_hyphens=True))
    return tuple({folded.text: folded for folded in (plain, *others)}.values())


def _occurrences(text: str, wanted: str, *, overlapping: bool = False) -> Iterator[Span]:
    start = text.find(wanted)
    while start >= 0:
        yield Span(start, start + len(wanted))
        start = text.find(wanted, start + (1 if overlapping else len(wanted)))


def _merge(leaks: Sequence[Leak], text: str) -> tuple[Redaction, ...]:
    """Union of overlapping leaks; each redaction bears the strongest tier among them."""
    merged: list[tuple[int, int, Tier]] = []
    for leak in leaks:
        if merged and leak.start < merged[-1][1]:
            start, end, tier = merged[-1]
            merged[-1] = (start, max(end, leak.end), max(tier, leak.tier, key=lambda item: item.strength))
        else:
            merged.append((leak.start, leak.end, leak.tier))
    return tuple(Redaction(start=start, end=end, surface=text[start:end], tier=tier) for start, end, tier in merged)


def _warnings(text: str, redactions: Sequence[Redaction]) -> tuple[MaskWarning, ...]:
    visible = sum(not character.isspace() for character in text)
    hidden = sum(not character.isspace() for redaction in redactions for character in redaction.surface)
    if hidden > _HALF * visible:
        return (MaskWarning("half_redacted", f"{hidden} of {visible} characters were redacted"),)
    return ()
