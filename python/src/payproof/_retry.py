"""When to retry a request, and after how long."""

from __future__ import annotations

import random

from .errors import NoResponseError, PayproofError, TimedOutError

MAX_RETRY_AFTER_SECONDS = 60
"""Longest Retry-After that the SDK waits for; with a longer one, the error is raised at once."""

_FIRST_BACKOFF_SECONDS = 0.25
_MAX_BACKOFF_SECONDS = 8.0
# 408: the request did not arrive in time. It is not retried if unsafe, because a proxy may have sent it.
_TRANSIENT_STATUSES = (408, 502, 503, 504)


def retry_delay(error: PayproofError, *, is_safe: bool, attempt: int) -> float | None:
    """Return the seconds before the next attempt, or None if the request must not be retried."""
    if not _is_retryable(error, is_safe):
        return None
    requested = error.retry_after or 0.0
    if requested > MAX_RETRY_AFTER_SECONDS:
        return None
    backoff = min(_MAX_BACKOFF_SECONDS, _FIRST_BACKOFF_SECONDS * (1 << attempt))
    # Jitter prevents clients that failed together from retrying together. It needs no secure randomness.
    jitter = 0.5 + random.random() / 2  # noqa: S311
    return requested + backoff * jitter


def _is_retryable(error: PayproofError, is_safe: bool) -> bool:
    # A rate-limited request was not processed.
    if error.status == 429:
        return True
    # An earlier attempt whose response was lost is still being processed; the retry returns its response.
    if error.code == "idempotency-key-running":
        return True
    # The result will be announced by webhook; retrying would only add load.
    if error.code == "still-retrieving":
        return False
    if error.status is None:
        return is_safe and isinstance(error, (NoResponseError, TimedOutError))
    return is_safe and error.status in _TRANSIENT_STATUSES
