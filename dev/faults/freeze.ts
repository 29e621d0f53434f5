import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFrozen } from './process-figures.ts'

const FREEZE_MS = 5_000
// Maximum number of rounds. A server may fork while it is being frozen, so freezing is repeated until no new process
// appears.
const MAX_ROUNDS = 20

/** Sends SIGSTOP and waits until every process has stopped. */
export async function freezeProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) send(pid, 'SIGSTOP')
  const deadline = performance.now() + FREEZE_MS
  while (!pids.every(isFrozen)) {
    if (performance.now() > deadline) throw new Error(`processes ${pids.join(', ')} did not freeze`)
    await sleep(2)
  }
}

/**
 * Freezes all processes of a service, including any that it forks during the freeze, and returns a function that
 * resumes them. If this process dies first, a guard process resumes the service, because a frozen process cannot
 * handle a termination signal.
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
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const newPids = findPids().filter((pid) => !frozen.has(pid))
      if (newPids.length === 0) return thaw
      for (const pid of newPids) {
        frozen.add(pid)
        guard.stdin?.write(`${pid}\n`)
      }
      await freezeProcesses(newPids)
    }
    throw new Error(`the service still started processes after ${MAX_ROUNDS} rounds of freezing`)
  } catch (error) {
    await thaw()
    throw error
  }
}

/**
 * Starts a process that reads pids until its standard input closes, which happens when this process dies, and then
 * sends them SIGCONT.
 */
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
