import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { createUser } from '../../../test/people.ts'

const api = await startApi({}, 'api')

// Simulates an older process while a newer one migrates: the older process has `select *` prepared on every
// connection.
test('requests succeed after a migration changed the result type of prepared statements', async () => {
  const { user_id } = await createUser(api.acme)
  const consent = () => api.acme('POST', '/authorisations', { user_id, user_agent: 'test' })
  const list = () => api.acme('GET', `/authorisations?user_id=${user_id}`)
  const both = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => (n % 2 ? list() : consent())))
  const statuses = async (count: number) => new Set((await both(count)).map(({ status }) => status))

  expect(await statuses(40)).toEqual(new Set([200, 201]))
  const before = (await list()).body.pagination.total_count
  await api.sql('alter table authorisations add column shade text')
  expect(await statuses(40)).toEqual(new Set([200, 201]))
  await api.sql("alter table authorisations add column tone text not null default 'plain'")
  expect(await statuses(40)).toEqual(new Set([200, 201]))
  // Each failed request was rolled back before it was repeated, so none was applied twice.
  expect((await list()).body.pagination.total_count).toBe(before + 40)
})
