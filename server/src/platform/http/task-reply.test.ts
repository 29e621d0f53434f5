import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from '../../../../dev/faults/processes.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { greet } from '../../../test/programs/greeting-task.ts'
import { environmentFor } from '../../../test/template.ts'

const engine = await startEngine()
const { sql, world, config } = engine
engine.dispatch()
const program = fileURLToPath(new URL('../../../test/programs/greeting-api.ts', import.meta.url))
const environment = environmentFor(world, config.NATS_PREFIX)

async function startGreetingApi() {
  const api = await startProgram<{ address: string }>({ program, env: environment, name: 'greeting api' })
  atEnd(() => api.kill().then(() => {}))
  return {
    kill: api.kill,
    async greet(name: string, key?: string) {
      const reply = await fetch(`${api.message.address}/greetings`, {
        method: 'POST',
        headers: {
          'x-api-key': world.clients.acme.apiKey,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify({ name }),
      })
      const replayed = reply.headers.get('idempotent-replayed')
      return { status: reply.status, body: await reply.json(), replayed }
    },
  }
}
const [first, second] = await Promise.all([startGreetingApi(), startGreetingApi()])

/** Calls again while the first request with this key is running, as the reply (409) asks. */
async function greetPatiently(
  { greet }: Awaited<ReturnType<typeof startGreetingApi>>,
  name: string,
  key: string,
) {
  let reply = await greet(name, key)
  await expect
    .poll(async () => {
      if (reply.status === 409) reply = await greet(name, key)
      return reply.status
    })
    .not.toBe(409)
  return reply
}

test('replies with the result of the task', async () => {
  const worker = engine.work([greet.withDeps({ pauseMs: 50 })])
  expect(await first.greet('Marlow')).toMatchObject({ status: 201, body: { greeting: 'Hello, Marlow' } })
  expect(await first.greet('Nobody')).toMatchObject({
    status: 201,
    body: { greeting: 'None: there is nobody to greet' },
  })
  await worker.close(1_000)
})

test('a retry with the same key gets the same reply, and the task runs once', async () => {
  const worker = engine.work([greet.withDeps({ pauseMs: 300 })])
  const concurrent = await Promise.all([
    greetPatiently(first, 'Ada', 'a'),
    greetPatiently(second, 'Ada', 'a'),
  ])
  const repeated = await second.greet('Ada', 'a')
  for (const { status, body } of [...concurrent, repeated]) {
    expect({ status, body }).toEqual({ status: 201, body: { greeting: 'Hello, Ada' } })
  }
  // Either process may be the first.
  expect(new Set(concurrent.map(({ replayed }) => replayed))).toEqual(new Set([null, 'true']))
  expect(repeated.replayed).toBe('true')
  expect(await sql(`select from ended_tasks where input->>'name' = 'Ada'`)).toHaveLength(1)
  expect(await second.greet('Eve', 'a')).toMatchObject({ status: 409 })
  await worker.close(1_000)
})

test('after the waiting process dies, a retry gets the reply, and the task runs once', async () => {
  const doomed = await startGreetingApi()
  const cutOff = doomed.greet('Grace', 'g').catch(() => 'cut off')
  await eventually(async () => (await sql(`select from tasks where input->>'name' = 'Grace'`)).length === 1)
  await doomed.kill()
  expect(await cutOff).toBe('cut off')

  const repeated = second.greet('Grace', 'g')
  engine.work([greet.withDeps({ pauseMs: 0 })])
  expect(await repeated).toMatchObject({ status: 201, body: { greeting: 'Hello, Grace' }, replayed: 'true' })
  expect(await sql(`select from ended_tasks where input->>'name' = 'Grace'`)).toHaveLength(1)
  expect(await first.greet('Grace', 'g')).toMatchObject({ body: { greeting: 'Hello, Grace' } })
})
