import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { TriedOutside } from '../programs/without-a-route.ts'

// Connector tests, the simulated providers, the service with its default configuration and a journey in Chromium run in
// a network namespace that has loopback and nothing else. They pass there, look up no name, and try no other address.

const program = fileURLToPath(new URL('../programs/without-a-route.ts', import.meta.url))
const project = fileURLToPath(new URL('../../..', import.meta.url))

/** The environment without the variables that Vitest sets for its workers. */
const outerEnvironment = Object.fromEntries(
  // biome-ignore lint/style/noProcessEnv: the tests inside need PATH and the settings of this run.
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name)),
)

/** Runs a command in namespaces of its own. Root needs no user namespace; some systems forbid them. */
async function runWithoutRoute(...command: string[]) {
  const flags = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const child = spawn(
    'unshare',
    [
      '--net',
      '--mount',
      '--propagation',
      'private',
      ...flags,
      process.execPath,
      program,
      readlinkSync('/proc/self/ns/net'),
      ...command,
    ],
    { cwd: project, env: outerEnvironment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'exit').then(() => undefined)
  const tried = (await Promise.race([once(child, 'message').then(([message]) => message), ended])) as
    | TriedOutside
    | undefined
  await ended
  if (!tried) throw new Error(`unshare or the program in it failed:\n${output}`)
  return { ...tried, output }
}

const runTests = (...files: string[]) =>
  runWithoutRoute(process.execPath, 'node_modules/.bin/vitest', 'run', ...files)

/** The connectors of the real sources, whose hosts are in server/catalogues/uk.json. */
const connectors = ['bank-income', 'employee-oauth2', 'employer-key', 'employer-oauth2', 'tax-authority']

test.each([
  ['connectors', connectors.map((kind) => `server/src/connectors/${kind}/`)],
  ['the connector doctor', ['server/test/connectors/doctor.test.ts']],
  ['simulated providers', ['sandbox/src/open-banking/', 'sandbox/src/providers/xero/']],
  ['accounts in the service', ['server/src/features/accounts/oauth2/', 'server/src/features/providers/']],
  ['a journey in Chromium', ['web/e2e/walk.smoke.test.ts']],
])('%s: nothing outside of this machine is contacted', { timeout: 900_000 }, async (_title, files) => {
  const { code, control, attempts, names, output } = await runTests(...files)
  expect(control).toEqual({ attempts: 1, names: ['control.example'] })
  expect({ attempts, names }).toEqual({ attempts: 0, names: [] })
  expect(code, output).toBe(0)
})
