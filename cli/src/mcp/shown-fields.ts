import type {
  Account,
  ConnectedAccount,
  Delivery,
  FeedEvent,
  IncomeFigures,
  IncomeSummary,
  PayrollSubmission,
  Provider,
  SandboxPerson,
  User,
  Webhook,
} from '@payproof/sdk'
import type { FieldRules } from './fields.ts'

// Names, contact details, identifiers and free text are `personal`: text that people or employers wrote may contain
// any of them. Tokens, webhook URLs and other secrets have no rule.

export const userFields: FieldRules<User> = {
  user_id: 'shown',
  created_at: 'shown',
  forename: 'personal',
  surname: 'personal',
  date_of_birth: 'personal',
  post_codes: ['personal'],
  ni_number: 'personal',
  ext_id: 'personal',
  payroll_period_months: 'shown',
  recurring_checks_enabled: 'shown',
  recurring_check_frequency: 'shown',
  recurring_check_end_date: 'shown',
  taxauth_enabled: 'shown',
  payslip_upload_enabled: 'shown',
  payroll_connections_enabled: 'shown',
}

export const accountFields = {
  account_id: 'shown',
  payroll_provider: 'shown',
  user_name: 'personal',
  created_at: 'shown',
  status: 'shown',
  mfa_enabled: 'shown',
  latest_pay_date: 'shown',
  retrieval: { state: 'shown', reason: 'shown', next_attempt_at: 'shown', last_success_at: 'shown' },
  identity_match: 'shown',
  identity_accepted_at: 'shown',
  self_administered: 'shown',
} as const satisfies FieldRules<Account>

export const connectedAccountFields: FieldRules<ConnectedAccount> = {
  ...accountFields,
  mfa_method: { type: 'shown', source: 'shown', format: 'shown', positions: ['shown'], message: 'shown' },
  authorization_url: 'shown',
}

export const providerFields: FieldRules<Provider> = {
  id: 'shown',
  name: 'shown',
  is_oauth2: 'shown',
  is_scraper: 'shown',
  is_direct: 'shown',
  max_login_attempts: 'shown',
  extra_login_params: [{ key: 'shown', display_name: 'shown' }],
  health: { state: 'shown', success_rate: 'shown', median_ms: 'shown', calls: 'shown' },
}

export const submissionFields: FieldRules<PayrollSubmission> = {
  id: 'shown',
  account_id: 'shown',
  entry_id: 'shown',
  created_at: 'shown',
  identity_information: {
    name: 'personal',
    date_of_birth: 'personal',
    email: 'personal',
    phone: 'personal',
    NI_number: 'personal',
  },
  employment_information: {
    employer_name: 'personal',
    role: 'personal',
    type: 'shown',
    status: 'shown',
    start_date: 'shown',
    leave_date: 'shown',
    employer_tax_reference: 'personal',
    is_director: 'shown',
  },
  income_information: {
    pay_date: 'shown',
    pay_interval_start: 'shown',
    pay_interval_end: 'shown',
    pay_frequency: 'shown',
    tax_code: 'personal',
    earnings: {
      gross_pay: 'shown',
      net_pay: 'shown',
      base_salary: 'shown',
      bonus: 'shown',
      fixed_pay_total: 'shown',
      variable_pay_total: 'shown',
      rolling_12m_income: { gross_pay: 'shown', net_pay: 'shown' },
    },
    deductions: {
      income_tax: 'shown',
      employee_ni: 'shown',
      employee_pension: 'shown',
      loan_deductions: 'shown',
      total_deductions: 'shown',
    },
  },
  document_id: 'shown',
  document_external_id: 'personal',
  document_filename: 'personal',
  trust_score: 'shown',
  source: 'shown',
  duplicate_of: 'shown',
  identity_match: 'shown',
}

const monthlyPay = { gross: 'shown', net: 'shown', reason: 'shown' } as const

