import type { Headers } from '../api.ts'
import { type Credential, makeCredentials } from '../tenants/credentials.ts'
import { apiKeyRefused, noApiKey, noBearer, roleTooLow, scopeMissing } from './messages.ts'
import {
  admittedReply,
  type ContractOperation,
  emptyPath,
  fixtureOf,
  namesIds,
  operations,
  sendValid,
  validRequest,
} from './operations.ts'
import { type Expectation, inArea, type Row } from './row.ts'
import { type ContractCall, type ContractWorld, recording } from './world.ts'

// Tests every operation with every kind of credential: which callers are admitted, and how the others are refused.

const credentialsByWorld = new WeakMap<ContractWorld, Promise<Credential[]>>()

async function headersOf(world: ContractWorld, name: string): Promise<Headers> {
  const credentials = credentialsByWorld.get(world) ?? fixtureOf(world).then(makeCredentials)
  credentialsByWorld.set(world, credentials)
  const credential = (await credentials).find((each) => each.name === name)
  if (!credential) throw new Error(`there is no credential called ${name}`)
  return credential.headers
}

async function callerWith(world: ContractWorld, ...headers: (Headers | string)[]): Promise<ContractCall> {
  const sent: Headers = {}
  for (const each of headers)
    Object.assign(sent, typeof each === 'string' ? await headersOf(world, each) : each)
  return recording(world.api.callWith(sent))
}

/** Credentials of makeCredentials that no operation accepts. */
const refusedByName = [
  'expired key',
  'revoked key',
  'live key',
  'key with a wrong secret',
  'user token as key',
  'removed member',
  'revoked user token',
  'expired member token',
  'expired user token',
  'production member token',
  'production user token',
  'alg none, member',
  'alg none, user',
  'member signed as user',
  'user signed as member',
  'tampered client',
  'key as bearer',
]

/** Headers that hold no credential at all. */
const malformed: Record<string, Headers> = {
  'a request without a credential is refused': {},
  'an empty API key is refused': { 'x-api-key': '' },
  'an unknown API key is refused': { 'x-api-key': 'svc_sbx_a0000000_unknown' },
  'a malformed bearer token is refused': { authorization: 'Bearer unknown' },
  'the word Bearer without a token is refused': { authorization: 'Bearer' },
  'two bearer tokens are refused': { authorization: 'Bearer one two' },
  'an authorization scheme other than Bearer is refused': { authorization: 'Basic b3duZXI6cGFzc3dvcmQ=' },
}

const refused = { 'x-svc-error-code': 'credentials-refused' }

const refusal = (message: string): Expectation => ({ status: 401, errors: [message], headers: refused })

/** The error names the header that was checked: the key takes precedence over the token, except for user operations. */
const refusalOf = ({ caller }: ContractOperation, headers: Headers) =>
  refusal(
    caller === 'user' || ('authorization' in headers && !('x-api-key' in headers)) ? noBearer : noApiKey,
  )

const sendEmpty = (operation: ContractOperation, call: ContractCall) =>
  call(operation.method, emptyPath(operation))

const row = (operation: ContractOperation, title: string, rest: Pick<Row, 'call' | 'expects'>): Row => ({
  endpoint: operation.endpoint,
  title,
  ...rest,
})

function refusedCredentialRows(operation: ContractOperation): Row[] {
  return [
    ...Object.entries(malformed).map(([title, headers]) =>
      row(operation, title, {
        call: async (world) => sendEmpty(operation, await callerWith(world, headers)),
        expects: refusalOf(operation, headers),
      }),
    ),
    ...refusedByName.map((name) =>
      row(operation, `refused credential: ${name}`, {
        call: async (world) => sendEmpty(operation, await callerWith(world, name)),
        expects: refusalOf(
          operation,
          / key$|^key with|as key$/.test(name) ? { 'x-api-key': '' } : { authorization: '' },
        ),
      }),
    ),
    row(operation, 'the credential is checked before the body', {
      call: async (world) => {
        const call = await callerWith(world)
        return call(operation.method, emptyPath(operation), '<xml/>', { 'content-type': 'application/xml' })
      },
      expects: refusalOf(operation, {}),
    }),
  ]
}

/** Operations for keys and members. */
function rowsForClients(operation: ContractOperation): Row[] {
  const admitted = admittedReply(operation)
  return [
    row(operation, 'an Owner’s token is admitted', {
      call: async (world) => sendValid(world, operation, await callerWith(world, 'own Owner')),
      expects: admitted,
    }),
    ...rowsForKeys(operation),
    row(operation, 'a wrong key is refused despite a valid token', {
      call: async (world) =>
        sendEmpty(
          operation,
          await callerWith(world, 'own Owner', { 'x-api-key': 'svc_sbx_a0000000_unknown' }),
        ),
      expects: refusal(noApiKey),
    }),
    ...roleRows(operation),
    otherClientRow(operation, 'rival Owner', 'a member token of another client'),
  ]
}

const refusedKey: Expectation = { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } }

