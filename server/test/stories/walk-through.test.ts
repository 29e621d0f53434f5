import type { Delivery } from '@payproof/sdk/webhooks'
import { chromium } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { eventually } from '../engine.ts'
import { signInByForms } from './browser.ts'
import { type Story, stories } from './people.ts'
import {
  asReadFromPortal,
  type Content,
  contentOf,
  inWebhook,
  payslipsOf,
  personOf,
  rollingOf,
  type TruePayslip,
  type TruePerson,
} from './truth.ts'
import { mustWith, openStoryWorld, type StoryClient } from './world.ts'

// Tests each person's whole story over HTTP: the client creates the user, the person consents and logs in, the
// payslips match the sandbox to the penny, and the client's receiver gets them. A month later, the receiver gets the
// new payslips.

const startTime = '2026-07-15T09:00:00Z'
const later = '2026-08-19T09:00:00Z'

const world = await openStoryWorld(startTime)
const { sandbox } = world

type Submission = Content & { id: string; entry_id: string; account_id: string }

/** State after the first part of a story. */
type StoryResult = {
  client: StoryClient
  user_id: string
  account_id: string
  person: TruePerson
  stored: TruePayslip[]
}
const results = new Map<string, StoryResult>()

// The tests run in order, because the second month follows the first.
describe('two months in the lives of all people', { shuffle: false }, () => {
  test.concurrent.each(stories)('$user_name by $provider', async (story) => {
    const person = await personOf(sandbox, story.user_name)
    const client = await world.aClient()
    const user_id = await register(client, story, person)
    const account_id = await connect(client, story, person, user_id)
    const stored = (await payslipsOf(sandbox, story.user_name)).filter(
      ({ paid_on }) => paid_on >= monthsBefore(startTime, story.months),
    )
    if (stored.length > 0) await expectEntry(client, { user_id, account_id }, story, stored, stored, 1)
    else await expectNoData(client, user_id)
    if (account_id) {
      const account = await client.must('GET', `/accounts/${account_id}`)
      expect(account).toMatchObject({
        payroll_provider: story.provider,
        status: 'AUTHORISED',
        latest_pay_date: stored[0] ? `${stored[0].paid_on}T12:00:00.000Z` : null,
      })
      results.set(story.user_name, { client, user_id, account_id, person, stored })
    }
  })

  test('a month passes', async () => {
    await sandbox.setClock(later)
    expect([...results.keys()].sort()).toEqual(stories.map(({ user_name }) => user_name).sort())
  })

  test.concurrent.each(stories)('$user_name a month later', async (story) => {
    const known = results.get(story.user_name)
    if (!known) return expect.fail('the first part did not come to its end')
    const { client, user_id, account_id, stored } = known
    const all = (await payslipsOf(sandbox, story.user_name)).filter(
      ({ paid_on }) => paid_on >= monthsBefore(startTime, story.months),
    )
    const fresh = all.filter(({ payslip_id }) => !stored.some((one) => one.payslip_id === payslip_id))
    if (isChecked(story, known) && fresh.length > 0)
      await expectEntry(client, { user_id, account_id }, story, fresh, all, 2)
    else expect(await entriesOf(client, user_id)).toHaveLength(stored.length > 0 ? 1 : 0)
  })

  test('users without recurring checks got no new data after all others did', async () => {
    const isUnchecked = (story: Story) => !isChecked(story, results.get(story.user_name) as StoryResult)
    const unchecked = stories.filter(isUnchecked)
    expect(stories.length - unchecked.length).toBeGreaterThan(20)
    expect(unchecked.map(({ user_name }) => user_name)).toEqual(
      expect.arrayContaining(['silas.bellwether', 'rosalind.emberley', 'josephine.candlewick']),
    )
    for (const { user_name } of unchecked) {
      const { client, user_id, stored } = results.get(user_name) as StoryResult
      expect(await entriesOf(client, user_id), user_name).toHaveLength(stored.length > 0 ? 1 : 0)
      expect(await client.deliveries(), user_name).toHaveLength(stored.length > 0 ? 1 : 0)
    }
  })
})

/**
 * Whether recurring checks run for the person: not if they need MFA each time, were not paid recently, or have left.
 */
