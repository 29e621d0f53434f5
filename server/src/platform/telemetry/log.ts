import { type Logger, pino } from 'pino'
import { traceFields } from './tracing.ts'

export type Log = Logger

/**
 * Writes JSON lines to standard output, buffered for up to half a second because a write per request is expensive.
 * Callers never log bodies, query strings, headers or credentials. `isTraced` adds the current trace id to every
 * line.
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

// Database errors contain row values (personal data) in extra fields, so only these fields are kept.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  return { type: name, message, code, stack, cause }
}
