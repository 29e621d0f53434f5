import { expect, test } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { connect, register } from './people.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests review rules and the request log, as the roles that use them see them.

const world = await startConsole()
const { must, call } = world.lender
const person = await register(world, world.lender, 'person.13', 0)
await connect(world.lender, person, 'pass')
await eventually(
  async () => (await must('GET', `/users/${person.user_id}/review`)).annual_gross !== null,
  120_000,
)
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })
const rows = ({ page }: Console) => page.locator('tbody tr')
const says = ({ page }: Console, text: string | RegExp) => page.getByText(text).first().waitFor()
const rules = async () => (await must('GET', '/reviews/rules')).rules

test(
  'rules: an Admin adds, changes and removes them; the person and the list show the result',
  patience,
  async () => {
    const console = await world.signIn('Admin', { path: '/review-rules' })
    const { page } = console
    await says(console, 'No rules yet')
    await inspect(console)
    await button(console, 'Use four common rules').click()
    await says(console, 'Three months of payslips')
    expect(await rules()).toHaveLength(4)
    await inspect(console)
    await inspectNarrow(console)

    await button(console, 'Add a rule').click()
    await page.getByLabel('Name').fill('Impossible income')
    await page.getByLabel('What to check').selectOption('min_annual_gross')
    await page.getByLabel('At least (£)').fill('£9,999,999')
    await page.getByLabel('If it is not met').selectOption('decline_suggested')
    await inspect(console)
    await button(console, 'Save').click()
    await says(console, 'Gross pay of at least £9,999,999 a year')
    expect((await rules()).at(-1)).toEqual({
      name: 'Impossible income',
      kind: 'min_annual_gross',
      limit: '9999999',
      severity: null,
      finding_codes: [],
      outcome: 'decline_suggested',
    })

    await button(console, 'Change No high risk').click()
    await page.getByLabel('What to check').selectOption('no_finding_of_code')
    await page.getByLabel('Gap').check()
    await inspect(console)
    await button(console, 'Save').click()
    await says(console, 'No finding: Gap')
    await button(console, 'Remove Mostly fixed pay').click()
    await expect.poll(async () => (await rules()).length, soon).toBe(4)
    await says(console, /Removed: Mostly fixed pay/)

    await console.open(`/users/${person.user_id}`)
    const panel = page.getByRole('region', { name: 'Your rules' })
    await panel.getByText('Decline suggested').waitFor()
    await panel.getByText(/^Gross pay a year: £.+ The rule allows at least £9999999\.$/).waitFor()
    await inspect(console)
    await inspectNarrow(console)

    await eventually(
      async () => (await must('GET', `/users/${person.user_id}/review`)).advice === 'decline_suggested',
      60_000,
    )
    await console.open('/users?advice=decline_suggested')
    await rows(console).first().waitFor()
    expect(await rows(console).count()).toBe(1)
    await console.open('/users?advice=ok')
    await says(console, 'No matches')
    await console.close()
  },
)

test(
  'rules: a change to rules that another Admin has changed is refused, and says to reload',
  patience,
  async () => {
    const rule = (name: string) => ({ name, kind: 'min_months_covered', limit: '3', outcome: 'refer' })
    await must('PUT', '/reviews/rules', { rules: [rule('First'), rule('Second')] })
    const console = await world.signIn('Admin', { path: '/review-rules' })
    const { page } = console
    await button(console, 'Change Second').click()
    await must('PUT', '/reviews/rules', { rules: [rule('Another'), rule('First'), rule('Second')] })
    await page.getByLabel('At least this many complete months').fill('6')
    await button(console, 'Save').click()
    await says(console, 'Another member has changed the rules')
    await inspect(console)
    expect((await rules()).map(({ limit }: { limit: string }) => limit)).toEqual(['3', '3', '3'])
    await button(console, 'Reload the page').click()
    await button(console, 'Change Second').click()
    await page.getByLabel('At least this many complete months').fill('6')
    await button(console, 'Save').click()
    await expect
      .poll(async () => (await rules()).map(({ limit }: { limit: string }) => limit), soon)
      .toEqual(['3', '3', '6'])
    await must('PUT', '/reviews/rules', { rules: [] })
    await console.close()
  },
)

test('rules: an Underwriter reads them and cannot change them', patience, async () => {
  const console = await world.signIn('Underwriter', { path: '/review-rules' })
  await console.settled()
  expect(await button(console, 'Add a rule').count()).toBe(0)
  expect(await console.page.getByRole('button', { name: /^(Change|Remove) / }).count()).toBe(0)
  await inspect(console)
  await console.close()
})

test(
  'requests: a Developer finds a refused request, and sends a GET again in the sandbox',
  patience,
  async () => {
    const refused = await call('POST', '/users', { forename: 'Zenobia' })
    expect(refused.status).toBe(400)
    const { user_id } = person
    await call('GET', `/users/${user_id}/review`)
    await eventually(
      async () => (await must('GET', '/request-log?operation_id=getReview')).requests.length > 0,
      60_000,
    )
    const console = await world.signIn('Developer', { path: '/request-log' })
    const { page } = console
    await rows(console).first().waitFor()
    await inspect(console)
    await inspectNarrow(console)
    await page.getByLabel('Status').selectOption('4xx')
    await page.getByLabel('Method').selectOption('POST')
    await expect.poll(() => rows(console).count(), soon).toBe(1)
    await rows(console).getByRole('link').first().click()
    await says(console, 'invalid-request')
    await says(console, 'Fields to correct')
    const curl = await page.getByRole('region', { name: 'curl command', exact: true }).textContent()
    expect(curl).toContain('X-API-KEY: $PAYPROOF_API_KEY')
    expect(curl).toContain('"forename":"…"')
    expect(await page.textContent('main')).not.toContain('Zenobia')
    expect(await button(console, 'Send').count()).toBe(0)
    await inspect(console)
    await inspectNarrow(console)
    await console.close()

    const owner = await world.signIn('Owner', { path: '/request-log?operation_id=getReview' })
    await rows(owner).getByRole('link').first().click()
    await button(owner, 'Send').click()
    await expect
      .poll(() => owner.page.getByRole('region', { name: 'Response' }).textContent(), soon)
      .toContain(`"user_id": "${user_id}"`)
    await inspect(owner)
    await owner.close()
  },
)
