import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { openWaiting } from '../../server/src/platform/tasks/wait-for-end.ts'
import type { Parts } from '../../server/src/process/dependencies.ts'
import { steps } from '../programs/cluster-tasks.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>

const perLane = 8
const waiters = 3
const eventsPerSecond = 10
const waitMs = 60_000

/** Tasks in every lane, requests that wait for theirs, and events with a receiver. Only what was committed is counted. */
export async function startLoad({
  parts,
  clientId,
  userId,
}: {
  parts: Parts
  clientId: string
  userId: string
}) {
  const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
  const tenant = parts.database.tenant(clientId, actor, await parts.keyring.of(clientId))
  const waiting = openWaiting({ bus: parts.bus })
  const numbers: number[] = []
  const waitedMs: number[] = []
  const unanswered: string[] = []
  const events = new Set<string>()
  let last = 0
  let isStopped = false

  async function schedule(step: (typeof steps)[number], awaited: boolean) {
    const number = ++last
    const id = await tenant.transaction(async (tx) => {
      audit(tx, 'proof.requested')
      return step.schedule(tx, { number }, { awaited })
    })
    numbers.push(number)
    return id
  }

  /** So many a second, whatever happens; whoever fails here has met a fault of the database, which nobody makes. */
  async function keepGoing(perSecond: number, act: () => Promise<unknown>) {
    for (let nextAt = Date.now(); !isStopped; nextAt += 1_000 / perSecond) {
      await sleep(Math.max(0, nextAt - Date.now()))
      await act()
    }
  }

  async function wait(turn: number) {
    for (let n = turn; !isStopped; n++) {
      const step = steps[n % steps.length] as (typeof steps)[number]
      const startedAt = performance.now()
      const id = await schedule(step, true)
      const end = await waiting.forEnd(tenant, id, waitMs)
      waitedMs.push(performance.now() - startedAt)
      if (end?.state !== 'done') unanswered.push(`task ${id} of ${step.kind}: ${end?.state ?? 'not in time'}`)
      await sleep(100)
    }
  }

  const tell = () =>
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
    ...steps.map((step) => keepGoing(perLane, () => schedule(step, false))),
    ...Array.from({ length: waiters }, (_, turn) => wait(turn)),
    keepGoing(eventsPerSecond, tell),
  ])
  return {
    numbers,
    waitedMs,
    unanswered,
    events,
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** A receiver that takes everything and remembers when. */
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
