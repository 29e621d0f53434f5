// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

export type Acceptance = {
  /** Name of the new member. */
  name: string
  /** Common and easily guessed passwords are refused */
  password: string
}

export type Account = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** `PENDING` waits for the person, `AUTHORISED` can be read, `EXPIRED` and `INVALID` need a new login. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Whether the provider asked for a second factor. */
  mfa_enabled: boolean
  /** Latest pay date retrieved; null before the first. */
  latest_pay_date: string | null
  retrieval: AccountRetrieval
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When your team accepted data with the identity_match `none`; null if it did not */
  identity_accepted_at: string | null
  /** Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known */
  self_administered: boolean | null
  /** Null except for a bank whose consent has not ended for good */
  consent: BankConsent | null
}

export type AccountHistory = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Status changes of the account, newest first. */
  history: AccountStatusChange[]
}

export type AccountPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The accounts on this page of the list. */
  accounts: Account[]
}

/** Progress of the retrieval of data through an account. */
export type AccountRetrieval = {
  /** pending: not started, or waiting for the applicant; retrying: the last attempt failed and another is planned; done: the last retrieval succeeded, even if it found nothing; failed: no further attempt is planned */
  state: 'pending' | 'running' | 'retrying' | 'done' | 'failed'
  /** Error code or history reason; null while running or done, or if it is not known */
  reason: string | null
  /** Set while retrying */
  next_attempt_at: string | null
  /** Null until a retrieval has succeeded */
  last_success_at: string | null
}

/** One change of the status of an account. */
export type AccountStatusChange = {
  /** Status before the change; null for the first. */
  from_status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED' | null
  /** Status after the change. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Reason code. */
  reason: string
  /** Time (UTC). */
  at: string
}

/** The status of an account changed, or an account was added */
export type AccountStatusChangedEvent = {
  /** Kind of the event. */
  event: 'account-status-changed'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Null for a new account */
  from_status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED' | null
  /** Status after the change. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Reason code, as in the history of the account */
  reason: string
}

export type Activity = {
  /** Start of the period. */
  from: string
  /** End of the period. */
  to: string
  /** Every day, oldest first. Data erased later stays counted */
  days: ActivityOfDay[]
}

export type ActivityOfDay = {
  /** The day (UTC). */
  day: string
  /** Number of users registered on that day. */
  users_registered: number
  /** Journeys opened for the first time */
  journeys: number
  /** Logins and OAuth redirects started */
  connections_started: number
  /** Number of accounts connected on that day. */
  connections_succeeded: number
  /** Rejected or not completed in time */
  connections_failed: number
  /** Payslips, newest first. */
  payroll_submissions: number
  /** Bank statements, newest first. */
  bank_statement_submissions: number
  /** Number of tax years received on that day. */
  tax_income_submissions: number
  /** Number of webhook deliveries accepted by their receiver on that day. */
  deliveries_succeeded: number
  /** Dead after the last attempt */
  deliveries_failed: number
}

export type ApiKey = {
  /** Id of the API key. */
  id: string
  /** Name that you gave the key. */
  name: string
  /** The readable start of the key, which contains environment and cell */
  prefix: string
  /** Last four characters of the API key, to recognise it. */
  last_four: string
  /** Operations that the key may call; null if it has every scope */
  scopes: KeyScope[] | null
  /** Postal addresses, newest first. */
  addresses: string[] | null
  /** Time of creation (UTC). */
  created_at: string
  /** Time when it ends; null if it does not. */
  expires_at: string | null
  /** Accurate to half a minute */
  last_used_at: string | null
}

export type ApiKeyPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The API keys on this page of the list. */
  api_keys: ApiKey[]
}

/** Empty if nothing needs attention. */
export type Attention = {
  /** Time (UTC). */
  at: string
  /** The items. */
  items: AttentionItem[]
}

export type AttentionExample = {
  /** Id of the webhook, provider, term category, account, consent, upload, document or note */
  id: string
  /** Id of the user: the person whose income is verified. */
  user_id: string | null
  /** Name of the webhook or provider */
  name: string | null
  /** Time (UTC). */
  at: string | null
}

export type AttentionItem = {
  /** What needs attention. */
  kind: 'webhook-paused' | 'webhook-failing' | 'provider-down' | 'provider-degraded' | 'term-inactive' | 'second-factor-waiting' | 'account-ended' | 'consent-expiring' | 'consent-expired' | 'upload-stuck' | 'identity-mismatch' | 'document-flagged' | 'unread-document' | 'applicant-disputes' | 'login-limit-reached' | 'confirmation-due' | 'ready-for-review' | 'review-stalled'
  /** For account-ended the reason of the status transition; for webhook-paused the pause_reason; for identity-mismatch account, document, or with hold_unmatched_data account-held, document-held; for document-flagged and unread-document the type of the document; for login-limit-reached person, address or provider; for confirmation-due soon or paused */
  reason: string | null
  /** Number of items on this page. */
  count: number
  /** There may be more: counting stops at a thousand */
  is_capped: boolean
  /** Time of the item that has waited longest or ends first */
  since: string | null
  /** Up to three of the items concerned. */
  examples: AttentionExample[]
}

export type AuditLine = {
  /** Time (UTC). */
  at: string
  /** Kind of the caller who acted. */
  actor_kind: string
  /** Id of the API key, member or user who acted. */
  actor_id: string
  /** What was done, as noun and past participle, such as `user.created`. */
  action: string
  /** Id of the resource concerned. */
  subject_id: string | null
  /** Id of the request, as in the `X-Request-Id` header. */
  request_id: string
  /** Position of the line: hash chain and sequence number */
  chain: string
  /** SHA-256 of the previous line in the chain and this line, in hexadecimal */
  hash: string
}

export type AuditPage = {
  /** The lines on this page of the audit log. */
  audit_lines: AuditLine[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type Authorisation = {
  /** Id of the authorisation. */
  id: string
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Id of the authorisation term. */
  term_id: string
  /** Whether the authorisation can be used. */
  status: 'active' | 'revoked' | 'expired'
  /** Whether the authorisation can be used now. */
  is_valid: boolean
  /** IP address that accepted, if you recorded one. */
  ip_address?: string | null
  /** User agent of the browser that accepted. */
  user_agent?: string
  /** Fingerprint of the browser that accepted, if you recorded one. */
  fingerprint?: string | null
  /** The address from which the server received the request that recorded this; null in older records. Absent for the Support role */
  seen_ip_address?: string | null
  /** The User-Agent header of the request that recorded this; null if it had none, and in older records. Absent for the Support role */
  seen_user_agent?: string | null
  /** person: recorded with a user token; client: recorded with an API key or by a member; null in older records */
  recorded_by: 'person' | 'client' | null
  /** The text of the term as the person saw it. */
  accepted_text: string
  /** Language of accepted_text */
  accepted_language: 'en' | 'cy'
  /** Time of acceptance (UTC). */
  accepted_at: string
  /** Time of withdrawal; null if it was not withdrawn. */
  revoked_at: string | null
  /** person: withdrawn on their own page; client: withdrawn by the API or in the console; null if not withdrawn, and in older records */
  withdrawn_by: 'person' | 'client' | null
  /** Time when it ends; null if it does not. */
  expires_at: string | null
  /** Time of creation (UTC). */
  created_at: string
}

export type AuthorisationPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The authorisations on this page of the list. */
  authorisations: Authorisation[]
}

/** An authorisation was withdrawn by the person or by the client */
export type AuthorisationRevokedEvent = {
  /** Kind of the event. */
  event: 'authorisation-revoked'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the authorisation that allowed the retrieval. */
  authorisation_id: string
  /** Id of the authorisation term. */
  term_id: string
  /** person: on the page of the person; client: by the API or the console */
  withdrawn_by: 'person' | 'client'
  /** Time of withdrawal; null if it was not withdrawn. */
  revoked_at: string
}

export type AuthorisationTerm = {
  /** Id of the term. */
  id: string
  /** Whether the term can be accepted. */
  is_active: boolean
  /** True for the default terms of the service, false for your own. */
  is_system_term: boolean
  /** Version number of the term, counted by the service. */
  authorisation_version: number
  /** Time of creation (UTC). */
  created_at: string
  /** Name of the term for people. */
  name: string
  /** The legal text that people accept. */
  authorisation_text: string
  /** Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`). */
  authorisation_category: 'one_time' | 'recurring'
  /** The same text in Welsh. Without it, the journey says that the agreement is only in English */
  translations: AuthorisationTermTranslation[]
}

/** The text of a term cannot be changed; create a new version instead. */
export type AuthorisationTermChanges = {
  /** Whether the term can be accepted. */
  is_active: boolean
}

export type AuthorisationTermPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The authorisation terms on this page of the list. */
  terms: AuthorisationTerm[]
}

/** A term in another language of the journey. */
export type AuthorisationTermTranslation = {
  /** Language of the translation: `cy` for Welsh */
  language: 'cy'
  /** Name of the term in this language */
  name: string
  /** The legal text that people accept. */
  authorisation_text: string
}

export type BalanceInformation = {
  /** Balance at the start of the statement, with thousands separators and two decimals. */
  opening_balance: string | null
  /** Balance at the end of the statement, with thousands separators and two decimals. */
  closing_balance: string | null
}

export type BankAccountInformation = {
  /** Name of the account holder, as printed. */
  account_holder_name: string | null
  /** Account number, as printed. */
  account_number: string | null
  /** Sort code, as printed. */
  sort_code: string | null
  /** Name of the bank. */
  bank_name: string | null
  /** Only if printed; never derived */
  iban: string | null
}

/** A consent that the person has to confirm every 90 days. */
export type BankConsent = {
  /** After this time the bank is not read until the person confirms */
  confirm_by: string
  /** Whether to ask the person now: from 14 days before confirm_by */
  is_due: boolean
}

/** Credits of one payer that are pay, or that arrive regularly. */
export type BankIncome = {
  /** As the bank names it */
  payer: string
  /** confirmed: marked as salary by the bank, or the payer is the employer of a payslip or tax year. likely: the text or the amounts are those of a payroll. regular: paid regularly, kind unknown; not counted as pay */
  grade: 'confirmed' | 'likely' | 'regular'
  /** Reasons for the grade, strongest first */
  evidence: Array<'purpose-code' | 'known-employer' | 'salary-word' | 'payroll-reference' | 'tax-rounding' | 'weekly-bacs' | 'pay-pattern' | 'regular'>
  /** Rhythm of the credits; null if there are fewer than three or no rhythm */
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | null
  /** Number of credits */
  credits: number
  /** Day of the first credit */
  first_date: string
  /** Day of the latest credit */
  latest_date: string
  /** Net amount in pounds */
  latest_amount: string
  /** Net amount in pounds */
  median_amount: string
  /** Bank statement submissions with the credits */
  submission_ids: string[]
}

export type BankStatementPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Bank statements, newest first. */
  bank_statement_submissions: BankStatementSubmission[]
}

export type BankStatementPayload = {
  /** Bank statements, newest first. */
  bank_statement_submissions: BankStatementSubmission[]
}

export type BankStatementSubmission = {
  /** Id of the submission. */
  id: string
  /** Time of creation (UTC). */
  created_at: string
  /** upload: extracted from a document; bank: retrieved from the bank through an account */
  source: 'upload' | 'bank'
  /** Account it was retrieved through; null for documents */
  account_id: string | null
  /** Null if it was retrieved from the bank */
  document_id: string | null
  /** Your own id for the file, as given when it was presigned. Null for data from a connection. */
  document_external_id: string | null
  /** Null if it was retrieved from the bank */
  document_filename: string | null
  /** Submission that the bank gave for the same account and some of the same days. Its transactions count instead */
  duplicate_of: string | null
  /** The bank account that the statement is about. */
  account_information: BankAccountInformation
  /** First and last day of the statement. */
  statement_period: StatementPeriod
  /** Balances at the start and the end of the statement. */
  balance_information: BalanceInformation
  /** Oldest first */
  transactions: BankTransaction[]
  /** Probability that the document is a bank statement; 1 if it was retrieved from the bank */
  bank_statement_probability: number
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
}

export type BankStatementsResult = {
  /** Bank statements, newest first. */
  bank_statement_submissions: BankStatementSubmission[]
  /** Files that could not be taken as bank statements, with the reason for each. */
  bank_statement_errors: FileError[]
}

/** One line of a bank statement. */
export type BankTransaction = {
  /** Day of the transaction (YYYY-MM-DD). */
  date: string
  /** Text of the line, as printed in the source. */
  description: string
  /** Decimal text without thousands separators, negative for debits: -1234.56 */
  amount: string
  /** `credit` or `debit`. */
  type: 'credit' | 'debit'
}

/** The token is in the cookie of the response. */
export type BrowserSignedIn = {
  /** The member who signed in. */
  member: SignedInMember
}

export type BulkInvitationError = {
  /** Line of the file, from 1 */
  line: number
  /** Name of the column */
  field: string
  /** Text for people. */
  message: string
}

export type BulkInvitationResult = {
  /** Whether the lines were only checked */
  is_dry_run: boolean
  /** People in the file */
  line_count: number
  /** What to correct, in the order of the file */
  errors: BulkInvitationError[]
  /** Empty in a dry run */
  invited: BulkInvitedUser[]
}

export type BulkInvitedUser = {
  /** Line of the file, from 1 */
  line: number
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Your own reference of the user, such as an application number. */
  ext_id: string
}

export type CardBalanceInformation = {
  /** Balance at the start of the statement, with thousands separators and two decimals. */
  opening_balance: string | null
  /** Balance at the end of the statement, with thousands separators and two decimals. */
  closing_balance: string | null
  /** Credit limit in pounds */
  credit_limit: string | null
}

export type CardInformation = {
  /** Name of the cardholder, as printed */
  card_holder_name: string | null
  /** The last four digits */
  card_number_ending: string | null
  /** Name of the card issuer, as printed */
  provider_name: string | null
}

export type CardPaymentInformation = {
  /** Minimum payment in pounds */
  minimum_payment: string | null
  /** Day by which the minimum payment is due */
  due_date: string | null
}

export type CardStatementPeriod = {
  /** First day. */
  start_date: string | null
  /** Last day of the period. */
  end_date: string | null
}

/** One line of a credit card statement. */
export type CardTransaction = {
  /** Date of the item. */
  date: string
  /** Text of the line, as printed in the source. */
  description: string
  /** Positive if it increases the balance owed, negative for payments and refunds */
  amount: string
  /** `charge` increases the balance owed, `credit` lowers it */
  type: 'charge' | 'credit'
}

export type Catalogue = {
  /** The payroll providers. */
  providers: Provider[]
  /** Providers that others belong to. */
  parent_provider_meta: ParentProvider[]
  /** Employers and their payroll providers. */
  employers: Employer[]
}

/** Fields that are not set are omitted. */
export type Configuration = {
  /** Whether payslips can be uploaded as documents. */
  payslip_upload_enabled?: boolean
  /** How many months back a first retrieval goes. */
  payroll_period_months?: number
  /** URL of the logo that people see in the journey. */
  client_logo?: string
  /** URL to which the person is redirected when the journey ends. */
  client_callback_url?: string
  /** Whether data is retrieved again on a schedule. */
  recurring_checks_enabled?: boolean
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Time when recurring checks end. */
  recurring_check_end_date?: string
  /** Whether payroll accounts can be connected. */
  payroll_connections_enabled?: boolean
  /** Whether data of the tax authority can be retrieved. */
  taxauth_enabled?: boolean
  /** Hold data of accounts and documents with the identity_match `none`: it is not stored as submissions until a member accepts it */
  hold_unmatched_data?: boolean
  /** Layout of the consent screen: a list, questions with answers, or a test that shows each to half of the journeys; by default `list` */
  consent_layout?: 'list' | 'questions' | 'test'
  /** Days after an invitation by email on which people who have not shared anything are reminded by email; none if empty */
  reminder_days?: number[]
  /** Name of the client that people see. */
  client_display_name?: string
  /** Colour of the buttons in the hosted journey */
  brand_colour?: string
  /** Origins of your own pages. They may embed the hosted journey in a frame, and call the API from a browser with a user token; none if empty. */
  frame_origins?: string[]
  /** Why you ask for the data, in English, as a sentence such as `To decide on your loan application.` */
  data_purpose?: string
  /** data_purpose in Welsh */
  data_purpose_cy?: string
  /** What happens after the journey, in English, such as `We call you within two working days.` */
  next_steps?: string
  /** next_steps in Welsh */
  next_steps_cy?: string
  /** For how many months you keep the data */
  data_retention_months?: number
  /** Your privacy notice */
  privacy_notice_url?: string
  /** Where people can ask you about their data */
  contact_email?: string
  /** Where people can ask you about their data */
  contact_phone?: string
  /** Your firm reference number in the register of the Financial Conduct Authority */
  fca_number?: string
  /** Your number in the register of data protection fee payers of the ICO */
  ico_number?: string
}

/** Only the fields sent are changed. `null` unsets an optional field. */
export type ConfigurationChanges = {
  /** Whether payslips can be uploaded as documents. */
  payslip_upload_enabled?: boolean
  /** How many months back a first retrieval goes. */
  payroll_period_months?: number
  /** URL of the logo that people see in the journey. */
  client_logo?: string | null
  /** URL to which the person is redirected when the journey ends. */
  client_callback_url?: string | null
  /** Whether data is retrieved again on a schedule. */
  recurring_checks_enabled?: boolean
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY' | null
  /** Time when recurring checks end. */
  recurring_check_end_date?: string | null
  /** Whether payroll accounts can be connected. */
  payroll_connections_enabled?: boolean
  /** Whether data of the tax authority can be retrieved. */
  taxauth_enabled?: boolean
  /** Hold data of accounts and documents with the identity_match `none`: it is not stored as submissions until a member accepts it. */
  hold_unmatched_data?: boolean | null
  /** Layout of the consent screen: a list, questions with answers, or a test that shows each to half of the journeys; by default `list` */
  consent_layout?: 'list' | 'questions' | 'test' | null
  /** Days after an invitation by email on which people who have not shared anything are reminded by email. */
  reminder_days?: number[] | null
  /** Name of the client that people see. */
  client_display_name?: string | null
  /** Colour of the buttons in the hosted journey, such as `#1a6b3c`. */
  brand_colour?: string | null
  /** Origins of your own pages that may embed the journey and call the API from a browser. */
  frame_origins?: string[] | null
  /** Why the client asks for the data, in English. */
  data_purpose?: string | null
  /** Why the client asks for the data, in Welsh. */
  data_purpose_cy?: string | null
  /** What happens after the journey, in the client’s own words, in English. */
  next_steps?: string | null
  /** What happens after the journey, in the client’s own words, in Welsh. */
  next_steps_cy?: string | null
  /** For how many months you keep the data */
  data_retention_months?: number | null
  /** URL of the privacy notice of the client. */
  privacy_notice_url?: string | null
  /** E-mail address where people can ask the client about their data. */
  contact_email?: string | null
  /** Telephone number where people can ask the client about their data. */
  contact_phone?: string | null
  /** Firm reference number of the client at the Financial Conduct Authority. */
  fca_number?: string | null
  /** Registration number of the client at the Information Commissioner’s Office. */
  ico_number?: string | null
}

export type ConnectedAccount = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** `PENDING` waits for the person, `AUTHORISED` can be read, `EXPIRED` and `INVALID` need a new login. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Whether the provider asked for a second factor. */
  mfa_enabled: boolean
  /** Latest pay date retrieved; null before the first. */
  latest_pay_date: string | null
  retrieval: AccountRetrieval
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When your team accepted data with the identity_match `none`; null if it did not */
  identity_accepted_at: string | null
  /** Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known */
  self_administered: boolean | null
  /** Null except for a bank whose consent has not ended for good */
  consent: BankConsent | null
  /** Present when the provider asks for a second factor */
  mfa_method?: MfaMethod
  /** Where the person signs in, if the provider uses its own login page */
  authorization_url?: string
}

/** The decision that the person made. */
export type ConsentDecision = {
  /** keep: the bank is read for another 90 days; stop: the consent is ended at the bank */
  decision: 'keep' | 'stop'
}

export type ConsentTest = {
  /** Journeys of each layout that the test compares */
  planned_per_layout: number
  /** Both layouts, first the list. */
  layouts: TestedLayout[]
  /** Share of `questions` minus share of `list` */
  difference: LayoutDifference | null
  /** collecting: not enough journeys yet. Otherwise the layout that more people agreed to, if any */
  outcome: 'collecting' | 'no-difference' | 'list' | 'questions'
}

/** A value that the team corrected. */
export type CorrectedField = {
  /** Path of the value in the submission */
  path: string
  /** The value as read from the document; null if none was read */
  reading: string | null
  /** The value that is used; null if the document shows none */
  value: string | null
  by: CorrectionAuthor
  /** Time (UTC). */
  at: string
}

/** The member or API key that corrected or confirmed a value. */
export type CorrectionAuthor = {
  /** Who made the change */
  kind: 'api_key' | 'member'
  /** Id. */
  id: string
}

/** One change of a field by the team. */
export type CorrectionEvent = {
  /** Path of the value in the submission */
  path: string
  /** What was done, as noun and past participle, such as `user.created`. */
  action: 'corrected' | 'confirmed' | 'restored'
  /** Value before */
  from: string | null
  /** Value after */
  to: string | null
  by: NamedCorrectionAuthor
  /** Time (UTC). */
  at: string
}

export type CountedJourneyEvents = {
  /** Number of events that were new to this journey */
  counted: number
}

export type Coverage = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Complete months of the requested period, newest first */
  months: CoveredMonth[]
  /** Kinds of document that the person says they do not have, with the reason. */
  missing_documents: MissingDocuments[]
}

/** A calendar month and the data received for it. */
export type CoveredMonth = {
  /** Calendar month */
  month: string
  /** Whether a payslip has a pay date in the month, from any source */
  has_payslip: boolean
  /** Whether a bank statement covers a day of the month */
  has_bank_statement: boolean
}

export type CreatedApiKey = {
  /** Id of the API key. */
  id: string
  /** Name that you gave the key. */
  name: string
  /** The readable start of the key, which contains environment and cell */
  prefix: string
  /** Last four characters of the API key, to recognise it. */
  last_four: string
  /** Operations that the key may call; null if it has every scope */
  scopes: KeyScope[] | null
  /** Postal addresses, newest first. */
  addresses: string[] | null
  /** Time of creation (UTC). */
  created_at: string
  /** Time when it ends; null if it does not. */
  expires_at: string | null
  /** Accurate to half a minute */
  last_used_at: string | null
  /** The key itself, shown only once */
  key: string
}

export type CreatedReportLink = {
  /** Id of the link to a report. */
  link_id: string
  /** The report that the link opens */
  report_id: string
  /** When the link was created */
  created_at: string
  /** When the link stops working */
  expires_at: string
  /** Anyone with this URL can open the report. It is returned only once */
  url: string
}

export type Credentials = {
  /** E-mail address of the member. */
  username: string
  /** Password. It is never stored or logged in readable form. */
  password: string
  /** For pages of the console: keeps the token in an HttpOnly cookie instead of returning it. The session then ends after 15 minutes without a request. */
  browser?: boolean
}

export type CurrentSession = {
  /** The session of this request. */
  session: MemberSession
  /** The member who signed in. */
  member: SignedInMember
}

/** One deduction line of a payslip. */
export type DeductionElement = {
  /** Type of the deduction. */
  type: 'Pension' | 'StudentLoan' | 'AttachmentOfEarnings' | 'Loan' | 'Other'
  /** Text of the line, as printed in the source. */
  description: string
  /** Amount in pounds, with two decimals. */
  amount: string
}

/** One deduction line of a payslip. */
export type DeductionElementForWebhook = {
  /** Type of the deduction. */
  type: 'Pension' | 'StudentLoan' | 'AttachmentOfEarnings' | 'Loan' | 'Other'
  /** Text of the line, as printed in the source. */
  description: string
  /** Amount in pounds, with two decimals. */
  amount: number
}

export type Deductions = {
  /** Income tax of the period in pounds. */
  income_tax: string | null
  /** Employee's National Insurance of the period in pounds. */
  employee_ni: string | null
  /** Employee's pension contribution of the period in pounds. */
  employee_pension: string | null
  /** Sum of all deductions of the period in pounds. */
  total_deductions: string | null
  /** Student and postgraduate loan deductions of the period in pounds. */
  loan_deductions: string | null
  /** Every deduction line of the payslip. */
  deductions_elements: DeductionElement[]
}

export type DeductionsForWebhook = {
  /** Income tax of the period in pounds. */
  income_tax: number | null
  /** Employee's National Insurance of the period in pounds. */
  employee_ni: number | null
  /** Employee's pension contribution of the period in pounds. */
  employee_pension: number | null
  /** Sum of all deductions of the period in pounds. */
  total_deductions: number | null
  /** Student and postgraduate loan deductions of the period in pounds. */
  loan_deductions: number | null
  /** Every deduction line of the payslip. */
  deductions_elements: DeductionElementForWebhook[]
}

export type Delivery = {
  /** As sent in webhook-id and X-Svc-Delivery-Id */
  delivery_id: string
  /** Id of the event; the same for every webhook and attempt. */
  event_id: string | null
  /** Kind of the event. */
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
  /** Id of the user: the person whose income is verified. */
  user_id: string | null
  /** Number of the delivery within its webhook, without gaps. */
  sequence: number | null
  /** dead: all attempts have failed; dropped: the receiver asked to drop it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  /** Whether it was sent by a test. */
  is_test: boolean
  /** Number of attempts so far. */
  attempt_count: number
  /** Time of creation (UTC). */
  created_at: string
  /** Time of the next attempt; null if none is planned. */
  next_attempt_at: string | null
  /** Time when the delivery succeeded or was given up; null while it is pending. */
  ended_at: string | null
}

/** One attempt to deliver. */
export type DeliveryAttempt = {
  /** Number of the attempt, starting at 1. */
  attempt: number
  /** Time when the attempt started (UTC). */
  started_at: string
  /** Duration of the attempt in milliseconds. */
  duration_ms: number
  /** HTTP status of the response; null if there was none. */
  status: number | null
  /** Why the attempt failed; null if it succeeded. */
  failure: string | null
  /** The first 4 KiB of the response body; null for the Support role */
  answer: string | null
}

