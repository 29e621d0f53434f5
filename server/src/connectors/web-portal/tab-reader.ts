import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { ConnectionFailure } from '../failure.ts'
import { look, type Sight } from './page-snapshot.ts'
import { failureOf, isNothingThere, notUnderstood } from './refusals.ts'

export type Tab = {
  self: Page
  /** `understand` gives undefined for a page that is not, or not wholly, the one that was asked for. */
  page<T>(url: string, understand: (sight: Sight) => T | undefined): Promise<T>
  /** A PDF, fetched from within the page that is open, as a script of the portal would; no disk ever holds it. */
  pdf(url: string): Promise<Uint8Array>
}

/** Runs in a tab of its own, several at once. Reading changes nothing at the portal, so what fails is tried again. */
export type Read = <T>(work: (tab: Tab) => Promise<T>) => Promise<T>

const pausesMs = [250, 500, 1_000, 2_000, 4_000]
/** Whoever wants to be left alone for longer than this is asked again some other time. */
const longestPauseMs = 5_000
const mostPdfBytes = 10_000_000

export function openReader(context: BrowserContext, signal: AbortSignal): Read {
  const idle: Page[] = []

  async function once<T>(work: (tab: Tab) => Promise<T>): Promise<T> {
    const page = idle.pop() ?? (await context.newPage())
    try {
      const result = await work(tabOf(page))
      idle.push(page)
      return result
    } catch (failure) {
      // It may still be busy with what failed.
      await page.close().catch(() => undefined)
      throw failure
    }
  }

  return async (work) => {
    for (let n = 0; ; n++) {
      try {
        return await once(work)
      } catch (failure) {
        signal.throwIfAborted()
        const pause = pausesMs[n]
        if (pause === undefined || !isPassing(failure)) throw asFailure(failure)
        await delay(pause, undefined, { signal })
      }
    }
  }
}

function isPassing(failure: unknown): boolean {
  if (!(failure instanceof ConnectionFailure)) return true
  return failure.code === 'provider-down' && (failure.retryAfterMs ?? 0) <= longestPauseMs
}

/** What a browser says of a failure quotes addresses, so it is not passed on. */
export const asFailure = (failure: unknown) =>
  failure instanceof ConnectionFailure
    ? failure
    : new ConnectionFailure('provider-down', { detail: 'no answer' })

const tabOf = (page: Page): Tab => ({
  self: page,
  async page(url, understand) {
    const response = await page.goto(url, { waitUntil: 'domcontentloaded' })
    const sight = await look(page)
    requireGood(sight, response)
    const understood = understand(sight)
    if (understood === undefined) throw notUnderstood()
    return understood
  },
  async pdf(url) {
    const { code, retryAfter, file } = await page.evaluate(fetchPdf, { url, most: mostPdfBytes })
    if (code !== null) throw failureOf({ code, attemptsLeft: null }, millisecondsOf(retryAfter))
    if (file === null) throw down(millisecondsOf(retryAfter))
    return Buffer.from(file, 'base64')
  },
})

/** Throws where the page is a refusal, or where the portal says that it could not make it. */
export function requireGood(sight: Sight, response: Response | null) {
  if (isNothingThere(sight)) return
  const retryAfterMs = millisecondsOf(response?.headers()['retry-after'] ?? null)
  if (sight.refusal) throw failureOf(sight.refusal, retryAfterMs)
  if (response && response.status() >= 400) throw down(retryAfterMs)
}

const down = (retryAfterMs: number | undefined) =>
  new ConnectionFailure('provider-down', retryAfterMs === undefined ? {} : { retryAfterMs })

const millisecondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined

type Fetched = { code: string | null; retryAfter: string | null; file: string | null }
type Parser = new () => {
  parseFromString(
    text: string,
    type: string,
  ): { querySelector(selector: string): { getAttribute(name: string): string | null } | null }
}

/** Runs in the page, so it stands alone. What comes instead of a file is a page that says why. */
async function fetchPdf({ url, most }: { url: string; most: number }): Promise<Fetched> {
  const reply = await fetch(url)
  const retryAfter = reply.headers.get('retry-after')
  if (!(reply.headers.get('content-type') ?? '').includes('pdf')) {
    const { DOMParser } = globalThis as unknown as { DOMParser: Parser }
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const code = page.querySelector('[data-error-code]')?.getAttribute('data-error-code') ?? null
    const isSignIn = page.querySelector('input[type=password]') !== null
    return { code: code ?? (isSignIn ? 'session_expired' : null), retryAfter, file: null }
  }
  const reader = reply.body?.getReader()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return { code: null, retryAfter, file: reply.ok ? btoa(text) : null }
    for (const byte of value) text += String.fromCharCode(byte)
    if (text.length > most) return { code: null, retryAfter, file: null }
  }
}
