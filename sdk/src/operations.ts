// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

import type { CallOptions, List, Operation } from './calls.ts'
import type { Operations, Acceptance, Account, AccountHistory, AccountPage, Activity, ApiKey, ApiKeyPage, Attention, AuditLine, AuditPage, Authorisation, AuthorisationPage, AuthorisationTerm, AuthorisationTermChanges, AuthorisationTermPage, BankStatementPage, BankStatementSubmission, BankStatementsResult, Catalogue, Configuration, ConfigurationChanges, ConnectedAccount, CountedJourneyEvents, CreatedApiKey, Credentials, Delivery, DeliveryPage, DeliveryWithAttempts, DirectConnection, DirectFound, Document, DocumentFields, DocumentPage, DocumentWithFile, EventPage, ExpenditureWorking, Expenditures, GivenAuthorisation, IncomeConnectionQuery, IncomeConnectionResult, IncomeEntry, IncomeEntryPage, IncomeSubmission, IncomeSubmissionPage, Invitation, InvitedMember, Journey, JourneyCode, JourneyEnd, JourneyEnded, JourneyFindings, JourneyFunnel, JourneyInvitation, JourneyNote, JourneyNotePage, JourneySession, JourneyShared, Jwks, LogoPicture, Match, MatchPage, Member, MemberChanges, MemberMfaAnswer, MemberPage, Message, MfaAnswer, MfaSession, NewAccount, NewApiKey, NewAuthorisation, NewAuthorisationTerm, NewJourneyEvents, NewJourneyInvitation, NewJourneyNote, NewUser, NewWebhook, Nothing, PayrollConnectionQuery, PayrollConnectionResult, PayrollEntry, PayrollEntryPage, PayrollSubmission, PayrollSubmissionPage, PayslipsResult, PresignRequest, PresignedUploads, Reconnection, RecurringAccount, RecurringAccountPage, ResetConfirmation, ResetRequest, SandboxArrival, SandboxBehaviour, SandboxClock, SandboxClockChange, SandboxInbox, SandboxInboxKeys, SandboxPeople, SandboxPerson, SandboxPersonDetails, SandboxProvider, SandboxProviderChange, SandboxProviders, SignedIn, SignedSubmission, SubmissionProvenance, SubmittedFiles, TimelineEvent, TimelinePage, User, UserChanges, UserPage, UserReference, UserToken, Webhook, WebhookChanges, WebhookPage, WebhookRecovery, WebhookRotation, WebhookStatus, WebhookTest } from './types.ts'

export interface AccountsApi {
  /** Connect a user to a payroll provider. Answers when the provider has. With mfa_method the account waits 15 minutes for the answer, with authorization_url for the person to sign in there. A login that was refused leaves no account. */
  create(body: NewAccount, options?: CallOptions<'createAccount'>): Promise<ConnectedAccount>
  /** List the accounts of a user, newest first */
  list(query: Operations['listAccounts']['query'], options?: CallOptions<'listAccounts'>): List<Account, AccountPage>
  /** Ask every direct provider about a user, who need not sign in anywhere. Makes an account for each provider that has data. One page with everything that the direct accounts of the user have, new or not: asked again, it is the same page and what has come since. */
  createDirectConnection(body: DirectConnection, options?: CallOptions<'createDirectConnection'>): Promise<PayrollSubmissionPage>
  /** List the accounts of a user that take part in recurring checks, newest first. Only accounts that would be checked as things stand now: AUTHORISED and without a second factor, paid within the last 40 days in an employment that goes on, of a user with recurring checks and connections switched on, an end date that is not past and a valid recurring authorisation. Of accounts with the same login it is the one that was fetched last. Weekly checks begin on Mondays and monthly ones on the first, at 00:00 UTC and spread over the four hours after it; a check that failed is tried again daily between 03:00 and 04:00. */
  listRecurring(query: Operations['listRecurringAccounts']['query'], options?: CallOptions<'listRecurringAccounts'>): List<RecurringAccount, RecurringAccountPage>
  /** Get an account */
  get(account_id: string, options?: CallOptions<'getAccount'>): Promise<Account>
  /** Delete an account with everything that came through it */
  delete(account_id: string, options?: CallOptions<'deleteAccount'>): Promise<Message>
  /** Every move of an account with its reason, newest first */
  getHistory(account_id: string, query?: Operations['getAccountHistory']['query'], options?: CallOptions<'getAccountHistory'>): List<{
    from_status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED' | null
    status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
    reason: string
    at: string
  }, AccountHistory>
  /** Answer the second step of a provider */
  answerMfa(account_id: string, body: MfaAnswer, options?: CallOptions<'answerMfa'>): Promise<Account>
  /** Connect an account again that is EXPIRED or INVALID. With the login fields of its provider; answers as the first connection does. */
  reconnect(account_id: string, body?: Reconnection, options?: CallOptions<'reconnectAccount'>): Promise<ConnectedAccount>
}

