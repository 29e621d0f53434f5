import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFrozen } from './process-figures.ts'

const FREEZE_MS = 5_000
// A server has to fork that many times while it is being frozen before we give up.
const MOST_ROUNDS = 20

/** Sends SIGSTOP and waits until all of them stand still. */
export async function freezeProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) send(pid, 'SIGSTOP')
  const deadline = performance.now() + FREEZE_MS
  while (!pids.every(isFrozen)) {
    if (performance.now() > deadline) throw new Error(`processes ${pids.join(', ')} do not stand still`)
    await sleep(2)
  }
}

/**
 * Freezes a service with all of its processes, also those that it starts meanwhile; gives back how to thaw
 * it. Should we die before that, a guard thaws it: a frozen service would not hear that it has to end.
 */
export async function freezeService(findPids: () => number[]): Promise<() => Promise<void>> {
  const guard = startGuard()
  const frozen = new Set<number>()
  const thaw = async () => {
    for (const pid of frozen) send(pid, 'SIGCONT')
    guard.stdin?.end()
    guard.ref()
    if (guard.exitCode === null && guard.signalCode === null) await once(guard, 'exit')
  }
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const found = findPids().filter((pid) => !frozen.has(pid))
      if (found.length === 0) return thaw
      for (const pid of found) {
        frozen.add(pid)
        guard.stdin?.write(`${pid}\n`)
      }
      await freezeProcesses(found)
    }
    throw new Error(`the service still started processes after ${MOST_ROUNDS} rounds of freezing`)
  } catch (error) {
    await thaw()
    throw error
  }
}

/** Reads pids until its input ends, which it does with us, and lets them run on. In a session of its own. */
function startGuard(): ChildProcess {
  const script = 'while read -r pid; do pids="$pids $pid"; done; kill -s CONT $pids'
  const guard = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.stdin?.on('error', () => {})
  guard.unref()
  return guard
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
