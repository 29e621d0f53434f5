import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type ReviewRow = Selectable<DB['identity_reviews']>

/**
 * Finds the review of an account or document. The caller must have locked the account or document, so that the review
 * does not change before the commit.
 */
export const findReview = (tx: Tx, id: string) =>
  tx.selectFrom('identity_reviews').selectAll().where('id', '=', id).executeTakeFirst()

export const insertReview = (tx: Tx, values: Insertable<DB['identity_reviews']>) =>
  tx.insertInto('identity_reviews').values(values).execute()

export const updateReview = (tx: Tx, id: string, values: Updateable<DB['identity_reviews']>) =>
  tx.updateTable('identity_reviews').set(values).where('id', '=', id).execute()

export const deleteReview = (tx: Tx, id: string) =>
  tx.deleteFrom('identity_reviews').where('id', '=', id).execute()
