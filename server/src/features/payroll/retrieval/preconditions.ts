import { failureCodes } from '../../../connectors/failure.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { forbidden, notFound, Problem } from '../../../platform/problem.ts'
import { type AccountRow, holdAccount, statusNow } from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { holdUser } from '../queries.ts'

// What has to be so before anything is fetched about somebody, and again before it is stored.

const standing = {
  PENDING: { code: 'account-pending', text: 'waits for the person to sign in' },
  EXPIRED: { code: 'session-ended', text: 'has ended at the provider; it can be reconnected' },
  INVALID: { code: 'login-refused', text: 'was refused by the provider; it can be reconnected' },
} as const

export function requireAuthorised(account: AccountRow) {
  const status = statusNow(account)
  if (status === 'AUTHORISED') return
  const { code, text } = standing[status]
  throw new Problem(400, code, [`Account [${account.id}] is ${status}: it ${text}`])
}

/** The account, and what allowed the retrieval, both as they are now; they stay so until the commit. */
export async function holdForStoring(
  tx: Tx,
  ids: { user_id: string; account_id: string; authorisation_id: string },
) {
  const account = await holdAccount(tx, ids.account_id)
  await requireAuthorisation(tx, ids.user_id, { id: ids.authorisation_id })
  return account
}

export async function requireHeldUser(tx: Tx, userId: string) {
  if (!(await holdUser(tx, userId))) throw notFound('User', userId)
}

const forbiddenTexts: Record<string, string> = {
  'connections-off': 'Payroll connections were switched off meanwhile',
  'taxauth-off': 'Data of the tax authority was switched off meanwhile',
  'authorisation-missing': 'The authorisation was withdrawn meanwhile',
}

/** The answer for a refusal. `subject`: what does not exist any more if that was the reason. */
export function problemOf(code: string, subject: { kind: string; id: string }) {
  if (code === 'not-found') return notFound(subject.kind, subject.id)
  const text = forbiddenTexts[code]
  if (text) return forbidden(code, text)
  const ended = Object.values(standing).find((one) => one.code === code)
  const reason = Object.hasOwn(failureCodes, code)
    ? failureCodes[code as keyof typeof failureCodes]
    : undefined
  return new Problem(400, code, [reason ?? `The account ${ended?.text ?? 'cannot be used'}`])
}
