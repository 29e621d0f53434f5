import { type KeyObject, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, invalid, notFound } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { lockClient } from '../configuration/service.ts'
import { requireUser } from '../users/service.ts'
import { publishOptIn } from '../webhooks/service.ts'
import {
  type AuthorisationRow,
  deactivateOwnTerms,
  findAuthorisation,
  findLatestTerm,
  findTerm,
  insertAuthorisation,
  insertTerm,
  isWithdrawnByPerson,
  listAuthorisations,
  listTerms,
  lockUnlessRevoked,
  lockValidAuthorisation,
  markAllRevoked,
  markRevoked,
  type Party,
  type RevokedRow,
  readRecurringSetting,
  setTermActive,
  type TermRow,
  type Withdrawal,
} from './queries.ts'
import type {
  AuthorisationStatus,
  Category,
  Language,
  NewAuthorisation,
  NewTerm,
  Translations,
} from './schemas.ts'
import { systemTerms } from './system-terms.ts'

/** The seen_ fields are absent in records of older releases. */
type Evidence = {
  ip_address: string | null
  user_agent: string
  fingerprint: string | null
  seen_ip_address?: string | null
  seen_user_agent?: string | null
}
/** The connection that carried the request, as the server saw it. */
type Origin = { ip: string; userAgent: string | null }
type Paging = { offset: number; limit: number }

const oneTimeValidityMs = 24 * 3_600_000
const maxUserAgentLength = 1024

export function createTerm(
  tenant: Tenant,
  { deactivate_previous, translations, ...term }: z.output<typeof NewTerm>,
) {
  return tenant.transaction(async (tx) => {
    // The client is locked first: of two concurrent requests, the later one must also deactivate the term of the
    // earlier one.
    await lockClient(tx)
    if (deactivate_previous) await deactivateOwnTerms(tx, term.authorisation_category)
    const created = await insertTerm(tx, { ...term, translations: JSON.stringify(translations) })
    audit(tx, 'term.created', created.id)
    return presentTerm(created)
  })
}

/** Adds the default terms of the service to a new client, as rows of its own. */
export async function addSystemTerms(tx: Tx) {
  await lockClient(tx)
  for (const { translations, ...term } of systemTerms) {
    await insertTerm(tx, { ...term, translations: JSON.stringify(translations), is_system_term: true })
  }
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

export function acceptTerm(
  tenant: Tenant,
  caller: Caller,
  input: z.output<typeof NewAuthorisation>,
  origin: Origin,
) {
  const { user_id, term_id, language = 'en', user_agent, ip_address = null, fingerprint = null } = input
  return tenant.transaction(async (tx) => {
    const user = await requireUser(tx, user_id)
    await requirePersonAfterWithdrawal(tx, caller, user_id)
    const term = term_id ? await requireTerm(tx, term_id) : await requireLatestTerm(tx, user_id)
    if (!term.is_active) throw invalid(`Authorisation term [${term.id}] is not active`)
    requireText(term, language)
    const id = randomUUID()
    const accepted_at = new Date()
    const key = await tenant.keys.userKey(user_id, user)
    const evidence: Evidence = {
      ip_address,
      user_agent,
      fingerprint,
      seen_ip_address: origin.ip,
      seen_user_agent: origin.userAgent?.slice(0, maxUserAgentLength) ?? null,
    }
    await insertAuthorisation(tx, {
      id,
      user_id,
      term_id: term.id,
      sealed: seal(key, evidenceSealContext(id), JSON.stringify(evidence)),
      accepted_at,
      accepted_language: language,
      recorded_by: partyOf(caller),
      expires_at:
        term.authorisation_category === 'one_time'
          ? new Date(accepted_at.getTime() + oneTimeValidityMs)
          : null,
    })
    audit(tx, 'authorisation.accepted', id)
    return present(tenant, caller, await requireAuthorisationRow(tx, id))
  })
}

/**
 * A client can request a user token at any time, so such a token alone does not show that the person agreed. A withdrawal in the
 * journey therefore needs a new authorisation in the journey.
 */
async function requirePersonAfterWithdrawal(tx: Tx, caller: Caller, userId: string) {
  if (isInJourney(caller)) return
  if (await isWithdrawnByPerson(tx, userId, { onlyInJourney: caller.kind === 'user' })) {
    throw forbidden(
      'consent-withdrawn',
      `User [${userId}] withdrew their consent; only they can authorise again`,
    )
  }
}

const partyOf = (caller: Caller): Party => (caller.kind === 'user' ? 'person' : 'client')

/** The token comes from a journey link that was opened. */
export const isInJourney = (caller: Caller) => caller.kind === 'user' && caller.journeyId !== null

const withdrawalBy = (caller: Caller): Withdrawal => ({
  withdrawn_by: partyOf(caller),
  withdrawn_in_journey: isInJourney(caller),
})

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

export function readAuthorisation(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const row = await requireAuthorisationRow(tx, id)
    if (canSeePersonalData(caller)) audit(tx, 'authorisation.listed', row.user_id)
    return present(tenant, caller, row)
  })
}

