import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embed } from '../../../web/vite.config.ts'
import { openSandbox, type RunningSandbox } from '../server.ts'
import { settings } from '../testing/start-sandbox.ts'

// Tests the lender page with the real journey.js and bridge. The journey is replaced by a minimal page on a second
// origin; a third origin plays an untrusted page.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const folder = mkdtempSync(join(tmpdir(), 'payproof-embed-'))
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let browser: Browser
let sandbox: RunningSandbox
const servers: Server[] = []
let service: string
let stranger: string

beforeAll(async () => {
  const into = { outDir: folder, emptyOutDir: false }
  await build({ ...embed, build: { ...embed.build, ...into } })
  const lib = {
    entry: here('../../../embed/src/stand-in.ts'),
    formats: ['iife' as const],
    name: 'standIn',
    fileName: () => 'frame.js',
  }
  await build({ ...embed, build: { ...embed.build, ...into, lib } })
  const forging: Pages = {
    '/forged': () => ['<!doctype html><script src="/forge.js"></script>', 'text/html'],
    '/forge.js': () => [
      `for (const message of ${JSON.stringify(forged)}) parent.postMessage(message, '*')`,
      'text/javascript',
    ],
  }
  stranger = await serve(forging)
  service = await serve({
    ...forging,
    '/journey.js': () => [readFileSync(join(folder, 'journey.js'), 'utf8'), 'text/javascript'],
    '/frame.js': () => [readFileSync(join(folder, 'frame.js'), 'utf8'), 'text/javascript'],
    '/r/known': () => framePage([sandbox.url]),
    '/r/unknown': () => framePage(['https://another.example']),
    '/r/moving': () =>
      framePage([sandbox.url], `<meta http-equiv="refresh" content="0;url=${stranger}/forged">`),
  })
  sandbox = await openSandbox({ ...settings, serviceUrls: [service, stranger] })
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
})
afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})

const event = (name: string, more: object = {}) => ({
  payproof: 1,
  id: crypto.randomUUID(),
  name,
  at: '2026-11-16T00:00:00Z',
  ...more,
})
const forged = [
  { payproof: 1, name: 'hello' },
  { payproof: 1, name: 'height', height: 4_000 },
  event('connected', { provider: 'forged' }),
  event('exit', { last_view: 'done' }),
]

type Pages = Record<string, () => [body: string, type: string]>

async function serve(pages: Pages) {
  const server = createServer(({ url = '' }, reply) => {
    const [body, type] = pages[new URL(url, 'http://any').pathname]?.() ?? ['', 'text/plain']
    reply.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const framePage = (origins: string[], more = ''): [string, string] => [
  `<!doctype html><html data-boot='${JSON.stringify({ frame_origins: origins })}'><meta charset="utf-8"><title>Journey</title>
${more}<body style="margin: 0"><main style="height: 600px"><button>Inside</button></main><script src="/frame.js"></script>`,
  'text/html',
]

/** Opens the lender page and collects content security policy violations. */
async function visit({ link = 'known', width = 1280, height = 900, hasClock = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height } })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (/security policy|trusted/i.test(message.text())) refused.push(message.text())
  })
  page.on('pageerror', (error) => refused.push(error.message))
  if (hasClock) await page.clock.install()
  await page.goto(`${sandbox.url}/demo?link=${encodeURIComponent(`${service}/r/${link}`)}`)
  return { context, page, refused }
}

/** Polls with a long timeout, because CI machines are slow. */
const soon = <T>(read: () => T) => expect.poll(read)
const openDialog = (page: Page) => page.getByRole('button', { name: 'Open as a dialog' }).click()
const openInline = (page: Page) => page.getByRole('button', { name: 'Show on this page' }).click()
const receivedEvents = (page: Page) => page.locator('#events strong').allTextContents()
const dialogs = (page: Page) => page.locator('dialog').count()
const isScrollLocked = (page: Page) =>
  page.evaluate(`getComputedStyle(document.documentElement).overflow === 'hidden'`)

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The frame has no page')
  await frame.waitForSelector('html[data-frame]')
  return frame
}

// These scripts are passed as strings, because they run in the browser and use its globals.
const sendEvent = (frame: Frame, message: object) => frame.evaluate(`bridge.send(${JSON.stringify(message)})`)
const aMoment = (page: Page) => page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')

