import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../../platform/secrets/keyring.ts'
import type { ReviewRule } from './schemas.ts'

export type RuleVersionRow = {
  version: number
  created_at: Date
  actor_kind: 'api_key' | 'member'
  actor_id: string
  rules: ReviewRule[]
}

const columns = sql`version, created_at, actor_kind, actor_id, rules`

export async function findCurrentRules(tx: Tx) {
  const { rows } = await sql<RuleVersionRow>`
    select ${columns} from review_rule_versions order by version desc limit 1`.execute(tx)
  return rows[0]
}

export async function insertRuleVersion(tx: Tx, row: Omit<RuleVersionRow, 'created_at'>) {
  const { version, actor_kind, actor_id, rules } = row
  const inserted = await sql<RuleVersionRow>`
    insert into review_rule_versions (version, actor_kind, actor_id, rules)
      values (${version}, ${actor_kind}, ${actor_id}, ${JSON.stringify(rules)}) returning ${columns}`.execute(
    tx,
  )
  return inserted.rows[0]
}

/** Lists versions, newest first, each with the rules of the version before it. */
export async function listRuleVersions(tx: Tx, { skip, limit }: { skip: number; limit: number }) {
  const { rows } = await sql<RuleVersionRow & { before: ReviewRule[] }>`
    select ${columns}, coalesce(lag(rules) over (order by version), '[]') as before
      from review_rule_versions order by version desc offset ${skip} limit ${limit}`.execute(tx)
  return rows
}

export async function countRuleVersions(tx: Tx) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_rule_versions`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Notes a check of all users. Returns false if another process did so within the day. */
export async function touchApplied(tx: Tx, version: number) {
  const { rows } = await sql`
    update review_rule_versions set applied_at = now()
      where version = ${version} and applied_at < now() - interval '1 day' returning version`.execute(tx)
  return rows.length > 0
}

const maxDueClients = 100

/** Lists clients whose rules were last checked against all users more than a day ago. */
export async function listDueRuleSets(tx: Tx) {
  const { rows } = await sql<{ client_id: string }>`
    select v.client_id from review_rule_versions v
      where v.applied_at < now() - interval '1 day' and v.rules <> '[]'
        and not exists (select from review_rule_versions n where n.client_id = v.client_id and n.version > v.version)
      order by v.applied_at limit ${maxDueClients}`.execute(tx)
  return rows
}

export type RuledUserRow = WrappedKey & {
  id: string
  sealed_figures: Buffer
  review_advice: number
  review_severity: number
  review_finding: string | null
}

/** Locks the next users with figures, in the order of their ids. */
export async function lockUsersWithFigures(tx: Tx, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<RuledUserRow>`
    select u.id, u.sealed_figures, u.review_advice, u.review_severity, u.review_finding, k.wrapped, k.client_key_version
      from users u join user_keys k on k.client_id = u.client_id and k.user_id = u.id
      where u.client_id = current_client_id() and u.id > ${after} and u.sealed_figures is not null
      order by u.id limit ${limit} for no key update of u`.execute(tx)
  return rows
}

export type AdviceValues = { review_advice: number; review_severity: number; review_finding: string | null }

/** Stores changed advice. The time of the review stays, so that the order of the queue does too. */
export async function storeAdvice(tx: Tx, userId: string, values: AdviceValues) {
  await tx.updateTable('users').set(values).where('id', '=', userId).execute()
}
