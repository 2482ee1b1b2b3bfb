"""The small faults that are put into the program, one at a time, to see whether a test notices."""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
PROBE = "__mutant_probe__"
CLASS = ast.Name("__class__", ast.Load())  # what `super()` takes from outside a method


@dataclass(frozen=True)
class Mutant:
    """One fault. `place` is its number among all faults of the function, in the order of the
    source, so that it is found again when the function has moved."""

    file: str
    function: str
    place: int
    kind: str
    line: int
    before: str
    after: str

    @property
    def key(self) -> str:
        return f"{self.file}:{self.function}:{self.place}:{self.kind}"

    def as_row(self) -> dict[str, object]:
        return asdict(self)


def mutants(root: Path, file: str) -> list[Mutant]:
    """Return every fault that can be put into the functions of a file."""
    tree = ast.parse((root / file).read_text())
    found = []
    for name, function in functions(tree):
        for place, (path, kind, node) in enumerate(_faults(function)):
            before = _at(function, path)
            found.append(Mutant(file, name, place, kind, before.lineno, _told(before), _told(node)))
    return found


def found_again(root: Path, earlier: Sequence[Mutant]) -> tuple[list[Mutant], list[Mutant]]:
    """Part the faults of an earlier run into those that can be put in again, each with its line of
    today, and those whose statement is no longer what it was."""
    there = {
        mutant.key: mutant
        for file in {mutant.file for mutant in earlier}
        if (root / file).exists()
        for mutant in mutants(root, file)
    }
    again, gone = [], []
    for old in earlier:
        now = there.get(old.key)
        if now and (now.before, now.after) == (old.before, old.after):
            again.append(now)
        else:
            gone.append(old)
    return again, gone


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module by their qualified names; what is defined within
    a function belongs to it."""

    def within(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                yield f"{prefix}{node.name}", node
            elif isinstance(node, ast.ClassDef):
                yield from within(node.body, f"{prefix}{node.name}.")

    yield from within(tree.body, "")


def changed(root: Path, mutant: Mutant) -> CodeType:
    """Return the code of the module with the fault in it."""
    tree = ast.parse((root / mutant.file).read_text())
    function = dict(functions(tree))[mutant.function]
    for place, (path, kind, node) in enumerate(_faults(function)):
        if place == mutant.place:
            assert kind == mutant.kind, f"{mutant.key} is another fault now"
            uses_super = _names(function, "super")
            _put(function, path, node)
            if uses_super and not _names(function, "super"):
                # A function takes no code that has other variables from outside.
                function.body.insert(0, ast.copy_location(ast.Expr(CLASS), function.body[0]))
            break
    else:
        raise LookupError(f"{mutant.key} is not there any more")
    return compile(ast.fix_missing_locations(tree), str(root / mutant.file), "exec")


def unchanged(root: Path, mutant: Mutant) -> CodeType:
    """Return the code of the module as it is."""
    return compile((root / mutant.file).read_text(), str(root / mutant.file), "exec")


def probed(root: Path, file: str, wanted: dict[int, Mutant]) -> CodeType:
    """Return the code of a module that calls the probe with a mutant's number each time just before
    the statement that the mutant changes."""
    tree = ast.parse((root / file).read_text())
    named = dict(functions(tree))
    places = {
        number: (named[mutant.function], list(_faults(named[mutant.function]))[mutant.place][0])
        for number, mutant in wanted.items()
    }
    for number, (function, path) in places.items():
        _probe(function, path, number)
    return compile(ast.fix_missing_locations(tree), str(root / file), "exec")


Route = list[tuple[str, int | None]]
Fault = tuple[Route, str, ast.AST]


def _faults(function: ast.FunctionDef) -> Iterator[Fault]:
    """Yield where each fault goes, its kind, and the node that takes the place of the one there."""
    for index, statement in enumerate(function.body):
        if index == 0 and isinstance(statement, ast.Expr) and _is_text(statement.value):
            continue
        yield from _within(statement, [("body", index)])


def _within(node: ast.AST, path: Route) -> Iterator[Fault]:
    for kind, other in _of(node):
        yield path, kind, other
    if isinstance(node, ast.JoinedStr):
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params", "args") and (
            not isinstance(node, ast.Call)
        ):
            continue
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _within(child, [*path, (field, index)])
        elif isinstance(value, ast.AST):
            yield from _within(value, [*path, (field, None)])


def _of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the faults that can be made of a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield "comparison", _with(node, ops=[COMPARED[type(op)]()])
        case ast.BinOp(op=op) if type(op) in COUNTED and not _is_text(node.left):
            yield "arithmetic", _with(node, op=COUNTED[type(op)]())
        case ast.AugAssign(op=op) if type(op) in COUNTED:
            yield "arithmetic", _with(node, op=COUNTED[type(op)]())
        case ast.BoolOp(op=op):
            yield "and or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node.operand
        case ast.If() | ast.IfExp():
            yield "condition", _with(node, test=_not(node.test))
        case ast.comprehension(ifs=[_, *_]):
            yield "filter", _with(node, ifs=node.ifs[1:])
        case ast.Constant(value=bool()):
            yield "constant", _with(node, value=not node.value)
        case ast.Constant(value=int()):
            yield "constant", _with(node, value=node.value + 1)
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Delete():
            yield "statement", ast.Pass(lineno=node.lineno, col_offset=node.col_offset)
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "result", _with(node, value=ast.Constant(None))
        case ast.Break():
            yield "loop", ast.copy_location(ast.Continue(), node)
        case ast.Continue():
            yield "loop", ast.copy_location(ast.Break(), node)
        case ast.Call(keywords=[_, *_]):
            for index, keyword in enumerate(node.keywords):
                if keyword.arg is not None:
                    rest = [k for i, k in enumerate(node.keywords) if i != index]
                    yield "argument", _with(node, keywords=rest)


def _with(node: ast.AST, **changes: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in changes.items():
        setattr(other, name, value)
    return other


def _not(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(op=ast.Not(), operand=test), test)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _at(node: ast.AST, path: Route) -> ast.AST:
    """Return the node at a path, or the nearest around it that has a line."""
    placed = node
    for field, index in path:
        node = getattr(node, field) if index is None else getattr(node, field)[index]
        placed = node if hasattr(node, "lineno") else placed
    return placed if not hasattr(node, "lineno") else node


def _names(function: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function))


def _put(node: ast.AST, path: Route, other: ast.AST) -> None:
    *above, (field, index) = path
    for name, place in above:
        node = getattr(node, name) if place is None else getattr(node, name)[place]
    if index is None:
        setattr(node, field, other)
    else:
        getattr(node, field)[index] = other


def _probe(function: ast.FunctionDef, path: Route, number: int) -> None:
    """Put a call of the probe in front of the innermost statement on the path."""
    node: ast.AST = function
    lists: list[tuple[list[ast.stmt], ast.stmt]] = []
    for field, index in path:
        value = getattr(node, field)
        if index is None:
            node = value
            continue
        # Probes that stand there already do not count.
        real = [child for child in value if not getattr(child, "is_probe", False)]
        node = real[index]
        if isinstance(node, ast.stmt):
            lists.append((value, node))
    body, statement = lists[-1]
    call = ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(number)], [])
    probe = ast.copy_location(ast.Expr(call), statement)
    probe.is_probe = True  # type: ignore[attr-defined]
    body.insert(body.index(statement), probe)


def _told(node: ast.AST) -> str:
    text = ast.unparse(node) if not isinstance(node, ast.comprehension) else "…"
    return text.split("\n")[0][:80]
