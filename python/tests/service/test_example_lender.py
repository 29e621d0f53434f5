"""Runs the example lender: form, journey link, webhook, decision, report and erasure."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from payproof import Payproof

from .conftest import SceneClient

PROGRAM = Path(__file__).parents[3] / "examples" / "lender-python" / "lender.py"
SOURCE = Path(__file__).parents[2] / "src"
WILHELMINA = {
    "forename": "Wilhelmina",
    "surname": "Oakapple",
    "birthday": "1988-05-14",
    "post_code": "BS6 9ZX",
    "amount": "5000",
}


@pytest.fixture
def lender(payproof: Payproof) -> Iterator[str]:
    environment = {**os.environ, "PORT": "0", "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, str(PROGRAM)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout
        found = re.search(r"open at (\S+)", process.stdout.readline())
        assert found
        yield found[1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert f"{found[1]}/hooks/payproof" not in {webhook.url for webhook in payproof.webhooks.list()}


def test_a_payslip_leads_to_a_decision_and_a_report(lender: str, payproof: Payproof, scenes: SceneClient) -> None:
    with httpx.Client(base_url=lender, follow_redirects=True, timeout=60) as browser:
        assert "a full postcode" in browser.post("/applications", data={**WILHELMINA, "post_code": "nowhere"}).text
        opened = browser.post("/applications", data=WILHELMINA)
        assert "Show us your income" in opened.text
        assert browser.get("/application/report").status_code == 404

        user_id = next(iter(payproof.users.list(limit=1))).user_id
        payproof.authorisations.create({"user_id": user_id, "user_agent": "Browser 1"})
        payproof.for_user(user_id).uploads.payslips([scenes.document("payslip")])
        deadline = time.monotonic() + 120
        while browser.get("/application/version").text == "0":
            assert time.monotonic() < deadline
            time.sleep(0.2)

        decided = browser.get("/application").text
        assert "We need a closer look" in decided
        assert re.search(r"Months covered</th><td>\d of 3", decided)
        assert browser.get("/application/report").content.startswith(b"%PDF-")
        assert httpx.get(f"{lender}/application").headers["location"] == "/"

        browser.post("/applications/withdrawals")
        assert user_id not in {user.user_id for user in payproof.users.list(limit=20).to_list(max=20)}


def test_an_unsigned_delivery_is_refused(lender: str) -> None:
    assert httpx.post(f"{lender}/hooks/payproof", content=b"{}").status_code == 400
    foreign = {"sec-fetch-site": "cross-site"}
    assert httpx.post(f"{lender}/applications", data=WILHELMINA, headers=foreign).status_code == 403