describe('a registered page', () => {
  test('receives each event once from a dialog that confirms before closing and cleans up', async () => {
    const { context, page, refused } = await visit()
    await openDialog(page)
    const frame = await frameOf(page)
    expect(await page.locator('iframe').getAttribute('title')).toBe('Share your income')
    expect(await page.locator('iframe').getAttribute('allow')).toBe('camera')
    expect(await isScrollLocked(page)).toBe(true)
    const view = event('view', { view: 'welcome' })
    for (const one of [view, view, event('mfa_required', { kind: 'Code' })]) await sendEvent(frame, one)
    await soon(() => receivedEvents(page)).toEqual(['open', 'view', 'mfa_required'])
    expect(await page.locator('#events code').allTextContents()).toEqual(['', 'view: welcome', 'kind: Code'])

    await page.getByRole('button', { name: 'Close' }).click()
    await frame.waitForSelector('html[data-leave="1"]')
    await frame.getByRole('button', { name: 'Stay' }).click()
    // Focus is inside the frame, so the embedding page does not receive key events.
    await page.keyboard.press('Escape')
    await frame.waitForSelector('html[data-leave="2"]')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME')
    await aMoment(page)
    expect([await dialogs(page), await frame.locator('dialog[open]').count()]).toEqual([1, 1])

    await sendEvent(frame, event('exit', { last_view: 'welcome' }))
    await soon(() => receivedEvents(page)).toEqual(['open', 'view', 'mfa_required', 'exit'])
    expect([await dialogs(page), await isScrollLocked(page)]).toEqual([0, false])
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Open as a dialog')
    expect(refused).toEqual([])
    await context.close()
  })

  test('shows the journey inline with its own height, within limits', async () => {
    const { context, page, refused } = await visit()
    await openInline(page)
    const frame = await frameOf(page)
    const height = () => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)
    await soon(height).toBe(600)
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.evaluate('scrollTo(0, 0)')
    await frame.getByRole('button', { name: 'Inside' }).click()
    const question = frame.locator('dialog[open]')
    await soon(async () => (await question.boundingBox())?.y).toBeLessThan(480)
    await page.keyboard.press('Enter')
    for (const [requestedHeight, actualHeight] of [
      [1_200, 1_200],
      [10, 320],
      [90_000, 5_000],
    ]) {
      await frame.evaluate(`document.querySelector('main').style.height = '${requestedHeight}px'`)
      await soon(height).toBe(actualHeight)
    }
    expect(await isScrollLocked(page)).toBe(false)
    await page.getByRole('button', { name: 'Remove journey' }).click()
    await soon(() => receivedEvents(page)).toEqual(['open', 'exit'])
    expect(await page.locator('iframe').count()).toBe(0)
    expect(refused).toEqual([])
    await context.close()
  })

  test('closes immediately without a pending question, and after a timeout if the frame does not answer', async () => {
    const { context, page } = await visit()
    const close = page.getByRole('button', { name: 'Close' })
    await openDialog(page)
    await frameOf(page)
    for (let times = 0; times < 3; times++) await close.click()
    await soon(() => dialogs(page)).toBe(0)
    await openDialog(page)
    await (await frameOf(page)).evaluate('bridge.stop()')
    await close.click()
    await soon(() => dialogs(page)).toBe(0)
    expect(await receivedEvents(page)).toEqual(['open', 'exit', 'open', 'exit'])
    await context.close()
  })

  test('can open and close repeatedly with at most one journey and one exit event', async () => {
    const { context, page, refused } = await visit({ width: 390, height: 844 })
    const counted = await page.evaluate(`(() => {
      const counted = []
      const options = { link: '${service}/r/known', mode: 'dialog', onExit: () => counted.push('exit') }
      const count = () => counted.push(document.querySelectorAll('dialog').length + ' open')
      const [first, second] = [Payproof.open(options), Payproof.open(options)]
      count()
      const { width, height } = document.querySelector('dialog').getBoundingClientRect()
      counted.push(width + ' × ' + height)
      for (const one of [first, second, first]) one.close()
      Payproof.open(options)
      Payproof.open({ ...options, link: options.link + '?another' })
      for (const link of ['javascript:alert(1)', '/r/known'])
        try { Payproof.open({ ...options, link }) } catch (error) { counted.push(error.name) }
      count()
      return counted
    })()`)
    expect(counted).toEqual(['1 open', '390 × 844', 'exit', 'exit', 'TypeError', 'TypeError', '1 open'])
    expect(refused).toEqual([])
    await context.close()
  })
})

describe('untrusted pages', () => {
  test('an unregistered page gets no answer and shows an error', async () => {
    const { context, page } = await visit({ link: 'unknown', hasClock: true })
    await openDialog(page)
    await page.frameLocator('iframe').getByRole('button').waitFor()
    await page.clock.runFor(21_000)
    await soon(() => receivedEvents(page)).toEqual(['error'])
    expect(await page.locator('#events code').textContent()).toBe('code: frame-not-loaded, recoverable: true')
    expect(await page.getByRole('status').textContent()).toContain('could not open')
    await page.keyboard.press('Escape')
    await soon(() => receivedEvents(page)).toEqual(['error', 'exit'])
    expect(await dialogs(page)).toBe(0)
    await context.close()
  })

  test('ignores messages from the page itself, other frames and a frame that navigated away', async () => {
    const { context, page } = await visit({ link: 'moving' })
    await openInline(page)
    await page.evaluate(`(() => {
      for (const origin of ['${stranger}', '${service}']) {
        const other = document.createElement('iframe')
        other.src = origin + '/forged'
        document.body.append(other)
      }
      for (const message of ${JSON.stringify(forged)}) window.postMessage(message, '*')
    })()`)
    await soon(() => page.frames().filter((frame) => frame.url().endsWith('/forged')).length).toBe(3)
    await aMoment(page)
    expect((await receivedEvents(page)).filter((name) => name !== 'open')).toEqual([])
    expect(await page.locator('#journey iframe').count()).toBe(1)
    await context.close()
  })

  test('the frame only talks to the window that embeds it', async () => {
    const { context, page } = await visit()
    await openDialog(page)
    const frame = await frameOf(page)
    // An empty frame has the origin of the embedding page but is a different window.
    await page.evaluate("document.body.append(document.createElement('iframe'))")
    const other = page.frames().find((one) => one.url() === 'about:blank')
    await other?.evaluate(`parent.frames[0].postMessage({ payproof: 1, name: 'leave' }, '${service}')`)
    await aMoment(page)
    expect(await frame.locator('html').getAttribute('data-leave')).toBeNull()
    await page.goto(`${service}/r/known`)
    expect(await page.evaluate('bridge.isFramed')).toBe(false)
    await context.close()
  })
})

test('the callback page shows its parameters as text', async () => {
  const { context, page } = await visit()
  await page.goto(`${sandbox.url}/demo/callback?user_id=7&error=login-refused&x=%3Cb%3Ebold%3C/b%3E`)
  const cells = await page.locator('tbody code').allTextContents()
  expect(cells).toEqual(['user_id', '7', 'error', 'login-refused', 'x', '<b>bold</b>'])
  await context.close()
})
