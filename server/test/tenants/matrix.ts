import { randomUUID } from 'node:crypto'
import { keyScopes } from '../../src/platform/http/caller.ts'
import type { ApiOperation } from '../../src/platform/http/operation.ts'
import type { Api, ApiReply, Headers } from '../api.ts'
import type { Owner } from './canaries.ts'
import { type Credential, type Holder, makeCredentials } from './credentials.ts'
import type { MatrixRequest, PublicCalls, Shape } from './entries/entry.ts'
import { anUnknown, entries } from './entries.ts'
import {
  type ClientName,
  createTenantFixture,
  type IdName,
  type Ids,
  idsOwnedBy,
  must,
  type TenantFixture,
} from './fixture.ts'
import { openRows, type Rows } from './rows.ts'

export type MatrixResult = { operations: number; credentials: number; cells: number; leaks: string[] }

/** One operation tried with one credential. */
type Cell = {
  fixture: TenantFixture
  rows: Rows
  operation: ApiOperation
  credential: Credential
  report(fault: string): void
}

/** A call by acme with an Idempotency-Key; no other caller may receive its reply. */
type Keyed = { shape: Shape; request: MatrixRequest; ids: Ids; headers: Headers }

type Verdict = 'in' | 401 | 403

const ranks: Record<string, number> = { Support: 1, FullMember: 2, Admin: 3, Owner: 4 }
const noRank = 0
const changingHeaders = new Set(['x-request-id', 'date', 'ratelimit'])

/**
 * Tries every operation with every credential. `leaks` lists each wrong combination. The short form tries only a
 * sample of the credentials without access and takes a third of the time.
 */
export async function runMatrix(
  api: Api,
  { isShort, say }: { isShort: boolean; say(line: string): void },
): Promise<MatrixResult> {
  const { operations } = api.server
  const leaks = compareWithEntries(operations)
  const fixture = await createTenantFixture(api)
  const credentials = await makeCredentials(fixture)
  const rows = await openRows(fixture)
  let cells = 0
  try {
    // Public operations are last, because a password reset continues after its response, and its changes would be
    // attributed to other operations.
    const inOrder = operations.toSorted((a, b) => Number(isPublic(a)) - Number(isPublic(b)))
    for (const [n, operation] of inOrder.entries()) {
      const { operationId } = operation.schema
      const tried = isShort ? sampleCredentials(n, operation, credentials) : credentials
      // A successful break-in may make later calls fail; the leaks found before are still reported.
      const fail = (error: Error) => leaks.push(`${operationId} could not be tried: ${error.message}`)
      await tryOperation({ fixture: fixture, rows, operation, leaks, done: () => cells++ }, tried).catch(fail)
      say(`${operationId}: tried with ${tried.length} credentials, ${leaks.length} leaks so far`)
    }
  } finally {
    await rows.close()
  }
  for (const secret of fixture.canaries.unseen(['subject', 'team', 'client']))
    leaks.push(`${secret} was shown to anonymous, not even to acme: that others do not see it proves nothing`)
  return { operations: operations.length, credentials: credentials.length, cells, leaks }
}

const everyNth = 8

/**
 * Returns every credential with a holder, and every eighth of the others, starting at a different one for each
 * operation. Of the keys with one scope, the one that the operation needs and one of the others.
 */
const sampleCredentials = (index: number, { keyScope }: ApiOperation, credentials: Credential[]) =>
  credentials.filter(({ holder }, n) => {
    if (!holder) return n % everyNth === index % everyNth
    if (holder.kind === 'user' || !Array.isArray(holder.scopes)) return true
    return holder.scopes.includes(keyScope) || n % keyScopes.length === index % keyScopes.length
  })

type Row = Pick<Cell, 'fixture' | 'rows' | 'operation'> & { leaks: string[]; done(): void }

async function tryOperation({ fixture, rows, operation, leaks, done }: Row, credentials: Credential[]) {
  const name = operation.schema.operationId
  const entry = entries[name]
  if (!entry) return
  const keyed = 'shapes' in entry ? await sendKeyed(fixture, operation, entry.shapes) : []
  const blank = 'calls' in entry ? await guessUnknown(fixture, operation, entry.calls) : ''
  await rows.changed()
  for (const credential of credentials) {
    const report = (fault: string) => leaks.push(`${name} × ${credential.name}: ${fault}`)
    const cell = { fixture, rows, operation, credential, report }
    if ('calls' in entry) await checkPublicCalls(cell, entry.calls, blank)
    else for (const shape of entry.shapes) await checkShape(cell, shape)
    for (const call of keyed) await checkReplay(cell, call)
    done()
  }
  const changedTables = operation.method === 'GET' ? await rows.changed('acme', 'rival') : []
  for (const table of changedTables) leaks.push(`${name}: reading changed rows in ${table}`)
}

