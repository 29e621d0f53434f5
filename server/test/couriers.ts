import { randomUUID } from 'node:crypto'
import { newUser } from '../src/features/users/schemas.ts'
import { createUser } from '../src/features/users/service.ts'
import { type CourierTools, type PauseReason, runCourier } from '../src/features/webhooks/delivery/courier.ts'
import { openEventContents } from '../src/features/webhooks/delivery/event-contents.ts'
import { createOutcomeRecorder } from '../src/features/webhooks/delivery/recorder.ts'
import { publish } from '../src/features/webhooks/publish.ts'
import { subscribe } from '../src/features/webhooks/service.ts'
import { createKeyedSemaphore } from '../src/platform/concurrency/keyed-semaphore.ts'
import { createPermits } from '../src/platform/concurrency/permits.ts'
import { openOutbound } from '../src/platform/outbound/outbound.ts'
import { atEnd } from './at-end.ts'
import type { Engine } from './engine.ts'
import type { Received, ReceiverBehaviour } from './outside/receiver.ts'
import { startOutside } from './outside/start.ts'
import { aUser } from './people.ts'

/**
 * Runs the delivery worker with a real database, real requests and a real receiver, but a simulated clock. Between
 * two visits, the clock advances by exactly the time that the worker requested.
 */
export async function startCouriers(engine: Engine, { maxIdle = 64 }: { maxIdle?: number } = {}) {
  const { tenant, sql } = engine
  const receiver = await startOutside('receiver.ts')
  atEnd(() => receiver.stop())
  const outbound = openOutbound({
    environment: 'sandbox',
    allowLoopback: true,
    ports: [],
    dnsServers: ['127.0.0.1:9'],
  })
  atEnd(() => outbound.close())
  const idlePermits = createPermits(maxIdle)
  const person = newUser('sandbox').parse(aUser())

  /** Creates a webhook whose receiver has this behaviour. */
  return async function begin(behaviour: ReceiverBehaviour, changes: { encryption_key?: string } = {}) {
    const name = `c${randomUUID().slice(0, 8)}`
    await fetch(`${receiver.url}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(behaviour) })
    const { webhook_id } = await subscribe(
      tenant,
      { outbound, baseUrl: 'http://127.0.0.1:8080' },
      {
        name,
        url: `${receiver.url}/hooks/${name}`,
        events: ['user-payroll-submitted'],
        ...changes,
      },
    )
    const { user_id } = await createUser(tenant, person)
    const startedAt = Date.now()
    let aheadMs = 0
    const pauses: PauseReason[] = []
    const now = () => Date.now() + aheadMs
    let transactions = 0
    const database: typeof engine.database = {
      ...engine.database,
      system(work) {
        transactions++
        return engine.database.system(work)
      },
    }
    const recorder = createOutcomeRecorder(database)
    const eventContents = openEventContents(database)
    atEnd(eventContents.close)
    const tools = (onLook: (at: Date) => void): CourierTools => ({
      database,
      bus: engine.bus,
      recorder,
      eventContents,
      outbound,
      now,
      inFlight: { initial: 8, max: 64 },
      idlePermits,
      sendSlots: createKeyedSemaphore({ maxConcurrent: 64, maxPerKey: 64 }),
      onAttempt: () => {},
      async pause(_tenant, _id, reason) {
        pauses.push(reason)
        await sql('update webhooks set paused_at = now() where id = $1', [webhook_id])
      },
      async scheduleNextRun(_tx, _queue, { at = new Date(now()) }) {
        onLook(at)
      },
    })

    return {
      webhook_id,
      pauses,
      /** Number of transactions of all visits. */
      transactions: () => transactions,
      hoursSinceStart: () => (now() - startedAt) / 3_600_000,
      publishEvent: () =>
        engine.inTransaction((tx) =>
          publish(tx, {
            event: 'user-payroll-submitted',
            user_id,
            fields: { entry_id: randomUUID(), account_id: null },
          }),
        ),
      /** Runs one visit of the delivery worker. Returns the simulated time of the next one. */
      async runOnce(): Promise<Date | undefined> {
        let next: Date | undefined
        const courier = {
          tenant,
          webhookId: webhook_id,
          dueSubject: `none.${webhook_id}`,
          signal: new AbortController().signal,
          isStopping: () => false,
          log: () => engine.log,
        }
        await runCourier(
          courier,
          tools((at) => {
            next = at
          }),
        )
        return next
      },
      /** Repeats visits at the requested times, until none is requested or the limit is reached. */
      async visitUntil(isOver: () => boolean | Promise<boolean>) {
        for (let visits = 0; visits < 400; visits++) {
          const next = await this.runOnce()
          if (!next || (await isOver())) return
          aheadMs = Math.max(aheadMs, next.getTime() - Date.now() + 1)
        }
        throw new Error('It took more visits than it should')
      },
      pass(ms: number) {
        aheadMs += ms
      },
      deliveries: () =>
        sql('select state, attempts, tries, due_at from deliveries where webhook_id = $1 order by id', [
          webhook_id,
        ]),
      attempts: () =>
        sql(
          `select a.number, a.started_at, a.status, a.failure from delivery_attempts a join deliveries d on d.id = a.delivery_id
             where d.webhook_id = $1 order by a.started_at`,
          [webhook_id],
        ),
      received: async () => (await (await fetch(`${receiver.url}/received/${name}`)).json()) as Received[],
    }
  }
}
