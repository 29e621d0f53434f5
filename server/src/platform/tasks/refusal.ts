import { Problem } from '../problem.ts'

/** Task outcome if the request was refused, with the error code that is returned to the caller. */
export type RefusedOutcome = { refused: string }

/**
 * Turns a 4xx Problem into an outcome. The task does not count as failed, because a retry would not change anything.
 */
export async function catchRefusal<T extends object>(work: Promise<T>): Promise<T | RefusedOutcome> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { refused: error.code }
  }
}
