import { expect, test } from 'vitest'
import { clockTextOf, countOf, dayOf } from '../../ui/format.ts'
import { inspect, inspectNarrow, openPopulatedConsole, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests overview and providers: activity, items that need action, and provider health.

const world = await openPopulatedConsole()
const { webhooks, of } = world
const { must } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const figure = ({ page }: Console, label: string) =>
  page
    .locator('.figures > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
const row = ({ page }: Console, text: string) => page.locator('tbody tr').filter({ hasText: text })

type Day = Record<string, number>
const sumOf = (days: Day[], ...names: string[]) =>
  days.reduce((sum, day) => sum + names.reduce((all, name) => all + (day[name] ?? 0), 0), 0)

test(
  'the first page says what happened, as the API counts it, and leads to what needs somebody',
  patience,
  async () => {
    const console = await world.signIn('Support', { path: '/' })
    const { page } = console
    expect(new URL(page.url()).pathname).toBe('/console/overview')
    const { days } = await must('GET', '/activity')
    const submissions = ['payroll_submissions', 'bank_statement_submissions', 'tax_income_submissions']
    expect(sumOf(days, 'users_registered')).toBe(10)
    for (const [label, ...names] of [
      ['Users registered', 'users_registered'],
      ['Journeys opened', 'journeys'],
      ['Connections', 'connections_succeeded'],
      ['Submissions', ...submissions],
    ] as [string, ...string[]][])
      expect(await figure(console, label).textContent(), label).toBe(countOf(sumOf(days, ...names)))
    expect(await page.locator('.recharts-bar-rectangle').count()).toBeGreaterThan(2)

    const attention = page.locator('.attention')
    const waiting = attention.locator('[data-kind="second-factor-waiting"]')
    await waiting.getByText('1 connection waits for the person’s code').waitFor()
    const { items } = await must('GET', '/attention')
    const item = items.find(({ kind }: { kind: string }) => kind === 'second-factor-waiting')
    await waiting.getByText(`${dayOf(item.since)}, ${clockTextOf(item.since, { seconds: false })}`).waitFor()
    const link = await waiting.getByRole('link').getAttribute('href')
    expect(link).toBe(`/console/users/${of('quentin.snowberry').user_id}/connections`)
    const failing = attention
      .locator('[data-kind="webhook-failing"]')
      .getByRole('link', { name: 'Data warehouse' })
    expect(await failing.getAttribute('href')).toBe(`/console/webhooks/${webhooks.bad}`)
    await inspect(console)
    await inspectNarrow(console)
    await console.close()
  },
)

test('the period is in the address; a chart has a table with its figures', patience, async () => {
  const console = await world.signIn('FullMember', { path: '/overview' })
  const { page } = console
  await page.getByRole('button', { name: '7 days' }).click()
  await expect.poll(() => page.url(), soon).toContain('days=7')
  await page.reload()
  await console.settled()
  expect(await page.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true')
  const chart = page.getByRole('figure', { name: /Connections/ })
  await chart.getByRole('button', { name: 'View as table' }).click()
  expect(await chart.locator('tbody tr').count()).toBe(7)
  const { days } = await must('GET', '/activity')
  const cells = await chart.locator('tbody tr').first().locator('td').allTextContents()
  const today = days.at(-1)
  expect(cells.slice(1)).toEqual([countOf(today.connections_succeeded), countOf(today.connections_failed)])
  await inspect(console)
  await console.close()
})

test('the funnel has the journeys of each screen and provider', patience, async () => {
  const console = await world.signIn('Owner', { path: '/overview?days=90' })
  const { screens, providers } = await must('GET', '/journeys/funnel')
  const of = (view: string) => screens.find((screen: { view: string }) => screen.view === view).journeys
  expect([of('welcome'), of('login')]).toEqual([10, 8])
  await expect.poll(() => row(console, 'Welcome').textContent(), soon).toContain(`${of('welcome')}`)
  expect(await row(console, 'Sign-in').locator('td').allTextContents()).toEqual([
    'Sign-in',
    '80 %',
    `${of('login')}`,
  ])
  const [{ selected, login_submitted }] = providers
  const cells = await row(console, 'Fennelgate Payroll').locator('td').allTextContents()
  expect(cells.slice(1, 3)).toEqual([`${selected}`, `${login_submitted}`])
  await console.close()
})

test('a section that fails shows its error beside the others, and can be retried', patience, async () => {
  const console = await world.signIn('Admin', { path: '/providers' })
  const { page } = console
  let isDown = true
  await page.route(/\/attention$/, (route) => {
    if (!isDown) return route.continue()
    const headers = { 'x-request-id': 'r-7', 'x-svc-error-code': 'invalid-request' }
    return route.fulfill({ status: 400, headers, body: '{"errors":["Not today"]}' })
  })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByText('Not today').waitFor()
  await page.locator('.figures').waitFor()
  await inspect(console)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.attention li').first().waitFor()
  await console.close()
})

test('a team without users reads its first three steps', patience, async () => {
  const empty = await startConsole()
  const console = await empty.signIn('Owner', { path: '/overview' })
  await console.page.getByText('No users yet').waitFor()
  const links = await console.page
    .locator('.first-steps a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links).toEqual(['/console/configuration', '/console/users', '/console/webhooks'])
  await inspect(console)
  await inspectNarrow(console)
  await console.close()
})

test(
  'providers: health, sign-in and switches as the API has them; found by name, employer and health',
  patience,
  async () => {
    const console = await world.signIn('Support')
    const { page } = console
    // Other test files use the same providers, so the expected figures are taken from the page's own request.
    const [reply] = await Promise.all([
      page.waitForResponse(
        (one) => new URL(one.url()).pathname === '/providers' && one.request().resourceType() === 'fetch',
      ),
      console.open('/providers'),
    ])
    const { providers, employers } = await reply.json()
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(providers.length)
    const cells = await row(console, 'Fennelgate Payroll').locator('td').allTextContents()
    const { health } = providers.find(({ id }: { id: string }) => id === 'sandbox-payroll')
    expect(health.calls).toBeGreaterThan(0)
    expect(cells[1]).toContain('Working')
    expect(cells[2]).toBe(countOf(health.calls))
    expect(cells.at(-1)).toBe('On')
    await inspect(console)
    await inspectNarrow(console)

    const [employer] = employers
    await page.getByLabel('Provider or employer').fill(employer.name.slice(0, 6).toLowerCase())
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.url(), soon).toContain('search=')
    await expect.poll(() => rows.locator('code').allTextContents(), soon).toEqual(employer.providers)
    await page.getByLabel('Health').selectOption('down')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('No providers match these filters').waitFor()
    await inspect(console)

    await console.close()

    const other = await startConsole()
    await other.lender.must('PATCH', '/configuration', { taxauth_enabled: false })
    const changed = await other.signIn('Support', { path: '/providers?search=taxauth' })
    expect(await row(changed, 'HMRC').locator('td').last().textContent()).toBe('Off')
    await changed.close()
  },
)
