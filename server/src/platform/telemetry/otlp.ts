import type { Log } from './log.ts'
import type { Attributes, EndedSpan, SpanKind } from './tracing.ts'

const everyMs = 1_000
const batch = 512
const mostWaiting = 8_192
const timeoutMs = 5_000
const tellEveryMs = 60_000

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

export type Exporter = ReturnType<typeof openExporter>

/**
 * Sends ended spans to an OTLP/HTTP collector, as JSON, in batches. Nothing waits for it and nothing fails by it: what
 * it cannot send in time it forgets, and counts.
 */
export function openExporter({
  endpoint,
  headers,
  resource,
  onCount,
  log,
}: {
  endpoint: string
  headers: Record<string, string>
  resource: Record<string, string>
  onCount(outcome: 'sent' | 'dropped', spans: number): void
  log: Log
}) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const resourceAttributes = attributesOf(resource)
  let waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  async function post(spans: EndedSpan[]) {
    const body = JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: resourceAttributes },
          scopeSpans: [{ scope: { name: 'payproof' }, spans: spans.map(describe) }],
        },
      ],
    })
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'error' as const,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the collector answered ${reply.status}`)
  }

  async function sendAll() {
    while (waiting.length > 0) {
      const going = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      try {
        await post(going)
        onCount('sent', going.length)
      } catch (error) {
        onCount('dropped', going.length)
        tell(error)
      }
    }
  }

  function tell(error: unknown) {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    log.warn({ err: error }, 'spans could not be sent to the collector and are lost')
  }

  function flush() {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  const timer = setInterval(flush, everyMs).unref()

  return {
    add(span: EndedSpan) {
      if (waiting.length >= mostWaiting) onCount('dropped', 1)
      else waiting.push(span)
    },
    async close() {
      clearInterval(timer)
      await flush()
      if (waiting.length > 0) await flush()
    },
  }
}

// Times are nanoseconds as text, because JSON's numbers are too small for them.
const nanos = (ms: number) => `${Math.round(ms)}000000`

function describe(span: EndedSpan) {
  const { context, link } = span
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.startedAt),
    endTimeUnixNano: nanos(span.endedAt),
    attributes: attributesOf(span.attributes),
    ...(link && { links: [{ traceId: link.traceId, spanId: link.spanId }] }),
    ...(span.isFailed && { status: { code: 2 } }),
  }
}

function attributesOf(attributes: Attributes | Record<string, string>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
  }))
}
