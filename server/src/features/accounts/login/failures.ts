import type { Entry } from '../../../connectors/catalogue.ts'
import { failureCodes } from '../../../connectors/failure.ts'
import { notFound, Problem } from '../../../platform/problem.ts'
import type { TaskEnd } from '../../../platform/tasks/wait-for-end.ts'
import type { Refusal } from './attempt.ts'

const ours: Record<Exclude<Refusal, keyof typeof failureCodes>, string> = {
  'attempts-spent': 'The provider would lock this login after more wrong tries',
  'login-busy': 'Another try with this login is under way',
  'login-lost': 'It is not known what came of it; please send it again',
  'mfa-not-expected': 'The account waits for no answer',
  'authorisation-missing': 'The authorisation was withdrawn meanwhile',
  'another-login': 'The person signed in at the provider with another login than before',
}

const texts: Record<Refusal, string> = { ...failureCodes, ...ours }

const isRefusal = (word: unknown): word is Refusal => typeof word === 'string' && Object.hasOwn(texts, word)

/** What became of a task: the account it left, or why there is none. */
export function resultOf(end: TaskEnd | undefined): { accountId: string } | { why: Refusal; left?: number } {
  // Not ended in time, or in a way that nobody foresaw.
  if (end?.state !== 'done') return { why: 'login-lost' }
  const { account_id, refused, attempts_left } = end.outcome ?? {}
  if (typeof account_id === 'string') return { accountId: account_id }
  return {
    why: isRefusal(refused) ? refused : 'login-lost',
    ...(typeof attempts_left === 'number' && { left: attempts_left }),
  }
}

/** The account that a task left, or the refusal as an answer. `subject`: what does not exist if the task is gone. */
export function requireResult(end: TaskEnd | undefined, entry: Entry, subject: { kind: string; id: string }) {
  if (end?.state === 'gone' || end?.state === 'cancelled') throw notFound(subject.kind, subject.id)
  const result = resultOf(end)
  if ('accountId' in result) return result.accountId
  throw problemOf(result.why, entry, result.left)
}

const busySeconds = 5

export function problemOf(why: Refusal, entry: Entry, left?: number) {
  const status = why === 'login-busy' ? 429 : why === 'authorisation-missing' ? 403 : 400
  const more = {
    ...(why === 'login-busy' && { retryAfterSeconds: busySeconds }),
    ...(left !== undefined && isCounted(why) && { attemptsLeft: left }),
  }
  return new Problem(status, why, [`${texts[why]}${hint(why, entry, left)}`], more)
}

/** Wrong tries, of which a provider allows only so many. */
const isCounted = (why: Refusal) => why === 'login-refused' || why === 'mfa-rejected'

/** What the person can do about it. */
function hint(why: Refusal, { reset_url }: Entry, left: number | undefined) {
  const reset = `the login can be reset at [${reset_url}]`
  if (why === 'attempts-spent' || why === 'login-locked') return `; ${reset}`
  if (left === undefined || !isCounted(why)) return ''
  if (left > 0) return `; ${left} ${left === 1 ? 'try is' : 'tries are'} left`
  return why === 'mfa-rejected' ? '; no tries are left' : `; no tries are left, ${reset}`
}
