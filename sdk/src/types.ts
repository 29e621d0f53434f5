// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.

export type Acceptance = {
  name: string
  password: string
}

export type Account = {
  account_id: string
  payroll_provider: string
  /** Null while the provider has not said it; left out for the Support role */
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
  /** Every day, the first one first. What is erased later stays counted */
  days: ActivityOfDay[]
}

export type ActivityOfDay = {
  day: string
  users_registered: number
  /** Journeys that were opened for the first time */
  journeys: number
  /** Logins and visits to a provider that were begun */
  connections_started: number
  connections_succeeded: number
  /** Refused, or not finished in time */
  connections_failed: number
  payroll_submissions: number
  bank_statement_submissions: number
  tax_income_submissions: number
  deliveries_succeeded: number
  /** Given up after the last attempt */
  deliveries_failed: number
}

export type ApiKey = {
  id: string
  name: string
  /** The readable start of the key; it names environment and cell */
  prefix: string
  last_four: string
  created_at: string
  expires_at: string | null
  /** To the nearest half minute */
  last_used_at: string | null
}

export type ApiKeyPage = {
  pagination: Pagination
  api_keys: ApiKey[]
}

/** Nothing that needs anybody: no items. */
export type Attention = {
  at: string
  items: AttentionItem[]
}

export type AttentionItem = {
  kind: 'webhook-paused' | 'webhook-failing' | 'provider-down' | 'provider-degraded' | 'term-inactive' | 'second-factor-waiting' | 'account-ended' | 'consent-expiring' | 'consent-expired' | 'upload-stuck'
  /** Of account-ended why, as its history says; of webhook-paused as its status says */
  reason: string | null
  count: number
  /** There may be more; nobody counts further than a thousand */
  is_capped: boolean
  /** Of the one that has waited longest, or ends first */
  since: string | null
  examples: Array<{
    /** Of the webhook, provider, term category, account, consent or upload */
    id: string
    user_id: string | null
    /** Of a webhook or provider */
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
  /** Where the line stands: chain and number in it */
  chain: string
  /** SHA-256 over the line before it in its chain and this line, as hexadecimal */
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

/** The text of a term never changes; make a new version instead. */
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
    /** Only where it is printed; never worked out */
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
    /** Negative: it went out */
    amount: string
    type: 'credit' | 'debit'
  }>
  /** How likely the document is a bank statement */
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

/** A field that is not set is left out. */
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
  /** Of the buttons of the hosted journey */
  brand_colour?: string
  /** The origins whose pages may show the hosted journey in a frame; nobody’s, if empty */
  frame_origins?: string[]
}

/** Only what is sent changes. */
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
  /** Of the buttons of the hosted journey */
  brand_colour?: string
  /** The origins whose pages may show the hosted journey in a frame; nobody’s, if empty */
  frame_origins?: string[]
}

export type ConnectedAccount = {
  account_id: string
  payroll_provider: string
  /** Null while the provider has not said it; left out for the Support role */
  user_name?: string | null
  created_at: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  mfa_enabled: boolean
  latest_pay_date: string | null
  /** When the provider asks for a second step */
  mfa_method?: MfaMethod
  /** Where the person signs in, when the provider wants to see them itself */
  authorization_url?: string
}

export type CountedJourneyEvents = {
  /** How many of them were new to this journey */
  counted: number
}

export type CreatedApiKey = {
  id: string
  name: string
  /** The readable start of the key; it names environment and cell */
  prefix: string
  last_four: string
  created_at: string
  expires_at: string | null
  /** To the nearest half minute */
  last_used_at: string | null
  /** The key itself, shown this once */
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
  /** dead: all attempts are spent; dropped: the receiver asked for it */
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
  /** dead: all attempts are spent; dropped: the receiver asked for it */
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  is_test: boolean
  attempt_count: number
  created_at: string
  next_attempt_at: string | null
  ended_at: string | null
  /** What is sent, byte for byte, before it is encrypted, as the webhook is set now. `webhook-signature` is made over delivery_id, the second of started_at since 1970 and this body, joined by full stops (of an encrypted webhook over what was sent instead). Null for tests, for what is older than 30 days and for the Support role */
  body: string | null
  attempts: Array<{
    attempt: number
    started_at: string
    duration_ms: number
    status: number | null
    failure: string | null
    /** The first 4 KiB of what the receiver answered; not shown to the Support role */
    answer: string | null
  }>
}

export type DirectConnection = {
  user_id: string
}

export type DirectFound = {
  /** Empty where nobody knows the person */
  accounts: JourneyAccount[]
}

export type Document = {
  id: string
  user_id: string
  type: 'payslip' | 'bank_statement'
  /** Left out for the Support role */
  file_name?: string
  /** Left out for the Support role */
  external_id?: string | null
  created_at: string
  pages: number
  bytes: number
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** What the trust_score rests on; an empty list says that nothing was detected. Left out for the Support role */
  trust_analysis?: TrustSignal[]
  /** Left out for the Support role */
  pdf_metadata?: PdfMetadata | null
}

