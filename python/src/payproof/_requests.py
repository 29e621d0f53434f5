"""Builds requests and reads responses; shared by the synchronous and the asynchronous client."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._calls import Call, Caller, CredentialKind, Operation
from ._decode import DecodeError, decode, encode_body, encode_value, parse_json
from .errors import UnreadableResponseError, WrongCredentialError, error_of

T = TypeVar("T")

DEFAULT_TIMEOUT_SECONDS = 60.0
"""Long, because the API may wait up to 25 seconds for a provider."""
DEFAULT_RETRIES = 3

_parameter = re.compile(r"\{\w+\}")


@dataclass(frozen=True)
class Request:
    """A request without its credential, which is added to each attempt."""

    operation: str
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    is_safe: bool
    """Whether the request can be repeated without a second effect."""


def build_request(base_url: str, call: Call[T]) -> Request:
    operation, options = call.operation, call.options
    headers = {name: value for name, value in call.headers.items() if value is not None}
    headers["accept"] = "application/json, application/pdf"
    if operation.takes_key:
        # All attempts use the same key.
        headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
    content = None
    if operation.has_body:
        headers["content-type"] = "application/json"
        content = encode_body(call.body if call.body is not None else {})
    return Request(
        operation=operation.id,
        method=operation.method,
        url=_url_of(base_url, call),
        headers=headers,
        content=content,
        is_safe=operation.method in ("GET", "DELETE") or operation.takes_key,
    )


def read_reply(operation: Operation[T], status: int, headers: Mapping[str, str], body: bytes) -> T:
    """Decode a successful response, or raise the error of any other."""
    if not 200 <= status < 300:
        raise error_of(operation.id, status, headers, body)
    reason = None
    try:
        reply: T = body if operation.reply is bytes else decode(operation.reply, parse_json(body))  # type: ignore[assignment]
        return reply
    except DecodeError as error:
        reason = f"The response is {status}, but not as documented: {error}"
    except ValueError:
        reason = f"The response is {status}, but not JSON"
    # Raised outside the except block, because the error of the JSON parser quotes the response.
    raise UnreadableResponseError(
        operation.id,
        [reason],
        code="unreadable-answer",
        status=status,
        request_id=headers.get("x-request-id"),
    )


def _url_of(base_url: str, call: Call[T]) -> str:
    operation = call.operation
    segments = iter(call.path)
    filled = _parameter.sub(lambda _: _segment_of(operation.id, next(segments)), operation.path)
    query = {name: _query_text(value) for name, value in call.query.items() if value is not None}
    return f"{base_url}{filled}{'?' + urlencode(query) if query else ''}"


def _segment_of(operation: str, value: object) -> str:
    """Encode a path segment. Reject an empty id, `.` and `..`, which would address another operation."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{operation}: an id is missing")
    return quote(value, safe="")


def _query_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, (str, int)) else str(encode_value(value))


def base_url_of(given: str | None) -> str:
    url = given or os.environ.get("PAYPROOF_URL")
    if not url:
        raise ValueError("The URL of the API is missing: pass base_url, or set PAYPROOF_URL")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        name = "base_url" if given else "PAYPROOF_URL"
        raise ValueError(f"{name} is not a URL such as https://api.example")
    return url.rstrip("/")


def credential_kind(given: Mapping[CredentialKind, object]) -> CredentialKind | None:
    """Return the kind of the only given credential."""
    present = [kind for kind, secret in given.items() if secret is not None]
    if len(present) > 1:
        raise ValueError("One client has one credential")
    # An unset environment variable is often passed as an empty string.
    if present and given[present[0]] == "":
        raise ValueError(f"{present[0]} is empty")
    return present[0] if present else None


def api_key_from_environment() -> str | None:
    return os.environ.get("PAYPROOF_API_KEY") or None


def check_credential(operation: Operation[T], kind: CredentialKind | None) -> None:
    """Raise unless the operation accepts this kind of credential."""
    callers = operation.callers
    if "public" in callers or kind in callers:
        return
    accepted = " or ".join(_with_article(caller) for caller in callers)
    given = f"This client has {_with_article(kind)}" if kind else "This client has none"
    raise WrongCredentialError(
        operation.id, [f"It takes {accepted}. {given}{_hint(callers, kind)}"], code="wrong-credential"
    )


def credential_headers(kind: CredentialKind, secret: str) -> dict[str, str]:
    return {"x-api-key": secret} if kind == "api_key" else {"authorization": f"Bearer {secret}"}


def _hint(callers: tuple[Caller, ...], kind: CredentialKind | None) -> str:
    if kind is None and "api_key" in callers:
        return ": pass api_key, or set PAYPROOF_API_KEY"
    return "; use payproof.for_user(user_id)" if "user_token" in callers else ""


def _with_article(kind: str) -> str:
    return f"{'an' if kind == 'api_key' else 'a'} {kind}"
