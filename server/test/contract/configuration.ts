import { expect } from 'vitest'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'

// The nine fields of the interface, plus taxauth_enabled, which users can override, hold_unmatched_data and the facts shown with the
// consent.
const everyField = {
  payslip_upload_enabled: false,
  payroll_period_months: 24,
  client_logo: 'https://acme.example/logo.svg',
  client_callback_url: 'https://acme.example/done',
  recurring_checks_enabled: true,
  recurring_check_frequency: 'MONTHLY',
  recurring_check_end_date: '2031-01-31T00:00:00.000Z',
  payroll_connections_enabled: false,
  client_display_name: 'Acme Lending',
  taxauth_enabled: true,
  hold_unmatched_data: true,
  consent_layout: 'test',
  reminder_days: [2, 5],
  data_purpose: 'To decide on your loan application.',
  data_purpose_cy: 'I benderfynu ar eich cais am fenthyciad.',
  next_steps: 'We call you within two working days.\nYou need do nothing else.',
  next_steps_cy: 'Byddwn yn eich ffonio o fewn dau ddiwrnod gwaith.',
  data_retention_months: 24,
  privacy_notice_url: 'https://acme.example/privacy',
  contact_email: 'privacy@acme.example',
  contact_phone: '0300 123 4567',
  fca_number: '123456',
  ico_number: 'ZA123456',
}

const drawing = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

const invalidValues: [field: string, value: unknown][] = [
  ['payslip_upload_enabled', 'yes'],
  ['payroll_period_months', 0],
  ['payroll_period_months', 1.5],
  ['client_logo', 7],
  ['client_callback_url', 'not an address'],
  ['recurring_checks_enabled', null],
  ['recurring_check_frequency', 'DAILY'],
  ['recurring_check_end_date', '2031-02-30'],
  ['payroll_connections_enabled', 1],
  ['taxauth_enabled', 'false'],
  ['client_display_name', ''],
  ['hold_unmatched_data', 'yes'],
  ['consent_layout', 'cards'],
  ['reminder_days', [5, 2]],
  ['data_purpose', ''],
  ['data_purpose_cy', 'a\nb'],
  ['next_steps', ''],
  ['next_steps_cy', 'a'.repeat(501)],
  ['data_retention_months', 0],
  ['privacy_notice_url', 'javascript:alert(1)'],
  ['contact_email', 'nobody'],
  ['contact_phone', 'call us'],
  ['fca_number', '12'],
  ['ico_number', 'A1'],
]

export const configuration = inArea('configuration', [
  {
    endpoint: 'GET /configuration',
    title: 'a new client has default settings; unset fields are omitted',
    call: async ({ createClient }) => (await createClient()).call('GET', '/configuration'),
    expects: {
      status: 200,
      body: {
        payslip_upload_enabled: true,
        payroll_period_months: 36,
        recurring_checks_enabled: false,
        payroll_connections_enabled: true,
        taxauth_enabled: false,
        client_display_name: expect.any(String),
      },
    },
  },
  {
    endpoint: 'GET /configuration',
    title: 'returns the stored values',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('PATCH', '/configuration', everyField)
      return call('GET', '/configuration')
    },
    expects: { status: 200, body: everyField },
  },
  {
    endpoint: 'GET /configuration',
    title: 'a client without a configuration is not found',
    async call({ api, createClient }) {
      const { call, clientId } = await createClient()
      await api.sql('delete from configurations where client_id = $1', [clientId])
      return call('GET', '/configuration')
    },
    expects: { status: 404, errors: [notFoundMessage('Configuration')] },
  },
  ...requiresApiKey('GET /configuration'),

  {
    endpoint: 'PATCH /configuration',
    title: 'changes every field',
    call: async ({ createClient }) => (await createClient()).call('PATCH', '/configuration', everyField),
    expects: { status: 200, body: everyField },
  },
  {
    endpoint: 'PATCH /configuration',
    title: 'omitted fields keep their values',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('PATCH', '/configuration', everyField)
      return call('PATCH', '/configuration', { client_display_name: 'Acme' })
    },
    expects: { status: 200, body: { ...everyField, client_display_name: 'Acme' } },
  },
  {
    endpoint: 'PATCH /configuration',
    title: 'an empty change changes nothing',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('PATCH', '/configuration', everyField)
      return call('PATCH', '/configuration', {})
    },
    expects: { status: 200, body: everyField },
  },
  {
    endpoint: 'PATCH /configuration',
    title: 'reports an unknown field by name',
    call: ({ acme }) => acme('PATCH', '/configuration', { client_name: 'Acme' }),
    expects: { status: 400, errors: [unknown('client_name')] },
  },
  ...invalidValues.map(
    ([field, value]): Row => ({
      endpoint: 'PATCH /configuration',
      title: `${field} cannot be ${JSON.stringify(value)}`,
      call: ({ acme }) => acme('PATCH', '/configuration', { [field]: value }),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    endpoint: 'PATCH /configuration',
    title: 'sandbox allows recurring_check_frequency HOURLY',
    call: async ({ createClient }) =>
      (await createClient()).call('PATCH', '/configuration', { recurring_check_frequency: 'HOURLY' }),
    expects: { status: 200, matches: { recurring_check_frequency: 'HOURLY' } },
  },
  ...['WEEKLY', 'MONTHLY'].map(
    (recurring_check_frequency): Row => ({
      endpoint: 'PATCH /configuration',
      title: `production allows recurring_check_frequency ${recurring_check_frequency}`,
      call: ({ live }) => live('PATCH', '/configuration', { recurring_check_frequency }),
      expects: { status: 200, matches: { recurring_check_frequency } },
    }),
  ),
  {
    endpoint: 'PATCH /configuration',
    title: 'HOURLY recurring_check_frequency is refused in production',
    call: ({ live }) => live('PATCH', '/configuration', { recurring_check_frequency: 'HOURLY' }),
    expects: { status: 400, errors: [invalid('recurring_check_frequency')] },
  },
  {
    endpoint: 'GET /configuration/logo',
    title: 'returns a picture as a data: URL',
    call: ({ acme }) => acme('GET', `/configuration/logo?client_logo=${encodeURIComponent(drawing)}`),
    expects: { status: 200, body: { picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/) } },
  },
  {
    endpoint: 'GET /configuration/logo',
    title: 'a value that is no picture returns null',
    call: ({ acme }) => acme('GET', '/configuration/logo?client_logo=none'),
    expects: { status: 200, body: { picture: null } },
  },
  {
    endpoint: 'GET /configuration/logo',
    title: 'client_logo is required',
    call: ({ acme }) => acme('GET', '/configuration/logo'),
    expects: { status: 400, errors: [missing('client_logo')] },
  },
  rejectsRole('GET /configuration/logo', 'Support', 'FullMember'),
  ...requiresApiKey('GET /configuration/logo'),
  rejectsRole('PATCH /configuration', 'FullMember', 'Admin'),
  ...requiresApiKey('PATCH /configuration'),
])
