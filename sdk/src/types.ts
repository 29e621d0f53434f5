// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

export type Acceptance = {
  name: string
  password: string
}

export type Account = {
  account_id: string
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  created_at: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  mfa_enabled: boolean
  latest_pay_date: string | null
}

export type AccountHistory = {
  pagination: Pagination
  history: Array<{
    from_status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED' | null
    status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
    reason: string
    at: string
  }>
}

export type AccountPage = {
  pagination: Pagination
  accounts: Account[]
}

export type Activity = {
  from: string
  to: string
  /** Every day, oldest first. Data erased later stays counted */
  days: ActivityOfDay[]
}

export type ActivityOfDay = {
  day: string
  users_registered: number
  /** Journeys opened for the first time */
  journeys: number
  /** Logins and OAuth redirects started */
  connections_started: number
  connections_succeeded: number
  /** Rejected or not completed in time */
  connections_failed: number
  payroll_submissions: number
  bank_statement_submissions: number
  tax_income_submissions: number
  deliveries_succeeded: number
  /** Dead after the last attempt */
  deliveries_failed: number
}

export type ApiKey = {
  id: string
  name: string
  /** The readable start of the key, which contains environment and cell */
  prefix: string
  last_four: string
  created_at: string
  expires_at: string | null
  /** Accurate to half a minute */
  last_used_at: string | null
}

export type ApiKeyPage = {
  pagination: Pagination
  api_keys: ApiKey[]
}

/** Empty if nothing needs attention. */
export type Attention = {
  at: string
  items: AttentionItem[]
}

export type AttentionItem = {
  kind: 'webhook-paused' | 'webhook-failing' | 'provider-down' | 'provider-degraded' | 'term-inactive' | 'second-factor-waiting' | 'account-ended' | 'consent-expiring' | 'consent-expired' | 'upload-stuck'
  /** For account-ended the reason of the status transition; for webhook-paused the pause_reason */
  reason: string | null
  count: number
  /** There may be more: counting stops at a thousand */
  is_capped: boolean
  /** Time of the item that has waited longest or ends first */
  since: string | null
  examples: Array<{
    /** Id of the webhook, provider, term category, account, consent or upload */
    id: string
    user_id: string | null
    /** Name of the webhook or provider */
    name: string | null
    at: string | null
  }>
}

export type AuditLine = {
  at: string
  actor_kind: string
  actor_id: string
  action: string
  subject_id: string | null
  request_id: string
  /** Position of the line: hash chain and sequence number */
  chain: string
  /** SHA-256 of the previous line in the chain and this line, in hexadecimal */
  hash: string
}

export type AuditPage = {
  audit_lines: AuditLine[]
  next_cursor: string | null
}

export type Authorisation = {
  id: string
  user_id: string
  term_id: string
  status: 'active' | 'revoked' | 'expired'
  is_valid: boolean
  ip_address?: string | null
  user_agent?: string
  fingerprint?: string | null
  accepted_text: string
  accepted_at: string
  revoked_at: string | null
  expires_at: string | null
  created_at: string
}

export type AuthorisationPage = {
  pagination: Pagination
  authorisations: Authorisation[]
}

export type AuthorisationTerm = {
  id: string
  is_active: boolean
  is_system_term: boolean
  authorisation_version: number
  created_at: string
  name: string
  authorisation_text: string
  authorisation_category: 'one_time' | 'recurring'
}

/** The text of a term cannot be changed; create a new version instead. */
export type AuthorisationTermChanges = {
  is_active: boolean
}

export type AuthorisationTermPage = {
  pagination: Pagination
  terms: AuthorisationTerm[]
}

export type BankStatementPage = {
  pagination: Pagination
  bank_statement_submissions: BankStatementSubmission[]
}

export type BankStatementSubmission = {
  id: string
  created_at: string
  document_id: string
  document_external_id: string | null
  document_filename: string
  account_information: {
    account_holder_name: string | null
    account_number: string | null
    sort_code: string | null
    bank_name: string | null
    /** Only if printed; never derived */
    iban: string | null
  }
  statement_period: {
    start_date: string | null
    end_date: string | null
  }
  balance_information: {
    opening_balance: string | null
    closing_balance: string | null
  }
  /** Oldest first */
  transactions: Array<{
    date: string
    description: string
    /** Negative for debits */
    amount: string
    type: 'credit' | 'debit'
  }>
  /** Probability that the document is a bank statement */
  bank_statement_probability: number
}

export type BankStatementsResult = {
  bank_statement_submissions: BankStatementSubmission[]
  bank_statement_errors: FileError[]
}

export type Catalogue = {
  providers: Provider[]
  parent_provider_meta: ParentProvider[]
  employers: Employer[]
}

/** Fields that are not set are omitted. */
export type Configuration = {
  payslip_upload_enabled?: boolean
  payroll_period_months?: number
  client_logo?: string
  client_callback_url?: string
  recurring_checks_enabled?: boolean
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  recurring_check_end_date?: string
  payroll_connections_enabled?: boolean
  taxauth_enabled?: boolean
  client_display_name?: string
  /** Colour of the buttons in the hosted journey */
  brand_colour?: string
  /** The origins whose pages may embed the hosted journey in a frame; none if empty */
  frame_origins?: string[]
}

/** Only the fields sent are changed. */
export type ConfigurationChanges = {
  payslip_upload_enabled?: boolean
  payroll_period_months?: number
  client_logo?: string
  client_callback_url?: string
  recurring_checks_enabled?: boolean
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  recurring_check_end_date?: string
  payroll_connections_enabled?: boolean
  taxauth_enabled?: boolean
  client_display_name?: string
  /** Colour of the buttons in the hosted journey */
  brand_colour?: string
  /** The origins whose pages may embed the hosted journey in a frame; none if empty */
  frame_origins?: string[]
}

export type ConnectedAccount = {
  account_id: string
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  created_at: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  mfa_enabled: boolean
  latest_pay_date: string | null
  /** Present when the provider asks for a second factor */
  mfa_method?: MfaMethod
  /** Where the person signs in, if the provider uses its own login page */
  authorization_url?: string
}

export type CountedJourneyEvents = {
  /** Number of events that were new to this journey */
  counted: number
}

export type CreatedApiKey = {
  id: string
  name: string
  /** The readable start of the key, which contains environment and cell */
  prefix: string
  last_four: string
  created_at: string
  expires_at: string | null
  /** Accurate to half a minute */
  last_used_at: string | null
  /** The key itself, shown only once */
  key: string
}

export type Credentials = {
  username: string
  password: string
}

export type Delivery = {
  /** As sent in webhook-id and X-Svc-Delivery-Id */
  delivery_id: string
  event_id: string | null
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
  user_id: string | null
  sequence: number | null
  /** dead: all attempts have failed; dropped: the receiver asked to drop it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  is_test: boolean
  attempt_count: number
  created_at: string
  next_attempt_at: string | null
  ended_at: string | null
}

export type DeliveryPage = {
  deliveries: Delivery[]
  next_cursor: string | null
}

export type DeliveryWithAttempts = {
  /** As sent in webhook-id and X-Svc-Delivery-Id */
  delivery_id: string
  event_id: string | null
  event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
  user_id: string | null
  sequence: number | null
  /** dead: all attempts have failed; dropped: the receiver asked to drop it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  is_test: boolean
  attempt_count: number
  created_at: string
  next_attempt_at: string | null
  ended_at: string | null
  /** The exact body before encryption, with the current settings of the webhook. `webhook-signature` signs delivery_id, started_at in Unix seconds and this body, joined by full stops (for an encrypted webhook, the encrypted body instead). Null for tests, after 30 days and for the Support role */
  body: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    duration_ms: number
    status: number | null
    failure: string | null
    /** The first 4 KiB of the response body; null for the Support role */
    answer: string | null
  }>
}

export type DirectConnection = {
  user_id: string
}

export type DirectFound = {
  /** Empty if no provider knows the user */
  accounts: JourneyAccount[]
}

export type Document = {
  id: string
  user_id: string
  type: 'payslip' | 'bank_statement'
  /** Omitted for the Support role */
  file_name?: string
  /** Omitted for the Support role */
  external_id?: string | null
  created_at: string
  pages: number
  bytes: number
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role */
  trust_analysis?: TrustSignal[]
  /** Omitted for the Support role */
  pdf_metadata?: PdfMetadata | null
}

