import { request as httpRequest } from 'node:http'
import { expect } from 'vitest'
import { createVisitor } from '../testing/employer-visitor.ts'
import { errorIn, oauth2Checks, redirectQueryOf } from '../testing/oauth2-facts.ts'
import { testFacts } from '../testing/test-facts.ts'
import { call, minute, openProvider, type TestReply } from '../testing/test-sandbox.ts'
import { type FreeagentFactId, freeagentFacts } from './protocol-facts.ts'
import { freeagent } from './provider.ts'

const visitor = createVisitor({
  authorize: '/v2/approve_app',
  token: '/v2/token_endpoint',
})
const { authorizeUrl, consent, redeem, refresh, signIn } = visitor
const openFreeagent = () => openProvider(freeagent, '/freeagent', { payrollApiLimits: true })
type TestFreeagent = Awaited<ReturnType<typeof openFreeagent>>
const hour = 60 * minute
const year = 365 * 24 * hour

const get = ({ url }: TestFreeagent, token: string, path: string, headers: Record<string, string> = {}) =>
  call('GET', `${url}/v2${path}`, { token, headers: { 'user-agent': 'facts', ...headers } })

async function signedIn(provider: TestFreeagent, userName = 'wilhelmina.oakapple') {
  const { access_token } = await signIn(provider, { userName })
  return (path: string, headers: Record<string, string> = {}) => get(provider, access_token, path, headers)
}

const statusOf = ({ status }: TestReply) => status

async function statusesOf(count: number, send: () => Promise<TestReply>) {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await send()).status)
  return statuses
}

const amountFields = [
  'basic_pay tax_deducted employee_ni employer_ni other_deductions student_loan_deduction postgrad_loan_deduction',
  'overtime commission bonus allowance statutory_sick_pay statutory_maternity_pay statutory_paternity_pay',
  'statutory_adoption_pay statutory_parental_bereavement_pay statutory_neonatal_care_pay',
  'additional_statutory_paternity_pay absence_payments other_payments employee_pension employer_pension attachments',
  'payroll_giving deductions_subject_to_nic_but_not_paye other_deductions_from_net_pay',
  'employee_pension_not_under_net_pay other_salary_sacrifice_deductions employee_pension_salary_sacrifice',
  'deduction_free_pay',
].flatMap((line) => line.split(' '))

async function onePayslip(provider: TestFreeagent) {
  const read = await signedIn(provider)
  const { body } = await read('/payroll/2027/5')
  return body.period.payslips[0] as Record<string, unknown>
}

