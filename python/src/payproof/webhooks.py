"""Verifies, decrypts and parses webhook deliveries."""

from __future__ import annotations

import binascii
import contextlib
import hmac
import inspect
import re
import threading
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ._decode import DecodeError, decode, parse_json
from .models import EVENT_MODELS, WebhookEvent

DEFAULT_TOLERANCE_SECONDS = 300

Fault = Literal["unsigned", "wrong-signature", "wrong-time", "not-encrypted", "no-key", "undecryptable", "malformed"]

_messages: Mapping[Fault, str] = {
    "unsigned": "The headers webhook-id, webhook-timestamp and webhook-signature are not all there",
    "wrong-signature": "No signature was made of this id, time and body with one of the secrets",
    "wrong-time": "The delivery is signed, but too old or from the future; compare the clocks",
    "not-encrypted": "There are encryption keys, but the delivery is not encrypted",
    "no-key": "The delivery is encrypted, but there are no encryption keys",
    "undecryptable": "None of the encryption keys opens the body",
    "malformed": "The delivery is not a Payproof event, or lacks a field of its kind",
}


class WebhookError(Exception):
    """Reason why a delivery was rejected: a code, and a message that contains no data of the delivery."""

    def __init__(self, reason: Fault) -> None:
        super().__init__(_messages[reason])
        self.reason = reason


class HasItems(Protocol):
    """Headers of any web framework: a mapping, or an object that lists duplicated headers twice."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


RawBody = bytes | str
"""The raw body. A body that was parsed and serialised again no longer matches its signature."""


@dataclass(frozen=True)
class Tombstone:
    """Content that is sent instead of an event if the person was erased before delivery."""

    event: str
    user_id: str
    timestamp: str


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a kind that is newer than this version of the SDK, with its fields as sent."""

    event: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Delivery:
    """A verified delivery."""

    id: str
    """Id for deduplication; it is the same for every attempt and replay."""
    attempt: int
    sequence: int | None
    """Number of the delivery among those about one user to one webhook, from 1; None if not numbered."""
    is_test: bool
    is_payload_omitted: bool
    """Whether the payload was left out, because it would exceed 1 MiB. Fetch it by its ids."""
    body: str
    """The JSON text, after decryption."""
    event: WebhookEvent | Tombstone | UnknownEvent
    """Tell the kinds apart with `isinstance`, for example with `models.UserPayrollSubmittedEvent`."""


def receive(
    body: RawBody,
    headers: HasItems,
    *,
    secrets: Sequence[str] | None,
    encryption_keys: Sequence[str] | None = None,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now: Callable[[], float] = time.time,
) -> Delivery:
    """Verify, decrypt and parse one delivery, or raise a WebhookError.

    `secrets` are all valid signing secrets; there are two during a rotation. Unsigned deliveries are accepted only if
    it is None. With `encryption_keys`, deliveries in plain text are rejected.
    """
    raw = _bytes_of(body)
    fault = None if secrets is None else _signature_fault(raw, headers, secrets, tolerance_seconds, now)
    if fault:
        raise WebhookError(fault)
    text = _open(raw, _header(headers, "x-svc-encryption-iv"), encryption_keys)
    delivery_id = _header(headers, "webhook-id")
    attempt = _count(headers, "x-svc-attempt")
    event = _read_event(text, is_tombstone=_header(headers, "x-svc-tombstone") == "erased")
    if not delivery_id or not attempt or event is None:
        raise WebhookError("malformed")
    return Delivery(
        id=delivery_id,
        attempt=attempt,
        sequence=_count(headers, "x-svc-sequence"),
        is_test=_header(headers, "x-svc-test") == "true",
        is_payload_omitted=_header(headers, "x-svc-payload-omitted") is not None,
        body=text,
        event=event,
    )


def verify_signature(body: RawBody, signature: str | None, secret: str) -> bool:
    """Verify `X-Svc-Signature` (or `X-Svc-Signature-Next`), which covers the body alone, with this secret."""
    if not secret or signature is None:
        return False
    return _is_same(signature, hmac.digest(secret.encode(), _bytes_of(body), "sha512").hex())


def verify_standard_webhook(
    body: RawBody,
    headers: HasItems,
    secret: str,
    *,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now: Callable[[], float] = time.time,
) -> bool:
    """Verify `webhook-signature` over id, timestamp and body, and that the timestamp is recent."""
    return _signature_fault(_bytes_of(body), headers, [secret], tolerance_seconds, now) is None


def decrypt(body: RawBody, iv: str, key: str) -> str:
    """Decrypt a body with the IV of `X-Svc-Encryption-IV`. Raise ValueError if body, IV and key do not match."""
    sealed, iv_value, key_value = _base64(_bytes_of(body)), _base64(iv.encode()), _base64(key.encode())
    if key_value is None or len(key_value) != 32:
        raise ValueError("The encryption key is not the Base64 text of 32 bytes")
    if iv_value is None or len(iv_value) != 12:
        raise ValueError("The IV is not the Base64 text of 12 bytes")
    if sealed is None or len(sealed) < 16:
        raise ValueError("The body is not the Base64 text of a ciphertext and its tag")
    try:
        return AESGCM(key_value).decrypt(iv_value, sealed, None).decode()
    except InvalidTag:
        raise ValueError("The body was encrypted with another key or IV, or was altered") from None
    except UnicodeDecodeError:
        raise ValueError("The decrypted body is not UTF-8") from None


