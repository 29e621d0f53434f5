import { setTimeout as sleep } from 'node:timers/promises'
import type { SmallDisk } from '../../dev/faults/small-disk.ts'

const refillEveryMs = 50
const pollMs = 20
const recoveryLimitMs = 300_000
/** Acknowledgements after which the service counts as recovered: more than the requests that may still be in flight. */
const minAcknowledged = 50

/**
 * Keeps the disks full for a while, then frees them and waits until requests are acknowledged again. Returns how many
 * were acknowledged while the disks were full and how long the recovery took.
 */
export async function runOutage(options: {
  disks: readonly SmallDisk[]
  fullForMs: number
  acknowledged(): number
}) {
  const { disks, fullForMs, acknowledged } = options
  const before = acknowledged()
  const fullUntil = performance.now() + fullForMs
  while (performance.now() < fullUntil) {
    for (const disk of disks) disk.fill()
    await sleep(refillEveryMs)
  }
  for (const disk of disks) disk.free()
  const freedAt = performance.now()
  const atFree = acknowledged()
  while (acknowledged() < atFree + minAcknowledged) {
    if (performance.now() - freedAt > recoveryLimitMs) throw new Error('the service did not recover')
    await sleep(pollMs)
  }
  return {
    fullForMs,
    acknowledgedWhileFull: atFree - before,
    recoveryMs: Math.round(performance.now() - freedAt),
  }
}
