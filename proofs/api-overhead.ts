import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { runLoad } from './harness/load.ts'
import { seedUsers } from './harness/seed-users.ts'

export const name = 'api-overhead'

// The small form runs for seconds on a machine that does other things; it is there to notice a fall, not to boast.
const bars = { full: 0.6, small: 0.35 }
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
  const bare = await startProcess('harness/bare-server.ts', [ownerUrl, String(connections), clientId], {})
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
    const bar = full ? bars.full : bars.small
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

/** In turns, so that a slow minute of the machine slows all three; the ratios of the rounds are compared. */
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
  const seconds = full ? 6 : 1
  const load = async (url: string, of: string[]) =>
    (await runLoad({ url, paths: of, headers, seconds, connections: 32 })).perSecond
  for (let warming = 0; warming < 2; warming++) await load(api, paths)
  await load(bare, paths)
  const rounds = []
  for (let round = 0; round < (full ? 9 : 3); round++) {
    const ours = await load(api, paths)
    const same = await load(bare, paths)
    const readOnly = await load(bare, silent)
    rounds.push({ ours, same, ratio: ours / same, readOnlyRatio: ours / readOnly })
  }
  const ratio = median(rounds.map((round) => round.ratio))
  const readOnlyRatio = median(rounds.map((round) => round.readOnlyRatio))
  const ours = median(rounds.map((round) => round.ours))
  const same = median(rounds.map((round) => round.same))
  const text = `${what} ${ratio.toFixed(2)} (${ours.toFixed(0)}/s of ${same.toFixed(0)}/s)`
  print(`  ${text}; rounds ${rounds.map((round) => round.ratio.toFixed(2)).join(' ')}`)
  print(`    beside a bare read that leaves no audit line: ${readOnlyRatio.toFixed(2)}`)
  return { ratio, text }
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
