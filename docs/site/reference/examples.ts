import { hash } from 'node:crypto'
import {
  type ApiContent,
  type ApiDescription,
  type ApiSchema,
  alternativesOf,
  componentName,
  isNullable,
  resolve,
  typeNameOf,
} from './api.ts'

/**
 * Example values by field name. People, employers and providers are those of the sandbox, so that a pasted request
 * works there.
 */
const namedValues: Record<string, unknown> = {
  user_ids: 'c8f54816-28e2-4316-ad36-1c7edb41294e',
  expires_in_days: 7,
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  name: 'Wilhelmina Oakapple',
  employee_name: 'Wilhelmina Oakapple',
  account_holder_name: 'Wilhelmina Oakapple',
  date_of_birth: '1988-05-14T12:00:00.000Z',
  post_code: 'BS6 9ZX',
  post_codes: ['BS6 9ZX'],
  ni_number: 'QQ474852A',
  NI_number: 'QQ474852A',
  payroll_period_months: 12,
  period_months: 12,
  ext_id: 'application-1042',
  external_id: 'application-1042',
  external_document_id: 'application-1042',
  document_external_id: 'application-1042',
  payroll_provider: 'sandbox-payroll',
  provider: 'sandbox-payroll',
  provider_id: 'sandbox-payroll',
  user_name: 'wilhelmina.oakapple',
  password: 'pass',
  mfa: '246810',
  mfa_code: '246810',
  one_time_code: '246810',
  device: 'q0zN4bXn2mFfE7aJc1pVxgYl0nR7m2c4Qx9VbT1sKe5',
  email: 'wilhelmina@mail.example',
  phone: '+447700900123',
  username: 'olive@acme.example',
  user_agent: 'Mozilla/5.0',
  ip_address: '203.0.113.7',
  fingerprint: 'd41d8cd98f00b204',
  url: 'https://lender.example/webhooks/payproof',
  client_callback_url: 'https://lender.example/done',
  client_logo: 'https://lender.example/logo.svg',
  client_display_name: 'Acme Lending',
  brand_colour: '#0b5c4a',
  frame_origins: ['https://lender.example'],
  signing_secret: 'a-random-secret-of-32-characters',
  encryption_key: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  encryption_keys: ['MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
  file_name: 'payslip-march.pdf',
  document_filename: 'payslip-march.pdf',
  path: 'uploads/payslip-march.pdf',
  code: 'Yl0nR7m2c4Qx9VbT1sKe5WzJ8uHgA3dFpLoN6iMyXtE',
  session: 'Yl0nR7m2c4Qx9VbT1sKe5WzJ8uHgA3dF',
  authorisation_text: 'I agree that Acme Lending retrieves my payslips.',
  advance: 'P1M',
  behaviour: 'mfa:code',
  text: 'I changed jobs in March.',
  employer_name: 'Brindlewick Ledger Services Ltd',
  bank_name: 'Heronmere Bank',
  sort_code: '04-00-04',
  account_number: '12345678',
  account_ending: '5678',
  tax_code: '1257L',
  tax_year: '2025-26',
  gross_pay: '2500.00',
  net_pay: '2062.15',
  limit: 20,
  offset: 1,
  total_count: 1,
  city: 'Bristol',
  country: 'United Kingdom',
  title: 'Ms',
  message: 'Done',
  cursor: 'eyJhdCI6MX0',
  organisation: 'acme-lending',
  issuer: 'https://login.acme.example',
  oidc_client_id: 'payproof',
  oidc_client_secret: 'a-secret-of-your-provider',
  credential_id: 'q0zN4bXn2mFfE7aJc1pVxg',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDk0nR7m2c4Qx9VbT1sKe5WzJ8uHgA3dFpLoN6iMyXtE',
  public_key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYl0nR7m2c4Qx9VbT1sKe5Wz',
}

const queueFilters = {
  search: 'oak',
  status: 'ready',
  severity: 'high',
  advice: 'refer',
  employer: 'Brindlewick',
  gross_from: 20_000,
  gross_below: 60_000,
}

/** Example values for operations in which a field name has another meaning. */
const valuesByOperation: Record<string, Record<string, unknown>> = {
  createApiKey: { name: 'Loan service' },
  createAuthorisationTerm: { name: 'Share my income once' },
  createWebhook: { name: 'Loan service' },
  registerPasskey: { name: 'Work laptop' },
  inviteMember: { email: 'olive@acme.example', role: 'FullMember' },
  updateMember: { role: 'FullMember' },
  presignBankStatements: { file_name: 'statement-march.pdf' },
  submitBankStatements: { path: 'uploads/statement-march.pdf' },
  acceptInvitation: { name: 'Olive Owner', password: 'correct horse battery staple' },
  changePassword: {
    current_password: 'correct horse battery staple',
    password: 'another horse with another staple',
  },
  confirmPasswordReset: { password: 'correct horse battery staple' },
  authenticateAgain: { current_password: 'correct horse battery staple' },
  validateAuthentication: { mfa_code: '246810' },
  startTotpSetup: { current_password: 'correct horse battery staple' },
  confirmTotpSetup: { mfa_code: '246810' },
  removeTotp: { current_password: 'correct horse battery staple', mfa_code: '246810' },
  signIn: { password: 'correct horse battery staple' },
  listReviews: queueFilters,
  exportReviews: queueFilters,
  replaceReviewViews: { name: 'Ready for review', query: 'status=ready' },
  replaceReviewRules: {
    rules: [{ name: 'Three months of payslips', kind: 'min_months_covered', limit: '3', outcome: 'refer' }],
  },
  correctDocumentFields: {
    revision: 0,
    changes: [{ path: 'income_information.earnings.net_pay', action: 'correct', value: '1733.44' }],
  },
  decideReview: { decision: 'approve', reason: 'Three months of steady pay, seen in the bank.' },
  createReviewNote: { text: 'Asked the employer to confirm the start date.' },
  createJourneyInvitation: { months: ['2026-03', '2026-04'] },
  bulkInviteUsers: {
    csv:
      'ext_id,forename,surname,date_of_birth,post_code,email\n' +
      'application-1042,Wilhelmina,Oakapple,1988-05-14,BS6 9ZX,wilhelmina@mail.example',
  },
}

/** Optional fields to show, by operation; without them, these bodies would be empty. */
const optionalFields: Record<string, string[]> = {
  confirmJourneyPerson: ['post_code'],
  createJourneyInvitation: ['email'],
  updateReview: ['status'],
  createReturnCode: ['language'],
  createReportLink: ['expires_in_days'],
  endOwnSessions: ['keep_current'],
  setSingleSignOn: ['oidc_client_secret'],
  updateMemberPolicy: ['require_second_factor'],
  createAccount: ['user_name', 'password'],
  reconnectAccount: ['password'],
  updateConfiguration: ['client_display_name', 'payslip_upload_enabled'],
  updateMember: ['role'],
  updateUser: ['payroll_period_months'],
  updateWebhook: ['events'],
  rotateWebhookSecret: ['signing_secret', 'step'],
  testWebhook: ['event'],
  moveSandboxClock: ['advance'],
  setSandboxInboxKeys: ['signing_secrets'],
  updateSandboxProvider: ['is_down'],
}

type ExampleContext = {
  api: ApiDescription
  operationId: string
  /** Whether the example is a request, which shows only required fields; responses show all fields. */
  isRequest: boolean
  /** Components that are being written. They are tracked because a schema may contain itself. */
  within: string[]
}

/**
 * Returns an example body. Responses are the document's own examples, recorded by tests. Requests are built from the
 * schema with the values above, because requests of tests are longer and often contain the test's own receiver or
 * person.
 */
export function exampleOf(
  media: ApiContent[string],
  api: ApiDescription,
  operationId: string,
  isRequest: boolean,
) {
  const recorded = media.example ?? Object.values(media.examples ?? {})[0]?.value
  if (!isRequest && recorded !== undefined) return recorded
  return exampleValue(media.schema, '', { api, operationId, isRequest, within: [] })
}

export function parameterExample(schema: ApiSchema, name: string, api: ApiDescription, operationId: string) {
  return exampleValue(schema, name, { api, operationId, isRequest: true, within: [] })
}

function exampleValue(given: ApiSchema, name: string, context: ExampleContext): unknown {
  const reference = given.$ref ? componentName(given.$ref) : undefined
  if (reference && context.within.includes(reference)) return null
  const inner = reference ? { ...context, within: [...context.within, reference] } : context
  const schema = resolve(given, context.api)
  const own = schema.example ?? schema.examples?.[0] ?? schema.const
  if (own !== undefined) return own
  const [first] = alternativesOf(schema)
  if (schema.anyOf || schema.oneOf) return first ? exampleValue(first, name, inner) : null
  const named = valuesByOperation[context.operationId]?.[name] ?? namedValues[name]
  if (named !== undefined && fits(named, schema)) return named
  if (schema.enum) return schema.enum[0]
  return valueOfType(schema, name, inner)
}

function valueOfType(schema: ApiSchema, name: string, context: ExampleContext): unknown {
  switch (typeNameOf(schema)) {
    case 'object':
      return objectOf(schema, context)
    case 'array':
      return schema.items ? [exampleValue(schema.items, singularName(name), context)] : []
    case 'integer':
    case 'number':
      return Number(schema.default ?? schema.minimum ?? 1)
    case 'boolean':
      return context.isRequest || schema.default === undefined ? true : schema.default
    case 'string':
      return textOf(schema, name)
    default:
      return isNullable(schema) ? null : 'text'
  }
}

function objectOf({ properties = {}, required = [] }: ApiSchema, context: ExampleContext) {
  const isTop = context.within.length <= 1
  const chosen = isTop ? (optionalFields[context.operationId] ?? []) : []
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !context.isRequest || required.includes(name) || chosen.includes(name))
      .map(([name, schema]) => [name, exampleValue(schema, name, context)]),
  )
}

