"""Every exception that clinicalbr raises on purpose.

::

    ClinicalBrError
    ├── InputError                 the data handed in cannot be used
    │   ├── NotXmlError            not XML at all: HTML, JSON, a PDF, cut short
    │   ├── UnsafeXmlError         XML that would expand entities, or is too large or too deep
    │   ├── EmptyArticleError      an article without any text
    │   ├── RecordError            a record of a JSONL, CSV or Parquet file, with file and line
    │   └── CaseError              a clinical case that lacks what the step needs
    ├── GoldTargetError            a gold answer that cannot be masked (empty, one letter, a function word)
    ├── OperatorError              a masking operator that brought a leak back or returned no text
    ├── LanguageError              an unknown language, or a language pack with a missing or unknown key
    ├── KnowledgeBaseError         a knowledge base file that contradicts itself
    ├── SignatureError             a score signature that cannot be read back
    ├── StatisticsError            data on which a statistic is not defined
    └── MissingExtraError          an optional dependency that is not installed

Data problems that belong to one item of a batch are values (``Unscored``, ``NoLink``, ``Unparsed``);
exceptions are for what a caller must fix. Every message names the input and the remedy.
"""

from __future__ import annotations

__all__ = [
    "CaseError",
    "ClinicalBrError",
    "EmptyArticleError",
    "GoldTargetError",
    "InputError",
    "KnowledgeBaseError",
    "LanguageError",
    "MissingExtraError",
    "NotXmlError",
    "OperatorError",
    "RecordError",
    "SignatureError",
    "StatisticsError",
    "UnsafeXmlError",
]


class ClinicalBrError(Exception):
    """Base of every exception that clinicalbr raises on purpose.

    Args:
        message: What is wrong, with the input named.
        remedy: What the caller can do about it.

    Examples:
        >>> str(ClinicalBrError("golds.csv has no column 'gold'", remedy="pass --gold NAME"))
        "golds.csv has no column 'gold'. Remedy: pass --gold NAME"
    """

    def __init__(self, message: str, *, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message.rstrip('.')}. Remedy: {remedy}" if remedy else message)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.args, dict(self.__dict__)))


def _rebuild(kind: type[ClinicalBrError], args: tuple[object, ...], state: dict[str, object]) -> ClinicalBrError:
    """Restore an error that crossed a process boundary; keyword-only arguments defeat the default."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class InputError(ClinicalBrError):
    """Data handed in that cannot be used."""


class NotXmlError(InputError):
    """Bytes that were expected to be an XML article and are something else.

    Args:
        message: What was found in place of XML.
        remedy: What the caller can do.
        found: ``"html"``, ``"json"``, ``"pdf"``, ``"gzip"``, ``"zip"``, ``"empty"``, ``"truncated"``, ``"xml"``
            (of another kind) or ``"malformed"``.
    """

    def __init__(self, message: str, *, remedy: str = "", found: str = "malformed") -> None:
        super().__init__(message, remedy=remedy)
        self.found = found


class UnsafeXmlError(InputError):
    """XML that defines entities, reaches out of the file, or is too large or too deep to parse safely."""


class EmptyArticleError(InputError):
    """An article, or the part of it that was asked for, that holds no text."""


class RecordError(InputError):
    """A bad record of a file.

    Args:
        message: What is wrong with the record.
        remedy: What the caller can do.
        file: Name of the file, ``"<stream>"`` when there is none.
        line: Line number, counted from 1.
    """

    def __init__(self, message: str, *, remedy: str = "", file: str = "<stream>", line: int = 0) -> None:
        super().__init__(f"{file}, line {line}: {message}", remedy=remedy)
        self.file = file
        self.line = line


class CaseError(InputError):
    """A clinical case that lacks what a step needs."""


class GoldTargetError(ClinicalBrError):
    """A gold answer that cannot be masked."""


class OperatorError(ClinicalBrError):
    """A masking operator whose output is not text or brings a leak back."""


class LanguageError(ClinicalBrError):
    """An unknown language, or a language pack with a missing or unknown key."""


class KnowledgeBaseError(ClinicalBrError):
    """A knowledge base file that cannot be read or contradicts itself."""


class SignatureError(ClinicalBrError):
    """A score signature that cannot be read back."""


class StatisticsError(ClinicalBrError):
    """Data on which a statistic is not defined."""


class MissingExtraError(ClinicalBrError):
    """An optional dependency that is not installed.

    Args:
        module: The module that could not be imported.
        extra: The extra of clinicalbr that installs it.
    """

    def __init__(self, module: str, *, extra: str) -> None:
        super().__init__(f"{module} is not installed", remedy=f"pip install 'clinicalbr[{extra}]'")
        self.module = module
        self.extra = extra