export type DocumentFields = {
  document_id: string
  user_id: string
  type: 'payslip' | 'bank_statement'
  /** Empty for documents that were stored before sizes were kept */
  pages: Array<{
    /** Counts from 1 */
    page: number
    /** In points, as the page is shown */
    width: number
    height: number
    /** text: the file says its words; ocr: they were recognised in a picture, as of a photo or scan */
    source: 'text' | 'ocr' | 'empty'
  }>
  /** What was read from it; null once it was deleted */
  submission_id: string | null
  /** Every gate is passed: the figures hold each other in place */
  verified: boolean | null
  /** Every value of the submission that is not null, also those that stand nowhere by themselves */
  fields: Array<{
    /** Where in the submission: `transactions.3.amount`; items count from 0 */
    path: string
    /** Counts from 1; null: it stands nowhere by itself */
    page: number | null
    /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, turned as /Rotate says, y downwards. Of a photo or scan that was crooked, the upright box around the words where they are seen */
    box: number[] | null
    /** text: as printed; ocr: recognised in a picture; computed: from other values; inferred: by a rule that may be wrong; provider: as the payroll provider said it */
    method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider'
    /** proven: arithmetic over other printed values holds it in place; printed: read beside its label; likely: read where such a value stands; doubtful: something contradicts it; null: nothing was read */
    confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
    value: string | number | boolean
  }>
  /** What the trust_score rests on, one for each place */
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
  /** Left out for the Support role */
  file_name?: string
  /** Left out for the Support role */
  external_id?: string | null
  created_at: string
  pages: number
  bytes: number
  trust_score: 'Low' | 'Medium' | 'High' | null
  /** What the trust_score rests on; an empty list says that nothing was detected. Left out for the Support role */
  trust_analysis?: TrustSignal[]
  /** Left out for the Support role */
  pdf_metadata?: PdfMetadata | null
  /** Base64. Left out for the Support role */
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
    /** What a webhook would deliver; without document_external_ids for the Support role */
    body: {
      [field: string]: unknown
      event: 'user-payroll-submitted' | 'user-bank-statement-submitted' | 'user-taxauth-data-submitted'
      user_id: string
      timestamp: string
    }
  }>
  /** To go on from here, now or later */
  cursor: string
  has_more: boolean
}

/** What a household with this income spends in a month. */
export type Expenditure = {
  /** The start of the month */
  date: string
  /** Pounds, two decimals */
  cost_of_living: string
  /** Pounds, two decimals */
  housing: string
  /** The sum of both, to the penny */
  total: string
}

/** Every number that was used, so that anybody can redo the sum by hand. */
export type ExpenditureWorking = {
  model: {
    id: string
    /** A decimal number, with ten decimals at most; counted on without rounding */
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
      /** Of the figures, as compact JSON */
      sha256: string
    }>
  }
  months: Array<{
    date: string
    /** Why there is no estimate of the month */
    left_out: 'net-pay-not-positive' | 'no-region' | null
    /** The sum of the shares */
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
      /** Of the interval, both ends included */
      days: number
      days_in_month: number
      /** net_pay × days_in_month ÷ days */
      share: string
    }>
    /** Tried before */
    post_codes_without_region: string[]
    age: {
      date_of_birth: string
      source: 'payslip' | 'user'
      /** Whose payslip says so; null for the user */
      submission_id: string | null
      on: string
      years: number
      band: string
      /** A decimal number, with ten decimals at most; counted on without rounding */
      factor: string
    } | null
    region: {
      post_code: string
      source: 'payslip' | 'user'
      /** Whose payslip says so; null for the user */
      submission_id: string | null
      country: 'England' | 'Wales' | 'Scotland' | 'Northern Ireland'
      /** Which part of the postcode decided */
      rule: 'unit' | 'sector' | 'outcode' | 'area'
      matched: string
      /** A decimal number, with ten decimals at most; counted on without rounding */
      factor: string
    } | null
    /** net_pay × 12 ÷ weeks_per_year */
    weekly_net_pay: string | null
    /** The two between which weekly_net_pay lies; above the last, the last two */
    table_rows: {
      lower: {
        /** 0 is the point at which nothing is earned and nothing spent */
        decile: number
        /** A decimal number, with ten decimals at most; counted on without rounding */
        income: string
        /** A decimal number, with ten decimals at most; counted on without rounding */
        cost_of_living: string
        /** A decimal number, with ten decimals at most; counted on without rounding */
        housing: string
      }
      upper: {
        /** 0 is the point at which nothing is earned and nothing spent */
        decile: number
        /** A decimal number, with ten decimals at most; counted on without rounding */
        income: string
        /** A decimal number, with ten decimals at most; counted on without rounding */
        cost_of_living: string
        /** A decimal number, with ten decimals at most; counted on without rounding */
        housing: string
      }
    } | null
    cost_of_living: {
      /** Pounds more for each pound of weekly income, between the two rows */
      slope: string
      /** Pounds a week at this income, in the survey’s year */
      spent: string
      /** Of the age, or of the country */
      factor: string
      /** spent × factor */
      adjusted: string
      index: 'cpi' | 'cpih'
      /** Whose index was taken */
      index_month: string
      /** Where the month itself has none */
      index_note: 'last published index used' | 'first published index used' | null
      /** A decimal number, with ten decimals at most; counted on without rounding */
      index_value: string
      /** The mean of the twelve months of the survey */
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
      /** Pounds more for each pound of weekly income, between the two rows */
      slope: string
      /** Pounds a week at this income, in the survey’s year */
      spent: string
      /** Of the age, or of the country */
      factor: string
      /** spent × factor */
      adjusted: string
      index: 'cpi' | 'cpih'
      /** Whose index was taken */
      index_month: string
      /** Where the month itself has none */
      index_note: 'last published index used' | 'first published index used' | null
      /** A decimal number, with ten decimals at most; counted on without rounding */
      index_value: string
      /** The mean of the twelve months of the survey */
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
  /** known-twice: the same payment is counted through another source */
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
  /** Words for the person; `still processing`: it will be announced by webhook */
  error: string
  /** The same as a stable word, for pages in other languages */
  code: 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing'
}

export type FoundBankAccount = {
  /** The statement that reaches furthest */
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
  /** A day: 12:00 UTC, so that no time zone moves it */
  first_pay_date: string
  /** A day: 12:00 UTC, so that no time zone moves it */
  latest_pay_date: string
  /** On the latest payslip, as net_pay is */
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

/** An authorisation as the person sees it who gave it. */
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
  /** Null: there is nothing new */
  entry_id: string | null
  income_submissions: IncomeSubmission[]
  /** What allowed the retrieval */
  authorisation_id: string
}

/** One retrieval from the tax authority that brought something. */
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

/** What the tax authority says of one tax year, from 6 April to 5 April. */
export type IncomeSubmission = {
  id: string
  account_id: string
  entry_id: string
  /** The same for the same data, whenever and through whichever account it came */
  income_id: string
  employment: {
    /** The sum of what is known of the employers */
    total_income: string
    employers: Array<{
      /** Null: the authority did not say; so with the others */
      employer_name: string | null
      income: string | null
      tax_paid: string | null
    }>
  }
  frequency: 'Annual'
  income_period: {
    /** A day: 12:00 UTC, so that no time zone moves it */
    start: string
    /** A day: 12:00 UTC, so that no time zone moves it */
    end: string
  }
}

