"""Every error of clinicalbr: what it says, and that it crosses process boundaries whole."""

from __future__ import annotations

import copy
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from clinicalbr import errors
from clinicalbr._optional import require
from clinicalbr.errors import (
    ClinicalBrError,
    InputError,
    MissingExtraError,
    NotXmlError,
    RecordError,
)

CLASSES = [getattr(errors, name) for name in errors.__all__]
MADE = [
    *(kind("no text in a.xml", remedy="give another file") for kind in CLASSES if kind not in (MissingExtraError,)),
    ClinicalBrError("no remedy known"),
    NotXmlError("a web page", remedy="fetch the XML", found="html"),
    RecordError("no column 'gold'", remedy="pass --gold", file="golds.csv", line=7),
    MissingExtraError("torch", extra="dense"),
]


def test_all_classes_are_listed_and_share_the_base() -> None:
    defined = {name for name, thing in vars(errors).items() if isinstance(thing, type) and issubclass(thing, Exception)}
    assert defined == set(errors.__all__)
    assert errors.__all__ == sorted(errors.__all__)
    assert all(issubclass(kind, ClinicalBrError) for kind in CLASSES)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    lines = re.findall(r"^    ([│├└─ ]*)(\w+)", errors.__doc__ or "", re.MULTILINE)
    parents: dict[int, str] = {}
    for branch, name in lines:
        depth = len(branch) // 4
        parents[depth] = name
        if depth:
            assert getattr(errors, name).__base__ is getattr(errors, parents[depth - 1]), name
    assert {name for _, name in lines} == set(errors.__all__)


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if kind is not MissingExtraError])
@pytest.mark.parametrize(
    ("message", "remedy", "said"),
    [
        ("a.xml is empty", "fetch it again", "a.xml is empty. Remedy: fetch it again"),
        ("a.xml is empty.", "fetch it again", "a.xml is empty. Remedy: fetch it again"),
        ("a.xml is empty", "", "a.xml is empty"),
    ],
)
def test_message_and_remedy(kind: type[ClinicalBrError], message: str, remedy: str, said: str) -> None:
    error = kind(message, remedy=remedy)
    assert str(error).endswith(said)
    assert error.remedy == remedy
    assert message.rstrip(".") in error.message
    assert isinstance(error, ClinicalBrError)


def test_errors_with_fields_of_their_own() -> None:
    record = RecordError("no column 'gold'", remedy="pass --gold", file="golds.csv", line=7)
    assert str(record) == "golds.csv, line 7: no column 'gold'. Remedy: pass --gold"
    assert (record.file, record.line) == ("golds.csv", 7)
    assert isinstance(record, InputError)
    assert RecordError("x").file == "<stream>"
    assert NotXmlError("a web page", found="html").found == "html"
    missing = MissingExtraError("torch", extra="dense")
    assert str(missing) == "torch is not installed. Remedy: pip install 'clinicalbr[dense]'"
    assert (missing.module, missing.extra) == ("torch", "dense")


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(error: ClinicalBrError, protocol: int) -> None:
    same(pickle.loads(pickle.dumps(error, protocol)), error)


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_copying(error: ClinicalBrError) -> None:
    same(copy.copy(error), error)
    same(copy.deepcopy(error), error)


def same(one: BaseException, other: ClinicalBrError) -> None:
    assert type(one) is type(other)
    assert str(one) == str(other)
    assert one.args == other.args
    assert vars(one) == vars(other)


def test_notes_travel_along() -> None:
    error = ClinicalBrError("x")
    error.add_note("while reading golds.csv")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["while reading golds.csv"]


def test_a_worker_process_hands_its_error_back() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        future = pool.submit(require, "no_such_module_at_all", extra="dense")
        error = future.exception(timeout=60)
    assert isinstance(error, MissingExtraError)
    assert error.module == "no_such_module_at_all"


def test_require_names_the_missing_part() -> None:
    assert require("json.decoder", extra="llm").JSONDecoder
    with pytest.raises(MissingExtraError, match=r"^json\.no_such_part is not installed"):
        require("json.no_such_part", extra="llm")
