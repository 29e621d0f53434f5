import type { Fetch } from './attempt.ts'
import type { Operation, Patience } from './calls.ts'
import { fromEnvironment } from './environment.ts'
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

/**
 * At most one credential; defaults to the API key in PAYPROOF_API_KEY. Without a credential the client can call only
 * public operations, such as signing in.
 */
type OneCredential =
  | { apiKey?: Secret; memberToken?: never; userToken?: never }
  | { apiKey?: never; memberToken?: Secret; userToken?: never }
  | { apiKey?: never; memberToken?: never; userToken?: Secret }
  /** The member's session cookie, which the browser adds. Only for pages of the console. */
  | { apiKey?: never; memberToken?: never; userToken?: never; sessionCookie: true }

export type PayproofOptions = OneCredential &
  Patience & {
    /** Base URL of the API, e.g. https://api.payproof.example. Defaults to PAYPROOF_URL. */
    baseUrl?: string
    /** Function used instead of the global fetch. */
    fetch?: Fetch
  }

// Timeout of one attempt. It is long, because the API may wait up to 25 seconds for a provider.
const defaults = { timeoutMs: 60_000, retries: 3 }

export class Payproof extends Resources {
  readonly uploads: Uploads
  readonly #options: PayproofOptions

  constructor(options: PayproofOptions = {}) {
    super()
    // fetch is called as a method of globalThis, because browsers throw if it has another `this`.
    const { fetch = (...request) => globalThis.fetch(...request), timeoutMs, retries } = options
    const send = openTransport({
      baseUrl: originOf(options.baseUrl),
      fetch,
      credential: credentialOf(options),
      timeoutMs: timeoutMs ?? defaults.timeoutMs,
      retries: retries ?? defaults.retries,
    })
    for (const [group, members] of Object.entries(operations))
      Object.assign(this, { [group]: methodsOf(members, send) })
    this.uploads = openUploads(this, fetch)
    this.#options = options
  }

  /** Creates a client that acts as this user. It obtains a user token when needed and renews it before it expires. */
  forUser(user_id: string): Payproof {
    const userToken = cacheToken(async () => (await this.userTokens.create({ user_id })).token)
    const { apiKey: _, memberToken: __, userToken: ___, ...rest } = this.#options
    return new Payproof({ ...rest, userToken })
  }
}

function originOf(given: string | undefined) {
  const baseUrl = given ?? fromEnvironment('PAYPROOF_URL')
  if (!baseUrl) throw new TypeError('The URL of the API is missing: pass baseUrl, or set PAYPROOF_URL')
  const { protocol } = URL.canParse(baseUrl) ? new URL(baseUrl) : { protocol: '' }
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError(
      `${given === undefined ? 'PAYPROOF_URL' : 'baseUrl'} is not a URL such as https://api.example`,
    )
  return baseUrl.replace(/\/+$/, '')
}

function credentialOf(options: PayproofOptions): ClientCredential {
  if ('sessionCookie' in options) return { kind: 'memberToken', secret: undefined }
  const { apiKey, memberToken, userToken } = options
  const [given, second] = Object.entries({ apiKey, memberToken, userToken }).flatMap(([kind, secret]) =>
    secret === undefined ? [] : [{ kind, secret } as NonNullable<ClientCredential>],
  )
  if (second) throw new TypeError('One client has one credential')
  // An unset environment variable is often passed as an empty string.
  if (given?.secret === '') throw new TypeError(`${given.kind} is empty`)
  const apiKeyByDefault = fromEnvironment('PAYPROOF_API_KEY')
  return given ?? (apiKeyByDefault ? { kind: 'apiKey', secret: apiKeyByDefault } : undefined)
}

const methodsOf = (members: Record<string, Operation>, send: Send) =>
  Object.fromEntries(Object.entries(members).map(([name, operation]) => [name, methodOf(operation, send)]))

/**
 * Creates a method. Its arguments are the path ids in order, then body, query and options, as far as the operation
 * has them.
 */
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
