import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './api-process.ts'
import { runLoad } from './load.ts'
import { seedUsers } from './seed.ts'

export const name = 'api-overhead'

const bar = 0.6
const connections = 10

/**
 * The whole stack (authentication, rate limit, tenant scope, row level security, decryption, audit line, log,
 * metrics) beside a bare Fastify + pg handler with the same SQL, in turns on the same machine and database.
 */
export async function prove({ full }: { full: boolean }) {
  const { world, stop } = await makeWorld({ durable: true })
  const { clientId, apiKey } = world.clients.acme
  const { host, port } = world.postgres
  const ownerUrl = `postgres://postgres@${host}:${port}/${world.template}`
  const ids = await seedUsers(world, ownerUrl, clientId, full ? 10_000 : 2_000)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    ...{ CHECK_REPLIES: 'false', LOG_LEVEL: 'info', DATABASE_CONNECTIONS: String(connections) },
  })
  const bare = await startProcess('./bare-server.ts', [ownerUrl, String(connections), clientId], {})
  try {
    const ones = ids.slice(0, 1_000).map((id) => `/users/${id}`)
    const one = await compare('GET /users/{id}', api.address, bare.address, apiKey, ones, full)
    const page = await compare(
      'GET /users?limit=100',
      api.address,
      bare.address,
      apiKey,
      ['/users?limit=100'],
      full,
    )
    const worst = Math.min(one.ratio, page.ratio)
    return {
      pass: worst >= bar,
      figure: `${one.text}; ${page.text}`,
      bar: `≥ ${bar} of the bare requests per second with the same SQL`,
    }
  } finally {
    await api.stop()
    await bare.stop()
    await stop()
  }
}

async function compare(
  what: string,
  api: string,
  bare: string,
  apiKey: string,
  paths: string[],
  full: boolean,
) {
  const headers = { 'x-api-key': apiKey }
  const silent = paths.map((path) => `/silent${path}`)
  const load = (url: string, of: string[]) =>
    runLoad({ url, paths: of, headers, seconds: full ? 8 : 3, connections: 32 })
  await load(api, paths)
  await load(bare, paths)
  const rounds = { ours: [] as number[], bare: [] as number[], silent: [] as number[] }
  for (let round = 0; round < (full ? 5 : 3); round++) {
    rounds.ours.push((await load(api, paths)).perSecond)
    rounds.bare.push((await load(bare, paths)).perSecond)
    rounds.silent.push((await load(bare, silent)).perSecond)
  }
  const [ours, same, readOnly] = [median(rounds.ours), median(rounds.bare), median(rounds.silent)]
  const ratio = ours / same
  const text = `${what} ${ratio.toFixed(2)} (${ours.toFixed(0)}/s of ${same.toFixed(0)}/s)`
  process.stdout.write(
    `  ${text}; beside a bare read without the audit line: ${(ours / readOnly).toFixed(2)} of ${readOnly.toFixed(0)}/s\n`,
  )
  return { ratio, text }
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
