import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright-core'
import { type Chromium, startChromium } from './chromium.ts'
import { type Gate, openGate } from './single-origin-proxy.ts'
import { openPlaces } from './visit-slots.ts'

/** Headless Chromium for whoever needs a page: one process, a context of its own for each visit, some at once. */
export type Browsers = {
  /** Waits for a free place, opens a context that can reach this origin only, and closes it whatever happens. */
  visit<T>(
    options: { origin: string; cookies?: Cookie[]; signal: AbortSignal },
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>
  /** How many visits are open; a metric. */
  open(): number
  close(): Promise<void>
}

export type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number]

type Log = { warn(details: object, message: string): void }

export type BrowsersOptions = {
  executablePath: string
  /** Visits at once. */
  most: number
  log?: Log
  longestVisitMs?: number
  /** Chromium without a visit is closed then. */
  idleMs?: number
  /** Chromium is replaced after so many: what it has gathered goes with it. */
  visitsEach?: number
}

/** The browser ended or hung under a visit. It is no fault of the provider, and the next visit finds a new one. */
export class BrowserLost extends Error {}
/** A visit took longer than any visit may. */
export class VisitTooLong extends Error {}

const notNeeded = ['image', 'font', 'media']
const closingMs = 5_000

export function openBrowsers(options: BrowsersOptions): Browsers {
  const { executablePath, most, log, longestVisitMs = 600_000, idleMs = 60_000, visitsEach = 200 } = options
  const places = openPlaces(most)
  const all = new Set<Chromium>()
  let current: Promise<Chromium> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  /** The one that takes visits now, started if there is none. */
  function present(): Promise<Chromium> {
    clearTimeout(idle)
    current ??= start()
    return current
  }

  async function start(): Promise<Chromium> {
    try {
      const chromium = await startChromium(executablePath)
      all.add(chromium)
      void chromium.gone.then(() => {
        all.delete(chromium)
        forget(chromium)
      })
      return chromium
    } catch (cause) {
      current = undefined
      throw new BrowserLost('Chromium does not start', { cause })
    }
  }

  function forget(chromium: Chromium) {
    void current?.then(
      (present) => {
        if (present === chromium) current = undefined
      },
      () => undefined,
    )
  }

  async function enter(): Promise<Chromium> {
    for (;;) {
      const chromium = await present()
      if (chromium.isGone()) {
        current = undefined
        continue
      }
      chromium.open++
      chromium.visits++
      // Those inside stay; whoever comes next gets a new one.
      if (chromium.visits >= visitsEach) current = undefined
      return chromium
    }
  }

  async function leave(chromium: Chromium) {
    chromium.open--
    const isCurrent = current !== undefined && (await current.catch(() => undefined)) === chromium
    if (chromium.open > 0) return
    if (!isCurrent || isClosed) return chromium.end()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (chromium.open > 0) return
      current = undefined
      void chromium.end()
    }, idleMs).unref()
  }

  async function visitNow<T>(
    { origin, cookies, signal }: Parameters<Browsers['visit']>[0],
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const chromium = await enter()
    let gate: Gate | undefined
    let context: BrowserContext | undefined
    const ending = new AbortController()
    try {
      const doing = async () => {
        gate = await openGate(origin)
        context = await openContext(chromium, { origin, gate, cookies: cookies ?? [] })
        return work(context)
      }
      return await Promise.race([
        doing(),
        rejection(signal, ending.signal),
        delay(longestVisitMs, undefined, { ref: false, signal: ending.signal }).then(() => {
          throw new VisitTooLong('the visit took too long')
        }),
        // Not its promise: that would keep what this visit was told, a password too, as long as Chromium lives.
        rejection(chromium.lost, ending.signal),
      ])
    } catch (failure) {
      throw chromium.isGone() && !signal.aborted
        ? new BrowserLost('Chromium ended', { cause: failure })
        : failure
    } finally {
      ending.abort()
      await closeContext(chromium, context)
      await gate?.close()
      await leave(chromium)
    }
  }

  /** A context that does not close is a Chromium that hangs. */
  async function closeContext(chromium: Chromium, context: BrowserContext | undefined) {
    if (!context || chromium.isGone()) return
    const isClosedInTime = await Promise.race([
      context.close().then(
        () => true,
        () => chromium.isGone(),
      ),
      delay(closingMs, false, { ref: false }),
    ])
    if (isClosedInTime) return
    log?.warn({ pid: chromium.pid }, 'Chromium hangs and is replaced')
    forget(chromium)
    await chromium.kill()
  }

  return {
    async visit(options, work) {
      if (isClosed) throw new BrowserLost('the browsers are closed')
      const leavePlace = await places.take(options.signal)
      try {
        return await visitNow(options, work)
      } finally {
        leavePlace()
      }
    },
    open: () => places.taken(),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await current?.catch(() => undefined)
      await Promise.all([...all].map((chromium) => chromium.end()))
    },
  }
}

/** Rejects when the first is aborted; the second says that nobody waits any more. */
function rejection(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over })
  })
}

type Surroundings = { origin: string; gate: Gate; cookies: Cookie[] }

async function openContext(
  { browser }: Chromium,
  { origin, gate, cookies }: Surroundings,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    proxy: { server: gate.url },
    acceptDownloads: true,
    serviceWorkers: 'block',
    // Papers are fetched from within a page, so that they need no file; a page's own rules must not forbid it.
    bypassCSP: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  context.setDefaultTimeout(30_000)
  await context.route('**/*', (route) => admit(route, origin))
  await context.routeWebSocket('**/*', (socket) => void socket.close())
  await context.addCookies(cookies)
  return context
}

/** Whatever fails here fails because the visit is over. */
function admit(route: Route, origin: string): Promise<void> {
  return decide(route, origin).catch(() => undefined)
}

async function decide(route: Route, origin: string) {
  const request = route.request()
  const isElsewhere = URL.parse(request.url())?.origin !== origin
  if (isElsewhere || notNeeded.includes(request.resourceType())) return route.abort('blockedbyclient')
  if (request.method() === 'GET' || request.method() === 'HEAD') return route.continue()
  // Chromium sends a form a second time when the connection breaks. A password must go out once, so we send it ourselves.
  try {
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 0 })
    await route.fulfill({ response })
  } catch {
    await route.abort('connectionreset')
  }
}
