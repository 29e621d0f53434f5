# Written by `npm run python:generate` from server/openapi.json. Change the routes, not this file.

"""Objects that the API returns and webhooks deliver. Money is Decimal; times have a time zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from ._decode import WIRE_NAME, UnknownObject


@dataclass(frozen=True, kw_only=True)
class Account:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str
    """Id of the provider."""
    user_name: str | None = None
    """Null until the provider reports it; omitted for the Support role"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """`PENDING` waits for the person, `AUTHORISED` can be read, `EXPIRED` and `INVALID` need a new login."""
    mfa_enabled: bool
    """Whether the provider asked for a second factor."""
    latest_pay_date: dt.datetime | None
    """Latest pay date retrieved; null before the first."""
    retrieval: AccountRetrieval
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime | None
    """When your team accepted data with the identity_match `none`; null if it did not"""
    self_administered: bool | None
    """Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known"""
    consent: BankConsent | None
    """Null except for a bank whose consent has not ended for good"""


@dataclass(frozen=True, kw_only=True)
class AccountHistory:
    pagination: Pagination
    """Where this page is in the list."""
    history: tuple[AccountStatusChange, ...]
    """Status changes of the account, newest first."""


@dataclass(frozen=True, kw_only=True)
class AccountPage:
    pagination: Pagination
    """Where this page is in the list."""
    accounts: tuple[Account, ...]
    """The accounts on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class AccountRetrieval:
    """Progress of the retrieval of data through an account."""
    state: Literal["pending", "running", "retrying", "done", "failed"]
    """pending: not started, or waiting for the applicant; retrying: the last attempt failed and another is planned; done: the last retrieval succeeded, even if it found nothing; failed: no further attempt is planned"""
    reason: str | None
    """Error code or history reason; null while running or done, or if it is not known"""
    next_attempt_at: dt.datetime | None
    """Set while retrying"""
    last_success_at: dt.datetime | None
    """Null until a retrieval has succeeded"""


@dataclass(frozen=True, kw_only=True)
class AccountStatusChange:
    """One change of the status of an account."""
    from_status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"] | None
    """Status before the change; null for the first."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """Status after the change."""
    reason: str
    """Reason code."""
    at: dt.datetime
    """Time (UTC)."""


@dataclass(frozen=True, kw_only=True)
class AccountStatusChangedEvent:
    """The status of an account changed, or an account was added"""
    event: Literal["account-status-changed"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    from_status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"] | None
    """Null for a new account"""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """Status after the change."""
    reason: str
    """Reason code, as in the history of the account"""


@dataclass(frozen=True, kw_only=True)
class Activity:
    from_: dt.date = field(metadata={WIRE_NAME: "from"})
    """Start of the period."""
    to: dt.date
    """End of the period."""
    days: tuple[ActivityOfDay, ...]
    """Every day, oldest first. Data erased later stays counted"""


@dataclass(frozen=True, kw_only=True)
class ActivityOfDay:
    day: dt.date
    """The day (UTC)."""
    users_registered: int
    """Number of users registered on that day."""
    journeys: int
    """Journeys opened for the first time"""
    connections_started: int
    """Logins and OAuth redirects started"""
    connections_succeeded: int
    """Number of accounts connected on that day."""
    connections_failed: int
    """Rejected or not completed in time"""
    payroll_submissions: int
    """Payslips, newest first."""
    bank_statement_submissions: int
    """Bank statements, newest first."""
    tax_income_submissions: int
    """Number of tax years received on that day."""
    deliveries_succeeded: int
    """Number of webhook deliveries accepted by their receiver on that day."""
    deliveries_failed: int
    """Dead after the last attempt"""


@dataclass(frozen=True, kw_only=True)
class ApiKey:
    id: str
    """Id of the API key."""
    name: str
    """Name that you gave the key."""
    prefix: str
    """The readable start of the key, which contains environment and cell"""
    last_four: str
    """Last four characters of the API key, to recognise it."""
    scopes: tuple[KeyScope, ...] | None
    """Operations that the key may call; null if it has every scope"""
    addresses: tuple[str, ...] | None
    """Postal addresses, newest first."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    expires_at: dt.datetime | None
    """Time when it ends; null if it does not."""
    last_used_at: dt.datetime | None
    """Accurate to half a minute"""


