"""Verifies signed income reports offline, with nothing but the published keys."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ._decode import DecodeError, decode, parse_json
from .models import IncomeReport, Jwks

ReportFault = Literal["not-a-report", "unknown-key", "wrong-signature", "changed"]

_messages: Mapping[ReportFault, str] = {
    "not-a-report": "The file is not an income report, or it is damaged",
    "unknown-key": "The report was signed with a key that is not among the given keys",
    "wrong-signature": "The signature is wrong",
    "changed": "The file was changed after it was signed",
}

_REPORT_TYPE = "payproof-report+jws"
_PDF_TYPE = "payproof-report-pdf+jws"
_SEAL_PREFIX = b"%payproof-report "
# The seal is the last line of a PDF and is shorter than this.
_MAX_SEAL_BYTES = 1024
_jws_form = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)


class ReportError(Exception):
    """A report that must not be relied on."""

    def __init__(self, reason: ReportFault) -> None:
        super().__init__(_messages[reason])
        self.reason = reason


@dataclass(frozen=True)
class VerifiedReport:
    format: Literal["json", "jws", "pdf"]
    report_id: str
    issuer: str
    """Address of the service that signed the report."""
    signed_at: dt.datetime
    key_id: str
    as_of: str
    model_id: str
    digest: str
    """SHA-256 of the signed report, base64url; the QR code of the PDF contains it."""
    report: IncomeReport | None
    """The signed content; None for a PDF, whose bytes are verified as they are."""


def verify_report(data: bytes, keys: Jwks | Mapping[str, Any]) -> VerifiedReport:
    """Verify a report as JSON, JWS or PDF. Raise a ReportError unless every byte is as it was signed.

    `keys` is the reply of `payproof.user_tokens.get_jwks()`, or the parsed content of `/.well-known/jwks.json`.
    """
    known = _keys_of(keys)
    if data.startswith(b"%PDF-"):
        return _verify_pdf(data, known)
    text = _text_of(data)
    # A JWS that was saved by a shell ends with a line break.
    line = text[:-1] if text.endswith("\n") else text
    if _jws_form.fullmatch(line):
        return _verify_jws("jws", line, known)[0]
    signed = _parse(text)
    if not isinstance(signed, dict) or not isinstance(signed.get("jws"), str) or len(signed) != 2:
        raise ReportError("not-a-report")
    verified, content = _verify_jws("json", signed["jws"], known)
    if not _is_same(signed.get("report"), content):
        raise ReportError("changed")
    return verified


def _verify_jws(
    form: Literal["json", "jws"], jws: str, keys: Mapping[str, Ed25519PublicKey]
) -> tuple[VerifiedReport, Any]:
    claims, key_id = _open_jws(jws, _REPORT_TYPE, keys)
    report = _decode_report(claims)
    verified = VerifiedReport(
        format=form,
        report_id=report.report_id,
        issuer=claims["iss"],
        signed_at=_time_of(claims["iat"]),
        key_id=key_id,
        as_of=claims["report"]["income"]["as_of"],
        model_id=report.income.model_id,
        digest=_sha256(jws.encode()),
        report=report,
    )
    return verified, claims["report"]


def _verify_pdf(data: bytes, keys: Mapping[str, Ed25519PublicKey]) -> VerifiedReport:
    tail = data[-_MAX_SEAL_BYTES:]
    at = tail.rfind(b"\n" + _SEAL_PREFIX) + 1
    if at == 0 or not tail.endswith(b"\n"):
        raise ReportError("not-a-report")
    seal = tail[at + len(_SEAL_PREFIX) : -1].decode("latin-1")
    claims, key_id = _open_jws(seal, _PDF_TYPE, keys)
    content = data[: len(data) - len(tail) + at]
    if _sha256(content) != claims.get("pdf_sha256"):
        raise ReportError("changed")
    return VerifiedReport(
        format="pdf",
        report_id=claims["report_id"],
        issuer=claims["iss"],
        signed_at=_time_of(claims["iat"]),
        key_id=key_id,
        as_of=claims["as_of"],
        model_id=claims["model_id"],
        digest=claims["report_sha256"],
        report=None,
    )


def _open_jws(jws: str, form: str, keys: Mapping[str, Ed25519PublicKey]) -> tuple[dict[str, Any], str]:
    if not _jws_form.fullmatch(jws):
        raise ReportError("not-a-report")
    head, body, signature = jws.split(".")
    header = _parse(_text_of(_base64url(head)))
    is_known_form = isinstance(header, dict) and header.get("typ") == form and header.get("alg") == "EdDSA"
    if not is_known_form or not isinstance(header.get("kid"), str):
        raise ReportError("not-a-report")
    key = keys.get(header["kid"])
    if key is None:
        raise ReportError("unknown-key")
    try:
        key.verify(_base64url(signature), f"{head}.{body}".encode())
    except InvalidSignature:
        raise ReportError("wrong-signature") from None
    claims = _parse(_text_of(_base64url(body)))
    if not isinstance(claims, dict):
        raise ReportError("not-a-report")
    return claims, header["kid"]


def _keys_of(keys: Jwks | Mapping[str, Any]) -> Mapping[str, Ed25519PublicKey]:
    entries = [vars(key) for key in keys.keys] if isinstance(keys, Jwks) else keys["keys"]
    return {
        entry["kid"]: Ed25519PublicKey.from_public_bytes(_base64url(entry["x"]))
        for entry in entries
        if entry.get("kty") == "OKP" and entry.get("crv") == "Ed25519" and entry.get("x") and entry.get("kid")
    }


def _decode_report(claims: Mapping[str, Any]) -> IncomeReport:
    with suppress(DecodeError):
        report: IncomeReport = decode(IncomeReport, claims.get("report"))
        return report
    # Raised outside the block above: the report is personal data.
    raise ReportError("not-a-report")


def _time_of(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.timezone.utc)


def _sha256(data: bytes) -> str:
    return _to_base64url(hashlib.sha256(data).digest())


def _text_of(data: bytes) -> str:
    with suppress(UnicodeDecodeError):
        return data.decode()
    raise ReportError("not-a-report")


def _parse(text: str) -> Any:
    with suppress(ValueError):
        return parse_json(text)
    raise ReportError("not-a-report")


def _to_base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _base64url(text: str) -> bytes:
    """Reject texts that decode to the same bytes as the canonical one: they would be an unnoticed change."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise ReportError("not-a-report") from None
    if _to_base64url(data) != text:
        raise ReportError("wrong-signature")
    return data


def _is_same(one: Any, other: Any) -> bool:
    """Compare two JSON values. Unlike `==`, it tells booleans from numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
