"""Sends requests with httpx: timeouts, retries and credentials."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

from ._calls import Call, CallOptions, CredentialKind, Item, ListOperation, Operation, Page
from ._lists import AsyncPaginated, Paginated
from ._requests import Request, build_request, check_credential, credential_headers, read_reply
from ._retry import retry_delay
from .errors import NoResponseError, PayproofError, TimedOutError

T = TypeVar("T")
Secret = str | Callable[[], str]
AsyncSecret = str | Callable[[], str | Awaitable[str]]
SecretType = TypeVar("SecretType")

_no_options = CallOptions()


@dataclass(frozen=True)
class Settings(Generic[SecretType]):
    base_url: str
    kind: CredentialKind | None
    secret: SecretType | None
    timeout: float
    retries: int


def _call_of(
    operation: Operation[T],
    path: tuple[str, ...],
    query: Mapping[str, object] | None,
    headers: Mapping[str, str | None] | None,
    body: object,
    options: CallOptions | None,
) -> Call[T]:
    return Call(operation, path, query or {}, headers or {}, body, options or _no_options)


def no_response(operation: str) -> NoResponseError:
    return NoResponseError(operation, ["The connection failed"], code="no-answer")


def timed_out(operation: str, seconds: float) -> TimedOutError:
    return TimedOutError(operation, [f"There was no response within {seconds:g} seconds"], code="timed-out")


class Transport:
    """Sends calls of the synchronous client."""

    def __init__(self, settings: Settings[Secret], http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def send(
        self,
        operation: Operation[T],
        *,
        path: tuple[str, ...] = (),
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
        options: CallOptions | None = None,
    ) -> T:
        return self._run(_call_of(operation, path, query, headers, body, options))

    def paginate(
        self,
        operation: ListOperation[Item, Page],
        *,
        path: tuple[str, ...] = (),
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        options: CallOptions | None = None,
    ) -> Paginated[Item, Page]:
        def fetch(page_query: Mapping[str, object]) -> Page:
            return self._run(_call_of(operation.operation, path, page_query, headers, None, options))

        return Paginated(operation.paging, query or {}, fetch)

    def _run(self, call: Call[T]) -> T:
        check_credential(call.operation, self.settings.kind)
        request = build_request(self.settings.base_url, call)
        timeout = self.settings.timeout if call.options.timeout is None else call.options.timeout
        retries = self.settings.retries if call.options.retries is None else call.options.retries

        def attempt(_: int) -> T:
            headers = {**request.headers, **self._credential(call.operation)}
            status, reply_headers, content = send_once(self.http, request, headers, timeout)
            return read_reply(call.operation, status, reply_headers, content)

        return with_retries(attempt, retries=retries, is_safe=request.is_safe)

    def _credential(self, operation: Operation[Any]) -> Mapping[str, str]:
        kind, secret = self.settings.kind, self.settings.secret
        if kind is None or secret is None or "public" in operation.callers:
            return {}
        return credential_headers(kind, secret if isinstance(secret, str) else secret())


def with_retries(attempt: Callable[[int], T], *, retries: int, is_safe: bool) -> T:
    number = 0
    while True:
        try:
            return attempt(number)
        except PayproofError as error:
            delay = retry_delay(error, is_safe=is_safe, attempt=number)
            if delay is None or number >= retries:
                raise
        time.sleep(delay)
        number += 1


Response = tuple[int, Mapping[str, str], bytes]


def send_once(http: httpx.Client, request: Request, headers: Mapping[str, str], timeout: float) -> Response:
    """Send one attempt and read the whole response. A redirect is an error: it would get the credential."""
    deadline = time.monotonic() + timeout
    failure: PayproofError
    try:
        with http.stream(
            request.method,
            request.url,
            headers=dict(headers),
            content=request.content,
            timeout=timeout,
            follow_redirects=False,
        ) as response:
            chunks: list[bytes] = []
            # The timeout of httpx is for each read; a response that trickles in would never reach it.
            for chunk in response.iter_bytes():
                chunks.append(chunk)
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("deadline")
            return response.status_code, response.headers, b"".join(chunks)
    except httpx.TimeoutException:
        failure = timed_out(request.operation, timeout)
    except httpx.HTTPError:
        failure = no_response(request.operation)
    # Raised outside the except block: errors of httpx contain the URL, which may contain a search text.
    raise failure


class AsyncTransport:
    """Sends calls of the asynchronous client."""

    def __init__(self, settings: Settings[AsyncSecret], http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def send(
        self,
        operation: Operation[T],
        *,
        path: tuple[str, ...] = (),
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
        options: CallOptions | None = None,
    ) -> T:
        return await self._run(_call_of(operation, path, query, headers, body, options))

    def paginate(
        self,
        operation: ListOperation[Item, Page],
        *,
        path: tuple[str, ...] = (),
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        options: CallOptions | None = None,
    ) -> AsyncPaginated[Item, Page]:
        async def fetch(page_query: Mapping[str, object]) -> Page:
            return await self._run(_call_of(operation.operation, path, page_query, headers, None, options))

        return AsyncPaginated(operation.paging, query or {}, fetch)

    async def _run(self, call: Call[T]) -> T:
        check_credential(call.operation, self.settings.kind)
        request = build_request(self.settings.base_url, call)
        timeout = self.settings.timeout if call.options.timeout is None else call.options.timeout
        retries = self.settings.retries if call.options.retries is None else call.options.retries

        async def attempt(_: int) -> T:
            headers = {**request.headers, **await self._credential(call.operation)}
            status, reply_headers, content = await send_once_async(self.http, request, headers, timeout)
            return read_reply(call.operation, status, reply_headers, content)

        return await with_retries_async(attempt, retries=retries, is_safe=request.is_safe)

    async def _credential(self, operation: Operation[Any]) -> Mapping[str, str]:
        kind, secret = self.settings.kind, self.settings.secret
        if kind is None or secret is None or "public" in operation.callers:
            return {}
        current = secret if isinstance(secret, str) else secret()
        return credential_headers(kind, current if isinstance(current, str) else await current)


async def with_retries_async(attempt: Callable[[int], Awaitable[T]], *, retries: int, is_safe: bool) -> T:
    number = 0
    while True:
        try:
            return await attempt(number)
        except PayproofError as error:
            delay = retry_delay(error, is_safe=is_safe, attempt=number)
            if delay is None or number >= retries:
                raise
        await asyncio.sleep(delay)
        number += 1


async def send_once_async(
    http: httpx.AsyncClient, request: Request, headers: Mapping[str, str], timeout: float
) -> Response:
    """Like `send_once`, with a timeout for the whole attempt."""
    failure: PayproofError
    try:
        response = await asyncio.wait_for(
            http.request(
                request.method,
                request.url,
                headers=dict(headers),
                content=request.content,
                timeout=timeout,
                follow_redirects=False,
            ),
            timeout,
        )
        return response.status_code, response.headers, response.content
    except (httpx.TimeoutException, asyncio.TimeoutError):
        failure = timed_out(request.operation, timeout)
    except httpx.HTTPError:
        failure = no_response(request.operation)
    raise failure
