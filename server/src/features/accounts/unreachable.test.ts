import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { refusal } from '../../../test/features/accounts.ts'
import { createUser } from '../../../test/people.ts'

// A port on which nothing listens any more.
const gone = createServer().listen(0, '127.0.0.1')
await once(gone, 'listening')
const { port } = gone.address() as AddressInfo
gone.close()
const { acme, sql } = await startApi({ SANDBOX_URL: `http://127.0.0.1:${port}` })

test('does not count an attempt when the provider cannot be reached', async () => {
  const { user_id } = await createUser(acme)
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { user_id, payroll_provider: 'sandbox-payroll', user_name: 'somebody', password: 'pass' }
  expect(refusal(await acme('POST', '/accounts', login))).toEqual([400, 'provider-unreachable'])
  expect(await sql('select used, held_by from login_attempts')).toEqual([{ used: 0, held_by: null }])
})
