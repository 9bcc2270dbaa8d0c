"""Words that stand for a long name of an exam without being it."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_kin import ExamKin
from clinicalbr.masking.exam_terms import exam_terms

PACKS = (LanguagePack.load("pt"),)
KIN = ExamKin(PACKS, exam_terms(("colonoscopia", "eletrocardiograma"), PACKS))


@pytest.mark.parametrize(
    ("word", "clipped"),
    [
        ("eletrocardio", True), ("eletrocardi", False), ("colonosco", True), ("colonoscopi", False), ("colonoscopico", False), ("colo", False), ("xcolono", False), ("eletrocardiogramo", False), ("videocolo", False), ("endo", False),
    ],
)  # fmt: skip
def test_the_beginning_of_a_longer_name(word: str, clipped: bool) -> None:
    assert KIN.is_clipped(word) is clipped


def test_a_beginning_that_is_a_word_of_its_own_or_nearly_the_whole_name_is_not_clipped() -> None:
    packs = (LanguagePack.load("en"),)
    kin = ExamKin(packs, exam_terms(("colonoscopy", "colostomography"), packs))
    assert kin.is_clipped("colono")
    assert kin.is_clipped("colosto")
    assert not kin.is_clipped("colo")
    assert not kin.is_clipped("colon")
    assert not ExamKin(packs, exam_terms((), packs)).is_clipped("colono")


@pytest.mark.parametrize(
    ("word", "misspelt"),
    [
        ("eletrocardigrama", True), ("eletrocardixxrama", True), ("eletrocardixxxama", False), ("coloscopia", True), ("colonscopia", True), ("colonsocopia", True), ("letrocardiograma", False), ("xoletrocardiograma", False), ("colonoscopia", False), ("eletrocardiograma", False), ("colonoscopia1", False), ("colono", False), ("clono", False), ("eletrocardiogramaxxx", False),
    ],
)  # fmt: skip
def test_a_long_name_with_a_slip(word: str, misspelt: bool) -> None:
    assert KIN.is_misspelt(word) is misspelt


def test_a_shorter_name_may_have_one_slip() -> None:
    packs = (LanguagePack.load("en"),)
    kin = ExamKin(packs, exam_terms(("zyxwvutso",), packs))
    assert kin.is_misspelt("zyxwvutsa")
    assert kin.is_misspelt("zyxwvuts")
    assert not kin.is_misspelt("zyxwvutaa")
    assert kin.is_misspelt("zyxwvutsaa")
    assert not kin.is_misspelt("zyxwvut")


@pytest.mark.parametrize(
    ("word", "exam"),
    [
        ("colonoscopou", "colonoscopy"), ("colonoscopa", "colonoscopy"), ("colonoscop", "colonoscopy"), ("colonoscopiaabc", "colonoscopy"), ("eletrocardiogramas", "ecg"), ("colonoscopia", None), ("colonosco", "colonoscopy"), ("colonosc", None), ("xcolonoscopia", None), ("eletrocardioxx", None), ("colon", None),
    ],
)  # fmt: skip
def test_a_word_of_the_root_of_a_name(word: str, exam: str | None) -> None:
    assert KIN.root_of(word) == exam
