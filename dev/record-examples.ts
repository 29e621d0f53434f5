import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preferred, type RecordedExchanges } from '../server/test/examples/record.ts'

// `npm run examples`: runs the contract tests and keeps one real request and response per operation and status, and one delivered body
// per kind of event, which become the examples in openapi.json. Run it after a change of one of them, then `npm run generate`.

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
// Without variants.test.ts and lists.test.ts: their rows vary a request in every way, so they are no examples to follow.
const tests = ['clients', 'documents-and-events', 'endpoints', 'sources'].map(
  (name) => `server/test/contract/${name}.test.ts`,
)
const file = at('server/src/platform/http/examples.json')
const folder = mkdtempSync(join(tmpdir(), 'payproof-examples-'))
try {
  execFileSync(
    process.execPath,
    [at('node_modules/.bin/vitest'), 'run', ...tests, ...process.argv.slice(2)],
    {
      cwd: at('.'),
      stdio: 'inherit',
      // biome-ignore lint/style/noProcessEnv: passed on as it is.
      env: { ...process.env, RECORD_EXAMPLES: folder },
    },
  )
  // The file is written only after a complete run, because a partial run would lose examples.
  writeFileSync(file, `${JSON.stringify(merge(), null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** Merges the recordings; each test process writes its own file. */
function merge() {
  const all: RecordedExchanges = {}
  for (const name of readdirSync(folder)) {
    const part: RecordedExchanges = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const [operation, exchanges] of Object.entries(part)) {
      all[operation] ??= {}
      const known = all[operation]
      for (const [status, exchange] of Object.entries(exchanges))
        known[status] = preferred(known[status], exchange)
    }
  }
  // Some statuses occur only in tests that this script does not run, such as signing in from a browser.
  const before: RecordedExchanges = JSON.parse(readFileSync(file, 'utf8'))
  for (const [operation, recorded] of Object.entries(all))
    all[operation] = { ...before[operation], ...recorded }
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
