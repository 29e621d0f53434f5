from __future__ import annotations

import asyncio
import json
import time
import traceback
from base64 import urlsafe_b64encode

import pytest

from payproof import (
    ApiError,
    AsyncPayproof,
    CallOptions,
    ConflictError,
    NoResponseError,
    NotFoundError,
    Payproof,
    PayproofError,
    RateLimitedError,
    TimedOutError,
    UnreadableResponseError,
    WrongCredentialError,
)
from payproof._retry import retry_delay
from payproof.errors import seconds_of

from ..local_server import Reply, serve

DONE = Reply(body=b'{"message": "Done"}')
PERSON = "Wilhelmina Oakapple"


def failed(status: int, code: str, **headers: str) -> Reply:
    all_headers = {"x-svc-error-code": code, "x-request-id": "request-1", **headers}
    return Reply(status, b'{"errors": ["No."]}', all_headers)


@pytest.fixture(autouse=True)
def fast_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("payproof._retry._FIRST_BACKOFF_SECONDS", 0.001)


def test_sends_the_credential_and_an_idempotency_key() -> None:
    with serve(DONE) as server, Payproof(base_url=server.url + "/", api_key="key") as payproof:
        payproof.accounts.delete("a/b?")
        with pytest.raises(UnreadableResponseError):
            payproof.authorisations.create({"user_id": "u", "user_agent": "Browser 1"})
    deletion, creation = server.received
    assert (deletion.method, deletion.path) == ("DELETE", "/accounts/a%2Fb%3F")
    assert deletion.headers["x-api-key"] == "key"
    assert "idempotency-key" not in deletion.headers
    assert len(creation.headers["idempotency-key"]) == 36
    assert json.loads(creation.body) == {"user_id": "u", "user_agent": "Browser 1"}


def test_all_attempts_use_the_same_key() -> None:
    with serve(failed(503, "unavailable"), failed(502, "unavailable"), DONE) as server:
        payproof = Payproof(base_url=server.url, api_key="key")
        payproof.webhooks.redeliver("w", "d")
        payproof.webhooks.redeliver("w", "d", options=CallOptions(idempotency_key="mine"))
    keys = [request.headers["idempotency-key"] for request in server.received]
    assert len(set(keys[:3])) == 1
    assert keys[3:] == ["mine"]


def test_a_patch_is_not_repeated_when_its_response_is_lost() -> None:
    with serve(Reply(closes_connection=True), DONE) as server:
        payproof = Payproof(base_url=server.url, api_key="key")
        with pytest.raises(NoResponseError):
            payproof.users.update("u", {"forename": PERSON})
        assert len(server.received) == 1


def test_a_rate_limited_patch_is_repeated_after_retry_after() -> None:
    with serve(failed(429, "rate-limited", **{"retry-after": "1"}), DONE) as server:
        payproof = Payproof(base_url=server.url, api_key="key")
        start = time.monotonic()
        with pytest.raises(UnreadableResponseError):
            payproof.users.update("u", {"forename": PERSON})
        assert time.monotonic() - start >= 1
        assert len(server.received) == 2


def test_a_long_retry_after_fails_at_once() -> None:
    with serve(failed(429, "rate-limited", **{"retry-after": "61"})) as server:
        payproof = Payproof(base_url=server.url, api_key="key")
        with pytest.raises(RateLimitedError) as caught:
            payproof.users.get("u")
        assert (caught.value.retry_after, len(server.received)) == (61, 1)


def test_retries_are_limited() -> None:
    with serve(failed(503, "unavailable")) as server:
        payproof = Payproof(base_url=server.url, api_key="key", retries=2)
        with pytest.raises(ApiError):
            payproof.users.get("u")
        with pytest.raises(ApiError):
            payproof.users.get("u", options=CallOptions(retries=0))
        assert len(server.received) == 4


