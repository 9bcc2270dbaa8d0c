"""Loading of packs: what is included, what a folder must hold, and what is refused by name."""

from __future__ import annotations

import copy
import pickle
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import LanguageError
from clinicalbr.languages import PROMPT_TASKS, REPORT_FIELDS, REPORT_KEYS, LanguagePack
from clinicalbr.schema import ClinicalCase
from clinicalbr.text import fold_text

FRENCH_TABLE = tomllib.loads((Path(__file__).resolve().parent / "fr" / "pack.toml").read_text(encoding="utf-8"))


def key_paths(table: dict[str, Any]) -> Iterator[str]:
    """Every key of a pack, nested ones as "table:key"; the names of case fields are free and left out."""
    for name, value in table.items():
        yield name
        if isinstance(value, dict) and name != "case_fields":
            yield from (f"{name}:{key}" for key in value)


KEYS = sorted(key_paths(FRENCH_TABLE))
TABLES = sorted(name for name, value in FRENCH_TABLE.items() if isinstance(value, dict))


def dotted(path: str) -> str:
    return path.replace(":", ".")


@pytest.fixture(params=LanguagePack.included())
def pack(request: pytest.FixtureRequest) -> LanguagePack:
    return LanguagePack.load(request.param)


def test_included_packs_are_those_with_a_folder(project: Path) -> None:
    folders = {file.parent.name for file in (project / "src/clinicalbr/languages").glob("*/pack.toml")}
    assert set(LanguagePack.included()) == folders == {"en", "es", "pt"}
    assert list(LanguagePack.included()) == sorted(folders)


def test_pack_loads_once_and_bears_its_own_code(pack: LanguagePack) -> None:
    assert LanguagePack.load(pack.code) is pack
    assert pack.code in LanguagePack.included()


def test_placeholders() -> None:
    assert {code: LanguagePack.load(code).placeholder for code in LanguagePack.included()} == {
        "pt": "[REDIGIDO]",
        "en": "[REDACTED]",
        "es": "[OCULTO]",
    }


@pytest.mark.parametrize("code", ["fr", "PT", "", "../pt", "pt/..", "pt\x00", "português"])
def test_unknown_language_is_refused(code: str) -> None:
    with pytest.raises(LanguageError, match=re.escape(repr(code))) as caught:
        LanguagePack.load(code)
    assert "from_folder" in caught.value.remedy


def test_french_pack_loads_without_a_change_in_the_package(french: LanguagePack) -> None:
    assert (french.code, french.name, french.placeholder) == ("fr", "Français", "[MASQUÉ]")
    assert french.headings.kind("2. Présentation du cas") == "case"
    assert french.headings.number("Cas n° 2 : une femme de 30 ans") == "2"
    assert "suspicion de" in french.cues.verdict
    assert french not in [LanguagePack.load(code) for code in LanguagePack.included()]


def test_packs_have_the_same_keys(project: Path) -> None:
    for code in LanguagePack.included():
        table = tomllib.loads((project / f"src/clinicalbr/languages/{code}/pack.toml").read_text(encoding="utf-8"))
        assert sorted(key_paths(table)) == KEYS
        assert set(LanguagePack.load(code).prompts) == set(LanguagePack.load("pt").prompts)


def test_copied_pack_keeps_the_rewritten_pack_equal(changed_pack: Callable[..., Path], french: LanguagePack) -> None:
    assert LanguagePack.from_folder(changed_pack("name", "Français")) == french


@pytest.mark.parametrize("path", KEYS)
def test_missing_key_is_named(changed_pack: Callable[..., Path], path: str) -> None:
    folder = changed_pack(path)
    with pytest.raises(LanguageError, match=re.escape(repr(dotted(path)))) as caught:
        LanguagePack.from_folder(folder)
    assert str(folder) in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("path", KEYS)
@pytest.mark.parametrize("value", [7, [1], [["a"]], "  "], ids=repr)
def test_value_of_the_wrong_form_is_named(changed_pack: Callable[..., Path], path: str, value: object) -> None:
    if path.endswith(("paradigms",)) and value == [["a"]]:
        value = [["a"], "b"]
    with pytest.raises(LanguageError, match=re.escape(repr(dotted(path)))):
        LanguagePack.from_folder(changed_pack(path, value))


