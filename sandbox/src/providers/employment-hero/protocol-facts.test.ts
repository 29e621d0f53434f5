import { expect } from 'vitest'
import { basicOf, clientId, createVisitor } from '../testing/employer-visitor.ts'
import { errorIn, oauth2Checks, redirectQueryOf } from '../testing/oauth2-facts.ts'
import { testFacts } from '../testing/test-facts.ts'
import { call, minute, openProvider } from '../testing/test-sandbox.ts'
import { type EmploymentHeroFactId, employmentHeroFacts } from './protocol-facts.ts'
import { employmentHero } from './provider.ts'

const visitor = createVisitor({
  authorize: '/oauth/authorise',
  token: '/oauth/token',
  authentication: 'form',
})
const { authorizeUrl, consent, redeem, refresh, requestTokens, signIn } = visitor
const openEmploymentHero = () => openProvider(employmentHero, '/employment-hero')
type TestEmploymentHero = Awaited<ReturnType<typeof openEmploymentHero>>
const hour = 60 * minute
const credentials = { client_id: clientId, client_secret: 'payproof-sandbox-secret' }

const get = ({ url }: TestEmploymentHero, token: string, path: string) =>
  call('GET', `${url}/api/v2/ess${path}`, { token })

async function signedIn(provider: TestEmploymentHero, userName = 'wilhelmina.oakapple') {
  const { access_token } = await signIn(provider, { userName })
  return (path: string) => get(provider, access_token, path)
}

async function jobOf(provider: TestEmploymentHero) {
  const read = await signedIn(provider)
  const { body } = await read('/security/employees')
  return { read, job: `/${body[0].id}` }
}

const shared = oauth2Checks(visitor)

