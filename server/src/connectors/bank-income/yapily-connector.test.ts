import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expectSalaryOfPayslips, expectTransactionsOf } from '../../../test/connectors/bank-accounts.ts'
import { failureOf } from '../../../test/connectors/logins.ts'
import { createTestContext } from '../../../test/connectors/test-context.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { readCatalogue } from '../catalogue.ts'
import type { ConnectorContext } from '../connector.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { yapilyConnector } from './yapily-connector.ts'

const sandbox = await startSandbox({ clock: '2026-11-10T09:00:00Z' })
const file = fileURLToPath(new URL('../../../catalogues/sandbox.json', import.meta.url))
const entry = readCatalogue(file, { sandboxUrl: sandbox.url }).providers.find(
  (one) => one.kind === 'bank-income',
)
if (!entry) throw new Error('the sandbox has no bank')
const connector = yapilyConnector(entry)

async function contextNow(): Promise<ConnectorContext> {
  const now = new Date((await sandbox.control('GET', '/clock')).now)
  return { ...createTestContext({} as Browsers), now: () => now }
}

const callbackUrl = 'http://127.0.0.1:4000/oauth2/callback'
const userName = 'wilhelmina.oakapple'
const period = { from: '2025-11-10', to: '2026-11-10' }

const state = 'a-state'
const grant = { codeVerifier: '', redirectUri: callbackUrl, extra: {} }

const start = (context: ConnectorContext) =>
  connector.startAuthorization(
    { state, redirectUri: callbackUrl, userReference: 'user-1', from: period.from },
    context,
  )

/** Signs in at the bank as the person's browser would; returns the callback. */
async function decide(authorisationUrl: string, decision: 'allow' | 'refuse', person = userName) {
  const consent = new URL(authorisationUrl).searchParams.get('consent') ?? ''
  const reply = await fetch(`${sandbox.url}/yapily/bank/decision`, {
    method: 'POST',
    body: new URLSearchParams({ consent, user_name: person, password: 'pass', decision }),
    redirect: 'manual',
  })
  return new URL(reply.headers.get('location') ?? 'none:')
}

async function openSession(person = userName) {
  const context = await contextNow()
  const { pending, url } = await start(context)
  await decide(url, 'allow', person)
  return connector.exchangeCode({ ...grant, code: '', pending }, context)
}

test('lists only banks whose accounts can be read', async () => {
  const institutions = await connector.listInstitutions(await contextNow())
  expect(institutions.map(({ id }) => id)).toEqual(['modelo-sandbox', 'pebble-bank'])
})

test('the person consents at the bank; the one-time token opens the session, once', async () => {
  const context = await contextNow()
  const { pending, url } = await start(context)
  expect(await connector.readConsent(pending, context)).toBe('awaiting')
  const early = connector.exchangeCode({ ...grant, code: '', pending }, context)
  expect((await failureOf(early)).code).toBe('consent-ended')
  const callback = await decide(url, 'allow')
  expect(callback.searchParams.get('state')).toBe(state)
  const code = callback.searchParams.get('one-time-token') ?? ''
  const session = await connector.exchangeCode({ ...grant, code, pending }, context)
  expect(await connector.readConsent(pending, context)).toBe('authorised')
  expect(session).toMatchObject({ outcome: 'signed-in', user_name: null })
  expect(session.expiresAt?.getTime()).toBeGreaterThan(context.now().getTime() + 89 * 86_400_000)
  const again = connector.exchangeCode({ ...grant, code, pending }, context)
  expect((await failureOf(again)).code).toBe('consent-ended')
})

test('a token of another consent is not accepted', async () => {
  const context = await contextNow()
  const [mine, other] = [await start(context), await start(context)]
  const code = (await decide(other.url, 'allow')).searchParams.get('one-time-token') ?? ''
  const exchange = connector.exchangeCode({ ...grant, code, pending: mine.pending }, context)
  expect((await failureOf(exchange)).code).toBe('identity-mismatch')
})

test('a person who refuses is reported as such', async () => {
  const context = await contextNow()
  const { pending, url } = await start(context)
  const callback = await decide(url, 'refuse')
  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect(await connector.readConsent(pending, context)).toBe('refused')
  const exchange = connector.exchangeCode({ ...grant, code: '', pending }, context)
  expect((await failureOf(exchange)).code).toBe('consent-refused')
})

test('reads the account with all transactions of the period, in the format of statements', async () => {
  const { session } = await openSession()
  const [account, ...others] = await connector.fetchAccounts(session, period, await contextNow())
  if (!account) throw new Error('the person has no account')
  expect(others).toEqual([])
  expectTransactionsOf(period, account)
})

test('the detected salary is the net pay of the payslips, to the penny', async () => {
  const { session } = await openSession()
  const [account] = await connector.fetchAccounts(session, period, await contextNow())
  await expectSalaryOfPayslips(sandbox, userName, period, account)
})

test('a consent ends after 90 days without confirmation, and works again after one', async () => {
  const { session } = await openSession()
  await sandbox.advance('P91D')
  const context = await contextNow()
  const late = { from: '2026-11-01', to: '2027-01-31' }
  expect((await failureOf(connector.fetchAccounts(session, late, context))).code).toBe('consent-ended')
  expect((await failureOf(connector.renewSession(session, context))).code).toBe('consent-ended')
  const confirmed = await connector.confirmConsent(session, context)
  expect(confirmed.expiresAt?.getTime()).toBeGreaterThan(context.now().getTime() + 89 * 86_400_000)
  expect(await connector.fetchAccounts(confirmed.session, late, context)).toHaveLength(1)
  await sandbox.setClock('2026-11-10T09:00:00Z')
})

test('an ended consent returns no data; ending it again, or an unreadable session, does not fail', async () => {
  const context = await contextNow()
  const { session } = await openSession()
  for (const one of [session, session, 'no session of ours']) await connector.endSession(one, context)
  expect((await failureOf(connector.fetchAccounts(session, period, context))).code).toBe('consent-ended')
  expect((await failureOf(connector.fetchAccounts('{"canary":1}', period, context))).code).toBe(
    'session-ended',
  )
})

test('wrong credentials of ours are no fault of the person', async () => {
  const stranger = yapilyConnector({ ...entry, client_secret: 'wrong' })
  expect((await failureOf(stranger.listInstitutions(await contextNow()))).code).toBe('provider-changed')
})
