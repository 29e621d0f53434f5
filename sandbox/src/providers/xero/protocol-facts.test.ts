import { expect } from 'vitest'
import { clientId, createVisitor } from '../testing/employer-visitor.ts'
import { errorIn, oauth2Checks, redirectQueryOf } from '../testing/oauth2-facts.ts'
import { testFacts } from '../testing/test-facts.ts'
import { call, minute, openProvider, type TestReply } from '../testing/test-sandbox.ts'
import { type XeroFactId, xeroFacts } from './protocol-facts.ts'
import { xero } from './provider.ts'

const scope = [
  'openid profile email offline_access',
  'payroll.employees.read payroll.payruns.read payroll.payslip.read payroll.settings.read',
].join(' ')
const visitor = createVisitor({
  authorize: '/identity/connect/authorize',
  token: '/connect/token',
  scope,
})
const { authorizeUrl, refresh, signIn } = visitor
const openXero = () => openProvider(xero, '/xero', { payrollApiLimits: true })
type TestXero = Awaited<ReturnType<typeof openXero>>
type Body = TestReply['body']
const day = 24 * 60 * minute
const json = { accept: 'application/json' }
const someId = '00000000-0000-4000-8000-000000000000'

async function signedIn(provider: TestXero, options: Parameters<typeof signIn>[1] = {}) {
  const { access_token: token } = await signIn(provider, options)
  const { url } = provider
  const connections = (await call('GET', `${url}/connections`, { token, headers: json })).body as Body[]
  const tenant: string = connections[0]?.tenantId ?? ''
  const read = (path: string, headers: Record<string, string> = { 'xero-tenant-id': tenant, ...json }) =>
    call('GET', `${url}/payroll.xro/2.0${path}`, { token, headers })
  const remove = (id: string) => call('DELETE', `${url}/connections/${id}`, { token, headers: json })
  return { token, connections, tenant, read, remove }
}

const claimsOf = (idToken: string) =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

async function payslipsOf({ read }: Awaited<ReturnType<typeof signedIn>>) {
  const { payRuns } = (await read('/PayRuns?status=Posted')).body
  const runs = payRuns.slice(0, 3).map(({ payRunID }: Body) => read(`/Payslips?PayRunID=${payRunID}`))
  return (await Promise.all(runs)).flatMap(({ body }: TestReply) => body.paySlips) as Body[]
}

const pence = (amount: number) => Math.round(amount * 100)

