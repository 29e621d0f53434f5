from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pytest

from payproof import UnknownObject, models
from payproof._decode import DecodeError, decode, encode_body, parse_json

UTC = dt.timezone.utc


def test_money_is_decimal_with_every_digit() -> None:
    line = {"date": "2026-05-29", "description": "PAY", "amount": "-1234567890123456.10", "type": "debit"}
    transaction = decode(models.BankTransaction, line)
    assert transaction.amount == Decimal("-1234567890123456.10")
    assert str(transaction.amount) == "-1234567890123456.10"
    assert transaction.date == dt.date(2026, 5, 29)


def test_balances_with_thousands_separators_are_decimal() -> None:
    balances = decode(models.BalanceInformation, {"opening_balance": "-1,234,567.89", "closing_balance": None})
    assert balances == models.BalanceInformation(opening_balance=Decimal("-1234567.89"), closing_balance=None)


def test_numbers_of_webhooks_never_become_floats() -> None:
    value = parse_json('{"gross_pay": 2500.1, "net_pay": 2000}')
    rolling = decode(models.RollingIncomeForWebhook, value)
    assert rolling.gross_pay == Decimal("2500.1")
    assert isinstance(rolling.net_pay, Decimal)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-06-15T09:00:00Z", dt.datetime(2026, 6, 15, 9, tzinfo=UTC)),
        ("2026-06-15T09:00:00.123Z", dt.datetime(2026, 6, 15, 9, 0, 0, 123_000, tzinfo=UTC)),
        ("2026-06-15T09:00:00.123456789+00:00", dt.datetime(2026, 6, 15, 9, 0, 0, 123_456, tzinfo=UTC)),
    ],
)
def test_times_have_a_zone(text: str, time: dt.datetime) -> None:
    assert decode(dt.datetime, text) == time


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (str, 1),
        (int, True),
        (int, Decimal("1.5")),
        (bool, "true"),
        (Decimal, "12,34x"),
        (Decimal, "NaN"),
        (Decimal, True),
        (dt.date, "2026-02-30"),
        (dt.date, "20260201"),
        (dt.datetime, "2026-06-15T09:00:00"),
        (dt.datetime, "2026-13-15T09:00:00Z"),
        (tuple[str, ...], "text"),
        (models.RollingIncome, []),
    ],
)
def test_another_type_is_refused(annotation: Any, value: Any) -> None:
    with pytest.raises(DecodeError):
        decode(annotation, value)


def test_the_error_names_the_field_and_not_its_value() -> None:
    with pytest.raises(DecodeError) as caught:
        decode(models.RollingIncome, {"gross_pay": "Wilhelmina", "net_pay": "1.00"})
    assert str(caught.value) == "gross_pay: not a decimal number"
    with pytest.raises(DecodeError, match="net_pay is missing"):
        decode(models.RollingIncome, {"gross_pay": "1.00"})


def test_unknown_fields_and_values_of_a_newer_api_are_accepted() -> None:
    scope = decode(models.KeyScope, "invented")
    message = decode(models.Message, {"message": "Done", "invented": 1})
    assert (scope, message) == ("invented", models.Message(message="Done"))


def test_a_field_that_is_a_keyword_has_an_underscore() -> None:
    activity = decode(models.Activity, {"from": "2026-06-01", "to": "2026-06-30", "days": []})
    assert activity.from_ == dt.date(2026, 6, 1)


def test_members_of_a_union_are_told_apart() -> None:
    code = decode(models.MfaMethod, {"type": "Code", "source": "SMS"})
    assert code == models.MfaCodeMethod(type="Code", source="SMS")
    newer = decode(models.MfaMethod, {"type": "Passkey"})
    assert newer == UnknownObject({"type": "Passkey"})


def test_requests_are_encoded_without_floats() -> None:
    body = {
        "amount": Decimal("10.50"),
        "day": dt.date(2026, 6, 1),
        "time": dt.datetime(2026, 6, 1, 12, tzinfo=dt.timezone(dt.timedelta(hours=1))),
        "unset": None,
    }
    assert json.loads(encode_body(body)) == {
        "amount": "10.50",
        "day": "2026-06-01",
        "time": "2026-06-01T11:00:00Z",
        "unset": None,
    }


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        encode_body({"time": dt.datetime(2026, 6, 1)})
