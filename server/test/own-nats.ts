import { rmSync } from 'node:fs'
import { faultsOfNats } from '../../dev/faults/services.ts'
import { startNats } from '../../dev/services/nats.ts'
import { makeTestFolder } from '../../dev/services/test-folder.ts'
import { atEnd } from './at-end.ts'

/** Starts a separate NATS for tests that stop it. It ends with the test file. */
export async function startOwnNats() {
  const folder = makeTestFolder()
  const faults = faultsOfNats(await startNats({ folder }))
  atEnd(async () => {
    await faults.stopNats()
    rmSync(folder, { recursive: true, force: true })
  })
  return faults
}
