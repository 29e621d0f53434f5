import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a program of ours that says `{listening: address}` when it is ready, with its log thrown away. */
export async function startProcess(program: string, words: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = fork(path, words, {
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
