"""What a probe looks at: masked texts, the places of their masks, and the answers that they hide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clinicalbr.errors import InputError
from clinicalbr.masking.masked import Masked
from clinicalbr.schema import MaskedCase, RedactionLog
from clinicalbr.text import Span, fold_text

__all__ = ["MaskSample", "MaskedField", "distinct", "key_of"]


@dataclass(frozen=True, slots=True)
class MaskedField:
    """One masked text and the places of its masks.

    Args:
        name: Name of the field; masks in a field called ``title`` count as such.
        text: The masked text.
        masks: Places of the masks, in order.

    Examples:
        >>> MaskedField("narrative", "Tem [X].", (Span(4, 7),)).masks[0].of("Tem [X].")
        '[X]'
    """

    name: str
    text: str
    masks: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class MaskSample:
    """A masked case with the answer that it hides, for the probes only.

    Args:
        case_id: Identifier; a case stands once in a corpus that is probed.
        golds: Names of the answer, the canonical one first.
        fields: The masked texts.
        language: Language of the texts.
        fault: Why the sample cannot be probed; empty when it can.

    Examples:
        >>> MaskSample.of("Tem [X] e [X].", ["dengue"], case_id="c1", placeholder="[X]").count
        2
    """

    case_id: str
    golds: tuple[str, ...]
    fields: tuple[MaskedField, ...]
    language: str = ""
    fault: str = ""

    @classmethod
    def of(
        cls,
        masked: str | Masked | MaskedCase | Mapping[str, str | Masked],
        golds: Iterable[str],
        *,
        case_id: str = "",
        language: str = "",
        placeholder: str | None = None,
        log: RedactionLog | None = None,
    ) -> MaskSample:
        """Make a sample of a masked text or case.

        Args:
            masked: A masked text, what a masker returned, several of either by field name, or a masked case.
            golds: Names of the answer, the canonical one first.
            case_id: Identifier; that of a masked case by default.
            language: Language; that of a masked case by default.
            placeholder: What marks a mask in a bare text or case; that of a masked case by default.
            log: The log of a masked case. Where it counts other masks than the text shows, the sample bears a fault.

        Returns:
            The sample.

        Raises:
            InputError: There is no identifier, the names are one text, or a bare text comes without a placeholder.

        Examples:
            >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="Tem [REDIGIDO].")
            >>> MaskSample.of(case, ["dengue"]).fields[0].masks
            (Span(start=4, end=14),)
        """
        if isinstance(golds, str):
            raise InputError(f"golds is the text {golds!r}, not a list of names", remedy=f"write [{golds!r}]")
        if isinstance(masked, MaskedCase):
            case_id, language = case_id or masked.case_id, language or masked.language
            placeholder = masked.placeholder if placeholder is None else placeholder
        if not case_id:
            raise InputError("a sample has no case_id", remedy="give MaskSample.of(..., case_id=...)")
        fields = tuple(_field(case_id, name, part, placeholder) for name, part in _parts(masked))
        names = tuple(gold.strip() for gold in golds if gold.strip())
        fault = "" if names else "no_gold"
        if log is not None and not _agree(fields, log):
            fault = fault or "masks_unlike_log"
        return cls(case_id, names, fields, language, fault)

    @property
    def count(self) -> int:
        """Number of masks."""
        return sum(len(field.masks) for field in self.fields)

    @property
    def text(self) -> str:
        """The masked texts, one paragraph a field."""
        return "\n\n".join(field.text for field in self.fields)

    @property
    def masks(self) -> tuple[str, ...]:
        """The masks as written, field by field."""
        return tuple(mask.of(field.text) for field in self.fields for mask in field.masks)


def distinct(samples: Iterable[MaskSample], n_permutations: int) -> list[MaskSample]:
    """The samples as a list, once it is sure that no case stands twice and that there is a deal."""
    if n_permutations < 1:
        raise InputError(f"chance cannot be had from {n_permutations} deals", remedy="give a positive n_permutations")
    listed = list(samples)
    for case_id, count in Counter(sample.case_id for sample in listed).items():
        if count > 1:
            raise InputError(
                f"case {case_id!r} stands {count} times among the samples",
                remedy="give each case once; probe the languages of a bilingual corpus one by one",
            )
    return listed


def key_of(name: str) -> str:
    """A name without case, accents and double spaces."""
    return " ".join(fold_text(name).split())


def _parts(masked: str | Masked | MaskedCase | Mapping[str, str | Masked]) -> Iterator[tuple[str, str | Masked]]:
    if isinstance(masked, MaskedCase):
        for name, texts in masked.texts().items():
            for position, text in enumerate(texts):
                yield (name if len(texts) == 1 else f"{name}[{position}]"), text
    elif isinstance(masked, Mapping):
        yield from masked.items()
    else:
        yield "text", masked


def _field(case_id: str, name: str, part: str | Masked, placeholder: str | None) -> MaskedField:
    if isinstance(part, Masked):
        return MaskedField(name, part.text, tuple(edit.target for edit in part.offsets.edits))
    if placeholder is None or not placeholder.strip():
        raise InputError(
            f"the masks of the text {name!r} of case {case_id!r} cannot be told from its words",
            remedy="give MaskSample.of(..., placeholder=...), or what Masker.mask returned",
        )
    return MaskedField(name, part, tuple(Span(*match.span()) for match in re.finditer(re.escape(placeholder), part)))


def _agree(fields: Sequence[MaskedField], log: RedactionLog) -> bool:
    # A list of one text keeps its index in the log, and loses it in the visible text of a case.
    logged = Counter({name.removesuffix("[0]"): len(redactions) for name, redactions in log.redactions.items()})
    return logged == Counter({field.name.removesuffix("[0]"): len(field.masks) for field in fields})
