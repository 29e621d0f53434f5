import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { createTaskWaiter } from '../../server/src/platform/tasks/wait-for-end.ts'
import type { ProcessDependencies } from '../../server/src/process/dependencies.ts'
import { steps } from '../programs/cluster-tasks.ts'

export type ClusterLoad = Awaited<ReturnType<typeof startLoad>>

const perLane = 8
const waiters = 3
const eventsPerSecond = 10
const waitMs = 60_000

/** Schedules tasks in every lane, waits for some of them, and publishes events. Counts only committed ones. */
export async function startLoad({
  deps,
  clientId,
  userId,
}: {
  deps: ProcessDependencies
  clientId: string
  userId: string
}) {
  const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
  const tenant = deps.database.tenant(clientId, actor, await deps.keyring.of(clientId))
  const waiting = createTaskWaiter({ bus: deps.bus })
  const numbers: number[] = []
  const requests: { numbers: number[]; sentAt: number; at: number }[] = []
  const waitedMs: number[] = []
  const unanswered: string[] = []
  const events = new Set<string>()
  let last = 0
  let isStopped = false

  async function schedule(step: (typeof steps)[number], awaited: boolean) {
    const number = ++last
    const sentAt = Date.now()
    const id = await tenant.transaction(async (tx) => {
      audit(tx, 'proof.requested')
      return step.schedule(tx, { number }, { awaited })
    })
    numbers.push(number)
    requests.push({ numbers: [number], sentAt, at: Date.now() })
    return id
  }

  /** Acts at a fixed rate. An error ends the proof, because the database is not subject to faults here. */
  async function repeat(perSecond: number, act: () => Promise<unknown>) {
    for (let nextAt = Date.now(); !isStopped; nextAt += 1_000 / perSecond) {
      await sleep(Math.max(0, nextAt - Date.now()))
      await act()
    }
  }

  async function waitForTasks(first: number) {
    for (let n = first; !isStopped; n++) {
      const step = steps[n % steps.length] as (typeof steps)[number]
      const startedAt = performance.now()
      const id = await schedule(step, true)
      const end = await waiting.waitForEnd(tenant, id, waitMs)
      waitedMs.push(performance.now() - startedAt)
      if (end?.state !== 'done') unanswered.push(`task ${id} of ${step.kind}: ${end?.state ?? 'not in time'}`)
      await sleep(100)
    }
  }

  const publishEvent = () =>
    tenant.transaction(async (tx) => {
      audit(tx, 'proof.published')
      const entry_id = randomUUID()
      const fields = { entry_id, account_id: randomUUID() }
      await publish(tx, {
        event: 'user-payroll-submitted',
        user_id: userId,
        fields,
        payload: { ...fields, payroll_submissions: [] },
      })
      events.add(entry_id)
    })

  const running = Promise.all([
    ...steps.map((step) => repeat(perLane, () => schedule(step, false))),
    ...Array.from({ length: waiters }, (_, n) => waitForTasks(n)),
    repeat(eventsPerSecond, publishEvent),
  ])
  return {
    numbers,
    /** When each task was requested and its transaction committed, by the wall clock. */
    requests,
    waitedMs,
    unanswered,
    events,
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** Starts a webhook receiver that records arrival times. */
export async function startReceiver() {
  const arrivals: number[] = []
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      arrivals.push(Date.now())
      reply.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    arrivals,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