const isPublic = ({ caller }: ApiOperation) => caller === 'public'

/** Lists differences between the API's operations and the entries, each with advice on how to resolve it. */
export function compareWithEntries(operations: ApiOperation[]) {
  const folder = 'server/test/tenants/entries'
  const names = new Set(operations.map(({ schema }) => schema.operationId))
  const differences = operations.map((operation) => {
    const {
      method,
      url,
      schema: { operationId },
    } = operation
    const title = `${method} ${url} (${operationId})`
    const policy = policyOf(operation)
    const entry = entries[operationId]
    if (!entry)
      return `${title} has no entry in ${folder}, so no test tries to reach another client's data through it: add ${operationId} with the policy '${policy}'`
    if (entry.policy !== policy)
      return `${title} is open to '${policy}', but its entry in ${folder} says '${entry.policy}': correct the one that is wrong`
    return undefined
  })
  const orphans = Object.keys(entries).filter((name) => !names.has(name))
  return [
    ...differences.filter((difference) => difference !== undefined),
    ...orphans.map((name) => `${name} has an entry in ${folder} but is no operation of the API: remove it`),
  ]
}

function policyOf({ caller, minRole, keyScope, alsoRoles }: ApiOperation) {
  if (caller === 'public' || caller === 'user') return caller
  return [caller, minRole, keyScope ?? 'no-key', ...alsoRoles.map((role) => `+${role}`)].join(' ')
}

/** Returns the expected result for this credential according to the operation's policy. */
function verdictFor(
  { caller, minRole, keyScope, alsoRoles }: ApiOperation,
  holder: Holder | undefined,
): Verdict {
  if (caller === 'public') return 'in'
  if (!holder) return 401
  if (holder.kind === 'user') return caller === 'client' ? 401 : 'in'
  if (caller === 'user') return 401
  const { role, scopes } = holder
  if (scopes) return keyScope && (scopes === 'all' || scopes.includes(keyScope)) ? 'in' : 403
  if (alsoRoles.some((specialist) => specialist === role)) return 'in'
  return (ranks[role] ?? noRank) < Number(ranks[String(minRole)]) ? 403 : 'in'
}

async function checkShape(cell: Cell, shape: Shape) {
  const { fixture, operation, credential } = cell
  const { holder } = credential
  const verdict = verdictFor(operation, holder)
  if (verdict !== 'in' || !holder)
    return checkIndistinguishable(cell, shape, fixture.acme.ids, idsOf(shape), Number(verdict))
  const foreign = foreignTo(holder, shape)
  if (foreign.length === 0) return checkRightfulCaller(cell, shape, holder)
  // First all ids are foreign at once, then each id alone.
  const mixes = foreign.length > 1 ? [foreign, ...foreign.map((name) => [name])] : [foreign]
  for (const mix of mixes) {
    const mustExist = mix.some((name) => shape.names?.includes(name))
    await checkIndistinguishable(cell, shape, ownIds(fixture, holder), mix, mustExist ? 404 : 200)
  }
}

/**
 * Checks that the rightful caller succeeds, reads only its own data, and leaves the other client's rows unchanged.
 */
async function checkRightfulCaller(cell: Cell, shape: Shape, holder: Holder) {
  const { fixture, rows, report } = cell
  await shape.before?.(fixture)
  const fresh = holder.client === 'acme' ? await shape.fresh?.(fixture) : {}
  await rows.changed()
  const ids = { ...ownIds(fixture, holder), ...fresh }
  const reply = await send(cell, shape.request(ids))
  if (!isAccepted(reply, shape)) report(`was refused with ${reply.status} ${reply.text}`)
  checkSecrets(cell, reply, sentIdsOf(shape, ids))
  await checkChanges(cell, isGood(reply) ? [holder.client === 'acme' ? 'rival' : 'acme'] : ['acme', 'rival'])
}

