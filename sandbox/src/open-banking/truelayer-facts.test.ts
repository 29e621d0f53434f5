import Fastify from 'fastify'
import { expect } from 'vitest'
import { openClock } from '../clock.ts'
import { openDocuments } from '../documents/documents.ts'
import { openWorld } from '../people/world.ts'
import { openSwitches } from '../providers/switches.ts'
import { testFacts } from '../providers/testing/test-facts.ts'
import { call, type TestReply } from '../providers/testing/test-sandbox.ts'
import { truelayer } from './truelayer.ts'
import { type TrueLayerFactId, trueLayerFacts } from './truelayer-facts.ts'

const world = openWorld({ seed: 'open banking' })
const documents = openDocuments({ world })
const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
const client = { client_id: 'payproof-sandbox', client_secret: 'payproof-sandbox-secret' }
const minuteMs = 60_000
const dayMs = 86_400_000
const allScopes = 'info accounts balance transactions offline_access'

async function openTrueLayer() {
  const clock = openClock(new Date('2026-11-10T09:00:00Z'))
  const switches = openSwitches(clock)
  const server = Fastify({ forceCloseConnections: true })
  await server.register(truelayer, { prefix: '/truelayer', world, clock, switches, documents })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { clock, switches, pass, url: `${origin}/truelayer`, [Symbol.asyncDispose]: () => server.close() }
}
type TestTrueLayer = Awaited<ReturnType<typeof openTrueLayer>>

const link = ({ url }: TestTrueLayer, changes: Record<string, string> = {}) => {
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    scope: allScopes,
    redirect_uri: redirectUri,
    state: 'a state & more',
    providers: 'uk-ob-all uk-cs-mock',
    provider_id: 'ob-pebble-bank',
    ...changes,
  }
  return call('GET', `${url}/auth/?${new URLSearchParams(parameters)}`)
}

const flowIn = ({ text }: TestReply) => /name="flow" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Signs in and decides, as the person's browser would. Returns the parameters of the callback. */
async function decide(bank: TestTrueLayer, changes: Record<string, string> = {}, decision = 'allow') {
  const flow = flowIn(await link(bank, changes))
  const person = { user_name: 'wilhelmina.oakapple', password: 'pass' }
  await call('POST', `${bank.url}/auth/sign-in`, { form: { flow, ...person } })
  const reply = await call('POST', `${bank.url}/auth/consent`, { form: { flow, decision } })
  return Object.fromEntries(new URL(reply.headers.get('location') ?? 'none:').searchParams)
}

const token = ({ url }: TestTrueLayer, form: Record<string, string>) =>
  call('POST', `${url}/auth/connect/token`, { form: { ...client, ...form } })

const redeem = (bank: TestTrueLayer, code: string, changes: Record<string, string> = {}) =>
  token(bank, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...changes })

const refresh = (bank: TestTrueLayer, refresh_token: string) =>
  token(bank, { grant_type: 'refresh_token', refresh_token })

type Tokens = { access_token: string; refresh_token: string }

async function connected(bank: TestTrueLayer, changes: Record<string, string> = {}): Promise<Tokens> {
  const { code = '' } = await decide(bank, changes)
  return (await redeem(bank, code)).body
}

const read = ({ url }: TestTrueLayer, path: string, access?: string, headers: Record<string, string> = {}) =>
  call('GET', `${url}/data/v1${path}`, {
    headers: { ...headers, ...(access !== undefined && { authorization: `Bearer ${access}` }) },
  })

async function withAccount(bank: TestTrueLayer) {
  const { access_token } = await connected(bank)
  const [account] = (await read(bank, '/accounts', access_token)).body.results
  const path = `/accounts/${account.account_id}`
  const transactions = (query = '', headers: Record<string, string> = {}) =>
    read(bank, `${path}/transactions${query}`, access_token, headers)
  return { account, path, access_token, transactions }
}

const extend = ({ url }: TestTrueLayer, refresh_token: string, changes: object = {}) =>
  call('POST', `${url}/data/v1/connections/extend`, {
    json: {
      ...client,
      refresh_token,
      redirect_uri: redirectUri,
      user_has_reconfirmed_consent: true,
      ...changes,
    },
  })

const errorIn = ({ status, body }: TestReply) => [status, body?.error]

