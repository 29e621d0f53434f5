import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { waitForOlderTransactions } from './states.ts'

test('waits for transactions of the service that are already open', async () => {
  const { config } = await startApi({}, 'api')
  const { database } = await openCoreDependencies(config)
  try {
    let hasEnded = false
    const opened = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const open = database.system(async (tx) => {
      await tx.selectFrom('clients').select('id').execute()
      opened.resolve()
      await released.promise
      hasEnded = true
    })
    await opened.promise
    const waiting = waitForOlderTransactions(database).then(() => hasEnded)
    setTimeout(released.resolve, 300)
    expect(await waiting).toBe(true)
    await open
  } finally {
    await database.close()
  }
})
