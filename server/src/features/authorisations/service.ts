import { type KeyObject, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, invalid, notFound } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { lockClient } from '../configuration/service.ts'
import { requireUser } from '../users/service.ts'
import {
  type AuthorisationRow,
  deactivateOwnTerms,
  findAuthorisation,
  findLatestTerm,
  findTerm,
  insertAuthorisation,
  insertTerm,
  listAuthorisations,
  listTerms,
  lockValidAuthorisation,
  markAllRevoked,
  markRevoked,
  readRecurringSetting,
  setTermActive,
  type TermRow,
} from './queries.ts'
import type { AuthorisationStatus, Category, NewAuthorisation, NewTerm } from './schemas.ts'
import { systemTerms } from './system-terms.ts'

type Evidence = { ip_address: string | null; user_agent: string; fingerprint: string | null }
type Paging = { offset: number; limit: number }

const oneTimeValidityMs = 24 * 3_600_000

export function createTerm(tenant: Tenant, { deactivate_previous, ...term }: z.output<typeof NewTerm>) {
  return tenant.transaction(async (tx) => {
    // Lock first: of two concurrent requests the later one must also deactivate the term of the earlier.
    await lockClient(tx)
    if (deactivate_previous) await deactivateOwnTerms(tx, term.authorisation_category)
    const created = await insertTerm(tx, term)
    audit(tx, 'term.created', created.id)
    return presentTerm(created)
  })
}

/** Every client starts with the service's default terms, as rows of its own. */
export async function addSystemTerms(tx: Tx) {
  await lockClient(tx)
  for (const term of systemTerms) await insertTerm(tx, { ...term, is_system_term: true })
}

export function readTerm(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => presentTerm(await requireTerm(tx, id)))
}

export function changeTerm(tenant: Tenant, id: string, isActive: boolean) {
  return tenant.transaction(async (tx) => {
    const term = await requireTerm(tx, id)
    if (term.is_system_term)
      throw forbidden('system-term', `Authorisation term [${id}] is a system term and cannot be changed`)
    const changed = await setTermActive(tx, id, isActive)
    audit(tx, 'term.changed', id)
    return presentTerm(changed)
  })
}

export async function listTermPage(
  tenant: Tenant,
  { offset, limit, ...filter }: Paging & Parameters<typeof listTerms>[1],
) {
  const { total, terms } = await tenant.transaction((tx) => listTerms(tx, filter, { skip: offset, limit }))
  return {
    pagination: paginationOf({ offset, limit }, terms, total),
    terms: terms.map(presentTerm),
  }
}

export function readLatestTerm(tenant: Tenant, userId: string) {
  return tenant.transaction(async (tx) => presentTerm(await requireLatestTerm(tx, userId)))
}

export function acceptTerm(tenant: Tenant, caller: Caller, input: z.output<typeof NewAuthorisation>) {
  const { user_id, term_id, user_agent, ip_address = null, fingerprint = null } = input
  return tenant.transaction(async (tx) => {
    const user = await requireUser(tx, user_id)
    const term = term_id ? await requireTerm(tx, term_id) : await requireLatestTerm(tx, user_id)
    if (!term.is_active) throw invalid(`Authorisation term [${term.id}] is not active`)
    const id = randomUUID()
    const accepted_at = new Date()
    const key = await tenant.keys.userKey(user_id, user)
    const evidence: Evidence = { ip_address, user_agent, fingerprint }
    await insertAuthorisation(tx, {
      id,
      user_id,
      term_id: term.id,
      sealed: seal(key, evidenceSealContext(id), JSON.stringify(evidence)),
      accepted_at,
      expires_at:
        term.authorisation_category === 'one_time'
          ? new Date(accepted_at.getTime() + oneTimeValidityMs)
          : null,
    })
    audit(tx, 'authorisation.accepted', id)
    return present(tenant, caller, await requireAuthorisationRow(tx, id))
  })
}

export function listAuthorisationPage(
  tenant: Tenant,
  caller: Caller,
  { offset, limit, ...filter }: Paging & Parameters<typeof listAuthorisations>[1],
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, authorisations } = await listAuthorisations(tx, filter, { skip: offset, limit })
    if (canSeePersonalData(caller)) audit(tx, 'authorisation.listed', filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, authorisations, total),
      authorisations: await Promise.all(authorisations.map((row) => present(tenant, caller, row))),
    }
  })
}