/** An IncomeSubmission with amounts as numbers. */
export type IncomeSubmissionForWebhook = {
  id: string
  account_id: string
  entry_id: string
  /** The same for the same data, whenever and through whichever account it came */
  income_id: string
  employment: {
    /** The sum of what is known of the employers */
    total_income: number
    employers: Array<{
      /** Null: the authority did not say; so with the others */
      employer_name: string | null
      income: number | null
      tax_paid: number | null
    }>
  }
  frequency: 'Annual'
  income_period: {
    /** A day: 12:00 UTC, so that no time zone moves it */
    start: string
    /** A day: 12:00 UTC, so that no time zone moves it */
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
  /** The person, as other operations ask for them */
  user_id: string
  journey_id: string | null
  environment: 'sandbox' | 'production'
  /** What the person can quote to the client */
  reference: string
  client: {
    name: string
    /** A path on this server */
    logo: string | null
    brand_colour: string | null
    has_callback: boolean
  }
  /** Those that can be used, in the order to offer them */
  sources: Array<'direct' | 'payroll' | 'taxauth' | 'payslips' | 'bank_statements'>
  period_months: number
  recurring: {
    frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
    ends_at: string | null
  } | null
  /** The one to accept now */
  term: {
    id: string
    authorisation_version: number
    name: string
    authorisation_text: string
    authorisation_category: 'one_time' | 'recurring'
  }
  /** The newest valid one */
  authorisation: {
    id: string
    accepted_at: string
    expires_at: string | null
    authorisation_version: number
  } | null
  /** Newest first, the 50 newest */
  accounts: JourneyAccount[]
  documents: {
    payslips: number
    bank_statements: number
  }
  session: {
    expires_at: string
    /** Null for a token that was given to no journey */
    link_expires_at: string | null
  }
}

export type JourneyAccount = {
  account_id: string
  payroll_provider: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  created_at: string
  /** Of its last move */
  reason: string
  /** What the account waits for the person with */
  waiting: {
    kind: 'mfa'
    mfa_method: MfaMethod
    until: string
  } | {
    kind: 'oauth2'
    until: string
  } | null
  /** waiting: for the person. reading: a first retrieval is under way, or will be tried again. done: there is data. nothing_found: the provider has none. */
  progress: 'waiting' | 'reading' | 'done' | 'nothing_found' | 'failed'
  /** Why it failed, in a word of the list of errors; while reading, why the last try did */
  failure: string | null
  submissions: number
  latest_pay_date: string | null
}

export type JourneyCode = {
  /** The last part of the journey link; one that is malformed opens nothing, like one that has ended */
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
  /** The client’s callback address, told what came of it; null where it has none */
  redirect_to: string | null
}

/** The same that the page is told that embeds the journey. */
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
  /** Where it is known whose it is */
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
  /** Where it is known whose it is */
  provider?: string
} | {
  id: string
  name: 'error'
  code: 'login-refused' | 'login-locked' | 'login-disabled' | 'password-expired' | 'terms-not-accepted' | 'mfa-rejected' | 'mfa-timeout' | 'mfa-unsupported' | 'consent-refused' | 'identity-mismatch' | 'consent-ended' | 'session-ended' | 'provider-down' | 'not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe' | 'too-complex' | 'empty' | 'scan-too-poor' | 'not-uploaded' | 'expired' | 'taken' | 'not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'duplicate' | 'too-many-documents' | 'still-processing' | 'invalid-request' | 'too-many-notes' | 'credentials-refused' | 'role-too-low' | 'too-many-api-keys' | 'too-many-webhooks' | 'system-term' | 'last-owner' | 'password-reset-required' | 'connections-off' | 'taxauth-off' | 'payslip-upload-off' | 'authorisation-missing' | 'not-found' | 'expenditure-inputs' | 'no-such-route' | 'idempotency-key-reused' | 'idempotency-key-running' | 'body-too-large' | 'not-json' | 'rate-limited' | 'sign-in-blocked' | 'unexpected' | 'unavailable' | 'client-moving' | 'attempts-spent' | 'login-busy' | 'login-lost' | 'mfa-not-expected' | 'account-pending' | 'another-login' | 'still-retrieving' | 'link-expired' | 'journey-missing' | 'too-many-invitations' | 'network' | 'frame-not-loaded' | 'too-many-files' | 'upload-failed' | 'photo-unreadable' | 'account-duplicate'
  recoverable: boolean
  /** Where it is known whose it is */
  provider?: string
} | {
  id: string
  name: 'exit'
  last_view: 'welcome' | 'consent' | 'source' | 'employer' | 'provider' | 'login' | 'second_factor' | 'away' | 'progress' | 'review' | 'more' | 'documents' | 'done' | 'mine' | 'error' | 'expired' | 'nothing_found' | null
}

export type JourneyFindings = {
  /** One for each employment and source, the one paid last first; 50 at most */
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
    /** How many journeys did it, each once, on the day they first did */
    journeys: number
  }>
  /** Every step, with detail null; then the details that occurred */
  steps: Array<{
    name: 'open' | 'consent_accepted' | 'source_selected' | 'provider_selected' | 'login_submitted' | 'mfa_required' | 'connected' | 'documents_submitted' | 'data_ready' | 'error' | 'exit'
    detail: string | null
    /** How many journeys did it, each once, on the day they first did */
    journeys: number
  }>
  /** The most selected first */
  providers: ProviderFunnel[]
  /** Of the providers */
  pagination: Pagination
}

export type JourneyInvitation = {
  user_id: string
  queued_at: string
  /** The link in the mail opens the journey until then */
  link_expires_at: string
}

/** What a person says of data about them. The data stays as it is. */
export type JourneyNote = {
  id: string
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As the findings name it */
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
  /** A user token for an hour at most */
  token: string
  expires_at: string
  /** Names the journey in addresses; it opens nothing */
  journey_id: string
  /** No token of this journey lives longer */
  link_expires_at: string
}

