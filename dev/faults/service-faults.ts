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
  /** Starts it on the port and the data of the one before. */
  start(before: Kind): Promise<Kind>
  /** The memory of one of its processes, in bytes. */
  memoryOf(pid: number): number
}

const PORT_MS = 10_000

/** What can be done to any service; its handle is another one after each start. */
export function faultsOfService<Kind extends Service>(options: ServiceFaultsOptions<Kind>) {
  const { name, start, memoryOf } = options
  let current = options.first
  let thaw: (() => Promise<void>) | undefined

  const resume = async () => {
    await thaw?.()
    thaw = undefined
  }
  const stop = async () => {
    // Frozen, it would not hear the signal.
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
      throw new ServiceError(`${name}: somebody else took its port ${port}`)
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
  throw new ServiceError(`${name}: it is not running`)
}

function memoryUnlessGone(pid: number, memoryOf: (pid: number) => number): number {
  try {
    return memoryOf(pid)
  } catch (error) {
    if (isAlive(pid)) throw error
    return 0
  }
}

// The first thread of a killed server may look dead while another still holds the port.
async function waitUntilFree(name: string, port: number): Promise<void> {
  const deadline = performance.now() + PORT_MS
  while (await isListening(port)) {
    if (performance.now() > deadline) throw new ServiceError(`${name}: its port ${port} is not given back`)
    await sleep(10)
  }
}