export type DocumentFields = {
  document_id: string
  user_id: string
  type: 'payslip' | 'bank_statement'
  /** Empty for documents stored before page sizes were recorded */
  pages: Array<{
    /** Page number, from 1 */
    page: number
    /** In points, as displayed */
    width: number
    height: number
    /** text: the page has a text layer; ocr: its text was recognised in an image, such as a photo or scan */
    source: 'text' | 'ocr' | 'empty'
  }>
  /** The submission extracted from it; null if it was deleted */
  submission_id: string | null
  /** All checks passed: the figures confirm each other arithmetically */
  verified: boolean | null
  /** Every value of the submission that is not null, including values that are not printed as such */
  fields: Array<{
    /** Path in the submission, such as `transactions.3.amount`; array indexes count from 0 */
    path: string
    /** Page number, from 1; null if the value is not printed as such */
    page: number | null
    /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear */
    box: number[] | null
    /** text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider */
    method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider'
    /** proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted */
    confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
    value: string | number | boolean
  }>
  /** The findings behind the trust_score, one per location */
  findings: TrustSignal[]
}

export type DocumentPage = {
  pagination: Pagination
  documents: Document[]
}

export type DocumentWithFile = {
  id: string
  user_id: string
  type: 'payslip' | 'bank_statement'
  /** Omitted for the Support role */
  file_name?: string
  /** Omitted for the Support role */
  external_id?: string | null
  created_at: string
  pages: number
  bytes: number
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** The findings behind the trust_score; empty if nothing was detected. Omitted for the Support role */
  trust_analysis?: TrustSignal[]
  /** Omitted for the Support role */
  pdf_metadata?: PdfMetadata | null
  /** Base64. Omitted for the Support role */
  file_contents?: string
}

export type Employer = {
  id: string
  name: string
  url: string
  logo_url: string
  providers: string[]
}

/** One string per problem, all problems at once. */
export type Errors = {
  errors: string[]
}