const checks: Record<EmploymentHeroFactId, (provider: TestEmploymentHero) => Promise<void>> = {
  'callback-has-code-and-state': shared['callback-has-code-and-state'],
  'callback-has-denial': shared['callback-has-denial'],
  'code-is-single-use': shared['code-is-single-use'],
  'redirect-must-match': shared['redirect-must-match'],
  'token-grant-type': shared['token-grant-type'],
  async 'authorise-shows-sign-in'(provider) {
    const reply = await call('GET', authorizeUrl(provider))
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('name="password"')])
  },
  async 'authorise-spelling'(provider) {
    const url = authorizeUrl(provider).replace('/oauth/authorise', '/oauth/authorize')
    expect((await call('GET', url)).status).toBe(404)
  },
  async 'authorise-unknown-client'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { client_id: 'unknown' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([401, null])
  },
  async 'authorise-response-type'(provider) {
    const reply = await call('GET', authorizeUrl(provider, { response_type: 'token' }))
    expect(redirectQueryOf(reply)).toMatchObject({ error: 'unsupported_response_type' })
  },
  async 'token-form-credentials'(provider) {
    const { code = '' } = await consent(provider)
    expect((await redeem(provider, code)).status).toBe(200)
  },
  async 'token-no-basic'(provider) {
    const form = { grant_type: 'refresh_token', refresh_token: 'any' }
    const reply = await requestTokens(provider, form, { authorization: basicOf() }, {})
    expect(errorIn(reply)).toEqual([401, 'invalid_client'])
  },
  async 'token-wrong-secret'(provider) {
    const form = { grant_type: 'refresh_token', refresh_token: 'any' }
    const wrong = { client_id: clientId, client_secret: 'wrong' }
    expect(errorIn(await requestTokens(provider, form, {}, wrong))).toEqual([401, 'invalid_client'])
  },
  async 'token-reply'(provider) {
    expect(await signIn(provider)).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 86_400,
      refresh_token: expect.any(String),
      scope: '',
    })
  },
  async 'no-scopes'(provider) {
    expect(await consent(provider)).not.toHaveProperty('scope')
    expect(await consent(provider, { query: { scope: 'everything' } }).catch(() => 'refused')).toBe('refused')
  },
  async 'access-lasts-a-day'(provider) {
    const read = await signedIn(provider)
    provider.clock.advance(23 * hour)
    expect((await read('/security/employees')).status).toBe(200)
  },
  async 'access-expires'(provider) {
    const read = await signedIn(provider)
    provider.clock.advance(24 * hour)
    expect((await read('/security/employees')).status).toBe(401)
  },
  async 'refresh-returns-new-pair'(provider) {
    const first = await signIn(provider)
    const { body } = await refresh(provider, first.refresh_token)
    expect([body.access_token, body.refresh_token]).not.toEqual([first.access_token, first.refresh_token])
    expect((await get(provider, body.access_token, '/security/employees')).status).toBe(200)
  },
  async revoke(provider) {
    const { access_token, refresh_token } = await signIn(provider)
    const form = { token: refresh_token, ...credentials }
    expect((await call('POST', `${provider.url}/oauth/token/revoke`, { form })).status).toBe(200)
    expect((await get(provider, access_token, '/security/employees')).status).toBe(401)
  },
  async 'missing-token'({ url }) {
    expect((await call('GET', `${url}/api/v2/ess/security/employees`)).status).toBe(401)
  },
  async 'error-text'(provider) {
    const reply = await get(provider, 'unknown', '/security/employees')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      401,
      expect.stringMatching(/^text\/plain/),
    ])
  },
  async 'read-only'(provider) {
    const { access_token: token } = await signIn(provider)
    const url = `${provider.url}/api/v2/ess/1/document/payslip`
    expect((await call('POST', url, { token, json: {} })).status).toBe(404)
  },
  async employees(provider) {
    const { body } = await (await signedIn(provider))('/security/employees')
    expect(body).toMatchObject([
      {
        id: expect.any(Number),
        name: 'Wilhelmina Oakapple',
        businessId: expect.any(Number),
        businessName: 'Brindlewick Ledger Services Ltd',
        jobTitle: expect.any(String),
        isTerminated: false,
      },
    ])
  },
  async 'employees-two-jobs'(provider) {
    const read = await signedIn(provider, 'dashiell.pennyfeather')
    expect((await read('/security/employees')).body).toHaveLength(2)
  },
  async 'personal-details'(provider) {
    const { read, job } = await jobOf(provider)
    expect((await read(`${job}/personaldetails`)).body).toMatchObject({
      firstName: 'Wilhelmina',
      surname: 'Oakapple',
      dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00$/),
      email: expect.stringContaining('@'),
      startDate: expect.any(String),
      endDate: null,
      residentialAddress: { streetAddress: expect.any(String), postcode: expect.any(String) },
    })
  },
  async 'no-ni-number'(provider) {
    const { read, job } = await jobOf(provider)
    const texts = [(await read(`${job}/personaldetails`)).text, (await read(`${job}/document/payslip`)).text]
    for (const text of texts) expect(text).not.toMatch(/QQ\d{6}|1257L|niNumber|taxCode/)
  },
  async 'payslip-list'(provider) {
    const { read, job } = await jobOf(provider)
    const [newest] = (await read(`${job}/document/payslip`)).body
    expect(Object.keys(newest).toSorted()).toEqual(
      [
        'id employeeId paySchedule datePaid payPeriodStart payPeriodEnd netPay payerName payerBusinessNumber',
      ].flatMap((names) => names.split(' ').toSorted()),
    )
    expect(newest.netPay).toBeTypeOf('number')
  },
  async 'payslip-list-published'(provider) {
    const { read, job } = await jobOf(provider)
    const before = (await read(`${job}/document/payslip`)).body
    for (const { datePaid } of before) expect(datePaid <= '2026-11-16').toBe(true)
  },
  async 'payslip-list-odata'(provider) {
    const { read, job } = await jobOf(provider)
    const all = (await read(`${job}/document/payslip`)).body
    expect((await read(`${job}/document/payslip?$top=2&$skip=1`)).body).toEqual(all.slice(1, 3))
  },
  async 'payslip-list-odata-invalid'(provider) {
    const { read, job } = await jobOf(provider)
    expect((await read(`${job}/document/payslip?$top=all`)).status).toBe(400)
  },
  async 'payslip-pdf'(provider) {
    const { read, job } = await jobOf(provider)
    const [newest] = (await read(`${job}/document/payslip`)).body
    const reply = await read(`${job}/document/payslip/${newest.id}`)
    expect([reply.headers.get('content-type'), reply.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  },
  async 'payslip-unknown'(provider) {
    const { read, job } = await jobOf(provider)
    expect((await read(`${job}/document/payslip/1`)).status).toBe(404)
  },
  async 'employee-of-another'(provider) {
    const { job } = await jobOf(provider)
    const other = await signedIn(provider, 'barnaby.thistlewick')
    for (const path of ['personaldetails', 'document/payslip'])
      expect((await other(`${job}/${path}`)).status, path).toBe(404)
  },
}

testFacts({ facts: employmentHeroFacts, checks, open: openEmploymentHero, minCount: 30 })