const checks: Record<TrueLayerFactId, (bank: TestTrueLayer) => Promise<void>> = {
  async 'link-response-type'(bank) {
    expect((await link(bank)).status).toBe(200)
    expect((await link(bank, { response_type: 'token' })).status).toBe(400)
  },
  async 'link-client'(bank) {
    expect((await link(bank, { client_id: 'stranger' })).status).toBe(401)
    expect((await link(bank, { redirect_uri: 'https://stranger.example/' })).status).toBe(401)
  },
  async 'link-scope'(bank) {
    expect((await link(bank, { scope: 'accounts payments' })).status).toBe(400)
  },
  async 'link-provider'(bank) {
    expect((await link(bank, { providers: 'uk-ob-all uk-oauth-all' })).status).toBe(200)
    expect((await link(bank, { providers: 'uk-ob-all unknown-group' })).status).toBe(400)
  },
  async 'link-provider-id'(bank) {
    for (const providers of ['uk-ob-all', 'ob-pebble-bank', 'mock ob-pebble-bank'])
      expect((await link(bank, { providers })).status, providers).toBe(200)
    for (const providers of ['', 'mock', 'uk-cs-mock', 'uk-oauth-all'])
      expect((await link(bank, { providers })).status, providers).toBe(400)
    expect((await link(bank, { provider_id: 'unknown-bank' })).status).toBe(400)
  },
  async 'callback-code'(bank) {
    expect(await decide(bank)).toEqual({
      code: expect.any(String),
      scope: allScopes,
      state: 'a state & more',
    })
  },
  async 'callback-denied'(bank) {
    expect(await decide(bank, {}, 'refuse')).toEqual({ error: 'access_denied', state: 'a state & more' })
  },
  async 'callback-cancelled'(bank) {
    const flow = flowIn(await link(bank))
    const form = { flow, decision: 'refuse' }
    const { headers } = await call('POST', `${bank.url}/auth/consent`, { form })
    const { searchParams } = new URL(headers.get('location') ?? 'none:')
    expect(Object.fromEntries(searchParams)).toEqual({ error: 'access_denied', state: 'a state & more' })
  },
  async 'code-exchange'(bank) {
    expect(await connected(bank)).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3_600,
      token_type: 'Bearer',
      scope: allScopes,
    })
  },
  async 'code-single-use'(bank) {
    const { code = '' } = await decide(bank)
    await redeem(bank, code)
    expect(errorIn(await redeem(bank, code))).toEqual([400, 'invalid_authorization_code'])
  },
  async 'code-five-minutes'(bank) {
    const { code = '' } = await decide(bank)
    bank.pass(5 * minuteMs)
    expect(errorIn(await redeem(bank, code))).toEqual([400, 'invalid_authorization_code'])
  },
  async 'code-redirect'(bank) {
    const { code = '' } = await decide(bank)
    const other = { redirect_uri: 'http://127.0.0.1:4001/oauth2/callback' }
    expect(errorIn(await redeem(bank, code, other))).toEqual([400, 'invalid_grant'])
  },
  async 'client-wrong-secret'(bank) {
    const { code = '' } = await decide(bank)
    expect(errorIn(await redeem(bank, code, { client_secret: 'wrong' }))).toEqual([400, 'invalid_client'])
  },
  async 'client-in-form'({ url }) {
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const reply = await call('POST', `${url}/auth/connect/token`, {
      form: { grant_type: 'refresh_token', refresh_token: 'any' },
      headers: { authorization: `Basic ${basic}` },
    })
    expect(errorIn(reply)).toEqual([400, 'invalid_client'])
  },
  async 'grant-type'(bank) {
    expect((await token(bank, { grant_type: 'password' })).status).toBe(400)
  },
  async 'offline-access'(bank) {
    expect(await connected(bank, { scope: 'accounts' })).not.toHaveProperty('refresh_token')
  },
  async refresh(bank) {
    const tokens = await connected(bank)
    const { status, body } = await refresh(bank, tokens.refresh_token)
    expect(status).toBe(200)
    expect(body.access_token).not.toBe(tokens.access_token)
    expect((await read(bank, '/accounts', body.access_token)).status).toBe(200)
  },
  async 'refresh-unknown'(bank) {
    expect(errorIn(await refresh(bank, 'unknown'))).toEqual([400, 'invalid_grant'])
  },
  async 'refresh-after-consent'(bank) {
    const { refresh_token } = await connected(bank)
    bank.pass(90 * dayMs - 30 * minuteMs)
    expect((await refresh(bank, refresh_token)).status).toBe(200)
    bank.pass(30 * minuteMs)
    expect(errorIn(await refresh(bank, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'error-members'(bank) {
    const { body } = await read(bank, '/accounts')
    expect(body).toMatchObject({ error: 'unauthorized', error_description: expect.any(String) })
  },
  async 'no-token'(bank) {
    for (const path of ['/me', '/info', '/accounts', '/accounts/any/transactions'])
      expect(errorIn(await read(bank, path)), path).toEqual([401, 'unauthorized'])
  },
  async 'unknown-token'(bank) {
    expect(errorIn(await read(bank, '/accounts', 'unknown'))).toEqual([401, 'invalid_token'])
  },
  async 'expired-token'(bank) {
    const { access_token } = await connected(bank)
    bank.pass(60 * minuteMs)
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([401, 'invalid_token'])
  },
  async 'missing-scope'(bank) {
    const { access_token } = await connected(bank, { scope: 'accounts' })
    expect((await read(bank, '/accounts', access_token)).status).toBe(200)
    expect(errorIn(await read(bank, '/info', access_token))).toEqual([403, 'access_denied'])
  },
  async 'lapsed-consent'(bank) {
    const { refresh_token } = await connected(bank)
    bank.pass(90 * dayMs - 30 * minuteMs)
    const { access_token } = (await refresh(bank, refresh_token)).body
    bank.pass(30 * minuteMs)
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([403, 'access_denied'])
  },
  async 'withdrawn-consent'(bank) {
    const { access_token, refresh_token } = await connected(bank)
    expect(bank.switches.endSessions('sandbox-bank', 'wilhelmina.oakapple')).toBe(1)
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([403, 'access_denied'])
    expect(errorIn(await refresh(bank, refresh_token))).toEqual([400, 'invalid_grant'])
    expect(errorIn(await extend(bank, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async results(bank) {
    const { access_token } = await connected(bank)
    for (const path of ['/me', '/info', '/accounts'])
      expect((await read(bank, path, access_token)).body, path).toEqual({
        results: [expect.any(Object)],
        status: 'Succeeded',
      })
  },
  async me(bank) {
    const { access_token } = await connected(bank)
    const [me] = (await read(bank, '/me', access_token)).body.results
    expect(me).toMatchObject({
      provider: { provider_id: 'ob-pebble-bank', display_name: 'Pebble Bank' },
      scopes: allScopes.split(' '),
      consent_status: 'Authorised',
    })
    expect(Date.parse(me.consent_expires_at) - Date.parse(me.consent_created_at)).toBe(90 * dayMs)
  },
  async info(bank) {
    const { access_token } = await connected(bank)
    const [info] = (await read(bank, '/info', access_token)).body.results
    expect(info).toMatchObject({ full_name: 'Wilhelmina Oakapple' })
  },
  async 'account-members'(bank) {
    expect((await withAccount(bank)).account).toEqual({
      update_timestamp: expect.any(String),
      account_id: expect.any(String),
      account_type: 'TRANSACTION',
      display_name: expect.any(String),
      currency: 'GBP',
      account_number: {
        number: expect.stringMatching(/^\d{8}$/),
        sort_code: expect.stringMatching(/^\d\d-\d\d-\d\d$/),
      },
      provider: { provider_id: 'ob-pebble-bank', display_name: 'Pebble Bank' },
    })
  },
  async 'account-unknown'(bank) {
    const { access_token } = await connected(bank)
    for (const path of ['/accounts/unknown/balance', '/accounts/unknown/transactions'])
      expect(errorIn(await read(bank, path, access_token))).toEqual([404, 'account_not_found'])
  },
  async balance(bank) {
    const { path, access_token } = await withAccount(bank)
    const [balance] = (await read(bank, `${path}/balance`, access_token)).body.results
    expect(balance).toMatchObject({
      currency: 'GBP',
      available: expect.any(Number),
      current: expect.any(Number),
    })
  },
  async 'transaction-members'(bank) {
    const { transactions } = await withAccount(bank)
    const { results } = (await transactions()).body
    expect(results.length).toBeGreaterThan(20)
    for (const one of results)
      expect(one).toMatchObject({
        transaction_id: expect.any(String),
        normalised_provider_transaction_id: expect.any(String),
        timestamp: expect.any(String),
        description: expect.any(String),
        amount: expect.any(Number),
        currency: 'GBP',
        transaction_category: expect.any(String),
      })
  },
  async 'transaction-sign'(bank) {
    const { transactions } = await withAccount(bank)
    for (const { amount, transaction_type } of (await transactions()).body.results)
      expect(transaction_type).toBe(amount < 0 ? 'DEBIT' : 'CREDIT')
  },
  async 'transaction-period'(bank) {
    const { transactions } = await withAccount(bank)
    for (const query of [
      '?from=2026-10-01&to=2026-10-31',
      '?from=2026-10-01T00:00:00Z&to=2026-10-31T00:00:00Z',
    ]) {
      const { results } = (await transactions(query)).body
      expect(results.length).toBeGreaterThan(5)
      for (const { timestamp } of results) expect(timestamp).toMatch(/^2026-10-/)
    }
  },
  async 'transaction-range'(bank) {
    const { transactions } = await withAccount(bank)
    for (const query of ['?from=2026-10-02&to=2026-10-01', '?from=2026-10-01&to=2026-11-11'])
      expect(errorIn(await transactions(query)), query).toEqual([400, 'invalid_date_range'])
  },
  async 'transaction-malformed'(bank) {
    const { transactions } = await withAccount(bank)
    for (const query of ['?from=yesterday', '?since=2026-10-01'])
      expect(errorIn(await transactions(query)), query).toEqual([400, 'validation_error'])
  },
  async 'sca-exceeded'(bank) {
    const { transactions } = await withAccount(bank)
    const old = '?from=2026-01-01&to=2026-11-01'
    expect((await transactions(old)).status).toBe(200)
    bank.pass(6 * minuteMs)
    expect(errorIn(await transactions(old))).toEqual([403, 'sca_exceeded'])
    expect((await transactions('?from=2026-10-01&to=2026-11-01')).status).toBe(200)
  },
  async 'four-a-day'(bank) {
    const { transactions } = await withAccount(bank)
    for (let count = 0; count < 4; count++) expect((await transactions()).status).toBe(200)
    expect(errorIn(await transactions())).toEqual([429, 'provider_too_many_requests'])
  },
  async 'psu-ip'(bank) {
    const { transactions } = await withAccount(bank)
    for (let count = 0; count < 6; count++)
      expect((await transactions('', { 'x-psu-ip': '192.0.2.1' })).status).toBe(200)
  },
  async extend(bank) {
    const { refresh_token } = await connected(bank)
    bank.pass(80 * dayMs)
    const { status, body } = await extend(bank, refresh_token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      action_needed: 'no_action_needed',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    })
    const [me] = (await read(bank, '/me', body.access_token)).body.results
    // The clock keeps running during the test.
    expect(Math.round((Date.parse(me.consent_expires_at) - bank.clock.now().getTime()) / dayMs)).toBe(90)
  },
  async 'extend-after-lapse'(bank) {
    const { refresh_token } = await connected(bank)
    bank.pass(100 * dayMs)
    const { body } = await extend(bank, refresh_token)
    expect(body.action_needed).toBe('no_action_needed')
    expect((await read(bank, '/accounts', body.access_token)).status).toBe(200)
  },
  async 'extend-authentication'(bank) {
    const { refresh_token } = await connected(bank, { provider_id: 'mock' })
    expect((await extend(bank, refresh_token)).body).toEqual({
      action_needed: 'authentication_needed',
      user_input_link: expect.any(String),
    })
  },
  async 'extend-unconfirmed'(bank) {
    const { refresh_token } = await connected(bank)
    for (const confirmed of [false, undefined])
      expect((await extend(bank, refresh_token, { user_has_reconfirmed_consent: confirmed })).status).toBe(
        400,
      )
  },
  async 'extend-unknown'(bank) {
    expect(errorIn(await extend(bank, 'unknown'))).toEqual([400, 'invalid_grant'])
  },
  async delete(bank) {
    const { access_token, refresh_token } = await connected(bank)
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await call('DELETE', `${bank.url}/auth/api/delete`, { headers })).status).toBe(204)
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([403, 'access_denied'])
    expect(errorIn(await refresh(bank, refresh_token))).toEqual([400, 'invalid_grant'])
    expect(errorIn(await extend(bank, refresh_token))).toEqual([400, 'invalid_grant'])
  },
  async 'provider-down'(bank) {
    const { access_token, refresh_token } = await connected(bank)
    bank.switches.change('sandbox-bank', { isDown: true })
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([503, 'provider_error'])
    expect((await link(bank)).status).toBe(200)
    expect((await refresh(bank, refresh_token)).status).toBe(200)
  },
  async 'provider-limit'(bank) {
    const { access_token } = await connected(bank)
    bank.switches.behave('sandbox-bank', 'wilhelmina.oakapple', 'error:rate_limited')
    expect(errorIn(await read(bank, '/accounts', access_token))).toEqual([429, 'provider_too_many_requests'])
  },
}

testFacts({ facts: trueLayerFacts, checks, open: openTrueLayer, minCount: 40 })
