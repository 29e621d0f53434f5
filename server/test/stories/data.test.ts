import { expect, test } from 'vitest'
import { signInAtAuthority } from '../authority.ts'
import { eventually } from '../engine.ts'
import { writeUnlimitedCatalogue } from '../features/tax-income.ts'
import { leaveForProvider } from '../oauth2-start.ts'
import { startObjects } from '../objects.ts'
import { aUser } from '../people.ts'
import { contentOf, payslipsOf, personOf, rollingOf, type TruePayslip } from './truth.ts'
import { openStoryWorld } from './world.ts'

// Compares every value that the API returns with the sandbox's own data: payslips, tax years and bank statements of
// hundreds of invented people. The sandbox's seed is its default, so `person.1` is the same person on every machine.

const now = '2026-11-16T09:00:00Z'
const { settings } = await startObjects()
const world = await openStoryWorld(now, { ...settings, CATALOGUE: writeUnlimitedCatalogue() })
const { sandbox } = world
const client = await world.aClient()
const hour = { timeout: 3_600_000 }

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the work for each item, at most `lanes` at a time. */
async function forEach<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>) {
  const queue = items.values()
  const run = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, run))
}

async function registered(changes: object = {}) {
  const { user_id } = await client.must('POST', '/users', aUser({ payroll_period_months: 36, ...changes }))
  await client.must('POST', '/authorisations', { user_id, user_agent: 'data test' })
  return user_id as string
}

const person = (n: number) => `person.${n}`
const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => person(first + n))

/** Finds invented people with pay in the 36 months that a first retrieval covers. */
async function paidPeople(first: number, count: number) {
  const since = '2023-11-16'
  const people: { user_name: string; payslips: TruePayslip[] }[] = []
  for (let n = first; people.length < count; n++) {
    const all = await payslipsOf(sandbox, person(n))
    const payslips = all.filter(({ paid_on }) => paid_on >= since)
    if (payslips.length > 0) people.push({ user_name: person(n), payslips })
  }
  return people
}

const byPayslip = (one: { income_information: object }) => JSON.stringify(one.income_information)

test('payslips of 40 people equal the sandbox, value by value', hour, async () => {
  const people = await paidPeople(101, 40)
  let compared = 0
  await forEach(people, 4, async ({ user_name, payslips }) => {
    const user_id = await registered()
    const login = { payroll_provider: 'sandbox-payroll', user_name, password: 'pass' }
    const { account_id } = await client.must('POST', '/accounts', { user_id, ...login })
    await eventually(
      async () => (await client.must('GET', `/accounts/${account_id}`)).retrieval.state === 'done',
      120_000,
    )
    const { identity } = await personOf(sandbox, user_name)
    const expected = payslips.map((payslip) => {
      const { income_information, ...rest } = contentOf(payslip, 'sandbox-payroll', identity.title as string)
      const rolling_12m_income = rollingOf(payslip, payslips)
      const earnings = { ...income_information.earnings, rolling_12m_income }
      return { ...rest, income_information: { ...income_information, earnings } }
    })
    const stored = await allSubmissions(user_id)
    const shown = stored.map(({ id: _, entry_id: _e, account_id: _a, created_at: _c, ...rest }) => rest)
    expect(inOrder(shown), user_name).toEqual(inOrder(expected))
    compared += shown.length
  })
  print(`payslips: ${compared} of ${people.length} people compared, 0 differences`)
  expect(compared).toBeGreaterThanOrEqual(1_000)
})

type StoredSubmission = { id: string; entry_id: string; account_id: string; created_at: string } & {
  income_information: object
}

async function allSubmissions(user_id: string) {
  const all: StoredSubmission[] = []
  for (;;) {
    const page = await client.must('GET', `/payroll/${user_id}?offset=${all.length + 1}`)
    all.push(...page.payroll_submissions)
    if (all.length >= page.pagination.total_count) return all
  }
}

const inOrder = <T extends { income_information: object }>(list: T[]) =>
  list.toSorted((one, other) => (byPayslip(one) < byPayslip(other) ? -1 : 1))

