import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { randomFrom } from './random.ts'
import { openProgram } from './task-deps.ts'
import { type Batch, entryIdOf, openBatches, type PublisherPlan, readBatches } from './webhook-plan.ts'

// Publishes as a feature would, in transactions of one to four events, until enough of them are acknowledged. What its
// predecessor began and did not end stays open: a number is never used again.
const { clientId, users, journal, first, quota, perSecond, seed }: PublisherPlan = JSON.parse(
  process.argv[2] ?? '',
)
const atOnce = 4
const doomedShare = 0.03
// After an outage the lost time is not caught up at once.
const lagMs = 2_000

const past = readBatches(journal)
let acknowledged = past
  .filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)
  .reduce((sum, { events }) => sum + events.length, 0)
let next = past
  .flatMap(({ events }) => events)
  .reduce((most, { number }) => Math.max(most, number + 1), first)

const people: string[] = JSON.parse(readFileSync(users, 'utf8'))
const random = randomFrom(seed + next)
const { database, keyring, ready } = await openProgram()
const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const batches = openBatches(journal)
ready()
await Promise.all(Array.from({ length: atOnce }, publishSome))

async function publishSome() {
  let nextAt = Date.now() + random.next() * 200
  while (acknowledged < quota) {
    await sleep(Math.max(0, nextAt - Date.now()))
    const batch = makeBatch()
    nextAt = Math.max(nextAt, Date.now() - lagMs) + (batch.events.length * atOnce * 1_000) / perSecond
    batches.begun(batch)
    try {
      await publishBatch(batch)
    } catch {
      // Doomed, or nobody knows: what is not acknowledged is open.
      continue
    }
    batches.acknowledged(batch)
    acknowledged += batch.events.length
  }
}

function makeBatch(): Batch {
  const events = Array.from({ length: random.whole(1, 4) }, () => ({
    number: next++,
    user: people[random.whole(0, people.length - 1)] as string,
  }))
  // In one order of users everywhere: each event holds its user's numbers until the commit.
  events.sort((a, b) => (a.user < b.user ? -1 : a.user > b.user ? 1 : a.number - b.number))
  return { events, isDoomed: random.happens(doomedShare), acknowledgedAt: undefined }
}

function publishBatch({ events, isDoomed }: Batch) {
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
    if (isDoomed) throw new Error('it did not happen after all')
  })
}
