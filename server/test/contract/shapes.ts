import { expect } from 'vitest'

// The resources of the interface, field by field. Replies are compared exactly.

const text = expect.any(String)
const flag = expect.any(Boolean)
const whole = expect.any(Number)
const orNull = (value: unknown) => expect.toBeOneOf([value, null])

export const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const money = expect.stringMatching(/^-?\d+\.\d\d$/)
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

export const message = { message: expect.stringMatching(/./) }

export const pagination = (offset: number, limit: number, count: number, total_count: number) => ({
  offset,
  limit,
  count,
  total_count,
})

export const member = {
  id: uuid,
  email: expect.stringContaining('@'),
  role: text,
  name: text,
  status: text,
  mfa_status: expect.toBeOneOf(['sms', 'email', 'disabled']),
}

export const apiKey = {
  id: uuid,
  name: text,
  prefix: expect.stringMatching(/^svc_sbx_/),
  last_four: expect.stringMatching(/^.{4}$/),
  scopes: orNull(expect.any(Array)),
  addresses: orNull(expect.any(Array)),
  created_at: timestamp,
  expires_at: orNull(timestamp),
  last_used_at: orNull(timestamp),
}

export const term = {
  id: uuid,
  is_active: flag,
  is_system_term: flag,
  authorisation_version: whole,
  created_at: timestamp,
  name: text,
  authorisation_text: text,
  authorisation_category: expect.toBeOneOf(['one_time', 'recurring']),
  translations: expect.any(Array),
}

export const authorisation = {
  id: uuid,
  user_id: uuid,
  term_id: uuid,
  status: 'active',
  is_valid: true,
  ip_address: orNull(text),
  user_agent: text,
  fingerprint: orNull(text),
  seen_ip_address: text,
  seen_user_agent: orNull(text),
  recorded_by: expect.toBeOneOf(['person', 'client']),
  accepted_text: text,
  accepted_language: 'en',
  accepted_at: timestamp,
  revoked_at: null,
  withdrawn_by: null,
  expires_at: orNull(timestamp),
  created_at: timestamp,
}