export type EventPage = {
  events: Array<{
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
  }>
  /** Continue from here, now or later */
  cursor: string
  has_more: boolean
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

/** Every number used, so that the calculation can be reproduced by hand. */
export type ExpenditureWorking = {
  model: {
    id: string
    /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
    weeks_per_year: string
    rounding: string
    tables: Array<{
      name: string
      title: string
      source: string
      year: string
      licence: string
      credit: string
      notes: string
      /** Of the data, as compact JSON */
      sha256: string
    }>
  }
  months: Array<{
    date: string
    /** Why the month has no estimate */
    left_out: 'net-pay-not-positive' | 'no-region' | null
    /** Sum of the shares */
    net_pay: string
    pay_periods: Array<{
      submission_id: string
      source: string
      trust_score: string | null
      employer_name: string | null
      pay_date: string
      pay_interval_start: string
      pay_interval_end: string
      /** Pounds, two decimals */
      net_pay: string
      /** Length of the interval, both ends included */
      days: number
      days_in_month: number
      /** net_pay × days_in_month ÷ days */
      share: string
    }>
    /** Postcodes that were tried first, in vain */
    post_codes_without_region: string[]
    age: {
      date_of_birth: string
      source: 'payslip' | 'user'
      /** The payslip it was taken from; null if taken from the user */
      submission_id: string | null
      on: string
      years: number
      band: string
      /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
      factor: string
    } | null
    region: {
      post_code: string
      source: 'payslip' | 'user'
      /** The payslip it was taken from; null if taken from the user */
      submission_id: string | null
      country: 'England' | 'Wales' | 'Scotland' | 'Northern Ireland'
      /** The part of the postcode that determined the country */
      rule: 'unit' | 'sector' | 'outcode' | 'area'
      matched: string
      /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
      factor: string
    } | null
    /** net_pay × 12 ÷ weeks_per_year */
    weekly_net_pay: string | null
    /** The two rows around weekly_net_pay; above the last row, the last two */
    table_rows: {
      lower: {
        /** 0 is the point of no income and no spending */
        decile: number
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        income: string
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        cost_of_living: string
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        housing: string
      }
      upper: {
        /** 0 is the point of no income and no spending */
        decile: number
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        income: string
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        cost_of_living: string
        /** A decimal number with at most ten decimals; the calculation continues with the unrounded value */
        housing: string
      }
    } | null
    cost_of_living: {
      /** Additional pounds spent per pound of weekly income, between the two rows */
      slope: string
      /** Pounds per week at this income, in the year of the survey */
      spent: string
      /** Factor of the age band or of the country */
      factor: string
      /** spent × factor */
      adjusted: string
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
    } | null
    housing: {
      /** Additional pounds spent per pound of weekly income, between the two rows */
      slope: string
      /** Pounds per week at this income, in the year of the survey */
      spent: string
      /** Factor of the age band or of the country */
      factor: string
      /** spent × factor */
      adjusted: string
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
    } | null
    expenditure: Expenditure | null
  }>
  /** known-twice: the same payment is already counted from another source */
  unused_payslips: Array<{
    submission_id: string
    reason: 'no-net-pay' | 'no-dates' | 'dates-reversed' | 'too-long' | 'known-twice'
  }>
}

export type Expenditures = {
  expenditures: Expenditure[]
}

export type FileError = {
  file_name: string
  /** Message for the user; `still processing`: the result will be sent by webhook */
  error: string
  /** Stable code of the error, for translation */
  code: 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing'
}

export type FoundBankAccount = {
  /** The most recent statement */
  submission_id: string
  bank_name: string | null
  /** The last four digits */
  account_ending: string | null
  statements: number
  period_start: string | null
  period_end: string | null
  closing_balance: string | null
}

export type FoundJob = {
  /** The latest payslip */
  submission_id: string
  source: 'direct' | 'payroll' | 'payslip'
  account_id: string | null
  payroll_provider: string | null
  employer_name: string | null
  role: string | null
  pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
  payslips: number
  /** A date, as 12:00 UTC so that time zones do not change the day */
  first_pay_date: string
  /** A date, as 12:00 UTC so that time zones do not change the day */
  latest_pay_date: string
  /** Of the latest payslip, as is net_pay */
  gross_pay: string | null
  net_pay: string | null
}

export type FoundTaxYear = {
  submission_id: string
  tax_year: string
  total_income: string
  employers: Array<{
    employer_name: string | null
    income: string | null
    tax_paid: string | null
  }>
}

/** An authorisation as shown to the user who gave it. */
export type GivenAuthorisation = {
  id: string
  status: 'active' | 'revoked' | 'expired'
  is_valid: boolean
  term_name: string
  authorisation_version: number
  authorisation_category: 'one_time' | 'recurring'
  accepted_text: string
  accepted_at: string
  revoked_at: string | null
  expires_at: string | null
}

export type IncomeConnectionQuery = {
  account_id: string
}

export type IncomeConnectionResult = {
  account_id: string
  /** Null if there is nothing new */
  entry_id: string | null
  income_submissions: IncomeSubmission[]
  /** The authorisation that allowed the retrieval */
  authorisation_id: string
}

/** One retrieval from the tax authority with new data. */
export type IncomeEntry = {
  account_id: string
  entry_id: string
  authorisation_id: string
  created_at: string
}

export type IncomeEntryPage = {
  pagination: Pagination
  entries: IncomeEntry[]
}

/** Data of the tax authority for one tax year, from 6 April to 5 April. */
export type IncomeSubmission = {
  id: string
  account_id: string
  entry_id: string
  /** Identical for identical data, whatever the account and time of retrieval */
  income_id: string
  employment: {
    /** Sum of the known incomes of all employers */
    total_income: string
    employers: Array<{
      /** Null if the authority does not provide it, like the other fields */
      employer_name: string | null
      income: string | null
      tax_paid: string | null
    }>
  }
  frequency: 'Annual'
  income_period: {
    /** A date, sent as 12:00 UTC */
    start: string
    /** A date, sent as 12:00 UTC */
    end: string
  }
}

/** An IncomeSubmission with amounts as numbers. */
export type IncomeSubmissionForWebhook = {
  id: string
  account_id: string
  entry_id: string
  /** Identical for identical data, whatever the account and time of retrieval */
  income_id: string
  employment: {
    /** Sum of the known incomes of all employers */
    total_income: number
    employers: Array<{
      /** Null if the authority does not provide it, like the other fields */
      employer_name: string | null
      income: number | null
      tax_paid: number | null
    }>
  }
  frequency: 'Annual'
  income_period: {
    /** A date, sent as 12:00 UTC */
    start: string
    /** A date, sent as 12:00 UTC */
    end: string
  }
}

export type IncomeSubmissionPage = {
  pagination: Pagination
  income_submissions: IncomeSubmission[]
}

export type Invitation = {
  email: string
  role: 'Admin' | 'FullMember' | 'Support'
}

/** The name is empty until the invitation is accepted. */
export type InvitedMember = {
  id: string
  email: string
  role: 'Owner' | 'Admin' | 'FullMember' | 'Support'
  status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
  mfa_status: 'sms' | 'email' | 'disabled'
  name: string
}

export type Journey = {
  /** The user, as in other operations */
  user_id: string
  journey_id: string | null
  environment: 'sandbox' | 'production'
  /** Reference that the user can quote to the client */
  reference: string
  client: {
    name: string
    /** A path on this server */
    logo: string | null
    brand_colour: string | null
    has_callback: boolean
  }
  /** Available sources, in the order to offer them */
  sources: Array<'direct' | 'payroll' | 'taxauth' | 'payslips' | 'bank_statements'>
  period_months: number
  recurring: {
    frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
    ends_at: string | null
  } | null
  /** The term to accept now */
  term: {
    id: string
    authorisation_version: number
    name: string
    authorisation_text: string
    authorisation_category: 'one_time' | 'recurring'
  }
  /** The newest valid authorisation */
  authorisation: {
    id: string
    accepted_at: string
    expires_at: string | null
    authorisation_version: number
  } | null
  /** Newest first; 50 at most */
  accounts: JourneyAccount[]
  documents: {
    payslips: number
    bank_statements: number
  }
  session: {
    expires_at: string
    /** Null for a token that does not belong to a journey */
    link_expires_at: string | null
  }
}

export type JourneyAccount = {
  account_id: string
  payroll_provider: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  created_at: string
  /** Reason of the latest status transition */
  reason: string
  /** Pending action: MFA challenge or OAuth redirect */
  waiting: {
    kind: 'mfa'
    mfa_method: MfaMethod
    until: string
  } | {
    kind: 'oauth2'
    until: string
  } | null
  /** waiting: for the user. reading: the first retrieval is in progress or will be retried. done: data was retrieved. nothing_found: the provider has no data. */
  progress: 'waiting' | 'reading' | 'done' | 'nothing_found' | 'failed'
  /** Error code of the failure; while reading, of the last attempt */
  failure: string | null
  submissions: number
  latest_pay_date: string | null
}

export type JourneyCode = {
  /** The last segment of the journey link; a malformed code is treated like an expired one */
  code: string
}

export type JourneyEnd = {
  outcome: {
    kind: 'connected'
    account_id: string
  } | {
    kind: 'documents'
  } | {
    kind: 'failed'
    error: string
  } | {
    kind: 'nothing'
  }
}

export type JourneyEnded = {
  /** The client’s callback URL with the outcome as query parameters; null if it has none */
  redirect_to: string | null
}

/** The same events that the embedding page receives. */
export type JourneyEvent = {
  id: string
  name: 'open'
} | {
  id: string
  name: 'view'
  view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found'
} | {
  id: string
  name: 'source_selected'
  source: 'direct' | 'payroll' | 'taxauth' | 'payslips' | 'bank_statements'
} | {
  id: string
  name: 'provider_selected'
  provider: string
} | {
  id: string
  name: 'consent_accepted'
} | {
  id: string
  name: 'login_submitted'
  provider: string
} | {
  id: string
  name: 'mfa_required'
  kind: 'Code' | 'Date' | 'PasswordWithPositions'
  /** If known */
  provider?: string
} | {
  id: string
  name: 'connected'
  provider: string
} | {
  id: string
  name: 'documents_submitted'
} | {
  id: string
  name: 'data_ready'
  /** If known */
  provider?: string
} | {
  id: string
  name: 'error'
  code: 'login-refused' | 'login-locked' | 'login-disabled' | 'password-expired' | 'terms-not-accepted' | 'mfa-rejected' | 'mfa-timeout' | 'mfa-unsupported' | 'consent-refused' | 'identity-mismatch' | 'consent-ended' | 'session-ended' | 'provider-down' | 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing' | 'invalid-request' | 'too-many-notes' | 'credentials-refused' | 'role-too-low' | 'too-many-api-keys' | 'too-many-webhooks' | 'system-term' | 'last-owner' | 'password-reset-required' | 'connections-off' | 'taxauth-off' | 'payslip-upload-off' | 'authorisation-missing' | 'not-found' | 'expenditure-inputs' | 'no-such-route' | 'idempotency-key-reused' | 'idempotency-key-running' | 'body-too-large' | 'not-json' | 'rate-limited' | 'sign-in-blocked' | 'unexpected' | 'unavailable' | 'client-moving' | 'attempts-spent' | 'login-busy' | 'login-lost' | 'mfa-not-expected' | 'account-pending' | 'another-login' | 'still-retrieving' | 'link-expired' | 'journey-missing' | 'too-many-invitations' | 'network' | 'frame-not-loaded' | 'too-many-files' | 'upload-failed' | 'photo-unreadable' | 'account-duplicate'
  recoverable: boolean
  /** If known */
  provider?: string
} | {
  id: string
  name: 'exit'
  last_view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found' | null
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
  from: string
  to: string
  /** Every screen, in the order of the journey */
  screens: Array<{
    view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found'
    /** Number of journeys, each counted once, on the day of the first occurrence */
    journeys: number
  }>
  /** Every step in total (detail null), followed by its details that occurred */
  steps: Array<{
    name: 'open' | 'consent_accepted' | 'source_selected' | 'provider_selected' | 'login_submitted' | 'mfa_required' | 'connected' | 'documents_submitted' | 'data_ready' | 'error' | 'exit'
    detail: string | null
    /** Number of journeys, each counted once, on the day of the first occurrence */
    journeys: number
  }>
  /** Most selected first */
  providers: ProviderFunnel[]
  /** Of the providers */
  pagination: Pagination
}

export type JourneyInvitation = {
  user_id: string
  queued_at: string
  /** Expiry of the link in the mail */
  link_expires_at: string
}

/** A user’s comment on their data. The data is not changed. */
export type JourneyNote = {
  id: string
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As in the findings */
  submission_id: string
  /** A field of the finding, or `other` */
  field: 'employer_name' | 'role' | 'pay_frequency' | 'payslips' | 'first_pay_date' | 'latest_pay_date' | 'gross_pay' | 'net_pay' | 'other' | 'bank_name' | 'account_ending' | 'statements' | 'period_start' | 'period_end' | 'closing_balance' | 'tax_year' | 'total_income' | 'employers'
  text: string
  created_at: string
}

export type JourneyNotePage = {
  pagination: Pagination
  notes: JourneyNote[]
}

export type JourneySession = {
  /** A user token, valid for an hour at most */
  token: string
  expires_at: string
  /** Identifies the journey in URLs; it grants no access */
  journey_id: string
  /** No token of this journey is valid for longer */
  link_expires_at: string
}

export type JourneyShared = {
  client: {
    name: string
  }
  /** Reference that the user can quote to the client */
  reference: string
  /** Newest first; 50 at most */
  authorisations: GivenAuthorisation[]
  /** Newest first; 50 at most */
  accounts: Array<{
    account_id: string
    payroll_provider: string
    status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
    created_at: string
    /** Number of payslips or tax years */
    submissions: number
  }>
  /** Newest first; 250 at most */
  documents: Array<{
    id: string
    type: 'payslip' | 'bank_statement'
    file_name: string
    created_at: string
    pages: number
  }>
  tax_years: number
  notes: number
}

export type Jwks = {
  keys: Array<{
    kty: string
    crv: string
    x: string
    kid: string
    alg: string
    use: string
  }>
}

export type LogoPicture = {
  /** A data: URL; null if the image cannot be loaded, in which case the journey shows initials */
  picture: string | null
}

/** Whether one source confirms another, with the evidence. */
export type Match = {
  /** The two sources compared */
  kind: 'net_pay_on_bank_statement'
  status: 'matched' | 'unmatched'
  /** strong: amount and date match and the bank names the employer; fair: amount and date match */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-statement: no statement covers the pay date; no-credit: a statement covers it but has no such credit */
  reason: 'no-net-pay' | 'no-statement' | 'no-credit' | null
  payroll: {
    submission_id: string
    source: string
    account_id: string | null
    document_id: string | null
    employer_name: string | null
    pay_date: string
    net_pay: string | null
  }
  bank_credit: {
    submission_id: string
    document_id: string
    /** Index of the transaction, from 0 */
    transaction_index: number
    date: string
    description: string
    amount: string
    /** Negative if the credit came before the pay date */
    days_after_pay_date: number
    names_employer: boolean
  } | null
}

export type MatchPage = {
  pagination: Pagination
  matches: Match[]
  /** One per employer and tax year reported by the tax authority, for the ten newest years, newest first; the same on every page. Omitted without data of the tax authority */
  tax_years?: TaxYearMatch[]
}

export type Member = {
  id: string
  email: string
  role: 'Owner' | 'Admin' | 'FullMember' | 'Support'
  status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
  mfa_status: 'sms' | 'email' | 'disabled'
  name: string
  created_at: string
}

export type MemberChanges = {
  role?: 'Owner' | 'Admin' | 'FullMember' | 'Support'
  mfa_status?: 'sms' | 'email' | 'disabled'
}

export type MemberMfaAnswer = {
  username: string
  session: string
  mfa_code: string
}

export type MemberPage = {
  pagination: Pagination
  members: Member[]
}

export type Message = {
  message: string
}

/** The code, the date in the requested format, or the requested characters joined. */
export type MfaAnswer = {
  mfa: string
}

export type MfaMethod = {
  type: 'Code'
  source: 'SMS' | 'EMAIL' | 'AUTHENTICATOR_APP'
} | {
  type: 'Date'
  format: string
  message: string
} | {
  type: 'PasswordWithPositions'
  positions: number[]
  message: string
}

/** A code was sent; answer it at POST /members/mfa/validate. */
export type MfaSession = {
  session: string
}

export type NewAccount = {
  user_id: string
  payroll_provider: string
  user_name?: string
  password?: string
  /** Further login fields of the provider, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
  /** The first pay date to retrieve */
  from?: string
  /** The last pay date to retrieve */
  to?: string
}

export type NewApiKey = {
  name: string
  expires_at?: string
}

export type NewAuthorisation = {
  user_id: string
  user_agent: string
  term_id?: string
  ip_address?: string
  fingerprint?: string
}

export type NewAuthorisationTerm = {
  name: string
  authorisation_text: string
  authorisation_category: 'one_time' | 'recurring'
  deactivate_previous?: boolean
}

export type NewJourneyEvents = {
  events: JourneyEvent[]
}

export type NewJourneyInvitation = {
  user_id: string
  /** Recipient; stored encrypted, and only until the mail is sent */
  email: string
  /** English or Welsh */
  language?: 'en' | 'cy'
}

export type NewJourneyNote = {
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As in the findings */
  submission_id: string
  /** A field of the finding, or `other` */
  field: 'employer_name' | 'role' | 'pay_frequency' | 'payslips' | 'first_pay_date' | 'latest_pay_date' | 'gross_pay' | 'net_pay' | 'other' | 'bank_name' | 'account_ending' | 'statements' | 'period_start' | 'period_end' | 'closing_balance' | 'tax_year' | 'total_income' | 'employers'
  text: string
}

export type NewUser = {
  forename: string
  surname: string
  date_of_birth: string
  post_codes: string[]
  payroll_period_months: number
  ni_number?: string
  ext_id?: string
  recurring_checks_enabled?: boolean
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  recurring_check_end_date?: string
  taxauth_enabled?: boolean
  payslip_upload_enabled?: boolean
  payroll_connections_enabled?: boolean
}

export type NewWebhook = {
  name: string
  events: Array<'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'>
  /** Where deliveries are sent: https, or http in the sandbox */
  url: string
  /** Deliveries are signed with its UTF-8 bytes. It cannot be read back */
  signing_secret?: string
  /** Base64 of 32 random bytes. It cannot be read back */
  encryption_key?: string
  config?: {
    include_payload?: boolean
    /** The Content-Type of encrypted bodies */
    encrypted_content_type?: 'text/plain' | 'application/json' | 'application/octet-stream'
  }
}

/** An empty object. */
export type Nothing = {}

export type Pagination = {
  offset: number
  limit: number
  count: number
  total_count: number
}

export type ParentProvider = {
  id: string
  name: string
  logo_url: string
}

export type PayrollConnectionQuery = {
  account_id: string
}

export type PayrollConnectionResult = {
  account_id: string
  /** Null if there is nothing new */
  entry_id: string | null
  payroll_submissions: PayrollSubmission[]
  /** The authorisation that allowed the retrieval */
  authorisation_id: string
}

/** One retrieval or upload with new data. */
export type PayrollEntry = {
  account_id: string | null
  entry_id: string
  authorisation_id: string
  created_at: string
}

export type PayrollEntryPage = {
  pagination: Pagination
  entries: PayrollEntry[]
}

export type PayrollSubmission = {
  id: string
  /** Null for an uploaded payslip */
  account_id: string | null
  entry_id: string
  created_at: string
  identity_information: {
    name: string | null
    date_of_birth: string | null
    address: {
      street: string | null
      county: string | null
      city: string | null
      post_code: string | null
      country: string | null
    } | null
    email: string | null
    /** The digits of E.164 */
    phone: number | null
    NI_number: string | null
  }
  employment_information: {
    employer_name: string | null
    role: string | null
    type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other' | null
    /** inactive if there is a leave_date */
    status: 'active' | 'inactive' | null
    start_date: string | null
    leave_date: string | null
    employer_tax_reference: string | null
    is_director: boolean | null
  }
  income_information: {
    /** A date, sent as 12:00 UTC */
    pay_date: string
    pay_interval_start: string | null
    pay_interval_end: string | null
    pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
    tax_code: string | null
    earnings: {
      gross_pay: string | null
      net_pay: string | null
      base_salary: string | null
      bonus: string | null
      fixed_pay_total: string | null
      variable_pay_total: string | null
      earning_elements: Array<{
        type: 'Bonus' | 'Expense' | 'Medical' | 'StatutorySickPay' | 'StatutoryParentalPayment' | 'StatutoryAdoptionPay' | 'StatutorySharedParentalPay' | 'StatutoryParentalBereavementPay' | 'Strike' | 'Holiday' | 'OtherLeave' | 'Pension' | 'Termination' | 'SportingTestimonial' | 'Other'
        /** The source's own label */
        description: string
        amount: string
        is_fixed: boolean
        is_after_tax: boolean
        is_after_ni: boolean
        is_bik: boolean
        /** Decimal text */
        quantity: string | null
        /** Decimal text */
        rate: string | null
        unit: string | null
      }>
      year_to_date: {
        gross_pay: string | null
        net_pay: string | null
        total_tax_paid: string | null
        total_ni_paid: string | null
        total_taxable_earnings: string | null
        /** The year in which it starts: 2026 means from 6 April 2026 */
        tax_year: number | null
      } | null
      /** Income of the 12 months up to the pay date; null if fewer months are known */
      rolling_12m_income: {
        gross_pay: string
        net_pay: string
      } | null
    }
    deductions: {
      income_tax: string | null
      employee_ni: string | null
      employee_pension: string | null
      total_deductions: string | null
      loan_deductions: string | null
      deductions_elements: Array<{
        type: 'Pension' | 'StudentLoan' | 'AttachmentOfEarnings' | 'Loan' | 'Other'
        description: string
        amount: string
      }>
    }
  }
  document_id: string | null
  document_external_id: string | null
  document_filename: string | null
  /** For uploaded documents; null for connections */
  trust_score: 'Low' | 'Medium' | 'High' | null
  source: 'Payroll (via Direct Connection)' | 'Payroll (via User Connection)' | 'Payslip (via Doc Scan)'
}

/** A PayrollSubmission with amounts as numbers and the phone as a string. */
export type PayrollSubmissionForWebhook = {
  id: string
  /** Null for an uploaded payslip */
  account_id: string | null
  entry_id: string
  created_at: string
  identity_information: {
    name: string | null
    date_of_birth: string | null
    address: {
      street: string | null
      county: string | null
      city: string | null
      post_code: string | null
      country: string | null
    } | null
    email: string | null
    /** The digits of E.164 */
    phone: string | null
    NI_number: string | null
  }
  employment_information: {
    employer_name: string | null
    role: string | null
    type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other' | null
    /** inactive if there is a leave_date */
    status: 'active' | 'inactive' | null
    start_date: string | null
    leave_date: string | null
    employer_tax_reference: string | null
    is_director: boolean | null
  }
  income_information: {
    /** A date, sent as 12:00 UTC */
    pay_date: string
    pay_interval_start: string | null
    pay_interval_end: string | null
    pay_frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'annual' | 'irregular' | null
    tax_code: string | null
    earnings: {
      gross_pay: number | null
      net_pay: number | null
      base_salary: number | null
      bonus: number | null
      fixed_pay_total: number | null
      variable_pay_total: number | null
      earning_elements: Array<{
        type: 'Bonus' | 'Expense' | 'Medical' | 'StatutorySickPay' | 'StatutoryParentalPayment' | 'StatutoryAdoptionPay' | 'StatutorySharedParentalPay' | 'StatutoryParentalBereavementPay' | 'Strike' | 'Holiday' | 'OtherLeave' | 'Pension' | 'Termination' | 'SportingTestimonial' | 'Other'
        /** The source's own label */
        description: string
        amount: number
        is_fixed: boolean
        is_after_tax: boolean
        is_after_ni: boolean
        is_bik: boolean
        /** Decimal text */
        quantity: string | null
        /** Decimal text */
        rate: string | null
        unit: string | null
      }>
      year_to_date: {
        gross_pay: number | null
        net_pay: number | null
        total_tax_paid: number | null
        total_ni_paid: number | null
        total_taxable_earnings: number | null
        /** The year in which it starts: 2026 means from 6 April 2026 */
        tax_year: number | null
      } | null
      /** Income of the 12 months up to the pay date; null if fewer months are known */
      rolling_12m_income: {
        gross_pay: number
        net_pay: number
      } | null
    }
    deductions: {
      income_tax: number | null
      employee_ni: number | null
      employee_pension: number | null
      total_deductions: number | null
      loan_deductions: number | null
      deductions_elements: Array<{
        type: 'Pension' | 'StudentLoan' | 'AttachmentOfEarnings' | 'Loan' | 'Other'
        description: string
        amount: number
      }>
    }
  }
  document_id: string | null
  document_external_id: string | null
  document_filename: string | null
  /** For uploaded documents; null for connections */
  trust_score: 'Low' | 'Medium' | 'High' | null
  source: 'Payroll (via Direct Connection)' | 'Payroll (via User Connection)' | 'Payslip (via Doc Scan)'
}

export type PayrollSubmissionPage = {
  pagination: Pagination
  payroll_submissions: PayrollSubmission[]
}

export type PayslipsResult = {
  /** Uploads have no account */
  account_id: null
  /** Null if nothing is stored, or not yet */
  entry_id: string | null
  /** The authorisation that allowed it; null until something is stored */
  authorisation_id: string | null
  payroll_submissions: PayrollSubmission[]
  payslip_errors: FileError[]
}

/** Metadata of the PDF file. */
export type PdfMetadata = {
  version: string
  producer: string | null
  creator: string | null
  title: string | null
  created_at: string | null
  modified_at: string | null
  /** Number of saved revisions; 1 if the file was never changed */
  revisions: number
  is_encrypted: boolean
  has_javascript: boolean
  has_form: boolean
  embedded_files: number
  signatures: number
  fonts: string[]
  sha256: string
}

export type PresignRequest = {
  files: Array<{
    file_name: string
    /** Your own id of the document */
    external_id?: string
  }>
}

export type PresignedUpload = {
  file_name: string
  /** PUT the file here, once, within 15 minutes */
  presigned_url: string
  /** Submit this path once the file is uploaded */
  path: string
  external_id: string | null
}

export type PresignedUploads = {
  presigned_urls: PresignedUpload[]
}

export type Provider = {
  id: string
  name: string
  url: string
  logo_url: string
  is_oauth2: boolean
  is_scraper: boolean
  /** Needs no login: it is queried by POST /accounts/direct-connections, so do not offer it to users */
  is_direct: boolean
  reset_url: string
  parent: string | null
  max_login_attempts: number
  extra_login_params: Array<{
    key: string
    display_name: string
    validation: {
      required: boolean
      type: string
      date_format?: string
      min_length?: number
      max_length?: number
    }
  }>
  health: ProviderHealth
}

export type ProviderFunnel = {
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
  errors: Array<{
    code: string
    /** Number of journeys, each counted once, on the day of the first occurrence */
    journeys: number
  }>
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

export type Reconnection = {
  user_name?: string
  password?: string
  /** Further login fields of the provider, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
}

export type RecurringAccount = {
  account_id: string
  payroll_provider: string
  /** Null until the provider reports it; omitted for the Support role */
  user_name?: string | null
  created_at: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  mfa_enabled: boolean
  latest_pay_date: string | null
  /** Null if the end date comes before it */
  next_recurring_check: string | null
  recurring_check_end_date: string | null
  recurring_check_frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Null until a payslip names it; omitted for the Support role */
  employee_name?: string | null
}

export type RecurringAccountPage = {
  pagination: Pagination
  accounts: RecurringAccount[]
}

export type ResetConfirmation = {
  code: string
  password: string
}

export type ResetRequest = {
  username: string
}

export type SandboxArrival = {
  /** Sequence number over all deliveries to the sandbox */
  number: number
  received_at: string
  /** HTTP status returned */
  answered: number
  webhook_id: string | null
  event: string | null
  attempt: string | null
  sequence: string | null
  is_test: boolean
  is_tombstone: boolean
  is_accepted: boolean
  signatures: {
    standard: 'verified' | 'refused' | 'not-sent' | 'not-checked'
    hexadecimal: 'verified' | 'refused' | 'not-sent' | 'not-checked'
    next: 'verified' | 'refused' | 'not-sent' | 'not-checked'
  }
  is_encrypted: boolean
  is_decrypted: boolean
  /** Decrypted if it was encrypted; null if it cannot be decrypted */
  body: string | null
  problems: string[]
  headers: { [field: string]: string }
}

export type SandboxBehaviour = {
  provider: string
  /** Test behaviour, as if typed as the password: `mfa:code`, `error:maintenance`, `slow:5+drop:list`; null: default behaviour */
  behaviour: string | null
}

export type SandboxClock = {
  now: string
  today: string
  /** First day of the sandbox calendar */
  begins: string
  /** Last day of the sandbox calendar */
  ends: string
}

export type SandboxClockChange = {
  /** The time to set */
  now?: string
  /** Duration to advance by: P1M, P2W, P3D, PT90S */
  advance?: string
  /** Reset to the initial time */
  restart?: true
}

export type SandboxInbox = {
  /** Use this as the url of a webhook */
  url: string
  pagination: Pagination
  deliveries: SandboxArrival[]
}

/** Replaces all keys; they are kept in memory only. */
export type SandboxInboxKeys = {
  signing_secrets?: string[]
  /** Base64 of 32 bytes */
  encryption_keys?: string[]
}

export type SandboxPeople = {
  pagination: Pagination
  people: SandboxPerson[]
}

export type SandboxPerson = {
  /** User name of the person at every provider */
  user_name: string
  name: string
  /** What this person is for */
  about: string
}

export type SandboxPersonDetails = {
  /** User name of the person at every provider */
  user_name: string
  name: string
  /** What this person is for */
  about: string
  /** By the sandbox clock; null if there is no further pay */
  next_pay_day: string | null
  /** Not secret: the person is fictional */
  sign_in: {
    user_name: string
    /** The password that succeeds; others trigger test behaviours, see the guide */
    password: string
    /** Answer to an MFA challenge for a code */
    code: string
    memorable_date: string
    memorable_word: string
  }
  identity: {
    title: string | null
    forename: string
    surname: string
    gender: string | null
    date_of_birth: string
    ni_number: string | null
    unique_tax_reference: string | null
    email: string | null
    phone: string | null
    addresses: Array<{
      street: string | null
      city: string | null
      county: string | null
      post_code: string | null
      country: string | null
      from: string | null
    }>
  }
  jobs: Array<{
    id: string
    employer: {
      name: string
      paye_reference: string | null
    }
    role: string | null
    type: string | null
    start_date: string
    leave_date: string | null
    frequency: string
    annual_pay: string | null
    hourly_pay: string | null
  }>
}

export type SandboxProvider = {
  id: string
  name: string
  is_down: boolean
  /** Delay of every response */
  slow_seconds: number
  max_login_attempts: number
  locked_user_names: string[]
}

export type SandboxProviderChange = {
  is_down?: boolean
  slow_seconds?: number
  /** Unlocks accounts locked after wrong passwords */
  unlock?: true
}

export type SandboxProviders = {
  providers: SandboxProvider[]
}

export type SignedIn = {
  jwt: string
  member: {
    id: string
    email: string
    role: 'Owner' | 'Admin' | 'FullMember' | 'Support'
    status: 'unconfirmed' | 'confirmed' | 'archived' | 'compromised' | 'unknown' | 'reset_required' | 'force_change_password' | 'external_provider'
    mfa_status: 'sms' | 'email' | 'disabled'
    name: string
  }
}

export type SignedSubmission = {
  /** Compact JWS (EdDSA) over iss, iat, user_id, kind, submission and provenance; keys: /.well-known/jwks.json */
  jws: string
}

export type SubmissionProvenance = {
  submission_id: string
  source: string
  /** Account it was retrieved through; null for documents */
  account_id: string | null
  /** The source document; null for data retrieved from a provider */
  document: {
    document_id: string
    /** Of the file, as returned by GET /documents/{document_id}/file */
    sha256: string
    reader_version: string
    /** All checks passed: the figures confirm each other arithmetically */
    verified: boolean
    gates: Array<{
      name: string
      is_passed: boolean
      note: string
    }>
    warnings: string[]
  } | null
  /** Every value of the submission that is not null */
  values: Array<{
    /** Path in the submission, such as `transactions.3.amount`; array indexes count from 0 */
    path: string
    /** Page number, from 1; null if the value is not printed as such */
    page: number | null
    /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the upright bounding box of the words as they appear */
    box: number[] | null
    /** text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; provider: as returned by the payroll provider */
    method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider'
    /** proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted */
    confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
  }>
}

export type SubmittedFiles = {
  files: Array<{
    /** The path returned when presigning */
    path: string
    /** Your own id of the document, if not given when presigning */
    external_document_id?: string
  }>
}

/** Whether payslips confirm the tax authority’s figures for an employer in a tax year. */
export type TaxYearMatch = {
  kind: 'tax_year_on_payslips'
  /** matched: every figure given by both sources differs by at most 99p */
  status: 'matched' | 'unmatched'
  /** strong: income and tax match; fair: one of them */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that year; year-not-covered: too few payslips to compare; no-figures: no figure is given by both */
  reason: 'no-employer-name' | 'no-payslips' | 'year-not-covered' | 'no-figures' | 'differs' | null
  /** 2024-25 is 6 April 2024 to 5 April 2025 */
  tax_year: string
  tax_authority: {
    submission_id: string
    account_id: string
    employer_name: string | null
    income: string | null
    tax_paid: string | null
  }
  payroll: {
    /** year_to_date: figures of the last payslip of the year; sum_of_payslips: the payslips cover the year; part_of_year: they do not, and nothing is compared */
    basis: 'year_to_date' | 'sum_of_payslips' | 'part_of_year'
    /** Newest first */
    submission_ids: string[]
    payslip_count: number
    employer_name: string | null
    first_pay_date: string
    last_pay_date: string
    income: string | null
    /** Gross pay exceeds the income reported by the authority if pension is deducted before tax */
    income_is: 'total_taxable_earnings' | 'gross_pay' | null
    tax_paid: string | null
  } | null
  /** Payslips minus tax authority; null if not compared */
  differences: {
    income: string | null
    tax_paid: string | null
  }
}

/** Fields that do not apply are omitted. */
export type TimelineEvent = {
  at: string
  kind: 'user.created' | 'authorisation.accepted' | 'authorisation.revoked' | 'authorisation.expired' | 'account.moved' | 'payroll.retrieved' | 'tax_income.retrieved' | 'document.stored' | 'bank_statement.read' | 'note.added' | 'delivery.delivered' | 'delivery.dead' | 'user.changed' | 'user_token.issued' | 'user_token.revoked' | 'journey.invited' | 'journey.opened' | 'journey.ended' | 'data.erased' | 'account.requested' | 'account.refused' | 'account.reconnecting' | 'payroll.requested' | 'payroll.refused' | 'tax_income.requested' | 'tax_income.refused' | 'document.submitted' | 'document.discarded'
  /** Id of the subject: user, authorisation, account, entry, document, submission, note or delivery */
  id: string
  /** Kind of actor: api_key, member, user, worker or operator */
  actor_kind?: string
  account_id?: string
  payroll_provider?: string
  from_status?: string
  status?: string
  reason?: string
  term_id?: string
  /** Number of payslips or tax years retrieved */
  submissions?: number
  document_id?: string
  document_type?: string
  trust_score?: string
  /** Subject of a note: job, bank_account or tax_year */
  subject?: string
  webhook_id?: string
  event?: string
}

export type TimelinePage = {
  timeline: TimelineEvent[]
  next_cursor: string | null
}

/** A trust finding and its location. */
export type TrustSignal = {
  code: string
  category: 'file' | 'page' | 'arithmetic' | 'content'
  severity: 'info' | 'low' | 'medium' | 'high'
  title: string
  message: string
  location: {
    /** Page number, from 1 */
    page: number
    /** Left, top, right and bottom, as in DocumentFields */
    box: [number, number, number, number]
    expected?: string
    actual?: string
  } | {
    fields: string[]
  }
}

/** Fields that are not set are omitted. */
export type User = {
  user_id: string
  created_at: string
  forename?: string
  surname?: string
  date_of_birth?: string
  post_codes?: string[]
  ni_number?: string
  ext_id?: string
  payroll_period_months?: number
  recurring_checks_enabled?: boolean
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  recurring_check_end_date?: string
  taxauth_enabled?: boolean
  payslip_upload_enabled?: boolean
  payroll_connections_enabled?: boolean
}

/** Only the fields sent are changed; null unsets a field. */
export type UserChanges = {
  forename?: string | null
  surname?: string | null
  date_of_birth?: string | null
  post_codes?: string[] | null
  ni_number?: string | null
  ext_id?: string | null
  payroll_period_months?: number | null
  recurring_checks_enabled?: boolean | null
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY' | null
  recurring_check_end_date?: string | null
  taxauth_enabled?: boolean | null
  payslip_upload_enabled?: boolean | null
  payroll_connections_enabled?: boolean | null
}

export type UserPage = {
  pagination: Pagination
  users: User[]
}

export type UserReference = {
  user_id: string
}

export type UserToken = {
  token: string
  webapp_link: string
  created_at: string
}

export type Webhook = {
  webhook_id: string
  name: string
  events: string[]
  url: string
  created_at: string
}

/** Signing secret and encryption key are changed by a rotation. */
export type WebhookChanges = {
  name?: string
  events?: Array<'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'>
  /** Where deliveries are sent: https, or http in the sandbox */
  url?: string
  config?: {
    include_payload?: boolean
    /** The Content-Type of encrypted bodies */
    encrypted_content_type?: 'text/plain' | 'application/json' | 'application/octet-stream'
  }
}

export type WebhookPage = {
  pagination: Pagination
  webhooks: Webhook[]
}

export type WebhookRecovery = {
  since: string
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

export type WebhookStatus = {
  webhook_id: string
  /** held: the circuit is open after failures; the receiver is probed at held_until */
  state: 'active' | 'held' | 'paused'
  paused_at: string | null
  pause_reason: string | null
  held_until: string | null
  failing_since: string | null
  last_success_at: string | null
  /** When the oldest waiting delivery is due */
  next_attempt_at: string | null
  config: {
    include_payload: boolean
    /** The Content-Type of encrypted bodies */
    encrypted_content_type: 'text/plain' | 'application/json' | 'application/octet-stream'
  }
  signing: {
    is_signed: boolean
    rotation: 'none' | 'added' | 'promoted'
    promotes_at: string | null
    retires_at: string | null
  }
  encryption: {
    is_encrypted: boolean
    /** As sent in X-Svc-Key-Id */
    key_id: string | null
    /** Messages encrypted with this key so far; the webhook is paused at 2^32 */
    messages: number
  }
}

export type WebhookTest = {
  event?: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
}

/** What webhooks deliver, by event. */
export interface WebhookEvents {
  /** New payroll data of a user */
  'user-payroll-submitted': {
    event: 'user-payroll-submitted'
    user_id: string
    timestamp: string
    entry_id: string
    account_id: string | null
    /** With config.include_payload: the data itself */
    payload?: {
      entry_id: string
      account_id: string | null
      payroll_submissions: PayrollSubmissionForWebhook[]
    }
  }
  /** Bank statements of a user were read */
  'user-bank-statement-submitted': {
    event: 'user-bank-statement-submitted'
    user_id: string
    timestamp: string
    document_external_ids: string[]
    /** With config.include_payload: the data itself */
    payload?: {
      bank_statement_submissions: BankStatementSubmission[]
    }
  }
  /** New income of a user from the tax authority */
  'user-taxauth-data-submitted': {
    event: 'user-taxauth-data-submitted'
    user_id: string
    timestamp: string
    entry_id: string
    account_id: string
    /** With config.include_payload: the data itself */
    payload?: {
      entry_id: string
      account_id: string
      income_submissions: IncomeSubmissionForWebhook[]
    }
  }
}

/** Every kind of webhook event. */
export const eventKinds = ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'] as const satisfies readonly (keyof WebhookEvents)[]

/** The words of X-Svc-Error-Code, as docs/errors.md explains them. */
export type ErrorCode = 'account-pending' | 'another-login' | 'attempts-spent' | 'authorisation-missing' | 'body-too-large' | 'client-moving' | 'connections-off' | 'consent-ended' | 'consent-refused' | 'credentials-refused' | 'expenditure-inputs' | 'idempotency-key-reused' | 'idempotency-key-running' | 'identity-mismatch' | 'invalid-request' | 'journey-missing' | 'last-owner' | 'link-expired' | 'login-busy' | 'login-disabled' | 'login-locked' | 'login-lost' | 'login-refused' | 'mfa-not-expected' | 'mfa-rejected' | 'mfa-timeout' | 'mfa-unsupported' | 'no-such-route' | 'not-found' | 'not-json' | 'password-expired' | 'password-reset-required' | 'payslip-upload-off' | 'provider-down' | 'rate-limited' | 'role-too-low' | 'session-ended' | 'sign-in-blocked' | 'still-retrieving' | 'system-term' | 'taxauth-off' | 'terms-not-accepted' | 'too-many-api-keys' | 'too-many-documents' | 'too-many-invitations' | 'too-many-notes' | 'too-many-webhooks' | 'unavailable' | 'unexpected'

/** Every operation, by its operationId. */
export interface Operations {
  /** Get the public keys that verify tokens and signed submissions */
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
  /** Connect a user to a payroll provider. Replies once the provider has replied. A reply with mfa_method needs an MFA answer within 15 minutes; one with authorization_url needs the person to sign in there within 15 minutes. A refused login creates no account. */
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
  /** List accounts of a user, newest first */
  listAccounts: {
    method: 'GET'
    path: '/accounts'
    params: {}
    query: {
      user_id: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: AccountPage
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Connect a user to all direct providers, without a login. Creates an account for each provider that has data. Returns one page with all submissions of the direct accounts of the user, new or not; repeat the request to retrieve what is new since. */
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
  /** List accounts of a user with recurring checks, newest first. Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40 days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last. Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after 00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC. */
  listRecurringAccounts: {
    method: 'GET'
    path: '/accounts/recurring'
    params: {}
    query: {
      user_id: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: RecurringAccountPage
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Get an account */
  getAccount: {
    method: 'GET'
    path: '/accounts/{account_id}'
    params: {
      account_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Account
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Delete an account and all data retrieved through it */
  deleteAccount: {
    method: 'DELETE'
    path: '/accounts/{account_id}'
    params: {
      account_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List the status changes of an account with their reasons, newest first */
  getAccountHistory: {
    method: 'GET'
    path: '/accounts/{account_id}/history'
    params: {
      account_id: string
    }
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: AccountHistory
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Answer the MFA challenge of a provider */
  answerMfa: {
    method: 'PUT'
    path: '/accounts/{account_id}/mfa'
    params: {
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
  /** Reconnect an EXPIRED or INVALID account. Takes the login fields of the provider and replies like the first connection. */
  reconnectAccount: {
    method: 'POST'
    path: '/accounts/{account_id}/reconnect'
    params: {
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
  /** Get activity counts per day */
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
  /** List API keys, without their secrets. Members need the role Admin or above. */
  listApiKeys: {
    method: 'GET'
    path: '/api-keys'
    params: {}
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: ApiKeyPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Create an API key, shown only once. Members need the role Admin or above. */
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
    caller: 'apiKey' | 'memberToken'
  }
  /** Revoke an API key within a second. Members need the role Admin or above. */
  deleteApiKey: {
    method: 'DELETE'
    path: '/api-keys/{id}'
    params: {
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List items that need attention */
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
  /** List the audit log, newest first. Pages are linked by cursor, so every page is equally fast. No line contains personal data.  Members need the role Admin or above. */
  listAuditLog: {
    method: 'GET'
    path: '/audit-log'
    params: {}
    query: {
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      subject_id?: string
      actor_id?: string
      from?: string
      to?: string
    }
    headers: {}
    body: undefined
    reply: AuditPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Record that a user accepted a term. By default the latest term for the user. */
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
  /** List authorisations of a user, newest first */
  listAuthorisations: {
    method: 'GET'
    path: '/authorisations'
    params: {}
    query: {
      user_id: string
      offset?: number
      limit?: number
      status?: 'active' | 'revoked' | 'expired'
      term_id?: string
    }
    headers: {}
    body: undefined
    reply: AuthorisationPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a term */
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
  /** List terms, newest first */
  listAuthorisationTerms: {
    method: 'GET'
    path: '/authorisations/terms'
    params: {}
    query: {
      offset?: number
      limit?: number
      authorisation_category?: 'one_time' | 'recurring'
      is_active?: boolean
      is_system_term?: boolean
    }
    headers: {}
    body: undefined
    reply: AuthorisationTermPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the term that a user should accept now */
  getLatestAuthorisationTerm: {
    method: 'GET'
    path: '/authorisations/terms/latest'
    params: {}
    query: {
      user_id: string
    }
    headers: {}
    body: undefined
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Get a term */
  getAuthorisationTerm: {
    method: 'GET'
    path: '/authorisations/terms/{term_id}'
    params: {
      term_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken'
  }
  /** Activate or deactivate a term of your own */
  updateAuthorisationTerm: {
    method: 'PATCH'
    path: '/authorisations/terms/{term_id}'
    params: {
      term_id: string
    }
    query: {}
    headers: {}
    body: AuthorisationTermChanges
    reply: AuthorisationTerm
    caller: 'apiKey' | 'memberToken'
  }
  /** Withdraw an authorisation */
  revokeAuthorisation: {
    method: 'PUT'
    path: '/authorisations/{authorisation_id}/revoke'
    params: {
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
  /** List bank statement submissions of a user, newest first */
  listBankStatementSubmissions: {
    method: 'GET'
    path: '/bankstatements/{user_id}'
    params: {
      user_id: string
    }
    query: {
      /** Only submissions stored after this time */
      created_after?: string
      /** Only submissions stored before this time */
      created_before?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: BankStatementPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the provenance of each value of a bank statement submission */
  getBankStatementProvenance: {
    method: 'GET'
    path: '/bankstatements/{user_id}/{submission_id}/provenance'
    params: {
      user_id: string
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SubmissionProvenance
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a bank statement submission with its provenance, signed */
  getSignedBankStatement: {
    method: 'GET'
    path: '/bankstatements/{user_id}/{submission_id}/provenance/signed'
    params: {
      user_id: string
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SignedSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the client configuration */
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
  /** Change the client configuration */
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
  /** Preview a logo as the journey would show it */
  getLogo: {
    method: 'GET'
    path: '/configuration/logo'
    params: {}
    query: {
      client_logo: string
    }
    headers: {}
    body: undefined
    reply: LogoPicture
    caller: 'apiKey' | 'memberToken'
  }
  /** List documents of a user, newest first */
  listDocuments: {
    method: 'GET'
    path: '/documents'
    params: {}
    query: {
      user_id: string
      type?: 'payslip' | 'bank_statement'
      offset?: number
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
  /** Create presigned URLs for uploading bank statements. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
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
  /** Get a document with its file */
  getDocument: {
    method: 'GET'
    path: '/documents/{document_id}'
    params: {
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DocumentWithFile
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a document and its submissions. Also deletes its file and the submissions extracted from it, since they could no longer be verified. */
  deleteDocument: {
    method: 'DELETE'
    path: '/documents/{document_id}'
    params: {
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the values extracted from a document with their positions. Page sizes, every value with its page and box, and the trust findings with their locations. Boxes match the pages of GET /documents/{document_id}/file as a viewer shows them. */
  getDocumentFields: {
    method: 'GET'
    path: '/documents/{document_id}/fields'
    params: {
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DocumentFields
    caller: 'apiKey' | 'memberToken'
  }
  /** Download the original file of a document */
  getDocumentFile: {
    method: 'GET'
    path: '/documents/{document_id}/file'
    params: {
      document_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Blob
    caller: 'apiKey' | 'memberToken'
  }
  /** List events of the last 30 days, oldest first. The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it. */
  listEvents: {
    method: 'GET'
    path: '/events'
    params: {}
    query: {
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
  /** Estimate monthly household spending of a user, newest first. Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every input that is missing or invalid. */
  getOnsExpenditure: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons'
    params: {
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
  /** Get the full calculation of a user’s spending estimates. Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always gives the same figures for the same payslips. */
  getOnsExpenditureWorking: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons/working'
    params: {
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
  /** Withdraw one of the user’s own authorisations. No more data is retrieved under it. Data already shared is kept until it is deleted. */
  withdrawAuthorisation: {
    method: 'PUT'
    path: '/journeys/current/authorisations/{authorisation_id}/revoke'
    params: {
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
  /** Connect the user at direct providers, without a login */
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
  /** Get the retrieved data for review by the user */
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
  /** Get what the user has shared, with whom and under which term */
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
  /** Get the journey funnel by screen, step and provider */
  getJourneyFunnel: {
    method: 'GET'
    path: '/journeys/funnel'
    params: {}
    query: {
      /** First day, UTC; by default 29 days before `to` */
      from?: string
      /** Last day, UTC; by default today. At most 366 days */
      to?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: JourneyFunnel
    caller: 'apiKey' | 'memberToken'
  }
  /** Send a journey link to a user by e-mail. Creates a link as POST /user-tokens does and mails it on behalf of the client: who asks, what is shared and how long the link is valid. The reply does not contain the link. Within 24 hours a user is sent at most 5, and a client sends at most 2000; further requests return 429. */
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
  /** Renew the token of a journey while its link is valid */
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
  /** Invite a member by e-mail. Members need the role Admin or above. */
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
  /** List members, newest first */
  listMembers: {
    method: 'GET'
    path: '/members'
    params: {}
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: MemberPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Accept an invitation with a name and a password */
  acceptInvitation: {
    method: 'POST'
    path: '/members/invitations/{code}/accept'
    params: {
      code: string
    }
    query: {}
    headers: {}
    body: Acceptance
    reply: Member
    caller: 'public'
  }
  /** Validate the second factor */
  validateMfa: {
    method: 'POST'
    path: '/members/mfa/validate'
    params: {}
    query: {}
    headers: {}
    body: MemberMfaAnswer
    reply: SignedIn
    caller: 'public'
  }
  /** Set a new password with the code from the e-mail */
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
  /** Request a password reset by e-mail */
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
  /** Sign in a member. Replies 202 with a session if a code was sent by e-mail. */
  signIn: {
    method: 'POST'
    path: '/members/signin'
    params: {}
    query: {}
    headers: {}
    body: Credentials
    reply: SignedIn | MfaSession
    caller: 'public'
  }
  /** Get a member */
  getMember: {
    method: 'GET'
    path: '/members/{id}'
    params: {
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Member
    caller: 'apiKey' | 'memberToken'
  }
  /** Update the role or second factor of a member. Members need the role Admin or above. */
  updateMember: {
    method: 'PATCH'
    path: '/members/{id}'
    params: {
      id: string
    }
    query: {}
    headers: {}
    body: MemberChanges
    reply: Member
    caller: 'apiKey' | 'memberToken'
  }
  /** Remove a member and revoke their tokens within a second. Members need the role Admin or above. */
  deleteMember: {
    method: 'DELETE'
    path: '/members/{id}'
    params: {
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List payroll entries of a user, newest first */
  listPayrollEntries: {
    method: 'GET'
    path: '/payroll/entries'
    params: {}
    query: {
      user_id: string
      account_id?: string
      offset?: number
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
  /** Create presigned URLs for uploading payslips. Requires payslip_upload_enabled for the user. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. A URL accepts one file of at most 10 MB, once, within 15 minutes; submit the file by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents per user. */
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
  /** Delete a payroll entry with its submissions. The next query or recurring check retrieves the newest payslips of the account again. */
  deletePayrollEntry: {
    method: 'DELETE'
    path: '/payroll/entries/{entry_id}'
    params: {
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List payroll submissions of a user, newest first */
  listPayrollSubmissions: {
    method: 'GET'
    path: '/payroll/{user_id}'
    params: {
      user_id: string
    }
    query: {
      account_id?: string
      entry_id?: string
      document_external_id?: string
      /** Only submissions stored after this time */
      created_after?: string
      /** Only submissions stored before this time */
      created_before?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: PayrollSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get the provenance of each value of a payroll submission. For an uploaded payslip the position in its document; for a connection the account. */
  getPayrollProvenance: {
    method: 'GET'
    path: '/payroll/{user_id}/{submission_id}/provenance'
    params: {
      user_id: string
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SubmissionProvenance
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a payroll submission with its provenance, signed */
  getSignedPayroll: {
    method: 'GET'
    path: '/payroll/{user_id}/{submission_id}/provenance/signed'
    params: {
      user_id: string
      submission_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SignedSubmission
    caller: 'apiKey' | 'memberToken'
  }
  /** List payroll providers and employers */
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
  /** Get the sandbox clock */
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
  /** Set or advance the sandbox clock. All clients of this sandbox share its state: the change affects them too. */
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
  /** Get your webhook inbox: its URL and the deliveries received, newest first */
  getSandboxInbox: {
    method: 'GET'
    path: '/sandbox/inbox'
    params: {}
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: SandboxInbox
    caller: 'apiKey' | 'memberToken'
  }
  /** Set the keys with which the inbox verifies and decrypts deliveries */
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
  /** List or search the named people of the sandbox. Any user name of the form person.1, person.2 and so on exists too. */
  listSandboxPeople: {
    method: 'GET'
    path: '/sandbox/people'
    params: {}
    query: {
      /** Part of the name, user name or description */
      search?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: SandboxPeople
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a sandbox person with identity, login and next pay day */
  getSandboxPerson: {
    method: 'GET'
    path: '/sandbox/people/{user_name}'
    params: {
      user_name: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: SandboxPersonDetails
    caller: 'apiKey' | 'memberToken'
  }
  /** Override a sandbox person’s behaviour at a provider. All clients of this sandbox share its state: the change affects them too. */
  setSandboxBehaviour: {
    method: 'PATCH'
    path: '/sandbox/people/{user_name}/behaviour'
    params: {
      user_name: string
    }
    query: {}
    headers: {}
    body: SandboxBehaviour
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List the simulated providers with their settings */
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
  /** Take a simulated provider down, slow it down or unlock its accounts. All clients of this sandbox share its state: the change affects them too. */
  updateSandboxProvider: {
    method: 'PATCH'
    path: '/sandbox/providers/{provider_id}'
    params: {
      provider_id: string
    }
    query: {}
    headers: {}
    body: SandboxProviderChange
    reply: SandboxProvider
    caller: 'apiKey' | 'memberToken'
  }
  /** List tax authority entries of a user, newest first */
  listTaxauthEntries: {
    method: 'GET'
    path: '/taxauth/entries'
    params: {}
    query: {
      user_id: string
      account_id?: string
      offset?: number
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
  /** Delete a tax authority entry with its submissions. The next query or recurring check retrieves the data again. */
  deleteTaxauthEntry: {
    method: 'DELETE'
    path: '/taxauth/entries/{entry_id}'
    params: {
      entry_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List tax authority data of a user, one submission per tax year, newest first */
  listIncomeSubmissions: {
    method: 'GET'
    path: '/taxauth/{user_id}'
    params: {
      user_id: string
    }
    query: {
      account_id?: string
      entry_id?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: IncomeSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Create a token and a journey link for a user */
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
  /** Revoke all tokens and journey links of a user */
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
  /** Create a user */
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
  /** List or search users, newest first */
  listUsers: {
    method: 'GET'
    path: '/users'
    params: {}
    query: {
      offset?: number
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
  /** List users with recurring checks enabled or disabled. The setting of the user overrides that of the client; an end date in the past disables recurring checks. */
  listRecurringUsers: {
    method: 'GET'
    path: '/users/recurring'
    params: {}
    query: {
      offset?: number
      limit?: number
      recurring_enabled?: boolean
    }
    headers: {}
    body: undefined
    reply: UserPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a user */
  getUser: {
    method: 'GET'
    path: '/users/{user_id}'
    params: {
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** Change a user */
  updateUser: {
    method: 'PATCH'
    path: '/users/{user_id}'
    params: {
      user_id: string
    }
    query: {}
    headers: {}
    body: UserChanges
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** Erase a user and everything held about them */
  deleteUser: {
    method: 'DELETE'
    path: '/users/{user_id}'
    params: {
      user_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List matches between payslips, bank credits and tax years, newest pay date first. Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound. */
  listMatches: {
    method: 'GET'
    path: '/users/{user_id}/matches'
    params: {
      user_id: string
    }
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: MatchPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List notes of a user about their data, newest first */
  listNotes: {
    method: 'GET'
    path: '/users/{user_id}/notes'
    params: {
      user_id: string
    }
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: JourneyNotePage
    caller: 'apiKey' | 'memberToken'
  }
  /** List the timeline of a user, newest first. Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and deliveries are listed for 30 days. */
  listUserTimeline: {
    method: 'GET'
    path: '/users/{user_id}/timeline'
    params: {
      user_id: string
    }
    query: {
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
    }
    headers: {}
    body: undefined
    reply: TimelinePage
    caller: 'apiKey' | 'memberToken'
  }
  /** Subscribe to events */
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
  /** List webhooks, newest first */
  listWebhooks: {
    method: 'GET'
    path: '/webhooks'
    params: {}
    query: {
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: WebhookPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a webhook */
  getWebhook: {
    method: 'GET'
    path: '/webhooks/{webhook_id}'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Webhook
    caller: 'apiKey' | 'memberToken'
  }
  /** Change a webhook */
  updateWebhook: {
    method: 'PATCH'
    path: '/webhooks/{webhook_id}'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {}
    body: WebhookChanges
    reply: Webhook
    caller: 'apiKey' | 'memberToken'
  }
  /** Delete a webhook and its pending deliveries */
  deleteWebhook: {
    method: 'DELETE'
    path: '/webhooks/{webhook_id}'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** List deliveries of the last 30 days, newest first */
  listDeliveries: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/deliveries'
    params: {
      webhook_id: string
    }
    query: {
      limit?: number
      /** The next_cursor of the previous page */
      cursor?: string
      /** dead: all attempts have failed; dropped: the receiver asked to drop it */
      state?: 'waiting' | 'delivered' | 'dead' | 'dropped'
      event?: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
      user_id?: string
    }
    headers: {}
    body: undefined
    reply: DeliveryPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Get a delivery with its attempts */
  getDelivery: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}'
    params: {
      webhook_id: string
      delivery_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: DeliveryWithAttempts
    caller: 'apiKey' | 'memberToken'
  }
  /** Redeliver a delivery in any state. The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent. */
  redeliver: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'
    params: {
      webhook_id: string
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
  /** Pause a webhook. Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed. */
  pauseWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/pause'
    params: {
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
  /** Requeue the dead deliveries of a period */
  recoverWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/recover'
    params: {
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
  /** Resume a webhook and deliver what is pending */
  resumeWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/resume'
    params: {
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
  /** Rotate the signing secret or the encryption key. A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both signatures until then. An encryption key is replaced at once. */
  rotateWebhookSecret: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/rotate'
    params: {
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
  /** Get the status of a webhook */
  getWebhookStatus: {
    method: 'GET'
    path: '/webhooks/{webhook_id}/status'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {}
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Send a test delivery and return the response. Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test. */
  testWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/test'
    params: {
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
