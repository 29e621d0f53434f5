# Written by `npm run python:generate` from server/openapi.json. Change the routes, not this file.

"""Objects that requests contain. Leave a field out to keep its value; None unsets it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict


class Acceptance(TypedDict):
    name: str
    """Name of the new member."""
    password: str
    """Common and easily guessed passwords are refused"""


class AuthorisationTermChanges(TypedDict):
    """The text of a term cannot be changed; create a new version instead."""
    is_active: bool
    """Whether the term can be accepted."""


class AuthorisationTermTranslation(TypedDict):
    """A term in another language of the journey."""
    language: Literal["cy"]
    """Language of the translation: `cy` for Welsh"""
    name: str
    """Name of the term in this language"""
    authorisation_text: str
    """The legal text that people accept."""


class ConfigurationChanges(TypedDict, total=False):
    """Only the fields sent are changed. `null` unsets an optional field."""
    payslip_upload_enabled: bool
    """Whether payslips can be uploaded as documents."""
    payroll_period_months: int
    """How many months back a first retrieval goes."""
    client_logo: str | None
    """URL of the logo that people see in the journey."""
    client_callback_url: str | None
    """URL to which the person is redirected when the journey ends."""
    recurring_checks_enabled: bool
    """Whether data is retrieved again on a schedule."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"] | None
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    recurring_check_end_date: dt.datetime | dt.date | str | None
    """Time when recurring checks end."""
    payroll_connections_enabled: bool
    """Whether payroll accounts can be connected."""
    taxauth_enabled: bool
    """Whether data of the tax authority can be retrieved."""
    hold_unmatched_data: bool | None
    """Hold data of accounts and documents with the identity_match `none`: it is not stored as submissions until a member accepts it."""
    consent_layout: Literal["list", "questions", "test"] | None
    """Layout of the consent screen: a list, questions with answers, or a test that shows each to half of the journeys; by default `list`"""
    reminder_days: Sequence[int] | None
    """Days after an invitation by email on which people who have not shared anything are reminded by email."""
    client_display_name: str | None
    """Name of the client that people see."""
    brand_colour: str | None
    """Colour of the buttons in the hosted journey, such as `#1a6b3c`."""
    frame_origins: Sequence[str] | None
    """Origins of your own pages that may embed the journey and call the API from a browser."""
    data_purpose: str | None
    """Why the client asks for the data, in English."""
    data_purpose_cy: str | None
    """Why the client asks for the data, in Welsh."""
    next_steps: str | None
    """What happens after the journey, in the client’s own words, in English."""
    next_steps_cy: str | None
    """What happens after the journey, in the client’s own words, in Welsh."""
    data_retention_months: int | None
    """For how many months you keep the data"""
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


class ConsentDecision(TypedDict):
    """The decision that the person made."""
    decision: Literal["keep", "stop"]
    """keep: the bank is read for another 90 days; stop: the consent is ended at the bank"""


class _CredentialsRequired(TypedDict):
    username: str
    """E-mail address of the member."""
    password: str
    """Password. It is never stored or logged in readable form."""


class Credentials(_CredentialsRequired, total=False):
    browser: bool
    """For pages of the console: keeps the token in an HttpOnly cookie instead of returning it. The session then ends after 15 minutes without a request."""


class DirectConnection(TypedDict):
    user_id: str
    """Id of the user: the person whose income is verified."""


class _DocumentFieldChangeRequired(TypedDict):
    path: str
    """Path in the submission, as in GET /documents/{document_id}/fields"""
    action: Literal["correct", "confirm", "restore"]
    """correct: replace the value; confirm: the value agrees with the document; restore: undo both, so that the value is as read"""


class DocumentFieldChange(_DocumentFieldChangeRequired, total=False):
    """One field to correct, confirm or restore."""
    value: str | None
    """Only for `correct`. Amounts as 1234.56, dates as 2026-05-29; null if the document does not show a value"""


class DocumentFieldChanges(TypedDict):
    revision: int
    """Revision that you read. If the fields were changed since, nothing is saved: 409"""
    changes: Sequence[DocumentFieldChange]
    """All are saved, or none"""