# A dot in the id or timestamp would make the signed text ambiguous.
_id_form = re.compile(r"[\w-]+", re.ASCII)
_timestamp_form = re.compile(r"[1-9]\d{0,15}", re.ASCII)
# The list may also contain future signature versions. Two headers joined by a comma are not a valid list.
_list_form = re.compile(r"v\w+,[^ ,]+( v\w+,[^ ,]+)*", re.ASCII)


def _signature_fault(
    raw: bytes, headers: HasItems, secrets: Sequence[str], tolerance_seconds: float, now: Callable[[], float]
) -> Fault | None:
    """Return the reason to reject a delivery, or None if one of the secrets signed it."""
    if isinstance(secrets, str):
        raise TypeError("secrets is a list of texts, not one text")
    delivery_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    if not delivery_id or not timestamp or not signatures:
        return "unsigned"
    has_form = (
        _id_form.fullmatch(delivery_id) and _timestamp_form.fullmatch(timestamp) and _list_form.fullmatch(signatures)
    )
    if not has_form:
        return "wrong-signature"
    signed = f"{delivery_id}.{timestamp}.".encode() + raw
    # An empty secret, often caused by an unset variable, would let anyone sign.
    macs = [hmac.digest(secret.encode(), signed, "sha256") for secret in secrets if secret]
    expected = [f"v1,{b64encode(mac).decode()}" for mac in macs]
    if not any(_is_same(given, mac) for given in signatures.split(" ") for mac in expected):
        return "wrong-signature"
    # Written so that a tolerance or clock of NaN rejects the delivery.
    is_fresh = abs(now() - int(timestamp)) <= tolerance_seconds
    return None if is_fresh else "wrong-time"


def _is_same(given: str, expected: str) -> bool:
    # Some servers decode invalid bytes of a header to surrogates.
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


def _open(raw: bytes, iv: str | None, keys: Sequence[str] | None) -> str:
    if iv is None:
        if keys is not None:
            raise WebhookError("not-encrypted")
        return _plain_text(raw)
    if keys is None:
        raise WebhookError("no-key")
    for key in keys:
        try:
            return decrypt(raw, iv, key)
        except ValueError:
            continue
    raise WebhookError("undecryptable")


def _plain_text(raw: bytes) -> str:
    with contextlib.suppress(UnicodeDecodeError):
        return raw.decode()
    # Raised outside the block above, because the error of the decoder contains the body.
    raise WebhookError("malformed")


def _read_event(text: str, *, is_tombstone: bool) -> Any:
    """Parse the body, or return None if it is not an event."""
    try:
        value = parse_json(text)
    except ValueError:
        return None
    kind = value.get("event") if isinstance(value, dict) else None
    if not isinstance(kind, str) or not kind:
        return None
    # The header that announces a tombstone is not signed, so the body must contain no other fields.
    if is_tombstone:
        has_only_texts = all(isinstance(value.get(name), str) for name in ("user_id", "timestamp"))
        return Tombstone(**value) if has_only_texts and len(value) == 3 else None
    model = EVENT_MODELS.get(kind)
    if model is None:
        return UnknownEvent(kind, value)
    try:
        return decode(model, value)
    except DecodeError:
        return None


def _header(headers: HasItems, name: str) -> str | None:
    """Return a header. A duplicated header is joined with a comma and therefore matches nothing."""
    values: list[str] = []
    for key, value in headers.items():
        if key.lower() == name and value is not None:
            values.extend([value] if isinstance(value, str) else value)
    return ", ".join(values) if values else None


def _count(headers: HasItems, name: str) -> int | None:
    text = _header(headers, name)
    return int(text) if text and _timestamp_form.fullmatch(text) else None


def _bytes_of(body: RawBody) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("The body is parsed already: give the raw bytes of the request")


def _base64(text: bytes) -> bytes | None:
    """Decode canonical Base64 only: other texts of the same bytes would be a change that goes unnoticed."""
    try:
        decoded = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return decoded if b64encode(decoded) == text else None


Claim = Literal["new", "running", "done"]

# Longer than the API waits for a response, so that a later attempt takes over if a process has died.
_LEASE_SECONDS = 60.0
# Period during which a delivery can be retried or replayed.
_KEEP_SECONDS = 30 * 24 * 3600.0


class DeliveryMemory(Protocol):
    """Stores the ids of processed deliveries, so that a repeat or a replay is not processed.

    Several processes need a shared store: a table with the id as primary key, or Redis. `begin` must be atomic, so
    that only one of two concurrent callers gets `new`.
    """

    def begin(self, id: str, lease_seconds: float) -> Claim:
        """Claim an id for a limited time. `running`: another caller has claimed it; `done`: it was processed."""

    def finish(self, id: str, keep_seconds: float) -> None:
        """Mark the delivery as processed and remember it for the given time."""

    def drop(self, id: str) -> None:
        """Release the claim, so that the next attempt is processed."""