export type DeliveryPage = {
  /** The deliveries on this page, newest first. */
  deliveries: Delivery[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type DeliveryWithAttempts = {
  /** As sent in webhook-id and X-Svc-Delivery-Id */
  delivery_id: string
  /** Id of the event; the same for every webhook and attempt. */
  event_id: string | null
  /** Kind of the event. */
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
  /** Id of the user: the person whose income is verified. */
  user_id: string | null
  /** Number of the delivery within its webhook, without gaps. */
  sequence: number | null
  /** dead: all attempts have failed; dropped: the receiver asked to drop it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  /** Whether it was sent by a test. */
  is_test: boolean
  /** Number of attempts so far. */
  attempt_count: number
  /** Time of creation (UTC). */
  created_at: string
  /** Time of the next attempt; null if none is planned. */
  next_attempt_at: string | null
  /** Time when the delivery succeeded or was given up; null while it is pending. */
  ended_at: string | null
  /** The exact body before encryption, with the current settings of the webhook. `webhook-signature` signs delivery_id, started_at in Unix seconds and this body, joined by full stops (for an encrypted webhook, the encrypted body instead). Null for tests, after 30 days and for the Support role */
  body: string | null
  /** Every attempt to deliver, oldest first. */
  attempts: DeliveryAttempt[]
}

export type DirectConnection = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
}

export type DirectFound = {
  /** Empty if no provider knows the user */
  accounts: JourneyAccount[]
}

export type Document = {
  /** Id of the document. */
  id: string
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** What the document is, decided by its content. */
  type: 'payslip' | 'bank_statement'
  /** Omitted for the Support role */
  file_name?: string
  /** Omitted for the Support role */
  external_id?: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** Number of pages. */
  pages: number
  /** Size of the file in bytes. */
  bytes: number
  /** Whether the document shows traces of tampering. */
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When your team accepted data with the identity_match `none`; null if it did not */
  identity_accepted_at: string | null
  /** The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role */
  trust_analysis?: TrustSignal[]
  /** Omitted for the Support role */
  pdf_metadata?: PdfMetadata | null
  /** Only if the document is a credit card statement. It has no bank statement submission and counts for no income. Omitted for the Support role */
  card_statement?: DocumentCardStatement
  /** Only if the document could not be read and was submitted with `manual_review`. It has no submission and counts for no income. Omitted for the Support role */
  unread?: DocumentUnread
}

/** What was read from a credit card statement. */
export type DocumentCardStatement = {
  /** The card that the statement is about */
  card_information: CardInformation
  /** Date of the statement */
  statement_date: string | null
  /** First and last day of the statement. */
  statement_period: CardStatementPeriod
  /** Balances at the start and the end of the statement. */
  balance_information: CardBalanceInformation
  /** The next payment */
  payment_information: CardPaymentInformation
  /** Oldest first */
  transactions: CardTransaction[]
  /** Whether the balances and transactions add up and every amount of the table is explained */
  verified: boolean
}

/** An extracted value and its position. */
export type DocumentField = {
  /** Path in the submission, such as `transactions.3.amount`; array indexes count from 0 */
  path: string
  /** Page number, from 1; null if the value is not printed as such */
  page: number | null
  /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear */
  box: number[] | null
  /** text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider; model: printed in the box, and a language model of the operator said what it means; member: corrected or confirmed by the team */
  method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider' | 'model' | 'member'
  /** proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted, or corrected */
  confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
  /** Null if the value is as read */
  correction: FieldCorrection | null
  /** Null if the team stated that the document does not show the value */
  value: string | number | boolean | null
  /** Whether PATCH /documents/{document_id}/fields accepts the path */
  is_correctable: boolean
}

/** One field to correct, confirm or restore. */
export type DocumentFieldChange = {
  /** Path in the submission, as in GET /documents/{document_id}/fields */
  path: string
  /** correct: replace the value; confirm: the value agrees with the document; restore: undo both, so that the value is as read */
  action: 'correct' | 'confirm' | 'restore'
  /** Only for `correct`. Amounts as 1234.56, dates as 2026-05-29; null if the document does not show a value */
  value?: string | null
}

export type DocumentFieldChanges = {
  /** Revision that you read. If the fields were changed since, nothing is saved: 409 */
  revision: number
  /** All are saved, or none */
  changes: DocumentFieldChange[]
}

export type DocumentFields = {
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** What the document is, decided by its content. */
  type: 'payslip' | 'bank_statement'
  /** Empty for documents stored before page sizes were recorded */
  pages: DocumentPageSize[]
  /** The submission extracted from it; null if it was deleted */
  submission_id: string | null
  /** All checks passed: the figures confirm each other arithmetically. False after a correction of the money, because nothing printed confirms it */
  verified: boolean | null
  /** Name of the language model that said what the values mean; null if none was used */
  model: string | null
  /** Incremented by every correction; 0 if the team has changed nothing */
  revision: number
  /** Every value of the submission that is not null, including values that are not printed as such */
  fields: DocumentField[]
  /** Paths without a value that a correction can add, if the document shows one */
  missing_fields: string[]
  /** Arithmetic of the values with their corrections; empty if no value was corrected. One that failed means that the corrected values contradict each other */
  correction_checks: ProvenanceCheck[]
  /** What the team changed, oldest first */
  correction_history: CorrectionEvent[]
  /** The findings behind the trust_score, one per location */
  findings: TrustSignal[]
}

/** A stored document has a trust finding of high severity */
export type DocumentFlaggedEvent = {
  /** Kind of the event. */
  event: 'document-flagged'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** What the document is, decided by its content. */
  type: 'payslip' | 'bank_statement'
  /** Whether the document shows traces of tampering. */
  trust_score: 'Low'
  /** Codes of the findings of high severity */
  finding_codes: string[]
}

export type DocumentPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Uploaded documents. */
  documents: Document[]
}

/** A page of the document and its size. */
export type DocumentPageSize = {
  /** Page number, from 1 */
  page: number
  /** In points, as displayed */
  width: number
  /** Height of the page in points. */
  height: number
  /** text: the page has a text layer; ocr: its text was recognised in an image, such as a photo or scan */
  source: 'text' | 'ocr' | 'empty'
}

/** Why a document could not be read. */
export type DocumentUnread = {
  /** `not-read`: its amounts could not be read. `incomplete`: a required value is missing */
  problem: 'not-read' | 'incomplete'
  /** Required values that were not found: `pay_date`, `net_pay` or `transactions` */
  missing: string[]
}

export type DocumentWithFile = {
  /** Id of the document. */
  id: string
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** What the document is, decided by its content. */
  type: 'payslip' | 'bank_statement'
  /** Omitted for the Support role */
  file_name?: string
  /** Omitted for the Support role */
  external_id?: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** Number of pages. */
  pages: number
  /** Size of the file in bytes. */
  bytes: number
  /** Whether the document shows traces of tampering. */
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When your team accepted data with the identity_match `none`; null if it did not */
  identity_accepted_at: string | null
  /** The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role */
  trust_analysis?: TrustSignal[]
  /** Omitted for the Support role */
  pdf_metadata?: PdfMetadata | null
  /** Only if the document is a credit card statement. It has no bank statement submission and counts for no income. Omitted for the Support role */
  card_statement?: DocumentCardStatement
  /** Only if the document could not be read and was submitted with `manual_review`. It has no submission and counts for no income. Omitted for the Support role */
  unread?: DocumentUnread
  /** Base64. Omitted for the Support role */
  file_contents?: string
}

/** One earnings line of a payslip. */
export type EarningElement = {
  /** Type of the earnings. */
  type: 'Bonus' | 'Expense' | 'Medical' | 'StatutorySickPay' | 'StatutoryParentalPayment' | 'StatutoryAdoptionPay' | 'StatutorySharedParentalPay' | 'StatutoryParentalBereavementPay' | 'Strike' | 'Holiday' | 'OtherLeave' | 'Pension' | 'Termination' | 'SportingTestimonial' | 'Other'
  /** The source's own label */
  description: string
  /** Amount in pounds, with two decimals. */
  amount: string
  /** Whether the line is fixed pay rather than variable. */
  is_fixed: boolean
  /** Whether the line is paid after tax. */
  is_after_tax: boolean
  /** Whether the line is paid after National Insurance. */
  is_after_ni: boolean
  /** Whether the line is a benefit in kind. */
  is_bik: boolean
  /** Decimal text */
  quantity: string | null
  /** Decimal text */
  rate: string | null
  /** Unit of the quantity, such as hours. */
  unit: string | null
}

/** One earnings line of a payslip. */
export type EarningElementForWebhook = {
  /** Type of the earnings. */
  type: 'Bonus' | 'Expense' | 'Medical' | 'StatutorySickPay' | 'StatutoryParentalPayment' | 'StatutoryAdoptionPay' | 'StatutorySharedParentalPay' | 'StatutoryParentalBereavementPay' | 'Strike' | 'Holiday' | 'OtherLeave' | 'Pension' | 'Termination' | 'SportingTestimonial' | 'Other'
  /** The source's own label */
  description: string
  /** Amount in pounds, with two decimals. */
  amount: number
  /** Whether the line is fixed pay rather than variable. */
  is_fixed: boolean
  /** Whether the line is paid after tax. */
  is_after_tax: boolean
  /** Whether the line is paid after National Insurance. */
  is_after_ni: boolean
  /** Whether the line is a benefit in kind. */
  is_bik: boolean
  /** Decimal text */
  quantity: string | null
  /** Decimal text */
  rate: string | null
  /** Unit of the quantity, such as hours. */
  unit: string | null
}

export type Earnings = {
  /** Pay before deductions in pounds. */
  gross_pay: string | null
  /** Pay after deductions in pounds. */
  net_pay: string | null
  /** Regular salary or wages of the period in pounds. */
  base_salary: string | null
  /** Bonus of the period in pounds. */
  bonus: string | null
  /** Sum of the fixed earnings lines in pounds. */
  fixed_pay_total: string | null
  /** Sum of the variable earnings lines in pounds. */
  variable_pay_total: string | null
  /** Every earnings line of the payslip. */
  earning_elements: EarningElement[]
  /** Amounts since the start of the tax year, as printed or computed. */
  year_to_date: YearToDate | null
  /** Income of the 12 months up to the end of the pay period; null if fewer months are known */
  rolling_12m_income: RollingIncome | null
}

export type EarningsForWebhook = {
  /** Pay before deductions in pounds. */
  gross_pay: number | null
  /** Pay after deductions in pounds. */
  net_pay: number | null
  /** Regular salary or wages of the period in pounds. */
  base_salary: number | null
  /** Bonus of the period in pounds. */
  bonus: number | null
  /** Sum of the fixed earnings lines in pounds. */
  fixed_pay_total: number | null
  /** Sum of the variable earnings lines in pounds. */
  variable_pay_total: number | null
  /** Every earnings line of the payslip. */
  earning_elements: EarningElementForWebhook[]
  /** Amounts since the start of the tax year, as printed or computed. */
  year_to_date: YearToDateForWebhook | null
  /** Income of the 12 months up to the end of the pay period; null if fewer months are known */
  rolling_12m_income: RollingIncomeForWebhook | null
}

export type Employer = {
  /** Id of the employer in the catalogue. */
  id: string
  /** Name of the employer. */
  name: string
  /** Website of the employer. */
  url: string
  /** URL of the logo. */
  logo_url: string
  /** Ids of the payroll providers of the employer. */
  providers: string[]
}

/** Income from one employer in the tax year. */
export type EmployerIncome = {
  /** Null if the authority does not provide it, like the other fields */
  employer_name: string | null
  /** Taxable income from this employer in pounds. */
  income: string | null
  /** Tax paid through this employer in pounds. */
  tax_paid: string | null
}

/** Income from one employer in the tax year. */
export type EmployerIncomeForWebhook = {
  /** Null if the authority does not provide it, like the other fields */
  employer_name: string | null
  /** Taxable income from this employer in pounds. */
  income: number | null
  /** Tax paid through this employer in pounds. */
  tax_paid: number | null
}

export type EmployerMatch = {
  /** Whether the name is that of an employer or of a payroll provider */
  kind: 'employer' | 'provider'
  /** Id of the employer or provider, as in GET /providers */
  id: string
  /** Name to show */
  name: string
  /** Ids of the providers with which the person can sign in */
  providers: string[]
}

export type EmployerMatches = {
  /** Best match first; empty if no name is alike */
  matches: EmployerMatch[]
}

/** An employer search without a result. */
export type EmployerMiss = {
  /** The text without accents, punctuation and case */
  query: string
  /** Number of journeys that searched for it */
  journeys: number
  /** Day of the last search (UTC) */
  last_day: string
}

export type EmployerMisses = {
  /** Most journeys first; 200 at most */
  misses: EmployerMiss[]
}

export type EmploymentIncome = {
  /** Sum of the known incomes of all employers */
  total_income: string
  /** Income from each employer in the tax year. */
  employers: EmployerIncome[]
}

export type EmploymentIncomeForWebhook = {
  /** Sum of the known incomes of all employers */
  total_income: number
  /** Income from each employer in the tax year. */
  employers: EmployerIncomeForWebhook[]
}

export type EmploymentInformation = {
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Job title, as given by the source. */
  role: string | null
  /** Type of the employment, as given by the source. */
  type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other' | null
  /** inactive if there is a leave_date */
  status: 'active' | 'inactive' | null
  /** First day of the employment. */
  start_date: string | null
  /** Last day of the employment; null while it continues. */
  leave_date: string | null
  /** PAYE reference of the employer. */
  employer_tax_reference: string | null
  /** Whether the person is a director of the employer; null if unknown. */
  is_director: boolean | null
}

/** The values of the header X-Svc-Error-Code. New ones may be added. */
export type ErrorCode = 'account-pending' | 'address-not-allowed' | 'another-login' | 'api-key-refused' | 'attempts-spent' | 'authorisation-missing' | 'body-too-large' | 'client-moving' | 'company-not-found' | 'confirmation-locked' | 'confirmation-wrong' | 'connections-off' | 'consent-ended' | 'consent-refused' | 'consent-withdrawn' | 'credentials-refused' | 'cross-site-request' | 'device-not-confirmed' | 'employee-ambiguous' | 'employee-not-found' | 'expenditure-inputs' | 'fields-changed' | 'idempotency-key-reused' | 'idempotency-key-running' | 'identity-mismatch' | 'invalid-request' | 'journey-missing' | 'last-owner' | 'link-expired' | 'login-busy' | 'login-disabled' | 'login-locked' | 'login-lost' | 'login-refused' | 'mfa-not-expected' | 'mfa-rejected' | 'mfa-timeout' | 'mfa-unsupported' | 'no-such-route' | 'not-found' | 'not-json' | 'own-account' | 'passkey-refused' | 'password-change-required' | 'password-expired' | 'password-reset-required' | 'password-wrong' | 'payroll-not-permitted' | 'payslip-upload-off' | 'provider-changed' | 'provider-down' | 'provider-maintenance' | 'provider-rate-limited' | 'provider-timeout' | 'provider-unreachable' | 'rate-limited' | 'reauthentication-required' | 'return-code-rejected' | 'role-too-low' | 'rules-changed' | 'scope-missing' | 'second-factor-required' | 'secret-not-repeated' | 'session-ended' | 'sign-in-blocked' | 'sso-required' | 'still-retrieving' | 'system-term' | 'taxauth-off' | 'terms-not-accepted' | 'too-many-api-keys' | 'too-many-documents' | 'too-many-downloads' | 'too-many-invitations' | 'too-many-links' | 'too-many-logins' | 'too-many-notes' | 'too-many-passkeys' | 'too-many-webhooks' | 'totp-active' | 'unavailable' | 'unexpected'

/** One string per problem, all problems at once. */
export type Errors = {
  /** The problems, one text each. */
  errors: string[]
}

export type EventBody = {
  [field: string]: unknown
  /** Kind of the event. */
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
}

/** The delivery of an event to one webhook. */
export type EventDelivery = {
  /** Id of the webhook. */
  webhook_id: string
  /** Id of the delivery. */
  delivery_id: string
  /** dead: all attempts have failed; dropped: the receiver asked to drop it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
}

export type EventPage = {
  /** Events, oldest first. */
  events: FeedEvent[]
  /** Continue from here, now or later */
  cursor: string
  /** Whether there are more events after this page. */
  has_more: boolean
}

/** An event with its content and deliveries. */
export type EventWithBody = {
  /** Id of the event; the same for every webhook and attempt. */
  event_id: string
  /** Kind of the event. */
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
  /** The user that the event is about */
  user_id: string | null
  /** When the event was published */
  created_at: string
  /** Its deliveries, one for each webhook that listed the event */
  deliveries: EventDelivery[]
  /** The user was erased; only event, user_id and timestamp are left */
  is_tombstone: boolean
  /** As delivered with payload; null for the roles Support and Developer */
  body: EventBody | null
}

/** Estimated spending of a household with this income in a month. */
export type Expenditure = {
  /** Start of the month */
  date: string
  /** Pounds, two decimals */
  cost_of_living: string
  /** Pounds, two decimals */
  housing: string
  /** Sum of cost_of_living and housing */
  total: string
}

export type ExpenditureAge = {
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth: string
  /** Where the data comes from. */
  source: 'payslip' | 'user'
  /** The payslip it was taken from; null if taken from the user */
  submission_id: string | null
  /** The day that the age refers to. */
  on: string
  /** Years of the table. */
  years: number
  /** The income band that was used, from the tables of the model. */
  band: string
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  factor: string
}

export type ExpenditureModel = {
  /** Id of the model. */
  id: string
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  weeks_per_year: string
  /** How the amounts are rounded. */
  rounding: string
  /** The tables of the model. */
  tables: ExpenditureTable[]
}

/** The calculation of one month. */
export type ExpenditureMonth = {
  /** Date of the item. */
  date: string
  /** Why the month has no estimate */
  left_out: 'net-pay-not-positive' | 'no-region' | null
  /** Sum of the shares */
  net_pay: string
  /** The pay periods that overlap the month. */
  pay_periods: ExpenditurePayPeriod[]
  /** Postcodes that were tried first, in vain */
  post_codes_without_region: string[]
  /** Age in whole years on the last day of the month. */
  age: ExpenditureAge | null
  /** Region of the postcode. */
  region: ExpenditureRegion | null
  /** net_pay × 12 ÷ weeks_per_year */
  weekly_net_pay: string | null
  /** The two rows around weekly_net_pay; above the last row, the last two */
  table_rows: ExpenditureTableRows | null
  /** Estimated cost of living of the month in pounds. */
  cost_of_living: ExpenditureStep | null
  /** Estimated housing cost of the month in pounds. */
  housing: ExpenditureStep | null
  /** The estimate of the month. */
  expenditure: Expenditure | null
}

/** A payslip and its share of the month. */
export type ExpenditurePayPeriod = {
  /** Id of the submission. */
  submission_id: string
  /** Where the data comes from. */
  source: string
  /** Whether the document shows traces of tampering. */
  trust_score: string | null
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Day of payment. */
  pay_date: string
  /** First day of the pay period. */
  pay_interval_start: string
  /** Last day of the pay period. */
  pay_interval_end: string
  /** Pounds, two decimals */
  net_pay: string
  /** Length of the interval, both ends included */
  days: number
  /** Number of days of the calendar month. */
  days_in_month: number
  /** net_pay × days_in_month ÷ days */
  share: string
}

export type ExpenditureRegion = {
  /** Postcode. */
  post_code: string
  /** Where the data comes from. */
  source: 'payslip' | 'user'
  /** The payslip it was taken from; null if taken from the user */
  submission_id: string | null
  /** Country, as written in the source. */
  country: 'England' | 'Wales' | 'Scotland' | 'Northern Ireland'
  /** The part of the postcode that determined the country */
  rule: 'unit' | 'sector' | 'outcode' | 'area'
  /** The rows of the tables that were used. */
  matched: string
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  factor: string
}

/** The calculation of one kind of spending. */
export type ExpenditureStep = {
  /** Additional pounds spent per pound of weekly income, between the two rows */
  slope: string
  /** Pounds per week at this income, in the year of the survey */
  spent: string
  /** Factor of the age band or of the country */
  factor: string
  /** spent × factor */
  adjusted: string
  /** Price index of the month. */
  index: 'cpi' | 'cpih'
  /** Month of the index used */
  index_month: string
  /** If no index was published for the month itself */
  index_note: 'last published index used' | 'first published index used' | null
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  index_value: string
  /** Mean of the twelve months of the survey */
  index_base: string
  /** index_value ÷ index_base */
  price_factor: string
  /** adjusted × price_factor */
  weekly: string
  /** weekly × weeks_per_year ÷ 12 */
  unrounded: string
  /** Pounds, two decimals */
  amount: string
}

/** A table of official statistics. */
export type ExpenditureTable = {
  /** Short name of the table. */
  name: string
  /** Title of the publication. */
  title: string
  /** Where the data comes from. */
  source: string
  /** Year of the survey. */
  year: string
  /** Licence of the source. */
  licence: string
  /** Credit line of the source, as its licence asks for. */
  credit: string
  /** How the table was made from the publication. */
  notes: string
  /** Of the data, as compact JSON */
  sha256: string
}

/** One row of the expenditure table. */
export type ExpenditureTableRow = {
  /** 0 is the point of no income and no spending */
  decile: number
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  income: string
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  cost_of_living: string
  /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
  housing: string
}

export type ExpenditureTableRows = {
  /** Lower end of the band in pounds per week. */
  lower: ExpenditureTableRow
  /** Upper end of the band in pounds per week; null for the highest. */
  upper: ExpenditureTableRow
}

/** Every number used, so that the calculation can be reproduced by hand. */
export type ExpenditureWorking = {
  /** Id of the model; a model never changes. */
  model: ExpenditureModel
  /** The months. */
  months: ExpenditureMonth[]
  /** known-twice: the same payment is already counted from another source; low-trust-document: it counts if you include it in the income summary */
  unused_payslips: UnusedPayslip[]
}

export type Expenditures = {
  /** Estimates per calendar month, newest first. */
  expenditures: Expenditure[]
}

/** An event, as webhooks deliver it. */
export type FeedEvent = {
  /** Id of the event; the same for every webhook and attempt. */
  event_id: string
  /** The user was erased; only event, user_id and timestamp are left */
  is_tombstone: boolean
  /** The body of a delivery; without document_external_ids for the Support role */
  body: EventBody
}

/** Who corrected or confirmed a value, and what was read. */
export type FieldCorrection = {
  /** What was done, as noun and past participle, such as `user.created`. */
  action: 'corrected' | 'confirmed'
  /** The value as read from the document; null if none was read */
  reading: string | null
  by: CorrectionAuthor
  /** Time (UTC). */
  at: string
}

export type FileError = {
  /** Name of the file. */
  file_name: string
  /** Message for the user; `still processing`: the result will be sent by webhook */
  error: string
  /** Stable code of the error, for translation */
  code: 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'credit-card-statement' | 'not-read' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing'
}

/** A file that you want to upload. */
export type FileToUpload = {
  /** Name of the file. */
  file_name: string
  /** Your own id of the document */
  external_id?: string
  /** Length of the file. If given, it is signed: the store refuses a file of another length */
  bytes?: number
}

export type FlaggedUser = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Worst first */
  flags: UserFlag[]
}

/** Users without flags are omitted. */
export type FlaggedUsers = {
  /** In the order of the request */
  users: FlaggedUser[]
}

export type FoundBankAccount = {
  /** The most recent statement */
  submission_id: string
  /** Name of the bank. */
  bank_name: string | null
  /** The last four digits */
  account_ending: string | null
  /** Number of statements. */
  statements: number
  /** First day of the statement. */
  period_start: string | null
  /** Last day of the statement. */
  period_end: string | null
  /** Balance at the end of the statement, with thousands separators and two decimals. */
  closing_balance: string | null
}

/** Income from one employer in the tax year. */
export type FoundEmployerIncome = {
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Taxable income from this employer in pounds. */
  income: string | null
  /** Tax paid through this employer in pounds. */
  tax_paid: string | null
}

export type FoundJob = {
  /** The latest payslip */
  submission_id: string
  /** Where the data comes from. */
  source: 'direct' | 'payroll' | 'payslip'
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** Id of the provider. */
  payroll_provider: string | null
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Job title, as given by the source. */
  role: string | null
  /** How often the person is paid. */
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
  /** Number of payslips. */
  payslips: number
  /** A date, as 12:00 UTC so that time zones do not change the day */
  first_pay_date: string
  /** A date, as 12:00 UTC so that time zones do not change the day */
  latest_pay_date: string
  /** Of the latest payslip, as is net_pay */
  gross_pay: string | null
  /** Pay after deductions in pounds. */
  net_pay: string | null
}

export type FoundTaxYear = {
  /** Id of the submission. */
  submission_id: string
  /** Tax year, named by the calendar year in which it starts. */
  tax_year: string
  /** Taxable income of the tax year from all employers, in pounds. */
  total_income: string
  /** Income from each employer in the tax year. */
  employers: FoundEmployerIncome[]
}

export type FunnelError = {
  /** Stable code; the errors page explains each. */
  code: string
  /** Number of journeys, each counted once, on the day of the first occurrence */
  journeys: number
}

export type FunnelMilestone = {
  /** shared: an account was connected or documents were sent. finished: the last screen was shown */
  name: 'opened' | 'agreed' | 'source_chosen' | 'shared' | 'finished'
  /** Number of journeys opened in the period that reached it */
  journeys: number
  /** Number of journeys that reached the milestone before, but not this one */
  lost: number
  /** Median time since the journey was opened */
  median_seconds: number | null
}

export type FunnelScreen = {
  /** The screen. */
  view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found' | 'keep_sharing'
  /** Number of journeys, each counted once, on the day of the first occurrence */
  journeys: number
}

export type FunnelStep = {
  /** Name of the step. */
  name: 'open' | 'consent_accepted' | 'source_selected' | 'provider_selected' | 'login_submitted' | 'mfa_required' | 'connected' | 'documents_submitted' | 'data_ready' | 'error' | 'exit'
  /** Breakdown by provider, screen and error. */
  detail: string | null
  /** Number of journeys, each counted once, on the day of the first occurrence */
  journeys: number
}

export type FunnelStop = {
  /** The last milestone reached */
  milestone: 'opened' | 'agreed' | 'source_chosen' | 'shared' | 'finished'
  /** The last screen shown */
  view: string | null
  /** The last error on that screen */
  error_code: string | null
  /** Number of journeys that stopped there. */
  journeys: number
}

/** An authorisation as shown to the user who gave it. */
export type GivenAuthorisation = {
  /** Id of the authorisation. */
  id: string
  /** Whether the authorisation can be used. */
  status: 'active' | 'revoked' | 'expired'
  /** Whether the authorisation can be used now. */
  is_valid: boolean
  /** Name of the authorisation term. */
  term_name: string
  /** Version number of the term, counted by the service. */
  authorisation_version: number
  /** Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`). */
  authorisation_category: 'one_time' | 'recurring'
  /** The text of the term as the person saw it. */
  accepted_text: string
  /** Language of accepted_text */
  accepted_language: 'en' | 'cy'
  /** Time of acceptance (UTC). */
  accepted_at: string
  /** Time of withdrawal; null if it was not withdrawn. */
  revoked_at: string | null
  /** Time when it ends; null if it does not. */
  expires_at: string | null
}

/** Data of another identity that your team has accepted. */
export type IdentityAcceptance = {
  /** Null for a document */
  account_id: string | null
  /** Null for an account */
  document_id: string | null
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When the data was accepted for the first time */
  identity_accepted_at: string
  /** The entry of the payslips that were held until now; otherwise null */
  entry_id: string | null
  /** The bank statements that were held until now */
  submission_ids: string[]
}