function isChecked({ provider, password }: Story, { person, stored }: StoryResult) {
  const [latest] = stored
  const needsPerson = provider !== 'sandbox-cloud' && password.startsWith('mfa:')
  const hasLeft = person.jobs.every(({ leave_date }) => leave_date && leave_date < startTime.slice(0, 10))
  return !needsPerson && !hasLeft && !!latest && latest.paid_on >= daysBefore(startTime, 40)
}

async function register({ must }: StoryClient, { frequency, months }: Story, { identity }: TruePerson) {
  const { user_id } = await must('POST', '/users', {
    forename: identity.forename,
    surname: identity.surname,
    date_of_birth: identity.date_of_birth,
    ni_number: identity.ni_number,
    post_codes: identity.addresses.map(({ post_code }) => post_code),
    payroll_period_months: months,
    recurring_checks_enabled: true,
    recurring_check_frequency: frequency,
  })
  const term = await must('GET', `/authorisations/terms/latest?user_id=${user_id}`)
  expect(term.authorisation_category).toBe('recurring')
  await must('POST', '/authorisations', { user_id, term_id: term.id, user_agent: 'walk-through' })
  return user_id as string
}

/** Connects the account through the provider's own flow. */
async function connect(
  client: StoryClient,
  story: Story,
  person: TruePerson,
  user_id: string,
): Promise<string> {
  if (story.provider === 'sandbox-bureau') {
    await client.must('POST', '/accounts/direct-connections', { user_id })
    const { accounts } = await client.must('GET', `/accounts?user_id=${user_id}`)
    return accounts[0]?.account_id
  }
  const must = mustWith(await world.asUser(client, user_id))
  const { user_name, password } = story
  if (story.provider === 'sandbox-cloud') return signInAtCloud(client, must, story, person, user_id)
  const login = { user_id, payroll_provider: story.provider, user_name, password }
  if (story.provider === 'sandbox-portal') return inSequence(() => signIn(must, login, person))
  return signIn(must, login, person)
}

let queue: Promise<unknown> = Promise.resolve()

/** Runs one browser at a time, because several would be too much for a small machine. */
function inSequence<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work)
  queue = result.catch(() => undefined)
  return result
}

async function signIn(
  must: StoryClient['must'],
  login: { password: string },
  person: TruePerson,
): Promise<string> {
  const account = await must('POST', '/accounts', login)
  if (!login.password.startsWith('mfa:')) return account.account_id
  expect(account.status).toBe('PENDING')
  const mfa = answerMfa(account.mfa_method, person)
  const answered = await must('PUT', `/accounts/${account.account_id}/mfa`, { mfa })
  expect(answered).toMatchObject({ status: 'AUTHORISED', mfa_enabled: true })
  return account.account_id
}

async function signInAtCloud(
  client: StoryClient,
  must: StoryClient['must'],
  { user_name, password, byChromium }: Story,
  { sign_in }: TruePerson,
  user_id: string,
): Promise<string> {
  await client.must('PATCH', '/configuration', { client_callback_url: 'https://acme.example/done?from=us' })
  const account = await must('POST', '/accounts', { user_id, payroll_provider: 'sandbox-cloud' })
  expect(account).toMatchObject({ status: 'PENDING', authorization_url: expect.any(String) })
  const signIn = byChromium ? signInByChromium : signInByForms
  const back = await signIn(account.authorization_url, { user_name, password, code: sign_in.code as string })
  expect(back.origin + back.pathname).toBe('https://acme.example/done')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    from: 'us',
    account_id: account.account_id,
    user_id,
    provider: 'sandbox-cloud',
  })
  return account.account_id
}

type MfaMethod = { type: string; format: string; positions: number[] }

function answerMfa({ type, format, positions }: MfaMethod, { sign_in }: TruePerson) {
  if (type === 'Code') return sign_in.code
  if (type === 'PasswordWithPositions')
    return positions.map((position) => sign_in.memorable_word?.[position - 1]).join('')
  const [year = '', month = '', day = ''] = sign_in.memorable_date?.split('-') ?? []
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}

/**
 * Expects this many entries, of which the newest contains exactly these payslips, and the same content at the
 * receiver.
 */
