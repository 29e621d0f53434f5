import type { Browser } from './browser.ts'

/** A phone from a few years ago. */
const slowDown = 4

/** Cost of the first view until the page is interactive. */
export async function measureFirstView(browser: Browser, link: string) {
  const { context, page } = await browser.visit('phone')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  // Time until the page's code handled the first click, by the page's own clock.
  await context.addInitScript(`addEventListener('click', () => {
    requestAnimationFrame(() => document.documentElement.dataset.pressed ??= String(performance.now())) }, true)`)
  await page.goto(link, { waitUntil: 'commit' })
  await page.locator('main[data-view="welcome"] .actions button').first().click()
  const pressed = page.locator('html[data-pressed]')
  await pressed.waitFor({ state: 'attached' })
  const firstInputMs = Number(await pressed.getAttribute('data-pressed'))
  const requests = kinds.size
  await context.close()
  return { firstInputMs, requests, scriptBytes: bytes.Script ?? 0, allBytes: sum(Object.values(bytes)) }
}

const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)