export type IdentityInformation = {
  /** Full name of the person. */
  name: string | null
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth: string | null
  /** Postal address. */
  address: PostalAddress | null
  /** E-mail address. */
  email: string | null
  /** The digits of E.164 */
  phone: number | null
  /** National Insurance number. */
  NI_number: string | null
}

export type IdentityInformationForWebhook = {
  /** Full name of the person. */
  name: string | null
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth: string | null
  /** Postal address. */
  address: PostalAddress | null
  /** E-mail address. */
  email: string | null
  /** The digits of E.164 */
  phone: string | null
  /** National Insurance number. */
  NI_number: string | null
}

/** An account or document shows another person than the registered one */
export type IdentityMismatchEvent = {
  /** Kind of the event. */
  event: 'identity-mismatch'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** The account whose data shows another person; null for a document */
  account_id: string | null
  /** The document that shows another person; null for an account */
  document_id: string | null
  /** Always none */
  identity_match: 'none'
  /** Fields that differ from the registered person */
  differences: Array<'name' | 'date_of_birth' | 'ni_number' | 'post_code'>
}

export type IncomeAffordability = {
  /** Model of the expenditure estimate */
  model_id: string
  /** Average of three months */
  net_monthly: string | null
  /** The estimate of the month. */
  expenditure: IncomeExpenditure | null
  /** As sent with the request */
  commitments: string
  /** Net pay minus expenditure and commitments, a month */
  left: string | null
  /** Net pay 10 % lower and spending 10 % higher */
  stress: IncomeStress
  /** Reason code. */
  reason: 'no-net-average' | 'not-positive' | 'no-date-of-birth' | 'no-region' | null
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeAgreement = {
  /** Two sources */
  between: Array<'payroll' | 'payslip' | 'bank' | 'tax_year'>
  /** Whether the two sources agree */
  result: 'agrees' | 'differs' | 'not_seen' | 'not_comparable'
  /** Payments or tax years that were compared */
  compared: number
  /** How many of them agree */
  agreeing: number
  /** How many of them differ */
  differing: number
  /** Payments that the second source lacks, although it covers their days */
  not_seen: number
  /** Second source minus first; for tax years, pay minus HMRC */
  difference: string | null
  /** The submissions that were compared */
  submission_ids: string[]
}

export type IncomeAnnualGross = {
  /** Amount in pounds, with two decimals. */
  amount: string | null
  /** Why the amount is null */
  reason: 'employment-ended' | 'no-recent-pay' | 'no-active-employment' | 'no-regular-frequency' | 'too-few-complete-periods' | 'gross-not-stated' | null
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeAnnualPeriod = {
  /** First day */
  start: string
  /** Last day */
  end: string
  /** Gross pay of the period */
  gross: string | null
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeAnnualWorking = {
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Amount in pounds, with two decimals. */
  amount: string | null
  /** Reason code. */
  reason: 'employment-ended' | 'no-recent-pay' | 'no-active-employment' | 'no-regular-frequency' | 'too-few-complete-periods' | 'gross-not-stated' | null
  /** 52, 26, 13 or 12 */
  periods_per_year: number | null
  /** The last three complete periods, newest first */
  periods: IncomeAnnualPeriod[]
}

export type IncomeAverage = {
  /** How many months the average covers */
  month_count: number
  /** Gross pay; null if it is not known */
  gross: string | null
  /** Net pay; null if it is not known */
  net: string | null
  /** Why a value is null */
  reason: 'too-few-complete-months' | 'gross-not-stated' | 'net-not-stated' | 'amounts-not-stated' | 'not-positive' | 'not-itemised' | 'no-pay' | null
  /** The months used */
  months: string[]
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeComposition = {
  /** Pounds, two decimals */
  regular: string
  /** Pounds, two decimals */
  variable: string
  /** Variable pay ÷ all pay; null without pay */
  variable_share: string | null
  /** Why a value is null */
  reason: 'too-few-complete-months' | 'gross-not-stated' | 'net-not-stated' | 'amounts-not-stated' | 'not-positive' | 'not-itemised' | 'no-pay' | null
  /** Amounts by kind of pay */
  parts: IncomePayPart[]
  /** Listed on payslips, never counted as income */
  not_income: IncomeNotCounted
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeConnectionQuery = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
}

export type IncomeConnectionResult = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Null if there is nothing new */
  entry_id: string | null
  /** Income per tax year, newest first. */
  income_submissions: IncomeSubmission[]
  /** The authorisation that allowed the retrieval */
  authorisation_id: string
}

/** A document with values that the team corrected. */
export type IncomeCorrectedDocument = {
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** Id of the submission. */
  submission_id: string
  /** Kind of document */
  type: 'payslip' | 'bank_statement'
  /** How many of its values the team corrected */
  corrected_values: number
  /** What the corrected values may change: figures of gross or net pay, comparisons with the bank, or a field of the identity */
  parts: Array<'gross' | 'net' | 'bank' | 'name' | 'date_of_birth' | 'ni_number' | 'address'>
  /** Kinds of callers that corrected them */
  corrected_by: Array<'api_key' | 'member'>
  /** Time of the last correction (UTC) */
  last_corrected_at: string
}

export type IncomeCoverage = {
  /** Months that you request for the user (`payroll_period_months`) */
  months_requested: number
  /** First month of the requested period */
  first_month: string
  /** Last month of the requested period */
  last_month: string
  /** Months that payslips cover completely */
  months_complete: number
  /** Months with data, by source */
  months_by_source: IncomeMonthsBySource
  /** Tax years. */
  tax_years: string[]
  /** Days without a payslip during an employment */
  gaps: IncomeGap[]
}

export type IncomeEmployment = {
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** All spellings and former names */
  employer_names: string[]
  /** PAYE references of the employer, newest first */
  employer_tax_references: string[]
  /** Job title, as given by the source */
  role: string | null
  /** Type of the employment, as given by the source */
  type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other' | null
  /** Whether the person is a director of the employer; null if unknown. */
  is_director: boolean | null
  /** First day. */
  start_date: string | null
  /** Last day of the employment; null while it continues. */
  leave_date: string | null
  /** Whether the employment still pays */
  status: 'active' | 'ended' | 'unknown'
  /** What the status is derived from */
  status_reason: 'leave-date' | 'leave-date-ahead' | 'paid-recently' | 'no-recent-pay'
  /** Whole months; null if no start date is stated */
  tenure_months: number | null
  /** How often the person is paid. */
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
  /** Last pay date of the tax year. */
  last_pay_date: string
  /** Expected, without regard to weekends and holidays */
  next_pay_date: string | null
  /** Where the payslips come from */
  sources: Array<'payroll' | 'payslip'>
  /** Taxable income from this employer in pounds. */
  income: IncomeFigures
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

/** One retrieval from the tax authority with new data. */
export type IncomeEntry = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the authorisation that allowed the retrieval. */
  authorisation_id: string
  /** Time of creation (UTC). */
  created_at: string
}

export type IncomeEntryPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The entries on this page: each is one retrieval or upload. */
  entries: IncomeEntry[]
}

export type IncomeExpenditure = {
  /** Month of the estimate */
  month: string
  /** Pounds, two decimals */
  cost_of_living: string
  /** Pounds, two decimals */
  housing: string
  /** Pounds, two decimals */
  total: string
}

export type IncomeFigures = {
  /** Median of the last three complete periods × 52, 26, 13 or 12; in total, of all active employments */
  annual_gross: IncomeAnnualGross
  /** The twelve calendar months that ended last */
  last_12_months: IncomeMonthlyPay
  /** Over 3, 6 and 12 complete calendar months */
  averages: IncomeAverage[]
  /** Standard deviation ÷ mean of monthly net pay, over 12 or 6 months */
  variability: IncomeRatio
  /** Change of gross pay against the twelve months before */
  year_on_year: IncomeRatio
  /** Parts of gross pay with a pay date in the 12 months up to as_of */
  composition: IncomeComposition
  /** high: all pay of the last 12 months comes from a payroll connection or is on a bank statement; low: a low-trust document was included; none: no pay */
  confidence: 'none' | 'low' | 'medium' | 'high'
}

export type IncomeFinding = {
  /** Stable code; the errors page explains each. */
  code: 'document-low-trust' | 'unread-document' | 'document-included' | 'unread-document-checked' | 'values-corrected' | 'sources-differ' | 'tax-year-differs' | 'income-not-in-bank' | 'self-administered-payroll' | 'identity-differs' | 'no-current-income' | 'no-recent-pay' | 'employment-ended' | 'recent-start' | 'gap' | 'falling-pay' | 'mostly-variable' | 'disputed' | 'rule-not-met'
  /** How serious the finding is. */
  severity: 'high' | 'medium' | 'low'
  /** Text for people. */
  message: string
  /** What to do next */
  action: string
  /** The submissions that the finding is about */
  submission_ids: string[]
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string | null
  /** In points from the top left of the page */
  locations: IncomeFindingLocation[]
  /** Names of the values concerned. */
  fields: string[]
}

export type IncomeFindingLocation = {
  /** Page of the document, starting at 1 */
  page: number
  /** Left, top, right and bottom, in points */
  box: number[]
}

export type IncomeFreshness = {
  /** The newest data of each source; null if there is none */
  newest: IncomeNewestData
  /** The next expected pay date */
  refresh_due: string | null
}

export type IncomeGap = {
  /** First day */
  start: string
  /** Last day */
  end: string
  /** Number of days without a payslip */
  days: number
}

export type IncomeIdentityComparison = {
  /** The compared detail */
  field: 'name' | 'date_of_birth' | 'ni_number' | 'address'
  /** The result for each source */
  sources: IncomeIdentitySource[]
}

export type IncomeIdentitySource = {
  /** Where the data comes from. */
  source: 'payroll' | 'payslip'
  /** Id of the submission. */
  submission_id: string
  /** Whether the source agrees with the registered person */
  result: 'agrees' | 'differs' | 'absent'
}

export type IncomeIncludedBy = {
  /** Kind of the caller */
  kind: 'api_key' | 'member'
  /** Id. */
  id: string
}

/** A low-trust document that counts, or an unread document that was checked, and why. */
export type IncomeInclusion = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** Reason code. */
  reason: string
  /** Who included the document, or has checked it */
  included_by: IncomeIncludedBy
  /** When the document was included or checked */
  included_at: string
  /** Whether the document could not be read: your team has checked it, but it has no figure that could count */
  is_unread: boolean
}

export type IncomeInformation = {
  /** A date, sent as 12:00 UTC */
  pay_date: string
  /** First day of the pay period. */
  pay_interval_start: string | null
  /** Last day of the pay period. */
  pay_interval_end: string | null
  /** How often the person is paid. */
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
  /** PAYE tax code. */
  tax_code: string | null
  /** Pay of the period, year to date and the last 12 months. */
  earnings: Earnings
  /** What was taken from the pay of the period. */
  deductions: Deductions
}

export type IncomeInformationForWebhook = {
  /** A date, sent as 12:00 UTC */
  pay_date: string
  /** First day of the pay period. */
  pay_interval_start: string | null
  /** Last day of the pay period. */
  pay_interval_end: string | null
  /** How often the person is paid. */
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
  /** PAYE tax code. */
  tax_code: string | null
  /** Pay of the period, year to date and the last 12 months. */
  earnings: EarningsForWebhook
  /** What was taken from the pay of the period. */
  deductions: DeductionsForWebhook
}

export type IncomeMonth = {
  /** Calendar month (YYYY-MM) */
  month: string
  /** part: not over, not fully covered, or someone started or left; left out of averages */
  status: 'complete' | 'part' | 'none'
  /** Days of the month that payslips cover */
  covered_days: number
  /** Gross pay; null if it is not known */
  gross: string | null
  /** Net pay; null if it is not known */
  net: string | null
  /** The same month as each source shows it */
  sources: IncomeMonthSource[]
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeMonthShare = {
  /** Calendar month (YYYY-MM) */
  month: string
  /** Gross pay; null if it is not known */
  gross: string | null
  /** Net pay; null if it is not known */
  net: string | null
}

export type IncomeMonthSource = {
  /** Where the data comes from. */
  source: 'payroll' | 'payslip' | 'bank'
  /** Gross pay; null if it is not known */
  gross: string | null
  /** Net pay; null if it is not known */
  net: string | null
  /** Net pay of this source minus the counted net pay */
  difference: string | null
}

export type IncomeMonthlyPay = {
  /** Gross pay; null if it is not known */
  gross: string | null
  /** Net pay; null if it is not known */
  net: string | null
  /** Why a value is null */
  reason: 'too-few-complete-months' | 'gross-not-stated' | 'net-not-stated' | 'amounts-not-stated' | 'not-positive' | 'not-itemised' | 'no-pay' | null
  /** The months used */
  months: string[]
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

export type IncomeMonthsBySource = {
  /** What the payslips say. */
  payroll: number
  /** Months covered by uploaded payslips */
  payslip: number
  /** Months covered by bank statements */
  bank: number
}

export type IncomeNewestData = {
  /** What the payslips say. */
  payroll: string | null
  /** Newest pay date of an uploaded payslip */
  payslip: string | null
  /** Last day of the newest bank statement */
  bank: string | null
  /** Tax year, named by the calendar year in which it starts. */
  tax_year: string | null
}

export type IncomeNotCounted = {
  /** Pounds, two decimals */
  expenses: string
  /** Pounds, two decimals */
  benefits_in_kind: string
}

export type IncomePayPart = {
  /** Kind of pay */
  part: 'basic' | 'leave' | 'overtime' | 'commission' | 'bonus' | 'tips' | 'statutory' | 'arrears' | 'termination' | 'other' | 'not_itemised'
  /** Pounds, two decimals */
  amount: string
}

export type IncomePeriod = {
  /** A date, sent as 12:00 UTC */
  start: string
  /** A date, sent as 12:00 UTC */
  end: string
}

export type IncomeRatio = {
  /** Decimal with four places: 0.0500 is 5 % */
  ratio: string | null
  /** Why a value is null */
  reason: 'too-few-complete-months' | 'gross-not-stated' | 'net-not-stated' | 'amounts-not-stated' | 'not-positive' | 'not-itemised' | 'no-pay' | null
  /** The months used */
  months: string[]
  /** The submissions that the figure rests on */
  submission_ids: string[]
}

/** An income report: figures, findings and their sources. */
export type IncomeReport = {
  /** Id of the report. */
  report_id: string
  /** When the report was created */
  created_at: string
  /** Reports from the sandbox are test data */
  environment: 'sandbox' | 'production'
  /** Who had the report made */
  client: IncomeReportClient
  /** Who the report is about */
  person: IncomeReportPerson
  /** The income summary, as GET /users/{user_id}/income returns it */
  income: IncomeSummary
  /** Every payslip, and whether it counts */
  working: IncomeWorking
  /** All uploaded documents, newest first */
  documents: IncomeReportDocument[]
}

export type IncomeReportClient = {
  /** Display name of the client */
  name: string
}

export type IncomeReportDocument = {
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** Kind of document */
  type: 'payslip' | 'bank_statement'
  /** Name of the file. */
  file_name: string
  /** When the document was uploaded */
  created_at: string
  /** Number of pages */
  pages: number
  /** What the checks found */
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** SHA-256 of the file, hexadecimal */
  sha256: string
  /** How many values the team corrected. Neither trust score nor hash is about them */
  corrected_values: number
}

export type IncomeReportPerson = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** As registered by the client; empty if no name is registered */
  name: string
  /** As registered by the client; null if none is registered */
  date_of_birth: string | null
  /** Your reference (`ext_id`) */
  reference: string | null
}

export type IncomeStress = {
  /** By how much pay falls and spending rises, in per cent */
  percent: number
  /** What is left a month in that case */
  left: string | null
}

/** Data of the tax authority for one tax year, from 6 April to 5 April. */
export type IncomeSubmission = {
  /** Id of the submission. */
  id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Identical for identical data, whatever the account and time of retrieval */
  income_id: string
  /** Employment income of the period. */
  employment: EmploymentIncome
  /** How often it repeats. */
  frequency: 'Annual'
  /** The tax year that the income belongs to. */
  income_period: IncomePeriod
  /** Always unknown: the tax authority sends no personal details */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
}

/** An IncomeSubmission with amounts as numbers. */
export type IncomeSubmissionForWebhook = {
  /** Id of the submission. */
  id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Identical for identical data, whatever the account and time of retrieval */
  income_id: string
  /** Employment income of the period. */
  employment: EmploymentIncomeForWebhook
  /** How often it repeats. */
  frequency: 'Annual'
  /** The tax year that the income belongs to. */
  income_period: IncomePeriod
  /** Always unknown: the tax authority sends no personal details */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
}

export type IncomeSubmissionPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Income per tax year, newest first. */
  income_submissions: IncomeSubmission[]
}

/** The income of a user over all sources, with its evidence. */
export type IncomeSummary = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Version of the model; a change of its rules gets a new id */
  model_id: 'income-1'
  /** The day that the summary is calculated for */
  as_of: string
  /** ready: there are an annual figure and an average of three months; none: no payslip counts */
  status: 'none' | 'partial' | 'ready'
  /** How recent the data is */
  freshness: IncomeFreshness
  /** Which months the data covers */
  coverage: IncomeCoverage
  /** Of all employments */
  income: IncomeFigures
  /** Latest pay date first */
  employments: IncomeEmployment[]
  /** Oldest first */
  months: IncomeMonth[]
  /** Sources compared with each other */
  agreement: IncomeAgreement[]
  /** Income that connected banks show, latest first. It confirms figures and is never added to them */
  bank_income: BankIncome[]
  /** The registered person compared with the newest payslip of each source */
  identity: IncomeIdentityComparison[]
  /** What is left of the income after an estimate of spending */
  affordability: IncomeAffordability
  /** Worst first */
  findings: IncomeFinding[]
  /** Your review rules, checked with the figures above; null if you have none, and in reports */
  rules: ReviewRuleCheck | null
  /** What the applicant says about figures, newest first */
  notes: JourneyNote[]
  /** Documents with values that your team corrected, latest first. Figures with one of these submissions use them, and the document does not prove them */
  corrections: IncomeCorrectedDocument[]
}

/** The income summary of a user changed */
export type IncomeSummaryUpdatedEvent = {
  /** Kind of the event. */
  event: 'income-summary-updated'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Model of the summary */
  model_id: string
  /** The day it was calculated for */
  as_of: string
  /** As in the summary */
  status: 'none' | 'partial' | 'ready'
}

/** Every number used, so that the summary can be reproduced by hand. */
export type IncomeWorking = {
  /** Version of the model; a change of its rules gets a new id */
  model_id: 'income-1'
  /** The day that the summary is calculated for */
  as_of: string
  /** The last calendar month that has ended */
  last_month: string
  /** All stored payslips, newest pay date first */
  payslips: IncomeWorkingPayslip[]
  /** One for each employment, in the order of the summary */
  annual: IncomeAnnualWorking[]
  /** Low-trust documents that count, unread documents that were checked, and why */
  inclusions: IncomeInclusion[]
}

export type IncomeWorkingPayslip = {
  /** Id of the submission. */
  submission_id: string
  /** Where the data comes from. */
  source: 'direct' | 'connection' | 'upload'
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string | null
  /** Whether the document shows traces of tampering. */
  trust_score: string | null
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Day of payment. */
  pay_date: string
  /** Why it is not counted; null if it is */
  reason: 'low-trust' | 'after-as-of' | 'no-amounts' | 'no-pay-period' | 'dates-reversed' | 'period-too-long' | 'duplicate' | 'differs-from-better-source' | null
  /** The submissions that are counted in its place */
  counted_instead: string[]
  /** The pay period; null if it is not known */
  period: IncomeWorkingPeriod | null
  /** Without expenses and benefits in kind */
  gross: string | null
  /** Without expenses */
  net: string | null
  /** Repaid expenses, which are not income */
  expenses: string | null
  /** Benefits in kind, which are not income */
  benefits_in_kind: string | null
  /** Amounts by kind of pay */
  parts: IncomePayPart[]
  /** Split over calendar months by days */
  shares: IncomeMonthShare[]
  /** Values that the team corrected; personal details without the values */
  corrections: CorrectedField[]
}

export type IncomeWorkingPeriod = {
  /** First day */
  start: string
  /** Last day */
  end: string
  /** From pay date and frequency */
  is_derived: boolean
}

export type Invitation = {
  /** E-mail address. */
  email: string
  /** Role of the new member. */
  role: 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
}

/** The name is empty until the invitation is accepted. */
export type InvitedMember = {
  /** Id of the member. */
  id: string
  /** E-mail address. */
  email: string
  /** What the member may do. */
  role: 'Owner' | 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
  /** Whether the member has confirmed the invitation. */
  status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
  /** The member's second factor. */
  mfa_status: 'sms' | 'email' | 'disabled'
  /** Name of the member; empty until the invitation is accepted. */
  name: string
}

export type Journey = {
  /** The user, as in other operations */
  user_id: string
  /** Id of the journey. */
  journey_id: string | null
  /** Environment of the service. */
  environment: 'sandbox' | 'production'
  /** Reference that the user can quote to the client */
  reference: string
  /** First name of the registered person, for the greeting */
  first_name: string | null
  /** The client that asks for the data. */
  client: JourneyClient
  /** Layout of the consent screen */
  consent_layout: 'list' | 'questions'
  /** Available sources, in the order to offer them */
  sources: Array<'direct' | 'payroll' | 'bank' | 'taxauth' | 'payslips' | 'bank_statements'>
  /** How many months are asked for. */
  period_months: number
  /** Recurring checks that the person is asked to allow; null if none. */
  recurring: JourneyRecurrence | null
  /** The term to accept now */
  term: JourneyTerm
  /** The newest valid authorisation */
  authorisation: JourneyAuthorisation | null
  /** Newest first; 50 at most */
  accounts: JourneyAccount[]
  /** Uploaded documents. */
  documents: JourneyDocumentCounts
  /** Complete months of the requested period, newest first */
  months: CoveredMonth[]
  /** Kinds of document that the person says they do not have, with the reason. */
  missing_documents: MissingDocuments[]
  /** The documents that the link asks for; null for the whole journey */
  requested: RequestedDocuments | null
  /** How long the token and the link are valid. */
  session: JourneySessionExpiry
  /** How a person on another device confirms who they are, before they see or delete shared data */
  confirm_with: 'date_of_birth' | 'post_code' | 'one_time_code'
}

export type JourneyAccount = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Status of the account. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Time of creation (UTC). */
  created_at: string
  /** Reason of the latest status transition */
  reason: string
  /** Pending action: MFA challenge or OAuth redirect */
  waiting: PendingMfa | PendingOauth2 | null
  /** waiting: for the user. reading: the first retrieval is in progress or will be retried. done: data was retrieved. nothing_found: the provider has no data. */
  progress: 'waiting' | 'reading' | 'done' | 'nothing_found' | 'failed'
  /** Error code of the failure; while reading, of the last attempt */
  failure: string | null
  /** Number of payslips or tax years retrieved. */
  submissions: number
  /** Latest pay date retrieved; null before the first. */
  latest_pay_date: string | null
  /** Null except for a bank whose consent has not ended for good */
  consent: BankConsent | null
}

export type JourneyAuthorisation = {
  /** Id of the authorisation. */
  id: string
  /** Time of acceptance (UTC). */
  accepted_at: string
  /** Time when it ends; null if it does not. */
  expires_at: string | null
  /** Version number of the term, counted by the service. */
  authorisation_version: number
}

export type JourneyClient = {
  /** Name of the client that people see. */
  name: string
  /** A path on this server */
  logo: string | null
  /** Colour of the buttons in the hosted journey, such as `#1a6b3c`. */
  brand_colour: string | null
  /** Whether the client has a callback URL. */
  has_callback: boolean
  /** Why the client asks for the data, in English. */
  data_purpose: string | null
  /** Why the client asks for the data, in Welsh. */
  data_purpose_cy: string | null
  /** What happens after the journey, in the client’s own words, in English. */
  next_steps: string | null
  /** What happens after the journey, in the client’s own words, in Welsh. */
  next_steps_cy: string | null
  /** For how many months the client keeps the data. */
  data_retention_months: number | null
  /** URL of the privacy notice of the client. */
  privacy_notice_url: string | null
  /** E-mail address where people can ask the client about their data. */
  contact_email: string | null
  /** Telephone number where people can ask the client about their data. */
  contact_phone: string | null
  /** Firm reference number of the client at the Financial Conduct Authority. */
  fca_number: string | null
  /** Registration number of the client at the Information Commissioner’s Office. */
  ico_number: string | null
}

export type JourneyCode = {
  /** The last segment of the journey link; a malformed code is treated like an expired one */
  code: string
  /** A random secret that the browser keeps. Without it, every session counts as a new device */
  device?: string
}

/** This device may now show, export and delete the data. */
export type JourneyConfirmation = {
  /** Time of the confirmation (UTC). */
  confirmed_at: string
}

export type JourneyConnectedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'connected'
  /** Id of the provider. */
  provider: string
}

export type JourneyConsentAcceptedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'consent_accepted'
}

export type JourneyDataReadyEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'data_ready'
  /** If known */
  provider?: string
}

/** A day on which the client looked at the data. */
export type JourneyDataView = {
  /** The day (UTC) */
  day: string
  /** A member of the client’s team, or one of its programs */
  by: 'member' | 'api_key'
  /** Time of the last view of that day */
  last_at: string
}

export type JourneyDocumentCounts = {
  /** Number of uploaded payslips. */
  payslips: number
  /** Number of uploaded bank statements. */
  bank_statements: number
}

export type JourneyDocumentsSubmittedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'documents_submitted'
}

export type JourneyEnd = {
  /** How the journey ended. */
  outcome: JourneyEndConnected | JourneyEndDocuments | JourneyEndFailed | JourneyEndNothing
}

/** The person connected an account. */
export type JourneyEndConnected = {
  /** What the person shared. */
  kind: 'connected'
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
}

/** The person sent documents. */
export type JourneyEndDocuments = {
  /** What the person shared. */
  kind: 'documents'
}

/** The connection failed. */
export type JourneyEndFailed = {
  /** What the person shared. */
  kind: 'failed'
  /** Error code, if the journey ended with one. */
  error: string
}

/** The person left without sharing anything. */
export type JourneyEndNothing = {
  /** What the person shared. */
  kind: 'nothing'
}

export type JourneyEnded = {
  /** The client’s callback URL with the outcome as query parameters; null if it has none */
  redirect_to: string | null
}

/** The person left the hosted journey, or its link expired; once for each link */
export type JourneyEndedEvent = {
  /** Kind of the event. */
  event: 'journey-ended'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the journey. */
  journey_id: string
  /** finished: the person connected an account or sent documents, and left; abandoned: they left without; expired: the link expired before they left */
  outcome: 'finished' | 'abandoned' | 'expired'
  /** finished: connected or documents; abandoned: nothing, or the error code of the last connection; expired: not-opened or not-finished */
  reason: string
  /** With reason connected */
  account_id: string | null
}

