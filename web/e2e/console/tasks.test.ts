import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { connect, register, submitDocument } from './people.ts'
import { startConsole } from './start.ts'
import type { Console } from './world.ts'

// The ten tasks of an underwriter's day, each in at most three clicks from the overview. Typing and Enter are no clicks.

const world = await startConsole()
const { lender } = world
const { must } = lender
const patience = { timeout: 300_000 }
const maxClicks = 3

const events = ['user-payroll-submitted']
const broken = await must('POST', '/webhooks', {
  name: 'Ledger',
  url: `${world.sandbox.url}/missing`,
  events,
})
const paid = await register(world, lender, 'person.14', 0)
const forger = await register(world, lender, 'person.15', 1)
const locked = await register(world, lender, 'person.16', 2)
await connect(lender, paid, 'pass')
await submitDocument(world, lender, forger, 'statement', '&tamper=wrong-arithmetic')
await connect(lender, locked, 'mfa:code')
const { accounts } = await must('GET', `/accounts?user_id=${locked.user_id}`)
await world.api.sql(
  "update accounts set status = 'INVALID', pending_kind = null, pending_until = null where id = $1",
  [accounts[0].account_id],
)
await world.api.sql(
  `insert into account_moves (client_id, id, account_id, at, from_status, status, reason)
    values ($1, gen_random_uuid(), $2, now(), 'PENDING', 'INVALID', 'login-locked')`,
  [lender.clientId, accounts[0].account_id],
)
const reviewOf = (user_id: string) => must('GET', `/users/${user_id}/review`)
await eventually(async () => (await reviewOf(paid.user_id)).annual_gross !== null, 60_000)
await eventually(async () => (await reviewOf(forger.user_id)).finding !== null, 60_000)
await eventually(
  async () =>
    (await must('GET', `/webhooks/${broken.webhook_id}/deliveries`)).deliveries[0]?.attempt_count > 0,
  60_000,
)

/** Makes the paid person the only one who is ready for review, without assignee and decision. */
const makeReady = () =>
  world.api.sql(
    `update users set review_status = 5, review_assignee = null, review_decision = null, review_decided_at = null,
      review_decided_by = null, sealed_decision = null where id = $1`,
    [paid.user_id],
  )

const nameOf = ({ truth: { identity } }: typeof paid) => `${identity.forename} ${identity.surname}`

/** Opens the overview, and counts clicks. */
async function begin(role: 'Underwriter' | 'Admin' = 'Underwriter') {
  const console = await world.signIn(role, { path: '/overview' })
  let clicks = 0
  const { page } = console
  const click = async (target: ReturnType<Console['page']['locator']>) => {
    clicks++
    await target.first().click()
  }
  return {
    console,
    page,
    click,
    link: (name: string | RegExp) => click(page.getByRole('link', { name, exact: typeof name === 'string' })),
    button: (name: string) => click(page.getByRole('button', { name, exact: true })),
    /** Opens a person from the list of what needs attention. */
    attention: (kind: string) => click(page.locator(`[data-kind="${kind}"]`).getByRole('link')),
    async end() {
      expect(clicks).toBeLessThanOrEqual(maxClicks)
      expect(console.watch.takeFaults()).toEqual([])
      await console.close()
    },
  }
}

test('1. find a person by three letters', patience, async () => {
  const { page, link, end } = await begin()
  await link('Users')
  await page.getByLabel('Find a user').fill(nameOf(paid).slice(0, 3))
  await page.keyboard.press('Enter')
  await link(nameOf(paid))
  await page.getByRole('heading', { level: 1, name: nameOf(paid) }).waitFor()
  await end()
})

test('2. see whether income is stable', patience, async () => {
  await makeReady()
  const { page, attention, end } = await begin()
  await attention('ready-for-review')
  await page.getByText('Variability of net pay').waitFor()
  await end()
})

test('3. see the worst risk', patience, async () => {
  const { page, link, end } = await begin()
  await link('Users')
  await link('High risk')
  await page
    .locator('tbody tr')
    .filter({ hasText: nameOf(forger) })
    .getByText('Low-trust document')
    .waitFor()
  await end()
})

test('4. open the evidence of the worst risk', patience, async () => {
  const { page, attention, end } = await begin()
  await attention('document-flagged')
  await page.waitForURL(/documents\/.+show=findings/)
  await end()
})

test('5. request missing months', patience, async () => {
  const email = 'applicant@people.example'
  await must('PATCH', `/users/${paid.user_id}`, { email })
  await makeReady()
  const { page, attention, button, end } = await begin()
  await attention('ready-for-review')
  await button('Request missing bank statements')
  await button('Send the request')
  await page.getByText('Request sent').waitFor()
  const { text } = await world.mailTo(email, /share your income/)
  expect(text).toContain('bank statements for:')
  await end()
})

test('6. assign', patience, async () => {
  await makeReady()
  const { page, attention, button, end } = await begin()
  await attention('ready-for-review')
  await button('Assign to me')
  await page.getByText(/^Assigned to/).waitFor()
  expect((await reviewOf(paid.user_id)).assignee).not.toBeNull()
  await end()
})

test('7. decide', patience, async () => {
  await makeReady()
  const { page, attention, button, click, end } = await begin()
  await attention('ready-for-review')
  await button('Approve')
  await page.getByRole('dialog').getByLabel('Reason').fill('Steady pay for two years.')
  await click(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }))
  await page.getByText('Steady pay for two years.').waitFor()
  expect(await reviewOf(paid.user_id)).toMatchObject({
    status: 'decided',
    decision: { decision: 'approve', reason: 'Steady pay for two years.' },
  })
  await end()
})

test('8. export the list', patience, async () => {
  const { page, link, button, end } = await begin()
  await link('Users')
  const saved = page.waitForEvent('download')
  await button('Export CSV')
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv).toContain(paid.truth.identity.surname)
  await end()
})

test('9. resend a failed webhook', patience, async () => {
  await world.api.sql(
    "update deliveries set state = 'dead', tries = 12, attempts = 12, ended_at = now() where webhook_id = $1",
    [broken.webhook_id],
  )
  const { page, click, attention, button, end } = await begin('Admin')
  await attention('webhook-failing')
  await click(page.locator('tbody tr').getByRole('link'))
  await button('Send again')
  await page.getByText('Queued again').waitFor()
  await end()
})

test('10. find why a login failed', patience, async () => {
  const { page, attention, end } = await begin()
  await attention('account-ended')
  await page
    .getByText(/locked/i)
    .first()
    .waitFor()
  await end()
})
