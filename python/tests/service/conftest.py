from __future__ import annotations

import asyncio
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from payproof import AsyncPayproof, Payproof, UploadFile, _operations
from payproof._calls import ListOperation, Operation

OPERATIONS: dict[str, Operation[Any]] = {
    operation.id: operation
    for entry in vars(_operations).values()
    if isinstance(entry, (Operation, ListOperation))
    for operation in [entry.operation if isinstance(entry, ListOperation) else entry]
}


class Answers:
    """Statuses that the service has sent, by operation, as seen on the connection."""

    def __init__(self) -> None:
        self.statuses: dict[str, set[int]] = defaultdict(set)
        # A fixed path such as /users/flags also matches the template of another operation, so it is tried first.
        ordered = sorted(OPERATIONS.values(), key=lambda operation: operation.path.count("{"))
        self._routes = [
            (operation.method, re.compile(re.sub(r"\{\w+\}", "[^/]+", operation.path)), operation.id)
            for operation in ordered
        ]

    def record(self, response: httpx.Response) -> None:
        request = response.request
        if str(request.url).startswith(os.environ["PAYPROOF_URL"]):
            self.statuses[self.operation_at(request.method, request.url.path)].add(response.status_code)

    def operation_at(self, method: str, path: str) -> str:
        return next(id for verb, route, id in self._routes if verb == method and route.fullmatch(path))


@pytest.fixture(scope="session")
def answers() -> dict[str, Answers]:
    return {"sync": Answers(), "async": Answers()}


@pytest.fixture(scope="session")
def http(answers: dict[str, Answers]) -> Iterator[httpx.Client]:
    with httpx.Client(event_hooks={"response": [answers["sync"].record]}) as client:
        yield client


@pytest.fixture(scope="session")
def payproof(http: httpx.Client) -> Payproof:
    return Payproof(http_client=http)


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """One event loop for all tests, because the connections of a client belong to its loop."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture(scope="session")
def async_http(answers: dict[str, Answers], loop: asyncio.AbstractEventLoop) -> Iterator[httpx.AsyncClient]:
    async def record(response: httpx.Response) -> None:
        answers["async"].record(response)

    client = httpx.AsyncClient(event_hooks={"response": [record]})
    yield client
    loop.run_until_complete(client.aclose())


class SceneClient:
    """Reads prepared requests and documents from the driver."""

    def __init__(self) -> None:
        self._http = httpx.Client(base_url=os.environ["PAYPROOF_SCENES_URL"], timeout=300)

    def scene(self, operation_id: str) -> dict[str, Any]:
        response = self._http.get(f"/scenes/{operation_id}")
        assert response.status_code == 200, response.text
        scene: dict[str, Any] = response.json()
        return scene

    def document(self, kind: str) -> UploadFile:
        response = self._http.get(f"/documents/{kind}")
        assert response.status_code == 200, response.text
        return UploadFile(f"{kind}.pdf", response.content, external_id=f"ext-{kind}")


@pytest.fixture(scope="session")
def scenes() -> SceneClient:
    return SceneClient()


def client_for(credential: dict[str, str], http: httpx.Client) -> Payproof:
    kind = credential["kind"]
    return Payproof(http_client=http, **({} if kind == "none" else {kind: credential["secret"]}))  # type: ignore[arg-type]


def async_client_for(credential: dict[str, str], http: httpx.AsyncClient) -> AsyncPayproof:
    kind = credential["kind"]
    return AsyncPayproof(http_client=http, **({} if kind == "none" else {kind: credential["secret"]}))  # type: ignore[arg-type]