class _FileToUploadRequired(TypedDict):
    file_name: str
    """Name of the file."""


class FileToUpload(_FileToUploadRequired, total=False):
    """A file that you want to upload."""
    external_id: str
    """Your own id of the document"""
    bytes: int
    """Length of the file. If given, it is signed: the store refuses a file of another length"""


class IncomeConnectionQuery(TypedDict):
    account_id: str
    """Id of the account: the connection of a user to a provider."""


class Invitation(TypedDict):
    email: str
    """E-mail address."""
    role: Literal["Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """Role of the new member."""


class _JourneyCodeRequired(TypedDict):
    code: str
    """The last segment of the journey link; a malformed code is treated like an expired one"""


class JourneyCode(_JourneyCodeRequired, total=False):
    device: str
    """A random secret that the browser keeps. Without it, every session counts as a new device"""


class JourneyConnectedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["connected"]
    """Name of the event"""
    provider: str
    """Id of the provider."""


class JourneyConsentAcceptedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["consent_accepted"]
    """Name of the event"""


class _JourneyDataReadyEventRequired(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["data_ready"]
    """Name of the event"""


class JourneyDataReadyEvent(_JourneyDataReadyEventRequired, total=False):
    provider: str
    """If known"""


class JourneyDocumentsSubmittedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["documents_submitted"]
    """Name of the event"""


class JourneyEnd(TypedDict):
    outcome: JourneyEndConnected | JourneyEndDocuments | JourneyEndFailed | JourneyEndNothing
    """How the journey ended."""


class JourneyEndConnected(TypedDict):
    """The person connected an account."""
    kind: Literal["connected"]
    """What the person shared."""
    account_id: str
    """Id of the account: the connection of a user to a provider."""


class JourneyEndDocuments(TypedDict):
    """The person sent documents."""
    kind: Literal["documents"]
    """What the person shared."""


class JourneyEndFailed(TypedDict):
    """The connection failed."""
    kind: Literal["failed"]
    """What the person shared."""
    error: str
    """Error code, if the journey ended with one."""


class JourneyEndNothing(TypedDict):
    """The person left without sharing anything."""
    kind: Literal["nothing"]
    """What the person shared."""


class _JourneyErrorEventRequired(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["error"]
    """Name of the event"""
    code: Literal["login-refused", "login-locked", "login-disabled", "password-expired", "terms-not-accepted", "mfa-rejected", "mfa-timeout", "mfa-unsupported", "consent-refused", "identity-mismatch", "company-not-found", "employee-not-found", "employee-ambiguous", "payroll-not-permitted", "consent-ended", "session-ended", "provider-timeout", "provider-unreachable", "provider-changed", "provider-maintenance", "provider-rate-limited", "provider-down", "not-a-pdf", "too-large", "too-many-pages", "password", "broken", "unsafe", "too-complex", "empty", "scan-too-poor", "not-uploaded", "expired", "taken", "not-a-payslip", "not-a-bank-statement", "credit-card-statement", "not-read", "incomplete", "duplicate", "too-many-documents", "still-processing", "invalid-request", "too-many-notes", "credentials-refused", "cross-site-request", "role-too-low", "scope-missing", "address-not-allowed", "api-key-refused", "too-many-api-keys", "too-many-webhooks", "system-term", "last-owner", "password-reset-required", "password-change-required", "reauthentication-required", "sso-required", "second-factor-required", "password-wrong", "own-account", "totp-active", "passkey-refused", "too-many-passkeys", "connections-off", "taxauth-off", "payslip-upload-off", "authorisation-missing", "consent-withdrawn", "not-found", "expenditure-inputs", "no-such-route", "idempotency-key-reused", "idempotency-key-running", "secret-not-repeated", "rules-changed", "fields-changed", "body-too-large", "not-json", "rate-limited", "sign-in-blocked", "unexpected", "unavailable", "client-moving", "attempts-spent", "login-busy", "too-many-logins", "too-many-downloads", "login-lost", "mfa-not-expected", "account-pending", "another-login", "still-retrieving", "link-expired", "journey-missing", "device-not-confirmed", "confirmation-wrong", "confirmation-locked", "return-code-rejected", "too-many-invitations", "too-many-links", "network", "frame-not-loaded", "too-many-files", "upload-failed", "photo-unreadable", "account-duplicate"]
    """Stable code; the errors page explains each."""
    recoverable: bool
    """Whether the person can continue after the error."""


class JourneyErrorEvent(_JourneyErrorEventRequired, total=False):
    provider: str
    """If known"""


class JourneyExitEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["exit"]
    """Name of the event"""
    last_view: Literal["welcome", "consent", "source", "employer", "provider", "login", "second_factor", "away", "progress", "review", "more", "documents", "done", "mine", "error", "expired", "nothing_found", "keep_sharing"] | None
    """The screen that the person saw last."""


class JourneyLoginSubmittedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["login_submitted"]
    """Name of the event"""
    provider: str
    """Id of the provider."""


class _JourneyMfaRequiredEventRequired(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["mfa_required"]
    """Name of the event"""
    kind: Literal["Code", "Date", "PasswordWithPositions"]
    """Kind of the MFA challenge."""


class JourneyMfaRequiredEvent(_JourneyMfaRequiredEventRequired, total=False):
    provider: str
    """If known"""


class JourneyOpenEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["open"]
    """Name of the event"""


class JourneyProviderSelectedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["provider_selected"]
    """Name of the event"""
    provider: str
    """Id of the provider."""


class JourneySourceSelectedEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["source_selected"]
    """Name of the event"""
    source: Literal["direct", "payroll", "bank", "taxauth", "payslips", "bank_statements"]
    """Where the data comes from."""


class JourneyViewEvent(TypedDict):
    id: str
    """Id of the event, chosen by the sender; it is not stored"""
    name: Literal["view"]
    """Name of the event"""
    view: Literal["welcome", "consent", "source", "employer", "provider", "login", "second_factor", "away", "progress", "review", "more", "documents", "done", "mine", "error", "expired", "nothing_found", "keep_sharing"]
    """The screen."""


class MemberChanges(TypedDict, total=False):
    role: Literal["Owner", "Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """What the member may do."""
    mfa_status: Literal["sms", "email", "disabled"]
    """The member's second factor."""


class _MemberMfaAnswerRequired(TypedDict):
    username: str
    """E-mail address of the member."""
    session: str
    """The session returned by POST /members/signin."""
    mfa_code: str
    """The code from the e-mail or of the authenticator app, or a recovery code"""


class MemberMfaAnswer(_MemberMfaAnswerRequired, total=False):
    browser: bool
    """For pages of the console: keeps the token in an HttpOnly cookie instead of returning it. The session then ends after 15 minutes without a request."""


class MemberPolicyChanges(TypedDict, total=False):
    require_second_factor: bool
    """Whether members without an authenticator app must set one up before anything else"""


class MfaAnswer(TypedDict):
    """The code, the date in the requested format, or the requested characters joined."""
    mfa: str
    """The answer: code, date or characters of a word, as the method asks for."""


class _NewAccountRequired(TypedDict):
    user_id: str
    """Id of the user: the person whose income is verified."""
    payroll_provider: str
    """Id of the provider."""


_NewAccountKeywords = TypedDict("_NewAccountKeywords", {"from": "dt.datetime | dt.date | str"}, total=False)


class NewAccount(_NewAccountRequired, _NewAccountKeywords, total=False):
    user_name: str
    """Login of the person at the provider."""
    password: str
    """Password. It is never stored or logged in readable form."""
    extra_login_params: Mapping[str, str]
    """Further login fields of the provider, by the keys of its catalogue entry"""
    to: dt.datetime | dt.date | str
    """The last pay date to retrieve"""


class _NewApiKeyRequired(TypedDict):
    name: str
    """Name of the key, such as the system that uses it."""


class NewApiKey(_NewApiKeyRequired, total=False):
    expires_at: dt.datetime | dt.date | str
    """Time when it ends; null if it does not."""
    scopes: Sequence[KeyScope]
    """Omitted: the key has every scope"""
    addresses: Sequence[str]
    """IP addresses and CIDR ranges from which the key may be used. Omitted: from any address"""


class _NewAuthorisationRequired(TypedDict):
    user_id: str
    """Id of the user: the person whose income is verified."""
    user_agent: str
    """User agent of the browser that accepted."""


class NewAuthorisation(_NewAuthorisationRequired, total=False):
    term_id: str
    """Id of the authorisation term."""
    language: Literal["en", "cy"]
    """Language in which the person read the term, by default `en`; `cy` needs a term with a Welsh translation"""
    ip_address: str
    """IP address that accepted, if you recorded one."""
    fingerprint: str
    """Fingerprint of the browser that accepted, if you recorded one."""


class _NewAuthorisationTermRequired(TypedDict):
    name: str
    """Name of the term for people."""
    authorisation_text: str
    """The legal text that people accept."""
    authorisation_category: Literal["one_time", "recurring"]
    """Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`)."""


class NewAuthorisationTerm(_NewAuthorisationTermRequired, total=False):
    translations: Sequence[AuthorisationTermTranslation]
    """The same text in Welsh. Without it, the journey says that the agreement is only in English"""
    deactivate_previous: bool
    """Whether earlier versions of the term can no longer be accepted."""


class _NewBulkInvitationsRequired(TypedDict):
    csv: str
    """The first line names the columns: ext_id, forename, surname, date_of_birth, post_code, email, and optionally ni_number, payroll_period_months, language. At most 250 people. Several post codes are separated by semicolons"""


class NewBulkInvitations(_NewBulkInvitationsRequired, total=False):
    dry_run: bool
    """Check the lines only, and send nothing"""


class NewEmployerMiss(TypedDict):
    query: str
    """What the person searched for"""


class NewIncomeInclusion(TypedDict):
    reason: str
    """Why the document counts, or what an unread document shows"""


class NewJourneyConfirmation(TypedDict, total=False):
    """One of the two, as it is registered."""
    date_of_birth: str
    """Date of birth. A date without a time means noon UTC."""
    post_code: str
    """Postcode."""


class NewJourneyEvents(TypedDict):
    events: Sequence[JourneyEvent]
    """Events of the journey."""


class _NewJourneyInvitationRequired(TypedDict):
    user_id: str
    """Id of the user: the person whose income is verified."""


class NewJourneyInvitation(_NewJourneyInvitationRequired, total=False):
    """By email or by text message."""
    email: str
    """Recipient; becomes the email of the user if no email or phone is registered. Without it and `phone`, the registered address"""
    phone: str
    """Recipient of a text message instead; becomes the phone of the user if no email or phone is registered"""
    language: Literal["en", "cy"]
    """English or Welsh"""
    request: RequestedDocuments
    """Ask for these documents only. The link opens the journey where they are uploaded"""


class NewJourneyNote(TypedDict):
    subject: Literal["job", "bank_account", "tax_year"]
    """What the note is about."""
    submission_id: str
    """As in the findings"""
    field: Literal["employer_name", "role", "pay_frequency", "payslips", "first_pay_date", "latest_pay_date", "gross_pay", "net_pay", "other", "bank_name", "account_ending", "statements", "period_start", "period_end", "closing_balance", "tax_year", "total_income", "employers"]
    """A field of the finding, or `other`"""
    text: str
    """What the person writes."""


class NewMissingDocuments(TypedDict):
    kind: Literal["payslips", "bank_statements"]
    """Kind of document"""
    reason: Literal["new-job", "not-working", "self-employed", "not-given", "lost", "rather-not", "another-reason"]
    """new-job: not paid yet. not-given: the employer or bank gives none. rather-not: the person does not want to share them."""


class NewNoteAnswer(TypedDict):
    text: str
    """The answer, which the person sees."""


class NewReportLink(TypedDict, total=False):
    expires_in_days: int
    """Days until the link stops working"""


class NewReturnCode(TypedDict, total=False):
    language: Literal["en", "cy"]
    """English or Welsh"""
    channel: Literal["email", "sms"]
    """How to send the code. `sms` needs the phone of the user and a gateway for text messages"""


class NewReviewDecision(TypedDict):
    decision: Literal["approve", "decline", "refer", "withdrawn"]
    """Decision of your team"""
    reason: str
    """Stored encrypted; not part of any webhook"""


class NewReviewNote(TypedDict):
    text: str
    """Text of the note, stored encrypted"""


class _NewReviewRuleRequired(TypedDict):
    name: str
    """Name of the rule, as your team reads it"""
    kind: Literal["min_months_covered", "min_annual_gross", "min_left_monthly", "min_tenure_months", "max_variable_share", "max_variability", "max_yearly_fall", "max_days_since_pay", "no_finding_of_severity", "no_finding_of_code"]
    """min_months_covered: complete months of payslips. min_annual_gross: current gross pay a year. min_left_monthly: what is left a month after the spending estimate. min_tenure_months: longest active employment. max_variable_share: share of variable pay. max_variability: variation of monthly net pay. max_yearly_fall: fall of gross pay against the year before. max_days_since_pay: age of the newest pay. no_finding_of_severity, no_finding_of_code: findings that must not be there"""
    outcome: Literal["refer", "decline_suggested"]
    """What is advised if the rule is not met"""


class NewReviewRule(_NewReviewRuleRequired, total=False):
    limit: str | None
    """Limit in months, pounds, per cent or days, for kinds that start with `min_` or `max_`"""
    severity: Literal["high", "medium", "low"] | None
    """For no_finding_of_severity: findings of this severity or a worse one"""
    finding_codes: Sequence[Literal["document-low-trust", "unread-document", "document-included", "unread-document-checked", "values-corrected", "sources-differ", "tax-year-differs", "income-not-in-bank", "self-administered-payroll", "identity-differs", "no-current-income", "no-recent-pay", "employment-ended", "recent-start", "gap", "falling-pay", "mostly-variable", "disputed"]]
    """For no_finding_of_code: codes of the findings"""


class _NewReviewRulesRequired(TypedDict):
    rules: Sequence[NewReviewRule]
    """All rules, in the order in which they are shown. They replace the earlier ones"""


class NewReviewRules(_NewReviewRulesRequired, total=False):
    version: int
    """Version that you read. If the rules were changed since, nothing is saved: 409"""


class _NewUserRequired(TypedDict):
    forename: str
    """First name."""
    surname: str
    """Last name."""
    date_of_birth: dt.datetime | dt.date | str
    """Date of birth. A date without a time means noon UTC."""
    post_codes: Sequence[str]
    """Postcodes during the check period, newest first."""
    payroll_period_months: int
    """How many months back a first retrieval goes."""


class NewUser(_NewUserRequired, total=False):
    ni_number: str
    """National Insurance number."""
    ext_id: str
    """Your own reference of the user, such as an application number."""
    email: str
    """E-mail address."""
    phone: str
    """Mobile number, for one-time codes by text message"""
    recurring_checks_enabled: bool
    """Whether data is retrieved again on a schedule."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"]
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    recurring_check_end_date: dt.datetime | dt.date | str
    """Time when recurring checks end."""
    taxauth_enabled: bool
    """Whether data of the tax authority can be retrieved."""
    payslip_upload_enabled: bool
    """Whether payslips can be uploaded as documents."""
    payroll_connections_enabled: bool
    """Whether payroll accounts can be connected."""


class _NewWebhookRequired(TypedDict):
    name: str
    """Name of the webhook, unique for the client without regard to case."""
    events: Sequence[Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]]
    """Event kinds to deliver."""
    url: str
    """Where deliveries are sent: https, or http in the sandbox"""


class NewWebhook(_NewWebhookRequired, total=False):
    signing_secret: str
    """Deliveries are signed with its UTF-8 bytes. It cannot be read back"""
    encryption_key: str
    """Base64 of 32 random bytes. It cannot be read back"""
    config: NewWebhookConfig
    """Options of the webhook."""


class NewWebhookConfig(TypedDict, total=False):
    include_payload: bool
    """Whether deliveries carry the data itself and not only ids."""
    encrypted_content_type: Literal["text/plain", "application/json", "application/octet-stream"]
    """The Content-Type of encrypted bodies"""


class Nothing(TypedDict):
    """An empty object."""
    pass


class PasskeyAssertion(TypedDict):
    credential_id: str
    """`id` of the credential"""
    client_data: str
    """`response.clientDataJSON` of the credential, in Base64URL"""
    authenticator_data: str
    """`response.authenticatorData`, in Base64URL"""
    signature: str
    """`response.signature`, in Base64URL"""


class PasskeyRegistration(TypedDict):
    name: str
    """For the list of passkeys, such as the name of the device"""
    client_data: str
    """`response.clientDataJSON` of the credential, in Base64URL"""
    authenticator_data: str
    """`response.authenticatorData`, in Base64URL"""
    public_key: str
    """`response.getPublicKey()`, in Base64URL"""


class _PasskeySignInRequired(TypedDict):
    credential_id: str
    """`id` of the credential"""
    client_data: str
    """`response.clientDataJSON` of the credential, in Base64URL"""
    authenticator_data: str
    """`response.authenticatorData`, in Base64URL"""
    signature: str
    """`response.signature`, in Base64URL"""


class PasskeySignIn(_PasskeySignInRequired, total=False):
    browser: bool
    """For pages of the console: keeps the token in an HttpOnly cookie instead of returning it"""


class PasswordChange(TypedDict):
    current_password: str
    """The password of the signed-in member."""
    password: str
    """Common and easily guessed passwords are refused"""


class PayrollConnectionQuery(TypedDict):
    account_id: str
    """Id of the account: the connection of a user to a provider."""


class PresignRequest(TypedDict):
    files: Sequence[FileToUpload]
    """The files."""


class Reauthentication(TypedDict):
    current_password: str
    """The password of the signed-in member."""


class ReauthenticationAnswer(TypedDict):
    session: str
    """The session of the 202 reply"""
    mfa_code: str
    """The code from the e-mail or of the authenticator app, or a recovery code"""


class Reconnection(TypedDict, total=False):
    user_name: str
    """Login of the person at the provider."""
    password: str
    """Password. It is never stored or logged in readable form."""
    extra_login_params: Mapping[str, str]
    """Further login fields of the provider, by the keys of its catalogue entry"""


class RequestedDocuments(TypedDict):
    """Documents that the client asks for."""
    kind: Literal["payslips", "bank_statements"]
    """Kind of document"""
    months: Sequence[str]
    """Calendar months, oldest first"""


class ResetConfirmation(TypedDict):
    code: str
    """Stable code; the errors page explains each."""
    password: str
    """Common and easily guessed passwords are refused"""


class ResetRequest(TypedDict):
    username: str
    """E-mail address of the member."""


class _ReturnCodeRequired(TypedDict):
    one_time_code: str
    """The code in the mail or text message"""


class ReturnCode(_ReturnCodeRequired, total=False):
    device: str
    """A random secret that the browser keeps. Without it, every session counts as a new device"""


class ReviewChanges(TypedDict, total=False):
    assignee_id: str | None
    """Id of a member, or null to remove the assignee. Assigning a review that is ready starts it"""
    status: Literal["in_review"]
    """Starts the review. For a decided one: opens it again, without the decision"""


class SandboxBehaviour(TypedDict):
    provider: str
    """Id of the provider."""
    behaviour: str | None
    """Test behaviour, as if typed as the password: `mfa:code`, `error:maintenance`, `slow:5+drop:list`; null: default behaviour"""


class SandboxClockChange(TypedDict, total=False):
    now: dt.datetime | dt.date | str
    """The time to set"""
    advance: str
    """Duration to advance by: P1M, P2W, P3D, PT90S"""
    restart: Literal[True]
    """Follow the clock of the installation again"""


class SandboxInboxKeys(TypedDict, total=False):
    """Replaces all keys; they are kept in memory only."""
    signing_secrets: Sequence[str]
    """Signing secrets that the inbox tries."""
    encryption_keys: Sequence[str]
    """Base64 of 32 bytes"""


class SandboxProviderChange(TypedDict, total=False):
    is_down: bool
    """Whether the simulated provider is switched off."""
    slow_seconds: float
    """Delay of every answer of the simulated provider, in seconds."""
    unlock: Literal[True]
    """Unlocks accounts locked after wrong passwords"""
    reset: Literal[True]
    """First removes your outage, delay, behaviours and locked accounts at this provider"""


class SavedView(TypedDict):
    name: str
    """Name of the view"""
    query: str
    """The query of GET /reviews, without limit and cursor"""


class SavedViews(TypedDict):
    views: Sequence[SavedView]
    """Saved views, in the order of the list"""


class SessionRevocation(TypedDict, total=False):
    keep_current: bool
    """Whether the session of this request stays"""


class SsoRoleMapping(TypedDict):
    claim_value: str
    """Value of the claim"""
    role: Literal["Admin", "FullMember", "Support", "Underwriter", "Developer"]
    """Role of people with this value"""


class _SsoSettingsInputRequired(TypedDict):
    organisation: str
    """Name that members enter on the sign-in page; unique in the service"""
    issuer: str
    """URL of the OpenID provider, as in its discovery document"""
    oidc_client_id: str
    """Client id of Payproof at the provider"""


class SsoSettingsInput(_SsoSettingsInputRequired, total=False):
    oidc_client_secret: str
    """Secret of Payproof at the provider. Without it, the stored secret is kept."""
    role_claim: str | None
    """Claim whose values decide the role"""
    role_mapping: Sequence[SsoRoleMapping]
    """Roles by value of the claim; the first match decides"""
    is_required: bool
    """Whether members other than Owners must sign in at the provider"""


class _SsoStartRequired(TypedDict):
    organisation: str
    """Name of the organisation, from an administrator"""


class SsoStart(_SsoStartRequired, total=False):
    reauthenticate: bool
    """Whether the provider must ask for the credentials again, before dangerous operations"""


class _SubmittedFileRequired(TypedDict):
    path: str
    """The path returned when presigning"""


class SubmittedFile(_SubmittedFileRequired, total=False):
    """An uploaded file."""
    external_document_id: str
    """Your own id of the document, if not given when presigning"""
    manual_review: bool
    """Keep the document for manual review if it is recognised but cannot be read. Default: false. The error of the file is still listed, and the document has the part `unread`"""


class SubmittedFiles(TypedDict):
    files: Sequence[SubmittedFile]
    """The files."""


class TotpConfirmation(TypedDict):
    mfa_code: str
    """The code that was sent by e-mail, or that the authenticator app shows."""


class TotpRemoval(TypedDict):
    current_password: str
    """The password of the signed-in member."""
    mfa_code: str
    """The code from the e-mail or of the authenticator app, or a recovery code"""


class TotpSetup(TypedDict):
    current_password: str
    """The password of the signed-in member."""


class UnsentFile(TypedDict):
    """An uploaded file that was not submitted."""
    path: str
    """The path returned when presigning"""


class UnsentFiles(TypedDict):
    files: Sequence[UnsentFile]
    """The files."""


class UserChanges(TypedDict, total=False):
    """Only the fields sent are changed; null unsets a field."""
    forename: str | None
    """First name."""
    surname: str | None
    """Last name."""
    date_of_birth: dt.datetime | dt.date | str | None
    """Date of birth. A date without a time means noon UTC."""
    post_codes: Sequence[str] | None
    """Postcodes during the check period, newest first."""
    ni_number: str | None
    """National Insurance number."""
    ext_id: str | None
    """Your own reference of the user, such as an application number."""
    email: str | None
    """E-mail address."""
    phone: str | None
    """Phone number."""
    payroll_period_months: int | None
    """How many months back a first retrieval goes."""
    recurring_checks_enabled: bool | None
    """Whether data is retrieved again on a schedule."""
    recurring_check_frequency: Literal["HOURLY", "WEEKLY", "MONTHLY"] | None
    """How often recurring checks run. `HOURLY` is for the sandbox only."""
    recurring_check_end_date: dt.datetime | dt.date | str | None
    """Time when recurring checks end."""
    taxauth_enabled: bool | None
    """Whether data of the tax authority can be retrieved."""
    payslip_upload_enabled: bool | None
    """Whether payslips can be uploaded as documents."""
    payroll_connections_enabled: bool | None
    """Whether payroll accounts can be connected."""


class UserReference(TypedDict):
    user_id: str
    """Id of the user: the person whose income is verified."""


class WebhookChanges(TypedDict, total=False):
    """Signing secret and encryption key are changed by a rotation."""
    name: str
    """Name of the webhook, unique for the client without regard to case."""
    events: Sequence[Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]]
    """Event kinds to deliver."""
    url: str
    """Where deliveries are sent: https, or http in the sandbox"""
    config: WebhookConfigChanges
    """Options of the webhook."""


class WebhookConfigChanges(TypedDict, total=False):
    include_payload: bool
    """Whether deliveries carry the data itself and not only ids."""
    encrypted_content_type: Literal["text/plain", "application/json", "application/octet-stream"]
    """The Content-Type of encrypted bodies"""


class _WebhookRecoveryRequired(TypedDict):
    since: dt.datetime | dt.date | str
    """Start of the period."""


class WebhookRecovery(_WebhookRecoveryRequired, total=False):
    until: dt.datetime | dt.date | str
    """End of the period."""


class WebhookRotation(TypedDict, total=False):
    signing_secret: str
    """The new secret, with step "add" """
    encryption_key: str
    """Replaces the old key at once. Deliveries in flight may still use the old one, so accept both for a while"""
    step: Literal["add", "promote", "retire"]
    """promote/retire: advance the rotation now instead of 24/48 hours after add"""


class WebhookTest(TypedDict, total=False):
    event: Literal["user-payroll-submitted", "user-bank-statement-submitted", "user-taxauth-data-submitted", "account-status-changed", "authorisation-revoked", "journey-ended", "document-flagged", "income-summary-updated", "identity-mismatch", "review-status-changed"]
    """Kind of the event."""


JourneyEvent = JourneyOpenEvent | JourneyViewEvent | JourneySourceSelectedEvent | JourneyProviderSelectedEvent | JourneyConsentAcceptedEvent | JourneyLoginSubmittedEvent | JourneyMfaRequiredEvent | JourneyConnectedEvent | JourneyDocumentsSubmittedEvent | JourneyDataReadyEvent | JourneyErrorEvent | JourneyExitEvent
"""The same events that the embedding page receives."""


KeyScope = Literal["read", "write", "erase", "tokens", "webhooks", "configuration", "members"]
"""What an API key may do. Each operation names the scope it needs."""


ErrorCode = Literal["account-pending", "address-not-allowed", "another-login", "api-key-refused", "attempts-spent", "authorisation-missing", "body-too-large", "client-moving", "company-not-found", "confirmation-locked", "confirmation-wrong", "connections-off", "consent-ended", "consent-refused", "consent-withdrawn", "credentials-refused", "cross-site-request", "device-not-confirmed", "employee-ambiguous", "employee-not-found", "expenditure-inputs", "fields-changed", "idempotency-key-reused", "idempotency-key-running", "identity-mismatch", "invalid-request", "journey-missing", "last-owner", "link-expired", "login-busy", "login-disabled", "login-locked", "login-lost", "login-refused", "mfa-not-expected", "mfa-rejected", "mfa-timeout", "mfa-unsupported", "no-such-route", "not-found", "not-json", "own-account", "passkey-refused", "password-change-required", "password-expired", "password-reset-required", "password-wrong", "payroll-not-permitted", "payslip-upload-off", "provider-changed", "provider-down", "provider-maintenance", "provider-rate-limited", "provider-timeout", "provider-unreachable", "rate-limited", "reauthentication-required", "return-code-rejected", "role-too-low", "rules-changed", "scope-missing", "second-factor-required", "secret-not-repeated", "session-ended", "sign-in-blocked", "sso-required", "still-retrieving", "system-term", "taxauth-off", "terms-not-accepted", "too-many-api-keys", "too-many-documents", "too-many-downloads", "too-many-invitations", "too-many-links", "too-many-logins", "too-many-notes", "too-many-passkeys", "too-many-webhooks", "totp-active", "unavailable", "unexpected"]
"""Error codes of the API. A newer API may return others."""