@dataclass(frozen=True, kw_only=True)
class ApiKeyPage:
    pagination: Pagination
    """Where this page is in the list."""
    api_keys: tuple[ApiKey, ...]
    """The API keys on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class Attention:
    """Empty if nothing needs attention."""
    at: dt.datetime
    """Time (UTC)."""
    items: tuple[AttentionItem, ...]
    """The items."""


@dataclass(frozen=True, kw_only=True)
class AttentionExample:
    id: str
    """Id of the webhook, provider, term category, account, consent, upload, document or note"""
    user_id: str | None
    """Id of the user: the person whose income is verified."""
    name: str | None
    """Name of the webhook or provider"""
    at: dt.datetime | None
    """Time (UTC)."""


@dataclass(frozen=True, kw_only=True)
class AttentionItem:
    kind: Literal["webhook-paused", "webhook-failing", "provider-down", "provider-degraded", "term-inactive", "second-factor-waiting", "account-ended", "consent-expiring", "consent-expired", "upload-stuck", "identity-mismatch", "document-flagged", "unread-document", "applicant-disputes", "login-limit-reached", "confirmation-due", "ready-for-review", "review-stalled"]
    """What needs attention."""
    reason: str | None
    """For account-ended the reason of the status transition; for webhook-paused the pause_reason; for identity-mismatch account, document, or with hold_unmatched_data account-held, document-held; for document-flagged and unread-document the type of the document; for login-limit-reached person, address or provider; for confirmation-due soon or paused"""
    count: int
    """Number of items on this page."""
    is_capped: bool
    """There may be more: counting stops at a thousand"""
    since: dt.datetime | None
    """Time of the item that has waited longest or ends first"""
    examples: tuple[AttentionExample, ...]
    """Up to three of the items concerned."""


@dataclass(frozen=True, kw_only=True)
class AuditLine:
    at: dt.datetime
    """Time (UTC)."""
    actor_kind: str
    """Kind of the caller who acted."""
    actor_id: str
    """Id of the API key, member or user who acted."""
    action: str
    """What was done, as noun and past participle, such as `user.created`."""
    subject_id: str | None
    """Id of the resource concerned."""
    request_id: str
    """Id of the request, as in the `X-Request-Id` header."""
    chain: str
    """Position of the line: hash chain and sequence number"""
    hash: str
    """SHA-256 of the previous line in the chain and this line, in hexadecimal"""


@dataclass(frozen=True, kw_only=True)
class AuditPage:
    audit_lines: tuple[AuditLine, ...]
    """The lines on this page of the audit log."""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class Authorisation:
    id: str
    """Id of the authorisation."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    term_id: str
    """Id of the authorisation term."""
    status: Literal["active", "revoked", "expired"]
    """Whether the authorisation can be used."""
    is_valid: bool
    """Whether the authorisation can be used now."""
    ip_address: str | None = None
    """IP address that accepted, if you recorded one."""
    user_agent: str | None = None
    """User agent of the browser that accepted."""
    fingerprint: str | None = None
    """Fingerprint of the browser that accepted, if you recorded one."""
    seen_ip_address: str | None = None
    """The address from which the server received the request that recorded this; null in older records. Absent for the Support role"""
    seen_user_agent: str | None = None
    """The User-Agent header of the request that recorded this; null if it had none, and in older records. Absent for the Support role"""
    recorded_by: Literal["person", "client"] | None
    """person: recorded with a user token; client: recorded with an API key or by a member; null in older records"""
    accepted_text: str
    """The text of the term as the person saw it."""
    accepted_language: Literal["en", "cy"]
    """Language of accepted_text"""
    accepted_at: dt.datetime
    """Time of acceptance (UTC)."""
    revoked_at: dt.datetime | None
    """Time of withdrawal; null if it was not withdrawn."""
    withdrawn_by: Literal["person", "client"] | None
    """person: withdrawn on their own page; client: withdrawn by the API or in the console; null if not withdrawn, and in older records"""
    expires_at: dt.datetime | None
    """Time when it ends; null if it does not."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class AuthorisationPage:
    pagination: Pagination
    """Where this page is in the list."""
    authorisations: tuple[Authorisation, ...]
    """The authorisations on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class AuthorisationRevokedEvent:
    """An authorisation was withdrawn by the person or by the client"""
    event: Literal["authorisation-revoked"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    authorisation_id: str
    """Id of the authorisation that allowed the retrieval."""
    term_id: str
    """Id of the authorisation term."""
    withdrawn_by: Literal["person", "client"]
    """person: on the page of the person; client: by the API or the console"""
    revoked_at: dt.datetime
    """Time of withdrawal; null if it was not withdrawn."""


@dataclass(frozen=True, kw_only=True)
class AuthorisationTerm:
    id: str
    """Id of the term."""
    is_active: bool
    """Whether the term can be accepted."""
    is_system_term: bool
    """True for the default terms of the service, false for your own."""
    authorisation_version: int
    """Version number of the term, counted by the service."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    name: str
    """Name of the term for people."""
    authorisation_text: str
    """The legal text that people accept."""
    authorisation_category: Literal["one_time", "recurring"]
    """Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`)."""
    translations: tuple[AuthorisationTermTranslation, ...]
    """The same text in Welsh. Without it, the journey says that the agreement is only in English"""


@dataclass(frozen=True, kw_only=True)
class AuthorisationTermPage:
    pagination: Pagination
    """Where this page is in the list."""
    terms: tuple[AuthorisationTerm, ...]
    """The authorisation terms on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class AuthorisationTermTranslation:
    """A term in another language of the journey."""
    language: Literal["cy"]
    """Language of the translation: `cy` for Welsh"""
    name: str
    """Name of the term in this language"""
    authorisation_text: str
    """The legal text that people accept."""


@dataclass(frozen=True, kw_only=True)
class BalanceInformation:
    opening_balance: Decimal | None
    """Balance at the start of the statement, with thousands separators and two decimals."""
    closing_balance: Decimal | None
    """Balance at the end of the statement, with thousands separators and two decimals."""


@dataclass(frozen=True, kw_only=True)
class BankAccountInformation:
    account_holder_name: str | None
    """Name of the account holder, as printed."""
    account_number: str | None
    """Account number, as printed."""
    sort_code: str | None
    """Sort code, as printed."""
    bank_name: str | None
    """Name of the bank."""
    iban: str | None
    """Only if printed; never derived"""


@dataclass(frozen=True, kw_only=True)
class BankConsent:
    """A consent that the person has to confirm every 90 days."""
    confirm_by: dt.datetime
    """After this time the bank is not read until the person confirms"""
    is_due: bool
    """Whether to ask the person now: from 14 days before confirm_by"""


@dataclass(frozen=True, kw_only=True)
class BankIncome:
    """Credits of one payer that are pay, or that arrive regularly."""
    payer: str
    """As the bank names it"""
    grade: Literal["confirmed", "likely", "regular"]
    """confirmed: marked as salary by the bank, or the payer is the employer of a payslip or tax year. likely: the text or the amounts are those of a payroll. regular: paid regularly, kind unknown; not counted as pay"""
    evidence: tuple[Literal["purpose-code", "known-employer", "salary-word", "payroll-reference", "tax-rounding", "weekly-bacs", "pay-pattern", "regular"], ...]
    """Reasons for the grade, strongest first"""
    pay_frequency: Literal["weekly", "fortnightly", "four_weekly", "monthly"] | None
    """Rhythm of the credits; null if there are fewer than three or no rhythm"""
    credits: int
    """Number of credits"""
    first_date: dt.date
    """Day of the first credit"""
    latest_date: dt.date
    """Day of the latest credit"""
    latest_amount: str
    """Net amount in pounds"""
    median_amount: str
    """Net amount in pounds"""
    submission_ids: tuple[str, ...]
    """Bank statement submissions with the credits"""


@dataclass(frozen=True, kw_only=True)
class BankStatementPage:
    pagination: Pagination
    """Where this page is in the list."""
    bank_statement_submissions: tuple[BankStatementSubmission, ...]
    """Bank statements, newest first."""


@dataclass(frozen=True, kw_only=True)
class BankStatementPayload:
    bank_statement_submissions: tuple[BankStatementSubmission, ...]
    """Bank statements, newest first."""


@dataclass(frozen=True, kw_only=True)
class BankStatementSubmission:
    id: str
    """Id of the submission."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    source: Literal["upload", "bank"]
    """upload: extracted from a document; bank: retrieved from the bank through an account"""
    account_id: str | None
    """Account it was retrieved through; null for documents"""
    document_id: str | None
    """Null if it was retrieved from the bank"""
    document_external_id: str | None
    """Your own id for the file, as given when it was presigned. Null for data from a connection."""
    document_filename: str | None
    """Null if it was retrieved from the bank"""
    duplicate_of: str | None
    """Submission that the bank gave for the same account and some of the same days. Its transactions count instead"""
    account_information: BankAccountInformation
    """The bank account that the statement is about."""
    statement_period: StatementPeriod
    """First and last day of the statement."""
    balance_information: BalanceInformation
    """Balances at the start and the end of the statement."""
    transactions: tuple[BankTransaction, ...]
    """Oldest first"""
    bank_statement_probability: Decimal
    """Probability that the document is a bank statement; 1 if it was retrieved from the bank"""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""


@dataclass(frozen=True, kw_only=True)
class BankStatementsResult:
    bank_statement_submissions: tuple[BankStatementSubmission, ...]
    """Bank statements, newest first."""
    bank_statement_errors: tuple[FileError, ...]
    """Files that could not be taken as bank statements, with the reason for each."""


@dataclass(frozen=True, kw_only=True)
class BankTransaction:
    """One line of a bank statement."""
    date: dt.date
    """Day of the transaction (YYYY-MM-DD)."""
    description: str
    """Text of the line, as printed in the source."""
    amount: Decimal
    """Decimal text without thousands separators, negative for debits: -1234.56"""
    type: Literal["credit", "debit"]
    """`credit` or `debit`."""


@dataclass(frozen=True, kw_only=True)
class BrowserSignedIn:
    """The token is in the cookie of the response."""
    member: SignedInMember
    """The member who signed in."""


@dataclass(frozen=True, kw_only=True)
class BulkInvitationError:
    line: int
    """Line of the file, from 1"""
    field: str
    """Name of the column"""
    message: str
    """Text for people."""


@dataclass(frozen=True, kw_only=True)
class BulkInvitationResult:
    is_dry_run: bool
    """Whether the lines were only checked"""
    line_count: int
    """People in the file"""
    errors: tuple[BulkInvitationError, ...]
    """What to correct, in the order of the file"""
    invited: tuple[BulkInvitedUser, ...]
    """Empty in a dry run"""


@dataclass(frozen=True, kw_only=True)
class BulkInvitedUser:
    line: int
    """Line of the file, from 1"""
    user_id: str
    """Id of the user: the person whose income is verified."""
    ext_id: str
    """Your own reference of the user, such as an application number."""


@dataclass(frozen=True, kw_only=True)
class CardBalanceInformation:
    opening_balance: Decimal | None
    """Balance at the start of the statement, with thousands separators and two decimals."""
    closing_balance: Decimal | None
    """Balance at the end of the statement, with thousands separators and two decimals."""
    credit_limit: str | None
    """Credit limit in pounds"""


@dataclass(frozen=True, kw_only=True)
class CardInformation:
    card_holder_name: str | None
    """Name of the cardholder, as printed"""
    card_number_ending: str | None
    """The last four digits"""
    provider_name: str | None
    """Name of the card issuer, as printed"""


@dataclass(frozen=True, kw_only=True)
class CardPaymentInformation:
    minimum_payment: str | None
    """Minimum payment in pounds"""
    due_date: dt.date | None
    """Day by which the minimum payment is due"""


@dataclass(frozen=True, kw_only=True)
class CardStatementPeriod:
    start_date: dt.date | None
    """First day."""
    end_date: dt.date | None
    """Last day of the period."""


@dataclass(frozen=True, kw_only=True)
class CardTransaction:
    """One line of a credit card statement."""
    date: dt.date
    """Date of the item."""
    description: str
    """Text of the line, as printed in the source."""
    amount: Decimal
    """Positive if it increases the balance owed, negative for payments and refunds"""
    type: Literal["charge", "credit"]
    """`charge` increases the balance owed, `credit` lowers it"""


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    providers: tuple[Provider, ...]
    """The payroll providers."""
    parent_provider_meta: tuple[ParentProvider, ...]
    """Providers that others belong to."""
    employers: tuple[Employer, ...]
    """Employers and their payroll providers."""


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """Fields that are not set are omitted."""
    payslip_upload_enabled: bool | None = None
    """Whether payslips can be uploaded as documents."""
    payroll_period_months: int | None = None
    """How many months back a first retrieval goes."""
    client_logo: str | None = None
    """URL of the logo that people see in the journey."""
    client_callback_url: str | None = None
    """URL to which the person is redirected when the journey ends."""
    recurring_checks_enabled: bool | None = None
    """Whether data is retrieved again on a schedule."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"] | None = None
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    recurring_check_end_date: dt.datetime | None = None
    """Time when recurring checks end."""
    payroll_connections_enabled: bool | None = None
    """Whether payroll accounts can be connected."""
    taxauth_enabled: bool | None = None
    """Whether data of the tax authority can be retrieved."""
    hold_unmatched_data: bool | None = None
    """Hold data of accounts and documents with the identity_match `none`: it is not stored as submissions until a member accepts it"""
    consent_layout: Literal["list", "questions", "test"] | None = None
    """Layout of the consent screen: a list, questions with answers, or a test that shows each to half of the journeys; by default `list`"""
    reminder_days: tuple[int, ...] | None = None
    """Days after an invitation by email on which people who have not shared anything are reminded by email; none if empty"""
    client_display_name: str | None = None
    """Name of the client that people see."""
    brand_colour: str | None = None
    """Colour of the buttons in the hosted journey"""
    frame_origins: tuple[str, ...] | None = None
    """Origins of your own pages. They may embed the hosted journey in a frame, and call the API from a browser with a user token; none if empty."""
    data_purpose: str | None = None
    """Why you ask for the data, in English, as a sentence such as `To decide on your loan application.`"""
    data_purpose_cy: str | None = None
    """data_purpose in Welsh"""
    next_steps: str | None = None
    """What happens after the journey, in English, such as `We call you within two working days.`"""
    next_steps_cy: str | None = None
    """next_steps in Welsh"""
    data_retention_months: int | None = None
    """For how many months you keep the data"""
    privacy_notice_url: str | None = None
    """Your privacy notice"""
    contact_email: str | None = None
    """Where people can ask you about their data"""
    contact_phone: str | None = None
    """Where people can ask you about their data"""
    fca_number: str | None = None
    """Your firm reference number in the register of the Financial Conduct Authority"""
    ico_number: str | None = None
    """Your number in the register of data protection fee payers of the ICO"""


@dataclass(frozen=True, kw_only=True)
class ConnectedAccount:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str
    """Id of the provider."""
    user_name: str | None = None
    """Null until the provider reports it; omitted for the Support role"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """`PENDING` waits for the person, `AUTHORISED` can be read, `EXPIRED` and `INVALID` need a new login."""
    mfa_enabled: bool
    """Whether the provider asked for a second factor."""
    latest_pay_date: dt.datetime | None
    """Latest pay date retrieved; null before the first."""
    retrieval: AccountRetrieval
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime | None
    """When your team accepted data with the identity_match `none`; null if it did not"""
    self_administered: bool | None
    """Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known"""
    consent: BankConsent | None
    """Null except for a bank whose consent has not ended for good"""
    mfa_method: MfaMethod | None = None
    """Present when the provider asks for a second factor"""
    authorization_url: str | None = None
    """Where the person signs in, if the provider uses its own login page"""


@dataclass(frozen=True, kw_only=True)
class ConsentTest:
    planned_per_layout: int
    """Journeys of each layout that the test compares"""
    layouts: tuple[TestedLayout, ...]
    """Both layouts, first the list."""
    difference: LayoutDifference | None
    """Share of `questions` minus share of `list`"""
    outcome: Literal["collecting", "no-difference", "list", "questions"]
    """collecting: not enough journeys yet. Otherwise the layout that more people agreed to, if any"""


@dataclass(frozen=True, kw_only=True)
class CorrectedField:
    """A value that the team corrected."""
    path: str
    """Path of the value in the submission"""
    reading: str | None
    """The value as read from the document; null if none was read"""
    value: str | None
    """The value that is used; null if the document shows none"""
    by: CorrectionAuthor
    at: dt.datetime
    """Time (UTC)."""


@dataclass(frozen=True, kw_only=True)
class CorrectionAuthor:
    """The member or API key that corrected or confirmed a value."""
    kind: Literal["api_key", "member"]
    """Who made the change"""
    id: str
    """Id."""


@dataclass(frozen=True, kw_only=True)
class CorrectionEvent:
    """One change of a field by the team."""
    path: str
    """Path of the value in the submission"""
    action: Literal["corrected", "confirmed", "restored"]
    """What was done, as noun and past participle, such as `user.created`."""
    from_: str | None = field(metadata={WIRE_NAME: "from"})
    """Value before"""
    to: str | None
    """Value after"""
    by: NamedCorrectionAuthor
    at: dt.datetime
    """Time (UTC)."""


@dataclass(frozen=True, kw_only=True)
class CountedJourneyEvents:
    counted: int
    """Number of events that were new to this journey"""


@dataclass(frozen=True, kw_only=True)
class Coverage:
    user_id: str
    """Id of the user: the person whose income is verified."""
    months: tuple[CoveredMonth, ...]
    """Complete months of the requested period, newest first"""
    missing_documents: tuple[MissingDocuments, ...]
    """Kinds of document that the person says they do not have, with the reason."""


@dataclass(frozen=True, kw_only=True)
class CoveredMonth:
    """A calendar month and the data received for it."""
    month: str
    """Calendar month"""
    has_payslip: bool
    """Whether a payslip has a pay date in the month, from any source"""
    has_bank_statement: bool
    """Whether a bank statement covers a day of the month"""


@dataclass(frozen=True, kw_only=True)
class CreatedApiKey:
    id: str
    """Id of the API key."""
    name: str
    """Name that you gave the key."""
    prefix: str
    """The readable start of the key, which contains environment and cell"""
    last_four: str
    """Last four characters of the API key, to recognise it."""
    scopes: tuple[KeyScope, ...] | None
    """Operations that the key may call; null if it has every scope"""
    addresses: tuple[str, ...] | None
    """Postal addresses, newest first."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    expires_at: dt.datetime | None
    """Time when it ends; null if it does not."""
    last_used_at: dt.datetime | None
    """Accurate to half a minute"""
    key: str
    """The key itself, shown only once"""


@dataclass(frozen=True, kw_only=True)
class CreatedReportLink:
    link_id: str
    """Id of the link to a report."""
    report_id: str
    """The report that the link opens"""
    created_at: dt.datetime
    """When the link was created"""
    expires_at: dt.datetime
    """When the link stops working"""
    url: str
    """Anyone with this URL can open the report. It is returned only once"""


@dataclass(frozen=True, kw_only=True)
class CurrentSession:
    session: MemberSession
    """The session of this request."""
    member: SignedInMember
    """The member who signed in."""


@dataclass(frozen=True, kw_only=True)
class DeductionElement:
    """One deduction line of a payslip."""
    type: Literal["Pension", "StudentLoan", "AttachmentOfEarnings", "Loan", "Other"]
    """Type of the deduction."""
    description: str
    """Text of the line, as printed in the source."""
    amount: Decimal
    """Amount in pounds, with two decimals."""


@dataclass(frozen=True, kw_only=True)
class DeductionElementForWebhook:
    """One deduction line of a payslip."""
    type: Literal["Pension", "StudentLoan", "AttachmentOfEarnings", "Loan", "Other"]
    """Type of the deduction."""
    description: str
    """Text of the line, as printed in the source."""
    amount: Decimal
    """Amount in pounds, with two decimals."""


@dataclass(frozen=True, kw_only=True)
class Deductions:
    income_tax: Decimal | None
    """Income tax of the period in pounds."""
    employee_ni: Decimal | None
    """Employee's National Insurance of the period in pounds."""
    employee_pension: Decimal | None
    """Employee's pension contribution of the period in pounds."""
    total_deductions: Decimal | None
    """Sum of all deductions of the period in pounds."""
    loan_deductions: Decimal | None
    """Student and postgraduate loan deductions of the period in pounds."""
    deductions_elements: tuple[DeductionElement, ...]
    """Every deduction line of the payslip."""


@dataclass(frozen=True, kw_only=True)
class DeductionsForWebhook:
    income_tax: Decimal | None
    """Income tax of the period in pounds."""
    employee_ni: Decimal | None
    """Employee's National Insurance of the period in pounds."""
    employee_pension: Decimal | None
    """Employee's pension contribution of the period in pounds."""
    total_deductions: Decimal | None
    """Sum of all deductions of the period in pounds."""
    loan_deductions: Decimal | None
    """Student and postgraduate loan deductions of the period in pounds."""
    deductions_elements: tuple[DeductionElementForWebhook, ...]
    """Every deduction line of the payslip."""


@dataclass(frozen=True, kw_only=True)
class Delivery:
    delivery_id: str
    """As sent in webhook-id and X-Svc-Delivery-Id"""
    event_id: str | None
    """Id of the event; the same for every webhook and attempt."""
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""
    user_id: str | None
    """Id of the user: the person whose income is verified."""
    sequence: int | None
    """Number of the delivery within its webhook, without gaps."""
    state: Literal["waiting", "delivered", "dead", "dropped"]
    """dead: all attempts have failed; dropped: the receiver asked to drop it"""
    is_test: bool
    """Whether it was sent by a test."""
    attempt_count: int
    """Number of attempts so far."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    next_attempt_at: dt.datetime | None
    """Time of the next attempt; null if none is planned."""
    ended_at: dt.datetime | None
    """Time when the delivery succeeded or was given up; null while it is pending."""


@dataclass(frozen=True, kw_only=True)
class DeliveryAttempt:
    """One attempt to deliver."""
    attempt: int
    """Number of the attempt, starting at 1."""
    started_at: dt.datetime
    """Time when the attempt started (UTC)."""
    duration_ms: int
    """Duration of the attempt in milliseconds."""
    status: int | None
    """HTTP status of the response; null if there was none."""
    failure: str | None
    """Why the attempt failed; null if it succeeded."""
    answer: str | None
    """The first 4 KiB of the response body; null for the Support role"""


@dataclass(frozen=True, kw_only=True)
class DeliveryPage:
    deliveries: tuple[Delivery, ...]
    """The deliveries on this page, newest first."""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class DeliveryWithAttempts:
    delivery_id: str
    """As sent in webhook-id and X-Svc-Delivery-Id"""
    event_id: str | None
    """Id of the event; the same for every webhook and attempt."""
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""
    user_id: str | None
    """Id of the user: the person whose income is verified."""
    sequence: int | None
    """Number of the delivery within its webhook, without gaps."""
    state: Literal["waiting", "delivered", "dead", "dropped"]
    """dead: all attempts have failed; dropped: the receiver asked to drop it"""
    is_test: bool
    """Whether it was sent by a test."""
    attempt_count: int
    """Number of attempts so far."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    next_attempt_at: dt.datetime | None
    """Time of the next attempt; null if none is planned."""
    ended_at: dt.datetime | None
    """Time when the delivery succeeded or was given up; null while it is pending."""
    body: str | None
    """The exact body before encryption, with the current settings of the webhook. `webhook-signature` signs delivery_id, started_at in Unix seconds and this body, joined by full stops (for an encrypted webhook, the encrypted body instead). Null for tests, after 30 days and for the Support role"""
    attempts: tuple[DeliveryAttempt, ...]
    """Every attempt to deliver, oldest first."""


@dataclass(frozen=True, kw_only=True)
class DirectFound:
    accounts: tuple[JourneyAccount, ...]
    """Empty if no provider knows the user"""


@dataclass(frozen=True, kw_only=True)
class Document:
    id: str
    """Id of the document."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    type: Literal["payslip", "bank_statement"]
    """What the document is, decided by its content."""
    file_name: str | None = None
    """Omitted for the Support role"""
    external_id: str | None = None
    """Omitted for the Support role"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    pages: int
    """Number of pages."""
    bytes: int
    """Size of the file in bytes."""
    trust_score: Literal["Low", "Medium", "High"] | None
    """Whether the document shows traces of tampering."""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime | None
    """When your team accepted data with the identity_match `none`; null if it did not"""
    trust_analysis: tuple[TrustSignal, ...] | None = None
    """The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role"""
    pdf_metadata: PdfMetadata | None = None
    """Omitted for the Support role"""
    card_statement: DocumentCardStatement | None = None
    """Only if the document is a credit card statement. It has no bank statement submission and counts for no income. Omitted for the Support role"""
    unread: DocumentUnread | None = None
    """Only if the document could not be read and was submitted with `manual_review`. It has no submission and counts for no income. Omitted for the Support role"""


@dataclass(frozen=True, kw_only=True)
class DocumentCardStatement:
    """What was read from a credit card statement."""
    card_information: CardInformation
    """The card that the statement is about"""
    statement_date: dt.date | None
    """Date of the statement"""
    statement_period: CardStatementPeriod
    """First and last day of the statement."""
    balance_information: CardBalanceInformation
    """Balances at the start and the end of the statement."""
    payment_information: CardPaymentInformation
    """The next payment"""
    transactions: tuple[CardTransaction, ...]
    """Oldest first"""
    verified: bool
    """Whether the balances and transactions add up and every amount of the table is explained"""


@dataclass(frozen=True, kw_only=True)
class DocumentField:
    """An extracted value and its position."""
    path: str
    """Path in the submission, such as `transactions.3.amount`; array indexes count from 0"""
    page: int | None
    """Page number, from 1; null if the value is not printed as such"""
    box: tuple[Decimal, ...] | None
    """Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear"""
    method: Literal["text", "ocr", "computed", "inferred", "provider", "model", "member"]
    """text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider; model: printed in the box, and a language model of the operator said what it means; member: corrected or confirmed by the team"""
    confidence: Literal["proven", "printed", "likely", "doubtful"] | None
    """proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted, or corrected"""
    correction: FieldCorrection | None
    """Null if the value is as read"""
    value: str | Decimal | bool | None
    """Null if the team stated that the document does not show the value"""
    is_correctable: bool
    """Whether PATCH /documents/{document_id}/fields accepts the path"""


@dataclass(frozen=True, kw_only=True)
class DocumentFields:
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    type: Literal["payslip", "bank_statement"]
    """What the document is, decided by its content."""
    pages: tuple[DocumentPageSize, ...]
    """Empty for documents stored before page sizes were recorded"""
    submission_id: str | None
    """The submission extracted from it; null if it was deleted"""
    verified: bool | None
    """All checks passed: the figures confirm each other arithmetically. False after a correction of the money, because nothing printed confirms it"""
    model: str | None
    """Name of the language model that said what the values mean; null if none was used"""
    revision: int
    """Incremented by every correction; 0 if the team has changed nothing"""
    fields: tuple[DocumentField, ...]
    """Every value of the submission that is not null, including values that are not printed as such"""
    missing_fields: tuple[str, ...]
    """Paths without a value that a correction can add, if the document shows one"""
    correction_checks: tuple[ProvenanceCheck, ...]
    """Arithmetic of the values with their corrections; empty if no value was corrected. One that failed means that the corrected values contradict each other"""
    correction_history: tuple[CorrectionEvent, ...]
    """What the team changed, oldest first"""
    findings: tuple[TrustSignal, ...]
    """The findings behind the trust_score, one per location"""


@dataclass(frozen=True, kw_only=True)
class DocumentFlaggedEvent:
    """A stored document has a trust finding of high severity"""
    event: Literal["document-flagged"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    type: Literal["payslip", "bank_statement"]
    """What the document is, decided by its content."""
    trust_score: Literal["Low"]
    """Whether the document shows traces of tampering."""
    finding_codes: tuple[str, ...]
    """Codes of the findings of high severity"""


@dataclass(frozen=True, kw_only=True)
class DocumentPage:
    pagination: Pagination
    """Where this page is in the list."""
    documents: tuple[Document, ...]
    """Uploaded documents."""


@dataclass(frozen=True, kw_only=True)
class DocumentPageSize:
    """A page of the document and its size."""
    page: int
    """Page number, from 1"""
    width: Decimal
    """In points, as displayed"""
    height: Decimal
    """Height of the page in points."""
    source: Literal["text", "ocr", "empty"]
    """text: the page has a text layer; ocr: its text was recognised in an image, such as a photo or scan"""


@dataclass(frozen=True, kw_only=True)
class DocumentUnread:
    """Why a document could not be read."""
    problem: Literal["not-read", "incomplete"]
    """`not-read`: its amounts could not be read. `incomplete`: a required value is missing"""
    missing: tuple[str, ...]
    """Required values that were not found: `pay_date`, `net_pay` or `transactions`"""


@dataclass(frozen=True, kw_only=True)
class DocumentWithFile:
    id: str
    """Id of the document."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    type: Literal["payslip", "bank_statement"]
    """What the document is, decided by its content."""
    file_name: str | None = None
    """Omitted for the Support role"""
    external_id: str | None = None
    """Omitted for the Support role"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    pages: int
    """Number of pages."""
    bytes: int
    """Size of the file in bytes."""
    trust_score: Literal["Low", "Medium", "High"] | None
    """Whether the document shows traces of tampering."""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime | None
    """When your team accepted data with the identity_match `none`; null if it did not"""
    trust_analysis: tuple[TrustSignal, ...] | None = None
    """The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role"""
    pdf_metadata: PdfMetadata | None = None
    """Omitted for the Support role"""
    card_statement: DocumentCardStatement | None = None
    """Only if the document is a credit card statement. It has no bank statement submission and counts for no income. Omitted for the Support role"""
    unread: DocumentUnread | None = None
    """Only if the document could not be read and was submitted with `manual_review`. It has no submission and counts for no income. Omitted for the Support role"""
    file_contents: str | None = None
    """Base64. Omitted for the Support role"""


@dataclass(frozen=True, kw_only=True)
class EarningElement:
    """One earnings line of a payslip."""
    type: Literal["Bonus", "Expense", "Medical", "StatutorySickPay", "StatutoryParentalPayment", "StatutoryAdoptionPay", "StatutorySharedParentalPay", "StatutoryParentalBereavementPay", "Strike", "Holiday", "OtherLeave", "Pension", "Termination", "SportingTestimonial", "Other"]
    """Type of the earnings."""
    description: str
    """The source's own label"""
    amount: Decimal
    """Amount in pounds, with two decimals."""
    is_fixed: bool
    """Whether the line is fixed pay rather than variable."""
    is_after_tax: bool
    """Whether the line is paid after tax."""
    is_after_ni: bool
    """Whether the line is paid after National Insurance."""
    is_bik: bool
    """Whether the line is a benefit in kind."""
    quantity: str | None
    """Decimal text"""
    rate: str | None
    """Decimal text"""
    unit: str | None
    """Unit of the quantity, such as hours."""


@dataclass(frozen=True, kw_only=True)
class EarningElementForWebhook:
    """One earnings line of a payslip."""
    type: Literal["Bonus", "Expense", "Medical", "StatutorySickPay", "StatutoryParentalPayment", "StatutoryAdoptionPay", "StatutorySharedParentalPay", "StatutoryParentalBereavementPay", "Strike", "Holiday", "OtherLeave", "Pension", "Termination", "SportingTestimonial", "Other"]
    """Type of the earnings."""
    description: str
    """The source's own label"""
    amount: Decimal
    """Amount in pounds, with two decimals."""
    is_fixed: bool
    """Whether the line is fixed pay rather than variable."""
    is_after_tax: bool
    """Whether the line is paid after tax."""
    is_after_ni: bool
    """Whether the line is paid after National Insurance."""
    is_bik: bool
    """Whether the line is a benefit in kind."""
    quantity: str | None
    """Decimal text"""
    rate: str | None
    """Decimal text"""
    unit: str | None
    """Unit of the quantity, such as hours."""


@dataclass(frozen=True, kw_only=True)
class Earnings:
    gross_pay: Decimal | None
    """Pay before deductions in pounds."""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""
    base_salary: Decimal | None
    """Regular salary or wages of the period in pounds."""
    bonus: Decimal | None
    """Bonus of the period in pounds."""
    fixed_pay_total: Decimal | None
    """Sum of the fixed earnings lines in pounds."""
    variable_pay_total: Decimal | None
    """Sum of the variable earnings lines in pounds."""
    earning_elements: tuple[EarningElement, ...]
    """Every earnings line of the payslip."""
    year_to_date: YearToDate | None
    """Amounts since the start of the tax year, as printed or computed."""
    rolling_12m_income: RollingIncome | None
    """Income of the 12 months up to the end of the pay period; null if fewer months are known"""


@dataclass(frozen=True, kw_only=True)
class EarningsForWebhook:
    gross_pay: Decimal | None
    """Pay before deductions in pounds."""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""
    base_salary: Decimal | None
    """Regular salary or wages of the period in pounds."""
    bonus: Decimal | None
    """Bonus of the period in pounds."""
    fixed_pay_total: Decimal | None
    """Sum of the fixed earnings lines in pounds."""
    variable_pay_total: Decimal | None
    """Sum of the variable earnings lines in pounds."""
    earning_elements: tuple[EarningElementForWebhook, ...]
    """Every earnings line of the payslip."""
    year_to_date: YearToDateForWebhook | None
    """Amounts since the start of the tax year, as printed or computed."""
    rolling_12m_income: RollingIncomeForWebhook | None
    """Income of the 12 months up to the end of the pay period; null if fewer months are known"""


@dataclass(frozen=True, kw_only=True)
class Employer:
    id: str
    """Id of the employer in the catalogue."""
    name: str
    """Name of the employer."""
    url: str
    """Website of the employer."""
    logo_url: str
    """URL of the logo."""
    providers: tuple[str, ...]
    """Ids of the payroll providers of the employer."""


@dataclass(frozen=True, kw_only=True)
class EmployerIncome:
    """Income from one employer in the tax year."""
    employer_name: str | None
    """Null if the authority does not provide it, like the other fields"""
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class EmployerIncomeForWebhook:
    """Income from one employer in the tax year."""
    employer_name: str | None
    """Null if the authority does not provide it, like the other fields"""
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class EmployerMatch:
    kind: Literal["employer", "provider"]
    """Whether the name is that of an employer or of a payroll provider"""
    id: str
    """Id of the employer or provider, as in GET /providers"""
    name: str
    """Name to show"""
    providers: tuple[str, ...]
    """Ids of the providers with which the person can sign in"""


@dataclass(frozen=True, kw_only=True)
class EmployerMatches:
    matches: tuple[EmployerMatch, ...]
    """Best match first; empty if no name is alike"""


@dataclass(frozen=True, kw_only=True)
class EmployerMiss:
    """An employer search without a result."""
    query: str
    """The text without accents, punctuation and case"""
    journeys: int
    """Number of journeys that searched for it"""
    last_day: dt.date
    """Day of the last search (UTC)"""


@dataclass(frozen=True, kw_only=True)
class EmployerMisses:
    misses: tuple[EmployerMiss, ...]
    """Most journeys first; 200 at most"""


@dataclass(frozen=True, kw_only=True)
class EmploymentIncome:
    total_income: Decimal
    """Sum of the known incomes of all employers"""
    employers: tuple[EmployerIncome, ...]
    """Income from each employer in the tax year."""


@dataclass(frozen=True, kw_only=True)
class EmploymentIncomeForWebhook:
    total_income: Decimal
    """Sum of the known incomes of all employers"""
    employers: tuple[EmployerIncomeForWebhook, ...]
    """Income from each employer in the tax year."""


@dataclass(frozen=True, kw_only=True)
class EmploymentInformation:
    employer_name: str | None
    """Name of the employer, as given by the source."""
    role: str | None
    """Job title, as given by the source."""
    type: Literal["full_time", "part_time", "temporary", "contract", "zero_hours", "other"] | None
    """Type of the employment, as given by the source."""
    status: Literal["active", "inactive"] | None
    """inactive if there is a leave_date"""
    start_date: dt.datetime | None
    """First day of the employment."""
    leave_date: dt.datetime | None
    """Last day of the employment; null while it continues."""
    employer_tax_reference: str | None
    """PAYE reference of the employer."""
    is_director: bool | None
    """Whether the person is a director of the employer; null if unknown."""


@dataclass(frozen=True, kw_only=True)
class EventBody:
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: str
    """Time of the event (UTC)."""
    additional_fields: Mapping[str, Any]
    """Fields that this version of the SDK does not know, as they were sent."""


@dataclass(frozen=True, kw_only=True)
class EventDelivery:
    """The delivery of an event to one webhook."""
    webhook_id: str
    """Id of the webhook."""
    delivery_id: str
    """Id of the delivery."""
    state: Literal["waiting", "delivered", "dead", "dropped"]
    """dead: all attempts have failed; dropped: the receiver asked to drop it"""


@dataclass(frozen=True, kw_only=True)
class EventPage:
    events: tuple[FeedEvent, ...]
    """Events, oldest first."""
    cursor: str
    """Continue from here, now or later"""
    has_more: bool
    """Whether there are more events after this page."""


@dataclass(frozen=True, kw_only=True)
class EventWithBody:
    """An event with its content and deliveries."""
    event_id: str
    """Id of the event; the same for every webhook and attempt."""
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""
    user_id: str | None
    """The user that the event is about"""
    created_at: dt.datetime
    """When the event was published"""
    deliveries: tuple[EventDelivery, ...]
    """Its deliveries, one for each webhook that listed the event"""
    is_tombstone: bool
    """The user was erased; only event, user_id and timestamp are left"""
    body: EventBody | None
    """As delivered with payload; null for the roles Support and Developer"""


@dataclass(frozen=True, kw_only=True)
class Expenditure:
    """Estimated spending of a household with this income in a month."""
    date: dt.datetime
    """Start of the month"""
    cost_of_living: Decimal
    """Pounds, two decimals"""
    housing: Decimal
    """Pounds, two decimals"""
    total: Decimal
    """Sum of cost_of_living and housing"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureAge:
    date_of_birth: dt.date
    """Date of birth. A date without a time means noon UTC."""
    source: Literal["payslip", "user"]
    """Where the data comes from."""
    submission_id: str | None
    """The payslip it was taken from; null if taken from the user"""
    on: dt.date
    """The day that the age refers to."""
    years: int
    """Years of the table."""
    band: str
    """The income band that was used, from the tables of the model."""
    factor: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureModel:
    id: str
    """Id of the model."""
    weeks_per_year: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""
    rounding: str
    """How the amounts are rounded."""
    tables: tuple[ExpenditureTable, ...]
    """The tables of the model."""


@dataclass(frozen=True, kw_only=True)
class ExpenditureMonth:
    """The calculation of one month."""
    date: dt.datetime
    """Date of the item."""
    left_out: Literal["net-pay-not-positive", "no-region"] | None
    """Why the month has no estimate"""
    net_pay: str
    """Sum of the shares"""
    pay_periods: tuple[ExpenditurePayPeriod, ...]
    """The pay periods that overlap the month."""
    post_codes_without_region: tuple[str, ...]
    """Postcodes that were tried first, in vain"""
    age: ExpenditureAge | None
    """Age in whole years on the last day of the month."""
    region: ExpenditureRegion | None
    """Region of the postcode."""
    weekly_net_pay: str | None
    """net_pay × 12 ÷ weeks_per_year"""
    table_rows: ExpenditureTableRows | None
    """The two rows around weekly_net_pay; above the last row, the last two"""
    cost_of_living: ExpenditureStep | None
    """Estimated cost of living of the month in pounds."""
    housing: ExpenditureStep | None
    """Estimated housing cost of the month in pounds."""
    expenditure: Expenditure | None
    """The estimate of the month."""


@dataclass(frozen=True, kw_only=True)
class ExpenditurePayPeriod:
    """A payslip and its share of the month."""
    submission_id: str
    """Id of the submission."""
    source: str
    """Where the data comes from."""
    trust_score: str | None
    """Whether the document shows traces of tampering."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    pay_date: dt.date
    """Day of payment."""
    pay_interval_start: dt.date
    """First day of the pay period."""
    pay_interval_end: dt.date
    """Last day of the pay period."""
    net_pay: Decimal
    """Pounds, two decimals"""
    days: int
    """Length of the interval, both ends included"""
    days_in_month: int
    """Number of days of the calendar month."""
    share: str
    """net_pay × days_in_month ÷ days"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureRegion:
    post_code: str
    """Postcode."""
    source: Literal["payslip", "user"]
    """Where the data comes from."""
    submission_id: str | None
    """The payslip it was taken from; null if taken from the user"""
    country: Literal["England", "Wales", "Scotland", "Northern Ireland"]
    """Country, as written in the source."""
    rule: Literal["unit", "sector", "outcode", "area"]
    """The part of the postcode that determined the country"""
    matched: str
    """The rows of the tables that were used."""
    factor: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureStep:
    """The calculation of one kind of spending."""
    slope: str
    """Additional pounds spent per pound of weekly income, between the two rows"""
    spent: str
    """Pounds per week at this income, in the year of the survey"""
    factor: str
    """Factor of the age band or of the country"""
    adjusted: str
    """spent × factor"""
    index: Literal["cpi", "cpih"]
    """Price index of the month."""
    index_month: str
    """Month of the index used"""
    index_note: Literal["last published index used", "first published index used"] | None
    """If no index was published for the month itself"""
    index_value: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""
    index_base: str
    """Mean of the twelve months of the survey"""
    price_factor: str
    """index_value ÷ index_base"""
    weekly: str
    """adjusted × price_factor"""
    unrounded: str
    """weekly × weeks_per_year ÷ 12"""
    amount: Decimal
    """Pounds, two decimals"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureTable:
    """A table of official statistics."""
    name: str
    """Short name of the table."""
    title: str
    """Title of the publication."""
    source: str
    """Where the data comes from."""
    year: str
    """Year of the survey."""
    licence: str
    """Licence of the source."""
    credit: str
    """Credit line of the source, as its licence asks for."""
    notes: str
    """How the table was made from the publication."""
    sha256: str
    """Of the data, as compact JSON"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureTableRow:
    """One row of the expenditure table."""
    decile: int
    """0 is the point of no income and no spending"""
    income: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""
    cost_of_living: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""
    housing: str
    """A decimal number with at most ten decimals; the calculation continues with the unrounded value"""


@dataclass(frozen=True, kw_only=True)
class ExpenditureTableRows:
    lower: ExpenditureTableRow
    """Lower end of the band in pounds per week."""
    upper: ExpenditureTableRow
    """Upper end of the band in pounds per week; null for the highest."""


@dataclass(frozen=True, kw_only=True)
class ExpenditureWorking:
    """Every number used, so that the calculation can be reproduced by hand."""
    model: ExpenditureModel
    """Id of the model; a model never changes."""
    months: tuple[ExpenditureMonth, ...]
    """The months."""
    unused_payslips: tuple[UnusedPayslip, ...]
    """known-twice: the same payment is already counted from another source; low-trust-document: it counts if you include it in the income summary"""


@dataclass(frozen=True, kw_only=True)
class Expenditures:
    expenditures: tuple[Expenditure, ...]
    """Estimates per calendar month, newest first."""


@dataclass(frozen=True, kw_only=True)
class FeedEvent:
    """An event, as webhooks deliver it."""
    event_id: str
    """Id of the event; the same for every webhook and attempt."""
    is_tombstone: bool
    """The user was erased; only event, user_id and timestamp are left"""
    body: EventBody
    """The body of a delivery; without document_external_ids for the Support role"""


@dataclass(frozen=True, kw_only=True)
class FieldCorrection:
    """Who corrected or confirmed a value, and what was read."""
    action: Literal["corrected", "confirmed"]
    """What was done, as noun and past participle, such as `user.created`."""
    reading: str | None
    """The value as read from the document; null if none was read"""
    by: CorrectionAuthor
    at: dt.datetime
    """Time (UTC)."""


@dataclass(frozen=True, kw_only=True)
class FileError:
    file_name: str
    """Name of the file."""
    error: str
    """Message for the user; `still processing`: the result will be sent by webhook"""
    code: Literal["not-a-pdf", "too-large", "too-many-pages", "password", "broken", "unsafe", "too-complex", "empty", "scan-too-poor", "not-uploaded", "expired", "taken", "not-a-payslip", "not-a-bank-statement", "credit-card-statement", "not-read", "incomplete", "duplicate", "too-many-documents", "still-processing"]
    """Stable code of the error, for translation"""


@dataclass(frozen=True, kw_only=True)
class FlaggedUser:
    user_id: str
    """Id of the user: the person whose income is verified."""
    flags: tuple[UserFlag, ...]
    """Worst first"""


@dataclass(frozen=True, kw_only=True)
class FlaggedUsers:
    """Users without flags are omitted."""
    users: tuple[FlaggedUser, ...]
    """In the order of the request"""


@dataclass(frozen=True, kw_only=True)
class FoundBankAccount:
    submission_id: str
    """The most recent statement"""
    bank_name: str | None
    """Name of the bank."""
    account_ending: str | None
    """The last four digits"""
    statements: int
    """Number of statements."""
    period_start: dt.datetime | None
    """First day of the statement."""
    period_end: dt.datetime | None
    """Last day of the statement."""
    closing_balance: Decimal | None
    """Balance at the end of the statement, with thousands separators and two decimals."""


@dataclass(frozen=True, kw_only=True)
class FoundEmployerIncome:
    """Income from one employer in the tax year."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class FoundJob:
    submission_id: str
    """The latest payslip"""
    source: Literal["direct", "payroll", "payslip"]
    """Where the data comes from."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str | None
    """Id of the provider."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    role: str | None
    """Job title, as given by the source."""
    pay_frequency: Literal["weekly", "fortnightly", "four_weekly", "monthly", "quarterly", "annual", "irregular"] | None
    """How often the person is paid."""
    payslips: int
    """Number of payslips."""
    first_pay_date: dt.datetime
    """A date, as 12:00 UTC so that time zones do not change the day"""
    latest_pay_date: dt.datetime
    """A date, as 12:00 UTC so that time zones do not change the day"""
    gross_pay: Decimal | None
    """Of the latest payslip, as is net_pay"""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""


@dataclass(frozen=True, kw_only=True)
class FoundTaxYear:
    submission_id: str
    """Id of the submission."""
    tax_year: str
    """Tax year, named by the calendar year in which it starts."""
    total_income: Decimal
    """Taxable income of the tax year from all employers, in pounds."""
    employers: tuple[FoundEmployerIncome, ...]
    """Income from each employer in the tax year."""


@dataclass(frozen=True, kw_only=True)
class FunnelError:
    code: str
    """Stable code; the errors page explains each."""
    journeys: int
    """Number of journeys, each counted once, on the day of the first occurrence"""


@dataclass(frozen=True, kw_only=True)
class FunnelMilestone:
    name: Literal["opened", "agreed", "source_chosen", "shared", "finished"]
    """shared: an account was connected or documents were sent. finished: the last screen was shown"""
    journeys: int
    """Number of journeys opened in the period that reached it"""
    lost: int
    """Number of journeys that reached the milestone before, but not this one"""
    median_seconds: int | None
    """Median time since the journey was opened"""


@dataclass(frozen=True, kw_only=True)
class FunnelScreen:
    view: Literal["welcome", "consent", "source", "employer", "provider", "login", "second_factor", "away", "progress", "review", "more", "documents", "done", "mine", "error", "expired", "nothing_found", "keep_sharing"]
    """The screen."""
    journeys: int
    """Number of journeys, each counted once, on the day of the first occurrence"""


@dataclass(frozen=True, kw_only=True)
class FunnelStep:
    name: Literal["open", "consent_accepted", "source_selected", "provider_selected", "login_submitted", "mfa_required", "connected", "documents_submitted", "data_ready", "error", "exit"]
    """Name of the step."""
    detail: str | None
    """Breakdown by provider, screen and error."""
    journeys: int
    """Number of journeys, each counted once, on the day of the first occurrence"""


@dataclass(frozen=True, kw_only=True)
class FunnelStop:
    milestone: Literal["opened", "agreed", "source_chosen", "shared", "finished"]
    """The last milestone reached"""
    view: str | None
    """The last screen shown"""
    error_code: str | None
    """The last error on that screen"""
    journeys: int
    """Number of journeys that stopped there."""


@dataclass(frozen=True, kw_only=True)
class GivenAuthorisation:
    """An authorisation as shown to the user who gave it."""
    id: str
    """Id of the authorisation."""
    status: Literal["active", "revoked", "expired"]
    """Whether the authorisation can be used."""
    is_valid: bool
    """Whether the authorisation can be used now."""
    term_name: str
    """Name of the authorisation term."""
    authorisation_version: int
    """Version number of the term, counted by the service."""
    authorisation_category: Literal["one_time", "recurring"]
    """Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`)."""
    accepted_text: str
    """The text of the term as the person saw it."""
    accepted_language: Literal["en", "cy"]
    """Language of accepted_text"""
    accepted_at: dt.datetime
    """Time of acceptance (UTC)."""
    revoked_at: dt.datetime | None
    """Time of withdrawal; null if it was not withdrawn."""
    expires_at: dt.datetime | None
    """Time when it ends; null if it does not."""


@dataclass(frozen=True, kw_only=True)
class IdentityAcceptance:
    """Data of another identity that your team has accepted."""
    account_id: str | None
    """Null for a document"""
    document_id: str | None
    """Null for an account"""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime
    """When the data was accepted for the first time"""
    entry_id: str | None
    """The entry of the payslips that were held until now; otherwise null"""
    submission_ids: tuple[str, ...]
    """The bank statements that were held until now"""


@dataclass(frozen=True, kw_only=True)
class IdentityInformation:
    name: str | None
    """Full name of the person."""
    date_of_birth: dt.datetime | None
    """Date of birth. A date without a time means noon UTC."""
    address: PostalAddress | None
    """Postal address."""
    email: str | None
    """E-mail address."""
    phone: int | None
    """The digits of E.164"""
    ni_number: str | None = field(metadata={WIRE_NAME: "NI_number"})
    """National Insurance number."""


@dataclass(frozen=True, kw_only=True)
class IdentityInformationForWebhook:
    name: str | None
    """Full name of the person."""
    date_of_birth: dt.datetime | None
    """Date of birth. A date without a time means noon UTC."""
    address: PostalAddress | None
    """Postal address."""
    email: str | None
    """E-mail address."""
    phone: str | None
    """The digits of E.164"""
    ni_number: str | None = field(metadata={WIRE_NAME: "NI_number"})
    """National Insurance number."""


@dataclass(frozen=True, kw_only=True)
class IdentityMismatchEvent:
    """An account or document shows another person than the registered one"""
    event: Literal["identity-mismatch"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    account_id: str | None
    """The account whose data shows another person; null for a document"""
    document_id: str | None
    """The document that shows another person; null for an account"""
    identity_match: Literal["none"]
    """Always none"""
    differences: tuple[Literal["name", "date_of_birth", "ni_number", "post_code"], ...]
    """Fields that differ from the registered person"""


@dataclass(frozen=True, kw_only=True)
class IncomeAffordability:
    model_id: str
    """Model of the expenditure estimate"""
    net_monthly: Decimal | None
    """Average of three months"""
    expenditure: IncomeExpenditure | None
    """The estimate of the month."""
    commitments: Decimal
    """As sent with the request"""
    left: Decimal | None
    """Net pay minus expenditure and commitments, a month"""
    stress: IncomeStress
    """Net pay 10 % lower and spending 10 % higher"""
    reason: Literal["no-net-average", "not-positive", "no-date-of-birth", "no-region"] | None
    """Reason code."""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeAgreement:
    between: tuple[Literal["payroll", "payslip", "bank", "tax_year"], ...]
    """Two sources"""
    result: Literal["agrees", "differs", "not_seen", "not_comparable"]
    """Whether the two sources agree"""
    compared: int
    """Payments or tax years that were compared"""
    agreeing: int
    """How many of them agree"""
    differing: int
    """How many of them differ"""
    not_seen: int
    """Payments that the second source lacks, although it covers their days"""
    difference: Decimal | None
    """Second source minus first; for tax years, pay minus HMRC"""
    submission_ids: tuple[str, ...]
    """The submissions that were compared"""


@dataclass(frozen=True, kw_only=True)
class IncomeAnnualGross:
    amount: Decimal | None
    """Amount in pounds, with two decimals."""
    reason: Literal["employment-ended", "no-recent-pay", "no-active-employment", "no-regular-frequency", "too-few-complete-periods", "gross-not-stated"] | None
    """Why the amount is null"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeAnnualPeriod:
    start: dt.date
    """First day"""
    end: dt.date
    """Last day"""
    gross: Decimal | None
    """Gross pay of the period"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeAnnualWorking:
    employer_name: str | None
    """Name of the employer, as given by the source."""
    amount: Decimal | None
    """Amount in pounds, with two decimals."""
    reason: Literal["employment-ended", "no-recent-pay", "no-active-employment", "no-regular-frequency", "too-few-complete-periods", "gross-not-stated"] | None
    """Reason code."""
    periods_per_year: int | None
    """52, 26, 13 or 12"""
    periods: tuple[IncomeAnnualPeriod, ...]
    """The last three complete periods, newest first"""


@dataclass(frozen=True, kw_only=True)
class IncomeAverage:
    month_count: int
    """How many months the average covers"""
    gross: Decimal | None
    """Gross pay; null if it is not known"""
    net: Decimal | None
    """Net pay; null if it is not known"""
    reason: Literal["too-few-complete-months", "gross-not-stated", "net-not-stated", "amounts-not-stated", "not-positive", "not-itemised", "no-pay"] | None
    """Why a value is null"""
    months: tuple[str, ...]
    """The months used"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeComposition:
    regular: Decimal
    """Pounds, two decimals"""
    variable: Decimal
    """Pounds, two decimals"""
    variable_share: str | None
    """Variable pay ÷ all pay; null without pay"""
    reason: Literal["too-few-complete-months", "gross-not-stated", "net-not-stated", "amounts-not-stated", "not-positive", "not-itemised", "no-pay"] | None
    """Why a value is null"""
    parts: tuple[IncomePayPart, ...]
    """Amounts by kind of pay"""
    not_income: IncomeNotCounted
    """Listed on payslips, never counted as income"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeConnectionResult:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    entry_id: str | None
    """Null if there is nothing new"""
    income_submissions: tuple[IncomeSubmission, ...]
    """Income per tax year, newest first."""
    authorisation_id: str
    """The authorisation that allowed the retrieval"""


@dataclass(frozen=True, kw_only=True)
class IncomeCorrectedDocument:
    """A document with values that the team corrected."""
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    submission_id: str
    """Id of the submission."""
    type: Literal["payslip", "bank_statement"]
    """Kind of document"""
    corrected_values: int
    """How many of its values the team corrected"""
    parts: tuple[Literal["gross", "net", "bank", "name", "date_of_birth", "ni_number", "address"], ...]
    """What the corrected values may change: figures of gross or net pay, comparisons with the bank, or a field of the identity"""
    corrected_by: tuple[Literal["api_key", "member"], ...]
    """Kinds of callers that corrected them"""
    last_corrected_at: dt.datetime
    """Time of the last correction (UTC)"""


@dataclass(frozen=True, kw_only=True)
class IncomeCoverage:
    months_requested: int
    """Months that you request for the user (`payroll_period_months`)"""
    first_month: str
    """First month of the requested period"""
    last_month: str
    """Last month of the requested period"""
    months_complete: int
    """Months that payslips cover completely"""
    months_by_source: IncomeMonthsBySource
    """Months with data, by source"""
    tax_years: tuple[str, ...]
    """Tax years."""
    gaps: tuple[IncomeGap, ...]
    """Days without a payslip during an employment"""


@dataclass(frozen=True, kw_only=True)
class IncomeEmployment:
    employer_name: str | None
    """Name of the employer, as given by the source."""
    employer_names: tuple[str, ...]
    """All spellings and former names"""
    employer_tax_references: tuple[str, ...]
    """PAYE references of the employer, newest first"""
    role: str | None
    """Job title, as given by the source"""
    type: Literal["full_time", "part_time", "temporary", "contract", "zero_hours", "other"] | None
    """Type of the employment, as given by the source"""
    is_director: bool | None
    """Whether the person is a director of the employer; null if unknown."""
    start_date: dt.date | None
    """First day."""
    leave_date: dt.date | None
    """Last day of the employment; null while it continues."""
    status: Literal["active", "ended", "unknown"]
    """Whether the employment still pays"""
    status_reason: Literal["leave-date", "leave-date-ahead", "paid-recently", "no-recent-pay"]
    """What the status is derived from"""
    tenure_months: int | None
    """Whole months; null if no start date is stated"""
    pay_frequency: Literal["weekly", "fortnightly", "four_weekly", "monthly", "quarterly", "annual", "irregular"] | None
    """How often the person is paid."""
    last_pay_date: dt.date
    """Last pay date of the tax year."""
    next_pay_date: dt.date | None
    """Expected, without regard to weekends and holidays"""
    sources: tuple[Literal["payroll", "payslip"], ...]
    """Where the payslips come from"""
    income: IncomeFigures
    """Taxable income from this employer in pounds."""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeEntry:
    """One retrieval from the tax authority with new data."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    authorisation_id: str
    """Id of the authorisation that allowed the retrieval."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class IncomeEntryPage:
    pagination: Pagination
    """Where this page is in the list."""
    entries: tuple[IncomeEntry, ...]
    """The entries on this page: each is one retrieval or upload."""


@dataclass(frozen=True, kw_only=True)
class IncomeExpenditure:
    month: str
    """Month of the estimate"""
    cost_of_living: Decimal
    """Pounds, two decimals"""
    housing: Decimal
    """Pounds, two decimals"""
    total: Decimal
    """Pounds, two decimals"""


@dataclass(frozen=True, kw_only=True)
class IncomeFigures:
    annual_gross: IncomeAnnualGross
    """Median of the last three complete periods × 52, 26, 13 or 12; in total, of all active employments"""
    last_12_months: IncomeMonthlyPay
    """The twelve calendar months that ended last"""
    averages: tuple[IncomeAverage, ...]
    """Over 3, 6 and 12 complete calendar months"""
    variability: IncomeRatio
    """Standard deviation ÷ mean of monthly net pay, over 12 or 6 months"""
    year_on_year: IncomeRatio
    """Change of gross pay against the twelve months before"""
    composition: IncomeComposition
    """Parts of gross pay with a pay date in the 12 months up to as_of"""
    confidence: Literal["none", "low", "medium", "high"]
    """high: all pay of the last 12 months comes from a payroll connection or is on a bank statement; low: a low-trust document was included; none: no pay"""


@dataclass(frozen=True, kw_only=True)
class IncomeFinding:
    code: Literal["document-low-trust", "unread-document", "document-included", "unread-document-checked", "values-corrected", "sources-differ", "tax-year-differs", "income-not-in-bank", "self-administered-payroll", "identity-differs", "no-current-income", "no-recent-pay", "employment-ended", "recent-start", "gap", "falling-pay", "mostly-variable", "disputed", "rule-not-met"]
    """Stable code; the errors page explains each."""
    severity: Literal["high", "medium", "low"]
    """How serious the finding is."""
    message: str
    """Text for people."""
    action: str
    """What to do next"""
    submission_ids: tuple[str, ...]
    """The submissions that the finding is about"""
    document_id: str | None
    """Id of the uploaded document. Null for data from a connection."""
    locations: tuple[IncomeFindingLocation, ...]
    """In points from the top left of the page"""
    fields: tuple[str, ...]
    """Names of the values concerned."""


@dataclass(frozen=True, kw_only=True)
class IncomeFindingLocation:
    page: int
    """Page of the document, starting at 1"""
    box: tuple[Decimal, ...]
    """Left, top, right and bottom, in points"""


@dataclass(frozen=True, kw_only=True)
class IncomeFreshness:
    newest: IncomeNewestData
    """The newest data of each source; null if there is none"""
    refresh_due: dt.date | None
    """The next expected pay date"""


@dataclass(frozen=True, kw_only=True)
class IncomeGap:
    start: dt.date
    """First day"""
    end: dt.date
    """Last day"""
    days: int
    """Number of days without a payslip"""


@dataclass(frozen=True, kw_only=True)
class IncomeIdentityComparison:
    field: Literal["name", "date_of_birth", "ni_number", "address"]
    """The compared detail"""
    sources: tuple[IncomeIdentitySource, ...]
    """The result for each source"""


@dataclass(frozen=True, kw_only=True)
class IncomeIdentitySource:
    source: Literal["payroll", "payslip"]
    """Where the data comes from."""
    submission_id: str
    """Id of the submission."""
    result: Literal["agrees", "differs", "absent"]
    """Whether the source agrees with the registered person"""


@dataclass(frozen=True, kw_only=True)
class IncomeIncludedBy:
    kind: Literal["api_key", "member"]
    """Kind of the caller"""
    id: str
    """Id."""


@dataclass(frozen=True, kw_only=True)
class IncomeInclusion:
    """A low-trust document that counts, or an unread document that was checked, and why."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    reason: str
    """Reason code."""
    included_by: IncomeIncludedBy
    """Who included the document, or has checked it"""
    included_at: dt.datetime
    """When the document was included or checked"""
    is_unread: bool
    """Whether the document could not be read: your team has checked it, but it has no figure that could count"""


