import type { Findings } from '../programs/findings.ts'
import { isAccepted, type ReceivedDelivery } from '../programs/webhook-plan.ts'
import type { Pause } from './pauses.ts'
import type { Published } from './published.ts'

/** An event at one webhook: the fields of its first request, and when the receiver first accepted it. */
type ReceivedEvent = Pick<ReceivedDelivery, 'id' | 'user' | 'sequence'> & { acceptedAt: number | undefined }

type Paused = { pauses: readonly Pause[]; pauseGraceMs: number }

/** Compares the events that one webhook received with the published ones. */
export function checkHook(
  index: number,
  arrivals: readonly ReceivedDelivery[],
  published: Published,
  paused: Paused,
) {
  const good = arrivals.filter(({ reason }) => reason === undefined)
  const { seen, requests, findings: idFindings } = readSeen(good)
  const accepted = new Map([...seen].filter(([, { acceptedAt }]) => acceptedAt !== undefined))
  const where = (number: number) => `hook ${index}, event ${number}`
  const findings: Findings = {
    lost: [],
    'not verified': arrivals.flatMap(({ reason, seconds }) =>
      reason ? [`hook ${index} at ${seconds}: ${reason}`] : [],
    ),
    'never published': [],
    'about another user': [],
    'sent while paused': findDuringPauses(index, good, paused),
    'gap in a sequence': findGaps(index, accepted),
    ...idFindings,
  }
  for (const [number, { user }] of seen) {
    const batch = published.batchOf.get(number)
    if (!batch || batch.isDoomed) findings['never published']?.push(where(number))
    else if (published.userOf.get(number) !== user) findings['about another user']?.push(where(number))
  }
  const delaysMs: number[] = []
  for (const [number, { acknowledgedAt }] of published.batchOf) {
    if (acknowledgedAt === undefined) continue
    const acceptedAt = accepted.get(number)?.acceptedAt
    if (acceptedAt === undefined) findings.lost?.push(where(number))
    else delaysMs.push(Math.max(0, acceptedAt - acknowledgedAt))
  }
  for (const name of Object.keys(idFindings))
    findings[name] = (idFindings[name] ?? []).map((row) => `hook ${index}, ${row}`)
  return { accepted, duplicates: requests - accepted.size, findings, delaysMs }
}

/**
 * Groups requests by event. All requests of one event must have the same webhook-id and sequence number, which no
 * other event may have.
 */
function readSeen(arrivals: readonly ReceivedDelivery[]) {
  const seen = new Map<number, ReceivedEvent>()
  const eventOf = new Map<string, number>()
  const otherId: string[] = []
  const otherEvent: string[] = []
  const otherNumber: string[] = []
  let requests = 0
  for (const arrival of arrivals) {
    const { event, id, user, sequence, at } = arrival
    const known = seen.get(event) ?? { id, user, sequence, acceptedAt: undefined }
    seen.set(event, known)
    if (known.id !== id) otherId.push(`event ${event}: ${known.id} and ${id}`)
    if (known.sequence !== sequence) otherNumber.push(`event ${event}: ${known.sequence} and ${sequence}`)
    if ((eventOf.get(id) ?? event) !== event) otherEvent.push(`${id}: events ${eventOf.get(id)} and ${event}`)
    eventOf.set(id, event)
    if (!isAccepted(arrival)) continue
    requests++
    known.acceptedAt ??= at
  }
  const findings: Findings = {
    'one event under two ids': otherId,
    'two events under one id': otherEvent,
    'one event under two numbers': otherNumber,
  }
  return { seen, requests, findings }
}

/** Lists users whose sequence numbers are not 1, 2, 3 … without gaps or duplicates. */
function findGaps(index: number, accepted: ReadonlyMap<number, ReceivedEvent>) {
  const byUser = Map.groupBy(accepted.values(), ({ user }) => user)
  return [...byUser].flatMap(([user, list]) => {
    const numbers = list.map(({ sequence }) => sequence).sort((a, b) => a - b)
    const gap = numbers.findIndex((number, position) => number !== position + 1)
    return gap < 0 ? [] : [`hook ${index}, user ${user}: ${numbers[gap]} instead of ${gap + 1}`]
  })
}

/**
 * Lists requests sent during a pause. webhook-timestamp has full seconds, so only a second that is completely within
 * the pause counts.
 */
function findDuringPauses(
  index: number,
  arrivals: readonly ReceivedDelivery[],
  { pauses, pauseGraceMs }: Paused,
) {
  const own = pauses.filter((pause) => pause.index === index)
  return own.flatMap(({ from, to }) =>
    arrivals
      .filter(({ seconds }) => seconds * 1_000 > from + pauseGraceMs && seconds * 1_000 + 999 < to)
      .map(
        ({ event, seconds }) =>
          `hook ${index}, event ${event}, ${(seconds - from / 1_000).toFixed(1)} s after the pause was acknowledged`,
      ),
  )
}