class InMemory:
    """Bounded store for a single process; evicts the oldest ids first. It can be used by several threads."""

    def __init__(self, max: int = 100_000, now: Callable[[], float] = time.monotonic) -> None:
        self._known: OrderedDict[str, tuple[Claim, float]] = OrderedDict()
        self._lock = threading.Lock()
        self._max = max
        self._now = now

    def begin(self, id: str, lease_seconds: float) -> Claim:
        with self._lock:
            claim, until = self._known.get(id, ("new", 0.0))
            if claim != "new" and until > self._now():
                return claim
            self._set(id, "running", lease_seconds)
            return "new"

    def finish(self, id: str, keep_seconds: float) -> None:
        with self._lock:
            self._set(id, "done", keep_seconds)

    def drop(self, id: str) -> None:
        with self._lock:
            self._known.pop(id, None)

    def _set(self, id: str, claim: Claim, seconds: float) -> None:
        # Re-insert the id to keep the order of insertion times.
        self._known.pop(id, None)
        self._known[id] = (claim, self._now() + seconds)
        while len(self._known) > self._max:
            self._known.popitem(last=False)


@dataclass(frozen=True, kw_only=True)
class _ReceiverOptions:
    secrets: Sequence[str] | None
    """All valid signing secrets. None accepts unsigned deliveries."""
    encryption_keys: Sequence[str] | None
    """All valid encryption keys. With keys, deliveries in plain text are rejected."""
    tolerance_seconds: float
    on_refused: Callable[[WebhookError], object] | None

    def open(self, body: RawBody, headers: HasItems) -> Delivery | None:
        try:
            return receive(
                body,
                headers,
                secrets=self.secrets,
                encryption_keys=self.encryption_keys,
                tolerance_seconds=self.tolerance_seconds,
            )
        except WebhookError as error:
            if self.on_refused:
                self.on_refused(error)
            return None


class WebhookReceiver:
    """Processes each delivery once. A call returns the HTTP status of the response: 204, 400 or 409.

    `handle` stores the delivery. It must finish within 15 seconds, so do long work afterwards. If it raises, the
    delivery is retried later.
    """

    def __init__(
        self,
        handle: Callable[[Delivery], object],
        *,
        secrets: Sequence[str] | None,
        encryption_keys: Sequence[str] | None = None,
        tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
        memory: DeliveryMemory | None = None,
        on_refused: Callable[[WebhookError], object] | None = None,
    ) -> None:
        self._handle = handle
        self._memory: DeliveryMemory = memory or InMemory()
        self._options = _ReceiverOptions(
            secrets=secrets,
            encryption_keys=encryption_keys,
            tolerance_seconds=tolerance_seconds,
            on_refused=on_refused,
        )

    def __call__(self, body: RawBody, headers: HasItems) -> int:
        delivery = self._options.open(body, headers)
        if delivery is None:
            return 400
        claim = self._memory.begin(delivery.id, _LEASE_SECONDS)
        if claim != "new":
            # One that is still being processed is not acknowledged: if that failed, it would never be retried.
            return 409 if claim == "running" else 204
        try:
            self._handle(delivery)
        except BaseException:
            self._memory.drop(delivery.id)
            raise
        self._memory.finish(delivery.id, _KEEP_SECONDS)
        return 204


class AsyncDeliveryMemory(Protocol):
    """Like `DeliveryMemory`, with coroutines."""

    async def begin(self, id: str, lease_seconds: float) -> Claim: ...

    async def finish(self, id: str, keep_seconds: float) -> None: ...

    async def drop(self, id: str) -> None: ...


class AsyncWebhookReceiver:
    """Like `WebhookReceiver`, for asyncio. `handle` and the memory may be coroutines or plain functions."""

    def __init__(
        self,
        handle: Callable[[Delivery], Awaitable[object] | object],
        *,
        secrets: Sequence[str] | None,
        encryption_keys: Sequence[str] | None = None,
        tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
        memory: AsyncDeliveryMemory | DeliveryMemory | None = None,
        on_refused: Callable[[WebhookError], object] | None = None,
    ) -> None:
        self._handle = handle
        self._memory: AsyncDeliveryMemory | DeliveryMemory = memory or InMemory()
        self._options = _ReceiverOptions(
            secrets=secrets,
            encryption_keys=encryption_keys,
            tolerance_seconds=tolerance_seconds,
            on_refused=on_refused,
        )

    async def __call__(self, body: RawBody, headers: HasItems) -> int:
        delivery = self._options.open(body, headers)
        if delivery is None:
            return 400
        claim = await _result_of(self._memory.begin(delivery.id, _LEASE_SECONDS))
        if claim != "new":
            return 409 if claim == "running" else 204
        try:
            await _result_of(self._handle(delivery))
        except BaseException:
            await _result_of(self._memory.drop(delivery.id))
            raise
        await _result_of(self._memory.finish(delivery.id, _KEEP_SECONDS))
        return 204


async def _result_of(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
