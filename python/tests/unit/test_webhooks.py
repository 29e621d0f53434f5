from __future__ import annotations

import asyncio
import hmac
import json
import math
import time
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from payproof import models
from payproof.webhooks import (
    AsyncWebhookReceiver,
    Delivery,
    InMemory,
    Tombstone,
    UnknownEvent,
    WebhookError,
    WebhookReceiver,
    decrypt,
    receive,
    verify_signature,
    verify_standard_webhook,
)

SECRET = "a signing secret"
NEXT_SECRET = "the next secret"
SENT_AT = 1_780_000_000
ID = "0d5b3c1e-9f4a-4c58-9a8f-1c2d3e4f5a6b"
EVENT = {
    "event": "authorisation-revoked",
    "user_id": "u",
    "timestamp": "2026-06-01T00:00:00Z",
    "authorisation_id": "a",
    "term_id": "t",
    "withdrawn_by": "person",
    "revoked_at": "2026-06-01T00:00:00Z",
}
BODY = json.dumps(EVENT).encode()


def signed(body: bytes, *secrets: str, id: str = ID, timestamp: str = str(SENT_AT)) -> dict[str, str]:
    text = f"{id}.{timestamp}.".encode() + body
    macs = [b64encode(hmac.digest(secret.encode(), text, "sha256")).decode() for secret in secrets or (SECRET,)]
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{mac}" for mac in macs),
        "x-svc-attempt": "1",
    }


def open_at_once(body: bytes, headers: Mapping[str, Any], **options: Any) -> Delivery:
    given: dict[str, Any] = {"secrets": [SECRET], "now": lambda: SENT_AT, **options}
    return receive(body, headers, **given)


def reason_of(body: bytes, headers: Mapping[str, Any], **options: Any) -> str:
    with pytest.raises(WebhookError) as caught:
        open_at_once(body, headers, **options)
    assert caught.value.__context__ is None
    return caught.value.reason


def sealed(body: bytes, key: bytes, iv: bytes = bytes(12)) -> tuple[bytes, str]:
    return b64encode(AESGCM(key).encrypt(iv, body, None)), b64encode(iv).decode()


def test_a_signed_delivery_is_typed() -> None:
    delivery = open_at_once(BODY, {**signed(BODY), "x-svc-sequence": "3"})
    assert (delivery.id, delivery.attempt, delivery.sequence) == (ID, 1, 3)
    assert isinstance(delivery.event, models.AuthorisationRevokedEvent)
    assert delivery.event.withdrawn_by == "person"


def test_every_secret_of_a_rotation_is_accepted() -> None:
    for secrets in ([SECRET], [NEXT_SECRET], [SECRET, NEXT_SECRET]):
        assert open_at_once(BODY, signed(BODY, SECRET, NEXT_SECRET), secrets=secrets).id == ID
    assert reason_of(BODY, signed(BODY), secrets=[NEXT_SECRET]) == "wrong-signature"
    assert reason_of(BODY, signed(BODY), secrets=[]) == "wrong-signature"


def test_an_empty_secret_signs_nothing() -> None:
    assert reason_of(BODY, signed(BODY, ""), secrets=[""]) == "wrong-signature"
    assert not verify_signature(BODY, hmac.digest(b"", BODY, "sha512").hex(), "")


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_missing_or_duplicated_header_is_refused(name: str) -> None:
    headers = signed(BODY)
    missing = {key: value for key, value in headers.items() if key != name}
    assert reason_of(BODY, missing) == "unsigned"
    assert reason_of(BODY, {**headers, name: [headers[name], headers[name]]}) == "wrong-signature"
    assert reason_of(BODY, {**headers, name.upper(): headers[name]}) == "wrong-signature"


def test_every_changed_byte_is_refused() -> None:
    headers = signed(BODY)
    for position in range(len(BODY)):
        changed = bytearray(BODY)
        changed[position] ^= 1
        assert not verify_standard_webhook(bytes(changed), headers, SECRET, now=lambda: SENT_AT)


@pytest.mark.parametrize("timestamp", ["01780000000", "+1780000000", "1780000000.0", " 1780000000", "0x1", "NaN"])
def test_a_time_is_written_in_one_way(timestamp: str) -> None:
    assert reason_of(BODY, signed(BODY, timestamp=timestamp)) == "wrong-signature"


def test_the_signed_text_cannot_be_cut_differently() -> None:
    body = f"{SENT_AT}.rest".encode()
    headers = {**signed(body), "webhook-id": f"{ID}.{SENT_AT}"}
    assert reason_of(b"rest", headers) == "wrong-signature"


@pytest.mark.parametrize(
    ("seconds", "tolerance", "is_fresh"),
    [
        (-301, 300, False),
        (-300, 300, True),
        (300, 300, True),
        (300.5, 300, False),
        (0, 0, True),
        (1, 0, False),
        (0, math.nan, False),
        (math.nan, 300, False),
    ],
)
def test_a_delivery_must_be_recent(seconds: float, tolerance: float, is_fresh: bool) -> None:
    headers = signed(BODY)
    verified = verify_standard_webhook(
        BODY, headers, SECRET, tolerance_seconds=tolerance, now=lambda: SENT_AT + seconds
    )
    assert verified == is_fresh


def test_the_older_signature_covers_the_body() -> None:
    signature = hmac.digest(SECRET.encode(), BODY, "sha512").hex()
    assert verify_signature(BODY, signature, SECRET)
    assert not verify_signature(BODY + b" ", signature, SECRET)
    assert not verify_signature(BODY, signature.upper(), SECRET)
    assert not verify_signature(BODY, None, SECRET)


