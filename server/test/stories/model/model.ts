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
export type Used = { least: number; most: number }

export type Model = {
  isUserThere: boolean
  isTermActive: boolean
  connections: { user: boolean | null; client: boolean }
  authorisations: { id: string; isRevoked: boolean }[]
  used: Used[]
  accounts: ModelAccount[]
}

/** Pay dates of every person in the model. */
export const payDates = ['2026-04-30', '2026-05-15', '2026-05-29']
export const early = { upTo: '2026-05-01T00:00:00Z', payDates: payDates.slice(0, 1) }

/** Maximum number of failed attempts. sandbox-payroll locks a login at the fifth; the service stops before that. */
export const budget = 4
/** Number of wrong answers that ends a challenge. */
export const answersToAQuestion = 3

export const newModel = (): Model => ({
  isUserThere: true,
  isTermActive: true,
  connections: { user: null, client: true },
  authorisations: [],
  used: [
    { least: 0, most: 0 },
    { least: 0, most: 0 },
  ],
  accounts: [],
})

export const isAllowed = ({ isTermActive, authorisations }: Model) =>
  isTermActive && authorisations.some(({ isRevoked }) => !isRevoked)

export const areConnectionsOn = ({ connections }: Model) => connections.user ?? connections.client

/** Returns the error codes that explain why nothing may be retrieved now; the service must return one of them. */
export function blocked(model: Model, { connections = true } = {}): string[] {
  const reasons: string[] = []
  if (connections && !areConnectionsOn(model)) reasons.push('403 connections-off')
  if (!isAllowed(model)) reasons.push('403 authorisation-missing')
  return reasons
}

/** Whether the failed attempts are used up: yes, no or perhaps. */
export function spent({ least, most }: Used): 'yes' | 'no' | 'perhaps' {
  if (least >= budget) return 'yes'
  return most >= budget ? 'perhaps' : 'no'
}

export function tryWrongly(used: Used) {
  used.least = Math.min(used.least + 1, budget)
  used.most = Math.min(used.most + 1, budget)
}

export function forget(used: Used) {
  used.least = 0
  used.most = 0
}

/**
 * Adds the payslips that a successful retrieval stores: those newer than the newest, or else those of the account's
 * requested period.
 */
export function retrieve(account: ModelAccount, why: 'first' | 'query') {
  const isFirst = account.stored.size === 0 && why === 'first'
  const found = isFirst && account.isEarly ? early.payDates : payDates
  account.stored = new Set([...account.stored, ...found])
}

export function removeUser(model: Model) {
  model.isUserThere = false
  for (const account of model.accounts) removeAccount(account)
}

export function removeAccount(account: ModelAccount) {
  account.status = 'GONE'
  account.stored = new Set()
}

type Wish = (account: ModelAccount) => boolean

/** Picks an account that suits the step, or occasionally another one, which may be deleted. */
export function choose({ accounts }: Model, at: number, wish: Wish): ModelAccount | undefined {
  const wished = accounts.filter(wish)
  if (wished.length > 0) return wished[at % wished.length]
  return at === 0 ? accounts.at(-1) : undefined
}

export const is =
  (...statuses: ModelAccount['status'][]): Wish =>
  ({ status }) =>
    statuses.includes(status)
