import { sql } from 'kysely'
import { failureCodes } from '../../../connectors/failure.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { forbidden, notFound, Problem } from '../../../platform/problem.ts'
import { type AccountRow, effectiveStatus, requireLockedAccount } from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'

// Preconditions of a retrieval, checked before calling the provider and again before storing the result.

const problemByStatus = {
  PENDING: { code: 'account-pending', text: 'is waiting for the person to sign in' },
  EXPIRED: { code: 'session-ended', text: 'has ended at the provider; it can be reconnected' },
  INVALID: { code: 'login-refused', text: 'was refused by the provider; it can be reconnected' },
} as const

export function requireAuthorised(account: AccountRow) {
  const status = effectiveStatus(account)
  if (status === 'AUTHORISED') return
  const { code, text } = problemByStatus[status]
  throw new Problem(400, code, [`Account [${account.id}] is ${status}: it ${text}`])
}

/**
 * Locks the account and the authorisation until the commit. Throws if one of them no longer exists or is no longer
 * valid.
 */
export async function lockForStoring(
  tx: Tx,
  ids: { user_id: string; account_id: string; authorisation_id: string },
) {
  const account = await requireLockedAccount(tx, ids.account_id)
  await requireAuthorisation(tx, ids.user_id, { id: ids.authorisation_id })
  return account
}

/**
 * Locks the user row until the commit. Always lock the user before the user's data, in the same order as when a user
 * is erased, to prevent deadlocks.
 */
export async function requireLockedUser(tx: Tx, userId: string) {
  const { rows } = await sql`select from users where id = ${userId} for key share`.execute(tx)
  if (rows.length === 0) throw notFound('User', userId)
}

const forbiddenTexts: Record<string, string> = {
  'connections-off': 'Payroll connections were switched off in the meantime',
  'taxauth-off': 'Data of the tax authority was switched off in the meantime',
  'authorisation-missing': 'The authorisation was withdrawn in the meantime',
}

/** Returns the HTTP problem for a failed retrieval. `subject` is the resource that a 404 reports as missing. */
export function problemOf(code: string, subject: { kind: string; id: string }, retryAfterMs?: number) {
  if (code === 'not-found') return notFound(subject.kind, subject.id)
  const text = forbiddenTexts[code]
  if (text) return forbidden(code, text)
  const status = Object.values(problemByStatus).find((one) => one.code === code)
  const reason = Object.hasOwn(failureCodes, code)
    ? failureCodes[code as keyof typeof failureCodes]
    : undefined
  return new Problem(400, code, [reason ?? `The account ${status?.text ?? 'cannot be used'}`], {
    ...(retryAfterMs !== undefined && { retryAfterSeconds: retryAfterMs / 1000 }),
  })
}
