"""What the names of gold exams give to look for, with a small table of exams of our own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import ExamTarget, GoldTarget, Masker
from clinicalbr.masking.exam_tables import Place, exam_tables, is_cut_short
from clinicalbr.masking.exam_terms import _in_capitals, _place_like, exam_terms
from clinicalbr.masking.exam_words import ExamWords, keys_of

ROWS = [
    "exam\tnames\tmeasured\tverbs\tparts\tkind\theads",
    "zap\tzapscan|ZS\t\tzapped\t\tmethod\t",
    "zork\tserum zork|zork level|ZRK\tzork|Zk\t\t\t\t",
    "zoo\tzoo blood count|ZBC\tplexes\t\tzork|zink\t\t",
    "zink\tzink antibodies|anti-zink\t\t\t\t\t",
    "chz\tchest zapscan|CZS\t\t\t\t\t",
    "zst\tzebra stain|ZS\t\t\t\t\t",
    "endo\tzendoscopy\t\t\t\t\t",
]

MEANINGS = ["short\tmeaning\tbeside", "ZS\tzebra stain\tnerve", "ZS\tzone syndrome\tward"]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> LanguagePack:
    folder: Path = tmp_path_factory.mktemp("packs") / "en"
    shutil.copytree(LanguagePack.load("en").folder, folder)
    (folder / "exams.tsv").write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    (folder / "abbreviations.tsv").write_text("\n".join(MEANINGS) + "\n", encoding="utf-8")
    return LanguagePack.from_folder(folder)


def forms(pack: LanguagePack, *names: str) -> set[tuple[str, str, str, bool]]:
    terms = exam_terms(names, (pack,))
    assert all(tuple(sorted(words)) == words for words in terms.forms)
    return {(form.text, form.kind.name, form.exam, form.capitals) for each in terms.forms.values() for form in each}


ZORK = {
    ("serum zork", "NAME", "zork", False),
    ("zork level", "NAME", "zork", False),
    ("ZRK", "NAME", "zork", True),
    ("zork", "MEASURED", "zork", False),
    ("Zk", "MEASURED", "zork", True),
}
ZINK = {
    ("zink antibodies", "NAME", "zink", False),
    ("anti-zink", "NAME", "zink", False),
    ("zink", "MEASURED", "zink", False),
}
PANEL = {("zoo blood count", "PANEL", "zoo", False), ("ZBC", "PANEL", "zoo", True)}
ZAP = {("zapscan", "NAME", "zap", False), ("ZS", "NAME", "zap", True), ("zapped", "VERB", "zap", False)}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("serum zork",), ZORK | PANEL),
        (("zork, zink antibodies",), ZORK | ZINK | PANEL),
        (("zapscan",), ZAP),
        (("zoo blood count",), {("zoo blood count", "NAME", "zoo", False), ("ZBC", "NAME", "zoo", True), ("zoo", "MEASURED", "zoo", False), ("plexes", "MEASURED", "zoo", False)} | {(text, "MEASURED", exam, capitals) for text, _, exam, capitals in ZORK | ZINK if text != "zink"} | {("ZBC", "NAME", "=zoo blood count", True)}),
        (("chest zapscan",), ZAP | {("chest zapscan", "NAME", "chz", False), ("CZS", "NAME", "chz", True)} | {(f"zapscan {place}", "NAME", "chz", False) for place in ("chest", "lung", "pulmonary", "thoracic", "thorax")}),
        (("zapscan by zork",), ZAP | ZORK | PANEL),
        (("ZS of the liver",), ZAP | {("zebra stain", "NAME", "zst", False), ("ZS", "NAME", "zst", True)}),
        (("ZS",), ZAP | {("zebra stain", "NAME", "zst", False), ("ZS", "NAME", "zst", True)}),
        (("qqxyz assay",), {("qqxyz assay", "NAME", "=qqxyz assay", False), ("qqxyz", "NAME", "=qqxyz assay", False)}),
        (("qqxy assay",), {("qqxy assay", "NAME", "=qqxy assay", False), ("qqxy", "MEASURED", "=qqxy assay", False)}),
        (("qq assay",), {("qq assay", "NAME", "=qq assay", False)}),
        (("anti-qqxyz",), {("anti-qqxyz", "NAME", "=anti-qqxyz", False), ("qqxyz", "NAME", "=anti-qqxyz", False)}),
        (("qqxyz wwvut test",), {("qqxyz wwvut test", "NAME", "=qqxyz wwvut test", False), ("qqxyz wwvut", "NAME", "=qqxyz wwvut test", False), ("QWT", "NAME", "=qqxyz wwvut test", True)}),
        (("qqxyz wwvut",), {("qqxyz wwvut", "NAME", "=qqxyz wwvut", False)}),
        (("zork (qqxyz)",), ZORK | PANEL | {("qqxyz", "NAME", "=qqxyz", False)}),
        (("zork (blood)",), ZORK | PANEL),
        (("zork (QXW)",), ZORK | PANEL | {("QXW", "NAME", "=QXW", True)}),
        (("QXW",), {("QXW", "NAME", "=QXW", True), ("qxw", "MEASURED", "=QXW", False)}),
        (("serum level",), set()),
        (("3",), set()),
    ],
)  # fmt: skip
def test_forms_of_names(pack: LanguagePack, names: tuple[str, ...], expected: set[tuple[str, str, str, bool]]) -> None:
    assert forms(pack, *names) == expected


@pytest.mark.parametrize(
    ("names", "objects"),
    [
        (("zapscan",), {"zap": ()}), (("zapscan of the liver",), {"zap": ("liver",)}), (("chest zapscan",), {"zap": ("chest",)}), (("zapscan of the liver", "zapscan"), {"zap": ()}), (("zapscan", "zapscan of the liver"), {"zap": ()}),
        (("zapscan of the liver", "zapscan of the brain"), {"zap": ("liver", "brain")}), (("zapscan of the liver and the liver",), {"zap": ("liver",)}), (("zapscan of blood",), {"zap": ()}), (("zapscan of qqxyzabc",), {"zap": ("qqxyzabc",)}), (("serum zork",), {}),
    ],
)  # fmt: skip
def test_objects_of_a_method(pack: LanguagePack, names: tuple[str, ...], objects: dict[str, tuple[str, ...]]) -> None:
    found = exam_terms(names, (pack,)).objects
    assert found.keys() == objects.keys()
    for exam, places in found.items():
        assert len(places) == len(objects[exam])
        assert all(place.holds(word) for place, word in zip(places, objects[exam], strict=True))


def test_what_other_exams_speak_of_and_what_may_be_cut(pack: LanguagePack) -> None:
    terms = exam_terms(("zebra stain", "zendoscopy", "serum zork"), (pack,))
    assert terms.matter["zst"].words == {"zebra", "stain"}
    assert terms.matter["endo"].words == {"zendoscopy"}
    assert terms.matter["zork"].words == frozenset()
    assert terms.clipped == ("zendoscopy",)
    assert exam_terms(("zapscan",), (pack,)).clipped == ("zapscan",)


@pytest.mark.parametrize(
    ("name", "capitals"),
    [("PCR", True), ("Na", True), ("K", True), ("k", False), ("pH", False), ("Alb", False), ("AlB", True), ("HBsAg", True), ("ABCDE", True), ("ABCDEF", False), ("12", False), ("K+", True), ("Abc", False), ("abC", False), ("CA-125", True)],
)  # fmt: skip
def test_names_that_count_in_capitals_only(name: str, capitals: bool) -> None:
    assert _in_capitals(name) is capitals


@pytest.mark.parametrize(
    ("word", "near", "far"), [("qqxyzab", "qqxyzxx", "qqxyxxx"), ("qqxyzabc", "qqxyzaxx", "qqxyzxxx"), ("qqxyz", "qqxyz", "qqxyza"), ("qqxyza", "qqxyzb", "qqxyab")]
)  # fmt: skip
def test_near_forms_of_an_object_that_no_family_lists(word: str, near: str, far: str) -> None:
    assert _place_like(word).holds(word)
    assert _place_like(word).holds(near)
    assert not _place_like(word).holds(far)


def test_the_tables_of_exams(pack: LanguagePack) -> None:
    tables = exam_tables((pack,))
    assert tables.longest == 3
    assert tables.by_name["zs",] == ("zap", "zst")
    assert tables.by_name["chest", "zapscan"] == ("chz",)
    assert tables.exams["zap"].is_method
    assert not tables.exams["zst"].is_method
    both = exam_tables((pack, pack))
    assert both.by_name == tables.by_name
    liver, lung = tables.place_of("liver"), tables.place_of("lung")
    assert liver is not None
    assert liver.holds("hepatic")
    assert lung != liver
    assert tables.place_of("qqxyz") is None
    assert Place(frozenset(), ()).holds("x") is False
    assert is_cut_short("U&E", ("u",))
    assert not is_cut_short("U&E", ("u", "e"))
    assert not is_cut_short("ab", ("ab",))
    assert not is_cut_short("K+", ("k",))


def hidden(pack: LanguagePack, exam: str, text: str, *, results: bool = False) -> list[str]:
    masker = Masker(ExamTarget(GoldTarget(["sarcoidosis"], languages=["en"]), (exam,), results=results), packs=[pack])
    return [redaction.surface for redaction in masker.mask(text).redactions]


@pytest.mark.parametrize(
    ("exam", "text", "expected"),
    [
        ("zapscan of the liver", "A zapscan. A liver zapscan. A zapscan of the liver. A brain zapscan. A zapscan of the brain.", ["zapscan", "liver zapscan", "zapscan of the liver"]),
        ("zapscan of the liver", "Zapscan (liver) and zapscan; liver, zapscan", ["Zapscan (liver", "zapscan", "liver, zapscan"]),
        ("zapscan of the liver", "zapscan of her left liver; zapscan for a qqxyz; zapscan with qqxyz; zapscan with a liver", ["zapscan of her left liver", "zapscan", "zapscan with a liver"]),
        ("zapscan of the liver", "zapscan of the brain; zapscan of the liver and brain; the brain left liver zapscan", ["zapscan of the liver", "left liver zapscan"]),
        ("zapscan of the liver", "zapscan in 2009; zapscan of the liver in 2009; brain in 2009. Zapscan", ["zapscan of the liver", "Zapscan"]),
        ("zapscan", "A brain zapscan; ZS of the liver in 2009; zs", ["zapscan", "ZS"]),
        ("zapscan of the liver", "A chest zapscan. Zebra stain.", []),
        ("zapscan of the liver", "He was zapped. The liver was zapped; the brain was zapped. Zapped liver, zapped brain. It was zapped in 2009.", ["He was zapped", "liver was zapped", "Zapped liver"]),
        ("zapscan of the liver", "It was zapped (liver). The liver he zapped; liver, zapped", ["It was zapped (liver", "liver he zapped", "zapped"]),
        ("zebra stain", "a ZS, a ZS of the liver, zebra; stain", ["ZS", "ZS"]),
        ("zendoscopy", "zendo; zendoscop; zendosc; zendos; zendoscopyabcd; zendoscopxx; zendoxxxxx", ["zendo", "zendoscop", "zendos", "zendoscopxx"]),
        ("serum zork", "zork 3; zork; 3 zork; zork low; zork 3 mg; rich in zork 3; zork supplements 3; zink zork 3", ["zork", "zork", "zork low"]),
        ("serum zork", "Zk 3.1; zk 3.1; ZK 3.1; Zk 3 days; Zk 3", ["Zk", "ZK", "Zk"]),
        ("serum zork", "ZBC: zork 3. ZBC was sent. ZBC with a b c zork 3. Zoo blood count, zork low", ["ZBC", "zork", "ZBC", "zork", "Zoo blood count", "zork low"]),
        ("zoo blood count", "zork 3, zink 4, plexes 5; zork zink", ["zork", "plexes"]),
        ("zoo blood count", "zork/plexes 3/4; zork; plexes; plexes 3", ["zork", "plexes", "plexes"]),
        ("qqxyz assay", "qqxyz assays; assay of qqxyz; qqxyz total level; total qqxyz (serum); QQXYZ", ["qqxyz assays", "assay of qqxyz", "qqxyz total level", "total qqxyz (serum)", "QQXYZ"]),
        ("zapscan", "tested with zapscan; scanned, zapscan; scanned zapscan", ["tested with zapscan", "zapscan", "scanned zapscan"]),
    ],
)  # fmt: skip
def test_which_exams_are_told(pack: LanguagePack, exam: str, text: str, expected: list[str]) -> None:
    assert hidden(pack, exam, text) == expected


@pytest.mark.parametrize("words", range(9))
def test_how_far_from_a_verb_its_object_may_stand(pack: LanguagePack, words: int) -> None:
    between = "qq " * words
    near, far = [f"liver {between}zapped"], [f"Zapped {between}liver"]
    assert hidden(pack, "zapscan of the liver", f"The liver {between}zapped; he.") == (
        near if words < 6 else ["zapped"]
    )
    assert hidden(pack, "zapscan of the liver", f"Zapped {between}liver; he.") == (far if words < 6 else ["Zapped"])
    for text in (f"The brain {between}zapped; he.", f"Zapped {between}brain; he."):
        assert bool(hidden(pack, "zapscan of the liver", text)) is (words >= 6), text


@pytest.mark.parametrize(
    ("exam", "text", "expected"),
    [
        ("zapscan", "The zapscan showed a mass; he ate.", ["zapscan showed a mass"]), ("zapscan", "Zapscan and zork showed a mass", ["Zapscan and zork showed a mass"]), ("zapscan", "Zapscan and the zork showed a mass", ["Zapscan"]), ("zapscan", "Zapscan: normal. Zork showed a mass", ["Zapscan", "normal"]), ("zapscan", "Zapscan of 3.1", ["Zapscan of 3.1"]),
        ("zork", "zork 3, zork 4 mg/dl and zork was normal", ["zork 3, zork 4 mg/dl and zork was normal"]), ("zapscan", "Zapscan showed [REDACTED].", ["Zapscan"]), ("zapscan", "zapscan (a) zapscan showed a mass", ["zapscan", "zapscan showed a mass"]),
    ],
)  # fmt: skip
def test_results_beside_exams(pack: LanguagePack, exam: str, text: str, expected: list[str]) -> None:
    assert hidden(pack, exam, text, results=True) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Scans of the brain", [("scan", (), False), ("brain", ("of", "the"), True)]), ("qqxyz. wwvut", [("qqxyz", (), False), ("wwvut", (), False)]), ("qqxyz-wwvut", [("qqxyz", (), False), ("wwvut", (), True)]), ("qqxyz" + " " * 24 + "wwvut", [("qqxyz", (), False), ("wwvut", (), True)]),
        ("qqxyz" + " " * 25 + "wwvut", [("qqxyz", (), False), ("wwvut", (), False)]), ("qqxyz.wwvut", [("qqxyz", (), False), ("wwvut", (), False)]), ("US us", [("us", (), False)]), ("\u03b1 beta gamma", [("alfa", (), False), ("beta", (), True), ("gama", (), True)]), ("gas was b12s", [("gas", (), False), ("b12s", ("was",), True)]),
    ],
)  # fmt: skip
def test_content_words_of_a_text(text: str, words: list[tuple[str, tuple[str, ...], bool]]) -> None:
    keys = keys_of((LanguagePack.load("en"),))
    assert [(word.key, word.behind, word.joined) for word in ExamWords.of(text, keys).words] == words
    assert ExamWords.of("A" * 20, keys).capitals is False
    assert ExamWords.of("A" * 21, keys).capitals is True


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a ZS here", True), ("a ZS ward", False), ("ward ZS", False), ("the zone syndrome ZS", False), ("ZS ward nerve", True), ("nerve ZS ward", True), ("ZS wards", True), ("award ZS", True), ("ZS 3.1 ward", True), ("ZS normal ward", True), ("ward. ZS", True), ("ZS. Ward", True), ("ward; ZS", True),
        ("ZS" + " " * 36 + "ward", False), ("ZS" + " " * 37 + "ward", True), ("ward" + " " * 36 + "ZS", False), ("ward" + " " * 37 + "ZS", True), ("zebra stain ZS ward", True), ("ZS of the ward", False),
    ],
)  # fmt: skip
def test_an_abbreviation_beside_words_of_another_meaning(pack: LanguagePack, text: str, told: bool) -> None:
    assert ("ZS" in "".join(hidden(pack, "zebra stain", text))) is told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zork plexes 3", ["zork", "plexes"]), ("zork, plexes 3", ["zork", "plexes"]), ("zork of 3, plexes 4", ["zork", "plexes"]), ("plexes zork", []), ("zork/plexes/zork 3", ["zork", "plexes", "zork"]), ("zork and plexes were normal", ["zork and plexes"]),
        ("zork " * 5 + "zork 3", None), ("zork leg plexes 3", ["zork", "plexes"]), ("zork 4 plexes 3", ["zork", "plexes"]),
    ],
)  # fmt: skip
def test_measures_told_with_one_value(pack: LanguagePack, text: str, expected: list[str] | None) -> None:
    found = hidden(pack, "zoo blood count", text)
    if expected is not None:
        assert found == expected
    else:
        assert found[-1].endswith("zork")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ZBC was sent", False), ("ZBC: zork 3", True), ("ZBC, zork low", True), ("ZBC zork", False), ("ZBC. Zork 3", False), ("ZBC" + " a" * 15 + " zork 3", True), ("ZBC" + " " * 40 + "zork 3", True), ("ZBC" + " " * 41 + "zork 3", False), ("ZBC zink 3", False), ("ZBC plexes 3", False),
        ("ZBC qa qb qc qd qe qf qg zork 3", True), ("ZBC qa qb qc qd qe qf qg qh zork 3", False),
    ],
)  # fmt: skip
def test_a_panel_counts_with_one_of_its_measures(pack: LanguagePack, text: str, told: bool) -> None:
    assert ("ZBC" in "".join(hidden(pack, "serum zork", text))) is told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zendoscopy test report", ["zendoscopy test report"]), ("zendoscopy test report result", ["zendoscopy test report"]), ("full plain zendoscopy", ["full plain zendoscopy"]), ("repeat full plain zendoscopy", ["full plain zendoscopy"]), ("full, zendoscopy, test", ["zendoscopy"]), ("zendoscopy/test", ["zendoscopy/test"]),
        ("test/zendoscopy", ["zendoscopy"]), ("zendoscopy-test", ["zendoscopy-test"]), ("zendoscopy 24", ["zendoscopy"]), ("24 zendoscopy", ["zendoscopy"]), ("zendoscopy (full)", ["zendoscopy (full)"]), ("zendoscopy (leg)", ["zendoscopy"]), ("zendoscopy ()", ["zendoscopy"]), ("zendoscopy of test", ["zendoscopy"]),
    ],
)  # fmt: skip
def test_general_words_at_once_beside_a_name(pack: LanguagePack, text: str, expected: list[str]) -> None:
    assert hidden(pack, "zendoscopy", text) == expected
