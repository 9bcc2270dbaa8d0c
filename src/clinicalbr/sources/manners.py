"""How a session behaves towards a service: what it waits for and how often it asks again."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from clinicalbr.errors import InputError

__all__ = ["RetryPolicy", "Timeouts"]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When to ask again.

    What may pass is asked again: status 408, 425, 429 and 5xx, timeouts, broken connections, answers cut short, pages
    in place of data. Waits grow twofold and are drawn at random ("full jitter", Brooker 2015, "Exponential backoff and
    jitter", AWS Architecture Blog); a ``Retry-After`` of the service is a lower bound.

    Args:
        attempts: Requests for one answer at most.
        bad_answer_attempts: The same for an answer that came whole but is of another kind, which may be for good.
        initial_wait: Upper bound of the first wait, in seconds.
        max_wait: Upper bound of every wait that the service did not ask for, in seconds.
        max_retry_after: Longest ``Retry-After`` that is waited for, in seconds. Over it the error says how long
            to wait.

    Raises:
        InputError: A number is not positive.

    Examples:
        >>> RetryPolicy(attempts=2).max_wait
        60.0
    """

    attempts: int = 6
    bad_answer_attempts: int = 3
    initial_wait: float = 1.0
    max_wait: float = 60.0
    max_retry_after: float = 600.0

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.bad_answer_attempts < 1 or min(astuple(self)) < 0:
            raise InputError(
                f"not a policy of retries: {self}", remedy="give at least one attempt and no negative wait"
            )


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait for one request, in seconds.

    Args:
        connect: For the connection.
        read: Between two pieces of the answer.
        total: For the whole answer. A service that sends a byte now and then never exceeds ``read``.

    Raises:
        InputError: A number is not positive.

    Examples:
        >>> Timeouts(total=600).read
        30.0
    """

    connect: float = 10.0
    read: float = 30.0
    total: float = 180.0

    def __post_init__(self) -> None:
        if not min(astuple(self)) > 0:
            raise InputError(f"not timeouts: {self}", remedy="give seconds above 0")
