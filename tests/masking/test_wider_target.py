"""What a target that is told by more than names decides, and how the masker follows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import ExamTarget, GoldTarget, Masker, TreatmentTarget
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.wider_target import NamesOnly, WiderTarget
from clinicalbr.schema import Leak, Tier
from clinicalbr.text import Span

DENGUE = GoldTarget(["dengue"], languages=["pt"])


@dataclass(frozen=True)
class Outbreak:
    """A target of one's own: the year of an outbreak tells it too, and what the neighbours had does not."""

    gold: GoldTarget = DENGUE

    def spared(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack], *, told: bool = False
    ) -> Iterator[Span]:
        return (span for span in mentions if text[: span.start].endswith("vizinho com ") and not told)

    def find_more(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack]
    ) -> Iterable[tuple[Span, str]]:
        at = text.find("2024")
        return [(Span(at, at + 4), "year")] if at >= 0 and mentions else []

    def telling_clauses(self, text: str, leaks: Sequence[Leak], lexicon: Lexicon) -> Iterable[tuple[Span, Tier]]:
        at = text.find("Verão")
        return [(Span(at, text.index(".", at)), Tier.CORE)] if at >= 0 else []


@pytest.mark.parametrize(
    ("text", "keep", "drop"),
    [
        ("Dengue em 2024.", "R em R.", "R em R."), ("Febre em 2024.", "Febre em 2024.", "Febre em 2024."), ("vizinho com dengue, e dengue", "vizinho com dengue, e R", "vizinho com dengue, e R"),
        ("Dengue. Verão chuvoso. Dor.", "R. Verão chuvoso. Dor.", "R. R. Dor."), ("Verão chuvoso.", "Verão chuvoso.", "Verão chuvoso."), ("Confirmou dengue.", "Confirmou R.", "Confirmou R."),
        ("[REDIGIDO] e vizinho com dengue", "R e vizinho com R", "R e vizinho com R"),
    ],
)  # fmt: skip
def test_the_masker_follows_a_target_of_ones_own(text: str, keep: str, drop: str) -> None:
    target = Outbreak()
    assert isinstance(target, WiderTarget)
    assert Masker(target).mask(text).text == keep.replace("R", "[REDIGIDO]")
    assert Masker(target, verdicts="drop").mask(text).text == drop.replace("R", "[REDIGIDO]")


@pytest.mark.parametrize(
    "target",
    [
        NamesOnly(DENGUE),
        ExamTarget(DENGUE, ("hemograma",)),
        TreatmentTarget(drugs=("prednisona",), languages=("pt",)),
    ],
)
def test_the_included_targets_keep_to_the_protocol(target: WiderTarget) -> None:
    assert isinstance(target, WiderTarget)


def test_which_clauses_go_is_for_the_target_to_say() -> None:
    text = "Biópsia confirmou dengue. Hemograma confirmou plaquetas baixas. Recebeu prednisona. Evoluiu com melhora."
    exams, plan = (
        ExamTarget(DENGUE, ("hemograma",), results=False),
        TreatmentTarget(drugs=("prednisona",), languages=("pt",)),
    )
    kinds = {
        name: [item.surface for item in Masker(target, verdicts="drop").mask(text).redactions if item.kind == "verdict"]
        for name, target in {"names": DENGUE, "exams": exams, "plan": plan}.items()
    }  # fmt: skip
    assert kinds == {
        "names": ["Biópsia confirmou dengue"],
        "exams": ["Biópsia confirmou dengue"],
        "plan": ["Evoluiu com melhora."],
    }


@pytest.mark.parametrize("text", ["Confirmou dengue, com febre.", "Mãe com dengue; dengue confirmada em 2019.", ""])
def test_names_alone_are_masked_like_the_names_of_a_wider_target(text: str) -> None:
    for verdicts in ("keep", "drop"):
        plain, wide = Masker(DENGUE, verdicts=verdicts), Masker(NamesOnly(DENGUE), verdicts=verdicts)
        assert plain.mask(text) == wide.mask(text)


@pytest.mark.parametrize("wrong", ["hemograma", None, 3, ("hemograma", None)])
@pytest.mark.parametrize(
    "field",
    ["exams", "others", "drugs", "classes", "procedures", "devices", "doses", "trade_names", "general", "words"],
)
def test_what_is_no_list_of_texts_is_refused_when_a_target_is_built(field: str, wrong: object) -> None:
    def build() -> object:
        if field in {"exams", "others"}:
            return ExamTarget(DENGUE, **{field: wrong})
        return TreatmentTarget(**{"drugs": ("prednisona",), field: wrong})

    with pytest.raises(GoldTargetError, match=f"{field} (is|holds) ") as caught:
        build()
    assert caught.value.remedy


def test_lists_of_texts_count_as_tuples() -> None:
    exams = ExamTarget(DENGUE, ["hemograma "], ["HMG"])
    assert exams == ExamTarget(DENGUE, ("hemograma",), ("HMG",))
    plan = TreatmentTarget(drugs=["prednisona"], procedures=["drenagem"], languages=["pt"], words=[["drenagem"]])
    assert plan == TreatmentTarget(("prednisona",), (), ("drenagem",), languages=("pt",), words=(("drenagem",),))
    assert (
        Masker(exams).mask("HMG normal.").text
        == Masker(ExamTarget(DENGUE, ("hemograma",), ("HMG",))).mask("HMG normal.").text
    )
    assert Masker(plan).mask("Foi drenado; prednisona.").text == "Foi [REDIGIDO]; [REDIGIDO]."


@pytest.mark.parametrize("wrong", ["dengue", None, ["dengue"], ExamTarget, TreatmentTarget])
def test_what_is_no_target_is_refused(wrong: object) -> None:
    for build in (Masker, lambda diagnosis: ExamTarget(diagnosis, ("hemograma",))):
        with pytest.raises(GoldTargetError, match="no gold answer") as caught:
            build(wrong)
        assert "GoldTarget" in caught.value.remedy


@pytest.mark.parametrize("tags", [("pt-BR", "en"), ("PT", "en_US", "pt")])
def test_a_tag_of_a_language_counts_as_its_code(tags: tuple[str, ...]) -> None:
    assert GoldTarget(["dengue"], languages=tags).languages == ("pt", "en")
    assert TreatmentTarget(drugs=("prednisona",), languages=tags).languages == ("pt", "en")
    assert Masker(GoldTarget(["dengue"], languages=tags)).mask("É dengue.").text == "É [REDIGIDO]."