export type JourneyShared = {
  client: {
    name: string
  }
  /** What the person quotes to the client */
  reference: string
  /** Newest first; 50 at most */
  authorisations: GivenAuthorisation[]
  /** Newest first; 50 at most */
  accounts: Array<{
    account_id: string
    payroll_provider: string
    status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
    created_at: string
    /** Payslips, or statements of the tax authority */
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
  /** As a data: address; null where no picture can be had, and the journey shows initials */
  picture: string | null
}

/** Whether one source bears out another, and what that rests on. */
export type Match = {
  /** Which two sources are compared */
  kind: 'net_pay_on_bank_statement'
  status: 'matched' | 'unmatched'
  /** strong: amount, days, and the bank names the employer; fair: amount and days */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-statement: none covers the pay date; no-credit: one does, without such a credit */
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
    /** Which of the transactions, counted from 0 */
    transaction_index: number
    date: string
    description: string
    amount: string
    /** Negative: it came before */
    days_after_pay_date: number
    names_employer: boolean
  } | null
}

export type MatchPage = {
  pagination: Pagination
  matches: Match[]
  /** For each of the ten newest tax years and each employer that the tax authority knows, the newest year first, on every page the same. Left out where it said nothing */
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

/** The code, the date in the format asked for, or the asked characters joined. */
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
  /** What the provider asks for besides, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
  /** The first pay date to look for */
  from?: string
  /** The last pay date to look for */
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
  /** Where to send it; kept, sealed, only until it is sent */
  email: string
  /** English or Welsh */
  language?: 'en' | 'cy'
}

export type NewJourneyNote = {
  subject: 'job' | 'bank_account' | 'tax_year'
  /** As the findings name it */
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
  /** Null: there is nothing new */
  entry_id: string | null
  payroll_submissions: PayrollSubmission[]
  /** What allowed the retrieval */
  authorisation_id: string
}

/** One retrieval that brought something. */
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
    /** inactive: there is a leave_date */
    status: 'active' | 'inactive' | null
    start_date: string | null
    leave_date: string | null
    employer_tax_reference: string | null
    is_director: boolean | null
  }
  income_information: {
    /** A day: 12:00 UTC, so that no time zone moves it */
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
        /** The year in which it begins: 2026 is from 6 April 2026 */
        tax_year: number | null
      } | null
      /** Of the 12 months ending at the pay date; null when fewer are known */
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
  /** Of documents; null for connections */
  trust_score: 'Low' | 'Medium' | 'High' | null
  source: 'Payroll (via Direct Connection)' | 'Payroll (via User Connection)' | 'Payslip (via Doc Scan)'
}

/** A PayrollSubmission with amounts as numbers and the phone as text. */
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
    /** inactive: there is a leave_date */
    status: 'active' | 'inactive' | null
    start_date: string | null
    leave_date: string | null
    employer_tax_reference: string | null
    is_director: boolean | null
  }
  income_information: {
    /** A day: 12:00 UTC, so that no time zone moves it */
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
        /** The year in which it begins: 2026 is from 6 April 2026 */
        tax_year: number | null
      } | null
      /** Of the 12 months ending at the pay date; null when fewer are known */
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
  /** Of documents; null for connections */
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
  /** Null: nothing was stored, or not yet */
  entry_id: string | null
  /** What allowed it; null while nothing is stored yet */
  authorisation_id: string | null
  payroll_submissions: PayrollSubmission[]
  payslip_errors: FileError[]
}

/** What the file says of itself. */
export type PdfMetadata = {
  version: string
  producer: string | null
  creator: string | null
  title: string | null
  created_at: string | null
  modified_at: string | null
  /** How often the file was saved; 1 is as it was first written */
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
  /** What to submit once the file is there */
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
  /** Nobody signs in there: it is asked by POST /accounts/direct-connections, so do not offer it to a person */
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
  /** How many journeys did it, each once, on the day they first did */
  selected: number
  /** How many journeys did it, each once, on the day they first did */
  login_submitted: number
  /** How many journeys did it, each once, on the day they first did */
  mfa_required: number
  /** How many journeys did it, each once, on the day they first did */
  connected: number
  /** How many journeys did it, each once, on the day they first did */
  data_ready: number
  errors: Array<{
    code: string
    /** How many journeys did it, each once, on the day they first did */
    journeys: number
  }>
}

export type ProviderHealth = {
  /** operational: at least 95 % of the calls of the last hour were answered as they should be, whatever the answer said, or there were too few to say. degraded: fewer. down: it is left alone after failures, or fewer than half of the calls of the last five minutes were answered. unknown: nobody has called for an hour. */
  state: 'operational' | 'degraded' | 'down' | 'unknown'
  /** Calls that were answered, of all; null when there were none */
  success_rate: number | null
  /** Half of the answers took longer; null when there were none */
  median_ms: number | null
  /** Calls within the last hour */
  calls: number
}

export type Reconnection = {
  user_name?: string
  password?: string
  /** What the provider asks for besides, by the keys of its catalogue entry */
  extra_login_params?: { [field: string]: string }
}

export type RecurringAccount = {
  account_id: string
  payroll_provider: string
  /** Null while the provider has not said it; left out for the Support role */
  user_name?: string | null
  created_at: string
  status: 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'
  mfa_enabled: boolean
  latest_pay_date: string | null
  /** Null when the end date comes before it */
  next_recurring_check: string | null
  recurring_check_end_date: string | null
  recurring_check_frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY'
  /** Null while no payslip has said it; left out for the Support role */
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
  /** Counts everything that ever arrived in the sandbox */
  number: number
  received_at: string
  /** The status that was answered */
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
  /** Decrypted, if it was encrypted; null where it cannot be read */
  body: string | null
  problems: string[]
  headers: { [field: string]: string }
}

export type SandboxBehaviour = {
  provider: string
  /** As if it were the password: `mfa:code`, `error:maintenance`, `slow:5+drop:list`; null: as usual */
  behaviour: string | null
}

export type SandboxClock = {
  now: string
  today: string
  /** The first day of the world */
  begins: string
  /** Its last day */
  ends: string
}

