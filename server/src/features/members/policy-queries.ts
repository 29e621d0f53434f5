import type { Tx } from '../../platform/database/tenancy.ts'

export function findPolicy(tx: Tx) {
  return tx.selectFrom('member_policies').select('require_second_factor').executeTakeFirst()
}

export function putPolicy(tx: Tx, { require_second_factor }: { require_second_factor: boolean }) {
  const values = { require_second_factor, changed_at: new Date() }
  return tx
    .insertInto('member_policies')
    .values(values)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
}
