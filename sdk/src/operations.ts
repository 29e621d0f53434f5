// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

import type { CallOptions, List, Operation } from './calls.ts'
import type { Operations, Acceptance, Account, AccountHistory, AccountPage, Activity, ApiKey, ApiKeyPage, Attention, AuditLine, AuditPage, Authorisation, AuthorisationPage, AuthorisationTerm, AuthorisationTermChanges, AuthorisationTermPage, BankStatementPage, BankStatementSubmission, BankStatementsResult, Catalogue, Configuration, ConfigurationChanges, ConnectedAccount, CountedJourneyEvents, CreatedApiKey, Credentials, Delivery, DeliveryPage, DeliveryWithAttempts, DirectConnection, DirectFound, Document, DocumentFields, DocumentPage, DocumentWithFile, EventPage, ExpenditureWorking, Expenditures, GivenAuthorisation, IncomeConnectionQuery, IncomeConnectionResult, IncomeEntry, IncomeEntryPage, IncomeSubmission, IncomeSubmissionPage, Invitation, InvitedMember, Journey, JourneyCode, JourneyEnd, JourneyEnded, JourneyFindings, JourneyFunnel, JourneyInvitation, JourneyNote, JourneyNotePage, JourneySession, JourneyShared, Jwks, LogoPicture, Match, MatchPage, Member, MemberChanges, MemberMfaAnswer, MemberPage, Message, MfaAnswer, MfaSession, NewAccount, NewApiKey, NewAuthorisation, NewAuthorisationTerm, NewJourneyEvents, NewJourneyInvitation, NewJourneyNote, NewUser, NewWebhook, Nothing, PayrollConnectionQuery, PayrollConnectionResult, PayrollEntry, PayrollEntryPage, PayrollSubmission, PayrollSubmissionPage, PayslipsResult, PresignRequest, PresignedUploads, Reconnection, RecurringAccount, RecurringAccountPage, ResetConfirmation, ResetRequest, SandboxArrival, SandboxBehaviour, SandboxClock, SandboxClockChange, SandboxInbox, SandboxInboxKeys, SandboxPeople, SandboxPerson, SandboxPersonDetails, SandboxProvider, SandboxProviderChange, SandboxProviders, SignedIn, SignedSubmission, SubmissionProvenance, SubmittedFiles, TimelineEvent, TimelinePage, User, UserChanges, UserPage, UserReference, UserToken, Webhook, WebhookChanges, WebhookPage, WebhookRecovery, WebhookRotation, WebhookStatus, WebhookTest } from './types.ts'

export interface AccountsApi {
  /** Connect a user to a payroll provider. Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. */
  create(body: NewAccount, options?: CallOptions<'createAccount'>): Promise<ConnectedAccount>
  /** List accounts of a user, newest first */
  list(query: Operations['listAccounts']['query'], options?: CallOptions<'listAccounts'>): List<Account, AccountPage>
  /** Connect a user to all direct providers, without a login. Creates an account for each provider that has data. Returns one page with all submissions of the direct accounts of the user, new or not; repeat the request to retrieve what is new since. */
  createDirectConnection(body: DirectConnection, options?: CallOptions<'createDirectConnection'>): Promise<PayrollSubmissionPage>
  /** List accounts of a user with recurring checks, newest first. Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40 days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last. Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after 00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC. */
  listRecurring(query: Operations['listRecurringAccounts']['query'], options?: CallOptions<'listRecurringAccounts'>): List<RecurringAccount, RecurringAccountPage>
  /** Get an account */
  get(account_id: string, options?: CallOptions<'getAccount'>): Promise<Account>
  /** Delete an account and all data retrieved through it */
  delete(account_id: string, options?: CallOptions<'deleteAccount'>): Promise<Message>
  /** List the status changes of an account with their reasons, newest first */
  getHistory(account_id: string, query?: Operations['getAccountHistory']['query'], options?: CallOptions<'getAccountHistory'>): List<{
    from_status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED' | null
    status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
    reason: string
    at: string
  }, AccountHistory>
  /** Answer the MFA challenge of a provider */
  answerMfa(account_id: string, body: MfaAnswer, options?: CallOptions<'answerMfa'>): Promise<Account>
  /** Reconnect an EXPIRED or INVALID account. Takes the login fields of the provider and replies like the first connection. */
  reconnect(account_id: string, body?: Reconnection, options?: CallOptions<'reconnectAccount'>): Promise<ConnectedAccount>
}

