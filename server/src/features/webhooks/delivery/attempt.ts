import type { KeyObject } from 'node:crypto'
import { type Outbound, OutboundFailure, type OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { type SealContext, seal } from '../../../platform/secrets/seal.ts'
import { currentSpan, type Tracer, withSpan } from '../../../platform/telemetry/tracing.ts'
import type { AttemptRecord } from './queue.ts'
import { nextAttemptAt, parseRetryAfter } from './retry-schedule.ts'
import { composeMessage, type DeliveryContent, type DeliveryFormat, type Envelope } from './signed-message.ts'

/** `wantsPause` means that the receiver asked us to stop sending. */
export type AttemptOutcome = { recorded: AttemptRecord; isSuccess: boolean; wantsPause: boolean }

export type DeliveryAttempt = Omit<Envelope, 'traceparent'> & {
  webhookId: string
  event: string
  url: string
  format: DeliveryFormat
  content: DeliveryContent
  tries: number
  due: string
  /** Trace context of the event; the attempt's span continues it. */
  trace: string | null | undefined
}

export type AttemptTools = {
  outbound: Pick<Outbound, 'post'>
  signal: AbortSignal
  /** Key that encrypts the stored response. If it is undefined, the response is not stored. */
  answerKey: KeyObject | Buffer | undefined
  now(): number
  tracer?: Tracer | undefined
}

const goneStatus = 410

/** Sends one POST and classifies the response. Throws only if aborted or on an internal error. */
export async function makeAttempt(attempt: DeliveryAttempt, tools: AttemptTools): Promise<AttemptOutcome> {
  const { webhookId, event, trace } = attempt
  // A courier sends the events of many requests, so its own span is linked instead of being the parent.
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
    const outcome = await withSpan(span, () => send(attempt, tools, span?.traceparent))
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
  { url, format, content, tries, due, deliveryId: id, attempt: number, sequence }: DeliveryAttempt,
  { outbound, signal, answerKey, now }: AttemptTools,
  traceparent: string | undefined,
): Promise<AttemptOutcome> {
  const envelope: Envelope = { deliveryId: id, attempt: number, sequence, traceparent }
  const startedAt = now()
  const message = composeMessage(format, content, envelope, startedAt)
  const base = { id, number, due, startedAt: new Date(startedAt), status: null, failure: null, answer: null }
  try {
    const answer = await outbound.post({ url, ...message, signal })
    const sealedAnswer = answerKey ? sealAnswer(answerKey, envelope, answer) : null
    const durationMs = Math.round(answer.durationMs)
    return classifyResponse(
      { ...base, durationMs, status: answer.status, answer: sealedAnswer },
      answer,
      tries,
    )
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return scheduleRetry({ ...base, durationMs: Math.round(error.durationMs), failure: error.message }, tries)
  }
}

type AttemptFacts = Omit<AttemptRecord, 'state' | 'spent' | 'dueAt'>

function classifyResponse(
  facts: AttemptFacts,
  { status, headers }: OutboundResponse,
  tries: number,
): AttemptOutcome {
  const receiverInstruction = headers['webhook-delivery']
  const wantsPause = receiverInstruction === 'disable' || status === goneStatus
  const ended = { ...facts, spent: 1, dueAt: facts.startedAt } as const
  if (status >= 200 && status < 300) {
    return { recorded: { ...ended, state: 'delivered' }, isSuccess: true, wantsPause }
  }
  if (receiverInstruction === 'abort-message') {
    return { recorded: { ...ended, state: 'dropped' }, isSuccess: true, wantsPause }
  }
  // A receiver that asks us to stop has not rejected this delivery: the delivery waits until the webhook is resumed,
  // and no attempt is used up.
  if (wantsPause) return { recorded: { ...ended, state: 'waiting', spent: 0 }, isSuccess: false, wantsPause }
  return scheduleRetry(facts, tries, headers['retry-after'])
}

function scheduleRetry(facts: AttemptFacts, tries: number, retryAfter?: string): AttemptOutcome {
  const endedAt = facts.startedAt.getTime() + facts.durationMs
  const next = nextAttemptAt(tries + 1, endedAt, { retryAfterMs: parseRetryAfter(retryAfter, endedAt) })
  const recorded: AttemptRecord = {
    ...facts,
    spent: 1,
    dueAt: new Date(next ?? endedAt),
    state: next === undefined ? 'dead' : 'waiting',
  }
  return { recorded, isSuccess: false, wantsPause: false }
}

const sealAnswer = (
  key: KeyObject | Buffer,
  { deliveryId, attempt }: Envelope,
  { body }: OutboundResponse,
) => (body.length === 0 ? null : seal(key, answerSealContext(deliveryId, attempt), body))

export const answerSealContext = (deliveryId: string, attempt: number): SealContext => ({
  table: 'delivery_attempts',
  column: 'answer',
  row: `${deliveryId}/${attempt}`,
  version: 1,
})
