/** What the reference model knows: what may be there, and nothing of how it comes about. */
export type Status = 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'

export type ModelAccount = {
  id: string
  login: number
  status: Status | 'GONE'
  /** Whether the provider still knows its session, or its question. */
  isAlive: boolean
  /** Wrong answers to the question that is open. */
  wrongAnswers: number
  /** The first retrieval looks for the first payslip only. */
  isEarly: boolean
  /** Pay dates. */
  stored: Set<string>
}

/** How many wrong tries a login has behind it. After a race it is known between two bounds only. */
export type Used = { least: number; most: number }

export type Model = {
  isUserThere: boolean
  isTermActive: boolean
  connections: { user: boolean | null; client: boolean }
  authorisations: { id: string; isRevoked: boolean }[]
  used: Used[]
  accounts: ModelAccount[]
}

/** Of everybody in the model's world. */
export const payDates = ['2026-04-30', '2026-05-15', '2026-05-29']
export const early = { upTo: '2026-05-01T00:00:00Z', payDates: payDates.slice(0, 1) }

/** A login of sandbox-payroll is locked with the fifth wrong try; ours end before. */
export const budget = 4
/** With the third wrong answer a question is over. */
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

/** Why nothing may be fetched now: the answers of which one must come, if there are any. */
export function blocked(model: Model, { connections = true } = {}): string[] {
  const reasons: string[] = []
  if (connections && !areConnectionsOn(model)) reasons.push('403 connections-off')
  if (!isAllowed(model)) reasons.push('403 authorisation-missing')
  return reasons
}

/** Whether another try may leave: surely not, surely, or perhaps. */
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

/** What a retrieval that works leaves stored: what is newer than the newest, or else what the account asked for. */
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

/** One of the accounts that are as a step wants them; where there is none, now and then another one, gone or not. */
export function choose({ accounts }: Model, at: number, wish: Wish): ModelAccount | undefined {
  const wished = accounts.filter(wish)
  if (wished.length > 0) return wished[at % wished.length]
  return at === 0 ? accounts.at(-1) : undefined
}

export const is =
  (...statuses: ModelAccount['status'][]): Wish =>
  ({ status }) =>
    statuses.includes(status)
