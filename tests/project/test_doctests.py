"""Runs the examples of every docstring, and asks that public objects have one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import clinicalbr

MODULES = sorted(module.name for module in pkgutil.walk_packages(clinicalbr.__path__, "clinicalbr."))


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_module(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def _public() -> list[tuple[str, object]]:
    packages = [clinicalbr, *(importlib.import_module(name) for name in MODULES)]
    return [
        (f"{package.__name__}.{name}", getattr(package, name))
        for package in packages
        if hasattr(package, "__path__")
        for name in package.__all__
        if inspect.isclass(getattr(package, name)) or inspect.isfunction(getattr(package, name))
    ]


@pytest.mark.parametrize(("name", "thing"), _public(), ids=[name for name, _ in _public()])
def test_public_objects_are_documented(name: str, thing: object) -> None:
    text = inspect.getdoc(thing) or ""
    assert text, f"{name} has no docstring"
    if inspect.isfunction(thing):
        assert ">>>" in text, f"{name} has no example"


def test_public_names_are_sorted_and_exist() -> None:
    for name in MODULES:
        module = importlib.import_module(name)
        if hasattr(module, "__path__"):
            assert list(module.__all__) == sorted(
                module.__all__, key=lambda item: (not item.isupper(), not item[:1].isupper(), item)
            ), name
            assert all(hasattr(module, item) for item in module.__all__), name
