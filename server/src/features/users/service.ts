import { type KeyObject, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { afterCommit, audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, seesPersonalData } from '../../platform/http/caller.ts'
import type { ErasureLedger } from '../../platform/objects/erasure-ledger.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { holderName, type Revocations } from '../access/service.ts'
import {
  deleteUserRow,
  fillHashes,
  findEffectiveSettings,
  findUser,
  insertUser,
  listUnhashed,
  listUsers,
  listUsersByExtId,
  listUsersByRecurring,
  lockUser,
  searchUsers,
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
import { extIdHash, nameHashes, soughtBy } from './search.ts'

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
        sealed: seal(key, personPlace(id, 1), JSON.stringify(person)),
        ...hashesOf(tenant, person),
      },
      row,
    )
    audit(tx, 'user.created', id)
    return { user_id: id, created_at, ...person, ...settings }
  })
}

export function readUser(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const row = await findUser(tx, id)
    if (!row) throw notFound('User', id)
    if (seesPersonalData(caller)) audit(tx, 'user.read', id)
    return present(row, seesPersonalData(caller) && (await tenant.keys.userKey(id, row)))
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
  return readPage(tenant, caller, query, (tx) => {
    if (ext_id !== undefined) return listUsersByExtId(tx, extIdHash(tenant.keys, ext_id), page)
    if (search === undefined) return listUsers(tx, page)
    return searchUsers(tx, soughtBy(tenant.keys, search, { byName: seesPersonalData(caller) }), page)
  })
}

const filledAtOnce = 500

/** Lets users be found by name who were written before names could be. May be stopped and started again. */
export async function fillNameHashes(tenant: Tenant) {
  let filled = 0
  let after = '0'
  for (;;) {
    const rows = await tenant.transaction(async (tx) => {
      const batch = await listUnhashed(tx, { after, limit: filledAtOnce })
      if (batch.length > 0) audit(tx, 'user.names_hashed')
      for (const row of batch) {
        const person = openPerson(await tenant.keys.userKey(row.id, row), row)
        filled += await fillHashes(tx, row, nameHashes(tenant.keys, person))
      }
      return batch
    })
    after = rows.at(-1)?.position ?? after
    if (rows.length < filledAtOnce) return filled
  }
}

export function listRecurringPage(
  tenant: Tenant,
  caller: Caller,
  query: Paging & { recurring_enabled: boolean },
) {
  const { offset, limit, recurring_enabled } = query
  return readPage(tenant, caller, query, (tx) =>
    listUsersByRecurring(tx, recurring_enabled, { skip: offset - 1, limit }),
  )
}

function readPage(
  tenant: Tenant,
  caller: Caller,
  { offset, limit }: Paging,
  list: (tx: Tx) => Promise<{ total: number; users: UserRow[] }>,
) {
  return tenant.transaction(async (tx) => {
    const { total, users } = await list(tx)
    if (seesPersonalData(caller)) audit(tx, 'user.listed')
    const shown = []
    for (const row of users) {
      shown.push(present(row, seesPersonalData(caller) && (await tenant.keys.userKey(row.id, row))))
    }
    return { pagination: { offset, limit, count: users.length, total_count: total }, users: shown }
  })
}

export function changeUser(
  tenant: Tenant,
  caller: Caller,
  id: string,
  changes: z.output<ReturnType<typeof userChanges>>,
) {
  return tenant.transaction(async (tx) => {
    const row = await lockUser(tx, id)
    if (!row) throw notFound('User', id)
    const key = await tenant.keys.userKey(id, row)
    const person = dropUnset({ ...openPerson(key, row), ...pick(changes, personNames) }) as Person
    const version = row.version + 1
    const values = {
      version,
      ...pick(changes, settingNames),
      sealed: seal(key, personPlace(id, version), JSON.stringify(person)),
      ...hashesOf(tenant, person),
    }
    await updateUser(tx, id, values)
    audit(tx, 'user.changed', id)
    return present({ ...row, ...values } as UserRow, seesPersonalData(caller) && key)
  })
}

export type Erasing = {
  revocations: Revocations
  /** In the transaction that erases a user, for what is to be ended outside and can only be known as long as they are here. */
  beforeErasing(tx: Tx, userId: string): Promise<void>
  /** Undefined where erasures are not noted, and for one that is noted already. */
  ledger?: ErasureLedger | undefined
}

/**
 * Rows go by cascade, the user's key with them. Noted outside first: a backup of the database brings the key back, and then
 * the note is what takes it away again. One that was noted and then failed is made up for by the next start.
 */
export async function deleteUser(
  tenant: Tenant,
  { revocations, beforeErasing, ledger }: Erasing,
  id: string,
) {
  if (ledger) {
    await tenant.transaction((tx) => requireUser(tx, id))
    await ledger.note({ client_id: tenant.clientId, user_id: id })
  }
  return tenant.transaction(async (tx) => {
    await beforeErasing(tx, id)
    if (!(await deleteUserRow(tx, id))) throw notFound('User', id)
    audit(tx, 'user.erased', id)
    afterCommit(tx, () => revocations.tell(holderName('user', id)))
  })
}

export async function effectiveSettings(tx: Tx, userId: string) {
  const settings = await findEffectiveSettings(tx, userId)
  if (!settings) throw notFound('User', userId)
  return settings
}

/** The user's key, and the person it opens; for features that have to know whom they ask about. */
export async function openUser(tx: Tx, id: string) {
  const found = await findPerson(tx, id)
  if (!found) throw notFound('User', id)
  return found
}

/** The same for whoever has other words for somebody who does not exist. */
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

/** With the user's key all of it, without only what is not personal. */
function present(row: UserRow, key: KeyObject | false) {
  const person = key ? openPerson(key, row) : undefined
  const user: Record<string, unknown> = { user_id: row.id, created_at: isoOf(row.created_at), ...person }
  for (const name of settingNames) if (row[name] !== null) user[name] = row[name]
  return user as unknown as z.output<typeof User>
}

/** `2026-11-15 03:18:06.1234+00` as the wire writes it: milliseconds and Z. */
function isoOf(text: string) {
  const [moment = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${moment.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

function openPerson(key: KeyObject, { id, version, sealed }: UserRow): Person {
  return JSON.parse(open(key, personPlace(id, version), sealed).toString())
}

const hashesOf = ({ keys }: Tenant, person: Person) => ({
  ext_id_hash: person.ext_id === undefined ? null : extIdHash(keys, person.ext_id),
  ...nameHashes(keys, person),
})

const personPlace = (id: string, version: number): Place => ({
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
