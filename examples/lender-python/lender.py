"""A small web application of an invented lender, Thistledown Loans. Copy from it for your own integration."""

from __future__ import annotations

import html
import os
import re
import secrets
import signal
import threading
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
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
MAX_BODY_BYTES = 2 * 1024 * 1024
MONTHS = 36
MONTHLY_RATE = Decimal("0.0079")
MIN_LEFT = Decimal(100)
STATISTICS = "Official statistics for households with this income"


def is_adults_birthday(text: str) -> bool:
    try:
        born = date.fromisoformat(text)
    except ValueError:
        return False
    today = date.today()
    age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    return 18 <= age <= 120


def matches(pattern: str) -> Callable[[str], bool]:
    return lambda text: re.fullmatch(pattern, text) is not None


def is_amount(text: str) -> bool:
    return re.fullmatch(r"[0-9]{3,5}", text) is not None and 500 <= int(text) <= 25_000


@dataclass(frozen=True)
class Field:
    label: str
    kind: str
    autocomplete: str
    is_good: Callable[[str], bool]
    advice: str


is_name = matches(r"[^\W\d_][\w .'\u2019-]{0,79}")
is_post_code = matches(r"[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}")
FIELDS = {
    "forename": Field("First name", "text", "given-name", is_name, "Enter your first name"),
    "surname": Field("Last name", "text", "family-name", is_name, "Enter your last name"),
    "birthday": Field(
        "Date of birth", "date", "bday", is_adults_birthday, "Enter your date of birth; you must be 18 or older"
    ),
    "post_code": Field("Postcode", "text", "postal-code", is_post_code, "Enter a full postcode, such as BS6 9ZX"),
    "amount": Field("Loan amount in pounds", "number", "off", is_amount, "Enter whole pounds, from 500 to 25000"),
}


@dataclass
class Application:
    id: str
    """Secret. Only the applicant's browser knows it and presents it to open the application."""
    reference: str
    name: str
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
        application = Application(
            id=secrets.token_hex(16),
            reference=f"LOAN-{secrets.token_hex(4).upper()}",
            name=f"{answers['forename']} {answers['surname']}",
            user_id=user.user_id,
            link=link,
            amount=Decimal(answers["amount"]),
        )
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


@dataclass(frozen=True)
class Decision:
    outcome: str
    """Also the class of the heading, which gives it its colour."""
    title: str
    reasons: tuple[str, ...] = ()


def refer(*reasons: str) -> Decision:
    return Decision("referred", "We need a closer look", reasons)


def decide(summary: IncomeSummary, amount: Decimal) -> Decision:
    """Decide by this lender's rules. They are an example: replace them with your own and your regulator's."""
    serious = [finding.message for finding in summary.findings if finding.severity == "high"]
    left = summary.affordability.left
    if serious:
        return refer(*serious)
    if left is None:
        return refer("We cannot tell yet what you can afford. Share more payslips.")
    if left - repayment_of(amount) < MIN_LEFT:
        return refer(f"Less than {pounds(MIN_LEFT)} a month is left after spending and this loan.")
    return Decision("approved", "Your loan is approved")