export type JourneyErrorEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'error'
  /** Stable code; the errors page explains each. */
  code: 'login-refused' | 'login-locked' | 'login-disabled' | 'password-expired' | 'terms-not-accepted' | 'mfa-rejected' | 'mfa-timeout' | 'mfa-unsupported' | 'consent-refused' | 'identity-mismatch' | 'company-not-found' | 'employee-not-found' | 'employee-ambiguous' | 'payroll-not-permitted' | 'consent-ended' | 'session-ended' | 'provider-timeout' | 'provider-unreachable' | 'provider-changed' | 'provider-maintenance' | 'provider-rate-limited' | 'provider-down' | 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'credit-card-statement' | 'not-read' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing' | 'invalid-request' | 'too-many-notes' | 'credentials-refused' | 'cross-site-request' | 'role-too-low' | 'scope-missing' | 'address-not-allowed' | 'api-key-refused' | 'too-many-api-keys' | 'too-many-webhooks' | 'system-term' | 'last-owner' | 'password-reset-required' | 'password-change-required' | 'reauthentication-required' | 'sso-required' | 'second-factor-required' | 'password-wrong' | 'own-account' | 'totp-active' | 'passkey-refused' | 'too-many-passkeys' | 'connections-off' | 'taxauth-off' | 'payslip-upload-off' | 'authorisation-missing' | 'consent-withdrawn' | 'not-found' | 'expenditure-inputs' | 'no-such-route' | 'idempotency-key-reused' | 'idempotency-key-running' | 'secret-not-repeated' | 'rules-changed' | 'fields-changed' | 'body-too-large' | 'not-json' | 'rate-limited' | 'sign-in-blocked' | 'unexpected' | 'unavailable' | 'client-moving' | 'attempts-spent' | 'login-busy' | 'too-many-logins' | 'too-many-downloads' | 'login-lost' | 'mfa-not-expected' | 'account-pending' | 'another-login' | 'still-retrieving' | 'link-expired' | 'journey-missing' | 'device-not-confirmed' | 'confirmation-wrong' | 'confirmation-locked' | 'return-code-rejected' | 'too-many-invitations' | 'too-many-links' | 'network' | 'frame-not-loaded' | 'too-many-files' | 'upload-failed' | 'photo-unreadable' | 'account-duplicate'
  /** Whether the person can continue after the error. */
  recoverable: boolean
  /** If known */
  provider?: string
}

/** The same events that the embedding page receives. */
export type JourneyEvent = JourneyOpenEvent | JourneyViewEvent | JourneySourceSelectedEvent | JourneyProviderSelectedEvent | JourneyConsentAcceptedEvent | JourneyLoginSubmittedEvent | JourneyMfaRequiredEvent | JourneyConnectedEvent | JourneyDocumentsSubmittedEvent | JourneyDataReadyEvent | JourneyErrorEvent | JourneyExitEvent

export type JourneyExitEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'exit'
  /** The screen that the person saw last. */
  last_view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found' | 'keep_sharing' | null
}

export type JourneyFileReading = {
  /** Path of the uploaded file, as in the request. */
  path: string
  /** What the file was recognised as, also if it could not be read. Null if it is something else or was not opened */
  document_type: 'payslip' | 'bank_statement' | null
  /** What was read, if the file is a payslip */
  payslip: ReadPayslip | null
  /** What was read, if the file is a bank statement */
  bank_statement: ReadStatement | null
  /** Why the file cannot be used. `still-processing`: send the request again. With `not-read` and `incomplete`, it can be submitted for manual review */
  problem: 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'credit-card-statement' | 'not-read' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing' | null
}

export type JourneyFileReadings = {
  /** In the order of the request */
  files: JourneyFileReading[]
}

export type JourneyFindings = {
  /** One per employment and source, most recently paid first; 50 at most */
  jobs: FoundJob[]
  /** 50 at most */
  bank_accounts: FoundBankAccount[]
  /** Newest first; 30 at most */
  tax_years: FoundTaxYear[]
  /** Newest first; 200 at most */
  notes: JourneyNote[]
}

export type JourneyFunnel = {
  /** Start of the period. */
  from: string
  /** End of the period. */
  to: string
  /** The five milestones, in the order of the journey */
  milestones: FunnelMilestone[]
  /** The 20 most frequent places where unfinished journeys without activity for an hour stopped */
  stops: FunnelStop[]
  /** Comparison of consent layouts; null without a test in the period */
  consent_test: ConsentTest | null
  /** Every screen, in the order of the journey */
  screens: FunnelScreen[]
  /** Every step in total (detail null), followed by its details that occurred */
  steps: FunnelStep[]
  /** Most selected first */
  providers: ProviderFunnel[]
  /** Of the providers */
  pagination: Pagination
}

export type JourneyInvitation = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time when the e-mail was queued. */
  queued_at: string
  /** Expiry of the link in the mail */
  link_expires_at: string
}

export type JourneyLoginSubmittedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'login_submitted'
  /** Id of the provider. */
  provider: string
}

export type JourneyMfaRequiredEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'mfa_required'
  /** Kind of the MFA challenge. */
  kind: 'Code' | 'Date' | 'PasswordWithPositions'
  /** If known */
  provider?: string
}

/** A user’s comment on their data. The data is not changed. */
export type JourneyNote = {
  /** Id of the note. */
  id: string
  /** What the note is about. */
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As in the findings */
  submission_id: string
  /** A field of the finding, or `other` */
  field: 'employer_name' | 'role' | 'pay_frequency' | 'payslips' | 'first_pay_date' | 'latest_pay_date' | 'gross_pay' | 'net_pay' | 'other' | 'bank_name' | 'account_ending' | 'statements' | 'period_start' | 'period_end' | 'closing_balance' | 'tax_year' | 'total_income' | 'employers'
  /** What the person wrote. */
  text: string
  /** Time of creation (UTC). */
  created_at: string
  /** The client’s answer, which the person sees; null if there is none */
  answer: NoteAnswer | null
}

export type JourneyNotePage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The notes on this page of the list. */
  notes: JourneyNote[]
}

export type JourneyOpenEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'open'
}

export type JourneyProviderSelectedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'provider_selected'
  /** Id of the provider. */
  provider: string
}

export type JourneyRecurrence = {
  /** How often it repeats. */
  frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Time when the journey link stops working. */
  ends_at: string | null
}

export type JourneySession = {
  /** A user token, valid for an hour at most */
  token: string
  /** Time when it ends; null if it does not. */
  expires_at: string
  /** Identifies the journey in URLs; it grants no access */
  journey_id: string
  /** No token of this journey is valid for longer */
  link_expires_at: string
}

export type JourneySessionExpiry = {
  /** Time when it ends; null if it does not. */
  expires_at: string
  /** Null for a token that does not belong to a journey */
  link_expires_at: string | null
}

export type JourneyShared = {
  /** The client that asks for the data. */
  client: JourneySharedClient
  /** Reference that the user can quote to the client */
  reference: string
  /** Newest first; 50 at most */
  authorisations: GivenAuthorisation[]
  /** Newest first; 50 at most */
  accounts: JourneySharedAccount[]
  /** Newest first; 250 at most */
  documents: JourneySharedDocument[]
  /** Number of tax years. */
  tax_years: number
  /** Number of notes. */
  notes: number
  /** Days on which the client read the data, newest first; 30 at most */
  views: JourneyDataView[]
}

/** An account as shown to the user. */
export type JourneySharedAccount = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Status of the account. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Time of creation (UTC). */
  created_at: string
  /** Number of payslips or tax years */
  submissions: number
}

export type JourneySharedClient = {
  /** Name of the client that people see. */
  name: string
}

/** A document as shown to the user who sent it. */
export type JourneySharedDocument = {
  /** Id of the document. */
  id: string
  /** What the document is, decided by its content. */
  type: 'payslip' | 'bank_statement'
  /** Name of the file. */
  file_name: string
  /** Time of creation (UTC). */
  created_at: string
  /** Number of pages. */
  pages: number
}

export type JourneySourceSelectedEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'source_selected'
  /** Where the data comes from. */
  source: 'direct' | 'payroll' | 'bank' | 'taxauth' | 'payslips' | 'bank_statements'
}

export type JourneyTerm = {
  /** Id of the term. */
  id: string
  /** Version number of the term, counted by the service. */
  authorisation_version: number
  /** Name of the term for people. */
  name: string
  /** The legal text that people accept. */
  authorisation_text: string
  /** Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`). */
  authorisation_category: 'one_time' | 'recurring'
  /** The same text in Welsh. Without it, the journey says that the agreement is only in English */
  translations: AuthorisationTermTranslation[]
}

export type JourneyViewEvent = {
  /** Id of the event, chosen by the sender; it is not stored */
  id: string
  /** Name of the event */
  name: 'view'
  /** The screen. */
  view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found' | 'keep_sharing'
}

/** A public key (RFC 7517). */
export type Jwk = {
  /** Type of the key. */
  kty: string
  /** Curve of the key. */
  crv: string
  /** The public key. */
  x: string
  /** Id of the key. */
  kid: string
  /** Signature algorithm of the key. */
  alg: string
  /** Use of the key. */
  use: string
}

export type Jwks = {
  /** The keys. */
  keys: Jwk[]
}

/** What an API key may do. Each operation names the scope it needs. */
export type KeyScope = 'read' | 'write' | 'erase' | 'tokens' | 'webhooks' | 'configuration' | 'members'

export type LayoutDifference = {
  /** From -1 to 1 */
  share: number
  /** Lower end of the 95 % interval (Newcombe) */
  share_from: number
  /** Upper end of the 95 % interval (Newcombe) */
  share_to: number
}

export type LoggedQueryValue = {
  /** Name of the query parameter */
  name: string
  /** Null if the value is left out, because it could identify someone */
  value: string | null
}

/** A request to the API, without personal data. */
export type LoggedRequest = {
  /** As in the X-Request-Id header */
  request_id: string
  /** When the request arrived */
  at: string
  /** HTTP method */
  method: string
  /** Pattern of the path, such as `/users/{user_id}` */
  route: string
  /** For successful requests in the sandbox the path with its ids; otherwise the pattern */
  path: string
  /** Operation, as in openapi.json */
  operation_id: string
  /** HTTP status of the response */
  status: number
  /** Time until the response was sent, in milliseconds */
  duration_ms: number
  /** Whether an API key or a member sent it */
  actor_kind: 'api_key' | 'member'
  /** Id of the API key, member or user who acted. */
  actor_id: string
  /** As in the X-Svc-Error-Code header */
  error_code: string | null
  /** Query parameters; values only if they identify no one */
  query: LoggedQueryValue[]
  /** Names of the fields in the request body, without their values */
  body_fields: string[]
  /** Fields that the errors are about */
  error_fields: string[]
}

/** A field of the login form of a provider. */
export type LoginParameter = {
  /** Name of the field in `extra_login_params`. */
  key: string
  /** Label of the field for people. */
  display_name: string
  /** What the provider accepts for the field. */
  validation: LoginParameterValidation
}

export type LoginParameterValidation = {
  /** Whether the field must be given. */
  required: boolean
  /** Type of the value: `text`, `date`, `number`, `digits` or `ni_number`. */
  type: string
  /** Format of the date that the provider expects. */
  date_format?: string
  /** Minimum number of characters. */
  min_length?: number
  /** Maximum number of characters. */
  max_length?: number
}

export type LogoPicture = {
  /** A data: URL; null if the image cannot be loaded, in which case the journey shows initials */
  picture: string | null
}

/** Whether one source confirms another, with the evidence. */
export type Match = {
  /** The two sources compared */
  kind: 'net_pay_on_bank_statement'
  /** Whether a bank statement confirms the pay. */
  status: 'matched' | 'unmatched'
  /** strong: amount and date match and the bank names the employer; fair: amount and date match */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-statement: no statement covers the pay date; no-credit: a statement covers it but has no such credit */
  reason: 'no-net-pay' | 'no-statement' | 'no-credit' | null
  /** What the payslips say. */
  payroll: MatchedPayslip
  /** The credit on a bank statement that matches the net pay. */
  bank_credit: MatchedBankCredit | null
}

export type MatchPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The matches on this page. */
  matches: Match[]
  /** One per employer and tax year reported by the tax authority, for the ten newest years, newest first; the same on every page. Omitted without data of the tax authority */
  tax_years?: TaxYearMatch[]
}

/** The transaction that confirms the pay. */
export type MatchedBankCredit = {
  /** Id of the submission. */
  submission_id: string
  /** Null if the bank itself gave the transaction */
  document_id: string | null
  /** Index of the transaction, from 0 */
  transaction_index: number
  /** Date of the item. */
  date: string
  /** Text of the line, as printed in the source. */
  description: string
  /** As in the bank statement submission: decimal text without thousands separators */
  amount: string
  /** Negative if the credit came before the pay date */
  days_after_pay_date: number
  /** Whether the text of the credit names the employer. */
  names_employer: boolean
}

/** The payslip that is compared. */
export type MatchedPayslip = {
  /** Id of the submission. */
  submission_id: string
  /** Where the data comes from. */
  source: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string | null
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Day of payment. */
  pay_date: string
  /** Pay after deductions in pounds. */
  net_pay: string | null
}

/** The tax authority's figures. */
export type MatchedTaxIncome = {
  /** Id of the submission. */
  submission_id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Taxable income from this employer in pounds. */
  income: string | null
  /** Tax paid through this employer in pounds. */
  tax_paid: string | null
}

/** The figures of the payslips of the tax year. */
export type MatchedYearOfPay = {
  /** year_to_date: figures of the last payslip of the year; sum_of_payslips: the payslips cover the year; part_of_year: they do not, and nothing is compared */
  basis: 'year_to_date' | 'sum_of_payslips' | 'part_of_year'
  /** Newest first */
  submission_ids: string[]
  /** Number of payslips of the tax year. */
  payslip_count: number
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** First pay date of the tax year. */
  first_pay_date: string
  /** Last pay date of the tax year. */
  last_pay_date: string
  /** Taxable income from this employer in pounds. */
  income: string | null
  /** Gross pay exceeds the income reported by the authority if pension is deducted before tax */
  income_is: 'total_taxable_earnings' | 'gross_pay' | null
  /** Tax paid through this employer in pounds. */
  tax_paid: string | null
}

export type Member = {
  /** Id of the member. */
  id: string
  /** E-mail address. */
  email: string
  /** What the member may do. */
  role: 'Owner' | 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
  /** Whether the member has confirmed the invitation. */
  status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
  /** The member's second factor. */
  mfa_status: 'sms' | 'email' | 'disabled'
  /** Name of the member. */
  name: string
  /** Time of creation (UTC). */
  created_at: string
}

export type MemberChanges = {
  /** What the member may do. */
  role?: 'Owner' | 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
  /** The member's second factor. */
  mfa_status?: 'sms' | 'email' | 'disabled'
}

export type MemberMfaAnswer = {
  /** E-mail address of the member. */
  username: string
  /** The session returned by POST /members/signin. */
  session: string
  /** The code from the e-mail or of the authenticator app, or a recovery code */
  mfa_code: string
  /** For pages of the console: keeps the token in an HttpOnly cookie instead of returning it. The session then ends after 15 minutes without a request. */
  browser?: boolean
}

export type MemberPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The members on this page of the list. */
  members: Member[]
}

/** Rules for the accounts of all members. */
export type MemberPolicy = {
  /** Whether members without an authenticator app must set one up before anything else */
  require_second_factor: boolean
}

export type MemberPolicyChanges = {
  /** Whether members without an authenticator app must set one up before anything else */
  require_second_factor?: boolean
}

export type MemberSession = {
  /** Id. */
  id: string
  /** `browser`: the console. `token`: a program that signed in. */
  kind: 'browser' | 'token'
  /** IP address of the sign-in */
  address: string | null
  /** User-Agent header of the sign-in */
  user_agent: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** Accurate to a minute */
  last_used_at: string
  /** The session ends at this time even if it is in use */
  expires_at: string
  /** When the member last entered their password and second factor */
  authenticated_at: string
  /** Whether this request belongs to the session */
  is_current: boolean
}

export type MemberSessionPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The sessions of this page. */
  sessions: MemberSession[]
}

export type Message = {
  /** Text for people. */
  message: string
}

/** The code, the date in the requested format, or the requested characters joined. */
export type MfaAnswer = {
  /** The answer: code, date or characters of a word, as the method asks for. */
  mfa: string
}

/** A code that the person receives or generates. */
export type MfaCodeMethod = {
  /** What the provider asks for. */
  type: 'Code'
  /** Where the person finds the answer. */
  source: 'SMS' | 'EMAIL' | 'AUTHENTICATOR_APP'
}

/** A date, such as a memorable date. */
export type MfaDateMethod = {
  /** What the provider asks for. */
  type: 'Date'
  /** Format of the answer. */
  format: string
  /** Text for people. */
  message: string
}

export type MfaMethod = MfaCodeMethod | MfaDateMethod | MfaPasswordMethod

/** Some characters of a password. */
export type MfaPasswordMethod = {
  /** What the provider asks for. */
  type: 'PasswordWithPositions'
  /** Which characters of the word are asked for, starting at 1. */
  positions: number[]
  /** Text for people. */
  message: string
}

/** Answer with a code at POST /members/mfa/validate. */
export type MfaSession = {
  /** Send it with the code to POST /members/mfa/validate. */
  session: string
  /** `email`: we sent a code by e-mail. `totp`: enter a code of the authenticator app. */
  method: 'email' | 'totp'
}

/** Documents that the person says they do not have. */
export type MissingDocuments = {
  /** Kind of document */
  kind: 'payslips' | 'bank_statements'
  /** new-job: not paid yet. not-given: the employer or bank gives none. rather-not: the person does not want to share them. */
  reason: 'new-job' | 'not-working' | 'self-employed' | 'not-given' | 'lost' | 'rather-not' | 'another-reason'
  /** When the person said so */
  stated_at: string
}

/** The member or API key that made a change. */
export type NamedCorrectionAuthor = {
  /** Who made the change */
  kind: 'api_key' | 'member'
  /** Id. */
  id: string
  /** Name of the member; null for API keys, and if the caller is an API key without the scope `members` */
  name: string | null
}

export type NewAccount = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Login of the person at the provider. */
  user_name?: string
  /** Password. It is never stored or logged in readable form. */
  password?: string
  /** Further login fields of the provider, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
  /** The first pay date to retrieve */
  from?: string
  /** The last pay date to retrieve */
  to?: string
}

export type NewApiKey = {
  /** Name of the key, such as the system that uses it. */
  name: string
  /** Time when it ends; null if it does not. */
  expires_at?: string
  /** Omitted: the key has every scope */
  scopes?: KeyScope[]
  /** IP addresses and CIDR ranges from which the key may be used. Omitted: from any address */
  addresses?: string[]
}

export type NewAuthorisation = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** User agent of the browser that accepted. */
  user_agent: string
  /** Id of the authorisation term. */
  term_id?: string
  /** Language in which the person read the term, by default `en`; `cy` needs a term with a Welsh translation */
  language?: 'en' | 'cy'
  /** IP address that accepted, if you recorded one. */
  ip_address?: string
  /** Fingerprint of the browser that accepted, if you recorded one. */
  fingerprint?: string
}

export type NewAuthorisationTerm = {
  /** Name of the term for people. */
  name: string
  /** The legal text that people accept. */
  authorisation_text: string
  /** Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`). */
  authorisation_category: 'one_time' | 'recurring'
  /** The same text in Welsh. Without it, the journey says that the agreement is only in English */
  translations?: AuthorisationTermTranslation[]
  /** Whether earlier versions of the term can no longer be accepted. */
  deactivate_previous?: boolean
}

export type NewBulkInvitations = {
  /** The first line names the columns: ext_id, forename, surname, date_of_birth, post_code, email, and optionally ni_number, payroll_period_months, language. At most 250 people. Several post codes are separated by semicolons */
  csv: string
  /** Check the lines only, and send nothing */
  dry_run?: boolean
}

export type NewEmployerMiss = {
  /** What the person searched for */
  query: string
}

export type NewIncomeInclusion = {
  /** Why the document counts, or what an unread document shows */
  reason: string
}

/** One of the two, as it is registered. */
export type NewJourneyConfirmation = {
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth?: string
  /** Postcode. */
  post_code?: string
}

export type NewJourneyEvents = {
  /** Events of the journey. */
  events: JourneyEvent[]
}

/** By email or by text message. */
export type NewJourneyInvitation = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Recipient; becomes the email of the user if no email or phone is registered. Without it and `phone`, the registered address */
  email?: string
  /** Recipient of a text message instead; becomes the phone of the user if no email or phone is registered */
  phone?: string
  /** English or Welsh */
  language?: 'en' | 'cy'
  /** Ask for these documents only. The link opens the journey where they are uploaded */
  request?: RequestedDocuments
}

export type NewJourneyNote = {
  /** What the note is about. */
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As in the findings */
  submission_id: string
  /** A field of the finding, or `other` */
  field: 'employer_name' | 'role' | 'pay_frequency' | 'payslips' | 'first_pay_date' | 'latest_pay_date' | 'gross_pay' | 'net_pay' | 'other' | 'bank_name' | 'account_ending' | 'statements' | 'period_start' | 'period_end' | 'closing_balance' | 'tax_year' | 'total_income' | 'employers'
  /** What the person writes. */
  text: string
}

export type NewMissingDocuments = {
  /** Kind of document */
  kind: 'payslips' | 'bank_statements'
  /** new-job: not paid yet. not-given: the employer or bank gives none. rather-not: the person does not want to share them. */
  reason: 'new-job' | 'not-working' | 'self-employed' | 'not-given' | 'lost' | 'rather-not' | 'another-reason'
}

export type NewNoteAnswer = {
  /** The answer, which the person sees. */
  text: string
}

export type NewReportLink = {
  /** Days until the link stops working */
  expires_in_days?: number
}

export type NewReturnCode = {
  /** English or Welsh */
  language?: 'en' | 'cy'
  /** How to send the code. `sms` needs the phone of the user and a gateway for text messages */
  channel?: 'email' | 'sms'
}

export type NewReviewDecision = {
  /** Decision of your team */
  decision: 'approve' | 'decline' | 'refer' | 'withdrawn'
  /** Stored encrypted; not part of any webhook */
  reason: string
}

export type NewReviewNote = {
  /** Text of the note, stored encrypted */
  text: string
}

export type NewReviewRule = {
  /** Name of the rule, as your team reads it */
  name: string
  /** min_months_covered: complete months of payslips. min_annual_gross: current gross pay a year. min_left_monthly: what is left a month after the spending estimate. min_tenure_months: longest active employment. max_variable_share: share of variable pay. max_variability: variation of monthly net pay. max_yearly_fall: fall of gross pay against the year before. max_days_since_pay: age of the newest pay. no_finding_of_severity, no_finding_of_code: findings that must not be there */
  kind: 'min_months_covered' | 'min_annual_gross' | 'min_left_monthly' | 'min_tenure_months' | 'max_variable_share' | 'max_variability' | 'max_yearly_fall' | 'max_days_since_pay' | 'no_finding_of_severity' | 'no_finding_of_code'
  /** Limit in months, pounds, per cent or days, for kinds that start with `min_` or `max_` */
  limit?: string | null
  /** For no_finding_of_severity: findings of this severity or a worse one */
  severity?: 'high' | 'medium' | 'low' | null
  /** For no_finding_of_code: codes of the findings */
  finding_codes?: Array<'document-low-trust' | 'unread-document' | 'document-included' | 'unread-document-checked' | 'values-corrected' | 'sources-differ' | 'tax-year-differs' | 'income-not-in-bank' | 'self-administered-payroll' | 'identity-differs' | 'no-current-income' | 'no-recent-pay' | 'employment-ended' | 'recent-start' | 'gap' | 'falling-pay' | 'mostly-variable' | 'disputed'>
  /** What is advised if the rule is not met */
  outcome: 'refer' | 'decline_suggested'
}

export type NewReviewRules = {
  /** All rules, in the order in which they are shown. They replace the earlier ones */
  rules: NewReviewRule[]
  /** Version that you read. If the rules were changed since, nothing is saved: 409 */
  version?: number
}

export type NewUser = {
  /** First name. */
  forename: string
  /** Last name. */
  surname: string
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth: string
  /** Postcodes during the check period, newest first. */
  post_codes: string[]
  /** How many months back a first retrieval goes. */
  payroll_period_months: number
  /** National Insurance number. */
  ni_number?: string
  /** Your own reference of the user, such as an application number. */
  ext_id?: string
  /** E-mail address. */
  email?: string
  /** Mobile number, for one-time codes by text message */
  phone?: string
  /** Whether data is retrieved again on a schedule. */
  recurring_checks_enabled?: boolean
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Time when recurring checks end. */
  recurring_check_end_date?: string
  /** Whether data of the tax authority can be retrieved. */
  taxauth_enabled?: boolean
  /** Whether payslips can be uploaded as documents. */
  payslip_upload_enabled?: boolean
  /** Whether payroll accounts can be connected. */
  payroll_connections_enabled?: boolean
}

export type NewWebhook = {
  /** Name of the webhook, unique for the client without regard to case. */
  name: string
  /** Event kinds to deliver. */
  events: Array<'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'>
  /** Where deliveries are sent: https, or http in the sandbox */
  url: string
  /** Deliveries are signed with its UTF-8 bytes. It cannot be read back */
  signing_secret?: string
  /** Base64 of 32 random bytes. It cannot be read back */
  encryption_key?: string
  /** Options of the webhook. */
  config?: NewWebhookConfig
}

export type NewWebhookConfig = {
  /** Whether deliveries carry the data itself and not only ids. */
  include_payload?: boolean
  /** The Content-Type of encrypted bodies */
  encrypted_content_type?: 'text/plain' | 'application/json' | 'application/octet-stream'
}

/** The client’s answer to a note. */
export type NoteAnswer = {
  /** The answer, which the person sees. */
  text: string
  /** Time of the answer (UTC). */
  answered_at: string
}

/** An empty object. */
export type Nothing = {}

export type Pagination = {
  /** Position of the first item of the page. */
  offset: number
  /** Maximum number of items on a page. */
  limit: number
  /** Number of items on this page. */
  count: number
  /** Number of items of the whole list. */
  total_count: number
}

export type ParentProvider = {
  /** Id of the parent provider. */
  id: string
  /** Name of the parent provider for people. */
  name: string
  /** URL of the logo. */
  logo_url: string
}

export type Passkey = {
  /** Id. */
  id: string
  /** As the member named it */
  name: string
  /** Time of creation (UTC). */
  created_at: string
  /** When the member last used it; null if never */
  last_used_at: string | null
}

export type PasskeyAssertion = {
  /** `id` of the credential */
  credential_id: string
  /** `response.clientDataJSON` of the credential, in Base64URL */
  client_data: string
  /** `response.authenticatorData`, in Base64URL */
  authenticator_data: string
  /** `response.signature`, in Base64URL */
  signature: string
}

export type PasskeyPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Newest first */
  passkeys: Passkey[]
}

export type PasskeyRegistration = {
  /** For the list of passkeys, such as the name of the device */
  name: string
  /** `response.clientDataJSON` of the credential, in Base64URL */
  client_data: string
  /** `response.authenticatorData`, in Base64URL */
  authenticator_data: string
  /** `response.getPublicKey()`, in Base64URL */
  public_key: string
}