@pytest.mark.parametrize("table", ["", *(name for name in TABLES if name != "case_fields")])
def test_unknown_key_is_named(changed_pack: Callable[..., Path], table: str) -> None:
    path = f"{table}:surprise" if table else "surprise"
    with pytest.raises(LanguageError, match=rf"unknown keys: '{re.escape(dotted(path))}'"):
        LanguagePack.from_folder(changed_pack(path, "x"))


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("code", "FR", "lower-case letters"),
        ("code", "french", "two or three"),
        ("placeholder", "MASQUÉ", "square brackets"),
        ("placeholder", "[AU CAS]", "square brackets"),
        ("placeholder", "[X1]", "square brackets"),
        ("placeholder", "[les]", "no function word"),
        ("placeholder", "[Après]", "no function word"),
        ("numbers:decimal", "·", "a point or a comma"),
        ("headings:case", ["(cas"], "number 1: missing )"),
        ("headings:stop", ["discussion", "[a-"], "number 2"),
        ("headings:case", ["présentation"], "without accents"),
        ("headings:case_item", ["cas [0-9]+"], "group named 'number'"),
        ("function_words", ["le", " "], "not blank"),
        ("function_words", ["le", ""], "a list of texts"),
        ("function_words", "le la les", "a list of texts"),
        ("morphology:plurals", [["al", "aux", "als"]], "pairs of different texts"),
        ("morphology:plurals", [["al", "al"]], "pairs of different texts"),
        ("report:leak_report_found", "{number} fuites", "allowed: count"),
        ("report:leak_report_title", "Rapport {count}", "allowed: none"),
        ("case_fields:Motif", ["motif"], "named like a field"),
        ("case_fields:workup", ["présentation"], "no other field"),
        ("case_fields:workup", ["presentation"], "no other field"),
    ],
)
def test_bad_value_is_explained(changed_pack: Callable[..., Path], path: str, value: object, said: str) -> None:
    with pytest.raises(LanguageError, match=re.escape(said)) as caught:
        LanguagePack.from_folder(changed_pack(path, value))
    assert repr(dotted(path)) in str(caught.value)


def test_same_alias_is_allowed_in_different_sections(changed_pack: Callable[..., Path]) -> None:
    folder = changed_pack("case_fields:treatment.outcome", ["présentation"])
    assert LanguagePack.from_folder(folder).case_fields["treatment.outcome"] == ("présentation", "presentation")


def test_empty_lists_are_allowed(changed_pack: Callable[..., Path]) -> None:
    assert LanguagePack.from_folder(changed_pack("acronyms:prefixes", [])).acronyms.prefixes == ()


def test_heading_without_joiners_is_still_split_at_commas(changed_pack: Callable[..., Path]) -> None:
    headings = LanguagePack.from_folder(changed_pack("headings:joiners", [])).headings
    assert headings.kind("Traitement, évolution") == "continuation"
    assert headings.kind("Traitement et évolution") is None


def test_folder_without_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LanguageError, match=r"holds no pack\.toml"):
        LanguagePack.from_folder(tmp_path)
    with pytest.raises(LanguageError, match=r"holds no pack\.toml"):
        LanguagePack.from_folder(tmp_path / "absent")


@pytest.mark.parametrize("content", [b"code = ", b'code = "fr"\ncode = "fr"', b"{}", b"\x00", b"<toml/>"])
def test_bad_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pack.toml").write_bytes(content)
    with pytest.raises(LanguageError, match="is not a TOML file"):
        LanguagePack.from_folder(tmp_path)


def test_text_that_is_not_utf8_is_refused(tmp_path: Path, french_folder: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(french_folder, folder)
    text = (folder / "pack.toml").read_text(encoding="utf-8")
    (folder / "prompts/exams.v1.md").write_bytes("Réponse {case}".encode("latin-1"))
    with pytest.raises(LanguageError, match=r"exams\.v1\.md is not UTF-8"):
        LanguagePack.from_folder(folder)
    (folder / "pack.toml").write_bytes(text.encode("latin-1", errors="replace"))
    with pytest.raises(LanguageError, match=r"pack\.toml is not UTF-8"):
        LanguagePack.from_folder(folder)


@pytest.mark.parametrize("task", PROMPT_TASKS)
def test_missing_prompt_is_named(tmp_path: Path, french_folder: Path, task: str) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(french_folder, folder)
    (folder / f"prompts/{task}.v1.md").unlink()
    with pytest.raises(LanguageError, match=f"lacks a prompt for {task}"):
        LanguagePack.from_folder(folder)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("exams.md", "{case}", "no version in its name"),
        ("exams.v0.md", "{case}", "no version in its name"),
        ("Exams.v1.md", "{case}", "no version in its name"),
        ("exams.v2.md", " \n", "is empty"),
        ("exams.v2.md", "Listez les examens.", "must have the field {case}"),
        ("exams.v2.md", "{case} {gold}", "must have the field {case}"),
    ],
)
def test_bad_prompt_is_named(tmp_path: Path, french_folder: Path, name: str, text: str, said: str) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(french_folder, folder)
    (folder / "prompts" / name).write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError, match=re.escape(said)) as caught:
        LanguagePack.from_folder(folder)
    assert name in str(caught.value)