export function revokeAuthorisation(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await markRevoked(tx, id))) throw notFound('Authorisation', id)
    audit(tx, 'authorisation.revoked', id)
    return present(tenant, caller, await requireAuthorisationRow(tx, id))
  })
}

/** Authorisations as shown to the user who gave them, newest first. */
export async function listUserAuthorisations(tx: Tx, userId: string, limit: number) {
  const page = { skip: 0, limit: limit }
  return (await listAuthorisations(tx, { user_id: userId }, page)).authorisations.map(presentForUser)
}

/** Withdrawal by the user who gave it; returns 404 for authorisations of other users. */
export async function withdraw(tx: Tx, userId: string, id: string) {
  const row = await findAuthorisation(tx, id)
  if (row?.user_id !== userId) throw notFound('Authorisation', id)
  await markRevoked(tx, id)
  audit(tx, 'authorisation.revoked', id)
  return presentForUser(await requireAuthorisationRow(tx, id))
}

/** After the commit, no retrieval in progress can store data of the user. */
export async function withdrawAll(tx: Tx, userId: string) {
  for (const id of await markAllRevoked(tx, userId)) audit(tx, 'authorisation.revoked', id)
}

function presentForUser(row: AuthorisationRow) {
  const { id, term_name, authorisation_version, accepted_at, revoked_at, expires_at } = row
  const status = statusOf(row)
  return {
    id,
    status,
    is_valid: status === 'active' && row.is_active,
    term_name,
    authorisation_version,
    authorisation_category: row.authorisation_category as z.output<typeof Category>,
    accepted_text: row.authorisation_text,
    accepted_at,
    revoked_at,
    expires_at,
  }
}

/**
 * Requires the given authorisation, or any valid one (the newest), before data about a user is retrieved. Call it again in
 * the transaction that stores the data: the authorisation is locked until that commits.
 */
export async function requireAuthorisation(
  tx: Tx,
  userId: string,
  { id, category }: { id?: string; category?: z.output<typeof Category> } = {},
) {
  const authorisation = await lockValidAuthorisation(tx, {
    userId,
    ...(id && { id }),
    ...(category && { category }),
  })
  if (authorisation) return authorisation.id
  throw forbidden(
    'authorisation-missing',
    id
      ? `Authorisation [${id}] is not a valid authorisation of user [${userId}]`
      : `User [${userId}] has no valid authorisation`,
  )
}

async function requireTerm(tx: Tx, id: string) {
  const term = await findTerm(tx, id)
  if (!term) throw notFound('Authorisation term', id)
  return term
}

async function requireLatestTerm(tx: Tx, userId: string) {
  const setting = await readRecurringSetting(tx, userId)
  if (!setting) throw notFound('User', userId)
  const category = setting.recurring ? 'recurring' : 'one_time'
  const term = await findLatestTerm(tx, category)
  if (!term) throw notFound('Active authorisation term', category)
  return term
}

async function requireAuthorisationRow(tx: Tx, id: string) {
  const row = await findAuthorisation(tx, id)
  if (!row) throw notFound('Authorisation', id)
  return row
}

async function present(tenant: Tenant, caller: Caller, row: AuthorisationRow) {
  const { id, user_id, term_id, accepted_at, revoked_at, expires_at, created_at } = row
  const status = statusOf(row)
  return {
    id,
    user_id,
    term_id,
    status,
    is_valid: status === 'active' && row.is_active,
    ...(canSeePersonalData(caller) && openEvidence(await tenant.keys.userKey(user_id, row), row)),
    accepted_text: row.authorisation_text,
    accepted_at,
    revoked_at,
    expires_at,
    created_at,
  }
}

function statusOf({ revoked_at, expires_at }: AuthorisationRow): z.output<typeof AuthorisationStatus> {
  if (revoked_at) return 'revoked'
  return expires_at && expires_at <= new Date() ? 'expired' : 'active'
}

function openEvidence(key: KeyObject, { id, sealed }: AuthorisationRow): Evidence {
  return JSON.parse(unseal(key, evidenceSealContext(id), sealed).toString())
}

const evidenceSealContext = (id: string): SealContext => ({
  table: 'authorisations',
  column: 'sealed',
  row: id,
  version: 1,
})

function presentTerm({ client_id: _, authorisation_category, ...term }: TermRow) {
  return { ...term, authorisation_category: authorisation_category as z.output<typeof Category> }
}