export type SandboxClockChange = {
  /** The time that it shall be */
  now?: string
  /** How far to go on: P1M, P2W, P3D, PT90S */
  advance?: string
  /** The time at which the world began */
  restart?: true
}

export type SandboxInbox = {
  /** Give this to a webhook as its url */
  url: string
  pagination: Pagination
  deliveries: SandboxArrival[]
}

/** What is left out is taken away. Kept in the memory of the sandbox. */
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
  /** What the person types at every provider */
  user_name: string
  name: string
  /** What can be tried with this person */
  about: string
}

export type SandboxPersonDetails = {
  /** What the person types at every provider */
  user_name: string
  name: string
  /** What can be tried with this person */
  about: string
  /** By the clock of the sandbox; null: nothing more is paid */
  next_pay_day: string | null
  /** Of somebody invented, so no secret */
  sign_in: {
    user_name: string
    /** The one that succeeds; others let something happen, see the guide */
    password: string
    /** The answer to a second step that asks for a code */
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
  /** Every answer waits so long */
  slow_seconds: number
  max_login_attempts: number
  locked_user_names: string[]
}

export type SandboxProviderChange = {
  is_down?: boolean
  slow_seconds?: number
  /** Opens the accounts that wrong passwords have locked */
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
  /** Through which account it came; null for documents */
  account_id: string | null
  /** What every value with a page was read from; null for connections */
  document: {
    document_id: string
    /** Of the file, as GET /documents/{document_id}/file gives it */
    sha256: string
    reader_version: string
    /** Every gate is passed: the figures hold each other in place */
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
    /** Where in the submission: `transactions.3.amount`; items count from 0 */
    path: string
    /** Counts from 1; null: it stands nowhere by itself */
    page: number | null
    /** Left, top, right and bottom in points (1/72 inch) from the top left of the page as a viewer shows it: its crop box, turned as /Rotate says, y downwards. Of a photo or scan that was crooked, the upright box around the words where they are seen */
    box: number[] | null
    /** text: as printed; ocr: recognised in a picture; computed: from other values; inferred: by a rule that may be wrong; provider: as the payroll provider said it */
    method: 'text' | 'ocr' | 'computed' | 'inferred' | 'provider'
    /** proven: arithmetic over other printed values holds it in place; printed: read beside its label; likely: read where such a value stands; doubtful: something contradicts it; null: nothing was read */
    confidence: 'proven' | 'printed' | 'likely' | 'doubtful' | null
  }>
}

export type SubmittedFiles = {
  files: Array<{
    /** As the presigned upload names it */
    path: string
    /** Your own id of the document, if not given before */
    external_document_id?: string
  }>
}

/** Whether payslips bear out what the tax authority says of an employer in a tax year. */
export type TaxYearMatch = {
  kind: 'tax_year_on_payslips'
  /** matched: each figure that both give is within 99p */
  status: 'matched' | 'unmatched'
  /** strong: income and tax; fair: one of them */
  strength: 'strong' | 'fair' | null
  /** Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that year; year-not-covered: too few to tell; no-figures: no figure that both give */
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
    /** year_to_date: what the last payslip of the year says; sum_of_payslips: they cover the year; part_of_year: they do not, and nothing is compared */
    basis: 'year_to_date' | 'sum_of_payslips' | 'part_of_year'
    /** The newest first */
    submission_ids: string[]
    payslip_count: number
    employer_name: string | null
    first_pay_date: string
    last_pay_date: string
    income: string | null
    /** Gross pay is more than what the authority counts where pension is taken before tax */
    income_is: 'total_taxable_earnings' | 'gross_pay' | null
    tax_paid: string | null
  } | null
  /** Payslips less tax authority; null: not compared */
  differences: {
    income: string | null
    tax_paid: string | null
  }
}

/** A field that does not apply is left out. */
export type TimelineEvent = {
  at: string
  kind: 'user.created' | 'authorisation.accepted' | 'authorisation.revoked' | 'authorisation.expired' | 'account.moved' | 'payroll.retrieved' | 'tax_income.retrieved' | 'document.stored' | 'bank_statement.read' | 'note.added' | 'delivery.delivered' | 'delivery.dead' | 'user.changed' | 'user_token.issued' | 'user_token.revoked' | 'journey.invited' | 'journey.opened' | 'journey.ended' | 'data.erased' | 'account.requested' | 'account.refused' | 'account.reconnecting' | 'payroll.requested' | 'payroll.refused' | 'tax_income.requested' | 'tax_income.refused' | 'document.submitted' | 'document.discarded'
  /** Of what it is about: user, authorisation, account, entry, document, submission, note, delivery */
  id: string
  /** Who did it: api_key, member, user, worker or operator */
  actor_kind?: string
  account_id?: string
  payroll_provider?: string
  from_status?: string
  status?: string
  reason?: string
  term_id?: string
  /** How many payslips or tax years came */
  submissions?: number
  document_id?: string
  document_type?: string
  trust_score?: string
  /** Of a note: job, bank_account or tax_year */
  subject?: string
  webhook_id?: string
  event?: string
}

export type TimelinePage = {
  timeline: TimelineEvent[]
  next_cursor: string | null
}

/** Something that was noticed, and where to look. */
export type TrustSignal = {
  code: string
  category: 'file' | 'page' | 'arithmetic' | 'content'
  severity: 'info' | 'low' | 'medium' | 'high'
  title: string
  message: string
  location: {
    /** Counted from 1 */
    page: number
    /** Left, top, right and bottom, as boxes of DocumentFields */
    box: [number, number, number, number]
    expected?: string
    actual?: string
  } | {
    fields: string[]
  }
}

/** A field that is not set is left out. */
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

/** Only what is sent changes; a field sent as null is unset. */
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

/** Secret and key are changed by a rotation. */
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
  /** The secret that comes in: step "add" */
  signing_secret?: string
  /** Used from now on; try it beside the old one until that is no longer needed */
  encryption_key?: string
  /** promote and retire do at once what else happens 24 and 48 hours after add */
  step?: 'add' | 'promote' | 'retire'
}

