import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { signInAtAuthority } from '../../../test/authority.ts'
import { failureOf } from '../../../test/connectors/logins.ts'
import { createTestContext } from '../../../test/connectors/test-context.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { type CatalogueEntryOf, readCatalogue } from '../catalogue.ts'
import type { ConnectorContext } from '../connector.ts'
import type { FailureCode } from '../failure.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { taxAuthority } from './connector.ts'
import { buildFraudPreventionHeaders } from './fraud-prevention.ts'

const sandbox = await startSandbox({ clock: '2026-11-10T09:00:00Z' })
const entryAt = (sandboxUrl: string, changes: Partial<CatalogueEntryOf<'tax-authority'>> = {}) => {
  const { providers } = readCatalogue('server/catalogues/sandbox.json', { sandboxUrl })
  const entry = providers.find((one) => one.kind === 'tax-authority')
  if (!entry) throw new Error('the catalogue has no tax authority')
  return { ...entry, ...changes }
}
const authority = taxAuthority(entryAt(sandbox.url))
const now = new Date('2026-11-10T09:00:00Z')
const context: ConnectorContext = { ...createTestContext({} as Browsers), now: () => now }

const verifier = 'a-verifier-that-is-long-enough-for-everybody-1234'
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
const userName = 'dashiell.pennyfeather'

const personOf = async (name: string) => (await sandbox.control('GET', `/people/${name}`)).identity
const utrOf = async (name = userName): Promise<string> => (await personOf(name)).unique_tax_reference

async function codeFor(name = userName) {
  const url = authority.authorizationUrl({ state: 'any', codeChallenge, redirectUri })
  return new URL(await signInAtAuthority(url, { userName: name })).searchParams.get('code') ?? ''
}

const exchange = async (name: string, utr: string, with_ = context) => {
  const grant = { code: await codeFor(name), codeVerifier: verifier, redirectUri }
  return authority.exchangeCode({ ...grant, extra: { unique_tax_reference: utr } }, with_)
}
const openSession = async (name = userName) => (await exchange(name, await utrOf(name))).session

test('requests three read scopes with a PKCE challenge', () => {
  const url = new URL(authority.authorizationUrl({ state: 's', codeChallenge: 'c', redirectUri }))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'payproof-sandbox',
    redirect_uri: redirectUri,
    state: 's',
    scope: 'read:individual-income read:individual-employment read:individual-tax',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
})

test('returns a tax year with all employers, and null for a year without data', async () => {
  const session = await openSession()
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  const employers = new Set(
    payslips
      .filter(({ paid_on }: { paid_on: string }) => paid_on >= '2025-04-06' && paid_on <= '2026-04-05')
      .map(
        ({ employment }: { employment: { employer: { legal_name: string } } }) =>
          employment.employer.legal_name,
      ),
  )
  const year = await authority.fetchTaxYear(session, '2025-26', context)
  expect(new Set(year?.employers.map(({ employer_name }) => employer_name))).toEqual(employers)
  expect(Number(year?.total_income)).toBeGreaterThan(1_000)
  for (const { income, tax_paid } of year?.employers ?? [])
    expect([income, tax_paid]).toEqual([
      expect.stringMatching(/^\d+\.\d\d$/),
      expect.stringMatching(/^-?\d+\.\d\d$/),
    ])
  expect(await authority.fetchTaxYear(session, '2023-24', context)).toBeNull()
  expect(await authority.fetchTaxYear(session, '2026-27', context)).toBeNull()
})

test('fails with identity-mismatch for another person', async () => {
  const requests: string[] = []
  const failure = await failureOf(
    exchange('ignatius.plumtree', await utrOf(), {
      ...context,
      withRateLimit: (send) => {
        requests.push('one')
        return send()
      },
    }),
  )
  expect(failure.code).toBe('identity-mismatch')
  // The token request and the ownership check. HMRC has no revocation endpoint.
  expect(requests).toHaveLength(2)
})

test('returns user name and expiry after the exchange; a code works once', async () => {
  const utr = await utrOf()
  const code = await codeFor()
  const grant = { code, codeVerifier: verifier, redirectUri, extra: { unique_tax_reference: utr } }
  const signedIn = await authority.exchangeCode(grant, context)
  expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: utr })
  expect(signedIn.expiresAt).toEqual(new Date('2028-05-11T09:00:00Z'))
  expect((await failureOf(authority.exchangeCode(grant, context))).code).toBe('consent-ended')
})

test('renews with each refresh token once, close to expiry or after a refusal', async () => {
  const session = await openSession()
  expect(await authority.renewSession(session, context)).toBeNull()
  const later = { ...context, now: () => new Date(now.getTime() + 3.95 * 3_600_000) }
  const renewed = await authority.renewSession(session, later)
  expect(renewed?.expiresAt).toEqual(new Date('2028-05-11T09:00:00Z'))
  expect(await authority.fetchTaxYear(renewed?.session ?? '', '2024-25', context)).not.toBeNull()
  const again = await authority.renewSession(renewed?.session ?? '', context, true)
  expect(again).not.toBeNull()
  // Reusing the old refresh token ends the consent.
  expect((await failureOf(authority.renewSession(session, later))).code).toBe('consent-ended')
})

