import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { ask, findOverflow, findViolations, shareBrowser } from '../../web/e2e/browser.ts'
import { sharedWorld } from '../../web/e2e/start.ts'
import { pages } from './pages.ts'

// Opens the site built by `npm run build`, served by the real server, in Chromium.

const built = fileURLToPath(new URL('../../web/dist/docs/', import.meta.url))
const world = await sharedWorld()
const { url } = world
const { anonymous } = world.api
const browser = await shareBrowser(world)
atEnd(browser.close)

const addressOf = (address: string) => `/docs/${address.replace(/(^|\/)index$/, '$1')}`
const longTimeout = { timeout: 600_000 }

test('every page is served at its address and as Markdown, and is listed in llms.txt', async () => {
  const index = (await anonymous('GET', '/docs/llms.txt')).text
  expect((await anonymous('GET', '/llms.txt')).text).toBe(index)
  const everything = (await anonymous('GET', '/docs/llms-full.txt')).text
  expect((await anonymous('GET', '/llms-full.txt')).text).toBe(everything)
  for (const { address, title, about } of pages) {
    expect((await anonymous('GET', addressOf(address))).status, address).toBe(200)
    const { status, text, headers } = await anonymous('GET', `/docs/${address}.md`)
    expect([status, headers['content-type']], address).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toMatch(/^# /)
    expect(everything).toContain(text.trim())
    expect(index).toContain(`- [${title}](/docs/${address}.md): ${about}\n`)
  }
})

test('the built site has no broken links or anchors', async () => {
  const html = new Map(
    globSync('**/*.html', { cwd: built }).map((file) => [
      addressOf(file.replace(/\.html$/, '')),
      readFileSync(`${built}${file}`, 'utf8'),
    ]),
  )
  const ids = new Map([...html].map(([address, text]) => [address, new Set(valuesOf(text, 'id'))]))
  const errors: string[] = []
  const statuses = new Map<string, number>()
  let checked = 0
  for (const [address, text] of html) {
    for (const link of valuesOf(text, 'href|src')) {
      const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), new URL(address, url))
      if (origin !== url) continue
      checked++
      if (!statuses.has(pathname)) statuses.set(pathname, (await anonymous('GET', pathname)).status)
      const status = statuses.get(pathname)
      const anchorExists = hash === '' || ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))
      if (status !== 200 || !anchorExists) errors.push(`${address}: ${link} (${status})`)
    }
  }
  expect(errors).toEqual([])
  expect(checked).toBeGreaterThan(1_000)
})

const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s(?:${attribute})="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/**
 * One page of each layout: cards, tables and code, pictures, a list of links. All other pages have the same colours.
 */
const layoutSamples = new Set(['index', 'guides/accounts', 'guides/sandbox', 'api'])

test(
  'every page is accessible, fits desktop and phone, and makes no third-party requests',
  longTimeout,
  async () => {
    const { page, watch, context } = await browser.visit('desk', { colorScheme: 'light' })
    const desk = page.viewportSize() ?? { width: 1280, height: 900 }
    const errors: string[] = []
    for (const { address } of pages) {
      await page.goto(url + addressOf(address))
      await page.locator('.VPDoc h1').waitFor()
      // Checking colour contrast takes half of axe's time, so it is checked once per layout.
      const ignored = layoutSamples.has(address) ? [] : ['color-contrast']
      const problems = await findViolations(page, undefined, ignored)
      problems.push(...(await findOverflow(page)))
      await page.setViewportSize({ width: 390, height: 844 })
      problems.push(...(await findOverflow(page)), ...watch.takeFaults())
      errors.push(...problems.map((problem) => `${address}: ${problem}`))
      await page.setViewportSize(desk)
    }
    expect(errors).toEqual([])
    await context.close()
  },
)

test('each layout is accessible on a phone in dark mode', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('phone', { colorScheme: 'dark' })
  for (const address of layoutSamples) {
    await page.goto(url + addressOf(address))
    await page.locator('.VPDoc h1').waitFor()
    const problems = [...(await findOverflow(page)), ...(await findViolations(page)), ...watch.takeFaults()]
    expect(problems, address).toEqual([])
  }
  await context.close()
})

test('the search finds the explanation of webhook signatures and opens it', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('desk')
  await page.goto(`${url}/docs/`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('webhook signature')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/guides\/webhooks(#|$)/)
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

test('the phone menu navigates between pages', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('phone')
  await page.goto(`${url}/docs/`)
  await page.locator('.VPLocalNav .menu').click()
  await page.locator('#VPSidebarNav').getByRole('link', { name: 'People and passwords' }).click()
  await page.waitForURL('**/docs/guides/sandbox')
  await page.getByRole('heading', { name: 'The sandbox', level: 1 }).waitFor()
  expect(await findOverflow(page)).toEqual([])
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

test('the list of operations and old reference links open the API reference', longTimeout, async () => {
  const { page, watch, context } = await browser.visit('desk')
  await page.goto(`${url}/docs/api`)
  await page.getByRole('link', { name: 'POST /authorisations', exact: true }).click()
  await page.waitForURL('**/docs/reference/authorisations#createAuthorisation')
  await expect.poll(() => ask(page, inView('Record')), longTimeout).toBe(true)

  await page.goto(`${url}/docs/#tag/users/PATCH/users/{user_id}`)
  await page.waitForURL('**/docs/reference/users#updateUser')
  await expect.poll(() => ask(page, inView('Change a user')), longTimeout).toBe(true)
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

const inView = (heading: string) => `[...document.querySelectorAll('h2')].some((one) =>
  one.textContent.includes(${JSON.stringify(heading)}) && Math.abs(one.getBoundingClientRect().top) < innerHeight)`
