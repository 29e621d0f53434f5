# Written by `npm run python:generate` from server/openapi.json. Change the routes, not this file.

"""Every operation of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import models as m
from ._calls import ListOperation, Operation, Paging
from ._decode import UnknownObject

CREATE_ACCOUNT: Operation[m.ConnectedAccount] = Operation("createAccount", "POST", "/accounts", ("api_key", "member_token", "user_token"), m.ConnectedAccount, has_body=True, takes_key=True)
LIST_ACCOUNTS: ListOperation[m.Account, m.AccountPage] = ListOperation(Operation("listAccounts", "GET", "/accounts", ("api_key", "member_token", "user_token"), m.AccountPage), Paging("accounts", 1000, 1))
CREATE_DIRECT_CONNECTION: Operation[m.PayrollSubmissionPage] = Operation("createDirectConnection", "POST", "/accounts/direct-connections", ("api_key", "member_token"), m.PayrollSubmissionPage, has_body=True, takes_key=True)
LIST_RECURRING_ACCOUNTS: ListOperation[m.RecurringAccount, m.RecurringAccountPage] = ListOperation(Operation("listRecurringAccounts", "GET", "/accounts/recurring", ("api_key", "member_token", "user_token"), m.RecurringAccountPage), Paging("accounts", 1000, 1))
GET_ACCOUNT: Operation[m.Account] = Operation("getAccount", "GET", "/accounts/{account_id}", ("api_key", "member_token", "user_token"), m.Account)
DELETE_ACCOUNT: Operation[m.Message] = Operation("deleteAccount", "DELETE", "/accounts/{account_id}", ("api_key", "member_token"), m.Message)
DECIDE_ACCOUNT_CONSENT: Operation[m.Account] = Operation("decideAccountConsent", "POST", "/accounts/{account_id}/consent", ("api_key", "member_token", "user_token"), m.Account, has_body=True, takes_key=True)
GET_ACCOUNT_HISTORY: ListOperation[m.AccountStatusChange, m.AccountHistory] = ListOperation(Operation("getAccountHistory", "GET", "/accounts/{account_id}/history", ("api_key", "member_token", "user_token"), m.AccountHistory), Paging("history", 1000, 1))
ACCEPT_ACCOUNT_IDENTITY: Operation[m.IdentityAcceptance] = Operation("acceptAccountIdentity", "POST", "/accounts/{account_id}/identity/accept", ("api_key", "member_token"), m.IdentityAcceptance, takes_key=True)
ANSWER_MFA: Operation[m.Account] = Operation("answerMfa", "PUT", "/accounts/{account_id}/mfa", ("api_key", "member_token", "user_token"), m.Account, has_body=True, takes_key=True)
RECONNECT_ACCOUNT: Operation[m.ConnectedAccount] = Operation("reconnectAccount", "POST", "/accounts/{account_id}/reconnect", ("api_key", "member_token", "user_token"), m.ConnectedAccount, has_body=True, takes_key=True)
GET_ACTIVITY: Operation[m.Activity] = Operation("getActivity", "GET", "/activity", ("api_key", "member_token"), m.Activity)
GET_ATTENTION: Operation[m.Attention] = Operation("getAttention", "GET", "/attention", ("api_key", "member_token"), m.Attention)
LIST_API_KEYS: ListOperation[m.ApiKey, m.ApiKeyPage] = ListOperation(Operation("listApiKeys", "GET", "/api-keys", ("member_token",), m.ApiKeyPage), Paging("api_keys", 100, 1))
CREATE_API_KEY: Operation[m.CreatedApiKey] = Operation("createApiKey", "POST", "/api-keys", ("member_token",), m.CreatedApiKey, has_body=True, takes_key=True)
DELETE_API_KEY: Operation[m.Message] = Operation("deleteApiKey", "DELETE", "/api-keys/{id}", ("member_token",), m.Message)
LIST_AUDIT_LOG: ListOperation[m.AuditLine, m.AuditPage] = ListOperation(Operation("listAuditLog", "GET", "/audit-log", ("api_key", "member_token"), m.AuditPage), Paging("audit_lines", 100, None))
CREATE_AUTHORISATION: Operation[m.Authorisation] = Operation("createAuthorisation", "POST", "/authorisations", ("api_key", "member_token", "user_token"), m.Authorisation, has_body=True, takes_key=True)
LIST_AUTHORISATIONS: ListOperation[m.Authorisation, m.AuthorisationPage] = ListOperation(Operation("listAuthorisations", "GET", "/authorisations", ("api_key", "member_token"), m.AuthorisationPage), Paging("authorisations", 100, 0))
CREATE_AUTHORISATION_TERM: Operation[m.AuthorisationTerm] = Operation("createAuthorisationTerm", "POST", "/authorisations/terms", ("api_key", "member_token"), m.AuthorisationTerm, has_body=True, takes_key=True)
LIST_AUTHORISATION_TERMS: ListOperation[m.AuthorisationTerm, m.AuthorisationTermPage] = ListOperation(Operation("listAuthorisationTerms", "GET", "/authorisations/terms", ("api_key", "member_token"), m.AuthorisationTermPage), Paging("terms", 100, 0))
GET_LATEST_AUTHORISATION_TERM: Operation[m.AuthorisationTerm] = Operation("getLatestAuthorisationTerm", "GET", "/authorisations/terms/latest", ("api_key", "member_token", "user_token"), m.AuthorisationTerm)
GET_AUTHORISATION_TERM: Operation[m.AuthorisationTerm] = Operation("getAuthorisationTerm", "GET", "/authorisations/terms/{term_id}", ("api_key", "member_token"), m.AuthorisationTerm)
UPDATE_AUTHORISATION_TERM: Operation[m.AuthorisationTerm] = Operation("updateAuthorisationTerm", "PATCH", "/authorisations/terms/{term_id}", ("api_key", "member_token"), m.AuthorisationTerm, has_body=True)
GET_AUTHORISATION: Operation[m.Authorisation] = Operation("getAuthorisation", "GET", "/authorisations/{authorisation_id}", ("api_key", "member_token"), m.Authorisation)
REVOKE_AUTHORISATION: Operation[m.Authorisation] = Operation("revokeAuthorisation", "PUT", "/authorisations/{authorisation_id}/revoke", ("api_key", "member_token"), m.Authorisation, takes_key=True)
LIST_BANK_STATEMENT_SUBMISSIONS: ListOperation[m.BankStatementSubmission, m.BankStatementPage] = ListOperation(Operation("listBankStatementSubmissions", "GET", "/bankstatements/{user_id}", ("api_key", "member_token"), m.BankStatementPage), Paging("bank_statement_submissions", 1000, 0))
GET_BANK_STATEMENT_SUBMISSION: Operation[m.BankStatementSubmission] = Operation("getBankStatementSubmission", "GET", "/bankstatements/{user_id}/{submission_id}", ("api_key", "member_token"), m.BankStatementSubmission)
GET_BANK_STATEMENT_PROVENANCE: Operation[m.SubmissionProvenance] = Operation("getBankStatementProvenance", "GET", "/bankstatements/{user_id}/{submission_id}/provenance", ("api_key", "member_token"), m.SubmissionProvenance)
GET_SIGNED_BANK_STATEMENT: Operation[m.SignedSubmission] = Operation("getSignedBankStatement", "GET", "/bankstatements/{user_id}/{submission_id}/provenance/signed", ("api_key", "member_token"), m.SignedSubmission)
SUBMIT_BANK_STATEMENTS: Operation[m.BankStatementsResult] = Operation("submitBankStatements", "PUT", "/documents/bank-statements", ("user_token",), m.BankStatementsResult, has_body=True, takes_key=True)
PRESIGN_BANK_STATEMENTS: Operation[m.PresignedUploads] = Operation("presignBankStatements", "PUT", "/documents/bank-statements/presign", ("user_token",), m.PresignedUploads, has_body=True, takes_key=True)
GET_CONFIGURATION: Operation[m.Configuration] = Operation("getConfiguration", "GET", "/configuration", ("api_key", "member_token"), m.Configuration)
UPDATE_CONFIGURATION: Operation[m.Configuration] = Operation("updateConfiguration", "PATCH", "/configuration", ("api_key", "member_token"), m.Configuration, has_body=True)
GET_LOGO: Operation[m.LogoPicture] = Operation("getLogo", "GET", "/configuration/logo", ("api_key", "member_token"), m.LogoPicture)
LIST_DOCUMENTS: ListOperation[m.Document, m.DocumentPage] = ListOperation(Operation("listDocuments", "GET", "/documents", ("api_key", "member_token"), m.DocumentPage), Paging("documents", 500, 0))
GET_DOCUMENT: Operation[m.DocumentWithFile] = Operation("getDocument", "GET", "/documents/{document_id}", ("api_key", "member_token"), m.DocumentWithFile)
DELETE_DOCUMENT: Operation[m.Message] = Operation("deleteDocument", "DELETE", "/documents/{document_id}", ("api_key", "member_token"), m.Message)
GET_DOCUMENT_FIELDS: Operation[m.DocumentFields] = Operation("getDocumentFields", "GET", "/documents/{document_id}/fields", ("api_key", "member_token"), m.DocumentFields)
CORRECT_DOCUMENT_FIELDS: Operation[m.DocumentFields] = Operation("correctDocumentFields", "PATCH", "/documents/{document_id}/fields", ("api_key", "member_token"), m.DocumentFields, has_body=True)
GET_DOCUMENT_FILE: Operation[bytes] = Operation("getDocumentFile", "GET", "/documents/{document_id}/file", ("api_key", "member_token"), bytes)
ACCEPT_DOCUMENT_IDENTITY: Operation[m.IdentityAcceptance] = Operation("acceptDocumentIdentity", "POST", "/documents/{document_id}/identity/accept", ("api_key", "member_token"), m.IdentityAcceptance, takes_key=True)
LIST_EVENTS: ListOperation[m.FeedEvent, m.EventPage] = ListOperation(Operation("listEvents", "GET", "/events", ("api_key", "member_token"), m.EventPage), Paging("events", 100, None))
LIST_RECENT_EVENTS: ListOperation[m.RecentEvent, m.RecentEventPage] = ListOperation(Operation("listRecentEvents", "GET", "/events/recent", ("api_key", "member_token"), m.RecentEventPage), Paging("events", 100, None))
GET_EVENT: Operation[m.EventWithBody] = Operation("getEvent", "GET", "/events/{event_id}", ("api_key", "member_token"), m.EventWithBody)
GET_ONS_EXPENDITURE: Operation[m.Expenditures] = Operation("getOnsExpenditure", "GET", "/expenditure/{user_id}/ons", ("api_key", "member_token"), m.Expenditures)
GET_ONS_EXPENDITURE_WORKING: Operation[m.ExpenditureWorking] = Operation("getOnsExpenditureWorking", "GET", "/expenditure/{user_id}/ons/working", ("api_key", "member_token"), m.ExpenditureWorking)
GET_INCOME: Operation[m.IncomeSummary] = Operation("getIncome", "GET", "/users/{user_id}/income", ("api_key", "member_token"), m.IncomeSummary)
INCLUDE_INCOME_DOCUMENT: Operation[m.IncomeInclusion] = Operation("includeIncomeDocument", "PUT", "/users/{user_id}/income/inclusions/{document_id}", ("api_key", "member_token"), m.IncomeInclusion, has_body=True, takes_key=True)
EXCLUDE_INCOME_DOCUMENT: Operation[m.Message] = Operation("excludeIncomeDocument", "DELETE", "/users/{user_id}/income/inclusions/{document_id}", ("api_key", "member_token"), m.Message)
GET_INCOME_WORKING: Operation[m.IncomeWorking] = Operation("getIncomeWorking", "GET", "/users/{user_id}/income/working", ("api_key", "member_token"), m.IncomeWorking)
GET_JOURNEY: Operation[m.Journey] = Operation("getJourney", "GET", "/journeys/current", ("user_token",), m.Journey)
WITHDRAW_AUTHORISATION: Operation[m.GivenAuthorisation] = Operation("withdrawAuthorisation", "PUT", "/journeys/current/authorisations/{authorisation_id}/revoke", ("user_token",), m.GivenAuthorisation, takes_key=True)
CONFIRM_JOURNEY_PERSON: Operation[m.JourneyConfirmation] = Operation("confirmJourneyPerson", "POST", "/journeys/current/confirmations", ("user_token",), m.JourneyConfirmation, has_body=True, takes_key=True)
DELETE_JOURNEY_DATA: Operation[m.Message] = Operation("deleteJourneyData", "DELETE", "/journeys/current/data", ("user_token",), m.Message)
CREATE_JOURNEY_DIRECT_CONNECTION: Operation[m.DirectFound] = Operation("createJourneyDirectConnection", "POST", "/journeys/current/direct-connections", ("user_token",), m.DirectFound, has_body=True, takes_key=True)
COUNT_EMPLOYER_MISS: Operation[m.RecordedEmployerMiss] = Operation("countEmployerMiss", "POST", "/journeys/current/employer-misses", ("user_token",), m.RecordedEmployerMiss, has_body=True, takes_key=True)
END_JOURNEY: Operation[m.JourneyEnded] = Operation("endJourney", "POST", "/journeys/current/ends", ("user_token",), m.JourneyEnded, has_body=True, takes_key=True)
COUNT_JOURNEY_EVENTS: Operation[m.CountedJourneyEvents] = Operation("countJourneyEvents", "POST", "/journeys/current/events", ("user_token",), m.CountedJourneyEvents, has_body=True, takes_key=True)
EXPORT_JOURNEY_DATA: Operation[Mapping[str, Any]] = Operation("exportJourneyData", "GET", "/journeys/current/export", ("user_token",), Mapping[str, Any])
GET_JOURNEY_FINDINGS: Operation[m.JourneyFindings] = Operation("getJourneyFindings", "GET", "/journeys/current/findings", ("user_token",), m.JourneyFindings)
STATE_MISSING_DOCUMENTS: Operation[m.MissingDocuments] = Operation("stateMissingDocuments", "POST", "/journeys/current/missing-documents", ("user_token",), m.MissingDocuments, has_body=True, takes_key=True)
CREATE_JOURNEY_NOTE: Operation[m.JourneyNote] = Operation("createJourneyNote", "POST", "/journeys/current/notes", ("user_token",), m.JourneyNote, has_body=True, takes_key=True)
READ_UNSENT_FILES: Operation[m.JourneyFileReadings] = Operation("readUnsentFiles", "POST", "/journeys/current/readings", ("user_token",), m.JourneyFileReadings, has_body=True, takes_key=True)
GET_JOURNEY_SHARED: Operation[m.JourneyShared] = Operation("getJourneyShared", "GET", "/journeys/current/shared", ("user_token",), m.JourneyShared)
GET_JOURNEY_FUNNEL: Operation[m.JourneyFunnel] = Operation("getJourneyFunnel", "GET", "/journeys/funnel", ("api_key", "member_token"), m.JourneyFunnel)
CREATE_JOURNEY_INVITATION: Operation[m.JourneyInvitation] = Operation("createJourneyInvitation", "POST", "/journeys/invitations", ("api_key", "member_token"), m.JourneyInvitation, has_body=True, takes_key=True)
CREATE_JOURNEY_SESSION: Operation[m.JourneySession] = Operation("createJourneySession", "POST", "/journeys/sessions", ("public",), m.JourneySession, has_body=True)
RENEW_JOURNEY_SESSION: Operation[m.JourneySession] = Operation("renewJourneySession", "POST", "/journeys/sessions/renewals", ("user_token",), m.JourneySession, has_body=True, takes_key=True)
CREATE_RETURN_CODE: Operation[m.Message] = Operation("createReturnCode", "POST", "/journeys/{journey_id}/return-codes", ("public",), m.Message, has_body=True)
RETURN_TO_JOURNEY: Operation[m.JourneySession] = Operation("returnToJourney", "POST", "/journeys/{journey_id}/returns", ("public",), m.JourneySession, has_body=True)
GET_COVERAGE: Operation[m.Coverage] = Operation("getCoverage", "GET", "/users/{user_id}/coverage", ("api_key", "member_token"), m.Coverage)
LIST_NOTES: ListOperation[m.JourneyNote, m.JourneyNotePage] = ListOperation(Operation("listNotes", "GET", "/users/{user_id}/notes", ("api_key", "member_token"), m.JourneyNotePage), Paging("notes", 200, 1))
ANSWER_NOTE: Operation[m.JourneyNote] = Operation("answerNote", "PUT", "/users/{user_id}/notes/{note_id}/answer", ("api_key", "member_token"), m.JourneyNote, has_body=True, takes_key=True)
LIST_MATCHES: ListOperation[m.Match, m.MatchPage] = ListOperation(Operation("listMatches", "GET", "/users/{user_id}/matches", ("api_key", "member_token"), m.MatchPage), Paging("matches", 100, 1))
INVITE_MEMBER: Operation[m.InvitedMember] = Operation("inviteMember", "POST", "/members", ("api_key", "member_token"), m.InvitedMember, has_body=True, takes_key=True)
LIST_MEMBERS: ListOperation[m.Member, m.MemberPage] = ListOperation(Operation("listMembers", "GET", "/members", ("api_key", "member_token"), m.MemberPage), Paging("members", 100, 1))
ACCEPT_INVITATION: Operation[m.Member] = Operation("acceptInvitation", "POST", "/members/invitations/{code}/accept", ("public",), m.Member, has_body=True)
APPROVE_INVITATION: Operation[m.Message] = Operation("approveInvitation", "POST", "/members/invitations/{code}/approve", ("public",), m.Message)
VALIDATE_MFA: Operation[m.SignedIn | m.BrowserSignedIn | UnknownObject] = Operation("validateMfa", "POST", "/members/mfa/validate", ("public",), m.SignedIn | m.BrowserSignedIn | UnknownObject, has_body=True)
LIST_PASSKEYS: ListOperation[m.Passkey, m.PasskeyPage] = ListOperation(Operation("listPasskeys", "GET", "/members/passkeys", ("member_token",), m.PasskeyPage), Paging("passkeys", 100, 1))
REGISTER_PASSKEY: Operation[m.Passkey] = Operation("registerPasskey", "POST", "/members/passkeys", ("member_token",), m.Passkey, has_body=True, takes_key=True)
START_PASSKEY_REGISTRATION: Operation[m.PasskeyRegistrationOptions] = Operation("startPasskeyRegistration", "POST", "/members/passkeys/registration-options", ("member_token",), m.PasskeyRegistrationOptions, takes_key=True)
START_PASSKEY_SIGN_IN: Operation[m.PasskeySignInOptions] = Operation("startPasskeySignIn", "POST", "/members/passkeys/sign-in-options", ("public",), m.PasskeySignInOptions)
SIGN_IN_WITH_PASSKEY: Operation[m.SignedIn | m.BrowserSignedIn | UnknownObject] = Operation("signInWithPasskey", "POST", "/members/passkeys/signin", ("public",), m.SignedIn | m.BrowserSignedIn | UnknownObject, has_body=True)
DELETE_PASSKEY: Operation[m.Message] = Operation("deletePasskey", "DELETE", "/members/passkeys/{id}", ("member_token",), m.Message)
CHANGE_PASSWORD: Operation[m.Message] = Operation("changePassword", "POST", "/members/password", ("member_token",), m.Message, has_body=True, takes_key=True)
CONFIRM_PASSWORD_RESET: Operation[m.Message] = Operation("confirmPasswordReset", "POST", "/members/password-reset/confirm", ("public",), m.Message, has_body=True)
INITIATE_PASSWORD_RESET: Operation[m.Message] = Operation("initiatePasswordReset", "POST", "/members/password-reset/initiate", ("public",), m.Message, has_body=True)
GET_MEMBER_POLICY: Operation[m.MemberPolicy] = Operation("getMemberPolicy", "GET", "/members/policy", ("member_token",), m.MemberPolicy)
UPDATE_MEMBER_POLICY: Operation[m.MemberPolicy] = Operation("updateMemberPolicy", "PATCH", "/members/policy", ("member_token",), m.MemberPolicy, has_body=True)
LIST_SESSIONS: ListOperation[m.MemberSession, m.MemberSessionPage] = ListOperation(Operation("listSessions", "GET", "/members/sessions", ("member_token",), m.MemberSessionPage), Paging("sessions", 100, 1))
GET_CURRENT_SESSION: Operation[m.CurrentSession] = Operation("getCurrentSession", "GET", "/members/sessions/current", ("member_token",), m.CurrentSession)
AUTHENTICATE_AGAIN: Operation[m.Reauthenticated | m.MfaSession | UnknownObject] = Operation("authenticateAgain", "POST", "/members/sessions/current/authentications", ("member_token",), m.Reauthenticated | m.MfaSession | UnknownObject, has_body=True, takes_key=True)
AUTHENTICATE_AGAIN_WITH_PASSKEY: Operation[m.Reauthenticated] = Operation("authenticateAgainWithPasskey", "POST", "/members/sessions/current/authentications/passkey", ("member_token",), m.Reauthenticated, has_body=True, takes_key=True)
VALIDATE_AUTHENTICATION: Operation[m.Reauthenticated] = Operation("validateAuthentication", "POST", "/members/sessions/current/authentications/validate", ("member_token",), m.Reauthenticated, has_body=True, takes_key=True)
END_OWN_SESSIONS: Operation[m.Message] = Operation("endOwnSessions", "POST", "/members/sessions/revocations", ("member_token",), m.Message, has_body=True, takes_key=True)
END_SESSION: Operation[m.Message] = Operation("endSession", "DELETE", "/members/sessions/{id}", ("member_token",), m.Message)
SIGN_IN: Operation[m.SignedIn | m.BrowserSignedIn | m.MfaSession | UnknownObject] = Operation("signIn", "POST", "/members/signin", ("public",), m.SignedIn | m.BrowserSignedIn | m.MfaSession | UnknownObject, has_body=True)
GET_SINGLE_SIGN_ON: Operation[m.SsoSettings] = Operation("getSingleSignOn", "GET", "/members/sso", ("member_token",), m.SsoSettings)
SET_SINGLE_SIGN_ON: Operation[m.SsoSettings] = Operation("setSingleSignOn", "PUT", "/members/sso", ("member_token",), m.SsoSettings, has_body=True, takes_key=True)
DELETE_SINGLE_SIGN_ON: Operation[m.Message] = Operation("deleteSingleSignOn", "DELETE", "/members/sso", ("member_token",), m.Message)
START_SINGLE_SIGN_ON: Operation[m.SsoAuthorisation] = Operation("startSingleSignOn", "POST", "/members/sso/authorisations", ("public",), m.SsoAuthorisation, has_body=True)
GET_TOTP: Operation[m.Totp] = Operation("getTotp", "GET", "/members/totp", ("member_token",), m.Totp)
START_TOTP_SETUP: Operation[m.TotpSecret] = Operation("startTotpSetup", "POST", "/members/totp", ("member_token",), m.TotpSecret, has_body=True, takes_key=True)
CONFIRM_TOTP_SETUP: Operation[m.RecoveryCodes] = Operation("confirmTotpSetup", "POST", "/members/totp/confirm", ("member_token",), m.RecoveryCodes, has_body=True, takes_key=True)
REMOVE_TOTP: Operation[m.Message] = Operation("removeTotp", "POST", "/members/totp/removals", ("member_token",), m.Message, has_body=True, takes_key=True)
GET_MEMBER: Operation[m.Member] = Operation("getMember", "GET", "/members/{id}", ("api_key", "member_token"), m.Member)
UPDATE_MEMBER: Operation[m.Member] = Operation("updateMember", "PATCH", "/members/{id}", ("member_token",), m.Member, has_body=True)
DELETE_MEMBER: Operation[m.Message] = Operation("deleteMember", "DELETE", "/members/{id}", ("member_token",), m.Message)
DELETE_MEMBER_PASSKEYS: Operation[m.Message] = Operation("deleteMemberPasskeys", "DELETE", "/members/{id}/passkeys", ("member_token",), m.Message)
END_MEMBER_SESSIONS: Operation[m.Message] = Operation("endMemberSessions", "POST", "/members/{id}/sessions/revocations", ("member_token",), m.Message, takes_key=True)
DELETE_MEMBER_TOTP: Operation[m.Message] = Operation("deleteMemberTotp", "DELETE", "/members/{id}/totp", ("member_token",), m.Message)
LIST_PAYROLL_ENTRIES: ListOperation[m.PayrollEntry, m.PayrollEntryPage] = ListOperation(Operation("listPayrollEntries", "GET", "/payroll/entries", ("api_key", "member_token"), m.PayrollEntryPage), Paging("entries", 100, 1))
QUERY_PAYROLL_CONNECTION: Operation[m.PayrollConnectionResult] = Operation("queryPayrollConnection", "POST", "/payroll/entries/connections", ("user_token",), m.PayrollConnectionResult, has_body=True, takes_key=True)
SUBMIT_PAYSLIPS: Operation[m.PayslipsResult] = Operation("submitPayslips", "POST", "/payroll/entries/payslips", ("user_token",), m.PayslipsResult, has_body=True, takes_key=True)
PRESIGN_PAYSLIPS: Operation[m.PresignedUploads] = Operation("presignPayslips", "POST", "/payroll/entries/payslips/presign", ("user_token",), m.PresignedUploads, has_body=True, takes_key=True)
GET_PAYROLL_ENTRY: Operation[m.PayrollEntry] = Operation("getPayrollEntry", "GET", "/payroll/entries/{entry_id}", ("api_key", "member_token"), m.PayrollEntry)
DELETE_PAYROLL_ENTRY: Operation[m.Message] = Operation("deletePayrollEntry", "DELETE", "/payroll/entries/{entry_id}", ("api_key", "member_token"), m.Message)
LIST_PAYROLL_SUBMISSIONS: ListOperation[m.PayrollSubmission, m.PayrollSubmissionPage] = ListOperation(Operation("listPayrollSubmissions", "GET", "/payroll/{user_id}", ("api_key", "member_token"), m.PayrollSubmissionPage), Paging("payroll_submissions", 100, 1))
GET_PAYROLL_SUBMISSION: Operation[m.PayrollSubmission] = Operation("getPayrollSubmission", "GET", "/payroll/{user_id}/{submission_id}", ("api_key", "member_token"), m.PayrollSubmission)
GET_PAYROLL_PROVENANCE: Operation[m.SubmissionProvenance] = Operation("getPayrollProvenance", "GET", "/payroll/{user_id}/{submission_id}/provenance", ("api_key", "member_token"), m.SubmissionProvenance)
GET_SIGNED_PAYROLL: Operation[m.SignedSubmission] = Operation("getSignedPayroll", "GET", "/payroll/{user_id}/{submission_id}/provenance/signed", ("api_key", "member_token"), m.SignedSubmission)
SEARCH_EMPLOYERS: Operation[m.EmployerMatches] = Operation("searchEmployers", "GET", "/employers", ("api_key", "member_token", "user_token"), m.EmployerMatches)
LIST_EMPLOYER_MISSES: Operation[m.EmployerMisses] = Operation("listEmployerMisses", "GET", "/employers/misses", ("api_key", "member_token"), m.EmployerMisses)
LIST_PROVIDERS: Operation[m.Catalogue] = Operation("listProviders", "GET", "/providers", ("api_key", "member_token", "user_token"), m.Catalogue)
GET_REPORT: Operation[m.SignedIncomeReport] = Operation("getReport", "GET", "/users/{user_id}/report", ("api_key", "member_token"), m.SignedIncomeReport)
GET_REPORT_FILE: Operation[bytes] = Operation("getReportFile", "GET", "/users/{user_id}/report/file", ("api_key", "member_token"), bytes)
CREATE_REPORT_LINK: Operation[m.CreatedReportLink] = Operation("createReportLink", "POST", "/users/{user_id}/report/links", ("api_key", "member_token"), m.CreatedReportLink, has_body=True, takes_key=True)
LIST_REPORT_LINKS: ListOperation[m.ReportLink, m.ReportLinkPage] = ListOperation(Operation("listReportLinks", "GET", "/users/{user_id}/report/links", ("api_key", "member_token"), m.ReportLinkPage), Paging("links", 100, 1))
REVOKE_REPORT_LINK: Operation[m.Message] = Operation("revokeReportLink", "DELETE", "/users/{user_id}/report/links/{link_id}", ("api_key", "member_token"), m.Message)
LIST_REQUESTS: ListOperation[m.LoggedRequest, m.RequestLogPage] = ListOperation(Operation("listRequests", "GET", "/request-log", ("api_key", "member_token"), m.RequestLogPage), Paging("requests", 100, None))
LIST_REVIEWS: ListOperation[m.ReviewRow, m.ReviewPage] = ListOperation(Operation("listReviews", "GET", "/reviews", ("api_key", "member_token"), m.ReviewPage), Paging("reviews", 100, None))
EXPORT_REVIEWS: Operation[bytes] = Operation("exportReviews", "GET", "/reviews/export", ("api_key", "member_token"), bytes)
GET_REVIEW_RULES: Operation[m.ReviewRules] = Operation("getReviewRules", "GET", "/reviews/rules", ("api_key", "member_token"), m.ReviewRules)
REPLACE_REVIEW_RULES: Operation[m.ReviewRules] = Operation("replaceReviewRules", "PUT", "/reviews/rules", ("api_key", "member_token"), m.ReviewRules, has_body=True, takes_key=True)
LIST_REVIEW_RULE_CHANGES: ListOperation[m.ReviewRulesChange, m.ReviewRulesChangePage] = ListOperation(Operation("listReviewRuleChanges", "GET", "/reviews/rules/changes", ("api_key", "member_token"), m.ReviewRulesChangePage), Paging("changes", 100, 1))
GET_REVIEW_VIEWS: Operation[m.SavedViews] = Operation("getReviewViews", "GET", "/reviews/views", ("member_token",), m.SavedViews)
REPLACE_REVIEW_VIEWS: Operation[m.SavedViews] = Operation("replaceReviewViews", "PUT", "/reviews/views", ("member_token",), m.SavedViews, has_body=True, takes_key=True)
GET_REVIEW: Operation[m.Review] = Operation("getReview", "GET", "/users/{user_id}/review", ("api_key", "member_token"), m.Review)
UPDATE_REVIEW: Operation[m.Review] = Operation("updateReview", "PATCH", "/users/{user_id}/review", ("api_key", "member_token"), m.Review, has_body=True)
DECIDE_REVIEW: Operation[m.Review] = Operation("decideReview", "PUT", "/users/{user_id}/review/decision", ("api_key", "member_token"), m.Review, has_body=True, takes_key=True)
CREATE_REVIEW_NOTE: Operation[m.ReviewNote] = Operation("createReviewNote", "POST", "/users/{user_id}/review/notes", ("api_key", "member_token"), m.ReviewNote, has_body=True, takes_key=True)
LIST_REVIEW_NOTES: ListOperation[m.ReviewNote, m.ReviewNotePage] = ListOperation(Operation("listReviewNotes", "GET", "/users/{user_id}/review/notes", ("api_key", "member_token"), m.ReviewNotePage), Paging("notes", 100, 1))
GET_SANDBOX_CLOCK: Operation[m.SandboxClock] = Operation("getSandboxClock", "GET", "/sandbox/clock", ("api_key", "member_token"), m.SandboxClock)
MOVE_SANDBOX_CLOCK: Operation[m.SandboxClock] = Operation("moveSandboxClock", "PATCH", "/sandbox/clock", ("api_key", "member_token"), m.SandboxClock, has_body=True)
GET_SANDBOX_INBOX: ListOperation[m.SandboxArrival, m.SandboxInbox] = ListOperation(Operation("getSandboxInbox", "GET", "/sandbox/inbox", ("api_key", "member_token"), m.SandboxInbox), Paging("deliveries", 20, 1))
SET_SANDBOX_INBOX_KEYS: Operation[m.Message] = Operation("setSandboxInboxKeys", "PATCH", "/sandbox/inbox", ("api_key", "member_token"), m.Message, has_body=True)
LIST_SANDBOX_PEOPLE: ListOperation[m.SandboxPerson, m.SandboxPeople] = ListOperation(Operation("listSandboxPeople", "GET", "/sandbox/people", ("api_key", "member_token"), m.SandboxPeople), Paging("people", 100, 1))
GET_SANDBOX_PERSON: Operation[m.SandboxPersonDetails] = Operation("getSandboxPerson", "GET", "/sandbox/people/{user_name}", ("api_key", "member_token"), m.SandboxPersonDetails)
SET_SANDBOX_BEHAVIOUR: Operation[m.Message] = Operation("setSandboxBehaviour", "PATCH", "/sandbox/people/{user_name}/behaviour", ("api_key", "member_token"), m.Message, has_body=True)
LIST_SANDBOX_PROVIDERS: Operation[m.SandboxProviders] = Operation("listSandboxProviders", "GET", "/sandbox/providers", ("api_key", "member_token"), m.SandboxProviders)
UPDATE_SANDBOX_PROVIDER: Operation[m.SandboxProvider] = Operation("updateSandboxProvider", "PATCH", "/sandbox/providers/{provider_id}", ("api_key", "member_token"), m.SandboxProvider, has_body=True)
LIST_TAXAUTH_ENTRIES: ListOperation[m.IncomeEntry, m.IncomeEntryPage] = ListOperation(Operation("listTaxauthEntries", "GET", "/taxauth/entries", ("api_key", "member_token"), m.IncomeEntryPage), Paging("entries", 100, 1))
QUERY_TAXAUTH_CONNECTION: Operation[m.IncomeConnectionResult] = Operation("queryTaxauthConnection", "POST", "/taxauth/entries/connections", ("user_token",), m.IncomeConnectionResult, has_body=True, takes_key=True)
GET_TAXAUTH_ENTRY: Operation[m.IncomeEntry] = Operation("getTaxauthEntry", "GET", "/taxauth/entries/{entry_id}", ("api_key", "member_token"), m.IncomeEntry)
DELETE_TAXAUTH_ENTRY: Operation[m.Message] = Operation("deleteTaxauthEntry", "DELETE", "/taxauth/entries/{entry_id}", ("api_key", "member_token"), m.Message)
LIST_INCOME_SUBMISSIONS: ListOperation[m.IncomeSubmission, m.IncomeSubmissionPage] = ListOperation(Operation("listIncomeSubmissions", "GET", "/taxauth/{user_id}", ("api_key", "member_token"), m.IncomeSubmissionPage), Paging("income_submissions", 100, 1))
GET_JWKS: Operation[m.Jwks] = Operation("getJwks", "GET", "/.well-known/jwks.json", ("public",), m.Jwks)
CREATE_USER_TOKEN: Operation[m.UserToken] = Operation("createUserToken", "POST", "/user-tokens", ("api_key", "member_token"), m.UserToken, has_body=True, takes_key=True)
REVOKE_USER_TOKENS: Operation[m.Message] = Operation("revokeUserTokens", "POST", "/user-tokens/revocations", ("api_key", "member_token"), m.Message, has_body=True, takes_key=True)
CREATE_USER: Operation[m.User] = Operation("createUser", "POST", "/users", ("api_key", "member_token"), m.User, has_body=True, takes_key=True)
LIST_USERS: ListOperation[m.User, m.UserPage] = ListOperation(Operation("listUsers", "GET", "/users", ("api_key", "member_token"), m.UserPage), Paging("users", 100, 1))
BULK_INVITE_USERS: Operation[m.BulkInvitationResult] = Operation("bulkInviteUsers", "POST", "/users/bulk-invitations", ("api_key", "member_token"), m.BulkInvitationResult, has_body=True, takes_key=True)
LIST_USER_FLAGS: Operation[m.FlaggedUsers] = Operation("listUserFlags", "GET", "/users/flags", ("api_key", "member_token"), m.FlaggedUsers)
LIST_RECURRING_USERS: ListOperation[m.User, m.UserPage] = ListOperation(Operation("listRecurringUsers", "GET", "/users/recurring", ("api_key", "member_token"), m.UserPage), Paging("users", 500, 1))
GET_USER: Operation[m.User] = Operation("getUser", "GET", "/users/{user_id}", ("api_key", "member_token"), m.User)
UPDATE_USER: Operation[m.User] = Operation("updateUser", "PATCH", "/users/{user_id}", ("api_key", "member_token"), m.User, has_body=True)
DELETE_USER: Operation[m.Message] = Operation("deleteUser", "DELETE", "/users/{user_id}", ("api_key", "member_token"), m.Message)
LIST_USER_TIMELINE: ListOperation[m.TimelineEvent, m.TimelinePage] = ListOperation(Operation("listUserTimeline", "GET", "/users/{user_id}/timeline", ("api_key", "member_token"), m.TimelinePage), Paging("timeline", 100, None))
CREATE_WEBHOOK: Operation[m.Webhook] = Operation("createWebhook", "POST", "/webhooks", ("api_key", "member_token"), m.Webhook, has_body=True, takes_key=True)
LIST_WEBHOOKS: ListOperation[m.Webhook, m.WebhookPage] = ListOperation(Operation("listWebhooks", "GET", "/webhooks", ("api_key", "member_token"), m.WebhookPage), Paging("webhooks", 100, 1))
GET_WEBHOOK: Operation[m.Webhook] = Operation("getWebhook", "GET", "/webhooks/{webhook_id}", ("api_key", "member_token"), m.Webhook)
UPDATE_WEBHOOK: Operation[m.Webhook] = Operation("updateWebhook", "PATCH", "/webhooks/{webhook_id}", ("api_key", "member_token"), m.Webhook, has_body=True)
DELETE_WEBHOOK: Operation[m.Message] = Operation("deleteWebhook", "DELETE", "/webhooks/{webhook_id}", ("api_key", "member_token"), m.Message)
LIST_DELIVERIES: ListOperation[m.Delivery, m.DeliveryPage] = ListOperation(Operation("listDeliveries", "GET", "/webhooks/{webhook_id}/deliveries", ("api_key", "member_token"), m.DeliveryPage), Paging("deliveries", 100, None))
GET_DELIVERY: Operation[m.DeliveryWithAttempts] = Operation("getDelivery", "GET", "/webhooks/{webhook_id}/deliveries/{delivery_id}", ("api_key", "member_token"), m.DeliveryWithAttempts)
REDELIVER: Operation[m.Message] = Operation("redeliver", "POST", "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", ("api_key", "member_token"), m.Message, takes_key=True)
PAUSE_WEBHOOK: Operation[m.WebhookStatus] = Operation("pauseWebhook", "POST", "/webhooks/{webhook_id}/pause", ("api_key", "member_token"), m.WebhookStatus, takes_key=True)
RECOVER_WEBHOOK: Operation[m.Message] = Operation("recoverWebhook", "POST", "/webhooks/{webhook_id}/recover", ("api_key", "member_token"), m.Message, has_body=True, takes_key=True)
RESUME_WEBHOOK: Operation[m.WebhookStatus] = Operation("resumeWebhook", "POST", "/webhooks/{webhook_id}/resume", ("api_key", "member_token"), m.WebhookStatus, takes_key=True)
ROTATE_WEBHOOK_SECRET: Operation[m.WebhookStatus] = Operation("rotateWebhookSecret", "POST", "/webhooks/{webhook_id}/rotate", ("api_key", "member_token"), m.WebhookStatus, has_body=True, takes_key=True)
GET_WEBHOOK_STATISTICS: Operation[m.WebhookStatistics] = Operation("getWebhookStatistics", "GET", "/webhooks/{webhook_id}/statistics", ("api_key", "member_token"), m.WebhookStatistics)
GET_WEBHOOK_STATUS: Operation[m.WebhookStatus] = Operation("getWebhookStatus", "GET", "/webhooks/{webhook_id}/status", ("api_key", "member_token"), m.WebhookStatus)
TEST_WEBHOOK: Operation[m.DeliveryWithAttempts] = Operation("testWebhook", "POST", "/webhooks/{webhook_id}/test", ("api_key", "member_token"), m.DeliveryWithAttempts, has_body=True, takes_key=True)

METHODS = {
    "createAccount": ("accounts", "create"),
    "listAccounts": ("accounts", "list"),
    "createDirectConnection": ("accounts", "create_direct_connection"),
    "listRecurringAccounts": ("accounts", "list_recurring"),
    "getAccount": ("accounts", "get"),
    "deleteAccount": ("accounts", "delete"),
    "decideAccountConsent": ("accounts", "decide_consent"),
    "getAccountHistory": ("accounts", "get_history"),
    "acceptAccountIdentity": ("accounts", "accept_identity"),
    "answerMfa": ("accounts", "answer_mfa"),
    "reconnectAccount": ("accounts", "reconnect"),
    "getActivity": ("activity", "get"),
    "getAttention": ("activity", "get_attention"),
    "listApiKeys": ("api_keys", "list"),
    "createApiKey": ("api_keys", "create"),
    "deleteApiKey": ("api_keys", "delete"),
    "listAuditLog": ("audit_log", "list"),
    "createAuthorisation": ("authorisations", "create"),
    "listAuthorisations": ("authorisations", "list"),
    "createAuthorisationTerm": ("authorisations", "create_term"),
    "listAuthorisationTerms": ("authorisations", "list_terms"),
    "getLatestAuthorisationTerm": ("authorisations", "get_latest_term"),
    "getAuthorisationTerm": ("authorisations", "get_term"),
    "updateAuthorisationTerm": ("authorisations", "update_term"),
    "getAuthorisation": ("authorisations", "get"),
    "revokeAuthorisation": ("authorisations", "revoke"),
    "listBankStatementSubmissions": ("bank_statements", "list_submissions"),
    "getBankStatementSubmission": ("bank_statements", "get_submission"),
    "getBankStatementProvenance": ("bank_statements", "get_provenance"),
    "getSignedBankStatement": ("bank_statements", "get_signed"),
    "submitBankStatements": ("bank_statements", "submit"),
    "presignBankStatements": ("bank_statements", "presign"),
    "getConfiguration": ("configuration", "get"),
    "updateConfiguration": ("configuration", "update"),
    "getLogo": ("configuration", "get_logo"),
    "listDocuments": ("documents", "list"),
    "getDocument": ("documents", "get"),
    "deleteDocument": ("documents", "delete"),
    "getDocumentFields": ("documents", "get_fields"),
    "correctDocumentFields": ("documents", "correct_fields"),
    "getDocumentFile": ("documents", "get_file"),
    "acceptDocumentIdentity": ("documents", "accept_identity"),
    "listEvents": ("events", "list"),
    "listRecentEvents": ("events", "list_recent"),
    "getEvent": ("events", "get"),
    "getOnsExpenditure": ("expenditure", "get_ons"),
    "getOnsExpenditureWorking": ("expenditure", "get_ons_working"),
    "getIncome": ("income", "get"),
    "includeIncomeDocument": ("income", "include_document"),
    "excludeIncomeDocument": ("income", "exclude_document"),
    "getIncomeWorking": ("income", "get_working"),
    "getJourney": ("journeys", "get"),
    "withdrawAuthorisation": ("journeys", "withdraw_authorisation"),
    "confirmJourneyPerson": ("journeys", "confirm_person"),
    "deleteJourneyData": ("journeys", "delete_data"),
    "createJourneyDirectConnection": ("journeys", "create_direct_connection"),
    "countEmployerMiss": ("journeys", "count_employer_miss"),
    "endJourney": ("journeys", "end"),
    "countJourneyEvents": ("journeys", "count_events"),
    "exportJourneyData": ("journeys", "export_data"),
    "getJourneyFindings": ("journeys", "get_findings"),
    "stateMissingDocuments": ("journeys", "state_missing_documents"),
    "createJourneyNote": ("journeys", "create_note"),
    "readUnsentFiles": ("journeys", "read_unsent_files"),
    "getJourneyShared": ("journeys", "get_shared"),
    "getJourneyFunnel": ("journeys", "get_funnel"),
    "createJourneyInvitation": ("journeys", "create_invitation"),
    "createJourneySession": ("journeys", "create_session"),
    "renewJourneySession": ("journeys", "renew_session"),
    "createReturnCode": ("journeys", "create_return_code"),
    "returnToJourney": ("journeys", "return_to"),
    "getCoverage": ("journeys", "get_coverage"),
    "listNotes": ("journeys", "list_notes"),
    "answerNote": ("journeys", "answer_note"),
    "listMatches": ("matches", "list"),
    "inviteMember": ("members", "invite"),
    "listMembers": ("members", "list"),
    "acceptInvitation": ("members", "accept_invitation"),
    "approveInvitation": ("members", "approve_invitation"),
    "validateMfa": ("members", "validate_mfa"),
    "listPasskeys": ("members", "list_passkeys"),
    "registerPasskey": ("members", "register_passkey"),
    "startPasskeyRegistration": ("members", "start_passkey_registration"),
    "startPasskeySignIn": ("members", "start_passkey_sign_in"),
    "signInWithPasskey": ("members", "sign_in_with_passkey"),
    "deletePasskey": ("members", "delete_passkey"),
    "changePassword": ("members", "change_password"),
    "confirmPasswordReset": ("members", "confirm_password_reset"),
    "initiatePasswordReset": ("members", "initiate_password_reset"),
    "getMemberPolicy": ("members", "get_policy"),
    "updateMemberPolicy": ("members", "update_policy"),
    "listSessions": ("members", "list_sessions"),
    "getCurrentSession": ("members", "get_current_session"),
    "authenticateAgain": ("members", "authenticate_again"),
    "authenticateAgainWithPasskey": ("members", "authenticate_again_with_passkey"),
    "validateAuthentication": ("members", "validate_authentication"),
    "endOwnSessions": ("members", "end_own_sessions"),
    "endSession": ("members", "end_session"),
    "signIn": ("members", "sign_in"),
    "getSingleSignOn": ("members", "get_single_sign_on"),
    "setSingleSignOn": ("members", "set_single_sign_on"),
    "deleteSingleSignOn": ("members", "delete_single_sign_on"),
    "startSingleSignOn": ("members", "start_single_sign_on"),
    "getTotp": ("members", "get_totp"),
    "startTotpSetup": ("members", "start_totp_setup"),
    "confirmTotpSetup": ("members", "confirm_totp_setup"),
    "removeTotp": ("members", "remove_totp"),
    "getMember": ("members", "get"),
    "updateMember": ("members", "update"),
    "deleteMember": ("members", "delete"),
    "deleteMemberPasskeys": ("members", "delete_passkeys"),
    "endMemberSessions": ("members", "end_sessions"),
    "deleteMemberTotp": ("members", "delete_totp"),
    "listPayrollEntries": ("payroll", "list_entries"),
    "queryPayrollConnection": ("payroll", "query_connection"),
    "submitPayslips": ("payroll", "submit_payslips"),
    "presignPayslips": ("payroll", "presign_payslips"),
    "getPayrollEntry": ("payroll", "get_entry"),
    "deletePayrollEntry": ("payroll", "delete_entry"),
    "listPayrollSubmissions": ("payroll", "list_submissions"),
    "getPayrollSubmission": ("payroll", "get_submission"),
    "getPayrollProvenance": ("payroll", "get_provenance"),
    "getSignedPayroll": ("payroll", "get_signed"),
    "searchEmployers": ("providers", "search_employers"),
    "listEmployerMisses": ("providers", "list_employer_misses"),
    "listProviders": ("providers", "list"),
    "getReport": ("reports", "get"),
    "getReportFile": ("reports", "get_file"),
    "createReportLink": ("reports", "create_link"),
    "listReportLinks": ("reports", "list_links"),
    "revokeReportLink": ("reports", "revoke_link"),
    "listRequests": ("request_log", "list_requests"),
    "listReviews": ("reviews", "list"),
    "exportReviews": ("reviews", "export"),
    "getReviewRules": ("reviews", "get_rules"),
    "replaceReviewRules": ("reviews", "replace_rules"),
    "listReviewRuleChanges": ("reviews", "list_rule_changes"),
    "getReviewViews": ("reviews", "get_views"),
    "replaceReviewViews": ("reviews", "replace_views"),
    "getReview": ("reviews", "get"),
    "updateReview": ("reviews", "update"),
    "decideReview": ("reviews", "decide"),
    "createReviewNote": ("reviews", "create_note"),
    "listReviewNotes": ("reviews", "list_notes"),
    "getSandboxClock": ("sandbox", "get_clock"),
    "moveSandboxClock": ("sandbox", "move_clock"),
    "getSandboxInbox": ("sandbox", "get_inbox"),
    "setSandboxInboxKeys": ("sandbox", "set_inbox_keys"),
    "listSandboxPeople": ("sandbox", "list_people"),
    "getSandboxPerson": ("sandbox", "get_person"),
    "setSandboxBehaviour": ("sandbox", "set_behaviour"),
    "listSandboxProviders": ("sandbox", "list_providers"),
    "updateSandboxProvider": ("sandbox", "update_provider"),
    "listTaxauthEntries": ("taxauth", "list_entries"),
    "queryTaxauthConnection": ("taxauth", "query_connection"),
    "getTaxauthEntry": ("taxauth", "get_entry"),
    "deleteTaxauthEntry": ("taxauth", "delete_entry"),
    "listIncomeSubmissions": ("taxauth", "list_income_submissions"),
    "getJwks": ("user_tokens", "get_jwks"),
    "createUserToken": ("user_tokens", "create"),
    "revokeUserTokens": ("user_tokens", "revoke"),
    "createUser": ("users", "create"),
    "listUsers": ("users", "list"),
    "bulkInviteUsers": ("users", "bulk_invite"),
    "listUserFlags": ("users", "list_flags"),
    "listRecurringUsers": ("users", "list_recurring"),
    "getUser": ("users", "get"),
    "updateUser": ("users", "update"),
    "deleteUser": ("users", "delete"),
    "listUserTimeline": ("users", "list_timeline"),
    "createWebhook": ("webhooks", "create"),
    "listWebhooks": ("webhooks", "list"),
    "getWebhook": ("webhooks", "get"),
    "updateWebhook": ("webhooks", "update"),
    "deleteWebhook": ("webhooks", "delete"),
    "listDeliveries": ("webhooks", "list_deliveries"),
    "getDelivery": ("webhooks", "get_delivery"),
    "redeliver": ("webhooks", "redeliver"),
    "pauseWebhook": ("webhooks", "pause"),
    "recoverWebhook": ("webhooks", "recover"),
    "resumeWebhook": ("webhooks", "resume"),
    "rotateWebhookSecret": ("webhooks", "rotate_secret"),
    "getWebhookStatistics": ("webhooks", "get_statistics"),
    "getWebhookStatus": ("webhooks", "get_status"),
    "testWebhook": ("webhooks", "test"),
}
"""The method of each operation: group and name."""
