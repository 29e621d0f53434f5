import { expect } from 'vitest'
import { workplaces } from '../../people/employers.ts'
import { testFacts } from '../testing/test-facts.ts'
import { call, openProvider, type TestReply } from '../testing/test-sandbox.ts'
import { type StaffologyFactId, staffologyFacts } from './protocol-facts.ts'
import { staffology } from './provider.ts'

const key = 'payproof-sandbox-secret'
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const openStaffology = () => openProvider(staffology, '/staffology')
type TestStaffology = Awaited<ReturnType<typeof openStaffology>>
const unknownId = '00000000-0000-4000-8000-000000000000'

const get = ({ url }: TestStaffology, path: string, headers: Record<string, string> = {}) =>
  call('GET', `${url}${path}`, { headers: { authorization: basic('anyone', key), ...headers } })
const statusOf = ({ status }: TestReply) => status

async function employerOf(provider: TestStaffology, name: string): Promise<string> {
  const { body } = await get(provider, `/employers?searchTerm=${encodeURIComponent(name)}`)
  return `/employers/${body[0].id}`
}

const brindlewick = (provider: TestStaffology) => employerOf(provider, 'Brindlewick')

/** Path of Wilhelmina, who is paid monthly at Brindlewick. */
async function wilhelmina(provider: TestStaffology) {
  const employer = await brindlewick(provider)
  const { body } = await get(provider, `${employer}/employees/search?query=oakapple`)
  return { employer, employee: `${employer}/employees/${body[0].id}` }
}

async function entriesOf(provider: TestStaffology, year = 'Year2026') {
  const { employer, employee } = await wilhelmina(provider)
  const { body } = await get(provider, `${employee}/payrunentries/${year}`)
  const paths = body.map(({ url }: { url: string }) => url.slice(url.indexOf('/payrun/') + '/payrun/'.length))
  return { employer, paths: paths as string[] }
}

async function payslipAt(provider: TestStaffology, at: number) {
  const { employer, paths } = await entriesOf(provider)
  return (await get(provider, `${employer}/reports/${paths.at(at)}/payslip`)).body
}

const penceOf = (pounds: number) => Math.round(pounds * 100)

