import type { Operations } from './types.ts'

/** Credential kinds, named as in the client's constructor. */
export type CredentialKind = 'apiKey' | 'memberToken' | 'userToken'

/** The name of the array in a list page, and how the next page is requested. */
export type Paging =
  | { items: string; by: 'cursor'; max: number }
  | { items: string; by: 'offset'; first: number; max: number }

/** An API operation, as in the generated table. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path template with parameters in braces, in the order of the method's arguments. */
  path: string
  callers: readonly (CredentialKind | 'public')[]
  hasBody?: true
  hasQuery?: true
  /** Accepts an Idempotency-Key, which makes it safe to retry. */
  takesKey?: true
  isFile?: true
  paging?: Paging
}

export type Patience = {
  /** Timeout of one attempt, including reading the response. */
  timeoutMs?: number
  /** Maximum number of retries of a request that is safe to retry. */
  retries?: number
}

export type CallOptions<Id extends keyof Operations = never> = Patience & {
  signal?: AbortSignal
  /**
   * Idempotency key, to make the request safe to repeat even after a crash. Generated for each call by
   * default.
   */
  idempotencyKey?: string
  headers?: { [Name in keyof Operations[Id]['headers'] as Exclude<Name, 'Idempotency-Key'>]?: string }
}

/** A lazy list: nothing is fetched until it is used. */
export type List<Item, Page> = AsyncIterable<Item> & {
  /** The page selected by the query. */
  first(): Promise<Page>
  /** That page and all following ones. */
  pages(): AsyncIterable<Page>
  /** The items of all pages, up to `max`. */
  toArray(options?: { max?: number }): Promise<Item[]>
}
