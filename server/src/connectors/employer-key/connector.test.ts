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

type Reply = unknown | ((url: URL) => unknown)

/** Starts a payroll whose replies can be changed. A path without a reply is 404; a number is a status. */
async function startPayroll(changes: Record<string, Reply> = {}) {
  const replies: Record<string, Reply> = {
    '/employers': (url: URL) => (url.searchParams.get('pageNum') === '0' ? [{ id: employer }] : []),
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
    const url = new URL(request.url ?? '', 'http://payroll.example')
    const given = replies[url.pathname] ?? 404
    const reply: unknown = typeof given === 'function' ? given(url) : given
    const status = typeof reply === 'number' ? reply : 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? reply : ''))
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
  const pathsOf = (part: string) => seen.map(({ url }) => url ?? '').filter((path) => path.includes(part))
  return { connector, replies, seen, pathsOf }
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

test('a refused key is a fault of the configuration', async () => {
  const { connector } = await startPayroll({ '/employers': 401 })
  expect((await failureOf(connector.matchPerson(person, context))).code).toBe('provider-changed')
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

const payslipPath = `/employers/${employer}/reports/Year2026/Monthly/7/${entry}/payslip`

test.each([
  ['England', null, 'England'],
  ['NorthernIreland', null, 'Northern Ireland'],
  ['Uk', null, 'United Kingdom'],
  ['OutsideUk', 'FRANCE', 'FRANCE'],
  ['OutsideUk', null, null],
])('an address in %s, abroad in %s, has the country %s', async (country, foreignCountry, name) => {
  const address = { line1: '4 Quay Street', line3: 'Falmouth', postCode: 'TR11 3AA', country, foreignCountry }
  const personalDetails = { ...model.personalDetails, address }
  const { connector } = await startPayroll({ [payslipPath]: { model: { ...model, personalDetails } } })
  const [payslip] = await connector.fetchPayslips(session, period, context)
  expect(payslip?.identity_information.address?.country).toBe(name)
})

test('finds the additions among lines without signs', async () => {
  const additions = [
    { type: 'Net', code: 'EXPENSES', description: 'Mileage', value: 60 },
    { type: 'Net', code: 'NETDED', description: 'Canteen', value: 25 },
  ]
  const paid = { ...totals, additions: 2_960, deductions: 740.4, takeHomePay: 2_219.6 }
  const turned = [...lines, ...additions].map((line) => ({ ...line, value: Math.abs(line.value) }))
  const { connector } = await startPayroll({
    [payslipPath]: { model: { ...model, lines: turned, totals: paid } },
  })
  const [payslip] = await connector.fetchPayslips(session, period, context)
  const { earnings, deductions } = payslip?.income_information ?? {}
  expect(earnings?.earning_elements.map(({ amount }) => amount)).toEqual(['2700.00', '200.00', '60.00'])
  expect(deductions?.deductions_elements.map(({ amount }) => amount)).toEqual([
    '370.40',
    '159.00',
    '145.00',
    '41.00',
    '25.00',
  ])
})

test('requests no tax year that Staffology does not have', async () => {
  const old = { ...details, employmentDetails: { starterDetails: { startDate: '2009-01-05' } } }
  const { connector, pathsOf } = await startPayroll({
    [`/employers/${employer}/employees/${employee}`]: old,
  })
  const today = { ...context, now: () => new Date('2026-11-18T09:00:00Z') }
  await connector.fetchPayslips(session, { from: null, to: '2030-01-01' }, today)
  const years = pathsOf('/payrunentries/').map((path) => path.slice(-'Year2017'.length))
  expect([years.toSorted()[0], years.toSorted().at(-1), years.length]).toEqual(['Year2017', 'Year2026', 10])
})

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('reads every page, also if pages are shorter than requested', async () => {
  const pages = [[idOf(11), idOf(12)], [employer]]
  const { connector } = await startPayroll({
    '/employers': (url: URL) => (pages[Number(url.searchParams.get('pageNum'))] ?? []).map((id) => ({ id })),
  })
  expect(await connector.matchPerson(person, context)).toMatchObject({ session })
})

test('a scan that fails continues where it stopped', async () => {
  const others = Array.from({ length: 20 }, (_, n) => idOf(100 + n))
  let isDown = true
  const { connector, pathsOf } = await startPayroll({
    '/employers': (url: URL) =>
      url.searchParams.get('pageNum') === '0' ? [...others, employer].map((id) => ({ id })) : [],
    ...Object.fromEntries(others.map((id) => [`/employers/${id}`, { id, isOptedInToEvc: false }])),
    [`/employers/${employer}`]: () => (isDown ? 500 : { id: employer, isOptedInToEvc: true }),
  })
  expect((await failureOf(connector.matchPerson(person, context))).code).toBe('provider-down')
  isDown = false
  expect(await connector.matchPerson(person, context)).toMatchObject({ session })
  for (const id of others) expect(pathsOf(`/employers/${id}`)).toHaveLength(1)
})

test('an employer that the key may not read does not end the scan', async () => {
  const [closed, silent] = [idOf(11), idOf(12)]
  const { connector } = await startPayroll({
    '/employers': (url: URL) =>
      url.searchParams.get('pageNum') === '0' ? [closed, silent, employer].map((id) => ({ id })) : [],
    [`/employers/${closed}`]: 403,
    [`/employers/${silent}`]: { id: silent, isOptedInToEvc: true },
    [`/employers/${silent}/employees/search`]: 403,
  })
  expect(await connector.matchPerson(person, context)).toMatchObject({ session })
})

test('an employer that may not be read is named if the person is found nowhere else', async () => {
  const { connector } = await startPayroll({ [`/employers/${employer}/employees/search`]: 403 })
  const failure = await failureOf(connector.matchPerson(person, context))
  expect(failure.code).toBe('payroll-not-permitted')
})

test('searches by the whole name if too many share the surname', async () => {
  const crowd = Array.from({ length: 101 }, (_, n) => ({ id: idOf(1_000 + n) }))
  const search = `/employers/${employer}/employees/search`
  const { connector, replies } = await startPayroll({
    [search]: (url: URL) => (url.searchParams.get('query') === 'Ada Whitcombe' ? [{ id: employee }] : crowd),
  })
  expect(await connector.matchPerson(person, context)).toMatchObject({ session })
  replies[search] = crowd
  expect((await failureOf(connector.matchPerson(person, context))).code).toBe('employee-ambiguous')
})

test('searches by the whole name if the surname is too short for a query', async () => {
  const { connector, pathsOf } = await startPayroll()
  await connector.matchPerson({ ...person, surname: 'Ng' }, context)
  expect(pathsOf('/search')).toEqual([`/employers/${employer}/employees/search?query=Ada+Ng`])
})

test('an employee that was removed ends the session only if no other employment is left', async () => {
  const { connector, replies } = await startPayroll()
  const both = JSON.stringify({
    employments: [
      { employer_id: employer, employee_id: idOf(9) },
      { employer_id: employer, employee_id: employee },
    ],
  })
  expect(await connector.fetchPayslips(both, period, context)).toHaveLength(1)
  replies[`/employers/${employer}/employees/${employee}`] = 404
  expect((await failureOf(connector.fetchPayslips(both, period, context))).code).toBe('session-ended')
})
