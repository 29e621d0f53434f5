import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { failureOf } from '../../../test/connectors/logins.ts'
import { createTestContext } from '../../../test/connectors/test-context.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { employerKey } from './connector.ts'

// Rules that the simulator cannot show: an opt-in that is withdrawn, and replies that Staffology should never send.

const context = createTestContext({} as Browsers)
const employer = '00000000-0000-4000-8000-000000000001'
const employee = '00000000-0000-4000-8000-000000000002'
const entry = '00000000-0000-4000-8000-000000000003'
const person = {
  ni_number: 'QQ123456C',
  date_of_birth: '1991-03-14',
  forename: 'Ada',
  surname: 'Whitcombe',
  post_codes: ['TR11 3AA'],
}
const session = JSON.stringify({ employments: [{ employer_id: employer, employee_id: employee }] })
const period = { from: '2026-10-01', to: '2026-10-31' }

const details = {
  id: employee,
  personalDetails: {
    firstName: 'Ada',
    lastName: 'Whitcombe',
    dateOfBirth: '1991-03-14',
    niNumber: 'QQ123456C',
  },
  employmentDetails: { starterDetails: { startDate: '2023-02-06' } },
}
const totals = {
  additions: 2_900,
  deductions: 715.4,
  gross: 2_900,
  tax: 370.4,
  employeeNi: 159,
  takeHomePay: 2_184.6,
}
const lines = [
  { type: 'BasicPay', code: 'BASIC', description: 'Basic pay', value: 2_700 },
  { type: 'Gross', code: 'BONUS', description: 'Bonus', value: 200 },
  { type: 'Tax', code: 'PAYE', description: 'PAYE', value: -370.4 },
  { type: 'Nic', code: 'NI', description: 'NI', value: -159 },
  { type: 'Net', code: 'PENSION', description: 'Pension', value: -145 },
  { type: 'Net', code: 'STUDLOAN', description: 'Student loan', value: -41 },
]
const model = {
  employer: { name: 'Harbour Lane Bakery Ltd' },
  hmrcDetails: { officeNumber: '120', payeReference: 'QT4410' },
  personalDetails: details.personalDetails,
  taxYear: 'Year2026',
  payPeriod: 'Monthly',
  paymentDate: '2026-10-28',
  isClosed: true,
  lines,
  totals,
}

/** Starts a payroll whose replies can be changed. A path without a reply is 404. */
async function startPayroll(changes: Record<string, unknown> = {}) {
  const replies: Record<string, unknown> = {
    '/employers': [{ id: employer, name: 'Harbour Lane Bakery Ltd' }],
    [`/employers/${employer}`]: { id: employer, isOptedInToEvc: true },
    [`/employers/${employer}/employees/search`]: [{ id: employee, name: 'Ada Whitcombe' }],
    [`/employers/${employer}/employees/${employee}`]: details,
    [`/employers/${employer}/employees/${employee}/payrunentries/Year2026`]: [
      { id: entry, url: `https://payroll.example/employers/${employer}/payrun/Year2026/Monthly/7/${entry}` },
    ],
    [`/employers/${employer}/reports/Year2026/Monthly/7/${entry}/payslip`]: { model },
    ...changes,
  }
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    const reply = replies[new URL(request.url ?? '', 'http://payroll.example').pathname]
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const { port } = server.address() as AddressInfo
  const connector = employerKey({
    kind: 'employer-key',
    id: 'staffology',
    name: 'Staffology',
    url: 'http://127.0.0.1/',
    logo_url: 'http://127.0.0.1/',
    reset_url: 'http://127.0.0.1/',
    parent: null,
    max_login_attempts: 1,
    extra_login_params: [],
    address: `http://127.0.0.1:${port}`,
    per_second: 2,
    attempts_forgotten_after_hours: 24,
    system: 'staffology',
    client_id: 'payproof',
    client_secret: 'a+key/with=signs',
  })
  return { connector, replies, seen }
}

test('sends the key unencoded as the password of HTTP Basic', async () => {
  const { connector, seen } = await startPayroll()
  expect(await connector.matchPerson(person, context)).toMatchObject({ session })
  const [, encoded = ''] = seen[0]?.headers.authorization?.split(' ') ?? []
  expect(Buffer.from(encoded, 'base64').toString()).toBe('payproof:a+key/with=signs')
})

test('reads no employee of an employer that did not opt in', async () => {
  const { connector, seen } = await startPayroll({ [`/employers/${employer}`]: { id: employer } })
  expect(await connector.matchPerson(person, context)).toBeNull()
  expect(seen.filter(({ url }) => url?.includes('/employees'))).toEqual([])
})

test('ends the consent when the employer withdraws its opt-in', async () => {
  const { connector, replies } = await startPayroll()
  expect(await connector.fetchPayslips(session, period, context)).toHaveLength(1)
  replies[`/employers/${employer}`] = { id: employer, isOptedInToEvc: false }
  const failure = await failureOf(connector.fetchPayslips(session, period, context))
  expect(failure.code).toBe('consent-ended')
})

test.each([
  ['NI number', { niNumber: 'QQ123456D' }],
  ['date of birth', { dateOfBirth: '1991-03-15' }],
  ['surname', { lastName: 'Whitcomb' }],
])('does not match an employee with another %s', async (_, changes) => {
  const other = { ...details, personalDetails: { ...details.personalDetails, ...changes } }
  const { connector } = await startPayroll({ [`/employers/${employer}/employees/${employee}`]: other })
  expect(await connector.matchPerson(person, context)).toBeNull()
})

test('refuses the payslip of another employee', async () => {
  const path = `/employers/${employer}/reports/Year2026/Monthly/7/${entry}/payslip`
  const other = { ...model, personalDetails: { ...details.personalDetails, niNumber: 'QQ654321C' } }
  const { connector } = await startPayroll({ [path]: { model: other } })
  const failure = await failureOf(connector.fetchPayslips(session, period, context))
  expect([failure.code, failure.detail]).toEqual(['provider-changed', 'a payslip is of another employee'])
})

test('skips an open pay run, and refuses an entry with an unknown address', async () => {
  const path = `/employers/${employer}/reports/Year2026/Monthly/7/${entry}/payslip`
  const { connector, replies } = await startPayroll({ [path]: { model: { ...model, isClosed: false } } })
  expect(await connector.fetchPayslips(session, period, context)).toEqual([])
  replies[`/employers/${employer}/employees/${employee}/payrunentries/Year2026`] = [{ id: entry, url: '/x' }]
  const failure = await failureOf(connector.fetchPayslips(session, period, context))
  expect(failure.code).toBe('provider-changed')
})

test('accepts deductions with either sign', async () => {
  const path = `/employers/${employer}/reports/Year2026/Monthly/7/${entry}/payslip`
  const turned = lines.map((line) => ({ ...line, value: Math.abs(line.value) }))
  const { connector, replies } = await startPayroll()
  const signed = await connector.fetchPayslips(session, period, context)
  replies[path] = { model: { ...model, lines: turned } }
  expect(await connector.fetchPayslips(session, period, context)).toEqual(signed)
  expect(signed[0]?.income_information).toMatchObject({
    earnings: { gross_pay: '2900.00', net_pay: '2184.60', base_salary: '2700.00', bonus: '200.00' },
    deductions: {
      income_tax: '370.40',
      employee_ni: '159.00',
      employee_pension: '145.00',
      loan_deductions: '41.00',
      total_deductions: '715.40',
    },
  })
  expect(signed[0]?.employment_information.employer_tax_reference).toBe('120/QT4410')
})