const expectedFailures: [string, FailureCode | 'nothing'][] = [
  ['invalid_token', 'session-ended'],
  ['unauthorized', 'session-ended'],
  ['forbidden', 'session-ended'],
  ['invalid_scope', 'consent-ended'],
  ['missing_credentials', 'provider-changed'],
  ['incorrect_access_token_type', 'provider-changed'],
  ['resource_forbidden', 'provider-changed'],
  ['matching_resource_not_found', 'provider-changed'],
  ['method_not_allowed', 'provider-changed'],
  ['no_data', 'nothing'],
  ['not_found', 'nothing'],
  ['not_reconciled', 'nothing'],
  ['return_processed', 'nothing'],
  ['tax_year_invalid', 'nothing'],
  ['sa_utr_invalid', 'provider-changed'],
  ['accept_header_invalid', 'provider-changed'],
  ['rate_limited', 'provider-rate-limited'],
  ['maintenance', 'provider-maintenance'],
  ['server_error', 'provider-down'],
  ['provider_down', 'provider-down'],
  ['not_implemented', 'provider-down'],
  ['gateway_timeout', 'provider-down'],
  ['bad_response', 'provider-changed'],
]

const refusedTokens: [string, FailureCode][] = [
  ['account_locked', 'login-locked'],
  ['account_disabled', 'login-disabled'],
  ['password_expired', 'password-expired'],
  ['terms_not_accepted', 'terms-not-accepted'],
  ['mfa_unsupported', 'mfa-unsupported'],
  ['invalid_client', 'provider-changed'],
  ['invalid_grant', 'consent-ended'],
  ['invalid_request', 'provider-changed'],
  ['refresh_in_progress', 'provider-rate-limited'],
]

test('maps every error code to its failure, and only no-data codes to null', async () => {
  const session = await openSession()
  for (const [code, expected] of expectedFailures) {
    await sandbox.behave('taxauth', userName, `error:${code}`)
    const reading = authority.fetchTaxYear(session, '2024-25', context)
    if (expected === 'nothing') expect(await reading, code).toBeNull()
    else expect((await failureOf(reading)).code, code).toBe(expected)
  }
  for (const [code, expected] of refusedTokens) {
    await sandbox.behave('taxauth', userName, `error:${code}`)
    expect((await failureOf(authority.renewSession(session, context, true))).code, code).toBe(expected)
  }
  await sandbox.behave('taxauth', userName, null)
})

test('two refreshes at once: one gets tokens, the other has to wait, and the consent stays valid', async () => {
  const session = await openSession()
  await sandbox.behave('taxauth', userName, 'slow:3')
  const results = await Promise.allSettled([
    authority.renewSession(session, context, true),
    authority.renewSession(session, context, true),
  ])
  await sandbox.behave('taxauth', userName, null)
  const [renewed] = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
  const [refused] = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toMatchObject({ code: 'provider-rate-limited', isOverloaded: true, retryAfterMs: 30_000 })
  expect(await authority.fetchTaxYear(renewed?.session ?? '', '2024-25', context)).not.toBeNull()
})

test('uses the versions and scopes of the catalogue entry', async () => {
  const { url, requests } = await openAnswering({ status: 404, body: '{"code":"NOT_FOUND"}' })
  const elsewhere = taxAuthority(
    entryAt(sandbox.url, {
      address: url,
      api_versions: { income: '2.0', employment: '1.2', tax: '1.1' },
      scopes: { income: 'read:one', employment: 'read:two', tax: 'read:three' },
    }),
  )
  await elsewhere.fetchTaxYear(await openSession(), '2024-25', context)
  expect(requests[0]?.headers.accept).toBe('application/vnd.hmrc.2.0+json')
  const authorize = new URL(elsewhere.authorizationUrl({ state: 's', codeChallenge: 'c', redirectUri }))
  expect(authorize.searchParams.get('scope')).toBe('read:one read:two read:three')
})

test('the simulator finds no fault with the fraud prevention headers', async () => {
  const { vendor } = entryAt(sandbox.url)
  const full = { ...vendor, license_ids: 'payproof=c0ffee', public_ip: '203.0.113.7' }
  const facts = {
    'browser-user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    'device-id': 'beec798b-b366-47fa-b1f8-92cede14a1ce',
    'multi-factor': 'type=TOTP&timestamp=2026-11-10T09%3A00Z&unique-reference=c672b8d1',
    'public-ip': '2001:db8::5',
    'public-port': '47138',
    screens: 'width=1920&height=1080&scaling-factor=1&colour-depth=24',
    timezone: 'UTC+01:00',
    'user-ids': 'payproof=user-1',
    'window-size': 'width=1256&height=803',
  }
  const device = { facts, at: '2026-11-10T09:00:00.000Z' }
  for (const headers of [
    buildFraudPreventionHeaders({ vendor: full }, device),
    buildFraudPreventionHeaders({ vendor: full }, null),
  ])
    expect(await validateAtAuthority(headers)).toMatchObject({
      code: 'VALID_HEADERS',
      errors: [],
      warnings: [],
    })
  const missing = await validateAtAuthority(buildFraudPreventionHeaders({ vendor }, device))
  expect(missing).toMatchObject({ code: 'INVALID_HEADERS', errors: [{ headers: ['gov-vendor-forwarded'] }] })
})

