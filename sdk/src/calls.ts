import type { Operations } from './types.ts'

/** How the client may be known: the names of the constructor's options. */
export type CredentialKind = 'apiKey' | 'memberToken' | 'userToken'

/** What a page of a list calls its items, and how the next page is asked for. */
export type Paging =
  | { items: string; by: 'cursor'; max: number }
  | { items: string; by: 'offset'; first: number; max: number }

/** An operation as the table has it. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the names of its parameters in braces, in the order in which the method takes them. */
  path: string
  callers: readonly (CredentialKind | 'public')[]
  hasBody?: true
  hasQuery?: true
  /** It takes an Idempotency-Key, with which it is safe to repeat. */
  takesKey?: true
  isFile?: true
  paging?: Paging
}

export type Patience = {
  /** For one attempt, its answer read to the end. */
  timeoutMs?: number
  /** How often a request that is safe to repeat is repeated. */
  retries?: number
}

export type CallOptions<Id extends keyof Operations = never> = Patience & {
  signal?: AbortSignal
  /** Your own name for this request, to repeat it after a crash too. Made up for each call if left out. */
  idempotencyKey?: string
  headers?: { [Name in keyof Operations[Id]['headers'] as Exclude<Name, 'Idempotency-Key'>]?: string }
}

/** Nothing is fetched until it is asked for. */
export type List<Item, Page> = AsyncIterable<Item> & {
  /** The page that the query asks for. */
  first(): Promise<Page>
  /** Every page from there on. */
  pages(): AsyncIterable<Page>
  /** The items of all pages, or at most so many. */
  toArray(options?: { max?: number }): Promise<Item[]>
}
