import type { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { findViews, upsertViews } from './queries.ts'
import type { SavedViews } from './schemas.ts'

type Views = z.output<typeof SavedViews>

/** Returns the saved views of the calling member. */
export const readViews = (tenant: Tenant, caller: Caller): Promise<Views> =>
  tenant.transaction(async (tx) => {
    const row = await findViews(tx, caller.id)
    if (!row) return { views: [] }
    const { version, sealed } = row
    return JSON.parse(unseal(tenant.keys.dataKey, sealContext(caller.id, version), sealed).toString())
  })

/** Replaces the saved views of the calling member. */
export const replaceViews = (tenant: Tenant, caller: Caller, { views }: Views): Promise<Views> =>
  tenant.transaction(async (tx) => {
    const version = ((await findViews(tx, caller.id))?.version ?? 0) + 1
    const context = sealContext(caller.id, version)
    const sealed = seal(tenant.keys.dataKey, context, JSON.stringify({ views }))
    await upsertViews(tx, caller.id, { version, sealed })
    audit(tx, 'review.views_replaced', caller.id)
    return { views }
  })

const sealContext = (row: string, version: number): SealContext => ({
  table: 'review_views',
  column: 'sealed',
  row,
  version,
})
