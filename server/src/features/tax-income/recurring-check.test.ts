import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { startTaxIncome } from '../../../test/features/tax-income.ts'

// In a file of its own, because it advances the clock of every account.
const { acme, proxy, connected, entriesOf, incomeOf, setClock, sql } = await startTaxIncome()

const rowsOf = async (table: string, user_id: string) =>
  (await sql(`select count(*)::int as n from ${table} where user_id = $1`, [user_id]))[0].n

test('retrieves the next tax year in a recurring check and deletes everything with the user', async () => {
  const term = await acme('POST', '/authorisations/terms', {
    name: 'Again',
    authorisation_text: 'Again.',
    authorisation_category: 'recurring',
  })
  const recurring = { recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' }
  const { user_id, account_id } = await connected(recurring)
  const accepted = { user_id, user_agent: 'Browser 1', term_id: term.body.id }
  expect((await acme('POST', '/authorisations', accepted)).status).toBe(201)
  const { accounts } = (await acme('GET', `/accounts/recurring?user_id=${user_id}`)).body
  expect(accounts).toMatchObject([{ account_id, recurring_check_frequency: 'HOURLY' }])
  await setClock('2026-10-02T09:00:00.000Z')
  await eventually(async () => (await entriesOf(user_id)).length === 2)
  const years = (await incomeOf(user_id)).map(({ income_period }) => income_period.start.slice(0, 4))
  expect(years).toEqual(['2025', '2024'])
  // The access token had expired in the meantime, so it was renewed and the new one was stored.
  expect(proxy.count('POST /taxauth/oauth/token')).toBeGreaterThan(1)
  await acme('PATCH', `/users/${user_id}`, { taxauth_enabled: false })
  expect((await acme('GET', `/accounts/recurring?user_id=${user_id}`)).body.accounts).toEqual([])
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  for (const table of ['tax_income_entries', 'tax_income_submissions'])
    expect(await rowsOf(table, user_id)).toBe(0)
})
