import type { Tx } from '../../../platform/database/tenancy.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import { type AccountRow, listSignedIn } from '../queries.ts'
import { openSession } from '../service.ts'
import { end } from '../tasks.ts'

/**
 * Ends the session at the provider, once the account is gone. As well as that can be done: it is written nowhere then, so
 * it may be lost with the process, and those who wait for an answer need the desk more.
 */
export async function signOut(tx: Tx, desk: SecretDesk, account: AccountRow) {
  const session = await openSession(tx, account)
  // Where nobody signed in, nobody signs out.
  if (session === undefined || account.is_direct) return
  const secret = Buffer.from(JSON.stringify({ session }))
  if (!desk.hasRoomToSpare(secret)) return
  desk.leave(await end.schedule(tx, { payroll_provider: account.payroll_provider }), secret)
}

/** The same for all accounts of a user who is about to be erased. */
export async function signOutEverywhere(tx: Tx, desk: SecretDesk, userId: string) {
  for (const account of await listSignedIn(tx, userId)) await signOut(tx, desk, account)
}
