import type { Tenant, Tx } from '../database/tenancy.ts'
import { type SealContext, seal, unseal } from '../secrets/seal.ts'

// Mails and text messages that wait to be sent, sealed with the client's key, in the table outgoing_mails.

export async function storeOutgoing(
  tx: Tx,
  tenant: Tenant,
  { id, content, userId }: { id: string; content: object; userId: string | undefined },
) {
  const sealed = seal(tenant.keys.dataKey, contextOf(id), JSON.stringify(content))
  await tx
    .insertInto('outgoing_mails')
    .values({ id, sealed, user_id: userId ?? null })
    .execute()
}

/** Undefined if the message was sent already, or its user was deleted. */
export async function findOutgoing<Content>(tenant: Tenant, id: string): Promise<Content | undefined> {
  const row = await tenant.transaction((tx) =>
    tx.selectFrom('outgoing_mails').select('sealed').where('id', '=', id).executeTakeFirst(),
  )
  return row && JSON.parse(unseal(tenant.keys.dataKey, contextOf(id), row.sealed).toString())
}

export async function deleteOutgoing(tx: Tx, id: string) {
  await tx.deleteFrom('outgoing_mails').where('id', '=', id).execute()
}

const contextOf = (id: string): SealContext => ({
  table: 'outgoing_mails',
  column: 'sealed',
  row: id,
  version: 1,
})
