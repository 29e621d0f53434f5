/** Types of the reference model's state, which describes what may exist, not how it is reached. */
export type Status = 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'

export type ModelAccount = {
  id: string
  login: number
  status: Status | 'GONE'
  /** Whether the provider still accepts the account's session or its challenge. */
  isAlive: boolean
  /** Number of wrong answers to the open challenge. */
  wrongAnswers: number
  /** Whether the first retrieval requests only the first payslip. */
  isEarly: boolean
  /** Pay dates of the stored payslips. */
  stored: Set<string>
}

/** Number of failed attempts of a login. After a race, only bounds are known. */
export type FailedAttempts = { min: number; max: number }

export type Model = {
  userExists: boolean
  isTermActive: boolean
  connections: { user: boolean | null; client: boolean }
  authorisations: { id: string; isRevoked: boolean }[]
  failedAttempts: FailedAttempts[]
  accounts: ModelAccount[]
}

/** Pay dates of every person in the model. */
export const payDates = ['2026-04-30', '2026-05-15', '2026-05-29']
export const early = { upTo: '2026-05-01T00:00:00Z', payDates: payDates.slice(0, 1) }

/** Maximum number of failed attempts. sandbox-payroll locks a login at the fifth; the service stops before that. */
export const maxFailedAttempts = 4
/** Number of wrong answers that ends a challenge. */
export const maxWrongAnswers = 3

export const newModel = (): Model => ({
  userExists: true,
  isTermActive: true,
  connections: { user: null, client: true },
  authorisations: [],
  failedAttempts: [
    { min: 0, max: 0 },
    { min: 0, max: 0 },
  ],
  accounts: [],
})

export const isAllowed = ({ isTermActive, authorisations }: Model) =>
  isTermActive && authorisations.some(({ isRevoked }) => !isRevoked)

export const areConnectionsOn = ({ connections }: Model) => connections.user ?? connections.client

/** Returns the error codes that explain why nothing may be retrieved now; the service must return one of them. */
export function blockingCodes(model: Model, { connections = true } = {}): string[] {
  const reasons: string[] = []
  if (connections && !areConnectionsOn(model)) reasons.push('403 connections-off')
  if (!isAllowed(model)) reasons.push('403 authorisation-missing')
  return reasons
}

/** Whether the failed attempts are used up: yes, no or perhaps. */
export function areAttemptsUsed({ min, max }: FailedAttempts): 'yes' | 'no' | 'perhaps' {
  if (min >= maxFailedAttempts) return 'yes'
  return max >= maxFailedAttempts ? 'perhaps' : 'no'
}

export function countFailedAttempt(failedAttempts: FailedAttempts) {
  failedAttempts.min = Math.min(failedAttempts.min + 1, maxFailedAttempts)
  failedAttempts.max = Math.min(failedAttempts.max + 1, maxFailedAttempts)
}

export function resetAttempts(failedAttempts: FailedAttempts) {
  failedAttempts.min = 0
  failedAttempts.max = 0
}

/**
 * Adds the payslips that a successful retrieval stores: those newer than the newest, or else those of the account's
 * requested period.
 */
export function retrieve(account: ModelAccount, kind: 'first' | 'query') {
  const isFirst = account.stored.size === 0 && kind === 'first'
  const found = isFirst && account.isEarly ? early.payDates : payDates
  account.stored = new Set([...account.stored, ...found])
}

export function removeUser(model: Model) {
  model.userExists = false
  for (const account of model.accounts) removeAccount(account)
}

export function removeAccount(account: ModelAccount) {
  account.status = 'GONE'
  account.stored = new Set()
}

type AccountFilter = (account: ModelAccount) => boolean

/** Picks an account that suits the step, or occasionally another one, which may be deleted. */
export function pickAccount({ accounts }: Model, at: number, suits: AccountFilter): ModelAccount | undefined {
  const suitable = accounts.filter(suits)
  if (suitable.length > 0) return suitable[at % suitable.length]
  return at === 0 ? accounts.at(-1) : undefined
}

export const hasStatus =
  (...statuses: ModelAccount['status'][]): AccountFilter =>
  ({ status }) =>
    statuses.includes(status)
