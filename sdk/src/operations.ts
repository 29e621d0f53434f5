// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

import type { CallOptions, List, Operation } from './calls.ts'
import type { Operations, Acceptance, Account, AccountHistory, AccountPage, AccountStatusChange, Activity, ApiKey, ApiKeyPage, Attention, AuditLine, AuditPage, Authorisation, AuthorisationPage, AuthorisationTerm, AuthorisationTermChanges, AuthorisationTermPage, BankStatementPage, BankStatementSubmission, BankStatementsResult, BrowserSignedIn, BulkInvitationResult, Catalogue, Configuration, ConfigurationChanges, ConnectedAccount, ConsentDecision, CountedJourneyEvents, Coverage, CreatedApiKey, CreatedReportLink, Credentials, CurrentSession, Delivery, DeliveryPage, DeliveryWithAttempts, DirectConnection, DirectFound, Document, DocumentFieldChanges, DocumentFields, DocumentPage, DocumentWithFile, EmployerMatches, EmployerMisses, EventPage, EventWithBody, ExpenditureWorking, Expenditures, FeedEvent, FlaggedUsers, GivenAuthorisation, IdentityAcceptance, IncomeConnectionQuery, IncomeConnectionResult, IncomeEntry, IncomeEntryPage, IncomeInclusion, IncomeSubmission, IncomeSubmissionPage, IncomeSummary, IncomeWorking, Invitation, InvitedMember, Journey, JourneyCode, JourneyConfirmation, JourneyEnd, JourneyEnded, JourneyFileReadings, JourneyFindings, JourneyFunnel, JourneyInvitation, JourneyNote, JourneyNotePage, JourneySession, JourneyShared, Jwks, LoggedRequest, LogoPicture, Match, MatchPage, Member, MemberChanges, MemberMfaAnswer, MemberPage, MemberPolicy, MemberPolicyChanges, MemberSession, MemberSessionPage, Message, MfaAnswer, MfaSession, MissingDocuments, NewAccount, NewApiKey, NewAuthorisation, NewAuthorisationTerm, NewBulkInvitations, NewEmployerMiss, NewIncomeInclusion, NewJourneyConfirmation, NewJourneyEvents, NewJourneyInvitation, NewJourneyNote, NewMissingDocuments, NewNoteAnswer, NewReportLink, NewReturnCode, NewReviewDecision, NewReviewNote, NewReviewRules, NewUser, NewWebhook, Nothing, Passkey, PasskeyAssertion, PasskeyPage, PasskeyRegistration, PasskeyRegistrationOptions, PasskeySignIn, PasskeySignInOptions, PasswordChange, PayrollConnectionQuery, PayrollConnectionResult, PayrollEntry, PayrollEntryPage, PayrollSubmission, PayrollSubmissionPage, PayslipsResult, PresignRequest, PresignedUploads, Reauthenticated, Reauthentication, ReauthenticationAnswer, RecentEvent, RecentEventPage, Reconnection, RecordedEmployerMiss, RecoveryCodes, RecurringAccount, RecurringAccountPage, ReportLink, ReportLinkPage, RequestLogPage, ResetConfirmation, ResetRequest, ReturnCode, Review, ReviewChanges, ReviewNote, ReviewNotePage, ReviewPage, ReviewRow, ReviewRules, ReviewRulesChange, ReviewRulesChangePage, SandboxArrival, SandboxBehaviour, SandboxClock, SandboxClockChange, SandboxInbox, SandboxInboxKeys, SandboxPeople, SandboxPerson, SandboxPersonDetails, SandboxProvider, SandboxProviderChange, SandboxProviders, SavedViews, SessionRevocation, SignedIn, SignedIncomeReport, SignedSubmission, SsoAuthorisation, SsoSettings, SsoSettingsInput, SsoStart, SubmissionProvenance, SubmittedFiles, TimelineEvent, TimelinePage, Totp, TotpConfirmation, TotpRemoval, TotpSecret, TotpSetup, UnsentFiles, User, UserChanges, UserPage, UserReference, UserToken, Webhook, WebhookChanges, WebhookPage, WebhookRecovery, WebhookRotation, WebhookStatistics, WebhookStatus, WebhookTest } from './types.ts'

export interface AccountsApi {
  /** Connect a user to a payroll provider. Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. If the user has an AUTHORISED account with this provider and user name, the reply is that account: the password is not sent, and from and to are ignored.  API keys need the scope `write`. Members need the role FullMember or above. */
  create(body: NewAccount, options?: CallOptions<'createAccount'>): Promise<ConnectedAccount>
  /** List accounts of a user, newest first. Accounts of one user, newest first, with their status and the progress of the first retrieval.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  list(query: Operations['listAccounts']['query'], options?: CallOptions<'listAccounts'>): List<Account, AccountPage>
  /** Connect a user to all direct providers, without a login. Creates an account for each provider that has data. Returns one page with all submissions of the direct accounts of the user, new or not; repeat the request to retrieve what is new since.  API keys need the scope `write`. Members need the role FullMember or above. */
  createDirectConnection(body: DirectConnection, options?: CallOptions<'createDirectConnection'>): Promise<PayrollSubmissionPage>
  /** List accounts of a user with recurring checks, newest first. Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40 days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last. Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after 00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listRecurring(query: Operations['listRecurringAccounts']['query'], options?: CallOptions<'listRecurringAccounts'>): List<RecurringAccount, RecurringAccountPage>
  /** Get an account. One account with its status and the progress of its retrieval.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  get(account_id: string, options?: CallOptions<'getAccount'>): Promise<Account>
  /** Delete an account and all data retrieved through it. Ends the session at the provider and deletes the account with its history, entries, payslips and tax data.  API keys need the scope `erase`. Members need the role FullMember or above. */
  delete(account_id: string, options?: CallOptions<'deleteAccount'>): Promise<Message>
  /** Keep or stop sharing a bank account. Call it after the person has decided. Keeping confirms the consent at the bank for another 90 days, also after it was paused. Stopping ends it at the bank; the stored statements stay. The error `consent-ended` means that the account has to be reconnected.  API keys need the scope `write`. Members need the role FullMember or above. */
  decideConsent(account_id: string, body: ConsentDecision, options?: CallOptions<'decideAccountConsent'>): Promise<Account>
  /** List the status changes of an account with their reasons, newest first. Every status change of the account with its reason, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getHistory(account_id: string, query?: Operations['getAccountHistory']['query'], options?: CallOptions<'getAccountHistory'>): List<AccountStatusChange, AccountHistory>
  /** Accept an account that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  acceptIdentity(account_id: string, options?: CallOptions<'acceptAccountIdentity'>): Promise<IdentityAcceptance>
  /** Answer the MFA challenge of a provider. Sends the answer to the pending challenge to the provider, once. Responds when the provider has answered, after 25 seconds at most.  API keys need the scope `write`. Members need the role FullMember or above. */
  answerMfa(account_id: string, body: MfaAnswer, options?: CallOptions<'answerMfa'>): Promise<Account>
  /** Reconnect an EXPIRED or INVALID account. Takes the login fields of the provider and replies like the first connection.  API keys need the scope `write`. Members need the role FullMember or above. */
  reconnect(account_id: string, body?: Reconnection, options?: CallOptions<'reconnectAccount'>): Promise<ConnectedAccount>
}

export interface ActivityApi {
  /** Get activity counts per day. Counts of registrations, connections, submissions and deliveries per day (UTC).  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  get(query?: Operations['getActivity']['query'], options?: CallOptions<'getActivity'>): Promise<Activity>
  /** List items that need attention. Items that need a person: flagged and unread documents, other identities, disputed figures, failing webhooks, providers that are down, expiring consent, stuck uploads.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAttention(options?: CallOptions<'getAttention'>): Promise<Attention>
}

export interface ApiKeysApi {
  /** List API keys, without their secrets. No API key may do this. Members need the role Admin or above, or Developer. */
  list(query?: Operations['listApiKeys']['query'], options?: CallOptions<'listApiKeys'>): List<ApiKey, ApiKeyPage>
  /** Create an API key, shown only once. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  create(body: NewApiKey, options?: CallOptions<'createApiKey'>): Promise<CreatedApiKey>
  /** Revoke an API key within a second. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  delete(id: string, options?: CallOptions<'deleteApiKey'>): Promise<Message>
}

export interface AuditLogApi {
  /** List the audit log, newest first. Pages are linked by cursor, so every page is equally fast. No line contains personal data.  API keys need the scope `read`. Members need the role Admin or above, or Developer. */
  list(query?: Operations['listAuditLog']['query'], options?: CallOptions<'listAuditLog'>): List<AuditLine, AuditPage>
}

export interface AuthorisationsApi {
  /** Record that a user accepted a term. By default the latest term for the user. After the person withdrew an authorisation, only the person can authorise again; other callers get 403 `consent-withdrawn`. After a withdrawal in the hosted journey, this needs the journey again.  API keys need the scope `write`. Members need the role FullMember or above. */
  create(body: NewAuthorisation, options?: CallOptions<'createAuthorisation'>): Promise<Authorisation>
  /** List authorisations of a user, newest first. The record of consent: who accepted which term, when, and whether it is still valid.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  list(query: Operations['listAuthorisations']['query'], options?: CallOptions<'listAuthorisations'>): List<Authorisation, AuthorisationPage>
  /** Create a term. Adds a term with the next version number. Its text can never be changed.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  createTerm(body: NewAuthorisationTerm, options?: CallOptions<'createAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** List terms, newest first. Your terms and the default terms of the service, newest version first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listTerms(query?: Operations['listAuthorisationTerms']['query'], options?: CallOptions<'listAuthorisationTerms'>): List<AuthorisationTerm, AuthorisationTermPage>
  /** Get the term that a user should accept now. The newest active term of a category: the one to show to people.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getLatestTerm(query: Operations['getLatestAuthorisationTerm']['query'], options?: CallOptions<'getLatestAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Get a term. One authorisation term with its text.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getTerm(term_id: string, options?: CallOptions<'getAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Activate or deactivate a term of your own. Activates or deactivates a term. Texts are immutable: create a new term instead.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updateTerm(term_id: string, body: AuthorisationTermChanges, options?: CallOptions<'updateAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Get an authorisation. One authorisation with the text that the person accepted.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  get(authorisation_id: string, options?: CallOptions<'getAuthorisation'>): Promise<Authorisation>
  /** Withdraw an authorisation. Withdraws the authorisation at once. Retrievals in progress are discarded; data that was stored before is kept.  API keys need the scope `write`. Members need the role FullMember or above. */
  revoke(authorisation_id: string, options?: CallOptions<'revokeAuthorisation'>): Promise<Authorisation>
}

