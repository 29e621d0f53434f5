import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectSalaryOfPayslips, expectTransactionsOf } from '../../../test/connectors/bank-accounts.ts'
import { failureOf } from '../../../test/connectors/logins.ts'
import { createTestContext } from '../../../test/connectors/test-context.ts'
import { truelayerEntry, truelayerEntryAt } from '../../../test/connectors/truelayer.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import type { ConnectorContext } from '../connector.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { bankIncome } from './connector.ts'
import { toBookedTransaction } from './truelayer-transform.ts'

const startsAt = '2026-11-10T09:00:00Z'
const sandbox = await startSandbox({ clock: startsAt })
const entry = truelayerEntryAt(sandbox.url)
const connector = bankIncome(entry)

async function contextNow(): Promise<ConnectorContext & { warnings: string[] }> {
  const now = new Date((await sandbox.control('GET', '/clock')).now)
  const warnings: string[] = []
  return {
    ...createTestContext({} as Browsers),
    now: () => now,
    warn: (detail) => void warnings.push(detail),
    warnings,
  }
}

const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'
const userName = 'wilhelmina.oakapple'
const period = { from: '2025-11-10', to: '2026-11-10' }
const state = 'a-state'
const grant = { codeVerifier: '', redirectUri, extra: {} }
const dayMs = 86_400_000

