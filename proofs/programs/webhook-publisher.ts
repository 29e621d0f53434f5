import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { nowMs } from './journal.ts'
import { randomFrom } from './random.ts'
import { openProgram } from './task-deps.ts'
import { type EventBatch, entryIdOf, openBatches, type PublisherPlan, readBatches } from './webhook-plan.ts'

// Publishes events as a feature would, in transactions of one to four events, until enough are acknowledged. After a
// restart it continues with the next unused number; numbers are never reused.
const { clientId, users, journal, first, quota, perSecond, seed }: PublisherPlan = JSON.parse(
  process.argv[2] ?? '',
)
const concurrency = 4
const doomedShare = 0.03
// Maximum lost time that is caught up after an outage.
const maxLagMs = 2_000

const past = readBatches(journal)
let acknowledged = past
  .filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)
  .reduce((sum, { events }) => sum + events.length, 0)
let next = past.flatMap(({ events }) => events).reduce((max, { number }) => Math.max(max, number + 1), first)

const people: string[] = JSON.parse(readFileSync(users, 'utf8'))
const random = randomFrom(seed + next)
const { database, keyring, ready } = await openProgram()
const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const batches = openBatches(journal)
ready()
await Promise.all(Array.from({ length: concurrency }, publishSome))

async function publishSome() {
  // Monotonic, because the proof `clock` changes the time of day.
  let nextAt = nowMs() + random.next() * 200
  while (acknowledged < quota) {
    await sleep(Math.max(0, nextAt - nowMs()))
    const batch = makeBatch()
    nextAt = Math.max(nextAt, nowMs() - maxLagMs) + (batch.events.length * concurrency * 1_000) / perSecond
    batches.begun(batch)
    try {
      await publishBatch(batch)
    } catch {
      // The batch was rolled back, or its outcome is unknown: without acknowledgement it may or may not have
      // committed.
      continue
    }
    batches.acknowledged(batch)
    acknowledged += batch.events.length
  }
}

function makeBatch(): EventBatch {
  const events = Array.from({ length: random.integer(1, 4) }, () => ({
    number: next++,
    user: people[random.integer(0, people.length - 1)] as string,
  }))
  // Events are sorted by user to avoid deadlocks, because each event locks its user's sequence until the commit.
  events.sort((a, b) => (a.user < b.user ? -1 : a.user > b.user ? 1 : a.number - b.number))
  return { events, isDoomed: random.chance(doomedShare), acknowledgedAt: undefined }
}

function publishBatch({ events, isDoomed }: EventBatch) {
  return tenant.transaction(async (tx) => {
    audit(tx, 'proof.published')
    for (const { number, user } of events) {
      const fields = { entry_id: entryIdOf(number), account_id: entryIdOf(0) }
      const submission = {
        forename: 'Wilhelmina',
        surname: 'Oakapple',
        net_pay: number,
        note: 'x'.repeat(200),
      }
      await publish(tx, {
        event: 'user-payroll-submitted',
        user_id: user,
        fields,
        payload: { ...fields, payroll_submissions: [submission] },
      })
    }
    if (isDoomed) throw new Error('rolled back as planned')
  })
}
