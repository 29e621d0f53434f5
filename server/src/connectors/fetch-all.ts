import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Payslip } from '../vocabulary/payslip.ts'
import type { Period, Talk } from './connector.ts'
import { ConnectionFailure } from './failure.ts'

const atOnce = 4
/** Nobody has been paid so often; a provider that says so is not to be believed. */
const mostPayslips = 2_000
const longestWaitMs = 60_000
const mostWaits = 20

/** Follows a list from page to page; `next` is null after the last one. */
export async function readPages<T, Place>(
  first: Place,
  read: (place: Place) => Promise<{ found: T[]; next: Place | null }>,
): Promise<T[]> {
  const all: T[] = []
  let place: Place | null = first
  while (place !== null) {
    const { found, next }: { found: T[]; next: Place | null } = await read(place)
    all.push(...found)
    // A page without anything that is not the last would go on for ever.
    if (all.length > mostPayslips || (found.length === 0 && next !== null))
      throw new ConnectionFailure('provider-down', { detail: 'the list does not end' })
    place = next
  }
  return all
}

/**
 * One by one, some at once, in the order of the ids. A provider that asks for patience half-way gets it for a minute: to
 * begin again from the start would ask it even more.
 */
export async function readEach<T>(
  ids: string[],
  read: (id: string) => Promise<T>,
  { signal }: Pick<Talk, 'signal'>,
): Promise<T[]> {
  const results: T[] = []
  let done = 0
  let waits = 0
  let next = 0

  async function patiently(id: string): Promise<T> {
    while (true) {
      try {
        return await read(id)
      } catch (error) {
        const waitMs = error instanceof ConnectionFailure ? error.retryAfterMs : undefined
        if (done === 0 || waitMs === undefined || waitMs > longestWaitMs || ++waits > mostWaits) throw error
        await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  async function work() {
    try {
      for (let at = next++; at < ids.length; at = next++) {
        results[at] = await patiently(ids[at] as string)
        done++
      }
    } finally {
      // Where one fails, the others need not go on.
      next = ids.length
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** What a connector hands over: only the days that were asked for, newest first, each as promised. */
export function handOver(payslips: Payslip[], { from, to }: Period): Payslip[] {
  const payDate = ({ income_information }: Payslip) => income_information.pay_date
  const wanted = payslips.filter(
    (payslip) => (from === null || payDate(payslip) >= from) && (to === null || payDate(payslip) <= to),
  )
  const parsed = z.array(Payslip).safeParse(wanted)
  if (!parsed.success)
    throw new ConnectionFailure('provider-down', {
      detail: `a payslip is not as promised at [${parsed.error.issues[0]?.path.join('.')}]`,
    })
  return parsed.data.toSorted((one, other) => payDate(other).localeCompare(payDate(one)))
}