def test_encrypted_deliveries() -> None:
    keys = [bytes([n]) * 32 for n in (1, 2)]
    body, iv = sealed(BODY, keys[1])
    headers = {**signed(body), "x-svc-encryption-iv": iv}
    texts = [b64encode(key).decode() for key in keys]
    assert open_at_once(body, headers, encryption_keys=texts).body == BODY.decode()
    assert reason_of(body, headers, encryption_keys=texts[:1]) == "undecryptable"
    assert reason_of(body, headers) == "no-key"
    assert reason_of(BODY, signed(BODY), encryption_keys=texts) == "not-encrypted"


def test_only_canonical_base64_is_decrypted() -> None:
    key = bytes(32)
    body, iv = sealed(b"text", key)
    key_text = b64encode(key).decode()
    assert decrypt(body, iv, key_text) == "text"
    for changed in (body + b"\n", body[:-1], body[:4] + b" " + body[4:], body.rstrip(b"="), b""):
        if changed != body:
            with pytest.raises(ValueError, match="body"):
                decrypt(changed, iv, key_text)
    with pytest.raises(ValueError, match="IV"):
        decrypt(body, iv[:-4], key_text)
    with pytest.raises(ValueError, match="key"):
        decrypt(body, iv, key_text[:-4])


def test_a_tombstone_contains_nothing_else() -> None:
    body = json.dumps({name: EVENT[name] for name in ("event", "user_id", "timestamp")}).encode()
    delivery = open_at_once(body, {**signed(body), "x-svc-tombstone": "erased"})
    assert delivery.event == Tombstone("authorisation-revoked", "u", "2026-06-01T00:00:00Z")
    assert reason_of(body, signed(body)) == "malformed"
    assert reason_of(BODY, {**signed(BODY), "x-svc-tombstone": "erased"}) == "malformed"


def test_a_newer_event_is_passed_on() -> None:
    body = b'{"event": "invented", "amount": 1.5}'
    event = open_at_once(body, signed(body)).event
    assert isinstance(event, UnknownEvent)
    assert event.event == "invented"


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"event": ""}', b"\xff", b'{"event": 1}'])
def test_a_body_that_is_no_event_is_refused(body: bytes) -> None:
    assert reason_of(body, signed(body)) == "malformed"


def test_unsigned_deliveries_need_an_explicit_none() -> None:
    headers = {"webhook-id": ID, "x-svc-attempt": "2"}
    assert open_at_once(BODY, headers, secrets=None).attempt == 2
    assert reason_of(BODY, headers) == "unsigned"
    with pytest.raises(TypeError):
        open_at_once(BODY, signed(BODY), secrets=SECRET)
    with pytest.raises(TypeError, match="parsed already"):
        open_at_once(EVENT, signed(BODY))  # type: ignore[arg-type]


def fresh_headers(body: bytes = BODY, id: str = ID) -> dict[str, str]:
    return signed(body, id=id, timestamp=str(int(time.time())))


def test_a_replayed_delivery_is_not_processed() -> None:
    handled: list[Delivery] = []
    receiver = WebhookReceiver(handled.append, secrets=[SECRET])
    assert [receiver(BODY, fresh_headers()) for _ in range(3)] == [204, 204, 204]
    assert len(handled) == 1
    assert receiver(BODY, fresh_headers(id="another")) == 204
    assert len(handled) == 2


def test_a_failed_delivery_is_processed_again() -> None:
    attempts: list[Delivery] = []

    def handle(delivery: Delivery) -> None:
        attempts.append(delivery)
        if len(attempts) == 1:
            raise RuntimeError("the database is down")

    receiver = WebhookReceiver(handle, secrets=[SECRET])
    with pytest.raises(RuntimeError):
        receiver(BODY, fresh_headers())
    assert receiver(BODY, fresh_headers()) == 204
    assert len(attempts) == 2


def test_a_delivery_in_progress_is_not_acknowledged() -> None:
    statuses: list[int] = []

    def handle(_: Delivery) -> None:
        statuses.append(receiver(BODY, fresh_headers()))

    receiver = WebhookReceiver(handle, secrets=[SECRET])
    assert receiver(BODY, fresh_headers()) == 204
    assert statuses == [409]


def test_a_refused_delivery_is_reported() -> None:
    refused: list[str] = []
    receiver = WebhookReceiver(lambda _: None, secrets=[SECRET], on_refused=lambda error: refused.append(error.reason))
    assert receiver(BODY, signed(BODY)) == 400
    assert receiver(BODY, {}) == 400
    assert refused == ["wrong-time", "unsigned"]


def test_the_asynchronous_receiver_awaits_its_handler() -> None:
    handled: list[str] = []

    async def handle(delivery: Delivery) -> None:
        await asyncio.sleep(0)
        handled.append(delivery.id)

    async def deliver() -> list[int]:
        receiver = AsyncWebhookReceiver(handle, secrets=[SECRET])
        return [await receiver(BODY, fresh_headers()) for _ in range(2)] + [await receiver(BODY, {})]

    assert asyncio.run(deliver()) == [204, 204, 400]
    assert handled == [ID]


def test_the_memory_is_bounded_and_leases_end() -> None:
    now = 0.0
    memory = InMemory(max=2, now=lambda: now)
    assert memory.begin("a", 60) == "new"
    assert memory.begin("a", 60) == "running"
    now = 61.0
    assert memory.begin("a", 60) == "new"
    memory.finish("a", 100)
    assert memory.begin("a", 60) == "done"
    memory.begin("b", 60)
    memory.begin("c", 60)
    assert memory.begin("a", 60) == "new"
