import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { createUser } from '../../../test/people.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import type { Tx } from './tenancy.ts'

const api = await startApi({}, 'api')

const lock = (tx: Tx, userId: string) => sql`select from users where id = ${userId} for update`.execute(tx)

test('a transaction that loses a deadlock is repeated', async () => {
  const { database, keyring } = await openCoreDependencies(api.config)
  atEnd(() => database.close())
  const { clientId } = api.world.clients.acme
  const tenant = database.tenant(
    clientId,
    { kind: 'operator', id: 'test', requestId: 'test' },
    await keyring.of(clientId),
  )
  const [one, other] = [await createUser(api.acme), await createUser(api.acme)]
  let attempts = 0
  let locked = 0
  let committed = 0
  const lockBoth = async (first: string, second: string) => {
    await tenant.transaction(async (tx) => {
      // The repeated transaction could lock its first row again before the other one gets it, which is a second deadlock.
      if (++attempts > 2) await expect.poll(() => committed).toBe(1)
      await lock(tx, first)
      locked++
      await expect.poll(() => locked).toBeGreaterThanOrEqual(2)
      await lock(tx, second)
    })
    committed++
  }
  await Promise.all([lockBoth(one.user_id, other.user_id), lockBoth(other.user_id, one.user_id)])
  expect(attempts).toBe(3)
})
