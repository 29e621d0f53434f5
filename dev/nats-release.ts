import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installGoProgram } from './go-program.ts'
import { versionOf } from './services/programs.ts'

// `npm run test:nats`: runs the tests of tasks, the bus and NATS itself against the newest release of nats-server, which
// Go builds. `npm run test:nats -- v2.12.15` tests another release, and `-- debian` the installed one. The ordinary tests
// use Debian's release.

/** The newest release that passed. */
export const newestNats = 'v2.15.2'

export const installNats = (version = newestNats) =>
  installGoProgram({ name: 'nats-server', source: 'github.com/nats-io/nats-server/v2', version })

const runs = [
  ['server/src/platform/tasks', 'server/src/platform/bus', 'server/test/revocation.test.ts'],
  [
    '--config=vitest.extended.config.ts',
    'server/src/platform/tasks',
    'dev/services/nats.test.ts',
    'dev/services/nats-release.test.ts',
    'dev/faults/services.test.ts',
  ],
]

function testRelease(version: string) {
  const isInstalled = version === 'debian'
  const program = isInstalled ? 'nats-server' : installNats(version)
  process.stdout.write(`testing with nats-server ${versionOf(program)} (${program})\n`)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const variable = isInstalled ? [] : [`PAYPROOF_NATS_SERVER=${program}`]
  const statuses = runs.map(
    (args) =>
      spawnSync('env', [...variable, 'npx', 'vitest', 'run', ...args], { cwd: root, stdio: 'inherit' })
        .status ?? 1,
  )
  return Math.max(...statuses)
}

if (import.meta.main) process.exitCode = testRelease(process.argv[2] ?? newestNats)
