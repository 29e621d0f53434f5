import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { ConnectionFailure, isProviderFault } from '../failure.ts'
import { type PageSnapshot, takeSnapshot } from './page-snapshot.ts'
import { failureOf, hasNoData, notUnderstood } from './refusals.ts'

export type ReaderTab = {
  self: Page
  /** `parse` returns undefined unless the page is the requested one and is complete. */
  page<T>(url: string, parse: (snapshot: PageSnapshot) => T | undefined): Promise<T>
  /**
   * Fetches a PDF from within the open page, as a script of the portal would, so it is never written to disk.
   */
  pdf(url: string): Promise<Uint8Array>
}

/**
 * Runs work in a tab of its own. Several tabs may be open at the same time. Reading has no side effects at the
 * portal, so failures are retried.
 */
export type ReadInTab = <T>(work: (tab: ReaderTab) => Promise<T>) => Promise<T>

const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000]
/** Maximum Retry-After that is waited for. If it is longer, the retrieval is rescheduled. */
const maxRetryAfterMs = 5_000
const maxPdfBytes = 10_000_000

export function createTabReader(browserContext: BrowserContext, signal: AbortSignal): ReadInTab {
  const idle: Page[] = []

  async function runOnce<T>(work: (tab: ReaderTab) => Promise<T>): Promise<T> {
    const page = idle.pop() ?? (await browserContext.newPage())
    try {
      const result = await work(toTab(page))
      idle.push(page)
      return result
    } catch (failure) {
      // The tab may still be loading the failed page.
      await page.close().catch(() => undefined)
      throw failure
    }
  }

  return async (work) => {
    for (let n = 0; ; n++) {
      try {
        return await runOnce(work)
      } catch (failure) {
        signal.throwIfAborted()
        const delayMs = retryDelaysMs[n]
        if (delayMs === undefined || !isTransient(failure)) throw asFailure(failure)
        await delay(delayMs, undefined, { signal })
      }
    }
  }
}

function isTransient(failure: unknown): boolean {
  if (!(failure instanceof ConnectionFailure)) return true
  return isProviderFault(failure.code) && (failure.retryAfterMs ?? 0) <= maxRetryAfterMs
}

/** Browser errors quote URLs, so they are not passed on. */
export const asFailure = (failure: unknown) =>
  failure instanceof ConnectionFailure
    ? failure
    : new ConnectionFailure('provider-unreachable', { detail: 'no answer' })

const toTab = (page: Page): ReaderTab => ({
  self: page,
  async page(url, parse) {
    const response = await page.goto(url, { waitUntil: 'domcontentloaded' })
    const snapshot = await takeSnapshot(page)
    requireNoError(snapshot, response)
    const parsed = parse(snapshot)
    if (parsed === undefined) throw notUnderstood()
    return parsed
  },
  async pdf(url) {
    const { status, code, retryAfter, file } = await page.evaluate(fetchPdf, { url, maxBytes: maxPdfBytes })
    if (code !== null) throw failureOf({ code, attemptsLeft: null }, parseRetryAfterMs(retryAfter))
    if (file === null) throw faultOfStatus(status, parseRetryAfterMs(retryAfter))
    return Buffer.from(file, 'base64')
  },
})

/** Throws if the page is an error page of the portal. */
export function requireNoError(snapshot: PageSnapshot, response: Response | null) {
  if (hasNoData(snapshot)) return
  const retryAfterMs = parseRetryAfterMs(response?.headers()['retry-after'] ?? null)
  if (snapshot.refusal) throw failureOf(snapshot.refusal, retryAfterMs)
  if (response && response.status() >= 400) throw faultOfStatus(response.status(), retryAfterMs)
}

/**
 * Returns the failure for an error page without one of the portal's codes. 4xx means that the portal has changed its
 * paths or forms.
 */
function faultOfStatus(status: number, retryAfterMs: number | undefined) {
  const code = status === 429 ? 'provider-rate-limited' : status < 500 ? 'provider-changed' : 'provider-down'
  return new ConnectionFailure(code, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    isOverloaded: status === 429,
    detail: `status ${status}`,
  })
}

const parseRetryAfterMs = (retryAfter: string | null): number | undefined =>
  retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined

type FetchedPdf = { status: number; code: string | null; retryAfter: string | null; file: string | null }
type Parser = new () => {
  parseFromString(
    text: string,
    type: string,
  ): { querySelector(selector: string): { getAttribute(name: string): string | null } | null }
}

/**
 * Fetches a PDF. The function is serialised and runs in the page, so it cannot use outer variables. If the portal
 * returns an HTML page instead of a file, the page explains the error.
 */
async function fetchPdf({ url, maxBytes }: { url: string; maxBytes: number }): Promise<FetchedPdf> {
  const reply = await fetch(url)
  const retryAfter = reply.headers.get('retry-after')
  if (!(reply.headers.get('content-type') ?? '').includes('pdf')) {
    const { DOMParser } = globalThis as unknown as { DOMParser: Parser }
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const code = page.querySelector('[data-error-code]')?.getAttribute('data-error-code') ?? null
    const isSignIn = page.querySelector('input[type=password]') !== null
    return {
      status: reply.status,
      code: code ?? (isSignIn ? 'session_expired' : null),
      retryAfter,
      file: null,
    }
  }
  const reader = reply.body?.getReader()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return { status: reply.status, code: null, retryAfter, file: reply.ok ? btoa(text) : null }
    for (const byte of value) text += String.fromCharCode(byte)
    if (text.length > maxBytes) return { status: reply.status, code: null, retryAfter, file: null }
  }
}
