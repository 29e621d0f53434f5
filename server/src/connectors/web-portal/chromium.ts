import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { BrowserProcess } from './browser-process/own-process.ts'

/** One Chromium with its child processes, in the browser process. */
export type Chromium = {
  browser: Browser
  /** Lets Chromium connect to a port of this process. Returns a function that ends this. */
  expose(port: number): Promise<() => void>
  /** While it has no visits, it does not keep this process running. */
  setBusy(isBusy: boolean): void
  startedAt: number
  /** Settles when Chromium has ended for any reason. */
  gone: Promise<void>
  /**
   * Aborted when Chromium has ended. This is a signal instead of a promise, because a promise would keep its waiters
   * in memory.
   */
  lost: AbortSignal
  isGone(): boolean
  /** Number of current visits (`open`) and of all visits so far (`visits`). */
  open: number
  visits: number
  end(): Promise<void>
  kill(): Promise<void>
}

const endingMs = 5_000
const connectTimeoutMs = 60_000

/** Starts Chromium in the browser process. It ends with the connection, so never outlives this process. */
export async function startChromium(browserProcess: BrowserProcess): Promise<Chromium> {
  // Loaded here, because it takes a fifth of the time in which a process starts, and most processes open no website.
  const { chromium } = await import('playwright-core')
  const session = await browserProcess.openSession()
  const gone = new Promise<void>((resolve) => {
    if (session.closed.aborted) resolve()
    session.closed.addEventListener('abort', () => resolve(), { once: true })
  })
  const browser = await Promise.race([
    chromium.connectOverCDP(session.transport, { timeout: connectTimeoutMs }),
    gone.then(() => {
      throw new Error('Chromium ended before Playwright was connected')
    }),
  ]).catch(async (failure) => {
    await session.end()
    throw failure
  })

  return {
    browser,
    expose: session.expose,
    setBusy: session.setBusy,
    startedAt: Date.now(),
    gone,
    lost: session.closed,
    // Playwright may notice first, and its errors then reach the visit before the signal.
    isGone: () => session.closed.aborted || !browser.isConnected(),
    open: 0,
    visits: 0,
    async end() {
      await Promise.race([browser.close().catch(() => undefined), delay(endingMs, undefined, { ref: false })])
      await session.end()
    },
    kill: session.end,
  }
}
