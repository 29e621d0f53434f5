import { setTimeout as sleep } from 'node:timers/promises'
import { isListening } from '../services/ports.ts'
import { isAlive, ServiceError } from '../services/processes.ts'
import { freezeService } from './freeze.ts'

export type Service = {
  port: number
  pids(): number[]
  stop(): Promise<void>
  kill(): Promise<void>
}

export type ServiceFaultsOptions<Kind extends Service> = {
  name: string
  first: Kind
  /** Restarts the service on the same port and data. */
  start(before: Kind): Promise<Kind>
  /** Returns the memory of one of the service's processes, in bytes. */
  memoryOf(pid: number): number
}

const PORT_MS = 10_000

/** Returns faults that apply to any service. The handle changes with each restart. */
export function faultsOfService<Kind extends Service>(options: ServiceFaultsOptions<Kind>) {
  const { name, start, memoryOf } = options
  let current = options.first
  let thaw: (() => Promise<void>) | undefined

  const resume = async () => {
    await thaw?.()
    thaw = undefined
  }
  const stop = async () => {
    // A frozen service cannot handle the stop signal, so it is resumed first.
    await resume()
    await current.stop()
  }
  return {
    handle: () => current,
    stop,
    kill: async () => {
      await current.kill()
      await resume()
    },
    startAgain: async () => {
      const { port } = current
      await stop()
      await waitUntilFree(name, port)
      current = await start(current)
      if (current.port === port) return
      await current.stop()
      throw new ServiceError(`${name}: another process took port ${port}`)
    },
    pause: async () => {
      pidsOf(name, current)
      thaw ??= await freezeService(current.pids)
    },
    resume,
    memoryBytes: () =>
      pidsOf(name, current)
        .map((pid) => memoryUnlessGone(pid, memoryOf))
        .reduce((sum, bytes) => sum + bytes, 0),
  }
}

function pidsOf(name: string, service: Service): number[] {
  const pids = service.pids()
  if (pids.length > 0) return pids
  throw new ServiceError(`${name}: not running`)
}

function memoryUnlessGone(pid: number, memoryOf: (pid: number) => number): number {
  try {
    return memoryOf(pid)
  } catch (error) {
    if (isAlive(pid)) throw error
    return 0
  }
}

// The main thread of a killed server may have ended while another thread still holds the port.
async function waitUntilFree(name: string, port: number): Promise<void> {
  const deadline = performance.now() + PORT_MS
  while (await isListening(port)) {
    if (performance.now() > deadline) throw new ServiceError(`${name}: port ${port} was not released`)
    await sleep(10)
  }
}