test('tax years of 32 people equal the sums of their payslips', hour, async () => {
  const people = await paidPeople(301, 32)
  let years = 0
  await forEach(people, 2, async ({ user_name }) => {
    const { identity } = await personOf(sandbox, user_name)
    const user_id = await registered({ taxauth_enabled: true })
    const extra_login_params = {
      unique_tax_reference: identity.unique_tax_reference,
      ni_number: identity.ni_number,
    }
    const account = await client.must('POST', '/accounts', {
      user_id,
      payroll_provider: 'taxauth',
      extra_login_params,
    })
    await signIn(account.authorization_url, user_name)
    await eventually(
      async () => (await client.must('GET', `/accounts/${account.account_id}`)).retrieval.state === 'done',
      120_000,
    )
    const { income_submissions } = await client.must('GET', `/taxauth/${user_id}?limit=100`)
    const payslips = await payslipsOf(sandbox, user_name)
    for (const { income_period, employment } of income_submissions) {
      const expected = employersIn(income_period.start.slice(0, 4), payslips)
      expect(employment.employers.toSorted(byEmployer), user_name).toEqual(expected.toSorted(byEmployer))
      expect(employment.total_income).toBe(
        decimal(expected.reduce((sum, { income }) => sum + pence(income), 0)),
      )
    }
    const retrieved = income_submissions.map((one: { income_period: { start: string } }) =>
      one.income_period.start.slice(0, 4),
    )
    // Figures of the tax year before last have been available since June.
    if (employersIn('2024', payslips).length > 0) expect(retrieved, user_name).toContain('2024')
    years += income_submissions.length
  })
  print(`tax years: ${years} of ${people.length} people compared, 0 differences`)
  expect(people.length).toBeGreaterThanOrEqual(30)
  expect(years).toBeGreaterThanOrEqual(30)
})

async function signIn(authorization_url: string, userName: string) {
  const left = await leaveForProvider(async (path, headers) => {
    const reply = await fetch(new URL(path, authorization_url), { redirect: 'manual', headers })
    return { status: reply.status, text: await reply.text(), headers: Object.fromEntries(reply.headers) }
  }, authorization_url)
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  const returned = await fetch(back, { redirect: 'manual', headers: { cookie } })
  expect(returned.status).toBeLessThan(400)
}

const pence = (amount: string) => Math.round(Number(amount) * 100)
const decimal = (whole: number) => (whole / 100).toFixed(2)

/**
 * Returns the employers in a tax year. Taxable pay and tax are the year-to-date figures on the last payslip of each
 * employment.
 */
function employersIn(year: string, payslips: readonly TruePayslip[]) {
  const last = new Map<string, TruePayslip>()
  for (const payslip of payslips.toReversed())
    if (payslip.tax_year.startsWith(year)) last.set(payslip.employment.employment_id as string, payslip)
  return [...last.values()].map(({ employment, year_to_date }) => ({
    employer_name: employment.employer.legal_name as string,
    income: year_to_date.taxable as string,
    tax_paid: year_to_date.income_tax as string,
  }))
}

const byEmployer = (one: { employer_name: string }, other: { employer_name: string }) =>
  one.employer_name.localeCompare(other.employer_name)

const maxFiles = 12
/**
 * Layouts of which many statements are tested, because they were once misread: pots or daily balances are on a
 * separate page.
 */
const manyOf: Record<string, number> = { pebble: 520, umber: 520 }
const someOf = 20

