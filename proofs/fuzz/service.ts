import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MemoryReport } from '../programs/measured-service.ts'

const program = fileURLToPath(new URL('../programs/measured-service.ts', import.meta.url))

export type FuzzedService = Awaited<ReturnType<typeof startService>>

/** Starts API, worker and dispatcher in one process. Its log goes to a file, which explains unexpected errors. */
export async function startService(env: Record<string, string>, logFile: string) {
  const log = openSync(logFile, 'w')
  const child = fork(program, ['all'], {
    // biome-ignore lint/style/noProcessEnv: the child needs PATH; its own settings follow.
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', log, log, 'ipc'],
  })
  const ended = once(child, 'exit')
  const listening = once(child, 'message') as Promise<[{ listening: string }]>
  const crashed = ended.then(([code]) => {
    throw new Error(`the service ended with ${code}: ${readFileSync(logFile, 'utf8').slice(-2_000)}`)
  })
  crashed.catch(() => {})
  const [{ listening: address }] = await Promise.race([listening, crashed])
  return {
    address,
    async measureMemory() {
      const reply = once(child, 'message') as Promise<[MemoryReport]>
      child.send('memory')
      const [report] = await Promise.race([reply, crashed])
      return report
    },
    /** Returns the first logged error of a request. */
    explain(requestId: string) {
      const line = readFileSync(logFile, 'utf8')
        .split('\n')
        .find((text) => text.includes(requestId) && text.includes('"err"'))
      if (!line) return undefined
      const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } }
      return err?.stack ?? err?.message
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
