"""Client and webhook kit for the Payproof payroll and income API."""

from . import models, params
from ._calls import CallOptions
from ._client import AsyncPayproof, Payproof
from ._decode import UnknownObject
from ._lists import AsyncPaginated, Paginated
from ._retry import MAX_RETRY_AFTER_SECONDS
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NoResponseError,
    NotFoundError,
    PayproofError,
    PermissionDeniedError,
    RateLimitedError,
    ServerError,
    TimedOutError,
    UnreadableResponseError,
    UploadRefusedError,
    WrongCredentialError,
)
from .uploads import UploadFile

__all__ = [
    "MAX_RETRY_AFTER_SECONDS",
    "ApiError",
    "AsyncPaginated",
    "AsyncPayproof",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "InvalidRequestError",
    "NoResponseError",
    "NotFoundError",
    "Paginated",
    "Payproof",
    "PayproofError",
    "PermissionDeniedError",
    "RateLimitedError",
    "ServerError",
    "TimedOutError",
    "UnknownObject",
    "UnreadableResponseError",
    "UploadFile",
    "UploadRefusedError",
    "WrongCredentialError",
    "models",
    "params",
]