/** Requests ids of acme and unknown ids. Both responses must be identical, byte for byte, and change nothing. */
async function checkIndistinguishable(cell: Cell, shape: Shape, own: Ids, mix: IdName[], status: number) {
  const { fixture, report } = cell
  await shape.before?.(fixture)
  await cell.rows.changed()
  const taken = { ...own, ...pick(mix, (name) => fixture.acme.ids[name]) }
  const reply = await send(cell, shape.request(taken))
  if (reply.status !== status) report(`answered ${reply.status} instead of ${status}`)
  checkSecrets(cell, reply, sentIdsOf(shape, taken))
  if (mix.length > 0) {
    const unknown = { ...own, ...pick(mix, anUnknown) }
    const blank = await send(cell, shape.request(unknown))
    if (bytesOf(reply, taken) !== bytesOf(blank, unknown))
      report(
        `tells ${mix.join(' and ')} of acme from one that does not exist: ${reply.text} and ${blank.text}`,
      )
  }
  if (cell.operation.method !== 'GET') await checkChanges(cell, untouchedBy(cell, status))
}

/** Checks that for another caller, a request with the same Idempotency-Key is an ordinary request. */
async function checkReplay(cell: Cell, { shape, request, ids, headers }: Keyed) {
  const { fixture, operation, credential, report } = cell
  const verdict = verdictFor(operation, credential.holder)
  const isForeign = credential.holder?.client === 'rival' || foreignTo(credential.holder, shape).length > 0
  if (verdict === 'in' && !isForeign) return
  await shape.before?.(fixture)
  await cell.rows.changed()
  const reply = await send(cell, request, headers)
  const refusal = verdict === 'in' ? (shape.names ? 404 : undefined) : verdict
  const isExpected = refusal === undefined ? isGood(reply) : reply.status === refusal
  if (!isExpected) report(`answered ${reply.status} instead of ${refusal ?? 'a success'} to a replayed key`)
  checkSecrets(cell, reply, sentIdsOf(shape, ids))
  await checkChanges(cell, untouchedBy(cell, refusal ?? reply.status))
}

/** Checks that public operations ignore credentials: the right secret works, and a guess reveals nothing. */
async function checkPublicCalls(cell: Cell, { validCall, guess, isCostly }: PublicCalls, blank: string) {
  const { fixture, credential, report } = cell
  if (!isCostly || credential.holder || credential.name === 'none') {
    const reply = await send(cell, await validCall(fixture))
    if (!isGood(reply)) report(`was refused with ${reply.status} ${reply.text}`)
  }
  if (!guess) return
  const request = await guess(fixture, true)
  const reply = await send(cell, request)
  checkSecrets(cell, reply, request.sentValues)
  const bytes = bytesOf(reply, request.sentValues)
  if (bytes !== blank) report(`tells the known from the unknown: ${bytes} and ${blank}`)
}

/**
 * Returns the response to a guess at an unknown resource; a guess at a resource of acme must get the same response.
 */
async function guessUnknown(fixture: TenantFixture, { method }: ApiOperation, { guess }: PublicCalls) {
  if (!guess) return ''
  const request = await guess(fixture, false)
  return bytesOf(await fixture.api.anonymous(method, request.path, request.body), request.sentValues)
}

async function asSubject({ api, acme }: TenantFixture) {
  const { user_id } = acme.ids
  return api.withToken((await must(api.acme, 'POST', '/user-tokens', { user_id })).token)
}

async function makerOf(fixture: TenantFixture, { caller, keyScope }: ApiOperation) {
  if (caller === 'client' && !keyScope) return fixture.api.withToken(fixture.acme.members.Owner.token)
  return caller === 'user' ? asSubject(fixture) : fixture.api.acme
}

async function sendKeyed(fixture: TenantFixture, operation: ApiOperation, shapes: Shape[]): Promise<Keyed[]> {
  if (!['POST', 'PUT'].includes(operation.method)) return []
  const calls: Keyed[] = []
  const call = await makerOf(fixture, operation)
  // Objects that a person creates are visible to that person.
  const maker = operation.caller === 'user' || operation.caller === 'either' ? 'ids of the subject' : 'ids'
  for (const shape of shapes) {
    // A rejected request leaves no stored reply.
    if (shape.endsWith !== undefined) continue
    await shape.before?.(fixture)
    const ids = { ...fixture.acme.ids, ...(await shape.fresh?.(fixture)) }
    const request = shape.request(ids)
    const headers = { 'idempotency-key': randomUUID() }
    const { text, body } = await call(operation.method, request.path, request.body, headers)
    const createdValues = [
      body.id,
      body.user_id,
      body.document_id,
      body.webhook_id,
      body.delivery_id,
      body.link_id,
      body.note_id,
      body.key,
      body.token,
      body.redirect_to,
      body.challenge,
    ]
    const own = createdValues.filter((value) => typeof value === 'string')
    if (body.account_id)
      fixture.canaries.plant('ids of the subject', 'account id of a reply', body.account_id)
    const isWithoutId = body.message ?? body.stated_at ?? body.views ?? body.invited ?? body.rules
    if (own.length === 0 && !body.account_id && !isWithoutId)
      throw new Error(`${operation.schema.operationId} answered ${text}`)
    for (const value of own)
      if (!Object.values(ids).includes(value)) fixture.canaries.plant(maker, 'reply', value)
    calls.push({ shape, request, ids, headers })
  }
  return calls
}

