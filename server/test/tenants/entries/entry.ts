import type { IdName, Ids, TenantFixture } from '../fixture.ts'

// The shape of an entry in the tenant matrix.

export type MatrixRequest = { path: string; body?: object }

/** One way to call an operation. Ids that it `names` must exist; ids by which it only `filters` may match nothing. */
export type Shape = {
  names?: IdName[]
  filters?: IdName[]
  request(ids: Ids): MatrixRequest
  /** Error code that even the rightful caller gets, because continuing would call a provider. */
  endsWith?: string
  /** Creates the objects that a successful call consumes, so that each call has its own. */
  fresh?(fixture: TenantFixture): Promise<Partial<Ids>>
  before?(fixture: TenantFixture): Promise<unknown>
}

/** A public operation: a valid call with the right secret, and guesses at a known and an unknown resource. */
export type PublicCalls = {
  validCall(fixture: TenantFixture): Promise<MatrixRequest>
  guess?(fixture: TenantFixture, known: boolean): Promise<MatrixRequest & { sentValues: string[] }>
  /** Whether a valid call hashes a password. Only credentials that are valid elsewhere then make it, to save time. */
  isCostly?: boolean
}

/**
 * The access policy, stated a second time: callers, minimum role, scope of API keys, and specialist roles. A route that
 * loosens its rule contradicts this table.
 */
export type MatrixEntry = { policy: string; shapes: Shape[] } | { policy: 'public'; calls: PublicCalls }

export const shapes = (policy: string, ...variants: Shape[]): MatrixEntry => ({ policy, shapes: variants })
