"""The table of medicines of a language pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.languages.medicines import read_medicines
from clinicalbr.text import fold_text

HEADER = "medicine\tother names\tclasses\n"


@pytest.mark.parametrize("code", LanguagePack.included())
def test_included_tables_are_broad_and_name_each_medicine_once(code: str) -> None:
    medicines = LanguagePack.load(code).treatment.medicines
    names = [fold_text(medicine.name) for medicine in medicines]
    assert len(names) > 600
    assert len(set(names)) == len(names)
    assert all(medicine.name not in medicine.others for medicine in medicines)
    assert sum(bool(medicine.classes) for medicine in medicines) > 0.8 * len(medicines)


@pytest.mark.parametrize(
    ("code", "name", "other", "of_class"),
    [
        ("pt", "amicacina", "Novamin", "aminoglicosídeo"),
        ("en", "tocilizumab", "Actemra", "IL-6 inhibitor"),
        ("es", "enoxaparina", "Clexane", "anticoagulante"),
        ("pt", "losartana", "Cozaar", "BRA"),
    ],
)
def test_trade_names_and_classes_belong_to_their_medicine(code: str, name: str, other: str, of_class: str) -> None:
    (medicine,) = (each for each in LanguagePack.load(code).treatment.medicines if each.name == name)
    assert other in medicine.others
    assert of_class in medicine.classes
    assert medicine.names == (name, *medicine.others)


def test_medicines_of_one_class_share_no_trade_name() -> None:
    for code in LanguagePack.included():
        table = {medicine.name: set(medicine.others) for medicine in LanguagePack.load(code).treatment.medicines}
        one, other = ("losartan", "valsartan") if code == "en" else ("losartana", "valsartana")
        if code == "es":
            one, other = "losartán", "valsartán"
        assert not table[one] & table[other]


@pytest.mark.parametrize("text", ["", "medicine\tother names\n", HEADER + "x\ty\n", HEADER + "\ty\tz\n"])
def test_table_of_the_wrong_form_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "medicines.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        read_medicines(file)
    assert caught.value.remedy


def test_table_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "medicines.tsv"
    file.write_bytes((HEADER + "f\u00e9\t\t\n").encode("latin-1"))
    with pytest.raises(LanguageError):
        read_medicines(file)