@dataclass(frozen=True, kw_only=True)
class IncomeInformation:
    pay_date: dt.datetime
    """A date, sent as 12:00 UTC"""
    pay_interval_start: dt.datetime | None
    """First day of the pay period."""
    pay_interval_end: dt.datetime | None
    """Last day of the pay period."""
    pay_frequency: Literal["weekly", "fortnightly", "four_weekly", "monthly", "quarterly", "annual", "irregular"] | None
    """How often the person is paid."""
    tax_code: str | None
    """PAYE tax code."""
    earnings: Earnings
    """Pay of the period, year to date and the last 12 months."""
    deductions: Deductions
    """What was taken from the pay of the period."""


@dataclass(frozen=True, kw_only=True)
class IncomeInformationForWebhook:
    pay_date: dt.datetime
    """A date, sent as 12:00 UTC"""
    pay_interval_start: dt.datetime | None
    """First day of the pay period."""
    pay_interval_end: dt.datetime | None
    """Last day of the pay period."""
    pay_frequency: Literal["weekly", "fortnightly", "four_weekly", "monthly", "quarterly", "annual", "irregular"] | None
    """How often the person is paid."""
    tax_code: str | None
    """PAYE tax code."""
    earnings: EarningsForWebhook
    """Pay of the period, year to date and the last 12 months."""
    deductions: DeductionsForWebhook
    """What was taken from the pay of the period."""


