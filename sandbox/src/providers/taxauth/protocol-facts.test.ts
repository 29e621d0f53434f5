import { expect } from 'vitest'
import {
  authorizeUrl,
  client,
  codeFor,
  redeem,
  redirectOf,
  redirectUri,
  refresh,
  runOAuthFlow,
  tokensFor,
  verifier,
} from '../testing/oauth-visitor.ts'
import { testFacts } from '../testing/test-facts.ts'
import { call, errorCodeOn, minute, openProvider, type TestReply } from '../testing/test-sandbox.ts'
import { type ProtocolFactId, protocolFacts } from './protocol-facts.ts'
import { taxauth } from './provider.ts'
import { createRequestLimit } from './request-limit.ts'
import { scenarios } from './scenarios.ts'

const userName = 'ignatius.plumtree'
const hour = 60 * minute
const day = 24 * hour
const openTaxauth = () => openProvider(taxauth, '/taxauth')
type TestSandbox = Awaited<ReturnType<typeof openTaxauth>>
const versions = { income: '1.2', employment: '1.2', tax: '1.1' }
type Api = keyof typeof versions
const apis = Object.keys(versions) as Api[]
const acceptOf = (version: string) => `application/vnd.hmrc.${version}+json`

const utrOf = ({ world }: TestSandbox) => world.find(userName)?.uniqueTaxReference ?? ''

const get = (
  sandbox: TestSandbox,
  api: Api,
  token: string | undefined,
  more: { utr?: string; year?: string; accept?: string; headers?: Record<string, string> } = {},
) => {
  const { utr = utrOf(sandbox), year = '2025-26', accept = acceptOf(versions[api]), headers = {} } = more
  return call('GET', `${sandbox.url}/individual-${api}/sa/${utr}/annual-summary/${year}`, {
    token,
    headers: { accept, ...headers },
  })
}

const codeIn = ({ status, body }: TestReply) => [status, body?.code]
const errorIn = ({ status, body }: TestReply) => [status, body?.error]
const requestToken = ({ url }: TestSandbox, form: Record<string, string>) =>
  call('POST', `${url}/oauth/token`, { form })
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }

const applicationToken = async (sandbox: TestSandbox): Promise<string> =>
  (await requestToken(sandbox, { grant_type: 'client_credentials', ...client })).body.access_token

async function expectWhile(sandbox: TestSandbox, behaviour: string, expected: [number, string]) {
  const { access_token } = await tokensFor(sandbox, { userName })
  sandbox.switches.behave('taxauth', userName, behaviour)
  for (const api of apis) expect(codeIn(await get(sandbox, api, access_token))).toEqual(expected)
}

const load = async (
  sandbox: TestSandbox,
  { name, body = {}, token }: { name: string; body?: object; token?: string },
) =>
  call(
    'POST',
    `${sandbox.url}/individual-paye-test-support/sa/${utrOf(sandbox)}/${name}/annual-summary/2025-26`,
    {
      token: token ?? (await applicationToken(sandbox)),
      json: body,
      headers: { accept: acceptOf('1.0') },
    },
  )

const createTestUser = async (sandbox: TestSandbox, serviceNames: string[], token?: string) =>
  call('POST', `${sandbox.url}/create-test-user/individuals`, {
    token: token ?? (await applicationToken(sandbox)),
    json: { serviceNames },
    headers: { accept: acceptOf('1.0') },
  })

const fraudHeaders = {
  'gov-client-connection-method': 'WEB_APP_VIA_SERVER',
  'gov-client-browser-js-user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
  'gov-client-device-id': 'beec798b-b366-47fa-b1f8-92cede14a1ce',
  'gov-client-multi-factor': 'type=TOTP&timestamp=2026-11-15T12%3A00Z&unique-reference=c672b8d1',
  'gov-client-public-ip': '198.51.100.7',
  'gov-client-public-ip-timestamp': '2026-11-15T12:00:00.000Z',
  'gov-client-public-port': '47138',
  'gov-client-screens': 'width=1920&height=1080&scaling-factor=1.25&colour-depth=24',
  'gov-client-timezone': 'UTC+00:00',
  'gov-client-user-ids': 'payproof=user-1',
  'gov-client-window-size': 'width=1256&height=803',
  'gov-vendor-forwarded': 'by=203.0.113.7&for=198.51.100.7',
  'gov-vendor-license-ids': 'payproof=8d7963490527d33716835ee7c195516d5e562e03b224e9b359836466ee40cde1',
  'gov-vendor-product-name': 'Payproof',
  'gov-vendor-public-ip': '203.0.113.7',
  'gov-vendor-version': 'payproof=1.0.0',
}
const validate = async (sandbox: TestSandbox, headers: Record<string, string>, token?: string) =>
  call('GET', `${sandbox.url}/test/fraud-prevention-headers/validate`, {
    token: token ?? (await applicationToken(sandbox)),
    headers: { accept: acceptOf('1.0'), ...headers },
  })