def page(title: str, body: str, scripts: str = "") -> bytes:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} &ndash; Thistledown Loans</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/lender.css">
{scripts}</head>
<body>
<header><a href="/"><img src="/icon.svg" alt="" width="32" height="32">Thistledown Loans</a>
<small>an example</small></header>
<main>{body}</main>
<footer>An invented lender. No money is lent.</footer>
</body>
</html>
""".encode()


def form_page(answers: dict[str, str] | None = None) -> bytes:
    rows = "".join(form_row(name, answers) for name in FIELDS)
    return page(
        "Apply",
        "<h1>A loan that fits your pay</h1>"
        "<p>Tell us who you are, then show us your income. It takes about two minutes, and we never see a password.</p>"
        f'<form class="card" method="post" action="/applications" novalidate>{rows}<button>Continue</button></form>',
    )


def form_row(name: str, answers: dict[str, str] | None) -> str:
    field = FIELDS[name]
    value = (answers or {}).get(name, "")
    is_wrong = answers is not None and not field.is_good(value)
    described = f' aria-invalid="true" aria-describedby="{name}-fault"' if is_wrong else ""
    fault = f'<span class="declined" id="{name}-fault">{field.advice}</span>' if is_wrong else ""
    return (
        f'<p><label for="{name}">{field.label}</label>'
        f'<input id="{name}" name="{name}" type="{field.kind}" autocomplete="{field.autocomplete}" '
        f'value="{html.escape(value)}" maxlength="100" required{described}>{fault}</p>'
    )


def application_page(application: Application, service_origin: str) -> bytes:
    summary = application.summary
    parts = [f'<p class="quiet">Application {application.reference} of {html.escape(application.name)}</p>']
    if summary:
        decision = decide(summary, application.amount)
        title = decision.title
        parts.append(f'<h1 class="{decision.outcome}">{title}</h1>')
        parts.extend(f"<p>{html.escape(reason)}</p>" for reason in decision.reasons)
        parts.append(month_table(summary, application.amount))
        parts.append(income_table(summary))
    else:
        title = "Show us your income"
        parts.append(f"<h1>{title}</h1><p>Sign in to your payroll, or share payslips. You choose what we see.</p>")
    button = (
        '<button type="button" id="open" class="plain">Share more'
        if summary
        else ('<button type="button" id="open">Share my income')
    )
    parts.append(
        f'<section class="card" id="share" data-link="{html.escape(application.link)}" '
        f'data-version="{application.version}">{button}</button>'
        '<p id="status" role="status"></p><div id="journey"></div></section>'
        '<form method="post" action="/applications/withdrawals">'
        '<button class="link">Withdraw and erase my data</button></form>'
    )
    scripts = f'<script src="{service_origin}/journey.js" defer></script>\n<script src="/apply.js" defer></script>\n'
    return page(title, "".join(parts), scripts)


def month_table(summary: IncomeSummary, amount: Decimal) -> str:
    """Show how the decision was worked out."""
    affordability = summary.affordability
    spending = affordability.expenditure
    repayment = repayment_of(amount)
    left = None if affordability.left is None else affordability.left - repayment
    rows = [
        row("Net pay", pounds(affordability.net_monthly, "+"), "Average of the last 3 months"),
        row("Cost of living", pounds(spending.cost_of_living if spending else None, "&minus;"), STATISTICS),
        row("Housing", pounds(spending.housing if spending else None, "&minus;"), STATISTICS),
        row("This loan", pounds(repayment, "&minus;"), f"£{amount:,} over {MONTHS} months at 9.9 % APR"),
    ]
    return (
        '<section class="card" aria-labelledby="figures"><h2 id="figures">A month, as we worked it out</h2>'
        f'<table><tbody>{"".join(rows)}</tbody><tbody class="total">{row("Left over", pounds(left))}</tbody></table>'
        "</section>"
    )


def income_table(summary: IncomeSummary) -> str:
    """Show what Payproof found out about the income, with its warnings first."""
    income = summary.income
    warnings = "".join(f'<p class="referred">{html.escape(finding.message)}</p>' for finding in summary.findings)
    rows = [
        row("Gross pay a year", pounds(income.annual_gross.amount)),
        row("Months covered", f"{summary.coverage.months_complete} of {summary.coverage.months_requested}"),
        row("Confidence", income.confidence),
    ]
    return (
        f'<section class="card" aria-labelledby="summary"><h2 id="summary">Your income</h2>{warnings}'
        f"<table><tbody>{''.join(rows)}</tbody></table>"
        '<p><a href="/application/report">Download the signed income report (PDF)</a></p></section>'
    )


def row(label: str, value: str, source: str = "") -> str:
    note = f"<small>{source}</small>" if source else ""
    return f'<tr><th scope="row">{label}{note}</th><td>{value}</td></tr>'


def pounds(amount: Decimal | None, sign: str = "") -> str:
    if amount is None:
        return "not known yet"
    return f"{sign or ('&minus;' if amount < 0 else '')} £{abs(amount):,.2f}".strip()


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
                report = lender.payproof.reports.get_file(application.user_id)
                disposition = f'attachment; filename="{application.reference}.pdf"'
                self.reply(200, report, "application/pdf", {"content-disposition": disposition})
            elif path == "/application":
                self.see_other("/")
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
                if all(field.is_good(answers.get(name, "")) for name, field in FIELDS.items()):
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

        def reply(
            self, status: int, body: bytes = b"", kind: str = "text/html", headers: dict[str, str] | None = None
        ) -> None:
            self.send_response(status)
            self.send_header("content-type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("content-security-policy", policy)
            self.send_header("x-content-type-options", "nosniff")
            self.send_header("cache-control", "no-store")
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def see_other(self, location: str, cookie: str | None = None) -> None:
            headers = {"location": location} | ({"set-cookie": cookie} if cookie else {})
            self.reply(303, headers=headers)

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