@dataclass(frozen=True, kw_only=True)
class IncomeMonth:
    month: str
    """Calendar month (YYYY-MM)"""
    status: Literal["complete", "part", "none"]
    """part: not over, not fully covered, or someone started or left; left out of averages"""
    covered_days: int
    """Days of the month that payslips cover"""
    gross: Decimal | None
    """Gross pay; null if it is not known"""
    net: Decimal | None
    """Net pay; null if it is not known"""
    sources: tuple[IncomeMonthSource, ...]
    """The same month as each source shows it"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeMonthShare:
    month: str
    """Calendar month (YYYY-MM)"""
    gross: Decimal | None
    """Gross pay; null if it is not known"""
    net: Decimal | None
    """Net pay; null if it is not known"""


@dataclass(frozen=True, kw_only=True)
class IncomeMonthSource:
    source: Literal["payroll", "payslip", "bank"]
    """Where the data comes from."""
    gross: Decimal | None
    """Gross pay; null if it is not known"""
    net: Decimal | None
    """Net pay; null if it is not known"""
    difference: Decimal | None
    """Net pay of this source minus the counted net pay"""


@dataclass(frozen=True, kw_only=True)
class IncomeMonthlyPay:
    gross: Decimal | None
    """Gross pay; null if it is not known"""
    net: Decimal | None
    """Net pay; null if it is not known"""
    reason: Literal["too-few-complete-months", "gross-not-stated", "net-not-stated", "amounts-not-stated", "not-positive", "not-itemised", "no-pay"] | None
    """Why a value is null"""
    months: tuple[str, ...]
    """The months used"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeMonthsBySource:
    payroll: int
    """What the payslips say."""
    payslip: int
    """Months covered by uploaded payslips"""
    bank: int
    """Months covered by bank statements"""


@dataclass(frozen=True, kw_only=True)
class IncomeNewestData:
    payroll: dt.date | None
    """What the payslips say."""
    payslip: dt.date | None
    """Newest pay date of an uploaded payslip"""
    bank: dt.date | None
    """Last day of the newest bank statement"""
    tax_year: str | None
    """Tax year, named by the calendar year in which it starts."""


@dataclass(frozen=True, kw_only=True)
class IncomeNotCounted:
    expenses: Decimal
    """Pounds, two decimals"""
    benefits_in_kind: Decimal
    """Pounds, two decimals"""


@dataclass(frozen=True, kw_only=True)
class IncomePayPart:
    part: Literal["basic", "leave", "overtime", "commission", "bonus", "tips", "statutory", "arrears", "termination", "other", "not_itemised"]
    """Kind of pay"""
    amount: Decimal
    """Pounds, two decimals"""


@dataclass(frozen=True, kw_only=True)
class IncomePeriod:
    start: dt.datetime
    """A date, sent as 12:00 UTC"""
    end: dt.datetime
    """A date, sent as 12:00 UTC"""


@dataclass(frozen=True, kw_only=True)
class IncomeRatio:
    ratio: str | None
    """Decimal with four places: 0.0500 is 5 %"""
    reason: Literal["too-few-complete-months", "gross-not-stated", "net-not-stated", "amounts-not-stated", "not-positive", "not-itemised", "no-pay"] | None
    """Why a value is null"""
    months: tuple[str, ...]
    """The months used"""
    submission_ids: tuple[str, ...]
    """The submissions that the figure rests on"""


@dataclass(frozen=True, kw_only=True)
class IncomeReport:
    """An income report: figures, findings and their sources."""
    report_id: str
    """Id of the report."""
    created_at: dt.datetime
    """When the report was created"""
    environment: Literal["sandbox", "production"]
    """Reports from the sandbox are test data"""
    client: IncomeReportClient
    """Who had the report made"""
    person: IncomeReportPerson
    """Who the report is about"""
    income: IncomeSummary
    """The income summary, as GET /users/{user_id}/income returns it"""
    working: IncomeWorking
    """Every payslip, and whether it counts"""
    documents: tuple[IncomeReportDocument, ...]
    """All uploaded documents, newest first"""


@dataclass(frozen=True, kw_only=True)
class IncomeReportClient:
    name: str
    """Display name of the client"""


@dataclass(frozen=True, kw_only=True)
class IncomeReportDocument:
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    type: Literal["payslip", "bank_statement"]
    """Kind of document"""
    file_name: str
    """Name of the file."""
    created_at: dt.datetime
    """When the document was uploaded"""
    pages: int
    """Number of pages"""
    trust_score: Literal["Low", "Medium", "High"] | None
    """What the checks found"""
    sha256: str
    """SHA-256 of the file, hexadecimal"""
    corrected_values: int
    """How many values the team corrected. Neither trust score nor hash is about them"""


@dataclass(frozen=True, kw_only=True)
class IncomeReportPerson:
    user_id: str
    """Id of the user: the person whose income is verified."""
    name: str
    """As registered by the client; empty if no name is registered"""
    date_of_birth: dt.date | None
    """As registered by the client; null if none is registered"""
    reference: str | None
    """Your reference (`ext_id`)"""


@dataclass(frozen=True, kw_only=True)
class IncomeStress:
    percent: int
    """By how much pay falls and spending rises, in per cent"""
    left: Decimal | None
    """What is left a month in that case"""


@dataclass(frozen=True, kw_only=True)
class IncomeSubmission:
    """Data of the tax authority for one tax year, from 6 April to 5 April."""
    id: str
    """Id of the submission."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    income_id: str
    """Identical for identical data, whatever the account and time of retrieval"""
    employment: EmploymentIncome
    """Employment income of the period."""
    frequency: Literal["Annual"]
    """How often it repeats."""
    income_period: IncomePeriod
    """The tax year that the income belongs to."""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """Always unknown: the tax authority sends no personal details"""


@dataclass(frozen=True, kw_only=True)
class IncomeSubmissionForWebhook:
    """An IncomeSubmission with amounts as numbers."""
    id: str
    """Id of the submission."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    income_id: str
    """Identical for identical data, whatever the account and time of retrieval"""
    employment: EmploymentIncomeForWebhook
    """Employment income of the period."""
    frequency: Literal["Annual"]
    """How often it repeats."""
    income_period: IncomePeriod
    """The tax year that the income belongs to."""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """Always unknown: the tax authority sends no personal details"""


@dataclass(frozen=True, kw_only=True)
class IncomeSubmissionPage:
    pagination: Pagination
    """Where this page is in the list."""
    income_submissions: tuple[IncomeSubmission, ...]
    """Income per tax year, newest first."""


