import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runAs } from '../../dev/services/processes.ts'
import type { ProcessRole } from '../src/process/roles.ts'
import type { Call, Headers } from './api.ts'
import { atEnd } from './at-end.ts'
import { requestLogger } from './request-log.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type ApiProcess = Awaited<ReturnType<typeof startApiProcess>>

/** Starts a real service process and waits until it is ready. It ends with the test file at the latest. */
export async function startApiProcess(environment: Record<string, string>, role: ProcessRole = 'api') {
  const [program = '', ...args] = [
    ...runAs(undefined, 'SIGKILL'),
    process.execPath,
    `--import=${requestLogger}`,
    main,
    role,
  ]
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // `close` is emitted after the last output, `exit` possibly before it.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ending)
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const [message] = await Promise.race([
    once(child, 'message') as Promise<[{ listening: string }]>,
    ended.then(() => {
      throw new Error(`the process ended during its start:\n${output}`)
    }),
  ])
  const address = message.listening
  return {
    address,
    /** Resolves with the exit code or signal. */
    ended,
    /** Returns all output so far. */
    output: () => output,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    withKey: (key: string) => callOver(address, { 'x-api-key': key }),
    withToken: (token: string) => callOver(address, { authorization: `Bearer ${token}` }),
    anonymous: callOver(address, {}),
  }
}

type Ending = { code: number | null; signal: NodeJS.Signals | null }

/** Makes the same calls as startApi's callers, over a real connection. Redirects are returned, not followed. */
export function callOver(address: string, credential: Headers, timeoutMs = 20_000): Call {
  return async (method, path, body, headers = {}) => {
    const reply = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        ...credential,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return {
      status: reply.status,
      body: isJson ? JSON.parse(text) : undefined,
      headers: Object.fromEntries(reply.headers),
      text,
    }
  }
}