const without = (name: string) =>
  Object.fromEntries(Object.entries(fraudHeaders).filter(([header]) => header !== name))

const checks: Record<ProtocolFactId, (sandbox: TestSandbox) => Promise<void>> = {
  async 'authorize-shows-sign-in'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { scope: 'read:individual-income' }))
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('name="password"')
  },
  async 'authorize-needs-client'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { client_id: 'another' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([401, null])
  },
  async 'authorize-needs-registered-redirect'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { redirect_uri: 'https://elsewhere.example/back' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  },
  async 'authorize-rejects-unknown-scope'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { scope: 'read:everything' }))
    expect(redirectOf(reply).error).toBe('invalid_scope')
  },
  async 'authorize-rejects-other-response-type'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { response_type: 'token' }))
    expect(redirectOf(reply).error).toBe('unsupported_response_type')
  },
  async 'scopes-are-space-separated'(sandbox) {
    const scope = 'read:individual-income read:individual-tax'
    expect((await tokensFor(sandbox, { userName, query: { scope } })).scope).toBe(scope)
  },
  async 'callback-returns-code-and-state'(sandbox) {
    const { reply } = await runOAuthFlow(sandbox, { userName })
    expect(redirectOf(reply)).toEqual({
      address: redirectUri,
      code: expect.any(String),
      state: 'a state & more',
    })
  },
  async 'callback-returns-denial'(sandbox) {
    const { reply } = await runOAuthFlow(sandbox, { userName, decision: 'refuse' })
    expect(redirectOf(reply)).toMatchObject({ error: 'access_denied', state: 'a state & more' })
  },
  async 'callback-describes-denial'(sandbox) {
    const { reply } = await runOAuthFlow(sandbox, { userName, decision: 'refuse' })
    expect(redirectOf(reply)).toMatchObject({
      error_description: 'user denied the authorization',
      error_code: 'USER_DENIED_AUTHORIZATION',
    })
  },
  async 'sign-in-needs-second-factor'(sandbox) {
    const wrong = await runOAuthFlow(sandbox, { userName, answer: '000000' })
    expect([wrong.step, errorCodeOn(wrong.reply)]).toEqual(['mfa', 'mfa_failed'])
  },
  async 'code-lives-ten-minutes'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    sandbox.clock.advance(9 * minute)
    expect((await redeem(sandbox, code)).status).toBe(200)
  },
  async 'code-expires'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    sandbox.clock.advance(10 * minute)
    expect(errorIn(await redeem(sandbox, code))).toEqual([400, 'invalid_request'])
  },
  async 'code-is-single-use'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    expect((await redeem(sandbox, code)).status).toBe(200)
    expect(errorIn(await redeem(sandbox, code))).toEqual([400, 'invalid_request'])
  },
  async 'unknown-code'(sandbox) {
    expect(errorIn(await redeem(sandbox, 'unknown'))).toEqual([400, 'invalid_request'])
  },
  async 'redirect-must-match'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    const redirect_uri = 'http://127.0.0.1:4001/oauth2/callback'
    expect(errorIn(await redeem(sandbox, code, { redirect_uri }))).toEqual([400, 'invalid_request'])
  },
  async 'missing-grant-type'(sandbox) {
    expect(errorIn(await requestToken(sandbox, client))).toEqual([400, 'invalid_request'])
  },
  async 'unknown-field'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    expect(errorIn(await redeem(sandbox, code, { audience: 'any' }))).toEqual([400, 'invalid_request'])
  },
  async 'wrong-secret'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    expect(errorIn(await redeem(sandbox, code, { client_secret: 'wrong' }))).toEqual([401, 'invalid_client'])
  },
  async 'no-basic-authentication'(sandbox) {
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const reply = await call('POST', `${sandbox.url}/oauth/token`, {
      form: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${basic}` },
    })
    expect(errorIn(reply)).toEqual([401, 'invalid_client'])
  },
  async 'token-error-format'(sandbox) {
    expect(Object.keys((await redeem(sandbox, 'unknown')).body)).toEqual(['error', 'error_description'])
  },
  async 'pkce-is-optional'(sandbox) {
    const code = await codeFor(sandbox, { userName, query: withoutPkce })
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...client }
    expect((await requestToken(sandbox, form)).status).toBe(200)
  },
  async 'pkce-verifier-is-required'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...client }
    expect(errorIn(await requestToken(sandbox, form))).toEqual([400, 'invalid_grant'])
  },
  async 'pkce-verifier-must-match'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    const wrong = { code_verifier: `${verifier}-and-more` }
    expect(errorIn(await redeem(sandbox, code, wrong))).toEqual([400, 'invalid_grant'])
  },
  async 'pkce-verifier-length'(sandbox) {
    const code = await codeFor(sandbox, { userName })
    expect(errorIn(await redeem(sandbox, code, { code_verifier: 'short' }))).toEqual([400, 'invalid_request'])
  },
  async 'pkce-needs-s256'(sandbox) {
    const reply = await call('GET', authorizeUrl(sandbox, { code_challenge_method: 'plain' }))
    expect(redirectOf(reply).error).toBe('invalid_request')
  },
  async 'token-reply'(sandbox) {
    expect(await tokensFor(sandbox, { userName, query: { scope: 'read:individual-income' } })).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 14_400,
      refresh_token: expect.any(String),
      scope: 'read:individual-income',
    })
  },
  async 'access-lasts-four-hours'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    sandbox.clock.advance(4 * hour - minute)
    expect((await get(sandbox, 'income', access_token)).status).toBe(200)
  },
  async 'access-expires'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    sandbox.clock.advance(4 * hour)
    expect(codeIn(await get(sandbox, 'income', access_token))).toEqual([401, 'INVALID_CREDENTIALS'])
  },
  async 'refresh-reply-has-no-scope'(sandbox) {
    const { refresh_token } = await tokensFor(sandbox, { userName })
    expect(Object.keys((await refresh(sandbox, refresh_token)).body).toSorted()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'token_type',
    ])
  },
  async 'refresh-rotates'(sandbox) {
    const first = await tokensFor(sandbox, { userName })
    const { body } = await refresh(sandbox, first.refresh_token)
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect(body.access_token).not.toBe(first.access_token)
    expect((await get(sandbox, 'income', body.access_token)).status).toBe(200)
  },
  async 'refresh-is-single-use'(sandbox) {
    const { refresh_token } = await tokensFor(sandbox, { userName })
    await refresh(sandbox, refresh_token)
    expect(errorIn(await refresh(sandbox, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'refresh-ends-access'(sandbox) {
    const { access_token, refresh_token } = await tokensFor(sandbox, { userName })
    await refresh(sandbox, refresh_token)
    expect(codeIn(await get(sandbox, 'income', access_token))).toEqual([401, 'INVALID_CREDENTIALS'])
  },
  async 'parallel-refresh'(sandbox) {
    const { refresh_token } = await tokensFor(sandbox, { userName })
    // The first refresh is delayed, so that the second arrives during it.
    sandbox.switches.behave('taxauth', userName, 'slow:3')
    const replies = await Promise.all([refresh(sandbox, refresh_token), refresh(sandbox, refresh_token)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('already in progress'),
    })
  },
  async 'consent-lasts-eighteen-months'(sandbox) {
    sandbox.clock.set(new Date('2025-01-01T00:00:00Z'))
    const { refresh_token } = await tokensFor(sandbox, { userName })
    sandbox.clock.advance(517 * day)
    expect((await refresh(sandbox, refresh_token)).status).toBe(200)
  },
  async 'consent-ends'(sandbox) {
    sandbox.clock.set(new Date('2025-01-01T00:00:00Z'))
    const { refresh_token } = await tokensFor(sandbox, { userName })
    sandbox.clock.advance(549 * day)
    expect(errorIn(await refresh(sandbox, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'no-revocation'(sandbox) {
    const { refresh_token, access_token } = await tokensFor(sandbox, { userName })
    const form = { token: refresh_token, ...client }
    expect((await call('POST', `${sandbox.url}/oauth/revoke`, { form })).status).toBe(404)
    expect((await get(sandbox, 'income', access_token)).status).toBe(200)
  },
  async 'application-token'(sandbox) {
    const { body } = await requestToken(sandbox, { grant_type: 'client_credentials', ...client })
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 14_400 })
  },
  async 'accept-income'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect((await get(sandbox, 'income', access_token, { accept: acceptOf('1.2') })).status).toBe(200)
    expect((await get(sandbox, 'income', access_token, { accept: acceptOf('1.1') })).status).toBe(406)
  },
  async 'accept-employment'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect((await get(sandbox, 'employment', access_token, { accept: acceptOf('1.2') })).status).toBe(200)
    expect((await get(sandbox, 'employment', access_token, { accept: acceptOf('1.1') })).status).toBe(406)
  },
  async 'accept-tax'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect((await get(sandbox, 'tax', access_token, { accept: acceptOf('1.1') })).status).toBe(200)
    expect((await get(sandbox, 'tax', access_token, { accept: acceptOf('1.2') })).status).toBe(406)
  },
  async 'accept-missing'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    for (const api of apis)
      expect(codeIn(await get(sandbox, api, access_token, { accept: 'application/json' }))).toEqual([
        406,
        'ACCEPT_HEADER_INVALID',
      ])
  },
  async 'missing-credentials'(sandbox) {
    expect(codeIn(await get(sandbox, 'income', undefined))).toEqual([401, 'MISSING_CREDENTIALS'])
  },
  async 'invalid-credentials'(sandbox) {
    expect(codeIn(await get(sandbox, 'income', 'unknown'))).toEqual([401, 'INVALID_CREDENTIALS'])
  },
  async 'wrong-token-type'(sandbox) {
    const token = await applicationToken(sandbox)
    expect(codeIn(await get(sandbox, 'income', token))).toEqual([401, 'INCORRECT_ACCESS_TOKEN_TYPE'])
  },
  async 'missing-scope'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName, query: { scope: 'read:individual-tax' } })
    expect(codeIn(await get(sandbox, 'income', access_token))).toEqual([403, 'INVALID_SCOPE'])
    expect((await get(sandbox, 'tax', access_token)).status).toBe(200)
  },
  'not-subscribed': (sandbox) =>
    expectWhile(sandbox, 'error:resource_forbidden', [403, 'RESOURCE_FORBIDDEN']),
  async 'unknown-path'(sandbox) {
    expect(codeIn(await call('GET', `${sandbox.url}/individual-pay/sa`))).toEqual([
      404,
      'MATCHING_RESOURCE_NOT_FOUND',
    ])
  },
  async 'wrong-method'(sandbox) {
    const url = `${sandbox.url}/individual-income/sa/${utrOf(sandbox)}/annual-summary/2025-26`
    expect(codeIn(await call('DELETE', url))).toEqual([405, 'METHOD_NOT_ALLOWED'])
  },
  async 'error-format'(sandbox) {
    const { body } = await get(sandbox, 'income', 'unknown')
    expect(Object.keys(body)).toEqual(['code', 'message'])
  },
  async 'utr-format'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    for (const utr of ['123456789', '12345678901', '123456789K'])
      expect(codeIn(await get(sandbox, 'income', access_token, { utr }))).toEqual([400, 'SA_UTR_INVALID'])
  },
  async 'tax-year-format'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    for (const year of ['2025', '2025-2026', '25-26'])
      expect(codeIn(await get(sandbox, 'income', access_token, { year }))).toEqual([400, 'TAX_YEAR_INVALID'])
  },
  async 'other-person'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await get(sandbox, 'income', access_token, { utr: '1111111111' }))).toEqual([
      401,
      'UNAUTHORIZED',
    ])
  },
  async 'no-data'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await get(sandbox, 'income', access_token, { year: '2020-21' }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  },
  async 'not-reconciled'(sandbox) {
    sandbox.clock.set(new Date('2026-06-01T00:00:00Z'))
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await get(sandbox, 'income', access_token))).toEqual([404, 'NOT_FOUND'])
  },
  'return-processed': (sandbox) => expectWhile(sandbox, 'error:return_processed', [404, 'NOT_FOUND']),
  async 'income-members'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    const { body } = await get(sandbox, 'income', access_token)
    expect(Object.keys(body)).toEqual(['pensionsAnnuitiesAndOtherStateBenefits', 'employments'])
    expect(Object.keys(body.employments[0])).toEqual(['employerPayeReference', 'payFromEmployment'])
  },
  async 'employment-members'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    const { body } = await get(sandbox, 'employment', access_token)
    expect(body.employments[0]).toEqual({
      employerPayeReference: expect.any(String),
      employerName: expect.any(String),
      offPayrollWorkFlag: false,
    })
  },
  async 'tax-members'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    const { body } = await get(sandbox, 'tax', access_token)
    expect(Object.keys(body)).toEqual(['pensionsAnnuitiesAndOtherStateBenefits', 'refunds', 'employments'])
  },
  async 'amounts-are-numbers'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    const { text } = await get(sandbox, 'income', access_token)
    expect(text).toMatch(/"payFromEmployment":\d+(\.\d{1,2})?[,}]/)
  },
  async 'no-paging'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    const plain = await get(sandbox, 'tax', access_token)
    const paged = await get(sandbox, 'tax', access_token, { year: '2025-26?page=2' })
    expect(paged.text).toBe(plain.text)
  },
  async 'rate-limit'() {
    await using sandbox = await openProvider(taxauth, '/taxauth', { taxRequestsPerSecond: 3 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => get(sandbox, 'income', 'unknown')))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(codeIn(refused[0] as TestReply)).toEqual([429, 'MESSAGE_THROTTLED_OUT'])
  },
  async 'rate-limit-recovers'() {
    let now = 0
    const limit = createRequestLimit(3, () => now)
    for (let n = 0; n < 3; n++) limit.count()
    expect(limit.count).toThrow()
    now = 999
    expect(limit.count).toThrow()
    now = 1_000
    for (let n = 0; n < 3; n++) limit.count()
    expect(limit.count).toThrow()
  },
  'scheduled-maintenance': (sandbox) =>
    expectWhile(sandbox, 'error:maintenance', [503, 'SCHEDULED_MAINTENANCE']),
  'server-error': (sandbox) => expectWhile(sandbox, 'error:provider_down', [503, 'SERVER_ERROR']),
  'internal-server-error': (sandbox) =>
    expectWhile(sandbox, 'error:server_error', [500, 'INTERNAL_SERVER_ERROR']),
  'not-implemented': (sandbox) => expectWhile(sandbox, 'error:not_implemented', [501, 'NOT_IMPLEMENTED']),
  'gateway-timeout': (sandbox) => expectWhile(sandbox, 'error:gateway_timeout', [504, 'GATEWAY_TIMEOUT']),
  async 'test-support-needs-application'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await load(sandbox, { name: 'income', token: access_token }))).toEqual([
      401,
      'INCORRECT_ACCESS_TOKEN_TYPE',
    ])
    expect((await load(sandbox, { name: 'income' })).status).toBe(201)
  },
  async 'test-support-accept'(sandbox) {
    const url = `${sandbox.url}/individual-paye-test-support/sa/${utrOf(sandbox)}/tax/annual-summary/2025-26`
    const reply = await call('POST', url, { token: await applicationToken(sandbox), json: {} })
    expect(codeIn(reply)).toEqual([406, 'ACCEPT_HEADER_INVALID'])
  },
  async 'test-support-happy-path-1'(sandbox) {
    const { status, body } = await load(sandbox, { name: 'income', body: { scenario: 'HAPPY_PATH_1' } })
    expect(status).toBe(201)
    expect(body).toEqual(scenarios.HAPPY_PATH_1.income)
    expect(body.employments).toHaveLength(2)
  },
  async 'test-support-happy-path-2'(sandbox) {
    const scenario = { scenario: 'HAPPY_PATH_2' }
    const income = await load(sandbox, { name: 'income', body: scenario })
    const tax = await load(sandbox, { name: 'tax', body: scenario })
    expect(income.body).toEqual(scenarios.HAPPY_PATH_2.income)
    expect(tax.body.employments[0].employerPayeReference).not.toBe(
      income.body.employments[0].employerPayeReference,
    )
  },
  async 'test-support-default'(sandbox) {
    expect((await load(sandbox, { name: 'employments' })).body).toEqual(scenarios.HAPPY_PATH_1.employments)
  },
  async 'test-support-unknown-scenario'(sandbox) {
    expect((await load(sandbox, { name: 'tax', body: { scenario: 'UNHAPPY' } })).status).toBe(400)
  },
  async 'test-data-is-served'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    for (const name of ['income', 'employments', 'tax']) await load(sandbox, { name })
    expect((await get(sandbox, 'income', access_token)).body).toEqual(scenarios.HAPPY_PATH_1.income)
    expect((await get(sandbox, 'employment', access_token)).body).toEqual(scenarios.HAPPY_PATH_1.employments)
    expect((await get(sandbox, 'tax', access_token)).body).toEqual(scenarios.HAPPY_PATH_1.tax)
  },
  async 'gov-test-scenario-is-ignored'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    for (const api of apis) {
      const plain = await get(sandbox, api, access_token)
      const headers = { 'gov-test-scenario': 'NOT_FOUND' }
      expect((await get(sandbox, api, access_token, { headers })).text).toBe(plain.text)
    }
  },
  async 'test-user'(sandbox) {
    const { status, body } = await createTestUser(sandbox, ['self-assessment', 'national-insurance'])
    expect(status).toBe(201)
    expect(body).toEqual({
      userId: expect.any(String),
      password: expect.any(String),
      userFullName: expect.any(String),
      emailAddress: expect.any(String),
      individualDetails: {
        firstName: expect.any(String),
        lastName: expect.any(String),
        dateOfBirth: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        address: { line1: expect.any(String), line2: expect.any(String), postcode: expect.any(String) },
      },
      saUtr: expect.stringMatching(/^\d{10}$/),
      nino: expect.stringMatching(/^[A-Z]{2}\d{6}[A-D]$/),
    })
    const { access_token } = await tokensFor(sandbox, { userName: body.userId, password: body.password })
    expect((await get(sandbox, 'income', access_token, { utr: body.saUtr })).status).not.toBe(401)
    expect((await createTestUser(sandbox, ['national-insurance'])).body).not.toHaveProperty('saUtr')
  },
  async 'test-user-services'(sandbox) {
    expect((await createTestUser(sandbox, ['vat'])).status).toBe(400)
  },
  async 'test-user-needs-application'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await createTestUser(sandbox, ['self-assessment'], access_token))).toEqual([
      401,
      'INCORRECT_ACCESS_TOKEN_TYPE',
    ])
  },
  async 'fraud-headers-valid'(sandbox) {
    expect((await validate(sandbox, fraudHeaders)).body).toEqual({
      specVersion: '3.3',
      code: 'VALID_HEADERS',
      message: expect.any(String),
      errors: [],
      warnings: [],
    })
  },
  async 'fraud-headers-missing-method'(sandbox) {
    const { body } = await validate(sandbox, without('gov-client-connection-method'))
    expect(body).toMatchObject({ code: 'INVALID_HEADERS', errors: [{ code: 'MISSING_HEADER' }] })
  },
  async 'fraud-headers-invalid'(sandbox) {
    const token = await applicationToken(sandbox)
    for (const [name, wrong] of [
      ['gov-client-device-id', 'no-uuid'],
      ['gov-client-public-ip', '300.1.1.1'],
      ['gov-client-public-ip-timestamp', '2026-11-15 12:00'],
      ['gov-client-public-port', '0'],
      ['gov-client-screens', '1920x1080'],
      ['gov-client-timezone', 'GMT'],
      ['gov-client-window-size', '1256x803'],
      ['gov-client-user-ids', 'user-1'],
      ['gov-client-multi-factor', 'TOTP'],
      ['gov-vendor-forwarded', '203.0.113.7'],
      ['gov-vendor-version', '1.0.0'],
    ] as const) {
      const { body } = await validate(sandbox, { ...fraudHeaders, [name]: wrong }, token)
      expect(body, name).toMatchObject({
        code: 'INVALID_HEADERS',
        errors: [{ code: 'INVALID_HEADER', headers: [name] }],
      })
    }
  },
  async 'fraud-headers-missing-factor'(sandbox) {
    const { body } = await validate(sandbox, without('gov-client-multi-factor'))
    expect(body).toMatchObject({
      code: 'POTENTIALLY_INVALID_HEADERS',
      warnings: [{ code: 'MISSING_HEADER', headers: ['gov-client-multi-factor'] }],
    })
  },
  async 'fraud-headers-needs-application'(sandbox) {
    const { access_token } = await tokensFor(sandbox, { userName })
    expect(codeIn(await validate(sandbox, fraudHeaders, access_token))).toEqual([
      401,
      'INCORRECT_ACCESS_TOKEN_TYPE',
    ])
  },
}

testFacts({ facts: protocolFacts, checks, open: openTaxauth, minCount: 60 })
