import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'

export type PasskeyRow = Selectable<DB['member_passkeys']>

// More than one client can have registered the same credential id: a hostile authenticator chooses its ids.
const maxCandidates = 5

/** Finds the passkeys of all clients with this credential id. */
export function findPasskeysByCredential(tx: Tx, credentialHash: Buffer) {
  return (
    tx
      .selectFrom('member_passkeys')
      .selectAll()
      .where('credential_hash', '=', credentialHash)
      // Members of a client that was moved to another cell cannot sign in to this one.
      .where(sql<boolean>`not exists (select from client_moves m
        where m.client_id = member_passkeys.client_id and m.state in ('moved', 'arriving'))`)
      .orderBy('created_at')
      .limit(maxCandidates)
      .execute()
  )
}

/** Returns undefined if the client already has a passkey with this credential id. */
export function insertPasskey(tx: Tx, values: Insertable<DB['member_passkeys']>) {
  return tx
    .insertInto('member_passkeys')
    .values(values)
    .onConflict((conflict) => conflict.columns(['client_id', 'credential_hash']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function listPasskeys(tx: Tx, memberId: string) {
  return tx
    .selectFrom('member_passkeys')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Marks the passkey as used with a challenge. Returns undefined if that challenge or a later one was already answered. */
export function usePasskey(
  tx: Tx,
  id: string,
  { challengeAt, signCount }: { challengeAt: Date; signCount: number },
) {
  return tx
    .updateTable('member_passkeys')
    .set({ challenge_at: challengeAt, sign_count: signCount, last_used_at: new Date() })
    .where('id', '=', id)
    .where('challenge_at', '<', challengeAt)
    .returning('id')
    .executeTakeFirst()
}

export function deletePasskey(tx: Tx, memberId: string, id: string) {
  return tx
    .deleteFrom('member_passkeys')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

export function deletePasskeys(tx: Tx, memberId: string) {
  return tx.deleteFrom('member_passkeys').where('member_id', '=', memberId).returning('id').execute()
}
