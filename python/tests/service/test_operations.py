"""Calls the method of every operation, synchronously and asynchronously, with a request that succeeds."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from payproof import AsyncPaginated, Paginated
from payproof._decode import UnknownObject
from payproof._operations import METHODS

from .conftest import OPERATIONS, Answers, SceneClient, async_client_for, client_for

OPENAPI = Path(__file__).parents[3] / "server" / "openapi.json"

# Requests that end sessions or data of others come last.
LAST = ["endOwnSessions", "confirmPasswordReset", "acceptInvitation", "approveInvitation", "validateMfa"]
IN_ORDER = sorted(METHODS, key=lambda operation: LAST.index(operation) + 1 if operation in LAST else 0)


def test_there_is_a_method_for_every_operation_of_the_api() -> None:
    paths = json.loads(OPENAPI.read_text())["paths"]
    ids = {operation["operationId"] for methods in paths.values() for operation in methods.values()}
    assert set(METHODS) == ids
    assert set(OPERATIONS) == ids
    assert len(ids) > 130


def arguments_of(method: Any, operation_id: str, scene: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Sort the parts of the request into the arguments of the method."""
    url = urlsplit(scene["path"])
    pattern = re.sub(r"\{\w+\}", "([^/]+)", OPERATIONS[operation_id].path)
    match = re.fullmatch(pattern, url.path)
    assert match, f"{url.path} is not {pattern}"
    positional = list(match.groups())
    if "body" in scene:
        positional.append(scene["body"])
    parameters = inspect.signature(method).parameters
    keyword: dict[str, Any] = {}
    for wire_name, text in parse_qsl(url.query):
        name = f"{wire_name}_" if wire_name == "from" else wire_name
        annotation = parameters[name].annotation
        keyword[name] = int(text) if "int" in annotation else text == "true" if "bool" in annotation else text
    return positional, keyword


def check(reply: Any) -> None:
    assert reply is not None
    assert not isinstance(reply, UnknownObject)


@pytest.mark.parametrize("operation_id", IN_ORDER)
def test_operation(operation_id: str, http: httpx.Client, scenes: SceneClient, answers: dict[str, Answers]) -> None:
    scene = scenes.scene(operation_id)
    group, name = METHODS[operation_id]
    method = getattr(getattr(client_for(scene["credential"], http), group), name)
    positional, keyword = arguments_of(method, operation_id, scene)
    result = method(*positional, **keyword)
    if isinstance(result, Paginated):
        check(result.first())
        assert len(result.to_list(max=150)) <= 150
    else:
        check(result)
    assert any(status < 300 for status in answers["sync"].statuses[operation_id])


@pytest.mark.parametrize("operation_id", IN_ORDER)
def test_asynchronous_operation(
    operation_id: str,
    async_http: httpx.AsyncClient,
    loop: asyncio.AbstractEventLoop,
    scenes: SceneClient,
    answers: dict[str, Answers],
) -> None:
    scene = scenes.scene(operation_id)
    group, name = METHODS[operation_id]

    async def call() -> None:
        method = getattr(getattr(async_client_for(scene["credential"], async_http), group), name)
        positional, keyword = arguments_of(method, operation_id, scene)
        result = method(*positional, **keyword)
        if isinstance(result, AsyncPaginated):
            check(await result.first())
            assert len(await result.to_list(max=150)) <= 150
        else:
            check(await result)

    loop.run_until_complete(call())
    assert any(status < 300 for status in answers["async"].statuses[operation_id])


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_the_service_answered_every_operation_with_success(kind: str, answers: dict[str, Answers]) -> None:
    statuses = answers[kind].statuses
    unanswered = [id for id in METHODS if not any(status < 300 for status in statuses.get(id, ()))]
    assert unanswered == []
