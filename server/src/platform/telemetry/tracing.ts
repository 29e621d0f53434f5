import { AsyncLocalStorage } from 'node:async_hooks'
import { formatTrace, newSpanId, newTraceId, parseTrace, type TraceContext } from './trace-context.ts'

/** Allowed span attributes. The list is closed, so that personal data, bodies and query strings cannot be added by accident. */
export type SpanAttributes = {
  'http.request.method'?: string
  /** The route pattern, never the actual path. */
  'http.route'?: string
  'http.response.status_code'?: number
  'payproof.operation'?: string
  'payproof.request.id'?: string
  /** Kind of caller (api_key, member, user, public), never its identity. */
  'payproof.caller'?: string
  'payproof.task.id'?: string
  'payproof.task.kind'?: string
  'payproof.task.attempt'?: number
  'payproof.lane'?: string
  'payproof.provider'?: string
  'payproof.webhook.id'?: string
  'payproof.event'?: string
  'payproof.delivery.attempt'?: number
  'payproof.outcome'?: string
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export type EndedSpan = {
  name: string
  kind: SpanKind
  context: TraceContext
  parentSpanId: string | undefined
  startedAt: number
  endedAt: number
  attributes: SpanAttributes
  /** A related span that is not the parent. */
  link: TraceContext | undefined
  isFailed: boolean
}

export type Span = {
  context: TraceContext
  /** W3C traceparent with which a row, a message or a request continues the trace. */
  traceparent: string
  child(name: string, kind: SpanKind, attributes: SpanAttributes): Span
  end(attributes?: SpanAttributes, isFailed?: boolean): void
}

export type Tracer = ReturnType<typeof openTracer>

const current = new AsyncLocalStorage<Span>()

/** Returns the current span, or undefined if tracing is off and outside of requests and tasks. */
export const currentSpan = () => current.getStore()

/**
 * Runs the work in the context of the span, if there is one. The context includes everything that the work starts
 * asynchronously.
 */
export function withSpan<T>(span: Span | null | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** Runs the work in a child span of the current span. If there is no current span, it only runs the work. */
export async function traceStep<T>(
  step: { name: string; kind: SpanKind; attributes: SpanAttributes },
  work: (addAttributes: (attributes: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const span = currentSpan()?.child(step.name, step.kind, step.attributes)
  if (!span) return work(() => {})
  const added: SpanAttributes = {}
  try {
    const result = await withSpan(span, () => work((attributes) => Object.assign(added, attributes)))
    span.end(added)
    return result
  } catch (error) {
    span.end(added, true)
    throw error
  }
}

/** Returns the trace fields of log lines. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = current.getStore()
  return span ? { trace_id: span.context.traceId, span_id: span.context.spanId } : {}
}

/**
 * Opens a tracer. `sampleRatio` is the share of the traces started here that are recorded. The other traces still get
 * an id, which correlates the log lines of all processes.
 */
export function openTracer({ sampleRatio, onEnd }: { sampleRatio: number; onEnd(span: EndedSpan): void }) {
  type Parent = TraceContext | undefined
  function begin(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    { parent, link, startedAt = Date.now() }: { parent: Parent; link?: Parent; startedAt?: number },
  ): Span {
    const context: TraceContext = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      isSampled: parent?.isSampled ?? Math.random() < sampleRatio,
    }
    let isOpen = context.isSampled
    return {
      context,
      traceparent: formatTrace(context),
      child: (name, kind, attributes) => begin(name, kind, attributes, { parent: context }),
      end(more, isFailed = false) {
        if (!isOpen) return
        isOpen = false
        onEnd({
          name,
          kind,
          context,
          startedAt,
          link,
          isFailed,
          parentSpanId: parent?.spanId,
          endedAt: Date.now(),
          attributes: { ...attributes, ...more },
        })
      },
    }
  }

  return {
    /** Starts a span that continues the trace of a row or message, or starts a new trace. */
    start(
      name: string,
      kind: SpanKind,
      attributes: SpanAttributes,
      { trace, ...rest }: { trace?: string | null | undefined; link?: Parent; startedAt?: number } = {},
    ) {
      return begin(name, kind, attributes, { parent: parseTrace(trace), ...rest })
    },
  }
}
