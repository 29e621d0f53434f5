import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './programs.ts'

/** Error of a service that could not start or stop; the message includes the end of its log. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}

export type StartedProcess = {
  pid: number
  program: string
  logFile: string
  /** Returns the exit status ("exit code 1", "signal SIGKILL"); undefined while the process runs. */
  ending(): string | undefined
}

export type ProcessOptions = {
  program: string
  args: string[]
  folder: string
  logFile: string
  /** Signal that the kernel sends to the program if this process dies first. */
  deathSignal: NodeJS.Signals
  /** User to run the program as; only root can change the user. */
  user?: string
  /** Environment variables that are added to those of this process. */
  env?: Record<string, string>
}

/**
 * Starts a program in its own session, so that Ctrl-C reaches only this process, which then stops the services in
 * order. If this process is killed, the kernel sends the program its death signal.
 */
export function startProcess(options: ProcessOptions): StartedProcess {
  const { program, args, folder, logFile, deathSignal, user, env = {} } = options
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`)
  const log = openSync(logFile, 'a', 0o600)
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const setVariables = variables.length > 0 ? ['env', ...variables] : []
  const command = [...runAs(user, deathSignal), ...setVariables, program, ...args]
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

/** Returns a command prefix (setpriv) that changes the user and sets the parent-death signal. */
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
 * Signals processes and waits until they have exited; after the timeout sends SIGKILL. Returns whether all of them
 * exited in time.
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
 * Returns the start time of a live process in kernel ticks. Only pid and start time together identify a process,
 * because pids are reused. A zombie counts as dead, because in a container it may never be reaped.
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
 * Finds live processes whose command line matches, e.g. those left by a killed run. Unlike the working directory, the
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

/** Finds processes that run this program with this exact argument, usually a path inside our folder. */
export function findProcessesOf(program: string, argument: string): number[] {
  return findProcesses((args) => basename(args[0] ?? '') === program && args.includes(argument))
}

/**
 * Returns a short identifier of a folder that is safe as an argument of any program, whatever characters the path
 * contains.
 */
export function markOf(folder: string): string {
  return `payproof-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}
