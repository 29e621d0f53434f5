import { randomUUID } from 'node:crypto'
import { aUser } from '../people.ts'
import type { MatrixRequest } from '../tenants/entries/entry.ts'
import { anUnknown } from '../tenants/entries.ts'
import {
  admittedReply,
  type ContractOperation,
  callerFor,
  emptyPath,
  fixtureOf,
  namesIds,
  operations,
  shapeOf,
  succeeds,
  userOf,
  validRequest,
} from './operations.ts'
import { inArea, type Row } from './row.ts'
import { createAuthorisedUser, createSandboxPerson } from './scenes.ts'
import type { ContractCall, ContractReply, ContractWorld } from './world.ts'

// Idempotency-Key on every operation: replays, conflicts, and keys used by other callers and operations.

const isIdempotent = ({ method, caller }: ContractOperation) =>
  (method === 'POST' || method === 'PUT') && caller !== 'public'

/** Valid requests for operations whose request in the tenant matrix is refused. */
const requestsThatSucceed: Record<string, (world: ContractWorld) => Promise<MatrixRequest>> = {
  presignBankStatements: async () => ({
    path: '/documents/bank-statements/presign',
    body: { files: [{ file_name: 'march.pdf', external_id: 'march' }] },
  }),
  async presignPayslips({ acme }) {
    await acme('PATCH', '/configuration', { payslip_upload_enabled: true })
    return {
      path: '/payroll/entries/payslips/presign',
      body: { files: [{ file_name: 'march.pdf', external_id: 'march' }] },
    }
  },
}

/** Another body, for operations without an id in the path. */
const otherBodies: Record<string, object> = {
  createUser: aUser({ forename: 'Another' }),
  inviteMember: { email: 'another@team.example', role: 'Support' },
  createApiKey: { name: 'another key' },
  createAuthorisationTerm: {
    name: 'Another',
    authorisation_text: 'Another.',
    authorisation_category: 'one_time',
  },
  createWebhook: {
    name: 'another webhook',
    events: ['user-payroll-submitted'],
    url: 'https://another.invalid/hook',
  },
  stateMissingDocuments: { kind: 'bank_statements', reason: 'another-reason' },
  endOwnSessions: { keep_current: false },
  endJourney: { outcome: { kind: 'failed', error: 'another' } },
  presignBankStatements: { files: [{ file_name: 'april.pdf' }] },
  presignPayslips: { files: [{ file_name: 'april.pdf' }] },
}

const requestFor = (world: ContractWorld, operation: ContractOperation) =>
  requestsThatSucceed[operation.id]?.(world) ?? validRequest(world, operation)

/** Operations whose replies hold a secret: a repeated key is refused, or gets another secret. */
const secretReplies: Record<string, { status: number; code?: string }> = {
  createApiKey: { status: 409, code: 'secret-not-repeated' },
  createUserToken: { status: 201 },
}

type KeyedRequest = { call: ContractCall; key: string; request: MatrixRequest }

const send = ({ method }: ContractOperation, { call, key, request: { path, body } }: KeyedRequest) =>
  call(method, path, body, { 'idempotency-key': key })

/** The same operation and key with other ids or another body. */
function changed(operation: ContractOperation, request: MatrixRequest): MatrixRequest {
  const body = otherBodies[operation.id]
  if (body) return { path: request.path, body }
  const ids = (shapeOf(operation).names ?? []).map((name) => [name, anUnknown(name)])
  return shapeOf(operation).request(Object.fromEntries(ids))
}

const isReplay = ({ headers }: ContractReply) => headers['idempotent-replayed'] === 'true'

/** The reply with a summary as its body, for rows that compare replies with each other. */
const withSummary = (reply: ContractReply, summary: object): ContractReply => ({ ...reply, body: summary })

const replaySummary = (reply: ContractReply) => withSummary(reply, { isReplayed: isReplay(reply) })

const reused = {
  status: 409,
  errors: ['This Idempotency-Key was used with another request'],
  headers: { 'x-svc-error-code': 'idempotency-key-reused' },
}

/** Headers that must be the same in a replay. */
const lastingHeaders = ['content-type', 'cache-control', 'x-content-type-options', 'referrer-policy', 'vary']

type RowContent = Pick<Row, 'title' | 'call' | 'expects'>

/** An operation with a secret in its reply: a repeated key never returns the first secret. */
const secretReplyRow = (operation: ContractOperation, first: First): RowContent => {
  const { status, code } = secretReplies[operation.id] ?? { status: 0 }
  return {
    title: 'a repeated key does not get the same secret again',
    async call(world) {
      const keyed = await first(world)
      const one = await send(operation, keyed)
      const two = await send(operation, keyed)
      return withSummary(two, { isSame: one.text === two.text, first: one.status, isReplayed: isReplay(two) })
    },
    expects: {
      status,
      body: { isSame: false, first: operation.success, isReplayed: false },
      ...(code && { headers: { 'x-svc-error-code': code } }),
    },
  }
}

