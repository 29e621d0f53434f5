import type { BrowserContext } from 'playwright-core'

/** Headless Chromium for whoever needs a page: one process, a context of its own for each visit, some at once. */
export type Browsers = {
  /** Waits for a free place, opens a context with these cookies, and closes it whatever happens. */
  visit<T>(
    options: { cookies?: Cookie[]; signal: AbortSignal },
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>
  /** How many visits are open; a metric. */
  open(): number
  close(): Promise<void>
}

export type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number]
