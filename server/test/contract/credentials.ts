import type { Headers } from '../api.ts'
import { type Credential, makeCredentials } from '../tenants/credentials.ts'
import { noApiKey, noBearer, noKeyMay, roleTooLow, scopeMissing } from './messages.ts'
import {
  type ContractOperation,
  emptyPath,
  fixtureOf,
  letIn,
  namesIds,
  operations,
  sendValid,
  validRequest,
} from './operations.ts'
import { type Expectation, inArea, type Promised } from './row.ts'
import { type Ask, type ContractWorld, recording } from './world.ts'

// Tests every operation with every kind of credential: which callers are admitted, and how the others are refused.

const made = new WeakMap<ContractWorld, Promise<Credential[]>>()

async function headersOf(world: ContractWorld, name: string): Promise<Headers> {
  const credentials = made.get(world) ?? fixtureOf(world).then(makeCredentials)
  made.set(world, credentials)
  const credential = (await credentials).find((each) => each.name === name)
  if (!credential) throw new Error(`there is no credential called ${name}`)
  return credential.headers
}

async function askWith(world: ContractWorld, ...headers: (Headers | string)[]): Promise<Ask> {
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
  'no credential': {},
  'an empty key': { 'x-api-key': '' },
  'an unknown key': { 'x-api-key': 'svc_sbx_a0000000_unknown' },
  'a bearer token that is no token': { authorization: 'Bearer unknown' },
  'the word Bearer alone': { authorization: 'Bearer' },
  'two bearer tokens': { authorization: 'Bearer one two' },
  'another scheme': { authorization: 'Basic b3duZXI6cGFzc3dvcmQ=' },
}

const refused = { 'x-svc-error-code': 'credentials-refused' }

const refusal = (message: string): Expectation => ({ status: 401, errors: [message], headers: refused })

/** The message names the header that was read: a key wins over a token unless keys may not call. */
const refusalOf = ({ caller }: ContractOperation, headers: Headers) =>
  refusal(
    caller === 'user' || ('authorization' in headers && !('x-api-key' in headers)) ? noBearer : noApiKey,
  )

const sendEmpty = (operation: ContractOperation, ask: Ask) => ask(operation.method, emptyPath(operation))

const row = (
  operation: ContractOperation,
  says: string,
  rest: Pick<Promised, 'call' | 'expects'>,
): Promised => ({
  endpoint: operation.endpoint,
  says,
  ...rest,
})

function refusedEverywhere(operation: ContractOperation): Promised[] {
  return [
    ...Object.entries(malformed).map(([says, headers]) =>
      row(operation, says, {
        call: async (world) => sendEmpty(operation, await askWith(world, headers)),
        expects: refusalOf(operation, headers),
      }),
    ),
    ...refusedByName.map((name) =>
      row(operation, `a credential that is refused: ${name}`, {
        call: async (world) => sendEmpty(operation, await askWith(world, name)),
        expects: refusalOf(
          operation,
          / key$|^key with|as key$/.test(name) ? { 'x-api-key': '' } : { authorization: '' },
        ),
      }),
    ),
    row(operation, 'the credential is checked before the body', {
      call: async (world) => {
        const ask = await askWith(world)
        return ask(operation.method, emptyPath(operation), '<xml/>', { 'content-type': 'application/xml' })
      },
      expects: refusalOf(operation, {}),
    }),
  ]
}

/** Operations for keys and members. */
function ofClient(operation: ContractOperation): Promised[] {
  const entered = letIn(operation)
  return [
    row(operation, 'the token of an Owner is let in', {
      call: async (world) => sendValid(world, operation, await askWith(world, 'own Owner')),
      expects: entered,
    }),
    ...ofKeys(operation),
    row(operation, 'a wrong key beside a valid token', {
      call: async (world) =>
        sendEmpty(operation, await askWith(world, 'own Owner', { 'x-api-key': 'svc_sbx_a0000000_unknown' })),
      expects: refusal(noApiKey),
    }),
    ...roles(operation),
    anotherClient(operation, 'rival Owner', 'the token of a member of another client'),
  ]
}

const refusedKey: Expectation = { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } }

/** API keys: with every scope, with another scope than the operation needs, and of another client. */
function ofKeys(operation: ContractOperation): Promised[] {
  const { keyScope } = operation
  if (!keyScope)
    return [
      row(operation, 'an API key is refused', {
        call: async (world) => sendEmpty(operation, await askWith(world, 'own key')),
        expects: { ...refusedKey, errors: [noKeyMay] },
      }),
      row(operation, 'the key of another client is refused', {
        call: async (world) => sendEmpty(operation, await askWith(world, 'rival key')),
        expects: refusedKey,
      }),
    ]
  const otherScope = keyScope === 'read' ? 'write' : 'read'
  return [
    row(operation, 'an API key is let in', {
      call: async (world) => sendValid(world, operation, await askWith(world, 'own key')),
      expects: letIn(operation),
    }),
    row(operation, 'a valid key beside a wrong token is let in', {
      call: async (world) =>
        sendValid(world, operation, await askWith(world, 'own key', { authorization: 'Bearer unknown' })),
      expects: letIn(operation),
    }),
    row(operation, `an API key with the scope ${otherScope} alone is refused`, {
      call: async (world) => sendEmpty(operation, await askWith(world, `key with the scope ${otherScope}`)),
      expects: {
        status: 403,
        errors: [scopeMissing(keyScope)],
        headers: { 'x-svc-error-code': 'scope-missing' },
      },
    }),
    anotherClient(operation, 'rival key', 'the key of another client'),
  ]
}