export interface BankStatementsApi {
  /** List bank statement submissions of a user, newest first. Bank statements of one user with account, balances and transactions, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listSubmissions(user_id: string, query?: Operations['listBankStatementSubmissions']['query'], options?: CallOptions<'listBankStatementSubmissions'>): List<BankStatementSubmission, BankStatementPage>
  /** Get a bank statement submission. One bank statement with account, balances and transactions.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSubmission(user_id: string, submission_id: string, options?: CallOptions<'getBankStatementSubmission'>): Promise<BankStatementSubmission>
  /** Get the provenance of each value of a bank statement submission. Where every value was read: page, box, text and how certain it is, with the checks behind `verified`.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getBankStatementProvenance'>): Promise<SubmissionProvenance>
  /** Get a bank statement submission with its provenance, signed. The statement as a signed token (JWS), so that others can verify that this service issued it.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedBankStatement'>): Promise<SignedSubmission>
  /** Submit uploaded bank statements. Returns 201 if at least one file was extracted, otherwise 200. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later and sent by webhook. */
  submit(body: SubmittedFiles, options?: CallOptions<'submitBankStatements'>): Promise<BankStatementsResult>
  /** Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presign(body: PresignRequest, options?: CallOptions<'presignBankStatements'>): Promise<PresignedUploads>
}

export interface ConfigurationApi {
  /** Get the client configuration. Settings that apply to all users of the client. Fields that are not set are left out.  API keys need the scope `configuration`. Members need the role Support or above, or Underwriter or Developer. */
  get(options?: CallOptions<'getConfiguration'>): Promise<Configuration>
  /** Change the client configuration. Changes the fields that are sent and keeps the others. `null` unsets an optional field.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  update(body?: ConfigurationChanges, options?: CallOptions<'updateConfiguration'>): Promise<Configuration>
  /** Preview a logo as the journey would show it. The logo as the journey would show it, fetched and checked by the service.  API keys need the scope `configuration`. Members need the role FullMember or above. */
  getLogo(query: Operations['getLogo']['query'], options?: CallOptions<'getLogo'>): Promise<LogoPicture>
}

