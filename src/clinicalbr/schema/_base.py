"""The base of every record that is read from or written to a file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["FieldText", "Record", "texts_of"]

FieldText = str | tuple[str, ...] | None
"""One value of a case: text, a list of texts, or nothing."""


class Record(BaseModel):
    """A frozen record of a file; unknown keys are refused by name.

    Examples:
        >>> class Dose(Record):
        ...     milligrams: float
        >>> Dose(milligrams=50).milligrams
        50.0
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, str_strip_whitespace=False)


def texts_of(value: FieldText) -> tuple[str, ...]:
    """The non-empty texts of a field value, whatever its form.

    Args:
        value: Text, a list of texts, or ``None``.

    Returns:
        The texts that hold more than white space, as written.

    Examples:
        >>> texts_of(("Hb 9,1 g/dL", "")), texts_of(None)
        (('Hb 9,1 g/dL',), ())
    """
    if value is None:
        return ()
    values = (value,) if isinstance(value, str) else value
    return tuple(text for text in values if text.strip())
