import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright-core'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { BrowserProcess } from './browser-process/own-process.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { type SingleOriginProxy, startSingleOriginProxy } from './single-origin-proxy.ts'

/**
 * Headless Chromium in the browser process, with a separate context for each visit and a limited number of concurrent
 * visits.
 */
export type Browsers = {
  /**
   * Waits for a free slot, opens a context that can only reach this origin, and always closes the context afterwards.
   */
  visit<T>(
    options: { origin: string; cookies?: Cookie[]; signal: AbortSignal },
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>
  /** Number of open visits, for a metric. */
  openVisits(): number
  close(): Promise<void>
}

export type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number]

type Log = { warn(details: object, message: string): void }

export type BrowsersOptions = {
  browserProcess: BrowserProcess
  /** Maximum concurrent visits. */
  maxVisits: number
  log?: Log
  maxVisitMs?: number
  /** Time after which an idle Chromium is closed. */
  idleMs?: number
  /** Number of visits after which Chromium is replaced, to free accumulated memory. */
  maxVisitsPerProcess?: number
  /** Age after which Chromium is replaced. The browser process kills it after an hour. */
  maxAgeMs?: number
}

/**
 * Thrown if the browser crashed or hung during a visit. This is not the provider's fault. The next visit gets a new
 * browser.
 */
export class BrowserLost extends Error {}
/** Thrown if the visit exceeded its time limit. */
export class VisitTooLong extends Error {}

const blockedResourceTypes = ['image', 'font', 'media']
const closeTimeoutMs = 5_000

export function openBrowsers(options: BrowsersOptions): Browsers {
  const {
    browserProcess,
    maxVisits,
    log,
    maxVisitMs = 600_000,
    idleMs = 60_000,
    maxVisitsPerProcess = 200,
    maxAgeMs = 1_800_000,
  } = options
  const visitSlots = createSemaphore({ maxConcurrent: maxVisits, maxQueued: Infinity })
  const all = new Set<Chromium>()
  let current: Promise<Chromium> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  /** Returns the current Chromium, and starts it if necessary. */
  function getChromium(): Promise<Chromium> {
    clearTimeout(idle)
    current ??= start()
    return current
  }

  async function start(): Promise<Chromium> {
    try {
      const chromium = await startChromium(browserProcess)
      all.add(chromium)
      void chromium.gone.then(() => {
        all.delete(chromium)
        unsetCurrent(chromium)
      })
      return chromium
    } catch (cause) {
      current = undefined
      throw new BrowserLost('Chromium does not start', { cause })
    }
  }

  function unsetCurrent(chromium: Chromium) {
    void current?.then(
      (present) => {
        if (present === chromium) current = undefined
      },
      () => undefined,
    )
  }

  async function claimChromium(): Promise<Chromium> {
    for (;;) {
      const chromium = await getChromium()
      if (chromium.isGone()) {
        current = undefined
        continue
      }
      if (Date.now() - chromium.startedAt > maxAgeMs) {
        current = undefined
        if (chromium.open === 0) void chromium.end()
        continue
      }
      chromium.open++
      chromium.visits++
      chromium.setBusy(true)
      // Open visits finish in the old process. New visits get a new process.
      if (chromium.visits >= maxVisitsPerProcess) current = undefined
      return chromium
    }
  }

  async function releaseChromium(chromium: Chromium) {
    chromium.open--
    const isCurrent = current !== undefined && (await current.catch(() => undefined)) === chromium
    if (chromium.open > 0) return
    if (!isCurrent || isClosed) return chromium.end()
    chromium.setBusy(false)
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (chromium.open > 0) return
      current = undefined
      void chromium.end()
    }, idleMs).unref()
  }

  async function runVisit<T>(
    { origin, cookies, signal }: Parameters<Browsers['visit']>[0],
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const chromium = await claimChromium()
    let proxy: SingleOriginProxy | undefined
    let context: BrowserContext | undefined
    let hidePort: (() => void) | undefined
    const ending = new AbortController()
    try {
      const open = async () => {
        proxy = await startSingleOriginProxy(origin)
        hidePort = await chromium.expose(proxy.port)
        context = await openContext(chromium, { origin, proxy, cookies: cookies ?? [] })
        return context
      }
      const runWork = async () => {
        // The provider is not involved yet. A browser that was just killed fails here before its end is noticed.
        const opened = await open().catch((cause) => {
          throw new BrowserLost('Chromium did not open a visit', { cause })
        })
        return work(opened)
      }
      return await Promise.race([
        runWork(),
        rejectOnAbort(signal, ending.signal),
        delay(maxVisitMs, undefined, { ref: false, signal: ending.signal }).then(() => {
          throw new VisitTooLong('the visit took too long')
        }),
        // A signal is used instead of the promise `gone`, which would keep this visit's data, including a password,
        // in memory for as long as Chromium runs.
        rejectOnAbort(chromium.lost, ending.signal),
      ])
    } catch (failure) {
      throw chromium.isGone() && !signal.aborted
        ? new BrowserLost('Chromium ended', { cause: failure })
        : failure
    } finally {
      ending.abort()
      await closeContext(chromium, context)
      hidePort?.()
      await proxy?.close()
      await releaseChromium(chromium)
    }
  }

  /** Closes a context. If it does not close in time, Chromium hangs. */
  async function closeContext(chromium: Chromium, context: BrowserContext | undefined) {
    if (!context || chromium.isGone()) return
    const isClosedInTime = await Promise.race([
      context.close().then(
        () => true,
        () => chromium.isGone(),
      ),
      delay(closeTimeoutMs, false, { ref: false }),
    ])
    if (isClosedInTime) return
    log?.warn({}, 'replaced hung Chromium')
    unsetCurrent(chromium)
    await chromium.kill()
  }

  return {
    async visit(options, work) {
      if (isClosed) throw new BrowserLost('the browsers are closed')
      await visitSlots.acquire(options.signal)
      try {
        return await runVisit(options, work)
      } finally {
        visitSlots.release()
      }
    },
    openVisits: () => visitSlots.inUseCount(),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await current?.catch(() => undefined)
      await Promise.all([...all].map((chromium) => chromium.end()))
      await browserProcess.close()
    },
  }
}