export function revokeAuthorisation(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    await revoke(tx, id, withdrawalBy(caller))
    return present(tenant, caller, await requireAuthorisationRow(tx, id))
  })
}

/** Lists authorisations as shown to the user who gave them, newest first. */
export async function listUserAuthorisations(tx: Tx, userId: string, limit: number) {
  const page = { skip: 0, limit: limit }
  return (await listAuthorisations(tx, { user_id: userId }, page)).authorisations.map(presentForUser)
}

/** Withdrawal by the user who gave it; returns 404 for authorisations of other users. */
export async function withdraw(tx: Tx, person: Caller, id: string) {
  const row = await findAuthorisation(tx, id)
  if (row?.user_id !== person.id) throw notFound('Authorisation', id)
  await revoke(tx, id, withdrawalBy(person))
  return presentForUser(await requireAuthorisationRow(tx, id))
}

/** Safe to repeat: only the first call changes anything and publishes the event. */
async function revoke(tx: Tx, id: string, withdrawal: Withdrawal) {
  const revoked = await markRevoked(tx, id, withdrawal)
  audit(tx, 'authorisation.revoked', id)
  if (revoked) await publishRevoked(tx, revoked, withdrawal.withdrawn_by)
}

function publishRevoked(tx: Tx, { id, user_id, term_id, revoked_at }: RevokedRow, withdrawn_by: Party) {
  const fields = {
    authorisation_id: id,
    term_id,
    withdrawn_by,
    revoked_at: (revoked_at ?? new Date()).toISOString(),
  }
  return publishOptIn(tx, { event: 'authorisation-revoked', user_id, fields })
}

/** The person withdraws everything. After the commit, no retrieval in progress can store data of the user. */
export async function withdrawAll(
  tx: Tx,
  { userId, inJourney, before }: { userId: string; inJourney: boolean; before?: Date | undefined },
) {
  const withdrawal: Withdrawal = { withdrawn_by: 'person', withdrawn_in_journey: inJourney }
  for (const revoked of await markAllRevoked(tx, userId, withdrawal, before)) {
    audit(tx, 'authorisation.revoked', revoked.id)
    await publishRevoked(tx, revoked, 'person')
  }
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
    accepted_text: acceptedText(row),
    accepted_language: row.accepted_language as z.output<typeof Language>,
    accepted_at,
    revoked_at,
    expires_at,
  }
}

/**
 * Requires the given authorisation, or else the newest valid one, before data about a user is retrieved. Call it
 * again in the transaction that stores the data: the authorisation is locked until that transaction commits.
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

/** Whether any authorisation of the user is valid. Locks it until the commit. */
export const hasValidAuthorisation = async (tx: Tx, userId: string) =>
  (await lockValidAuthorisation(tx, { userId })) !== undefined

/**
 * Requires that the authorisation of stored or held data was not withdrawn; it may have expired. Locks it until the commit.
 */
export async function requireNotWithdrawn(tx: Tx, id: string) {
  if (!(await lockUnlessRevoked(tx, id)))
    throw forbidden('authorisation-missing', `Authorisation [${id}] was withdrawn`)
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
    recorded_by: row.recorded_by as Party | null,
    accepted_text: acceptedText(row),
    accepted_language: row.accepted_language as z.output<typeof Language>,
    accepted_at,
    revoked_at,
    withdrawn_by: row.withdrawn_by as Party | null,
    expires_at,
    created_at,
  }
}

function statusOf({ revoked_at, expires_at }: AuthorisationRow): z.output<typeof AuthorisationStatus> {
  if (revoked_at) return 'revoked'
  return expires_at && expires_at <= new Date() ? 'expired' : 'active'
}

function openEvidence(key: KeyObject, { id, sealed }: AuthorisationRow): Required<Evidence> {
  const evidence: Evidence = JSON.parse(unseal(key, evidenceSealContext(id), sealed).toString())
  return { seen_ip_address: null, seen_user_agent: null, ...evidence }
}

const evidenceSealContext = (id: string): SealContext => ({
  table: 'authorisations',
  column: 'sealed',
  row: id,
  version: 1,
})

/** The text that the person read, in their language. */
const acceptedText = (row: AuthorisationRow) => requireText(row, row.accepted_language)

function requireText(term: Pick<TermRow, 'authorisation_text' | 'translations'>, language: string) {
  if (language === 'en') return term.authorisation_text
  const translation = translationsOf(term).find((each) => each.language === language)
  if (!translation)
    throw invalid(`Field [language] is invalid: the term has no translation into [${language}]`)
  return translation.authorisation_text
}

const translationsOf = ({ translations }: Pick<TermRow, 'translations'>) =>
  translations as z.output<typeof Translations>

function presentTerm({ client_id: _, authorisation_category, ...term }: TermRow) {
  return {
    ...term,
    authorisation_category: authorisation_category as z.output<typeof Category>,
    translations: translationsOf(term),
  }
}