@dataclass(frozen=True, kw_only=True)
class IncomeSummary:
    """The income of a user over all sources, with its evidence."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    model_id: Literal["income-1"]
    """Version of the model; a change of its rules gets a new id"""
    as_of: dt.date
    """The day that the summary is calculated for"""
    status: Literal["none", "partial", "ready"]
    """ready: there are an annual figure and an average of three months; none: no payslip counts"""
    freshness: IncomeFreshness
    """How recent the data is"""
    coverage: IncomeCoverage
    """Which months the data covers"""
    income: IncomeFigures
    """Of all employments"""
    employments: tuple[IncomeEmployment, ...]
    """Latest pay date first"""
    months: tuple[IncomeMonth, ...]
    """Oldest first"""
    agreement: tuple[IncomeAgreement, ...]
    """Sources compared with each other"""
    bank_income: tuple[BankIncome, ...]
    """Income that connected banks show, latest first. It confirms figures and is never added to them"""
    identity: tuple[IncomeIdentityComparison, ...]
    """The registered person compared with the newest payslip of each source"""
    affordability: IncomeAffordability
    """What is left of the income after an estimate of spending"""
    findings: tuple[IncomeFinding, ...]
    """Worst first"""
    rules: ReviewRuleCheck | None
    """Your review rules, checked with the figures above; null if you have none, and in reports"""
    notes: tuple[JourneyNote, ...]
    """What the applicant says about figures, newest first"""
    corrections: tuple[IncomeCorrectedDocument, ...]
    """Documents with values that your team corrected, latest first. Figures with one of these submissions use them, and the document does not prove them"""


@dataclass(frozen=True, kw_only=True)
class IncomeSummaryUpdatedEvent:
    """The income summary of a user changed"""
    event: Literal["income-summary-updated"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    model_id: str
    """Model of the summary"""
    as_of: dt.date
    """The day it was calculated for"""
    status: Literal["none", "partial", "ready"]
    """As in the summary"""


@dataclass(frozen=True, kw_only=True)
class IncomeWorking:
    """Every number used, so that the summary can be reproduced by hand."""
    model_id: Literal["income-1"]
    """Version of the model; a change of its rules gets a new id"""
    as_of: dt.date
    """The day that the summary is calculated for"""
    last_month: str
    """The last calendar month that has ended"""
    payslips: tuple[IncomeWorkingPayslip, ...]
    """All stored payslips, newest pay date first"""
    annual: tuple[IncomeAnnualWorking, ...]
    """One for each employment, in the order of the summary"""
    inclusions: tuple[IncomeInclusion, ...]
    """Low-trust documents that count, unread documents that were checked, and why"""


@dataclass(frozen=True, kw_only=True)
class IncomeWorkingPayslip:
    submission_id: str
    """Id of the submission."""
    source: Literal["direct", "connection", "upload"]
    """Where the data comes from."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    document_id: str | None
    """Id of the uploaded document. Null for data from a connection."""
    trust_score: str | None
    """Whether the document shows traces of tampering."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    pay_date: dt.date
    """Day of payment."""
    reason: Literal["low-trust", "after-as-of", "no-amounts", "no-pay-period", "dates-reversed", "period-too-long", "duplicate", "differs-from-better-source"] | None
    """Why it is not counted; null if it is"""
    counted_instead: tuple[str, ...]
    """The submissions that are counted in its place"""
    period: IncomeWorkingPeriod | None
    """The pay period; null if it is not known"""
    gross: Decimal | None
    """Without expenses and benefits in kind"""
    net: Decimal | None
    """Without expenses"""
    expenses: Decimal | None
    """Repaid expenses, which are not income"""
    benefits_in_kind: Decimal | None
    """Benefits in kind, which are not income"""
    parts: tuple[IncomePayPart, ...]
    """Amounts by kind of pay"""
    shares: tuple[IncomeMonthShare, ...]
    """Split over calendar months by days"""
    corrections: tuple[CorrectedField, ...]
    """Values that the team corrected; personal details without the values"""


@dataclass(frozen=True, kw_only=True)
class IncomeWorkingPeriod:
    start: dt.date
    """First day"""
    end: dt.date
    """Last day"""
    is_derived: bool
    """From pay date and frequency"""


@dataclass(frozen=True, kw_only=True)
class InvitedMember:
    """The name is empty until the invitation is accepted."""
    id: str
    """Id of the member."""
    email: str
    """E-mail address."""
    role: Literal["Owner", "Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """What the member may do."""
    status: Literal["unconfirmed", "confirmed", "archived", "compromised", "unknown", "reset_required", "force_change_password", "external_provider"]
    """Whether the member has confirmed the invitation."""
    mfa_status: Literal["sms", "email", "disabled"]
    """The member's second factor."""
    name: str
    """Name of the member; empty until the invitation is accepted."""


@dataclass(frozen=True, kw_only=True)
class Journey:
    user_id: str
    """The user, as in other operations"""
    journey_id: str | None
    """Id of the journey."""
    environment: Literal["sandbox", "production"]
    """Environment of the service."""
    reference: str
    """Reference that the user can quote to the client"""
    first_name: str | None
    """First name of the registered person, for the greeting"""
    client: JourneyClient
    """The client that asks for the data."""
    consent_layout: Literal["list", "questions"]
    """Layout of the consent screen"""
    sources: tuple[Literal["direct", "payroll", "bank", "taxauth", "payslips", "bank_statements"], ...]
    """Available sources, in the order to offer them"""
    period_months: int
    """How many months are asked for."""
    recurring: JourneyRecurrence | None
    """Recurring checks that the person is asked to allow; null if none."""
    term: JourneyTerm
    """The term to accept now"""
    authorisation: JourneyAuthorisation | None
    """The newest valid authorisation"""
    accounts: tuple[JourneyAccount, ...]
    """Newest first; 50 at most"""
    documents: JourneyDocumentCounts
    """Uploaded documents."""
    months: tuple[CoveredMonth, ...]
    """Complete months of the requested period, newest first"""
    missing_documents: tuple[MissingDocuments, ...]
    """Kinds of document that the person says they do not have, with the reason."""
    requested: RequestedDocuments | None
    """The documents that the link asks for; null for the whole journey"""
    session: JourneySessionExpiry
    """How long the token and the link are valid."""
    confirm_with: Literal["date_of_birth", "post_code", "one_time_code"]
    """How a person on another device confirms who they are, before they see or delete shared data"""


@dataclass(frozen=True, kw_only=True)
class JourneyAccount:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str
    """Id of the provider."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """Status of the account."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    reason: str
    """Reason of the latest status transition"""
    waiting: PendingMfa | PendingOauth2 | UnknownObject | None
    """Pending action: MFA challenge or OAuth redirect"""
    progress: Literal["waiting", "reading", "done", "nothing_found", "failed"]
    """waiting: for the user. reading: the first retrieval is in progress or will be retried. done: data was retrieved. nothing_found: the provider has no data."""
    failure: str | None
    """Error code of the failure; while reading, of the last attempt"""
    submissions: int
    """Number of payslips or tax years retrieved."""
    latest_pay_date: dt.datetime | None
    """Latest pay date retrieved; null before the first."""
    consent: BankConsent | None
    """Null except for a bank whose consent has not ended for good"""


@dataclass(frozen=True, kw_only=True)
class JourneyAuthorisation:
    id: str
    """Id of the authorisation."""
    accepted_at: dt.datetime
    """Time of acceptance (UTC)."""
    expires_at: dt.datetime | None
    """Time when it ends; null if it does not."""
    authorisation_version: int
    """Version number of the term, counted by the service."""


@dataclass(frozen=True, kw_only=True)
class JourneyClient:
    name: str
    """Name of the client that people see."""
    logo: str | None
    """A path on this server"""
    brand_colour: str | None
    """Colour of the buttons in the hosted journey, such as `#1a6b3c`."""
    has_callback: bool
    """Whether the client has a callback URL."""
    data_purpose: str | None
    """Why the client asks for the data, in English."""
    data_purpose_cy: str | None
    """Why the client asks for the data, in Welsh."""
    next_steps: str | None
    """What happens after the journey, in the client’s own words, in English."""
    next_steps_cy: str | None
    """What happens after the journey, in the client’s own words, in Welsh."""
    data_retention_months: int | None
    """For how many months the client keeps the data."""
    privacy_notice_url: str | None
    """URL of the privacy notice of the client."""
    contact_email: str | None
    """E-mail address where people can ask the client about their data."""
    contact_phone: str | None
    """Telephone number where people can ask the client about their data."""
    fca_number: str | None
    """Firm reference number of the client at the Financial Conduct Authority."""
    ico_number: str | None
    """Registration number of the client at the Information Commissioner’s Office."""


@dataclass(frozen=True, kw_only=True)
class JourneyConfirmation:
    """This device may now show, export and delete the data."""
    confirmed_at: dt.datetime
    """Time of the confirmation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class JourneyDataView:
    """A day on which the client looked at the data."""
    day: dt.date
    """The day (UTC)"""
    by: Literal["member", "api_key"]
    """A member of the client’s team, or one of its programs"""
    last_at: dt.datetime
    """Time of the last view of that day"""


@dataclass(frozen=True, kw_only=True)
class JourneyDocumentCounts:
    payslips: int
    """Number of uploaded payslips."""
    bank_statements: int
    """Number of uploaded bank statements."""


@dataclass(frozen=True, kw_only=True)
class JourneyEnded:
    redirect_to: str | None
    """The client’s callback URL with the outcome as query parameters; null if it has none"""


@dataclass(frozen=True, kw_only=True)
class JourneyEndedEvent:
    """The person left the hosted journey, or its link expired; once for each link"""
    event: Literal["journey-ended"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    journey_id: str
    """Id of the journey."""
    outcome: Literal["finished", "abandoned", "expired"]
    """finished: the person connected an account or sent documents, and left; abandoned: they left without; expired: the link expired before they left"""
    reason: str
    """finished: connected or documents; abandoned: nothing, or the error code of the last connection; expired: not-opened or not-finished"""
    account_id: str | None
    """With reason connected"""


@dataclass(frozen=True, kw_only=True)
class JourneyFileReading:
    path: str
    """Path of the uploaded file, as in the request."""
    document_type: Literal["payslip", "bank_statement"] | None
    """What the file was recognised as, also if it could not be read. Null if it is something else or was not opened"""
    payslip: ReadPayslip | None
    """What was read, if the file is a payslip"""
    bank_statement: ReadStatement | None
    """What was read, if the file is a bank statement"""
    problem: Literal["not-a-pdf", "too-large", "too-many-pages", "password", "broken", "unsafe", "too-complex", "empty", "scan-too-poor", "not-uploaded", "expired", "taken", "not-a-payslip", "not-a-bank-statement", "credit-card-statement", "not-read", "incomplete", "duplicate", "too-many-documents", "still-processing"] | None
    """Why the file cannot be used. `still-processing`: send the request again. With `not-read` and `incomplete`, it can be submitted for manual review"""


@dataclass(frozen=True, kw_only=True)
class JourneyFileReadings:
    files: tuple[JourneyFileReading, ...]
    """In the order of the request"""


@dataclass(frozen=True, kw_only=True)
class JourneyFindings:
    jobs: tuple[FoundJob, ...]
    """One per employment and source, most recently paid first; 50 at most"""
    bank_accounts: tuple[FoundBankAccount, ...]
    """50 at most"""
    tax_years: tuple[FoundTaxYear, ...]
    """Newest first; 30 at most"""
    notes: tuple[JourneyNote, ...]
    """Newest first; 200 at most"""


@dataclass(frozen=True, kw_only=True)
class JourneyFunnel:
    from_: dt.date = field(metadata={WIRE_NAME: "from"})
    """Start of the period."""
    to: dt.date
    """End of the period."""
    milestones: tuple[FunnelMilestone, ...]
    """The five milestones, in the order of the journey"""
    stops: tuple[FunnelStop, ...]
    """The 20 most frequent places where unfinished journeys without activity for an hour stopped"""
    consent_test: ConsentTest | None
    """Comparison of consent layouts; null without a test in the period"""
    screens: tuple[FunnelScreen, ...]
    """Every screen, in the order of the journey"""
    steps: tuple[FunnelStep, ...]
    """Every step in total (detail null), followed by its details that occurred"""
    providers: tuple[ProviderFunnel, ...]
    """Most selected first"""
    pagination: Pagination
    """Of the providers"""


@dataclass(frozen=True, kw_only=True)
class JourneyInvitation:
    user_id: str
    """Id of the user: the person whose income is verified."""
    queued_at: dt.datetime
    """Time when the e-mail was queued."""
    link_expires_at: dt.datetime
    """Expiry of the link in the mail"""


@dataclass(frozen=True, kw_only=True)
class JourneyNote:
    """A user’s comment on their data. The data is not changed."""
    id: str
    """Id of the note."""
    subject: Literal["job", "bank_account", "tax_year"]
    """What the note is about."""
    submission_id: str
    """As in the findings"""
    field: Literal["employer_name", "role", "pay_frequency", "payslips", "first_pay_date", "latest_pay_date", "gross_pay", "net_pay", "other", "bank_name", "account_ending", "statements", "period_start", "period_end", "closing_balance", "tax_year", "total_income", "employers"]
    """A field of the finding, or `other`"""
    text: str
    """What the person wrote."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    answer: NoteAnswer | None
    """The client’s answer, which the person sees; null if there is none"""


@dataclass(frozen=True, kw_only=True)
class JourneyNotePage:
    pagination: Pagination
    """Where this page is in the list."""
    notes: tuple[JourneyNote, ...]
    """The notes on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class JourneyRecurrence:
    frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"]
    """How often it repeats."""
    ends_at: dt.datetime | None
    """Time when the journey link stops working."""


@dataclass(frozen=True, kw_only=True)
class JourneySession:
    token: str
    """A user token, valid for an hour at most"""
    expires_at: dt.datetime
    """Time when it ends; null if it does not."""
    journey_id: str
    """Identifies the journey in URLs; it grants no access"""
    link_expires_at: dt.datetime
    """No token of this journey is valid for longer"""


@dataclass(frozen=True, kw_only=True)
class JourneySessionExpiry:
    expires_at: dt.datetime
    """Time when it ends; null if it does not."""
    link_expires_at: dt.datetime | None
    """Null for a token that does not belong to a journey"""


@dataclass(frozen=True, kw_only=True)
class JourneyShared:
    client: JourneySharedClient
    """The client that asks for the data."""
    reference: str
    """Reference that the user can quote to the client"""
    authorisations: tuple[GivenAuthorisation, ...]
    """Newest first; 50 at most"""
    accounts: tuple[JourneySharedAccount, ...]
    """Newest first; 50 at most"""
    documents: tuple[JourneySharedDocument, ...]
    """Newest first; 250 at most"""
    tax_years: int
    """Number of tax years."""
    notes: int
    """Number of notes."""
    views: tuple[JourneyDataView, ...]
    """Days on which the client read the data, newest first; 30 at most"""


@dataclass(frozen=True, kw_only=True)
class JourneySharedAccount:
    """An account as shown to the user."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str
    """Id of the provider."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """Status of the account."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    submissions: int
    """Number of payslips or tax years"""


@dataclass(frozen=True, kw_only=True)
class JourneySharedClient:
    name: str
    """Name of the client that people see."""


