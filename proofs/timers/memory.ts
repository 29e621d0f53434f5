import { faultsOf } from '../../dev/faults/services.ts'
import type { ProofServices } from './costs.ts'
import type { TimersSetup } from './setup.ts'

/** Memory of each process in bytes. */
export type ProcessMemory = { dispatcher: number; worker: number; nats: number; postgres: number }

/**
 * Processes with a memory limit. PostgreSQL has none, because its buffers grow to their configured size and stay
 * full.
 */
export const measuredProcesses = ['dispatcher', 'worker', 'nats'] as const

const slackBytes = 30 * 1024 ** 2

export function openMemory(services: ProofServices, { dispatcher, worker }: TimersSetup) {
  const faults = faultsOf(services)
  return (): ProcessMemory => ({
    dispatcher: dispatcher.memoryBytes(),
    worker: worker.memoryBytes(),
    nats: faults.natsMemoryBytes(),
    postgres: faults.postgresMemoryBytes(),
  })
}

/** Returns the maximum memory, with tolerance for noise of heaps and pools. */
export const maxMemory = (beforeBytes: number) => 1.25 * beforeBytes + slackBytes

export function highestOf(samples: readonly ProcessMemory[]): ProcessMemory {
  const highest = (part: keyof ProcessMemory) => Math.max(...samples.map((sample) => sample[part]))
  return {
    dispatcher: highest('dispatcher'),
    worker: highest('worker'),
    nats: highest('nats'),
    postgres: highest('postgres'),
  }
}
