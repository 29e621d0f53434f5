import type { Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { MemberRow } from './queries.ts'

export type TotpRow = Selectable<DB['member_totp']>

export function findTotp(tx: Tx, { client_id, id }: Pick<MemberRow, 'client_id' | 'id'>) {
  return tx
    .selectFrom('member_totp')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('member_id', '=', id)
    .executeTakeFirst()
}

export function lockTotp(tx: Tx, memberId: string) {
  return tx
    .selectFrom('member_totp')
    .selectAll()
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores a new secret until it is confirmed. Returns undefined if the member already uses an app. */
export function putPendingTotp(tx: Tx, memberId: string, sealed: Buffer) {
  const pending = { sealed, created_at: new Date(), last_step: 0 }
  return tx
    .insertInto('member_totp')
    .values({ member_id: memberId, ...pending })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'member_id'])
        .doUpdateSet(pending)
        .where('member_totp.confirmed_at', 'is', null),
    )
    .returning('member_id')
    .executeTakeFirst()
}

export function confirmTotp(
  tx: Tx,
  memberId: string,
  { step, recoveryHashes }: { step: number; recoveryHashes: Buffer[] },
) {
  return tx
    .updateTable('member_totp')
    .set({ confirmed_at: new Date(), last_step: step, recovery_hashes: recoveryHashes })
    .where('member_id', '=', memberId)
    .execute()
}

export function updateTotp(
  tx: Tx,
  memberId: string,
  values: Updateable<Pick<DB['member_totp'], 'last_step' | 'recovery_hashes'>>,
) {
  return tx.updateTable('member_totp').set(values).where('member_id', '=', memberId).execute()
}

export function deleteTotp(tx: Tx, memberId: string) {
  return tx
    .deleteFrom('member_totp')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
}
