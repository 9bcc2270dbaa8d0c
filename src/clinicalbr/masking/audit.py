"""Audit of texts, cases and prompts for leaks of the gold answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping

from clinicalbr.errors import GoldTargetError, InputError
from clinicalbr.masking.exams import ExamTarget
from clinicalbr.masking.leak_report import FieldLeaks, LeakReport, LeakWarning
from clinicalbr.masking.masker import Masker
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.masking.wider_target import WiderTarget
from clinicalbr.schema import ClinicalCase, Leak, MaskedCase, Tier
from clinicalbr.text import Span, SpanSet

__all__ = ["audit_case", "audit_prompt", "audit_text", "audit_texts"]

OtherDiseases = Callable[[str], Iterable[Span]]
Target = GoldTarget | WiderTarget


def audit_text(text: str, target: Target | Masker, *, other_diseases: OtherDiseases | None = None) -> LeakReport:
    """Search a text for leaks.

    Args:
        text: Any text.
        target: What a masker takes: the gold answer, its treatment or exams, or a masker set up for it.
        other_diseases: Gives the places of disease names in a text. Where it is given, those that are not the answer
            become warnings, as in the presentation of a case.

    Returns:
        The report.

    Examples:
        >>> audit_text("Portador de DCh.", GoldTarget(["doença de Chagas"], ["DCh"])).leaks[0].tier.value
        'acronym'
    """
    return audit_texts({"text": text}, target, other_diseases=other_diseases)


def audit_prompt(prompt: str, target: Target | Masker) -> LeakReport:
    """Search a prompt as the model will see it.

    Args:
        prompt: The rendered prompt, with instructions and case.
        target: What a masker takes: the gold answer, its treatment or exams, or a masker set up for it.

    Returns:
        The report; its one field is called ``"prompt"``.

    Examples:
        >>> audit_prompt("Caso: febre.", GoldTarget(["dengue"])).clean
        True
    """
    return audit_texts({"prompt": prompt}, target)


def audit_case(
    case: ClinicalCase | MaskedCase,
    target: Target | Masker | None = None,
    *,
    other_diseases: OtherDiseases | None = None,
) -> LeakReport:
    """Search the visible text of a case: presentation, work-up and narrative.

    Args:
        case: A case, masked or not.
        target: What a masker takes: the gold answer, its treatment or exams, or a masker set up for it. It
            may be left out for a case that states its own diagnosis.
        other_diseases: Gives the places of disease names in a text. Where it is given, those that are not the answer
            become warnings. Only the presentation is searched for them, or the narrative of a case without one.

    Returns:
        The report, field by field.

    Raises:
        GoldTargetError: No target was given and the case is masked or states no diagnosis.

    Examples:
        >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="É dengue.")
        >>> audit_case(case, GoldTarget(["dengue"])).fields[0].field
        'narrative'
    """
    if target is None:
        if isinstance(case, MaskedCase):
            raise GoldTargetError(
                f"masked case {case.case_id!r} does not hold its answer", remedy="pass the GoldTarget as well"
            )
        target = GoldTarget.from_case(case)
    texts = case.texts()
    told = [name for name in texts if name.startswith("presentation.")] or ["narrative"]
    named = {
        name if len(own) == 1 else f"{name}[{position}]": (name, text)
        for name, own in texts.items()
        for position, text in enumerate(own)
    }
    return audit_texts(
        {place: text for place, (_, text) in named.items()},
        target,
        case_id=case.case_id,
        language=case.language,
        other_diseases=other_diseases,
        no_disease_in=[place for place, (name, _) in named.items() if name in told],
    )


def audit_texts(
    texts: Mapping[str, str],
    target: Target | Masker,
    *,
    case_id: str = "",
    language: str | None = None,
    other_diseases: OtherDiseases | None = None,
    no_disease_in: Iterable[str] | None = None,
) -> LeakReport:
    """Search several texts that belong together: an acronym that one of them defines counts in all.

    A passage counts once: of leaks that lie within each other the report holds the stronger one.

    Args:
        texts: Texts by the name of their field.
        target: What a masker takes: the gold answer, its treatment or exams, or a masker set up for it.
        case_id: Identifier of what they belong to.
        language: Language in which the report speaks; the first one of the target by default.
        other_diseases: Gives the places of disease names in a text. Where it is given, those that are not the answer
            become warnings.
        no_disease_in: Fields that are searched for other diseases; all by default.

    Returns:
        The report, field by field.

    Raises:
        GoldTargetError: The target is none that a masker takes.
        InputError: A text is not a string, or a place of a disease name lies outside its text.

    Examples:
        >>> texts = {"history": "Artrite reumatoide (AR).", "exam": "Mãos com sinais de AR."}
        >>> audit_texts(texts, GoldTarget(["artrite reumatoide"])).by_field()["exam"]
        {'leak': 1}
    """
    masker = target if isinstance(target, Masker) else Masker(target)
    for name, text in texts.items():
        if not isinstance(text, str):
            raise InputError(f"{name} is a {type(text).__name__}, not a text", remedy="pass texts")
    different = dict.fromkeys(texts.values())
    if len(different) > 1:
        # A text on its own needs no help from others, and is then searched once only.
        masker = masker.knowing(different)
    found = {text: _passages(masker.find(text)) for text in different}
    warnings: list[LeakWarning] = []
    if other_diseases is not None:
        names_answer = _Answer(masker)
        for field in texts if no_disease_in is None else dict.fromkeys(no_disease_in):
            text = texts[field]
            warnings += [
                LeakWarning("other_disease", field, span.start, span.end, span.of(text))
                for span in _outside(_checked(other_diseases(text), field, text), found[text])
                if not names_answer(span.of(text))
            ]
    return LeakReport(
        fields=tuple(FieldLeaks(name, text, found[text]) for name, text in texts.items()),
        gold=_shown(masker.target),
        language=language or masker.packs[0].code,
        case_id=case_id,
        tiers=masker.tiers,
        signature=str(masker.signature),
        warnings=tuple(warnings),
    )


def _shown(target: Target) -> str:
    gold = target if isinstance(target, GoldTarget) else target.gold
    first = (*gold.names, *gold.acronyms)[0]
    match target:
        case TreatmentTarget():
            return ", ".join((*target.drugs, *target.procedures, *target.devices)) or first
        case ExamTarget():
            return ", ".join((first, *target.exams))
        case _:
            return first


def _passages(leaks: Iterable[Leak]) -> tuple[Leak, ...]:
    """The leaks without those that lie within a stronger one, or a longer one of the same tier.

    A name holds its own core and its inflected words; a reader counts one passage, not three.
    """
    kept: list[Leak] = []
    taken = SpanSet()
    for tier in Tier:
        end = -1
        own = sorted(
            (leak for leak in leaks if leak.tier is tier), key=lambda leak: (leak.start, -leak.end, leak.variant)
        )
        new = []
        for leak in own:
            if leak.end > end and not taken.covers(Span(leak.start, leak.end)):
                new.append(leak)
                end = leak.end
        kept += new
        taken = taken.union(SpanSet.merge(Span(leak.start, leak.end) for leak in new))
    return tuple(sorted(kept, key=lambda leak: (leak.start, -leak.end)))


class _Answer:
    """Whether a disease name is the answer itself, also where not all tiers are searched."""

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._known: dict[str, bool] = {}
        self._whole: Masker | None = None

    def __call__(self, name: str) -> bool:
        if name not in self._known:
            if self._whole is None:
                self._whole = Masker(self._masker.target, packs=self._masker.packs)
            self._known[name] = bool(self._whole.find(name))
        return self._known[name]


def _checked(spans: Iterable[Span], field: str, text: str) -> Iterator[Span]:
    for span in sorted(spans):
        if span.end > len(text):
            raise InputError(
                f"other_diseases gave {span.start}-{span.end} for {field}, which has {len(text)} characters",
                remedy="give places in the text that was passed",
            )
        yield span


def _outside(spans: Iterable[Span], leaks: Iterable[Leak]) -> Iterator[Span]:
    """Spans that overlap no leak."""
    taken = list(SpanSet.merge(Span(leak.start, leak.end) for leak in leaks))
    starts = [span.start for span in taken]
    for span in spans:
        position = bisect_left(starts, span.end) - 1
        if position < 0 or not taken[position].overlaps(span):
            yield span
