import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { signInAtAuthority } from '../../../test/authority.ts'
import { aTalk } from '../../../test/connectors/test-context.ts'
import { failureOf } from '../../../test/connectors/visits.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { type EntryOf, readCatalogue } from '../catalogue.ts'
import type { Talk } from '../connector.ts'
import type { FailureCode } from '../failure.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { taxAuthority } from './connector.ts'

const sandbox = await startSandbox({ clock: '2026-11-10T09:00:00Z' })
const entryAt = (sandboxUrl: string, changes: Partial<EntryOf<'tax-authority'>> = {}) => {
  const { providers } = readCatalogue('server/catalogues/sandbox.json', { sandboxUrl })
  const entry = providers.find((one) => one.kind === 'tax-authority')
  if (!entry) throw new Error('the catalogue has no tax authority')
  return { ...entry, ...changes }
}
const authority = taxAuthority(entryAt(sandbox.url))
const now = new Date('2026-11-10T09:00:00Z')
const talk: Talk = { ...aTalk({} as Browsers), now: () => now }

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

const exchange = async (name: string, utr: string, with_ = talk) => {
  const grant = { code: await codeFor(name), codeVerifier: verifier, redirectUri }
  return authority.exchange({ ...grant, extra: { unique_tax_reference: utr } }, with_)
}
const enter = async (name = userName) => (await exchange(name, await utrOf(name))).session

test('the person consents to three things to be read, with a challenge of ours', () => {
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

test('a year is told as the payslips of all employers make it up; a year without data is null', async () => {
  const session = await enter()
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  const employers = new Set(
    payslips
      .filter(({ paid_on }: { paid_on: string }) => paid_on >= '2025-04-06' && paid_on <= '2026-04-05')
      .map(
        ({ employment }: { employment: { employer: { legal_name: string } } }) =>
          employment.employer.legal_name,
      ),
  )
  const year = await authority.fetchTaxYear(session, '2025-26', talk)
  expect(new Set(year?.employers.map(({ employer_name }) => employer_name))).toEqual(employers)
  expect(Number(year?.total_income)).toBeGreaterThan(1_000)
  for (const { income, tax_paid } of year?.employers ?? [])
    expect([income, tax_paid]).toEqual([
      expect.stringMatching(/^\d+\.\d\d$/),
      expect.stringMatching(/^-?\d+\.\d\d$/),
    ])
  expect(await authority.fetchTaxYear(session, '2023-24', talk)).toBeNull()
  expect(await authority.fetchTaxYear(session, '2026-27', talk)).toBeNull()
})

test('whoever signed in as somebody else is told so, and the consent does not stay behind', async () => {
  const asked: string[] = []
  const failure = await failureOf(
    exchange('ignatius.plumtree', await utrOf(), {
      ...talk,
      inTurn: (send) => {
        asked.push('one')
        return send()
      },
    }),
  )
  expect(failure.code).toBe('identity-mismatch')
  // Tokens, the question whose they are, and their revocation: each counted.
  expect(asked).toHaveLength(3)
})

test('who it is and until when is known after the exchange; a code is good once', async () => {
  const utr = await utrOf()
  const code = await codeFor()
  const grant = { code, codeVerifier: verifier, redirectUri, extra: { unique_tax_reference: utr } }
  const signedIn = await authority.exchange(grant, talk)
  expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: utr })
  expect(signedIn.endsAt).toEqual(new Date('2028-05-11T09:00:00Z'))
  expect((await failureOf(authority.exchange(grant, talk))).code).toBe('consent-ended')
})

test('a refresh token is used once, when the access token is nearly over or was refused', async () => {
  const session = await enter()
  expect(await authority.renew(session, talk)).toBeNull()
  const later = { ...talk, now: () => new Date(now.getTime() + 3.95 * 3_600_000) }
  const renewed = await authority.renew(session, later)
  expect(renewed?.endsAt).toEqual(new Date('2028-05-11T09:00:00Z'))
  expect(await authority.fetchTaxYear(renewed?.session ?? '', '2024-25', talk)).not.toBeNull()
  const again = await authority.renew(renewed?.session ?? '', talk, true)
  expect(again).not.toBeNull()
  // The old one a second time ends everything, as the authority has it.
  expect((await failureOf(authority.renew(session, later))).code).toBe('consent-ended')
})