def test_further_versions_and_prompts_are_kept(tmp_path: Path, french_folder: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(french_folder, folder)
    (folder / "prompts/exams.v2.md").write_text("{case}", encoding="utf-8")
    (folder / "prompts/relevance.v1.md").write_text("{title} {abstract}", encoding="utf-8")
    prompts = LanguagePack.from_folder(folder).prompts
    assert {"exams.v1", "exams.v2", "relevance.v1"} <= set(prompts)


def test_pack_is_frozen_and_its_mappings_are_read_only(pack: LanguagePack) -> None:
    with pytest.raises(AttributeError):
        pack.placeholder = "[X]"  # type: ignore[misc]
    for mapping in (pack.report, pack.prompts, pack.case_fields):
        with pytest.raises(TypeError):
            mapping["new"] = "x"  # type: ignore[index]


def test_pack_is_a_value(pack: LanguagePack, project: Path) -> None:
    again = LanguagePack.from_folder(project / "src/clinicalbr/languages" / pack.code)
    assert again == pack
    assert hash(again) == hash(pack)
    for twin in (pickle.loads(pickle.dumps(pack)), copy.deepcopy(pack)):
        assert twin == pack
        with pytest.raises(TypeError):
            twin.report["new"] = "x"


def test_report_keys_and_fields(pack: LanguagePack) -> None:
    assert tuple(pack.report) == REPORT_KEYS
    for key, template in pack.report.items():
        filled = template.format(**dict.fromkeys(REPORT_FIELDS[key], "42"))
        assert filled.strip() == filled
        assert filled.count("42") == len(REPORT_FIELDS[key])


def test_report_texts_differ_between_languages() -> None:
    english, portuguese = LanguagePack.load("en").report, LanguagePack.load("pt").report
    assert [key for key in REPORT_KEYS if english[key] == portuguese[key]] == []


def test_case_fields_are_fields_of_a_case(pack: LanguagePack) -> None:
    known = set(ClinicalCase.model_fields)
    for name, field in ClinicalCase.model_fields.items():
        sections = [kind for kind in get_args(field.annotation) if hasattr(kind, "model_fields")]
        known |= {f"{name}.{inner}" for section in sections for inner in section.model_fields}
    assert set(pack.case_fields) <= known


def test_case_fields_of_portuguese_files() -> None:
    fields = LanguagePack.load("pt").case_fields
    assert "apresentacao" in fields["presentation"]
    assert "diagnostico" in fields["diagnosis"]
    assert "resultado_final_diagnostico" in fields["diagnosis.final_diagnosis_name"]


def test_alias_of_one_field_is_no_name_of_another_field_of_its_section(pack: LanguagePack) -> None:
    for path, aliases in pack.case_fields.items():
        section = path.rpartition(".")[0]
        names = {
            key.rpartition(".")[2] for key in pack.case_fields if key.rpartition(".")[0] == section and key != path
        }
        assert not names & set(aliases), path


@given(st.lists(st.text(min_size=1, max_size=12), max_size=5))
def test_lists_are_folded_without_repeats(words: list[str]) -> None:
    from clinicalbr.languages._reader import TableReader

    reader = TableReader({"words": words}, "pack.toml")
    if all(fold_text(word).strip() for word in words):
        folded = reader.folded("words")
        assert len(set(folded)) == len(folded)
        assert all(fold_text(word) == word for word in folded)
    else:
        with pytest.raises(LanguageError, match="'words'"):
            reader.folded("words")


def test_numbers_too_long_to_read_and_folders_for_files(changed_pack: Callable[..., Path]) -> None:
    folder = changed_pack("name", "x")
    with (folder / "pack.toml").open("a", encoding="utf-8") as stream:
        stream.write(f"\n[more]\nnumber = {'9' * 5000}\n")
    with pytest.raises(LanguageError, match=r"pack\.toml is not a TOML file.*Remedy"):
        LanguagePack.from_folder(folder)
    shutil.rmtree(folder)
    folder = changed_pack("name", "x")
    (folder / "prompts" / "diagnosis.v1.md").unlink()
    (folder / "prompts" / "diagnosis.v1.md").mkdir()
    with pytest.raises(LanguageError, match=r"diagnosis\.v1\.md cannot be read.*Remedy"):
        LanguagePack.from_folder(folder)
