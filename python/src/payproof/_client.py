"""The clients: `Payproof` and `AsyncPayproof`."""

from __future__ import annotations

from types import TracebackType

import httpx

from ._async_resources import AsyncResources
from ._requests import (
    DEFAULT_RETRIES,
    DEFAULT_TIMEOUT_SECONDS,
    api_key_from_environment,
    base_url_of,
    credential_kind,
)
from ._resources import Resources
from ._transport import AsyncSecret, AsyncTransport, Secret, SecretType, Settings, Transport
from ._user_token import AsyncCachedToken, CachedToken
from .uploads import AsyncUploads, Uploads


def _settings_of(
    base_url: str | None,
    api_key: SecretType | None,
    member_token: SecretType | None,
    user_token: SecretType | None,
    timeout: float,
    retries: int,
) -> Settings[SecretType]:
    kind = credential_kind({"api_key": api_key, "member_token": member_token, "user_token": user_token})
    return Settings(base_url_of(base_url), kind, api_key or member_token or user_token, timeout, retries)


class Payproof(Resources):
    """The synchronous client. It can be used by several threads.

    Give it at most one credential; the default is the API key in PAYPROOF_API_KEY. `base_url` defaults to
    PAYPROOF_URL. A credential can be a function that returns the current one.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: Secret | None = None,
        member_token: Secret | None = None,
        user_token: Secret | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        retries: int = DEFAULT_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        if api_key is None and member_token is None and user_token is None:
            api_key = api_key_from_environment()
        settings: Settings[Secret] = _settings_of(base_url, api_key, member_token, user_token, timeout, retries)
        self._settings = settings
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client()
        super().__init__(Transport(settings, self._http))
        self.uploads = Uploads(self.payroll, self.bank_statements, self._http)

    def for_user(self, user_id: str) -> Payproof:
        """Create a client that acts as this user. It requests a user token when needed and renews it.

        Both clients share their connections; closing this one closes them.
        """
        token = CachedToken(lambda: self.user_tokens.create({"user_id": user_id}).token)
        return Payproof(
            base_url=self._settings.base_url,
            user_token=token,
            timeout=self._settings.timeout,
            retries=self._settings.retries,
            http_client=self._http,
        )

    def close(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Payproof:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncPayproof(AsyncResources):
    """The asynchronous client, for asyncio. Its options are those of `Payproof`."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: AsyncSecret | None = None,
        member_token: AsyncSecret | None = None,
        user_token: AsyncSecret | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        retries: int = DEFAULT_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        if api_key is None and member_token is None and user_token is None:
            api_key = api_key_from_environment()
        settings: Settings[AsyncSecret] = _settings_of(base_url, api_key, member_token, user_token, timeout, retries)
        self._settings = settings
        self._owns_http = http_client is None
        self._http = http_client or httpx.AsyncClient()
        super().__init__(AsyncTransport(settings, self._http))
        self.uploads = AsyncUploads(self.payroll, self.bank_statements, self._http)

    def for_user(self, user_id: str) -> AsyncPayproof:
        """Create a client that acts as this user. It requests a user token when needed and renews it.

        Both clients share their connections; closing this one closes them.
        """

        async def create() -> str:
            return (await self.user_tokens.create({"user_id": user_id})).token

        return AsyncPayproof(
            base_url=self._settings.base_url,
            user_token=AsyncCachedToken(create),
            timeout=self._settings.timeout,
            retries=self._settings.retries,
            http_client=self._http,
        )

    async def aclose(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncPayproof:
        return self

    async def __aexit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()