const promised: [string, FailureCode | 'nothing'][] = [
  ['invalid_token', 'session-ended'],
  ['unauthorized', 'session-ended'],
  ['invalid_scope', 'consent-ended'],
  ['no_data', 'nothing'],
  ['not_found', 'nothing'],
  ['tax_year_invalid', 'nothing'],
  ['sa_utr_invalid', 'provider-down'],
  ['accept_header_invalid', 'provider-down'],
  ['rate_limited', 'provider-down'],
  ['maintenance', 'provider-down'],
  ['server_error', 'provider-down'],
  ['bad_response', 'provider-down'],
]

const refusedTokens: [string, FailureCode][] = [
  ['account_locked', 'login-locked'],
  ['account_disabled', 'login-disabled'],
  ['password_expired', 'password-expired'],
  ['terms_not_accepted', 'terms-not-accepted'],
  ['mfa_unsupported', 'mfa-unsupported'],
  ['invalid_client', 'provider-down'],
  ['invalid_grant', 'consent-ended'],
]

test('each of its refusals has its name, and only those that say so mean that there is no data', async () => {
  const session = await enter()
  for (const [code, expected] of promised) {
    await sandbox.behave('taxauth', userName, `error:${code}`)
    const reading = authority.fetchTaxYear(session, '2024-25', talk)
    if (expected === 'nothing') expect(await reading, code).toBeNull()
    else expect((await failureOf(reading)).code, code).toBe(expected)
  }
  for (const [code, expected] of refusedTokens) {
    await sandbox.behave('taxauth', userName, `error:${code}`)
    expect((await failureOf(authority.renew(session, talk, true))).code, code).toBe(expected)
  }
  await sandbox.behave('taxauth', userName, null)
})

/** Somebody who answers every question in the same way and writes down how it was asked. */
async function openAnswering(reply: { status: number; body: string }) {
  const asked: { url: string | undefined; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a page that is not there is no word of the authority: a wrong address is not taken for no data', async () => {
  const { url, asked } = await openAnswering({ status: 404, body: '<h1>Not found</h1>' })
  const elsewhere = taxAuthority(entryAt(sandbox.url, { address: url }))
  expect((await failureOf(elsewhere.fetchTaxYear(await enter(), '2024-25', talk))).code).toBe('provider-down')
  expect(asked).toHaveLength(1)
})

test('the authority is told of the device and of us, in its own words, and of nothing that nobody told us', async () => {
  const { url, asked } = await openAnswering({ status: 404, body: '{"code":"NOT_FOUND"}' })
  const vendor = { product_name: 'Pay&proof', version: 'payproof=1', public_ip: '203.0.113.7' }
  const elsewhere = taxAuthority(entryAt(sandbox.url, { address: url, media_name: 'revenue', vendor }))
  const session = await enter()
  const device = {
    facts: { 'device-id': 'd-1', 'public-ip': '2001:db8::5', timezone: 'UTC+01:00', unheard: 'x' },
    at: '2026-11-10T09:00:00.000Z',
  }
  await elsewhere.fetchTaxYear(session, '2024-25', { ...talk, device })
  await elsewhere.fetchTaxYear(session, '2024-25', talk)
  const govOf = (n: number) =>
    Object.fromEntries(Object.entries(asked[n]?.headers ?? {}).filter(([name]) => name.startsWith('gov-')))
  expect(asked[0]).toMatchObject({
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

test('what was ended is over; ending it again, or what cannot be read, hurts nobody', async () => {
  const session = await enter()
  for (const one of [session, session, 'no session of ours']) await authority.end(one, talk)
  expect((await failureOf(authority.renew(session, talk, true))).code).toBe('consent-ended')
  expect((await failureOf(authority.fetchTaxYear('{"canary":1}', '2024-25', talk))).code).toBe(
    'session-ended',
  )
})