const ranks = ['Support', 'FullMember', 'Admin', 'Owner']

const specialists = ['Underwriter', 'Developer']

/** The least role that is let in, every role below it, and the specialist roles. */
const roles = (operation: ContractOperation): Promised[] =>
  [...ranks.slice(0, ranks.indexOf(operation.minRole) + 1), ...specialists].map((role) => {
    const isAllowed = role === operation.minRole || operation.alsoRoles.includes(role)
    return row(operation, `a member with the role ${role} is ${isAllowed ? 'let in' : 'refused'}`, {
      call: async (world) => {
        const ask = await askWith(world, `own ${role}`)
        return isAllowed ? sendValid(world, operation, ask) : sendEmpty(operation, ask)
      },
      expects: isAllowed
        ? letIn(operation)
        : {
            status: 403,
            errors: [roleTooLow(role, operation.minRole)],
            headers: { 'x-svc-error-code': 'role-too-low' },
          },
    })
  })

const unknownId: Expectation = { status: 404, headers: { 'x-svc-error-code': 'not-found' } }

/** Ids of acme do not exist for others. Without an id in the request, others read and write their own data. */
const anotherClient = (operation: ContractOperation, name: string, says: string) =>
  namesIds(operation)
    ? row(operation, `${says} finds nothing`, {
        call: async (world) => sendValid(world, operation, await askWith(world, name)),
        expects: unknownId,
      })
    : row(operation, `${says} sees its own data only`, {
        async call(world) {
          const reply = await sendValid(world, operation, await askWith(world, name))
          const { acme } = await fixtureOf(world)
          const seen = Object.entries(acme.ids).filter(([, id]) => reply.text.includes(id))
          return seen.length > 0 ? { ...reply, status: 500, text: `was shown ${seen}` } : reply
        },
        expects: letIn(operation),
      })

const userTokenRefused = (operation: ContractOperation) =>
  row(operation, 'the token of a user is not allowed', {
    call: async (world) => sendEmpty(operation, await askWith(world, 'own user')),
    expects: refusal(noBearer),
  })

/** Operations for users, alone or beside keys and members. */
function ofUser(operation: ContractOperation): Promised[] {
  const letInUser = row(operation, 'the token of the user is let in', {
    call: async (world) => sendValid(world, operation, await askWith(world, 'own user')),
    expects: letIn(operation),
  })
  if (!namesIds(operation)) return [letInUser]
  return [
    letInUser,
    row(operation, 'the token of another user finds nothing', {
      call: async (world) => sendValid(world, operation, await askWith(world, 'other user')),
      expects: unknownId,
    }),
    row(operation, 'the token of another client’s user finds nothing', {
      call: async (world) => sendValid(world, operation, await askWith(world, "rival's user")),
      expects: unknownId,
    }),
  ]
}

const ofUserAlone = (operation: ContractOperation): Promised[] => [
  ...(['own key', 'own Owner', 'own Support'] as const).map((name) =>
    row(operation, `no user: ${name}`, {
      call: async (world) => sendEmpty(operation, await askWith(world, name)),
      expects: refusal(noBearer),
    }),
  ),
  row(operation, 'a valid token beside a wrong key is let in', {
    call: async (world) =>
      sendValid(world, operation, await askWith(world, 'own user', { 'x-api-key': 'unknown' })),
    expects: letIn(operation),
  }),
  row(operation, 'a valid key beside a wrong token', {
    call: async (world) =>
      sendEmpty(operation, await askWith(world, 'own key', { authorization: 'Bearer unknown' })),
    expects: refusal(noBearer),
  }),
]

/** Public operations do not read credentials. */
const ofAnyone = (operation: ContractOperation): Promised[] =>
  (['none', 'expired key', 'alg none, member', 'own user', 'rival key'] as const).map((name) =>
    row(operation, `the credential does not matter: ${name}`, {
      async call(world) {
        const { path, body } = await validRequest(world, operation)
        return (await askWith(world, name))(operation.method, path, body)
      },
      expects: letIn(operation),
    }),
  )

const rowsOf = (operation: ContractOperation): Promised[] => {
  if (operation.caller === 'public') return ofAnyone(operation)
  const everyone = refusedEverywhere(operation)
  if (operation.caller === 'user') return [...everyone, ...ofUser(operation), ...ofUserAlone(operation)]
  const users = operation.caller === 'either' ? ofUser(operation) : [userTokenRefused(operation)]
  return [...everyone, ...ofClient(operation), ...users]
}

export const credentialRows = inArea('every endpoint', operations.flatMap(rowsOf))