const send = ({ fixture, operation, credential }: Cell, { path, body }: MatrixRequest, headers?: Headers) =>
  fixture.api.callWith(credential.headers)(operation.method, path, body, headers)

const ownAccountOperations = [
  'getCurrentSession',
  'confirmTotpSetup',
  'removeTotp',
  'startPasskeyRegistration',
]

/** Members may read their own name, e-mail address and id, whatever their role. */
const isAboutCaller = ({ operation, credential: { holder } }: Cell, secret: string) =>
  ownAccountOperations.includes(operation.schema.operationId) &&
  holder?.kind === 'client' &&
  secret.endsWith(` of ${holder.role} of team`)

/** Addresses of sandbox providers lead to the client's own part of the sandbox, so applicants see the id of that client. */
const isOwnSandbox = ({ operation, credential: { holder } }: Cell, secret: string) =>
  operation.schema.operationId === 'listProviders' &&
  holder?.client === 'acme' &&
  secret === 'client id of ids'

function checkSecrets(cell: Cell, reply: ApiReply, sentValues: string[]) {
  const { fixture, credential, report } = cell
  const text = sentValues.reduce(
    (rest, value) => rest.replaceAll(value, ''),
    JSON.stringify(reply.headers) + reply.text,
  )
  for (const secret of fixture.canaries.find(text, readableBy(credential.holder)))
    if (!isAboutCaller(cell, secret) && !isOwnSandbox(cell, secret)) report(`was told ${secret}`)
}

async function checkChanges({ rows, report }: Cell, clients: ClientName[]) {
  for (const table of await rows.changed(...clients)) report(`changed rows in ${table}`)
}

// A credential of rival with access may change rival's own data.
const untouchedBy = ({ credential }: Cell, status: number): ClientName[] =>
  status < 300 && credential.holder?.client === 'rival' ? ['acme'] : ['acme', 'rival']

function readableBy(holder: Holder | undefined): Owner[] {
  if (!holder) return []
  if (holder.client === 'rival') return ['rival']
  if (holder.kind === 'user')
    return holder.user === 'subject'
      ? ['subject', 'client', 'ids of the subject']
      : ['other user', 'client', 'ids of the other user']
  const ids: Owner[] = ['client', 'ids', 'ids of the subject', 'ids of the other user']
  if (holder.role === 'Support') return ids
  // Developers manage keys and read the audit log, which name members and keys.
  if (holder.role === 'Developer') return ['team', ...ids]
  return ['subject', 'other user', 'team', ...ids]
}

function ownIds({ acme, rival, otherIds }: TenantFixture, holder: Holder): Ids {
  if (holder.client === 'rival') return rival.ids
  return holder.kind === 'user' && holder.user === 'other user' ? otherIds : acme.ids
}

function foreignTo(holder: Holder | undefined, shape: Shape) {
  if (holder?.client === 'rival') return idsOf(shape)
  const isOther = holder?.kind === 'user' && holder.user === 'other user'
  return isOther ? idsOf(shape).filter((name) => idsOwnedBy[name] === 'user') : []
}

const idsOf = ({ names = [], filters = [] }: Shape): IdName[] => [...names, ...filters]

const sentIdsOf = (shape: Shape, ids: Ids) => idsOf(shape).map((name) => ids[name])

const isAccepted = (reply: ApiReply, { endsWith }: Shape) =>
  endsWith === undefined ? isGood(reply) : reply.headers['x-svc-error-code'] === endsWith

const isGood = ({ status }: ApiReply) => status >= 200 && status < 300

const pick = (names: IdName[], value: (name: IdName) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

/** Returns a response without the parts that always differ, and with the caller's own input blanked. */
function bytesOf({ status, headers, text }: ApiReply, sentValues: Partial<Ids> | string[]) {
  const kept = Object.entries(headers).filter(([name]) => !changingHeaders.has(name))
  return Object.entries(sentValues).reduce(
    (rest, [name, value]) => rest.replaceAll(value, `<${name}>`),
    `${status} ${JSON.stringify(kept)} ${text}`,
  )
}
