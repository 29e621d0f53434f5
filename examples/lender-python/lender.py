"""A small web application of an invented lender, Thistledown Loans. Copy from it for your own integration."""

from __future__ import annotations

import html
import os
import re
import secrets
import signal
import threading
from base64 import b64encode
from dataclasses import dataclass
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import FrameType
from urllib.parse import parse_qsl, urlsplit

from payproof import Payproof
from payproof.models import IncomeSummary
from payproof.webhooks import Delivery, Tombstone, UnknownEvent, WebhookReceiver

PUBLIC = Path(__file__).parent.parent / "lender" / "public"
FILES = {"/lender.css": "text/css", "/apply.js": "text/javascript", "/icon.svg": "image/svg+xml"}
FIELDS = {
    "forename": ("First name", "text", r"\w[\w .'\u2019-]{0,79}"),
    "surname": ("Last name", "text", r"\w[\w .'\u2019-]{0,79}"),
    "birthday": ("Date of birth", "date", r"(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    "post_code": ("Postcode", "text", r"[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}"),
    "amount": ("Loan amount in pounds", "number", r"[5-9]\d{2}|[1-9]\d{3}|1\d{4}|2[0-4]\d{3}|25000"),
}
MAX_BODY_BYTES = 2 * 1024 * 1024
MONTHS = 36
MONTHLY_RATE = Decimal("0.0079")
MIN_LEFT = Decimal(100)


@dataclass
class Application:
    id: str
    """Secret. Only the applicant's browser knows it and presents it to open the application."""
    user_id: str
    link: str
    amount: Decimal
    summary: IncomeSummary | None = None
    version: int = 0


class Lender:
    """Keeps applications in memory only. Use your database instead."""

    def __init__(self, payproof: Payproof) -> None:
        self.payproof = payproof
        self.by_id: dict[str, Application] = {}
        self.by_user: dict[str, Application] = {}
        # The secrets live as long as this process. Load yours from your secret store.
        self.signing_secret = secrets.token_hex(32)
        self.encryption_key = b64encode(secrets.token_bytes(32)).decode()
        self.receive = WebhookReceiver(
            self.handle, secrets=[self.signing_secret], encryption_keys=[self.encryption_key]
        )

    def register_webhook(self, url: str) -> str:
        """Register the webhook, and our origin as one that may embed the journey."""
        known = self.payproof.configuration.get().frame_origins or ()
        origins = [url, *(origin for origin in known if origin != url)]
        self.payproof.configuration.update({"frame_origins": origins[:20]})
        webhook = self.payproof.webhooks.create(
            {
                "name": "example lender in Python",
                "url": f"{url}/hooks/payproof",
                "signing_secret": self.signing_secret,
                "encryption_key": self.encryption_key,
                "events": ["user-payroll-submitted", "user-bank-statement-submitted"],
            }
        )
        return webhook.webhook_id

    def begin(self, answers: dict[str, str]) -> Application:
        """Register the applicant with the service and request their journey link."""
        user = self.payproof.users.create(
            {
                "forename": answers["forename"],
                "surname": answers["surname"],
                "date_of_birth": f"{answers['birthday']}T12:00:00Z",
                "post_codes": [answers["post_code"]],
                "payroll_period_months": 3,
                "payroll_connections_enabled": True,
                "payslip_upload_enabled": True,
            }
        )
        link = self.payproof.user_tokens.create({"user_id": user.user_id}).webapp_link
        application = Application(secrets.token_hex(16), user.user_id, link, Decimal(answers["amount"]))
        self.by_id[application.id] = self.by_user[user.user_id] = application
        return application

    def handle(self, delivery: Delivery) -> None:
        """Read the income summary again when data has arrived. In production, store the delivery for a worker."""
        event = delivery.event
        if delivery.is_test or isinstance(event, UnknownEvent):
            return
        application = self.by_user.get(event.user_id)
        if application is None:
            return
        if isinstance(event, Tombstone):
            self.forget(application)
            return
        application.summary = self.payproof.income.get(application.user_id)
        application.version += 1

    def withdraw(self, application: Application) -> None:
        self.payproof.users.delete(application.user_id)
        self.forget(application)

    def forget(self, application: Application) -> None:
        self.by_id.pop(application.id, None)
        self.by_user.pop(application.user_id, None)


def repayment_of(amount: Decimal) -> Decimal:
    return (amount * MONTHLY_RATE / (1 - (1 + MONTHLY_RATE) ** -MONTHS)).quantize(Decimal("0.01"))


def decide(summary: IncomeSummary, amount: Decimal) -> tuple[str, list[str]]:
    """Decide by this lender's rules. They are an example: replace them with your own and your regulator's."""
    worst = [finding.message for finding in summary.findings if finding.severity == "high"]
    left = summary.affordability.left
    if worst:
        return "We need a closer look", worst
    if left is None:
        return "We need a closer look", ["We cannot tell yet what you can afford. Share more payslips."]
    if left - repayment_of(amount) >= MIN_LEFT:
        return "Your loan is approved", []
    return "We need a closer look", ["Share a bank statement to show what you spend yourself."]


def page(title: str, body: str, scripts: str = "") -> bytes:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} | Thistledown Loans</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/lender.css">
{scripts}</head>
<body>
<header><a href="/"><img src="/icon.svg" alt="" width="32" height="32">Thistledown Loans</a></header>
<main>{body}</main>
<footer>An invented lender. No money is lent.</footer>
</body>
</html>
""".encode()


def form_page(answers: dict[str, str] | None = None) -> bytes:
    rows = []
    for name, (label, kind, pattern) in FIELDS.items():
        value = (answers or {}).get(name, "")
        is_wrong = answers is not None and not re.fullmatch(pattern, value)
        fault = f'<span class="declined">Check: {label.lower()}</span>' if is_wrong else ""
        rows.append(
            f'<p><label for="{name}">{label}</label>'
            f'<input id="{name}" name="{name}" type="{kind}" value="{html.escape(value)}" maxlength="100" required>'
            f"{fault}</p>"
        )
    form = '<form class="card" method="post" action="/applications" novalidate>'
    return page("Apply", f"<h1>A loan that fits your pay</h1>{form}{''.join(rows)}<button>Continue</button></form>")


def application_page(application: Application, service_origin: str) -> bytes:
    summary = application.summary
    title, reasons = decide(summary, application.amount) if summary else ("Show us your income", [])
    parts = [f"<h1>{title}</h1>", *(f"<p>{html.escape(reason)}</p>" for reason in reasons)]
    if summary:
        income = summary.income
        net = next((average.net for average in income.averages if average.month_count == 3), None)
        rows = {
            "Gross pay a year": pounds(income.annual_gross.amount),
            "Average net pay, last 3 months": pounds(net),
            "Months covered": f"{summary.coverage.months_complete} of {summary.coverage.months_requested}",
            "Repayment a month": pounds(repayment_of(application.amount)),
        }
        cells = "".join(f'<tr><th scope="row">{label}</th><td>{value}</td></tr>' for label, value in rows.items())
        parts.append(
            f'<section class="card"><h2>Your income</h2><table><tbody>{cells}</tbody></table>'
            '<p><a href="/application/report">Download the signed income report (PDF)</a></p></section>'
        )
    parts.append(
        f'<section class="card" id="share" data-link="{html.escape(application.link)}" '
        f'data-version="{application.version}">'
        f'<button type="button" id="open">{"Share more" if summary else "Share my income"}</button>'
        '<p id="status" role="status"></p><div id="journey"></div></section>'
        '<form method="post" action="/applications/withdrawals">'
        '<button class="link">Withdraw and erase my data</button></form>'
    )
    scripts = f'<script src="{service_origin}/journey.js" defer></script>\n<script src="/apply.js" defer></script>\n'
    return page(title, "".join(parts), scripts)


def pounds(amount: Decimal | None) -> str:
    return "not known yet" if amount is None else f"£{amount:,.2f}"


def handler_for(lender: Lender, service_origin: str) -> type[BaseHTTPRequestHandler]:
    """Serve the pages and the webhook endpoint on loopback; run a TLS proxy in front."""
    policy = (
        f"default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        f"script-src 'self' {service_origin}; frame-src {service_origin}; base-uri 'none'; frame-ancestors 'none'"
    )

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            application = self.application()
            if path == "/":
                self.reply(200, form_page())
            elif path in FILES:
                self.reply(200, (PUBLIC / path[1:]).read_bytes(), FILES[path])
            elif path == "/application" and application:
                self.reply(200, application_page(application, service_origin))
            elif path == "/application/version":
                self.reply(200, str(application.version if application else 0).encode(), "text/plain")
            elif path == "/application/report" and application and application.summary:
                self.reply(200, lender.payproof.reports.get_file(application.user_id), "application/pdf")
            else:
                self.reply(404, page("Sorry", '<h1>There is nothing here</h1><p><a href="/">To the beginning</a></p>'))

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            if length > MAX_BODY_BYTES:
                self.reply(413)
                return
            body = self.rfile.read(length)
            # The raw bytes are kept, because a parsed body cannot be verified.
            if self.path == "/hooks/payproof":
                self.reply(lender.receive(body, self.headers))
            # Browsers send this header. It stops forms on other sites (CSRF).
            elif self.headers.get("sec-fetch-site", "same-origin") != "same-origin":
                self.reply(403)
            elif self.path == "/applications":
                answers = {name: value.strip() for name, value in parse_qsl(body.decode(errors="replace"))}
                if all(re.fullmatch(pattern, answers.get(name, "")) for name, (_, _, pattern) in FIELDS.items()):
                    application = lender.begin(answers)
                    # Add `Secure` when you serve over HTTPS, as you will in production.
                    self.see_other("/application", f"application={application.id}; HttpOnly; SameSite=Lax; Path=/")
                else:
                    self.reply(422, form_page(answers))
            elif self.path == "/applications/withdrawals" and (withdrawn := self.application()):
                lender.withdraw(withdrawn)
                self.see_other("/", "application=; Max-Age=0; Path=/")
            else:
                self.reply(404)

        def application(self) -> Application | None:
            found = re.search(r"(?:^|; )application=([0-9a-f]{32})(?:;|$)", self.headers.get("cookie") or "")
            return lender.by_id.get(found[1]) if found else None

        def reply(self, status: int, body: bytes = b"", kind: str = "text/html") -> None:
            self.send_response(status)
            self.send_header("content-type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("content-security-policy", policy)
            self.send_header("cache-control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def see_other(self, location: str, cookie: str) -> None:
            self.send_response(303)
            self.send_header("location", location)
            self.send_header("set-cookie", cookie)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing: paths and addresses are personal data."""

    return Handler


def main() -> None:
    payproof = Payproof()
    service = urlsplit(os.environ["PAYPROOF_URL"])
    lender = Lender(payproof)
    port = int(os.environ.get("PORT", "3000"))
    server = ThreadingHTTPServer(("127.0.0.1", port), handler_for(lender, f"{service.scheme}://{service.netloc}"))
    url = os.environ.get("LENDER_URL") or f"http://127.0.0.1:{server.server_address[1]}"
    webhook_id = lender.register_webhook(url)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # `shutdown` waits for the loop that this signal interrupted, so it needs a thread of its own.
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print(f"The lender is open at {url}", flush=True)
    server.serve_forever()
    payproof.webhooks.delete(webhook_id)


if __name__ == "__main__":
    main()
