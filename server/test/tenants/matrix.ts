import { randomUUID } from 'node:crypto'
import type { ApiOperation } from '../../src/platform/http/operation.ts'
import type { Api, ApiReply, Headers } from '../api.ts'
import type { Owner } from './canaries.ts'
import { type Credential, type Holder, makeCredentials } from './credentials.ts'
import { anUnknown, type Door, entries, type MatrixRequest, type Shape } from './entries.ts'
import { openRows, type Rows } from './rows.ts'
import { type ClientName, type IdName, type Ids, idsOwnedBy, must, type Stage, setStage } from './stage.ts'

export type MatrixResult = { operations: number; credentials: number; cells: number; leaks: string[] }

/** One operation tried with one credential. */
type Cell = {
  stage: Stage
  rows: Rows
  operation: ApiOperation
  credential: Credential
  report(fault: string): void
}

/** A call by acme with an Idempotency-Key; no other caller may get its reply. */
type Keyed = { shape: Shape; request: MatrixRequest; ids: Ids; headers: Headers }

type Verdict = 'in' | 401 | 403

const ranks: Record<string, number> = { Support: 1, FullMember: 2, Admin: 3, Owner: 4 }
const changingHeaders = new Set(['x-request-id', 'date', 'ratelimit'])

/**
 * Tries every operation with every credential. `leaks` lists each wrong combination. The short form samples
 * the credentials that open nothing and takes a third of the time.
 */
export async function runMatrix(
  api: Api,
  { isShort, say }: { isShort: boolean; say(line: string): void },
): Promise<MatrixResult> {
  const { operations } = api.server
  const leaks = compareWithEntries(operations)
  const stage = await setStage(api)
  const credentials = await makeCredentials(stage)
  const rows = await openRows(stage)
  let cells = 0
  try {
    // Public operations last: a password reset continues after its response, and its changes would be
    // attributed to others.
    const inOrder = operations.toSorted((a, b) => Number(isPublic(a)) - Number(isPublic(b)))
    for (const [n, operation] of inOrder.entries()) {
      const { operationId } = operation.schema
      const tried = isShort ? turnOf(n, credentials) : credentials
      // A successful break-in may make later calls fail; still report the leaks found before.
      const fail = (error: Error) => leaks.push(`${operationId} could not be tried: ${error.message}`)
      await tryOperation({ stage, rows, operation, leaks, done: () => cells++ }, tried).catch(fail)
      say(`${operationId}: tried with ${tried.length} credentials, ${leaks.length} leaks so far`)
    }
  } finally {
    await rows.close()
  }
  for (const secret of stage.canaries.unseen(['subject', 'team', 'client']))
    leaks.push(`${secret} was shown to nobody, not even to acme: that others do not see it proves nothing`)
  return { operations: operations.length, credentials: credentials.length, cells, leaks }
}

const everyNth = 8

/**
 * Every credential with a holder, and every eighth of the others, starting at a different one for each
 * operation.
 */
const turnOf = (operation: number, credentials: Credential[]) =>
  credentials.filter(({ holder }, n) => holder !== undefined || n % everyNth === operation % everyNth)

type Row = Pick<Cell, 'stage' | 'rows' | 'operation'> & { leaks: string[]; done(): void }

async function tryOperation({ stage, rows, operation, leaks, done }: Row, credentials: Credential[]) {
  const name = operation.schema.operationId
  const entry = entries[name]
  if (!entry) return
  const keyed = 'shapes' in entry ? await sendKeyed(stage, operation, entry.shapes) : []
  const blank = 'door' in entry ? await guessBlindly(stage, operation, entry.door) : ''
  await rows.changed()
  for (const credential of credentials) {
    const report = (fault: string) => leaks.push(`${name} × ${credential.name}: ${fault}`)
    const cell = { stage, rows, operation, credential, report }
    if ('door' in entry) await tryDoor(cell, entry.door, blank)
    else for (const shape of entry.shapes) await tryShape(cell, shape)
    for (const call of keyed) await tryReplay(cell, call)
    done()
  }
  const touched = operation.method === 'GET' ? await rows.changed('acme', 'rival') : []
  for (const table of touched) leaks.push(`${name}: reading changed rows in ${table}`)
}

const isPublic = ({ caller }: ApiOperation) => caller === 'public'

/** Differences between the API's operations and the entries, each with what to do about it. */
export function compareWithEntries(operations: ApiOperation[]) {
  const file = 'server/test/tenants/entries.ts'
  const names = new Set(operations.map(({ schema }) => schema.operationId))
  const differences = operations.map(({ caller, minRole, method, url, schema: { operationId } }) => {
    const title = `${method} ${url} (${operationId})`
    const policy = caller === 'public' ? caller : `${caller} ${minRole}`
    const entry = entries[operationId]
    if (!entry)
      return `${title} has no entry in ${file}, so no test tries to reach another client's data through it: add ${operationId} with the policy '${policy}'`
    if (entry.policy !== policy)
      return `${title} is open to '${policy}', but its entry in ${file} says '${entry.policy}': correct the one that is wrong`
    return undefined
  })
  const orphans = Object.keys(entries).filter((name) => !names.has(name))
  return [
    ...differences.filter((difference) => difference !== undefined),
    ...orphans.map((name) => `${name} has an entry in ${file} but is no operation of the API: remove it`),
  ]
}

