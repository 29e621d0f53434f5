import type { Log } from './log.ts'
import type { EndedSpan, SpanAttributes, SpanKind } from './tracing.ts'

const exportIntervalMs = 1_000
const batchSize = 512
const maxQueuedSpans = 8_192
const timeoutMs = 5_000
const warnIntervalMs = 60_000

const otlpKinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

export type Exporter = ReturnType<typeof openExporter>

/**
 * Exports ended spans in batches to an OTLP/HTTP collector, as JSON. The exporter never blocks its callers or throws:
 * spans that cannot be sent are dropped and counted.
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
  const resourceAttributes = encodeAttributes(resource)
  let queued: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let warnedAt = Number.NEGATIVE_INFINITY

  async function post(spans: EndedSpan[]) {
    const body = JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: resourceAttributes },
          scopeSpans: [{ scope: { name: 'payproof' }, spans: spans.map(encodeSpan) }],
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
    while (queued.length > 0) {
      const batch = queued.slice(0, batchSize)
      queued = queued.slice(batchSize)
      try {
        await post(batch)
        onCount('sent', batch.length)
      } catch (error) {
        onCount('dropped', batch.length)
        warn(error)
      }
    }
  }

  function warn(error: unknown) {
    if (performance.now() - warnedAt < warnIntervalMs) return
    warnedAt = performance.now()
    log.warn({ err: error }, 'could not export spans; dropped them')
  }

  function flush() {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  const timer = setInterval(flush, exportIntervalMs).unref()

  return {
    add(span: EndedSpan) {
      if (queued.length >= maxQueuedSpans) onCount('dropped', 1)
      else queued.push(span)
    },
    async close() {
      clearInterval(timer)
      await flush()
      if (queued.length > 0) await flush()
    },
  }
}

// OTLP JSON encodes nanoseconds as strings, because they exceed the integer precision of JSON numbers.
const nanos = (ms: number) => `${Math.round(ms)}000000`

function encodeSpan(span: EndedSpan) {
  const { context, link } = span
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: otlpKinds[span.kind],
    startTimeUnixNano: nanos(span.startedAt),
    endTimeUnixNano: nanos(span.endedAt),
    attributes: encodeAttributes(span.attributes),
    ...(link && { links: [{ traceId: link.traceId, spanId: link.spanId }] }),
    ...(span.isFailed && { status: { code: 2 } }),
  }
}

function encodeAttributes(attributes: SpanAttributes | Record<string, string>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
  }))
}