/** Signs in at the bank and decides, as the person's browser would. Returns the callback. */
async function decide(url: string, { decision = 'allow', password = 'pass', person = userName } = {}) {
  const post = (page: string, fields: Record<string, string>) =>
    fetch(new URL(page, url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await (await fetch(url)).text()) ?? []
  await post('sign-in', { flow, user_name: person, password })
  const reply = await post('consent', { flow, decision })
  return new URL(reply.headers.get('location') ?? 'none:').searchParams
}

async function openSession(bank = connector, visit: Parameters<typeof decide>[1] = {}) {
  const context = await contextNow()
  const request = { state, redirectUri, userReference: 'user-1', from: period.from }
  const { url, pending } = await bank.startAuthorization(request, context)
  const callback = await decide(url, visit)
  const code = callback.get('code') ?? ''
  return { callback, code, ...(await bank.exchangeCode({ ...grant, code, pending }, context)) }
}

const codeOf = async (failing: Promise<unknown>) => (await failureOf(failing)).code

test('the person consents at the bank; the code opens the session for 90 days, once', async () => {
  const { callback, code, session, expiresAt, user_name } = await openSession()
  expect(callback.get('state')).toBe(state)
  expect(user_name).toBeNull()
  expect(expiresAt?.toISOString().slice(0, 10)).toBe('2027-02-08')
  expect(session).not.toContain('payproof-sandbox-secret')
  const again = connector.exchangeCode({ ...grant, code }, await contextNow())
  expect(await codeOf(again)).toBe('consent-ended')
  expect(await codeOf(connector.exchangeCode({ ...grant, code: '' }, await contextNow()))).toBe(
    'consent-ended',
  )
})

test('a person who refuses returns with an error', async () => {
  const request = { state, redirectUri, userReference: 'user-1', from: period.from }
  const { url } = await connector.startAuthorization(request, await contextNow())
  expect((await decide(url, { decision: 'refuse' })).get('error')).toBe('access_denied')
})

test('reads the account with all transactions of the period, in the format of statements', async () => {
  const { session } = await openSession()
  const [account, ...others] = await connector.fetchAccounts(session, period, await contextNow())
  if (!account) throw new Error('the person has no account')
  expect(others).toEqual([])
  expect(account).toMatchObject({
    holderName: 'Wilhelmina Oakapple',
    bankName: 'Pebble Bank',
    currency: 'GBP',
    isPersonal: true,
  })
  expectTransactionsOf(period, account)
})

test('the detected salary is the net pay of the payslips, to the penny', async () => {
  const { session } = await openSession()
  const [account] = await connector.fetchAccounts(session, period, await contextNow())
  await expectSalaryOfPayslips(sandbox, userName, period, account)
})

test('tokens are renewed after an hour; the deadline of the consent stays', async () => {
  const { session, expiresAt } = await openSession()
  expect(await connector.renewSession(session, await contextNow())).toBeNull()
  await sandbox.advance('PT58M')
  const renewed = await connector.renewSession(session, await contextNow())
  expect(renewed?.expiresAt).toEqual(expiresAt)
  await sandbox.advance('PT30M')
  const late = { from: '2026-10-01', to: '2026-11-10' }
  expect(await codeOf(connector.fetchAccounts(session, late, await contextNow()))).toBe('session-ended')
  expect(await connector.fetchAccounts(renewed?.session ?? '', late, await contextNow())).toHaveLength(1)
  await sandbox.setClock(startsAt)
})

test('only recent transactions are read if the bank gives no more', async () => {
  const { session } = await openSession()
  await sandbox.advance('PT6M')
  const context = await contextNow()
  const [account] = await connector.fetchAccounts(session, period, context)
  expect(account?.transactions[0]?.bookedOn.slice(0, 7)).toBe('2026-08')
  expect(context.warnings).toEqual(['the bank gives recent transactions only'])
  await sandbox.setClock(startsAt)
})

test('a consent ends after 90 days without confirmation, and works again after one', async () => {
  const { session } = await openSession()
  await sandbox.advance('P91D')
  const context = await contextNow()
  const late = { from: '2026-12-01', to: '2027-01-31' }
  expect(await codeOf(connector.renewSession(session, context))).toBe('consent-ended')
  const confirmed = await connector.confirmConsent(session, context)
  const daysLeft = ((confirmed.expiresAt?.getTime() ?? 0) - context.now().getTime()) / dayMs
  expect(Math.round(daysLeft)).toBe(90)
  expect(await connector.fetchAccounts(confirmed.session, late, context)).toHaveLength(1)
  await sandbox.setClock(startsAt)
})

test('a bank that wants a new sign-in for the confirmation ends the consent', async () => {
  const mock = bankIncome({ ...entry, institution_id: 'mock' })
  const { session } = await openSession(mock)
  expect(await codeOf(mock.confirmConsent(session, await contextNow()))).toBe('consent-ended')
})

test('a fifth retrieval in a day is limited, and counts as a fault of the provider', async () => {
  const { session } = await openSession()
  const recent = { from: '2026-10-01', to: '2026-11-10' }
  for (let count = 0; count < 4; count++)
    expect(await connector.fetchAccounts(session, recent, await contextNow())).toHaveLength(1)
  expect(await codeOf(connector.fetchAccounts(session, recent, await contextNow()))).toBe(
    'provider-rate-limited',
  )
})

test('an ended consent returns no data; ending it again, or an unreadable session, does not fail', async () => {
  const context = await contextNow()
  const { session } = await openSession()
  for (const one of [session, session, 'no session of ours']) await connector.endSession(one, context)
  expect(await codeOf(connector.fetchAccounts(session, period, context))).toBe('consent-ended')
  expect(await codeOf(connector.confirmConsent(session, context))).toBe('consent-ended')
  expect(await codeOf(connector.fetchAccounts('{"canary":1}', period, context))).toBe('session-ended')
})

test('reports a person without accounts, a bank that is down and wrong client credentials', async () => {
  const { session } = await openSession(connector, { password: 'error:no_data' })
  expect(await connector.fetchAccounts(session, period, await contextNow())).toEqual([])
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: true })
  const down = connector.fetchAccounts(session, period, await contextNow())
  expect(await codeOf(down)).toBe('provider-down')
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: false })
  const stranger = bankIncome({ ...entry, client_secret: 'wrong' })
  expect(await codeOf(openSession(stranger))).toBe('provider-changed')
})

test('the type decides the sign of an amount', () => {
  const transaction = { transaction_id: 't', timestamp: '2026-10-28T00:00:00Z', amount: 1_000 }
  expect(toBookedTransaction({ ...transaction, transaction_type: 'DEBIT' }).amount).toBe(-1_000)
  expect(toBookedTransaction({ ...transaction, transaction_type: 'CREDIT' }).amount).toBe(1_000)
})

test('the sandbox guide has the catalogue entry of these tests', () => {
  const guide = readFileSync('docs/guides/sandbox-providers.md', 'utf8')
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json))
  expect(blocks).toContainEqual(truelayerEntry)
})
