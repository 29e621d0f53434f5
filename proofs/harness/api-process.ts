import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const proofsFolder = new URL('../', import.meta.url)

/** Forks a program (path relative to proofs/) and waits until it sends `{listening: address}`. Its log is discarded. */
export async function startProcess(program: string, args: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(program, proofsFolder))
  const child = fork(path, args, {
    // biome-ignore lint/style/noProcessEnv: the child needs PATH; its own settings follow.
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { listening: string }).listening))
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  return { address, pid: child.pid, stop: () => stop(child) }
}

function stop(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}
