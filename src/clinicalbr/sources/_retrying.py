"""The policy of retries as the retrying library takes it."""

from __future__ import annotations

import logging

import tenacity

from clinicalbr.errors import BadAnswerError, SourceUnavailableError
from clinicalbr.sources.manners import RetryPolicy

__all__ = ["attempts"]

log = logging.getLogger(__name__)


def attempts(policy: RetryPolicy, *, bad_answers: bool) -> tenacity.AsyncRetrying:
    """Attempts at one answer.

    Args:
        policy: When to ask again.
        bad_answers: Whether an answer that came whole but is of another kind is asked for again.

    Returns:
        A callable that awaits a function as often as needed and raises its last error.
    """

    def worth_it(state: tenacity.RetryCallState) -> bool:
        error = _error(state)
        if isinstance(error, SourceUnavailableError):
            return error.retry_after is None or error.retry_after <= policy.max_retry_after
        if isinstance(error, BadAnswerError):
            # What was cut off on the way is whole the next time; what came whole may be so for good.
            return error.found == "truncated" or (bad_answers and state.attempt_number < policy.bad_answer_attempts)
        return False

    drawn = tenacity.wait_random_exponential(multiplier=policy.initial_wait, max=policy.max_wait)

    def wait(state: tenacity.RetryCallState) -> float:
        error = _error(state)
        asked = error.retry_after if isinstance(error, SourceUnavailableError) else None
        return (asked or 0.0) + drawn(state)

    def tell(state: tenacity.RetryCallState) -> None:
        log.info("attempt %d failed, next in %.1f s: %s", state.attempt_number, state.upcoming_sleep, _error(state))

    return tenacity.AsyncRetrying(
        stop=tenacity.stop_after_attempt(policy.attempts), retry=worth_it, wait=wait, before_sleep=tell, reraise=True
    )


def _error(state: tenacity.RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None
