"""`import clinicalbr` stays light, and the package is what the wheel holds."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

import clinicalbr

HEAVY = ("torch", "spacy", "faiss", "pandas", "matplotlib", "scipy", "transformers", "pyarrow", "openai")


def test_import_loads_nothing_heavy() -> None:
    code = f"import sys, clinicalbr; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["text", "languages", "schema", "masking", "sources"])
def test_light_packages_load_no_numerics(package: str) -> None:
    code = f"import sys, clinicalbr.{package}; print([name for name in ('numpy', *{HEAVY!r}) if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_lazy_name_resolves() -> None:
    for name in clinicalbr.__all__:
        assert getattr(clinicalbr, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = clinicalbr.nothing


def test_package_is_typed_and_versioned() -> None:
    assert (Path(clinicalbr.__file__).parent / "py.typed").is_file()
    assert distribution("clinicalbr").version == clinicalbr.__version__


def test_tests_run_on_the_installed_wheel(project: Path) -> None:
    """A module that the wheel forgets must not be found in the checkout."""
    assert not Path(clinicalbr.__file__).is_relative_to(project / "src")
