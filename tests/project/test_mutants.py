"""The mutants that measure the tests: each is one small change, and what means nothing is left alone."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def mutants(project: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants", project / "benchmarks" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("statement", "made"),
    [
        ("x = a < 1", ["x = a >= 1", "x = a <= 1", "x = a < 2", "x = a < 0"]), ("x = a in b", ["x = a not in b"]), ("x = a is None", ["x = a is not None"]), ("x = a + b", ["x = a - b"]), ("x = a + 's'", []), ("x = [1] + a", ["x = [2] + a", "x = [0] + a"]),
        ("x = a | b", []), ("x = a // b", ["x = a * b"]), ("x = 0.5", ["x = 1.0", "x = 0.25"]), ("x = True", ["x = False"]), ("x = a and b", ["x = a or b"]), ("x = not a", ["x = a"]), ("x = b if a else c", ["x = b if not a else c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if not a]"]), ("x = [a for a in b if a == c]", ["x = [a for a in b if a != c]"]), ("x = min(a, b)", ["x = max(a, b)"]), ("x = a.startswith(b)", ["x = a.endswith(b)"]), ("x = a[b:c]", ["x = a[:c]", "x = a[b:]"]),
        ("x = {'a', 'b'}", ["x = {'b'}", "x = {'a'}"]), ("x = {'a': b, 'c': d}", ["x = {'c': d}", "x = {'a': b}"]), ("x = a in '.,'", ["x = a not in '.,'", "x = a in ','", "x = a in '.'"]), ("x = frozenset('ab')", ["x = frozenset('b')", "x = frozenset('a')"]), ("x = 'ab'", []),
        ("f(a)", ["pass"]), ("x += a", ["x -= a", "pass"]), ("x.y = a", ["pass"]), ("import a", []), ("'text'", []), ("__all__ = ['a', 'b']", []), ("x: Literal['a', 'b'] = y", []), ("raise E('a' + b, remedy='c')", ["pass"]), ("f(remedy=1)", ["pass"]),
    ],
)  # fmt: skip
def test_changes_of_a_statement(mutants: ModuleType, statement: str, made: list[str]) -> None:
    found = mutants.mutants_of(statement, "m.py")
    assert [mutant.after for mutant in found] == made
    assert [mutant.applied(statement) for mutant in found] == made
    assert {mutant.before for mutant in found} <= {ast.unparse(ast.parse(statement))}


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("-> bool:\n    return a", ["return not a"]), ("-> bool:\n    return True", ["return False"]), ("-> str:\n    return a", ["return ''"]), ("-> str | None:\n    return a", ["return None"]), ("-> tuple[int, ...]:\n    return a", ["return ()"]), (":\n    return a", ["return None"]), ("-> None:\n    return", []),
        (":\n    for a in b:\n        break", ["continue"]), (":\n    if a:\n        continue_()", ["if not a:", "pass"]), (":\n    x = a\n    x = b", ["pass", "pass"]), (":\n    x = a", []), ("-> int:\n    ...", []),
    ],
)  # fmt: skip
def test_changes_in_a_function(mutants: ModuleType, body: str, made: list[str]) -> None:
    found = mutants.mutants_of(f"def f(){body}", "m.py")
    assert [mutant.after for mutant in found] == made


def test_mutants_of_a_module_are_all_different_and_can_be_compiled(mutants: ModuleType, project: Path) -> None:
    source = (project / "src" / "clinicalbr" / "masking" / "verdicts.py").read_text(encoding="utf-8")
    found = mutants.mutants_of(source, "verdicts.py")
    assert len(found) > 100
    assert len({mutant.name for mutant in found}) == len(found)
    assert len(Counter(mutant.operator for mutant in found)) > 8
    original = ast.unparse(ast.parse(source))
    lines = source.splitlines()
    for mutant in found[::5]:
        changed = mutant.applied(source)
        compile(changed, "verdicts.py", "exec")
        assert changed != original
        assert mutant.before != mutant.after
        assert lines[mutant.line - 1].strip()
        assert mutant.line <= mutant.last_line <= len(lines)
