import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Payslip } from '../vocabulary/payslip.ts'
import type { ConnectorContext, PayDateRange } from './connector.ts'
import { ConnectionFailure } from './failure.ts'

const maxConcurrent = 4
/** No person has this many payslips. A provider that returns more is faulty. */
const maxPayslips = 2_000
const maxWaitMs = 60_000
const maxWaits = 20

/** Fetches all pages of a list. `next` is null after the last page. */
export async function fetchAllPages<T, Cursor>(
  first: Cursor,
  fetchPage: (cursor: Cursor) => Promise<{ items: T[]; next: Cursor | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: Cursor | null = first
  while (cursor !== null) {
    const { items, next }: { items: T[]; next: Cursor | null } = await fetchPage(cursor)
    all.push(...items)
    // An empty page that is not the last one would cause an endless loop.
    if (all.length > maxPayslips || (items.length === 0 && next !== null))
      throw new ConnectionFailure('provider-changed', { detail: 'the list does not end' })
    cursor = next
  }
  return all
}

/**
 * Fetches items concurrently and returns them in the order of the ids. Once some items are fetched, a Retry-After of
 * up to a minute is waited for, because starting over would send even more requests.
 */
export async function fetchEach<T>(
  ids: string[],
  fetchOne: (id: string) => Promise<T>,
  { signal }: Pick<ConnectorContext, 'signal'>,
): Promise<T[]> {
  const results: T[] = []
  let doneCount = 0
  let waitCount = 0
  let next = 0

  async function fetchWithRetries(id: string): Promise<T> {
    while (true) {
      try {
        return await fetchOne(id)
      } catch (error) {
        const waitMs = error instanceof ConnectionFailure ? error.retryAfterMs : undefined
        const canWait = doneCount > 0 && waitMs !== undefined && waitMs <= maxWaitMs
        if (!canWait || ++waitCount > maxWaits) throw error
        await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  async function work() {
    try {
      for (let at = next++; at < ids.length; at = next++) {
        results[at] = await fetchWithRetries(ids[at] as string)
        doneCount++
      }
    } finally {
      // After a failure the remaining requests are not sent.
      next = ids.length
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return results
}

/** Returns the result of a connector: only payslips with the requested pay dates, newest first, each validated. */
export function selectPayslips(payslips: Payslip[], { from, to }: PayDateRange): Payslip[] {
  const payDate = ({ income_information }: Payslip) => income_information.pay_date
  const inRange = payslips.filter(
    (payslip) => (from === null || payDate(payslip) >= from) && (to === null || payDate(payslip) <= to),
  )
  const parsed = z.array(Payslip).safeParse(inRange)
  if (!parsed.success)
    throw new ConnectionFailure('provider-changed', {
      detail: `a payslip does not match the schema at [${parsed.error.issues[0]?.path.join('.')}]`,
    })
  return parsed.data.toSorted((one, other) => payDate(other).localeCompare(payDate(one)))
}