const checks: Record<XeroFactId, (provider: TestXero) => Promise<void>> = {
  ...oauth2Checks(visitor),
  async 'authorize-shows-sign-in'(provider) {
    const reply = await call('GET', authorizeUrl(provider))
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('name="password"')])
  },
  async 'authorize-unknown-client'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { client_id: 'unknown' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([401, null])
  },
  async 'authorize-unregistered-redirect'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { redirect_uri: 'https://elsewhere.test/' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  },
  async 'authorize-response-type'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { response_type: 'token' }))
    expect(redirectQueryOf(reply)).toMatchObject({ error: 'unsupported_response_type' })
  },
  async 'authorize-unknown-scope'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { scope: 'payroll.everything' }))
    expect(redirectQueryOf(reply)).toMatchObject({ error: 'invalid_scope' })
  },
  async 'authorize-needs-scope'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { scope: undefined }))
    expect(redirectQueryOf(reply)).toMatchObject({ error: 'invalid_scope' })
  },
  async 'token-reply'(provider) {
    expect(await signIn(provider)).toEqual({
      access_token: expect.any(String),
      expires_in: 1_800,
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      id_token: expect.any(String),
      scope,
    })
  },
  async 'offline-access'(provider) {
    const tokens = await signIn(provider, { query: { scope: 'openid payroll.employees.read' } })
    expect(tokens).not.toHaveProperty('refresh_token')
  },
  async 'id-token-names-user'(provider) {
    const { id_token = '' } = await signIn(provider)
    const { email } = provider.world.find('wilhelmina.oakapple') ?? {}
    expect(claimsOf(id_token)).toMatchObject({
      given_name: 'Wilhelmina',
      family_name: 'Oakapple',
      email,
      aud: clientId,
    })
  },
  async 'id-token-needs-openid'(provider) {
    const tokens = await signIn(provider, { query: { scope: 'offline_access payroll.employees.read' } })
    expect(tokens).not.toHaveProperty('id_token')
  },
  async 'access-lasts-thirty-minutes'(provider) {
    const { read } = await signedIn(provider)
    provider.clock.advance(29 * minute)
    expect((await read('/Employees')).status).toBe(200)
  },
  async 'access-expires'(provider) {
    const { read } = await signedIn(provider)
    provider.clock.advance(30 * minute)
    expect((await read('/Employees')).status).toBe(401)
  },
  async 'refresh-rotates'(provider) {
    const first = await signIn(provider)
    const { body } = await refresh(provider, first.refresh_token)
    expect(body.refresh_token).not.toBe(first.refresh_token)
  },
  async 'refresh-grace'(provider) {
    const { refresh_token } = await signIn(provider)
    await refresh(provider, refresh_token)
    provider.clock.advance(29 * minute)
    expect((await refresh(provider, refresh_token)).status).toBe(200)
  },
  async 'refresh-single-use'(provider) {
    const { refresh_token } = await signIn(provider)
    await refresh(provider, refresh_token)
    provider.clock.advance(30 * minute)
    expect(errorIn(await refresh(provider, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'refresh-reuse-keeps-consent'(provider) {
    const { refresh_token } = await signIn(provider)
    const { body } = await refresh(provider, refresh_token)
    provider.clock.advance(30 * minute)
    await refresh(provider, refresh_token)
    expect((await refresh(provider, body.refresh_token)).status).toBe(200)
  },
  async 'refresh-idle'(provider) {
    const { refresh_token } = await signIn(provider)
    provider.clock.advance(60 * day)
    expect(errorIn(await refresh(provider, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'refresh-extends'(provider) {
    let { refresh_token } = await signIn(provider)
    for (const _ of [1, 2, 3]) {
      provider.clock.advance(59 * day)
      const { status, body } = await refresh(provider, refresh_token)
      expect(status).toBe(200)
      refresh_token = body.refresh_token
    }
  },
  async connections(provider) {
    const { connections } = await signedIn(provider)
    expect(connections).toEqual([
      {
        id: expect.any(String),
        authEventId: expect.any(String),
        tenantId: expect.any(String),
        tenantType: 'ORGANISATION',
        tenantName: 'Brindlewick Ledger Services Ltd',
        createdDateUtc: expect.any(String),
        updatedDateUtc: expect.any(String),
      },
    ])
  },
  async 'connections-several'(provider) {
    const several = provider.world
      .named()
      .find(({ jobs }) => new Set(jobs.map((job) => job.employer.id)).size > 1)
    const { connections } = await signedIn(provider, { userName: several?.userName ?? '' })
    expect(connections.length).toBeGreaterThan(1)
  },
  async 'connection-delete'(provider) {
    const { connections, read, remove } = await signedIn(provider)
    expect((await remove(connections[0].id)).status).toBe(204)
    expect((await read('/Employees')).status).toBe(403)
  },
  async 'connection-delete-unknown'(provider) {
    const { remove } = await signedIn(provider)
    expect((await remove(someId)).status).toBe(404)
  },
  async 'connection-after-consent'(provider) {
    const { connections, remove } = await signedIn(provider)
    await remove(connections[0].id)
    const { read } = await signedIn(provider)
    expect((await read('/Employees')).status).toBe(200)
  },
  async 'tenant-header'(provider) {
    const { read } = await signedIn(provider)
    for (const path of ['/Employees', '/PayRuns', '/EarningsRates', '/Deductions'])
      expect((await read(path, json)).status, path).toBe(403)
  },
  async 'tenant-of-others'(provider) {
    const { tenant } = await signedIn(provider, { userName: 'dashiell.pennyfeather' })
    const { read } = await signedIn(provider)
    expect((await read('/Employees', { 'xero-tenant-id': tenant, ...json })).status).toBe(403)
  },
  async 'accept-json'(provider) {
    const { read, tenant } = await signedIn(provider)
    expect((await read('/Employees', { 'xero-tenant-id': tenant, accept: 'text/xml' })).status).toBe(406)
  },
  async 'unauthorized-format'(provider) {
    const headers = { 'xero-tenant-id': someId, ...json }
    const reply = await call('GET', `${provider.url}/payroll.xro/2.0/Employees`, {
      token: 'unknown',
      headers,
    })
    expect([reply.status, reply.body]).toEqual([
      401,
      {
        Type: null,
        Title: 'Unauthorized',
        Status: 401,
        Detail: 'AuthorizationUnsuccessful',
        Instance: expect.any(String),
        Extensions: {},
      },
    ])
  },
  async 'scope-per-call'(provider) {
    const { read } = await signedIn(provider, { query: { scope: 'payroll.payruns.read' } })
    const { status, body } = await read('/Employees')
    expect([status, body.Detail]).toEqual([401, 'AuthorizationUnsuccessful'])
    expect((await read('/PayRuns')).status).toBe(200)
  },
  async 'problem-format'(provider) {
    const { read } = await signedIn(provider)
    const { status, body } = await read('/Payslips?PayRunID=not-an-id')
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        httpStatusCode: 'BadRequest',
        problem: expect.objectContaining({
          title: 'BadRequest',
          status: 400,
          invalidFields: [{ name: 'PayRunID', reason: expect.any(String) }],
        }),
      }),
    ])
  },
  async 'not-found-format'(provider) {
    const { read } = await signedIn(provider)
    for (const path of [`/Employees/${someId}`, `/Payslips/${someId}`, `/Payslips?PayRunID=${someId}`]) {
      const { status, body } = await read(path)
      expect([status, body.problem.title], path).toEqual([404, 'NotFound'])
    }
  },
  async 'limit-headers'(provider) {
    const { read } = await signedIn(provider)
    const { headers } = await read('/EarningsRates')
    expect(
      ['x-minlimit-remaining', 'x-daylimit-remaining', 'x-appminlimit-remaining'].map((name) =>
        headers.get(name),
      ),
    ).toEqual(['59', '4999', '9999'])
  },
  async 'limit-minute'(provider) {
    const { read } = await signedIn(provider)
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await read('/EarningsRates')).status)
    expect([statuses.indexOf(429), new Set(statuses.slice(0, 60))]).toEqual([60, new Set([200])])
  },
  async 'limit-problem'(provider) {
    const { read } = await signedIn(provider)
    for (let n = 0; n < 60; n++) await read('/EarningsRates')
    const { headers } = await read('/EarningsRates')
    expect(headers.get('x-rate-limit-problem')).toBe('minute')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  },
  async 'limit-per-organisation'(provider) {
    const { read } = await signedIn(provider)
    for (let n = 0; n < 61; n++) await read('/EarningsRates')
    const other = await signedIn(provider, { userName: 'dashiell.pennyfeather' })
    expect((await other.read('/EarningsRates')).status).toBe(200)
  },
  async 'limit-day'(provider) {
    let { refresh_token } = await signIn(provider)
    let [sent, problem] = [0, '']
    const { tenant } = await signedIn(provider)
    while (problem === '' && sent < 5_100) {
      const { body } = await refresh(provider, refresh_token)
      refresh_token = body.refresh_token
      for (let n = 0; n < 60 && problem === ''; n++) {
        sent++
        const headers = { 'xero-tenant-id': tenant, ...json }
        const url = `${provider.url}/payroll.xro/2.0/EarningsRates`
        const reply = await call('GET', url, { token: body.access_token, headers })
        problem = reply.headers.get('x-rate-limit-problem') ?? ''
      }
      provider.clock.advance(minute)
    }
    expect([sent, problem]).toEqual([5_001, 'day'])
  },
  async 'limit-concurrent'(provider) {
    const { read } = await signedIn(provider)
    provider.switches.behave('xero', 'wilhelmina.oakapple', 'slow:2')
    const replies = await Promise.all(Array.from({ length: 8 }, () => read('/Deductions')))
    const problems = replies.flatMap(({ status, headers }) =>
      status === 429 ? [headers.get('x-rate-limit-problem')] : [],
    )
    expect(new Set(problems)).toEqual(new Set(['concurrent']))
  },
  async envelope(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/Employees')).body).toMatchObject({
      id: expect.any(String),
      providerName: expect.any(String),
      dateTimeUTC: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/),
      httpStatusCode: 'OK',
      problem: null,
    })
  },
  async paging(provider) {
    const weekly = provider.world
      .named()
      .find(({ jobs: [job] }) => job?.employment.frequency === 'weekly' && job.startDate < '2024-06-01')
    const { read } = await signedIn(provider, { userName: weekly?.userName ?? '' })
    const first = (await read('/PayRuns')).body
    const second = (await read('/PayRuns?page=2')).body
    expect(first.payRuns).toHaveLength(100)
    const itemCount = 100 + second.payRuns.length
    expect(first.pagination).toEqual({
      page: 1,
      pageSize: 100,
      pageCount: Math.ceil(itemCount / 100),
      itemCount,
    })
  },
  async 'paging-invalid'(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/Employees?page=0')).status).toBe(400)
  },
  async 'unknown-parameter'(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/PayRuns?employeeID=1')).status).toBe(400)
  },
  async 'employees-filter'(provider) {
    const { read } = await signedIn(provider)
    const filter = encodeURIComponent('firstName==Wilhelmina,lastName==Oakapple')
    const { employees } = (await read(`/Employees?filter=${filter}`)).body
    expect(employees.map(({ lastName }: Body) => lastName)).toEqual(['Oakapple'])
    expect((await read('/Employees')).body.employees.length).toBeGreaterThan(1)
  },
  async 'employees-filter-invalid'(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/Employees?filter=nationalInsuranceNumber==QQ')).status).toBe(400)
  },
  async employee(provider) {
    const { read } = await signedIn(provider)
    const { employees } = (await read('/Employees')).body
    const { employee } = (await read(`/Employees/${employees[0].employeeID}`)).body
    expect(employee).toEqual(employees[0])
    expect(employee).toMatchObject({
      nationalInsuranceNumber: expect.any(String),
      dateOfBirth: expect.any(String),
      contracts: [expect.objectContaining({ contractType: expect.any(String) })],
    })
    expect(employee.address).not.toHaveProperty('county')
  },
  async 'employee-tax'(provider) {
    const { read } = await signedIn(provider)
    const { employees } = (await read('/Employees')).body
    const { employeeTax } = (await read(`/Employees/${employees[0].employeeID}/Tax`)).body
    expect(employeeTax).toMatchObject({
      taxCode: expect.any(String),
      w1M1: expect.any(Boolean),
      isDirector: expect.any(Boolean),
    })
  },
  async 'payruns-status'(provider) {
    const { read } = await signedIn(provider)
    const statusesOf = async (query: string) =>
      new Set((await read(`/PayRuns${query}`)).body.payRuns.map(({ payRunStatus }: Body) => payRunStatus))
    expect(await statusesOf('?status=Posted')).toEqual(new Set(['Posted']))
    expect(await statusesOf('')).toEqual(new Set(['Draft', 'Posted']))
  },
  async 'payruns-status-invalid'(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/PayRuns?status=Paid')).status).toBe(400)
  },
  async payrun(provider) {
    const { read } = await signedIn(provider)
    const midnight = expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00$/)
    for (const run of (await read('/PayRuns')).body.payRuns)
      expect(run).toMatchObject({
        periodStartDate: midnight,
        periodEndDate: midnight,
        paymentDate: midnight,
        payRunType: 'Scheduled',
        calendarType: expect.stringMatching(/^(Weekly|Fortnightly|FourWeekly|Monthly)$/),
      })
  },
  async 'payslips-need-run'(provider) {
    const { read } = await signedIn(provider)
    expect((await read('/Payslips')).status).toBe(400)
  },
  async 'payslips-of-run'(provider) {
    const access = await signedIn(provider)
    const { payRuns } = (await access.read('/PayRuns?status=Posted')).body
    const counts = await Promise.all(
      payRuns.slice(0, 5).map(async ({ payRunID }: Body) => {
        const { paySlips } = (await access.read(`/Payslips?PayRunID=${payRunID}`)).body
        expect(new Set(paySlips.map((one: Body) => one.payRunID))).toEqual(new Set([payRunID]))
        return paySlips.length
      }),
    )
    expect(Math.max(...counts)).toBeGreaterThan(1)
  },
  async payslip(provider) {
    const access = await signedIn(provider)
    const [first] = await payslipsOf(access)
    expect((await access.read(`/Payslips/${first.paySlipID}`)).body.paySlip).toEqual(first)
  },
  async 'payslip-adds-up'(provider) {
    for (const one of await payslipsOf(await signedIn(provider))) {
      const added = pence(one.grossEarnings) + pence(one.totalReimbursements)
      const taken = pence(one.totalEmployeeTaxes) + pence(one.totalDeductions) + pence(one.totalCourtOrders)
      expect(added - taken).toBe(pence(one.totalPay))
    }
  },
  async 'payslip-tax-lines'(provider) {
    for (const { employeeTaxLines } of await payslipsOf(await signedIn(provider)))
      expect(
        employeeTaxLines.map(({ globalTaxTypeID, description }: Body) => [globalTaxTypeID, description]),
      ).toEqual([
        ['1', 'PAYE'],
        ['2', 'Employee National Insurance Contribution'],
      ])
  },
  async 'payslip-no-year-to-date'(provider) {
    const [first] = await payslipsOf(await signedIn(provider))
    expect(Object.keys(first).join(' ')).not.toMatch(/yearToDate|ytd|taxCode|reference/i)
  },
  async 'earnings-rates'(provider) {
    const access = await signedIn(provider)
    const { earningsRates } = (await access.read('/EarningsRates')).body
    const ids = earningsRates.map(({ earningsRateID }: Body) => earningsRateID)
    for (const { earningsLines, leaveEarningsLines } of await payslipsOf(access))
      for (const line of [...earningsLines, ...leaveEarningsLines]) expect(ids).toContain(line.earningsRateID)
  },
  async 'deduction-types'(provider) {
    const access = await signedIn(provider)
    const { deductions } = (await access.read('/Deductions')).body
    for (const one of deductions)
      expect(one).toMatchObject({ deductionCategory: expect.any(String), isPension: expect.any(Boolean) })
    const ids = deductions.map(({ deductionId }: Body) => deductionId)
    for (const { deductionLines } of await payslipsOf(access))
      for (const line of deductionLines) expect(ids).toContain(line.deductionTypeID)
  },
}

testFacts({ facts: xeroFacts, checks, open: openXero, minCount: 35 })
