import type { IncomeSummary, PayrollSubmission, SubmissionProvenance } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { dayOf, moneyOf, monthOf } from '../../ui/format.ts'
import { register, submitDocument } from './people.ts'
import { inspect, inspectNarrow, openPopulatedConsole, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests income, payslips and tax years of one user against the API's responses.

const world = await openPopulatedConsole()
const { of, wilhelmina } = world
const dashiell = of('dashiell.pennyfeather')
const { must } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const at = (user: { user_id: string }, section: string) => `/users/${user.user_id}/${section}`
const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Waits for a table and returns its rows as text. */
async function rowsOf({ page }: Console, caption: string | RegExp): Promise<string[][]> {
  const table = page.getByRole('table', { name: caption })
  await table.locator('tbody tr').first().waitFor()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
}

const payslipsOf = async (user: { user_id: string }): Promise<PayrollSubmission[]> =>
  (await must('GET', `/payroll/${user.user_id}?limit=100`)).payroll_submissions

const employerOf = ({ employment_information }: PayrollSubmission) => employment_information.employer_name
const isUploaded = ({ document_id }: PayrollSubmission) => document_id !== null

test('income: one bar for each month, as counted by the summary, to the penny', patience, async () => {
  const payslips = await payslipsOf(wilhelmina)
  const { months }: IncomeSummary = await must('GET', `/users/${wilhelmina.user_id}/income`)
  const console = await world.signIn('FullMember', { path: at(wilhelmina, 'income') })
  const { page } = console
  // The table is shown before the comparison with the bank has arrived.
  await says(console, /seen in the bank/)
  const employments = await rowsOf(console, 'Employments')
  await inspect(console)
  await inspectNarrow(console)
  await button(console, 'Net pay').click()
  await expect.poll(() => page.locator('.recharts-bar-rectangle').count(), soon).toBeGreaterThan(20)
  await button(console, 'View as table').click()
  const shown = await rowsOf(console, /^Pay by month/)
  expect(shown.map((cells) => cells.slice(0, 3))).toEqual(
    months
      .toReversed()
      .map(({ month, gross, net }) => [
        monthOf(month),
        ...[gross, net].map((each) => (each ? moneyOf(each) : '—')),
      ]),
  )
  // Months that are left out of averages are marked. Which ones depends on the day of the test.
  const coverage = { complete: 'Complete', none: 'No pay' }
  expect(shown.map((cells) => cells[3])).toEqual(
    months
      .toReversed()
      .map(({ status, covered_days }) =>
        status === 'part' ? `Part month: ${covered_days} days` : coverage[status],
      ),
  )
  expect(new URL(page.url()).searchParams.get('show')).toBe('net')
  await page.reload()
  await says(console, 'Pay by month, net')

  const { matches } = await must('GET', `/users/${wilhelmina.user_id}/matches?limit=100`)
  const seen = (uploaded: boolean) =>
    matches.filter(
      ({ status, payroll }: { status: string; payroll: { document_id: string | null } }) =>
        status === 'matched' && (payroll.document_id !== null) === uploaded,
    ).length
  for (const uploaded of [true, false]) {
    const own = payslips.filter((one) => isUploaded(one) === uploaded)
    const [newest] = own
    if (!newest) throw new Error('there is no such payslip')
    const row = employments.find((cells) => (cells[4] === 'Uploaded payslip') === uploaded)?.join('\n')
    for (const text of [
      employerOf(newest),
      newest.employment_information.role ?? '—',
      `${moneyOf(newest.income_information.earnings.gross_pay ?? '')} gross`,
      uploaded ? `Document, trust ${newest.trust_score?.toLowerCase()}` : 'From the payroll',
      `${seen(uploaded)} of ${own.length} seen in the bank`,
    ])
      expect(row).toContain(text)
    const began = newest.employment_information.start_date
    expect(row).toContain(began ? dayOf(began) : 'Not stated')
  }
  await console.close()
})

test('a forged payslip is the first thing on the page of the person and in no figure', patience, async () => {
  const team = await startConsole()
  const person = await register(team, team.lender, 'marguerite.saltmarsh', 0)
  const { user_id } = person
  const { document_id } = await submitDocument(
    team,
    team.lender,
    person,
    'payslip',
    '&layout=plain&pay_date=2026-03-25&tamper=edited-amount',
  )
  const [slip]: PayrollSubmission[] = (await team.lender.must('GET', `/payroll/${user_id}`))
    .payroll_submissions
  const forged = moneyOf(slip?.income_information.earnings.net_pay ?? '')
  expect(forged).toMatch(/^£/)
  const console = await team.signIn('FullMember', { path: '/overview' })
  const { page } = console
  await page.locator('[data-kind="document-flagged"]').getByRole('link').first().waitFor()
  await expect
    .poll(async () => (await team.lender.must('GET', `/users/${user_id}/review`)).finding?.code, {
      timeout: 60_000,
    })
    .toBe('document-low-trust')
  await console.open('/users')
  await says(console, 'Low-trust document')
  await inspect(console)
  await page
    .getByRole('link', { name: /Saltmarsh/ })
    .first()
    .click()
  const first = page.locator('main section').first()
  await first.getByText('low trust score').waitFor()
  expect(await first.getAttribute('data-worst')).toBe('high')
  for (const section of ['', '/income', '/payslips', '/report']) {
    await console.open(`/users/${user_id}${section}`)
    await says(console, /low trust score/)
    await inspect(console)
    await inspectNarrow(console)
    if (section !== '/payslips') expect(await page.locator('main').textContent()).not.toContain(forged)
  }
  await console.open(`/users/${user_id}`)
  await page.getByRole('link', { name: 'View in document' }).click()
  expect(new URL(page.url()).pathname).toBe(`/console/users/${user_id}/documents/${document_id}`)
  await console.open(`/users/${user_id}`)
  await button(console, 'Include it').click()
  await page.getByLabel('Reason').fill('The employer confirmed it by phone.')
  await inspect(console)
  await button(console, 'Include').click()
  await says(console, /counts because it was included/)
  await says(console, /The employer confirmed it by phone/)
  await inspect(console)
  await console.close()
})

test("tax years: HMRC's figures beside those of the payslips", patience, async () => {
  const { income_submissions } = await must('GET', `/taxauth/${dashiell.user_id}`)
  const { tax_years } = await must('GET', `/users/${dashiell.user_id}/matches?limit=100`)
  const { entries } = await must('GET', `/taxauth/entries?user_id=${dashiell.user_id}`)
  const console = await world.signIn('Admin', { path: at(dashiell, 'tax') })
  const { page } = console
  // The payslips and the comparison arrive after HMRC's figures.
  await page
    .getByRole('link', { name: /^payslip of/ })
    .first()
    .waitFor()
  const [year] = income_submissions
  await says(console, moneyOf(year.employment.total_income))
  expect(entries[0].entry_id).toBe(year.entry_id)
  await says(console, dayOf(entries[0].created_at))
  const shown = await rowsOf(console, /^Employers in/)
  expect(shown).toHaveLength(year.employment.employers.length)
  const payslips: PayrollSubmission[] = []
  for (const offset of [1, 101])
    payslips.push(
      ...(await must('GET', `/payroll/${dashiell.user_id}?limit=100&offset=${offset}`)).payroll_submissions,
    )
  for (const [index, { employer_name, income, tax_paid }] of year.employment.employers.entries()) {
    const match = tax_years.find(
      (one: { tax_authority: { employer_name: string } }) =>
        one.tax_authority.employer_name === employer_name,
    )
    const last = payslips.find(({ id }) => id === match.payroll.submission_ids[0])
    const ni = last?.income_information.earnings.year_to_date?.total_ni_paid ?? ''
    const [, ...cells] = shown[index] ?? []
    expect(shown[index]?.[0]).toBe(employer_name)
    expect(cells.slice(0, 4)).toEqual(
      [income, tax_paid, match.payroll.income, match.payroll.tax_paid].map((amount) => moneyOf(amount)),
    )
    expect(cells[4]).toContain(moneyOf(ni))
    expect(match.strength).toBe('strong')
    expect(cells[5]).toBe('Income and tax agree')
  }
  await inspect(console)
  await inspectNarrow(console)

  // The same years appear in the income chart and among the employments.
  await page.getByRole('link', { name: 'Income', exact: true }).click()
  await says(console, 'From HMRC')
  await page.getByRole('button', { name: 'View as table' }).last().click()
  const years = await rowsOf(console, 'Taxable pay by tax year')
  expect(years.map(([, ...cells]) => cells.slice(0, 3))).toEqual(
    tax_years.map(
      ({
        tax_authority,
        payroll,
      }: {
        tax_authority: { employer_name: string; income: string }
        payroll: { income: string }
      }) => [tax_authority.employer_name, moneyOf(tax_authority.income), moneyOf(payroll.income)],
    ),
  )
  await inspect(console)
  await console.close()
})

test(
  'payslips: a list in pages, and each payslip with every line and where it comes from',
  patience,
  async () => {
    const barnaby = of('barnaby.thistlewick')
    const { total_count } = (await must('GET', `/payroll/${barnaby.user_id}?limit=1`)).pagination
    const console = await world.signIn('Owner', { path: at(barnaby, 'payslips') })
    const { page } = console
    await says(console, `1–50 of ${total_count}`)
    await inspect(console)
    await inspectNarrow(console)
    await button(console, 'Next').click()
    await says(console, `51–100 of ${total_count}`)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')

    const payslips = await payslipsOf(wilhelmina)
    const uploaded = payslips.find(isUploaded)
    const fetched = payslips.find((one) => !isUploaded(one))
    for (const slip of [uploaded, fetched]) {
      if (!slip) throw new Error('there is no such payslip')
      const provenance: SubmissionProvenance = await must(
        'GET',
        `/payroll/${wilhelmina.user_id}/${slip.id}/provenance`,
      )
      await console.open(at(wilhelmina, 'payslips'))
      await page.locator(`a[href$="${slip.id}"]`).click()
      await says(console, 'Record intact')
      const figures = await page.locator('.figure').allInnerTexts()
      const amounts = moneyIn(slip)
      expect(amounts.size).toBeGreaterThan(10)
      for (const [path, amount] of amounts) {
        const value = provenance.values.find((one) => one.path === path)
        const how = value && howShown(value)
        expect(
          figures.some((text) => text.startsWith(moneyOf(amount)) && text.includes(String(how))),
          `${path} ${amount} ${how}`,
        ).toBe(true)
      }
      for (const { description } of slip.income_information.deductions.deductions_elements)
        await says(console, description)
      await inspect(console)
    }
    await inspectNarrow(console)

    // A signed copy altered in transit fails verification.
    await page.route(/provenance\/signed/, async (route) => {
      const { jws } = await (await route.fetch()).json()
      const [head, body, signature] = jws.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      claims.submission.income_information.earnings.net_pay = '9999.99'
      const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
      await route.fulfill({ json: { jws: [head, changed, signature].join('.') } })
    })
    await page.reload()
    await says(console, 'Record changed')
    await says(console, '£9,999.99')
    await inspect(console)
    await console.close()
  },
)

/**
 * Returns the expected provenance text. A derived figure is described by its method, because it may name the pages of
 * its inputs.
 */
function howShown({ method, page, confidence }: SubmissionProvenance['values'][number]) {
  const words = { provider: 'provider', computed: 'worked out', inferred: 'by a rule' }
  return method in words ? words[method as keyof typeof words] : `page ${page}, ${confidence}`
}

/** Collects all amounts of a payslip by path. */
function moneyIn({ income_information }: PayrollSubmission) {
  const found = new Map<string, string>()
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) && !/(quantity|rate)$/.test(path))
      found.set(path, value)
    if (value && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`)
  }
  visit(income_information, 'income_information')
  return found
}

test('shows an empty state, a role that is too low, and a failed request', patience, async () => {
  const newcomer = of('person.3')
  const console = await world.signIn('FullMember', { path: at(newcomer, 'income') })
  const { page } = console
  for (const [section, words] of [
    ['income', 'No income data yet'],
    ['payslips', 'No payslips yet'],
    ['tax', 'No HMRC data yet'],
  ] as const) {
    await console.open(at(newcomer, section))
    await says(console, words)
    await inspect(console)
  }
  let isDown: string | undefined
  const reply = { status: 400, headers: { 'x-svc-error-code': 'invalid-request', 'x-request-id': 'r-77' } }
  await page.route(/\/(payroll|taxauth)\/[\w-]+(\?|$)/, (route) =>
    isDown && route.request().url().includes(isDown)
      ? route.fulfill({ ...reply, body: '{"errors":["Not today"]}' })
      : route.continue(),
  )
  for (const [section, failingPath] of [
    ['income', '/payroll/'],
    ['payslips', '/payroll/'],
    ['tax', '/taxauth/'],
  ] as const) {
    isDown = failingPath
    await console.open(at(dashiell, section))
    await says(console, 'Not today')
    await says(console, 'r-77')
    isDown = undefined
    await button(console, 'Try again').first().click()
    await expect.poll(() => page.locator('tbody tr, figure').count(), soon).toBeGreaterThan(0)
  }
  await console.close()

  const support = await world.signIn('Support', { path: at(wilhelmina, 'income') })
  for (const section of ['income', 'payslips', 'tax']) {
    await support.open(at(wilhelmina, section))
    await says(support, 'Your role does not allow this')
    expect(await support.page.getByRole('link', { name: 'Payslips', exact: true }).count()).toBe(0)
  }
  await inspect(support)
  await support.close()
})
