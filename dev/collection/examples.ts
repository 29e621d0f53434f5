import type { Schema } from '../../sdk/scripts/openapi.ts'

type Schemas = Record<string, Schema & { examples?: unknown[]; minimum?: number }>

/** Values of the sandbox's own world, by field, or by schema and field where a word means several things. */
const values: Record<string, unknown> = {
  advance: 'P1D',
  authorisation_text: 'I agree that Example Lender may see my payslips.',
  behaviour: 'mfa:code',
  brand_colour: '#0b5fff',
  code: '{{journey_code}}',
  date_of_birth: '1988-05-14',
  email: 'colleague@lender.example',
  file_name: 'payslip.pdf',
  forename: 'Wilhelmina',
  id: '{{$guid}}',
  mfa: '123456',
  mfa_code: '123456',
  name: 'First try',
  ni_number: 'QQ474852A',
  path: '{{upload_path}}',
  payroll_period_months: 12,
  payroll_provider: 'sandbox-payroll',
  post_codes: ['BS6 9ZX'],
  provider: 'sandbox-payroll',
  provider_id: 'sandbox-payroll',
  session: '{{member_session}}',
  signing_secret: 'between the two of us',
  signing_secrets: ['between the two of us'],
  since: '2026-01-01T00:00:00Z',
  surname: 'Oakapple',
  text: 'I left this employer in March.',
  url: 'http://127.0.0.1:8090/inbox/acme',
  user_agent: 'An API client',
  user_name: 'wilhelmina.oakapple',
  username: 'colleague@lender.example',
  'Acceptance.password': 'a long pass phrase 42',
  'Credentials.password': 'a long pass phrase 42',
  'MemberChanges.mfa_status': 'email',
  'NewAccount.password': 'pass',
  'Reconnection.password': 'pass',
  'ResetConfirmation.code': '{{reset_code}}',
  'ResetConfirmation.password': 'another long phrase 43',
  'WebhookRotation.signing_secret': 'the one that comes next',
}

/** Fields that need not be sent, but make the request worth sending. */
const alsoShown: Record<string, string[]> = {
  ConfigurationChanges: ['payroll_period_months', 'brand_colour'],
  MemberChanges: ['mfa_status'],
  NewAccount: ['user_name', 'password'],
  NewUser: ['ni_number'],
  NewWebhook: ['signing_secret'],
  Reconnection: ['user_name', 'password'],
  SandboxClockChange: ['advance'],
  UserChanges: ['payroll_period_months'],
  WebhookChanges: ['name'],
  WebhookRotation: ['signing_secret'],
  WebhookTest: ['event'],
}

const byFormat: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'colleague@lender.example',
  uri: 'https://lender.example/',
}

/** A value that the schema takes: its own example, ours for the field, or the plainest there is. */
export function exampleOf(schemas: Schemas, schema: Schemas[string], field = '', owner = ''): unknown {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    return exampleOf(schemas, schemas[name] ?? {}, field, name)
  }
  const ofSchema = values[`${owner}.${field}`]
  const own = ofSchema ?? values[field]
  const [choice] = (schema.oneOf ?? schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (ofSchema !== undefined) return ofSchema
  if (schema.enum) return schema.default ?? schema.enum[0]
  if (own !== undefined && schema.type !== 'object') return own
  if (choice) return exampleOf(schemas, choice, field, owner)
  if (schema.type === 'object') return objectOf(schemas, schema, owner)
  if (schema.type === 'array') return [exampleOf(schemas, schema.items || {}, field, owner)]
  return schema.default ?? plainest(schema, field)
}

function objectOf(schemas: Schemas, { properties = {}, required = [] }: Schema, owner: string) {
  const wanted = [...required, ...(alsoShown[owner] ?? [])].filter((name) => properties[name])
  // A body that says nothing is no example: without anything that must be said, its first field is.
  const shown = wanted.length > 0 ? wanted : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(
    shown.map((name) => [name, exampleOf(schemas, properties[name] ?? {}, name, owner)]),
  )
}

function plainest({ type, format = '', minimum }: Schemas[string], field: string) {
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  return format === 'uuid' ? `{{${field}}}` : (byFormat[format] ?? field.replaceAll('_', ' '))
}
