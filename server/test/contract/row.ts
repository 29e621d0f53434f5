import type { Answer, ContractWorld } from './world.ts'

export type Area =
  | 'every endpoint'
  | 'members'
  | 'api-keys'
  | 'configuration'
  | 'users'
  | 'activity'
  | 'audit-log'
  | 'user-tokens'
  | 'authorisations'
  | 'providers'
  | 'accounts'
  | 'payroll'
  | 'documents'
  | 'bank-statements'
  | 'tax-income'
  | 'expenditure'
  | 'journeys'
  | 'webhooks'
  | 'sandbox'

/** One promise of the contract: what is asked, and what must come back. */
export type Row = {
  area: Area
  /** Method and path as the interface writes them, such as `PATCH /users/{user_id}`. */
  endpoint: string
  /** What the contract promises here, in our words. */
  says: string
  /** Not built yet: the row must fail until the mark is taken away. */
  pending?: true
  call(world: ContractWorld): Promise<Answer>
  expects: Expectation
}

export type Expectation = {
  status: number
  /** The whole body, with exactly these fields. */
  body?: unknown
  /** A part of the body; the rest is another row's business. */
  holds?: object
  /** The whole error body: these messages and no others, in any order. */
  errors?: (string | RegExp)[]
  headers?: Record<string, string | RegExp>
}

/** A row before its file has said which area it belongs to. */
export type Promised = Omit<Row, 'area'>

export type Mark = { pending?: true }

export const inArea = (area: Area, rows: Promised[]): Row[] => rows.map((row) => ({ area, ...row }))
