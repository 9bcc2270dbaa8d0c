"""Operators: what is written in place of a mention.

An operator is any callable from the hidden stretch to the text that takes its place. It sees that stretch alone, not
the text around it. What it returns is never trusted: see :func:`checked`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from clinicalbr.errors import OperatorError
from clinicalbr.text import fold_text

__all__ = ["DropClause", "FixedLength", "Operator", "Replace", "checked"]

Operator = Callable[[str], str]
"""From the hidden stretch of the source to the text that takes its place."""

_EDGES = frozenset({"Ps", "Pe", "Pi", "Pf", "Sm", "Sc", "So"})
_OTHER_EDGES = frozenset('*"')
_JOINERS = frozenset("-/'.&;#")
_REMEDY = "put it in brackets, as in '[REDIGIDO]'"


@dataclass(frozen=True, slots=True)
class Replace:
    """Writes the same placeholder for every mention.

    Args:
        placeholder: What is written.

    Raises:
        OperatorError: The placeholder is blank, or begins or ends like a word.

    Examples:
        >>> Replace("[REDIGIDO]")("dengue")
        '[REDIGIDO]'
    """

    placeholder: str
    scope: ClassVar[Literal["mention", "clause"]] = "mention"

    def __post_init__(self) -> None:
        refuse_placeholder(self.placeholder)

    @property
    def signature(self) -> str:
        """The operator with its settings, as text."""
        return f"replace({self.placeholder})"

    def __call__(self, _source: str) -> str:
        """The placeholder, whatever is hidden.

        Args:
            _source: The hidden stretch.

        Returns:
            The placeholder.
        """
        return self.placeholder


@dataclass(frozen=True, slots=True)
class FixedLength:
    """Writes a bar of one length for every mention, so that the bar says nothing of the length of what it hides.

    Args:
        sign: One visible sign that is no letter, digit or joining mark.
        length: How often it is written.

    Raises:
        OperatorError: The sign is not such a sign, or the length is not positive.

    Examples:
        >>> FixedLength()("AR") == FixedLength()("artrite reumatoide") == "■■■■■■■■"
        True
    """

    sign: str = "■"
    length: int = 8
    scope: ClassVar[Literal["mention", "clause"]] = "mention"

    def __post_init__(self) -> None:
        if not isinstance(self.sign, str) or len(self.sign) != 1:
            raise OperatorError(f"{self.sign!r} is not one sign", remedy="give a single sign such as '■'")
        if isinstance(self.length, bool) or not isinstance(self.length, int) or self.length < 1:
            raise OperatorError(f"a bar of length {self.length!r} cannot be written", remedy="give a positive length")
        refuse_placeholder(self.sign)

    @property
    def signature(self) -> str:
        """The operator with its settings, as text."""
        return f"fixed-length({self.sign}x{self.length})"

    def __call__(self, _source: str) -> str:
        """The bar, whatever is hidden.

        Args:
            _source: The hidden stretch.

        Returns:
            The bar.
        """
        return self.sign * self.length


@dataclass(frozen=True, slots=True)
class DropClause:
    """Writes a placeholder for the whole clause around every mention.

    The operator itself only marks the wish: a masker that sees the scope ``"clause"`` hands it the clause in place of
    the mention.

    Args:
        placeholder: What is written for the clause.

    Raises:
        OperatorError: The placeholder is blank, or begins or ends like a word.

    Examples:
        >>> drop = DropClause("[REDIGIDO]")
        >>> drop.scope, drop("o que confirmou dengue")
        ('clause', '[REDIGIDO]')
    """

    placeholder: str
    scope: ClassVar[Literal["mention", "clause"]] = "clause"

    def __post_init__(self) -> None:
        refuse_placeholder(self.placeholder)

    @property
    def signature(self) -> str:
        """The operator with its settings, as text."""
        return f"drop-clause({self.placeholder})"

    def __call__(self, _source: str) -> str:
        """The placeholder, whatever is hidden.

        Args:
            _source: The hidden clause.

        Returns:
            The placeholder.
        """
        return self.placeholder


def checked(
    operator: Operator, placeholder: str, leaks_in: Callable[[str], bool]
) -> Callable[[str], tuple[str, str | None]]:
    """An operator that cannot do harm: where its output is unsafe, the placeholder stands.

    Unsafe is: an exception, a result that is no text or a blank one, a leak, a sign that cannot be written to a file,
    and an edge that could join what stands beside it (a letter, a digit, a hyphen, an apostrophe, an invisible sign).
    The warning never quotes the hidden stretch, the output or the exception's message, for each may hold the answer.

    Args:
        operator: The operator.
        placeholder: What stands in place of an unsafe output.
        leaks_in: Says whether a text gives the answer away. When it raises, the output counts as unsafe.

    Returns:
        A callable from the hidden stretch to what takes its place and a warning, ``None`` when there is none. It never
        raises an :class:`Exception`.

    Raises:
        OperatorError: The operator cannot be called, or the placeholder is blank or begins or ends like a word.

    Examples:
        >>> initials = checked(lambda source: f"<{source[0]}>", "[REDIGIDO]", lambda text: "dengue" in text)
        >>> initials("dengue")
        ('<d>', None)
        >>> echo = checked(lambda source: f"<{source}>", "[REDIGIDO]", lambda text: "dengue" in text)
        >>> echo("dengue")
        ('[REDIGIDO]', 'the operator brought a leak back; the placeholder stands instead')
    """
    if not callable(operator):
        raise OperatorError(f"{operator!r} is no operator", remedy="give a function from text to text")
    refuse_placeholder(placeholder)

    def safe(source: str) -> tuple[str, str | None]:
        output, fault = _output(operator, source)
        fault = fault or _fault(output) or _leak(output, leaks_in)
        return (output, None) if fault is None else (placeholder, f"{fault}; the placeholder stands instead")

    return safe


def _output(operator: Operator, source: str) -> tuple[str, str | None]:
    try:
        output: object = operator(source)
    except Exception as error:  # noqa: BLE001 - anything can go wrong in foreign code, and masking must go on
        return "", f"the operator raised {type(error).__name__}"
    if not isinstance(output, str):
        return "", f"the operator returned {type(output).__name__}, not text"
    # A subclass could answer later questions otherwise than it does now.
    return str.__str__(output), None


def _leak(output: str, leaks_in: Callable[[str], bool]) -> str | None:
    try:
        return "the operator brought a leak back" if leaks_in(output) else None
    except Exception as error:  # noqa: BLE001 - an output that cannot be checked is not safe
        return f"the check of the operator's output raised {type(error).__name__}"


def _fault(output: str) -> str | None:
    """What makes a text unfit to stand between two stretches of another, or ``None``."""
    if any(unicodedata.category(sign) in ("Cs", "Cc") and sign not in "\t\n" for sign in output):
        return "the operator returned a sign that cannot be written"
    visible = output.strip()
    if not any(unicodedata.category(sign)[0] not in "CMZ" for sign in visible):
        return "the operator returned a blank text"
    if not (_separates(visible[0]) and _separates(visible[-1])):
        return "the operator returned a text that begins or ends like a word"
    return None


def _separates(sign: str) -> bool:
    """Whether a sign keeps what stands on its two sides apart in every reading of the text.

    Compared as folded, for "™" reads as letters and a curly quote as an apostrophe; "&", ";" and "#" could complete an
    HTML entity with what stands beside them, and hyphens, slashes, points and apostrophes stand within names.
    """
    if unicodedata.category(sign) not in _EDGES and sign not in _OTHER_EDGES:
        return False
    read = fold_text(sign).strip()
    return bool(read) and not any(each.isalnum() or each in _JOINERS for each in read)


def refuse_placeholder(placeholder: object) -> None:
    """Refuse what cannot stand in place of a mention.

    Args:
        placeholder: What is to stand there.

    Raises:
        OperatorError: It is no text, is blank, or begins or ends with a sign that could belong to a word.

    Examples:
        >>> refuse_placeholder("[REDIGIDO]")
    """
    if not isinstance(placeholder, str):
        raise OperatorError(f"the placeholder {placeholder!r} is no text", remedy=_REMEDY)
    if fault := _fault(placeholder):
        reason = fault.removeprefix("the operator returned ")
        raise OperatorError(f"the placeholder {placeholder!r} is {reason}", remedy=_REMEDY)
