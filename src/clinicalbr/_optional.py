"""Import of optional dependencies, with an error that names the extra to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from clinicalbr.errors import MissingExtraError

__all__ = ["require"]


def require(module: str, *, extra: str) -> ModuleType:
    """Import an optional module.

    Args:
        module: Dotted module name.
        extra: The extra of clinicalbr that installs it.

    Returns:
        The imported module.

    Raises:
        MissingExtraError: The module, or a part of it, is not installed.

    Examples:
        >>> require("json", extra="llm").dumps([1])
        '[1]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or module, extra=extra) from error