function replays(operation: ContractOperation): RowContent[] {
  const success = requestsThatSucceed[operation.id] ? 200 : operation.success
  const first = async (world: ContractWorld): Promise<KeyedRequest> => {
    const request = await requestFor(world, operation)
    return { call: await callerFor(world, operation), key: randomUUID(), request }
  }
  const stored: RowContent[] = [
    {
      title: 'a repeated key gets the stored reply, with its status and headers',
      async call(world) {
        const keyed = await first(world)
        const one = await send(operation, keyed)
        const two = await send(operation, keyed)
        const headers = lastingHeaders.filter((name) => one.headers[name] !== two.headers[name])
        const isOwnRequest = one.headers['x-request-id'] !== two.headers['x-request-id']
        const isSame = one.text === two.text && one.status === two.status
        return withSummary(two, { isSame, isOwnRequest, wasReplay: isReplay(one), headers })
      },
      expects: {
        status: success,
        body: { isSame: true, isOwnRequest: true, wasReplay: false, headers: [] },
        headers: { 'idempotent-replayed': 'true' },
      },
    },
    {
      title: 'three concurrent requests with one key are executed once',
      async call(world) {
        const keyed = await first(world)
        const replies = await Promise.all([1, 2, 3].map(() => send(operation, keyed)))
        const done = replies.filter(({ status }) => status !== 409)
        const last = await send(operation, keyed)
        return withSummary(last, {
          isOne: done.length > 0 && done.every(({ text }) => text === last.text),
          firstReplies: done.filter((reply) => !isReplay(reply)).length,
          others: replies.every((reply) => isRunning(reply) || reply.status === success),
        })
      },
      expects: {
        status: success,
        body: { isOne: true, firstReplies: 1, others: true },
        headers: { 'idempotent-replayed': 'true' },
      },
    },
    ...(operation.caller === 'user'
      ? []
      : [
          {
            title: 'a member of the client gets the reply that its key has stored',
            async call(world: ContractWorld) {
              const keyed = await first(world)
              await send(operation, keyed)
              return replaySummary(await send(operation, { ...keyed, call: world.owner }))
            },
            expects: { status: success, body: { isReplayed: true } },
          },
        ]),
  ]
  return [
    ...(operation.id in secretReplies ? [secretReplyRow(operation, first)] : stored),
    ...conflicts(operation, first),
    {
      title: 'a key that every other operation has used is new for this one',
      async call(world) {
        const keyed = await first(world)
        return replaySummary(await send(operation, { ...keyed, key: 'the-same-key-on-every-operation' }))
      },
      expects: { status: success, body: { isReplayed: false } },
    },
    {
      title: 'a key whose first request was invalid can be used again',
      async call(world) {
        const keyed = await first(world)
        const { path } = keyed.request
        const refused = await send(operation, {
          ...keyed,
          request: { path: `${path}?no_such_field=1`, ...(keyed.request.body && { body: {} }) },
        })
        const reply = await send(operation, keyed)
        return withSummary(reply, { refused: refused.status, isReplayed: isReplay(reply) })
      },
      expects: { status: success, body: { refused: 400, isReplayed: false } },
    },
    otherClientRow(operation, first, success),
    ...(operation.caller === 'user' ? [otherUserRow(operation, first, success)] : []),
  ]
}

const isRunning = ({ status, headers }: ContractReply) =>
  status === 409 && headers['x-svc-error-code'] === 'idempotency-key-running'

type First = (world: ContractWorld) => Promise<KeyedRequest>

/** An operation without ids and fields has only one possible request. */
const conflicts = (operation: ContractOperation, first: First): RowContent[] =>
  operation.id in otherBodies || namesIds(operation)
    ? [
        {
          title: 'a repeated key with another request is refused',
          async call(world) {
            const keyed = await first(world)
            await send(operation, keyed)
            return send(operation, { ...keyed, request: changed(operation, keyed.request) })
          },
          expects: reused,
        },
      ]
    : []

async function rivalOf(world: ContractWorld, { caller, keyScope }: ContractOperation): Promise<ContractCall> {
  if (caller === 'client' && !keyScope) return world.rivalOwner
  return caller === 'user' ? userOf(world, 'rival') : world.rival
}

const otherClientRow = (operation: ContractOperation, first: First, success: number): RowContent => ({
  title: 'the same key and body from another client is a separate request',
  async call(world) {
    const keyed = await first(world)
    await send(operation, keyed)
    const call = await rivalOf(world, operation)
    if (operation.id === 'presignPayslips')
      await world.rival('PATCH', '/configuration', { payslip_upload_enabled: true })
    await shapeOf(operation).before?.(await fixtureOf(world))
    return replaySummary(await send(operation, { ...keyed, call }))
  },
  expects: { status: namesIds(operation) ? 404 : success, body: { isReplayed: false } },
})