const figures: FieldRules<IncomeFigures> = {
  annual_gross: { amount: 'shown', reason: 'shown' },
  last_12_months: monthlyPay,
  averages: [{ ...monthlyPay, month_count: 'shown' }],
  variability: { ratio: 'shown', reason: 'shown' },
  year_on_year: { ratio: 'shown', reason: 'shown' },
  composition: {
    regular: 'shown',
    variable: 'shown',
    variable_share: 'shown',
    reason: 'shown',
    parts: [{ part: 'shown', amount: 'shown' }],
    not_income: { expenses: 'shown', benefits_in_kind: 'shown' },
  },
  confidence: 'shown',
}

export const incomeFields: FieldRules<IncomeSummary> = {
  user_id: 'shown',
  model_id: 'shown',
  as_of: 'shown',
  status: 'shown',
  freshness: {
    newest: { payroll: 'shown', payslip: 'shown', bank: 'shown', tax_year: 'shown' },
    refresh_due: 'shown',
  },
  coverage: {
    months_requested: 'shown',
    first_month: 'shown',
    last_month: 'shown',
    months_complete: 'shown',
    months_by_source: { payroll: 'shown', payslip: 'shown', bank: 'shown' },
    tax_years: ['shown'],
    gaps: [{ start: 'shown', end: 'shown', days: 'shown' }],
  },
  income: figures,
  employments: [
    {
      employer_name: 'personal',
      role: 'personal',
      type: 'shown',
      is_director: 'shown',
      start_date: 'shown',
      leave_date: 'shown',
      status: 'shown',
      status_reason: 'shown',
      tenure_months: 'shown',
      pay_frequency: 'shown',
      last_pay_date: 'shown',
      next_pay_date: 'shown',
      sources: ['shown'],
      income: figures,
    },
  ],
  months: [{ month: 'shown', status: 'shown', covered_days: 'shown', gross: 'shown', net: 'shown' }],
  agreement: [
    {
      between: ['shown'],
      result: 'shown',
      compared: 'shown',
      agreeing: 'shown',
      differing: 'shown',
      not_seen: 'shown',
      difference: 'shown',
    },
  ],
  identity: [{ field: 'shown', sources: [{ source: 'shown', submission_id: 'shown', result: 'shown' }] }],
  affordability: {
    model_id: 'shown',
    net_monthly: 'shown',
    expenditure: { month: 'shown', cost_of_living: 'shown', housing: 'shown', total: 'shown' },
    commitments: 'shown',
    left: 'shown',
    stress: { percent: 'shown', left: 'shown' },
    reason: 'shown',
  },
  findings: [
    {
      code: 'shown',
      severity: 'shown',
      // The message may name the employer.
      message: 'personal',
      action: 'shown',
      document_id: 'shown',
    },
  ],
  notes: [{ subject: 'shown', field: 'shown', text: 'personal', created_at: 'shown' }],
  corrections: [
    {
      document_id: 'shown',
      submission_id: 'shown',
      type: 'shown',
      corrected_values: 'shown',
      parts: ['shown'],
      corrected_by: ['shown'],
      last_corrected_at: 'shown',
    },
  ],
}

export const eventFields: FieldRules<FeedEvent> = {
  event_id: 'shown',
  is_tombstone: 'shown',
  body: {
    event: 'shown',
    user_id: 'shown',
    timestamp: 'shown',
    entry_id: 'shown',
    account_id: 'shown',
    document_id: 'shown',
    authorisation_id: 'shown',
    journey_id: 'shown',
    from_status: 'shown',
    status: 'shown',
    reason: 'shown',
    outcome: 'shown',
    withdrawn_by: 'shown',
    trust_score: 'shown',
    identity_match: 'shown',
  },
}

export const webhookFields: FieldRules<Webhook> = {
  webhook_id: 'shown',
  name: 'shown',
  events: ['shown'],
  created_at: 'shown',
}

export const deliveryFields: FieldRules<Delivery> = {
  delivery_id: 'shown',
  event_id: 'shown',
  event: 'shown',
  user_id: 'shown',
  sequence: 'shown',
  state: 'shown',
  is_test: 'shown',
  attempt_count: 'shown',
  created_at: 'shown',
  next_attempt_at: 'shown',
  ended_at: 'shown',
}

/** People of the sandbox are fictional and the same for everyone, so their user names are not personal data. */
export const testPersonFields: FieldRules<SandboxPerson> = {
  user_name: 'shown',
  about: 'shown',
}