export interface DocumentsApi {
  /** List documents of a user, newest first. Uploaded documents of one user, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  list(query: Operations['listDocuments']['query'], options?: CallOptions<'listDocuments'>): List<Document, DocumentPage>
  /** @deprecated Use `bankStatements.presign`. Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignBankStatements(body: PresignRequest, options?: CallOptions<'presignBankStatements'>): Promise<PresignedUploads>
  /** Get a document with its file. One document with its type, trust score, findings and metadata.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  get(document_id: string, options?: CallOptions<'getDocument'>): Promise<DocumentWithFile>
  /** Delete a document and its submissions. Also deletes its file and the submissions extracted from it, since they could no longer be verified.  API keys need the scope `erase`. Members need the role FullMember or above. */
  delete(document_id: string, options?: CallOptions<'deleteDocument'>): Promise<Message>
  /** Get the values extracted from a document with their positions. Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the pages of GET /documents/{document_id}/file as a viewer shows them.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getFields(document_id: string, options?: CallOptions<'getDocumentFields'>): Promise<DocumentFields>
  /** Correct, confirm or restore values extracted from a document. All figures then use the corrected values, with the provenance `member`, and the income summary and report mark them. The values as read are kept and can be restored. A correction never makes a document `verified`, and leaves its trust score and findings as they are. Fields that show the same printed text change together. Send the `revision` that you read: a stale one is refused with 409 and the code `fields-changed`.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  correctFields(document_id: string, body: DocumentFieldChanges, options?: CallOptions<'correctDocumentFields'>): Promise<DocumentFields>
  /** Download the original file of a document. The file as it was uploaded.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getFile(document_id: string, options?: CallOptions<'getDocumentFile'>): Promise<Blob>
  /** Accept a document that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  acceptIdentity(document_id: string, options?: CallOptions<'acceptDocumentIdentity'>): Promise<IdentityAcceptance>
  /** @deprecated Use `payroll.presignPayslips`. Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignPayslips(body: PresignRequest, options?: CallOptions<'presignPayslips'>): Promise<PresignedUploads>
}

export interface EventsApi {
  /** List events of the last 30 days, oldest first. The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  list(query?: Operations['listEvents']['query'], options?: CallOptions<'listEvents'>): List<FeedEvent, EventPage>
  /** List events of the last 30 days, newest first. For people who look into deliveries: each event with its deliveries, without its content. Programs that poll use `GET /events`.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  listRecent(query?: Operations['listRecentEvents']['query'], options?: CallOptions<'listRecentEvents'>): List<RecentEvent, RecentEventPage>
  /** Get an event with its content and deliveries. Events are kept for 30 days. The roles Support and Developer get no content.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  get(event_id: string, options?: CallOptions<'getEvent'>): Promise<EventWithBody>
}

export interface ExpenditureApi {
  /** Estimate monthly household spending of a user, newest first. Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every input that is missing or invalid.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getOns(user_id: string, query?: Operations['getOnsExpenditure']['query'], options?: CallOptions<'getOnsExpenditure'>): Promise<Expenditures>
  /** Get the full calculation of a user’s spending estimates. Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always gives the same figures for the same payslips.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getOnsWorking(user_id: string, query?: Operations['getOnsExpenditureWorking']['query'], options?: CallOptions<'getOnsExpenditureWorking'>): Promise<ExpenditureWorking>
}

export interface IncomeApi {
  /** Get the income summary of a user. Employments, annual income, averages, months, agreement of the sources and findings, from all stored data. Every figure lists its submissions; a figure that cannot be calculated is null with a reason. A `model_id` never changes: it always gives the same figures for the same data. Low-trust documents do not count unless they are included.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  get(user_id: string, query?: Operations['getIncome']['query'], options?: CallOptions<'getIncome'>): Promise<IncomeSummary>
  /** Count a low-trust document towards the income of its user, or mark an unread one as checked. The reason is stored and shown in the working, with the caller and the time. Repeat the request to change the reason. A document with `unread` has no figure that could count: its finding becomes `unread-document-checked`. 400 if the trust score of the document is not Low and it was read.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  includeDocument(user_id: string, document_id: string, body: NewIncomeInclusion, options?: CallOptions<'includeIncomeDocument'>): Promise<IncomeInclusion>
  /** Stop counting a low-trust document, or mark an unread one as not checked. The document is in no figure any more, or needs attention again. It is not deleted.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  excludeDocument(user_id: string, document_id: string, options?: CallOptions<'excludeIncomeDocument'>): Promise<Message>
  /** Get the full calculation of a user’s income summary. Every stored payslip with the amounts that count, its split over months, or the reason why it is left out; the periods behind the annual figure; and the included low-trust documents.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getWorking(user_id: string, query?: Operations['getIncomeWorking']['query'], options?: CallOptions<'getIncomeWorking'>): Promise<IncomeWorking>
}

export interface JourneysApi {
  /** Get the current journey. Everything needed to show the journey, on first load and after a reload. Poll it while a retrieval is in progress. */
  get(options?: CallOptions<'getJourney'>): Promise<Journey>
  /** Withdraw one of the user’s own authorisations. No more data is retrieved under it. Data already shared is kept until it is deleted. After the last authorisation, accounts are signed out at the provider and become EXPIRED. */
  withdrawAuthorisation(authorisation_id: string, options?: CallOptions<'withdrawAuthorisation'>): Promise<GivenAuthorisation>
  /** Confirm the person on a device that did not share the data. Compares the answer with the registration. After five wrong answers, for one link on all devices together, only a one-time code helps. */
  confirmPerson(body?: NewJourneyConfirmation, options?: CallOptions<'confirmJourneyPerson'>): Promise<JourneyConfirmation>
  /** Withdraw every authorisation and delete what was shared. Deletes accounts with their data, documents with their files, notes, and pending webhook payloads. The registration belongs to the client and is kept; data the client has already received cannot be recalled. Safe to repeat. */
  deleteData(options?: CallOptions<'deleteJourneyData'>): Promise<Message>
  /** Connect the user at direct providers, without a login. Looks the person up at all providers with direct connections. Responds when they have answered, after 25 seconds at most. */
  createDirectConnection(body?: Nothing, options?: CallOptions<'createJourneyDirectConnection'>): Promise<DirectFound>
  /** Count an employer search without a result. Counts once per journey and text. Texts that match an employer or contain digits are not counted. Requires the token of a journey. */
  countEmployerMiss(body: NewEmployerMiss, options?: CallOptions<'countEmployerMiss'>): Promise<RecordedEmployerMiss>
  /** End a journey and get the redirect URL. The URL is client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended if nothing was shared), or error and user_id (failed). */
  end(body: JourneyEnd, options?: CallOptions<'endJourney'>): Promise<JourneyEnded>
  /** Count events of the journey. Each step counts once per journey. Only counts are stored, and every value is one of a fixed list, so that no text typed by the user can be stored. Requires the token of a journey. */
  countEvents(body: NewJourneyEvents, options?: CallOptions<'countJourneyEvents'>): Promise<CountedJourneyEvents>
  /** Export all data held about the user. Registration, authorisations, accounts without credentials, payslips, bank statements, tax years, notes and document metadata. The file is streamed; if the connection breaks, it is incomplete. */
  exportData(options?: CallOptions<'exportJourneyData'>): Promise<{}>
  /** Get the retrieved data for review by the user. What was found so far, for the person to check before the journey ends. */
  getFindings(options?: CallOptions<'getJourneyFindings'>): Promise<JourneyFindings>
  /** Say that the user does not have a kind of document, and why. The client sees the reason. A later statement about the same kind replaces it. */
  stateMissingDocuments(body: NewMissingDocuments, options?: CallOptions<'stateMissingDocuments'>): Promise<MissingDocuments>
  /** Report retrieved data as wrong. The note is stored with the data, which is not changed. A user can have 200 notes. */
  createNote(body: NewJourneyNote, options?: CallOptions<'createJourneyNote'>): Promise<JourneyNote>
  /** Read uploaded files before the person submits them. For a review by the person. Nothing is stored as a document or submission, no event is published, and the client sees nothing. Submitting the files afterwards uses what was read. Responds after 25 seconds at most; files that take longer are `still-processing`. */
  readUnsentFiles(body: UnsentFiles, options?: CallOptions<'readUnsentFiles'>): Promise<JourneyFileReadings>
  /** Get what the user has shared, with whom and under which term. What the person has shared with the client. */
  getShared(options?: CallOptions<'getJourneyShared'>): Promise<JourneyShared>
  /** Get the journey funnel by screen, step and provider. How many journeys reached each step in the period, with errors by provider.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getFunnel(query?: Operations['getJourneyFunnel']['query'], options?: CallOptions<'getJourneyFunnel'>): Promise<JourneyFunnel>
  /** Send a journey link to a user by email or text message. Creates a link as POST /user-tokens does and sends it on behalf of the client: who asks, what is shared and how long the link is valid. Text messages need a gateway (SMS_GATEWAY_URL). The reply does not contain the link. Within 24 hours a user is sent at most 5, and a client sends at most 2000; further requests return 429.  API keys need the scope `tokens`. Members need the role FullMember or above, or Underwriter. */
  createInvitation(body: NewJourneyInvitation, options?: CallOptions<'createJourneyInvitation'>): Promise<JourneyInvitation>
  /** Exchange the code of a journey link for a user token. The link can be used until it expires. The token is valid for an hour at most, never longer than the link. */
  createSession(body: JourneyCode, options?: CallOptions<'createJourneySession'>): Promise<JourneySession>
  /** Renew the token of a journey while its link is valid. Exchanges the token of a journey for a new one before it expires. */
  renewSession(body?: Nothing, options?: CallOptions<'renewJourneySession'>): Promise<JourneySession>
  /** Send a one-time code to the person of a journey. For people whose link has expired. The code goes to the email or phone of the user, is valid for 10 minutes and works once; a user gets at most 5 in 24 hours. The reply is always the same, and reveals neither whether the journey exists nor whether a code was sent. */
  createReturnCode(journey_id: string, body?: NewReturnCode, options?: CallOptions<'createReturnCode'>): Promise<Message>
  /** Exchange a one-time code for a user token. Opens a new journey of the same person for a day. A code can be tried five times. The person has shown who they are, so the device may show, export and delete their data. */
  returnTo(journey_id: string, body: ReturnCode, options?: CallOptions<'returnToJourney'>): Promise<JourneySession>
  /** Get the months that data covers, and documents the user does not have. Counts payslips from payroll and uploads alike. Contains no amounts.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getCoverage(user_id: string, options?: CallOptions<'getCoverage'>): Promise<Coverage>
  /** List notes of a user about their data, newest first. What the person wrote about their data during the journey.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listNotes(user_id: string, query?: Operations['listNotes']['query'], options?: CallOptions<'listNotes'>): List<JourneyNote, JourneyNotePage>
  /** Answer a note of a user about their data. The person sees the answer on their data page, and gets a mail about the first answer if the user has an email. A later answer replaces the earlier one.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  answerNote(user_id: string, note_id: string, body: NewNoteAnswer, options?: CallOptions<'answerNote'>): Promise<JourneyNote>
}

export interface MatchesApi {
  /** List matches between payslips, bank credits and tax years, newest pay date first. Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  list(user_id: string, query?: Operations['listMatches']['query'], options?: CallOptions<'listMatches'>): List<Match, MatchPage>
}

export interface MembersApi {
  /** Invite a member by e-mail. The invitation of an Admin by an API key is sent after an administrator has approved it by e-mail.  API keys need the scope `members`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  invite(body: Invitation, options?: CallOptions<'inviteMember'>): Promise<InvitedMember>
  /** List members, newest first. Members of the team, newest first.  API keys need the scope `members`. Members need the role FullMember or above. */
  list(query?: Operations['listMembers']['query'], options?: CallOptions<'listMembers'>): List<Member, MemberPage>
  /** Accept an invitation with a name and a password. Sets name and password of an invited member. The token comes from the invitation e-mail. */
  acceptInvitation(code: string, body: Acceptance, options?: CallOptions<'acceptInvitation'>): Promise<Member>
  /** Approve the invitation of an Admin by an API key. Sends the invitation. The code comes from the e-mail to the administrators. */
  approveInvitation(code: string, options?: CallOptions<'approveInvitation'>): Promise<Message>
  /** Validate the second factor. Completes a sign-in with the code from the e-mail or of the authenticator app, or with a recovery code. */
  validateMfa(body: MemberMfaAnswer, options?: CallOptions<'validateMfa'>): Promise<SignedIn | BrowserSignedIn>
  /** List your own passkeys, newest first. No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  listPasskeys(query?: Operations['listPasskeys']['query'], options?: CallOptions<'listPasskeys'>): List<Passkey, PasskeyPage>
  /** Add a passkey to your account. Takes the credential that the browser has created. We notify you by e-mail.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  registerPasskey(body: PasskeyRegistration, options?: CallOptions<'registerPasskey'>): Promise<Passkey>
  /** Get what the browser needs to create a passkey. For the console: the values of `navigator.credentials.create()`.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  startPasskeyRegistration(options?: CallOptions<'startPasskeyRegistration'>): Promise<PasskeyRegistrationOptions>
  /** Get what the browser needs to use a passkey. For the console: the values of `navigator.credentials.get()`. */
  startPasskeySignIn(options?: CallOptions<'startPasskeySignIn'>): Promise<PasskeySignInOptions>
  /** Sign in a member with a passkey. Needs neither password nor code. Replies 201 with a cookie if a page of the console asked for one. */
  signInWithPasskey(body: PasskeySignIn, options?: CallOptions<'signInWithPasskey'>): Promise<SignedIn | BrowserSignedIn>
  /** Remove one of your own passkeys. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  deletePasskey(id: string, options?: CallOptions<'deletePasskey'>): Promise<Message>
  /** Change your own password. Needs the current password. Ends your other sessions. Wrong passwords count towards the limits of the sign-in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  changePassword(body: PasswordChange, options?: CallOptions<'changePassword'>): Promise<Message>
  /** Set a new password with the code from the e-mail. Sets a new password with the code from the e-mail. */
  confirmPasswordReset(body: ResetConfirmation, options?: CallOptions<'confirmPasswordReset'>): Promise<Message>
  /** Request a password reset by e-mail. Sends a code by e-mail if the address belongs to a member. The response is the same if it does not. */
  initiatePasswordReset(body: ResetRequest, options?: CallOptions<'initiatePasswordReset'>): Promise<Message>
  /** Get the rules for signing in. No API key may do this. Members need the role Admin or above. */
  getPolicy(options?: CallOptions<'getMemberPolicy'>): Promise<MemberPolicy>
  /** Change the rules for signing in. Takes effect with the next request of each member.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updatePolicy(body?: MemberPolicyChanges, options?: CallOptions<'updateMemberPolicy'>): Promise<MemberPolicy>
  /** List your own sessions, newest first. The devices and programs on which you are signed in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  listSessions(query?: Operations['listSessions']['query'], options?: CallOptions<'listSessions'>): List<MemberSession, MemberSessionPage>
  /** Get the session of this request and its member. Using a session of the console renews it for 15 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  getCurrentSession(options?: CallOptions<'getCurrentSession'>): Promise<CurrentSession>
  /** Authenticate again in the current session. Opens operations that need a recent authentication for 10 minutes. Replies 202 with a session if the member has a second factor. Wrong passwords count towards the limits of the sign-in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  authenticateAgain(body: Reauthentication, options?: CallOptions<'authenticateAgain'>): Promise<Reauthenticated | MfaSession>
  /** Authenticate again in the current session with a passkey. Opens operations that need a recent authentication for 10 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  authenticateAgainWithPasskey(body: PasskeyAssertion, options?: CallOptions<'authenticateAgainWithPasskey'>): Promise<Reauthenticated>
  /** Validate the second factor of a repeated authentication. Takes the code from the e-mail or of the authenticator app, or a recovery code.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  validateAuthentication(body: ReauthenticationAnswer, options?: CallOptions<'validateAuthentication'>): Promise<Reauthenticated>
  /** End your own sessions within a second. Signs you out on every other device or, with `keep_current` false, on every device.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  endOwnSessions(body?: SessionRevocation, options?: CallOptions<'endOwnSessions'>): Promise<Message>
  /** End one of your own sessions within a second. Ending the current session signs you out. To end another one, you must have authenticated within the last 10 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  endSession(id: string, options?: CallOptions<'endSession'>): Promise<Message>
  /** Sign in a member. Replies 202 with a session if the member has a second factor, and 201 with a cookie if a page of the console asked for one. */
  signIn(body: Credentials, options?: CallOptions<'signIn'>): Promise<SignedIn | BrowserSignedIn | MfaSession>
  /** Get the settings of single sign-on. No API key may do this. Members need the role Admin or above. */
  getSingleSignOn(options?: CallOptions<'getSingleSignOn'>): Promise<SsoSettings>
  /** Set up single sign-on for members with OpenID Connect. Members sign in at your OpenID provider. Owners keep their password. A changed issuer or client id needs the secret again.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  setSingleSignOn(body: SsoSettingsInput, options?: CallOptions<'setSingleSignOn'>): Promise<SsoSettings>
  /** Switch off single sign-on. Members without a password can then set one with a password reset.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteSingleSignOn(options?: CallOptions<'deleteSingleSignOn'>): Promise<Message>
  /** Start a sign-in at the OpenID provider of an organisation. For the sign-in page of the console. Sets a cookie that binds the sign-in to the browser. */
  startSingleSignOn(body: SsoStart, options?: CallOptions<'startSingleSignOn'>): Promise<SsoAuthorisation>
  /** Get the state of your authenticator app. No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  getTotp(options?: CallOptions<'getTotp'>): Promise<Totp>
  /** Create the secret of an authenticator app. Needs the current password. The app takes effect once you confirm it with a code, within 15 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  startTotpSetup(body: TotpSetup, options?: CallOptions<'startTotpSetup'>): Promise<TotpSecret>
  /** Confirm your authenticator app with a code. From now on, each sign-in needs a code of the app. Returns ten recovery codes, which are shown only once. Each replaces one code of the app.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  confirmTotpSetup(body: TotpConfirmation, options?: CallOptions<'confirmTotpSetup'>): Promise<RecoveryCodes>
  /** Remove your authenticator app. Needs the current password and a code of the app, or a recovery code.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  removeTotp(body: TotpRemoval, options?: CallOptions<'removeTotp'>): Promise<Message>
  /** Get a member. One member of the team.  API keys need the scope `members`. Members need the role FullMember or above. */
  get(id: string, options?: CallOptions<'getMember'>): Promise<Member>
  /** Update the role or second factor of a member. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  update(id: string, body?: MemberChanges, options?: CallOptions<'updateMember'>): Promise<Member>
  /** Remove a member and revoke their tokens within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  delete(id: string, options?: CallOptions<'deleteMember'>): Promise<Message>
  /** Remove all passkeys of a member. For a member who has lost a device. We notify the member by e-mail.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deletePasskeys(id: string, options?: CallOptions<'deleteMemberPasskeys'>): Promise<Message>
  /** End all sessions of a member within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  endSessions(id: string, options?: CallOptions<'endMemberSessions'>): Promise<Message>
  /** Remove the authenticator app of another member. For a member who has lost it. We notify the member by e-mail.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteTotp(id: string, options?: CallOptions<'deleteMemberTotp'>): Promise<Message>
}

export interface PayrollApi {
  /** List payroll entries of a user, newest first. Entries of one user: each is one retrieval or upload that brought payslips.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listEntries(query: Operations['listPayrollEntries']['query'], options?: CallOptions<'listPayrollEntries'>): List<PayrollEntry, PayrollEntryPage>
  /** Retrieve new payslips through an account. Replies once the provider has replied. If there is nothing new, entry_id is null and the list is empty. Waits for the first retrieval of the account if that is still running. */
  queryConnection(body: PayrollConnectionQuery, options?: CallOptions<'queryPayrollConnection'>): Promise<PayrollConnectionResult>
  /** Extract uploaded payslips. Creates one entry for all payslips that could be extracted; entry_id is null if none could. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later as a separate entry and announced by webhook. */
  submitPayslips(body: SubmittedFiles, options?: CallOptions<'submitPayslips'>): Promise<PayslipsResult>
  /** Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignPayslips(body: PresignRequest, options?: CallOptions<'presignPayslips'>): Promise<PresignedUploads>
  /** Get a payroll entry. Its submissions are listed by `GET /payroll/{user_id}?entry_id=`.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getEntry(entry_id: string, options?: CallOptions<'getPayrollEntry'>): Promise<PayrollEntry>
  /** Delete a payroll entry with its submissions. The next query or recurring check retrieves the newest payslips of the account again.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deleteEntry(entry_id: string, options?: CallOptions<'deletePayrollEntry'>): Promise<Message>
  /** List payroll submissions of a user, newest first. Payslips of one user from all sources, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listSubmissions(user_id: string, query?: Operations['listPayrollSubmissions']['query'], options?: CallOptions<'listPayrollSubmissions'>): List<PayrollSubmission, PayrollSubmissionPage>
  /** Get a payroll submission. One payslip.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSubmission(user_id: string, submission_id: string, options?: CallOptions<'getPayrollSubmission'>): Promise<PayrollSubmission>
  /** Get the provenance of each value of a payroll submission. For an uploaded payslip the position in its document; for a connection the account.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getPayrollProvenance'>): Promise<SubmissionProvenance>
  /** Get a payroll submission with its provenance, signed. The payslip as a signed token (JWS), so that others can verify that this service issued it.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedPayroll'>): Promise<SignedSubmission>
}

export interface ProvidersApi {
  /** Search employers and payroll providers by name. Tolerates typing errors and knows other names of an employer. Best matches first, at most 20. Without a query, returns suggestions.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  searchEmployers(query?: Operations['searchEmployers']['query'], options?: CallOptions<'searchEmployers'>): Promise<EmployerMatches>
  /** List employers that users searched for and did not find. Shows a text only after 3 journeys have searched for it; a single person’s text is not stored.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  listEmployerMisses(options?: CallOptions<'listEmployerMisses'>): Promise<EmployerMisses>
  /** List payroll providers and employers. Providers that can be connected, their parents, and the employers that use them.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  list(options?: CallOptions<'listProviders'>): Promise<Catalogue>
}

export interface ReportsApi {
  /** Create a signed income report of a user. The income summary with findings, the working and all sources, signed. Anyone with the report can verify it offline with the published keys: `payproof verify-report`. Every call creates a new report from the data as it is now. The report is not stored.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  get(user_id: string, query?: Operations['getReport']['query'], options?: CallOptions<'getReport'>): Promise<SignedIncomeReport>
  /** Create a signed income report of a user as a PDF. The same report as a PDF: the decision page first, then every figure with its source. The signed report is attached as report.jws. The last line of the file is a signature over all other bytes.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getFile(user_id: string, query?: Operations['getReportFile']['query'], options?: CallOptions<'getReportFile'>): Promise<Blob>
  /** Create a link to an income report that expires. Anyone with the URL can open the PDF of the report, as it is now, until the link expires or is revoked. Every opening is in the audit log. A user has at most 20 open links.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  createLink(user_id: string, body?: NewReportLink, options?: CallOptions<'createReportLink'>): Promise<CreatedReportLink>
  /** List links to income reports of a user, newest first. With status and openings, without URLs. Links are listed until 30 days after they expire.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listLinks(user_id: string, query?: Operations['listReportLinks']['query'], options?: CallOptions<'listReportLinks'>): List<ReportLink, ReportLinkPage>
  /** Revoke a link to an income report. The link answers 410 from now on, and its copy of the report is deleted.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  revokeLink(user_id: string, link_id: string, options?: CallOptions<'revokeReportLink'>): Promise<Message>
}

export interface RequestLogApi {
  /** List recent API requests, newest first. Requests of your API keys and members in the last 7 days, as far as the log has room. It contains field names and error codes, but no values that people typed. A request appears within seconds; under heavy load some are left out.  API keys need the scope `read`. Members need the role Admin or above, or Developer. */
  listRequests(query?: Operations['listRequests']['query'], options?: CallOptions<'listRequests'>): List<LoggedRequest, RequestLogPage>
}

