import type { z } from 'zod'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import { type MemberDeps, notifyAdministrators } from '../service.ts'
import { deleteProvider, findOwnProvider, putProvider, type SsoProviderRow } from './queries.ts'
import type { SsoSettings, SsoSettingsInput } from './schemas.ts'

export type SsoSettingsDeps = Pick<MemberDeps, 'baseUrl'> & { outbound: Outbound }

// PostgreSQL's code for a violated unique constraint. The only one that settings can violate is the organisation's name.
const uniqueViolation = '23505'

export const redirectUriOf = (baseUrl: string) => `${baseUrl}/members/sso/callback`

const noSettings = ({ clientId }: Tenant) => notFound('Single sign-on of client', clientId)

export async function readSsoSettings(tenant: Tenant, deps: Pick<MemberDeps, 'baseUrl'>) {
  const row = await tenant.transaction(findOwnProvider)
  if (!row) throw noSettings(tenant)
  return present(row, deps)
}

export async function changeSsoSettings(
  tenant: Tenant,
  deps: SsoSettingsDeps,
  changes: z.output<typeof SsoSettingsInput>,
) {
  try {
    return await storeSettings(tenant, deps, changes)
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    throw invalid('Field [organisation] is invalid: another client uses this name')
  }
}

async function storeSettings(
  tenant: Tenant,
  deps: SsoSettingsDeps,
  { oidc_client_secret, role_mapping, ...input }: z.output<typeof SsoSettingsInput>,
) {
  const refusal = deps.outbound.refusalOf(input.issuer)
  if (refusal) throw invalid(`Field [issuer] is invalid: ${refusal}`)
  return tenant.transaction(async (tx) => {
    const known = await findOwnProvider(tx)
    // A stored secret must not be sent to another provider.
    const isSameRegistration = known?.issuer === input.issuer && known.oidc_client_id === input.oidc_client_id
    const sealed =
      oidc_client_secret === undefined
        ? isSameRegistration && known.sealed
        : seal(tenant.keys.dataKey, secretSealContext(tenant), oidc_client_secret)
    if (!sealed) throw invalid('Request is missing the required field [oidc_client_secret]')
    const row = await putProvider(tx, {
      ...input,
      role_mapping: JSON.stringify(role_mapping),
      sealed,
      changed_at: new Date(),
    })
    await notifyAdministrators(tx, tenant, deps, {
      subject: 'Single sign-on was changed',
      change: 'the settings of single sign-on were changed',
    })
    audit(tx, 'member.sso_changed')
    return present(row, deps)
  })
}

export async function removeSsoSettings(tenant: Tenant, deps: Pick<MemberDeps, 'baseUrl'>) {
  await tenant.transaction(async (tx) => {
    if (!(await deleteProvider(tx))) throw noSettings(tenant)
    await notifyAdministrators(tx, tenant, deps, {
      subject: 'Single sign-on was switched off',
      change: 'single sign-on was switched off',
    })
    audit(tx, 'member.sso_removed')
  })
}

export const openClientSecret = (tenant: Pick<Tenant, 'keys' | 'clientId'>, row: SsoProviderRow) =>
  unseal(tenant.keys.dataKey, secretSealContext(tenant), row.sealed).toString()

type Settings = z.output<typeof SsoSettings>

export const roleMappingOf = ({ role_mapping }: SsoProviderRow) => role_mapping as Settings['role_mapping']

function present(row: SsoProviderRow, { baseUrl }: Pick<MemberDeps, 'baseUrl'>): Settings {
  const { organisation, issuer, oidc_client_id, role_claim, is_required, changed_at } = row
  return {
    organisation,
    issuer,
    oidc_client_id,
    role_claim,
    role_mapping: roleMappingOf(row),
    is_required,
    redirect_uri: redirectUriOf(baseUrl),
    changed_at,
  }
}

const secretSealContext = ({ clientId }: Pick<Tenant, 'clientId'>): SealContext => ({
  table: 'sso_providers',
  column: 'sealed',
  row: clientId,
  version: 1,
})