const otherUserRow = (operation: ContractOperation, first: First, success: number): RowContent => ({
  title: 'the same key and body from another user is a separate request',
  async call(world) {
    const keyed = await first(world)
    await send(operation, keyed)
    return replaySummary(await send(operation, { ...keyed, call: await userOf(world, 'other user') }))
  },
  expects: { status: namesIds(operation) ? 404 : success, body: { isReplayed: false } },
})

const longestKey = 255

/** Keys that are refused, whatever the request. */
const malformedKeys = (operation: ContractOperation): RowContent[] =>
  ['', 'two words', 'ümlaut', 'k'.repeat(longestKey + 1)].map((key) => ({
    title: `an Idempotency-Key of ${key.length > longestKey ? `${key.length} characters` : `[${key}]`} is refused`,
    async call(world: ContractWorld) {
      const request = await requestFor(world, operation)
      return send(operation, { call: await callerFor(world, operation), key, request })
    },
    expects: { status: 400, errors: [/^Header \[Idempotency-Key\] is invalid: ./] },
  }))

/** GET, PATCH and DELETE are idempotent without a key, so they store no reply. */
const ignoresKeys = (operation: ContractOperation): RowContent => ({
  title: 'an Idempotency-Key has no effect',
  async call(world) {
    const call = await callerFor(world, operation)
    const key = randomUUID()
    await send(operation, { call, key, request: await validRequest(world, operation) })
    return replaySummary(await send(operation, { call, key, request: await validRequest(world, operation) }))
  },
  expects: { ...admittedReply(operation), body: { isReplayed: false } },
})

const publicIgnoresKeys = (operation: ContractOperation): RowContent => ({
  title: 'an Idempotency-Key has no effect without a caller',
  async call({ anonymous }) {
    const request = { path: emptyPath(operation), body: { no_such_field: 1 } }
    const key = randomUUID()
    await send(operation, { call: anonymous, key, request })
    return replaySummary(
      await send(operation, { call: anonymous, key, request: { ...request, body: { another: 1 } } }),
    )
  },
  // Without a body there is nothing to refuse but an unknown code in the path.
  expects: { status: statusOfNonsense(operation), body: { isReplayed: false } },
})

function statusOfNonsense(operation: ContractOperation) {
  if (operation.hasBody) return 400
  return operation.path.includes('{') ? 404 : operation.success
}

function rowsOf(operation: ContractOperation): RowContent[] {
  if (operation.caller === 'public' && operation.method !== 'GET') return [publicIgnoresKeys(operation)]
  if (!isIdempotent(operation)) return [ignoresKeys(operation)]
  const isSuccessful = succeeds(operation) || operation.id in requestsThatSucceed
  // The key is read after the fields of the request.
  return [...(isSuccessful ? [...replays(operation), ...malformedKeys(operation)] : [])]
}

/** A login is never sent twice: a repeated key gets the stored refusal, and no further attempt is counted. */
const refusedLogin: Row = {
  endpoint: 'POST /accounts',
  title: 'a repeated key gets the stored provider refusal, without another login attempt',
  async call(world) {
    const { user_id } = await createAuthorisedUser(world)
    const login = {
      user_id,
      payroll_provider: 'sandbox-payroll',
      user_name: await createSandboxPerson(world),
    }
    const key = { 'idempotency-key': randomUUID() }
    const wrong = { ...login, password: 'wrong' }
    const first = await world.acme('POST', '/accounts', wrong, key)
    const again = await world.acme('POST', '/accounts', wrong, key)
    const other = await world.acme('POST', '/accounts', wrong)
    const left = (reply: ContractReply) => Number(reply.headers['x-svc-attempts-left'])
    return withSummary(again, {
      isSame: first.text === again.text && left(first) === left(again),
      counted: left(first) - left(other),
    })
  },
  expects: {
    status: 400,
    body: { isSame: true, counted: 1 },
    headers: { 'x-svc-error-code': 'login-refused' },
  },
}

const otherMethod: Row = {
  endpoint: 'PATCH /webhooks/{webhook_id}',
  title: 'a key used by a POST on the parent path is new for another method',
  async call(world) {
    const { webhook_id } = (await fixtureOf(world)).acme.ids
    const key = { 'idempotency-key': randomUUID() }
    await world.acme('POST', `/webhooks/${webhook_id}/pause`, undefined, key)
    const body = { config: { encrypted_content_type: 'application/json' } }
    return replaySummary(await world.acme('PATCH', `/webhooks/${webhook_id}`, body, key))
  },
  expects: { status: 200, body: { isReplayed: false } },
}

export const idempotencyRows = inArea('every endpoint', [
  ...operations.flatMap((operation) =>
    rowsOf(operation).map((written) => ({ endpoint: operation.endpoint, ...written })),
  ),
  refusedLogin,
  otherMethod,
])
