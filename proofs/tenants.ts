import { askForObjects } from '../server/test/objects-on-demand.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { runInterleaving } from '../server/test/tenants/interleaving.ts'
import { runMatrix } from '../server/test/tenants/matrix.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { randomFrom } from './programs/random.ts'

const maxRowsPrinted = 20

/** Tries every operation with every credential, then interleaves many clients over few database connections. */
export async function prove({ full, seed }: ProveOptions) {
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const matrix = await proveMatrix(world, full)
    const size = full
      ? { connections: 5, clients: 50, requests: 20_000 }
      : { connections: 5, clients: 12, requests: 1_000 }
    print(
      `${size.clients} clients send ${formatCount(size.requests)} requests over ${size.connections} connections`,
    )
    const mixed = await runInterleaving(world, size, (stream) => {
      const random = randomFrom(seedNumber(seed) + stream)
      return (count) => random.integer(0, count - 1)
    })
    print(`replies: ${JSON.stringify(mixed.answers)}`)
    for (const fault of [...mixed.foreign, ...mixed.faults].slice(0, maxRowsPrinted)) print(`  ${fault}`)
    const { leaks, operations, credentials, cells } = matrix
    return [
      measure('leaks', leaks.length, { exactly: 0 }),
      measure('operations', operations),
      measure('credentials', credentials),
      measure('combinations of operation and credential', cells),
      measure('rows of other clients', mixed.foreign.length, { exactly: 0 }),
      measure('wrong replies', mixed.faults.length, { exactly: 0 }),
      measure('interleaved requests', mixed.requests),
      measure('clients', mixed.clients),
      measure('database connections', mixed.connections),
    ]
  } finally {
    await stop()
  }
}

async function proveMatrix(world: World, full: boolean) {
  // Port 9 (discard) is used, because webhook tests and logins must not leave the machine.
  const { settings, objects } = await askForObjects(world)
  await objects.close()
  const unreachable = { OUTBOUND_DNS: '127.0.0.1:9', SANDBOX_URL: 'http://127.0.0.1:9' }
  const api = await openTestApi(world, { ...unreachable, ...settings })
  try {
    const matrix = await runMatrix(api, { isShort: !full, say: print })
    for (const leak of matrix.leaks.slice(0, maxRowsPrinted)) print(`  ${leak}`)
    return matrix
  } finally {
    await api.close()
  }
}

const formatCount = (count: number) => count.toLocaleString('en-GB')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
