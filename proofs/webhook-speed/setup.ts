import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startProgram } from '../../dev/faults/processes.ts'
import { cloneDatabase } from '../../server/test/open-test-api.ts'
import { seedUsers } from '../../server/test/seed-users.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import type { CommittedEvent, PublishOrder } from './publisher.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const main = at('../../server/src/main.ts')

export type WebhookSetup = Awaited<ReturnType<typeof openSetup>>

/** Starts the service in separate processes as an operator runs it, with a receiver and a publisher. */
export async function openSetup(
  world: World,
  options: { payloadBytes: number; env?: Record<string, string>; users?: number },
) {
  const { clientId, apiKey } = world.clients.acme
  const copy = await cloneDatabase(world)
  const users = await seedUsers(world, copy.superuserUrl, clientId, options.users ?? 500)
  const env = {
    ...environmentFor(world, copy.name),
    OUTBOUND_LOOPBACK: 'true',
    CHECK_REPLIES: 'false',
    ...options.env,
  }
  const sql = new pg.Client({ connectionString: copy.superuserUrl })
  await sql.connect()
  const start = <Message>(name: string, program: string, args: string[] = []) =>
    startProgram<Message>({ name, program, args, env })
  const receiver = await start<{ listening: string }>('receiver', at('receiver.ts'))
  const api = await start<{ listening: string }>('api', main, ['api'])
  const worker = await start('worker', main, ['worker', 'deliver'])
  const dispatcher = await start('dispatcher', main, ['dispatcher'])
  const people = users.slice(0, 500).join(',')
  const publisher = await start('publisher', at('publisher.ts'), [
    clientId,
    people,
    String(options.payloadBytes),
  ])
  const receiverUrl = receiver.message.listening

  return {
    receiverUrl,
    worker,
    receiver,
    publisher,
    dispatcher,
    env,
    superuserUrl: copy.superuserUrl,
    /**
     * Creates a webhook for this path of the receiver; its deliveries are signed, encrypted and contain the payload.
     */
    async subscribe(path: string) {
      const reply = await fetch(`${api.message.listening}/webhooks`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: `hook ${path}`,
          events: ['user-payroll-submitted'],
          url: `${receiverUrl}/${path}`,
          signing_secret: randomBytes(24).toString('base64'),
          encryption_key: randomBytes(32).toString('base64'),
          config: { include_payload: true },
        }),
      })
      if (reply.status !== 201) throw new Error(`POST /webhooks: ${await reply.text()}`)
      return ((await reply.json()) as { webhook_id: string }).webhook_id
    },
    publish: (order: PublishOrder) =>
      publisher.ask<{ committed: CommittedEvent[] }>(order).then(({ committed }) => committed),
    /** Waits until no delivery is pending, then checks the number of recorded deliveries. */
    async waitUntilDelivered(count: number, webhookIds?: string[]) {
      const deadline = Date.now() + 120_000
      const filter = 'and ($1::uuid[] is null or webhook_id = any ($1))'
      const queryOne = async (text: string) => (await sql.query(text, [webhookIds ?? null])).rows[0]
      // The query uses the index of pending deliveries, because repeatedly counting all deliveries would add load.
      while (
        (await queryOne(`select exists (select from deliveries where state = 'waiting' ${filter}) as more`))
          .more
      ) {
        if (Date.now() > deadline) throw new Error('not all deliveries were made in time')
        await sleep(20)
      }
      const delivered = await queryOne(
        `select count(*)::int from deliveries where state = 'delivered' ${filter}`,
      )
      if (delivered.count !== count) throw new Error(`${delivered.count} deliveries were made, not ${count}`)
    },
    async arrivals() {
      const list = (await (await fetch(`${receiverUrl}/arrivals`, { method: 'POST' })).json()) as [
        string,
        string,
      ][]
      return new Map(list.map(([id, moment]) => [id, BigInt(moment)]))
    },
    query: (text: string, values?: unknown[]) => sql.query(text, values).then(({ rows }) => rows),
    async close() {
      for (const program of [publisher, worker, dispatcher, api, receiver]) await program.kill()
      await sql.end()
      await copy.drop()
    },
  }
}