export interface ActivityApi {
  /** Get activity counts per day */
  get(query?: Operations['getActivity']['query'], options?: CallOptions<'getActivity'>): Promise<Activity>
  /** List items that need attention */
  getAttention(options?: CallOptions<'getAttention'>): Promise<Attention>
}

export interface ApiKeysApi {
  /** List API keys, without their secrets. Members need the role Admin or above. */
  list(query?: Operations['listApiKeys']['query'], options?: CallOptions<'listApiKeys'>): List<ApiKey, ApiKeyPage>
  /** Create an API key, shown only once. Members need the role Admin or above. */
  create(body: NewApiKey, options?: CallOptions<'createApiKey'>): Promise<CreatedApiKey>
  /** Revoke an API key within a second. Members need the role Admin or above. */
  delete(id: string, options?: CallOptions<'deleteApiKey'>): Promise<Message>
}

export interface AuditLogApi {
  /** List the audit log, newest first. Pages are linked by cursor, so every page is equally fast. No line contains personal data.  Members need the role Admin or above. */
  list(query?: Operations['listAuditLog']['query'], options?: CallOptions<'listAuditLog'>): List<AuditLine, AuditPage>
}

export interface AuthorisationsApi {
  /** Record that a user accepted a term. By default the latest term for the user. */
  create(body: NewAuthorisation, options?: CallOptions<'createAuthorisation'>): Promise<Authorisation>
  /** List authorisations of a user, newest first */
  list(query: Operations['listAuthorisations']['query'], options?: CallOptions<'listAuthorisations'>): List<Authorisation, AuthorisationPage>
  /** Create a term */
  createTerm(body: NewAuthorisationTerm, options?: CallOptions<'createAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** List terms, newest first */
  listTerms(query?: Operations['listAuthorisationTerms']['query'], options?: CallOptions<'listAuthorisationTerms'>): List<AuthorisationTerm, AuthorisationTermPage>
  /** Get the term that a user should accept now */
  getLatestTerm(query: Operations['getLatestAuthorisationTerm']['query'], options?: CallOptions<'getLatestAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Get a term */
  getTerm(term_id: string, options?: CallOptions<'getAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Activate or deactivate a term of your own */
  updateTerm(term_id: string, body: AuthorisationTermChanges, options?: CallOptions<'updateAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Withdraw an authorisation */
  revoke(authorisation_id: string, options?: CallOptions<'revokeAuthorisation'>): Promise<Authorisation>
}

export interface BankStatementsApi {
  /** List bank statement submissions of a user, newest first */
  listSubmissions(user_id: string, query?: Operations['listBankStatementSubmissions']['query'], options?: CallOptions<'listBankStatementSubmissions'>): List<BankStatementSubmission, BankStatementPage>
  /** Get the provenance of each value of a bank statement submission */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getBankStatementProvenance'>): Promise<SubmissionProvenance>
  /** Get a bank statement submission with its provenance, signed */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedBankStatement'>): Promise<SignedSubmission>
  /** Submit uploaded bank statements. Returns 201 if at least one file was extracted, otherwise 200. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later and sent by webhook. */
  submit(body: SubmittedFiles, options?: CallOptions<'submitBankStatements'>): Promise<BankStatementsResult>
}

export interface ConfigurationApi {
  /** Get the client configuration */
  get(options?: CallOptions<'getConfiguration'>): Promise<Configuration>
  /** Change the client configuration */
  update(body?: ConfigurationChanges, options?: CallOptions<'updateConfiguration'>): Promise<Configuration>
  /** Preview a logo as the journey would show it */
  getLogo(query: Operations['getLogo']['query'], options?: CallOptions<'getLogo'>): Promise<LogoPicture>
}

export interface DocumentsApi {
  /** List documents of a user, newest first */
  list(query: Operations['listDocuments']['query'], options?: CallOptions<'listDocuments'>): List<Document, DocumentPage>
  /** Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignBankStatements(body: PresignRequest, options?: CallOptions<'presignBankStatements'>): Promise<PresignedUploads>
  /** Get a document with its file */
  get(document_id: string, options?: CallOptions<'getDocument'>): Promise<DocumentWithFile>
  /** Delete a document and its submissions. Also deletes its file and the submissions extracted from it, since they could no longer be verified. */
  delete(document_id: string, options?: CallOptions<'deleteDocument'>): Promise<Message>
  /** Get the values extracted from a document with their positions. Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the pages of GET /documents/{document_id}/file as a viewer shows them. */
  getFields(document_id: string, options?: CallOptions<'getDocumentFields'>): Promise<DocumentFields>
  /** Download the original file of a document */
  getFile(document_id: string, options?: CallOptions<'getDocumentFile'>): Promise<Blob>
  /** Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignPayslips(body: PresignRequest, options?: CallOptions<'presignPayslips'>): Promise<PresignedUploads>
}

export interface EventsApi {
  /** List events of the last 30 days, oldest first. The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it. */
  list(query?: Operations['listEvents']['query'], options?: CallOptions<'listEvents'>): List<{
    event_id: string
    /** The user was erased; only event, user_id and timestamp are left */
    is_tombstone: boolean
    /** The body of a delivery; without document_external_ids for the Support role */
    body: {
      [field: string]: unknown
      event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
      user_id: string
      timestamp: string
    }
  }, EventPage>
}

export interface ExpenditureApi {
  /** Estimate monthly household spending of a user, newest first. Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every input that is missing or invalid. */
  getOns(user_id: string, query?: Operations['getOnsExpenditure']['query'], options?: CallOptions<'getOnsExpenditure'>): Promise<Expenditures>
  /** Get the full calculation of a user’s spending estimates. Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always gives the same figures for the same payslips. */
  getOnsWorking(user_id: string, query?: Operations['getOnsExpenditureWorking']['query'], options?: CallOptions<'getOnsExpenditureWorking'>): Promise<ExpenditureWorking>
}

export interface JourneysApi {
  /** Get the current journey. Everything needed to show the journey, on first load and after a reload. Poll it while a retrieval is in progress. */
  get(options?: CallOptions<'getJourney'>): Promise<Journey>
  /** Withdraw one of the user’s own authorisations. No more data is retrieved under it. Data already shared is kept until it is deleted. */
  withdrawAuthorisation(authorisation_id: string, options?: CallOptions<'withdrawAuthorisation'>): Promise<GivenAuthorisation>
  /** Withdraw every authorisation and delete what was shared. Deletes accounts with their data, documents with their files, notes, and pending webhook payloads. The registration belongs to the client and is kept; data the client has already received cannot be recalled. Safe to repeat. */
  deleteData(options?: CallOptions<'deleteJourneyData'>): Promise<Message>
  /** Connect the user at direct providers, without a login */
  createDirectConnection(body?: Nothing, options?: CallOptions<'createJourneyDirectConnection'>): Promise<DirectFound>
  /** End a journey and get the redirect URL. The URL is client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended if nothing was shared), or error and user_id (failed). */
  end(body: JourneyEnd, options?: CallOptions<'endJourney'>): Promise<JourneyEnded>
  /** Count events of the journey. Each step counts once per journey. Only counts are stored, and every value is one of a fixed list, so that no text typed by the user can be stored. Requires the token of a journey. */
  countEvents(body: NewJourneyEvents, options?: CallOptions<'countJourneyEvents'>): Promise<CountedJourneyEvents>
  /** Export all data held about the user. Registration, authorisations, accounts without credentials, payslips, bank statements, tax years, notes and document metadata. The file is streamed; if the connection breaks, it is incomplete. */
  exportData(options?: CallOptions<'exportJourneyData'>): Promise<{}>
  /** Get the retrieved data for review by the user */
  getFindings(options?: CallOptions<'getJourneyFindings'>): Promise<JourneyFindings>
  /** Report retrieved data as wrong. The note is stored with the data, which is not changed. A user can have 200 notes. */
  createNote(body: NewJourneyNote, options?: CallOptions<'createJourneyNote'>): Promise<JourneyNote>
  /** Get what the user has shared, with whom and under which term */
  getShared(options?: CallOptions<'getJourneyShared'>): Promise<JourneyShared>
  /** Get the journey funnel by screen, step and provider */
  getFunnel(query?: Operations['getJourneyFunnel']['query'], options?: CallOptions<'getJourneyFunnel'>): Promise<JourneyFunnel>
  /** Send a journey link to a user by e-mail. Creates a link as POST /user-tokens does and mails it on behalf of the client: who asks, what is shared and how long the link is valid. The reply does not contain the link. Within 24 hours a user is sent at most 5, and a client sends at most 2000; further requests return 429. */
  createInvitation(body: NewJourneyInvitation, options?: CallOptions<'createJourneyInvitation'>): Promise<JourneyInvitation>
  /** Exchange the code of a journey link for a user token. The link can be used until it expires. The token is valid for an hour at most, never longer than the link. */
  createSession(body: JourneyCode, options?: CallOptions<'createJourneySession'>): Promise<JourneySession>
  /** Renew the token of a journey while its link is valid */
  renewSession(body?: Nothing, options?: CallOptions<'renewJourneySession'>): Promise<JourneySession>
  /** List notes of a user about their data, newest first */
  listNotes(user_id: string, query?: Operations['listNotes']['query'], options?: CallOptions<'listNotes'>): List<JourneyNote, JourneyNotePage>
}

export interface MatchesApi {
  /** List matches between payslips, bank credits and tax years, newest pay date first. Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound. */
  list(user_id: string, query?: Operations['listMatches']['query'], options?: CallOptions<'listMatches'>): List<Match, MatchPage>
}

export interface MembersApi {
  /** Invite a member by e-mail. Members need the role Admin or above. */
  invite(body: Invitation, options?: CallOptions<'inviteMember'>): Promise<InvitedMember>
  /** List members, newest first */
  list(query?: Operations['listMembers']['query'], options?: CallOptions<'listMembers'>): List<Member, MemberPage>
  /** Accept an invitation with a name and a password */
  acceptInvitation(code: string, body: Acceptance, options?: CallOptions<'acceptInvitation'>): Promise<Member>
  /** Validate the second factor */
  validateMfa(body: MemberMfaAnswer, options?: CallOptions<'validateMfa'>): Promise<SignedIn>
  /** Set a new password with the code from the e-mail */
  confirmPasswordReset(body: ResetConfirmation, options?: CallOptions<'confirmPasswordReset'>): Promise<Message>
  /** Request a password reset by e-mail */
  initiatePasswordReset(body: ResetRequest, options?: CallOptions<'initiatePasswordReset'>): Promise<Message>
  /** Sign in a member. Replies 202 with a session if a code was sent by e-mail. */
  signIn(body: Credentials, options?: CallOptions<'signIn'>): Promise<SignedIn | MfaSession>
  /** Get a member */
  get(id: string, options?: CallOptions<'getMember'>): Promise<Member>
  /** Update the role or second factor of a member. Members need the role Admin or above. */
  update(id: string, body?: MemberChanges, options?: CallOptions<'updateMember'>): Promise<Member>
  /** Remove a member and revoke their tokens within a second. Members need the role Admin or above. */
  delete(id: string, options?: CallOptions<'deleteMember'>): Promise<Message>
}

export interface PayrollApi {
  /** List payroll entries of a user, newest first */
  listEntries(query: Operations['listPayrollEntries']['query'], options?: CallOptions<'listPayrollEntries'>): List<PayrollEntry, PayrollEntryPage>
  /** Retrieve new payslips through an account. Replies once the provider has replied. If there is nothing new, entry_id is null and the list is empty. Waits for the first retrieval of the account if that is still running. */
  queryConnection(body: PayrollConnectionQuery, options?: CallOptions<'queryPayrollConnection'>): Promise<PayrollConnectionResult>
  /** Extract uploaded payslips. Creates one entry for all payslips that could be extracted; entry_id is null if none could. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later as a separate entry and announced by webhook. */
  submitPayslips(body: SubmittedFiles, options?: CallOptions<'submitPayslips'>): Promise<PayslipsResult>
  /** Delete a payroll entry with its submissions. The next query or recurring check retrieves the newest payslips of the account again. */
  deleteEntry(entry_id: string, options?: CallOptions<'deletePayrollEntry'>): Promise<Message>
  /** List payroll submissions of a user, newest first */
  listSubmissions(user_id: string, query?: Operations['listPayrollSubmissions']['query'], options?: CallOptions<'listPayrollSubmissions'>): List<PayrollSubmission, PayrollSubmissionPage>
  /** Get the provenance of each value of a payroll submission. For an uploaded payslip the position in its document; for a connection the account. */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getPayrollProvenance'>): Promise<SubmissionProvenance>
  /** Get a payroll submission with its provenance, signed */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedPayroll'>): Promise<SignedSubmission>
}

export interface ProvidersApi {
  /** List payroll providers and employers */
  list(options?: CallOptions<'listProviders'>): Promise<Catalogue>
}

export interface SandboxApi {
  /** Get the sandbox clock */
  getClock(options?: CallOptions<'getSandboxClock'>): Promise<SandboxClock>
  /** Set or advance the sandbox clock. All clients of this sandbox share its state: the change affects them too. */
  moveClock(body?: SandboxClockChange, options?: CallOptions<'moveSandboxClock'>): Promise<SandboxClock>
  /** Get your webhook inbox: its URL and the deliveries received, newest first */
  getInbox(query?: Operations['getSandboxInbox']['query'], options?: CallOptions<'getSandboxInbox'>): List<SandboxArrival, SandboxInbox>
  /** Set the keys with which the inbox verifies and decrypts deliveries */
  setInboxKeys(body?: SandboxInboxKeys, options?: CallOptions<'setSandboxInboxKeys'>): Promise<Message>
  /** List or search the named people of the sandbox. Any user name of the form person.1, person.2 and so on exists too. */
  listPeople(query?: Operations['listSandboxPeople']['query'], options?: CallOptions<'listSandboxPeople'>): List<SandboxPerson, SandboxPeople>
  /** Get a sandbox person with identity, login and next pay day */
  getPerson(user_name: string, options?: CallOptions<'getSandboxPerson'>): Promise<SandboxPersonDetails>
  /** Override a sandbox person’s behaviour at a provider. All clients of this sandbox share its state: the change affects them too. */
  setBehaviour(user_name: string, body: SandboxBehaviour, options?: CallOptions<'setSandboxBehaviour'>): Promise<Message>
  /** List the simulated providers with their settings */
  listProviders(options?: CallOptions<'listSandboxProviders'>): Promise<SandboxProviders>
  /** Take a simulated provider down, slow it down or unlock its accounts. All clients of this sandbox share its state: the change affects them too. */
  updateProvider(provider_id: string, body?: SandboxProviderChange, options?: CallOptions<'updateSandboxProvider'>): Promise<SandboxProvider>
}

export interface TaxauthApi {
  /** List tax authority entries of a user, newest first */
  listEntries(query: Operations['listTaxauthEntries']['query'], options?: CallOptions<'listTaxauthEntries'>): List<IncomeEntry, IncomeEntryPage>
  /** Retrieve new tax years through an account. Replies once the authority has replied. If there is nothing new, entry_id is null and the list is empty. The authority accepts three requests a second from all clients together, so the reply may be 503; the result then follows by webhook. */
  queryConnection(body: IncomeConnectionQuery, options?: CallOptions<'queryTaxauthConnection'>): Promise<IncomeConnectionResult>
  /** Delete a tax authority entry with its submissions. The next query or recurring check retrieves the data again. */
  deleteEntry(entry_id: string, options?: CallOptions<'deleteTaxauthEntry'>): Promise<Message>
  /** List tax authority data of a user, one submission per tax year, newest first */
  listIncomeSubmissions(user_id: string, query?: Operations['listIncomeSubmissions']['query'], options?: CallOptions<'listIncomeSubmissions'>): List<IncomeSubmission, IncomeSubmissionPage>
}

export interface UserTokensApi {
  /** Get the public keys that verify tokens and signed submissions */
  getJwks(options?: CallOptions<'getJwks'>): Promise<Jwks>
  /** Create a token and a journey link for a user */
  create(body: UserReference, options?: CallOptions<'createUserToken'>): Promise<UserToken>
  /** Revoke all tokens and journey links of a user */
  revoke(body: UserReference, options?: CallOptions<'revokeUserTokens'>): Promise<Message>
}

export interface UsersApi {
  /** Create a user */
  create(body: NewUser, options?: CallOptions<'createUser'>): Promise<User>
  /** List or search users, newest first */
  list(query?: Operations['listUsers']['query'], options?: CallOptions<'listUsers'>): List<User, UserPage>
  /** List users with recurring checks enabled or disabled. The setting of the user overrides that of the client; an end date in the past disables recurring checks. */
  listRecurring(query?: Operations['listRecurringUsers']['query'], options?: CallOptions<'listRecurringUsers'>): List<User, UserPage>
  /** Get a user */
  get(user_id: string, options?: CallOptions<'getUser'>): Promise<User>
  /** Change a user */
  update(user_id: string, body?: UserChanges, options?: CallOptions<'updateUser'>): Promise<User>
  /** Erase a user and everything held about them */
  delete(user_id: string, options?: CallOptions<'deleteUser'>): Promise<Message>
  /** List the timeline of a user, newest first. Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and deliveries are listed for 30 days. */
  listTimeline(user_id: string, query?: Operations['listUserTimeline']['query'], options?: CallOptions<'listUserTimeline'>): List<TimelineEvent, TimelinePage>
}

export interface WebhooksApi {
  /** Subscribe to events */
  create(body: NewWebhook, options?: CallOptions<'createWebhook'>): Promise<Webhook>
  /** List webhooks, newest first */
  list(query?: Operations['listWebhooks']['query'], options?: CallOptions<'listWebhooks'>): List<Webhook, WebhookPage>
  /** Get a webhook */
  get(webhook_id: string, options?: CallOptions<'getWebhook'>): Promise<Webhook>
  /** Change a webhook */
  update(webhook_id: string, body?: WebhookChanges, options?: CallOptions<'updateWebhook'>): Promise<Webhook>
  /** Delete a webhook and its pending deliveries */
  delete(webhook_id: string, options?: CallOptions<'deleteWebhook'>): Promise<Message>
  /** List deliveries of the last 30 days, newest first */
  listDeliveries(webhook_id: string, query?: Operations['listDeliveries']['query'], options?: CallOptions<'listDeliveries'>): List<Delivery, DeliveryPage>
  /** Get a delivery with its attempts */
  getDelivery(webhook_id: string, delivery_id: string, options?: CallOptions<'getDelivery'>): Promise<DeliveryWithAttempts>
  /** Redeliver a delivery in any state. The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent. */
  redeliver(webhook_id: string, delivery_id: string, options?: CallOptions<'redeliver'>): Promise<Message>
  /** Pause a webhook. Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed. */
  pause(webhook_id: string, options?: CallOptions<'pauseWebhook'>): Promise<WebhookStatus>
  /** Requeue the dead deliveries of a period */
  recover(webhook_id: string, body: WebhookRecovery, options?: CallOptions<'recoverWebhook'>): Promise<Message>
  /** Resume a webhook and deliver what is pending */
  resume(webhook_id: string, options?: CallOptions<'resumeWebhook'>): Promise<WebhookStatus>
  /** Rotate the signing secret or the encryption key. A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both signatures until then. An encryption key is replaced at once. */
  rotateSecret(webhook_id: string, body?: WebhookRotation, options?: CallOptions<'rotateWebhookSecret'>): Promise<WebhookStatus>
  /** Get the status of a webhook */
  getStatus(webhook_id: string, options?: CallOptions<'getWebhookStatus'>): Promise<WebhookStatus>
  /** Send a test delivery and return the response. Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test. */
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
  declare readonly journeys: JourneysApi
  declare readonly matches: MatchesApi
  declare readonly members: MembersApi
  declare readonly payroll: PayrollApi
  declare readonly providers: ProvidersApi
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
    getHistory: { id: 'getAccountHistory', method: 'GET', path: '/accounts/{account_id}/history', callers: ['apiKey', 'memberToken', 'userToken'], hasQuery: true, paging: { items: 'history', max: 1000, by: 'offset', first: 1 } },
    answerMfa: { id: 'answerMfa', method: 'PUT', path: '/accounts/{account_id}/mfa', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
    reconnect: { id: 'reconnectAccount', method: 'POST', path: '/accounts/{account_id}/reconnect', callers: ['apiKey', 'memberToken', 'userToken'], hasBody: true, takesKey: true },
  },
  activity: {
    get: { id: 'getActivity', method: 'GET', path: '/activity', callers: ['apiKey', 'memberToken'], hasQuery: true },
    getAttention: { id: 'getAttention', method: 'GET', path: '/attention', callers: ['apiKey', 'memberToken'] },
  },
  apiKeys: {
    list: { id: 'listApiKeys', method: 'GET', path: '/api-keys', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'api_keys', max: 100, by: 'offset', first: 1 } },
    create: { id: 'createApiKey', method: 'POST', path: '/api-keys', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    delete: { id: 'deleteApiKey', method: 'DELETE', path: '/api-keys/{id}', callers: ['apiKey', 'memberToken'] },
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
    revoke: { id: 'revokeAuthorisation', method: 'PUT', path: '/authorisations/{authorisation_id}/revoke', callers: ['apiKey', 'memberToken'], takesKey: true },
  },
  bankStatements: {
    listSubmissions: { id: 'listBankStatementSubmissions', method: 'GET', path: '/bankstatements/{user_id}', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'bank_statement_submissions', max: 1000, by: 'offset', first: 0 } },
    getProvenance: { id: 'getBankStatementProvenance', method: 'GET', path: '/bankstatements/{user_id}/{submission_id}/provenance', callers: ['apiKey', 'memberToken'] },
    getSigned: { id: 'getSignedBankStatement', method: 'GET', path: '/bankstatements/{user_id}/{submission_id}/provenance/signed', callers: ['apiKey', 'memberToken'] },
    submit: { id: 'submitBankStatements', method: 'PUT', path: '/documents/bank-statements', callers: ['userToken'], hasBody: true, takesKey: true },
  },
  configuration: {
    get: { id: 'getConfiguration', method: 'GET', path: '/configuration', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateConfiguration', method: 'PATCH', path: '/configuration', callers: ['apiKey', 'memberToken'], hasBody: true },
    getLogo: { id: 'getLogo', method: 'GET', path: '/configuration/logo', callers: ['apiKey', 'memberToken'], hasQuery: true },
  },
  documents: {
    list: { id: 'listDocuments', method: 'GET', path: '/documents', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'documents', max: 500, by: 'offset', first: 0 } },
    presignBankStatements: { id: 'presignBankStatements', method: 'PUT', path: '/documents/bank-statements/presign', callers: ['userToken'], hasBody: true, takesKey: true },
    get: { id: 'getDocument', method: 'GET', path: '/documents/{document_id}', callers: ['apiKey', 'memberToken'] },
    delete: { id: 'deleteDocument', method: 'DELETE', path: '/documents/{document_id}', callers: ['apiKey', 'memberToken'] },
    getFields: { id: 'getDocumentFields', method: 'GET', path: '/documents/{document_id}/fields', callers: ['apiKey', 'memberToken'] },
    getFile: { id: 'getDocumentFile', method: 'GET', path: '/documents/{document_id}/file', callers: ['apiKey', 'memberToken'], isFile: true },
    presignPayslips: { id: 'presignPayslips', method: 'POST', path: '/payroll/entries/payslips/presign', callers: ['userToken'], hasBody: true, takesKey: true },
  },
  events: {
    list: { id: 'listEvents', method: 'GET', path: '/events', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'events', max: 100, by: 'cursor' } },
  },
  expenditure: {
    getOns: { id: 'getOnsExpenditure', method: 'GET', path: '/expenditure/{user_id}/ons', callers: ['apiKey', 'memberToken'], hasQuery: true },
    getOnsWorking: { id: 'getOnsExpenditureWorking', method: 'GET', path: '/expenditure/{user_id}/ons/working', callers: ['apiKey', 'memberToken'], hasQuery: true },
  },
  journeys: {
    get: { id: 'getJourney', method: 'GET', path: '/journeys/current', callers: ['userToken'] },
    withdrawAuthorisation: { id: 'withdrawAuthorisation', method: 'PUT', path: '/journeys/current/authorisations/{authorisation_id}/revoke', callers: ['userToken'], takesKey: true },
    deleteData: { id: 'deleteJourneyData', method: 'DELETE', path: '/journeys/current/data', callers: ['userToken'] },
    createDirectConnection: { id: 'createJourneyDirectConnection', method: 'POST', path: '/journeys/current/direct-connections', callers: ['userToken'], hasBody: true, takesKey: true },
    end: { id: 'endJourney', method: 'POST', path: '/journeys/current/ends', callers: ['userToken'], hasBody: true, takesKey: true },
    countEvents: { id: 'countJourneyEvents', method: 'POST', path: '/journeys/current/events', callers: ['userToken'], hasBody: true, takesKey: true },
    exportData: { id: 'exportJourneyData', method: 'GET', path: '/journeys/current/export', callers: ['userToken'] },
    getFindings: { id: 'getJourneyFindings', method: 'GET', path: '/journeys/current/findings', callers: ['userToken'] },
    createNote: { id: 'createJourneyNote', method: 'POST', path: '/journeys/current/notes', callers: ['userToken'], hasBody: true, takesKey: true },
    getShared: { id: 'getJourneyShared', method: 'GET', path: '/journeys/current/shared', callers: ['userToken'] },
    getFunnel: { id: 'getJourneyFunnel', method: 'GET', path: '/journeys/funnel', callers: ['apiKey', 'memberToken'], hasQuery: true },
    createInvitation: { id: 'createJourneyInvitation', method: 'POST', path: '/journeys/invitations', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    createSession: { id: 'createJourneySession', method: 'POST', path: '/journeys/sessions', callers: ['public'], hasBody: true },
    renewSession: { id: 'renewJourneySession', method: 'POST', path: '/journeys/sessions/renewals', callers: ['userToken'], hasBody: true, takesKey: true },
    listNotes: { id: 'listNotes', method: 'GET', path: '/users/{user_id}/notes', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'notes', max: 200, by: 'offset', first: 1 } },
  },
  matches: {
    list: { id: 'listMatches', method: 'GET', path: '/users/{user_id}/matches', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'matches', max: 100, by: 'offset', first: 1 } },
  },
  members: {
    invite: { id: 'inviteMember', method: 'POST', path: '/members', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
    list: { id: 'listMembers', method: 'GET', path: '/members', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'members', max: 100, by: 'offset', first: 1 } },
    acceptInvitation: { id: 'acceptInvitation', method: 'POST', path: '/members/invitations/{code}/accept', callers: ['public'], hasBody: true },
    validateMfa: { id: 'validateMfa', method: 'POST', path: '/members/mfa/validate', callers: ['public'], hasBody: true },
    confirmPasswordReset: { id: 'confirmPasswordReset', method: 'POST', path: '/members/password-reset/confirm', callers: ['public'], hasBody: true },
    initiatePasswordReset: { id: 'initiatePasswordReset', method: 'POST', path: '/members/password-reset/initiate', callers: ['public'], hasBody: true },
    signIn: { id: 'signIn', method: 'POST', path: '/members/signin', callers: ['public'], hasBody: true },
    get: { id: 'getMember', method: 'GET', path: '/members/{id}', callers: ['apiKey', 'memberToken'] },
    update: { id: 'updateMember', method: 'PATCH', path: '/members/{id}', callers: ['apiKey', 'memberToken'], hasBody: true },
    delete: { id: 'deleteMember', method: 'DELETE', path: '/members/{id}', callers: ['apiKey', 'memberToken'] },
  },
  payroll: {
    listEntries: { id: 'listPayrollEntries', method: 'GET', path: '/payroll/entries', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'entries', max: 100, by: 'offset', first: 1 } },
    queryConnection: { id: 'queryPayrollConnection', method: 'POST', path: '/payroll/entries/connections', callers: ['userToken'], hasBody: true, takesKey: true },
    submitPayslips: { id: 'submitPayslips', method: 'POST', path: '/payroll/entries/payslips', callers: ['userToken'], hasBody: true, takesKey: true },
    deleteEntry: { id: 'deletePayrollEntry', method: 'DELETE', path: '/payroll/entries/{entry_id}', callers: ['apiKey', 'memberToken'] },
    listSubmissions: { id: 'listPayrollSubmissions', method: 'GET', path: '/payroll/{user_id}', callers: ['apiKey', 'memberToken'], hasQuery: true, paging: { items: 'payroll_submissions', max: 100, by: 'offset', first: 1 } },
    getProvenance: { id: 'getPayrollProvenance', method: 'GET', path: '/payroll/{user_id}/{submission_id}/provenance', callers: ['apiKey', 'memberToken'] },
    getSigned: { id: 'getSignedPayroll', method: 'GET', path: '/payroll/{user_id}/{submission_id}/provenance/signed', callers: ['apiKey', 'memberToken'] },
  },
  providers: {
    list: { id: 'listProviders', method: 'GET', path: '/providers', callers: ['apiKey', 'memberToken', 'userToken'] },
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
    getStatus: { id: 'getWebhookStatus', method: 'GET', path: '/webhooks/{webhook_id}/status', callers: ['apiKey', 'memberToken'] },
    test: { id: 'testWebhook', method: 'POST', path: '/webhooks/{webhook_id}/test', callers: ['apiKey', 'memberToken'], hasBody: true, takesKey: true },
  },
}
