import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runAs } from '../../dev/services/processes.ts'
import { compileCache } from './compile-cache.ts'

const main = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url))

export type SandboxOptions = {
  /** Initial time of the sandbox's clock. */
  clock?: string
  seed?: string
  /** Port; random unless it must be known beforehand. */
  port?: number
  /** Key that the sandbox's control API requires. */
  controlKey?: string
  /** Origin of the service whose journeys the demo lender's page may embed. */
  serviceUrl?: string
  /** Employers whose payroll at Staffology is open to lenders, or `all`. */
  optedInEmployers?: string
}

export type SandboxReply = { status: number; body: Body }
// biome-ignore lint/suspicious/noExplicitAny: what the sandbox says is looked at by the test, not by a type.
type Body = any

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that returns the URL of the process that opens sandboxes, starting it on first use. */
    sandboxHostUrl: string
  }
}

export type Sandbox = Awaited<ReturnType<typeof openSandboxProcess>>

/** Returns the sandbox's settings. */
export const environmentOf = ({
  clock = '2026-06-15T09:00:00Z',
  seed = 'payproof',
  port = 0,
  controlKey,
  serviceUrl,
  optedInEmployers,
}: SandboxOptions): Record<string, string> => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  CLOCK: clock,
  SEED: seed,
  ...(controlKey && { CONTROL_KEY: controlKey }),
  ...(serviceUrl && { SERVICE_URL: serviceUrl }),
  ...(optedInEmployers && { OPTED_IN_EMPLOYERS: optedInEmployers }),
})

/** Starts the real sandbox in a separate process. The caller stops it. */
export async function openSandboxProcess(options: SandboxOptions = {}) {
  const { url, stop } = await startListening(main, environmentOf(options))
  return { ...sandboxAt(url), stop }
}

export type ListeningProgram = Awaited<ReturnType<typeof startListening>>

/** Starts a program and waits until it prints the URL at which it listens. The caller stops it. */
export async function startListening(path: string, settings: Record<string, string>) {
  const [program = '', ...args] = [...runAs(undefined, 'SIGKILL'), process.execPath, path]
  const env = { ...settings, ...compileCache }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = / at (http:\S+)$/.exec(line) ?? []
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`${path} ended before it listened`)), reject)
  })
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns calls and controls of a running sandbox. */
export function sandboxAt(url: string) {
  async function call(method: string, path: string, body?: unknown): Promise<SandboxReply> {
    const reply = await fetch(url + path, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { status: reply.status, body: isJson ? JSON.parse(text) : text }
  }

  /** Calls the control API; throws if the call fails. */
  async function control(method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await call(method, `/controls${path}`, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  return {
    url,
    call,
    control,
    setClock: async (now: string) => void (await control('PUT', '/clock', { now })),
    /** Advances the clock by a duration such as `P1M`, `P2W` or `PT90S`. */
    advance: async (advance: string) => void (await control('PUT', '/clock', { advance })),
    /** Overrides the person's behaviour as if they had used this password; null removes the override. */
    async behave(provider: string, userName: string, behaviour: string | null) {
      const path = `/providers/${provider}/behaviours/${userName}`
      await control(behaviour === null ? 'DELETE' : 'PUT', path, behaviour === null ? {} : { behaviour })
    },
    reset: async () => void (await control('POST', '/reset')),
  }
}
