"""Uploads of documents: request presigned URLs, upload the files, submit them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from ._requests import Request
from ._transport import send_once, send_once_async, with_retries, with_retries_async
from .errors import UploadRefusedError, error_of
from .models import BankStatementsResult, PayslipsResult, PresignedUpload, PresignedUploads
from .params import PresignRequest, SubmittedFiles

if TYPE_CHECKING:
    from ._async_resources import AsyncBankStatementsApi, AsyncPayrollApi
    from ._resources import BankStatementsApi, PayrollApi

_TIMEOUT_SECONDS = 300.0
_RETRIES = 2


@dataclass(frozen=True)
class UploadFile:
    name: str
    """File name, used to report a problem with the file."""
    data: bytes
    """Content of a PDF of at most 10 MB."""
    external_id: str | None = None
    """Your own id for the document."""
    manual_review: bool = False
    """Keep the document for manual review if it is recognised but cannot be read."""


class Uploads:
    """Uploads 1 to 12 PDF files and extracts their data. The result lists rejected files."""

    def __init__(self, payroll: PayrollApi, bank_statements: BankStatementsApi, http: httpx.Client) -> None:
        self._payroll = payroll
        self._bank_statements = bank_statements
        self._http = http

    def payslips(
        self,
        files: Sequence[UploadFile],
        *,
        authorisation_id: str | None = None,
        on_uploaded: Callable[[UploadFile], object] | None = None,
    ) -> PayslipsResult:
        """Upload payslips. Rejected files are listed in `payslip_errors`."""
        presigned = self._payroll.presign_payslips(_presign_request(files), authorisation_id=authorisation_id)
        self._put_all(files, presigned, on_uploaded)
        return self._payroll.submit_payslips(_submission(files, presigned), authorisation_id=authorisation_id)

    def bank_statements(
        self,
        files: Sequence[UploadFile],
        *,
        authorisation_id: str | None = None,
        on_uploaded: Callable[[UploadFile], object] | None = None,
    ) -> BankStatementsResult:
        """Upload bank statements. Rejected files are listed in `bank_statement_errors`."""
        presigned = self._bank_statements.presign(_presign_request(files), authorisation_id=authorisation_id)
        self._put_all(files, presigned, on_uploaded)
        return self._bank_statements.submit(_submission(files, presigned), authorisation_id=authorisation_id)

    def _put_all(
        self,
        files: Sequence[UploadFile],
        presigned: PresignedUploads,
        on_uploaded: Callable[[UploadFile], object] | None,
    ) -> None:
        for file, upload in zip(files, presigned.presigned_urls, strict=True):
            self._put(file, upload)
            if on_uploaded:
                on_uploaded(file)

    def _put(self, file: UploadFile, upload: PresignedUpload) -> None:
        request = _put_request(file, upload)

        def attempt(number: int) -> None:
            status, headers, _ = send_once(self._http, request, request.headers, _TIMEOUT_SECONDS)
            _check_put(status, headers, number)

        with_retries(attempt, retries=_RETRIES, is_safe=True)


class AsyncUploads:
    """Like `Uploads`, for the asynchronous client. The files are uploaded concurrently."""

    def __init__(
        self, payroll: AsyncPayrollApi, bank_statements: AsyncBankStatementsApi, http: httpx.AsyncClient
    ) -> None:
        self._payroll = payroll
        self._bank_statements = bank_statements
        self._http = http

    async def payslips(
        self,
        files: Sequence[UploadFile],
        *,
        authorisation_id: str | None = None,
        on_uploaded: Callable[[UploadFile], object] | None = None,
    ) -> PayslipsResult:
        """Upload payslips. Rejected files are listed in `payslip_errors`."""
        presigned = await self._payroll.presign_payslips(_presign_request(files), authorisation_id=authorisation_id)
        await self._put_all(files, presigned, on_uploaded)
        return await self._payroll.submit_payslips(_submission(files, presigned), authorisation_id=authorisation_id)

    async def bank_statements(
        self,
        files: Sequence[UploadFile],
        *,
        authorisation_id: str | None = None,
        on_uploaded: Callable[[UploadFile], object] | None = None,
    ) -> BankStatementsResult:
        """Upload bank statements. Rejected files are listed in `bank_statement_errors`."""
        presigned = await self._bank_statements.presign(_presign_request(files), authorisation_id=authorisation_id)
        await self._put_all(files, presigned, on_uploaded)
        return await self._bank_statements.submit(_submission(files, presigned), authorisation_id=authorisation_id)

    async def _put_all(
        self,
        files: Sequence[UploadFile],
        presigned: PresignedUploads,
        on_uploaded: Callable[[UploadFile], object] | None,
    ) -> None:
        async def put(file: UploadFile, upload: PresignedUpload) -> None:
            await self._put(file, upload)
            if on_uploaded:
                on_uploaded(file)

        pairs = zip(files, presigned.presigned_urls, strict=True)
        await asyncio.gather(*(put(file, upload) for file, upload in pairs))

    async def _put(self, file: UploadFile, upload: PresignedUpload) -> None:
        request = _put_request(file, upload)

        async def attempt(number: int) -> None:
            status, headers, _ = await send_once_async(self._http, request, request.headers, _TIMEOUT_SECONDS)
            _check_put(status, headers, number)

        await with_retries_async(attempt, retries=_RETRIES, is_safe=True)


def _presign_request(files: Sequence[UploadFile]) -> PresignRequest:
    return {
        "files": [
            {"file_name": file.name, "external_id": file.external_id} if file.external_id else {"file_name": file.name}
            for file in files
        ]
    }


def _submission(files: Sequence[UploadFile], presigned: PresignedUploads) -> SubmittedFiles:
    pairs = zip(files, presigned.presigned_urls, strict=True)
    return {
        "files": [
            {"path": upload.path, "manual_review": True} if file.manual_review else {"path": upload.path}
            for file, upload in pairs
        ]
    }


def _put_request(file: UploadFile, upload: PresignedUpload) -> Request:
    # The presigned URL accepts a single upload, with exactly its signed headers.
    return Request("upload", "PUT", upload.presigned_url, upload.headers, file.data, is_safe=True)


def _check_put(status: int, headers: Mapping[str, str], attempt: int) -> None:
    # 412 on a retry means that an earlier attempt, whose response was lost, has stored the file.
    if 200 <= status < 300 or (status == 412 and attempt > 0):
        return
    if status >= 500:
        raise error_of("upload", status, headers, b"")
    raise UploadRefusedError(
        "upload",
        ["The store refused the file: the URL is used or expired, or the file is too large"],
        code="upload-refused",
        status=status,
    )