/** Rejects when the first signal aborts. The second signal removes the listener. */
function rejectOnAbort(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over })
  })
}

type ContextOptions = { origin: string; proxy: SingleOriginProxy; cookies: Cookie[] }

async function openContext(
  { browser }: Chromium,
  { origin, proxy, cookies }: ContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    proxy: { server: proxy.url },
    // Downloads would be written to disk.
    acceptDownloads: false,
    serviceWorkers: 'block',
    // PDFs are fetched from within a page, so that no file is written. The page's CSP might block this, so it is
    // bypassed.
    bypassCSP: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  context.setDefaultTimeout(30_000)
  await context.route('**/*', (route) => handleRoute(route, origin))
  await context.routeWebSocket('**/*', (socket) => void socket.close())
  await context.addCookies(cookies)
  return context
}

/** A failure to handle a request means that the visit is over, so it is ignored. */
function handleRoute(route: Route, origin: string): Promise<void> {
  return routeRequest(route, origin).catch(() => undefined)
}

async function routeRequest(route: Route, origin: string) {
  const request = route.request()
  const isElsewhere = URL.parse(request.url())?.origin !== origin
  if (isElsewhere || blockedResourceTypes.includes(request.resourceType()))
    return route.abort('blockedbyclient')
  if (request.method() === 'GET' || request.method() === 'HEAD') return route.continue()
  // Chromium resends a form if the connection breaks. A password must be sent only once, so the request is sent from
  // here.
  try {
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 0 })
    await route.fulfill({ response })
  } catch {
    await route.abort('connectionreset')
  }
}
