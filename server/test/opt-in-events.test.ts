import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  expirePublishedAccount,
  listPublishedOverdue,
} from '../src/features/accounts/login/expire-pending.ts'
import { endExpiredJourney, listExpiredJourneys } from '../src/features/journeys/expired-journeys.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openDependencies } from '../src/process/dependencies.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'
import { mfaCode } from './features/accounts.ts'
import { startJourneys } from './features/journeys.ts'
import type { Received } from './outside/receiver.ts'
import { startOutside } from './outside/start.ts'

// Tests the opt-in events: each is sent once for each change, in the transaction of the change, and only to webhooks
// that list it. document-flagged is tested in server/src/features/documents/flagged.test.ts.

const world = await startJourneys()
const { acme, sql, aPerson, newName, connect, anApplicant } = world
const receiver = await startOutside('receiver.ts')
atEnd(() => receiver.stop())
const { database, keyring, close } = await openDependencies(world.config, openLog('error'))
atEnd(close)
const kinds = ['account-status-changed', 'authorisation-revoked', 'journey-ended']

async function subscribe(events: string[], call = acme) {
  const name = `h${randomUUID().slice(0, 8)}`
  const url = `${receiver.url}/hooks/${name}`
  const { status, body, text } = await call('POST', '/webhooks', { name, events, url })
  expect(status, text).toBe(201)
  const bodies = async () => {
    const list = (await (await fetch(`${receiver.url}/received/${name}`)).json()) as Received[]
    return list.map((each) => JSON.parse(each.body))
  }
  return {
    path: `/webhooks/${body.webhook_id}`,
    /**
     * Returns the bodies about a user, once this many have arrived and no delivery is pending. Additional bodies fail
     * the test.
     */
    async about(user_id: string, count: number) {
      const pending = `/webhooks/${body.webhook_id}/deliveries?state=waiting&user_id=${user_id}`
      // The receiver has a body before the service has recorded its reply.
      const list = await eventually(async () => {
        const waiting = await acme('GET', pending)
        const arrived = (await bodies()).filter((each) => each.user_id === user_id)
        return arrived.length >= count && waiting.body.deliveries.length === 0 && arrived
      })
      expect(list).toHaveLength(count)
      const order = { NEW: 0, PENDING: 1, AUTHORISED: 2 }
      return list.toSorted(
        (a, b) => order[(a.from_status ?? 'NEW') as 'NEW'] - order[(b.from_status ?? 'NEW') as 'NEW'],
      )
    },
  }
}

const hook = await subscribe(kinds)
const timestamp = expect.stringMatching(/^\d{4}-.*Z$/)

/** Runs one round of the periodic sweep, as server/src/process/housekeeping.ts does. */
async function sweep() {
  const actor = { kind: 'task', id: 'test', requestId: 'test' } as const
  const tenantOf = async (clientId: string) => database.tenant(clientId, actor, await keyring.of(clientId))
  const accounts = await database.system(listPublishedOverdue)
  // Each account is handled twice, as by two processes at the same time.
  for (const row of [...accounts, ...accounts])
    await expirePublishedAccount(await tenantOf(row.client_id), row)
  const journeys = await database.system(listExpiredJourneys)
  for (const row of [...journeys, ...journeys]) await endExpiredJourney(await tenantOf(row.client_id), row)
}

test('account-status-changed is sent for each transition', async () => {
  const { user_id } = await aPerson()
  const made = await connect(user_id, { user_name: newName(), password: 'mfa:code' })
  const { account_id } = made.body
  expect((await acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })).status).toBe(200)
  const { history } = (await acme('GET', `/accounts/${account_id}/history`)).body
  expect(history).toHaveLength(2)
  const same = { event: 'account-status-changed', user_id, timestamp, account_id }
  expect(await hook.about(user_id, 2)).toEqual([
    { ...same, from_status: null, status: 'PENDING', reason: history[1].reason },
    { ...same, from_status: 'PENDING', status: 'AUTHORISED', reason: history[0].reason },
  ])
})

test('account-status-changed is sent once for an account that the sweep expires', async () => {
  const { user_id } = await aPerson()
  const made = await connect(user_id, { user_name: newName(), password: 'mfa:code' })
  const { account_id } = made.body
  const end = new Date(Date.now() - 180_000)
  await sql("update account_moves set at = at - interval '1 hour' where account_id = $1", [account_id])
  await sql('update accounts set pending_until = $1 where id = $2', [end, account_id])
  await sweep()
  const [, expired] = await hook.about(user_id, 2)
  expect(expired).toEqual({
    event: 'account-status-changed',
    user_id,
    timestamp,
    account_id,
    from_status: 'PENDING',
    status: 'EXPIRED',
    reason: 'window-passed',
  })
  const { history } = (await acme('GET', `/accounts/${account_id}/history`)).body
  expect(history[0]).toMatchObject({ status: 'EXPIRED', at: end.toISOString() })
})

