"""Converts JSON to models and request values to JSON. Money is Decimal, never float."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
import types
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

WIRE_NAME = "wire_name"
"""Metadata of a model field that has another name on the wire, such as `from`."""

ADDITIONAL_FIELDS = "additional_fields"
"""Field of a model that collects what has no field of its own."""

Decoder = Callable[[Any], Any]


@dataclasses.dataclass(frozen=True)
class UnknownObject:
    """An object of a kind that is newer than this version of the SDK, as it was sent."""

    fields: Mapping[str, Any]


class DecodeError(ValueError):
    """The JSON does not have the expected type. The message names the field, never its value."""


def parse_json(text: str | bytes) -> Any:
    """Parse JSON with fractions as Decimal."""
    return json.loads(text, parse_float=Decimal)


def decode(annotation: Any, value: Any) -> Any:
    """Convert parsed JSON to the annotated type. Fields that the model does not have are ignored."""
    return _decoder_of(annotation)(value)


@cache
def _decoder_of(annotation: Any) -> Decoder:
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        return _ModelDecoder(annotation)
    simple = _simple_decoders.get(annotation)
    if simple:
        return simple
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union_decoder(args)
    if origin is tuple:
        return _tuple_decoder(args)
    if origin is Mapping:
        return _mapping_decoder(args[1])
    if origin is Literal:
        return _decode_literal
    raise TypeError(f"No decoder for {annotation}")


class _ModelDecoder:
    """Decodes one model. Its fields are resolved on first use, because models refer to each other."""

    def __init__(self, model: type) -> None:
        self.model = model
        self._fields: list[tuple[str, str, bool, Decoder]] | None = None

    @property
    def fields(self) -> list[tuple[str, str, bool, Decoder]]:
        if self._fields is None:
            hints = get_type_hints(self.model)
            self._fields = [
                (
                    field.name,
                    field.metadata.get(WIRE_NAME, field.name),
                    field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
                    _decoder_of(hints[field.name]),
                )
                for field in dataclasses.fields(self.model)
                if field.name != ADDITIONAL_FIELDS
            ]
        return self._fields

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise DecodeError("not an object")
        values: dict[str, Any] = {}
        for name, wire_name, is_required, decoder in self.fields:
            if wire_name in value:
                values[name] = _at(wire_name, decoder, value[wire_name])
            elif is_required:
                raise DecodeError(f"{wire_name} is missing")
        if ADDITIONAL_FIELDS in self.model.__annotations__:
            known = {wire_name for _, wire_name, _, _ in self.fields}
            values[ADDITIONAL_FIELDS] = {key: item for key, item in value.items() if key not in known}
        return self.model(**values)

    def fits(self, value: Any) -> int | None:
        """Return the number of required fields if the object can be this model, else None."""
        if not isinstance(value, dict):
            return None
        hints = get_type_hints(self.model)
        required = 0
        for name, wire_name, is_required, _ in self.fields:
            allowed = get_args(hints[name]) if get_origin(hints[name]) is Literal else None
            if is_required and wire_name not in value:
                return None
            # A field with one allowed value tells the members of a union apart.
            if allowed and len(allowed) == 1 and value.get(wire_name) != allowed[0]:
                return None
            required += is_required
        return required


def _at(name: str, decoder: Decoder, value: Any) -> Any:
    try:
        return decoder(value)
    except DecodeError as error:
        raise DecodeError(f"{name}: {error}") from None


def _union_decoder(members: tuple[Any, ...]) -> Decoder:
    others = [member for member in members if member not in (type(None), UnknownObject)]
    is_nullable = type(None) in members
    if len(others) == 1:
        only = _decoder_of(others[0])
        return lambda value: None if value is None and is_nullable else only(value)
    decoders = [_decoder_of(member) for member in others]
    models = [decoder for decoder in decoders if isinstance(decoder, _ModelDecoder)]

    def decode_union(value: Any) -> Any:
        if value is None and is_nullable:
            return None
        fitting = [(fit, model) for model in models if (fit := model.fits(value)) is not None]
        if fitting:
            return max(fitting, key=lambda pair: pair[0])[1](value)
        if isinstance(value, dict) and UnknownObject in members:
            return UnknownObject(value)
        for decoder in decoders:
            if isinstance(decoder, _ModelDecoder):
                continue
            try:
                return decoder(value)
            except DecodeError:
                continue
        raise DecodeError("none of the expected types")

    return decode_union


def _tuple_decoder(args: tuple[Any, ...]) -> Decoder:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _decoder_of(args[0])
        return lambda value: tuple(_at(str(n), item, entry) for n, entry in enumerate(_list_of(value)))
    decoders = [_decoder_of(arg) for arg in args]

    def decode_tuple(value: Any) -> Any:
        if len(_list_of(value)) != len(decoders):
            raise DecodeError("a list of another length")
        return tuple(_at(str(n), decoders[n], entry) for n, entry in enumerate(value))

    return decode_tuple


def _mapping_decoder(values: Any) -> Decoder:
    decoder = _decoder_of(values)

    def decode_mapping(value: Any) -> Any:
        if not isinstance(value, dict):
            raise DecodeError("not an object")
        return {key: decoder(item) for key, item in value.items()}

    return decode_mapping


def _list_of(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise DecodeError("not a list")
    return value


def _decode_literal(value: Any) -> Any:
    # A newer API may have more values, so the value itself is not checked.
    if not isinstance(value, (str, int, bool)):
        raise DecodeError("not a text, number or boolean")
    return value


def _decode_text(value: Any) -> str:
    if not isinstance(value, str):
        raise DecodeError("not a text")
    return value


def _decode_integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise DecodeError("not a whole number")
    return value


def _decode_boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise DecodeError("not a boolean")
    return value


def _decode_decimal(value: Any) -> Decimal:
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return Decimal(value)
    try:
        # Balances of bank statements have thousands separators.
        number = Decimal(_decode_text(value).replace(",", ""))
    except InvalidOperation:
        raise DecodeError("not a decimal number") from None
    if not number.is_finite():
        raise DecodeError("not a decimal number")
    return number


_date_form = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_time_form = re.compile(r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})", re.ASCII)


def _decode_date(value: Any) -> dt.date:
    if not _date_form.fullmatch(_decode_text(value)):
        raise DecodeError("not a date")
    try:
        return dt.date.fromisoformat(value)
    except ValueError:
        raise DecodeError("not a date") from None


def _decode_time(value: Any) -> dt.datetime:
    match = _time_form.fullmatch(_decode_text(value))
    if not match:
        raise DecodeError("not a time with a zone")
    seconds, fraction, zone = match.groups()
    # Python 3.10 reads neither `Z` nor fractions of any length.
    micros = (fraction or "").ljust(6, "0")[:6]
    try:
        return dt.datetime.fromisoformat(f"{seconds}.{micros}{'+00:00' if zone == 'Z' else zone}")
    except ValueError:
        raise DecodeError("not a time with a zone") from None


def _keep(value: Any) -> Any:
    return value


_simple_decoders: Mapping[Any, Decoder] = {
    Any: _keep,
    bytes: _keep,
    str: _decode_text,
    int: _decode_integer,
    bool: _decode_boolean,
    Decimal: _decode_decimal,
    dt.date: _decode_date,
    dt.datetime: _decode_time,
}


def encode_body(body: object) -> bytes:
    """Serialise a request body. None becomes null, which unsets a field."""
    return json.dumps(body, default=encode_value, allow_nan=False, ensure_ascii=False).encode()


def encode_value(value: object) -> object:
    """Convert dates, times and decimals to the API's text."""
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise ValueError("A time needs a time zone, such as datetime.timezone.utc")
        return value.astimezone(dt.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"A request cannot contain {type(value).__name__}")