@pytest.mark.parametrize(
    ("status", "code", "is_safe", "is_retried"),
    [
        (429, "rate-limited", False, True),
        (409, "idempotency-key-running", False, True),
        (503, "still-retrieving", True, False),
        (503, "unavailable", True, True),
        (503, "unavailable", False, False),
        (500, "unexpected", True, False),
        (400, "invalid-request", True, False),
    ],
)
def test_what_is_retried(status: int, code: str, is_safe: bool, is_retried: bool) -> None:
    error = PayproofError("getUser", ["No."], code=code, status=status)
    assert (retry_delay(error, is_safe=is_safe, attempt=0) is not None) == is_retried


def test_backoff_doubles_up_to_eight_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("payproof._retry._FIRST_BACKOFF_SECONDS", 0.25)
    monkeypatch.setattr("random.random", lambda: 1.0)
    error = NoResponseError("getUser", ["No."], code="no-answer")
    delays = [retry_delay(error, is_safe=True, attempt=attempt) for attempt in range(8)]
    assert delays == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]


def test_retry_after_is_seconds_or_a_date() -> None:
    assert seconds_of("7") == 7
    assert seconds_of("Sat, 01 Jan 2000 00:00:00 GMT") == 0
    assert seconds_of("soon") is None
    assert seconds_of(None) is None


def test_errors_have_status_code_and_request_id() -> None:
    with serve(failed(404, "not-found"), failed(409, "login-busy")) as server:
        payproof = Payproof(base_url=server.url, api_key="key")
        with pytest.raises(NotFoundError) as caught:
            payproof.users.get("u")
        error = caught.value
        assert (error.operation, error.status, error.code) == ("getUser", 404, "not-found")
        assert (error.request_id, error.errors) == ("request-1", ("No.",))
        with pytest.raises(ConflictError):
            payproof.users.get("u")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(closes_connection=True),
        Reply(body=PERSON.encode()),
        Reply(body=json.dumps({"user_id": {"name": PERSON}}).encode()),
        Reply(502, PERSON.encode()),
        Reply(307, headers={"location": "http://127.0.0.1:9/"}),
        Reply(delay_seconds=2),
    ],
)
def test_errors_contain_nothing_of_request_and_response(reply: Reply) -> None:
    with serve(reply) as server:
        payproof = Payproof(base_url=server.url, api_key="secret-key", retries=0, timeout=1)
        for call in (
            lambda: payproof.users.list(search=PERSON).first(),
            lambda: payproof.users.update("u", {"forename": PERSON}),
        ):
            with pytest.raises(PayproofError) as caught:
                call()
            text = "".join(traceback.format_exception(caught.value)) + repr(vars(caught.value))
            # The lines of this test are part of the traceback, but show the name of the constant only.
            assert "Wilhelmina" not in text
            assert "secret-key" not in text
            assert caught.value.__cause__ is None
            assert caught.value.__context__ is None


def test_a_timeout_covers_the_whole_attempt() -> None:
    with serve(Reply(delay_seconds=1)) as server:
        payproof = Payproof(base_url=server.url, api_key="key", timeout=0.1, retries=0)
        with pytest.raises(TimedOutError) as caught:
            payproof.users.get("u")
        assert caught.value.code == "timed-out"

        async def call() -> None:
            async with AsyncPayproof(base_url=server.url, api_key="key", timeout=0.1, retries=0) as client:
                await client.users.get("u")

        with pytest.raises(TimedOutError):
            asyncio.run(call())


def test_a_wrong_credential_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAYPROOF_API_KEY", raising=False)
    with serve(DONE) as server:
        with pytest.raises(WrongCredentialError, match=r"It takes a user_token\. This client has an api_key; use"):
            Payproof(base_url=server.url, api_key="key").journeys.get()
        with pytest.raises(WrongCredentialError, match="pass api_key, or set PAYPROOF_API_KEY"):
            Payproof(base_url=server.url).users.get("u")
        assert server.received == []


def test_reads_url_and_key_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(DONE) as server:
        monkeypatch.setenv("PAYPROOF_URL", server.url)
        monkeypatch.setenv("PAYPROOF_API_KEY", "from the environment")
        Payproof().accounts.delete("a")
        assert server.received[0].headers["x-api-key"] == "from the environment"


