import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { planTask } from './crash-plan.ts'
import { act } from './crash-tasks.ts'
import { openProgram } from './task-deps.ts'

// A minimal API. It writes rows and schedules their tasks in one transaction, and returns 200 only after the commit.
const clientId = process.argv[2] ?? ''
const { database, keyring, ready } = await openProgram()

const server = createServer(async (request, reply) => {
  try {
    await schedule(await readNumbers(request))
    reply.writeHead(200).end()
  } catch {
    reply.writeHead(503).end()
  }
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  ready({ address: `http://127.0.0.1:${port}` })
})

async function schedule(numbers: number[]) {
  const actor = { kind: 'api_key', id: 'proof', requestId: randomUUID() } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  await tenant.transaction(async (tx) => {
    audit(tx, 'proof.requested')
    for (const number of numbers) {
      const { key, delayMs } = planTask(number)
      const taskId = await act.schedule(
        tx,
        { number },
        { ...(key && { key }), ...(delayMs > 0 && { at: new Date(Date.now() + delayMs) }) },
      )
      await sql`insert into proof_requests (number, task_id) values (${number}, ${taskId})`.execute(tx)
    }
  })
}

async function readNumbers(request: IncomingMessage): Promise<number[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()).numbers
}