function textOf({ format, minLength = 0, default: given }: ApiSchema, name: string) {
  if (typeof given === 'string') return given
  const byFormat: Record<string, string> = {
    uuid: uuidOf(name),
    'date-time': '2026-03-27T12:00:00.000Z',
    date: '2026-03-27',
    email: 'wilhelmina@mail.example',
    uri: 'https://lender.example/',
    ipv4: '203.0.113.7',
    password: 'correct horse battery staple',
  }
  return byFormat[format ?? ''] ?? (name.replaceAll('_', ' ') || 'text').padEnd(minLength, '.')
}

/** Returns an invented id, which is the same wherever a field of this name occurs. */
export function uuidOf(name: string) {
  const digits = hash('sha256', name || 'id')
  return `0199d3a4-${digits.slice(0, 4)}-7${digits.slice(4, 7)}-9${digits.slice(7, 10)}-${digits.slice(10, 22)}`
}

const singularName = (name: string) => name.replace(/s$/, '')

/** Whether an example value has the type and format of this field. */
function fits(value: unknown, schema: ApiSchema) {
  const type = typeNameOf(schema)
  if (Array.isArray(value)) return type === 'array'
  if (typeof value === 'number')
    return (type === 'integer' || type === 'number') && value <= (schema.maximum ?? value)
  if (typeof value !== 'string' || type !== 'string') return false
  if (schema.enum) return schema.enum.includes(value)
  if (schema.format === 'uuid') return false
  if (schema.format === 'date') return /^\d{4}-\d\d-\d\d$/.test(value)
  if (schema.format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(value)
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return false
  return value.length >= (schema.minLength ?? 0) && value.length <= (schema.maxLength ?? value.length)
}