test('bank statements of every layout equal the sandbox', hour, async () => {
  const layouts: string[] = (await sandbox.control('GET', '/layouts')).statements.map(
    ({ id }: { id: string }) => id,
  )
  expect(layouts.length).toBe(14)
  const wanted = layouts.flatMap((layout) =>
    range(1, manyOf[layout] ?? someOf).map((user_name) => ({ layout, user_name })),
  )
  const batches = Array.from({ length: Math.ceil(wanted.length / maxFiles) }, (_, n) =>
    wanted.slice(n * maxFiles, (n + 1) * maxFiles),
  )
  const compared = new Map<string, number>()
  const differences: string[] = []
  let done = 0
  await forEach(batches, 3, async (batch) => {
    const documents = await Promise.all(batch.map(makeStatement))
    const stored = await upload(documents)
    for (const { layout, id, truth } of documents) {
      const submission = stored.get(id)
      const isEqual = submission !== undefined && factsOf(submission) === factsOf(truth)
      if (!isEqual) differences.push(`${id}: ${submission ? 'other values' : 'refused'}`)
      compared.set(layout, (compared.get(layout) ?? 0) + 1)
    }
    done += batch.length
    if (done % 240 === 0) print(`bank statements: ${done} of ${wanted.length}`)
  })
  const counts = [...compared].map(([layout, count]) => `${layout} ${count}`).join(', ')
  print(`bank statements: ${wanted.length} compared (${counts}), ${differences.length} differences`)
  expect(differences).toEqual([])
})

// biome-ignore lint/suspicious/noExplicitAny: the sandbox's answer has the same fields as the submission.
type Statement = any

async function makeStatement({ layout, user_name }: { layout: string; user_name: string }) {
  const address = `${sandbox.url}/controls/documents/statement`
  const query = `user_name=${user_name}&layout=${layout}&month=2026-10`
  const file = await retried(() => fetch(`${address}?${query}`))
  const bytes = Buffer.from(await file.arrayBuffer())
  const { truth } = (await (await retried(() => fetch(`${address}.json?${query}`))).json()) as {
    truth: Statement
  }
  return { layout, id: `${layout} ${user_name}`, bytes, truth }
}

/** Retries a request. The sandbox generates eight documents at a time and rejects further requests. */
function retried(send: () => Promise<Response>) {
  return eventually(async () => {
    const reply = await send()
    if (reply.status === 503) return false
    expect(reply.status).toBe(200)
    return reply
  }, 120_000)
}

async function upload(documents: readonly { id: string; bytes: Buffer<ArrayBuffer> }[]) {
  const user_id = await registered()
  const asUser = await world.asUser(client, user_id)
  const files = documents.map(({ id, bytes }) => ({
    file_name: `${id}.pdf`,
    external_id: id,
    bytes: bytes.length,
  }))
  const presigned = await asUser('PUT', '/documents/bank-statements/presign', { files })
  expect(presigned.status, presigned.text).toBe(200)
  const uploads = presigned.body.presigned_urls as {
    presigned_url: string
    path: string
    headers: Record<string, string>
  }[]
  for (const [n, { presigned_url, headers }] of uploads.entries()) {
    const body = documents[n]?.bytes as Buffer<ArrayBuffer>
    expect((await fetch(presigned_url, { method: 'PUT', headers, body })).status).toBe(200)
  }
  const submitted = await asUser('PUT', '/documents/bank-statements', {
    files: uploads.map(({ path }) => ({ path })),
  })
  expect(submitted.status, submitted.text).toBeLessThan(300)
  const errors = submitted.body.bank_statement_errors as { code: string }[]
  const unread = errors.filter(({ code }) => code !== 'still-processing').length
  // Files that take longer to read than the request are stored later.
  const all = await eventually(async () => {
    const page = await client.must('GET', `/bankstatements/${user_id}`)
    return page.pagination.total_count >= documents.length - unread && page.bank_statement_submissions
  }, 300_000)
  return new Map<string, Statement>(
    all.map((submission: Statement) => [submission.document_external_id, submission]),
  )
}

/**
 * Returns account, period, balances and every transaction. Two transactions of one day may be printed in either
 * order.
 */
function factsOf({
  account_information,
  statement_period,
  balance_information,
  transactions,
}: Statement): string {
  const { account_holder_name, account_number, sort_code, bank_name, iban } = account_information
  const { start_date, end_date } = statement_period
  const rows = transactions.map(({ date, description, amount, type }: Record<string, string>) =>
    [date, description, amount, type].join('|'),
  )
  return JSON.stringify([
    [account_holder_name, account_number, sort_code, bank_name, iban],
    [start_date, end_date],
    [balance_information.opening_balance, balance_information.closing_balance],
    rows.toSorted(),
  ])
}
