"""Errors of failed calls. They contain no data of the request, so they are safe to log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime


class PayproofError(Exception):
    """Any failed call."""

    def __init__(
        self,
        operation: str,
        errors: Sequence[str],
        *,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        marks = " ".join(str(mark) for mark in (status, code, request_id) if mark is not None)
        super().__init__(f"{operation}: {'; '.join(errors)} ({marks})")
        self.operation = operation
        """The operationId of the failed call."""
        self.errors = tuple(errors)
        """One message for each problem."""
        self.code = code
        """Stable error code: one of the API's, or one of the SDK's own."""
        self.status = status
        """HTTP status, if there was a response."""
        self.request_id = request_id
        """Request id. Quote it when you ask for help."""
        self.retry_after = retry_after
        """Seconds until a retry may succeed."""


class NoResponseError(PayproofError):
    """The connection failed: code `no-answer`."""


class TimedOutError(PayproofError):
    """No response within the timeout: code `timed-out`."""


class UnreadableResponseError(PayproofError):
    """The response is not in the API's format; a proxy may have sent it: code `unreadable-answer`."""


class WrongCredentialError(PayproofError):
    """The operation does not accept the client's credential. Nothing was sent: code `wrong-credential`."""


class UploadRefusedError(PayproofError):
    """The object store rejected a file: code `upload-refused`."""


class ApiError(PayproofError):
    """The API responded with an error. `code` has the API's error code."""


class InvalidRequestError(ApiError):
    """Status 400, 413, 415 or 422."""


class AuthenticationError(ApiError):
    """Status 401."""


class PermissionDeniedError(ApiError):
    """Status 403."""


class NotFoundError(ApiError):
    """Status 404."""


class ConflictError(ApiError):
    """Status 409."""


class RateLimitedError(ApiError):
    """Status 429."""


class ServerError(ApiError):
    """Status 500 or above."""


_classes: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def error_of(operation: str, status: int, headers: Mapping[str, str], body: bytes) -> PayproofError:
    """Build the error for a response, which a proxy may have sent in another format than the API's."""
    code = headers.get("x-svc-error-code")
    error_class = _classes.get(status, ServerError if status >= 500 else ApiError)
    return (error_class if code else UnreadableResponseError)(
        operation,
        _errors_in(body) or [f"The response is {status} and does not say why"],
        code=code or "unreadable-answer",
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after=seconds_of(headers.get("retry-after")),
    )


def _errors_in(body: bytes) -> list[str] | None:
    try:
        content = json.loads(body)
    except ValueError:
        return None
    errors = content.get("errors") if isinstance(content, dict) else None
    if isinstance(errors, list) and all(isinstance(text, str) for text in errors):
        return errors
    return None


def seconds_of(text: str | None) -> float | None:
    """Parse Retry-After, which is a number of seconds or a date."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
