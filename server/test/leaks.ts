// biome-ignore-all lint/style/noProcessEnv: changes of the environment are among the leaks.
import { createHook } from 'node:async_hooks'
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { takeDatabaseLeaks } from './leaks-database.ts'

/**
 * Test files share processes, so anything that a file leaves open affects the files after it. `snapshot` runs before
 * a file is loaded, and the function it returns lists what the file has left open since then.
 */

// Sockets, servers and child processes close asynchronously, and slowly on a busy machine.
const closingDeadlineMs = 20_000
const pollMs = 20

// Variables set by Vitest for each file or test, and by sharp when it is imported; they are not changes made by the
// test file.
const envOfLibraries = /^(VITEST|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|BASE_URL$|SSR$|VIPSHOME$)/

// The log library registers one `exit` listener for the whole process when the first file opens a log.
const sharedListeners = new Set(['exit', 'beforeExit'])

const globals = {
  Date: () => globalThis.Date,
  fetch: () => globalThis.fetch,
  setTimeout: () => globalThis.setTimeout,
  setInterval: () => globalThis.setInterval,
  'Math.random': () => Math.random,
  'process.cwd()': () => process.cwd(),
  'process.exit': () => process.exit,
}

// Stack traces of live timers. They are recorded only on request, because capturing one for every timer is too slow
// for every run.
const timerStacks = new Map<number, string>()
const isTracingTimers = process.env.TRACE_TIMERS === 'true'
if (isTracingTimers) {
  createHook({
    init(id, type) {
      if (type === 'Timeout') timerStacks.set(id, new Error('created').stack ?? '')
    },
    destroy: (id) => void timerStacks.delete(id),
  }).enable()
}

type Handle = object &
  Partial<Socket> &
  Partial<Server> & { spawnfile?: string; spawnargs?: string[]; stdio?: object[]; pid?: number }

// The test files of a process share one Chromium; tests that start their own check that it ends.
const sharedPrograms = /chromium/

// Node has no public API that returns the handles themselves; getActiveResourcesInfo returns only their types.
const activeHandles = () => (process as unknown as { _getActiveHandles(): Handle[] })._getActiveHandles()
const leakableHandles = () => {
  const all = activeHandles()
  const sharedProcesses = all.filter(({ spawnfile = '' }) => sharedPrograms.test(spawnfile))
  const shared = new Set<object>(sharedProcesses.flatMap((child) => [child, ...(child.stdio ?? [])]))
  return all.filter((handle) => !shared.has(handle))
}
const activeTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
const countListeners = () =>
  new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]))
const readGlobals = () =>
  new Map<string, unknown>(Object.entries(globals).map(([name, read]) => [name, read()]))

function describeHandle(handle: Handle) {
  if (handle.spawnargs) return `child process ${handle.pid}: ${handle.spawnargs.join(' ')}`
  if (handle.listening) return `server listening on ${JSON.stringify(handle.address?.())}`
  if (handle.remoteAddress) {
    return `socket ${handle.localAddress}:${handle.localPort} to ${handle.remoteAddress}:${handle.remotePort}`
  }
  return `open ${handle.constructor.name}`
}

export function snapshot() {
  const handles = new Set(activeHandles())
  const timers = activeTimers()
  const tracedTimers = new Set(timerStacks.keys())
  const listeners = countListeners()
  const env = { ...process.env }
  const values = readGlobals()

  function listOpen() {
    const open = leakableHandles()
      .filter((handle) => !handles.has(handle))
      .map(describeHandle)
    const added = activeTimers() - timers
    if (added > 0) open.push(`${added} timer(s) still running${traceTimers(tracedTimers)}`)
    for (const [event, count] of countListeners()) {
      const more = count - (listeners.get(event) ?? 0)
      if (more > 0 && !sharedListeners.has(event)) open.push(`${more} listener(s) on process for '${event}'`)
    }
    return open
  }

  /** Lists changes of global state and reverts them, so that one leak fails only one file. */
  function listAndRestoreState() {
    const changed: string[] = []
    if (vi.isFakeTimers()) {
      changed.push('fake timers are still on: call vi.useRealTimers()')
      vi.useRealTimers()
    }
    for (const [name, value] of readGlobals()) {
      if (value !== values.get(name)) changed.push(`${name} was replaced and not restored`)
    }
    for (const key of new Set([...Object.keys(env), ...Object.keys(process.env)])) {
      if (process.env[key] === env[key] || envOfLibraries.test(key)) continue
      changed.push(`process.env.${key} was changed and not restored`)
      if (env[key] === undefined) delete process.env[key]
      else process.env[key] = env[key]
    }
    return changed
  }

  return async (deadlineMs = closingDeadlineMs) => {
    const changed = listAndRestoreState()
    const until = performance.now() + deadlineMs
    let open = listOpen()
    while (open.length > 0 && performance.now() < until) {
      await sleep(pollMs)
      open = listOpen()
    }
    return [...changed, ...open, ...takeDatabaseLeaks()]
  }
}

function traceTimers(before: Set<number>) {
  if (!isTracingTimers) return ' (run again with TRACE_TIMERS=true to see where they were created)'
  return [...timerStacks].flatMap(([id, stack]) => (before.has(id) ? [] : [`\n${stack}`])).join('')
}

export function describeLeaks(file: string, leaks: string[]) {
  const list = leaks.map((leak) => `  - ${leak}`).join('\n')
  return `${file} leaves behind:\n${list}\nRelease it in the test, or register the release with atEnd(...) from server/test/at-end.ts.`
}
