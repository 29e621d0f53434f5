import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { runLoad } from './harness/load.ts'
import { measure } from './harness/measurement.ts'

const minRatio = 0.6
/** Minimum shares of the rate of a bare server that writes no audit line, although ours commits one for every request. */
const minReadOnlyRatio = { user: 0.34, page: 0.6 }
const connections = 10
const users = 10_000
const rounds = 9
const secondsPerRound = 6

/**
 * Compares the whole stack (authentication, rate limit, tenant scope, row-level security, decryption, audit, log,
 * metrics) with a bare Fastify + pg handler that runs the same SQL. Both run alternately on the same machine and
 * database.
 */
export async function prove() {
  const { world, stop } = await makeWorld({ durable: true })
  const { clientId, apiKey } = world.clients.acme
  const { host, port } = world.postgres
  const ownerUrl = `postgres://postgres@${host}:${port}/${world.template}`
  const ids = await seedUsers(world, ownerUrl, clientId, users)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    CHECK_REPLIES: 'false',
    LOG_LEVEL: 'info',
    DATABASE_CONNECTIONS: String(connections),
  })
  const bare = await startProcess('harness/bare-server.ts', [ownerUrl, String(connections), clientId], {})
  try {
    const contenders = { api: api.address, bare: bare.address, apiKey }
    const compared = [
      await compare('GET /users/{id}', {
        ...contenders,
        paths: ids.slice(0, 1_000).map((id) => `/users/${id}`),
        minReadOnlyRatio: minReadOnlyRatio.user,
      }),
      await compare('GET /users?limit=100', {
        ...contenders,
        paths: ['/users?limit=100'],
        minReadOnlyRatio: minReadOnlyRatio.page,
      }),
    ]
    return compared.flatMap(({ request, ratio, readOnlyRatio, minReadOnlyRatio, perSecond }) => [
      measure(`${request}, share of the bare rate`, ratio, { atLeast: minRatio }),
      measure(`${request}, share of the bare rate without an audit line`, readOnlyRatio, {
        atLeast: minReadOnlyRatio,
      }),
      measure(request, perSecond, { unit: 'requests/s' }),
    ])
  } finally {
    await api.stop()
    await bare.stop()
    await stop()
  }
}

type Contenders = { api: string; bare: string; apiKey: string; paths: string[]; minReadOnlyRatio: number }

/**
 * Alternates between the servers, so that a slow minute of the machine affects all of them. Returns the median ratio
 * of the rounds.
 */
async function compare(request: string, { api, bare, apiKey, paths, minReadOnlyRatio }: Contenders) {
  const headers = { 'x-api-key': apiKey }
  const withoutAudit = paths.map((path) => `/silent${path}`)
  const load = async (url: string, requestPaths: string[]) =>
    (await runLoad({ url, paths: requestPaths, headers, seconds: secondsPerRound, connections: 32 }))
      .perSecond
  for (let warmUp = 0; warmUp < 2; warmUp++) await load(api, paths)
  await load(bare, paths)
  const results = []
  for (let round = 0; round < rounds; round++) {
    const ours = await load(api, paths)
    const same = await load(bare, paths)
    const readOnly = await load(bare, withoutAudit)
    results.push({ ours, same, ratio: ours / same, readOnlyRatio: ours / readOnly })
  }
  const ratio = median(results.map((round) => round.ratio))
  const readOnlyRatio = median(results.map((round) => round.readOnlyRatio))
  const ours = median(results.map((round) => round.ours))
  const same = median(results.map((round) => round.same))
  print(
    `  ${request} ${ratio.toFixed(2)} (${ours.toFixed(0)}/s of ${same.toFixed(0)}/s); rounds ${results.map((round) => round.ratio.toFixed(2)).join(' ')}`,
  )
  print(`    compared with a bare read without an audit line: ${readOnlyRatio.toFixed(2)}`)
  return { request, ratio, readOnlyRatio, minReadOnlyRatio, perSecond: ours }
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
