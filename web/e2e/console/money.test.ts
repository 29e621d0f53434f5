import type { BankStatementSubmission, ExpenditureWorking } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { dayOf, exactMoneyOf, moneyOf, monthOf } from '../../ui/format.ts'
import { penceOf, textOf } from '../../ui/pence.ts'
import { inspect, inspectNarrow, openPopulatedConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests bank statements and the expenditure estimate of one user against the API's responses.

const world = await openPopulatedConsole()
const { of, wilhelmina } = world
const { must, call } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const at = (user: { user_id: string }, section: string) => `/users/${user.user_id}/${section}`
const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const bankMoney = (text: string) => moneyOf(text.replaceAll(',', ''))

/** Waits for a table and returns its rows as text. */
async function rowsOf({ page }: Console, caption: string | RegExp): Promise<string[][]> {
  const table = page.getByRole('table', { name: caption })
  await table.locator('tbody tr').first().waitFor()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
}

test(
  'statements: the balance of every day, the pay among the credits, and every line',
  patience,
  async () => {
    const { bank_statement_submissions } = await must('GET', `/bankstatements/${wilhelmina.user_id}`)
    const [statement] = bank_statement_submissions as BankStatementSubmission[]
    if (!statement) throw new Error('there is no statement')
    const { transactions, balance_information: balance } = statement
    const console = await world.signIn('FullMember', { path: at(wilhelmina, 'statements') })
    const { page } = console
    await says(console, 'Record intact')
    await says(console, 'It ends at the closing balance that is printed')
    await says(console, 'A payslip has the same net pay within three days')
    await inspect(console)
    await inspectNarrow(console)

    await button(console, 'View as table').click()
    const days = await rowsOf(console, 'Balance')
    let pence = penceOf(balance.opening_balance) ?? 0n
    const ends = new Map<string, bigint>([[statement.statement_period.start_date ?? '', pence]])
    for (const { date, amount } of transactions) {
      pence += penceOf(amount) ?? 0n
      ends.set(date, pence)
    }
    expect(days).toEqual([...ends].map(([date, end]) => [dayOf(date), moneyOf(textOf(end))]))
    expect(days.at(-1)?.[1]).toBe(bankMoney(balance.closing_balance ?? ''))

    const first = await rowsOf(console, /^Transactions/)
    await button(console, 'Next').click()
    await says(console, `51–${transactions.length} of ${transactions.length}`)
    const lines = [...first, ...(await rowsOf(console, /^Transactions/))]
    expect(lines.map(([date, description, , amount]) => [date, description, amount?.split('\n')[0]])).toEqual(
      transactions.map(({ date, description, amount }) => [dayOf(date), description, bankMoney(amount)]),
    )

    await page.getByRole('button', { name: 'Money in', exact: true }).click()
    const credits = transactions.filter(({ type }) => type === 'credit')
    await says(console, `1–${credits.length} of ${credits.length}`)
    const { matches } = await must('GET', `/users/${wilhelmina.user_id}/matches?limit=100`)
    const paid = new Set(
      matches.flatMap(({ bank_credit }: { bank_credit: { transaction_index: number } | null }) =>
        bank_credit ? [bank_credit.transaction_index] : [],
      ),
    )
    const shown = await rowsOf(console, /^Transactions/)
    expect(shown.filter(([, , what]) => what?.startsWith('Pay'))).toHaveLength(paid.size)
    const [pay] = await rowsOf(console, /^Money in/)
    expect(pay?.slice(0, 3)).toEqual([
      'Pay',
      'A payslip has the same net pay within three days',
      String(paid.size),
    ])
    await page.reload()
    await says(console, `1–${credits.length} of ${credits.length}`)
    await page
      .getByRole('link', { name: /^Brindlewick/ })
      .first()
      .click()
    await says(console, 'All payslips')
    await console.close()
  },
)

test('expenditure: every month, every number on the way, and why there is none', patience, async () => {
  const working: ExpenditureWorking = await must('GET', `/expenditure/${wilhelmina.user_id}/ons/working`)
  const console = await world.signIn('Admin', { path: at(wilhelmina, 'expenditure') })
  const { page } = console
  const months = await rowsOf(console, /^Estimates/)
  expect(months).toEqual(
    working.months.map(({ date, net_pay, expenditure: of }) => [
      monthOf(date),
      ...[net_pay, of?.cost_of_living, of?.housing, of?.total].map((amount) => moneyOf(amount ?? '')),
    ]),
  )
  const [, , month] = working.months
  if (!month?.cost_of_living || !month.housing || !month.table_rows) throw new Error('no estimate')
  await button(console, monthOf(month.date)).click()
  await says(console, `How we worked out ${monthOf(month.date)}`)
  const text = await page.locator('.working').textContent()
  const { cost_of_living, housing, table_rows } = month
  for (const part of [cost_of_living, housing])
    for (const number of [part.slope, part.factor, part.index_value, part.index_base, part.price_factor])
      expect(text).toContain(number)
  for (const part of [cost_of_living, housing])
    for (const amount of [part.spent, part.adjusted, part.weekly, part.unrounded, part.amount])
      expect(text).toContain(exactMoneyOf(amount))
  for (const row of [table_rows.lower, table_rows.upper])
    for (const amount of [row.income, row.cost_of_living, row.housing])
      expect(text).toContain(exactMoneyOf(amount))
  for (const amount of [month.net_pay, month.weekly_net_pay, month.expenditure?.total])
    expect(text).toContain(exactMoneyOf(amount ?? ''))
  expect(text).toContain(month.age?.factor)
  expect(text).toContain(month.region?.country)
  expect(await rowsOf(console, /^Payslips not used/)).toHaveLength(working.unused_payslips.length)
  await page.getByText('Sources of the statistics').click()
  for (const { sha256, credit } of working.model.tables) {
    await says(console, sha256)
    await says(console, credit)
  }
  await inspect(console)
  await inspectNarrow(console)

  const islander = of('marguerite.saltmarsh')
  const refused = await call('GET', `/expenditure/${islander.user_id}/ons/working`)
  expect(refused.status).toBe(404)
  await console.open(at(islander, 'expenditure'))
  await says(console, 'No estimate can be made')
  for (const reason of refused.body.errors) await says(console, reason)
  await inspect(console)
  await console.close()
})

test('nothing yet, the role is too low, the service fails for once', patience, async () => {
  const newcomer = of('person.3')
  const console = await world.signIn('FullMember', { path: at(newcomer, 'statements') })
  const { page } = console
  for (const [section, words] of [
    ['statements', 'No bank statement yet'],
    ['expenditure', 'payroll periods are missing'],
  ] as const) {
    await console.open(at(newcomer, section))
    await says(console, words)
    await inspect(console)
  }
  let isDown = true
  const reply = { status: 400, headers: { 'x-svc-error-code': 'invalid-request', 'x-request-id': 'r-78' } }
  await page.route(/\/(bankstatements|expenditure)\/[\w-]+(\?|$|\/ons)/, (route) =>
    isDown ? route.fulfill({ ...reply, body: '{"errors":["Not today"]}' }) : route.continue(),
  )
  for (const section of ['statements', 'expenditure']) {
    isDown = true
    await console.open(at(wilhelmina, section))
    await says(console, 'Not today')
    await says(console, 'r-78')
    isDown = false
    await button(console, 'Try again').first().click()
    await expect.poll(() => page.locator('tbody tr').count(), soon).toBeGreaterThan(0)
  }
  await console.close()

  const support = await world.signIn('Support', { path: at(wilhelmina, 'report') })
  for (const section of ['statements', 'expenditure', 'report']) {
    await support.open(at(wilhelmina, section))
    await says(support, 'Your role does not allow this')
  }
  await inspect(support)
  await support.close()
})
