import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { atEnd } from '../../../../test/at-end.ts'
import { eventually } from '../../../../test/engine.ts'
import { createPaidUser } from '../../../../test/features/paid-user.ts'
import { aMember } from '../../../../test/people.ts'
import { audit, keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { openLog } from '../../../platform/telemetry/log.ts'
import { openDependencies } from '../../../process/dependencies.ts'
import { dayOf, monthsBefore } from '../../../vocabulary/days.ts'
import { lastDayOfMonth } from '../../income/model/payments.ts'
import { figuresSealContext } from '../present.ts'
import { findReview } from '../queries.ts'
import { recheckRules } from './apply.ts'
import { listDueRuleSets } from './queries.ts'

const api = await startApi()
const { acme, rival, sql } = api
const dependencies = await openDependencies(api.config, openLog('silent'))
atEnd(() => dependencies.close())
const { database, keyring } = dependencies
const { clientId } = api.world.clients.acme
const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })

type SentRule = { name: string; kind: string; limit?: string; outcome: string }
const covered: SentRule = {
  name: 'Three months of payslips',
  kind: 'min_months_covered',
  limit: '3',
  outcome: 'refer',
}
const gross: SentRule = {
  name: 'Enough income',
  kind: 'min_annual_gross',
  limit: '40000',
  outcome: 'decline_suggested',
}

