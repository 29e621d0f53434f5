import type { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { type ConfigurationRow, readConfiguration, updateConfiguration } from './queries.ts'
import type { configurationChanges } from './schemas.ts'

export { checkFrequency } from './schemas.ts'

export async function getConfiguration(tenant: Tenant) {
  return present(await tenant.transaction(readConfiguration))
}

export async function changeConfiguration(
  tenant: Tenant,
  changes: z.output<ReturnType<typeof configurationChanges>>,
) {
  return tenant.transaction(async (tx) => {
    if (Object.keys(changes).length === 0) return present(await readConfiguration(tx))
    const row = await updateConfiguration(tx, changes)
    audit(tx, 'configuration.changed')
    return present(row)
  })
}

function present({ client_id: _, ...fields }: ConfigurationRow) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
