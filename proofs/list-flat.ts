import { Agent, request } from 'node:http'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { seedUsers } from './harness/seed-users.ts'

export const name = 'list-flat'

// A second-long run beside other work has outliers of its own: the small form looks for the slope of the median.
const limitMs = 30
const times = 3

/** A page deep in a million users costs what the first page costs, and total_count is exact. */
export async function prove({ full }: { full: boolean }) {
  const users = full ? 1_000_000 : 20_000
  const { world, stop } = await makeWorld({ durable: true })
  const { clientId, apiKey } = world.clients.acme
  const { host, port } = world.postgres
  const ownerUrl = `postgres://postgres@${host}:${port}/${world.template}`
  const startedAt = performance.now()
  await seedUsers(world, ownerUrl, clientId, users)
  print(`  ${users} users made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    CHECK_REPLIES: 'false',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const offsets = [1, 1_000, ...(full ? [100_000] : []), users - 100].filter((offset) => offset <= users)
    const rounds = full ? 500 : 200
    const figures = []
    for (const offset of offsets) {
      const taken = await measurePage(
        agent,
        `${api.address}/users?limit=100&offset=${offset}`,
        apiKey,
        rounds,
        users,
      )
      print(
        `  offset ${offset}: p50 ${taken.p50.toFixed(1)} ms, p99 ${taken.p99.toFixed(1)} ms, total_count ${users}`,
      )
      figures.push(full ? taken.p99 : taken.p50)
    }
    const [first = 0] = figures
    const deepest = figures.at(-1) ?? 0
    const measure = full ? 'p99' : 'p50'
    return {
      pass: deepest <= times * first && deepest <= limitMs,
      figure: `${measure} ${deepest.toFixed(1)} ms at offset ${users - 100} of ${users}, ${first.toFixed(1)} ms at offset 1`,
      bar: `deepest ≤ ${times} × the first and ≤ ${limitMs} ms, total_count exact`,
    }
  } finally {
    agent.destroy()
    await api.stop()
    await stop()
  }
}

async function measurePage(agent: Agent, url: string, apiKey: string, rounds: number, users: number) {
  const taken: number[] = []
  for (let round = 0; round < rounds + 50; round++) {
    const startedAt = performance.now()
    const body = await get(agent, url, apiKey)
    // The first fifty warm plans and caches and are not counted.
    if (round >= 50) taken.push(performance.now() - startedAt)
    const { pagination } = JSON.parse(body)
    if (pagination.total_count !== users)
      throw new Error(`total_count ${pagination.total_count} is not ${users}`)
    if (pagination.count !== 100) throw new Error(`a page of ${pagination.count} instead of 100`)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(rounds * 0.5)] ?? 0, p99: taken[Math.floor(rounds * 0.99)] ?? 0 }
}

function get(agent: Agent, url: string, apiKey: string) {
  return new Promise<string>((resolve, reject) => {
    const call = request(url, { agent, headers: { 'x-api-key': apiKey } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => resolve(Buffer.concat(parts).toString()))
    })
    call.on('error', reject)
    call.end()
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