export type PasskeyRegistrationOptions = {
  /** In Base64URL. Can be answered once, until it expires. */
  challenge: string
  /** Host name that passkeys belong to: `rpId` in the browser */
  relying_party_id: string
  /** Time when it ends; null if it does not. */
  expires_at: string
  /** `user.id` in the browser, in Base64URL */
  user_handle: string
  /** `user.name` in the browser */
  user_name: string
  /** `excludeCredentials` in the browser: an authenticator registers only once */
  known_credential_ids: string[]
}

export type PasskeySignIn = {
  /** `id` of the credential */
  credential_id: string
  /** `response.clientDataJSON` of the credential, in Base64URL */
  client_data: string
  /** `response.authenticatorData`, in Base64URL */
  authenticator_data: string
  /** `response.signature`, in Base64URL */
  signature: string
  /** For pages of the console: keeps the token in an HttpOnly cookie instead of returning it */
  browser?: boolean
}

export type PasskeySignInOptions = {
  /** In Base64URL. Can be answered once, until it expires. */
  challenge: string
  /** Host name that passkeys belong to: `rpId` in the browser */
  relying_party_id: string
  /** Time when it ends; null if it does not. */
  expires_at: string
}

export type PasswordChange = {
  /** The password of the signed-in member. */
  current_password: string
  /** Common and easily guessed passwords are refused */
  password: string
}

export type PayrollConnectionQuery = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
}

export type PayrollConnectionResult = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Null if there is nothing new */
  entry_id: string | null
  /** Payslips, newest first. */
  payroll_submissions: PayrollSubmission[]
  /** The authorisation that allowed the retrieval */
  authorisation_id: string
}

/** One retrieval or upload with new data. */
export type PayrollEntry = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the authorisation that allowed the retrieval. */
  authorisation_id: string
  /** Time of creation (UTC). */
  created_at: string
}

export type PayrollEntryPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The entries on this page: each is one retrieval or upload. */
  entries: PayrollEntry[]
}

export type PayrollPayload = {
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** Payslips, newest first. */
  payroll_submissions: PayrollSubmissionForWebhook[]
}

export type PayrollSubmission = {
  /** Id of the submission. */
  id: string
  /** Null for an uploaded payslip */
  account_id: string | null
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Time of creation (UTC). */
  created_at: string
  /** The person, as the source names them. */
  identity_information: IdentityInformation
  /** The employment that the pay belongs to. */
  employment_information: EmploymentInformation
  /** Pay date, period, tax code, earnings and deductions. */
  income_information: IncomeInformation
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string | null
  /** Your own id for the file, as given when it was presigned. Null for data from a connection. */
  document_external_id: string | null
  /** Name of the uploaded file. Null for data from a connection. */
  document_filename: string | null
  /** For uploaded documents; null for connections */
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** Where the data comes from. */
  source: 'Payroll (via Direct Connection)' | 'Payroll (via User Connection)' | 'Payslip (via Doc Scan)'
  /** The submission stored first, if this one repeats its payment from another account or document */
  duplicate_of: string | null
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
}

/** A PayrollSubmission with amounts as numbers and the phone as a string. */
export type PayrollSubmissionForWebhook = {
  /** Id of the submission. */
  id: string
  /** Null for an uploaded payslip */
  account_id: string | null
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Time of creation (UTC). */
  created_at: string
  /** The person, as the source names them. */
  identity_information: IdentityInformationForWebhook
  /** The employment that the pay belongs to. */
  employment_information: EmploymentInformation
  /** Pay date, period, tax code, earnings and deductions. */
  income_information: IncomeInformationForWebhook
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string | null
  /** Your own id for the file, as given when it was presigned. Null for data from a connection. */
  document_external_id: string | null
  /** Name of the uploaded file. Null for data from a connection. */
  document_filename: string | null
  /** For uploaded documents; null for connections */
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** Where the data comes from. */
  source: 'Payroll (via Direct Connection)' | 'Payroll (via User Connection)' | 'Payslip (via Doc Scan)'
  /** The submission stored first, if this one repeats its payment from another account or document */
  duplicate_of: string | null
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
}

export type PayrollSubmissionPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Payslips, newest first. */
  payroll_submissions: PayrollSubmission[]
}

export type PayslipsResult = {
  /** Uploads have no account */
  account_id: null
  /** Null if nothing is stored, or not yet */
  entry_id: string | null
  /** The authorisation that allowed it; null until something is stored */
  authorisation_id: string | null
  /** Payslips, newest first. */
  payroll_submissions: PayrollSubmission[]
  /** Files that could not be taken as payslips, with the reason for each. */
  payslip_errors: FileError[]
}

/** Metadata of the PDF file. */
export type PdfMetadata = {
  /** Version of the PDF format. */
  version: string
  /** Program that wrote the PDF, as named in the file. */
  producer: string | null
  /** Program that created the document, as named in the file. */
  creator: string | null
  /** Title in the metadata of the file. */
  title: string | null
  /** Time of creation (UTC). */
  created_at: string | null
  /** Time of the last change, as named in the file. */
  modified_at: string | null
  /** Number of saved revisions; 1 if the file was never changed */
  revisions: number
  /** Whether it is encrypted. */
  is_encrypted: boolean
  /** Whether the PDF contains JavaScript. */
  has_javascript: boolean
  /** Whether the PDF contains form fields. */
  has_form: boolean
  /** Number of files attached inside the PDF. */
  embedded_files: number
  /** Number of digital signatures in the file. */
  signatures: number
  /** Names of the fonts in the file. */
  fonts: string[]
  /** SHA-256 hash of the file, in hexadecimal. */
  sha256: string
}

/** The provider asks for a second factor. */
export type PendingMfa = {
  /** What the account waits for. */
  kind: 'mfa'
  /** How the person answers the MFA challenge. */
  mfa_method: MfaMethod
  /** End of the period. */
  until: string
}

/** The provider waits for the person to sign in on its own page. */
export type PendingOauth2 = {
  /** What the account waits for. */
  kind: 'oauth2'
  /** End of the period. */
  until: string
}

export type PostalAddress = {
  /** Street and house number. */
  street: string | null
  /** County, as written in the source. */
  county: string | null
  /** Town or city. */
  city: string | null
  /** Postcode. */
  post_code: string | null
  /** Country, as written in the source. */
  country: string | null
}

export type PresignRequest = {
  /** The files. */
  files: FileToUpload[]
}

export type PresignedUpload = {
  /** Name of the file. */
  file_name: string
  /** PUT the file here, once, within 15 minutes */
  presigned_url: string
  /** Headers that the PUT must send, exactly so: they are signed. With `bytes`, Content-Length is among them; browsers and most HTTP clients set that one themselves */
  headers: { [field: string]: string }
  /** Submit this path once the file is uploaded */
  path: string
  /** Your own id for the file. */
  external_id: string | null
}

export type PresignedUploads = {
  /** One upload URL per file, in the order of the request. */
  presigned_urls: PresignedUpload[]
}

/** A check of the figures against each other. */
export type ProvenanceCheck = {
  /** Name of the check. */
  name: string
  /** Whether the check passed. */
  is_passed: boolean
  /** Explanation for people. */
  note: string
}

export type ProvenanceDocument = {
  /** Id of the uploaded document. Null for data from a connection. */
  document_id: string
  /** Of the file, as returned by GET /documents/{document_id}/file */
  sha256: string
  /** Version of the document reader. */
  reader_version: string
  /** The money is certified: balances and amounts of a statement, this period of a payslip */
  verified: boolean
  /** Groups of fields whose checks all passed. Statements: `balances_and_amounts` (with dates) and `descriptions`; payslips: `this_period`, `year_to_date` and `identity`. Compare the other groups with the document */
  certified: Array<'balances_and_amounts' | 'descriptions' | 'this_period' | 'year_to_date' | 'identity'>
  /** Name of the language model that said what the values mean; null if none was used */
  model: string | null
  /** The checks behind `verified`, with their results. */
  gates: ProvenanceCheck[]
  /** What a reader of the data should know. */
  warnings: string[]
}

/** The source of one value. */
export type ProvenanceValue = {
  /** Path in the submission, such as `transactions.3.amount`; array indexes count from 0 */
  path: string
  /** Page number, from 1; null if the value is not printed as such */
  page: number | null
  /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear */
  box: number[] | null
  /** text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider; model: printed in the box, and a language model of the operator said what it means; member: corrected or confirmed by the team */
  method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider' | 'model' | 'member'
  /** proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted, or corrected */
  confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
  /** Null if the value is as read */
  correction: FieldCorrection | null
}

export type Provider = {
  /** Id of the provider, used as `payroll_provider`. */
  id: string
  /** Name of the provider for people. */
  name: string
  /** Website of the provider. */
  url: string
  /** URL of the logo. */
  logo_url: string
  /** Whether people log in on the pages of the provider (OAuth2). */
  is_oauth2: boolean
  /** Whether the data is read from the website of the provider. */
  is_scraper: boolean
  /** Needs no login: it is queried by POST /accounts/direct-connections, so do not offer it to users */
  is_direct: boolean
  /** For banks: the authorised firm that reads the accounts, with the person’s consent; otherwise null */
  aggregator: string | null
  /** Page on which people can reset their login at the provider. */
  reset_url: string
  /** Id of the parent provider; null if there is none. */
  parent: string | null
  /** Number of wrong attempts after which the provider locks the login. */
  max_login_attempts: number
  /** Further fields that the provider asks for at login. */
  extra_login_params: LoginParameter[]
  /** How well the provider responds. */
  health: ProviderHealth
}

export type ProviderFunnel = {
  /** Id of the provider. */
  provider: string
  /** Number of journeys, each counted once, on the day of the first occurrence */
  selected: number
  /** Number of journeys, each counted once, on the day of the first occurrence */
  login_submitted: number
  /** Number of journeys, each counted once, on the day of the first occurrence */
  mfa_required: number
  /** Number of journeys, each counted once, on the day of the first occurrence */
  connected: number
  /** Number of journeys, each counted once, on the day of the first occurrence */
  data_ready: number
  /** The problems, one text each. */
  errors: FunnelError[]
}

export type ProviderHealth = {
  /** operational: at least 95 % of the calls in the last hour got a proper reply, whatever it said, or there were too few calls to tell. degraded: fewer than that. down: calls are suspended after failures, or fewer than half of the calls in the last five minutes got a reply. unknown: no calls for an hour. */
  state: 'operational' | 'degraded' | 'down' | 'unknown'
  /** Share of calls with a reply; null if there were none */
  success_rate: number | null
  /** Median response time; null if there were no replies */
  median_ms: number | null
  /** Calls in the last hour */
  calls: number
}

export type ReadPayslip = {
  /** Name of the employer, as given by the source. */
  employer_name: string | null
  /** Day of payment. */
  pay_date: string
  /** Pay before deductions in pounds. */
  gross_pay: string | null
  /** Pay after deductions in pounds. */
  net_pay: string | null
}

export type ReadStatement = {
  /** Name of the bank. */
  bank_name: string | null
  /** The last four digits */
  account_ending: string | null
  /** First day. */
  start_date: string | null
  /** Last day of the period. */
  end_date: string | null
  /** Balance at the end of the statement, with thousands separators and two decimals. */
  closing_balance: string | null
}

export type Reauthenticated = {
  /** Dangerous operations are open for 10 minutes from this time */
  authenticated_at: string
}

export type Reauthentication = {
  /** The password of the signed-in member. */
  current_password: string
}

export type ReauthenticationAnswer = {
  /** The session of the 202 reply */
  session: string
  /** The code from the e-mail or of the authenticator app, or a recovery code */
  mfa_code: string
}

/** An event with its deliveries, without its content. */
export type RecentEvent = {
  /** Id of the event; the same for every webhook and attempt. */
  event_id: string
  /** Kind of the event. */
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
  /** The user that the event is about */
  user_id: string | null
  /** When the event was published */
  created_at: string
  /** Its deliveries, one for each webhook that listed the event */
  deliveries: EventDelivery[]
}

export type RecentEventPage = {
  /** Events, newest first */
  events: RecentEvent[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type Reconnection = {
  /** Login of the person at the provider. */
  user_name?: string
  /** Password. It is never stored or logged in readable form. */
  password?: string
  /** Further login fields of the provider, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
}

export type RecordedEmployerMiss = {
  /** False if this journey was counted for the text before, or the text is not counted */
  is_counted: boolean
}

export type RecoveryCodes = {
  /** Each can be used once, instead of a code */
  recovery_codes: string[]
}

export type RecurringAccount = {
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Id of the provider. */
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** Status of the account. */
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  /** Whether the provider asked for a second factor. */
  mfa_enabled: boolean
  /** Latest pay date retrieved; null before the first. */
  latest_pay_date: string | null
  retrieval: AccountRetrieval
  /** How well name, birth date, NI number and postcode of the source agree with the registered person: full, partial, none, or unknown if there is nothing to compare */
  identity_match: 'full' | 'partial' | 'none' | 'unknown'
  /** When your team accepted data with the identity_match `none`; null if it did not */
  identity_accepted_at: string | null
  /** Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known */
  self_administered: boolean | null
  /** Null except for a bank whose consent has not ended for good */
  consent: BankConsent | null
  /** Null if the end date comes before it */
  next_recurring_check: string | null
  /** Time when recurring checks end. */
  recurring_check_end_date: string | null
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Null until a payslip names it; omitted for the Support role */
  employee_name?: string | null
}

export type RecurringAccountPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The accounts on this page of the list. */
  accounts: RecurringAccount[]
}

export type ReportLink = {
  /** Id of the link to a report. */
  link_id: string
  /** The report that the link opens */
  report_id: string
  /** When the link was created */
  created_at: string
  /** When the link stops working */
  expires_at: string
  /** Only an open link works */
  status: 'open' | 'expired' | 'revoked'
  /** How often the link was opened */
  opened: number
  /** When the link was last opened */
  last_opened_at: string | null
}

export type ReportLinkPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Newest first */
  links: ReportLink[]
}

export type RequestLogPage = {
  /** Requests, newest first */
  requests: LoggedRequest[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

/** Documents that the client asks for. */
export type RequestedDocuments = {
  /** Kind of document */
  kind: 'payslips' | 'bank_statements'
  /** Calendar months, oldest first */
  months: string[]
}

export type ResetConfirmation = {
  /** Stable code; the errors page explains each. */
  code: string
  /** Common and easily guessed passwords are refused */
  password: string
}

export type ResetRequest = {
  /** E-mail address of the member. */
  username: string
}

export type ReturnCode = {
  /** The code in the mail or text message */
  one_time_code: string
  /** A random secret that the browser keeps. Without it, every session counts as a new device */
  device?: string
}

/** The review of a user by your team. */
export type Review = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** registered: no link yet. invited: has a link. opened: opened it. sharing: data is there. stalled: no progress for 7 days. ready: the income summary is ready, or the journey is finished. in_review and decided: set by your team. */
  status: 'registered' | 'invited' | 'opened' | 'sharing' | 'stalled' | 'ready' | 'in_review' | 'decided'
  /** When the status was reached */
  status_at: string
  /** When the review or the income summary last changed */
  updated_at: string
  /** Member who does the review */
  assignee: ReviewMember | null
  /** Worst finding of the income summary */
  finding: ReviewFinding | null
  /** What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met */
  advice: 'none' | 'ok' | 'incomplete' | 'refer' | 'decline_suggested'
  /** Employer of the newest active employment */
  employer: string | null
  /** As in the income summary when it last changed */
  annual_gross: string | null
  /** Decision of your team */
  decision: ReviewDecision | null
  /** Number of internal notes */
  note_count: number
  /** Members who may be the assignee */
  assignable: ReviewMember[]
}

/** The member or API key that wrote it. An API key has no name. */
export type ReviewAuthor = {
  /** Whether a member or an API key wrote it */
  kind: 'api_key' | 'member'
  /** Id. */
  id: string
  /** Name of the member */
  name: string | null
}

export type ReviewChanges = {
  /** Id of a member, or null to remove the assignee. Assigning a review that is ready starts it */
  assignee_id?: string | null
  /** Starts the review. For a decided one: opens it again, without the decision */
  status?: 'in_review'
}

export type ReviewDecision = {
  /** Decision of your team */
  decision: 'approve' | 'decline' | 'refer' | 'withdrawn'
  /** Reason code. */
  reason: string
  /** Time of the decision (UTC) */
  decided_at: string
  decided_by: ReviewAuthor
}

/** The worst finding of the income summary. */
export type ReviewFinding = {
  /** As in the income summary */
  code: string
  /** How serious the finding is. */
  severity: 'low' | 'medium' | 'high'
}

/** A member of the team. */
export type ReviewMember = {
  /** Id of the member */
  member_id: string
  /** Name of the member */
  name: string
}

/** An internal note. The person never sees it. */
export type ReviewNote = {
  /** Id of the note. */
  note_id: string
  /** Text of the note */
  text: string
  /** Time of creation (UTC). */
  created_at: string
  author: ReviewAuthor
}

export type ReviewNotePage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Notes, newest first */
  notes: ReviewNote[]
}

export type ReviewPage = {
  /** Users on this page of the queue */
  reviews: ReviewRow[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

/** A user of the work queue. Names, references, employers, amounts and assignees are null for the Support role. */
export type ReviewRow = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** registered: no link yet. invited: has a link. opened: opened it. sharing: data is there. stalled: no progress for 7 days. ready: the income summary is ready, or the journey is finished. in_review and decided: set by your team. */
  status: 'registered' | 'invited' | 'opened' | 'sharing' | 'stalled' | 'ready' | 'in_review' | 'decided'
  /** When the status was reached */
  status_at: string
  /** When the review or the income summary last changed */
  updated_at: string
  /** Member who does the review */
  assignee: ReviewMember | null
  /** Worst finding of the income summary */
  finding: ReviewFinding | null
  /** What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met */
  advice: 'none' | 'ok' | 'incomplete' | 'refer' | 'decline_suggested'
  /** First name. */
  forename: string | null
  /** Last name. */
  surname: string | null
  /** Your own reference of the user, such as an application number. */
  ext_id: string | null
  /** Time of creation (UTC). */
  created_at: string
  /** Employer of the newest active employment */
  employer: string | null
  /** As in the income summary when it last changed */
  annual_gross: string | null
  /** Decision of your team */
  decision: 'approve' | 'decline' | 'refer' | 'withdrawn' | null
}

/** A review rule. It advises your team and never decides. */
export type ReviewRule = {
  /** Name of the rule */
  name: string
  /** min_months_covered: complete months of payslips. min_annual_gross: current gross pay a year. min_left_monthly: what is left a month after the spending estimate. min_tenure_months: longest active employment. max_variable_share: share of variable pay. max_variability: variation of monthly net pay. max_yearly_fall: fall of gross pay against the year before. max_days_since_pay: age of the newest pay. no_finding_of_severity, no_finding_of_code: findings that must not be there */
  kind: 'min_months_covered' | 'min_annual_gross' | 'min_left_monthly' | 'min_tenure_months' | 'max_variable_share' | 'max_variability' | 'max_yearly_fall' | 'max_days_since_pay' | 'no_finding_of_severity' | 'no_finding_of_code'
  /** Limit in months, pounds, per cent or days */
  limit: string | null
  /** Findings of this severity or a worse one */
  severity: 'high' | 'medium' | 'low' | null
  /** Codes of findings */
  finding_codes: Array<'document-low-trust' | 'unread-document' | 'document-included' | 'unread-document-checked' | 'values-corrected' | 'sources-differ' | 'tax-year-differs' | 'income-not-in-bank' | 'self-administered-payroll' | 'identity-differs' | 'no-current-income' | 'no-recent-pay' | 'employment-ended' | 'recent-start' | 'gap' | 'falling-pay' | 'mostly-variable' | 'disputed'>
  /** What is advised if the rule is not met */
  outcome: 'refer' | 'decline_suggested'
}

/** Review rules checked against an income summary. */
export type ReviewRuleCheck = {
  /** Version of the rules */
  version: number
  /** What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. refer and decline_suggested: the strongest outcome of the rules that are not met */
  advice: 'none' | 'ok' | 'incomplete' | 'refer' | 'decline_suggested'
  /** One for each rule, in their order */
  results: ReviewRuleResult[]
}

export type ReviewRuleResult = {
  /** The rule that was checked */
  rule: ReviewRule
  /** unknown: the figure that the rule needs cannot be calculated */
  result: 'met' | 'not_met' | 'unknown'
  /** The figure used, in the unit of the limit; for findings, how many there are */
  value: string | null
  /** Codes of the findings that break the rule */
  finding_codes: Array<'document-low-trust' | 'unread-document' | 'document-included' | 'unread-document-checked' | 'values-corrected' | 'sources-differ' | 'tax-year-differs' | 'income-not-in-bank' | 'self-administered-payroll' | 'identity-differs' | 'no-current-income' | 'no-recent-pay' | 'employment-ended' | 'recent-start' | 'gap' | 'falling-pay' | 'mostly-variable' | 'disputed' | 'rule-not-met'>
  /** The figure and the limit in one sentence */
  message: string
}

/** The review rules of the client. */
export type ReviewRules = {
  /** Number of the version; 0 before the first rules */
  version: number
  /** When the rules were replaced last */
  updated_at: string | null
  /** The rules, in the order of the list */
  rules: ReviewRule[]
}

export type ReviewRulesAuthor = {
  /** Whether a member or an API key replaced the rules */
  kind: 'api_key' | 'member'
  /** Id. */
  id: string
  /** Name of the member */
  name: string | null
}

export type ReviewRulesChange = {
  /** Number of the version that the change created */
  version: number
  /** When the rules were replaced */
  changed_at: string
  /** Member or API key that replaced the rules */
  changed_by: ReviewRulesAuthor
  /** The rules before the change */
  before: ReviewRule[]
  /** The rules after the change */
  after: ReviewRule[]
}

export type ReviewRulesChangePage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Changes, newest first */
  changes: ReviewRulesChange[]
}

/** The review status of a user changed, or your team decided */
export type ReviewStatusChangedEvent = {
  /** Kind of the event. */
  event: 'review-status-changed'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** The status in the previous event about the user */
  from_status: 'registered' | 'invited' | 'opened' | 'sharing' | 'stalled' | 'ready' | 'in_review' | 'decided'
  /** Status of the review now. */
  status: 'registered' | 'invited' | 'opened' | 'sharing' | 'stalled' | 'ready' | 'in_review' | 'decided'
  /** With the status decided */
  decision: 'approve' | 'decline' | 'refer' | 'withdrawn' | null
  /** The member who is assigned */
  assignee_id: string | null
}

export type RollingIncome = {
  /** Pay before deductions in pounds. */
  gross_pay: string
  /** Pay after deductions in pounds. */
  net_pay: string
}

export type RollingIncomeForWebhook = {
  /** Pay before deductions in pounds. */
  gross_pay: number
  /** Pay after deductions in pounds. */
  net_pay: number
}

export type SandboxAddress = {
  /** Street and house number. */
  street: string | null
  /** Town or city. */
  city: string | null
  /** County, as written in the source. */
  county: string | null
  /** Postcode. */
  post_code: string | null
  /** Country, as written in the source. */
  country: string | null
  /** Start of the period. */
  from: string | null
}

export type SandboxArrival = {
  /** Sequence number over all deliveries to the sandbox */
  number: number
  /** Time of arrival (UTC). */
  received_at: string
  /** HTTP status returned */
  answered: number
  /** Id of the webhook. */
  webhook_id: string | null
  /** Kind of the event. */
  event: string | null
  /** Number of the attempt, starting at 1. */
  attempt: string | null
  /** Number of the delivery within its webhook, without gaps. */
  sequence: string | null
  /** Whether it was sent by a test. */
  is_test: boolean
  /** Whether the data was erased since, so that only ids are left. */
  is_tombstone: boolean
  /** Whether the sandbox inbox accepted the delivery. */
  is_accepted: boolean
  /** Whether each signature is right. */
  signatures: SandboxSignatures
  /** Whether it is encrypted. */
  is_encrypted: boolean
  /** Whether the body could be decrypted. */
  is_decrypted: boolean
  /** Decrypted if it was encrypted; null if it cannot be decrypted */
  body: string | null
  /** What is wrong with the delivery; empty if nothing is. */
  problems: string[]
  /** HTTP headers. */
  headers: { [field: string]: string }
}

export type SandboxBehaviour = {
  /** Id of the provider. */
  provider: string
  /** Test behaviour, as if typed as the password: `mfa:code`, `error:maintenance`, `slow:5+drop:list`; null: default behaviour */
  behaviour: string | null
}

export type SandboxClock = {
  /** Current time of the sandbox clock. */
  now: string
  /** Current day of the sandbox clock. */
  today: string
  /** First day of the sandbox calendar */
  begins: string
  /** Last day of the sandbox calendar */
  ends: string
  /** Whether you have set the clock; otherwise it is that of the installation */
  is_own: boolean
}

export type SandboxClockChange = {
  /** The time to set */
  now?: string
  /** Duration to advance by: P1M, P2W, P3D, PT90S */
  advance?: string
  /** Follow the clock of the installation again */
  restart?: true
}

export type SandboxEmployer = {
  /** Name of the employer. */
  name: string
  /** PAYE reference of the employer. */
  paye_reference: string | null
}

export type SandboxIdentity = {
  /** Title, such as Mrs. */
  title: string | null
  /** First name. */
  forename: string
  /** Last name. */
  surname: string
  /** Gender. */
  gender: string | null
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth: string
  /** National Insurance number. */
  ni_number: string | null
  /** Unique Taxpayer Reference. */
  unique_tax_reference: string | null
  /** E-mail address. */
  email: string | null
  /** Phone number. */
  phone: string | null
  /** Postal addresses, newest first. */
  addresses: SandboxAddress[]
}

export type SandboxInbox = {
  /** Use this as the url of a webhook */
  url: string
  /** Where this page is in the list. */
  pagination: Pagination
  /** The deliveries on this page, newest first. */
  deliveries: SandboxArrival[]
}

/** Replaces all keys; they are kept in memory only. */
export type SandboxInboxKeys = {
  /** Signing secrets that the inbox tries. */
  signing_secrets?: string[]
  /** Base64 of 32 bytes */
  encryption_keys?: string[]
}

/** An employment of a sandbox person. */
export type SandboxJob = {
  /** Id of the employment. */
  id: string
  /** Name of the employer. */
  employer: SandboxEmployer
  /** Job title. */
  role: string | null
  /** Type of the employment. */
  type: string | null
  /** First day. */
  start_date: string
  /** Last day of the employment; null while it continues. */
  leave_date: string | null
  /** How often it repeats. */
  frequency: string
  /** Pay per year in pounds, before deductions. */
  annual_pay: string | null
  /** Pay per hour in pounds. */
  hourly_pay: string | null
}

export type SandboxPeople = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The people of the sandbox on this page. */
  people: SandboxPerson[]
}

export type SandboxPerson = {
  /** User name of the person at every provider */
  user_name: string
  /** Full name of the person. */
  name: string
  /** What this person is for */
  about: string
}

