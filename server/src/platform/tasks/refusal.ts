import { Problem } from '../problem.ts'

/** Why there is no result, in one word: the code of the answer that the caller gets. */
export type Refused = { refused: string }

/** What is refused is an outcome of a task and no failure: trying again would change nothing. */
export async function orRefused<T extends object>(work: Promise<T>): Promise<T | Refused> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { refused: error.code }
  }
}
