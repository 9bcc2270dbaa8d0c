"""The running text of JATS elements in reading order, with sections kept and floats left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from clinicalbr.schema import Section
from clinicalbr.sources._plain import squeeze
from clinicalbr.sources._vocabulary import Role, local_name, role_of

__all__ = ["flow", "plain_text", "sections"]

_TEX_BEGIN, _TEX_END = "\\begin{document}", "\\end{document}"

Part = str | Section


class _Builder:
    """The parts of one container as they come in."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.item_label = ""
        self._open: list[str] = []

    def add(self, text: str | None) -> None:
        self._open.append(text or "")

    def break_paragraph(self) -> None:
        if text := squeeze("".join(self._open)):
            self.parts.append(f"{self.item_label} {text}" if self.item_label else text)
            self.item_label = ""
        self._open.clear()


def flow(element: etree._Element, *, drop_notes: bool = False) -> list[Part]:
    """Content of an element: paragraphs as text, sections as sections, in reading order.

    Args:
        element: A body, section, abstract, paragraph or any other container.
        drop_notes: Whether marks of footnotes are dropped.

    Returns:
        Its paragraphs and sections; the element's own title is not among them.
    """
    builders = [_Builder()]
    builders[0].add(element.text)
    # An explicit stack, for the depth of a file may be greater than that of Python's.
    stack = [(element, iter(element), Role.INLINE, "")]
    while stack:
        parent, children, own_role, tail = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            _leave(parent, own_role, builders)
            builders[-1].add(tail)
            continue
        after = child.tail or ""
        child, role = _chosen(child, local_name(parent), drop_notes=drop_notes)
        if _enter(child, role, builders):
            builders[-1].add(child.text)
            stack.append((child, iter(child), role, after))
        else:
            builders[-1].add(after)
    builders[0].break_paragraph()
    return builders[0].parts


def _chosen(child: etree._Element, parent: str, *, drop_notes: bool) -> tuple[etree._Element, Role]:
    """The element and its role; of several renderings mathematics in mark-up, then text, then TeX."""
    role = role_of(child, parent, drop_notes=drop_notes)
    while role is Role.ALTERNATIVES:
        by_name = {local_name(option): option for option in reversed(child)}
        best = next((by_name[name] for name in ("math", "textual-form", "tex-math") if name in by_name), None)
        options = [best] if best is not None else list(child)
        roles = [(option, role_of(option, "alternatives", drop_notes=drop_notes)) for option in options]
        child, role = next((pair for pair in roles if pair[1] is not Role.LEFT_OUT), (child, Role.LEFT_OUT))
    return child, role


def _enter(child: etree._Element, role: Role, builders: list[_Builder]) -> bool:
    """Begin an element; whether its content is to follow."""
    here = builders[-1]
    if role in (Role.SECTION, Role.BLOCK):
        here.break_paragraph()
    if role is Role.SECTION:
        builders.append(_Builder())
    elif role in (Role.SPACED, Role.LEFT_OUT):
        here.add(" ")
    elif role is Role.ITEM_LABEL:
        here.item_label = plain_text(child)
    elif role is Role.TEX:
        here.add(_tex(child))
    return role in (Role.SECTION, Role.BLOCK, Role.INLINE, Role.SPACED)


def _leave(element: etree._Element, role: Role, builders: list[_Builder]) -> None:
    if role is Role.SECTION:
        done = builders.pop()
        done.break_paragraph()
        if found := _section(element, done.parts):
            builders[-1].parts.append(found)
    elif role is Role.BLOCK:
        builders[-1].break_paragraph()
        if local_name(element) == "list-item":
            builders[-1].item_label = ""
    elif role is Role.SPACED:
        builders[-1].add(" ")


def _tex(element: etree._Element) -> str:
    """A formula without the preamble that lets it be typeset alone."""
    text = "".join(str(piece) for piece in element.itertext())
    begin, end = text.find(_TEX_BEGIN), text.rfind(_TEX_END)
    if 0 <= begin < end:
        text = text[begin + len(_TEX_BEGIN) : end]
    return text.replace("$$", " ")


def plain_text(element: etree._Element | None) -> str:
    """An element's text on one line, for titles and captions; marks of footnotes are left out.

    Args:
        element: Any element, or ``None``.

    Returns:
        The text, empty for ``None``.
    """
    return "" if element is None else " ".join(_lines(flow(element, drop_notes=True)))


def _lines(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        else:
            yield from (line for inner in part.walk() for line in (inner.title, *inner.paragraphs) if line)


def _section(element: etree._Element, parts: list[Part]) -> Section | None:
    """A section, ``None`` when nothing stands in it. A label is the title of a section without one."""
    title = plain_text(element.find("title")) or plain_text(element.find("label"))
    paragraphs, nested = _split(parts)
    if not (title or paragraphs or nested):
        return None
    return Section(title=title, paragraphs=paragraphs, sections=nested, kind=(element.get("sec-type") or "").strip())


def sections(parts: Iterable[Part]) -> tuple[Section, ...]:
    """Sections of a body or abstract; paragraphs that stand in none become sections without title.

    Args:
        parts: Result of :func:`flow`.

    Returns:
        Sections in reading order.
    """
    paragraphs, nested = _split(parts)
    return (Section(paragraphs=paragraphs), *nested) if paragraphs else nested


def _split(parts: Iterable[Part]) -> tuple[tuple[str, ...], tuple[Section, ...]]:
    """Leading paragraphs, and the sections after them; paragraphs between sections keep their place."""
    leading: list[str] = []
    nested: list[Section] = []
    loose: list[str] = []
    for part in parts:
        if isinstance(part, Section):
            if loose:
                nested.append(Section(paragraphs=tuple(loose)))
                loose = []
            nested.append(part)
        elif nested:
            loose.append(part)
        else:
            leading.append(part)
    if loose:
        nested.append(Section(paragraphs=tuple(loose)))
    return tuple(leading), tuple(nested)
