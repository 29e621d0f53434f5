import type { Tx } from '../../../platform/database/tenancy.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import { type AccountRow, listSignedInAccounts, lockAccount } from '../queries.ts'
import { forgetSession, openSession, transitionAccount } from '../service.ts'
import { end } from '../tasks.ts'

/** Keeps the session in memory until the task has ended it at the provider. */
export type SignOutHandoff = Pick<CredentialHandoff, 'hasSpareCapacity' | 'deposit'>

/**
 * Schedules the sign-out at the provider after the account is deleted. Best effort: the session is then only in
 * memory, so it is lost if the process dies. The sign-out is skipped if the handoff needs its capacity for logins in
 * progress.
 */
export async function signOut(tx: Tx, credentialHandoff: SignOutHandoff, account: AccountRow) {
  const session = await openSession(tx, account)
  // Direct connections have no login, so there is no sign-out.
  if (session === undefined || account.is_direct) return
  const secret = Buffer.from(JSON.stringify({ session }))
  if (!credentialHandoff.hasSpareCapacity(secret)) return
  credentialHandoff.deposit(await end.schedule(tx, { payroll_provider: account.payroll_provider }), secret)
}

/**
 * Signs out all accounts of a user who has withdrawn their last consent, and deletes the sessions: after a new consent,
 * the user signs in again.
 */
export async function endSessionsAfterWithdrawal(
  tx: Tx,
  credentialHandoff: CredentialHandoff,
  userId: string,
) {
  for (const { id } of await listSignedInAccounts(tx, userId)) {
    const account = await lockAccount(tx, id)
    if (!account?.session) continue
    await signOut(tx, credentialHandoff, account)
    if (account.status === 'AUTHORISED') await transitionAccount(tx, account, 'EXPIRED', 'consent-ended')
    else await forgetSession(tx, account)
  }
}

/** Signs out all accounts of a user who is about to be erased. */
export async function signOutEverywhere(tx: Tx, credentialHandoff: CredentialHandoff, userId: string) {
  for (const account of await listSignedInAccounts(tx, userId)) await signOut(tx, credentialHandoff, account)
}
