import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { failureOf } from '../../../test/connectors/logins.ts'
import { createTestContext } from '../../../test/connectors/test-context.ts'
import type { DocumentReading } from '../../extraction/document.ts'
import type { PersonToFind } from '../connector.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { employeeOAuth2 } from './connector.ts'

// Rules that the simulator cannot show: files that cannot be had, and the login of another person.

const warnings: string[] = []
const context = {
  ...createTestContext({} as Browsers),
  readDocument: async () => ({ kind: 'other', submission: null }) as unknown as DocumentReading,
  warn: (detail: string) => void warnings.push(detail),
}
const payslipOf = (id: number, day: string) => ({
  id,
  datePaid: `${day}T00:00:00`,
  netPay: 2_225.6,
  payerName: 'Harbour Lane Bakery Ltd',
})
const details = {
  firstName: 'Ada',
  surname: 'Whitcombe',
  dateOfBirth: '1991-03-14T00:00:00',
  email: 'ada@example.test',
}
const pdf = Buffer.from('%PDF-1.7')
const tooLarge = Buffer.alloc(5_000_001, '%PDF-1.7')
const session = JSON.stringify({ access_token: 'a', refresh_token: 'r', access_ends_at: 4e12 })
const always = { from: null, to: null }

/** Starts a self-service with these PDF files; a number is the status of an error. */
async function startSelfService(files: Record<string, Buffer | number>) {
  const revoked: string[] = []
  const replies: Record<string, unknown> = {
    '/oauth/token': { access_token: 'a', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r' },
    '/ess/security/employees': [{ id: 42, businessName: 'Harbour Lane', jobTitle: 'Baker' }],
    '/ess/42/personaldetails': details,
    '/ess/42/document/payslip': Object.keys(files).map((id) => payslipOf(Number(id), `2026-0${id}-28`)),
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/oauth/token/revoke') revoked.push(path)
    const file = files[path.replace('/ess/42/document/payslip/', '')]
    if (typeof file === 'number') return response.writeHead(file).end()
    if (file) return response.writeHead(200, { 'content-type': 'application/pdf' }).end(file)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(replies[path] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connector = employeeOAuth2({
    kind: 'employee-oauth2',
    id: 'employment-hero',
    name: 'Employment Hero',
    url,
    logo_url: url,
    reset_url: url,
    parent: null,
    max_login_attempts: 5,
    extra_login_params: [],
    address: url,
    per_second: 5,
    attempts_forgotten_after_hours: 24,
    system: 'employment-hero',
    client_id: 'payproof',
    client_secret: 'secret',
    authorize_url: `${url}/oauth/authorise`,
    token_url: `${url}/oauth/token`,
    revoke_url: `${url}/oauth/token/revoke`,
  })
  return { connector, revoked }
}

test.each<[string, Buffer | number]>([
  ['missing', 404],
  ['no PDF', Buffer.from('<html>')],
  ['too large', tooLarge],
])('a file that is %s costs only its own figures, and is reported', async (_, file) => {
  warnings.length = 0
  const { connector } = await startSelfService({ 1: pdf, 2: file, 3: pdf })
  const payslips = await connector.fetchPayslips(session, always, context)
  const days = payslips.map(({ income_information }) => income_information.pay_date)
  expect(days).toEqual(['2026-03-28', '2026-02-28', '2026-01-28'])
  expect(payslips[1]?.income_information.earnings).toMatchObject({ gross_pay: null, net_pay: '2225.60' })
  expect(warnings).toEqual([expect.stringContaining('GET /ess/{employee}/document/payslip/{payrun}')])
})

test('if no file of several can be had, the provider has changed', async () => {
  const { connector } = await startSelfService({ 1: 404, 2: 404 })
  const failure = await failureOf(connector.fetchPayslips(session, always, context))
  expect(failure.code).toBe('provider-changed')
})

test('a session that ends while files are read has ended', async () => {
  const { connector } = await startSelfService({ 1: pdf, 2: 401 })
  expect((await failureOf(connector.fetchPayslips(session, always, context))).code).toBe('session-ended')
})

const ada: PersonToFind = {
  forename: 'Ada',
  surname: 'Whitcombe',
  date_of_birth: '1991-03-14',
  ni_number: 'QQ123456C',
}
const grant = { code: 'c', codeVerifier: 'v', redirectUri: 'https://x.example', extra: {} }

test.each<[string, Partial<PersonToFind>]>([
  ['the same person', {}],
  ['a new surname', { surname: 'Larch' }],
  ['another spelling', { forename: ' ADA ' }],
  ['unknown details', { date_of_birth: null, forename: null, surname: null }],
])('accepts the login of %s', async (_, changes) => {
  const { connector } = await startSelfService({})
  expect(await connector.exchangeCode({ ...grant, person: { ...ada, ...changes } }, context)).toMatchObject({
    user_name: 'ada@example.test',
  })
})

test.each<[string, Partial<PersonToFind>]>([
  ['date of birth', { date_of_birth: '1991-03-15' }],
  ['name', { forename: 'Bo', surname: 'Larch' }],
])('refuses a login with another %s, and ends the consent', async (_, changes) => {
  const { connector, revoked } = await startSelfService({})
  const failure = await failureOf(
    connector.exchangeCode({ ...grant, person: { ...ada, ...changes } }, context),
  )
  expect([failure.code, revoked.length]).toEqual(['identity-mismatch', 1])
})
