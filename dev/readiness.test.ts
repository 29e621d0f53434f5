import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findPortOwner, waitForOwnReply } from './readiness.ts'
import { choosePort } from './services/ports.ts'

const children: ChildProcess[] = []
const folders: string[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const listener = `
import { createServer } from 'node:http'
createServer((_request, reply) => reply.end('own')).listen(Number(process.env.PORT), '127.0.0.1')
`

/** Starts a program as dev.ts does: watched, so that a process in between runs it. */
function startWatched(port: number, source = listener) {
  const folder = mkdtempSync(join(tmpdir(), 'readiness-'))
  folders.push(folder)
  const file = join(folder, 'program.mjs')
  writeFileSync(file, source)
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', file], {
    // biome-ignore lint/style/noProcessEnv: the program needs PATH and the like.
    env: { ...process.env, PORT: String(port), NODE_OPTIONS: '' },
    stdio: 'ignore',
  })
  children.push(child)
  return { name: 'api', child, url: `http://127.0.0.1:${port}`, logFile: 'api.log' }
}

/** A program that was not started by us and replies to everything, on any free port. */
async function startForeign() {
  const server = createServer((_request, reply) => reply.end('foreign')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((done) => server.close(done)),
  }
}

test('a watched program is ready when it replies', async () => {
  const port = await choosePort(undefined)
  const program = startWatched(port)
  await waitForOwnReply(program, '/readyz')
  expect(findPortOwner(port, program.child.pid ?? 0)).toBe('ours')
  expect(await (await fetch(program.url)).text()).toBe('own')
})

test('the reply of another process on the port is not taken for the program', async () => {
  const foreign = await startForeign()
  const program = startWatched(foreign.port)
  try {
    await expect(waitForOwnReply(program, '/readyz')).rejects.toThrow(
      `Another process has taken port ${foreign.port}, which the api needs`,
    )
  } finally {
    await foreign.stop()
  }
})

test('a program that ends is reported with its log', async () => {
  const port = await choosePort(undefined)
  const program = startWatched(port)
  program.child.kill('SIGTERM')
  await expect(waitForOwnReply(program, '/')).rejects.toThrow(
    'The api ended while it started; its log is api.log',
  )
})

test('a program that never listens is reported after the timeout', async () => {
  const program = startWatched(await choosePort(undefined), 'setInterval(() => {}, 1000)')
  await expect(waitForOwnReply(program, '/', 500)).rejects.toThrow('The api does not respond at')
})
