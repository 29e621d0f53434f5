import type { Operations } from './types.ts'

/** Credential kinds, named as in the client's constructor. */
export type CredentialKind = 'apiKey' | 'memberToken' | 'userToken'

/** Name of the array in a list page, and how the next page is requested. */
export type Paging =
  | { items: string; by: 'cursor'; max: number }
  | { items: string; by: 'offset'; first: number; max: number }

/** An API operation in the generated table. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path template with parameters in braces, in the order of the method's arguments. */
  path: string
  callers: readonly (CredentialKind | 'public')[]
  hasBody?: true
  hasQuery?: true
  /** Whether the operation accepts an Idempotency-Key, which makes it safe to retry. */
  takesKey?: true
  isFile?: true
  paging?: Paging
  /** The method with the same operation in another group, if it moved there; this one is kept for compatibility. */
  movedTo?: string
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
   * Idempotency key, which makes the request safe to repeat even after a crash. By default, a key is generated for
   * each call.
   */
  idempotencyKey?: string
  headers?: { [Name in keyof Operations[Id]['headers'] as Exclude<Name, 'Idempotency-Key'>]?: string }
}

/** A lazy list: nothing is fetched until the list is read. */
export type List<Item, Page> = AsyncIterable<Item> & {
  /** Returns the page selected by the query. */
  first(): Promise<Page>
  /** Iterates over the page selected by the query and all following pages. */
  pages(): AsyncIterable<Page>
  /** Returns the items of all pages, up to `max`. */
  toArray(options?: { max?: number }): Promise<Item[]>
}
