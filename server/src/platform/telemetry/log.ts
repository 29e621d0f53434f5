import { type Logger, pino } from 'pino'
import { traceFields } from './tracing.ts'

export type Log = Logger

/**
 * Structured lines on standard output, gathered for up to half a second: a write per request would cost more than
 * the rest of the log. Bodies, query strings, headers and credentials are never handed to it. Traced: lines name the
 * trace they belong to.
 */
export function openLog(level: string, { isTraced = false } = {}): Log {
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 })
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      ...(isTraced && { mixin: traceFields }),
    },
    output,
  )
}

// A driver's error carries the values of the row it failed on; only what names the fault is kept.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  return { type: name, message, code, stack, cause }
}
