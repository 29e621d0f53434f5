"""Types of calls, which the generated operations use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")
Item = TypeVar("Item")
Page = TypeVar("Page")

CredentialKind = Literal["api_key", "member_token", "user_token"]
Caller = Literal["api_key", "member_token", "user_token", "public"]


@dataclass(frozen=True)
class CallOptions:
    """Options of one call. A field that is None has the client's default."""

    timeout: float | None = None
    """Timeout of one attempt in seconds."""
    retries: int | None = None
    """Maximum number of retries of a request that is safe to retry."""
    idempotency_key: str | None = None
    """Your own key, so that you can repeat the request after a crash. By default each call gets a new one."""


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An API operation in the generated table. The reply is the type that `decode` reads."""

    id: str
    method: str
    path: str
    callers: tuple[Caller, ...]
    reply: Any
    has_body: bool = False
    takes_key: bool = False


@dataclass(frozen=True)
class Paging:
    """Name of the array in a list page, and how the next page is requested."""

    field: str
    max_limit: int
    first_offset: int | None
    """Offset of the first item; None if the list uses a cursor."""


@dataclass(frozen=True)
class ListOperation(Generic[Item, Page]):
    """An operation that returns pages of a list."""

    operation: Operation[Page]
    paging: Paging


@dataclass(frozen=True)
class Call(Generic[T]):
    """An operation with its arguments sorted by their place in the request."""

    operation: Operation[T]
    path: tuple[str, ...]
    query: Mapping[str, object]
    headers: Mapping[str, str | None]
    body: object
    options: CallOptions
