import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { openProgram } from '../programs/task-deps.ts'

// Publishes events as a feature would, one per transaction, as ordered over IPC; replies with the commit time of each
// event.
export type PublishOrder = { count: number; perSecond?: number; concurrency: number }
export type CommittedEvent = [eventId: string, at: string]

const [clientId = '', users = '', payloadBytes = ''] = process.argv.slice(2)
const program = await openProgram()
const { database, keyring } = program
const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const people = users.split(',')
// Random text of the size of payslips.
const payload = { payroll_submissions: [randomBytes((Number(payloadBytes) * 3) / 4).toString('base64')] }
let next = 0

async function publishOne(): Promise<CommittedEvent> {
  const user_id = people[next++ % people.length] ?? ''
  const fields = { entry_id: randomUUID(), account_id: randomUUID() }
  const id = await tenant.transaction((tx) => {
    audit(tx, 'payroll.stored', user_id)
    return publish(tx, { event: 'user-payroll-submitted', user_id, fields, payload })
  })
  return [id, String(process.hrtime.bigint())]
}

process.on('message', async ({ count, perSecond, concurrency }: PublishOrder) => {
  const committed: CommittedEvent[] = []
  if (perSecond === undefined) {
    let left = count
    const one = async () => {
      while (left-- > 0) committed.push(await publishOne())
    }
    await Promise.all(Array.from({ length: concurrency }, one))
  } else {
    const startedAt = performance.now()
    const running: Promise<number>[] = []
    for (let number = 0; number < count; number++) {
      const waitMs = startedAt + (number * 1_000) / perSecond - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      running.push(publishOne().then((one) => committed.push(one)))
    }
    await Promise.all(running)
  }
  process.send?.({ committed })
})
program.ready()