export type SandboxPersonDetails = {
  /** User name of the person at every provider */
  user_name: string
  /** Full name of the person. */
  name: string
  /** What this person is for */
  about: string
  /** By the sandbox clock; null if there is no further pay */
  next_pay_day: string | null
  /** Not secret: the person is fictional */
  sign_in: SandboxSignIn
  /** Who the person is. */
  identity: SandboxIdentity
  /** Employments of the person. */
  jobs: SandboxJob[]
}

export type SandboxProvider = {
  /** Id of the provider. */
  id: string
  /** Name of the provider. */
  name: string
  /** Whether the simulated provider is switched off. */
  is_down: boolean
  /** Delay of every response */
  slow_seconds: number
  /** Number of wrong attempts after which the provider locks the login. */
  max_login_attempts: number
  /** Logins that the simulated provider has locked. */
  locked_user_names: string[]
  /** People whose behaviour is overridden at this provider */
  overridden_user_names: string[]
  /** Whether you have changed this provider; otherwise the settings of the installation apply */
  is_own: boolean
}

export type SandboxProviderChange = {
  /** Whether the simulated provider is switched off. */
  is_down?: boolean
  /** Delay of every answer of the simulated provider, in seconds. */
  slow_seconds?: number
  /** Unlocks accounts locked after wrong passwords */
  unlock?: true
  /** First removes your outage, delay, behaviours and locked accounts at this provider */
  reset?: true
}

export type SandboxProviders = {
  /** The providers of the sandbox. */
  providers: SandboxProvider[]
}

export type SandboxSignIn = {
  /** Login of the person at the provider. */
  user_name: string
  /** The password that succeeds; others trigger test behaviours, see the guide */
  password: string
  /** Answer to an MFA challenge for a code */
  code: string
  /** The date that the person uses as a second factor. */
  memorable_date: string
  /** The word that the person uses as a second factor. */
  memorable_word: string
}

export type SandboxSignatures = {
  /** The `webhook-signature` header and whether it matches. */
  standard: 'verified' | 'refused' | 'not-sent' | 'not-checked'
  /** The `X-Svc-Signature` header and whether it matches. */
  hexadecimal: 'verified' | 'refused' | 'not-sent' | 'not-checked'
  /** The next signing secret, during a rotation. */
  next: 'verified' | 'refused' | 'not-sent' | 'not-checked'
}

export type SavedView = {
  /** Name of the view */
  name: string
  /** The query of GET /reviews, without limit and cursor */
  query: string
}

export type SavedViews = {
  /** Saved views, in the order of the list */
  views: SavedView[]
}

export type SessionRevocation = {
  /** Whether the session of this request stays */
  keep_current?: boolean
}

export type SignedIn = {
  /** Token of the member, for `Authorization: Bearer`. */
  jwt: string
  /** The member who signed in. */
  member: SignedInMember
}

export type SignedInMember = {
  /** Id of the member. */
  id: string
  /** E-mail address. */
  email: string
  /** What the member may do. */
  role: 'Owner' | 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
  /** Whether the member has confirmed the invitation. */
  status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
  /** The member's second factor. */
  mfa_status: 'sms' | 'email' | 'disabled'
  /** Name of the member. */
  name: string
}

export type SignedIncomeReport = {
  /** The same content as in the signature */
  report: IncomeReport
  /** Compact JWS (EdDSA) over iss, iat and report; keys: /.well-known/jwks.json */
  jws: string
}

export type SignedSubmission = {
  /** Compact JWS (EdDSA) over iss, iat, user_id, kind, submission and provenance; keys: /.well-known/jwks.json */
  jws: string
}

export type SsoAuthorisation = {
  /** Open this URL in the same browser */
  authorisation_url: string
}

export type SsoRoleMapping = {
  /** Value of the claim */
  claim_value: string
  /** Role of people with this value */
  role: 'Admin' | 'FullMember' | 'Support' | 'Underwriter' | 'Developer'
}

/** Single sign-on of the members. The secret is never returned. */
export type SsoSettings = {
  /** Name that members enter on the sign-in page; unique in the service */
  organisation: string
  /** URL of the OpenID provider, as in its discovery document */
  issuer: string
  /** Client id of Payproof at the provider */
  oidc_client_id: string
  /** Claim whose values decide the role at each sign-in */
  role_claim: string | null
  /** Roles by value of the claim; the first match decides */
  role_mapping: SsoRoleMapping[]
  /** Whether members other than Owners must sign in at the provider */
  is_required: boolean
  /** Register this URL at the provider */
  redirect_uri: string
  /** When the settings were last changed (UTC) */
  changed_at: string
}

export type SsoSettingsInput = {
  /** Name that members enter on the sign-in page; unique in the service */
  organisation: string
  /** URL of the OpenID provider, as in its discovery document */
  issuer: string
  /** Client id of Payproof at the provider */
  oidc_client_id: string
  /** Secret of Payproof at the provider. Without it, the stored secret is kept. */
  oidc_client_secret?: string
  /** Claim whose values decide the role */
  role_claim?: string | null
  /** Roles by value of the claim; the first match decides */
  role_mapping?: SsoRoleMapping[]
  /** Whether members other than Owners must sign in at the provider */
  is_required?: boolean
}

export type SsoStart = {
  /** Name of the organisation, from an administrator */
  organisation: string
  /** Whether the provider must ask for the credentials again, before dangerous operations */
  reauthenticate?: boolean
}

export type StatementPeriod = {
  /** First day of the statement (YYYY-MM-DD). */
  start_date: string | null
  /** Last day of the statement (YYYY-MM-DD). */
  end_date: string | null
}

export type SubmissionProvenance = {
  /** Id of the submission. */
  submission_id: string
  /** Where the data comes from. */
  source: string
  /** Account it was retrieved through; null for documents */
  account_id: string | null
  /** The source document; null for data retrieved from a provider */
  document: ProvenanceDocument | null
  /** Every value of the submission that is not null */
  values: ProvenanceValue[]
}

/** An uploaded file. */
export type SubmittedFile = {
  /** The path returned when presigning */
  path: string
  /** Your own id of the document, if not given when presigning */
  external_document_id?: string
  /** Keep the document for manual review if it is recognised but cannot be read. Default: false. The error of the file is still listed, and the document has the part `unread` */
  manual_review?: boolean
}

export type SubmittedFiles = {
  /** The files. */
  files: SubmittedFile[]
}

export type TaxIncomePayload = {
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** Income per tax year, newest first. */
  income_submissions: IncomeSubmissionForWebhook[]
}

export type TaxYearDifferences = {
  /** Taxable income from this employer in pounds. */
  income: string | null
  /** Tax paid through this employer in pounds. */
  tax_paid: string | null
}

/** Whether payslips confirm the tax authority’s figures for an employer in a tax year. */
export type TaxYearMatch = {
  /** The two sources compared. */
  kind: 'tax_year_on_payslips'
  /** matched: every figure given by both sources differs by at most 99p */
  status: 'matched' | 'unmatched'
  /** strong: income and tax match; fair: one of them */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that year; year-not-covered: too few payslips to compare; no-figures: no figure is given by both */
  reason: 'no-employer-name' | 'no-payslips' | 'year-not-covered' | 'no-figures' | 'differs' | null
  /** 2024-25 is 6 April 2024 to 5 April 2025 */
  tax_year: string
  /** What the tax authority says. */
  tax_authority: MatchedTaxIncome
  /** What the payslips say. */
  payroll: MatchedYearOfPay | null
  /** Payslips minus tax authority; null if not compared */
  differences: TaxYearDifferences
}

export type TestedLayout = {
  /** Layout of the consent screen. */
  layout: 'list' | 'questions'
  /** Journeys that saw the consent screen a day ago or earlier */
  journeys: number
  /** Of these, agreed within a day */
  agreed: number
  /** Share of journeys that agreed, from 0 to 1; null without journeys. */
  share: number | null
  /** Lower end of the 95 % interval (Wilson) */
  share_from: number | null
  /** Upper end of the 95 % interval (Wilson) */
  share_to: number | null
}

/** Fields that do not apply are omitted. */
export type TimelineEvent = {
  /** Time (UTC). */
  at: string
  /** What happened. */
  kind: 'user.created' | 'authorisation.accepted' | 'authorisation.revoked' | 'authorisation.expired' | 'account.moved' | 'payroll.retrieved' | 'tax_income.retrieved' | 'document.stored' | 'bank_statement.read' | 'note.added' | 'journey.reminded' | 'journey.reminders_stopped' | 'delivery.delivered' | 'delivery.dead' | 'user.changed' | 'user_token.issued' | 'user_token.revoked' | 'journey.invited' | 'journey.opened' | 'journey.ended' | 'data.erased' | 'account.requested' | 'account.refused' | 'account.reconnecting' | 'payroll.requested' | 'payroll.refused' | 'tax_income.requested' | 'tax_income.refused' | 'document.submitted' | 'document.discarded'
  /** Id of the subject: user, authorisation, account, entry, document, submission, note or delivery */
  id: string
  /** Kind of actor: api_key, member, user, worker or operator */
  actor_kind?: string
  /** Id of the account: the connection of a user to a provider. */
  account_id?: string
  /** Id of the provider. */
  payroll_provider?: string
  /** Status before the change; null for the first. */
  from_status?: string
  /** Status after the change. */
  status?: string
  /** Reason code. */
  reason?: string
  /** Id of the authorisation term. */
  term_id?: string
  /** Number of payslips or tax years retrieved */
  submissions?: number
  /** Id of the uploaded document. Null for data from a connection. */
  document_id?: string
  /** Kind of the document. */
  document_type?: string
  /** Whether the document shows traces of tampering. */
  trust_score?: string
  /** Subject of a note: job, bank_account or tax_year */
  subject?: string
  /** Id of the webhook. */
  webhook_id?: string
  /** Kind of the event. */
  event?: string
}

export type TimelinePage = {
  /** What happened to the user, newest first. */
  timeline: TimelineEvent[]
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

/** Authenticator app (RFC 6238) of a member. */
export type Totp = {
  /** Whether a sign-in needs a code of the app */
  is_active: boolean
  /** When the first code of the app was entered (UTC) */
  confirmed_at: string | null
  /** Recovery codes that have not been used */
  recovery_codes_left: number
}

export type TotpConfirmation = {
  /** The code that was sent by e-mail, or that the authenticator app shows. */
  mfa_code: string
}

export type TotpRemoval = {
  /** The password of the signed-in member. */
  current_password: string
  /** The code from the e-mail or of the authenticator app, or a recovery code */
  mfa_code: string
}

export type TotpSecret = {
  /** In Base32, for entering by hand */
  secret: string
  /** For a QR code that the app scans */
  otpauth_uri: string
}

export type TotpSetup = {
  /** The password of the signed-in member. */
  current_password: string
}

/** A trust finding and its location. */
export type TrustSignal = {
  /** Stable code; the errors page explains each. */
  code: string
  /** Group of the finding. */
  category: 'file' | 'page' | 'arithmetic' | 'content'
  /** How serious the finding is. */
  severity: 'info' | 'low' | 'medium' | 'high'
  /** Short text of the finding for people. */
  title: string
  /** Text for people. */
  message: string
  /** Where on the page the finding is. */
  location: TrustSignalBox | TrustSignalFields
}

/** A finding at a place on a page. */
export type TrustSignalBox = {
  /** Page number, from 1 */
  page: number
  /** Left, top, right and bottom, as in DocumentFields */
  box: [number, number, number, number]
  /** The value that was expected. */
  expected?: string
  /** The value that was found. */
  actual?: string
}

/** A finding about values. */
export type TrustSignalFields = {
  /** Names of the values concerned. */
  fields: string[]
}

/** An uploaded file that was not submitted. */
export type UnsentFile = {
  /** The path returned when presigning */
  path: string
}

export type UnsentFiles = {
  /** The files. */
  files: UnsentFile[]
}

/** A payslip that the estimate leaves out. */
export type UnusedPayslip = {
  /** Id of the submission. */
  submission_id: string
  /** Reason code. */
  reason: 'low-trust-document' | 'no-net-pay' | 'no-dates' | 'dates-reversed' | 'too-long' | 'known-twice'
}

/** Fields that are not set are omitted. */
export type User = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of creation (UTC). */
  created_at: string
  /** First name. */
  forename?: string
  /** Last name. */
  surname?: string
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth?: string
  /** Postcodes during the check period, newest first. */
  post_codes?: string[]
  /** National Insurance number. */
  ni_number?: string
  /** Your own reference of the user, such as an application number. */
  ext_id?: string
  /** E-mail address. */
  email?: string
  /** Mobile number, for one-time codes by text message */
  phone?: string
  /** How many months back a first retrieval goes. */
  payroll_period_months?: number
  /** Whether data is retrieved again on a schedule. */
  recurring_checks_enabled?: boolean
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Time when recurring checks end. */
  recurring_check_end_date?: string
  /** Whether data of the tax authority can be retrieved. */
  taxauth_enabled?: boolean
  /** Whether payslips can be uploaded as documents. */
  payslip_upload_enabled?: boolean
  /** Whether payroll accounts can be connected. */
  payroll_connections_enabled?: boolean
  /** When the person stopped reminders by email */
  reminders_stopped_at?: string
}

/** Bank statements of a user were read */
export type UserBankStatementSubmittedEvent = {
  /** Kind of the event. */
  event: 'user-bank-statement-submitted'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Your own ids of the documents that were read. */
  document_external_ids: string[]
  /** With config.include_payload: the data itself */
  payload?: BankStatementPayload
}

/** Only the fields sent are changed; null unsets a field. */
export type UserChanges = {
  /** First name. */
  forename?: string | null
  /** Last name. */
  surname?: string | null
  /** Date of birth. A date without a time means noon UTC. */
  date_of_birth?: string | null
  /** Postcodes during the check period, newest first. */
  post_codes?: string[] | null
  /** National Insurance number. */
  ni_number?: string | null
  /** Your own reference of the user, such as an application number. */
  ext_id?: string | null
  /** E-mail address. */
  email?: string | null
  /** Phone number. */
  phone?: string | null
  /** How many months back a first retrieval goes. */
  payroll_period_months?: number | null
  /** Whether data is retrieved again on a schedule. */
  recurring_checks_enabled?: boolean | null
  /** How often recurring checks run. `HOURLY` is for the sandbox only. */
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY' | null
  /** Time when recurring checks end. */
  recurring_check_end_date?: string | null
  /** Whether data of the tax authority can be retrieved. */
  taxauth_enabled?: boolean | null
  /** Whether payslips can be uploaded as documents. */
  payslip_upload_enabled?: boolean | null
  /** Whether payroll accounts can be connected. */
  payroll_connections_enabled?: boolean | null
}

export type UserFlag = {
  /** document-low-trust: documents that are not included; identity-differs: accounts and documents of another person that are not accepted; unread-document: documents that could not be read and are not checked; disputed: notes of the applicant */
  code: 'document-low-trust' | 'identity-differs' | 'unread-document' | 'disputed'
  /** How many documents, sources or notes */
  count: number
}

export type UserPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** The users on this page of the list. */
  users: User[]
}

/** New payroll data of a user */
export type UserPayrollSubmittedEvent = {
  /** Kind of the event. */
  event: 'user-payroll-submitted'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string | null
  /** With config.include_payload: the data itself */
  payload?: PayrollPayload
}

export type UserReference = {
  /** Id of the user: the person whose income is verified. */
  user_id: string
}

/** New income of a user from the tax authority */
export type UserTaxauthDataSubmittedEvent = {
  /** Kind of the event. */
  event: 'user-taxauth-data-submitted'
  /** Id of the user: the person whose income is verified. */
  user_id: string
  /** Time of the event (UTC). */
  timestamp: string
  /** Id of the entry: one retrieval or upload that brought the data. */
  entry_id: string
  /** Id of the account: the connection of a user to a provider. */
  account_id: string
  /** With config.include_payload: the data itself */
  payload?: TaxIncomePayload
}

export type UserToken = {
  /** Token of the user, for `Authorization: Bearer`. */
  token: string
  /** Link to the hosted journey of this user. */
  webapp_link: string
  /** Time of creation (UTC). */
  created_at: string
}

export type Webhook = {
  /** Id of the webhook. */
  webhook_id: string
  /** Name of the webhook, unique for the client without regard to case. */
  name: string
  /** Event kinds that are delivered. */
  events: string[]
  /** URL that receives the deliveries. */
  url: string
  /** Time of creation (UTC). */
  created_at: string
}

/** Signing secret and encryption key are changed by a rotation. */
export type WebhookChanges = {
  /** Name of the webhook, unique for the client without regard to case. */
  name?: string
  /** Event kinds to deliver. */
  events?: Array<'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'>
  /** Where deliveries are sent: https, or http in the sandbox */
  url?: string
  /** Options of the webhook. */
  config?: WebhookConfigChanges
}

export type WebhookConfig = {
  /** Whether deliveries carry the data itself and not only ids. */
  include_payload: boolean
  /** The Content-Type of encrypted bodies */
  encrypted_content_type: 'text/plain' | 'application/json' | 'application/octet-stream'
}

export type WebhookConfigChanges = {
  /** Whether deliveries carry the data itself and not only ids. */
  include_payload?: boolean
  /** The Content-Type of encrypted bodies */
  encrypted_content_type?: 'text/plain' | 'application/json' | 'application/octet-stream'
}

export type WebhookEncryption = {
  /** Whether it is encrypted. */
  is_encrypted: boolean
  /** As sent in X-Svc-Key-Id */
  key_id: string | null
  /** Messages encrypted with this key so far; the webhook is paused at 2^32 */
  messages: number
}

export type WebhookPage = {
  /** Where this page is in the list. */
  pagination: Pagination
  /** Your webhooks. */
  webhooks: Webhook[]
}

export type WebhookRecovery = {
  /** Start of the period. */
  since: string
  /** End of the period. */
  until?: string
}

export type WebhookRotation = {
  /** The new secret, with step "add" */
  signing_secret?: string
  /** Replaces the old key at once. Deliveries in flight may still use the old one, so accept both for a while */
  encryption_key?: string
  /** promote/retire: advance the rotation now instead of 24/48 hours after add */
  step?: 'add' | 'promote' | 'retire'
}

export type WebhookSigning = {
  /** Whether deliveries are signed. */
  is_signed: boolean
  /** The running rotation of the secret; null if there is none. */
  rotation: 'none' | 'added' | 'promoted'
  /** Time when the new secret signs alone. */
  promotes_at: string | null
  /** Time when the old secret stops signing. */
  retires_at: string | null
}

/** Delivery attempts by hour. */
export type WebhookStatistics = {
  /** The last 24 hours, oldest first */
  hours: WebhookStatisticsHour[]
  /** Whether there are more than 10,000 recent deliveries, so that older ones are not counted */
  is_truncated: boolean
  /** When the oldest counted delivery was created; null if all were counted */
  counted_since: string | null
}

export type WebhookStatisticsHour = {
  /** Start of the hour */
  hour: string
  /** Attempts that the receiver answered with a 2xx status */
  succeeded: number
  /** All other attempts */
  failed: number
  /** Median duration of the attempts; null without any */
  median_ms: number | null
  /** 95th percentile of the durations; null without any */
  p95_ms: number | null
}

export type WebhookStatus = {
  /** Id of the webhook. */
  webhook_id: string
  /** held: the circuit is open after failures; the receiver is probed at held_until */
  state: 'active' | 'held' | 'paused'
  /** Time when the webhook was paused; null if it is not. */
  paused_at: string | null
  /** Why the webhook is paused; null if it is not. */
  pause_reason: string | null
  /** Time until which deliveries wait, as the receiver asked with Retry-After. */
  held_until: string | null
  /** Time of the first of the failures in a row; null if the last delivery succeeded. */
  failing_since: string | null
  /** Time of the last success; null if there was none. */
  last_success_at: string | null
  /** When the oldest waiting delivery is due */
  next_attempt_at: string | null
  /** Options of the webhook. */
  config: WebhookConfig
  /** Signature of the deliveries. */
  signing: WebhookSigning
  /** Encryption of the deliveries. */
  encryption: WebhookEncryption
}

export type WebhookTest = {
  /** Kind of the event. */
  event?: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
}

export type YearToDate = {
  /** Pay before deductions in pounds. */
  gross_pay: string | null
  /** Pay after deductions in pounds. */
  net_pay: string | null
  /** Tax paid in the tax year so far, in pounds. */
  total_tax_paid: string | null
  /** National Insurance paid in the tax year so far, in pounds. */
  total_ni_paid: string | null
  /** Taxable earnings of the tax year so far, in pounds. */
  total_taxable_earnings: string | null
  /** The year in which it starts: 2026 means from 6 April 2026 */
  tax_year: number | null
}

export type YearToDateForWebhook = {
  /** Pay before deductions in pounds. */
  gross_pay: number | null
  /** Pay after deductions in pounds. */
  net_pay: number | null
  /** Tax paid in the tax year so far, in pounds. */
  total_tax_paid: number | null
  /** National Insurance paid in the tax year so far, in pounds. */
  total_ni_paid: number | null
  /** Taxable earnings of the tax year so far, in pounds. */
  total_taxable_earnings: number | null
  /** The year in which it starts: 2026 means from 6 April 2026 */
  tax_year: number | null
}

/** What webhooks deliver, by event. */
export interface WebhookEvents {
  /** New payroll data of a user */
  'user-payroll-submitted': UserPayrollSubmittedEvent
  /** Bank statements of a user were read */
  'user-bank-statement-submitted': UserBankStatementSubmittedEvent
  /** New income of a user from the tax authority */
  'user-taxauth-data-submitted': UserTaxauthDataSubmittedEvent
  /** The status of an account changed, or an account was added */
  'account-status-changed': AccountStatusChangedEvent
  /** An authorisation was withdrawn by the person or by the client */
  'authorisation-revoked': AuthorisationRevokedEvent
  /** The person left the hosted journey, or its link expired; once for each link */
  'journey-ended': JourneyEndedEvent
  /** A stored document has a trust finding of high severity */
  'document-flagged': DocumentFlaggedEvent
  /** The income summary of a user changed */
  'income-summary-updated': IncomeSummaryUpdatedEvent
  /** An account or document shows another person than the registered one */
  'identity-mismatch': IdentityMismatchEvent
  /** The review status of a user changed, or your team decided */
  'review-status-changed': ReviewStatusChangedEvent
}

/** Every kind of webhook event. */
export const eventKinds = ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted', 'account-status-changed', 'authorisation-revoked', 'journey-ended', 'document-flagged', 'income-summary-updated', 'identity-mismatch', 'review-status-changed'] as const satisfies readonly (keyof WebhookEvents)[]

