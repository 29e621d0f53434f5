import { type KeyObject, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { afterCommit, audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import type { ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { holderName, type Revocations } from '../access/service.ts'
import {
  deleteUserRow,
  fillHashes,
  findEffectiveSettings,
  findUser,
  insertUser,
  listExtIdHashes,
  listUnsearchable,
  listUsers,
  listUsersByExtId,
  listUsersByRecurring,
  listUsersByTerm,
  lockUser,
  replaceTerms,
  searchUsers,
  termKinds,
  type UserRow,
  updateUser,
} from './queries.ts'
import {
  type newUser,
  type Person,
  personFields,
  settingFields,
  type User,
  type UserSettings,
  type userChanges,
} from './schemas.ts'
import {
  employerTerms,
  extIdHash,
  hasBeginning,
  nameHashes,
  parseSearch,
  searchTerms,
  type TermSearch,
} from './search.ts'

export { parseEmployerSearch, parsePrefixSearch, type TermSearch } from './search.ts'

const personNames = Object.keys(personFields) as (keyof Person)[]
const settingNames = Object.keys(settingFields) as (keyof UserSettings)[]

export async function createUser(tenant: Tenant, input: z.output<ReturnType<typeof newUser>>) {
  const id = randomUUID()
  const person = pick(input, personNames) as Person
  const settings = pick(input, settingNames) as UserSettings
  return tenant.transaction(async (tx) => {
    const { key, row } = await tenant.keys.makeUserKey(tx, id)
    const { created_at } = await insertUser(
      tx,
      {
        id,
        ...settings,
        sealed: seal(key, personSealContext(id, 1), JSON.stringify(person)),
        ...hashesOf(tenant, person),
      },
      { key: row, terms: searchTerms(tenant.keys, person) },
    )
    audit(tx, 'user.created', id)
    return { user_id: id, created_at, ...person, ...settings }
  })
}

export function readUser(tenant: Tenant, caller: Caller, id: string) {
  return tenant.singleQuery(async (tx) => {
    const row = await findUser(tx, id)
    if (!row) throw notFound('User', id)
    if (canSeePersonalData(caller)) audit(tx, 'user.read', id)
    return present(row, canSeePersonalData(caller) && (await tenant.keys.userKey(id, row)))
  })
}

type Paging = { offset: number; limit: number }

export function listPage(
  tenant: Tenant,
  caller: Caller,
  query: Paging & { ext_id?: string; search?: string },
) {
  const { offset, limit, ext_id, search } = query
  const page = { skip: offset - 1, limit }
  if (ext_id !== undefined && search !== undefined)
    throw invalid('Field [search] is invalid: must not be sent together with [ext_id]')
  if (ext_id === undefined && search === undefined)
    return tenant.singleQuery((tx) => readPage(tx, caller, query, listUsers(tx, page)))
  return tenant.transaction((tx) => {
    const users =
      search === undefined
        ? listUsersByExtId(tx, extIdHash(tenant.keys, ext_id ?? ''), page)
        : searchUsers(tx, parseSearch(tenant.keys, search, { byName: canSeePersonalData(caller) }), page)
    return readPage(tx, caller, query, users)
  })
}

/**
 * Maximum number of users with the same indexed beginning whose references are decrypted. Older users are found only by
 * their whole reference.
 */
const maxComparedReferences = 2_000

/** Replaces a reference that is too long for the index by the ids of the users whose references begin with it. */
export async function findByReference(tx: Tx, { longReference, ...search }: TermSearch): Promise<TermSearch> {
  if (!longReference) return search
  const ids: string[] = []
  for (const row of await listUsersByTerm(tx, longReference.term, maxComparedReferences)) {
    const { ext_id } = openPerson(await keysOf(tx).userKey(row.id, row), row)
    if (hasBeginning(ext_id, longReference.beginning)) ids.push(row.id)
  }
  return { ...search, ids }
}

const fillBatchSize = 500

/** Adds the search terms of users who were stored before prefix search existed. Can be interrupted and resumed. */
export async function fillSearchTerms(tenant: Tenant) {
  let filled = 0
  let after = '0'
  for (;;) {
    const rows = await tenant.transaction(async (tx) => {
      const batch = await listUnsearchable(tx, { after, limit: fillBatchSize })
      if (batch.length > 0) audit(tx, 'user.names_hashed')
      for (const row of batch) {
        const person = openPerson(await tenant.keys.userKey(row.id, row), row)
        const hashes = { ...nameHashes(tenant.keys, person), has_search_terms: true }
        const count = await fillHashes(tx, row, hashes)
        if (count > 0) await replaceTerms(tx, row.id, termKinds.person, searchTerms(tenant.keys, person))
        filled += count
      }
      return batch
    })
    after = rows.at(-1)?.position ?? after
    if (rows.length < fillBatchSize) return filled
  }
}

export function listRecurringPage(
  tenant: Tenant,
  caller: Caller,
  query: Paging & { recurring_enabled: boolean },
) {
  const { offset, limit, recurring_enabled } = query
  return tenant.transaction((tx) =>
    readPage(tx, caller, query, listUsersByRecurring(tx, recurring_enabled, { skip: offset - 1, limit })),
  )
}

async function readPage(
  tx: Tx,
  caller: Caller,
  { offset, limit }: Paging,
  listing: Promise<{ total: number; users: UserRow[] }>,
) {
  const { total, users } = await listing
  if (canSeePersonalData(caller)) audit(tx, 'user.listed')
  const presented = []
  for (const row of users) {
    presented.push(present(row, canSeePersonalData(caller) && (await keysOf(tx).userKey(row.id, row))))
  }
  return { pagination: paginationOf({ offset, limit }, users, total), users: presented }
}

/** Fields that the income summary compares with its sources, or calculates with. */
const summarisedNames: readonly string[] = [
  'forename',
  'surname',
  'date_of_birth',
  'ni_number',
  'post_codes',
  'payroll_period_months',
]

/** Called in the transaction that changes a user, because the summary belongs to a later feature. */
export type UserChangeDeps = { markIncomeChanged(tx: Tx, userId: string): Promise<void> }

export function changeUser(
  tenant: Tenant,
  { markIncomeChanged }: UserChangeDeps,
  caller: Caller,
  { user_id: id, ...changes }: { user_id: string } & z.output<ReturnType<typeof userChanges>>,
) {
  return tenant.transaction(async (tx) => {
    const row = await lockUser(tx, id)
    if (!row) throw notFound('User', id)
    const key = await tenant.keys.userKey(id, row)
    const person = dropUnset({ ...openPerson(key, row), ...pick(changes, personNames) }) as Person
    const values = { ...pick(changes, settingNames), ...sealPerson(tenant, row, key, person) }
    await updateUser(tx, id, values)
    await replaceTerms(tx, id, termKinds.person, searchTerms(tenant.keys, person))
    if (Object.keys(changes).some((name) => summarisedNames.includes(name))) await markIncomeChanged(tx, id)
    audit(tx, 'user.changed', id)
    return present({ ...row, ...values } as UserRow, canSeePersonalData(caller) && key)
  })
}

/**
 * Registers where a person is written to, unless an address of any kind is registered: a mistyped one would receive the
 * one-time codes that lead back to the person's data. The caller audits.
 */
export async function registerContact(
  tx: Tx,
  tenant: Tenant,
  id: string,
  contact: Pick<Person, 'email' | 'phone'>,
) {
  const row = await lockUser(tx, id)
  if (!row) throw notFound('User', id)
  const key = await tenant.keys.userKey(id, row)
  const before = openPerson(key, row)
  if (before.email !== undefined || before.phone !== undefined) return
  const person = { ...contact, ...before }
  await updateUser(tx, id, sealPerson(tenant, row, key, person))
  await replaceTerms(tx, id, termKinds.person, searchTerms(tenant.keys, person))
}

/** Makes a user searchable by the name of their employer. Null: no employer is known any more. */
export const indexEmployer = (tx: Tx, id: string, employer: string | null) =>
  replaceTerms(tx, id, termKinds.income, employer === null ? [] : employerTerms(keysOf(tx), employer))

function sealPerson(tenant: Tenant, row: UserRow, key: KeyObject, person: Person) {
  const version = row.version + 1
  return {
    version,
    sealed: seal(key, personSealContext(row.id, version), JSON.stringify(person)),
    ...hashesOf(tenant, person),
  }
}

export type ErasureDeps = {
  revocations: Revocations
  /** Cleans up external resources. Called in the erasing transaction, before the rows are deleted. */
  beforeErasing(tx: Tx, userId: string): Promise<void>
  /** Undefined if erasures are not recorded, or if this erasure is replayed from the ledger. */
  ledger?: ErasureLedger | undefined
}

/**
 * Deletes the user's rows and key by cascade. The erasure is first recorded in an external ledger: restoring a
 * database backup would bring the key back, so the ledger is replayed after a restore. If a recorded erasure failed,
 * it is completed on the next start.
 */
export async function deleteUser(
  tenant: Tenant,
  { revocations, beforeErasing, ledger }: ErasureDeps,
  id: string,
) {
  if (ledger) {
    await tenant.transaction((tx) => requireUser(tx, id))
    await ledger.record({ client_id: tenant.clientId, user_id: id })
  }
  return tenant.transaction(async (tx) => {
    await beforeErasing(tx, id)
    if (!(await deleteUserRow(tx, id))) throw notFound('User', id)
    audit(tx, 'user.erased', id)
    afterCommit(tx, () => revocations.announce(holderName('user', id)))
  })
}

/** Returns the references that belong to users of the client. */
export async function listKnownReferences(tenant: Tenant, references: readonly string[]) {
  if (references.length === 0) return new Set<string>()
  const byHash = new Map(references.map((each) => [extIdHash(tenant.keys, each).toString('hex'), each]))
  const hashes = [...byHash.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const known = await tenant.transaction((tx) => listExtIdHashes(tx, hashes))
  return new Set(known.flatMap((hash) => byHash.get(hash.toString('hex')) ?? []))
}

export async function effectiveSettings(tx: Tx, userId: string) {
  const settings = await findEffectiveSettings(tx, userId)
  if (!settings) throw notFound('User', userId)
  return settings
}

/** Returns the user's key and decrypted personal data. */
/** Returns a reference that is known to both the person and the client. */
export const customerReference = (userId: string, { ext_id }: { ext_id?: string | undefined }) =>
  ext_id ?? userId.slice(0, 8)

export async function openUser(tx: Tx, id: string) {
  const user = await findPerson(tx, id)
  if (!user) throw notFound('User', id)
  return user
}

/** Like openUser, but returns undefined if the user does not exist, so that callers can throw their own error. */
export async function findPerson(tx: Tx, id: string) {
  const row = await findUser(tx, id)
  if (!row) return undefined
  const key = await keysOf(tx).userKey(id, row)
  return { key, person: openPerson(key, row) }
}

export async function requireUser(tx: Tx, id: string) {
  const row = await findUser(tx, id)
  if (!row) throw notFound('User', id)
  return row
}

/** Builds the API reply. Without a key, it contains only the fields that are not personal data. */
function present(row: UserRow, key: KeyObject | false) {
  const person = key ? openPerson(key, row) : undefined
  const user: Record<string, unknown> = { user_id: row.id, created_at: toIso(row.created_at), ...person }
  for (const name of settingNames) if (row[name] !== null) user[name] = row[name]
  if (row.reminders_stopped_at) user.reminders_stopped_at = row.reminders_stopped_at
  return user as unknown as z.output<typeof User>
}

/** `2026-11-15 03:18:06.1234+00` → `2026-11-15T03:18:06.123Z`. */
function toIso(text: string) {
  const [moment = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${moment.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

export function openPerson(
  key: KeyObject,
  { id, version, sealed }: Pick<UserRow, 'id' | 'version' | 'sealed'>,
): Person {
  return JSON.parse(unseal(key, personSealContext(id, version), sealed).toString())
}

const hashesOf = ({ keys }: Tenant, person: Person) => ({
  ext_id_hash: person.ext_id === undefined ? null : extIdHash(keys, person.ext_id),
  ...nameHashes(keys, person),
  has_search_terms: true,
})

const personSealContext = (id: string, version: number): SealContext => ({
  table: 'users',
  column: 'sealed',
  row: id,
  version,
})

function pick(from: object, names: string[]) {
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const value = (from as Record<string, unknown>)[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

function dropUnset(fields: Record<string, unknown>) {
  for (const name of Object.keys(fields)) if (fields[name] === null) delete fields[name]
  return fields
}
