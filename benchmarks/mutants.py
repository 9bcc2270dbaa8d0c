"""Mutants of a Python module: one small change of meaning each, made on the syntax tree.

A test suite that passes on a mutant did not notice the change. What has no meaning for the program (docstrings,
annotations, imports, decorators, ``__all__``, texts of errors) is left alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Mutant", "mutants_of"]

Path = tuple[tuple[str, int | None], ...]
Change = tuple[str, ast.AST]

_COMPARED: dict[type[ast.cmpop], tuple[tuple[str, type[ast.cmpop]], ...]] = {
    ast.Eq: (("comparison", ast.NotEq),),
    ast.NotEq: (("comparison", ast.Eq),),
    ast.Lt: (("comparison", ast.GtE), ("boundary", ast.LtE)),
    ast.LtE: (("comparison", ast.Gt), ("boundary", ast.Lt)),
    ast.Gt: (("comparison", ast.LtE), ("boundary", ast.GtE)),
    ast.GtE: (("comparison", ast.Lt), ("boundary", ast.Gt)),
    ast.In: (("comparison", ast.NotIn),),
    ast.NotIn: (("comparison", ast.In),),
    ast.Is: (("comparison", ast.IsNot),),
    ast.IsNot: (("comparison", ast.Is),),
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_TWINS = (
    ("min", "max"),
    ("any", "all"),
    ("startswith", "endswith"),
    ("lstrip", "rstrip"),
    ("find", "rfind"),
    ("partition", "rpartition"),
    ("bisect_left", "bisect_right"),
)
_TWIN = dict(_TWINS) | {second: first for first, second in _TWINS}
_STRIPS = frozenset({"strip", "lstrip", "rstrip"})
_COLLECTIONS = frozenset({"frozenset", "set", "tuple", "list"})
_EMPTY = {"str": "''", "int": "0", "float": "0.0", "dict": "{}", "Mapping": "{}", "set": "set()"} | {
    "tuple": "()",
    "list": "[]",
    "frozenset": "frozenset()",
    "Sequence": "()",
    "Iterable": "()",
    "Iterator": "iter(())",
}
_UNREAD_FIELDS = frozenset({"annotation", "returns", "decorator_list", "ctx", "type_comment", "type_params", "bases"})
_UNREAD_KEYWORDS = frozenset({"remedy", "description", "title", "examples", "help", "message"})
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module.

    Args:
        module: The module's file, as the caller names it.
        line: First line of the statement that holds the change.
        last_line: Last line of the change.
        operator: Kind of the change.
        before: The statement around the change, as it was.
        after: The statement, changed.
        path: Way from the root of the syntax tree to the node that is replaced.
        variant: Which of the changes of that node.
    """

    module: str
    line: int
    last_line: int
    operator: str
    before: str
    after: str
    path: Path
    variant: int

    @property
    def name(self) -> str:
        """What tells it from all others of the same sources."""
        steps = "/".join(field if index is None else f"{field}{index}" for field, index in self.path)
        return f"{self.module}:{self.line} {self.operator} {steps}#{self.variant}"

    def applied(self, source: str) -> str:
        """The module's source with the change."""
        tree = ast.parse(source)
        node = _at(tree, self.path)
        _, new = list(_changes(node, _scope(tree, self.path, _read_by_sign(tree))))[self.variant]
        return ast.unparse(ast.fix_missing_locations(_replaced(tree, self.path, new)))


@dataclass(frozen=True, slots=True)
class _Scope:
    """What the operators ask about the surroundings of a node."""

    parent: ast.AST
    function: ast.FunctionDef | None
    read_by_sign: frozenset[str]
    """Names of strings whose signs count one by one: ``char in NAME``, ``text.strip(NAME)``."""


def mutants_of(source: str, module: str) -> list[Mutant]:
    """Every mutant of a module, in order of place.

    Args:
        source: The module.
        module: How its file is named in the mutants.

    Returns:
        Mutants that differ from the module in their syntax tree; some may still mean the same.

    Examples:
        >>> [(mutant.operator, mutant.after) for mutant in mutants_of("def f(x):\\n    return x < 1", "f.py")]
        [('return', 'return None'), ('comparison', 'return x >= 1'), ('boundary', 'return x <= 1'), ('constant', 'return x < 2'), ('constant', 'return x < 0')]
    """
    tree = ast.parse(source)
    read_by_sign = _read_by_sign(tree)
    return [
        mutant
        for path, node in _sites(tree, ())
        for mutant in _mutants_at(tree, path, node, module, _scope(tree, path, read_by_sign))
    ]


