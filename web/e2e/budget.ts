import type { CDPSession } from 'playwright-core'
import type { Browser } from './browser.ts'

/** A simulated device and network. */
type Conditions = { cpuSlowdown: number; network?: { bytesPerSecond: number; latencyMs: number } }

/** A phone from a few years ago on a fast network. */
export const slowProcessor: Conditions = { cpuSlowdown: 4 }

/** A poor mobile connection: 40 kB/s, and 600 ms before each response begins. */
export const slowNetwork: Conditions = {
  cpuSlowdown: 1,
  network: { bytesPerSecond: 40_000, latencyMs: 600 },
}

/**
 * Measures the cost of the first view. Requests count if they start before the first frame with the start button: later
 * ones, such as the prefetch of the next screens, don't delay the view, and how many there are before the click depends
 * on the speed of the machine.
 */
export async function measureFirstView(browser: Browser, link: string, conditions = slowProcessor) {
  const { context, page } = await browser.visit('phone')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown })
  await session.send('Network.enable')
  if (conditions.network) await throttle(session, conditions.network)
  const requests = new Map<string, SentRequest>()
  session.on('Network.requestWillBeSent', ({ requestId, wallTime, request }) => {
    requests.set(requestId, { url: request.url, startedAtMs: wallTime * 1_000, kind: 'Other', bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    const request = requests.get(requestId)
    if (request) request.kind = type
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await context.addInitScript(recordTimes)
  await page.goto(link, { waitUntil: 'commit' })
  const pressed = page.locator('html[data-pressed]')
  await pressed.waitFor({ state: 'attached' })
  const firstInputMs = Number(await pressed.getAttribute('data-pressed'))
  const shownAtMs = Number(await pressed.getAttribute('data-shown'))
  const firstPaintMs: number = await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  )
  await context.close()
  const counted = [...requests.values()].filter(({ startedAtMs }) => startedAtMs <= shownAtMs)
  return {
    firstInputMs,
    firstPaintMs,
    urls: counted.map(({ url }) => new URL(url).pathname),
    requests: counted.length,
    scriptBytes: sum(counted.filter(({ kind }) => kind === 'Script')),
    allBytes: sum(counted),
  }
}

const throttle = (session: CDPSession, { bytesPerSecond, latencyMs }: NonNullable<Conditions['network']>) =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })

type SentRequest = { url: string; startedAtMs: number; kind: string; bytes: number }

const startButton = 'main[data-view="welcome"] .actions button'

/**
 * Presses the start button in the first frame that shows it. Records, by the page's own clock, when it was shown (Unix
 * time) and when the next screen was in the document. Playwright would press it up to half a second later.
 */
const recordTimes = `
  const marks = () => document.documentElement.dataset
  const onceFound = (selector, act) => new MutationObserver((_, observer) => {
    const element = document.querySelector(selector)
    if (!element) return
    observer.disconnect()
    act(element)
  }).observe(document, { childList: true, subtree: true })
  onceFound('${startButton}', (button) => requestAnimationFrame(() => {
    marks().shown = String(performance.timeOrigin + performance.now())
    setTimeout(() => button.click())
  }))
  onceFound('main[data-view="consent"]', () => { marks().pressed = String(performance.now()) })`

const sum = (requests: SentRequest[]) => requests.reduce((total, { bytes }) => total + bytes, 0)
