"""Reports on animals, meetings and teaching; and what only sounds like one."""

from __future__ import annotations

import pytest

from clinicalbr.corpus import Flag, drop_flagged, report_flags
from clinicalbr.schema import Abstract, Section
from corpus_items import make_article, make_record


def flags(title: str = "", **more: object) -> set[str]:
    return set(report_flags(make_record(title=title, **more)))


@pytest.mark.parametrize(
    "title",
    [
        "Torção gástrica em cão da raça dogue alemão", "Cinomose em lobos-guarás de vida livre", "Mastitis en vacas lecheras",
        "Lymphoma in a 9-year-old Labrador dog", "Effect of a diet in normotensive rats", "Colic in two Arabian mares",
        "Hipertermia em coelhos", "Leishmaniasis en un perro mestizo", "Sarcoma of a captive tiger",
    ],
)  # fmt: skip
def test_animals(title: str) -> None:
    assert flags(title) == {"veterinary"}


@pytest.mark.parametrize(
    "title",
    [
        "Rabies in a man after a dog bite", "Sepsis in a dog owner", "Allergy to cat dander in a child", "Rat-bite fever in a boy",
        "Bird fancier's lung in a pigeon breeder", "Raiva após mordedura de cão", "Doença da arranhadura do gato em criança",
        "Tularemia after a coyote bite", "Fracture in a horse rider", "Esporotricose em tratador de gatos",
        "Pentobarbital toxicity after ingestion of a veterinary drug", "Bovine pericardium in valve surgery",
        "Hematoma in the calf", "Toxoplasmosis en una paciente con gatos",
    ],
)  # fmt: skip
def test_people_and_animals(title: str) -> None:
    assert flags(title) == set()


def test_a_journal_tells_by_its_name() -> None:
    assert flags("Lymphoma", journal="Arquivo Brasileiro de Medicina Veterinária e Zootecnia") == {"veterinary"}
    assert flags("Lymphoma", journal="BMC Veterinary Research") == {"veterinary"}
    assert flags("Simulação", journal="Revista Brasileira de Educação Médica") == {"education"}
    assert flags("Lymphoma", journal="Mayo Clinic Proceedings") == set()


@pytest.mark.parametrize(
    ("title", "flag"),
    [
        ("Relato de experiência: visita domiciliar", "education"), ("Ensino de anatomia", "education"),
        ("Nursing education in three schools", "education"), ("Experiencia docente en cirugía", "education"),
        ("Report of the 12th International Workshop on Leishmaniasis", "meeting"), ("Anais do XXX Congresso", "meeting"),
        ("Resúmenes del V Congreso de Pediatría", "meeting"),
    ],
)  # fmt: skip
def test_teaching_and_meetings(title: str, flag: str) -> None:
    assert flags(title) == {flag}


@pytest.mark.parametrize(
    "title",
    [
        "Rhabdomyolysis in a medical student after strength training", "Clinicopathological conference: a man with ascites",
        "Fratura em estudante de medicina", "Report of the first case in Brazil", "Training-related hyponatraemia",
    ],
)  # fmt: skip
def test_what_only_sounds_like_them(title: str) -> None:
    assert flags(title) == set()


def test_labels_keywords_and_the_first_words_of_an_abstract_count() -> None:
    assert flags("T", section="Relato de Experiência") == {"education"}
    assert flags("T", keywords={"pt": ("Educação em Enfermagem",)}) == {"education"}
    opening = Abstract("en", (Section("", ("A report on the annual genomics conference held in San Diego.",)),))
    assert set(report_flags(make_article(title="Advances", abstracts=(opening,)))) == {"meeting"}
    late = Abstract("en", (Section("", ("A man fell. " * 40 + "A report on the annual genomics conference.",)),))
    assert report_flags(make_article(title="Fall", abstracts=(late,))) == {}


def test_only_the_named_flags_drop() -> None:
    items = [
        make_record("S1", "Colic in two mares"),
        make_record("S2", "Ensino de anatomia"),
        make_record("S3", "Febre"),
    ]
    kept = drop_flagged(items, [Flag.EDUCATION])
    assert [item.pid for item in kept] == ["S1", "S3"]
    assert kept.stage.dropped == {"education report": 1}
    assert kept.drops[0].detail == "ensino"
