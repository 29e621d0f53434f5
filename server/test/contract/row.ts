import type { ContractReply, ContractWorld } from './world.ts'

export type Area =
  | 'every endpoint'
  | 'members'
  | 'api-keys'
  | 'configuration'
  | 'users'
  | 'activity'
  | 'audit-log'
  | 'request-log'
  | 'user-tokens'
  | 'authorisations'
  | 'providers'
  | 'accounts'
  | 'payroll'
  | 'documents'
  | 'bank-statements'
  | 'tax-income'
  | 'expenditure'
  | 'income'
  | 'reviews'
  | 'journeys'
  | 'webhooks'
  | 'sandbox'

/** One row of the contract: a request and its expected response. */
export type ContractRow = {
  area: Area
  /** Method and path as in the interface, e.g. `PATCH /users/{user_id}`. */
  endpoint: string
  /** The expected behaviour, for the name of the test. */
  title: string
  /** Marks a row that is not implemented yet. The row must fail until the mark is removed. */
  pending?: true
  call(world: ContractWorld): Promise<ContractReply>
  expects: Expectation
}

export type Expectation = {
  status: number
  /** The whole body, which must have exactly these fields. */
  body?: unknown
  /** Part of the body; the rest is covered by other rows. */
  matches?: object
  /** The whole error body, which must contain exactly these messages, in any order. */
  errors?: (string | RegExp)[]
  headers?: Record<string, string | RegExp>
}

/** A row before its file assigns it to an area. */
export type Row = Omit<ContractRow, 'area'>

export type PendingMark = { pending?: true }

export const inArea = (area: Area, rows: Row[]): ContractRow[] => rows.map((row) => ({ area, ...row }))
