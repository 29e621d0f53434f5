import { randomBytes } from 'node:crypto'

/** W3C trace context. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean }

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export const formatTrace = ({ traceId, spanId, isSampled }: TraceContext) =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/**
 * Parses a traceparent written by formatTrace. Returns undefined for anything else, including ids that are all zeros.
 */
export function parseTrace(text: string | null | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparentPattern.exec(text ?? '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

// Random bytes are drawn in bulk, so that one system call serves many spans.
const pool = { bytes: Buffer.alloc(0), used: 0 }
const poolBytes = 4_096

function randomHex(bytes: number) {
  if (pool.used + bytes > pool.bytes.length) {
    pool.bytes = randomBytes(poolBytes)
    pool.used = 0
  }
  pool.used += bytes
  return pool.bytes.toString('hex', pool.used - bytes, pool.used)
}

export const newTraceId = () => randomHex(16)
export const newSpanId = () => randomHex(8)
