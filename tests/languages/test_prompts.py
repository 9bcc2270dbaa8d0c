"""Task prompts: one field, the output keys of the tasks, and text in the language of the pack."""

from __future__ import annotations

import json
import re

import pytest

from clinicalbr.languages import PROMPT_TASKS, LanguagePack
from clinicalbr.schema import Task
from clinicalbr.text import fold_text

CODES = LanguagePack.included()
PROMPTS = [(code, task) for code in CODES for task in PROMPT_TASKS]


def prompt_of(code: str, task: str) -> str:
    return LanguagePack.load(code).prompts[f"{task}.v1"]


def json_block(prompt: str) -> dict[str, object]:
    start = prompt.index("{\n") if "{\n" in prompt else prompt.index('{"')
    block, _ = json.JSONDecoder().raw_decode(prompt[start:])
    assert isinstance(block, dict)
    return block


def test_prompt_tasks_are_the_tasks() -> None:
    assert set(PROMPT_TASKS) == {task.value for task in Task}


@pytest.mark.parametrize(("code", "task"), PROMPTS)
def test_prompt_ends_with_its_only_field(code: str, task: str) -> None:
    prompt = prompt_of(code, task)
    assert prompt.endswith(":\n{case}\n")
    assert re.findall(r"\{([a-z_]+)\}", prompt) == ["case"]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("task", ["diagnosis", "differential"])
def test_diagnostic_prompts_ask_for_the_keys_of_the_task(code: str, task: str) -> None:
    block = json_block(prompt_of(code, task))
    assert list(block) == ["differential_diagnosis", "explanatory_final_diagnosis", "diagnosis_result"]
    items = block["differential_diagnosis"]
    assert isinstance(items, list)
    assert all(list(item) == ["diagnosis", "included", "justification"] for item in items)
    assert [item["included"] for item in items] == [True, False]


@pytest.mark.parametrize("code", CODES)
def test_exam_prompt_asks_for_four_empty_lists(code: str) -> None:
    prompt = prompt_of(code, "exams")
    assert json_block(prompt) == {"laboratory": [], "imaging": [], "pathology": [], "other": []}
    assert all(prompt.count(f'"{category}"') == 2 for category in ("laboratory", "imaging", "pathology", "other"))


@pytest.mark.parametrize("code", CODES)
def test_treatment_prompt_shows_its_tags(code: str) -> None:
    prompt = prompt_of(code, "treatment")
    assert "\n<treatment>\n" in prompt
    assert "\n</treatment>\n" in prompt


@pytest.mark.parametrize(("code", "task"), PROMPTS)
def test_prompt_is_in_the_language_of_its_pack(code: str, task: str) -> None:
    words = re.findall(r"[^\W\d_]+", fold_text(prompt_of(code, task)))
    known = {
        other: sum(word in LanguagePack.load(other).function_words for word in words)
        for other in LanguagePack.included()
    }
    assert max(known, key=lambda other: known[other]) == code
    assert known[code] > 0.2 * len(words)


@pytest.mark.parametrize(("code", "task"), PROMPTS)
def test_prompt_holds_no_placeholder_and_no_name_of_a_disease(code: str, task: str) -> None:
    prompt = prompt_of(code, task)
    assert "[" not in re.sub(r"\[\]|\[\n", "", prompt)
    assert not re.search(r"chagas|tubercul|l[uú]pus|dengue|cancer|c[aâá]ncer", prompt, re.IGNORECASE)
