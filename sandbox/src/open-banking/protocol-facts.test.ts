import Fastify from 'fastify'
import { expect } from 'vitest'
import { openClock } from '../clock.ts'
import { openDocuments } from '../documents/documents.ts'
import { openWorld } from '../people/world.ts'
import { openSwitches } from '../providers/switches.ts'
import { testFacts } from '../providers/testing/test-facts.ts'
import { call, type TestReply } from '../providers/testing/test-sandbox.ts'
import { type YapilyFactId, yapilyFacts } from './protocol-facts.ts'
import { yapily } from './yapily.ts'

const world = openWorld({ seed: 'open banking' })
const documents = openDocuments({ world })
const userName = 'wilhelmina.oakapple'
const callback = 'http://127.0.0.1:4000/oauth2/callback'
const dayMs = 86_400_000

async function openYapily() {
  const clock = openClock(new Date('2026-11-10T09:00:00Z'))
  const switches = openSwitches(clock)
  const server = Fastify({ forceCloseConnections: true })
  await server.register(yapily, { prefix: '/yapily', world, clock, switches, documents })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  return { clock, switches, url: `${origin}/yapily`, [Symbol.asyncDispose]: () => server.close() }
}
type TestYapily = Awaited<ReturnType<typeof openYapily>>

const basicOf = (secret: string) => `Basic ${Buffer.from(`payproof-sandbox:${secret}`).toString('base64')}`
const authorization = basicOf('payproof-sandbox-secret')

const send = (
  { url }: TestYapily,
  method: string,
  path: string,
  { json, consent }: { json?: unknown; consent?: string } = {},
) =>
  call(method, `${url}${path}`, {
    ...(json !== undefined && { json }),
    headers: { authorization, ...(consent !== undefined && { consent }) },
  })

const authRequest = (bank: TestYapily, more: object = {}) =>
  send(bank, 'POST', '/account-auth-requests', {
    json: { institutionId: 'modelo-sandbox', applicationUserId: 'user-1', callback, ...more },
  })

async function decide({ url }: TestYapily, consent: string, decision = 'allow') {
  const form = { consent, user_name: userName, password: 'pass', decision }
  const reply = await call('POST', `${url}/bank/decision`, { form })
  return new URL(reply.headers.get('location') ?? 'none:').searchParams
}

async function authorised(bank: TestYapily, more: object = {}) {
  const { id } = (await authRequest(bank, more)).body.data
  const parameters = await decide(bank, id)
  const { data } = (await send(bank, 'GET', `/consents/${id}`)).body
  return { id: id as string, token: data.consentToken as string, parameters, consent: data }
}

async function withAccount(bank: TestYapily, more: object = {}) {
  const { token } = await authorised(bank, more)
  const account = (await send(bank, 'GET', '/accounts', { consent: token })).body.data[0]
  const transactions = (query = '') =>
    send(bank, 'GET', `/accounts/${account.id}/transactions${query}`, { consent: token })
  return { account, transactions, token }
}

const dates = ({ body }: TestReply): string[] => body.data.map(({ date }: { date: string }) => date)

