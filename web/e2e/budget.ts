import type { Browser } from './browser.ts'

/** CPU slowdown factor, to simulate a phone from a few years ago. */
const slowDown = 4

/**
 * Measures the cost of the first view. Requests count if they start before the first frame with the start button: later
 * ones, such as the prefetch of the next screens, don't delay the view, and how many there are before the click depends
 * on the speed of the machine.
 */
export async function measureFirstView(browser: Browser, link: string) {
  const { context, page } = await browser.visit('phone')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await session.send('Network.enable')
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
  await page.locator(startButton).first().click()
  const pressed = page.locator('html[data-pressed]')
  await pressed.waitFor({ state: 'attached' })
  const firstInputMs = Number(await pressed.getAttribute('data-pressed'))
  const shownAtMs = Number(await pressed.getAttribute('data-shown'))
  await context.close()
  const counted = [...requests.values()].filter(({ startedAtMs }) => startedAtMs <= shownAtMs)
  return {
    firstInputMs,
    urls: counted.map(({ url }) => new URL(url).pathname),
    requests: counted.length,
    scriptBytes: sum(counted.filter(({ kind }) => kind === 'Script')),
    allBytes: sum(counted),
  }
}

type SentRequest = { url: string; startedAtMs: number; kind: string; bytes: number }

const startButton = 'main[data-view="welcome"] .actions button'

/** Records, by the page's own clock, when the start button was first shown (Unix time) and when a click was handled. */
const recordTimes = `
  const marks = () => document.documentElement.dataset
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${startButton}')) return
    observer.disconnect()
    requestAnimationFrame(() => { marks().shown = String(performance.timeOrigin + performance.now()) })
  }).observe(document, { childList: true, subtree: true })
  addEventListener('click', () => {
    requestAnimationFrame(() => { marks().pressed ??= String(performance.now()) })
  }, true)`

const sum = (requests: SentRequest[]) => requests.reduce((total, { bytes }) => total + bytes, 0)
