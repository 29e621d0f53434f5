import { faultsOf } from '../../dev/faults/services.ts'
import type { Services } from './costs.ts'
import type { Site } from './setup.ts'

/** In bytes. */
export type Memory = { dispatcher: number; worker: number; nats: number; postgres: number }

/** PostgreSQL has no bar: its buffers fill up to what it was given, and stay full. */
export const judged = ['dispatcher', 'worker', 'nats'] as const

const slackBytes = 30 * 1024 ** 2

export function openMemory(services: Services, { dispatcher, worker }: Site) {
  const faults = faultsOf(services)
  return (): Memory => ({
    dispatcher: dispatcher.memoryBytes(),
    worker: worker.memoryBytes(),
    nats: faults.natsMemoryBytes(),
    postgres: faults.postgresMemoryBytes(),
  })
}

/** Some growth is noise of heaps and pools. */
export const maxMemory = (beforeBytes: number) => 1.25 * beforeBytes + slackBytes

export function highestOf(samples: readonly Memory[]): Memory {
  const highest = (part: keyof Memory) => Math.max(...samples.map((sample) => sample[part]))
  return {
    dispatcher: highest('dispatcher'),
    worker: highest('worker'),
    nats: highest('nats'),
    postgres: highest('postgres'),
  }
}
