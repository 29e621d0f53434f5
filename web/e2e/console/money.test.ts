import type { BankStatementSubmission, ExpenditureWorking, PayrollSubmission } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { dayOf, exactMoneyOf, moneyOf, monthOf, timeOf } from '../../ui/format.ts'
import { penceOf, textOf } from '../../ui/pence.ts'
import { readPdfPages } from '../sample-documents.ts'
import { inspect, inspectNarrow, openPopulatedConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests bank statements, the expenditure estimate and the report of one user against the API's responses.

const world = await openPopulatedConsole()
const { of, wilhelmina } = world
const dashiell = of('dashiell.pennyfeather')
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
    await says(console, 'a payslip has the same net pay within three days')
    await inspect(console)
    await inspectNarrow(console)

    await button(console, 'Show the figures').click()
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
      'a payslip has the same net pay within three days',
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
  for (const of of [cost_of_living, housing])
    for (const number of [of.slope, of.factor, of.index_value, of.index_base, of.price_factor])
      expect(text).toContain(number)
  for (const of of [cost_of_living, housing])
    for (const amount of [of.spent, of.adjusted, of.weekly, of.unrounded, of.amount])
      expect(text).toContain(exactMoneyOf(amount))
  for (const row of [table_rows.lower, table_rows.upper])
    for (const amount of [row.income, row.cost_of_living, row.housing])
      expect(text).toContain(exactMoneyOf(amount))
  for (const amount of [month.net_pay, month.weekly_net_pay, month.expenditure?.total])
    expect(text).toContain(exactMoneyOf(amount ?? ''))
  expect(text).toContain(month.age?.factor)
  expect(text).toContain(month.region?.country)
  expect(await rowsOf(console, /^Payslips that were not used/)).toHaveLength(working.unused_payslips.length)
  await page.getByText('Where the statistics come from').click()
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

/** Collects all amounts of a payslip by path. */
function moneyIn({ income_information }: PayrollSubmission) {
  const found: [path: string, amount: string][] = []
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) && !/(quantity|rate)$/.test(path))
      found.push([path, value])
    if (value && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`)
  }
  visit(income_information, 'income_information')
  return found
}

const methods: Record<string, string> = {
  provider: 'provider',
  computed: 'worked out',
  inferred: 'by a rule',
}

/** Prints the report and returns the text of each page. */
async function printed(console: Console) {
  await console.page.locator('.report').waitFor()
  return readPdfPages(await console.page.pdf({ preferCSSPageSize: true }))
}

test('report: in print every figure has its source, retrieval time, id and signature', patience, async () => {
  const all: PayrollSubmission[] = (await must('GET', `/payroll/${wilhelmina.user_id}?limit=100`))
    .payroll_submissions
  const newest =
    all
      .map(({ income_information }) => income_information.pay_date)
      .sort()
      .at(-1) ?? ''
  const since = new Date(
    Date.UTC(Number(newest.slice(0, 4)), Number(newest.slice(5, 7)) - 3, 1),
  ).toISOString()
  const payslips = all.filter(({ income_information }) => income_information.pay_date >= since)
  expect(payslips.length).toBe(4)
  const console = await world.signIn('Owner', { path: `${at(wilhelmina, 'report')}?months=3` })
  const pages = await printed(console)
  const { ext_id, forename, surname } = await must('GET', `/users/${wilhelmina.user_id}`)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`${forename} ${surname} · ${ext_id}`)
    expect(page).toContain(`Made ${dayOf(new Date().toISOString())}`)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  const printedText = pages.join(' ')
  for (const slip of payslips) {
    const { values } = await must('GET', `/payroll/${wilhelmina.user_id}/${slip.id}/provenance`)
    const traces = new Map<string, { method: string; page: number | null; confidence: string | null }>(
      values.map((one: { path: string }) => [one.path, one]),
    )
    // A payslip's block ends where the next number starts.
    const block = printedText
      .slice(printedText.indexOf('Annex A.'))
      .split(/(?= [PB]\d+\. )/)
      .find((text) => text.includes(`submission ${slip.id}`))
    expect(block).toContain(`fetched ${timeOf(slip.created_at)}`)
    expect(block).toContain('Record intact')
    expect(block).toContain(slip.document_id ? 'Uploaded payslip' : 'Fennelgate Payroll')
    for (const [path, amount] of moneyIn(slip)) {
      const { method = '', page, confidence } = traces.get(path) ?? {}
      const words = methods[method] ?? `page ${page}`
      const how = confidence ? `${words}, ${confidence}` : words
      expect(block, path).toContain(`${how} ${moneyOf(amount)}`)
    }
  }
  const [statement]: BankStatementSubmission[] = (await must('GET', `/bankstatements/${wilhelmina.user_id}`))
    .bank_statement_submissions
  if (!statement) throw new Error('there is no statement')
  const { values, document } = await must(
    'GET',
    `/bankstatements/${wilhelmina.user_id}/${statement.id}/provenance`,
  )
  const annex = printedText.slice(printedText.indexOf('Annex B.'))
  expect(annex).toContain(`submission ${statement.id}`)
  expect(annex).toContain(document.sha256)
  for (const [index, { amount }] of statement.transactions.entries()) {
    const trace = values.find(({ path }: { path: string }) => path === `transactions.${index}.amount`)
    expect(annex, String(index)).toContain(`page ${trace.page}, ${trace.confidence} ${bankMoney(amount)}`)
  }
  for (const amount of Object.values(statement.balance_information))
    expect(printedText).toMatch(new RegExp(`balance ${bankMoney(amount ?? '')} \\(page 1, \\w+\\)`))
  const { expenditures } = await must('GET', `/expenditure/${wilhelmina.user_id}/ons`)
  for (const { cost_of_living, housing, total } of expenditures.slice(0, 3))
    expect(printedText).toContain([cost_of_living, housing, total].map((amount) => moneyOf(amount)).join(' '))

  await inspect(console)
  await inspectNarrow(console)
  await console.page.evaluate('window.print = () => { document.title = "printed" }')
  await button(console, 'Save as PDF').click()
  await expect.poll(() => console.page.title(), soon).toBe('printed')
  await console.close()
})

test('report: tax years are shown separately from payslips, and as unsigned', patience, async () => {
  const { income_submissions } = await must('GET', `/taxauth/${dashiell.user_id}`)
  const { entries } = await must('GET', `/taxauth/entries?user_id=${dashiell.user_id}`)
  const console = await world.signIn('FullMember', { path: `${at(dashiell, 'report')}?months=3` })
  const printedText = (await printed(console)).join(' ')
  for (const [index, { id, entry_id, employment }] of income_submissions.entries()) {
    const ref = `T${index + 1}`
    for (const { employer_name, income, tax_paid } of employment.employers)
      expect(printedText).toMatch(
        new RegExp(`${ref} \\S+ ${employer_name} ${moneyOf(income)} ${moneyOf(tax_paid)}`),
      )
    expect(printedText).toContain(moneyOf(employment.total_income))
    const annex = printedText.slice(printedText.indexOf('Annex C.'))
    expect(annex).toContain(id)
    expect(annex).toContain('Not signed')
    const entry = entries.find((one: { entry_id: string }) => one.entry_id === entry_id)
    expect(annex).toMatch(new RegExp(`${ref} HMRC ${timeOf(entry.created_at)}`))
  }
  await console.close()
})

test('nothing yet, the role is too low, the service fails for once', patience, async () => {
  const newcomer = of('person.3')
  const console = await world.signIn('FullMember', { path: at(newcomer, 'statements') })
  const { page } = console
  for (const [section, words] of [
    ['statements', 'No bank statement yet'],
    ['expenditure', 'payroll periods are missing'],
    ['report', 'There is nothing to report yet'],
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
  for (const section of ['statements', 'expenditure', 'report?months=3']) {
    isDown = true
    await console.open(at(wilhelmina, section))
    await says(console, 'Not today')
    await says(console, 'r-78')
    isDown = false
    await button(console, 'Try again').first().click()
    await expect.poll(() => page.locator('tbody tr, .report').count(), soon).toBeGreaterThan(0)
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