def _mutants_at(tree: ast.Module, path: Path, node: ast.AST, module: str, scope: _Scope) -> Iterator[Mutant]:
    for variant, (operator, new) in enumerate(_changes(node, scope)):
        place = max(at for at in range(len(path) + 1) if isinstance(_at(tree, path[:at]), ast.stmt))
        statement = _at(tree, path[:place])
        assert isinstance(statement, ast.stmt)
        old = _headline(statement)
        changed = _headline(new if place == len(path) else _replaced(statement, path[place:], new))
        before, after = _around_difference(old, changed)
        last = getattr(node, "end_lineno", None) if place < len(path) else statement.end_lineno
        yield Mutant(module, statement.lineno, last or statement.lineno, operator, before, after, path, variant)


def _sites(node: ast.AST, path: Path) -> Iterator[tuple[Path, ast.AST]]:
    if _is_unread(node):
        return
    yield path, node
    if isinstance(node, ast.Raise):
        return
    for field, value in ast.iter_fields(node):
        if field in _UNREAD_FIELDS:
            continue
        if isinstance(value, ast.AST):
            yield from _sites(value, (*path, (field, None)))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield from _sites(item, (*path, (field, index)))


def _is_unread(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.keyword(arg=name):
            return name in _UNREAD_KEYWORDS
    return False


def _changes(node: ast.AST, scope: _Scope) -> Iterator[Change]:
    for operator in _OPERATORS:
        yield from operator(node, scope)


def _comparisons(node: ast.AST, _: _Scope) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for index, sign in enumerate(node.ops):
            for operator, other in _COMPARED[type(sign)]:
                yield operator, _with(node, ops=[*node.ops[:index], other(), *node.ops[index + 1 :]])


def _arithmetic(node: ast.AST, scope: _Scope) -> Iterator[Change]:
    if isinstance(node, ast.AugAssign) and type(node.op) in _COMPUTED and not _is_text(node.value):
        yield "arithmetic", _with(node, op=_COMPUTED[type(node.op)]())
    if isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED and not (_is_text(node) or _is_type(node, scope)):
        yield "arithmetic", _with(node, op=_COMPUTED[type(node.op)]())


def _is_text(node: ast.expr) -> bool:
    """Whether it adds up strings, lists or tuples, which nothing but a sum can do."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_type(node: ast.BinOp, scope: _Scope) -> bool:
    return isinstance(node.op, ast.BitOr) and (
        scope.function is None
        or any(isinstance(side, ast.Name) and side.id[:1].isupper() for side in (node.left, node.right))
    )


def _constants(node: ast.AST, _: _Scope) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (("constant", ast.Constant(value + step)) for step in (1, -1))
        case ast.Constant(value=float(value)):
            yield from (("constant", ast.Constant(value * factor)) for factor in (2, 0.5))


def _conditions(node: ast.AST, _: _Scope) -> Iterator[Change]:
    match node:
        case ast.BoolOp():
            yield "boolean", _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield "not removed", node.operand
        case ast.If() | ast.While() | ast.IfExp() if not _has_own_opposite(node.test):
            yield "condition", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension():
            for index, test in enumerate(node.ifs):
                if not _has_own_opposite(test):
                    ifs = [*node.ifs[:index], ast.UnaryOp(ast.Not(), test), *node.ifs[index + 1 :]]
                    yield "condition", _with(node, ifs=ifs)


def _has_own_opposite(test: ast.expr) -> bool:
    """Whether another operator makes the opposite of a condition."""
    return (isinstance(test, ast.Compare) and len(test.ops) == 1) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _returns(node: ast.AST, scope: _Scope) -> Iterator[Change]:
    if not isinstance(node, ast.Return) or node.value is None or scope.function is None:
        return
    declared = ast.unparse(scope.function.returns) if scope.function.returns else ""
    if declared == "bool":
        if not (_has_own_opposite(node.value) or isinstance(node.value, ast.Constant)):
            yield "return", _with(node, value=ast.UnaryOp(ast.Not(), node.value))
        return
    nothing = _EMPTY.get(declared.partition("[")[0], "None") if "None" not in declared else "None"
    if ast.unparse(node.value) != nothing:
        yield "return", _with(node, value=ast.parse(nothing, mode="eval").body)


def _statements(node: ast.AST, scope: _Scope) -> Iterator[Change]:
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield "statement removed", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement removed", ast.Pass()
        case ast.Assign(targets=[ast.Name(id=name)]) if scope.function and _is_bound_again(name, scope.function):
            yield "statement removed", ast.Pass()
        case ast.Break():
            yield "break and continue", ast.Continue()
        case ast.Continue():
            yield "break and continue", ast.Break()


def _is_bound_again(name: str, function: ast.FunctionDef) -> bool:
    bound = sum(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in ast.walk(function)
    )
    return bound > 1 or any(
        argument.arg == name for argument in ast.walk(function.args) if isinstance(argument, ast.arg)
    )


def _calls(node: ast.AST, _: _Scope) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Name(id=name) as called) if name in _TWIN:
            yield "call", _with(node, func=_with(called, id=_TWIN[name]))
        case ast.Call(func=ast.Attribute(attr=name) as called) if name in _TWIN:
            yield "call", _with(node, func=_with(called, attr=_TWIN[name]))


def _slices(node: ast.AST, _: _Scope) -> Iterator[Change]:
    if isinstance(node, ast.Slice):
        for bound in ("lower", "upper"):
            if getattr(node, bound) is not None:
                yield "slice bound", _with(node, **{bound: None})


def _elements(node: ast.AST, scope: _Scope) -> Iterator[Change]:
    match node:
        case ast.Set() | ast.List() | ast.Tuple() if len(node.elts) > 1 and all(
            isinstance(element, ast.Constant) for element in node.elts
        ):
            for index in range(len(node.elts)):
                yield "element", _with(node, elts=[*node.elts[:index], *node.elts[index + 1 :]])
        case ast.Dict() if len(node.keys) > 1:
            for index in range(len(node.keys)):
                keys = [*node.keys[:index], *node.keys[index + 1 :]]
                yield "element", _with(node, keys=keys, values=[*node.values[:index], *node.values[index + 1 :]])
        case ast.Constant(value=str(text)) if len(text) > 1 and _is_read_by_sign(node, scope):
            for index in range(len(text)):
                yield "element", ast.Constant(text[:index] + text[index + 1 :])


def _is_read_by_sign(node: ast.Constant, scope: _Scope) -> bool:
    match scope.parent:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
            return right is node
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _STRIPS
        case ast.Call(func=ast.Name(id=name)):
            return name in _COLLECTIONS
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in scope.read_by_sign
    return False


_OPERATORS: tuple[Callable[[ast.AST, _Scope], Iterator[Change]], ...] = (
    _comparisons,
    _arithmetic,
    _constants,
    _conditions,
    _returns,
    _statements,
    _calls,
    _slices,
    _elements,
)


def _scope(tree: ast.Module, path: Path, read_by_sign: frozenset[str]) -> _Scope:
    above = [_at(tree, path[:at]) for at in range(len(path))]
    functions = [node for node in above if isinstance(node, ast.FunctionDef)]
    return _Scope(above[-1] if above else tree, functions[-1] if functions else None, read_by_sign)


def _read_by_sign(tree: ast.Module) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                names.add(name)
            case ast.Call(func=ast.Attribute(attr=called), args=[ast.Name(id=name)]) if called in _STRIPS:
                names.add(name)
    return frozenset(names)


def _at(node: ast.AST, path: Path) -> ast.AST:
    for field, index in path:
        value = getattr(node, field)
        node = value if index is None else value[index]
    return node


def _replaced(node: ast.AST, path: Path, new: ast.AST) -> ast.AST:
    """A copy of a tree with another node at the end of a path; what is off the path is shared."""
    if not path:
        return new
    (field, index), rest = path[0], path[1:]
    value = getattr(node, field)
    if index is None:
        return _with(node, **{field: _replaced(value, rest, new)})
    return _with(node, **{field: [*value[:index], _replaced(value[index], rest, new), *value[index + 1 :]]})


def _with(node: ast.AST, **fields: object) -> ast.AST:
    made = copy.copy(node)
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def _headline(statement: ast.AST) -> str:
    """A simple statement, or the first line of one that holds others."""
    lines = ast.unparse(ast.fix_missing_locations(copy.deepcopy(statement))).splitlines()
    return next(line for line in lines if not line.startswith("@"))


def _around_difference(before: str, after: str) -> tuple[str, str]:
    """Two texts, cut to the surroundings of what differs when they are long."""
    shortest = min(len(before), len(after))
    start = next((at for at in range(shortest) if before[at] != after[at]), shortest)
    begin = start - _SHOWN if start > _SHOWN else 0
    return tuple(  # type: ignore[return-value]
        ("..." if begin else "") + text[begin : start + _SHOWN] + ("..." if len(text) > start + _SHOWN else "")
        for text in (before, after)
    )
