"""Receives deliveries of the service: signed, encrypted, during a rotation, and of real events."""

from __future__ import annotations

import os
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from payproof import Payproof, models
from payproof.models import EVENT_MODELS
from payproof.webhooks import Delivery, WebhookReceiver, verify_signature

from .test_stories import WILHELMINA


@dataclass
class Inbox:
    url: str
    deliveries: list[Delivery] = field(default_factory=list)
    requests: list[tuple[bytes, dict[str, str]]] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    def tests(self) -> list[Delivery]:
        """Test deliveries alone: events of other tests may arrive in between."""
        return [delivery for delivery in self.deliveries if delivery.is_test]

    def test_requests(self) -> list[tuple[bytes, dict[str, str]]]:
        return [(body, headers) for body, headers in self.requests if headers.get("x-svc-test") == "true"]


@contextmanager
def receiving(secrets: list[str], encryption_keys: list[str] | None = None) -> Iterator[Inbox]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            inbox.requests.append((body, {name.lower(): value for name, value in self.headers.items()}))
            self.send_response(receiver(body, self.headers))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    inbox = Inbox(f"http://127.0.0.1:{server.server_address[1]}/hooks")
    receiver = WebhookReceiver(
        inbox.deliveries.append,
        secrets=secrets,
        encryption_keys=encryption_keys,
        on_refused=lambda error: inbox.refusals.append(error.reason),
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield inbox
    finally:
        server.shutdown()
        server.server_close()


def a_secret() -> str:
    return os.urandom(24).hex()


def a_key() -> str:
    return b64encode(os.urandom(32)).decode()


@contextmanager
def subscribed(payproof: Payproof, inbox: Inbox, secret: str, key: str | None = None) -> Iterator[str]:
    events = list(EVENT_MODELS)
    name = f"python {os.urandom(6).hex()}"
    webhook = payproof.webhooks.create(
        {
            "name": name,
            "events": events,  # type: ignore[typeddict-item]
            "url": inbox.url,
            "signing_secret": secret,
            **({"encryption_key": key, "config": {"include_payload": True}} if key else {}),  # type: ignore[typeddict-item]
        }
    )
    yield webhook.webhook_id
    payproof.webhooks.delete(webhook.webhook_id)


def send_test(payproof: Payproof, webhook_id: str, kind: str) -> models.DeliveryWithAttempts:
    """Send a test delivery. It is repeated if the service could not connect within 5 seconds on a busy machine."""
    for _ in range(5):
        result = payproof.webhooks.test(webhook_id, {"event": kind})  # type: ignore[arg-type]
        if [attempt.failure for attempt in result.attempts] != ["could not connect"]:
            break
    return result


@pytest.mark.parametrize("is_encrypted", [False, True])
def test_every_kind_of_event_is_verified_and_typed(payproof: Payproof, is_encrypted: bool) -> None:
    secret, key = a_secret(), a_key() if is_encrypted else None
    with receiving([secret], [key] if key else None) as inbox, subscribed(payproof, inbox, secret, key) as webhook_id:
        for kind in EVENT_MODELS:
            result = send_test(payproof, webhook_id, kind)
            assert result.state == "delivered", (kind, inbox.refusals, result.attempts)
    assert [type(delivery.event) for delivery in inbox.tests()] == list(EVENT_MODELS.values())
    assert all(("x-svc-encryption-iv" in headers) == is_encrypted for _, headers in inbox.requests)
    for body, headers in inbox.requests:
        assert verify_signature(body, headers["x-svc-signature"], secret)
    payroll = inbox.tests()[0].event
    assert isinstance(payroll, models.UserPayrollSubmittedEvent)
    assert (payroll.payload is not None) == is_encrypted


def test_a_real_event_arrives_with_its_payload(payproof: Payproof) -> None:
    secret, key = a_secret(), a_key()
    with receiving([secret], [key]) as inbox, subscribed(payproof, inbox, secret, key):
        user_id = payproof.users.create(WILHELMINA).user_id
        payproof.authorisations.create({"user_id": user_id, "user_agent": "Browser 1"})
        page = payproof.accounts.create_direct_connection({"user_id": user_id})
        deadline = time.monotonic() + 120
        events: list[models.UserPayrollSubmittedEvent] = []
        while not events and time.monotonic() < deadline:
            events = [
                delivery.event
                for delivery in inbox.deliveries
                if isinstance(delivery.event, models.UserPayrollSubmittedEvent) and delivery.event.user_id == user_id
            ]
            time.sleep(0.1)
    assert inbox.refusals == []
    payload = events[0].payload
    assert payload is not None
    by_id = {submission.id: submission for submission in page.payroll_submissions}
    for submission in payload.payroll_submissions:
        stored = by_id[submission.id].income_information.earnings.net_pay
        assert submission.income_information.earnings.net_pay == stored
        assert isinstance(submission.income_information.earnings.net_pay, Decimal)


def test_both_secrets_and_keys_are_accepted_during_a_rotation(payproof: Payproof) -> None:
    secrets, keys = [a_secret(), a_secret()], [a_key(), a_key()]
    with receiving(secrets, keys) as inbox, subscribed(payproof, inbox, secrets[0], keys[0]) as webhook_id:
        send_test(payproof, webhook_id, "account-status-changed")
        payproof.webhooks.rotate_secret(webhook_id, {"step": "add", "signing_secret": secrets[1]})
        send_test(payproof, webhook_id, "account-status-changed")
        payproof.webhooks.rotate_secret(webhook_id, {"encryption_key": keys[1]})
        send_test(payproof, webhook_id, "account-status-changed")
    assert (len(inbox.tests()), inbox.refusals) == (3, [])
    body, headers = inbox.test_requests()[1]
    assert verify_signature(body, headers["x-svc-signature"], secrets[0])
    assert verify_signature(body, headers["x-svc-signature-next"], secrets[1])


def test_a_delivery_with_another_secret_is_refused(payproof: Payproof) -> None:
    secret = a_secret()
    with receiving([a_secret()]) as inbox, subscribed(payproof, inbox, secret) as webhook_id:
        result = send_test(payproof, webhook_id, "account-status-changed")
    assert result.state != "delivered"
    assert set(inbox.refusals) == {"wrong-signature"}
    assert inbox.deliveries == []