export type WebhookStatus = {
  webhook_id: string
  /** held: after failures the receiver is left alone until held_until, then probed */
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
    /** Encrypted with this key so far; at 2^32 it may no longer be used */
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
  /** The public keys that verify our tokens and signed copies of submissions */
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
  /** Connect a user to a payroll provider. Answers when the provider has. With mfa_method the account waits 15 minutes for the answer, with authorization_url for the person to sign in there. A login that was refused leaves no account. */
  createAccount: {
    method: 'POST'
    path: '/accounts'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
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
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewAccount
    reply: ConnectedAccount
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List the accounts of a user, newest first */
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
  /** Ask every direct provider about a user, who need not sign in anywhere. Makes an account for each provider that has data. One page with everything that the direct accounts of the user have, new or not: asked again, it is the same page and what has come since. */
  createDirectConnection: {
    method: 'POST'
    path: '/accounts/direct-connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: DirectConnection
    reply: PayrollSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List the accounts of a user that take part in recurring checks, newest first. Only accounts that would be checked as things stand now: AUTHORISED and without a second factor, paid within the last 40 days in an employment that goes on, of a user with recurring checks and connections switched on, an end date that is not past and a valid recurring authorisation. Of accounts with the same login it is the one that was fetched last. Weekly checks begin on Mondays and monthly ones on the first, at 00:00 UTC and spread over the four hours after it; a check that failed is tried again daily between 03:00 and 04:00. */
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
  /** Delete an account with everything that came through it */
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
  /** Every move of an account with its reason, newest first */
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
  /** Answer the second step of a provider */
  answerMfa: {
    method: 'PUT'
    path: '/accounts/{account_id}/mfa'
    params: {
      account_id: string
    }
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: MfaAnswer
    reply: Account
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** Connect an account again that is EXPIRED or INVALID. With the login fields of its provider; answers as the first connection does. */
  reconnectAccount: {
    method: 'POST'
    path: '/accounts/{account_id}/reconnect'
    params: {
      account_id: string
    }
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
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
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: Reconnection
    reply: ConnectedAccount
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** How much happened, day by day */
  getActivity: {
    method: 'GET'
    path: '/activity'
    params: {}
    query: {
      /** The first day, UTC; 29 days before `to` if left out */
      from?: string
      /** The last day, UTC; today if left out. 366 days at most */
      to?: string
    }
    headers: {}
    body: undefined
    reply: Activity
    caller: 'apiKey' | 'memberToken'
  }
  /** List API keys, without their secrets. A member needs the role Admin or above. */
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
  /** Make an API key; the reply shows it once. A member needs the role Admin or above. */
  createApiKey: {
    method: 'POST'
    path: '/api-keys'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewApiKey
    reply: CreatedApiKey
    caller: 'apiKey' | 'memberToken'
  }
  /** Revoke an API key everywhere within a second. A member needs the role Admin or above. */
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
  /** What needs somebody of the team */
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
  /** Who did what, newest first. Pages are linked by cursor, so reading stays equally fast at any depth. No line holds personal data.  A member needs the role Admin or above. */
  listAuditLog: {
    method: 'GET'
    path: '/audit-log'
    params: {}
    query: {
      limit?: number
      /** The next_cursor of the page before */
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
  /** Record that a user accepted a term. Without term_id it is the latest term for that user. */
  createAuthorisation: {
    method: 'POST'
    path: '/authorisations'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewAuthorisation
    reply: Authorisation
    caller: 'apiKey' | 'memberToken' | 'userToken'
  }
  /** List the authorisations of a user, newest first */
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
  /** Add a term that users can accept */
  createAuthorisationTerm: {
    method: 'POST'
    path: '/authorisations/terms'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
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
  /** The term this user should be asked to accept now */
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
  /** Switch a term of your own on or off */
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
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: Authorisation
    caller: 'apiKey' | 'memberToken'
  }
  /** List the bank statement submissions of a user, newest first */
  listBankStatementSubmissions: {
    method: 'GET'
    path: '/bankstatements/{user_id}'
    params: {
      user_id: string
    }
    query: {
      /** Only what was stored later than this */
      created_after?: string
      /** Only what was stored earlier than this */
      created_before?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: BankStatementPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Where each value of a bank statement submission stands in its document */
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
  /** A bank statement submission with its provenance, signed for others to check */
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
  /** A logo as the journey would show it, before it is set */
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
  /** List the documents of a user, newest first */
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
  /** Read bank statements that were uploaded. 201 when at least one file was read, else 200. Answers when all are read, within 25 seconds: what takes longer is listed as `still processing`, stored later and announced by webhook. */
  submitBankStatements: {
    method: 'PUT'
    path: '/documents/bank-statements'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: SubmittedFiles
    reply: BankStatementsResult
    caller: 'userToken'
  }
  /** Addresses to which bank statements can be uploaded. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. An address takes one file of at most 10 MB, once, within 15 minutes; the file is submitted by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents a user. */
  presignBankStatements: {
    method: 'PUT'
    path: '/documents/bank-statements/presign'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
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
  /** Delete a document with what was read from it. Its file and its submissions go too: a figure without its paper proves nothing. */
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
  /** What was read from a document and where it stands, to be drawn over its pages. The sizes of the pages, every value with its page and box, and what was found against the document with its places. Boxes fit the pages of GET /documents/{document_id}/file as a viewer shows them. */
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
  /** Download the file of a document, as it was uploaded */
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
  /** Read the events of the last 30 days, oldest first. The same events that webhooks deliver, for whoever would rather ask: keep the cursor and go on from it. */
  listEvents: {
    method: 'GET'
    path: '/events'
    params: {}
    query: {
      limit?: number
      /** The cursor of the page before; from the oldest if left out */
      cursor?: string
      /** Never for the Support role */
      include_payload?: boolean
    }
    headers: {}
    body: undefined
    reply: EventPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Estimate what a user’s household spends, month by month, the newest first. From the net pay of stored payslips and official statistics. A month is left out when its net pay is zero or negative, or when none of its postcodes lies in England, Wales, Scotland or Northern Ireland. 404 names every input that is missing or wrong. */
  getOnsExpenditure: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons'
    params: {
      user_id: string
    }
    query: {
      /** Left out: the newest */
      model?: 'ons-fye2024-1'
    }
    headers: {}
    body: undefined
    reply: Expenditures
    caller: 'apiKey' | 'memberToken'
  }
  /** Show how the estimates of a user come about, with every number used. Also the months that are left out, and payslips that were not used, each with its reason. The same `model` gives the same figures for the same payslips for ever. */
  getOnsExpenditureWorking: {
    method: 'GET'
    path: '/expenditure/{user_id}/ons/working'
    params: {
      user_id: string
    }
    query: {
      /** Left out: the newest */
      model?: 'ons-fye2024-1'
    }
    headers: {}
    body: undefined
    reply: ExpenditureWorking
    caller: 'apiKey' | 'memberToken'
  }
  /** How the journey of a person stands. All that is needed to go on, at the beginning as after a reload; to be asked again while something is under way. */
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
  /** Withdraw an authorisation of one’s own. Nothing more is fetched by it. What was shared stays until it is deleted. */
  withdrawAuthorisation: {
    method: 'PUT'
    path: '/journeys/current/authorisations/{authorisation_id}/revoke'
    params: {
      authorisation_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: GivenAuthorisation
    caller: 'userToken'
  }
  /** Withdraw every authorisation and delete what was shared. Accounts with what came through them, documents with their files, notes, and what waits to be delivered. The registration is the client’s and stays; what the client has received cannot be called back. Safe to repeat. */
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
  /** Ask every direct provider about the person, who need not sign in anywhere */
  createJourneyDirectConnection: {
    method: 'POST'
    path: '/journeys/current/direct-connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: Nothing
    reply: DirectFound
    caller: 'userToken'
  }
  /** Where the person goes on when the journey is over. client_callback_url with account_id, user_id and provider (connected), user_id and message (documents-submitted, or ended where nothing was shared), or error and user_id (failed). */
  endJourney: {
    method: 'POST'
    path: '/journeys/current/ends'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: JourneyEnd
    reply: JourneyEnded
    caller: 'userToken'
  }
  /** Count what the journey did. Each thing counts once for a journey. Nothing else is kept, and every word is one of few, so that nothing a person types can be. Needs the token of a journey. */
  countJourneyEvents: {
    method: 'POST'
    path: '/journeys/current/events'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyEvents
    reply: CountedJourneyEvents
    caller: 'userToken'
  }
  /** Everything that is held of the person, as a file. Registration, authorisations, accounts without what opens them, payslips, bank statements, tax years, notes, and what is known of documents. It is sent as it is read; if the connection breaks off, so does the file. */
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
  /** What was found about the person, to be looked over */
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
  /** Say that something found is wrong. Kept beside the data, which stays as it is. A person may have 200 notes. */
  createJourneyNote: {
    method: 'POST'
    path: '/journeys/current/notes'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyNote
    reply: JourneyNote
    caller: 'userToken'
  }
  /** What the person has shared, with whom and under which term */
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
  /** How far journeys came, by screen, step and provider */
  getJourneyFunnel: {
    method: 'GET'
    path: '/journeys/funnel'
    params: {}
    query: {
      /** The first day, UTC; 29 days before `to` if left out */
      from?: string
      /** The last day, UTC; today if left out. 366 days at most */
      to?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: JourneyFunnel
    caller: 'apiKey' | 'memberToken'
  }
  /** Send a journey link to a user by e-mail. Makes a link as POST /user-tokens does and mails it in the name of the client: who asks, what is shared, how long the link lives. The reply does not have the link: only the mailbox does. Within 24 hours a user is sent at most 5, and a client sends at most 2000; more is refused with 429. */
  createJourneyInvitation: {
    method: 'POST'
    path: '/journeys/invitations'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewJourneyInvitation
    reply: JourneyInvitation
    caller: 'apiKey' | 'memberToken'
  }
  /** Exchange the code of a journey link for a user token. The link stays good until it ends; the token lives an hour and never longer than the link. */
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
  /** A new token for the same journey, as long as its link lasts */
  renewJourneySession: {
    method: 'POST'
    path: '/journeys/sessions/renewals'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: Nothing
    reply: JourneySession
    caller: 'userToken'
  }
  /** Invite a member by e-mail. A member needs the role Admin or above. */
  inviteMember: {
    method: 'POST'
    path: '/members'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
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
  /** Answer the second factor */
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
  /** Choose a new password with the code from the e-mail */
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
  /** Ask for a new password by e-mail */
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
  /** Sign in a member. Answers 202 with a session when a code was sent by e-mail. */
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
  /** Change the role or the second factor of a member. A member needs the role Admin or above. */
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
  /** Remove a member; its tokens end within a second. A member needs the role Admin or above. */
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
  /** List the entries of a user, newest first */
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
  /** Fetch what is new through an account. Answers when the provider has. Nothing new: entry_id is null and the list is empty. While the first retrieval of the account runs, this waits for it. */
  queryPayrollConnection: {
    method: 'POST'
    path: '/payroll/entries/connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: PayrollConnectionQuery
    reply: PayrollConnectionResult
    caller: 'userToken'
  }
  /** Read payslips that were uploaded. One entry for all that could be read; entry_id is null where that is nothing. Answers when all are read, within 25 seconds: what takes longer is listed as `still processing`, stored later as an entry of its own and announced by webhook. */
  submitPayslips: {
    method: 'POST'
    path: '/payroll/entries/payslips'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: SubmittedFiles
    reply: PayslipsResult
    caller: 'userToken'
  }
  /** Addresses to which payslips can be uploaded. Where payslip_upload_enabled is on for the user. PUT each file to its presigned_url with exactly these two headers, which are signed: `Content-Type: application/pdf` and `If-None-Match: *`. An address takes one file of at most 10 MB, once, within 15 minutes; the file is submitted by its path within an hour. PDF only, at most 100 pages and without a password; at most 250 documents a user. */
  presignPayslips: {
    method: 'POST'
    path: '/payroll/entries/payslips/presign'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
      'x-svc-authorisation-id'?: string
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: PresignRequest
    reply: PresignedUploads
    caller: 'userToken'
  }
  /** Delete an entry with its submissions. What was the newest of its account is fetched again by the next query or check. */
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
  /** List the payroll submissions of a user, newest first */
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
      /** Only what was stored later than this */
      created_after?: string
      /** Only what was stored earlier than this */
      created_before?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: PayrollSubmissionPage
    caller: 'apiKey' | 'memberToken'
  }
  /** Where each value of a payroll submission comes from. Of an uploaded payslip: the place in its document. Of a connection: the account. */
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
  /** A payroll submission with its provenance, signed for others to check */
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
  /** What time it is in the sandbox */
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
  /** Move the clock of the sandbox: payslips appear, sessions end, recurring checks fall due. All clients of this sandbox share its world: they see the change too. */
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
  /** A receiver of webhooks that is the client’s own: its address and what arrived, newest first */
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
  /** Tell the inbox the secrets of your webhook, so that it verifies and decrypts what arrives */
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
  /** List the named people of the sandbox, or find some. Besides these there are person.1, person.2 and so on, each by their user name. */
  listSandboxPeople: {
    method: 'GET'
    path: '/sandbox/people'
    params: {}
    query: {
      /** A part of name, user name or story */
      search?: string
      offset?: number
      limit?: number
    }
    headers: {}
    body: undefined
    reply: SandboxPeople
    caller: 'apiKey' | 'memberToken'
  }
  /** One person of the sandbox: who they are, how they sign in, when they are paid next */
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
  /** Let something happen to a person at a provider, whatever password is typed. All clients of this sandbox share its world: they see the change too. */
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
  /** The providers that the sandbox plays, with their switches */
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
  /** Switch a provider of the sandbox off, make it slow, unlock its accounts. All clients of this sandbox share its world: they see the change too. */
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
  /** List the entries of a user from the tax authority, newest first */
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
  /** Fetch what is new at the tax authority. Answers when the authority has. Nothing new: entry_id is null and the list is empty. It takes three requests a second from all clients together, so this may answer 503 and bring its result by webhook. */
  queryTaxauthConnection: {
    method: 'POST'
    path: '/taxauth/entries/connections'
    params: {}
    query: {}
    headers: {
      /** The authorisation to use; the newest valid one of the user if left out */
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
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: IncomeConnectionQuery
    reply: IncomeConnectionResult
    caller: 'userToken'
  }
  /** Delete an entry with its submissions. What the authority still says is fetched again by the next query or check. */
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
  /** List what the tax authority says of a user, one submission per tax year, newest first */
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
  /** Make a token and a journey link for a user */
  createUserToken: {
    method: 'POST'
    path: '/user-tokens'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: UserReference
    reply: UserToken
    caller: 'apiKey' | 'memberToken'
  }
  /** End all tokens and journey links of a user at once */
  revokeUserTokens: {
    method: 'POST'
    path: '/user-tokens/revocations'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: UserReference
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Register a person */
  createUser: {
    method: 'POST'
    path: '/users'
    params: {}
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: NewUser
    reply: User
    caller: 'apiKey' | 'memberToken'
  }
  /** List users, newest first, or find some */
  listUsers: {
    method: 'GET'
    path: '/users'
    params: {}
    query: {
      offset?: number
      limit?: number
      /** Only users with exactly this ext_id */
      ext_id?: string
      /** Only users with this user_id, ext_id, surname, or forename and surname; the whole of it, but case, accents, spaces, hyphens and apostrophes of names do not matter. Names are not found for the Support role */
      search?: string
    }
    headers: {}
    body: undefined
    reply: UserPage
    caller: 'apiKey' | 'memberToken'
  }
  /** List users by whether recurring checks are on for them. The own setting of a user counts, or else that of the client; an end date in the past switches off. */
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
  /** List which pay of a user is borne out by another source, the newest pay date first. Each payslip, fetched or uploaded, against the credits of uploaded bank statements: the same net pay, to the penny, within three days of the pay date. A credit bears out one payment. And each employer in each year of the tax authority against the payslips of that year: taxable pay and tax, to the pound. */
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
  /** List what a user says of the data about them, newest first */
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
  /** What happened about a user, newest first. Pages are linked by cursor. No event holds personal data. What is deleted goes from the timeline too, and deliveries are told of for 30 days. */
  listUserTimeline: {
    method: 'GET'
    path: '/users/{user_id}/timeline'
    params: {
      user_id: string
    }
    query: {
      limit?: number
      /** The next_cursor of the page before */
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
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
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
  /** Delete a webhook with everything that waits for it */
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
      /** The next_cursor of the page before */
      cursor?: string
      /** dead: all attempts are spent; dropped: the receiver asked for it */
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
  /** Send a delivery again, whatever became of it. It keeps its webhook-id. If the user was erased meanwhile, a tombstone is sent. */
  redeliver: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'
    params: {
      webhook_id: string
      delivery_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Send nothing more until resumed; what happens meanwhile waits */
  pauseWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/pause'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Put dead deliveries of a span of time back in line */
  recoverWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/recover'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: WebhookRecovery
    reply: Message
    caller: 'apiKey' | 'memberToken'
  }
  /** Send again, beginning with what waits */
  resumeWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/resume'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: undefined
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** Exchange the signing secret in three steps, or the encryption key. add: X-Svc-Signature-Next is sent beside X-Svc-Signature. promote, after 24 hours or by hand: X-Svc-Signature is made with the new secret. retire, after 48 hours or by hand: the old one is forgotten. webhook-signature carries both from the first step to the last. */
  rotateWebhookSecret: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/rotate'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: WebhookRotation
    reply: WebhookStatus
    caller: 'apiKey' | 'memberToken'
  }
  /** How deliveries to this webhook are doing */
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
  /** Send made-up data now, and see what the receiver says. One attempt, also to a webhook that is paused. The header X-Svc-Test says what it is. */
  testWebhook: {
    method: 'POST'
    path: '/webhooks/{webhook_id}/test'
    params: {
      webhook_id: string
    }
    query: {}
    headers: {
      /** Repeat a request safely: the same key and body within 24 hours get the first reply again. */
      'Idempotency-Key'?: string
    }
    body: WebhookTest
    reply: DeliveryWithAttempts
    caller: 'apiKey' | 'memberToken'
  }
}
