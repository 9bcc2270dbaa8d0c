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
    ├── SourceError                a service on the network did not give what was asked for
    │   ├── SourceUnavailableError no answer after all attempts: throttled, failing, slow, out of reach
    │   ├── SourceRefusedError     the service refuses the request, and asking again would not help
    │   ├── SourceNotFoundError    the service knows no such thing
    │   ├── BadAnswerError         an answer of another kind: a page in place of data, cut short, garbled
    │   └── AnswerTooLargeError    an answer larger than the bound
    ├── HarvestError               the folder of a harvest cannot be read, written or trusted
    ├── SignatureError             a score signature that cannot be read back
    ├── StatisticsError            data on which a statistic is not defined
    └── MissingExtraError          an optional dependency that is not installed

Data problems that belong to one item of a batch are values (``Unscored``, ``NoLink``, ``Unparsed``);
exceptions are for what a caller must fix. Every message names the input and the remedy.
"""

from __future__ import annotations

__all__ = [
    "AnswerTooLargeError",
    "BadAnswerError",
    "CaseError",
    "ClinicalBrError",
    "EmptyArticleError",
    "GoldTargetError",
    "HarvestError",
    "InputError",
    "KnowledgeBaseError",
    "LanguageError",
    "MissingExtraError",
    "NotXmlError",
    "OperatorError",
    "RecordError",
    "SignatureError",
    "SourceError",
    "SourceNotFoundError",
    "SourceRefusedError",
    "SourceUnavailableError",
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


class SourceError(ClinicalBrError):
    """A service on the network that did not give what was asked for.

    Args:
        message: What happened.
        remedy: What the caller can do.
        url: Address that was asked, without secrets.
        status: HTTP status of the answer, ``None`` when there was none.

    Examples:
        >>> error = SourceError("no answer", remedy="try later", url="http://example.org/api/", status=503)
        >>> str(error)
        'http://example.org/api/: no answer. Remedy: try later'
    """

    def __init__(self, message: str, *, remedy: str = "", url: str = "", status: int | None = None) -> None:
        super().__init__(f"{url}: {message}" if url else message, remedy=remedy)
        self.url = url
        self.status = status


class SourceUnavailableError(SourceError):
    """A service that gave no usable answer after all attempts: throttled, failing, too slow, out of reach.

    Asking again later may help.

    Args:
        message: What happened last.
        remedy: What the caller can do.
        url: Address that was asked, without secrets.
        status: HTTP status of the last answer, ``None`` when there was none.
        retry_after: Seconds that the service asked to wait, ``None`` when it did not say.
    """

    def __init__(
        self,
        message: str,
        *,
        remedy: str = "",
        url: str = "",
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, remedy=remedy, url=url, status=status)
        self.retry_after = retry_after


class SourceRefusedError(SourceError):
    """A service that refuses the request: a wrong parameter, a missing key, a block. Asking again would not help."""


class SourceNotFoundError(SourceError):
    """A service that knows no such article, journal or collection."""


class BadAnswerError(SourceError):
    """An answer that is not what was asked for, whatever its status says.

    Args:
        message: What was found.
        remedy: What the caller can do.
        url: Address that was asked, without secrets.
        status: HTTP status of the answer.
        found: ``"html"``, ``"json"``, ``"xml"``, ``"pdf"``, ``"gzip"``, ``"zip"``, ``"empty"``, ``"truncated"``,
            ``"malformed"`` or ``"shape"`` (the right format with another content).
    """

    def __init__(
        self, message: str, *, remedy: str = "", url: str = "", status: int | None = None, found: str = "malformed"
    ) -> None:
        super().__init__(message, remedy=remedy, url=url, status=status)
        self.found = found


class AnswerTooLargeError(SourceError):
    """An answer that is larger than the bound; reading stopped there."""


class HarvestError(ClinicalBrError):
    """A folder of a harvest that cannot be read, written or trusted."""


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
