"""Caches user tokens."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable

# Early enough for a request that waits for a provider, and for clock skew.
_RENEW_BEFORE_SECONDS = 120


class CachedToken:
    """Returns a token and renews it before it expires. Concurrent threads share one request."""

    def __init__(self, create: Callable[[], str]) -> None:
        self._create = create
        self._token = ""
        self._lock = threading.Lock()

    def __call__(self) -> str:
        with self._lock:
            if not _is_fresh(self._token):
                self._token = self._create()
            return self._token


class AsyncCachedToken:
    """Like `CachedToken`, for the asynchronous client."""

    def __init__(self, create: Callable[[], Awaitable[str]]) -> None:
        self._create = create
        self._token = ""
        self._lock = asyncio.Lock()

    async def __call__(self) -> str:
        async with self._lock:
            if not _is_fresh(self._token):
                self._token = await self._create()
            return self._token


def _is_fresh(token: str) -> bool:
    return time.time() < _expiry_of(token) - _RENEW_BEFORE_SECONDS


def _expiry_of(token: str) -> float:
    """Return the expiry time in Unix seconds, from the claims of the token."""
    if not token:
        return 0.0
    claims = token.split(".")[1]
    return float(json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"])
