import type { z } from 'zod'
import { ConnectionFailure, type FailureCode } from './failure.ts'

/**
 * What a connector has left with us for the next time. If it cannot be read, because an older version of ours wrote it,
 * the person has to come again; the text itself must not get into an error.
 */
export function readKept<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  otherwise: FailureCode = 'session-ended',
): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw new ConnectionFailure(otherwise)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
