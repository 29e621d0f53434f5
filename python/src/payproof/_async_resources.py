# Written by `npm run python:generate` from server/openapi.json. Change the routes, not this file.

"""Methods of the asynchronous client, by noun."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from . import _operations as ops
from . import models as m
from . import params as p
from ._calls import CallOptions
from ._decode import UnknownObject
from ._lists import AsyncPaginated

if TYPE_CHECKING:
    from ._transport import AsyncTransport


class AsyncAccountsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, body: p.NewAccount, *, authorisation_id: str | None = None, client_device_id: str | None = None, client_browser_user_agent: str | None = None, client_public_ip: str | None = None, client_public_port: str | None = None, client_screens: str | None = None, client_window_size: str | None = None, client_timezone: str | None = None, client_multi_factor: str | None = None, client_user_ids: str | None = None, options: CallOptions | None = None) -> m.ConnectedAccount:
        """Connect a user to a payroll provider. Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. If the user has an AUTHORISED account with this provider and user name, the reply is that account: the password is not sent, and from and to are ignored. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.CREATE_ACCOUNT, headers={"x-svc-authorisation-id": authorisation_id, "x-svc-client-device-id": client_device_id, "x-svc-client-browser-user-agent": client_browser_user_agent, "x-svc-client-public-ip": client_public_ip, "x-svc-client-public-port": client_public_port, "x-svc-client-screens": client_screens, "x-svc-client-window-size": client_window_size, "x-svc-client-timezone": client_timezone, "x-svc-client-multi-factor": client_multi_factor, "x-svc-client-user-ids": client_user_ids}, body=body, options=options)

    def list(self, *, user_id: str, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Account, m.AccountPage]:
        """List accounts of a user, newest first. Accounts of one user, newest first, with their status and the progress of the first retrieval. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_ACCOUNTS, query={"user_id": user_id, "offset": offset, "limit": limit}, options=options)

    async def create_direct_connection(self, body: p.DirectConnection, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.PayrollSubmissionPage:
        """Connect a user to all direct providers, without a login. Creates an account for each provider that has data. Returns one page with all submissions of the direct accounts of the user, new or not; repeat the request to retrieve what is new since. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.CREATE_DIRECT_CONNECTION, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    def list_recurring(self, *, user_id: str, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.RecurringAccount, m.RecurringAccountPage]:
        """List accounts of a user with recurring checks, newest first. Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40 days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last. Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after 00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_RECURRING_ACCOUNTS, query={"user_id": user_id, "offset": offset, "limit": limit}, options=options)

    async def get(self, account_id: str, *, options: CallOptions | None = None) -> m.Account:
        """Get an account. One account with its status and the progress of its retrieval. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_ACCOUNT, path=(account_id,), options=options)

    async def delete(self, account_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Delete an account and all data retrieved through it. Ends the session at the provider and deletes the account with its history, entries, payslips and tax data. API keys need the scope `erase`. Members need the role FullMember or above."""
        return await self._transport.send(ops.DELETE_ACCOUNT, path=(account_id,), options=options)

    async def decide_consent(self, account_id: str, body: p.ConsentDecision, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.Account:
        """Keep or stop sharing a bank account. Call it after the person has decided. Keeping confirms the consent at the bank for another 90 days, also after it was paused. Stopping ends it at the bank; the stored statements stay. The error `consent-ended` means that the account has to be reconnected. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.DECIDE_ACCOUNT_CONSENT, path=(account_id,), headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    def get_history(self, account_id: str, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.AccountStatusChange, m.AccountHistory]:
        """List the status changes of an account with their reasons, newest first. Every status change of the account with its reason, newest first. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.GET_ACCOUNT_HISTORY, path=(account_id,), query={"offset": offset, "limit": limit}, options=options)

    async def accept_identity(self, account_id: str, *, options: CallOptions | None = None) -> m.IdentityAcceptance:
        """Accept an account that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.ACCEPT_ACCOUNT_IDENTITY, path=(account_id,), options=options)

    async def answer_mfa(self, account_id: str, body: p.MfaAnswer, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.Account:
        """Answer the MFA challenge of a provider. Sends the answer to the pending challenge to the provider, once. Responds when the provider has answered, after 25 seconds at most. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.ANSWER_MFA, path=(account_id,), headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def reconnect(self, account_id: str, body: p.Reconnection | None = None, *, authorisation_id: str | None = None, client_device_id: str | None = None, client_browser_user_agent: str | None = None, client_public_ip: str | None = None, client_public_port: str | None = None, client_screens: str | None = None, client_window_size: str | None = None, client_timezone: str | None = None, client_multi_factor: str | None = None, client_user_ids: str | None = None, options: CallOptions | None = None) -> m.ConnectedAccount:
        """Reconnect an EXPIRED or INVALID account. Takes the login fields of the provider and replies like the first connection. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.RECONNECT_ACCOUNT, path=(account_id,), headers={"x-svc-authorisation-id": authorisation_id, "x-svc-client-device-id": client_device_id, "x-svc-client-browser-user-agent": client_browser_user_agent, "x-svc-client-public-ip": client_public_ip, "x-svc-client-public-port": client_public_port, "x-svc-client-screens": client_screens, "x-svc-client-window-size": client_window_size, "x-svc-client-timezone": client_timezone, "x-svc-client-multi-factor": client_multi_factor, "x-svc-client-user-ids": client_user_ids}, body=body, options=options)


class AsyncActivityApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, *, from_: dt.date | str | None = None, to: dt.date | str | None = None, options: CallOptions | None = None) -> m.Activity:
        """Get activity counts per day. Counts of registrations, connections, submissions and deliveries per day (UTC). API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_ACTIVITY, query={"from": from_, "to": to}, options=options)

    async def get_attention(self, *, options: CallOptions | None = None) -> m.Attention:
        """List items that need attention. Items that need a person: flagged and unread documents, other identities, disputed figures, failing webhooks, providers that are down, expiring consent, stuck uploads. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_ATTENTION, options=options)


class AsyncApiKeysApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.ApiKey, m.ApiKeyPage]:
        """List API keys, without their secrets. No API key may do this. Members need the role Admin or above, or Developer."""
        return self._transport.paginate(ops.LIST_API_KEYS, query={"offset": offset, "limit": limit}, options=options)

    async def create(self, body: p.NewApiKey, *, options: CallOptions | None = None) -> m.CreatedApiKey:
        """Create an API key, shown only once. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.CREATE_API_KEY, body=body, options=options)

    async def delete(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """Revoke an API key within a second. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_API_KEY, path=(id,), options=options)


class AsyncAuditLogApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, limit: int | None = None, cursor: str | None = None, subject_id: str | None = None, actor_id: str | None = None, from_: dt.datetime | dt.date | str | None = None, to: dt.datetime | dt.date | str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.AuditLine, m.AuditPage]:
        """List the audit log, newest first. Pages are linked by cursor, so every page is equally fast. No line contains personal data. API keys need the scope `read`. Members need the role Admin or above, or Developer."""
        return self._transport.paginate(ops.LIST_AUDIT_LOG, query={"limit": limit, "cursor": cursor, "subject_id": subject_id, "actor_id": actor_id, "from": from_, "to": to}, options=options)


class AsyncAuthorisationsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, body: p.NewAuthorisation, *, options: CallOptions | None = None) -> m.Authorisation:
        """Record that a user accepted a term. By default the latest term for the user. After the person withdrew an authorisation, only the person can authorise again; other callers get 403 `consent-withdrawn`. After a withdrawal in the hosted journey, this needs the journey again. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.CREATE_AUTHORISATION, body=body, options=options)

    def list(self, *, user_id: str, offset: int | None = None, limit: int | None = None, status: Literal["active", "revoked", "expired"] | None = None, term_id: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Authorisation, m.AuthorisationPage]:
        """List authorisations of a user, newest first. The record of consent: who accepted which term, when, and whether it is still valid. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_AUTHORISATIONS, query={"user_id": user_id, "offset": offset, "limit": limit, "status": status, "term_id": term_id}, options=options)

    async def create_term(self, body: p.NewAuthorisationTerm, *, options: CallOptions | None = None) -> m.AuthorisationTerm:
        """Create a term. Adds a term with the next version number. Its text can never be changed. API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.CREATE_AUTHORISATION_TERM, body=body, options=options)

    def list_terms(self, *, offset: int | None = None, limit: int | None = None, authorisation_category: Literal["one_time", "recurring"] | None = None, is_active: bool | None = None, is_system_term: bool | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.AuthorisationTerm, m.AuthorisationTermPage]:
        """List terms, newest first. Your terms and the default terms of the service, newest version first. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_AUTHORISATION_TERMS, query={"offset": offset, "limit": limit, "authorisation_category": authorisation_category, "is_active": is_active, "is_system_term": is_system_term}, options=options)

    async def get_latest_term(self, *, user_id: str, options: CallOptions | None = None) -> m.AuthorisationTerm:
        """Get the term that a user should accept now. The newest active term of a category: the one to show to people. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_LATEST_AUTHORISATION_TERM, query={"user_id": user_id}, options=options)

    async def get_term(self, term_id: str, *, options: CallOptions | None = None) -> m.AuthorisationTerm:
        """Get a term. One authorisation term with its text. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_AUTHORISATION_TERM, path=(term_id,), options=options)

    async def update_term(self, term_id: str, body: p.AuthorisationTermChanges, *, options: CallOptions | None = None) -> m.AuthorisationTerm:
        """Activate or deactivate a term of your own. Activates or deactivates a term. Texts are immutable: create a new term instead. API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.UPDATE_AUTHORISATION_TERM, path=(term_id,), body=body, options=options)

    async def get(self, authorisation_id: str, *, options: CallOptions | None = None) -> m.Authorisation:
        """Get an authorisation. One authorisation with the text that the person accepted. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_AUTHORISATION, path=(authorisation_id,), options=options)

    async def revoke(self, authorisation_id: str, *, options: CallOptions | None = None) -> m.Authorisation:
        """Withdraw an authorisation. Withdraws the authorisation at once. Retrievals in progress are discarded; data that was stored before is kept. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.REVOKE_AUTHORISATION, path=(authorisation_id,), options=options)


class AsyncBankStatementsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_submissions(self, user_id: str, *, created_after: dt.datetime | dt.date | str | None = None, created_before: dt.datetime | dt.date | str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.BankStatementSubmission, m.BankStatementPage]:
        """List bank statement submissions of a user, newest first. Bank statements of one user with account, balances and transactions, newest first. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_BANK_STATEMENT_SUBMISSIONS, path=(user_id,), query={"created_after": created_after, "created_before": created_before, "offset": offset, "limit": limit}, options=options)

    async def get_submission(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.BankStatementSubmission:
        """Get a bank statement submission. One bank statement with account, balances and transactions. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_BANK_STATEMENT_SUBMISSION, path=(user_id, submission_id), options=options)

    async def get_provenance(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.SubmissionProvenance:
        """Get the provenance of each value of a bank statement submission. Where every value was read: page, box, text and how certain it is, with the checks behind `verified`. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_BANK_STATEMENT_PROVENANCE, path=(user_id, submission_id), options=options)

    async def get_signed(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.SignedSubmission:
        """Get a bank statement submission with its provenance, signed. The statement as a signed token (JWS), so that others can verify that this service issued it. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_SIGNED_BANK_STATEMENT, path=(user_id, submission_id), options=options)

    async def submit(self, body: p.SubmittedFiles, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.BankStatementsResult:
        """Submit uploaded bank statements. Returns 201 if at least one file was extracted, otherwise 200. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later and sent by webhook."""
        return await self._transport.send(ops.SUBMIT_BANK_STATEMENTS, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def presign(self, body: p.PresignRequest, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.PresignedUploads:
        """Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user."""
        return await self._transport.send(ops.PRESIGN_BANK_STATEMENTS, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)


class AsyncConfigurationApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, *, options: CallOptions | None = None) -> m.Configuration:
        """Get the client configuration. Settings that apply to all users of the client. Fields that are not set are left out. API keys need the scope `configuration`. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.GET_CONFIGURATION, options=options)

    async def update(self, body: p.ConfigurationChanges | None = None, *, options: CallOptions | None = None) -> m.Configuration:
        """Change the client configuration. Changes the fields that are sent and keeps the others. `null` unsets an optional field. API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.UPDATE_CONFIGURATION, body=body, options=options)

    async def get_logo(self, *, client_logo: str, options: CallOptions | None = None) -> m.LogoPicture:
        """Preview a logo as the journey would show it. The logo as the journey would show it, fetched and checked by the service. API keys need the scope `configuration`. Members need the role FullMember or above."""
        return await self._transport.send(ops.GET_LOGO, query={"client_logo": client_logo}, options=options)


class AsyncDocumentsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, user_id: str, type: Literal["payslip", "bank_statement"] | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Document, m.DocumentPage]:
        """List documents of a user, newest first. Uploaded documents of one user, newest first. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_DOCUMENTS, query={"user_id": user_id, "type": type, "offset": offset, "limit": limit}, options=options)

    async def get(self, document_id: str, *, options: CallOptions | None = None) -> m.DocumentWithFile:
        """Get a document with its file. One document with its type, trust score, findings and metadata. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_DOCUMENT, path=(document_id,), options=options)

    async def delete(self, document_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Delete a document and its submissions. Also deletes its file and the submissions extracted from it, since they could no longer be verified. API keys need the scope `erase`. Members need the role FullMember or above."""
        return await self._transport.send(ops.DELETE_DOCUMENT, path=(document_id,), options=options)

    async def get_fields(self, document_id: str, *, options: CallOptions | None = None) -> m.DocumentFields:
        """Get the values extracted from a document with their positions. Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the pages of GET /documents/{document_id}/file as a viewer shows them. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_DOCUMENT_FIELDS, path=(document_id,), options=options)

    async def correct_fields(self, document_id: str, body: p.DocumentFieldChanges, *, options: CallOptions | None = None) -> m.DocumentFields:
        """Correct, confirm or restore values extracted from a document. All figures then use the corrected values, with the provenance `member`, and the income summary and report mark them. The values as read are kept and can be restored. A correction never makes a document `verified`, and leaves its trust score and findings as they are. Fields that show the same printed text change together. Send the `revision` that you read: a stale one is refused with 409 and the code `fields-changed`. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.CORRECT_DOCUMENT_FIELDS, path=(document_id,), body=body, options=options)

    async def get_file(self, document_id: str, *, options: CallOptions | None = None) -> bytes:
        """Download the original file of a document. The file as it was uploaded. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_DOCUMENT_FILE, path=(document_id,), options=options)

    async def accept_identity(self, document_id: str, *, options: CallOptions | None = None) -> m.IdentityAcceptance:
        """Accept a document that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.ACCEPT_DOCUMENT_IDENTITY, path=(document_id,), options=options)


class AsyncEventsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_payload: bool | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.FeedEvent, m.EventPage]:
        """List events of the last 30 days, oldest first. The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it. API keys need the scope `read`. Members need the role Support or above, or Developer."""
        return self._transport.paginate(ops.LIST_EVENTS, query={"limit": limit, "cursor": cursor, "include_payload": include_payload}, options=options)

    def list_recent(self, *, limit: int | None = None, cursor: str | None = None, event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"] | None = None, user_id: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.RecentEvent, m.RecentEventPage]:
        """List events of the last 30 days, newest first. For people who look into deliveries: each event with its deliveries, without its content. Programs that poll use `GET /events`. API keys need the scope `read`. Members need the role Support or above, or Developer."""
        return self._transport.paginate(ops.LIST_RECENT_EVENTS, query={"limit": limit, "cursor": cursor, "event": event, "user_id": user_id}, options=options)

    async def get(self, event_id: str, *, options: CallOptions | None = None) -> m.EventWithBody:
        """Get an event with its content and deliveries. Events are kept for 30 days. The roles Support and Developer get no content. API keys need the scope `read`. Members need the role Support or above, or Developer."""
        return await self._transport.send(ops.GET_EVENT, path=(event_id,), options=options)


class AsyncExpenditureApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_ons(self, user_id: str, *, model: Literal["ons-fye2024-1"] | None = None, options: CallOptions | None = None) -> m.Expenditures:
        """Estimate monthly household spending of a user, newest first. Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every input that is missing or invalid. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_ONS_EXPENDITURE, path=(user_id,), query={"model": model}, options=options)

    async def get_ons_working(self, user_id: str, *, model: Literal["ons-fye2024-1"] | None = None, options: CallOptions | None = None) -> m.ExpenditureWorking:
        """Get the full calculation of a user’s spending estimates. Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always gives the same figures for the same payslips. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_ONS_EXPENDITURE_WORKING, path=(user_id,), query={"model": model}, options=options)


class AsyncIncomeApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, user_id: str, *, as_of: dt.date | str | None = None, commitments: str | None = None, options: CallOptions | None = None) -> m.IncomeSummary:
        """Get the income summary of a user. Employments, annual income, averages, months, agreement of the sources and findings, from all stored data. Every figure lists its submissions; a figure that cannot be calculated is null with a reason. A `model_id` never changes: it always gives the same figures for the same data. Low-trust documents do not count unless they are included. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_INCOME, path=(user_id,), query={"as_of": as_of, "commitments": commitments}, options=options)

    async def include_document(self, user_id: str, document_id: str, body: p.NewIncomeInclusion, *, options: CallOptions | None = None) -> m.IncomeInclusion:
        """Count a low-trust document towards the income of its user, or mark an unread one as checked. The reason is stored and shown in the working, with the caller and the time. Repeat the request to change the reason. A document with `unread` has no figure that could count: its finding becomes `unread-document-checked`. 400 if the trust score of the document is not Low and it was read. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.INCLUDE_INCOME_DOCUMENT, path=(user_id, document_id), body=body, options=options)

    async def exclude_document(self, user_id: str, document_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Stop counting a low-trust document, or mark an unread one as not checked. The document is in no figure any more, or needs attention again. It is not deleted. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.EXCLUDE_INCOME_DOCUMENT, path=(user_id, document_id), options=options)

    async def get_working(self, user_id: str, *, as_of: dt.date | str | None = None, options: CallOptions | None = None) -> m.IncomeWorking:
        """Get the full calculation of a user’s income summary. Every stored payslip with the amounts that count, its split over months, or the reason why it is left out; the periods behind the annual figure; and the included low-trust documents. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_INCOME_WORKING, path=(user_id,), query={"as_of": as_of}, options=options)


class AsyncJourneysApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, *, options: CallOptions | None = None) -> m.Journey:
        """Get the current journey. Everything needed to show the journey, on first load and after a reload. Poll it while a retrieval is in progress."""
        return await self._transport.send(ops.GET_JOURNEY, options=options)

    async def withdraw_authorisation(self, authorisation_id: str, *, options: CallOptions | None = None) -> m.GivenAuthorisation:
        """Withdraw one of the user’s own authorisations. No more data is retrieved under it. Data already shared is kept until it is deleted. After the last authorisation, accounts are signed out at the provider and become EXPIRED."""
        return await self._transport.send(ops.WITHDRAW_AUTHORISATION, path=(authorisation_id,), options=options)

    async def confirm_person(self, body: p.NewJourneyConfirmation | None = None, *, options: CallOptions | None = None) -> m.JourneyConfirmation:
        """Confirm the person on a device that did not share the data. Compares the answer with the registration. After five wrong answers, for one link on all devices together, only a one-time code helps."""
        return await self._transport.send(ops.CONFIRM_JOURNEY_PERSON, body=body, options=options)

    async def delete_data(self, *, options: CallOptions | None = None) -> m.Message:
        """Withdraw every authorisation and delete what was shared. Deletes accounts with their data, documents with their files, notes, and pending webhook payloads. The registration belongs to the client and is kept; data the client has already received cannot be recalled. Safe to repeat."""
        return await self._transport.send(ops.DELETE_JOURNEY_DATA, options=options)

    async def create_direct_connection(self, body: p.Nothing | None = None, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.DirectFound:
        """Connect the user at direct providers, without a login. Looks the person up at all providers with direct connections. Responds when they have answered, after 25 seconds at most."""
        return await self._transport.send(ops.CREATE_JOURNEY_DIRECT_CONNECTION, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def count_employer_miss(self, body: p.NewEmployerMiss, *, options: CallOptions | None = None) -> m.RecordedEmployerMiss:
        """Count an employer search without a result. Counts once per journey and text. Texts that match an employer or contain digits are not counted. Requires the token of a journey."""
        return await self._transport.send(ops.COUNT_EMPLOYER_MISS, body=body, options=options)

    async def end(self, body: p.JourneyEnd, *, options: CallOptions | None = None) -> m.JourneyEnded:
        """End a journey and get the redirect URL. The URL is client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended if nothing was shared), or error and user_id (failed)."""
        return await self._transport.send(ops.END_JOURNEY, body=body, options=options)

    async def count_events(self, body: p.NewJourneyEvents, *, options: CallOptions | None = None) -> m.CountedJourneyEvents:
        """Count events of the journey. Each step counts once per journey. Only counts are stored, and every value is one of a fixed list, so that no text typed by the user can be stored. Requires the token of a journey."""
        return await self._transport.send(ops.COUNT_JOURNEY_EVENTS, body=body, options=options)

    async def export_data(self, *, options: CallOptions | None = None) -> Mapping[str, Any]:
        """Export all data held about the user. Registration, authorisations, accounts without credentials, payslips, bank statements, tax years, notes and document metadata. The file is streamed; if the connection breaks, it is incomplete."""
        return await self._transport.send(ops.EXPORT_JOURNEY_DATA, options=options)

    async def get_findings(self, *, options: CallOptions | None = None) -> m.JourneyFindings:
        """Get the retrieved data for review by the user. What was found so far, for the person to check before the journey ends."""
        return await self._transport.send(ops.GET_JOURNEY_FINDINGS, options=options)

    async def state_missing_documents(self, body: p.NewMissingDocuments, *, options: CallOptions | None = None) -> m.MissingDocuments:
        """Say that the user does not have a kind of document, and why. The client sees the reason. A later statement about the same kind replaces it."""
        return await self._transport.send(ops.STATE_MISSING_DOCUMENTS, body=body, options=options)

    async def create_note(self, body: p.NewJourneyNote, *, options: CallOptions | None = None) -> m.JourneyNote:
        """Report retrieved data as wrong. The note is stored with the data, which is not changed. A user can have 200 notes."""
        return await self._transport.send(ops.CREATE_JOURNEY_NOTE, body=body, options=options)

    async def read_unsent_files(self, body: p.UnsentFiles, *, options: CallOptions | None = None) -> m.JourneyFileReadings:
        """Read uploaded files before the person submits them. For a review by the person. Nothing is stored as a document or submission, no event is published, and the client sees nothing. Submitting the files afterwards uses what was read. Responds after 25 seconds at most; files that take longer are `still-processing`."""
        return await self._transport.send(ops.READ_UNSENT_FILES, body=body, options=options)

    async def get_shared(self, *, options: CallOptions | None = None) -> m.JourneyShared:
        """Get what the user has shared, with whom and under which term. What the person has shared with the client."""
        return await self._transport.send(ops.GET_JOURNEY_SHARED, options=options)

    async def get_funnel(self, *, from_: dt.date | str | None = None, to: dt.date | str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> m.JourneyFunnel:
        """Get the journey funnel by screen, step and provider. How many journeys reached each step in the period, with errors by provider. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_JOURNEY_FUNNEL, query={"from": from_, "to": to, "offset": offset, "limit": limit}, options=options)

    async def create_invitation(self, body: p.NewJourneyInvitation, *, options: CallOptions | None = None) -> m.JourneyInvitation:
        """Send a journey link to a user by email or text message. Creates a link as POST /user-tokens does and sends it on behalf of the client: who asks, what is shared and how long the link is valid. Text messages need a gateway (SMS_GATEWAY_URL). The reply does not contain the link. Within 24 hours a user is sent at most 5, and a client sends at most 2000; further requests return 429. API keys need the scope `tokens`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.CREATE_JOURNEY_INVITATION, body=body, options=options)

    async def create_session(self, body: p.JourneyCode, *, options: CallOptions | None = None) -> m.JourneySession:
        """Exchange the code of a journey link for a user token. The link can be used until it expires. The token is valid for an hour at most, never longer than the link."""
        return await self._transport.send(ops.CREATE_JOURNEY_SESSION, body=body, options=options)

    async def renew_session(self, body: p.Nothing | None = None, *, options: CallOptions | None = None) -> m.JourneySession:
        """Renew the token of a journey while its link is valid. Exchanges the token of a journey for a new one before it expires."""
        return await self._transport.send(ops.RENEW_JOURNEY_SESSION, body=body, options=options)

    async def create_return_code(self, journey_id: str, body: p.NewReturnCode | None = None, *, options: CallOptions | None = None) -> m.Message:
        """Send a one-time code to the person of a journey. For people whose link has expired. The code goes to the email or phone of the user, is valid for 10 minutes and works once; a user gets at most 5 in 24 hours. The reply is always the same, and reveals neither whether the journey exists nor whether a code was sent."""
        return await self._transport.send(ops.CREATE_RETURN_CODE, path=(journey_id,), body=body, options=options)

    async def return_to(self, journey_id: str, body: p.ReturnCode, *, options: CallOptions | None = None) -> m.JourneySession:
        """Exchange a one-time code for a user token. Opens a new journey of the same person for a day. A code can be tried five times. The person has shown who they are, so the device may show, export and delete their data."""
        return await self._transport.send(ops.RETURN_TO_JOURNEY, path=(journey_id,), body=body, options=options)

    async def get_coverage(self, user_id: str, *, options: CallOptions | None = None) -> m.Coverage:
        """Get the months that data covers, and documents the user does not have. Counts payslips from payroll and uploads alike. Contains no amounts. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_COVERAGE, path=(user_id,), options=options)

    def list_notes(self, user_id: str, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.JourneyNote, m.JourneyNotePage]:
        """List notes of a user about their data, newest first. What the person wrote about their data during the journey. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_NOTES, path=(user_id,), query={"offset": offset, "limit": limit}, options=options)

    async def answer_note(self, user_id: str, note_id: str, body: p.NewNoteAnswer, *, options: CallOptions | None = None) -> m.JourneyNote:
        """Answer a note of a user about their data. The person sees the answer on their data page, and gets a mail about the first answer if the user has an email. A later answer replaces the earlier one. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.ANSWER_NOTE, path=(user_id, note_id), body=body, options=options)


class AsyncMatchesApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, user_id: str, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Match, m.MatchPage]:
        """List matches between payslips, bank credits and tax years, newest pay date first. Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_MATCHES, path=(user_id,), query={"offset": offset, "limit": limit}, options=options)


class AsyncMembersApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def invite(self, body: p.Invitation, *, options: CallOptions | None = None) -> m.InvitedMember:
        """Invite a member by e-mail. The invitation of an Admin by an API key is sent after an administrator has approved it by e-mail. API keys need the scope `members`. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.INVITE_MEMBER, body=body, options=options)

    def list(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Member, m.MemberPage]:
        """List members, newest first. Members of the team, newest first. API keys need the scope `members`. Members need the role FullMember or above."""
        return self._transport.paginate(ops.LIST_MEMBERS, query={"offset": offset, "limit": limit}, options=options)

    async def accept_invitation(self, code: str, body: p.Acceptance, *, options: CallOptions | None = None) -> m.Member:
        """Accept an invitation with a name and a password. Sets name and password of an invited member. The token comes from the invitation e-mail."""
        return await self._transport.send(ops.ACCEPT_INVITATION, path=(code,), body=body, options=options)

    async def approve_invitation(self, code: str, *, options: CallOptions | None = None) -> m.Message:
        """Approve the invitation of an Admin by an API key. Sends the invitation. The code comes from the e-mail to the administrators."""
        return await self._transport.send(ops.APPROVE_INVITATION, path=(code,), options=options)

    async def validate_mfa(self, body: p.MemberMfaAnswer, *, options: CallOptions | None = None) -> m.SignedIn | m.BrowserSignedIn | UnknownObject:
        """Validate the second factor. Completes a sign-in with the code from the e-mail or of the authenticator app, or with a recovery code."""
        return await self._transport.send(ops.VALIDATE_MFA, body=body, options=options)

    def list_passkeys(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Passkey, m.PasskeyPage]:
        """List your own passkeys, newest first. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return self._transport.paginate(ops.LIST_PASSKEYS, query={"offset": offset, "limit": limit}, options=options)

    async def register_passkey(self, body: p.PasskeyRegistration, *, options: CallOptions | None = None) -> m.Passkey:
        """Add a passkey to your account. Takes the credential that the browser has created. We notify you by e-mail. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.REGISTER_PASSKEY, body=body, options=options)

    async def start_passkey_registration(self, *, options: CallOptions | None = None) -> m.PasskeyRegistrationOptions:
        """Get what the browser needs to create a passkey. For the console: the values of `navigator.credentials.create()`. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.START_PASSKEY_REGISTRATION, options=options)

    async def start_passkey_sign_in(self, *, options: CallOptions | None = None) -> m.PasskeySignInOptions:
        """Get what the browser needs to use a passkey. For the console: the values of `navigator.credentials.get()`."""
        return await self._transport.send(ops.START_PASSKEY_SIGN_IN, options=options)

    async def sign_in_with_passkey(self, body: p.PasskeySignIn, *, options: CallOptions | None = None) -> m.SignedIn | m.BrowserSignedIn | UnknownObject:
        """Sign in a member with a passkey. Needs neither password nor code. Replies 201 with a cookie if a page of the console asked for one."""
        return await self._transport.send(ops.SIGN_IN_WITH_PASSKEY, body=body, options=options)

    async def delete_passkey(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """Remove one of your own passkeys. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_PASSKEY, path=(id,), options=options)

    async def change_password(self, body: p.PasswordChange, *, options: CallOptions | None = None) -> m.Message:
        """Change your own password. Needs the current password. Ends your other sessions. Wrong passwords count towards the limits of the sign-in. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.CHANGE_PASSWORD, body=body, options=options)

    async def confirm_password_reset(self, body: p.ResetConfirmation, *, options: CallOptions | None = None) -> m.Message:
        """Set a new password with the code from the e-mail. Sets a new password with the code from the e-mail."""
        return await self._transport.send(ops.CONFIRM_PASSWORD_RESET, body=body, options=options)

    async def initiate_password_reset(self, body: p.ResetRequest, *, options: CallOptions | None = None) -> m.Message:
        """Request a password reset by e-mail. Sends a code by e-mail if the address belongs to a member. The response is the same if it does not."""
        return await self._transport.send(ops.INITIATE_PASSWORD_RESET, body=body, options=options)

    async def get_policy(self, *, options: CallOptions | None = None) -> m.MemberPolicy:
        """Get the rules for signing in. No API key may do this. Members need the role Admin or above."""
        return await self._transport.send(ops.GET_MEMBER_POLICY, options=options)

    async def update_policy(self, body: p.MemberPolicyChanges | None = None, *, options: CallOptions | None = None) -> m.MemberPolicy:
        """Change the rules for signing in. Takes effect with the next request of each member. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.UPDATE_MEMBER_POLICY, body=body, options=options)

    def list_sessions(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.MemberSession, m.MemberSessionPage]:
        """List your own sessions, newest first. The devices and programs on which you are signed in. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return self._transport.paginate(ops.LIST_SESSIONS, query={"offset": offset, "limit": limit}, options=options)

    async def get_current_session(self, *, options: CallOptions | None = None) -> m.CurrentSession:
        """Get the session of this request and its member. Using a session of the console renews it for 15 minutes. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.GET_CURRENT_SESSION, options=options)

    async def authenticate_again(self, body: p.Reauthentication, *, options: CallOptions | None = None) -> m.Reauthenticated | m.MfaSession | UnknownObject:
        """Authenticate again in the current session. Opens operations that need a recent authentication for 10 minutes. Replies 202 with a session if the member has a second factor. Wrong passwords count towards the limits of the sign-in. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.AUTHENTICATE_AGAIN, body=body, options=options)

    async def authenticate_again_with_passkey(self, body: p.PasskeyAssertion, *, options: CallOptions | None = None) -> m.Reauthenticated:
        """Authenticate again in the current session with a passkey. Opens operations that need a recent authentication for 10 minutes. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.AUTHENTICATE_AGAIN_WITH_PASSKEY, body=body, options=options)

    async def validate_authentication(self, body: p.ReauthenticationAnswer, *, options: CallOptions | None = None) -> m.Reauthenticated:
        """Validate the second factor of a repeated authentication. Takes the code from the e-mail or of the authenticator app, or a recovery code. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.VALIDATE_AUTHENTICATION, body=body, options=options)

    async def end_own_sessions(self, body: p.SessionRevocation | None = None, *, options: CallOptions | None = None) -> m.Message:
        """End your own sessions within a second. Signs you out on every other device or, with `keep_current` false, on every device. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.END_OWN_SESSIONS, body=body, options=options)

    async def end_session(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """End one of your own sessions within a second. Ending the current session signs you out. To end another one, you must have authenticated within the last 10 minutes. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.END_SESSION, path=(id,), options=options)

    async def sign_in(self, body: p.Credentials, *, options: CallOptions | None = None) -> m.SignedIn | m.BrowserSignedIn | m.MfaSession | UnknownObject:
        """Sign in a member. Replies 202 with a session if the member has a second factor, and 201 with a cookie if a page of the console asked for one."""
        return await self._transport.send(ops.SIGN_IN, body=body, options=options)

    async def get_single_sign_on(self, *, options: CallOptions | None = None) -> m.SsoSettings:
        """Get the settings of single sign-on. No API key may do this. Members need the role Admin or above."""
        return await self._transport.send(ops.GET_SINGLE_SIGN_ON, options=options)

    async def set_single_sign_on(self, body: p.SsoSettingsInput, *, options: CallOptions | None = None) -> m.SsoSettings:
        """Set up single sign-on for members with OpenID Connect. Members sign in at your OpenID provider. Owners keep their password. A changed issuer or client id needs the secret again. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.SET_SINGLE_SIGN_ON, body=body, options=options)

    async def delete_single_sign_on(self, *, options: CallOptions | None = None) -> m.Message:
        """Switch off single sign-on. Members without a password can then set one with a password reset. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_SINGLE_SIGN_ON, options=options)

    async def start_single_sign_on(self, body: p.SsoStart, *, options: CallOptions | None = None) -> m.SsoAuthorisation:
        """Start a sign-in at the OpenID provider of an organisation. For the sign-in page of the console. Sets a cookie that binds the sign-in to the browser."""
        return await self._transport.send(ops.START_SINGLE_SIGN_ON, body=body, options=options)

    async def get_totp(self, *, options: CallOptions | None = None) -> m.Totp:
        """Get the state of your authenticator app. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.GET_TOTP, options=options)

    async def start_totp_setup(self, body: p.TotpSetup, *, options: CallOptions | None = None) -> m.TotpSecret:
        """Create the secret of an authenticator app. Needs the current password. The app takes effect once you confirm it with a code, within 15 minutes. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.START_TOTP_SETUP, body=body, options=options)

    async def confirm_totp_setup(self, body: p.TotpConfirmation, *, options: CallOptions | None = None) -> m.RecoveryCodes:
        """Confirm your authenticator app with a code. From now on, each sign-in needs a code of the app. Returns ten recovery codes, which are shown only once. Each replaces one code of the app. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.CONFIRM_TOTP_SETUP, body=body, options=options)

    async def remove_totp(self, body: p.TotpRemoval, *, options: CallOptions | None = None) -> m.Message:
        """Remove your authenticator app. Needs the current password and a code of the app, or a recovery code. No API key may do this. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.REMOVE_TOTP, body=body, options=options)

    async def get(self, id: str, *, options: CallOptions | None = None) -> m.Member:
        """Get a member. One member of the team. API keys need the scope `members`. Members need the role FullMember or above."""
        return await self._transport.send(ops.GET_MEMBER, path=(id,), options=options)

    async def update(self, id: str, body: p.MemberChanges | None = None, *, options: CallOptions | None = None) -> m.Member:
        """Update the role or second factor of a member. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.UPDATE_MEMBER, path=(id,), body=body, options=options)

    async def delete(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """Remove a member and revoke their tokens within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_MEMBER, path=(id,), options=options)

    async def delete_passkeys(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """Remove all passkeys of a member. For a member who has lost a device. We notify the member by e-mail. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_MEMBER_PASSKEYS, path=(id,), options=options)

    async def end_sessions(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """End all sessions of a member within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.END_MEMBER_SESSIONS, path=(id,), options=options)

    async def delete_totp(self, id: str, *, options: CallOptions | None = None) -> m.Message:
        """Remove the authenticator app of another member. For a member who has lost it. We notify the member by e-mail. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_MEMBER_TOTP, path=(id,), options=options)


class AsyncPayrollApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_entries(self, *, user_id: str, account_id: str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.PayrollEntry, m.PayrollEntryPage]:
        """List payroll entries of a user, newest first. Entries of one user: each is one retrieval or upload that brought payslips. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_PAYROLL_ENTRIES, query={"user_id": user_id, "account_id": account_id, "offset": offset, "limit": limit}, options=options)

    async def query_connection(self, body: p.PayrollConnectionQuery, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.PayrollConnectionResult:
        """Retrieve new payslips through an account. Replies once the provider has replied. If there is nothing new, entry_id is null and the list is empty. Waits for the first retrieval of the account if that is still running."""
        return await self._transport.send(ops.QUERY_PAYROLL_CONNECTION, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def submit_payslips(self, body: p.SubmittedFiles, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.PayslipsResult:
        """Extract uploaded payslips. Creates one entry for all payslips that could be extracted; entry_id is null if none could. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later as a separate entry and announced by webhook."""
        return await self._transport.send(ops.SUBMIT_PAYSLIPS, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def presign_payslips(self, body: p.PresignRequest, *, authorisation_id: str | None = None, options: CallOptions | None = None) -> m.PresignedUploads:
        """Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user."""
        return await self._transport.send(ops.PRESIGN_PAYSLIPS, headers={"x-svc-authorisation-id": authorisation_id}, body=body, options=options)

    async def get_entry(self, entry_id: str, *, options: CallOptions | None = None) -> m.PayrollEntry:
        """Get a payroll entry. Its submissions are listed by `GET /payroll/{user_id}?entry_id=`. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_PAYROLL_ENTRY, path=(entry_id,), options=options)

    async def delete_entry(self, entry_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Delete a payroll entry with its submissions. The next query or recurring check retrieves the newest payslips of the account again. API keys need the scope `erase`. Members need the role FullMember or above."""
        return await self._transport.send(ops.DELETE_PAYROLL_ENTRY, path=(entry_id,), options=options)

    def list_submissions(self, user_id: str, *, account_id: str | None = None, entry_id: str | None = None, document_external_id: str | None = None, include_duplicates: bool | None = None, created_after: dt.datetime | dt.date | str | None = None, created_before: dt.datetime | dt.date | str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.PayrollSubmission, m.PayrollSubmissionPage]:
        """List payroll submissions of a user, newest first. Payslips of one user from all sources, newest first. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_PAYROLL_SUBMISSIONS, path=(user_id,), query={"account_id": account_id, "entry_id": entry_id, "document_external_id": document_external_id, "include_duplicates": include_duplicates, "created_after": created_after, "created_before": created_before, "offset": offset, "limit": limit}, options=options)

    async def get_submission(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.PayrollSubmission:
        """Get a payroll submission. One payslip. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_PAYROLL_SUBMISSION, path=(user_id, submission_id), options=options)

    async def get_provenance(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.SubmissionProvenance:
        """Get the provenance of each value of a payroll submission. For an uploaded payslip the position in its document; for a connection the account. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_PAYROLL_PROVENANCE, path=(user_id, submission_id), options=options)

    async def get_signed(self, user_id: str, submission_id: str, *, options: CallOptions | None = None) -> m.SignedSubmission:
        """Get a payroll submission with its provenance, signed. The payslip as a signed token (JWS), so that others can verify that this service issued it. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_SIGNED_PAYROLL, path=(user_id, submission_id), options=options)


class AsyncProvidersApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def search_employers(self, *, query: str | None = None, options: CallOptions | None = None) -> m.EmployerMatches:
        """Search employers and payroll providers by name. Tolerates typing errors and knows other names of an employer. Best matches first, at most 20. Without a query, returns suggestions. API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.SEARCH_EMPLOYERS, query={"query": query}, options=options)

    async def list_employer_misses(self, *, options: CallOptions | None = None) -> m.EmployerMisses:
        """List employers that users searched for and did not find. Shows a text only after 3 journeys have searched for it; a single person’s text is not stored. API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.LIST_EMPLOYER_MISSES, options=options)

    async def list(self, *, options: CallOptions | None = None) -> m.Catalogue:
        """List payroll providers and employers. Providers that can be connected, their parents, and the employers that use them. API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer."""
        return await self._transport.send(ops.LIST_PROVIDERS, options=options)


class AsyncReportsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, user_id: str, *, as_of: dt.date | str | None = None, commitments: str | None = None, options: CallOptions | None = None) -> m.SignedIncomeReport:
        """Create a signed income report of a user. The income summary with findings, the working and all sources, signed. Anyone with the report can verify it offline with the published keys: `payproof verify-report`. Every call creates a new report from the data as it is now. The report is not stored. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_REPORT, path=(user_id,), query={"as_of": as_of, "commitments": commitments}, options=options)

    async def get_file(self, user_id: str, *, as_of: dt.date | str | None = None, commitments: str | None = None, options: CallOptions | None = None) -> bytes:
        """Create a signed income report of a user as a PDF. The same report as a PDF: the decision page first, then every figure with its source. The signed report is attached as report.jws. The last line of the file is a signature over all other bytes. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_REPORT_FILE, path=(user_id,), query={"as_of": as_of, "commitments": commitments}, options=options)

    async def create_link(self, user_id: str, body: p.NewReportLink | None = None, *, options: CallOptions | None = None) -> m.CreatedReportLink:
        """Create a link to an income report that expires. Anyone with the URL can open the PDF of the report, as it is now, until the link expires or is revoked. Every opening is in the audit log. A user has at most 20 open links. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.CREATE_REPORT_LINK, path=(user_id,), body=body, options=options)

    def list_links(self, user_id: str, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.ReportLink, m.ReportLinkPage]:
        """List links to income reports of a user, newest first. With status and openings, without URLs. Links are listed until 30 days after they expire. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_REPORT_LINKS, path=(user_id,), query={"offset": offset, "limit": limit}, options=options)

    async def revoke_link(self, user_id: str, link_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Revoke a link to an income report. The link answers 410 from now on, and its copy of the report is deleted. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.REVOKE_REPORT_LINK, path=(user_id, link_id), options=options)


class AsyncRequestLogApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_requests(self, *, limit: int | None = None, cursor: str | None = None, method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] | None = None, status: Literal["2xx", "3xx", "4xx", "5xx"] | None = None, operation_id: str | None = None, error_code: str | None = None, request_id: str | None = None, actor_kind: Literal["api_key", "member"] | None = None, actor_id: str | None = None, from_: dt.datetime | dt.date | str | None = None, to: dt.datetime | dt.date | str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.LoggedRequest, m.RequestLogPage]:
        """List recent API requests, newest first. Requests of your API keys and members in the last 7 days, as far as the log has room. It contains field names and error codes, but no values that people typed. A request appears within seconds; under heavy load some are left out. API keys need the scope `read`. Members need the role Admin or above, or Developer."""
        return self._transport.paginate(ops.LIST_REQUESTS, query={"limit": limit, "cursor": cursor, "method": method, "status": status, "operation_id": operation_id, "error_code": error_code, "request_id": request_id, "actor_kind": actor_kind, "actor_id": actor_id, "from": from_, "to": to}, options=options)


class AsyncReviewsApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, search: str | None = None, status: str | None = None, severity: str | None = None, advice: str | None = None, assignee_id: str | None = None, is_assigned: bool | None = None, employer: str | None = None, gross_from: int | None = None, gross_below: int | None = None, sort: Literal["updated_at", "status", "annual_gross", "severity", "assignee"] | None = None, direction: Literal["asc", "desc"] | None = None, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.ReviewRow, m.ReviewPage]:
        """List users as a work queue. Users with review status, employer, annual gross, worst finding and assignee, filtered and sorted. Pages are linked by cursor. Sorting by assignee lists assigned users only. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_REVIEWS, query={"search": search, "status": status, "severity": severity, "advice": advice, "assignee_id": assignee_id, "is_assigned": is_assigned, "employer": employer, "gross_from": gross_from, "gross_below": gross_below, "sort": sort, "direction": direction, "limit": limit, "cursor": cursor}, options=options)

    async def export(self, *, search: str | None = None, status: str | None = None, severity: str | None = None, advice: str | None = None, assignee_id: str | None = None, is_assigned: bool | None = None, employer: str | None = None, gross_from: int | None = None, gross_below: int | None = None, options: CallOptions | None = None) -> bytes:
        """Export the work queue as CSV. All users that match the filters, one per line, in the order of their ids. Text that a spreadsheet would run as a formula is preceded by an apostrophe. The export is in the audit log. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.EXPORT_REVIEWS, query={"search": search, "status": status, "severity": severity, "advice": advice, "assignee_id": assignee_id, "is_assigned": is_assigned, "employer": employer, "gross_from": gross_from, "gross_below": gross_below}, options=options)

    async def get_rules(self, *, options: CallOptions | None = None) -> m.ReviewRules:
        """Get the review rules. Rules that are checked against every income summary. They advise your team and never decide. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_REVIEW_RULES, options=options)

    async def replace_rules(self, body: p.NewReviewRules, *, options: CallOptions | None = None) -> m.ReviewRules:
        """Replace the review rules. At most 20 rules. The earlier rules stay in the list of changes. Users are checked again in the background, so the work queue shows the new advice a little later. Send the `version` that you read to keep a change that another member made meanwhile: a stale version is refused with 409 and the code `rules-changed`. API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.REPLACE_REVIEW_RULES, body=body, options=options)

    def list_rule_changes(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.ReviewRulesChange, m.ReviewRulesChangePage]:
        """List changes of the review rules, newest first. Each change with the rules before and after it, the time, and the member or API key. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_REVIEW_RULE_CHANGES, query={"offset": offset, "limit": limit}, options=options)

    async def get_views(self, *, options: CallOptions | None = None) -> m.SavedViews:
        """Get the saved views of the signed-in member. Filters of the work queue that the member has named. API keys have none. No API key may do this. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_REVIEW_VIEWS, options=options)

    async def replace_views(self, body: p.SavedViews, *, options: CallOptions | None = None) -> m.SavedViews:
        """Replace the saved views of the signed-in member. At most 20 views, in the order in which they are shown. No API key may do this. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.REPLACE_REVIEW_VIEWS, body=body, options=options)

    async def get(self, user_id: str, *, options: CallOptions | None = None) -> m.Review:
        """Get the review of a user. Status, assignee and decision, and the members who may be assigned. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.GET_REVIEW, path=(user_id,), options=options)

    async def update(self, user_id: str, body: p.ReviewChanges | None = None, *, options: CallOptions | None = None) -> m.Review:
        """Assign or start the review of a user. Other statuses follow from data or from the decision. A changed status is published as review-status-changed. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.UPDATE_REVIEW, path=(user_id,), body=body, options=options)

    async def decide(self, user_id: str, body: p.NewReviewDecision, *, options: CallOptions | None = None) -> m.Review:
        """Decide the review of a user. The decision and its reason are stored with the caller and the time. A later decision replaces it. Published as review-status-changed, without the reason. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.DECIDE_REVIEW, path=(user_id,), body=body, options=options)

    async def create_note(self, user_id: str, body: p.NewReviewNote, *, options: CallOptions | None = None) -> m.ReviewNote:
        """Add an internal note about a user. Only the team can read it. It is stored encrypted and deleted with the user. API keys need the scope `write`. Members need the role FullMember or above, or Underwriter."""
        return await self._transport.send(ops.CREATE_REVIEW_NOTE, path=(user_id,), body=body, options=options)

    def list_notes(self, user_id: str, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.ReviewNote, m.ReviewNotePage]:
        """List internal notes about a user, newest first. Notes of the team. Notes of the applicant are listed by GET /users/{user_id}/notes. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_REVIEW_NOTES, path=(user_id,), query={"offset": offset, "limit": limit}, options=options)


class AsyncSandboxApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_clock(self, *, options: CallOptions | None = None) -> m.SandboxClock:
        """Get the sandbox clock. Your time in the sandbox. It is that of the installation until you set it. API keys need the scope `read`. Members need the role FullMember or above."""
        return await self._transport.send(ops.GET_SANDBOX_CLOCK, options=options)

    async def move_clock(self, body: p.SandboxClockChange | None = None, *, options: CallOptions | None = None) -> m.SandboxClock:
        """Set or advance the sandbox clock. Affects your client only: its users, members and API keys. Other clients do not see the change. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.MOVE_SANDBOX_CLOCK, body=body, options=options)

    def get_inbox(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.SandboxArrival, m.SandboxInbox]:
        """Get your webhook inbox: its URL and the deliveries received, newest first. Deliveries that the sandbox inbox of this client received, newest first. API keys need the scope `read`. Members need the role FullMember or above."""
        return self._transport.paginate(ops.GET_SANDBOX_INBOX, query={"offset": offset, "limit": limit}, options=options)

    async def set_inbox_keys(self, body: p.SandboxInboxKeys | None = None, *, options: CallOptions | None = None) -> m.Message:
        """Set the keys with which the inbox verifies and decrypts deliveries. The secrets with which the inbox verifies and decrypts deliveries. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.SET_SANDBOX_INBOX_KEYS, body=body, options=options)

    def list_people(self, *, search: str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.SandboxPerson, m.SandboxPeople]:
        """List or search the named people of the sandbox. Any user name of the form person.1, person.2 and so on exists too. API keys need the scope `read`. Members need the role FullMember or above."""
        return self._transport.paginate(ops.LIST_SANDBOX_PEOPLE, query={"search": search, "offset": offset, "limit": limit}, options=options)

    async def get_person(self, user_name: str, *, options: CallOptions | None = None) -> m.SandboxPersonDetails:
        """Get a sandbox person with identity, login and next pay day. One fictional person with employments, addresses and logins. API keys need the scope `read`. Members need the role FullMember or above."""
        return await self._transport.send(ops.GET_SANDBOX_PERSON, path=(user_name,), options=options)

    async def set_behaviour(self, user_name: str, body: p.SandboxBehaviour, *, options: CallOptions | None = None) -> m.Message:
        """Override a sandbox person’s behaviour at a provider. Affects your client only: its users, members and API keys. Other clients do not see the change. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.SET_SANDBOX_BEHAVIOUR, path=(user_name,), body=body, options=options)

    async def list_providers(self, *, options: CallOptions | None = None) -> m.SandboxProviders:
        """List the simulated providers with their settings. The simulated providers and how they behave for your client. API keys need the scope `read`. Members need the role FullMember or above."""
        return await self._transport.send(ops.LIST_SANDBOX_PROVIDERS, options=options)

    async def update_provider(self, provider_id: str, body: p.SandboxProviderChange | None = None, *, options: CallOptions | None = None) -> m.SandboxProvider:
        """Take a simulated provider down, slow it down, unlock its accounts or reset it. Affects your client only: its users, members and API keys. Other clients do not see the change. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.UPDATE_SANDBOX_PROVIDER, path=(provider_id,), body=body, options=options)


class AsyncTaxauthApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_entries(self, *, user_id: str, account_id: str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.IncomeEntry, m.IncomeEntryPage]:
        """List tax authority entries of a user, newest first. Entries of one user: each is one retrieval from the tax authority. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_TAXAUTH_ENTRIES, query={"user_id": user_id, "account_id": account_id, "offset": offset, "limit": limit}, options=options)

    async def query_connection(self, body: p.IncomeConnectionQuery, *, authorisation_id: str | None = None, client_device_id: str | None = None, client_browser_user_agent: str | None = None, client_public_ip: str | None = None, client_public_port: str | None = None, client_screens: str | None = None, client_window_size: str | None = None, client_timezone: str | None = None, client_multi_factor: str | None = None, client_user_ids: str | None = None, options: CallOptions | None = None) -> m.IncomeConnectionResult:
        """Retrieve new tax years through an account. Replies once the authority has replied. If there is nothing new, entry_id is null and the list is empty. The authority accepts three requests a second from all clients together, so the reply may be 503; the result then follows by webhook."""
        return await self._transport.send(ops.QUERY_TAXAUTH_CONNECTION, headers={"x-svc-authorisation-id": authorisation_id, "x-svc-client-device-id": client_device_id, "x-svc-client-browser-user-agent": client_browser_user_agent, "x-svc-client-public-ip": client_public_ip, "x-svc-client-public-port": client_public_port, "x-svc-client-screens": client_screens, "x-svc-client-window-size": client_window_size, "x-svc-client-timezone": client_timezone, "x-svc-client-multi-factor": client_multi_factor, "x-svc-client-user-ids": client_user_ids}, body=body, options=options)

    async def get_entry(self, entry_id: str, *, options: CallOptions | None = None) -> m.IncomeEntry:
        """Get a tax authority entry. Its submissions are listed by `GET /taxauth/{user_id}?entry_id=`. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_TAXAUTH_ENTRY, path=(entry_id,), options=options)

    async def delete_entry(self, entry_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Delete a tax authority entry with its submissions. The next query or recurring check retrieves the data again. API keys need the scope `erase`. Members need the role FullMember or above."""
        return await self._transport.send(ops.DELETE_TAXAUTH_ENTRY, path=(entry_id,), options=options)

    def list_income_submissions(self, user_id: str, *, account_id: str | None = None, entry_id: str | None = None, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.IncomeSubmission, m.IncomeSubmissionPage]:
        """List tax authority data of a user, one submission per tax year, newest first. Income per tax year from the tax authority, newest first. API keys need the scope `read`. Members need the role FullMember or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_INCOME_SUBMISSIONS, path=(user_id,), query={"account_id": account_id, "entry_id": entry_id, "offset": offset, "limit": limit}, options=options)


class AsyncUserTokensApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_jwks(self, *, options: CallOptions | None = None) -> m.Jwks:
        """Get the public keys that verify tokens and signed submissions. The public keys that verify user tokens and member tokens (RFC 7517). Cache them by `kid`."""
        return await self._transport.send(ops.GET_JWKS, options=options)

    async def create(self, body: p.UserReference, *, options: CallOptions | None = None) -> m.UserToken:
        """Create a token and a journey link for a user. A token with which the user acts for themselves, and a link to the hosted journey. Send the link only to that person. API keys need the scope `tokens`. Members need the role FullMember or above."""
        return await self._transport.send(ops.CREATE_USER_TOKEN, body=body, options=options)

    async def revoke(self, body: p.UserReference, *, options: CallOptions | None = None) -> m.Message:
        """Revoke all tokens and journey links of a user. Revokes every token and journey link of the user at once. API keys need the scope `tokens`. Members need the role FullMember or above."""
        return await self._transport.send(ops.REVOKE_USER_TOKENS, body=body, options=options)


class AsyncUsersApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, body: p.NewUser, *, options: CallOptions | None = None) -> m.User:
        """Create a user. Registers a person. Nothing is retrieved until the person has accepted a term. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.CREATE_USER, body=body, options=options)

    def list(self, *, offset: int | None = None, limit: int | None = None, ext_id: str | None = None, search: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.User, m.UserPage]:
        """List or search users, newest first. Users of the client, newest first. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_USERS, query={"offset": offset, "limit": limit, "ext_id": ext_id, "search": search}, options=options)

    async def bulk_invite(self, body: p.NewBulkInvitations, *, options: CallOptions | None = None) -> m.BulkInvitationResult:
        """Register and invite many people by CSV. By default this is a dry run, which only validates the file. With `dry_run: false`, each person is registered and sent a link by e-mail; if any line is invalid, the whole file is rejected with 400. References of registered users are rejected, so that sending the same file again sends no second invitation. If another request registers a reference meanwhile, that line is skipped and listed in `errors`. A client sends at most 2000 links within 24 hours. API keys need the scope `tokens`. Members need the role FullMember or above."""
        return await self._transport.send(ops.BULK_INVITE_USERS, body=body, options=options)

    async def list_flags(self, *, user_ids: str, options: CallOptions | None = None) -> m.FlaggedUsers:
        """List users with something to check. Low-trust and unread documents, other identities and disputed figures of the given users, as counts. The income summary has the details. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.LIST_USER_FLAGS, query={"user_ids": user_ids}, options=options)

    def list_recurring(self, *, offset: int | None = None, limit: int | None = None, recurring_enabled: bool | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.User, m.UserPage]:
        """List users with recurring checks enabled or disabled. The setting of the user overrides that of the client; an end date in the past disables recurring checks. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_RECURRING_USERS, query={"offset": offset, "limit": limit, "recurring_enabled": recurring_enabled}, options=options)

    async def get(self, user_id: str, *, options: CallOptions | None = None) -> m.User:
        """Get a user. One user with the settings that override those of the client. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return await self._transport.send(ops.GET_USER, path=(user_id,), options=options)

    async def update(self, user_id: str, body: p.UserChanges | None = None, *, options: CallOptions | None = None) -> m.User:
        """Change a user. Changes the fields that are sent and keeps the others. `null` unsets an optional field. API keys need the scope `write`. Members need the role FullMember or above."""
        return await self._transport.send(ops.UPDATE_USER, path=(user_id,), body=body, options=options)

    async def delete(self, user_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Erase a user and everything held about them. Erases the user with all files, accounts, entries and submissions. Backups that are restored later forget the user too. API keys need the scope `erase`. Members need the role FullMember or above. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.DELETE_USER, path=(user_id,), options=options)

    def list_timeline(self, user_id: str, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.TimelineEvent, m.TimelinePage]:
        """List the timeline of a user, newest first. Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and deliveries are listed for 30 days. API keys need the scope `read`. Members need the role Support or above, or Underwriter."""
        return self._transport.paginate(ops.LIST_USER_TIMELINE, path=(user_id,), query={"limit": limit, "cursor": cursor}, options=options)


class AsyncWebhooksApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, body: p.NewWebhook, *, options: CallOptions | None = None) -> m.Webhook:
        """Subscribe to events. Subscribes a URL to events. With `signing_secret` deliveries are signed, with `encryption_key` encrypted; neither can be read back. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.CREATE_WEBHOOK, body=body, options=options)

    def list(self, *, offset: int | None = None, limit: int | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Webhook, m.WebhookPage]:
        """List webhooks, newest first. All webhooks of the client. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return self._transport.paginate(ops.LIST_WEBHOOKS, query={"offset": offset, "limit": limit}, options=options)

    async def get(self, webhook_id: str, *, options: CallOptions | None = None) -> m.Webhook:
        """Get a webhook. One webhook. Its secrets cannot be read back. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return await self._transport.send(ops.GET_WEBHOOK, path=(webhook_id,), options=options)

    async def update(self, webhook_id: str, body: p.WebhookChanges | None = None, *, options: CallOptions | None = None) -> m.Webhook:
        """Change a webhook. Changes name, events, URL or options. Rotate the secrets with the rotation operations. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.UPDATE_WEBHOOK, path=(webhook_id,), body=body, options=options)

    async def delete(self, webhook_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Delete a webhook and its pending deliveries. Ends the subscription. Pending deliveries are dropped. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.DELETE_WEBHOOK, path=(webhook_id,), options=options)

    def list_deliveries(self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None, state: Literal["waiting", "delivered", "dead", "dropped"] | None = None, event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"] | None = None, user_id: str | None = None, options: CallOptions | None = None) -> AsyncPaginated[m.Delivery, m.DeliveryPage]:
        """List deliveries of the last 30 days, newest first. Deliveries of one webhook, newest first. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return self._transport.paginate(ops.LIST_DELIVERIES, path=(webhook_id,), query={"limit": limit, "cursor": cursor, "state": state, "event": event, "user_id": user_id}, options=options)

    async def get_delivery(self, webhook_id: str, delivery_id: str, *, options: CallOptions | None = None) -> m.DeliveryWithAttempts:
        """Get a delivery with its attempts. One delivery with every attempt. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return await self._transport.send(ops.GET_DELIVERY, path=(webhook_id, delivery_id), options=options)

    async def redeliver(self, webhook_id: str, delivery_id: str, *, options: CallOptions | None = None) -> m.Message:
        """Redeliver a delivery in any state. The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.REDELIVER, path=(webhook_id, delivery_id), options=options)

    async def pause(self, webhook_id: str, *, options: CallOptions | None = None) -> m.WebhookStatus:
        """Pause a webhook. Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.PAUSE_WEBHOOK, path=(webhook_id,), options=options)

    async def recover(self, webhook_id: str, body: p.WebhookRecovery, *, options: CallOptions | None = None) -> m.Message:
        """Requeue the dead deliveries of a period. Sends every event of a period again that was not delivered. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.RECOVER_WEBHOOK, path=(webhook_id,), body=body, options=options)

    async def resume(self, webhook_id: str, *, options: CallOptions | None = None) -> m.WebhookStatus:
        """Resume a webhook and deliver what is pending. Resumes a paused webhook. Deliveries that waited are sent. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.RESUME_WEBHOOK, path=(webhook_id,), options=options)

    async def rotate_secret(self, webhook_id: str, body: p.WebhookRotation | None = None, *, options: CallOptions | None = None) -> m.WebhookStatus:
        """Rotate the signing secret or the encryption key. A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both signatures until then. An encryption key is replaced at once. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes."""
        return await self._transport.send(ops.ROTATE_WEBHOOK_SECRET, path=(webhook_id,), body=body, options=options)

    async def get_statistics(self, webhook_id: str, *, options: CallOptions | None = None) -> m.WebhookStatistics:
        """Get delivery attempts of the last 24 hours by hour. Successes, failures and durations. At most the newest 10,000 deliveries are counted; `is_truncated` is true if there are more. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return await self._transport.send(ops.GET_WEBHOOK_STATISTICS, path=(webhook_id,), options=options)

    async def get_status(self, webhook_id: str, *, options: CallOptions | None = None) -> m.WebhookStatus:
        """Get the status of a webhook. Signing, encryption, rotation, pause and failures of one webhook. API keys need the scope `webhooks`. Members need the role Support or above, or Developer."""
        return await self._transport.send(ops.GET_WEBHOOK_STATUS, path=(webhook_id,), options=options)

    async def test(self, webhook_id: str, body: p.WebhookTest | None = None, *, options: CallOptions | None = None) -> m.DeliveryWithAttempts:
        """Send a test delivery and return the response. Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test. API keys need the scope `webhooks`. Members need the role Admin or above, or Developer."""
        return await self._transport.send(ops.TEST_WEBHOOK, path=(webhook_id,), body=body, options=options)


class AsyncResources:
    """Every operation of the API, by noun."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.accounts = AsyncAccountsApi(transport)
        self.activity = AsyncActivityApi(transport)
        self.api_keys = AsyncApiKeysApi(transport)
        self.audit_log = AsyncAuditLogApi(transport)
        self.authorisations = AsyncAuthorisationsApi(transport)
        self.bank_statements = AsyncBankStatementsApi(transport)
        self.configuration = AsyncConfigurationApi(transport)
        self.documents = AsyncDocumentsApi(transport)
        self.events = AsyncEventsApi(transport)
        self.expenditure = AsyncExpenditureApi(transport)
        self.income = AsyncIncomeApi(transport)
        self.journeys = AsyncJourneysApi(transport)
        self.matches = AsyncMatchesApi(transport)
        self.members = AsyncMembersApi(transport)
        self.payroll = AsyncPayrollApi(transport)
        self.providers = AsyncProvidersApi(transport)
        self.reports = AsyncReportsApi(transport)
        self.request_log = AsyncRequestLogApi(transport)
        self.reviews = AsyncReviewsApi(transport)
        self.sandbox = AsyncSandboxApi(transport)
        self.taxauth = AsyncTaxauthApi(transport)
        self.user_tokens = AsyncUserTokensApi(transport)
        self.users = AsyncUsersApi(transport)
        self.webhooks = AsyncWebhooksApi(transport)
