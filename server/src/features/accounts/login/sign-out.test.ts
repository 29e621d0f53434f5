import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { startAccounts } from '../../../../test/features/accounts.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { requireLockedAccount, storeSession } from '../service.ts'

const { acme, proxy, aPerson, connect, sql, config } = await startAccounts()
const { database, keyring } = await openCoreDependencies(config)
afterAll(() => database.close())
const signOut = 'DELETE /payroll/session'

test('signs out at every connected provider when a user is erased', async () => {
  const { user_id } = await aPerson()
  for (let n = 0; n < 2; n++) expect((await connect(user_id)).status).toBe(201)
  const before = proxy.count(signOut)
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  await eventually(() => proxy.count(signOut) === before + 2)
})

test('deletes an account whose session is too large to hand off', async () => {
  const { user_id } = await aPerson()
  const { account_id } = (await connect(user_id)).body
  const [{ client_id }] = await sql('select client_id from accounts where id = $1', [account_id])
  const actor = { kind: 'operator', id: 'a test', requestId: 'none' } as const
  const tenant = database.tenant(client_id, actor, await keyring.of(client_id))
  await tenant.transaction(async (tx) =>
    storeSession(tx, await requireLockedAccount(tx, account_id), {
      outcome: 'signed-in',
      session: 'c'.repeat(20_000),
      expiresAt: null,
    }),
  )
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
})