export const account = {
  account_id: uuid,
  payroll_provider: text,
  user_name: text,
  created_at: timestamp,
  status: expect.toBeOneOf(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED']),
  mfa_enabled: flag,
  latest_pay_date: orNull(timestamp),
  retrieval: {
    state: expect.toBeOneOf(['pending', 'running', 'retrying', 'done', 'failed']),
    reason: orNull(text),
    next_attempt_at: orNull(timestamp),
    last_success_at: orNull(timestamp),
  },
  identity_match: expect.toBeOneOf(['full', 'partial', 'none', 'unknown']),
  identity_accepted_at: orNull(timestamp),
  self_administered: orNull(flag),
  consent: null,
}

/** Reply to the acceptance of an account or document that shows another person. */
export const identityAcceptance = {
  account_id: orNull(uuid),
  document_id: orNull(uuid),
  identity_match: 'none',
  identity_accepted_at: timestamp,
  entry_id: null,
  submission_ids: [],
}

/** One entry of an account's history. */
export const transition = {
  from_status: orNull(account.status),
  status: account.status,
  reason: expect.stringMatching(/./),
  at: timestamp,
}

export const recurringAccount = {
  ...account,
  next_recurring_check: timestamp,
  recurring_check_end_date: orNull(timestamp),
  recurring_check_frequency: expect.toBeOneOf(['HOURLY', 'WEEKLY', 'MONTHLY']),
  employee_name: orNull(text),
}

export const payrollEntry = {
  account_id: uuid,
  entry_id: uuid,
  authorisation_id: uuid,
  created_at: timestamp,
}

const earnings = {
  gross_pay: orNull(money),
  net_pay: orNull(money),
  base_salary: orNull(money),
  bonus: orNull(money),
  fixed_pay_total: orNull(money),
  variable_pay_total: orNull(money),
  earning_elements: expect.any(Array),
  year_to_date: orNull({
    gross_pay: orNull(money),
    net_pay: orNull(money),
    total_tax_paid: orNull(money),
    total_ni_paid: orNull(money),
    total_taxable_earnings: orNull(money),
    tax_year: orNull(whole),
  }),
  rolling_12m_income: orNull({ gross_pay: money, net_pay: money }),
}

const deductions = {
  income_tax: orNull(money),
  employee_ni: orNull(money),
  employee_pension: orNull(money),
  total_deductions: orNull(money),
  loan_deductions: orNull(money),
  deductions_elements: expect.any(Array),
}

export const payrollSubmission = {
  id: uuid,
  account_id: orNull(uuid),
  entry_id: uuid,
  created_at: timestamp,
  identity_information: {
    name: orNull(text),
    date_of_birth: orNull(timestamp),
    address: orNull({
      street: orNull(text),
      county: orNull(text),
      city: orNull(text),
      post_code: orNull(text),
      country: orNull(text),
    }),
    email: orNull(text),
    phone: orNull(whole),
    NI_number: orNull(text),
  },
  employment_information: {
    employer_name: orNull(text),
    role: orNull(text),
    type: orNull(text),
    status: orNull(expect.toBeOneOf(['active', 'inactive'])),
    start_date: orNull(timestamp),
    leave_date: orNull(timestamp),
    employer_tax_reference: orNull(text),
    is_director: orNull(flag),
  },
  income_information: {
    pay_date: timestamp,
    pay_interval_start: orNull(timestamp),
    pay_interval_end: orNull(timestamp),
    pay_frequency: orNull(text),
    tax_code: orNull(text),
    earnings,
    deductions,
  },
  document_id: orNull(uuid),
  document_external_id: orNull(text),
  document_filename: orNull(text),
  trust_score: orNull(expect.toBeOneOf(['Low', 'Medium', 'High'])),
  source: expect.toBeOneOf([
    'Payroll (via Direct Connection)',
    'Payroll (via User Connection)',
    'Payslip (via Doc Scan)',
  ]),
  duplicate_of: orNull(uuid),
  identity_match: expect.toBeOneOf(['full', 'partial', 'none', 'unknown']),
}

export const earningElement = {
  type: text,
  description: text,
  amount: money,
  is_fixed: flag,
  is_after_tax: flag,
  is_after_ni: flag,
  is_bik: flag,
  quantity: orNull(text),
  rate: orNull(text),
  unit: orNull(text),
}

export const deductionElement = { type: text, description: text, amount: money }

export const presignedUpload = {
  file_name: text,
  presigned_url: expect.stringMatching(/^https?:\/\//),
  headers: { 'Content-Type': 'application/pdf', 'If-None-Match': '*' },
  path: text,
  external_id: text,
}

export const fileError = { file_name: text, error: text, code: expect.stringMatching(/^[a-z-]+$/) }

export const document = {
  id: uuid,
  user_id: uuid,
  type: expect.toBeOneOf(['payslip', 'bank_statement']),
  file_name: text,
  external_id: orNull(text),
  created_at: timestamp,
  pages: whole,
  bytes: whole,
  trust_score: expect.toBeOneOf(['Low', 'Medium', 'High']),
  identity_match: expect.toBeOneOf(['full', 'partial', 'none', 'unknown']),
  identity_accepted_at: orNull(timestamp),
  trust_analysis: expect.any(Array),
  pdf_metadata: expect.any(Object),
}

export const provenance = {
  submission_id: uuid,
  source: text,
  account_id: orNull(uuid),
  document: {
    document_id: uuid,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    reader_version: text,
    verified: flag,
    certified: expect.any(Array),
    model: null,
    gates: expect.any(Array),
    warnings: expect.any(Array),
  },
  values: expect.arrayContaining([
    {
      path: text,
      page: whole,
      box: [whole, whole, whole, whole],
      method: 'text',
      confidence: expect.toBeOneOf(['proven', 'printed', 'likely']),
      correction: null,
    },
  ]),
}

// Balances have thousands separators and always two decimals.
const balance = expect.stringMatching(/^-?\d{1,3}(,\d{3})*\.\d\d$/)

export const bankStatementSubmission = {
  id: uuid,
  created_at: timestamp,
  source: expect.toBeOneOf(['upload', 'bank']),
  account_id: orNull(uuid),
  document_id: orNull(uuid),
  document_external_id: orNull(text),
  document_filename: orNull(text),
  duplicate_of: orNull(uuid),
  account_information: {
    account_holder_name: orNull(text),
    account_number: orNull(text),
    sort_code: orNull(text),
    bank_name: orNull(text),
    iban: orNull(text),
  },
  statement_period: { start_date: orNull(date), end_date: orNull(date) },
  balance_information: { opening_balance: orNull(balance), closing_balance: orNull(balance) },
  transactions: expect.any(Array),
  bank_statement_probability: whole,
  identity_match: expect.toBeOneOf(['full', 'partial', 'none', 'unknown']),
}

export const transaction = {
  date,
  description: text,
  amount: money,
  type: expect.toBeOneOf(['credit', 'debit']),
}

export const incomeSubmission = {
  id: uuid,
  account_id: uuid,
  entry_id: uuid,
  income_id: text,
  employment: { total_income: money, employers: [{ employer_name: text, income: money, tax_paid: money }] },
  frequency: 'Annual',
  income_period: { start: timestamp, end: timestamp },
  identity_match: 'unknown',
}

export const taxYearMatch = {
  kind: 'tax_year_on_payslips',
  status: 'matched',
  strength: 'strong',
  reason: null,
  tax_year: expect.stringMatching(/^\d{4}-\d{2}$/),
  tax_authority: {
    submission_id: uuid,
    account_id: uuid,
    employer_name: text,
    income: money,
    tax_paid: money,
  },
  payroll: {
    basis: 'year_to_date',
    submission_ids: [uuid],
    payslip_count: 1,
    employer_name: text,
    first_pay_date: date,
    last_pay_date: date,
    income: money,
    income_is: 'total_taxable_earnings',
    tax_paid: money,
  },
  differences: { income: '0.00', tax_paid: '0.00' },
}

export const provider = {
  id: text,
  name: text,
  url: text,
  logo_url: text,
  is_oauth2: flag,
  is_scraper: flag,
  is_direct: flag,
  aggregator: orNull(text),
  reset_url: text,
  parent: orNull(text),
  max_login_attempts: whole,
  extra_login_params: expect.any(Array),
  health: {
    state: expect.toBeOneOf(['operational', 'degraded', 'down', 'unknown']),
    success_rate: orNull(whole),
    median_ms: orNull(whole),
    calls: whole,
  },
}

export const employer = {
  id: text,
  name: text,
  url: text,
  logo_url: text,
  providers: expect.any(Array),
}

export const expenditure = { date: timestamp, cost_of_living: money, housing: money, total: money }

export const webhook = {
  webhook_id: uuid,
  name: text,
  events: expect.any(Array),
  url: text,
  created_at: timestamp,
}

export const webhookStatus = {
  webhook_id: uuid,
  state: 'active',
  paused_at: null,
  pause_reason: null,
  held_until: null,
  failing_since: null,
  last_success_at: null,
  next_attempt_at: null,
  config: { include_payload: false, encrypted_content_type: 'text/plain' },
  signing: { is_signed: false, rotation: 'none', promotes_at: null, retires_at: null },
  encryption: { is_encrypted: false, key_id: null, messages: 0 },
}

export const deliveryRecord = {
  delivery_id: uuid,
  event_id: uuid,
  event: 'user-payroll-submitted',
  user_id: uuid,
  sequence: 1,
  state: 'delivered',
  is_test: false,
  attempt_count: 1,
  created_at: timestamp,
  next_attempt_at: null,
  ended_at: timestamp,
}

export const attempt = {
  attempt: 1,
  started_at: timestamp,
  duration_ms: whole,
  status: 200,
  failure: null,
  answer: null,
}

/** Fields common to every delivery. */
export const eventFields = { event: 'user-payroll-submitted', user_id: uuid, timestamp }
