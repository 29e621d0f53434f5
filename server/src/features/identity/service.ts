import type { Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { CardStatement } from '../../vocabulary/card-statement.ts'
import { dayOf } from '../../vocabulary/days.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import { readConfiguration } from '../configuration/service.ts'
import type { Person } from '../users/schemas.ts'
import { openUser } from '../users/service.ts'
import { publishOptIn } from '../webhooks/service.ts'
import { type Comparison, compareIdentity, type IdentityMatch, type RegisteredPerson } from './compare.ts'
import { deleteReview, findReview, insertReview, type ReviewRow, updateReview } from './queries.ts'

const hourMs = 3_600_000

/**
 * Returns the day of a birth date. Birth dates arrive as midnight or noon UTC, or as midnight in London, which in
 * summer is 23:00 UTC on the previous day.
 */
export const birthDay = (date: Date) => dayOf(new Date(date.getTime() + hourMs))

function registeredPerson({ date_of_birth, ...person }: Person): RegisteredPerson {
  return { ...person, date_of_birth: date_of_birth ? birthDay(new Date(date_of_birth)) : null }
}

export function comparePayslip(
  person: Person,
  { identity_information: shown }: Pick<Payslip, 'identity_information'>,
): Comparison {
  return compareIdentity(registeredPerson(person), {
    name: shown.name,
    date_of_birth: shown.date_of_birth,
    ni_number: shown.NI_number,
    post_code: shown.address?.post_code ?? null,
  })
}

/** Compares the name only, because a statement shows no other personal details of the account holder. */
export function compareStatement(person: Person, { account_information }: BankStatement): Comparison {
  return compareIdentity(registeredPerson(person), {
    name: account_information.account_holder_name,
    date_of_birth: null,
    ni_number: null,
    post_code: null,
  })
}

/** Compares the name only, because the statement of a card shows no other personal details. */
export const compareCard = (person: Person, { card_information }: CardStatement): Comparison =>
  compareIdentity(registeredPerson(person), {
    name: card_information.card_holder_name,
    date_of_birth: null,
    ni_number: null,
    post_code: null,
  })

/** Returns the match as the API shows it. Rows written by older releases contain null. */
export const presentMatch = (match: string | null) => (match ?? 'unknown') as IdentityMatch

type Source = { user_id: string; authorisation_id: string } & (
  | { account_id: string }
  | { document_id: string }
)

const idOf = (source: Source) => ('account_id' in source ? source.account_id : source.document_id)

/**
 * Opens the review of an account or document that shows another person, and publishes the event once. If `data` is
 * given, it is held until a reviewer accepts it.
 */
export async function openReview(
  tx: Tx,
  source: Source,
  { differences, data }: Pick<Comparison, 'differences'> & { data?: object },
) {
  const id = idOf(source)
  const { user_id, authorisation_id } = source
  const existing = await findReview(tx, id)
  const version = (existing?.version ?? 0) + 1
  const { key } = await openUser(tx, user_id)
  const sealed = data
    ? seal(key, sealContextOf(id, version), JSON.stringify(data))
    : (existing?.sealed ?? null)
  if (existing && !data) return
  if (existing) return updateReview(tx, id, { sealed, version, authorisation_id })
  const ids = {
    account_id: 'account_id' in source ? source.account_id : null,
    document_id: 'document_id' in source ? source.document_id : null,
  }
  await insertReview(tx, { ...ids, id, user_id, authorisation_id, version, sealed })
  const fields = { ...ids, identity_match: 'none' as const, differences: [...differences] }
  await publishOptIn(tx, { event: 'identity-mismatch', user_id, fields })
}

/** Returns the review of an account or document, with the held data if there is any. */
export async function openReviewOf<Data>(tx: Tx, id: string) {
  const review = await findReview(tx, id)
  if (!review) return undefined
  return { authorisation_id: review.authorisation_id, data: await openHeld<Data>(tx, review) }
}

async function openHeld<Data>(
  tx: Tx,
  { id, user_id, version, sealed }: ReviewRow,
): Promise<Data | undefined> {
  if (!sealed) return undefined
  const { key } = await openUser(tx, user_id)
  return JSON.parse(unseal(key, sealContextOf(id, version), sealed).toString())
}

export async function closeReview(tx: Tx, id: string) {
  await deleteReview(tx, id)
}

export const holdsUnmatchedData = async (tx: Tx) => (await readConfiguration(tx)).hold_unmatched_data === true

const sealContextOf = (row: string, version: number): SealContext => ({
  table: 'identity_reviews',
  column: 'sealed',
  row,
  version,
})