const checks: Record<YapilyFactId, (bank: TestYapily) => Promise<void>> = {
  async 'basic-auth'({ url }) {
    for (const path of ['/institutions', '/accounts', '/identity', '/consents/any'])
      expect((await call('GET', `${url}${path}`)).status, path).toBe(401)
  },
  async 'wrong-secret'({ url }) {
    const reply = await call('GET', `${url}/institutions`, { headers: { authorization: basicOf('wrong') } })
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({
      error: {
        tracingId: expect.any(String),
        code: 401,
        status: 'UNAUTHORIZED',
        source: 'YAPILY',
        message: expect.any(String),
      },
    })
  },
  async institutions(bank) {
    const { body } = await send(bank, 'GET', '/institutions')
    expect(body.meta.count).toBe(body.data.length)
    for (const one of body.data)
      expect(Object.keys(one)).toEqual(
        expect.arrayContaining(['id', 'name', 'countries', 'environmentType', 'features']),
      )
  },
  async 'auth-request'(bank) {
    const { status, body } = await authRequest(bank)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      status: 'AWAITING_AUTHORIZATION',
      authorisationUrl: expect.any(String),
    })
    expect((await call('GET', body.data.authorisationUrl)).status).toBe(200)
  },
  async 'auth-request-meta'(bank) {
    expect((await authRequest(bank)).body).toEqual({
      meta: { tracingId: expect.any(String) },
      data: expect.any(Object),
    })
  },
  async 'auth-request-needs-institution'(bank) {
    const { status, body } = await authRequest(bank, { institutionId: undefined })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('institutionId')])
  },
  async 'auth-request-unknown-institution'(bank) {
    for (const institutionId of ['nowhere', 'payments-only'])
      expect((await authRequest(bank, { institutionId })).status).toBe(400)
  },
  async 'auth-request-unknown-field'(bank) {
    const { status, body } = await authRequest(bank, { colour: 'red' })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('colour')])
  },
  async 'auth-request-unknown-feature'(bank) {
    expect((await authRequest(bank, { accountRequest: { featureScope: ['EVERYTHING'] } })).status).toBe(400)
  },
  async 'auth-request-callback'(bank) {
    expect((await authRequest(bank, { callback: 'https://elsewhere.example/back' })).status).toBe(400)
  },
  async 'auth-request-callback-query'(bank) {
    const { parameters } = await authorised(bank, { callback: `${callback}?state=mine`, oneTimeToken: true })
    expect(parameters.get('state')).toBe('mine')
    expect(parameters.get('one-time-token')).toBeTruthy()
  },
  async 'consent-awaiting'(bank) {
    const { id } = (await authRequest(bank)).body.data
    const { data } = (await send(bank, 'GET', `/consents/${id}`)).body
    expect([data.status, data.consentToken]).toEqual(['AWAITING_AUTHORIZATION', undefined])
  },
  async 'consent-authorized'(bank) {
    const { consent, parameters } = await authorised(bank)
    expect(consent).toMatchObject({
      status: 'AUTHORIZED',
      consentToken: expect.any(String),
      authorizedAt: expect.any(String),
      reconfirmBy: expect.any(String),
    })
    expect(parameters.get('consent')).toBe(consent.consentToken)
  },
  async 'consent-rejected'(bank) {
    const { id } = (await authRequest(bank)).body.data
    expect((await decide(bank, id, 'refuse')).get('error')).toBe('access_denied')
    expect((await send(bank, 'GET', `/consents/${id}`)).body.data.status).toBe('REJECTED')
  },
  async 'consent-unknown'(bank) {
    expect((await send(bank, 'GET', '/consents/unknown')).status).toBe(404)
  },
  async 'reconfirm-by'(bank) {
    const { consent } = await authorised(bank)
    expect(Date.parse(consent.reconfirmBy) - Date.parse(consent.lastConfirmedAt)).toBe(90 * dayMs)
  },
  async extend(bank) {
    const { id, consent } = await authorised(bank)
    bank.clock.advance(30 * dayMs)
    const lastConfirmedAt = bank.clock.now().toISOString()
    const { body } = await send(bank, 'POST', `/consents/${id}/extend`, { json: { lastConfirmedAt } })
    expect(body.data.lastConfirmedAt).toBe(lastConfirmedAt)
    expect(Date.parse(body.data.reconfirmBy)).toBeGreaterThan(Date.parse(consent.reconfirmBy))
  },
  async 'extend-future'(bank) {
    const { id } = await authorised(bank)
    const lastConfirmedAt = new Date(bank.clock.now().getTime() + dayMs).toISOString()
    expect((await send(bank, 'POST', `/consents/${id}/extend`, { json: { lastConfirmedAt } })).status).toBe(
      400,
    )
  },
  async 'extend-needs-field'(bank) {
    const { id } = await authorised(bank)
    const { status, body } = await send(bank, 'POST', `/consents/${id}/extend`, { json: {} })
    expect([status, body.error.issues[0].parameter]).toEqual([400, 'lastConfirmedAt'])
  },
  async 'no-reconfirmation'(bank) {
    const { token } = await authorised(bank)
    bank.clock.advance(90 * dayMs)
    expect((await send(bank, 'GET', '/accounts', { consent: token })).status).toBe(403)
  },
  async withdrawn(bank) {
    const { id, token } = await authorised(bank)
    expect(bank.switches.endSessions('sandbox-bank', userName)).toBe(1)
    expect((await send(bank, 'GET', `/consents/${id}`)).body.data.status).toBe('REVOKED')
    expect((await send(bank, 'GET', '/accounts', { consent: token })).status).toBe(403)
    const json = { lastConfirmedAt: '2026-11-09T09:00:00Z' }
    expect((await send(bank, 'POST', `/consents/${id}/extend`, { json })).status).toBe(400)
  },
  async delete(bank) {
    const { id, token } = await authorised(bank)
    expect((await send(bank, 'DELETE', `/consents/${id}`)).status).toBe(200)
    expect((await send(bank, 'GET', `/consents/${id}`)).body.data.status).toBe('REVOKED')
    expect((await send(bank, 'GET', '/accounts', { consent: token })).status).toBe(403)
  },
  async 'one-time-token'(bank) {
    const { parameters, id } = await authorised(bank, { oneTimeToken: true })
    expect(parameters.get('consent')).toBeNull()
    const json = { oneTimeToken: parameters.get('one-time-token') }
    const { status, body } = await send(bank, 'POST', '/consent-one-time-token', { json })
    expect([status, body.id, typeof body.consentToken]).toEqual([201, id, 'string'])
  },
  async 'one-time-token-once'(bank) {
    const { parameters } = await authorised(bank, { oneTimeToken: true })
    const json = { oneTimeToken: parameters.get('one-time-token') }
    await send(bank, 'POST', '/consent-one-time-token', { json })
    expect((await send(bank, 'POST', '/consent-one-time-token', { json })).status).toBe(404)
  },
  async 'consent-header'(bank) {
    expect((await send(bank, 'GET', '/accounts')).status).toBe(400)
  },
  async 'consent-header-unknown'(bank) {
    expect((await send(bank, 'GET', '/accounts', { consent: 'unknown' })).status).toBe(403)
  },
  async 'feature-scope'(bank) {
    const { token } = await authorised(bank, { accountRequest: { featureScope: ['ACCOUNTS'] } })
    expect((await send(bank, 'GET', '/accounts', { consent: token })).status).toBe(200)
    expect((await send(bank, 'GET', '/identity', { consent: token })).status).toBe(403)
  },
  async 'account-members'(bank) {
    const { account } = await withAccount(bank)
    expect(account).toMatchObject({
      id: expect.any(String),
      type: expect.any(String),
      currency: 'GBP',
      usageType: 'PERSONAL',
      accountType: 'CURRENT',
      accountNames: [{ name: 'WILHELMINA OAKAPPLE' }],
      accountIdentifications: [
        { type: 'SORT_CODE', identification: expect.stringMatching(/^\d{6}$/) },
        { type: 'ACCOUNT_NUMBER', identification: expect.stringMatching(/^\d{8}$/) },
      ],
    })
  },
  async 'account-unknown'(bank) {
    const { token } = await withAccount(bank)
    expect((await send(bank, 'GET', '/accounts/unknown', { consent: token })).status).toBe(404)
  },
  async 'transaction-members'(bank) {
    const { transactions } = await withAccount(bank)
    for (const one of (await transactions('?limit=50')).body.data) {
      expect(one).toMatchObject({ id: expect.any(String), status: 'BOOKED', currency: 'GBP' })
      expect(one.transactionAmount).toEqual({ amount: one.amount, currency: 'GBP' })
    }
  },
  async 'transaction-default-order'(bank) {
    const { transactions } = await withAccount(bank)
    const newest = dates(await transactions())
    expect(newest).toEqual(newest.toSorted().toReversed())
    const oldest = dates(await transactions('?sort=date'))
    expect(oldest).toEqual(oldest.toSorted())
  },
  async 'transaction-limit'(bank) {
    const { transactions } = await withAccount(bank)
    expect((await transactions('?limit=1000')).status).toBe(200)
    for (const limit of [0, 1001]) expect((await transactions(`?limit=${limit}`)).status).toBe(400)
  },
  async 'transaction-paging'(bank) {
    const { transactions } = await withAccount(bank)
    const first = await transactions('?limit=10')
    const { totalCount, next } = first.body.meta.pagination
    expect([first.body.data.length, next.offset]).toEqual([10, 10])
    const second = await transactions(`?limit=10&offset=${next.offset}`)
    expect(second.body.data[0].id).not.toBe(first.body.data[9].id)
    const last = await transactions(`?limit=10&offset=${totalCount - 5}`)
    expect([last.body.data.length, last.body.meta.pagination.next]).toEqual([5, undefined])
  },
  async 'transaction-period'(bank) {
    const { transactions } = await withAccount(bank)
    const [day = ''] = dates(await transactions('?limit=1'))
    const before = new Date(Date.parse(day) + dayMs).toISOString()
    const inside = dates(await transactions(`?from=${day}&before=${before}`))
    expect(new Set(inside)).toEqual(new Set([day]))
    expect(dates(await transactions(`?from=${day}&before=${day}`))).toEqual([])
  },
  async 'transaction-consent-period'(bank) {
    const transactionFrom = '2026-10-01T00:00:00.000Z'
    const { transactions } = await withAccount(bank, { accountRequest: { transactionFrom } })
    expect(dates(await transactions('?sort=date'))[0] ?? '').toMatch(/^2026-10-/)
  },
  async identity(bank) {
    const { token } = await authorised(bank)
    expect((await send(bank, 'GET', '/identity', { consent: token })).body.data).toMatchObject({
      fullName: 'Wilhelmina Oakapple',
      firstName: 'Wilhelmina',
      lastName: 'Oakapple',
    })
  },
  async 'error-issues'(bank) {
    const { body } = await send(bank, 'POST', '/consents/unknown/extend', { json: {} })
    expect(Object.keys(body.error)).toEqual(['tracingId', 'code', 'status', 'source', 'issues'])
  },
}

testFacts({ facts: yapilyFacts, checks, open: openYapily, minCount: 36 })
