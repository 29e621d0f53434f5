import { askForObjects } from '../server/test/objects-on-demand.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { runInterleaving } from '../server/test/tenants/interleaving.ts'
import { runMatrix } from '../server/test/tenants/matrix.ts'

export const name = 'tenants'

const shown = 20

/** No client meets another: every operation with every credential, and many clients over few connections. */
export async function prove({ full }: { full: boolean }) {
  const { world, stop } = await makeWorld({ durable: true })
  try {
    const matrix = await proveMatrix(world, full)
    const size = full
      ? { connections: 5, clients: 50, requests: 20_000 }
      : { connections: 5, clients: 12, requests: 1_000 }
    print(
      `${size.clients} clients send ${figures(size.requests)} requests over ${size.connections} connections`,
    )
    const mixed = await runInterleaving(world, size)
    print(`answers: ${JSON.stringify(mixed.answers)}`)
    for (const fault of [...mixed.foreign, ...mixed.faults].slice(0, shown)) print(`  ${fault}`)
    const { leaks, operations, credentials, cells } = matrix
    return {
      pass: leaks.length === 0 && mixed.foreign.length === 0 && mixed.faults.length === 0,
      figure:
        `${leaks.length} leaks in ${figures(cells)} cells of ${operations} operations × ${credentials} credentials; ` +
        `${mixed.foreign.length} foreign rows and ${mixed.faults.length} wrong answers in ${figures(mixed.requests)} requests ` +
        `of ${mixed.clients} clients over ${mixed.connections} connections (${mixed.seconds.toFixed(1)} s)`,
      bar: '0 leaks, 0 foreign rows, 0 wrong answers',
    }
  } finally {
    await stop()
  }
}

async function proveMatrix(world: World, full: boolean) {
  // No name is looked up and no provider asked: what a test of a webhook or a login sends must not leave the machine.
  const { settings, objects } = await askForObjects(world)
  await objects.close()
  const nowhere = { OUTBOUND_DNS: '127.0.0.1:9', SANDBOX_URL: 'http://127.0.0.1:9' }
  const api = await openTestApi(world, { ...nowhere, ...settings })
  try {
    const matrix = await runMatrix(api, { isShort: !full, say: print })
    for (const leak of matrix.leaks.slice(0, shown)) print(`  ${leak}`)
    return matrix
  } finally {
    await api.close()
  }
}

const figures = (count: number) => count.toLocaleString('en-GB')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