/** The expected result for this credential according to the operation's policy. */
function verdictFor({ caller, minRole }: ApiOperation, holder: Holder | undefined): Verdict {
  if (caller === 'public') return 'in'
  if (!holder) return 401
  if (holder.kind === 'user') return caller === 'client' ? 401 : 'in'
  if (caller === 'user') return 401
  return Number(ranks[holder.role]) < Number(ranks[minRole]) ? 403 : 'in'
}

async function tryShape(cell: Cell, shape: Shape) {
  const { stage, operation, credential } = cell
  const { holder } = credential
  const verdict = verdictFor(operation, holder)
  if (verdict !== 'in' || !holder) return differ(cell, shape, stage.acme.ids, idsOf(shape), Number(verdict))
  const foreign = foreignTo(holder, shape)
  if (foreign.length === 0) return enter(cell, shape, holder)
  // All ids foreign at once, and each id foreign alone.
  const mixes = foreign.length > 1 ? [foreign, ...foreign.map((name) => [name])] : [foreign]
  for (const mix of mixes) {
    const mustExist = mix.some((name) => shape.names?.includes(name))
    await differ(cell, shape, ownIds(stage, holder), mix, mustExist ? 404 : 200)
  }
}

/** The rightful caller succeeds, reads only its own data, and leaves the other client's rows unchanged. */
async function enter(cell: Cell, shape: Shape, holder: Holder) {
  const { stage, rows, report } = cell
  await shape.before?.(stage)
  const fresh = holder.client === 'acme' ? await shape.fresh?.(stage) : {}
  await rows.changed()
  const ids = { ...ownIds(stage, holder), ...fresh }
  const reply = await send(cell, shape.request(ids))
  if (!isIn(reply, shape)) report(`was refused with ${reply.status} ${reply.text}`)
  lookForSecrets(cell, reply, saidIn(shape, ids))
  await lookForChanges(
    cell,
    isGood(reply) ? [holder.client === 'acme' ? 'rival' : 'acme'] : ['acme', 'rival'],
  )
}

/**
 * Requests ids of acme and unknown ids: both responses must be identical, byte for byte, and change nothing.
 */
async function differ(cell: Cell, shape: Shape, own: Ids, mix: IdName[], status: number) {
  const { stage, report } = cell
  await shape.before?.(stage)
  await cell.rows.changed()
  const taken = { ...own, ...pick(mix, (name) => stage.acme.ids[name]) }
  const reply = await send(cell, shape.request(taken))
  if (reply.status !== status) report(`answered ${reply.status} instead of ${status}`)
  lookForSecrets(cell, reply, saidIn(shape, taken))
  if (mix.length > 0) {
    const unknown = { ...own, ...pick(mix, anUnknown) }
    const blank = await send(cell, shape.request(unknown))
    if (bytesOf(reply, taken) !== bytesOf(blank, unknown))
      report(`tells ${mix.join(' and ')} of acme from one of nobody: ${reply.text} and ${blank.text}`)
  }
  if (cell.operation.method !== 'GET') await lookForChanges(cell, untouchedBy(cell, status))
}

/** For another caller, the same Idempotency-Key makes an ordinary request. */
async function tryReplay(cell: Cell, { shape, request, ids, headers }: Keyed) {
  const { stage, operation, credential, report } = cell
  const verdict = verdictFor(operation, credential.holder)
  const isForeign = credential.holder?.client === 'rival' || foreignTo(credential.holder, shape).length > 0
  if (verdict === 'in' && !isForeign) return
  await shape.before?.(stage)
  await cell.rows.changed()
  const reply = await send(cell, request, headers)
  const status = verdict === 'in' ? (shape.names ? 404 : 201) : verdict
  if (reply.status !== status) report(`answered ${reply.status} instead of ${status} to a replayed key`)
  lookForSecrets(cell, reply, saidIn(shape, ids))
  await lookForChanges(cell, untouchedBy(cell, status))
}

/** Public operations ignore credentials: the right secret works, and a guess reveals nothing. */
async function tryDoor(cell: Cell, { good, guess, isCostly }: Door, blank: string) {
  const { stage, credential, report } = cell
  if (!isCostly || credential.holder || credential.name === 'none') {
    const reply = await send(cell, await good(stage))
    if (!isGood(reply)) report(`was refused with ${reply.status} ${reply.text}`)
  }
  if (!guess) return
  const request = await guess(stage, true)
  const reply = await send(cell, request)
  lookForSecrets(cell, reply, request.said)
  const bytes = bytesOf(reply, request.said)
  if (bytes !== blank) report(`tells the known from the unknown: ${bytes} and ${blank}`)
}