const checks: Record<StaffologyFactId, (provider: TestStaffology) => Promise<void>> = {
  async 'key-is-password'(provider) {
    expect(statusOf(await get(provider, '/employers'))).toBe(200)
  },
  async 'any-user-name'(provider) {
    for (const user of ['', 'x', 'staff@bureau.example'])
      expect(statusOf(await get(provider, '/employers', { authorization: basic(user, key) })), user).toBe(200)
  },
  async 'missing-key'({ url }) {
    expect(statusOf(await call('GET', `${url}/employers`))).toBe(401)
  },
  async 'wrong-key'(provider) {
    expect(statusOf(await get(provider, '/employers', { authorization: basic('x', 'wrong') }))).toBe(401)
  },
  async 'key-as-user-name'(provider) {
    expect(statusOf(await get(provider, '/employers', { authorization: basic(key, '') }))).toBe(401)
  },
  async 'no-bearer'(provider) {
    expect(statusOf(await get(provider, '/employers', { authorization: `Bearer ${key}` }))).toBe(401)
  },
  async 'no-oauth'(provider) {
    for (const path of ['/oauth/authorize', '/oauth/token', '/connect/token'])
      expect(statusOf(await get(provider, path)), path).toBe(404)
  },
  async 'employers-items'(provider) {
    const { body } = await get(provider, '/employers')
    for (const item of body) expect(Object.keys(item)).toEqual(['id', 'name', 'url', 'metadata'])
  },
  async 'employers-all'(provider) {
    const { body } = await get(provider, '/employers?pageSize=1000')
    expect(body).toHaveLength(workplaces.length)
  },
  async 'employers-paging'(provider) {
    const all = (await get(provider, '/employers')).body
    expect((await get(provider, '/employers?pageNum=0&pageSize=2')).body).toEqual(all.slice(0, 2))
    expect((await get(provider, '/employers?pageNum=1&pageSize=2')).body).toEqual(all.slice(2, 4))
  },
  async 'employers-search'(provider) {
    const { body } = await get(provider, '/employers?searchTerm=brindlewick')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Brindlewick Ledger Services Ltd'])
  },
  async 'employers-page-invalid'(provider) {
    for (const query of ['pageNum=-1', 'pageNum=one', 'pageSize=0'])
      expect(statusOf(await get(provider, `/employers?${query}`)), query).toBe(400)
  },
  async 'employer-details'(provider) {
    const { body } = await get(provider, await brindlewick(provider))
    expect(body).toMatchObject({
      name: 'Brindlewick Ledger Services Ltd',
      hmrcDetails: { officeNumber: expect.stringMatching(/^\d{3}$/), payeReference: expect.any(String) },
      isOptedInToEvc: expect.any(Boolean),
    })
  },
  async 'employer-opted-in'(provider) {
    const { body } = await get(provider, await employerOf(provider, 'Copperwhistle'))
    expect(body.isOptedInToEvc).toBe(true)
  },
  async 'employer-not-opted-in'(provider) {
    expect((await get(provider, await brindlewick(provider))).body.isOptedInToEvc).toBe(false)
  },
  async 'employer-current-year'(provider) {
    expect((await get(provider, await brindlewick(provider))).body.currentYear).toMatch(/^Year20\d\d$/)
  },
  async 'employer-unknown'(provider) {
    expect(statusOf(await get(provider, `/employers/${unknownId}`))).toBe(404)
  },
  async 'employer-id-format'(provider) {
    expect(statusOf(await get(provider, '/employers/brindlewick'))).toBe(400)
  },
  async 'employees-items'(provider) {
    const { body } = await get(provider, `${await brindlewick(provider)}/employees`)
    expect(body.length).toBeGreaterThan(3)
    for (const item of body) expect(Object.keys(item)).toEqual(['id', 'name', 'url', 'metadata'])
  },
  async 'employees-status'(provider) {
    const employer = await brindlewick(provider)
    const counts = []
    for (const status of ['Current', 'Former', 'Upcoming'])
      counts.push((await get(provider, `${employer}/employees?status=${status}`)).body.length)
    const all = (await get(provider, `${employer}/employees`)).body.length
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all)
    expect(counts[0]).toBeGreaterThan(0)
  },
  async 'employees-status-invalid'(provider) {
    expect(statusOf(await get(provider, `${await brindlewick(provider)}/employees?status=current`))).toBe(400)
  },
  async 'employees-search'(provider) {
    const { body } = await get(provider, `${await brindlewick(provider)}/employees/search?query=OakApple`)
    expect(body).toMatchObject([{ name: 'Wilhelmina Oakapple', url: expect.stringMatching(/\/employees\//) }])
  },
  async 'employees-search-empty'(provider) {
    const reply = await get(provider, `${await brindlewick(provider)}/employees/search?query=zzzz`)
    expect([reply.status, reply.body]).toEqual([200, []])
  },
  async 'employees-search-short'(provider) {
    const employer = await brindlewick(provider)
    expect((await get(provider, `${employer}/employees/search?query=oa`)).body).toEqual([])
  },
  async 'employees-search-needs-query'(provider) {
    expect(statusOf(await get(provider, `${await brindlewick(provider)}/employees/search`))).toBe(400)
  },
  async 'employee-details'(provider) {
    const { employee } = await wilhelmina(provider)
    expect((await get(provider, employee)).body).toMatchObject({
      personalDetails: {
        firstName: 'Wilhelmina',
        lastName: 'Oakapple',
        dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        niNumber: expect.stringMatching(/^QQ\d{6}[A-D]$/),
      },
      employmentDetails: { jobTitle: expect.any(String), starterDetails: { startDate: expect.any(String) } },
      payOptions: { period: 'Monthly', taxAndNi: { taxCode: expect.any(String) } },
    })
  },
  async 'employee-address'(provider) {
    const { employee } = await wilhelmina(provider)
    const { address } = (await get(provider, employee)).body.personalDetails
    const lines = ['line1', 'line2', 'line3', 'line4', 'line5', 'postCode', 'country', 'foreignCountry']
    expect(Object.keys(address)).toEqual(lines)
  },
  async 'employee-required-fields'(provider) {
    const { employee } = await wilhelmina(provider)
    expect((await get(provider, employee)).body).toMatchObject({
      personalDetails: { gender: 'Female', maritalStatus: 'Unknown' },
      employmentDetails: { starterDetails: { starterDeclaration: 'Unknown' }, cisSubContractor: false },
    })
  },
  async 'employee-unknown'(provider) {
    const employer = await brindlewick(provider)
    expect(statusOf(await get(provider, `${employer}/employees/${unknownId}`))).toBe(404)
  },
  async 'employee-of-another'(provider) {
    const { employee } = await wilhelmina(provider)
    const other = await employerOf(provider, 'Oakmantle')
    expect(statusOf(await get(provider, `${other}${employee.slice(other.length)}`))).toBe(404)
  },
  async 'entries-by-tax-year'(provider) {
    const { paths } = await entriesOf(provider, 'Year2025')
    expect(paths).toHaveLength(12)
    for (const path of paths) expect(path).toMatch(/^Year2025\/Monthly\/\d+\/[\da-f-]{36}$/)
  },
  async 'tax-year-name'(provider) {
    const { model } = await payslipAt(provider, 0)
    expect([model.taxYear, model.paymentDate.slice(0, 7)]).toEqual(['Year2026', '2026-04'])
  },
  async 'tax-year-listed'(provider) {
    const { employer, employee } = await wilhelmina(provider)
    for (const year of ['Year2016', 'Year2027']) {
      expect(statusOf(await get(provider, `${employee}/payrunentries/${year}`)), year).toBe(400)
      const report = `${employer}/reports/${year}/Monthly/1/${unknownId}/payslip`
      expect(statusOf(await get(provider, report)), year).toBe(400)
    }
  },
  async 'tax-year-format'(provider) {
    const { employee } = await wilhelmina(provider)
    for (const year of ['2026', '2026-27', 'Year26'])
      expect(statusOf(await get(provider, `${employee}/payrunentries/${year}`)), year).toBe(400)
  },
  async 'entries-empty'(provider) {
    const { employee } = await wilhelmina(provider)
    const reply = await get(provider, `${employee}/payrunentries/Year2017`)
    expect([reply.status, reply.body]).toEqual([200, []])
  },
  async 'report-envelope'(provider) {
    expect(await payslipAt(provider, 0)).toEqual({
      type: 'application/json',
      content: null,
      model: expect.any(Object),
    })
  },
  async 'report-pdf'(provider) {
    const { employer, paths } = await entriesOf(provider)
    const reply = await get(provider, `${employer}/reports/${paths[0]}/payslip`, {
      accept: 'application/pdf',
    })
    expect([reply.status, reply.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  },
  async 'report-period'(provider) {
    const { employer, paths } = await entriesOf(provider)
    const path = paths[0]?.replace('/Monthly/', '/Weekly/')
    expect(statusOf(await get(provider, `${employer}/reports/${path}/payslip`))).toBe(404)
  },
  async 'report-period-name'(provider) {
    const { employer, paths } = await entriesOf(provider)
    const path = paths[0]?.replace('/Monthly/', '/monthly/')
    expect(statusOf(await get(provider, `${employer}/reports/${path}/payslip`))).toBe(400)
  },
  async 'report-unknown'(provider) {
    const employer = await brindlewick(provider)
    const path = `${employer}/reports/Year2026/Monthly/1/${unknownId}/payslip`
    expect(statusOf(await get(provider, path))).toBe(404)
  },
  async 'report-open-run'(provider) {
    const { model } = await payslipAt(provider, -1)
    expect([model.isClosed, model.paymentDate > '2026-11-15']).toEqual([false, true])
  },
  async 'report-closed-run'(provider) {
    expect((await payslipAt(provider, 0)).model.isClosed).toBe(true)
  },
  async 'line-types'(provider) {
    const { model } = await payslipAt(provider, 0)
    for (const { type, code } of model.lines) {
      expect(['BasicPay', 'Gross', 'Net', 'Nic', 'Tax', 'Cis']).toContain(type)
      expect(code).toMatch(/^[A-Z]+$/)
    }
  },
  async 'line-signs'(provider) {
    const { lines, totals } = (await payslipAt(provider, 0)).model
    const sum = lines.reduce((total: number, { value }: { value: number }) => total + penceOf(value), 0)
    expect(sum).toBe(penceOf(totals.takeHomePay))
    for (const { type, value } of lines) if (type === 'Tax' || type === 'Nic') expect(value).toBeLessThan(0)
  },
  async 'totals-identity'(provider) {
    const { totals } = (await payslipAt(provider, 0)).model
    expect(penceOf(totals.additions) - penceOf(totals.deductions)).toBe(penceOf(totals.takeHomePay))
  },
  async 'totals-ytd'(provider) {
    const [first, second] = [(await payslipAt(provider, 0)).model, (await payslipAt(provider, 1)).model]
    expect(penceOf(second.totalsYtd.tax)).toBe(penceOf(first.totals.tax) + penceOf(second.totals.tax))
  },
  async 'amounts-are-numbers'(provider) {
    const { lines, totals } = (await payslipAt(provider, 0)).model
    for (const amount of [totals.gross, totals.tax, ...lines.map(({ value }: { value: number }) => value)])
      expect(amount).toBeTypeOf('number')
  },
  async 'read-only'({ url }) {
    const headers = { authorization: basic('anyone', key) }
    expect(statusOf(await call('POST', `${url}/employers`, { headers, json: {} }))).toBe(404)
  },
}

testFacts({ facts: staffologyFacts, checks, open: openStaffology, minCount: 35 })