export interface ReviewsApi {
  /** List users as a work queue. Users with review status, employer, annual gross, worst finding and assignee, filtered and sorted. Pages are linked by cursor. Sorting by assignee lists assigned users only.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  list(query?: Operations['listReviews']['query'], options?: CallOptions<'listReviews'>): List<ReviewRow, ReviewPage>
  /** Export the work queue as CSV. All users that match the filters, one per line, in the order of their ids. Text that a spreadsheet would run as a formula is preceded by an apostrophe. The export is in the audit log.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  export(query?: Operations['exportReviews']['query'], options?: CallOptions<'exportReviews'>): Promise<Blob>
  /** Get the review rules. Rules that are checked against every income summary. They advise your team and never decide.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getRules(options?: CallOptions<'getReviewRules'>): Promise<ReviewRules>
  /** Replace the review rules. At most 20 rules. The earlier rules stay in the list of changes. Users are checked again in the background, so the work queue shows the new advice a little later. Send the `version` that you read to keep a change that another member made meanwhile: a stale version is refused with 409 and the code `rules-changed`.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  replaceRules(body: NewReviewRules, options?: CallOptions<'replaceReviewRules'>): Promise<ReviewRules>
  /** List changes of the review rules, newest first. Each change with the rules before and after it, the time, and the member or API key.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listRuleChanges(query?: Operations['listReviewRuleChanges']['query'], options?: CallOptions<'listReviewRuleChanges'>): List<ReviewRulesChange, ReviewRulesChangePage>
  /** Get the saved views of the signed-in member. Filters of the work queue that the member has named. API keys have none.  No API key may do this. Members need the role Support or above, or Underwriter. */
  getViews(options?: CallOptions<'getReviewViews'>): Promise<SavedViews>
  /** Replace the saved views of the signed-in member. At most 20 views, in the order in which they are shown.  No API key may do this. Members need the role Support or above, or Underwriter. */
  replaceViews(body: SavedViews, options?: CallOptions<'replaceReviewViews'>): Promise<SavedViews>
  /** Get the review of a user. Status, assignee and decision, and the members who may be assigned.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  get(user_id: string, options?: CallOptions<'getReview'>): Promise<Review>
  /** Assign or start the review of a user. Other statuses follow from data or from the decision. A changed status is published as review-status-changed.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  update(user_id: string, body?: ReviewChanges, options?: CallOptions<'updateReview'>): Promise<Review>
  /** Decide the review of a user. The decision and its reason are stored with the caller and the time. A later decision replaces it. Published as review-status-changed, without the reason.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  decide(user_id: string, body: NewReviewDecision, options?: CallOptions<'decideReview'>): Promise<Review>
  /** Add an internal note about a user. Only the team can read it. It is stored encrypted and deleted with the user.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  createNote(user_id: string, body: NewReviewNote, options?: CallOptions<'createReviewNote'>): Promise<ReviewNote>
  /** List internal notes about a user, newest first. Notes of the team. Notes of the applicant are listed by GET /users/{user_id}/notes.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listNotes(user_id: string, query?: Operations['listReviewNotes']['query'], options?: CallOptions<'listReviewNotes'>): List<ReviewNote, ReviewNotePage>
}

export interface SandboxApi {
  /** Get the sandbox clock. Your time in the sandbox. It is that of the installation until you set it.  API keys need the scope `read`. Members need the role FullMember or above. */
  getClock(options?: CallOptions<'getSandboxClock'>): Promise<SandboxClock>
  /** Set or advance the sandbox clock. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  moveClock(body?: SandboxClockChange, options?: CallOptions<'moveSandboxClock'>): Promise<SandboxClock>
  /** Get your webhook inbox: its URL and the deliveries received, newest first. Deliveries that the sandbox inbox of this client received, newest first.  API keys need the scope `read`. Members need the role FullMember or above. */
  getInbox(query?: Operations['getSandboxInbox']['query'], options?: CallOptions<'getSandboxInbox'>): List<SandboxArrival, SandboxInbox>
  /** Set the keys with which the inbox verifies and decrypts deliveries. The secrets with which the inbox verifies and decrypts deliveries.  API keys need the scope `write`. Members need the role FullMember or above. */
  setInboxKeys(body?: SandboxInboxKeys, options?: CallOptions<'setSandboxInboxKeys'>): Promise<Message>
  /** List or search the named people of the sandbox. Any user name of the form person.1, person.2 and so on exists too.  API keys need the scope `read`. Members need the role FullMember or above. */
  listPeople(query?: Operations['listSandboxPeople']['query'], options?: CallOptions<'listSandboxPeople'>): List<SandboxPerson, SandboxPeople>
  /** Get a sandbox person with identity, login and next pay day. One fictional person with employments, addresses and logins.  API keys need the scope `read`. Members need the role FullMember or above. */
  getPerson(user_name: string, options?: CallOptions<'getSandboxPerson'>): Promise<SandboxPersonDetails>
  /** Override a sandbox person’s behaviour at a provider. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  setBehaviour(user_name: string, body: SandboxBehaviour, options?: CallOptions<'setSandboxBehaviour'>): Promise<Message>
  /** List the simulated providers with their settings. The simulated providers and how they behave for your client.  API keys need the scope `read`. Members need the role FullMember or above. */
  listProviders(options?: CallOptions<'listSandboxProviders'>): Promise<SandboxProviders>
  /** Take a simulated provider down, slow it down, unlock its accounts or reset it. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  updateProvider(provider_id: string, body?: SandboxProviderChange, options?: CallOptions<'updateSandboxProvider'>): Promise<SandboxProvider>
}

export interface TaxauthApi {
  /** List tax authority entries of a user, newest first. Entries of one user: each is one retrieval from the tax authority.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listEntries(query: Operations['listTaxauthEntries']['query'], options?: CallOptions<'listTaxauthEntries'>): List<IncomeEntry, IncomeEntryPage>
  /** Retrieve new tax years through an account. Replies once the authority has replied. If there is nothing new, entry_id is null and the list is empty. The authority accepts three requests a second from all clients together, so the reply may be 503; the result then follows by webhook. */
  queryConnection(body: IncomeConnectionQuery, options?: CallOptions<'queryTaxauthConnection'>): Promise<IncomeConnectionResult>
  /** Get a tax authority entry. Its submissions are listed by `GET /taxauth/{user_id}?entry_id=`.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getEntry(entry_id: string, options?: CallOptions<'getTaxauthEntry'>): Promise<IncomeEntry>
  /** Delete a tax authority entry with its submissions. The next query or recurring check retrieves the data again.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deleteEntry(entry_id: string, options?: CallOptions<'deleteTaxauthEntry'>): Promise<Message>
  /** List tax authority data of a user, one submission per tax year, newest first. Income per tax year from the tax authority, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listIncomeSubmissions(user_id: string, query?: Operations['listIncomeSubmissions']['query'], options?: CallOptions<'listIncomeSubmissions'>): List<IncomeSubmission, IncomeSubmissionPage>
}

export interface UserTokensApi {
  /** Get the public keys that verify tokens and signed submissions. The public keys that verify user tokens and member tokens (RFC 7517). Cache them by `kid`. */
  getJwks(options?: CallOptions<'getJwks'>): Promise<Jwks>
  /** Create a token and a journey link for a user. A token with which the user acts for themselves, and a link to the hosted journey. Send the link only to that person.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  create(body: UserReference, options?: CallOptions<'createUserToken'>): Promise<UserToken>
  /** Revoke all tokens and journey links of a user. Revokes every token and journey link of the user at once.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  revoke(body: UserReference, options?: CallOptions<'revokeUserTokens'>): Promise<Message>
}

export interface UsersApi {
  /** Create a user. Registers a person. Nothing is retrieved until the person has accepted a term.  API keys need the scope `write`. Members need the role FullMember or above. */
  create(body: NewUser, options?: CallOptions<'createUser'>): Promise<User>
  /** List or search users, newest first. Users of the client, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  list(query?: Operations['listUsers']['query'], options?: CallOptions<'listUsers'>): List<User, UserPage>
  /** Register and invite many people by CSV. By default this is a dry run, which only validates the file. With `dry_run: false`, each person is registered and sent a link by e-mail; if any line is invalid, the whole file is rejected with 400. References of registered users are rejected, so that sending the same file again sends no second invitation. If another request registers a reference meanwhile, that line is skipped and listed in `errors`. A client sends at most 2000 links within 24 hours.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  bulkInvite(body: NewBulkInvitations, options?: CallOptions<'bulkInviteUsers'>): Promise<BulkInvitationResult>
  /** List users with something to check. Low-trust and unread documents, other identities and disputed figures of the given users, as counts. The income summary has the details.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listFlags(query: Operations['listUserFlags']['query'], options?: CallOptions<'listUserFlags'>): Promise<FlaggedUsers>
  /** List users with recurring checks enabled or disabled. The setting of the user overrides that of the client; an end date in the past disables recurring checks.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listRecurring(query?: Operations['listRecurringUsers']['query'], options?: CallOptions<'listRecurringUsers'>): List<User, UserPage>
  /** Get a user. One user with the settings that override those of the client.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  get(user_id: string, options?: CallOptions<'getUser'>): Promise<User>
  /** Change a user. Changes the fields that are sent and keeps the others. `null` unsets an optional field.  API keys need the scope `write`. Members need the role FullMember or above. */
  update(user_id: string, body?: UserChanges, options?: CallOptions<'updateUser'>): Promise<User>
  /** Erase a user and everything held about them. Erases the user with all files, accounts, entries and submissions. Backups that are restored later forget the user too.  API keys need the scope `erase`. Members need the role FullMember or above. They must have authenticated within the last 10 minutes. */
  delete(user_id: string, options?: CallOptions<'deleteUser'>): Promise<Message>
  /** List the timeline of a user, newest first. Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and deliveries are listed for 30 days.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listTimeline(user_id: string, query?: Operations['listUserTimeline']['query'], options?: CallOptions<'listUserTimeline'>): List<TimelineEvent, TimelinePage>
}

export interface WebhooksApi {
  /** Subscribe to events. Subscribes a URL to events. With `signing_secret` deliveries are signed, with `encryption_key` encrypted; neither can be read back.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  create(body: NewWebhook, options?: CallOptions<'createWebhook'>): Promise<Webhook>
  /** List webhooks, newest first. All webhooks of the client.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  list(query?: Operations['listWebhooks']['query'], options?: CallOptions<'listWebhooks'>): List<Webhook, WebhookPage>
  /** Get a webhook. One webhook. Its secrets cannot be read back.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  get(webhook_id: string, options?: CallOptions<'getWebhook'>): Promise<Webhook>
  /** Change a webhook. Changes name, events, URL or options. Rotate the secrets with the rotation operations.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  update(webhook_id: string, body?: WebhookChanges, options?: CallOptions<'updateWebhook'>): Promise<Webhook>
  /** Delete a webhook and its pending deliveries. Ends the subscription. Pending deliveries are dropped.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  delete(webhook_id: string, options?: CallOptions<'deleteWebhook'>): Promise<Message>
  /** List deliveries of the last 30 days, newest first. Deliveries of one webhook, newest first.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  listDeliveries(webhook_id: string, query?: Operations['listDeliveries']['query'], options?: CallOptions<'listDeliveries'>): List<Delivery, DeliveryPage>
  /** Get a delivery with its attempts. One delivery with every attempt.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getDelivery(webhook_id: string, delivery_id: string, options?: CallOptions<'getDelivery'>): Promise<DeliveryWithAttempts>
  /** Redeliver a delivery in any state. The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  redeliver(webhook_id: string, delivery_id: string, options?: CallOptions<'redeliver'>): Promise<Message>
  /** Pause a webhook. Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  pause(webhook_id: string, options?: CallOptions<'pauseWebhook'>): Promise<WebhookStatus>
  /** Requeue the dead deliveries of a period. Sends every event of a period again that was not delivered.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  recover(webhook_id: string, body: WebhookRecovery, options?: CallOptions<'recoverWebhook'>): Promise<Message>
  /** Resume a webhook and deliver what is pending. Resumes a paused webhook. Deliveries that waited are sent.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  resume(webhook_id: string, options?: CallOptions<'resumeWebhook'>): Promise<WebhookStatus>
  /** Rotate the signing secret or the encryption key. A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both signatures until then. An encryption key is replaced at once.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  rotateSecret(webhook_id: string, body?: WebhookRotation, options?: CallOptions<'rotateWebhookSecret'>): Promise<WebhookStatus>
  /** Get delivery attempts of the last 24 hours by hour. Successes, failures and durations. At most the newest 10,000 deliveries are counted; `is_truncated` is true if there are more.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getStatistics(webhook_id: string, options?: CallOptions<'getWebhookStatistics'>): Promise<WebhookStatistics>
  /** Get the status of a webhook. Signing, encryption, rotation, pause and failures of one webhook.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getStatus(webhook_id: string, options?: CallOptions<'getWebhookStatus'>): Promise<WebhookStatus>
  /** Send a test delivery and return the response. Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  test(webhook_id: string, body?: WebhookTest, options?: CallOptions<'testWebhook'>): Promise<DeliveryWithAttempts>
}

/** Every operation of the API, by noun. */
export class Resources {
  declare readonly accounts: AccountsApi
  declare readonly activity: ActivityApi
  declare readonly apiKeys: ApiKeysApi
  declare readonly auditLog: AuditLogApi
  declare readonly authorisations: AuthorisationsApi
  declare readonly bankStatements: BankStatementsApi
  declare readonly configuration: ConfigurationApi
  declare readonly documents: DocumentsApi
  declare readonly events: EventsApi
  declare readonly expenditure: ExpenditureApi
  declare readonly income: IncomeApi
  declare readonly journeys: JourneysApi
  declare readonly matches: MatchesApi
  declare readonly members: MembersApi
  declare readonly payroll: PayrollApi
  declare readonly providers: ProvidersApi
  declare readonly reports: ReportsApi
  declare readonly requestLog: RequestLogApi
  declare readonly reviews: ReviewsApi
  declare readonly sandbox: SandboxApi
  declare readonly taxauth: TaxauthApi
  declare readonly userTokens: UserTokensApi
  declare readonly users: UsersApi
  declare readonly webhooks: WebhooksApi
}

export const operations: Record<string, Record<string, Operation>> = {
  accounts: {
    create: { id: 'createAccount', method: 'POST', path: '/accounts', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
    list: { id: 'listAccounts', method: 'GET', path: '/accounts', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true, paging: { items: 'accounts', max: 1000, by: 'offset', first: 1 } },
    createDirectConnection: { id: 'createDirectConnection', method: 'POST', path: '/accounts/direct-connections', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listRecurring: { id: 'listRecurringAccounts', method: 'GET', path: '/accounts/recurring', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true, paging: { items: 'accounts', max: 1000, by: 'offset', first: 1 } },
    get: { id: 'getAccount', method: 'GET', path: '/accounts/{account_id}', callers: ['apiKey', 'memberToken', 'userToken'] },
    delete: { id: 'deleteAccount', method: 'DELETE', path: '/accounts/{account_id}', callers: ['apiKey', 'memberToken'] },
    decideConsent: { id: 'decideAccountConsent', method: 'POST', path: '/accounts/{account_id}/consent', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
    getHistory: { id: 'getAccountHistory', method: 'GET', path: '/accounts/{account_id}/history', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true, paging: { items: 'history', max: 1000, by: 'offset', first: 1 } },
    acceptIdentity: { id: 'acceptAccountIdentity', method: 'POST', path: '/accounts/{account_id}/identity/accept', callers: ['apiKey', 'memberToken'], takesKey: true },
    answerMfa: { id: 'answerMfa', method: 'PUT', path: '/accounts/{account_id}/mfa', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
    reconnect: { id: 'reconnectAccount', method: 'POST', path: '/accounts/{account_id}/reconnect', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
  },
  activity: {
    get: { id: 'getActivity', method: 'GET', path: '/activity', callers: ['apiKey', 'memberToken'], hasQuery: true },
    getAttention: { id: 'getAttention', method: 'GET', path: '/attention', callers: ['apiKey', 'memberToken'] },
  },
  apiKeys: {
    list: { id: 'listApiKeys', method: 'GET', path: '/api-keys', callers: ['memberToken'], hasQuery: true, paging: { items: 'api_keys', max: 100, by: 'offset', first: 1 } },
    create: { id: 'createApiKey', method: 'POST', path: '/api-keys', callers: ['memberToken'], hasBody: true, takesKey: true },
    delete: { id: 'deleteApiKey', method: 'DELETE', path: '/api-keys/{id}', callers: ['memberToken'] },
  },
  auditLog: {
    list: { id: 'listAuditLog', method: 'GET', path: '/audit-log', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'audit_lines', max: 100, by: 'cursor' } },
  },
  authorisations: {
    create: { id: 'createAuthorisation', method: 'POST', path: '/authorisations', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
    list: { id: 'listAuthorisations', method: 'GET', path: '/authorisations', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'authorisations', max: 100, by: 'offset', first: 0 } },
    createTerm: { id: 'createAuthorisationTerm', method: 'POST', path: '/authorisations/terms', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listTerms: { id: 'listAuthorisationTerms', method: 'GET', path: '/authorisations/terms', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'terms', max: 100, by: 'offset', first: 0 } },
    getLatestTerm: { id: 'getLatestAuthorisationTerm', method: 'GET', path: '/authorisations/terms/latest', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true },
    getTerm: { id: 'getAuthorisationTerm', method: 'GET', path: '/authorisations/terms/{term_id}', callers: ['apiKey', 'memberToken'] },
    updateTerm: { id: 'updateAuthorisationTerm', method: 'PATCH', path: '/authorisations/terms/{term_id}', callers: ['apiKey', 'memberToken'], hasBody: true },
    get: { id: 'getAuthorisation', method: 'GET', path: '/authorisations/{authorisation_id}', callers: ['apiKey', 'memberToken'] },
    revoke: { id: 'revokeAuthorisation', method: 'PUT', path: '/authorisations/{authorisation_id}/revoke', callers: ['apiKey', 'memberToken'], takesKey: true },
  },
  bankStatements: {
    listSubmissions: { id: 'listBankStatementSubmissions', method: 'GET', path: '/bankstatements/{user_id}', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'bank_statement_submissions', max: 1000, by: 'offset', first: 0 } },
    getSubmission: { id: 'getBankStatementSubmission', method: 'GET', path: '/bankstatements/{user_id}/{submission_id}', callers: ['apiKey', 'memberToken'] },
    getProvenance: { id: 'getBankStatementProvenance', method: 'GET', path: '/bankstatements/{user_id}/{submission_id}/provenance', callers: ['apiKey', 'memberToken'] },
    getSigned: { id: 'getSignedBankStatement', method: 'GET', path: '/bankstatements/{user_id}/{submission_id}/provenance/signed', callers: ['apiKey', 'memberToken'] },
    submit: { id: 'submitBankStatements', method: 'PUT', path: '/documents/bank-statements', callers: ['userToken'], hasBody: true, takesKey: true },
    presign: { id: 'presignBankStatements', method: 'PUT', path: '/documents/bank-statements/presign', callers: ['userToken'], hasBody: true, takesKey: true },
  },
  configuration: {
    get: { id: 'getConfiguration', method: 'GET', path: '/configuration', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateConfiguration', method: 'PATCH', path: '/configuration', callers: ['apiKey', 'memberToken'], hasBody: true },
    getLogo: { id: 'getLogo', method: 'GET', path: '/configuration/logo', callers: ['apiKey', 'memberToken'], hasQuery: true },
  },
  documents: {
    list: { id: 'listDocuments', method: 'GET', path: '/documents', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'documents', max: 500, by: 'offset', first: 0 } },
    presignBankStatements: { id: 'presignBankStatements', method: 'PUT', path: '/documents/bank-statements/presign', callers: ['userToken'], hasBody: true, takesKey: true, movedTo: 'bankStatements.presign' },
    get: { id: 'getDocument', method: 'GET', path: '/documents/{document_id}', callers: ['apiKey', 'memberToken'] },
    delete: { id: 'deleteDocument', method: 'DELETE', path: '/documents/{document_id}', callers: ['apiKey', 'memberToken'] },
    getFields: { id: 'getDocumentFields', method: 'GET', path: '/documents/{document_id}/fields', callers: ['apiKey', 'memberToken'] },
    correctFields: { id: 'correctDocumentFields', method: 'PATCH', path: '/documents/{document_id}/fields', callers: ['apiKey', 'memberToken'], hasBody: true },
    getFile: { id: 'getDocumentFile', method: 'GET', path: '/documents/{document_id}/file', callers: ['apiKey', 'memberToken'], isFile: true },
    acceptIdentity: { id: 'acceptDocumentIdentity', method: 'POST', path: '/documents/{document_id}/identity/accept', callers: ['apiKey', 'memberToken'], takesKey: true },
    presignPayslips: { id: 'presignPayslips', method: 'POST', path: '/payroll/entries/payslips/presign', callers: ['userToken'], hasBody: true, takesKey: true, movedTo: 'payroll.presignPayslips' },
  },
  events: {
    list: { id: 'listEvents', method: 'GET', path: '/events', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'events', max: 100, by: 'cursor' } },
    listRecent: { id: 'listRecentEvents', method: 'GET', path: '/events/recent', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'events', max: 100, by: 'cursor' } },
    get: { id: 'getEvent', method: 'GET', path: '/events/{event_id}', callers: ['apiKey', 'memberToken'] },
  },
  expenditure: {
    getOns: { id: 'getOnsExpenditure', method: 'GET', path: '/expenditure/{user_id}/ons', callers: ['apiKey', 'memberToken'], hasQuery: true },
    getOnsWorking: { id: 'getOnsExpenditureWorking', method: 'GET', path: '/expenditure/{user_id}/ons/working', callers: ['apiKey', 'memberToken'], hasQuery: true },
  },
  income: {
    get: { id: 'getIncome', method: 'GET', path: '/users/{user_id}/income', callers: ['apiKey', 'memberToken'], hasQuery: true },
    includeDocument: { id: 'includeIncomeDocument', method: 'PUT', path: '/users/{user_id}/income/inclusions/{document_id}', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    excludeDocument: { id: 'excludeIncomeDocument', method: 'DELETE', path: '/users/{user_id}/income/inclusions/{document_id}', callers: ['apiKey', 'memberToken'] },
    getWorking: { id: 'getIncomeWorking', method: 'GET', path: '/users/{user_id}/income/working', callers: ['apiKey', 'memberToken'], hasQuery: true },
  },
  journeys: {
    get: { id: 'getJourney', method: 'GET', path: '/journeys/current', callers: ['userToken'] },
    withdrawAuthorisation: { id: 'withdrawAuthorisation', method: 'PUT', path: '/journeys/current/authorisations/{authorisation_id}/revoke', callers: ['userToken'], takesKey: true },
    confirmPerson: { id: 'confirmJourneyPerson', method: 'POST', path: '/journeys/current/confirmations', callers: ['userToken'], hasBody: true, takesKey: true },
    deleteData: { id: 'deleteJourneyData', method: 'DELETE', path: '/journeys/current/data', callers: ['userToken'] },
    createDirectConnection: { id: 'createJourneyDirectConnection', method: 'POST', path: '/journeys/current/direct-connections', callers: ['userToken'], hasBody: true, takesKey: true },
    countEmployerMiss: { id: 'countEmployerMiss', method: 'POST', path: '/journeys/current/employer-misses', callers: ['userToken'], hasBody: true, takesKey: true },
    end: { id: 'endJourney', method: 'POST', path: '/journeys/current/ends', callers: ['userToken'], hasBody: true, takesKey: true },
    countEvents: { id: 'countJourneyEvents', method: 'POST', path: '/journeys/current/events', callers: ['userToken'], hasBody: true, takesKey: true },
    exportData: { id: 'exportJourneyData', method: 'GET', path: '/journeys/current/export', callers: ['userToken'] },
    getFindings: { id: 'getJourneyFindings', method: 'GET', path: '/journeys/current/findings', callers: ['userToken'] },
    stateMissingDocuments: { id: 'stateMissingDocuments', method: 'POST', path: '/journeys/current/missing-documents', callers: ['userToken'], hasBody: true, takesKey: true },
    createNote: { id: 'createJourneyNote', method: 'POST', path: '/journeys/current/notes', callers: ['userToken'], hasBody: true, takesKey: true },
    readUnsentFiles: { id: 'readUnsentFiles', method: 'POST', path: '/journeys/current/readings', callers: ['userToken'], hasBody: true, takesKey: true },
    getShared: { id: 'getJourneyShared', method: 'GET', path: '/journeys/current/shared', callers: ['userToken'] },
    getFunnel: { id: 'getJourneyFunnel', method: 'GET', path: '/journeys/funnel', callers: ['apiKey', 'memberToken'], hasQuery: true },
    createInvitation: { id: 'createJourneyInvitation', method: 'POST', path: '/journeys/invitations', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    createSession: { id: 'createJourneySession', method: 'POST', path: '/journeys/sessions', callers: ['public'], hasBody: true },
    renewSession: { id: 'renewJourneySession', method: 'POST', path: '/journeys/sessions/renewals', callers: ['userToken'], hasBody: true, takesKey: true },
    createReturnCode: { id: 'createReturnCode', method: 'POST', path: '/journeys/{journey_id}/return-codes', callers: ['public'], hasBody: true },
    returnTo: { id: 'returnToJourney', method: 'POST', path: '/journeys/{journey_id}/returns', callers: ['public'], hasBody: true },
    getCoverage: { id: 'getCoverage', method: 'GET', path: '/users/{user_id}/coverage', callers: ['apiKey', 'memberToken'] },
    listNotes: { id: 'listNotes', method: 'GET', path: '/users/{user_id}/notes', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'notes', max: 200, by: 'offset', first: 1 } },
    answerNote: { id: 'answerNote', method: 'PUT', path: '/users/{user_id}/notes/{note_id}/answer', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
  },
  matches: {
    list: { id: 'listMatches', method: 'GET', path: '/users/{user_id}/matches', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'matches', max: 100, by: 'offset', first: 1 } },
  },
  members: {
    invite: { id: 'inviteMember', method: 'POST', path: '/members', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    list: { id: 'listMembers', method: 'GET', path: '/members', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'members', max: 100, by: 'offset', first: 1 } },
    acceptInvitation: { id: 'acceptInvitation', method: 'POST', path: '/members/invitations/{code}/accept', callers: ['public'], hasBody: true },
    approveInvitation: { id: 'approveInvitation', method: 'POST', path: '/members/invitations/{code}/approve', callers: ['public'] },
    validateMfa: { id: 'validateMfa', method: 'POST', path: '/members/mfa/validate', callers: ['public'], hasBody: true },
    listPasskeys: { id: 'listPasskeys', method: 'GET', path: '/members/passkeys', callers: ['memberToken'], hasQuery: true, paging: { items: 'passkeys', max: 100, by: 'offset', first: 1 } },
    registerPasskey: { id: 'registerPasskey', method: 'POST', path: '/members/passkeys', callers: ['memberToken'], hasBody: true, takesKey: true },
    startPasskeyRegistration: { id: 'startPasskeyRegistration', method: 'POST', path: '/members/passkeys/registration-options', callers: ['memberToken'], takesKey: true },
    startPasskeySignIn: { id: 'startPasskeySignIn', method: 'POST', path: '/members/passkeys/sign-in-options', callers: ['public'] },
    signInWithPasskey: { id: 'signInWithPasskey', method: 'POST', path: '/members/passkeys/signin', callers: ['public'], hasBody: true },
    deletePasskey: { id: 'deletePasskey', method: 'DELETE', path: '/members/passkeys/{id}', callers: ['memberToken'] },
    changePassword: { id: 'changePassword', method: 'POST', path: '/members/password', callers: ['memberToken'], hasBody: true, takesKey: true },
    confirmPasswordReset: { id: 'confirmPasswordReset', method: 'POST', path: '/members/password-reset/confirm', callers: ['public'], hasBody: true },
    initiatePasswordReset: { id: 'initiatePasswordReset', method: 'POST', path: '/members/password-reset/initiate', callers: ['public'], hasBody: true },
    getPolicy: { id: 'getMemberPolicy', method: 'GET', path: '/members/policy', callers: ['memberToken'] },
    updatePolicy: { id: 'updateMemberPolicy', method: 'PATCH', path: '/members/policy', callers: ['memberToken'], hasBody: true },
    listSessions: { id: 'listSessions', method: 'GET', path: '/members/sessions', callers: ['memberToken'], hasQuery: true, paging: { items: 'sessions', max: 100, by: 'offset', first: 1 } },
    getCurrentSession: { id: 'getCurrentSession', method: 'GET', path: '/members/sessions/current', callers: ['memberToken'] },
    authenticateAgain: { id: 'authenticateAgain', method: 'POST', path: '/members/sessions/current/authentications', callers: ['memberToken'], hasBody: true, takesKey: true },
    authenticateAgainWithPasskey: { id: 'authenticateAgainWithPasskey', method: 'POST', path: '/members/sessions/current/authentications/passkey', callers: ['memberToken'], hasBody: true, takesKey: true },
    validateAuthentication: { id: 'validateAuthentication', method: 'POST', path: '/members/sessions/current/authentications/validate', callers: ['memberToken'], hasBody: true, takesKey: true },
    endOwnSessions: { id: 'endOwnSessions', method: 'POST', path: '/members/sessions/revocations', callers: ['memberToken'], hasBody: true, takesKey: true },
    endSession: { id: 'endSession', method: 'DELETE', path: '/members/sessions/{id}', callers: ['memberToken'] },
    signIn: { id: 'signIn', method: 'POST', path: '/members/signin', callers: ['public'], hasBody: true },
    getSingleSignOn: { id: 'getSingleSignOn', method: 'GET', path: '/members/sso', callers: ['memberToken'] },
    setSingleSignOn: { id: 'setSingleSignOn', method: 'PUT', path: '/members/sso', callers: ['memberToken'], hasBody: true, takesKey: true },
    deleteSingleSignOn: { id: 'deleteSingleSignOn', method: 'DELETE', path: '/members/sso', callers: ['memberToken'] },
    startSingleSignOn: { id: 'startSingleSignOn', method: 'POST', path: '/members/sso/authorisations', callers: ['public'], hasBody: true },
    getTotp: { id: 'getTotp', method: 'GET', path: '/members/totp', callers: ['memberToken'] },
    startTotpSetup: { id: 'startTotpSetup', method: 'POST', path: '/members/totp', callers: ['memberToken'], hasBody: true, takesKey: true },
    confirmTotpSetup: { id: 'confirmTotpSetup', method: 'POST', path: '/members/totp/confirm', callers: ['memberToken'], hasBody: true, takesKey: true },
    removeTotp: { id: 'removeTotp', method: 'POST', path: '/members/totp/removals', callers: ['memberToken'], hasBody: true, takesKey: true },
    get: { id: 'getMember', method: 'GET', path: '/members/{id}', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateMember', method: 'PATCH', path: '/members/{id}', callers: ['memberToken'], hasBody: true },
    delete: { id: 'deleteMember', method: 'DELETE', path: '/members/{id}', callers: ['memberToken'] },
    deletePasskeys: { id: 'deleteMemberPasskeys', method: 'DELETE', path: '/members/{id}/passkeys', callers: ['memberToken'] },
    endSessions: { id: 'endMemberSessions', method: 'POST', path: '/members/{id}/sessions/revocations', callers: ['memberToken'], takesKey: true },
    deleteTotp: { id: 'deleteMemberTotp', method: 'DELETE', path: '/members/{id}/totp', callers: ['memberToken'] },
  },
  payroll: {
    listEntries: { id: 'listPayrollEntries', method: 'GET', path: '/payroll/entries', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'entries', max: 100, by: 'offset', first: 1 } },
    queryConnection: { id: 'queryPayrollConnection', method: 'POST', path: '/payroll/entries/connections', callers: ['userToken'], hasBody: true, takesKey: true },
    submitPayslips: { id: 'submitPayslips', method: 'POST', path: '/payroll/entries/payslips', callers: ['userToken'], hasBody: true, takesKey: true },
    presignPayslips: { id: 'presignPayslips', method: 'POST', path: '/payroll/entries/payslips/presign', callers: ['userToken'], hasBody: true, takesKey: true },
    getEntry: { id: 'getPayrollEntry', method: 'GET', path: '/payroll/entries/{entry_id}', callers: ['apiKey', 'memberToken'] },
    deleteEntry: { id: 'deletePayrollEntry', method: 'DELETE', path: '/payroll/entries/{entry_id}', callers: ['apiKey', 'memberToken'] },
    listSubmissions: { id: 'listPayrollSubmissions', method: 'GET', path: '/payroll/{user_id}', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'payroll_submissions', max: 100, by: 'offset', first: 1 } },
    getSubmission: { id: 'getPayrollSubmission', method: 'GET', path: '/payroll/{user_id}/{submission_id}', callers: ['apiKey', 'memberToken'] },
    getProvenance: { id: 'getPayrollProvenance', method: 'GET', path: '/payroll/{user_id}/{submission_id}/provenance', callers: ['apiKey', 'memberToken'] },
    getSigned: { id: 'getSignedPayroll', method: 'GET', path: '/payroll/{user_id}/{submission_id}/provenance/signed', callers: ['apiKey', 'memberToken'] },
  },
  providers: {
    searchEmployers: { id: 'searchEmployers', method: 'GET', path: '/employers', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true },
    listEmployerMisses: { id: 'listEmployerMisses', method: 'GET', path: '/employers/misses', callers: ['apiKey', 'memberToken'] },
    list: { id: 'listProviders', method: 'GET', path: '/providers', callers: ['apiKey', 'memberToken', 'userToken'] },
  },
  reports: {
    get: { id: 'getReport', method: 'GET', path: '/users/{user_id}/report', callers: ['apiKey', 'memberToken'], hasQuery: true },
    getFile: { id: 'getReportFile', method: 'GET', path: '/users/{user_id}/report/file', callers: ['apiKey', 'memberToken'], hasQuery: true, isFile: true },
    createLink: { id: 'createReportLink', method: 'POST', path: '/users/{user_id}/report/links', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listLinks: { id: 'listReportLinks', method: 'GET', path: '/users/{user_id}/report/links', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'links', max: 100, by: 'offset', first: 1 } },
    revokeLink: { id: 'revokeReportLink', method: 'DELETE', path: '/users/{user_id}/report/links/{link_id}', callers: ['apiKey', 'memberToken'] },
  },
  requestLog: {
    listRequests: { id: 'listRequests', method: 'GET', path: '/request-log', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'requests', max: 100, by: 'cursor' } },
  },
  reviews: {
    list: { id: 'listReviews', method: 'GET', path: '/reviews', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'reviews', max: 100, by: 'cursor' } },
    export: { id: 'exportReviews', method: 'GET', path: '/reviews/export', callers: ['apiKey', 'memberToken'], hasQuery: true, isFile: true },
    getRules: { id: 'getReviewRules', method: 'GET', path: '/reviews/rules', callers: ['apiKey', 'memberToken'] },
    replaceRules: { id: 'replaceReviewRules', method: 'PUT', path: '/reviews/rules', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listRuleChanges: { id: 'listReviewRuleChanges', method: 'GET', path: '/reviews/rules/changes', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'changes', max: 100, by: 'offset', first: 1 } },
    getViews: { id: 'getReviewViews', method: 'GET', path: '/reviews/views', callers: ['memberToken'] },
    replaceViews: { id: 'replaceReviewViews', method: 'PUT', path: '/reviews/views', callers: ['memberToken'], hasBody: true, takesKey: true },
    get: { id: 'getReview', method: 'GET', path: '/users/{user_id}/review', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateReview', method: 'PATCH', path: '/users/{user_id}/review', callers: ['apiKey', 'memberToken'], hasBody: true },
    decide: { id: 'decideReview', method: 'PUT', path: '/users/{user_id}/review/decision', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    createNote: { id: 'createReviewNote', method: 'POST', path: '/users/{user_id}/review/notes', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listNotes: { id: 'listReviewNotes', method: 'GET', path: '/users/{user_id}/review/notes', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'notes', max: 100, by: 'offset', first: 1 } },
  },
  sandbox: {
    getClock: { id: 'getSandboxClock', method: 'GET', path: '/sandbox/clock', callers: ['apiKey', 'memberToken'] },
    moveClock: { id: 'moveSandboxClock', method: 'PATCH', path: '/sandbox/clock', callers: ['apiKey', 'memberToken'], hasBody: true },
    getInbox: { id: 'getSandboxInbox', method: 'GET', path: '/sandbox/inbox', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'deliveries', max: 20, by: 'offset', first: 1 } },
    setInboxKeys: { id: 'setSandboxInboxKeys', method: 'PATCH', path: '/sandbox/inbox', callers: ['apiKey', 'memberToken'], hasBody: true },
    listPeople: { id: 'listSandboxPeople', method: 'GET', path: '/sandbox/people', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'people', max: 100, by: 'offset', first: 1 } },
    getPerson: { id: 'getSandboxPerson', method: 'GET', path: '/sandbox/people/{user_name}', callers: ['apiKey', 'memberToken'] },
    setBehaviour: { id: 'setSandboxBehaviour', method: 'PATCH', path: '/sandbox/people/{user_name}/behaviour', callers: ['apiKey', 'memberToken'], hasBody: true },
    listProviders: { id: 'listSandboxProviders', method: 'GET', path: '/sandbox/providers', callers: ['apiKey', 'memberToken'] },
    updateProvider: { id: 'updateSandboxProvider', method: 'PATCH', path: '/sandbox/providers/{provider_id}', callers: ['apiKey', 'memberToken'], hasBody: true },
  },
  taxauth: {
    listEntries: { id: 'listTaxauthEntries', method: 'GET', path: '/taxauth/entries', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'entries', max: 100, by: 'offset', first: 1 } },
    queryConnection: { id: 'queryTaxauthConnection', method: 'POST', path: '/taxauth/entries/connections', callers: ['userToken'], hasBody: true, takesKey: true },
    getEntry: { id: 'getTaxauthEntry', method: 'GET', path: '/taxauth/entries/{entry_id}', callers: ['apiKey', 'memberToken'] },
    deleteEntry: { id: 'deleteTaxauthEntry', method: 'DELETE', path: '/taxauth/entries/{entry_id}', callers: ['apiKey', 'memberToken'] },
    listIncomeSubmissions: { id: 'listIncomeSubmissions', method: 'GET', path: '/taxauth/{user_id}', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'income_submissions', max: 100, by: 'offset', first: 1 } },
  },
  userTokens: {
    getJwks: { id: 'getJwks', method: 'GET', path: '/.well-known/jwks.json', callers: ['public'] },
    create: { id: 'createUserToken', method: 'POST', path: '/user-tokens', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    revoke: { id: 'revokeUserTokens', method: 'POST', path: '/user-tokens/revocations', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
  },
  users: {
    create: { id: 'createUser', method: 'POST', path: '/users', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    list: { id: 'listUsers', method: 'GET', path: '/users', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'users', max: 100, by: 'offset', first: 1 } },
    bulkInvite: { id: 'bulkInviteUsers', method: 'POST', path: '/users/bulk-invitations', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    listFlags: { id: 'listUserFlags', method: 'GET', path: '/users/flags', callers: ['apiKey', 'memberToken'], hasQuery: true },
    listRecurring: { id: 'listRecurringUsers', method: 'GET', path: '/users/recurring', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'users', max: 500, by: 'offset', first: 1 } },
    get: { id: 'getUser', method: 'GET', path: '/users/{user_id}', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateUser', method: 'PATCH', path: '/users/{user_id}', callers: ['apiKey', 'memberToken'], hasBody: true },
    delete: { id: 'deleteUser', method: 'DELETE', path: '/users/{user_id}', callers: ['apiKey', 'memberToken'] },
    listTimeline: { id: 'listUserTimeline', method: 'GET', path: '/users/{user_id}/timeline', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'timeline', max: 100, by: 'cursor' } },
  },
  webhooks: {
    create: { id: 'createWebhook', method: 'POST', path: '/webhooks', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    list: { id: 'listWebhooks', method: 'GET', path: '/webhooks', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'webhooks', max: 100, by: 'offset', first: 1 } },
    get: { id: 'getWebhook', method: 'GET', path: '/webhooks/{webhook_id}', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateWebhook', method: 'PATCH', path: '/webhooks/{webhook_id}', callers: ['apiKey', 'memberToken'], hasBody: true },
    delete: { id: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{webhook_id}', callers: ['apiKey', 'memberToken'] },
    listDeliveries: { id: 'listDeliveries', method: 'GET', path: '/webhooks/{webhook_id}/deliveries', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'deliveries', max: 100, by: 'cursor' } },
    getDelivery: { id: 'getDelivery', method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}', callers: ['apiKey', 'memberToken'] },
    redeliver: { id: 'redeliver', method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', callers: ['apiKey', 'memberToken'], takesKey: true },
    pause: { id: 'pauseWebhook', method: 'POST', path: '/webhooks/{webhook_id}/pause', callers: ['apiKey', 'memberToken'], takesKey: true },
    recover: { id: 'recoverWebhook', method: 'POST', path: '/webhooks/{webhook_id}/recover', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    resume: { id: 'resumeWebhook', method: 'POST', path: '/webhooks/{webhook_id}/resume', callers: ['apiKey', 'memberToken'], takesKey: true },
    rotateSecret: { id: 'rotateWebhookSecret', method: 'POST', path: '/webhooks/{webhook_id}/rotate', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    getStatistics: { id: 'getWebhookStatistics', method: 'GET', path: '/webhooks/{webhook_id}/statistics', callers: ['apiKey', 'memberToken'] },
    getStatus: { id: 'getWebhookStatus', method: 'GET', path: '/webhooks/{webhook_id}/status', callers: ['apiKey', 'memberToken'] },
    test: { id: 'testWebhook', method: 'POST', path: '/webhooks/{webhook_id}/test', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
  },
}
