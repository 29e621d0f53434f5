import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startBankIncome } from '../../../test/features/bank-income.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openDependencies } from '../../process/dependencies.ts'
import { announceConfirmation, listDueConfirmations } from '../accounts/bank-consent.ts'
import { expireEndedConsent, listEndedConsents } from '../accounts/login/expire-pending.ts'

// In a file of its own, because it advances the clock of every account. The sandbox's clock can advance by 290 days.
const world = await startBankIncome()
const { acme, rival, sandbox, aPerson, connectBank, connectedBank, decideAtBank, leave } = world
const { eventsOf, historyOf, setClock, settled, statementsOf, anonymous } = world
const { database, keyring, close } = await openDependencies(world.config, openLog('error'))
atEnd(close)

const dayMs = 86_400_000
const now = async () => new Date((await sandbox.control('GET', '/clock')).now as string)
const accountOf = async (id: string) => (await acme('GET', `/accounts/${id}`)).body
const decide = (id: string, decision: string, call = acme) =>
  call('POST', `/accounts/${id}/consent`, { decision })

/** Advances the clock and runs the sweeps of housekeeping twice, as two processes would. */
async function advance(days: number) {
  await setClock(new Date((await now()).getTime() + days * dayMs).toISOString())
  const at = await now()
  const actor = { kind: 'task', id: 'test', requestId: 'test' } as const
  const tenantOf = async (clientId: string) => database.tenant(clientId, actor, await keyring.of(clientId))
  const ended = await database.system((tx) => listEndedConsents(tx, { now: at, except: [] }))
  for (const row of [...ended, ...ended]) await expireEndedConsent(await tenantOf(row.client_id), row, at)
  const due = await database.system((tx) => listDueConfirmations(tx, { now: at, except: [] }))
  for (const row of [...due, ...due]) await announceConfirmation(await tenantOf(row.client_id), row, at)
}

const daysUntil = async (time: string) => Math.round((Date.parse(time) - (await now()).getTime()) / dayMs)

/** Lists the reasons under which the account needs attention. */
async function attentionTo(account_id: string) {
  const { items } = (await acme('GET', '/attention')).body as {
    items: { kind: string; reason: string; examples: { id: string }[] }[]
  }
  return items
    .filter(
      ({ kind, examples }) => kind === 'confirmation-due' && examples.some(({ id }) => id === account_id),
    )
    .map(({ reason }) => reason)
}

test('a confirmation is due 14 days before the consent lapses, and adds 90 days', async () => {
  const hook = await acme('POST', '/webhooks', {
    name: 'confirmations',
    events: ['account-status-changed'],
    url: 'https://receiver.example/confirmations',
  })
  expect(hook.status, hook.text).toBe(201)
  const { user_id, account_id } = await connectedBank()
  const asUser = world.withToken((await acme('POST', '/user-tokens', { user_id })).body.token)
  await advance(75)
  const early = await accountOf(account_id)
  expect(early.consent).toMatchObject({ is_due: false })
  expect(await daysUntil(early.consent.confirm_by)).toBe(15)
  expect(await attentionTo(account_id)).toEqual([])

  await advance(5)
  const due = await accountOf(account_id)
  expect(due).toMatchObject({ status: 'AUTHORISED', consent: { is_due: true } })
  expect(await attentionTo(account_id)).toEqual(['soon'])
  const events = await eventsOf(user_id, 4)
  expect(events.filter(({ reason }) => reason === 'confirmation-due')).toMatchObject([
    { event: 'account-status-changed', account_id, from_status: 'AUTHORISED', status: 'AUTHORISED' },
  ])
  const journey = (await asUser('GET', '/journeys/current')).body
  expect(journey.accounts[0].consent).toEqual(due.consent)

  const kept = await decide(account_id, 'keep', asUser)
  expect(kept.status, kept.text).toBe(200)
  expect(kept.body).toMatchObject({ status: 'AUTHORISED', consent: { is_due: false } })
  expect(await daysUntil(kept.body.consent.confirm_by)).toBe(90)
  expect(await attentionTo(account_id)).toEqual([])
  expect(await historyOf(account_id)).toEqual(['AUTHORISED consent-given', 'PENDING consent-asked'])
})

