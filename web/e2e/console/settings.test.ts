import { expect, test } from 'vitest'
import { findViolations } from '../browser.ts'
import { inspect, inspectNarrow, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests terms and configuration, with a live preview of the journey before saving.

const world = await startConsole()
const { must } = world.lender
const patience = { timeout: 300_000 }
const soon = { timeout: 60_000 }

const button = ({ page }: Console, name: string | RegExp) => page.getByRole('button', { name })
const dialog = ({ page }: Console) => page.getByRole('dialog')
const row = ({ page }: Console, text: string | RegExp) => page.locator('tbody tr').filter({ hasText: text })
const preview = ({ page }: Console) => page.frameLocator('iframe[title="Journey as people see it"]')
const colourOf = ({ page }: Console) =>
  page
    .frame({ url: /journey-preview/ })
    ?.evaluate(`getComputedStyle(document.querySelector('.button-primary')).backgroundColor`)

test(
  'terms: a new version is added, shown, previewed as people read it, and switched off',
  patience,
  async () => {
    const reader = await world.signIn('FullMember', { path: '/terms' })
    await row(reader, 'Share my income once').getByText('Shown to people').waitFor()
    expect(await button(reader, 'New version').count()).toBe(0)
    await reader.close()
    const console = await world.signIn('Admin', { path: '/terms' })
    const { page } = console
    await row(console, 'Share my income once').getByText('Shown to people').waitFor()
    expect(await button(console, /^Activate|^Switch off/).count()).toBe(0)
    await inspect(console)
    await inspectNarrow(console)

    await button(console, 'New version').click()
    await button(console, 'Add version').click()
    await expect
      .poll(() => dialog(console).getByLabel('Name').getAttribute('aria-invalid'), soon)
      .toBe('true')
    await inspect(console)
    await dialog(console).getByLabel('Name').fill('Acme’s own words')
    await dialog(console).getByLabel('Text').fill('I agree that Acme reads my payslips.\n\nFor one day.')
    await button(console, 'Add version').click()
    await row(console, 'Acme’s own words').getByText('Shown to people').waitFor()
    await row(console, 'Share my income once').getByText('Active', { exact: true }).waitFor()
    const { terms } = await must('GET', '/authorisations/terms?is_system_term=false')
    expect(terms).toMatchObject([
      { name: 'Acme’s own words', is_active: true, authorisation_category: 'one_time' },
    ])

    await page.getByRole('link', { name: 'Acme’s own words' }).click()
    const term = preview(console).locator('.agreement-text')
    expect(await term.textContent()).toBe('I agree that Acme reads my payslips.\n\nFor one day.')
    await preview(console).getByText('Acme Lending').first().waitFor()
    await inspect(console)
    await inspectNarrow(console)

    await button(console, /^Switch off/).click()
    await dialog(console).getByRole('button', { name: 'Switch off' }).click()
    await page.getByText(/of Acme’s own words is off/).waitFor()
    expect((await must('GET', `/authorisations/terms/${terms[0].id}`)).is_active).toBe(false)
    await page.getByRole('link', { name: 'All terms' }).click()
    await row(console, 'Acme’s own words').getByText('Off', { exact: true }).waitFor()
    await row(console, 'Share my income once').getByText('Shown to people').waitFor()
    await row(console, 'Acme’s own words')
      .getByRole('button', { name: /^Activate/ })
      .click()
    await dialog(console).getByRole('button', { name: 'Activate' }).click()
    await row(console, 'Acme’s own words').getByText('Shown to people').waitFor()

    await button(console, 'Ongoing').click()
    await expect.poll(() => page.url(), soon).toContain('category=recurring')
    await expect.poll(() => page.locator('tbody tr').count(), soon).toBe(1)
    await console.close()
  },
)

test(
  'configuration: the journey beside it shows what is typed, and the service what is saved',
  patience,
  async () => {
    // Uses its own client, because the other tests expect the name and colour that this one changes.
    const own = await startConsole()
    const { must } = own.lender
    const console = await own.signIn('Admin', { path: '/configuration' })
    const { page } = console
    const journey = preview(console)
    await journey.getByRole('heading', { name: /with Acme Lending/ }).waitFor()
    expect(await colourOf(console)).toBe('rgb(11, 92, 74)')
    await inspect(console)
    await inspectNarrow(console)

    const name = page.getByLabel('Name shown to people')
    await name.fill('Brightwater Homes')
    await page.getByLabel('Colour').fill('#7a1f5c')
    await journey.getByRole('heading', { name: /with Brightwater Homes/ }).waitFor()
    await expect.poll(() => colourOf(console), soon).toBe('rgb(122, 31, 92)')
    await page.getByLabel('Months of payroll data').fill('7')
    await journey.getByText(/last 7 months/).waitFor()
    // Only this member sees the draft, and the focus stays in the input.
    expect((await must('GET', '/configuration')).client_display_name).toBe('Acme Lending')
    expect(await page.evaluate('document.activeElement.name')).toBe('payroll_period_months')

    const logo = journey.locator('.page-head .logo img')
    expect(await logo.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/)
    await page.getByLabel('Logo').fill(`${world.sandbox.url}/logos/nobody.svg`)
    await page.getByText('There is no image at the logo’s URL').waitFor()
    expect(await logo.count()).toBe(0)

    await page.getByRole('button', { name: 'Ways to share' }).click()
    const sourceTiles = journey.locator('.tile-title')
    await expect.poll(() => sourceTiles.count(), soon).toBe(5)
    await page.getByLabel('Connect HMRC').uncheck()
    await expect.poll(() => sourceTiles.count(), soon).toBe(4)
    await page.getByLabel('Read new payslips regularly').check()
    await page.getByRole('button', { name: 'Consent' }).click()
    await journey.locator('.agreement summary').click()
    await journey.getByText('Keep sharing my income', { exact: false }).first().waitFor()
    await journey.getByRole('button', { name: 'Agree and continue' }).click()
    await expect.poll(() => sourceTiles.count(), soon).toBe(4)
    expect(new URL(page.url()).pathname).toBe('/console/configuration')

    await page
      .getByLabel('Pages that may embed the journey')
      .fill('https://brightwater.example\nhttps://www.brightwater.example')
    await button(console, 'Save').click()
    await page.getByText('Configuration saved').waitFor()
    expect(await must('GET', '/configuration')).toMatchObject({
      client_display_name: 'Brightwater Homes',
      brand_colour: '#7a1f5c',
      payroll_period_months: 7,
      taxauth_enabled: false,
      recurring_checks_enabled: true,
      payslip_upload_enabled: true,
      frame_origins: ['https://brightwater.example', 'https://www.brightwater.example'],
    })

    await page.getByLabel('Colour').fill('plum')
    await button(console, 'Save').click()
    await page.getByText('Must be a colour such as #1a6b3c').waitFor()
    expect((await must('GET', '/configuration')).brand_colour).toBe('#7a1f5c')
    await inspect(console)
    await console.close()
  },
)

test('the preview accepts messages from our own page only and can call no API', patience, async () => {
  const { page, context, watch, close } = await world.visit()
  await page.goto(`${world.url}/console/journey-preview`)
  // Opened outside a frame, the preview is its own parent. It accepts a same-origin draft but cannot call the API.
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const refused = await page.evaluate(`(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    try { await frame.contentWindow.fetch('/configuration'); return false } catch { return true }
  })()`)
  expect(refused).toBe(true)
  expect(asked.filter((url) => url.endsWith('/configuration'))).toEqual([])
  watch.takeFaults()
  // The browser blocks framing by another origin.
  const other = world.url.replace('127.0.0.1', 'localhost')
  await page.route(`${other}/outside`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${world.url}/console/journey-preview"></iframe>`,
    }),
  )
  await page.goto(`${other}/outside`)
  await expect.poll(() => page.frames()[1]?.url() ?? '', soon).toMatch(/^chrome-error:/)
  await close()
})

