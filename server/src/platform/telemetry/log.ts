import { type Logger, pino } from 'pino'

export type Log = Logger

/** Structured lines on standard output. Bodies, query strings and credentials never reach it. */
export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers', 'headers', '*.authorization', '*.password', '*.token', '*.secret'],
      remove: true,
    },
    serializers: { err: describeError },
  })
}

// A driver's error carries the values of the row it failed on; only what names the fault is kept.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  return { type: name, message, code, stack, cause }
}
