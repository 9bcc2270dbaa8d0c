"""Finding and replacing the mentions of a gold answer in a text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from clinicalbr.errors import GoldTargetError, InputError, LanguageError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.finder import Finder
from clinicalbr.masking.masked import Masked, MaskWarning
from clinicalbr.masking.operators import Operator, checked, refuse_placeholder
from clinicalbr.masking.piece_search import PieceSearch
from clinicalbr.masking.redactions import Writer, merged, warnings_of
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.variants import Variant
from clinicalbr.masking.wider_target import NamesOnly, WiderTarget
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak, Tier
from clinicalbr.signature import Signature
from clinicalbr.text import fold_text

__all__ = ["DEFAULT_TIERS", "Masker"]

DEFAULT_TIERS = tuple(Tier)


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
        GoldTargetError: The target is none: a text, for instance, or a class.
        LanguageError: A language of the target has neither an included pack nor one in ``packs``.
        OperatorError: The placeholder is blank, begins or ends like a word, or names the answer.
        InputError: A tier or an option is unknown or of the wrong kind, or there is no tier.

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
        if not isinstance(thresholds, Thresholds):
            raise InputError(f"thresholds is {thresholds!r}", remedy="give Thresholds(...), or leave it out")
        wider = _wider(target)
        self._gold = wider.gold
        self.packs = _packs(self._gold, packs)
        if placeholder is None:
            placeholder = getattr(operator, "placeholder", None) or self.packs[0].placeholder
        self.placeholder = placeholder
        self.operator = operator
        self.tiers = _tiers(tiers)
        self.verdicts = verdicts
        self.test_names = test_names
        self.thresholds = thresholds
        whole_clauses = getattr(operator, "scope", "mention") == "clause"
        self._search = PieceSearch(self._make_finder(()), wider, self.packs, whole_clauses)
        self._refuse_telling_placeholder()
        self._writer = Writer(placeholder, operator and checked(operator, placeholder, self._leaks_in))

    def _make_finder(self, acronyms: Iterable[str]) -> Finder:
        return Finder(
            self._gold,
            self.packs,
            self.tiers,
            self.thresholds,
            test_names=self.test_names == "mask",
            known_acronyms=acronyms,
        )

    def _leaks_in(self, text: str) -> bool:
        return bool(self._search.finder.find(text).leaks)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The forms that are looked for, each with its tier and why it is there."""
        return tuple(variant for variant in self._search.finder.variants if variant.tier in self.tiers)

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
        defined = sorted({acronym for text in texts for acronym in self._search.finder.defined_in(text)})
        if not defined:
            return self
        masker = object.__new__(type(self))
        masker.__dict__.update(self.__dict__)
        masker._search = replace(self._search, finder=self._make_finder(defined))
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
        return tuple(
            piece.leak for piece in self._search.pieces(text, self._writer, drop=False) if piece.leak is not None
        )

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
        redactions = merged(self._search.pieces(text, self._writer, drop=self.verdicts == "drop"), text)
        masked, offsets, refused = self._writer.written(text, redactions)
        warnings = warnings_of(text, redactions) + tuple(MaskWarning("operator_refused", detail) for detail in refused)
        return Masked(masked, redactions, offsets, warnings)

    def _refuse_telling_placeholder(self) -> None:
        refuse_placeholder(self.placeholder)
        folded = fold_text(self.placeholder)
        if any(folded in fold_text(variant.text) for variant in self._search.finder.variants):
            raise OperatorError(
                f"the placeholder {self.placeholder!r} stands in a name of the answer", remedy="choose another one"
            )
        if leaks := self._search.finder.find(self.placeholder).leaks:
            surface = min(leaks, key=lambda leak: (leak.start, leak.end)).surface
            raise OperatorError(
                f"the placeholder {self.placeholder!r} names the answer itself ({surface!r})",
                remedy="choose a placeholder without a word of the answer",
            )


def _wider(target: GoldTarget | WiderTarget) -> WiderTarget:
    if isinstance(target, GoldTarget):
        return NamesOnly(target)
    if isinstance(target, type) or not isinstance(target, WiderTarget):
        raise GoldTargetError(
            f"{target!r} is no gold answer", remedy="give GoldTarget([...]), ExamTarget(...) or TreatmentTarget(...)"
        )
    return target


def _refuse_unknown(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise InputError(f"{option} is {value!r}", remedy=f"use one of {', '.join(allowed)}")


def _name_of(operator: Operator) -> str:
    return str(getattr(operator, "signature", None) or getattr(operator, "__name__", type(operator).__name__))


def _tiers(tiers: Collection[Tier]) -> tuple[Tier, ...]:
    remedy = f"use {', '.join(tier.value for tier in DEFAULT_TIERS)}"
    if isinstance(tiers, str) or not isinstance(tiers, Collection) or not tiers:
        raise InputError(f"tiers is {tiers!r}, not a list of tiers", remedy=f"give a list; {remedy}")
    try:
        wanted = {Tier(tier) for tier in tiers}
    except ValueError as error:
        raise InputError(f"unknown tier: {error}", remedy=remedy) from error
    return tuple(tier for tier in Tier if tier in wanted)


def _packs(target: GoldTarget, given: Iterable[LanguagePack]) -> tuple[LanguagePack, ...]:
    own: dict[str, LanguagePack] = {}
    for pack in given if isinstance(given, Iterable) else (given,):
        if not isinstance(pack, LanguagePack):
            raise InputError(f"packs holds {pack!r}, no language pack", remedy="give LanguagePack.from_folder(path)")
        own[pack.code] = pack
    try:
        return tuple(own[code] if code in own else LanguagePack.load(code) for code in target.languages)
    except LanguageError as error:
        raise LanguageError(
            f"the target {target.names[:1]} is in a language without a pack: {error.message}",
            remedy="give Masker(..., packs=[LanguagePack.from_folder(path)])",
        ) from error
