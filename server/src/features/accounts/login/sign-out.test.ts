import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { startAccounts } from '../../../../test/features/accounts.ts'
import { openFoundation } from '../../../process/dependencies.ts'
import { holdAccount, storeSession } from '../service.ts'

const { acme, between, aPerson, connect, sql, config } = await startAccounts()
const { database, keyring } = await openFoundation(config)
afterAll(() => database.close())
const signOut = 'DELETE /payroll/session'

test('who is erased is signed out at every provider they were connected to', async () => {
  const { user_id } = await aPerson()
  for (let n = 0; n < 2; n++) expect((await connect(user_id)).status).toBe(201)
  const before = between.count(signOut)
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  await eventually(() => between.count(signOut) === before + 2)
})

test('a session that is too large to be handed on does not keep an account from being deleted', async () => {
  const { user_id } = await aPerson()
  const { account_id } = (await connect(user_id)).body
  const [{ client_id }] = await sql('select client_id from accounts where id = $1', [account_id])
  const actor = { kind: 'operator', id: 'a test', requestId: 'none' } as const
  const tenant = database.tenant(client_id, actor, await keyring.of(client_id))
  await tenant.transaction(async (tx) =>
    storeSession(tx, await holdAccount(tx, account_id), {
      outcome: 'signed-in',
      session: 'c'.repeat(20_000),
      endsAt: null,
    }),
  )
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
})
