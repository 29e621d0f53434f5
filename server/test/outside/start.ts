import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export type Outside = {
  url: string
  /** Stops the process with SIGSTOP: connections stay open but get no response. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Starts a program of this folder, e.g. `vault.ts`, on a free port and waits until it listens. */
export async function startOutside(program: string, args: string[] = ['0']): Promise<Outside> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      const [, found] = /^listening (\d+)$/.exec(line) ?? []
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`${program} ended before it listened`)), reject)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
