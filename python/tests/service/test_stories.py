from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from decimal import Decimal

import httpx
import pytest

from payproof import (
    AsyncPayproof,
    AuthenticationError,
    CallOptions,
    InvalidRequestError,
    NotFoundError,
    Payproof,
    PayproofError,
    UploadFile,
    UploadRefusedError,
    models,
    params,
)
from payproof.reports import ReportError, verify_report
from payproof.uploads import Uploads

from .conftest import SceneClient

WILHELMINA: params.NewUser = {
    "forename": "Wilhelmina",
    "surname": "Oakapple",
    "date_of_birth": dt.datetime(1988, 5, 14, 12, tzinfo=dt.timezone.utc),
    "post_codes": ["BS6 9ZX"],
    "ni_number": "QQ474852A",
    "payroll_period_months": 12,
    "payslip_upload_enabled": True,
}


def authorised_user(payproof: Payproof) -> str:
    user = payproof.users.create(WILHELMINA)
    payproof.authorisations.create({"user_id": user.user_id, "user_agent": "Browser 1"})
    return user.user_id


def test_upload_payslips_and_read_them(payproof: Payproof, scenes: SceneClient) -> None:
    user_id = authorised_user(payproof)
    uploaded: list[UploadFile] = []
    document = scenes.document("payslip")
    result = payproof.for_user(user_id).uploads.payslips([document], on_uploaded=uploaded.append)
    assert (result.payslip_errors, uploaded) == ((), [document])
    (payslip,) = payproof.payroll.list_submissions(user_id)
    assert payslip.document_external_id == "ext-payslip"
    net_pay = payslip.income_information.earnings.net_pay
    assert isinstance(net_pay, Decimal)
    assert net_pay > 0
    assert net_pay.as_tuple().exponent == -2
    assert payslip.created_at.tzinfo is not None


def test_upload_bank_statements_asynchronously(payproof: Payproof, scenes: SceneClient) -> None:
    user_id = authorised_user(payproof)
    document = scenes.document("statement")

    async def upload() -> models.BankStatementsResult:
        async with AsyncPayproof() as client:
            return await client.for_user(user_id).uploads.bank_statements([document])

    result = asyncio.run(upload())
    assert result.bank_statement_errors == ()
    (statement,) = payproof.bank_statements.list_submissions(user_id)
    transactions = statement.transactions
    assert transactions
    assert all(isinstance(line.amount, Decimal) and isinstance(line.date, dt.date) for line in transactions)
    balance = statement.balance_information.closing_balance
    assert balance is None or isinstance(balance, Decimal)


def test_a_presigned_url_takes_one_file(payproof: Payproof, scenes: SceneClient, http: httpx.Client) -> None:
    person = payproof.for_user(authorised_user(payproof))
    document = scenes.document("payslip")
    (upload,) = person.payroll.presign_payslips({"files": [{"file_name": "june.pdf"}]}).presigned_urls
    uploads = Uploads(person.payroll, person.bank_statements, http)
    uploads._put(document, upload)
    with pytest.raises(UploadRefusedError):
        uploads._put(document, upload)


def test_lists_are_read_page_by_page(payproof: Payproof) -> None:
    marker = f"paging-{uuid.uuid4().hex[:8]}"
    created = {payproof.users.create({**WILHELMINA, "ext_id": f"{marker}-{n}"}).user_id for n in range(5)}
    listed = payproof.users.list(limit=2)
    first_pages = [page for page, _ in zip(listed.pages(), range(3), strict=False)]
    assert [len(page.users) for page in first_pages] == [2, 2, 2]
    assert created <= {user.user_id for user in listed.to_list(max=50)}
    ids = [user.user_id for user in payproof.users.list(limit=2).to_list(max=6)]
    assert len(ids) == len(set(ids)) == 6


