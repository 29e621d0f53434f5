import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import {
  type ConfigurationRow,
  findConfiguration,
  lockConfiguration,
  updateConfiguration,
} from './queries.ts'
import type { configurationChanges } from './schemas.ts'

export { checkFrequency } from './schemas.ts'

/**
 * Locks the client's configuration row until the commit. The lock serves as a mutex per client, for transactions that
 * count rows before they insert.
 */
export async function lockClient(tx: Tx) {
  await lockConfiguration(tx)
}

export async function getConfiguration(tenant: Tenant) {
  return present(tenant, await tenant.transaction(findConfiguration))
}

/** Lists the origins of the client's own pages, which may embed the journey and call the API with user tokens. */
export const listFrameOrigins = async (tenant: Tenant) =>
  (await tenant.transaction(findConfiguration))?.frame_origins ?? []

/** Reads the configuration in the caller's transaction. */
export async function readConfiguration(tx: Tx) {
  const row = await findConfiguration(tx)
  if (!row) throw new Error('The client has no configuration')
  return row
}

export async function changeConfiguration(
  tenant: Tenant,
  changes: z.output<ReturnType<typeof configurationChanges>>,
) {
  return tenant.transaction(async (tx) => {
    if (Object.keys(changes).length === 0) return present(tenant, await findConfiguration(tx))
    const row = await updateConfiguration(tx, changes)
    audit(tx, 'configuration.changed')
    return present(tenant, row)
  })
}

function present({ clientId }: Tenant, row: ConfigurationRow | undefined) {
  if (!row) throw notFound('Configuration', clientId)
  const { client_id: _, ...fields } = row
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
