import type { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { findPolicy, putPolicy } from './policy-queries.ts'
import type { MemberPolicy, MemberPolicyChanges } from './schemas.ts'
import { type MemberDeps, notifyAdministrators } from './service.ts'

type Policy = z.output<typeof MemberPolicy>

export async function readPolicy(tenant: Tenant): Promise<Policy> {
  return present(await tenant.transaction(findPolicy))
}

export async function changePolicy(
  tenant: Tenant,
  deps: Pick<MemberDeps, 'baseUrl'>,
  { require_second_factor }: z.output<typeof MemberPolicyChanges>,
): Promise<Policy> {
  return tenant.transaction(async (tx) => {
    const before = present(await findPolicy(tx))
    if (require_second_factor === undefined || require_second_factor === before.require_second_factor)
      return before
    await putPolicy(tx, { require_second_factor })
    await notifyAdministrators(tx, tenant, deps, {
      subject: 'The rules for signing in were changed',
      change: `a second factor is ${require_second_factor ? 'now' : 'no longer'} required of all members`,
    })
    audit(tx, 'member.policy_changed')
    return { require_second_factor }
  })
}

const present = (row: Policy | undefined): Policy => ({
  require_second_factor: row?.require_second_factor ?? false,
})