async function validateAtAuthority(headers: Record<string, string>) {
  const { address, client_id, client_secret } = entryAt(sandbox.url)
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const tokens = await fetch(`${address}/oauth/token`, { method: 'POST', body: form })
  const { access_token } = (await tokens.json()) as { access_token: string }
  const reply = await fetch(`${address}/test/fraud-prevention-headers/validate`, {
    headers: { ...headers, accept: 'application/vnd.hmrc.1.0+json', authorization: `Bearer ${access_token}` },
  })
  return reply.json()
}

/** Starts a server that gives the same answer to every request and records the requests. */
async function openAnswering(reply: { status: number; body: string }) {
  const requests: { url: string | undefined; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => void server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('does not take an unrelated 404 page for missing data', async () => {
  const { url, requests } = await openAnswering({ status: 404, body: '<h1>Not found</h1>' })
  const elsewhere = taxAuthority(entryAt(sandbox.url, { address: url }))
  expect((await failureOf(elsewhere.fetchTaxYear(await openSession(), '2024-25', context))).code).toBe(
    'provider-changed',
  )
  expect(requests).toHaveLength(1)
})

test('sends fraud prevention headers for known facts only', async () => {
  const { url, requests } = await openAnswering({ status: 404, body: '{"code":"NOT_FOUND"}' })
  const vendor = { product_name: 'Pay&proof', version: 'payproof=1', public_ip: '203.0.113.7' }
  const elsewhere = taxAuthority(entryAt(sandbox.url, { address: url, media_name: 'revenue', vendor }))
  const session = await openSession()
  const device = {
    facts: { 'device-id': 'd-1', 'public-ip': '2001:db8::5', timezone: 'UTC+01:00', unheard: 'x' },
    at: '2026-11-10T09:00:00.000Z',
  }
  await elsewhere.fetchTaxYear(session, '2024-25', { ...context, device })
  await elsewhere.fetchTaxYear(session, '2024-25', context)
  const govOf = (n: number) =>
    Object.fromEntries(Object.entries(requests[n]?.headers ?? {}).filter(([name]) => name.startsWith('gov-')))
  expect(requests[0]).toMatchObject({
    url: `/individual-income/sa/${await utrOf()}/annual-summary/2024-25`,
    headers: { accept: 'application/vnd.revenue.1.2+json', authorization: expect.stringMatching(/^Bearer /) },
  })
  expect(govOf(0)).toEqual({
    'gov-client-connection-method': 'WEB_APP_VIA_SERVER',
    'gov-client-device-id': 'd-1',
    'gov-client-public-ip': '2001:db8::5',
    'gov-client-public-ip-timestamp': '2026-11-10T09:00:00.000Z',
    'gov-client-timezone': 'UTC+01:00',
    'gov-vendor-forwarded': 'by=203.0.113.7&for=2001%3Adb8%3A%3A5',
    'gov-vendor-product-name': 'Pay%26proof',
    'gov-vendor-public-ip': '203.0.113.7',
    'gov-vendor-version': 'payproof=1',
  })
  expect(Object.keys(govOf(1))).toEqual([
    'gov-client-connection-method',
    'gov-vendor-product-name',
    'gov-vendor-version',
    'gov-vendor-public-ip',
  ])
})

test('cannot end a consent at HMRC, which has no revocation endpoint', async () => {
  const session = await openSession()
  const sent: string[] = []
  const counting: ConnectorContext = {
    ...context,
    withRateLimit: (send) => {
      sent.push('one')
      return send()
    },
  }
  await authority.endSession(session, counting)
  expect(sent).toEqual([])
  expect(await authority.fetchTaxYear(session, '2024-25', context)).not.toBeNull()
})

test('ends a session where there is a revocation endpoint; an unreadable session is harmless', async () => {
  const { url, requests } = await openAnswering({ status: 200, body: '{}' })
  const elsewhere = taxAuthority(entryAt(sandbox.url, { revoke_url: `${url}/revoke` }))
  const session = await openSession()
  for (const one of [session, session, 'no session of ours']) await elsewhere.endSession(one, context)
  expect(requests.map((request) => request.url)).toEqual(['/revoke', '/revoke'])
  expect((await failureOf(authority.fetchTaxYear('{"canary":1}', '2024-25', context))).code).toBe(
    'session-ended',
  )
})