const checks: Record<FreeagentFactId, (provider: TestFreeagent) => Promise<void>> = {
  ...oauth2Checks(visitor),
  async 'approve-app-shows-sign-in'(provider) {
    const reply = await call('GET', authorizeUrl(provider))
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('name="password"')])
  },
  async 'approve-app-unknown-client'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { client_id: 'unknown' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([401, null])
  },
  async 'approve-app-unregistered-redirect'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { redirect_uri: 'https://elsewhere.test/' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  },
  async 'approve-app-response-type'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { response_type: 'token' }))
    expect(redirectQueryOf(reply)).toMatchObject({ error: 'unsupported_response_type' })
  },
  async 'no-scopes'(provider) {
    expect(await signIn(provider)).not.toHaveProperty('scope')
  },
  async 'no-pkce'(provider) {
    const { code = '' } = await consent(provider)
    expect((await redeem(provider, code)).status).toBe(200)
  },
  async 'code-lives-fifteen-minutes'(provider) {
    const { code = '' } = await consent(provider)
    provider.clock.advance(14 * minute)
    expect((await redeem(provider, code)).status).toBe(200)
  },
  async 'code-expires'(provider) {
    const { code = '' } = await consent(provider)
    provider.clock.advance(15 * minute)
    expect(errorIn(await redeem(provider, code))).toEqual([400, 'invalid_grant'])
  },
  async 'token-reply'(provider) {
    expect(await signIn(provider)).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3_600,
      refresh_token: expect.any(String),
      refresh_token_expires_in: 631_151_957,
    })
  },
  async 'access-lasts-an-hour'(provider) {
    const read = await signedIn(provider)
    provider.clock.advance(59 * minute)
    expect((await read('/users/me')).status).toBe(200)
  },
  async 'access-expires'(provider) {
    const read = await signedIn(provider)
    provider.clock.advance(hour)
    expect((await read('/users/me')).status).toBe(401)
  },
  async 'refresh-returns-new-pair'(provider) {
    const first = await signIn(provider)
    const { body } = await refresh(provider, first.refresh_token)
    expect([body.access_token, body.refresh_token]).not.toEqual([first.access_token, first.refresh_token])
    expect((await get(provider, body.access_token, '/users/me')).status).toBe(200)
  },
  async 'refresh-token-is-reusable'(provider) {
    const { refresh_token } = await signIn(provider)
    for (const _ of [1, 2, 3]) expect((await refresh(provider, refresh_token)).status).toBe(200)
  },
  async 'refresh-lasts-for-years'(provider) {
    const { refresh_token } = await signIn(provider)
    provider.clock.advance(10 * year)
    expect((await refresh(provider, refresh_token)).status).toBe(200)
  },
  async 'no-revocation'(provider) {
    const { refresh_token } = await signIn(provider)
    for (const path of ['/v2/revoke', '/oauth/revoke'])
      expect((await call('POST', `${provider.url}${path}`, { form: { token: refresh_token } })).status).toBe(
        404,
      )
  },
  async 'user-agent-required'(provider) {
    const { access_token } = await signIn(provider)
    // fetch always sends a User-Agent.
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' }
      httpRequest(`${provider.url}/v2/users/me`, { headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  },
  async 'missing-token'({ url }) {
    expect((await call('GET', `${url}/v2/company`)).status).toBe(401)
  },
  async 'unknown-token'(provider) {
    const reply = await get(provider, 'unknown', '/company')
    expect([reply.status, reply.body]).toEqual([401, { errors: { error: { message: expect.any(String) } } }])
  },
  async forbidden(provider) {
    const read = await signedIn(provider)
    provider.switches.behave('freeagent', 'wilhelmina.oakapple', 'error:forbidden')
    for (const path of ['/users', '/payroll/2027', '/payroll_profiles/2027'])
      expect((await read(path)).status, path).toBe(403)
  },
  async 'unknown-path'(provider) {
    const read = await signedIn(provider)
    for (const path of ['/payslips', '/payroll', '/users/1'])
      expect((await read(path)).status, path).toBe(404)
  },
  async 'read-only'(provider) {
    const { access_token: token } = await signIn(provider)
    expect((await call('POST', `${provider.url}/v2/payroll/2027`, { token, json: {} })).status).toBe(404)
  },
  async 'limit-minute'(provider) {
    const read = await signedIn(provider)
    const statuses = await statusesOf(121, () => read('/company'))
    expect([statuses.indexOf(429), new Set(statuses.slice(0, 120))]).toEqual([120, new Set([200])])
  },
  async 'limit-retry-after'(provider) {
    const read = await signedIn(provider)
    await statusesOf(5, () => read('/company', { 'x-ratelimit-test': 'true' }))
    const reply = await read('/company', { 'x-ratelimit-test': 'true' })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([reply.status, reply.headers.get('content-type'), reply.body]).toEqual([
      429,
      expect.stringContaining('text/plain'),
      undefined,
    ])
  },
  async 'limit-per-user'(provider) {
    const test = { 'x-ratelimit-test': 'true' }
    const [read, again] = [await signedIn(provider), await signedIn(provider)]
    await statusesOf(5, () => read('/company', test))
    expect((await again('/company', test)).status).toBe(429)
    const other = await signedIn(provider, 'dashiell.pennyfeather')
    expect((await other('/company', test)).status).toBe(200)
  },
  async 'limit-hour'(provider) {
    const { refresh_token } = await signIn(provider)
    let isRefused = false
    for (let minutes = 0; minutes < 31 && !isRefused; minutes++) {
      const { body } = await refresh(provider, refresh_token)
      const send = () => get(provider, body.access_token, '/company')
      const statuses = (await Promise.all(Array.from({ length: 120 }, send))).map(statusOf)
      isRefused = statuses.includes(429)
      // 30 minutes of 120 requests are 3,600; the first request of the next minute is one too many.
      expect(isRefused).toBe(minutes === 30)
      provider.clock.advance(minute)
    }
  },
  async 'limit-refreshes'(provider) {
    const { refresh_token } = await signIn(provider)
    const statuses = await statusesOf(16, () => refresh(provider, refresh_token))
    expect(statuses.indexOf(429)).toBe(15)
  },
  async 'limit-test-header'(provider) {
    const read = await signedIn(provider)
    const statuses = await statusesOf(6, () => read('/company', { 'x-ratelimit-test': 'true' }))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  },
  async 'paging-default'(provider) {
    const read = await signedIn(provider)
    const [plain, sized] = [await read('/users'), await read('/users?per_page=25')]
    expect(plain.body).toEqual(sized.body)
  },
  async 'paging-maximum'(provider) {
    const read = await signedIn(provider)
    expect([(await read('/users?per_page=100')).status, (await read('/users?per_page=101')).status]).toEqual([
      200, 400,
    ])
  },
  async 'paging-headers'(provider) {
    const read = await signedIn(provider)
    const { headers, body } = await read('/users?view=staff&per_page=1&page=2')
    expect(body.users).toHaveLength(1)
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(2)
    for (const rel of ['prev', 'next', 'first', 'last']) expect(headers.get('link')).toContain(`rel='${rel}'`)
  },
  async 'users-me'(provider) {
    const read = await signedIn(provider)
    expect((await read('/users/me')).body.user).toMatchObject({
      url: expect.stringMatching(/\/v2\/users\/\d+$/),
      first_name: 'Wilhelmina',
      role: expect.stringMatching(
        /^(Owner|Director|Partner|Company Secretary|Employee|Shareholder|Accountant)$/,
      ),
      permission_level: 8,
    })
  },
  async 'users-staff'(provider) {
    const read = await signedIn(provider)
    const { users } = (await read('/users?view=staff')).body
    expect(users.length).toBeGreaterThan(3)
    for (const user of users)
      expect(user).toMatchObject({
        first_name: expect.any(String),
        last_name: expect.any(String),
        ni_number: expect.any(String),
        role: expect.any(String),
      })
  },
  async 'users-view'(provider) {
    const read = await signedIn(provider)
    expect((await read('/users?view=everyone')).status).toBe(400)
  },
  async company(provider) {
    const read = await signedIn(provider)
    expect((await read('/company')).body.company).toMatchObject({
      name: 'Brindlewick Ledger Services Ltd',
      type: 'UkLimitedCompany',
      company_registration_number: expect.stringMatching(/^\d{8}$/),
      postcode: expect.any(String),
    })
  },
  async 'year-is-end-year'(provider) {
    const read = await signedIn(provider)
    for (const { dated_on } of (await read('/payroll/2026')).body.periods) {
      expect(dated_on >= '2025-04-06' && dated_on <= '2026-04-05', dated_on).toBe(true)
    }
  },
  async 'year-format'(provider) {
    const read = await signedIn(provider)
    expect((await read('/payroll/25-26')).status).toBe(400)
  },
  async periods(provider) {
    const read = await signedIn(provider)
    const { periods } = (await read('/payroll/2026')).body
    expect(periods.map(({ period }: { period: number }) => period)).toEqual([...Array(12).keys()])
    for (const period of periods) {
      expect(period).toMatchObject({ frequency: 'Monthly', url: expect.any(String), status: 'filed' })
      expect(period).not.toHaveProperty('payslips')
    }
  },
  async 'period-status'(provider) {
    const read = await signedIn(provider)
    const { periods } = (await read('/payroll/2027')).body
    for (const { dated_on, status } of periods)
      expect(status).toBe(dated_on <= provider.clock.today() ? 'filed' : 'unfiled')
    expect(periods.at(-1).status).toBe('unfiled')
  },
  async 'period-payslips'(provider) {
    const read = await signedIn(provider)
    const { payslips } = (await read('/payroll/2027/5')).body.period
    expect(new Set(payslips.map(({ user }: { user: string }) => user)).size).toBeGreaterThan(1)
  },
  async 'period-unknown'(provider) {
    const read = await signedIn(provider)
    expect([statusOf(await read('/payroll/2026/12')), statusOf(await read('/payroll/2026/x'))]).toEqual([
      404, 400,
    ])
  },
  async 'payroll-not-paged'(provider) {
    const read = await signedIn(provider)
    for (const path of ['/payroll/2026', '/payroll/2026/1', '/payroll_profiles/2026']) {
      const { headers } = await read(`${path}?per_page=1`)
      expect([headers.get('link'), headers.get('x-total-count')], path).toEqual([null, null])
    }
  },
  async 'payslip-amounts'(provider) {
    const payslip = await onePayslip(provider)
    for (const field of amountFields) expect(payslip[field], field).toMatch(/^-?\d+\.\d{1,2}$/)
    expect(payslip.overtime).toBe('0.0')
  },
  async 'payslip-no-totals'(provider) {
    expect(Object.keys(await onePayslip(provider)).join(' ')).not.toMatch(
      /gross|(^| )net_pay|year_to_date|period|paye_ref/,
    )
  },
  async 'payslip-frequency'(provider) {
    expect(await onePayslip(provider)).toMatchObject({ frequency: 'Monthly' })
    const { world } = provider
    const other = world
      .named()
      .find(({ jobs }) => jobs.every(({ employment }) => /fortnightly|four/.test(employment.frequency)))
    const read = await signedIn(provider, other?.userName)
    expect((await read('/payroll/2026')).body).toEqual({ periods: [], payments: [] })
  },
  async 'payslip-fields'(provider) {
    expect(Object.keys(await onePayslip(provider))).toEqual(expect.arrayContaining(amountFields))
  },
  async 'profiles-filter'(provider) {
    const read = await signedIn(provider)
    const { url } = (await read('/users/me')).body.user
    expect((await read('/payroll_profiles/2027')).body.profiles.length).toBeGreaterThan(1)
    const { profiles } = (await read(`/payroll_profiles/2027?user=${encodeURIComponent(url)}`)).body
    expect(profiles).toEqual([expect.objectContaining({ user: url, date_of_birth: expect.any(String) })])
  },
  async 'profile-start-date'(provider) {
    const read = await signedIn(provider)
    const years = [2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027]
    const { url } = (await read('/users/me')).body.user
    const starts = await Promise.all(
      years.map(async (each) => {
        const { body } = await read(`/payroll_profiles/${each}?user=${encodeURIComponent(url)}`)
        return body.profiles[0].employment_starts_on as string | undefined
      }),
    )
    expect(starts.filter((start) => start !== undefined).length).toBeLessThanOrEqual(1)
    expect(starts.some((start) => start === undefined)).toBe(true)
  },
  async 'profile-country'(provider) {
    const read = await signedIn(provider)
    const { url } = (await read('/users/me')).body.user
    const { profiles } = (await read(`/payroll_profiles/2027?user=${encodeURIComponent(url)}`)).body
    expect(profiles[0]).not.toHaveProperty('country')
  },
}

testFacts({ facts: freeagentFacts, checks, open: openFreeagent, minCount: 35 })