/** API keys: with every scope, with another scope than the operation needs, and of another client. */
function rowsForKeys(operation: ContractOperation): Row[] {
  const { keyScope } = operation
  if (!keyScope)
    return [
      row(operation, 'an API key is refused', {
        call: async (world) => sendEmpty(operation, await callerWith(world, 'own key')),
        expects: { ...refusedKey, errors: [apiKeyRefused] },
      }),
      row(operation, 'another client’s API key is refused', {
        call: async (world) => sendEmpty(operation, await callerWith(world, 'rival key')),
        expects: refusedKey,
      }),
    ]
  const otherScope = keyScope === 'read' ? 'write' : 'read'
  return [
    row(operation, 'an API key is admitted', {
      call: async (world) => sendValid(world, operation, await callerWith(world, 'own key')),
      expects: admittedReply(operation),
    }),
    row(operation, 'a valid key is admitted despite a wrong token', {
      call: async (world) =>
        sendValid(world, operation, await callerWith(world, 'own key', { authorization: 'Bearer unknown' })),
      expects: admittedReply(operation),
    }),
    row(operation, `an API key with only the scope ${otherScope} is refused`, {
      call: async (world) =>
        sendEmpty(operation, await callerWith(world, `key with the scope ${otherScope}`)),
      expects: {
        status: 403,
        errors: [scopeMissing(keyScope)],
        headers: { 'x-svc-error-code': 'scope-missing' },
      },
    }),
    otherClientRow(operation, 'rival key', 'another client’s API key'),
  ]
}

const ranks = ['Support', 'FullMember', 'Admin', 'Owner']

const specialists = ['Underwriter', 'Developer']

/** The lowest admitted role, every role below it, and the specialist roles. */
const roleRows = (operation: ContractOperation): Row[] =>
  [...ranks.slice(0, ranks.indexOf(operation.minRole) + 1), ...specialists].map((role) => {
    const isAllowed = role === operation.minRole || operation.alsoRoles.includes(role)
    return row(operation, `a member with the role ${role} is ${isAllowed ? 'admitted' : 'refused'}`, {
      call: async (world) => {
        const call = await callerWith(world, `own ${role}`)
        return isAllowed ? sendValid(world, operation, call) : sendEmpty(operation, call)
      },
      expects: isAllowed
        ? admittedReply(operation)
        : {
            status: 403,
            errors: [roleTooLow(role, operation.minRole)],
            headers: { 'x-svc-error-code': 'role-too-low' },
          },
    })
  })

const notFound: Expectation = { status: 404, headers: { 'x-svc-error-code': 'not-found' } }

/** Ids of acme return 404 to other clients. Requests without an id read and write the caller's own data. */
const otherClientRow = (operation: ContractOperation, name: string, title: string) =>
  namesIds(operation)
    ? row(operation, `${title} finds nothing`, {
        call: async (world) => sendValid(world, operation, await callerWith(world, name)),
        expects: notFound,
      })
    : row(operation, `${title} sees only its own data`, {
        async call(world) {
          const reply = await sendValid(world, operation, await callerWith(world, name))
          const { acme } = await fixtureOf(world)
          const seen = Object.entries(acme.ids).filter(([, id]) => reply.text.includes(id))
          return seen.length > 0 ? { ...reply, status: 500, text: `was shown ${seen}` } : reply
        },
        expects: admittedReply(operation),
      })

const userTokenRefused = (operation: ContractOperation) =>
  row(operation, 'a user token is refused', {
    call: async (world) => sendEmpty(operation, await callerWith(world, 'own user')),
    expects: refusal(noBearer),
  })

/** Operations for users, alone or beside keys and members. */
function rowsForUsers(operation: ContractOperation): Row[] {
  const admittedUser = row(operation, 'the user’s own token is admitted', {
    call: async (world) => sendValid(world, operation, await callerWith(world, 'own user')),
    expects: admittedReply(operation),
  })
  if (!namesIds(operation)) return [admittedUser]
  return [
    admittedUser,
    row(operation, 'another user’s token finds nothing', {
      call: async (world) => sendValid(world, operation, await callerWith(world, 'other user')),
      expects: notFound,
    }),
    row(operation, 'a token of another client’s user finds nothing', {
      call: async (world) => sendValid(world, operation, await callerWith(world, "rival's user")),
      expects: notFound,
    }),
  ]
}

const rowsForUsersOnly = (operation: ContractOperation): Row[] => [
  ...(['own key', 'own Owner', 'own Support'] as const).map((name) =>
    row(operation, `refused, because it is not a user token: ${name}`, {
      call: async (world) => sendEmpty(operation, await callerWith(world, name)),
      expects: refusal(noBearer),
    }),
  ),
  row(operation, 'a valid token is admitted despite a wrong key', {
    call: async (world) =>
      sendValid(world, operation, await callerWith(world, 'own user', { 'x-api-key': 'unknown' })),
    expects: admittedReply(operation),
  }),
  row(operation, 'a wrong token is refused despite a valid key', {
    call: async (world) =>
      sendEmpty(operation, await callerWith(world, 'own key', { authorization: 'Bearer unknown' })),
    expects: refusal(noBearer),
  }),
]

/** Public operations do not read credentials. */
const rowsForPublic = (operation: ContractOperation): Row[] =>
  (['none', 'expired key', 'alg none, member', 'own user', 'rival key'] as const).map((name) =>
    row(operation, `the credential is ignored: ${name}`, {
      async call(world) {
        const { path, body } = await validRequest(world, operation)
        return (await callerWith(world, name))(operation.method, path, body)
      },
      expects: admittedReply(operation),
    }),
  )

const rowsOf = (operation: ContractOperation): Row[] => {
  if (operation.caller === 'public') return rowsForPublic(operation)
  const everyone = refusedCredentialRows(operation)
  if (operation.caller === 'user')
    return [...everyone, ...rowsForUsers(operation), ...rowsForUsersOnly(operation)]
  const users = operation.caller === 'either' ? rowsForUsers(operation) : [userTokenRefused(operation)]
  return [...everyone, ...rowsForClients(operation), ...users]
}

export const credentialRows = inArea('every endpoint', operations.flatMap(rowsOf))
