import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { startBankIncome } from '../../../test/features/bank-income.ts'

// In a file of its own, because it advances the clock of every account.
const world = await startBankIncome()
const { acme, consentAtBank, connectedBank, historyOf, setClock, settled, statementsOf, sandbox } = world

const dayMs = 86_400_000
const startedAt = Date.parse((await sandbox.control('GET', '/clock')).now)
const after = (days: number) => new Date(startedAt + days * dayMs).toISOString()

const keysOf = (statement: { transactions: { date: string; description: string; amount: string }[] }) =>
  statement.transactions.map(({ date, description, amount }) => `${date} ${description} ${amount}`)

test('a recurring check adds new transactions only; after 90 days the person consents again', async () => {
  const term = await acme('POST', '/authorisations/terms', {
    name: 'Again',
    authorisation_text: 'Again.',
    authorisation_category: 'recurring',
  })
  const recurring = { recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' }
  const { user_id, account_id } = await connectedBank(recurring)
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1', term_id: term.body.id })
  const { accounts } = (await acme('GET', `/accounts/recurring?user_id=${user_id}`)).body
  expect(accounts).toMatchObject([{ account_id }])
  const [first] = await statementsOf(user_id)
  await setClock(after(35))
  const [second] = await eventually(async () => {
    const statements = await statementsOf(user_id)
    return statements.length > 1 && statements
  }, 60_000)
  if (!first || !second) throw new Error('a statement is missing')
  expect(second.transactions.length).toBeGreaterThan(5)
  const known = new Set(keysOf(first))
  expect(
    keysOf(second).filter((key) => known.has(key) && key > `${first.statement_period.end_date}`),
  ).toEqual([])
  expect(second.statement_period.start_date).toBe(first.statement_period.end_date)
  expect(second.balance_information.opening_balance).toBe(first.balance_information.closing_balance)

  await setClock(after(91))
  await eventually(
    async () => (await acme('GET', `/accounts/${account_id}`)).body.status === 'EXPIRED',
    60_000,
  )
  expect((await historyOf(account_id))[0]).toBe('EXPIRED consent-ended')
  const again = await acme('POST', `/accounts/${account_id}/reconnect`, {})
  expect(again.status, again.text).toBe(200)
  expect((await consentAtBank(again.body.authorization_url)).status).toBe(200)
  await settled(account_id)
  expect((await acme('GET', `/accounts/${account_id}`)).body).toMatchObject({
    status: 'AUTHORISED',
    retrieval: { state: 'done' },
  })
  expect((await statementsOf(user_id)).length).toBeGreaterThan(2)
})