async function setRules(rules: SentRule[], call = acme) {
  const reply = await call('PUT', '/reviews/rules', { rules })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

/** The ends of the last three months. */
const payDates = [3, 2, 1].map((months) =>
  lastDayOfMonth(monthsBefore(dayOf(new Date()), months).slice(0, 7)),
)
const adviceFor = async (user_id: string) => (await acme('GET', `/users/${user_id}/review`)).body.advice
const becomes = (user_id: string, advice: string) =>
  eventually(async () => (await adviceFor(user_id)) === advice, 60_000)

/** A person with three payslips of £2,500 each. */
const aPaidPerson = () => createPaidUser({ call: acme, inTransaction, payDates })

/** Stores figures as versions before review rules did. */
const storeOldFigures = (user_id: string) =>
  inTransaction(async (tx) => {
    const row = await findReview(tx, user_id)
    if (!row) throw new Error('no user')
    const key = await keysOf(tx).userKey(user_id, row)
    const figures = JSON.stringify({ employer: 'Quill & Thimble Ltd', annual_gross: null })
    const sealed_figures = seal(key, figuresSealContext(user_id), figures)
    await tx
      .updateTable('users')
      .set({ sealed_figures, review_advice: 0 })
      .where('id', '=', user_id)
      .execute()
  })

test('rules are shown with their figures in the income summary, and decide nothing', async () => {
  await setRules([covered, gross])
  const user_id = await aPaidPerson()
  const summary = (await acme('GET', `/users/${user_id}/income`)).body
  expect(summary.rules.advice).toBe('decline_suggested')
  expect(
    summary.rules.results.map(
      ({ rule, result, value }: { rule: SentRule; result: string; value: string }) => [
        rule.name,
        result,
        value,
      ],
    ),
  ).toEqual([
    ['Three months of payslips', 'met', '3'],
    ['Enough income', 'not_met', '30000.00'],
  ])
  expect(summary.findings).toContainEqual(
    expect.objectContaining({
      code: 'rule-not-met',
      severity: 'high',
      message:
        'Your rule “Enough income” is not met. Gross pay a year: £30000.00. The rule allows at least £40000.',
    }),
  )
  await becomes(user_id, 'decline_suggested')
  const { status, decision, finding } = (await acme('GET', `/users/${user_id}/review`)).body
  expect([status, decision]).toEqual(['ready', null])
  expect(finding.severity).toBe('high')
  const found = await acme('GET', '/reviews?advice=refer,decline_suggested&limit=100')
  expect(found.body.reviews.map((each: { user_id: string }) => each.user_id)).toContain(user_id)
  const others = await acme('GET', '/reviews?advice=ok&limit=100')
  expect(others.body.reviews.map((each: { user_id: string }) => each.user_id)).not.toContain(user_id)
  const { report } = (await acme('GET', `/users/${user_id}/report`)).body
  expect(report.income.rules).toBeNull()
  expect(JSON.stringify(report)).not.toContain('Enough income')
})

test('new rules reach every review, also after a day without new data', async () => {
  await setRules([covered])
  const user_id = await aPaidPerson()
  await becomes(user_id, 'ok')
  const updated = async () => (await acme('GET', `/users/${user_id}/review`)).body.updated_at
  const before = await updated()
  await setRules([{ ...covered, limit: '12' }])
  await becomes(user_id, 'refer')
  expect(await updated()).toBe(before)
  await setRules([])
  await becomes(user_id, 'none')
  expect((await acme('GET', `/users/${user_id}/income`)).body.rules).toBeNull()

  await setRules([covered])
  await becomes(user_id, 'ok')
  const isDue = async () =>
    (await database.system(listDueRuleSets)).some(({ client_id }) => client_id === clientId)
  expect(await isDue()).toBe(false)
  await sql("update review_rule_versions set applied_at = now() - interval '25 hours'")
  await sql('update users set review_advice = 0 where id = $1', [user_id])
  expect(await isDue()).toBe(true)
  await recheckRules(tenant)
  expect(await isDue()).toBe(false)
  await becomes(user_id, 'ok')
})

test('a review from before rules existed is calculated again', async () => {
  await setRules([covered])
  const user_id = await aPaidPerson()
  await becomes(user_id, 'ok')
  await storeOldFigures(user_id)
  await setRules([covered])
  await becomes(user_id, 'ok')
})

test('each change keeps the old and the new rules, and who made it', async () => {
  await setRules([covered])
  const { token, id } = await aMember(api, acme, 'Admin')
  const admin = api.withToken(token)
  const { version } = await setRules([covered, gross], admin)
  const { changes, pagination } = (await acme('GET', '/reviews/rules/changes?limit=1')).body
  expect(pagination).toMatchObject({ offset: 1, limit: 1, count: 1, total_count: version })
  const stored = (sent: SentRule) => ({ severity: null, finding_codes: [], ...sent })
  expect(changes).toEqual([
    {
      version,
      changed_at: expect.any(String),
      changed_by: { kind: 'member', id, name: expect.any(String) },
      before: [stored(covered)],
      after: [stored(covered), stored(gross)],
    },
  ])
  expect((await acme('GET', '/reviews/rules')).body).toMatchObject({
    version,
    rules: [stored(covered), stored(gross)],
  })
  const lines = await sql(
    "select actor_id from audit_lines where action = 'review_rules.replaced' and actor_id = $1",
    [id],
  )
  expect(lines).toHaveLength(1)
})

test('rules that were changed since they were read are not overwritten', async () => {
  const { version } = await setRules([covered])
  const { rules } = (await acme('GET', '/reviews/rules')).body
  const replace = (body: object) => acme('PUT', '/reviews/rules', body)
  const saved = await replace({ version, rules: [...rules, gross] })
  expect(saved).toMatchObject({ status: 200, body: { version: version + 1 } })

  const stale = await replace({ version, rules: [] })
  expect(stale).toMatchObject({ status: 409, headers: { 'x-svc-error-code': 'rules-changed' } })
  expect(stale.body.errors).toEqual([
    `Field [version] is [${version}], but the rules were changed since. The current version is [${version + 1}]`,
  ])
  expect((await acme('GET', '/reviews/rules')).body).toEqual(saved.body)
  expect((await replace({ version: -1, rules: [] })).status).toBe(400)
  expect((await replace(saved.body)).status).toBe(200)
})

test('of two saves of the same version, one wins', async () => {
  const { version } = await setRules([covered])
  const replies = await Promise.all(
    [[gross], [covered, gross]].map((rules) => acme('PUT', '/reviews/rules', { version, rules })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only Admins change rules, and another client has its own', async () => {
  await setRules([covered])
  for (const role of ['Underwriter', 'FullMember'] as const) {
    const member = api.withToken((await aMember(api, acme, role)).token)
    expect((await member('GET', '/reviews/rules')).status).toBe(200)
    expect((await member('PUT', '/reviews/rules', { rules: [] })).status).toBe(403)
  }
  expect((await rival('GET', '/reviews/rules')).body).toEqual({ version: 0, updated_at: null, rules: [] })
  expect((await rival('GET', '/reviews/rules/changes')).body.changes).toEqual([])
})
