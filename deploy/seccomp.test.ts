import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileFilter } from '../server/src/extraction/isolation/seccomp/compile.ts'

// The profile of the containers that read documents and run Chromium. Docker and Kubernetes are not here, so that the
// profile is compiled by our own compiler and applied with bubblewrap.

const profile = JSON.parse(
  readFileSync(fileURLToPath(new URL('kubernetes/reader-seccomp.json', import.meta.url)), 'utf8'),
) as {
  defaultAction: string
  syscalls: { action: string; names: string[]; errnoRet?: number }[]
}
const namesOf = (action: string) =>
  profile.syscalls.filter((rule) => rule.action === action).flatMap(({ names }) => names)
const allowed = namesOf('SCMP_ACT_ALLOW')
const missing = namesOf('SCMP_ACT_ERRNO')

test('finding 20: the profile is an allow-list without the calls of exploits', () => {
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
  for (const name of ['io_uring_setup', 'ptrace', 'bpf', 'keyctl', 'userfaultfd', 'perf_event_open'])
    expect(allowed).not.toContain(name)
  expect(missing).toEqual(['clone3'])
})

/** Runs a program under the profile, as an unprivileged user. */
async function runUnderProfile(program: string) {
  const args = [
    '--dev-bind',
    '/',
    '/',
    '--unshare-user',
    '--uid',
    '10001',
    '--gid',
    '10001',
    '--seccomp',
    '3',
  ]
  const child = spawn(
    'bwrap',
    [...args, '--', process.execPath, '--input-type=module-typescript', '-e', program],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    },
  )
  const [, stdout, , filter] = child.stdio as unknown as [null, Readable, null, Writable]
  filter.end(compileFilter(process.arch === 'arm64' ? 'arm64' : 'x64', { allowed, missing }))
  const [output] = await Promise.all([text(stdout), once(child, 'exit')])
  return output.trim()
}

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

test('finding 20: the document reader works under the profile, in its sandbox', async () => {
  const output = await runUnderProfile(`
    import { openReader } from ${urlOf('../server/src/extraction/isolation/reader.ts')}
    import { smallPdf } from ${urlOf('../server/test/small-pdf.ts')}
    const reader = openReader({ sandbox: 'required', spare: 0 })
    const { words } = await reader.readWords(smallPdf({ pages: [{ content: 'BT /F1 12 Tf 50 700 Td (Pay date) Tj ET' }] }))
    console.log(reader.confinement(), words?.length)
    process.exit(0)`)
  expect(output).toBe('namespaces 1')
}, 120_000)

test('finding 20: Chromium works under the profile, in both of its sandboxes', async () => {
  const output = await runUnderProfile(`
    import { mkdtempSync } from 'node:fs'
    import { openBrowserHost } from ${urlOf('../server/src/connectors/web-portal/browser-process/host.ts')}
    import { openBrowserSession } from ${urlOf('../server/src/connectors/web-portal/browser-process/session.ts')}
    const socketPath = mkdtempSync('/tmp/payproof-seccomp-') + '/socket'
    const log = { info: ({ sandbox }) => console.log(sandbox), warn: (details, message) => console.log(message, details) }
    await openBrowserHost({ socketPath, executablePath: '/usr/bin/chromium-headless-shell', sandbox: 'required', log })
    await (await openBrowserSession(socketPath)).end()
    process.exit(0)`)
  expect(output).toBe('two-sandboxes')
}, 120_000)