@dataclass(frozen=True, kw_only=True)
class JourneySharedDocument:
    """A document as shown to the user who sent it."""
    id: str
    """Id of the document."""
    type: Literal["payslip", "bank_statement"]
    """What the document is, decided by its content."""
    file_name: str
    """Name of the file."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    pages: int
    """Number of pages."""


@dataclass(frozen=True, kw_only=True)
class JourneyTerm:
    id: str
    """Id of the term."""
    authorisation_version: int
    """Version number of the term, counted by the service."""
    name: str
    """Name of the term for people."""
    authorisation_text: str
    """The legal text that people accept."""
    authorisation_category: Literal["one_time", "recurring"]
    """Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`)."""
    translations: tuple[AuthorisationTermTranslation, ...]
    """The same text in Welsh. Without it, the journey says that the agreement is only in English"""


@dataclass(frozen=True, kw_only=True)
class Jwk:
    """A public key (RFC 7517)."""
    kty: str
    """Type of the key."""
    crv: str
    """Curve of the key."""
    x: str
    """The public key."""
    kid: str
    """Id of the key."""
    alg: str
    """Signature algorithm of the key."""
    use: str
    """Use of the key."""


@dataclass(frozen=True, kw_only=True)
class Jwks:
    keys: tuple[Jwk, ...]
    """The keys."""


@dataclass(frozen=True, kw_only=True)
class LayoutDifference:
    share: Decimal
    """From -1 to 1"""
    share_from: Decimal
    """Lower end of the 95 % interval (Newcombe)"""
    share_to: Decimal
    """Upper end of the 95 % interval (Newcombe)"""


@dataclass(frozen=True, kw_only=True)
class LoggedQueryValue:
    name: str
    """Name of the query parameter"""
    value: str | None
    """Null if the value is left out, because it could identify someone"""


@dataclass(frozen=True, kw_only=True)
class LoggedRequest:
    """A request to the API, without personal data."""
    request_id: str
    """As in the X-Request-Id header"""
    at: dt.datetime
    """When the request arrived"""
    method: str
    """HTTP method"""
    route: str
    """Pattern of the path, such as `/users/{user_id}`"""
    path: str
    """For successful requests in the sandbox the path with its ids; otherwise the pattern"""
    operation_id: str
    """Operation, as in openapi.json"""
    status: int
    """HTTP status of the response"""
    duration_ms: int
    """Time until the response was sent, in milliseconds"""
    actor_kind: Literal["api_key", "member"]
    """Whether an API key or a member sent it"""
    actor_id: str
    """Id of the API key, member or user who acted."""
    error_code: str | None
    """As in the X-Svc-Error-Code header"""
    query: tuple[LoggedQueryValue, ...]
    """Query parameters; values only if they identify no one"""
    body_fields: tuple[str, ...]
    """Names of the fields in the request body, without their values"""
    error_fields: tuple[str, ...]
    """Fields that the errors are about"""


@dataclass(frozen=True, kw_only=True)
class LoginParameter:
    """A field of the login form of a provider."""
    key: str
    """Name of the field in `extra_login_params`."""
    display_name: str
    """Label of the field for people."""
    validation: LoginParameterValidation
    """What the provider accepts for the field."""


@dataclass(frozen=True, kw_only=True)
class LoginParameterValidation:
    required: bool
    """Whether the field must be given."""
    type: str
    """Type of the value: `text`, `date`, `number`, `digits` or `ni_number`."""
    date_format: str | None = None
    """Format of the date that the provider expects."""
    min_length: int | None = None
    """Minimum number of characters."""
    max_length: int | None = None
    """Maximum number of characters."""


@dataclass(frozen=True, kw_only=True)
class LogoPicture:
    picture: str | None
    """A data: URL; null if the image cannot be loaded, in which case the journey shows initials"""


@dataclass(frozen=True, kw_only=True)
class Match:
    """Whether one source confirms another, with the evidence."""
    kind: Literal["net_pay_on_bank_statement"]
    """The two sources compared"""
    status: Literal["matched", "unmatched"]
    """Whether a bank statement confirms the pay."""
    strength: Literal["strong", "fair"] | None
    """strong: amount and date match and the bank names the employer; fair: amount and date match"""
    reason: Literal["no-net-pay", "no-statement", "no-credit"] | None
    """Why it is unmatched. no-statement: no statement covers the pay date; no-credit: a statement covers it but has no such credit"""
    payroll: MatchedPayslip
    """What the payslips say."""
    bank_credit: MatchedBankCredit | None
    """The credit on a bank statement that matches the net pay."""


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    pagination: Pagination
    """Where this page is in the list."""
    matches: tuple[Match, ...]
    """The matches on this page."""
    tax_years: tuple[TaxYearMatch, ...] | None = None
    """One per employer and tax year reported by the tax authority, for the ten newest years, newest first; the same on every page. Omitted without data of the tax authority"""


@dataclass(frozen=True, kw_only=True)
class MatchedBankCredit:
    """The transaction that confirms the pay."""
    submission_id: str
    """Id of the submission."""
    document_id: str | None
    """Null if the bank itself gave the transaction"""
    transaction_index: int
    """Index of the transaction, from 0"""
    date: dt.date
    """Date of the item."""
    description: str
    """Text of the line, as printed in the source."""
    amount: str
    """As in the bank statement submission: decimal text without thousands separators"""
    days_after_pay_date: int
    """Negative if the credit came before the pay date"""
    names_employer: bool
    """Whether the text of the credit names the employer."""


@dataclass(frozen=True, kw_only=True)
class MatchedPayslip:
    """The payslip that is compared."""
    submission_id: str
    """Id of the submission."""
    source: str
    """Where the data comes from."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    document_id: str | None
    """Id of the uploaded document. Null for data from a connection."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    pay_date: dt.date
    """Day of payment."""
    net_pay: str | None
    """Pay after deductions in pounds."""


@dataclass(frozen=True, kw_only=True)
class MatchedTaxIncome:
    """The tax authority's figures."""
    submission_id: str
    """Id of the submission."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class MatchedYearOfPay:
    """The figures of the payslips of the tax year."""
    basis: Literal["year_to_date", "sum_of_payslips", "part_of_year"]
    """year_to_date: figures of the last payslip of the year; sum_of_payslips: the payslips cover the year; part_of_year: they do not, and nothing is compared"""
    submission_ids: tuple[str, ...]
    """Newest first"""
    payslip_count: int
    """Number of payslips of the tax year."""
    employer_name: str | None
    """Name of the employer, as given by the source."""
    first_pay_date: dt.date
    """First pay date of the tax year."""
    last_pay_date: dt.date
    """Last pay date of the tax year."""
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    income_is: Literal["total_taxable_earnings", "gross_pay"] | None
    """Gross pay exceeds the income reported by the authority if pension is deducted before tax"""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class Member:
    id: str
    """Id of the member."""
    email: str
    """E-mail address."""
    role: Literal["Owner", "Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """What the member may do."""
    status: Literal["unconfirmed", "confirmed", "archived", "compromised", "unknown", "reset_required", "force_change_password", "external_provider"]
    """Whether the member has confirmed the invitation."""
    mfa_status: Literal["sms", "email", "disabled"]
    """The member's second factor."""
    name: str
    """Name of the member."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class MemberPage:
    pagination: Pagination
    """Where this page is in the list."""
    members: tuple[Member, ...]
    """The members on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class MemberPolicy:
    """Rules for the accounts of all members."""
    require_second_factor: bool
    """Whether members without an authenticator app must set one up before anything else"""


@dataclass(frozen=True, kw_only=True)
class MemberSession:
    id: str
    """Id."""
    kind: Literal["browser", "token"]
    """`browser`: the console. `token`: a program that signed in."""
    address: str | None
    """IP address of the sign-in"""
    user_agent: str | None
    """User-Agent header of the sign-in"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    last_used_at: dt.datetime
    """Accurate to a minute"""
    expires_at: dt.datetime
    """The session ends at this time even if it is in use"""
    authenticated_at: dt.datetime
    """When the member last entered their password and second factor"""
    is_current: bool
    """Whether this request belongs to the session"""


@dataclass(frozen=True, kw_only=True)
class MemberSessionPage:
    pagination: Pagination
    """Where this page is in the list."""
    sessions: tuple[MemberSession, ...]
    """The sessions of this page."""


@dataclass(frozen=True, kw_only=True)
class Message:
    message: str
    """Text for people."""


@dataclass(frozen=True, kw_only=True)
class MfaCodeMethod:
    """A code that the person receives or generates."""
    type: Literal["Code"]
    """What the provider asks for."""
    source: Literal["SMS", "EMAIL", "AUTHENTICATOR_APP"]
    """Where the person finds the answer."""


@dataclass(frozen=True, kw_only=True)
class MfaDateMethod:
    """A date, such as a memorable date."""
    type: Literal["Date"]
    """What the provider asks for."""
    format: str
    """Format of the answer."""
    message: str
    """Text for people."""


@dataclass(frozen=True, kw_only=True)
class MfaPasswordMethod:
    """Some characters of a password."""
    type: Literal["PasswordWithPositions"]
    """What the provider asks for."""
    positions: tuple[int, ...]
    """Which characters of the word are asked for, starting at 1."""
    message: str
    """Text for people."""


@dataclass(frozen=True, kw_only=True)
class MfaSession:
    """Answer with a code at POST /members/mfa/validate."""
    session: str
    """Send it with the code to POST /members/mfa/validate."""
    method: Literal["email", "totp"]
    """`email`: we sent a code by e-mail. `totp`: enter a code of the authenticator app."""


@dataclass(frozen=True, kw_only=True)
class MissingDocuments:
    """Documents that the person says they do not have."""
    kind: Literal["payslips", "bank_statements"]
    """Kind of document"""
    reason: Literal["new-job", "not-working", "self-employed", "not-given", "lost", "rather-not", "another-reason"]
    """new-job: not paid yet. not-given: the employer or bank gives none. rather-not: the person does not want to share them."""
    stated_at: dt.datetime
    """When the person said so"""


@dataclass(frozen=True, kw_only=True)
class NamedCorrectionAuthor:
    """The member or API key that made a change."""
    kind: Literal["api_key", "member"]
    """Who made the change"""
    id: str
    """Id."""
    name: str | None
    """Name of the member; null for API keys, and if the caller is an API key without the scope `members`"""


@dataclass(frozen=True, kw_only=True)
class NoteAnswer:
    """The client’s answer to a note."""
    text: str
    """The answer, which the person sees."""
    answered_at: dt.datetime
    """Time of the answer (UTC)."""


@dataclass(frozen=True, kw_only=True)
class Pagination:
    offset: int
    """Position of the first item of the page."""
    limit: int
    """Maximum number of items on a page."""
    count: int
    """Number of items on this page."""
    total_count: int
    """Number of items of the whole list."""


@dataclass(frozen=True, kw_only=True)
class ParentProvider:
    id: str
    """Id of the parent provider."""
    name: str
    """Name of the parent provider for people."""
    logo_url: str
    """URL of the logo."""


@dataclass(frozen=True, kw_only=True)
class Passkey:
    id: str
    """Id."""
    name: str
    """As the member named it"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    last_used_at: dt.datetime | None
    """When the member last used it; null if never"""


@dataclass(frozen=True, kw_only=True)
class PasskeyPage:
    pagination: Pagination
    """Where this page is in the list."""
    passkeys: tuple[Passkey, ...]
    """Newest first"""


@dataclass(frozen=True, kw_only=True)
class PasskeyRegistrationOptions:
    challenge: str
    """In Base64URL. Can be answered once, until it expires."""
    relying_party_id: str
    """Host name that passkeys belong to: `rpId` in the browser"""
    expires_at: dt.datetime
    """Time when it ends; null if it does not."""
    user_handle: str
    """`user.id` in the browser, in Base64URL"""
    user_name: str
    """`user.name` in the browser"""
    known_credential_ids: tuple[str, ...]
    """`excludeCredentials` in the browser: an authenticator registers only once"""


@dataclass(frozen=True, kw_only=True)
class PasskeySignInOptions:
    challenge: str
    """In Base64URL. Can be answered once, until it expires."""
    relying_party_id: str
    """Host name that passkeys belong to: `rpId` in the browser"""
    expires_at: dt.datetime
    """Time when it ends; null if it does not."""


@dataclass(frozen=True, kw_only=True)
class PayrollConnectionResult:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    entry_id: str | None
    """Null if there is nothing new"""
    payroll_submissions: tuple[PayrollSubmission, ...]
    """Payslips, newest first."""
    authorisation_id: str
    """The authorisation that allowed the retrieval"""


@dataclass(frozen=True, kw_only=True)
class PayrollEntry:
    """One retrieval or upload with new data."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    authorisation_id: str
    """Id of the authorisation that allowed the retrieval."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class PayrollEntryPage:
    pagination: Pagination
    """Where this page is in the list."""
    entries: tuple[PayrollEntry, ...]
    """The entries on this page: each is one retrieval or upload."""


@dataclass(frozen=True, kw_only=True)
class PayrollPayload:
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    payroll_submissions: tuple[PayrollSubmissionForWebhook, ...]
    """Payslips, newest first."""


@dataclass(frozen=True, kw_only=True)
class PayrollSubmission:
    id: str
    """Id of the submission."""
    account_id: str | None
    """Null for an uploaded payslip"""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    identity_information: IdentityInformation
    """The person, as the source names them."""
    employment_information: EmploymentInformation
    """The employment that the pay belongs to."""
    income_information: IncomeInformation
    """Pay date, period, tax code, earnings and deductions."""
    document_id: str | None
    """Id of the uploaded document. Null for data from a connection."""
    document_external_id: str | None
    """Your own id for the file, as given when it was presigned. Null for data from a connection."""
    document_filename: str | None
    """Name of the uploaded file. Null for data from a connection."""
    trust_score: Literal["Low", "Medium", "High"] | None
    """For uploaded documents; null for connections"""
    source: Literal["Payroll (via Direct Connection)", "Payroll (via User Connection)", "Payslip (via Doc Scan)"]
    """Where the data comes from."""
    duplicate_of: str | None
    """The submission stored first, if this one repeats its payment from another account or document"""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""


@dataclass(frozen=True, kw_only=True)
class PayrollSubmissionForWebhook:
    """A PayrollSubmission with amounts as numbers and the phone as a string."""
    id: str
    """Id of the submission."""
    account_id: str | None
    """Null for an uploaded payslip"""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    identity_information: IdentityInformationForWebhook
    """The person, as the source names them."""
    employment_information: EmploymentInformation
    """The employment that the pay belongs to."""
    income_information: IncomeInformationForWebhook
    """Pay date, period, tax code, earnings and deductions."""
    document_id: str | None
    """Id of the uploaded document. Null for data from a connection."""
    document_external_id: str | None
    """Your own id for the file, as given when it was presigned. Null for data from a connection."""
    document_filename: str | None
    """Name of the uploaded file. Null for data from a connection."""
    trust_score: Literal["Low", "Medium", "High"] | None
    """For uploaded documents; null for connections"""
    source: Literal["Payroll (via Direct Connection)", "Payroll (via User Connection)", "Payslip (via Doc Scan)"]
    """Where the data comes from."""
    duplicate_of: str | None
    """The submission stored first, if this one repeats its payment from another account or document"""
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""


@dataclass(frozen=True, kw_only=True)
class PayrollSubmissionPage:
    pagination: Pagination
    """Where this page is in the list."""
    payroll_submissions: tuple[PayrollSubmission, ...]
    """Payslips, newest first."""


@dataclass(frozen=True, kw_only=True)
class PayslipsResult:
    account_id: Any | None
    """Uploads have no account"""
    entry_id: str | None
    """Null if nothing is stored, or not yet"""
    authorisation_id: str | None
    """The authorisation that allowed it; null until something is stored"""
    payroll_submissions: tuple[PayrollSubmission, ...]
    """Payslips, newest first."""
    payslip_errors: tuple[FileError, ...]
    """Files that could not be taken as payslips, with the reason for each."""


@dataclass(frozen=True, kw_only=True)
class PdfMetadata:
    """Metadata of the PDF file."""
    version: str
    """Version of the PDF format."""
    producer: str | None
    """Program that wrote the PDF, as named in the file."""
    creator: str | None
    """Program that created the document, as named in the file."""
    title: str | None
    """Title in the metadata of the file."""
    created_at: str | None
    """Time of creation (UTC)."""
    modified_at: str | None
    """Time of the last change, as named in the file."""
    revisions: int
    """Number of saved revisions; 1 if the file was never changed"""
    is_encrypted: bool
    """Whether it is encrypted."""
    has_javascript: bool
    """Whether the PDF contains JavaScript."""
    has_form: bool
    """Whether the PDF contains form fields."""
    embedded_files: int
    """Number of files attached inside the PDF."""
    signatures: int
    """Number of digital signatures in the file."""
    fonts: tuple[str, ...]
    """Names of the fonts in the file."""
    sha256: str
    """SHA-256 hash of the file, in hexadecimal."""


@dataclass(frozen=True, kw_only=True)
class PendingMfa:
    """The provider asks for a second factor."""
    kind: Literal["mfa"]
    """What the account waits for."""
    mfa_method: MfaMethod
    """How the person answers the MFA challenge."""
    until: dt.datetime
    """End of the period."""


@dataclass(frozen=True, kw_only=True)
class PendingOauth2:
    """The provider waits for the person to sign in on its own page."""
    kind: Literal["oauth2"]
    """What the account waits for."""
    until: dt.datetime
    """End of the period."""


@dataclass(frozen=True, kw_only=True)
class PostalAddress:
    street: str | None
    """Street and house number."""
    county: str | None
    """County, as written in the source."""
    city: str | None
    """Town or city."""
    post_code: str | None
    """Postcode."""
    country: str | None
    """Country, as written in the source."""


@dataclass(frozen=True, kw_only=True)
class PresignedUpload:
    file_name: str
    """Name of the file."""
    presigned_url: str
    """PUT the file here, once, within 15 minutes"""
    headers: Mapping[str, str]
    """Headers that the PUT must send, exactly so: they are signed. With `bytes`, Content-Length is among them; browsers and most HTTP clients set that one themselves"""
    path: str
    """Submit this path once the file is uploaded"""
    external_id: str | None
    """Your own id for the file."""


@dataclass(frozen=True, kw_only=True)
class PresignedUploads:
    presigned_urls: tuple[PresignedUpload, ...]
    """One upload URL per file, in the order of the request."""


@dataclass(frozen=True, kw_only=True)
class ProvenanceCheck:
    """A check of the figures against each other."""
    name: str
    """Name of the check."""
    is_passed: bool
    """Whether the check passed."""
    note: str
    """Explanation for people."""


@dataclass(frozen=True, kw_only=True)
class ProvenanceDocument:
    document_id: str
    """Id of the uploaded document. Null for data from a connection."""
    sha256: str
    """Of the file, as returned by GET /documents/{document_id}/file"""
    reader_version: str
    """Version of the document reader."""
    verified: bool
    """The money is certified: balances and amounts of a statement, this period of a payslip"""
    certified: tuple[Literal["balances_and_amounts", "descriptions", "this_period", "year_to_date", "identity"], ...]
    """Groups of fields whose checks all passed. Statements: `balances_and_amounts` (with dates) and `descriptions`; payslips: `this_period`, `year_to_date` and `identity`. Compare the other groups with the document"""
    model: str | None
    """Name of the language model that said what the values mean; null if none was used"""
    gates: tuple[ProvenanceCheck, ...]
    """The checks behind `verified`, with their results."""
    warnings: tuple[str, ...]
    """What a reader of the data should know."""


@dataclass(frozen=True, kw_only=True)
class ProvenanceValue:
    """The source of one value."""
    path: str
    """Path in the submission, such as `transactions.3.amount`; array indexes count from 0"""
    page: int | None
    """Page number, from 1; null if the value is not printed as such"""
    box: tuple[Decimal, ...] | None
    """Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear"""
    method: Literal["text", "ocr", "computed", "inferred", "provider", "model", "member"]
    """text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider; model: printed in the box, and a language model of the operator said what it means; member: corrected or confirmed by the team"""
    confidence: Literal["proven", "printed", "likely", "doubtful"] | None
    """proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted, or corrected"""
    correction: FieldCorrection | None
    """Null if the value is as read"""


@dataclass(frozen=True, kw_only=True)
class Provider:
    id: str
    """Id of the provider, used as `payroll_provider`."""
    name: str
    """Name of the provider for people."""
    url: str
    """Website of the provider."""
    logo_url: str
    """URL of the logo."""
    is_oauth2: bool
    """Whether people log in on the pages of the provider (OAuth2)."""
    is_scraper: bool
    """Whether the data is read from the website of the provider."""
    is_direct: bool
    """Needs no login: it is queried by POST /accounts/direct-connections, so do not offer it to users"""
    aggregator: str | None
    """For banks: the authorised firm that reads the accounts, with the person’s consent; otherwise null"""
    reset_url: str
    """Page on which people can reset their login at the provider."""
    parent: str | None
    """Id of the parent provider; null if there is none."""
    max_login_attempts: int
    """Number of wrong attempts after which the provider locks the login."""
    extra_login_params: tuple[LoginParameter, ...]
    """Further fields that the provider asks for at login."""
    health: ProviderHealth
    """How well the provider responds."""


@dataclass(frozen=True, kw_only=True)
class ProviderFunnel:
    provider: str
    """Id of the provider."""
    selected: int
    """Number of journeys, each counted once, on the day of the first occurrence"""
    login_submitted: int
    """Number of journeys, each counted once, on the day of the first occurrence"""
    mfa_required: int
    """Number of journeys, each counted once, on the day of the first occurrence"""
    connected: int
    """Number of journeys, each counted once, on the day of the first occurrence"""
    data_ready: int
    """Number of journeys, each counted once, on the day of the first occurrence"""
    errors: tuple[FunnelError, ...]
    """The problems, one text each."""


@dataclass(frozen=True, kw_only=True)
class ProviderHealth:
    state: Literal["operational", "degraded", "down", "unknown"]
    """operational: at least 95 % of the calls in the last hour got a proper reply, whatever it said, or there were too few calls to tell. degraded: fewer than that. down: calls are suspended after failures, or fewer than half of the calls in the last five minutes got a reply. unknown: no calls for an hour."""
    success_rate: Decimal | None
    """Share of calls with a reply; null if there were none"""
    median_ms: int | None
    """Median response time; null if there were no replies"""
    calls: int
    """Calls in the last hour"""


@dataclass(frozen=True, kw_only=True)
class ReadPayslip:
    employer_name: str | None
    """Name of the employer, as given by the source."""
    pay_date: dt.datetime
    """Day of payment."""
    gross_pay: Decimal | None
    """Pay before deductions in pounds."""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""


@dataclass(frozen=True, kw_only=True)
class ReadStatement:
    bank_name: str | None
    """Name of the bank."""
    account_ending: str | None
    """The last four digits"""
    start_date: dt.datetime | None
    """First day."""
    end_date: dt.datetime | None
    """Last day of the period."""
    closing_balance: Decimal | None
    """Balance at the end of the statement, with thousands separators and two decimals."""


@dataclass(frozen=True, kw_only=True)
class Reauthenticated:
    authenticated_at: dt.datetime
    """Dangerous operations are open for 10 minutes from this time"""


@dataclass(frozen=True, kw_only=True)
class RecentEvent:
    """An event with its deliveries, without its content."""
    event_id: str
    """Id of the event; the same for every webhook and attempt."""
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""
    user_id: str | None
    """The user that the event is about"""
    created_at: dt.datetime
    """When the event was published"""
    deliveries: tuple[EventDelivery, ...]
    """Its deliveries, one for each webhook that listed the event"""


@dataclass(frozen=True, kw_only=True)
class RecentEventPage:
    events: tuple[RecentEvent, ...]
    """Events, newest first"""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class RecordedEmployerMiss:
    is_counted: bool
    """False if this journey was counted for the text before, or the text is not counted"""


@dataclass(frozen=True, kw_only=True)
class RecoveryCodes:
    recovery_codes: tuple[str, ...]
    """Each can be used once, instead of a code"""


@dataclass(frozen=True, kw_only=True)
class RecurringAccount:
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str
    """Id of the provider."""
    user_name: str | None = None
    """Null until the provider reports it; omitted for the Support role"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    status: Literal["PENDING", "AUTHORISED", "INVALID", "EXPIRED"]
    """Status of the account."""
    mfa_enabled: bool
    """Whether the provider asked for a second factor."""
    latest_pay_date: dt.datetime | None
    """Latest pay date retrieved; null before the first."""
    retrieval: AccountRetrieval
    identity_match: Literal["full", "partial", "none", "unknown"]
    """How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare"""
    identity_accepted_at: dt.datetime | None
    """When your team accepted data with the identity_match `none`; null if it did not"""
    self_administered: bool | None
    """Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known"""
    consent: BankConsent | None
    """Null except for a bank whose consent has not ended for good"""
    next_recurring_check: dt.datetime | None
    """Null if the end date comes before it"""
    recurring_check_end_date: dt.datetime | None
    """Time when recurring checks end."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"]
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    employee_name: str | None = None
    """Null until a payslip names it; omitted for the Support role"""


@dataclass(frozen=True, kw_only=True)
class RecurringAccountPage:
    pagination: Pagination
    """Where this page is in the list."""
    accounts: tuple[RecurringAccount, ...]
    """The accounts on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class ReportLink:
    link_id: str
    """Id of the link to a report."""
    report_id: str
    """The report that the link opens"""
    created_at: dt.datetime
    """When the link was created"""
    expires_at: dt.datetime
    """When the link stops working"""
    status: Literal["open", "expired", "revoked"]
    """Only an open link works"""
    opened: int
    """How often the link was opened"""
    last_opened_at: dt.datetime | None
    """When the link was last opened"""


@dataclass(frozen=True, kw_only=True)
class ReportLinkPage:
    pagination: Pagination
    """Where this page is in the list."""
    links: tuple[ReportLink, ...]
    """Newest first"""


@dataclass(frozen=True, kw_only=True)
class RequestLogPage:
    requests: tuple[LoggedRequest, ...]
    """Requests, newest first"""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class RequestedDocuments:
    """Documents that the client asks for."""
    kind: Literal["payslips", "bank_statements"]
    """Kind of document"""
    months: tuple[str, ...]
    """Calendar months, oldest first"""


@dataclass(frozen=True, kw_only=True)
class Review:
    """The review of a user by your team."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    status: Literal["registered", "invited", "opened", "sharing", "stalled", "ready", "in_review", "decided"]
    """registered: no link yet. invited: has a link. opened: opened it. sharing: data is there. stalled: no progress for 7 days. ready: the income summary is ready, or the journey is finished. in_review and decided: set by your team."""
    status_at: dt.datetime
    """When the status was reached"""
    updated_at: dt.datetime
    """When the review or the income summary last changed"""
    assignee: ReviewMember | None
    """Member who does the review"""
    finding: ReviewFinding | None
    """Worst finding of the income summary"""
    advice: Literal["none", "ok", "incomplete", "refer", "decline_suggested"]
    """What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met"""
    employer: str | None
    """Employer of the newest active employment"""
    annual_gross: Decimal | None
    """As in the income summary when it last changed"""
    decision: ReviewDecision | None
    """Decision of your team"""
    note_count: int
    """Number of internal notes"""
    assignable: tuple[ReviewMember, ...]
    """Members who may be the assignee"""


@dataclass(frozen=True, kw_only=True)
class ReviewAuthor:
    """The member or API key that wrote it. An API key has no name."""
    kind: Literal["api_key", "member"]
    """Whether a member or an API key wrote it"""
    id: str
    """Id."""
    name: str | None
    """Name of the member"""


@dataclass(frozen=True, kw_only=True)
class ReviewDecision:
    decision: Literal["approve", "decline", "refer", "withdrawn"]
    """Decision of your team"""
    reason: str
    """Reason code."""
    decided_at: dt.datetime
    """Time of the decision (UTC)"""
    decided_by: ReviewAuthor


@dataclass(frozen=True, kw_only=True)
class ReviewFinding:
    """The worst finding of the income summary."""
    code: str
    """As in the income summary"""
    severity: Literal["low", "medium", "high"]
    """How serious the finding is."""


@dataclass(frozen=True, kw_only=True)
class ReviewMember:
    """A member of the team."""
    member_id: str
    """Id of the member"""
    name: str
    """Name of the member"""


@dataclass(frozen=True, kw_only=True)
class ReviewNote:
    """An internal note. The person never sees it."""
    note_id: str
    """Id of the note."""
    text: str
    """Text of the note"""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    author: ReviewAuthor


@dataclass(frozen=True, kw_only=True)
class ReviewNotePage:
    pagination: Pagination
    """Where this page is in the list."""
    notes: tuple[ReviewNote, ...]
    """Notes, newest first"""


@dataclass(frozen=True, kw_only=True)
class ReviewPage:
    reviews: tuple[ReviewRow, ...]
    """Users on this page of the queue"""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class ReviewRow:
    """A user of the work queue. Names, references, employers, amounts and assignees are null for the Support role."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    status: Literal["registered", "invited", "opened", "sharing", "stalled", "ready", "in_review", "decided"]
    """registered: no link yet. invited: has a link. opened: opened it. sharing: data is there. stalled: no progress for 7 days. ready: the income summary is ready, or the journey is finished. in_review and decided: set by your team."""
    status_at: dt.datetime
    """When the status was reached"""
    updated_at: dt.datetime
    """When the review or the income summary last changed"""
    assignee: ReviewMember | None
    """Member who does the review"""
    finding: ReviewFinding | None
    """Worst finding of the income summary"""
    advice: Literal["none", "ok", "incomplete", "refer", "decline_suggested"]
    """What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met"""
    forename: str | None
    """First name."""
    surname: str | None
    """Last name."""
    ext_id: str | None
    """Your own reference of the user, such as an application number."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    employer: str | None
    """Employer of the newest active employment"""
    annual_gross: Decimal | None
    """As in the income summary when it last changed"""
    decision: Literal["approve", "decline", "refer", "withdrawn"] | None
    """Decision of your team"""


@dataclass(frozen=True, kw_only=True)
class ReviewRule:
    """A review rule. It advises your team and never decides."""
    name: str
    """Name of the rule"""
    kind: Literal["min_months_covered", "min_annual_gross", "min_left_monthly", "min_tenure_months", "max_variable_share", "max_variability", "max_yearly_fall", "max_days_since_pay", "no_finding_of_severity", "no_finding_of_code"]
    """min_months_covered: complete months of payslips. min_annual_gross: current gross pay a year. min_left_monthly: what is left a month after the spending estimate. min_tenure_months: longest active employment. max_variable_share: share of variable pay. max_variability: variation of monthly net pay. max_yearly_fall: fall of gross pay against the year before. max_days_since_pay: age of the newest pay. no_finding_of_severity, no_finding_of_code: findings that must not be there"""
    limit: str | None
    """Limit in months, pounds, per cent or days"""
    severity: Literal["high", "medium", "low"] | None
    """Findings of this severity or a worse one"""
    finding_codes: tuple[Literal["document-low-trust", "unread-document", "document-included", "unread-document-checked", "values-corrected", "sources-differ", "tax-year-differs", "income-not-in-bank", "self-administered-payroll", "identity-differs", "no-current-income", "no-recent-pay", "employment-ended", "recent-start", "gap", "falling-pay", "mostly-variable", "disputed"], ...]
    """Codes of findings"""
    outcome: Literal["refer", "decline_suggested"]
    """What is advised if the rule is not met"""


@dataclass(frozen=True, kw_only=True)
class ReviewRuleCheck:
    """Review rules checked against an income summary."""
    version: int
    """Version of the rules"""
    advice: Literal["none", "ok", "incomplete", "refer", "decline_suggested"]
    """What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met"""
    results: tuple[ReviewRuleResult, ...]
    """One for each rule, in their order"""


@dataclass(frozen=True, kw_only=True)
class ReviewRuleResult:
    rule: ReviewRule
    """The rule that was checked"""
    result: Literal["met", "not_met", "unknown"]
    """unknown: the figure that the rule needs cannot be calculated"""
    value: str | None
    """The figure used, in the unit of the limit; for findings, how many there are"""
    finding_codes: tuple[Literal["document-low-trust", "unread-document", "document-included", "unread-document-checked", "values-corrected", "sources-differ", "tax-year-differs", "income-not-in-bank", "self-administered-payroll", "identity-differs", "no-current-income", "no-recent-pay", "employment-ended", "recent-start", "gap", "falling-pay", "mostly-variable", "disputed", "rule-not-met"], ...]
    """Codes of the findings that break the rule"""
    message: str
    """The figure and the limit in one sentence"""


@dataclass(frozen=True, kw_only=True)
class ReviewRules:
    """The review rules of the client."""
    version: int
    """Number of the version; 0 before the first rules"""
    updated_at: dt.datetime | None
    """When the rules were replaced last"""
    rules: tuple[ReviewRule, ...]
    """The rules, in the order of the list"""


@dataclass(frozen=True, kw_only=True)
class ReviewRulesAuthor:
    kind: Literal["api_key", "member"]
    """Whether a member or an API key replaced the rules"""
    id: str
    """Id."""
    name: str | None
    """Name of the member"""


@dataclass(frozen=True, kw_only=True)
class ReviewRulesChange:
    version: int
    """Number of the version that the change created"""
    changed_at: dt.datetime
    """When the rules were replaced"""
    changed_by: ReviewRulesAuthor
    """Member or API key that replaced the rules"""
    before: tuple[ReviewRule, ...]
    """The rules before the change"""
    after: tuple[ReviewRule, ...]
    """The rules after the change"""


@dataclass(frozen=True, kw_only=True)
class ReviewRulesChangePage:
    pagination: Pagination
    """Where this page is in the list."""
    changes: tuple[ReviewRulesChange, ...]
    """Changes, newest first"""


@dataclass(frozen=True, kw_only=True)
class ReviewStatusChangedEvent:
    """The review status of a user changed, or your team decided"""
    event: Literal["review-status-changed"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    from_status: Literal["registered", "invited", "opened", "sharing", "stalled", "ready", "in_review", "decided"]
    """The status in the previous event about the user"""
    status: Literal["registered", "invited", "opened", "sharing", "stalled", "ready", "in_review", "decided"]
    """Status of the review now."""
    decision: Literal["approve", "decline", "refer", "withdrawn"] | None
    """With the status decided"""
    assignee_id: str | None
    """The member who is assigned"""


@dataclass(frozen=True, kw_only=True)
class RollingIncome:
    gross_pay: Decimal
    """Pay before deductions in pounds."""
    net_pay: Decimal
    """Pay after deductions in pounds."""


@dataclass(frozen=True, kw_only=True)
class RollingIncomeForWebhook:
    gross_pay: Decimal
    """Pay before deductions in pounds."""
    net_pay: Decimal
    """Pay after deductions in pounds."""


@dataclass(frozen=True, kw_only=True)
class SandboxAddress:
    street: str | None
    """Street and house number."""
    city: str | None
    """Town or city."""
    county: str | None
    """County, as written in the source."""
    post_code: str | None
    """Postcode."""
    country: str | None
    """Country, as written in the source."""
    from_: dt.date | None = field(metadata={WIRE_NAME: "from"})
    """Start of the period."""


@dataclass(frozen=True, kw_only=True)
class SandboxArrival:
    number: int
    """Sequence number over all deliveries to the sandbox"""
    received_at: dt.datetime
    """Time of arrival (UTC)."""
    answered: int
    """HTTP status returned"""
    webhook_id: str | None
    """Id of the webhook."""
    event: str | None
    """Kind of the event."""
    attempt: str | None
    """Number of the attempt, starting at 1."""
    sequence: str | None
    """Number of the delivery within its webhook, without gaps."""
    is_test: bool
    """Whether it was sent by a test."""
    is_tombstone: bool
    """Whether the data was erased since, so that only ids are left."""
    is_accepted: bool
    """Whether the sandbox inbox accepted the delivery."""
    signatures: SandboxSignatures
    """Whether each signature is right."""
    is_encrypted: bool
    """Whether it is encrypted."""
    is_decrypted: bool
    """Whether the body could be decrypted."""
    body: str | None
    """Decrypted if it was encrypted; null if it cannot be decrypted"""
    problems: tuple[str, ...]
    """What is wrong with the delivery; empty if nothing is."""
    headers: Mapping[str, str]
    """HTTP headers."""


@dataclass(frozen=True, kw_only=True)
class SandboxClock:
    now: dt.datetime
    """Current time of the sandbox clock."""
    today: dt.date
    """Current day of the sandbox clock."""
    begins: dt.date
    """First day of the sandbox calendar"""
    ends: dt.date
    """Last day of the sandbox calendar"""
    is_own: bool
    """Whether you have set the clock; otherwise it is that of the installation"""


@dataclass(frozen=True, kw_only=True)
class SandboxEmployer:
    name: str
    """Name of the employer."""
    paye_reference: str | None
    """PAYE reference of the employer."""


@dataclass(frozen=True, kw_only=True)
class SandboxIdentity:
    title: str | None
    """Title, such as Mrs."""
    forename: str
    """First name."""
    surname: str
    """Last name."""
    gender: str | None
    """Gender."""
    date_of_birth: dt.date
    """Date of birth. A date without a time means noon UTC."""
    ni_number: str | None
    """National Insurance number."""
    unique_tax_reference: str | None
    """Unique Taxpayer Reference."""
    email: str | None
    """E-mail address."""
    phone: str | None
    """Phone number."""
    addresses: tuple[SandboxAddress, ...]
    """Postal addresses, newest first."""


@dataclass(frozen=True, kw_only=True)
class SandboxInbox:
    url: str
    """Use this as the url of a webhook"""
    pagination: Pagination
    """Where this page is in the list."""
    deliveries: tuple[SandboxArrival, ...]
    """The deliveries on this page, newest first."""


@dataclass(frozen=True, kw_only=True)
class SandboxJob:
    """An employment of a sandbox person."""
    id: str
    """Id of the employment."""
    employer: SandboxEmployer
    """Name of the employer."""
    role: str | None
    """Job title."""
    type: str | None
    """Type of the employment."""
    start_date: dt.date
    """First day."""
    leave_date: dt.date | None
    """Last day of the employment; null while it continues."""
    frequency: str
    """How often it repeats."""
    annual_pay: str | None
    """Pay per year in pounds, before deductions."""
    hourly_pay: str | None
    """Pay per hour in pounds."""


@dataclass(frozen=True, kw_only=True)
class SandboxPeople:
    pagination: Pagination
    """Where this page is in the list."""
    people: tuple[SandboxPerson, ...]
    """The people of the sandbox on this page."""


@dataclass(frozen=True, kw_only=True)
class SandboxPerson:
    user_name: str
    """User name of the person at every provider"""
    name: str
    """Full name of the person."""
    about: str
    """What this person is for"""


@dataclass(frozen=True, kw_only=True)
class SandboxPersonDetails:
    user_name: str
    """User name of the person at every provider"""
    name: str
    """Full name of the person."""
    about: str
    """What this person is for"""
    next_pay_day: dt.date | None
    """By the sandbox clock; null if there is no further pay"""
    sign_in: SandboxSignIn
    """Not secret: the person is fictional"""
    identity: SandboxIdentity
    """Who the person is."""
    jobs: tuple[SandboxJob, ...]
    """Employments of the person."""


@dataclass(frozen=True, kw_only=True)
class SandboxProvider:
    id: str
    """Id of the provider."""
    name: str
    """Name of the provider."""
    is_down: bool
    """Whether the simulated provider is switched off."""
    slow_seconds: Decimal
    """Delay of every response"""
    max_login_attempts: int
    """Number of wrong attempts after which the provider locks the login."""
    locked_user_names: tuple[str, ...]
    """Logins that the simulated provider has locked."""
    overridden_user_names: tuple[str, ...]
    """People whose behaviour is overridden at this provider"""
    is_own: bool
    """Whether you have changed this provider; otherwise the settings of the installation apply"""


@dataclass(frozen=True, kw_only=True)
class SandboxProviders:
    providers: tuple[SandboxProvider, ...]
    """The providers of the sandbox."""


@dataclass(frozen=True, kw_only=True)
class SandboxSignIn:
    user_name: str
    """Login of the person at the provider."""
    password: str
    """The password that succeeds; others trigger test behaviours, see the guide"""
    code: str
    """Answer to an MFA challenge for a code"""
    memorable_date: dt.date
    """The date that the person uses as a second factor."""
    memorable_word: str
    """The word that the person uses as a second factor."""


@dataclass(frozen=True, kw_only=True)
class SandboxSignatures:
    standard: Literal["verified", "refused", "not-sent", "not-checked"]
    """The `webhook-signature` header and whether it matches."""
    hexadecimal: Literal["verified", "refused", "not-sent", "not-checked"]
    """The `X-Svc-Signature` header and whether it matches."""
    next: Literal["verified", "refused", "not-sent", "not-checked"]
    """The next signing secret, during a rotation."""


@dataclass(frozen=True, kw_only=True)
class SavedView:
    name: str
    """Name of the view"""
    query: str
    """The query of GET /reviews, without limit and cursor"""


@dataclass(frozen=True, kw_only=True)
class SavedViews:
    views: tuple[SavedView, ...]
    """Saved views, in the order of the list"""


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    jwt: str
    """Token of the member, for `Authorization: Bearer`."""
    member: SignedInMember
    """The member who signed in."""


@dataclass(frozen=True, kw_only=True)
class SignedInMember:
    id: str
    """Id of the member."""
    email: str
    """E-mail address."""
    role: Literal["Owner", "Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """What the member may do."""
    status: Literal["unconfirmed", "confirmed", "archived", "compromised", "unknown", "reset_required", "force_change_password", "external_provider"]
    """Whether the member has confirmed the invitation."""
    mfa_status: Literal["sms", "email", "disabled"]
    """The member's second factor."""
    name: str
    """Name of the member."""


@dataclass(frozen=True, kw_only=True)
class SignedIncomeReport:
    report: IncomeReport
    """The same content as in the signature"""
    jws: str
    """Compact JWS (EdDSA) over iss, iat and report; keys: /.well-known/jwks.json"""


@dataclass(frozen=True, kw_only=True)
class SignedSubmission:
    jws: str
    """Compact JWS (EdDSA) over iss, iat, user_id, kind, submission and provenance; keys: /.well-known/jwks.json"""


@dataclass(frozen=True, kw_only=True)
class SsoAuthorisation:
    authorisation_url: str
    """Open this URL in the same browser"""


@dataclass(frozen=True, kw_only=True)
class SsoRoleMapping:
    claim_value: str
    """Value of the claim"""
    role: Literal["Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """Role of people with this value"""


@dataclass(frozen=True, kw_only=True)
class SsoSettings:
    """Single sign-on of the members. The secret is never returned."""
    organisation: str
    """Name that members enter on the sign-in page; unique in the service"""
    issuer: str
    """URL of the OpenID provider, as in its discovery document"""
    oidc_client_id: str
    """Client id of Payproof at the provider"""
    role_claim: str | None
    """Claim whose values decide the role at each sign-in"""
    role_mapping: tuple[SsoRoleMapping, ...]
    """Roles by value of the claim; the first match decides"""
    is_required: bool
    """Whether members other than Owners must sign in at the provider"""
    redirect_uri: str
    """Register this URL at the provider"""
    changed_at: dt.datetime
    """When the settings were last changed (UTC)"""


@dataclass(frozen=True, kw_only=True)
class StatementPeriod:
    start_date: dt.date | None
    """First day of the statement (YYYY-MM-DD)."""
    end_date: dt.date | None
    """Last day of the statement (YYYY-MM-DD)."""


@dataclass(frozen=True, kw_only=True)
class SubmissionProvenance:
    submission_id: str
    """Id of the submission."""
    source: str
    """Where the data comes from."""
    account_id: str | None
    """Account it was retrieved through; null for documents"""
    document: ProvenanceDocument | None
    """The source document; null for data retrieved from a provider"""
    values: tuple[ProvenanceValue, ...]
    """Every value of the submission that is not null"""


@dataclass(frozen=True, kw_only=True)
class TaxIncomePayload:
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    income_submissions: tuple[IncomeSubmissionForWebhook, ...]
    """Income per tax year, newest first."""


@dataclass(frozen=True, kw_only=True)
class TaxYearDifferences:
    income: Decimal | None
    """Taxable income from this employer in pounds."""
    tax_paid: Decimal | None
    """Tax paid through this employer in pounds."""


@dataclass(frozen=True, kw_only=True)
class TaxYearMatch:
    """Whether payslips confirm the tax authority’s figures for an employer in a tax year."""
    kind: Literal["tax_year_on_payslips"]
    """The two sources compared."""
    status: Literal["matched", "unmatched"]
    """matched: every figure given by both sources differs by at most 99p"""
    strength: Literal["strong", "fair"] | None
    """strong: income and tax match; fair: one of them"""
    reason: Literal["no-employer-name", "no-payslips", "year-not-covered", "no-figures", "differs"] | None
    """Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that year; year-not-covered: too few payslips to compare; no-figures: no figure is given by both"""
    tax_year: str
    """2024-25 is 6 April 2024 to 5 April 2025"""
    tax_authority: MatchedTaxIncome
    """What the tax authority says."""
    payroll: MatchedYearOfPay | None
    """What the payslips say."""
    differences: TaxYearDifferences
    """Payslips minus tax authority; null if not compared"""


@dataclass(frozen=True, kw_only=True)
class TestedLayout:
    layout: Literal["list", "questions"]
    """Layout of the consent screen."""
    journeys: int
    """Journeys that saw the consent screen a day ago or earlier"""
    agreed: int
    """Of these, agreed within a day"""
    share: Decimal | None
    """Share of journeys that agreed, from 0 to 1; null without journeys."""
    share_from: Decimal | None
    """Lower end of the 95 % interval (Wilson)"""
    share_to: Decimal | None
    """Upper end of the 95 % interval (Wilson)"""


@dataclass(frozen=True, kw_only=True)
class TimelineEvent:
    """Fields that do not apply are omitted."""
    at: dt.datetime
    """Time (UTC)."""
    kind: Literal["user.created", "authorisation.accepted", "authorisation.revoked", "authorisation.expired", "account.moved", "payroll.retrieved", "tax_income.retrieved", "document.stored", "bank_statement.read", "note.added", "journey.reminded", "journey.reminders_stopped", "delivery.delivered", "delivery.dead", "user.changed", "user_token.issued", "user_token.revoked", "journey.invited", "journey.opened", "journey.ended", "data.erased", "account.requested", "account.refused", "account.reconnecting", "payroll.requested", "payroll.refused", "tax_income.requested", "tax_income.refused", "document.submitted", "document.discarded"]
    """What happened."""
    id: str
    """Id of the subject: user, authorisation, account, entry, document, submission, note or delivery"""
    actor_kind: str | None = None
    """Kind of actor: api_key, member, user, worker or operator"""
    account_id: str | None = None
    """Id of the account: the connection of a user to a provider."""
    payroll_provider: str | None = None
    """Id of the provider."""
    from_status: str | None = None
    """Status before the change; null for the first."""
    status: str | None = None
    """Status after the change."""
    reason: str | None = None
    """Reason code."""
    term_id: str | None = None
    """Id of the authorisation term."""
    submissions: int | None = None
    """Number of payslips or tax years retrieved"""
    document_id: str | None = None
    """Id of the uploaded document. Null for data from a connection."""
    document_type: str | None = None
    """Kind of the document."""
    trust_score: str | None = None
    """Whether the document shows traces of tampering."""
    subject: str | None = None
    """Subject of a note: job, bank_account or tax_year"""
    webhook_id: str | None = None
    """Id of the webhook."""
    event: str | None = None
    """Kind of the event."""


@dataclass(frozen=True, kw_only=True)
class TimelinePage:
    timeline: tuple[TimelineEvent, ...]
    """What happened to the user, newest first."""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page; null on the last page."""


@dataclass(frozen=True, kw_only=True)
class Totp:
    """Authenticator app (RFC 6238) of a member."""
    is_active: bool
    """Whether a sign-in needs a code of the app"""
    confirmed_at: dt.datetime | None
    """When the first code of the app was entered (UTC)"""
    recovery_codes_left: int
    """Recovery codes that have not been used"""


@dataclass(frozen=True, kw_only=True)
class TotpSecret:
    secret: str
    """In Base32, for entering by hand"""
    otpauth_uri: str
    """For a QR code that the app scans"""


@dataclass(frozen=True, kw_only=True)
class TrustSignal:
    """A trust finding and its location."""
    code: str
    """Stable code; the errors page explains each."""
    category: Literal["file", "page", "arithmetic", "content"]
    """Group of the finding."""
    severity: Literal["info", "low", "medium", "high"]
    """How serious the finding is."""
    title: str
    """Short text of the finding for people."""
    message: str
    """Text for people."""
    location: TrustSignalBox | TrustSignalFields | UnknownObject
    """Where on the page the finding is."""


@dataclass(frozen=True, kw_only=True)
class TrustSignalBox:
    """A finding at a place on a page."""
    page: int
    """Page number, from 1"""
    box: tuple[Decimal, Decimal, Decimal, Decimal]
    """Left, top, right and bottom, as in DocumentFields"""
    expected: str | None = None
    """The value that was expected."""
    actual: str | None = None
    """The value that was found."""


@dataclass(frozen=True, kw_only=True)
class TrustSignalFields:
    """A finding about values."""
    fields: tuple[str, ...]
    """Names of the values concerned."""


@dataclass(frozen=True, kw_only=True)
class UnusedPayslip:
    """A payslip that the estimate leaves out."""
    submission_id: str
    """Id of the submission."""
    reason: Literal["low-trust-document", "no-net-pay", "no-dates", "dates-reversed", "too-long", "known-twice"]
    """Reason code."""


@dataclass(frozen=True, kw_only=True)
class User:
    """Fields that are not set are omitted."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    created_at: dt.datetime
    """Time of creation (UTC)."""
    forename: str | None = None
    """First name."""
    surname: str | None = None
    """Last name."""
    date_of_birth: dt.datetime | None = None
    """Date of birth. A date without a time means noon UTC."""
    post_codes: tuple[str, ...] | None = None
    """Postcodes during the check period, newest first."""
    ni_number: str | None = None
    """National Insurance number."""
    ext_id: str | None = None
    """Your own reference of the user, such as an application number."""
    email: str | None = None
    """E-mail address."""
    phone: str | None = None
    """Mobile number, for one-time codes by text message"""
    payroll_period_months: int | None = None
    """How many months back a first retrieval goes."""
    recurring_checks_enabled: bool | None = None
    """Whether data is retrieved again on a schedule."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"] | None = None
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    recurring_check_end_date: dt.datetime | None = None
    """Time when recurring checks end."""
    taxauth_enabled: bool | None = None
    """Whether data of the tax authority can be retrieved."""
    payslip_upload_enabled: bool | None = None
    """Whether payslips can be uploaded as documents."""
    payroll_connections_enabled: bool | None = None
    """Whether payroll accounts can be connected."""
    reminders_stopped_at: dt.datetime | None = None
    """When the person stopped reminders by email"""


@dataclass(frozen=True, kw_only=True)
class UserBankStatementSubmittedEvent:
    """Bank statements of a user were read"""
    event: Literal["user-bank-statement-submitted"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    document_external_ids: tuple[str, ...]
    """Your own ids of the documents that were read."""
    payload: BankStatementPayload | None = None
    """With config.include_payload: the data itself"""


@dataclass(frozen=True, kw_only=True)
class UserFlag:
    code: Literal["document-low-trust", "identity-differs", "unread-document", "disputed"]
    """document-low-trust: documents that are not included; identity-differs: accounts and documents of another person that are not accepted; unread-document: documents that could not be read and are not checked; disputed: notes of the applicant"""
    count: int
    """How many documents, sources or notes"""


@dataclass(frozen=True, kw_only=True)
class UserPage:
    pagination: Pagination
    """Where this page is in the list."""
    users: tuple[User, ...]
    """The users on this page of the list."""


@dataclass(frozen=True, kw_only=True)
class UserPayrollSubmittedEvent:
    """New payroll data of a user"""
    event: Literal["user-payroll-submitted"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    account_id: str | None
    """Id of the account: the connection of a user to a provider."""
    payload: PayrollPayload | None = None
    """With config.include_payload: the data itself"""


@dataclass(frozen=True, kw_only=True)
class UserTaxauthDataSubmittedEvent:
    """New income of a user from the tax authority"""
    event: Literal["user-taxauth-data-submitted"]
    """Kind of the event."""
    user_id: str
    """Id of the user: the person whose income is verified."""
    timestamp: dt.datetime
    """Time of the event (UTC)."""
    entry_id: str
    """Id of the entry: one retrieval or upload that brought the data."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""
    payload: TaxIncomePayload | None = None
    """With config.include_payload: the data itself"""


@dataclass(frozen=True, kw_only=True)
class UserToken:
    token: str
    """Token of the user, for `Authorization: Bearer`."""
    webapp_link: str
    """Link to the hosted journey of this user."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class Webhook:
    webhook_id: str
    """Id of the webhook."""
    name: str
    """Name of the webhook, unique for the client without regard to case."""
    events: tuple[str, ...]
    """Event kinds that are delivered."""
    url: str
    """URL that receives the deliveries."""
    created_at: dt.datetime
    """Time of creation (UTC)."""


@dataclass(frozen=True, kw_only=True)
class WebhookConfig:
    include_payload: bool
    """Whether deliveries carry the data itself and not only ids."""
    encrypted_content_type: Literal["text/plain", "application/json", "application/octet-stream"]
    """The Content-Type of encrypted bodies"""


@dataclass(frozen=True, kw_only=True)
class WebhookEncryption:
    is_encrypted: bool
    """Whether it is encrypted."""
    key_id: str | None
    """As sent in X-Svc-Key-Id"""
    messages: int
    """Messages encrypted with this key so far; the webhook is paused at 2^32"""


@dataclass(frozen=True, kw_only=True)
class WebhookPage:
    pagination: Pagination
    """Where this page is in the list."""
    webhooks: tuple[Webhook, ...]
    """Your webhooks."""


@dataclass(frozen=True, kw_only=True)
class WebhookSigning:
    is_signed: bool
    """Whether deliveries are signed."""
    rotation: Literal["none", "added", "promoted"]
    """The running rotation of the secret; null if there is none."""
    promotes_at: dt.datetime | None
    """Time when the new secret signs alone."""
    retires_at: dt.datetime | None
    """Time when the old secret stops signing."""


@dataclass(frozen=True, kw_only=True)
class WebhookStatistics:
    """Delivery attempts by hour."""
    hours: tuple[WebhookStatisticsHour, ...]
    """The last 24 hours, oldest first"""
    is_truncated: bool
    """Whether there are more than 10,000 recent deliveries, so that older ones are not counted"""
    counted_since: dt.datetime | None
    """When the oldest counted delivery was created; null if all were counted"""


@dataclass(frozen=True, kw_only=True)
class WebhookStatisticsHour:
    hour: dt.datetime
    """Start of the hour"""
    succeeded: int
    """Attempts that the receiver answered with a 2xx status"""
    failed: int
    """All other attempts"""
    median_ms: int | None
    """Median duration of the attempts; null without any"""
    p95_ms: int | None
    """95th percentile of the durations; null without any"""


@dataclass(frozen=True, kw_only=True)
class WebhookStatus:
    webhook_id: str
    """Id of the webhook."""
    state: Literal["active", "held", "paused"]
    """held: the circuit is open after failures; the receiver is probed at held_until"""
    paused_at: dt.datetime | None
    """Time when the webhook was paused; null if it is not."""
    pause_reason: str | None
    """Why the webhook is paused; null if it is not."""
    held_until: dt.datetime | None
    """Time until which deliveries wait, as the receiver asked with Retry-After."""
    failing_since: dt.datetime | None
    """Time of the first of the failures in a row; null if the last delivery succeeded."""
    last_success_at: dt.datetime | None
    """Time of the last success; null if there was none."""
    next_attempt_at: dt.datetime | None
    """When the oldest waiting delivery is due"""
    config: WebhookConfig
    """Options of the webhook."""
    signing: WebhookSigning
    """Signature of the deliveries."""
    encryption: WebhookEncryption
    """Encryption of the deliveries."""


@dataclass(frozen=True, kw_only=True)
class YearToDate:
    gross_pay: Decimal | None
    """Pay before deductions in pounds."""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""
    total_tax_paid: Decimal | None
    """Tax paid in the tax year so far, in pounds."""
    total_ni_paid: Decimal | None
    """National Insurance paid in the tax year so far, in pounds."""
    total_taxable_earnings: Decimal | None
    """Taxable earnings of the tax year so far, in pounds."""
    tax_year: int | None
    """The year in which it starts: 2026 means from 6 April 2026"""


@dataclass(frozen=True, kw_only=True)
class YearToDateForWebhook:
    gross_pay: Decimal | None
    """Pay before deductions in pounds."""
    net_pay: Decimal | None
    """Pay after deductions in pounds."""
    total_tax_paid: Decimal | None
    """Tax paid in the tax year so far, in pounds."""
    total_ni_paid: Decimal | None
    """National Insurance paid in the tax year so far, in pounds."""
    total_taxable_earnings: Decimal | None
    """Taxable earnings of the tax year so far, in pounds."""
    tax_year: int | None
    """The year in which it starts: 2026 means from 6 April 2026"""


KeyScope = Literal["read", "write", "erase", "tokens", "webhooks", "configuration", "members"]
"""What an API key may do. Each operation names the scope it needs."""


MfaMethod = MfaCodeMethod | MfaDateMethod | MfaPasswordMethod | UnknownObject


EVENT_MODELS: dict[str, type[Any]] = {
    "user-payroll-submitted": UserPayrollSubmittedEvent,
    "user-bank-statement-submitted": UserBankStatementSubmittedEvent,
    "user-taxauth-data-submitted": UserTaxauthDataSubmittedEvent,
    "account-status-changed": AccountStatusChangedEvent,
    "authorisation-revoked": AuthorisationRevokedEvent,
    "journey-ended": JourneyEndedEvent,
    "document-flagged": DocumentFlaggedEvent,
    "income-summary-updated": IncomeSummaryUpdatedEvent,
    "identity-mismatch": IdentityMismatchEvent,
    "review-status-changed": ReviewStatusChangedEvent,
}
"""The model of each kind of webhook event."""

WebhookEvent = UserPayrollSubmittedEvent | UserBankStatementSubmittedEvent | UserTaxauthDataSubmittedEvent | AccountStatusChangedEvent | AuthorisationRevokedEvent | JourneyEndedEvent | DocumentFlaggedEvent | IncomeSummaryUpdatedEvent | IdentityMismatchEvent | ReviewStatusChangedEvent
"""What webhooks deliver."""
