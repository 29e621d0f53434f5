import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atEnd } from '../../../server/test/at-end.ts'
import { ask, findOverflow, findViolations, shareBrowser } from '../../../web/e2e/browser.ts'
import { sharedWorld } from '../../../web/e2e/start.ts'

// Tests the built API reference, served by the real server, in Chromium.

const built = fileURLToPath(new URL('../../../web/dist/docs/reference/', import.meta.url))
const paths = globSync('*.html', { cwd: built }).map((file) => file.replace(/(index)?\.html$/, ''))
const world = await sharedWorld()
const reference = `${world.url}/docs/reference/`
const browser = await shareBrowser(world)
atEnd(browser.close)
const longTimeout = { timeout: 600_000 }

const openDetails = (page: Page) =>
  ask(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)

test('every page is accessible and fits on a desktop and a phone', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('desk')
  const errors: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(reference + path)
    await openDetails(page)
    // Checking colour contrast takes most of axe's time, so it is left to the next test, which checks every colour.
    const problems = await findViolations(page, undefined, ['color-contrast'])
    problems.push(...(await findOverflow(page)))
    await page.setViewportSize({ width: 390, height: 844 })
    problems.push(...(await findOverflow(page)), ...watch.takeFaults())
    errors.push(...problems.map((problem) => `${path}: ${problem}`))
  }
  expect(errors).toEqual([])
  expect(paths.length).toBeGreaterThan(20)
  await context.close()
})

for (const viewport of ['phone', 'desk'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`each kind of page has no axe violation: ${viewport}, ${colorScheme}`, longTimeout, async () => {
      const { page, watch, context } = await browser.visit(viewport, { colorScheme })
      // These pages contain long responses with every kind of field, deletions, and the forms of the first page.
      for (const path of ['', 'users', 'tax-authority', 'webhook-events']) {
        await page.goto(reference + path)
        await openDetails(page)
        const problems = [
          ...(await findViolations(page)),
          ...(await findOverflow(page)),
          ...watch.takeFaults(),
        ]
        expect(problems, path).toEqual([])
      }
      await context.close()
    })
  }
}

const maxFirstLoadBytes = 600_000

test('a first visit transfers at most 600 kB, a second one only what has changed', longTimeout, async () => {
  // A separate browser is used, because Playwright disables the cache where requests are intercepted.
  const own = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  try {
    const page = await (await own.newContext()).newPage()
    const load = await measureLoads(page)
    const largest = { bytes: 0, path: '' }
    for (const path of paths) {
      const { bytes } = await load(reference + path)
      if (bytes > largest.bytes) Object.assign(largest, { bytes, path })
    }
    expect(largest.bytes, largest.path).toBeLessThan(maxFirstLoadBytes)

    const again = await load(`${reference}journeys`)
    expect(again.statuses).toEqual({ 304: 1 })
    // Only the headers of a 304 response are transferred.
    expect(again.bytes).toBeLessThan(2_000)
    expect(again.fromCache).toBeGreaterThanOrEqual(2)
  } finally {
    await own.close()
  }
})

/** Loads a page and returns the bytes transferred over the network, including response headers. */
async function measureLoads(page: Page) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  let fromCache = 0
  let statuses: Record<number, number> = {}
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  network.on('Network.requestServedFromCache', () => {
    fromCache++
  })
  network.on('Network.responseReceived', ({ response }) => {
    if (response.fromDiskCache) fromCache++
  })
  network.on('Network.responseReceivedExtraInfo', ({ statusCode }) => {
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  })
  return async (url: string) => {
    bytes = 0
    fromCache = 0
    statuses = {}
    await page.goto(url, { waitUntil: 'networkidle' })
    return { bytes, fromCache, statuses }
  }
}

test('tabs change the language everywhere and are remembered', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('desk')
  await page.goto(`${reference}users#getUser`)
  const shown = page.locator('#getUser [role=tabpanel]:not([hidden])')
  expect(await shown.textContent()).toMatch(/^curl /)
  const tabs = page.locator('#getUser').getByRole('tab')
  await tabs.getByText('TypeScript').click()
  expect(await shown.textContent()).toContain('payproof.users.get(')
  await page.keyboard.press('ArrowRight')
  expect(await shown.textContent()).toContain('requests.get(')
  expect(await page.locator('#createUser [role=tabpanel]:not([hidden])').textContent()).toContain(
    'requests.post(',
  )
  await page.keyboard.press('ArrowRight')
  expect(await shown.textContent()).toMatch(/^curl /)
  await page.keyboard.press('ArrowLeft')
  await page.goto(`${reference}webhooks`)
  expect(await page.locator('#listWebhooks [role=tabpanel]:not([hidden])').textContent()).toContain(
    'requests.get(',
  )
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

test('a sandbox key fills the samples in; a production key is refused', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('desk')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  const key = (await world.aClient()).apiKey
  await page.goto(`${reference}users`)
  const input = page.getByLabel('Sandbox API key')
  const use = page.getByRole('button', { name: 'Use in samples' })
  await input.fill(key.replace('svc_sbx_', 'svc_live_'))
  await use.click()
  await page.getByText('Enter a sandbox key.').waitFor()
  const sample = page.locator('#listUsers [role=tabpanel]:not([hidden]) code')
  expect(await sample.textContent()).toContain('$PAYPROOF_API_KEY')

  await input.fill(key)
  await use.click()
  await page.getByText(`ends in ${key.slice(-4)}`).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.locator('#listUsers').getByRole('button', { name: /^Copy/ }).click()
  await page.locator('#listUsers').getByText('Copied').waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toBe(`curl --fail-with-body "${world.url}/users" \\\n  -H "X-API-KEY: ${key}"`)

  await page.reload()
  await page.getByText(`ends in ${key.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: 'Remove the key' }).click()
  expect(await sample.textContent()).toContain('$PAYPROOF_API_KEY')
  expect(await page.evaluate('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)')).not.toContain(
    key,
  )
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

test('the menu of a phone opens a chapter', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('phone')
  await page.goto(reference)
  await page.getByRole('button', { name: 'Chapters' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Payroll', exact: true }).click()
  await page.waitForURL('**/docs/reference/payroll')
  await page.getByRole('heading', { name: 'Payroll', level: 1 }).waitFor()
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})
