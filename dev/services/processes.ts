import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './programs.ts'

/** A service could not start or stop; the message includes the end of its log. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

export type StartedProcess = {
  pid: number
  program: string
  logFile: string
  /** Exit status ("exit code 1", "signal SIGKILL"); undefined while it runs. */
  ending(): string | undefined
}

export type ProcessOptions = {
  program: string
  args: string[]
  folder: string
  logFile: string
  /** The signal that the kernel sends the program if we die first. */
  deathSignal: NodeJS.Signals
  /** Run as this user; only root can. */
  user?: string
}

/**
 * Starts a program in its own session, so that Ctrl-C reaches only us and we stop the services in order. If we are killed,
 * the kernel sends the program its death signal.
 */
export function startProcess(options: ProcessOptions): StartedProcess {
  const { program, args, folder, logFile, deathSignal, user } = options
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`)
  const log = openSync(logFile, 'a', 0o600)
  const command = [...runAs(user, deathSignal), program, ...args]
  let ending: string | undefined
  let child: ChildProcess
  try {
    child = spawn(command[0] ?? program, command.slice(1), {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
  child.on('error', (error) => {
    ending = error.message
  })
  child.on('exit', (code, signal) => {
    ending = signal ? `signal ${signal}` : `exit code ${code}`
  })
  // A test run that forgets stop() must still be able to exit; the kernel then signals the program.
  child.unref()
  return { pid: child.pid ?? 0, program: basename(program), logFile, ending: () => ending }
}

/** Command prefix (setpriv) that changes the user and sets the parent-death signal. */
export function runAs(user: string | undefined, deathSignal?: NodeJS.Signals): string[] {
  const setpriv = findProgram('setpriv')
  if (!setpriv) {
    if (user) throw new ServiceError(`setpriv (Debian package util-linux) is needed to run as ${user}`)
    return []
  }
  const options: string[] = []
  if (user) options.push(`--reuid=${user}`, `--regid=${user}`, '--clear-groups')
  if (deathSignal) options.push('--pdeathsig', deathSignal.replace('SIG', ''))
  return options.length > 0 ? [setpriv, ...options, '--'] : []
}

/** Polls until the check returns true; throws if the process exits first or the timeout passes. */
export async function waitUntilReady(
  service: string,
  process: StartedProcess,
  timeoutMs: number,
  isReady: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const ending = process.ending()
    if (ending)
      throw failure(service, `${process.program} ended during its start (${ending})`, process.logFile)
    if (await isReady()) return
    if (Date.now() > deadline) {
      throw failure(service, `${process.program} was not ready after ${timeoutMs / 1000} s`, process.logFile)
    }
    await sleep(20)
  }
}

function failure(service: string, problem: string, logFile: string): ServiceError {
  const lastLines = lastLinesOf(logFile)
  const ending = lastLines ? `; its last lines:\n${lastLines}` : ', which is empty'
  return new ServiceError(`${service}: ${problem}. Log: ${logFile}${ending}`)
}

function lastLinesOf(file: string, count = 12): string {
  if (!existsSync(file)) return ''
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines
    .slice(-count)
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .trimEnd()
}

/**
 * Signals processes and waits until they have exited; after the timeout sends SIGKILL.
 * Returns whether all of them exited in time.
 */
export async function stopProcesses(
  pids: readonly number[],
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<boolean> {
  for (const pid of pids) send(pid, signal)
  if (await areGone(pids, timeoutMs)) return true
  for (const pid of pids) send(pid, 'SIGKILL')
  if (await areGone(pids, 10_000)) return signal === 'SIGKILL'
  throw new ServiceError(`processes ${pids.filter(isAlive).join(', ')} could not be killed`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function areGone(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (pids.some(isAlive)) {
    if (Date.now() > deadline) return false
    await sleep(15)
  }
  return true
}

export function isAlive(pid: number): boolean {
  return startTimeOf(pid) !== undefined
}

/**
 * Start time of a live process in kernel ticks. Pid and start time identify a process uniquely, because pids are reused.
 * A zombie counts as dead: in a container it may never be reaped.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the process name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/**
 * Live processes whose command line matches. Finds what a killed run left behind; unlike the working directory, the
 * command line is readable across users and inside containers.
 */
export function findProcesses(matches: (args: readonly string[]) => boolean): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return matches(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) && isAlive(pid)
    } catch {
      return false
    }
  })
}

/** Processes running this program with this exact argument, usually a path inside our folder. */
export function findProcessesOf(program: string, argument: string): number[] {
  return findProcesses((args) => basename(args[0] ?? '') === program && args.includes(argument))
}

/** A short identifier of a folder, safe as an argument of any program whatever characters the path contains. */
export function markOf(folder: string): string {
  return `payproof-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}
