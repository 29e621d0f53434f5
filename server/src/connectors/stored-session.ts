import type { z } from 'zod'
import { ConnectionFailure, type FailureCode } from './failure.ts'

/**
 * Parses a session that was stored by a connector. If an older version stored it in another format, the applicant has
 * to log in again. The text itself must not appear in an error.
 */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  failureCode: FailureCode = 'session-ended',
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new ConnectionFailure(failureCode)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