async function expectEntry(
  client: StoryClient,
  { user_id, account_id }: Pick<StoryResult, 'user_id' | 'account_id'>,
  { provider, user_name }: Story,
  fresh: TruePayslip[],
  known: TruePayslip[],
  entries: number,
) {
  const person = await personOf(sandbox, user_name)
  const [entry] = await eventually(async () => {
    const list = await entriesOf(client, user_id)
    return list.length >= entries && list
  })
  expect(entry).toMatchObject({ account_id, authorisation_id: expect.any(String) })
  const submissions = await submissionsOf(client, user_id, entry.entry_id)
  expect(submissions.map(withoutIds)).toEqual(
    inOrder(
      fresh.map((payslip) => {
        const content = contentOf(payslip, provider, person.identity.title as string)
        const today = (entries === 1 ? startTime : later).slice(0, 10)
        const expected = provider === 'sandbox-portal' ? asReadFromPortal(content, person, today) : content
        const { income_information, ...rest } = expected
        const rolling_12m_income = rollingOf(payslip, known)
        const earnings = { ...income_information.earnings, rolling_12m_income }
        return { ...rest, income_information: { ...income_information, earnings } }
      }),
    ),
  )

  const deliveries = await eventually(async () => {
    const list = await client.deliveries()
    return list.length >= entries && list
  })
  expect(deliveries).toHaveLength(entries)
  const last = deliveries.at(-1) as Delivery & { payload: { payroll_submissions: Submission[] } }
  expect(last).toMatchObject({
    event: 'user-payroll-submitted',
    user_id,
    entry_id: entry.entry_id,
    account_id,
    payload: { entry_id: entry.entry_id, account_id },
  })
  expect(inOrder(last.payload.payroll_submissions)).toEqual(inWebhook(submissions))
}

/** Expects a first retrieval without data: no entry, no event. */
async function expectNoData(client: StoryClient, user_id: string) {
  await eventually(async () => {
    const [ended] = await world.api.sql(
      `select from ended_tasks where kind = 'payroll.retrieve' and client_id = $1`,
      [client.clientId],
    )
    return ended !== undefined
  })
  expect(await entriesOf(client, user_id)).toEqual([])
  expect(await client.deliveries()).toEqual([])
}

const entriesOf = async ({ must }: StoryClient, user_id: string) =>
  (await must('GET', `/payroll/entries?user_id=${user_id}`)).entries

async function submissionsOf(
  { must }: StoryClient,
  user_id: string,
  entry_id: string,
): Promise<Submission[]> {
  const { pagination, payroll_submissions } = await must('GET', `/payroll/${user_id}?entry_id=${entry_id}`)
  expect(pagination.total_count).toBe(payroll_submissions.length)
  return inOrder(payroll_submissions)
}

/** Returns a sort key. It includes the employer, because payslips of two employments may share a pay date. */
const sortKeyOf = ({ income_information, employment_information }: Content) =>
  `${income_information.pay_date} ${employment_information.employer_name}`
const inOrder = <T extends Content>(list: T[]) =>
  list.toSorted((one, other) => sortKeyOf(other).localeCompare(sortKeyOf(one)))

function withoutIds(submission: Submission) {
  const { id, entry_id, account_id, created_at, ...content } = submission as Submission & {
    created_at: string
  }
  expect([id, entry_id, account_id, created_at]).toEqual(Array(4).fill(expect.any(String)))
  return content
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

function monthsBefore(time: string, months: number) {
  const date = new Date(time)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 10)
}

async function signInByChromium(
  address: string,
  { user_name, password }: { user_name: string; password: string },
): Promise<URL> {
  const page = await (await sharedBrowser()).newPage()
  await page.goto(address)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('User name').fill(user_name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // No server listens at this URL; the browser's request to it is enough.
  const [arrival] = await Promise.all([
    page.waitForRequest('https://acme.example/**'),
    page.getByRole('button', { name: 'Allow' }).click(),
  ])
  await page.close()
  return new URL(arrival.url())
}

let browser: ReturnType<typeof chromium.launch> | undefined

function sharedBrowser() {
  if (!browser) {
    browser = chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-sync',
        '--disable-component-update',
        '--no-first-run',
      ],
    })
    atEnd(async () => (await browser)?.close())
  }
  return browser
}