/** Every operation, by its operationId. */
export interface Operations {
  /** Get the public keys that verify tokens and signed submissions. The public keys that verify user tokens and member tokens (RFC 7517). Cache them by `kid`. */
  getJwks: {
    method: 'GET'
    path: '/.well-known/jwks.json'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Jwks
    caller: 'public'
  }
  /** Connect a user to a payroll provider. Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. If the user has an AUTHORISED account with this provider and user name, the reply is that account: the password is not sent, and from and to are ignored.  API keys need the scope `write`. Members need the role FullMember or above. */
  createAccount: {
    method: 'POST'
    path: '/accounts'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-device-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-browser-user-agent'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-ip'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-port'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-screens'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-window-size'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-timezone'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-multi-factor'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-user-ids'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewAccount
    reply: ConnectedAccount
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List accounts of a user, newest first. Accounts of one user, newest first, with their status and the progress of the first retrieval.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listAccounts: {
    method: 'GET'
    path: '/accounts'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: AccountPage
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Connect a user to all direct providers, without a login. Creates an account for each provider that has data. Returns one page with all submissions of the direct accounts of the user, new or not; repeat the request to retrieve what is new since.  API keys need the scope `write`. Members need the role FullMember or above. */
  createDirectConnection: {
    method: 'POST'
    path: '/accounts/direct-connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: DirectConnection
    reply: PayrollSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List accounts of a user with recurring checks, newest first. Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40 days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last. Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after 00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listRecurringAccounts: {
    method: 'GET'
    path: '/accounts/recurring'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: RecurringAccountPage
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Get an account. One account with its status and the progress of its retrieval.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAccount: {
    method: 'GET'
    path: '/accounts/{account_id}'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Account
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Delete an account and all data retrieved through it. Ends the session at the provider and deletes the account with its history, entries, payslips and tax data.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deleteAccount: {
    method: 'DELETE'
    path: '/accounts/{account_id}'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Keep or stop sharing a bank account. Call it after the person has decided. Keeping confirms the consent at the bank for another 90 days, also after it was paused. Stopping ends it at the bank; the stored statements stay. The error `consent-ended` means that the account has to be reconnected.  API keys need the scope `write`. Members need the role FullMember or above. */
  decideAccountConsent: {
    method: 'POST'
    path: '/accounts/{account_id}/consent'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: ConsentDecision
    reply: Account
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List the status changes of an account with their reasons, newest first. Every status change of the account with its reason, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAccountHistory: {
    method: 'GET'
    path: '/accounts/{account_id}/history'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: AccountHistory
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Accept an account that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  acceptAccountIdentity: {
    method: 'POST'
    path: '/accounts/{account_id}/identity/accept'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: IdentityAcceptance
    caller: 'apiKey' | 'memberToken'
  }
  /** Answer the MFA challenge of a provider. Sends the answer to the pending challenge to the provider, once. Responds when the provider has answered, after 25 seconds at most.  API keys need the scope `write`. Members need the role FullMember or above. */
  answerMfa: {
    method: 'PUT'
    path: '/accounts/{account_id}/mfa'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: MfaAnswer
    reply: Account
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Reconnect an EXPIRED or INVALID account. Takes the login fields of the provider and replies like the first connection.  API keys need the scope `write`. Members need the role FullMember or above. */
  reconnectAccount: {
    method: 'POST'
    path: '/accounts/{account_id}/reconnect'
    params: {
      /** Id of the account: the connection of a user to a provider. */
      account_id: string
    }
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-device-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-browser-user-agent'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-ip'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-port'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-screens'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-window-size'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-timezone'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-multi-factor'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-user-ids'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: Reconnection
    reply: ConnectedAccount
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Get activity counts per day. Counts of registrations, connections, submissions and deliveries per day (UTC).  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getActivity: {
    method: 'GET'
    path: '/activity'
    params: {}
    query: {
      /** First day, UTC; by default 29 days before `to` */
      from?: string
      /** Last day, UTC; by default today. At most 366 days */
      to?: string
    }
    headers: {}
    body: undefined
    reply: Activity
    caller: 'apiKey' | 'memberToken'
  }
  /** List API keys, without their secrets. No API key may do this. Members need the role Admin or above, or Developer. */
  listApiKeys: {
    method: 'GET'
    path: '/api-keys'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: ApiKeyPage
    caller: 'memberToken'
  }
  /** Create an API key, shown only once. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  createApiKey: {
    method: 'POST'
    path: '/api-keys'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewApiKey
    reply: CreatedApiKey
    caller: 'memberToken'
  }
  /** Revoke an API key within a second. No API key may do this. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  deleteApiKey: {
    method: 'DELETE'
    path: '/api-keys/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** List items that need attention. Items that need a person: flagged and unread documents, other identities, disputed figures, failing webhooks, providers that are down, expiring consent, stuck uploads.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAttention: {
    method: 'GET'
    path: '/attention'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Attention
    caller: 'apiKey' | 'memberToken'
  }
  /** List the audit log, newest first. Pages are linked by cursor, so every page is equally fast. No line contains personal data.  API keys need the scope `read`. Members need the role Admin or above, or Developer. */
  listAuditLog: {
    method: 'GET'
    path: '/audit-log'
    params: {}
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      /** Id of the resource concerned. */
      subject_id?: string
      /** Id of the API key, member or user who acted. */
      actor_id?: string
      /** Start of the period. */
      from?: string
      /** End of the period. */
      to?: string
    }
    headers: {}
    body: undefined
    reply: AuditPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Record that a user accepted a term. By default the latest term for the user. After the person withdrew an authorisation, only the person can authorise again; other callers get 403 `consent-withdrawn`. After a withdrawal in the hosted journey, this needs the journey again.  API keys need the scope `write`. Members need the role FullMember or above. */
  createAuthorisation: {
    method: 'POST'
    path: '/authorisations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewAuthorisation
    reply: Authorisation
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List authorisations of a user, newest first. The record of consent: who accepted which term, when, and whether it is still valid.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listAuthorisations: {
    method: 'GET'
    path: '/authorisations'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
      /** Only authorisations with this status. */
      status?: 'active' | 'revoked' | 'expired'
      /** Id of the authorisation term. */
      term_id?: string
    }
    headers: {}
    body: undefined
    reply: AuthorisationPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a term. Adds a term with the next version number. Its text can never be changed.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  createAuthorisationTerm: {
    method: 'POST'
    path: '/authorisations/terms'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewAuthorisationTerm
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken'
  }
  /** List terms, newest first. Your terms and the default terms of the service, newest version first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listAuthorisationTerms: {
    method: 'GET'
    path: '/authorisations/terms'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
      /** Whether the term allows one retrieval (`one_time`) or recurring ones (`recurring`). */
      authorisation_category?: 'one_time' | 'recurring'
      /** Whether the term can be accepted. */
      is_active?: boolean
      /** True for the default terms of the service, false for your own. */
      is_system_term?: boolean
    }
    headers: {}
    body: undefined
    reply: AuthorisationTermPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the term that a user should accept now. The newest active term of a category: the one to show to people.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getLatestAuthorisationTerm: {
    method: 'GET'
    path: '/authorisations/terms/latest'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    headers: {}
    body: undefined
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Get a term. One authorisation term with its text.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAuthorisationTerm: {
    method: 'GET'
    path: '/authorisations/terms/{term_id}'
    params: {
      /** Id of the authorisation term. */
      term_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken'
  }
  /** Activate or deactivate a term of your own. Activates or deactivates a term. Texts are immutable: create a new term instead.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updateAuthorisationTerm: {
    method: 'PATCH'
    path: '/authorisations/terms/{term_id}'
    params: {
      /** Id of the authorisation term. */
      term_id: string
    }
    query: {}
    headers: {}
    body: AuthorisationTermChanges
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken'
  }
  /** Get an authorisation. One authorisation with the text that the person accepted.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getAuthorisation: {
    method: 'GET'
    path: '/authorisations/{authorisation_id}'
    params: {
      /** Id of the authorisation that allowed the retrieval. */
      authorisation_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Authorisation
    caller: 'apiKey' | 'memberToken'
  }
  /** Withdraw an authorisation. Withdraws the authorisation at once. Retrievals in progress are discarded; data that was stored before is kept.  API keys need the scope `write`. Members need the role FullMember or above. */
  revokeAuthorisation: {
    method: 'PUT'
    path: '/authorisations/{authorisation_id}/revoke'
    params: {
      /** Id of the authorisation that allowed the retrieval. */
      authorisation_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: Authorisation
    caller: 'apiKey' | 'memberToken'
  }
  /** List bank statement submissions of a user, newest first. Bank statements of one user with account, balances and transactions, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listBankStatementSubmissions: {
    method: 'GET'
    path: '/bankstatements/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Only items created at or after this time. A date alone means the start of that day (UTC). */
      created_after?: string
      /** Only items created at or before this time. A date alone means the end of that day (UTC). */
      created_before?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: BankStatementPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a bank statement submission. One bank statement with account, balances and transactions.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getBankStatementSubmission: {
    method: 'GET'
    path: '/bankstatements/{user_id}/{submission_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: BankStatementSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the provenance of each value of a bank statement submission. Where every value was read: page, box, text and how certain it is, with the checks behind `verified`.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getBankStatementProvenance: {
    method: 'GET'
    path: '/bankstatements/{user_id}/{submission_id}/provenance'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SubmissionProvenance
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a bank statement submission with its provenance, signed. The statement as a signed token (JWS), so that others can verify that this service issued it.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSignedBankStatement: {
    method: 'GET'
    path: '/bankstatements/{user_id}/{submission_id}/provenance/signed'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SignedSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the client configuration. Settings that apply to all users of the client. Fields that are not set are left out.  API keys need the scope `configuration`. Members need the role Support or above, or Underwriter or Developer. */
  getConfiguration: {
    method: 'GET'
    path: '/configuration'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Configuration
    caller: 'apiKey' | 'memberToken'
  }
  /** Change the client configuration. Changes the fields that are sent and keeps the others. `null` unsets an optional field.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updateConfiguration: {
    method: 'PATCH'
    path: '/configuration'
    params: {}
    query: {}
    headers: {}
    body: ConfigurationChanges
    reply: Configuration
    caller: 'apiKey' | 'memberToken'
  }
  /** Preview a logo as the journey would show it. The logo as the journey would show it, fetched and checked by the service.  API keys need the scope `configuration`. Members need the role FullMember or above. */
  getLogo: {
    method: 'GET'
    path: '/configuration/logo'
    params: {}
    query: {
      /** URL of the logo that people see in the journey. */
      client_logo: string
    }
    headers: {}
    body: undefined
    reply: LogoPicture
    caller: 'apiKey' | 'memberToken'
  }
  /** List documents of a user, newest first. Uploaded documents of one user, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listDocuments: {
    method: 'GET'
    path: '/documents'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Only documents of this type. */
      type?: 'payslip' | 'bank_statement'
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: DocumentPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Submit uploaded bank statements. Returns 201 if at least one file was extracted, otherwise 200. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later and sent by webhook. */
  submitBankStatements: {
    method: 'PUT'
    path: '/documents/bank-statements'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: SubmittedFiles
    reply: BankStatementsResult
    caller: 'userToken'
  }
  /** Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignBankStatements: {
    method: 'PUT'
    path: '/documents/bank-statements/presign'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PresignRequest
    reply: PresignedUploads
    caller: 'userToken'
  }
  /** Get a document with its file. One document with its type, trust score, findings and metadata.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getDocument: {
    method: 'GET'
    path: '/documents/{document_id}'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DocumentWithFile
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a document and its submissions. Also deletes its file and the submissions extracted from it, since they could no longer be verified.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deleteDocument: {
    method: 'DELETE'
    path: '/documents/{document_id}'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the values extracted from a document with their positions. Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the pages of GET /documents/{document_id}/file as a viewer shows them.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getDocumentFields: {
    method: 'GET'
    path: '/documents/{document_id}/fields'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DocumentFields
    caller: 'apiKey' | 'memberToken'
  }
  /** Correct, confirm or restore values extracted from a document. All figures then use the corrected values, with the provenance `member`, and the income summary and report mark them. The values as read are kept and can be restored. A correction never makes a document `verified`, and leaves its trust score and findings as they are. Fields that show the same printed text change together. Send the `revision` that you read: a stale one is refused with 409 and the code `fields-changed`.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  correctDocumentFields: {
    method: 'PATCH'
    path: '/documents/{document_id}/fields'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: DocumentFieldChanges
    reply: DocumentFields
    caller: 'apiKey' | 'memberToken'
  }
  /** Download the original file of a document. The file as it was uploaded.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getDocumentFile: {
    method: 'GET'
    path: '/documents/{document_id}/file'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Blob
    caller: 'apiKey' | 'memberToken'
  }
  /** Accept a document that shows another person. For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  acceptDocumentIdentity: {
    method: 'POST'
    path: '/documents/{document_id}/identity/accept'
    params: {
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: IdentityAcceptance
    caller: 'apiKey' | 'memberToken'
  }
  /** Search employers and payroll providers by name. Tolerates typing errors and knows other names of an employer. Best matches first, at most 20. Without a query, returns suggestions.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  searchEmployers: {
    method: 'GET'
    path: '/employers'
    params: {}
    query: {
      /** What the person typed */
      query?: string
    }
    headers: {}
    body: undefined
    reply: EmployerMatches
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List employers that users searched for and did not find. Shows a text only after 3 journeys have searched for it; a single person’s text is not stored.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  listEmployerMisses: {
    method: 'GET'
    path: '/employers/misses'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: EmployerMisses
    caller: 'apiKey' | 'memberToken'
  }
  /** List events of the last 30 days, oldest first. The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  listEvents: {
    method: 'GET'
    path: '/events'
    params: {}
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The cursor of the previous page; if omitted, starts with the oldest event */
      cursor?: string
      /** Ignored for the Support role */
      include_payload?: boolean
    }
    headers: {}
    body: undefined
    reply: EventPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List events of the last 30 days, newest first. For people who look into deliveries: each event with its deliveries, without its content. Programs that poll use `GET /events`.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  listRecentEvents: {
    method: 'GET'
    path: '/events/recent'
    params: {}
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      /** Only events of this kind */
      event?: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
      /** Only events about this user */
      user_id?: string
    }
    headers: {}
    body: undefined
    reply: RecentEventPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get an event with its content and deliveries. Events are kept for 30 days. The roles Support and Developer get no content.  API keys need the scope `read`. Members need the role Support or above, or Developer. */
  getEvent: {
    method: 'GET'
    path: '/events/{event_id}'
    params: {
      /** Id of the event; the same for every webhook and attempt. */
      event_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: EventWithBody
    caller: 'apiKey' | 'memberToken'
  }
  /** Estimate monthly household spending of a user, newest first. Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every input that is missing or invalid.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getOnsExpenditure: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: the newest model */
      model?: 'ons-fye2024-1'
    }
    headers: {}
    body: undefined
    reply: Expenditures
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the full calculation of a user’s spending estimates. Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always gives the same figures for the same payslips.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getOnsExpenditureWorking: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons/working'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: the newest model */
      model?: 'ons-fye2024-1'
    }
    headers: {}
    body: undefined
    reply: ExpenditureWorking
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the current journey. Everything needed to show the journey, on first load and after a reload. Poll it while a retrieval is in progress. */
  getJourney: {
    method: 'GET'
    path: '/journeys/current'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Journey
    caller: 'userToken'
  }
  /** Withdraw one of the user’s own authorisations. No more data is retrieved under it. Data already shared is kept until it is deleted. After the last authorisation, accounts are signed out at the provider and become EXPIRED. */
  withdrawAuthorisation: {
    method: 'PUT'
    path: '/journeys/current/authorisations/{authorisation_id}/revoke'
    params: {
      /** Id of the authorisation that allowed the retrieval. */
      authorisation_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: GivenAuthorisation
    caller: 'userToken'
  }
  /** Confirm the person on a device that did not share the data. Compares the answer with the registration. After five wrong answers, for one link on all devices together, only a one-time code helps. */
  confirmJourneyPerson: {
    method: 'POST'
    path: '/journeys/current/confirmations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyConfirmation
    reply: JourneyConfirmation
    caller: 'userToken'
  }
  /** Withdraw every authorisation and delete what was shared. Deletes accounts with their data, documents with their files, notes, and pending webhook payloads. The registration belongs to the client and is kept; data the client has already received cannot be recalled. Safe to repeat. */
  deleteJourneyData: {
    method: 'DELETE'
    path: '/journeys/current/data'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'userToken'
  }
  /** Connect the user at direct providers, without a login. Looks the person up at all providers with direct connections. Responds when they have answered, after 25 seconds at most. */
  createJourneyDirectConnection: {
    method: 'POST'
    path: '/journeys/current/direct-connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: Nothing
    reply: DirectFound
    caller: 'userToken'
  }
  /** Count an employer search without a result. Counts once per journey and text. Texts that match an employer or contain digits are not counted. Requires the token of a journey. */
  countEmployerMiss: {
    method: 'POST'
    path: '/journeys/current/employer-misses'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewEmployerMiss
    reply: RecordedEmployerMiss
    caller: 'userToken'
  }
  /** End a journey and get the redirect URL. The URL is client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended if nothing was shared), or error and user_id (failed). */
  endJourney: {
    method: 'POST'
    path: '/journeys/current/ends'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: JourneyEnd
    reply: JourneyEnded
    caller: 'userToken'
  }
  /** Count events of the journey. Each step counts once per journey. Only counts are stored, and every value is one of a fixed list, so that no text typed by the user can be stored. Requires the token of a journey. */
  countJourneyEvents: {
    method: 'POST'
    path: '/journeys/current/events'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyEvents
    reply: CountedJourneyEvents
    caller: 'userToken'
  }
  /** Export all data held about the user. Registration, authorisations, accounts without credentials, payslips, bank statements, tax years, notes and document metadata. The file is streamed; if the connection breaks, it is incomplete. */
  exportJourneyData: {
    method: 'GET'
    path: '/journeys/current/export'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: {}
    caller: 'userToken'
  }
  /** Get the retrieved data for review by the user. What was found so far, for the person to check before the journey ends. */
  getJourneyFindings: {
    method: 'GET'
    path: '/journeys/current/findings'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: JourneyFindings
    caller: 'userToken'
  }
  /** Say that the user does not have a kind of document, and why. The client sees the reason. A later statement about the same kind replaces it. */
  stateMissingDocuments: {
    method: 'POST'
    path: '/journeys/current/missing-documents'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewMissingDocuments
    reply: MissingDocuments
    caller: 'userToken'
  }
  /** Report retrieved data as wrong. The note is stored with the data, which is not changed. A user can have 200 notes. */
  createJourneyNote: {
    method: 'POST'
    path: '/journeys/current/notes'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyNote
    reply: JourneyNote
    caller: 'userToken'
  }
  /** Read uploaded files before the person submits them. For a review by the person. Nothing is stored as a document or submission, no event is published, and the client sees nothing. Submitting the files afterwards uses what was read. Responds after 25 seconds at most; files that take longer are `still-processing`. */
  readUnsentFiles: {
    method: 'POST'
    path: '/journeys/current/readings'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: UnsentFiles
    reply: JourneyFileReadings
    caller: 'userToken'
  }
  /** Get what the user has shared, with whom and under which term. What the person has shared with the client. */
  getJourneyShared: {
    method: 'GET'
    path: '/journeys/current/shared'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: JourneyShared
    caller: 'userToken'
  }
  /** Get the journey funnel by screen, step and provider. How many journeys reached each step in the period, with errors by provider.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getJourneyFunnel: {
    method: 'GET'
    path: '/journeys/funnel'
    params: {}
    query: {
      /** First day, UTC; by default 29 days before `to` */
      from?: string
      /** Last day, UTC; by default today. At most 366 days */
      to?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: JourneyFunnel
    caller: 'apiKey' | 'memberToken'
  }
  /** Send a journey link to a user by email or text message. Creates a link as POST /user-tokens does and sends it on behalf of the client: who asks, what is shared and how long the link is valid. Text messages need a gateway (SMS_GATEWAY_URL). The reply does not contain the link. Within 24 hours a user is sent at most 5, and a client sends at most 2000; further requests return 429.  API keys need the scope `tokens`. Members need the role FullMember or above, or Underwriter. */
  createJourneyInvitation: {
    method: 'POST'
    path: '/journeys/invitations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyInvitation
    reply: JourneyInvitation
    caller: 'apiKey' | 'memberToken'
  }
  /** Exchange the code of a journey link for a user token. The link can be used until it expires. The token is valid for an hour at most, never longer than the link. */
  createJourneySession: {
    method: 'POST'
    path: '/journeys/sessions'
    params: {}
    query: {}
    headers: {}
    body: JourneyCode
    reply: JourneySession
    caller: 'public'
  }
  /** Renew the token of a journey while its link is valid. Exchanges the token of a journey for a new one before it expires. */
  renewJourneySession: {
    method: 'POST'
    path: '/journeys/sessions/renewals'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: Nothing
    reply: JourneySession
    caller: 'userToken'
  }
  /** Send a one-time code to the person of a journey. For people whose link has expired. The code goes to the email or phone of the user, is valid for 10 minutes and works once; a user gets at most 5 in 24 hours. The reply is always the same, and reveals neither whether the journey exists nor whether a code was sent. */
  createReturnCode: {
    method: 'POST'
    path: '/journeys/{journey_id}/return-codes'
    params: {
      /** Id of the journey. */
      journey_id: string
    }
    query: {}
    headers: {}
    body: NewReturnCode
    reply: Message
    caller: 'public'
  }
  /** Exchange a one-time code for a user token. Opens a new journey of the same person for a day. A code can be tried five times. The person has shown who they are, so the device may show, export and delete their data. */
  returnToJourney: {
    method: 'POST'
    path: '/journeys/{journey_id}/returns'
    params: {
      /** Id of the journey. */
      journey_id: string
    }
    query: {}
    headers: {}
    body: ReturnCode
    reply: JourneySession
    caller: 'public'
  }
  /** Invite a member by e-mail. The invitation of an Admin by an API key is sent after an administrator has approved it by e-mail.  API keys need the scope `members`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  inviteMember: {
    method: 'POST'
    path: '/members'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: Invitation
    reply: InvitedMember
    caller: 'apiKey' | 'memberToken'
  }
  /** List members, newest first. Members of the team, newest first.  API keys need the scope `members`. Members need the role FullMember or above. */
  listMembers: {
    method: 'GET'
    path: '/members'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: MemberPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Accept an invitation with a name and a password. Sets name and password of an invited member. The token comes from the invitation e-mail. */
  acceptInvitation: {
    method: 'POST'
    path: '/members/invitations/{code}/accept'
    params: {
      /** Stable code; the errors page explains each. */
      code: string
    }
    query: {}
    headers: {}
    body: Acceptance
    reply: Member
    caller: 'public'
  }
  /** Approve the invitation of an Admin by an API key. Sends the invitation. The code comes from the e-mail to the administrators. */
  approveInvitation: {
    method: 'POST'
    path: '/members/invitations/{code}/approve'
    params: {
      /** Stable code; the errors page explains each. */
      code: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'public'
  }
  /** Validate the second factor. Completes a sign-in with the code from the e-mail or of the authenticator app, or with a recovery code. */
  validateMfa: {
    method: 'POST'
    path: '/members/mfa/validate'
    params: {}
    query: {}
    headers: {}
    body: MemberMfaAnswer
    reply: SignedIn | BrowserSignedIn
    caller: 'public'
  }
  /** List your own passkeys, newest first. No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  listPasskeys: {
    method: 'GET'
    path: '/members/passkeys'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: PasskeyPage
    caller: 'memberToken'
  }
  /** Add a passkey to your account. Takes the credential that the browser has created. We notify you by e-mail.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  registerPasskey: {
    method: 'POST'
    path: '/members/passkeys'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PasskeyRegistration
    reply: Passkey
    caller: 'memberToken'
  }
  /** Get what the browser needs to create a passkey. For the console: the values of `navigator.credentials.create()`.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  startPasskeyRegistration: {
    method: 'POST'
    path: '/members/passkeys/registration-options'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: PasskeyRegistrationOptions
    caller: 'memberToken'
  }
  /** Get what the browser needs to use a passkey. For the console: the values of `navigator.credentials.get()`. */
  startPasskeySignIn: {
    method: 'POST'
    path: '/members/passkeys/sign-in-options'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: PasskeySignInOptions
    caller: 'public'
  }
  /** Sign in a member with a passkey. Needs neither password nor code. Replies 201 with a cookie if a page of the console asked for one. */
  signInWithPasskey: {
    method: 'POST'
    path: '/members/passkeys/signin'
    params: {}
    query: {}
    headers: {}
    body: PasskeySignIn
    reply: SignedIn | BrowserSignedIn
    caller: 'public'
  }
  /** Remove one of your own passkeys. No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  deletePasskey: {
    method: 'DELETE'
    path: '/members/passkeys/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** Change your own password. Needs the current password. Ends your other sessions. Wrong passwords count towards the limits of the sign-in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  changePassword: {
    method: 'POST'
    path: '/members/password'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PasswordChange
    reply: Message
    caller: 'memberToken'
  }
  /** Set a new password with the code from the e-mail. Sets a new password with the code from the e-mail. */
  confirmPasswordReset: {
    method: 'POST'
    path: '/members/password-reset/confirm'
    params: {}
    query: {}
    headers: {}
    body: ResetConfirmation
    reply: Message
    caller: 'public'
  }
  /** Request a password reset by e-mail. Sends a code by e-mail if the address belongs to a member. The response is the same if it does not. */
  initiatePasswordReset: {
    method: 'POST'
    path: '/members/password-reset/initiate'
    params: {}
    query: {}
    headers: {}
    body: ResetRequest
    reply: Message
    caller: 'public'
  }
  /** Get the rules for signing in. No API key may do this. Members need the role Admin or above. */
  getMemberPolicy: {
    method: 'GET'
    path: '/members/policy'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: MemberPolicy
    caller: 'memberToken'
  }
  /** Change the rules for signing in. Takes effect with the next request of each member.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updateMemberPolicy: {
    method: 'PATCH'
    path: '/members/policy'
    params: {}
    query: {}
    headers: {}
    body: MemberPolicyChanges
    reply: MemberPolicy
    caller: 'memberToken'
  }
  /** List your own sessions, newest first. The devices and programs on which you are signed in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  listSessions: {
    method: 'GET'
    path: '/members/sessions'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: MemberSessionPage
    caller: 'memberToken'
  }
  /** Get the session of this request and its member. Using a session of the console renews it for 15 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  getCurrentSession: {
    method: 'GET'
    path: '/members/sessions/current'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: CurrentSession
    caller: 'memberToken'
  }
  /** Authenticate again in the current session. Opens operations that need a recent authentication for 10 minutes. Replies 202 with a session if the member has a second factor. Wrong passwords count towards the limits of the sign-in.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  authenticateAgain: {
    method: 'POST'
    path: '/members/sessions/current/authentications'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: Reauthentication
    reply: Reauthenticated | MfaSession
    caller: 'memberToken'
  }
  /** Authenticate again in the current session with a passkey. Opens operations that need a recent authentication for 10 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  authenticateAgainWithPasskey: {
    method: 'POST'
    path: '/members/sessions/current/authentications/passkey'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PasskeyAssertion
    reply: Reauthenticated
    caller: 'memberToken'
  }
  /** Validate the second factor of a repeated authentication. Takes the code from the e-mail or of the authenticator app, or a recovery code.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  validateAuthentication: {
    method: 'POST'
    path: '/members/sessions/current/authentications/validate'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: ReauthenticationAnswer
    reply: Reauthenticated
    caller: 'memberToken'
  }
  /** End your own sessions within a second. Signs you out on every other device or, with `keep_current` false, on every device.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  endOwnSessions: {
    method: 'POST'
    path: '/members/sessions/revocations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: SessionRevocation
    reply: Message
    caller: 'memberToken'
  }
  /** End one of your own sessions within a second. Ending the current session signs you out. To end another one, you must have authenticated within the last 10 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  endSession: {
    method: 'DELETE'
    path: '/members/sessions/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** Sign in a member. Replies 202 with a session if the member has a second factor, and 201 with a cookie if a page of the console asked for one. */
  signIn: {
    method: 'POST'
    path: '/members/signin'
    params: {}
    query: {}
    headers: {}
    body: Credentials
    reply: SignedIn | BrowserSignedIn | MfaSession
    caller: 'public'
  }
  /** Get the settings of single sign-on. No API key may do this. Members need the role Admin or above. */
  getSingleSignOn: {
    method: 'GET'
    path: '/members/sso'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: SsoSettings
    caller: 'memberToken'
  }
  /** Set up single sign-on for members with OpenID Connect. Members sign in at your OpenID provider. Owners keep their password. A changed issuer or client id needs the secret again.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  setSingleSignOn: {
    method: 'PUT'
    path: '/members/sso'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: SsoSettingsInput
    reply: SsoSettings
    caller: 'memberToken'
  }
  /** Switch off single sign-on. Members without a password can then set one with a password reset.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteSingleSignOn: {
    method: 'DELETE'
    path: '/members/sso'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** Start a sign-in at the OpenID provider of an organisation. For the sign-in page of the console. Sets a cookie that binds the sign-in to the browser. */
  startSingleSignOn: {
    method: 'POST'
    path: '/members/sso/authorisations'
    params: {}
    query: {}
    headers: {}
    body: SsoStart
    reply: SsoAuthorisation
    caller: 'public'
  }
  /** Get the state of your authenticator app. No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  getTotp: {
    method: 'GET'
    path: '/members/totp'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Totp
    caller: 'memberToken'
  }
  /** Create the secret of an authenticator app. Needs the current password. The app takes effect once you confirm it with a code, within 15 minutes.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. They must have authenticated within the last 10 minutes. */
  startTotpSetup: {
    method: 'POST'
    path: '/members/totp'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: TotpSetup
    reply: TotpSecret
    caller: 'memberToken'
  }
  /** Confirm your authenticator app with a code. From now on, each sign-in needs a code of the app. Returns ten recovery codes, which are shown only once. Each replaces one code of the app.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  confirmTotpSetup: {
    method: 'POST'
    path: '/members/totp/confirm'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: TotpConfirmation
    reply: RecoveryCodes
    caller: 'memberToken'
  }
  /** Remove your authenticator app. Needs the current password and a code of the app, or a recovery code.  No API key may do this. Members need the role Support or above, or Underwriter or Developer. */
  removeTotp: {
    method: 'POST'
    path: '/members/totp/removals'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: TotpRemoval
    reply: Message
    caller: 'memberToken'
  }
  /** Get a member. One member of the team.  API keys need the scope `members`. Members need the role FullMember or above. */
  getMember: {
    method: 'GET'
    path: '/members/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Member
    caller: 'apiKey' | 'memberToken'
  }
  /** Update the role or second factor of a member. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  updateMember: {
    method: 'PATCH'
    path: '/members/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: MemberChanges
    reply: Member
    caller: 'memberToken'
  }
  /** Remove a member and revoke their tokens within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteMember: {
    method: 'DELETE'
    path: '/members/{id}'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** Remove all passkeys of a member. For a member who has lost a device. We notify the member by e-mail.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteMemberPasskeys: {
    method: 'DELETE'
    path: '/members/{id}/passkeys'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** End all sessions of a member within a second. No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  endMemberSessions: {
    method: 'POST'
    path: '/members/{id}/sessions/revocations'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** Remove the authenticator app of another member. For a member who has lost it. We notify the member by e-mail.  No API key may do this. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  deleteMemberTotp: {
    method: 'DELETE'
    path: '/members/{id}/totp'
    params: {
      /** Id. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'memberToken'
  }
  /** List payroll entries of a user, newest first. Entries of one user: each is one retrieval or upload that brought payslips.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listPayrollEntries: {
    method: 'GET'
    path: '/payroll/entries'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the account: the connection of a user to a provider. */
      account_id?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: PayrollEntryPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Retrieve new payslips through an account. Replies once the provider has replied. If there is nothing new, entry_id is null and the list is empty. Waits for the first retrieval of the account if that is still running. */
  queryPayrollConnection: {
    method: 'POST'
    path: '/payroll/entries/connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PayrollConnectionQuery
    reply: PayrollConnectionResult
    caller: 'userToken'
  }
  /** Extract uploaded payslips. Creates one entry for all payslips that could be extracted; entry_id is null if none could. Replies within 25 seconds: files that take longer are listed as `still processing`, stored later as a separate entry and announced by webhook. */
  submitPayslips: {
    method: 'POST'
    path: '/payroll/entries/payslips'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: SubmittedFiles
    reply: PayslipsResult
    caller: 'userToken'
  }
  /** Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with the headers of its item, which are signed: `Content-Type: application/pdf`, `If-None-Match: *` and, if you sent `bytes`, the length. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
  presignPayslips: {
    method: 'POST'
    path: '/payroll/entries/payslips/presign'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: PresignRequest
    reply: PresignedUploads
    caller: 'userToken'
  }
  /** Get a payroll entry. Its submissions are listed by `GET /payroll/{user_id}?entry_id=`.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getPayrollEntry: {
    method: 'GET'
    path: '/payroll/entries/{entry_id}'
    params: {
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: PayrollEntry
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a payroll entry with its submissions. The next query or recurring check retrieves the newest payslips of the account again.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deletePayrollEntry: {
    method: 'DELETE'
    path: '/payroll/entries/{entry_id}'
    params: {
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List payroll submissions of a user, newest first. Payslips of one user from all sources, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listPayrollSubmissions: {
    method: 'GET'
    path: '/payroll/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Id of the account: the connection of a user to a provider. */
      account_id?: string
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id?: string
      /** Your own id for the file, as given when it was presigned. Null for data from a connection. */
      document_external_id?: string
      /** false leaves out submissions with a duplicate_of, of any account or document of the user */
      include_duplicates?: boolean
      /** Only items created at or after this time. A date alone means the start of that day (UTC). */
      created_after?: string
      /** Only items created at or before this time. A date alone means the end of that day (UTC). */
      created_before?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: PayrollSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a payroll submission. One payslip.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getPayrollSubmission: {
    method: 'GET'
    path: '/payroll/{user_id}/{submission_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: PayrollSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the provenance of each value of a payroll submission. For an uploaded payslip the position in its document; for a connection the account.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getPayrollProvenance: {
    method: 'GET'
    path: '/payroll/{user_id}/{submission_id}/provenance'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SubmissionProvenance
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a payroll submission with its provenance, signed. The payslip as a signed token (JWS), so that others can verify that this service issued it.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getSignedPayroll: {
    method: 'GET'
    path: '/payroll/{user_id}/{submission_id}/provenance/signed'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the submission. */
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SignedSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** List payroll providers and employers. Providers that can be connected, their parents, and the employers that use them.  API keys need the scope `read`. Members need the role Support or above, or Underwriter or Developer. */
  listProviders: {
    method: 'GET'
    path: '/providers'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: Catalogue
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List recent API requests, newest first. Requests of your API keys and members in the last 7 days, as far as the log has room. It contains field names and error codes, but no values that people typed. A request appears within seconds; under heavy load some are left out.  API keys need the scope `read`. Members need the role Admin or above, or Developer. */
  listRequests: {
    method: 'GET'
    path: '/request-log'
    params: {}
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      /** Only requests with this method */
      method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      /** Only responses of this class */
      status?: '2xx' | '3xx' | '4xx' | '5xx'
      /** Only requests of this operation */
      operation_id?: string
      /** Only requests that failed with this code */
      error_code?: string
      /** Only the request with this id */
      request_id?: string
      /** Only requests of API keys, or of members */
      actor_kind?: 'api_key' | 'member'
      /** Only requests of this API key or member */
      actor_id?: string
      /** Earliest time; at most 7 days ago */
      from?: string
      /** Time before which the requests arrived */
      to?: string
    }
    headers: {}
    body: undefined
    reply: RequestLogPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List users as a work queue. Users with review status, employer, annual gross, worst finding and assignee, filtered and sorted. Pages are linked by cursor. Sorting by assignee lists assigned users only.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listReviews: {
    method: 'GET'
    path: '/reviews'
    params: {}
    query: {
      /** Beginnings of names (at least three letters each) or of the ext_id, or a whole user_id, NI number or e-mail address. The Support role finds whole references and ids only */
      search?: string
      /** One or more statuses, separated by commas */
      status?: string
      /** Severities of the worst finding, separated by commas */
      severity?: string
      /** Advice of your review rules, separated by commas */
      advice?: string
      /** Only users assigned to this member */
      assignee_id?: string
      /** Only users with an assignee, or without one */
      is_assigned?: boolean
      /** Beginnings of the words of the employer’s name */
      employer?: string
      /** Annual gross of at least this many pounds, in whole thousands */
      gross_from?: number
      /** Annual gross of less than this many pounds, in whole thousands */
      gross_below?: number
      /** annual_gross sorts by whole thousands. Ties are sorted by updated_at */
      sort?: 'updated_at' | 'status' | 'annual_gross' | 'severity' | 'assignee'
      /** Ascending or descending */
      direction?: 'asc' | 'desc'
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page, with the same filters */
      cursor?: string
    }
    headers: {}
    body: undefined
    reply: ReviewPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Export the work queue as CSV. All users that match the filters, one per line, in the order of their ids. Text that a spreadsheet would run as a formula is preceded by an apostrophe. The export is in the audit log.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  exportReviews: {
    method: 'GET'
    path: '/reviews/export'
    params: {}
    query: {
      /** Beginnings of names (at least three letters each) or of the ext_id, or a whole user_id, NI number or e-mail address. The Support role finds whole references and ids only */
      search?: string
      /** One or more statuses, separated by commas */
      status?: string
      /** Severities of the worst finding, separated by commas */
      severity?: string
      /** Advice of your review rules, separated by commas */
      advice?: string
      /** Only users assigned to this member */
      assignee_id?: string
      /** Only users with an assignee, or without one */
      is_assigned?: boolean
      /** Beginnings of the words of the employer’s name */
      employer?: string
      /** Annual gross of at least this many pounds, in whole thousands */
      gross_from?: number
      /** Annual gross of less than this many pounds, in whole thousands */
      gross_below?: number
    }
    headers: {}
    body: undefined
    reply: Blob
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the review rules. Rules that are checked against every income summary. They advise your team and never decide.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getReviewRules: {
    method: 'GET'
    path: '/reviews/rules'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: ReviewRules
    caller: 'apiKey' | 'memberToken'
  }
  /** Replace the review rules. At most 20 rules. The earlier rules stay in the list of changes. Users are checked again in the background, so the work queue shows the new advice a little later. Send the `version` that you read to keep a change that another member made meanwhile: a stale version is refused with 409 and the code `rules-changed`.  API keys need the scope `configuration`. Members need the role Admin or above. They must have authenticated within the last 10 minutes. */
  replaceReviewRules: {
    method: 'PUT'
    path: '/reviews/rules'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewReviewRules
    reply: ReviewRules
    caller: 'apiKey' | 'memberToken'
  }
  /** List changes of the review rules, newest first. Each change with the rules before and after it, the time, and the member or API key.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listReviewRuleChanges: {
    method: 'GET'
    path: '/reviews/rules/changes'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: ReviewRulesChangePage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the saved views of the signed-in member. Filters of the work queue that the member has named. API keys have none.  No API key may do this. Members need the role Support or above, or Underwriter. */
  getReviewViews: {
    method: 'GET'
    path: '/reviews/views'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: SavedViews
    caller: 'memberToken'
  }
  /** Replace the saved views of the signed-in member. At most 20 views, in the order in which they are shown.  No API key may do this. Members need the role Support or above, or Underwriter. */
  replaceReviewViews: {
    method: 'PUT'
    path: '/reviews/views'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: SavedViews
    reply: SavedViews
    caller: 'memberToken'
  }
  /** Get the sandbox clock. Your time in the sandbox. It is that of the installation until you set it.  API keys need the scope `read`. Members need the role FullMember or above. */
  getSandboxClock: {
    method: 'GET'
    path: '/sandbox/clock'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: SandboxClock
    caller: 'apiKey' | 'memberToken'
  }
  /** Set or advance the sandbox clock. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  moveSandboxClock: {
    method: 'PATCH'
    path: '/sandbox/clock'
    params: {}
    query: {}
    headers: {}
    body: SandboxClockChange
    reply: SandboxClock
    caller: 'apiKey' | 'memberToken'
  }
  /** Get your webhook inbox: its URL and the deliveries received, newest first. Deliveries that the sandbox inbox of this client received, newest first.  API keys need the scope `read`. Members need the role FullMember or above. */
  getSandboxInbox: {
    method: 'GET'
    path: '/sandbox/inbox'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: SandboxInbox
    caller: 'apiKey' | 'memberToken'
  }
  /** Set the keys with which the inbox verifies and decrypts deliveries. The secrets with which the inbox verifies and decrypts deliveries.  API keys need the scope `write`. Members need the role FullMember or above. */
  setSandboxInboxKeys: {
    method: 'PATCH'
    path: '/sandbox/inbox'
    params: {}
    query: {}
    headers: {}
    body: SandboxInboxKeys
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List or search the named people of the sandbox. Any user name of the form person.1, person.2 and so on exists too.  API keys need the scope `read`. Members need the role FullMember or above. */
  listSandboxPeople: {
    method: 'GET'
    path: '/sandbox/people'
    params: {}
    query: {
      /** Part of the name, user name or description */
      search?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: SandboxPeople
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a sandbox person with identity, login and next pay day. One fictional person with employments, addresses and logins.  API keys need the scope `read`. Members need the role FullMember or above. */
  getSandboxPerson: {
    method: 'GET'
    path: '/sandbox/people/{user_name}'
    params: {
      /** Login of the person at the provider. */
      user_name: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SandboxPersonDetails
    caller: 'apiKey' | 'memberToken'
  }
  /** Override a sandbox person’s behaviour at a provider. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  setSandboxBehaviour: {
    method: 'PATCH'
    path: '/sandbox/people/{user_name}/behaviour'
    params: {
      /** Login of the person at the provider. */
      user_name: string
    }
    query: {}
    headers: {}
    body: SandboxBehaviour
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List the simulated providers with their settings. The simulated providers and how they behave for your client.  API keys need the scope `read`. Members need the role FullMember or above. */
  listSandboxProviders: {
    method: 'GET'
    path: '/sandbox/providers'
    params: {}
    query: {}
    headers: {}
    body: undefined
    reply: SandboxProviders
    caller: 'apiKey' | 'memberToken'
  }
  /** Take a simulated provider down, slow it down, unlock its accounts or reset it. Affects your client only: its users, members and API keys. Other clients do not see the change.  API keys need the scope `write`. Members need the role FullMember or above. */
  updateSandboxProvider: {
    method: 'PATCH'
    path: '/sandbox/providers/{provider_id}'
    params: {
      /** Id of the provider. */
      provider_id: string
    }
    query: {}
    headers: {}
    body: SandboxProviderChange
    reply: SandboxProvider
    caller: 'apiKey' | 'memberToken'
  }
  /** List tax authority entries of a user, newest first. Entries of one user: each is one retrieval from the tax authority.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listTaxauthEntries: {
    method: 'GET'
    path: '/taxauth/entries'
    params: {}
    query: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the account: the connection of a user to a provider. */
      account_id?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: IncomeEntryPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Retrieve new tax years through an account. Replies once the authority has replied. If there is nothing new, entry_id is null and the list is empty. The authority accepts three requests a second from all clients together, so the reply may be 503; the result then follows by webhook. */
  queryTaxauthConnection: {
    method: 'POST'
    path: '/taxauth/entries/connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; by default the newest valid one of the user */
      'x-svc-authorisation-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-device-id'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-browser-user-agent'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-ip'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-public-port'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-screens'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-window-size'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-timezone'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-multi-factor'?: string
      /** About the person’s device, passed on to the tax authority and not kept */
      'x-svc-client-user-ids'?: string
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: IncomeConnectionQuery
    reply: IncomeConnectionResult
    caller: 'userToken'
  }
  /** Get a tax authority entry. Its submissions are listed by `GET /taxauth/{user_id}?entry_id=`.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getTaxauthEntry: {
    method: 'GET'
    path: '/taxauth/entries/{entry_id}'
    params: {
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: IncomeEntry
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a tax authority entry with its submissions. The next query or recurring check retrieves the data again.  API keys need the scope `erase`. Members need the role FullMember or above. */
  deleteTaxauthEntry: {
    method: 'DELETE'
    path: '/taxauth/entries/{entry_id}'
    params: {
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List tax authority data of a user, one submission per tax year, newest first. Income per tax year from the tax authority, newest first.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listIncomeSubmissions: {
    method: 'GET'
    path: '/taxauth/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Id of the account: the connection of a user to a provider. */
      account_id?: string
      /** Id of the entry: one retrieval or upload that brought the data. */
      entry_id?: string
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: IncomeSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a token and a journey link for a user. A token with which the user acts for themselves, and a link to the hosted journey. Send the link only to that person.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  createUserToken: {
    method: 'POST'
    path: '/user-tokens'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: UserReference
    reply: UserToken
    caller: 'apiKey' | 'memberToken'
  }
  /** Revoke all tokens and journey links of a user. Revokes every token and journey link of the user at once.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  revokeUserTokens: {
    method: 'POST'
    path: '/user-tokens/revocations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: UserReference
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a user. Registers a person. Nothing is retrieved until the person has accepted a term.  API keys need the scope `write`. Members need the role FullMember or above. */
  createUser: {
    method: 'POST'
    path: '/users'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewUser
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** List or search users, newest first. Users of the client, newest first.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listUsers: {
    method: 'GET'
    path: '/users'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
      /** Only users with exactly this ext_id */
      ext_id?: string
      /** Only users with exactly this user_id, ext_id, surname, or forename and surname. Names are compared without case, accents, spaces, hyphens and apostrophes. The Support role cannot search by name */
      search?: string
    }
    headers: {}
    body: undefined
    reply: UserPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Register and invite many people by CSV. By default this is a dry run, which only validates the file. With `dry_run: false`, each person is registered and sent a link by e-mail; if any line is invalid, the whole file is rejected with 400. References of registered users are rejected, so that sending the same file again sends no second invitation. If another request registers a reference meanwhile, that line is skipped and listed in `errors`. A client sends at most 2000 links within 24 hours.  API keys need the scope `tokens`. Members need the role FullMember or above. */
  bulkInviteUsers: {
    method: 'POST'
    path: '/users/bulk-invitations'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewBulkInvitations
    reply: BulkInvitationResult
    caller: 'apiKey' | 'memberToken'
  }
  /** List users with something to check. Low-trust and unread documents, other identities and disputed figures of the given users, as counts. The income summary has the details.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listUserFlags: {
    method: 'GET'
    path: '/users/flags'
    params: {}
    query: {
      /** Up to 100 user ids, separated by commas */
      user_ids: string
    }
    headers: {}
    body: undefined
    reply: FlaggedUsers
    caller: 'apiKey' | 'memberToken'
  }
  /** List users with recurring checks enabled or disabled. The setting of the user overrides that of the client; an end date in the past disables recurring checks.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listRecurringUsers: {
    method: 'GET'
    path: '/users/recurring'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
      /** Only users with recurring checks, or only those without. */
      recurring_enabled?: boolean
    }
    headers: {}
    body: undefined
    reply: UserPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a user. One user with the settings that override those of the client.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getUser: {
    method: 'GET'
    path: '/users/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** Change a user. Changes the fields that are sent and keeps the others. `null` unsets an optional field.  API keys need the scope `write`. Members need the role FullMember or above. */
  updateUser: {
    method: 'PATCH'
    path: '/users/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: UserChanges
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** Erase a user and everything held about them. Erases the user with all files, accounts, entries and submissions. Backups that are restored later forget the user too.  API keys need the scope `erase`. Members need the role FullMember or above. They must have authenticated within the last 10 minutes. */
  deleteUser: {
    method: 'DELETE'
    path: '/users/{user_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the months that data covers, and documents the user does not have. Counts payslips from payroll and uploads alike. Contains no amounts.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  getCoverage: {
    method: 'GET'
    path: '/users/{user_id}/coverage'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Coverage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the income summary of a user. Employments, annual income, averages, months, agreement of the sources and findings, from all stored data. Every figure lists its submissions; a figure that cannot be calculated is null with a reason. A `model_id` never changes: it always gives the same figures for the same data. Low-trust documents do not count unless they are included.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getIncome: {
    method: 'GET'
    path: '/users/{user_id}/income'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: today. Payslips with a later pay date are left out */
      as_of?: string
      /** Monthly commitments that you know of, such as 350.00. Subtracted from what is left */
      commitments?: string
    }
    headers: {}
    body: undefined
    reply: IncomeSummary
    caller: 'apiKey' | 'memberToken'
  }
  /** Count a low-trust document towards the income of its user, or mark an unread one as checked. The reason is stored and shown in the working, with the caller and the time. Repeat the request to change the reason. A document with `unread` has no figure that could count: its finding becomes `unread-document-checked`. 400 if the trust score of the document is not Low and it was read.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  includeIncomeDocument: {
    method: 'PUT'
    path: '/users/{user_id}/income/inclusions/{document_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewIncomeInclusion
    reply: IncomeInclusion
    caller: 'apiKey' | 'memberToken'
  }
  /** Stop counting a low-trust document, or mark an unread one as not checked. The document is in no figure any more, or needs attention again. It is not deleted.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  excludeIncomeDocument: {
    method: 'DELETE'
    path: '/users/{user_id}/income/inclusions/{document_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the uploaded document. Null for data from a connection. */
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the full calculation of a user’s income summary. Every stored payslip with the amounts that count, its split over months, or the reason why it is left out; the periods behind the annual figure; and the included low-trust documents.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getIncomeWorking: {
    method: 'GET'
    path: '/users/{user_id}/income/working'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: today. Payslips with a later pay date are left out */
      as_of?: string
    }
    headers: {}
    body: undefined
    reply: IncomeWorking
    caller: 'apiKey' | 'memberToken'
  }
  /** List matches between payslips, bank credits and tax years, newest pay date first. Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listMatches: {
    method: 'GET'
    path: '/users/{user_id}/matches'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: MatchPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List notes of a user about their data, newest first. What the person wrote about their data during the journey.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listNotes: {
    method: 'GET'
    path: '/users/{user_id}/notes'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: JourneyNotePage
    caller: 'apiKey' | 'memberToken'
  }
  /** Answer a note of a user about their data. The person sees the answer on their data page, and gets a mail about the first answer if the user has an email. A later answer replaces the earlier one.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  answerNote: {
    method: 'PUT'
    path: '/users/{user_id}/notes/{note_id}/answer'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the note. */
      note_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewNoteAnswer
    reply: JourneyNote
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a signed income report of a user. The income summary with findings, the working and all sources, signed. Anyone with the report can verify it offline with the published keys: `payproof verify-report`. Every call creates a new report from the data as it is now. The report is not stored.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getReport: {
    method: 'GET'
    path: '/users/{user_id}/report'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: today. Payslips with a later pay date are left out */
      as_of?: string
      /** Monthly commitments that you know of, such as 350.00. Subtracted from what is left */
      commitments?: string
    }
    headers: {}
    body: undefined
    reply: SignedIncomeReport
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a signed income report of a user as a PDF. The same report as a PDF: the decision page first, then every figure with its source. The signed report is attached as report.jws. The last line of the file is a signature over all other bytes.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getReportFile: {
    method: 'GET'
    path: '/users/{user_id}/report/file'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Default: today. Payslips with a later pay date are left out */
      as_of?: string
      /** Monthly commitments that you know of, such as 350.00. Subtracted from what is left */
      commitments?: string
    }
    headers: {}
    body: undefined
    reply: Blob
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a link to an income report that expires. Anyone with the URL can open the PDF of the report, as it is now, until the link expires or is revoked. Every opening is in the audit log. A user has at most 20 open links.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  createReportLink: {
    method: 'POST'
    path: '/users/{user_id}/report/links'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewReportLink
    reply: CreatedReportLink
    caller: 'apiKey' | 'memberToken'
  }
  /** List links to income reports of a user, newest first. With status and openings, without URLs. Links are listed until 30 days after they expire.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listReportLinks: {
    method: 'GET'
    path: '/users/{user_id}/report/links'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: ReportLinkPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Revoke a link to an income report. The link answers 410 from now on, and its copy of the report is deleted.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  revokeReportLink: {
    method: 'DELETE'
    path: '/users/{user_id}/report/links/{link_id}'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
      /** Id of the link to a report. */
      link_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the review of a user. Status, assignee and decision, and the members who may be assigned.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  getReview: {
    method: 'GET'
    path: '/users/{user_id}/review'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Review
    caller: 'apiKey' | 'memberToken'
  }
  /** Assign or start the review of a user. Other statuses follow from data or from the decision. A changed status is published as review-status-changed.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  updateReview: {
    method: 'PATCH'
    path: '/users/{user_id}/review'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {}
    body: ReviewChanges
    reply: Review
    caller: 'apiKey' | 'memberToken'
  }
  /** Decide the review of a user. The decision and its reason are stored with the caller and the time. A later decision replaces it. Published as review-status-changed, without the reason.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  decideReview: {
    method: 'PUT'
    path: '/users/{user_id}/review/decision'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewReviewDecision
    reply: Review
    caller: 'apiKey' | 'memberToken'
  }
  /** Add an internal note about a user. Only the team can read it. It is stored encrypted and deleted with the user.  API keys need the scope `write`. Members need the role FullMember or above, or Underwriter. */
  createReviewNote: {
    method: 'POST'
    path: '/users/{user_id}/review/notes'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewReviewNote
    reply: ReviewNote
    caller: 'apiKey' | 'memberToken'
  }
  /** List internal notes about a user, newest first. Notes of the team. Notes of the applicant are listed by GET /users/{user_id}/notes.  API keys need the scope `read`. Members need the role FullMember or above, or Underwriter. */
  listReviewNotes: {
    method: 'GET'
    path: '/users/{user_id}/review/notes'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: ReviewNotePage
    caller: 'apiKey' | 'memberToken'
  }
  /** List the timeline of a user, newest first. Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and deliveries are listed for 30 days.  API keys need the scope `read`. Members need the role Support or above, or Underwriter. */
  listUserTimeline: {
    method: 'GET'
    path: '/users/{user_id}/timeline'
    params: {
      /** Id of the user: the person whose income is verified. */
      user_id: string
    }
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
    }
    headers: {}
    body: undefined
    reply: TimelinePage
    caller: 'apiKey' | 'memberToken'
  }
  /** Subscribe to events. Subscribes a URL to events. With `signing_secret` deliveries are signed, with `encryption_key` encrypted; neither can be read back.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  createWebhook: {
    method: 'POST'
    path: '/webhooks'
    params: {}
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: NewWebhook
    reply: Webhook
    caller: 'apiKey' | 'memberToken'
  }
  /** List webhooks, newest first. All webhooks of the client.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  listWebhooks: {
    method: 'GET'
    path: '/webhooks'
    params: {}
    query: {
      /** Position of the first item of the page. */
      offset?: number
      /** Maximum number of items on a page. */
      limit?: number
    }
    headers: {}
    body: undefined
    reply: WebhookPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a webhook. One webhook. Its secrets cannot be read back.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getWebhook: {
    method: 'GET'
    path: '/webhooks/{webhook_id}'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Webhook
    caller: 'apiKey' | 'memberToken'
  }
  /** Change a webhook. Changes name, events, URL or options. Rotate the secrets with the rotation operations.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  updateWebhook: {
    method: 'PATCH'
    path: '/webhooks/{webhook_id}'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {}
    body: WebhookChanges
    reply: Webhook
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a webhook and its pending deliveries. Ends the subscription. Pending deliveries are dropped.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  deleteWebhook: {
    method: 'DELETE'
    path: '/webhooks/{webhook_id}'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List deliveries of the last 30 days, newest first. Deliveries of one webhook, newest first.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  listDeliveries: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/deliveries'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {
      /** Maximum number of items on a page. */
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      /** dead: all attempts have failed; dropped: the receiver asked to drop it */
      state?: 'waiting' | 'delivered' | 'dead' | 'dropped'
      /** Kind of the event. */
      event?: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted' | 'account-status-changed' | 'authorisation-revoked' | 'journey-ended' | 'document-flagged' | 'income-summary-updated' | 'identity-mismatch' | 'review-status-changed'
      /** Id of the user: the person whose income is verified. */
      user_id?: string
    }
    headers: {}
    body: undefined
    reply: DeliveryPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a delivery with its attempts. One delivery with every attempt.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getDelivery: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}'
    params: {
      /** Id of the webhook. */
      webhook_id: string
      /** Id of the delivery. */
      delivery_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DeliveryWithAttempts
    caller: 'apiKey' | 'memberToken'
  }
  /** Redeliver a delivery in any state. The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  redeliver: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'
    params: {
      /** Id of the webhook. */
      webhook_id: string
      /** Id of the delivery. */
      delivery_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Pause a webhook. Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  pauseWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/pause'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Requeue the dead deliveries of a period. Sends every event of a period again that was not delivered.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  recoverWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/recover'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: WebhookRecovery
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Resume a webhook and deliver what is pending. Resumes a paused webhook. Deliveries that waited are sent.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  resumeWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/resume'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Rotate the signing secret or the encryption key. A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both signatures until then. An encryption key is replaced at once.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. They must have authenticated within the last 10 minutes. */
  rotateWebhookSecret: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/rotate'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: WebhookRotation
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Get delivery attempts of the last 24 hours by hour. Successes, failures and durations. At most the newest 10,000 deliveries are counted; `is_truncated` is true if there are more.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getWebhookStatistics: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/statistics'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: WebhookStatistics
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the status of a webhook. Signing, encryption, rotation, pause and failures of one webhook.  API keys need the scope `webhooks`. Members need the role Support or above, or Developer. */
  getWebhookStatus: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/status'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Send a test delivery and return the response. Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test.  API keys need the scope `webhooks`. Members need the role Admin or above, or Developer. */
  testWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/test'
    params: {
      /** Id of the webhook. */
      webhook_id: string
    }
    query: {}
    headers: {
      /** Makes retries safe: the same key and body return the first reply for 24 hours. */
      'Idempotency-Key'?: string
    }
    body: WebhookTest
    reply: DeliveryWithAttempts
    caller: 'apiKey' | 'memberToken'
  }
}