def test_a_cursor_continues_where_it_stopped(payproof: Payproof) -> None:
    lines = payproof.audit_log.list(limit=3)
    first_lines = lines.to_list(max=7)
    assert len({line.hash for line in first_lines}) == 7
    assert first_lines == sorted(first_lines, key=lambda line: line.at, reverse=True)


def test_null_unsets_a_field_and_a_missing_one_is_kept(payproof: Payproof) -> None:
    user_id = payproof.users.create({**WILHELMINA, "ext_id": f"x-{uuid.uuid4()}"}).user_id
    assert payproof.users.update(user_id, {"payroll_period_months": 7}).ext_id is not None
    assert payproof.users.update(user_id, {"ext_id": None}).ext_id is None
    assert payproof.users.get(user_id).payroll_period_months == 7


def test_an_idempotency_key_creates_one_user(payproof: Payproof) -> None:
    options = CallOptions(idempotency_key=str(uuid.uuid4()))
    first = payproof.users.create(WILHELMINA, options=options)
    assert payproof.users.create(WILHELMINA, options=options) == first
    with pytest.raises(PayproofError) as caught:
        payproof.users.create({**WILHELMINA, "forename": "Bertram"}, options=options)
    assert caught.value.code == "idempotency-key-reused"
    assert payproof.users.create(WILHELMINA).user_id != first.user_id


def test_errors_of_the_service(payproof: Payproof) -> None:
    unknown = str(uuid.uuid4())
    with pytest.raises(NotFoundError) as missing:
        payproof.users.get(unknown)
    assert (missing.value.status, missing.value.code) == (404, "not-found")
    assert missing.value.request_id
    with pytest.raises(InvalidRequestError) as invalid:
        payproof.users.create({"forename": "Wilhelmina"})  # type: ignore[typeddict-item]
    assert invalid.value.code == "invalid-request"
    assert "Request is missing the required field [surname]" in invalid.value.errors
    assert "Wilhelmina" not in str(invalid.value)
    with pytest.raises(AuthenticationError) as refused:
        Payproof(api_key="svc_sbx_a0000000_wrong").users.get(unknown)
    assert refused.value.code == "credentials-refused"


def test_reports_are_verified_offline(payproof: Payproof, scenes: SceneClient) -> None:
    user_id = authorised_user(payproof)
    payproof.for_user(user_id).uploads.payslips([scenes.document("payslip")])
    keys = payproof.user_tokens.get_jwks()
    signed = payproof.reports.get(user_id)
    by_jws = verify_report(signed.jws.encode(), keys)
    assert by_jws.format == "jws"
    assert by_jws.report == signed.report
    pdf = payproof.reports.get_file(user_id)
    by_pdf = verify_report(pdf, keys)
    assert (by_pdf.format, by_pdf.report, by_pdf.as_of) == ("pdf", None, by_jws.as_of)
    for altered, reason in (
        (pdf[:100] + bytes([pdf[100] ^ 1]) + pdf[101:], "changed"),
        (pdf + b"\n", "not-a-report"),
        (pdf[:-20], "not-a-report"),
        (signed.jws[:-2].encode() + b"AA", "wrong-signature"),
    ):
        with pytest.raises(ReportError) as caught:
            verify_report(altered, keys)
        assert caught.value.reason == reason
    with pytest.raises(ReportError, match="key"):
        verify_report(pdf, {"keys": []})


def test_the_raw_json_of_a_report_is_verified(payproof: Payproof, http: httpx.Client) -> None:
    user_id = authorised_user(payproof)
    settings = payproof._settings
    headers = {"x-api-key": str(settings.secret)}
    content = http.get(f"{settings.base_url}/users/{user_id}/report", headers=headers).content
    keys = http.get(f"{settings.base_url}/.well-known/jwks.json").json()
    assert verify_report(content, keys).format == "json"
    assert b'"surname":"Oakapple"' in content or b"Oakapple" in content
    with pytest.raises(ReportError) as caught:
        verify_report(content.replace(b"Oakapple", b"Oakapplf", 1), keys)
    assert caught.value.reason == "changed"