test('Support can only read; a failure is shown and can be retried', patience, async () => {
  const console = await world.signIn('Support', { path: '/configuration' })
  const { page } = console
  await page.getByText('Your role can view these settings').waitFor()
  expect(await page.getByLabel('Name shown to people').isDisabled()).toBe(true)
  const callSupport = await world.callAs('Support')
  expect((await callSupport('PATCH', '/configuration', { payroll_period_months: 3 })).status).toBe(403)
  expect((await callSupport('POST', '/authorisations/terms', {})).status).toBe(403)
  await inspect(console)
  let isDown = true
  await page.route(/\/authorisations\/terms\?/, (route) => {
    if (!isDown) return route.continue()
    const headers = { 'x-request-id': 'r-9', 'x-svc-error-code': 'invalid-request' }
    return route.fulfill({ status: 400, headers, body: '{"errors":["It is the wrong day"]}' })
  })
  await console.open('/terms')
  await page.getByText('It is the wrong day').first().waitFor()
  expect(await button(console, 'New version').count()).toBe(0)
  isDown = false
  await button(console, 'Try again').click()
  await row(console, 'Share my income once').waitFor()
  await console.close()
})

test('the journey in the frame is as accessible as on its own', patience, async () => {
  const { page, close } = await world.visit('phone')
  await page.goto(`${world.url}/console/journey-preview`)
  const { terms } = await must('GET', '/authorisations/terms?is_active=true')
  const draft = {
    view: 'consent',
    environment: 'sandbox',
    sources: ['payroll'],
    period_months: 3,
    recurring: null,
    client: { name: 'Acme Lending', logo: null, brand_colour: '#0b5c4a' },
    term: terms[0],
    catalogue: await must('GET', '/providers'),
  }
  await page.evaluate(`window.postMessage(${JSON.stringify({ payproofPreview: draft })}, location.origin)`)
  await page.locator('.agreement').waitFor()
  expect(await findViolations(page)).toEqual([])
  await close()
})