export interface ActivityApi {
  /** How much happened, day by day */
  get(query?: Operations['getActivity']['query'], options?: CallOptions<'getActivity'>): Promise<Activity>
  /** What needs somebody of the team */
  getAttention(options?: CallOptions<'getAttention'>): Promise<Attention>
}

export interface ApiKeysApi {
  /** List API keys, without their secrets. A member needs the role Admin or above. */
  list(query?: Operations['listApiKeys']['query'], options?: CallOptions<'listApiKeys'>): List<ApiKey, ApiKeyPage>
  /** Make an API key; the reply shows it once. A member needs the role Admin or above. */
  create(body: NewApiKey, options?: CallOptions<'createApiKey'>): Promise<CreatedApiKey>
  /** Revoke an API key everywhere within a second. A member needs the role Admin or above. */
  delete(id: string, options?: CallOptions<'deleteApiKey'>): Promise<Message>
}

export interface AuditLogApi {
  /** Who did what, newest first. Pages are linked by cursor, so reading stays equally fast at any depth. No line holds personal data.  A member needs the role Admin or above. */
  list(query?: Operations['listAuditLog']['query'], options?: CallOptions<'listAuditLog'>): List<AuditLine, AuditPage>
}

export interface AuthorisationsApi {
  /** Record that a user accepted a term. Without term_id it is the latest term for that user. */
  create(body: NewAuthorisation, options?: CallOptions<'createAuthorisation'>): Promise<Authorisation>
  /** List the authorisations of a user, newest first */
  list(query: Operations['listAuthorisations']['query'], options?: CallOptions<'listAuthorisations'>): List<Authorisation, AuthorisationPage>
  /** Add a term that users can accept */
  createTerm(body: NewAuthorisationTerm, options?: CallOptions<'createAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** List terms, newest first */
  listTerms(query?: Operations['listAuthorisationTerms']['query'], options?: CallOptions<'listAuthorisationTerms'>): List<AuthorisationTerm, AuthorisationTermPage>
  /** The term this user should be asked to accept now */
  getLatestTerm(query: Operations['getLatestAuthorisationTerm']['query'], options?: CallOptions<'getLatestAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Get a term */
  getTerm(term_id: string, options?: CallOptions<'getAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Switch a term of your own on or off */
  updateTerm(term_id: string, body: AuthorisationTermChanges, options?: CallOptions<'updateAuthorisationTerm'>): Promise<AuthorisationTerm>
  /** Withdraw an authorisation */
  revoke(authorisation_id: string, options?: CallOptions<'revokeAuthorisation'>): Promise<Authorisation>
}

export interface BankStatementsApi {
  /** List the bank statement submissions of a user, newest first */
  listSubmissions(user_id: string, query?: Operations['listBankStatementSubmissions']['query'], options?: CallOptions<'listBankStatementSubmissions'>): List<BankStatementSubmission, BankStatementPage>
  /** Where each value of a bank statement submission stands in its document */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getBankStatementProvenance'>): Promise<SubmissionProvenance>
  /** A bank statement submission with its provenance, signed for others to check */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedBankStatement'>): Promise<SignedSubmission>
  /** Read bank statements that were uploaded. 201 when at least one file was read, else 200. Answers when all are read, within 25 seconds: what takes longer is listed as `still processing`, stored later and announced by webhook. */
  submit(body: SubmittedFiles, options?: CallOptions<'submitBankStatements'>): Promise<BankStatementsResult>
}

export interface ConfigurationApi {
  /** Get the client configuration */
  get(options?: CallOptions<'getConfiguration'>): Promise<Configuration>
  /** Change the client configuration */
  update(body?: ConfigurationChanges, options?: CallOptions<'updateConfiguration'>): Promise<Configuration>
  /** A logo as the journey would show it, before it is set */
  getLogo(query: Operations['getLogo']['query'], options?: CallOptions<'getLogo'>): Promise<LogoPicture>
}

export interface DocumentsApi {
  /** List the documents of a user, newest first */
  list(query: Operations['listDocuments']['query'], options?: CallOptions<'listDocuments'>): List<Document, DocumentPage>
  /** Addresses to which bank statements can be uploaded. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. An address takes one file of at most 10 MB, once, within 15 minutes; the file is submitted by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents a user. */
  presignBankStatements(body: PresignRequest, options?: CallOptions<'presignBankStatements'>): Promise<PresignedUploads>
  /** Get a document with its file */
  get(document_id: string, options?: CallOptions<'getDocument'>): Promise<DocumentWithFile>
  /** Delete a document with what was read from it. Its file and its submissions go too: a figure without its paper proves nothing. */
  delete(document_id: string, options?: CallOptions<'deleteDocument'>): Promise<Message>
  /** What was read from a document and where it stands, to be drawn over its pages. The sizes of the pages, every value with its page and box, and what was found against the document with its places. Boxes fit the pages of GET /documents/{document_id}/file as a viewer shows them. */
  getFields(document_id: string, options?: CallOptions<'getDocumentFields'>): Promise<DocumentFields>
  /** Download the file of a document, as it was uploaded */
  getFile(document_id: string, options?: CallOptions<'getDocumentFile'>): Promise<Blob>
  /** Addresses to which payslips can be uploaded. Where payslip_upload_enabled is on for the user. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. An address takes one file of at most 10 MB, once, within 15 minutes; the file is submitted by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents a user. */
  presignPayslips(body: PresignRequest, options?: CallOptions<'presignPayslips'>): Promise<PresignedUploads>
}

export interface EventsApi {
  /** Read the events of the last 30 days, oldest first. The same events that webhooks deliver, for whoever would rather ask: keep the cursor and go on from it. */
  list(query?: Operations['listEvents']['query'], options?: CallOptions<'listEvents'>): List<{
    event_id: string
    /** The user was erased; only event, user_id and timestamp are left */
    is_tombstone: boolean
    /** What a webhook would deliver; without document_external_ids for the Support role */
    body: {
      [field: string]: unknown
      event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
      user_id: string
      timestamp: string
    }
  }, EventPage>
}

export interface ExpenditureApi {
  /** Estimate what a user’s household spends, month by month, the newest first. From the net pay of stored payslips and official statistics. A month is left out when its net pay is zero or negative, or when none of its postcodes lies in England, Wales, Scotland or Northern Ireland. 404 names every input that is missing or wrong. */
  getOns(user_id: string, query?: Operations['getOnsExpenditure']['query'], options?: CallOptions<'getOnsExpenditure'>): Promise<Expenditures>
  /** Show how the estimates of a user come about, with every number used. Also the months that are left out, and payslips that were not used, each with its reason. The same `model` gives the same figures for the same payslips for ever. */
  getOnsWorking(user_id: string, query?: Operations['getOnsExpenditureWorking']['query'], options?: CallOptions<'getOnsExpenditureWorking'>): Promise<ExpenditureWorking>
}

export interface JourneysApi {
  /** How the journey of a person stands. All that is needed to go on, at the beginning as after a reload; to be asked again while something is under way. */
  get(options?: CallOptions<'getJourney'>): Promise<Journey>
  /** Withdraw an authorisation of one’s own. Nothing more is fetched by it. What was shared stays until it is deleted. */
  withdrawAuthorisation(authorisation_id: string, options?: CallOptions<'withdrawAuthorisation'>): Promise<GivenAuthorisation>
  /** Withdraw every authorisation and delete what was shared. Accounts with what came through them, documents with their files, notes, and what waits to be delivered. The registration is the client’s and stays; what the client has received cannot be called back. Safe to repeat. */
  deleteData(options?: CallOptions<'deleteJourneyData'>): Promise<Message>
  /** Ask every direct provider about the person, who need not sign in anywhere */
  createDirectConnection(body?: Nothing, options?: CallOptions<'createJourneyDirectConnection'>): Promise<DirectFound>
  /** Where the person goes on when the journey is over. client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended where nothing was shared), or error and user_id (failed). */
  end(body: JourneyEnd, options?: CallOptions<'endJourney'>): Promise<JourneyEnded>
  /** Count what the journey did. Each thing counts once for a journey. Nothing else is kept, and every word is one of few, so that nothing a person types can be. Needs the token of a journey. */
  countEvents(body: NewJourneyEvents, options?: CallOptions<'countJourneyEvents'>): Promise<CountedJourneyEvents>
  /** Everything that is held of the person, as a file. Registration, authorisations, accounts without what opens them, payslips, bank statements, tax years, notes, and what is known of documents. It is sent as it is read; if the connection breaks off, so does the file. */
  exportData(options?: CallOptions<'exportJourneyData'>): Promise<{}>
  /** What was found about the person, to be looked over */
  getFindings(options?: CallOptions<'getJourneyFindings'>): Promise<JourneyFindings>
  /** Say that something found is wrong. Kept beside the data, which stays as it is. A person may have 200 notes. */
  createNote(body: NewJourneyNote, options?: CallOptions<'createJourneyNote'>): Promise<JourneyNote>
  /** What the person has shared, with whom and under which term */
  getShared(options?: CallOptions<'getJourneyShared'>): Promise<JourneyShared>
  /** How far journeys came, by screen, step and provider */
  getFunnel(query?: Operations['getJourneyFunnel']['query'], options?: CallOptions<'getJourneyFunnel'>): Promise<JourneyFunnel>
  /** Send a journey link to a user by e-mail. Makes a link as POST /user-tokens does and mails it in the name of the client: who asks, what is shared, how long the link lives. The reply does not have the link: only the mailbox does. Within 24 hours a user is sent at most 5, and a client sends at most 2000; more is refused with 429. */
  createInvitation(body: NewJourneyInvitation, options?: CallOptions<'createJourneyInvitation'>): Promise<JourneyInvitation>
  /** Exchange the code of a journey link for a user token. The link stays good until it ends; the token lives an hour and never longer than the link. */
  createSession(body: JourneyCode, options?: CallOptions<'createJourneySession'>): Promise<JourneySession>
  /** A new token for the same journey, as long as its link lasts */
  renewSession(body?: Nothing, options?: CallOptions<'renewJourneySession'>): Promise<JourneySession>
  /** List what a user says of the data about them, newest first */
  listNotes(user_id: string, query?: Operations['listNotes']['query'], options?: CallOptions<'listNotes'>): List<JourneyNote, JourneyNotePage>
}

export interface MatchesApi {
  /** List which pay of a user is borne out by another source, the newest pay date first. Each payslip, fetched or uploaded, against the credits of uploaded bank statements: the same net pay, to the penny, within three days of the pay date. A credit bears out one payment. And each employer in each year of the tax authority against the payslips of that year: taxable pay and tax, to the pound. */
  list(user_id: string, query?: Operations['listMatches']['query'], options?: CallOptions<'listMatches'>): List<Match, MatchPage>
}

export interface MembersApi {
  /** Invite a member by e-mail. A member needs the role Admin or above. */
  invite(body: Invitation, options?: CallOptions<'inviteMember'>): Promise<InvitedMember>
  /** List members, newest first */
  list(query?: Operations['listMembers']['query'], options?: CallOptions<'listMembers'>): List<Member, MemberPage>
  /** Accept an invitation with a name and a password */
  acceptInvitation(code: string, body: Acceptance, options?: CallOptions<'acceptInvitation'>): Promise<Member>
  /** Answer the second factor */
  validateMfa(body: MemberMfaAnswer, options?: CallOptions<'validateMfa'>): Promise<SignedIn>
  /** Choose a new password with the code from the e-mail */
  confirmPasswordReset(body: ResetConfirmation, options?: CallOptions<'confirmPasswordReset'>): Promise<Message>
  /** Ask for a new password by e-mail */
  initiatePasswordReset(body: ResetRequest, options?: CallOptions<'initiatePasswordReset'>): Promise<Message>
  /** Sign in a member. Answers 202 with a session when a code was sent by e-mail. */
  signIn(body: Credentials, options?: CallOptions<'signIn'>): Promise<SignedIn | MfaSession>
  /** Get a member */
  get(id: string, options?: CallOptions<'getMember'>): Promise<Member>
  /** Change the role or the second factor of a member. A member needs the role Admin or above. */
  update(id: string, body?: MemberChanges, options?: CallOptions<'updateMember'>): Promise<Member>
  /** Remove a member; its tokens end within a second. A member needs the role Admin or above. */
  delete(id: string, options?: CallOptions<'deleteMember'>): Promise<Message>
}

export interface PayrollApi {
  /** List the entries of a user, newest first */
  listEntries(query: Operations['listPayrollEntries']['query'], options?: CallOptions<'listPayrollEntries'>): List<PayrollEntry, PayrollEntryPage>
  /** Fetch what is new through an account. Answers when the provider has. Nothing new: entry_id is null and the list is empty. While the first retrieval of the account runs, this waits for it. */
  queryConnection(body: PayrollConnectionQuery, options?: CallOptions<'queryPayrollConnection'>): Promise<PayrollConnectionResult>
  /** Read payslips that were uploaded. One entry for all that could be read; entry_id is null where that is nothing. Answers when all are read, within 25 seconds: what takes longer is listed as `still processing`, stored later as an entry of its own and announced by webhook. */
  submitPayslips(body: SubmittedFiles, options?: CallOptions<'submitPayslips'>): Promise<PayslipsResult>
  /** Delete an entry with its submissions. What was the newest of its account is fetched again by the next query or check. */
  deleteEntry(entry_id: string, options?: CallOptions<'deletePayrollEntry'>): Promise<Message>
  /** List the payroll submissions of a user, newest first */
  listSubmissions(user_id: string, query?: Operations['listPayrollSubmissions']['query'], options?: CallOptions<'listPayrollSubmissions'>): List<PayrollSubmission, PayrollSubmissionPage>
  /** Where each value of a payroll submission comes from. Of an uploaded payslip: the place in its document. Of a connection: the account. */
  getProvenance(user_id: string, submission_id: string, options?: CallOptions<'getPayrollProvenance'>): Promise<SubmissionProvenance>
  /** A payroll submission with its provenance, signed for others to check */
  getSigned(user_id: string, submission_id: string, options?: CallOptions<'getSignedPayroll'>): Promise<SignedSubmission>
}

export interface ProvidersApi {
  /** List payroll providers and employers */
  list(options?: CallOptions<'listProviders'>): Promise<Catalogue>
}

export interface SandboxApi {
  /** What time it is in the sandbox */
  getClock(options?: CallOptions<'getSandboxClock'>): Promise<SandboxClock>
  /** Move the clock of the sandbox: payslips appear, sessions end, recurring checks fall due. All clients of this sandbox share its world: they see the change too. */
  moveClock(body?: SandboxClockChange, options?: CallOptions<'moveSandboxClock'>): Promise<SandboxClock>
  /** A receiver of webhooks that is the client’s own: its address and what arrived, newest first */
  getInbox(query?: Operations['getSandboxInbox']['query'], options?: CallOptions<'getSandboxInbox'>): List<SandboxArrival, SandboxInbox>
  /** Tell the inbox the secrets of your webhook, so that it verifies and decrypts what arrives */
  setInboxKeys(body?: SandboxInboxKeys, options?: CallOptions<'setSandboxInboxKeys'>): Promise<Message>
  /** List the named people of the sandbox, or find some. Besides these there are person.1, person.2 and so on, each by their user name. */
  listPeople(query?: Operations['listSandboxPeople']['query'], options?: CallOptions<'listSandboxPeople'>): List<SandboxPerson, SandboxPeople>
  /** One person of the sandbox: who they are, how they sign in, when they are paid next */
  getPerson(user_name: string, options?: CallOptions<'getSandboxPerson'>): Promise<SandboxPersonDetails>
  /** Let something happen to a person at a provider, whatever password is typed. All clients of this sandbox share its world: they see the change too. */
  setBehaviour(user_name: string, body: SandboxBehaviour, options?: CallOptions<'setSandboxBehaviour'>): Promise<Message>
  /** The providers that the sandbox plays, with their switches */
  listProviders(options?: CallOptions<'listSandboxProviders'>): Promise<SandboxProviders>
  /** Switch a provider of the sandbox off, make it slow, unlock its accounts. All clients of this sandbox share its world: they see the change too. */
  updateProvider(provider_id: string, body?: SandboxProviderChange, options?: CallOptions<'updateSandboxProvider'>): Promise<SandboxProvider>
}

export interface TaxauthApi {
  /** List the entries of a user from the tax authority, newest first */
  listEntries(query: Operations['listTaxauthEntries']['query'], options?: CallOptions<'listTaxauthEntries'>): List<IncomeEntry, IncomeEntryPage>
  /** Fetch what is new at the tax authority. Answers when the authority has. Nothing new: entry_id is null and the list is empty. It takes three requests a second from all clients together, so this may answer 503 and bring its result by webhook. */
  queryConnection(body: IncomeConnectionQuery, options?: CallOptions<'queryTaxauthConnection'>): Promise<IncomeConnectionResult>
  /** Delete an entry with its submissions. What the authority still says is fetched again by the next query or check. */
  deleteEntry(entry_id: string, options?: CallOptions<'deleteTaxauthEntry'>): Promise<Message>
  /** List what the tax authority says of a user, one submission per tax year, newest first */
  listIncomeSubmissions(user_id: string, query?: Operations['listIncomeSubmissions']['query'], options?: CallOptions<'listIncomeSubmissions'>): List<IncomeSubmission, IncomeSubmissionPage>
}

export interface UserTokensApi {
  /** The public keys that verify our tokens and signed copies of submissions */
  getJwks(options?: CallOptions<'getJwks'>): Promise<Jwks>
  /** Make a token and a journey link for a user */
  create(body: UserReference, options?: CallOptions<'createUserToken'>): Promise<UserToken>
  /** End all tokens and journey links of a user at once */
  revoke(body: UserReference, options?: CallOptions<'revokeUserTokens'>): Promise<Message>
}

export interface UsersApi {
  /** Register a person */
  create(body: NewUser, options?: CallOptions<'createUser'>): Promise<User>
  /** List users, newest first, or find some */
  list(query?: Operations['listUsers']['query'], options?: CallOptions<'listUsers'>): List<User, UserPage>
  /** List users by whether recurring checks are on for them. The own setting of a user counts, or else that of the client; an end date in the past switches off. */
  listRecurring(query?: Operations['listRecurringUsers']['query'], options?: CallOptions<'listRecurringUsers'>): List<User, UserPage>
  /** Get a user */
  get(user_id: string, options?: CallOptions<'getUser'>): Promise<User>
  /** Change a user */
  update(user_id: string, body?: UserChanges, options?: CallOptions<'updateUser'>): Promise<User>
  /** Erase a user and everything held about them */
  delete(user_id: string, options?: CallOptions<'deleteUser'>): Promise<Message>
  /** What happened about a user, newest first. Pages are linked by cursor. No event holds personal data. What is deleted goes from the timeline too, and deliveries are told of for 30 days. */
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
  /** Delete a webhook with everything that waits for it */
  delete(webhook_id: string, options?: CallOptions<'deleteWebhook'>): Promise<Message>
  /** List deliveries of the last 30 days, newest first */
  listDeliveries(webhook_id: string, query?: Operations['listDeliveries']['query'], options?: CallOptions<'listDeliveries'>): List<Delivery, DeliveryPage>
  /** Get a delivery with its attempts */
  getDelivery(webhook_id: string, delivery_id: string, options?: CallOptions<'getDelivery'>): Promise<DeliveryWithAttempts>
  /** Send a delivery again, whatever became of it. It keeps its webhook-id. If the user was erased meanwhile, a tombstone is sent. */
  redeliver(webhook_id: string, delivery_id: string, options?: CallOptions<'redeliver'>): Promise<Message>
  /** Send nothing more until resumed; what happens meanwhile waits */
  pause(webhook_id: string, options?: CallOptions<'pauseWebhook'>): Promise<WebhookStatus>
  /** Put dead deliveries of a span of time back in line */
  recover(webhook_id: string, body: WebhookRecovery, options?: CallOptions<'recoverWebhook'>): Promise<Message>
  /** Send again, beginning with what waits */
  resume(webhook_id: string, options?: CallOptions<'resumeWebhook'>): Promise<WebhookStatus>
  /** Exchange the signing secret in three steps, or the encryption key. add: X-Svc-Signature-Next is sent beside X-Svc-Signature. promote, after 24 hours or by hand: X-Svc-Signature is made with the new secret. retire, after 48 hours or by hand: the old one is forgotten. webhook-signature carries both from the first step to the last. */
  rotateSecret(webhook_id: string, body?: WebhookRotation, options?: CallOptions<'rotateWebhookSecret'>): Promise<WebhookStatus>
  /** How deliveries to this webhook are doing */
  getStatus(webhook_id: string, options?: CallOptions<'getWebhookStatus'>): Promise<WebhookStatus>
  /** Send made-up data now, and see what the receiver says. One attempt, also to a webhook that is paused. The header X-Svc-Test says what it is. */
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
