import { AsyncLocalStorage } from 'node:async_hooks'
import { formatTrace, newSpanId, newTraceId, parseTrace, type TraceContext } from './trace-context.ts'

/**
 * All that a span can say. The list is closed: nothing of a person, no body, no address with its query can be put into a
 * span by somebody in a hurry, because there is no name for it.
 */
export type Attributes = {
  'http.request.method'?: string
  /** The pattern, never the path. */
  'http.route'?: string
  'http.response.status_code'?: number
  'payproof.operation'?: string
  'payproof.request.id'?: string
  /** api_key, member, user, public: the kind, never who. */
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
  attributes: Attributes
  /** Another span that had a hand in it without being its cause. */
  link: TraceContext | undefined
  isFailed: boolean
}

export type Span = {
  context: TraceContext
  /** For whoever goes on elsewhere: a row, a message, a request. */
  traceparent: string
  child(name: string, kind: SpanKind, attributes: Attributes): Span
  end(attributes?: Attributes, isFailed?: boolean): void
}

export type Tracer = ReturnType<typeof openTracer>

const current = new AsyncLocalStorage<Span>()

/** Undefined when tracing is off, and in what nobody asked for. */
export const currentSpan = () => current.getStore()

/** Whatever is done inside, waited for or not, belongs to the span; without one nothing is different. */
export function within<T>(span: Span | null | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** A step of what is going on now, ended by how the work ends; without tracing it is the work alone. */
export async function inStep<T>(
  step: { name: string; kind: SpanKind; attributes: Attributes },
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const span = currentSpan()?.child(step.name, step.kind, step.attributes)
  if (!span) return work(() => {})
  const noted: Attributes = {}
  try {
    const result = await within(span, () => work((attributes) => Object.assign(noted, attributes)))
    span.end(noted)
    return result
  } catch (error) {
    span.end(noted, true)
    throw error
  }
}

/** For lines of the log. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = current.getStore()
  return span ? { trace_id: span.context.traceId, span_id: span.context.spanId } : {}
}

/**
 * share: how many of the traces that begin here are recorded. One that is not still has its id, which joins the lines of
 * the log over all processes.
 */
export function openTracer({ share, onEnd }: { share: number; onEnd(span: EndedSpan): void }) {
  type Parent = TraceContext | undefined
  function begin(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    { parent, link, startedAt = Date.now() }: { parent: Parent; link?: Parent; startedAt?: number },
  ): Span {
    const context: TraceContext = {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      isSampled: parent?.isSampled ?? Math.random() < share,
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
    /** Goes on with the trace that a row or a message carries, or begins one. */
    start(
      name: string,
      kind: SpanKind,
      attributes: Attributes,
      { trace, ...rest }: { trace?: string | null | undefined; link?: Parent; startedAt?: number } = {},
    ) {
      return begin(name, kind, attributes, { parent: parseTrace(trace), ...rest })
    },
  }
}