/** The response to a guess at an unknown resource; a guess at acme's must get the same. */
async function guessBlindly(stage: Stage, { method }: ApiOperation, { guess }: Door) {
  if (!guess) return ''
  const request = await guess(stage, false)
  return bytesOf(await stage.api.nobody(method, request.path, request.body), request.said)
}

async function asSubject({ api, acme }: Stage) {
  const { user_id } = acme.ids
  return api.withToken((await must(api.acme, 'POST', '/user-tokens', { user_id })).token)
}

async function sendKeyed(stage: Stage, operation: ApiOperation, shapes: Shape[]): Promise<Keyed[]> {
  if (!['POST', 'PUT'].includes(operation.method)) return []
  const calls: Keyed[] = []
  const call = operation.caller === 'user' ? await asSubject(stage) : stage.api.acme
  // Objects a person creates are visible to that person.
  const maker = operation.caller === 'client' ? 'ids' : 'ids of the subject'
  for (const shape of shapes) {
    // A refused request leaves no stored reply.
    if (shape.endsWith !== undefined) continue
    await shape.before?.(stage)
    const ids = { ...stage.acme.ids, ...(await shape.fresh?.(stage)) }
    const request = shape.request(ids)
    const headers = { 'idempotency-key': randomUUID() }
    const { text, body } = await call(operation.method, request.path, request.body, headers)
    const told = [
      body.id,
      body.user_id,
      body.webhook_id,
      body.delivery_id,
      body.key,
      body.token,
      body.redirect_to,
    ]
    const own = told.filter((value) => typeof value === 'string')
    if (body.account_id) stage.canaries.plant('ids of the subject', 'account id of a reply', body.account_id)
    if (own.length === 0 && !body.account_id && !body.message)
      throw new Error(`${operation.schema.operationId} answered ${text}`)
    for (const value of own)
      if (!Object.values(ids).includes(value)) stage.canaries.plant(maker, 'reply', value)
    calls.push({ shape, request, ids, headers })
  }
  return calls
}

const send = ({ stage, operation, credential }: Cell, { path, body }: MatrixRequest, headers?: Headers) =>
  stage.api.callWith(credential.headers)(operation.method, path, body, headers)

function lookForSecrets({ stage, credential, report }: Cell, reply: ApiReply, said: string[]) {
  const text = said.reduce(
    (rest, value) => rest.replaceAll(value, ''),
    JSON.stringify(reply.headers) + reply.text,
  )
  for (const secret of stage.canaries.find(text, mayRead(credential.holder))) report(`was told ${secret}`)
}

async function lookForChanges({ rows, report }: Cell, clients: ClientName[]) {
  for (const table of await rows.changed(...clients)) report(`changed rows in ${table}`)
}

// A rival with access may change its own data.
const untouchedBy = ({ credential }: Cell, status: number): ClientName[] =>
  status < 300 && credential.holder?.client === 'rival' ? ['acme'] : ['acme', 'rival']

function mayRead(holder: Holder | undefined): Owner[] {
  if (!holder) return []
  if (holder.client === 'rival') return ['rival']
  if (holder.kind === 'user')
    return holder.user === 'subject'
      ? ['subject', 'client', 'ids of the subject']
      : ['other user', 'client', 'ids of the other user']
  const ids: Owner[] = ['client', 'ids', 'ids of the subject', 'ids of the other user']
  return holder.role === 'Support' ? ids : ['subject', 'other user', 'team', ...ids]
}

function ownIds({ acme, rival, otherIds }: Stage, holder: Holder): Ids {
  if (holder.client === 'rival') return rival.ids
  return holder.kind === 'user' && holder.user === 'other user' ? otherIds : acme.ids
}

function foreignTo(holder: Holder | undefined, shape: Shape) {
  if (holder?.client === 'rival') return idsOf(shape)
  const isOther = holder?.kind === 'user' && holder.user === 'other user'
  return isOther ? idsOf(shape).filter((name) => idsOwnedBy[name] === 'user') : []
}

const idsOf = ({ names = [], filters = [] }: Shape): IdName[] => [...names, ...filters]

const saidIn = (shape: Shape, ids: Ids) => idsOf(shape).map((name) => ids[name])

const isIn = (reply: ApiReply, { endsWith }: Shape) =>
  endsWith === undefined ? isGood(reply) : reply.headers['x-svc-error-code'] === endsWith

const isGood = ({ status }: ApiReply) => status >= 200 && status < 300

const pick = (names: IdName[], value: (name: IdName) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

/** A response without the parts that always differ, and with the caller's own input blanked. */
function bytesOf({ status, headers, text }: ApiReply, said: Partial<Ids> | string[]) {
  const kept = Object.entries(headers).filter(([name]) => !changingHeaders.has(name))
  return Object.entries(said).reduce(
    (rest, [name, value]) => rest.replaceAll(value, `<${name}>`),
    `${status} ${JSON.stringify(kept)} ${text}`,
  )
}
