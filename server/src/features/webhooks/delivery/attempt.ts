import type { KeyObject } from 'node:crypto'
import { type Answer, type Outbound, OutboundFailure } from '../../../platform/outbound/outbound.ts'
import { type Place, seal } from '../../../platform/secrets/seal.ts'
import { currentSpan, type Tracer, within } from '../../../platform/telemetry/tracing.ts'
import type { Recorded } from './queue.ts'
import { nextAttemptAt, readRetryAfter } from './retry-schedule.ts'
import { type Content, composeMessage, type Envelope, type Form } from './signed-message.ts'

/** What became of an attempt. wantsPause: the receiver asks us not to come again. */
export type Outcome = { recorded: Recorded; isSuccess: boolean; wantsPause: boolean }

export type Attempt = Omit<Envelope, 'traceparent'> & {
  webhookId: string
  event: string
  url: string
  form: Form
  content: Content
  tries: number
  due: string
  /** The trace of what is told, which this attempt goes on with. */
  trace: string | null | undefined
}

export type AttemptTools = {
  outbound: Pick<Outbound, 'post'>
  signal: AbortSignal
  /** Answers are kept sealed with it; without it they are not kept. */
  answerKey: KeyObject | Buffer | undefined
  now(): number
  tracer?: Tracer | undefined
}

const gone = 410

/** One attempt: one POST, judged. Throws only if it was called off, or by a fault of ours. */
export async function makeAttempt(attempt: Attempt, tools: AttemptTools): Promise<Outcome> {
  const { webhookId, event, trace } = attempt
  // A courier carries what many requests have caused, so its own task is a companion and not the cause.
  const span = tools.tracer?.start(
    'deliver webhook',
    'client',
    {
      'payproof.webhook.id': webhookId,
      'payproof.event': event,
      'payproof.delivery.attempt': attempt.attempt,
    },
    { trace, link: currentSpan()?.context },
  )
  try {
    const outcome = await within(span, () => send(attempt, tools, span?.traceparent))
    const { state, status } = outcome.recorded
    span?.end(
      { 'payproof.outcome': state, ...(status !== null && { 'http.response.status_code': status }) },
      !outcome.isSuccess,
    )
    return outcome
  } finally {
    span?.end({}, true)
  }
}

async function send(
  { url, form, content, tries, due, deliveryId: id, attempt: number, sequence }: Attempt,
  { outbound, signal, answerKey, now }: AttemptTools,
  traceparent: string | undefined,
): Promise<Outcome> {
  const envelope: Envelope = { deliveryId: id, attempt: number, sequence, traceparent }
  const startedAt = now()
  const message = composeMessage(form, content, envelope, startedAt)
  const base = { id, number, due, startedAt: new Date(startedAt), status: null, failure: null, answer: null }
  try {
    const answer = await outbound.post({ url, ...message, signal })
    const kept = answerKey ? sealAnswer(answerKey, envelope, answer) : null
    const durationMs = Math.round(answer.durationMs)
    return judge({ ...base, durationMs, status: answer.status, answer: kept }, answer, tries)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return failed({ ...base, durationMs: Math.round(error.durationMs), failure: error.message }, tries)
  }
}

type Made = Omit<Recorded, 'state' | 'spent' | 'dueAt'>

function judge(made: Made, { status, headers }: Answer, tries: number): Outcome {
  const said = headers['webhook-delivery']
  const wantsPause = said === 'disable' || status === gone
  const ended = { ...made, spent: 1, dueAt: made.startedAt } as const
  if (status >= 200 && status < 300) {
    return { recorded: { ...ended, state: 'delivered' }, isSuccess: true, wantsPause }
  }
  if (said === 'abort-message') {
    return { recorded: { ...ended, state: 'dropped' }, isSuccess: true, wantsPause }
  }
  // Whoever asks us to stop has not refused this delivery: it waits, with all its attempts, until they want it.
  if (wantsPause) return { recorded: { ...ended, state: 'waiting', spent: 0 }, isSuccess: false, wantsPause }
  return failed(made, tries, headers['retry-after'])
}

function failed(made: Made, tries: number, retryAfter?: string): Outcome {
  const endedAt = made.startedAt.getTime() + made.durationMs
  const next = nextAttemptAt(tries + 1, endedAt, { retryAfterMs: readRetryAfter(retryAfter, endedAt) })
  const recorded: Recorded = {
    ...made,
    spent: 1,
    dueAt: new Date(next ?? endedAt),
    state: next === undefined ? 'dead' : 'waiting',
  }
  return { recorded, isSuccess: false, wantsPause: false }
}

const sealAnswer = (key: KeyObject | Buffer, { deliveryId, attempt }: Envelope, { body }: Answer) =>
  body.length === 0 ? null : seal(key, answerPlace(deliveryId, attempt), body)

export const answerPlace = (deliveryId: string, attempt: number): Place => ({
  table: 'delivery_attempts',
  column: 'answer',
  row: `${deliveryId}/${attempt}`,
  version: 1,
})