def test_refuses_incomplete_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAYPROOF_URL", raising=False)
    with pytest.raises(ValueError, match="PAYPROOF_URL"):
        Payproof(api_key="key")
    with pytest.raises(ValueError, match="not a URL"):
        Payproof(base_url="api.example", api_key="key")
    with pytest.raises(ValueError, match="one credential"):
        Payproof(base_url="https://api.example", api_key="key", user_token="token")
    with pytest.raises(ValueError, match="api_key is empty"):
        Payproof(base_url="https://api.example", api_key="")


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_refuses_an_id_that_would_address_another_operation(id: str) -> None:
    payproof = Payproof(base_url="http://127.0.0.1:9", api_key="key")
    with pytest.raises(ValueError, match="an id is missing"):
        payproof.users.get(id)


def token_until(seconds: float) -> str:
    claims = urlsafe_b64encode(json.dumps({"exp": time.time() + seconds}).encode()).decode().rstrip("=")
    return f"e30.{claims}.signature"


def test_a_user_token_is_renewed_before_it_expires() -> None:
    def token(seconds: float) -> Reply:
        content = {"token": token_until(seconds), "webapp_link": "https://journey.example/x"}
        return Reply(201, json.dumps({**content, "created_at": "2026-06-01T00:00:00Z"}).encode())

    with serve(token(60), DONE, token(3600), DONE, DONE) as server:
        person = Payproof(base_url=server.url, api_key="key").for_user("u")
        for _ in range(3):
            person.journeys.delete_data()
    paths = [request.path for request in server.received]
    data = "/journeys/current/data"
    assert paths == ["/user-tokens", data, "/user-tokens", data, data]
    assert server.received[1].headers["authorization"].startswith("Bearer e30.")


def page(offset: int, items: int, total: int) -> Reply:
    term = {
        "id": "t",
        "name": "Plain",
        "authorisation_version": 1,
        "translations": [],
        "authorisation_text": "Plain.",
        "authorisation_category": "one_time",
        "is_active": True,
        "is_system_term": False,
        "created_at": "2026-06-01T00:00:00Z",
    }
    pagination = {"offset": offset, "limit": 100, "count": items, "total_count": total}
    return Reply(body=json.dumps({"pagination": pagination, "terms": [term] * items}).encode())


def test_a_list_fetches_pages_until_the_last() -> None:
    pages = [page(0, 2, 5), page(2, 2, 5), page(4, 1, 5)]
    with serve(*pages, *pages) as server:
        terms = Payproof(base_url=server.url, api_key="key").authorisations.list_terms(is_active=True)
        assert len(list(terms)) == 5
        assert len(terms.to_list(max=3)) == 3
        assert terms.to_list(max=0) == []
    assert [request.path for request in server.received] == [
        "/authorisations/terms?limit=100&is_active=true",
        "/authorisations/terms?limit=100&is_active=true&offset=2",
        "/authorisations/terms?limit=100&is_active=true&offset=4",
        "/authorisations/terms?limit=100&is_active=true",
        "/authorisations/terms?limit=100&is_active=true&offset=2",
    ]


def test_an_asynchronous_list_fetches_pages_until_the_last() -> None:
    pages = [page(0, 2, 3), page(2, 1, 3)]

    async def read(url: str) -> tuple[int, int, int]:
        async with AsyncPayproof(base_url=url, api_key="key") as payproof:
            terms = payproof.authorisations.list_terms()
            everything = len([term async for term in terms])
            limited = len(await terms.to_list(max=2))
            return everything, limited, (await terms.first()).pagination.total_count

    with serve(*pages, *pages) as server:
        assert asyncio.run(read(server.url)) == (3, 2, 3)


def test_lists_are_lazy() -> None:
    with serve(DONE) as server:
        Payproof(base_url=server.url, api_key="key").users.list()
        assert server.received == []
