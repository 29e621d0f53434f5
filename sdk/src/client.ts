import type { Fetch } from './attempt.ts'
import type { Operation, Patience } from './calls.ts'
import { openList } from './lists.ts'
import { operations, Resources } from './operations.ts'
import {
  type ClientCredential,
  type OperationCall,
  openTransport,
  type Secret,
  type Send,
} from './transport.ts'
import { openUploads, type Uploads } from './uploads.ts'
import { cacheToken } from './user-token.ts'

/** At most one. Without a credential the client can only call public operations, such as signing in. */
type OneCredential =
  | { apiKey?: Secret; memberToken?: never; userToken?: never }
  | { apiKey?: never; memberToken?: Secret; userToken?: never }
  | { apiKey?: never; memberToken?: never; userToken?: Secret }

export type PayproofOptions = OneCredential &
  Patience & {
    /** Base URL of the API, such as https://api.payproof.example */
    baseUrl: string
    /** Replaces the global fetch. */
    fetch?: Fetch
  }

// Timeout of one attempt. The API may wait up to 25 seconds for a provider.
const usual = { timeoutMs: 60_000, retries: 3 }

export class Payproof extends Resources {
  readonly uploads: Uploads
  readonly #options: PayproofOptions

  constructor(options: PayproofOptions) {
    super()
    // Browsers throw if fetch is called with another `this`.
    const { fetch = (...asked) => globalThis.fetch(...asked), timeoutMs, retries } = options
    const send = openTransport({
      baseUrl: originOf(options.baseUrl),
      fetch,
      credential: credentialOf(options),
      timeoutMs: timeoutMs ?? usual.timeoutMs,
      retries: retries ?? usual.retries,
    })
    for (const [group, members] of Object.entries(operations))
      Object.assign(this, { [group]: methodsOf(members, send) })
    this.uploads = openUploads(this, fetch)
    this.#options = options
  }

  /** A client that acts as this user. It obtains a user token when needed and renews it before it expires. */
  forUser(user_id: string): Payproof {
    const userToken = cacheToken(async () => (await this.userTokens.create({ user_id })).token)
    const { apiKey: _, memberToken: __, userToken: ___, ...rest } = this.#options
    return new Payproof({ ...rest, userToken })
  }
}

function originOf(baseUrl: string) {
  const { protocol } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('baseUrl is not an address of the web')
  return baseUrl.replace(/\/+$/, '')
}

function credentialOf({ apiKey, memberToken, userToken }: PayproofOptions): ClientCredential {
  const [given, second] = Object.entries({ apiKey, memberToken, userToken }).flatMap(([kind, secret]) =>
    secret === undefined ? [] : [{ kind, secret } as NonNullable<ClientCredential>],
  )
  if (second) throw new TypeError('One client has one credential')
  // An unset environment variable often arrives as an empty string.
  if (given?.secret === '') throw new TypeError(`${given.kind} is empty`)
  return given
}

const methodsOf = (members: Record<string, Operation>, send: Send) =>
  Object.fromEntries(Object.entries(members).map(([name, operation]) => [name, methodOf(operation, send)]))

/** Arguments: path ids in order, then body, query and options, as far as the operation has them. */
function methodOf(operation: Operation, send: Send) {
  const ids = operation.path.split('{').length - 1
  return (...given: unknown[]) => {
    const params = given.slice(0, ids) as string[]
    const rest = given.slice(ids)
    const body = operation.hasBody ? rest.shift() : undefined
    const query = operation.hasQuery ? (rest.shift() as OperationCall['query']) : undefined
    const options = (rest.shift() ?? {}) as OperationCall['options']
    const call = { operation, params, body, options }
    return operation.paging
      ? openList(operation.paging, query ?? {}, (page) => send({ ...call, query: page }))
      : send({ ...call, query })
  }
}