test('authorisation-revoked is sent once, and says who withdrew it', async () => {
  const { user_id, authorisationId, revoke } = await aPerson()
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200])
  const [{ revoked_at, term_id }] = (await acme('GET', `/authorisations?user_id=${user_id}`)).body
    .authorisations
  expect(await hook.about(user_id, 1)).toEqual([
    {
      event: 'authorisation-revoked',
      user_id,
      timestamp,
      authorisation_id: authorisationId,
      term_id,
      withdrawn_by: 'client',
      revoked_at,
    },
  ])

  const applicant = await anApplicant()
  const path = '/journeys/current/authorisations'
  const [own] = await sql('select id from authorisations where user_id = $1', [applicant.user_id])
  const withdrawn = await applicant.person('PUT', `${path}/${own?.id}/revoke`)
  expect(withdrawn.status, withdrawn.text).toBe(200)
  expect(await hook.about(applicant.user_id, 1)).toMatchObject([
    { event: 'authorisation-revoked', authorisation_id: own?.id, withdrawn_by: 'person' },
  ])
})

test('journey-ended is sent once when the person leaves', async () => {
  const ends = async (outcome: object, applicant: Awaited<ReturnType<typeof anApplicant>>) => {
    const leave = () => applicant.person('POST', '/journeys/current/ends', { outcome })
    expect([(await leave()).status, (await leave()).status]).toEqual([201, 201])
    await sweep()
    const { user_id, journeyId: journey_id } = applicant
    return { event: 'journey-ended', user_id, timestamp, journey_id, account_id: null }
  }
  const nothing = await anApplicant()
  const same = await ends({ kind: 'nothing' }, nothing)
  expect(await hook.about(nothing.user_id, 1)).toEqual([{ ...same, outcome: 'abandoned', reason: 'nothing' }])

  const refused = await anApplicant()
  const other = await ends({ kind: 'failed', error: 'login-refused' }, refused)
  expect(await hook.about(refused.user_id, 1)).toEqual([
    { ...other, outcome: 'abandoned', reason: 'login-refused' },
  ])

  // The page reports documents, but there are none.
  const otherApplicant = await anApplicant()
  const endedEvent = await ends({ kind: 'documents' }, otherApplicant)
  expect(await hook.about(otherApplicant.user_id, 1)).toEqual([
    { ...endedEvent, outcome: 'abandoned', reason: 'nothing' },
  ])

  const connected = await anApplicant()
  const { account_id } = (await connected.connect()).body
  const ended = await ends({ kind: 'connected', account_id }, connected)
  const [, ...rest] = await hook.about(connected.user_id, 2)
  expect(rest).toEqual([{ ...ended, outcome: 'finished', reason: 'connected', account_id }])
})

test('journey-ended is sent once when the link expires, opened or not', async () => {
  const [opened, unopened] = [await anApplicant(), await anApplicant()]
  const events = [{ id: randomUUID(), name: 'open' }]
  expect((await opened.person('POST', '/journeys/current/events', { events })).status).toBeLessThan(300)
  for (const { journeyId } of [opened, unopened])
    await sql("update journey_links set expires_at = now() + interval '100 ms' where id = $1", [journeyId])
  await eventually(async () => (await database.system(listExpiredJourneys)).length === 2)
  await sweep()
  await sweep()
  for (const [{ user_id, journeyId: journey_id }, reason] of [
    [opened, 'not-finished'],
    [unopened, 'not-opened'],
  ] as const)
    expect(await hook.about(user_id, 1)).toEqual([
      {
        event: 'journey-ended',
        user_id,
        timestamp,
        journey_id,
        outcome: 'expired',
        reason,
        account_id: null,
      },
    ])
})

test('a client without a webhook for it stores no opt-in event', async () => {
  await acme('PATCH', hook.path, { events: ['user-payroll-submitted'] })
  const { user_id, revoke } = await aPerson()
  await revoke()
  expect(await sql('select from events where user_id = $1', [user_id])).toEqual([])
  await acme('PATCH', hook.path, { events: kinds })
})