test('a consent that was not confirmed is paused, and a later confirmation resumes it', async () => {
  const { user_id, account_id } = await connectedBank()
  await advance(91)
  expect(await accountOf(account_id)).toMatchObject({ status: 'EXPIRED', consent: { is_due: true } })
  expect(await attentionTo(account_id)).toEqual(['paused'])
  const kept = await decide(account_id, 'keep')
  expect(kept.status, kept.text).toBe(200)
  expect(kept.body).toMatchObject({ status: 'AUTHORISED', consent: { is_due: false } })
  expect((await historyOf(account_id)).slice(0, 2)).toEqual([
    'AUTHORISED consent-confirmed',
    'EXPIRED consent-ended',
  ])
  await settled(account_id)
  expect(await statementsOf(user_id)).toHaveLength(2)
})

test('a person who stops keeps the statements; the consent ends at the bank', async () => {
  const { user_id, account_id } = await connectedBank()
  const stopped = await decide(account_id, 'stop')
  expect(stopped.status, stopped.text).toBe(200)
  expect(stopped.body).toMatchObject({ status: 'EXPIRED', consent: null })
  expect((await historyOf(account_id))[0]).toBe('EXPIRED consent-ended')
  expect(await statementsOf(user_id)).toHaveLength(1)
  for (const decision of ['keep', 'stop']) expect((await decide(account_id, decision)).status).toBe(400)
})

test('a paused consent also ends when the person stops or withdraws the last authorisation', async () => {
  const [stopping, withdrawing] = [await connectedBank(), await connectedBank()]
  await advance(91)
  expect((await decide(stopping.account_id, 'stop')).body).toMatchObject({ status: 'EXPIRED', consent: null })
  expect((await accountOf(withdrawing.account_id)).consent).not.toBeNull()
  const asUser = await withdrawing.asUser()
  const path = `/journeys/current/authorisations/${withdrawing.authorisationId}/revoke`
  expect((await asUser('PUT', path)).status).toBe(200)
  for (const { account_id } of [stopping, withdrawing]) {
    expect((await accountOf(account_id)).consent).toBeNull()
    expect(await attentionTo(account_id)).toEqual([])
  }
})

test('a consent that was revoked at the bank cannot be confirmed; the person consents again', async () => {
  const { user_id } = await aPerson()
  const created = await connectBank(user_id)
  const { account_id } = created.body
  const { reply, cookie } = await leave(created.body.authorization_url)
  const bankUrl = String(reply.headers.location)
  const back = await anonymous('GET', await decideAtBank(bankUrl), undefined, { cookie })
  expect(back.status).toBe(200)
  await settled(account_id)
  const consentId = new URL(bankUrl).searchParams.get('consent')
  const basic = Buffer.from('payproof-sandbox:payproof-sandbox-secret').toString('base64')
  const revoked = await fetch(new URL(`../consents/${consentId}`, bankUrl), {
    method: 'DELETE',
    headers: { authorization: `Basic ${basic}` },
  })
  expect(revoked.status).toBe(200)
  const kept = await decide(account_id, 'keep')
  expect([kept.status, kept.headers['x-svc-error-code']]).toEqual([400, 'consent-ended'])
  expect(await accountOf(account_id)).toMatchObject({ status: 'EXPIRED', consent: null })
  expect((await acme('POST', `/accounts/${account_id}/reconnect`, {})).status).toBe(200)
})

test('a bank that is down changes nothing, and strangers cannot decide', async () => {
  const { account_id } = await connectedBank()
  const { consent } = await accountOf(account_id)
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: true })
  const down = await decide(account_id, 'keep')
  await sandbox.control('PATCH', '/providers/sandbox-bank', { is_down: false })
  expect(down.status).toBe(400)
  expect(down.headers['x-svc-error-code']).toMatch(/^provider-/)
  expect(await accountOf(account_id)).toMatchObject({ status: 'AUTHORISED', consent })
  expect((await decide(account_id, 'keep', rival)).status).toBe(404)
  const stranger = await aPerson()
  const token = (await acme('POST', '/user-tokens', { user_id: stranger.user_id })).body.token
  expect((await decide(account_id, 'stop', world.withToken(token))).status).toBe(404)
  expect((await decide(account_id, 'maybe')).status).toBe(400)
})
