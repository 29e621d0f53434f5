import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { lockClient } from '../../configuration/service.ts'
import { readMemberNames } from '../../members/service.ts'
import { readAuthor } from '../present.ts'
import { scheduleRuleCheck } from './apply.ts'
import { adviceOf, checkRules, type RuleFigures } from './evaluate.ts'
import { countRuleVersions, findCurrentRules, insertRuleVersion, listRuleVersions } from './queries.ts'
import type { NewReviewRules, ReviewRules, RuleCheck } from './schemas.ts'

type PresentedRules = z.output<typeof ReviewRules>

export const readRules = (tenant: Tenant) => tenant.transaction(loadRules)

async function loadRules(tx: Tx): Promise<PresentedRules> {
  const row = await findCurrentRules(tx)
  if (!row) return { version: 0, updated_at: null, rules: [] }
  return { version: row.version, updated_at: row.created_at, rules: row.rules }
}

/** Replaces the rules. The earlier version stays readable, and all users are checked again by a task. */
export const replaceRules = (
  tenant: Tenant,
  caller: Caller,
  { rules, version: expected }: z.output<typeof NewReviewRules>,
) =>
  tenant.transaction(async (tx) => {
    await lockClient(tx)
    const current = (await findCurrentRules(tx))?.version ?? 0
    if (expected !== undefined && expected !== current) throw rulesChanged(expected, current)
    const version = current + 1
    const actor_kind = caller.kind === 'member' ? 'member' : 'api_key'
    await insertRuleVersion(tx, { version, actor_kind, actor_id: caller.id, rules })
    await scheduleRuleCheck(tx, version)
    audit(tx, 'review_rules.replaced')
    return loadRules(tx)
  })

const rulesChanged = (expected: number, current: number) =>
  new Problem(409, 'rules-changed', [
    `Field [version] is [${expected}], but the rules were changed since. The current version is [${current}]`,
  ])

export const listRuleChanges = (tenant: Tenant, { offset, limit }: { offset: number; limit: number }) =>
  tenant.transaction(async (tx) => {
    const rows = await listRuleVersions(tx, { skip: offset - 1, limit })
    const names = await readMemberNames(tx, [...new Set(rows.map(({ actor_id }) => actor_id))])
    const changes = rows.map(({ version, created_at, actor_kind, actor_id, before, rules }) => ({
      version,
      changed_at: created_at,
      changed_by: readAuthor(`${actor_kind} ${actor_id}`, names),
      before,
      after: rules,
    }))
    return {
      pagination: paginationOf({ offset, limit }, changes, await countRuleVersions(tx)),
      changes,
    }
  })

/** Checks the client's rules against the figures of a user, or returns null if the client has none. */
export async function checkClientRules(
  tx: Tx,
  figures: RuleFigures,
  as_of: Day,
): Promise<z.output<typeof RuleCheck> | null> {
  const { version, rules } = await loadRules(tx)
  if (rules.length === 0) return null
  const results = checkRules(rules, figures, as_of)
  return { version, advice: adviceOf(results, figures), results }
}
