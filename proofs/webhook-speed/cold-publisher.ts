import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertWebhook } from '../../server/src/features/webhooks/queries.ts'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { sealEncryptionKey, sealSecret } from '../../server/src/features/webhooks/signing-secrets.ts'
import { audit, type Tenant } from '../../server/src/platform/database/tenancy.ts'
import { openProgram } from '../programs/task-deps.ts'
import type { CommittedEvent } from './publisher.ts'

// Publishes one event for each client, evenly over some seconds. All webhooks of the client receive it, and none has
// received one before.
export type ColdClient = { clientId: string; userId: string }
export type ColdOrder = { seconds: number }

const [clients = '[]', webhooksEach = '', receiverUrl = '', payloadBytes = ''] = process.argv.slice(2)
const program = await openProgram()
const { database, keyring } = program
const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
const event = 'user-payroll-submitted'
const payload = { payroll_submissions: [randomBytes((Number(payloadBytes) * 3) / 4).toString('base64')] }

async function openClient({ clientId, userId }: ColdClient) {
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  await tenant.transaction(async (tx) => {
    for (let n = 0; n < Number(webhooksEach); n++) {
      const id = randomUUID()
      await insertWebhook(tx, {
        id,
        name: `hook ${n}`,
        events: [event],
        url: `${receiverUrl}/cold-${n}`,
        include_payload: true,
        signing_secret: sealSecret(tenant.keys.dataKey, id, randomBytes(24).toString('base64')),
        ...sealEncryptionKey(tenant.keys.dataKey, id, randomBytes(32).toString('base64')),
      })
      audit(tx, 'webhook.created', id)
    }
  })
  return { tenant, userId }
}

async function publishOne({ tenant, userId }: { tenant: Tenant; userId: string }): Promise<CommittedEvent> {
  const fields = { entry_id: randomUUID(), account_id: randomUUID() }
  const id = await tenant.transaction((tx) => {
    audit(tx, 'payroll.stored', userId)
    return publish(tx, { event, user_id: userId, fields, payload })
  })
  return [id, String(process.hrtime.bigint())]
}

const opened: Awaited<ReturnType<typeof openClient>>[] = []
for (const client of JSON.parse(clients) as ColdClient[]) opened.push(await openClient(client))

process.on('message', async ({ seconds }: ColdOrder) => {
  const startedAt = performance.now()
  const publishing: Promise<CommittedEvent>[] = []
  for (const [number, client] of opened.entries()) {
    const waitMs = startedAt + (number * seconds * 1_000) / opened.length - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    publishing.push(publishOne(client))
  }
  process.send?.({ committed: await Promise.all(publishing) })
})
program.ready()
