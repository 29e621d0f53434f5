import { Agent, request } from 'node:http'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { measure } from './harness/measurement.ts'

const users = 1_000_000
const rounds = 500
const maxMs = 30
const maxTimesFirst = 3

/** Measures pages at several depths of a list of a million users; `total_count` must be exact on each. */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true })
  const { clientId, apiKey } = world.clients.acme
  const { host, port } = world.postgres
  const ownerUrl = `postgres://postgres@${host}:${port}/${world.template}`
  const startedAt = performance.now()
  await seedUsers(world, ownerUrl, clientId, users)
  print(`  ${users} users created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    CHECK_REPLIES: 'false',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const offsets = [1, 1_000, 100_000, users - 100]
    const p99s: number[] = []
    for (const offset of offsets) {
      const latency = await measurePage(agent, `${api.address}/users?limit=100&offset=${offset}`, apiKey)
      print(
        `  offset ${offset}: p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms, total_count ${users}`,
      )
      p99s.push(latency.p99)
    }
    const [first = Number.NaN] = p99s
    const deepest = p99s.at(-1) ?? Number.NaN
    return [
      measure('p99 of the first page', first, { unit: 'ms' }),
      measure(`p99 at offset ${users - 100}`, deepest, { unit: 'ms', atMost: maxMs }),
      measure('ratio to the first page', deepest / first, { atMost: maxTimesFirst }),
    ]
  } finally {
    agent.destroy()
    await api.stop()
    await stop()
  }
}

async function measurePage(agent: Agent, url: string, apiKey: string) {
  const times: number[] = []
  for (let round = 0; round < rounds + 50; round++) {
    const startedAt = performance.now()
    const body = await get(agent, url, apiKey)
    // The first fifty requests warm up plans and caches and are not counted.
    if (round >= 50) times.push(performance.now() - startedAt)
    const { pagination } = JSON.parse(body)
    if (pagination.total_count !== users)
      throw new Error(`total_count ${pagination.total_count} is not ${users}`)
    if (pagination.count !== 100) throw new Error(`a page of ${pagination.count} instead of 100`)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(rounds * 0.5)] ?? 0, p99: times[Math.floor(rounds * 0.99)] ?? 0 }
}

function get(agent: Agent, url: string, apiKey: string) {
  return new Promise<string>((resolve, reject) => {
    const call = request(url, { agent, headers: { 'x-api-key': apiKey } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('end', () => resolve(Buffer.concat(chunks).toString()))
    })
    call.on('error', reject)
    call.end()
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
