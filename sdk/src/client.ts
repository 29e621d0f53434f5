import type { Fetch } from './attempt.ts'
import type { Operation, Patience } from './calls.ts'
import { openList } from './lists.ts'
import { operations, Resources } from './operations.ts'
import { type Call, type Credential, openTransport, type Secret, type Send } from './transport.ts'
import { openUploads, type Uploads } from './uploads.ts'
import { keepToken } from './user-token.ts'

/** At most one: a client that has none can call what is public, such as signing in. */
type OneCredential =
  | { apiKey?: Secret; memberToken?: never; userToken?: never }
  | { apiKey?: never; memberToken?: Secret; userToken?: never }
  | { apiKey?: never; memberToken?: never; userToken?: Secret }

export type PayproofOptions = OneCredential &
  Patience & {
    /** Where the API is, such as https://api.payproof.example */
    baseUrl: string
    /** In the place of the global one. */
    fetch?: Fetch
  }

// A request may wait 25 seconds for a provider.
const usual = { timeoutMs: 60_000, retries: 3 }

export class Payproof extends Resources {
  readonly uploads: Uploads
  readonly #options: PayproofOptions

  constructor(options: PayproofOptions) {
    super()
    // Called as its own function: browsers want no other `this`.
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

  /** A client that speaks as this user, with a token that it gets when it needs one and renews in time. */
  forUser(user_id: string): Payproof {
    const userToken = keepToken(async () => (await this.userTokens.create({ user_id })).token)
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

function credentialOf({ apiKey, memberToken, userToken }: PayproofOptions): Credential {
  const [given, second] = Object.entries({ apiKey, memberToken, userToken }).flatMap(([kind, secret]) =>
    secret === undefined ? [] : [{ kind, secret } as NonNullable<Credential>],
  )
  if (second) throw new TypeError('One client has one credential')
  // What a forgotten setting reads as.
  if (given?.secret === '') throw new TypeError(`${given.kind} is empty`)
  return given
}

const methodsOf = (members: Record<string, Operation>, send: Send) =>
  Object.fromEntries(Object.entries(members).map(([name, operation]) => [name, methodOf(operation, send)]))

/** Takes ids in the order of the path, then the body, the query and the options, as far as there are any. */
function methodOf(operation: Operation, send: Send) {
  const ids = operation.path.split('{').length - 1
  return (...given: unknown[]) => {
    const params = given.slice(0, ids) as string[]
    const rest = given.slice(ids)
    const body = operation.hasBody ? rest.shift() : undefined
    const query = operation.hasQuery ? (rest.shift() as Call['query']) : undefined
    const options = (rest.shift() ?? {}) as Call['options']
    const call = { operation, params, body, options }
    return operation.paging
      ? openList(operation.paging, query ?? {}, (page) => send({ ...call, query: page }))
      : send({ ...call, query })
  }
}
