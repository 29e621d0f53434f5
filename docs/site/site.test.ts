import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { ask, findOverflow, findViolations, shareBrowser } from '../../web/e2e/browser.ts'
import { sharedWorld } from '../../web/e2e/start.ts'
import { pages } from './pages.ts'

// The site as `npm run build` left it, shown by the real server, in Chromium.

const built = fileURLToPath(new URL('../../web/dist/docs/', import.meta.url))
const world = await sharedWorld()
const { url } = world
const { nobody } = world.api
const browser = await shareBrowser(world)
atEnd(browser.close)

const addressOf = (address: string) => `/docs/${address === 'index' ? '' : address}`
const patience = { timeout: 600_000 }

test('every page is at its address, is Markdown with .md, and has its line in llms.txt', async () => {
  const index = (await nobody('GET', '/docs/llms.txt')).text
  expect((await nobody('GET', '/llms.txt')).text).toBe(index)
  const everything = (await nobody('GET', '/docs/llms-full.txt')).text
  for (const { address, title, about } of pages) {
    expect((await nobody('GET', addressOf(address))).status, address).toBe(200)
    const { status, text, headers } = await nobody('GET', `/docs/${address}.md`)
    expect([status, headers['content-type']], address).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toMatch(/^# /)
    expect(everything).toContain(text.trim())
    expect(index).toContain(`- [${title}](/docs/${address}.md): ${about}\n`)
  }
})

test('no link and no anchor of the built site is broken', async () => {
  const html = new Map(
    globSync('**/*.html', { cwd: built }).map((file) => [
      addressOf(file.replace(/\.html$/, '')),
      readFileSync(`${built}${file}`, 'utf8'),
    ]),
  )
  const ids = new Map([...html].map(([address, text]) => [address, new Set(valuesOf(text, 'id'))]))
  const faults: string[] = []
  const asked = new Map<string, number>()
  let checked = 0
  for (const [address, text] of html) {
    for (const link of valuesOf(text, 'href|src')) {
      const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), new URL(address, url))
      if (origin !== url) continue
      checked++
      if (!asked.has(pathname)) asked.set(pathname, (await nobody('GET', pathname)).status)
      const status = asked.get(pathname)
      // What the reference shows at an anchor is made in the browser.
      const isThere =
        hash === '' ||
        pathname === '/docs/reference/' ||
        ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))
      if (status !== 200 || !isThere) faults.push(`${address}: ${link} (${status})`)
    }
  }
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(1_000)
})

const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s(?:${attribute})="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/** Of each kind of page one: cards, tables and code, pictures, a list of links. The colours of all others are theirs. */
const kinds = new Set(['index', 'guides/accounts', 'guides/sandbox', 'api'])

test(
  'every page is in order on a desk and on a phone, and asks nobody but this server',
  patience,
  async () => {
    const { page, watch, context } = await browser.visit('desk', { colorScheme: 'light' })
    const desk = page.viewportSize() ?? { width: 1280, height: 900 }
    const faults: string[] = []
    for (const { address } of pages) {
      await page.goto(url + addressOf(address))
      await page.locator('.VPDoc h1').waitFor()
      const isKind = kinds.has(address)
      // Half of what axe does is looking at colours.
      const found = await findViolations(page, undefined, isKind ? [] : ['color-contrast'])
      found.push(...(await findOverflow(page)))
      await page.setViewportSize({ width: 390, height: 844 })
      found.push(...(await findOverflow(page)), ...watch.takeFaults())
      faults.push(...found.map((fault) => `${address}: ${fault}`))
      await page.setViewportSize(desk)
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test('each kind of page is in order on a phone in the dark', patience, async () => {
  const { page, watch, context } = await browser.visit('phone', { colorScheme: 'dark' })
  for (const address of kinds) {
    await page.goto(url + addressOf(address))
    await page.locator('.VPDoc h1').waitFor()
    const found = [...(await findOverflow(page)), ...(await findViolations(page)), ...watch.takeFaults()]
    expect(found, address).toEqual([])
  }
  await context.close()
})

test('the search finds where webhook signatures are explained, and goes there', patience, async () => {
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

test('the menu of a phone leads from page to page', patience, async () => {
  const { page, watch, context } = await browser.visit('phone')
  await page.goto(`${url}/docs/`)
  await page.locator('.VPLocalNav .menu').click()
  await page.getByRole('link', { name: 'People and passwords' }).click()
  await page.waitForURL('**/docs/guides/sandbox')
  await page.getByRole('heading', { name: 'The sandbox', level: 1 }).waitFor()
  expect(await findOverflow(page)).toEqual([])
  expect(watch.takeFaults()).toEqual([])
  await context.close()
})

test(
  'the list of operations, and what was kept of the old address, lead into the reference',
  patience,
  async () => {
    const { page, watch, context } = await browser.visit('desk')
    await page.goto(`${url}/docs/api`)
    await page.getByRole('link', { name: 'POST /authorisations', exact: true }).click()
    await page.waitForURL(/\/docs\/reference\/#tag\/authorisations\/POST\/authorisations$/)
    await expect.poll(() => ask(page, inView('Record')), patience).toBe(true)

    await page.goto(`${url}/docs/#tag/users/PATCH/users/{user_id}`)
    await page.waitForURL(/\/docs\/reference\/#tag\/users\/PATCH\/users\//)
    await expect.poll(() => ask(page, inView('Change a user')), patience).toBe(true)
    expect(watch.takeFaults()).toEqual([])
    await context.close()
  },
)

const inView = (heading: string) => `[...document.querySelectorAll('h3')].some((one) =>
  one.textContent.includes(${JSON.stringify(heading)}) && Math.abs(one.getBoundingClientRect().top) < innerHeight)`
