import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { createPaidUser } from '../../../test/features/paid-user.ts'
import { aMember, createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openDependencies } from '../../process/dependencies.ts'
import { addAccount } from '../accounts/service.ts'
import { lastDayOfMonth } from '../income/model/payments.ts'
import { announceReview, listUnannounced, stallOldReviews } from './service.ts'

const api = await startApi()
const { acme, rival, sql } = api
const dependencies = await openDependencies(api.config, openLog('silent'))
atEnd(() => dependencies.close())
const { database, keyring } = dependencies
const { clientId } = api.world.clients.acme
const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const marlow = await aMember(api, acme, 'Underwriter')
const underwriter = api.withToken(marlow.token)
const url = 'https://receiver.example/hook'
const event = 'review-status-changed'
const { webhook_id } = (await acme('POST', '/webhooks', { name: 'reviews', events: [event], url })).body

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })

const review = async (user_id: string) => (await acme('GET', `/users/${user_id}/review`)).body

async function eventsAbout(user_id: string) {
  const path = `/webhooks/${webhook_id}/deliveries`
  const { deliveries } = (await acme('GET', `${path}?user_id=${user_id}`)).body
  const bodies = []
  for (const { delivery_id } of deliveries.toReversed())
    bodies.push(JSON.parse((await acme('GET', `${path}/${delivery_id}`)).body.body))
  return bodies.map(({ from_status, status, decision }) => [from_status, status, decision])
}

const actionsAbout = async (user_id: string) =>
  (
    await sql(
      "select action from audit_lines where subject_id = $1 and action like 'review.%' order by at, action",
      [user_id],
    )
  ).map(({ action }) => action as string)

async function announceReviews() {
  for (const each of await database.system(listUnannounced)) await announceReview(tenant, each)
}

/** Stores three months of pay, and waits until the review shows them. */
const paidUser = (changes: object = {}, months = ['2026-08', '2026-09', '2026-10']) =>
  createPaidUser({ call: acme, inTransaction, changes, payDates: months.map(lastDayOfMonth) })

test('a review follows the journey: registered, invited, opened, sharing', async () => {
  const { user_id } = await createUser(acme)
  expect(await review(user_id)).toMatchObject({
    status: 'registered',
    assignee: null,
    finding: null,
    employer: null,
    annual_gross: null,
    decision: null,
    note_count: 0,
  })
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  expect(await review(user_id)).toMatchObject({ status: 'invited' })
  await api.anonymous('POST', '/journeys/sessions', { code: webapp_link.split('/').at(-1) })
  expect(await review(user_id)).toMatchObject({ status: 'opened' })
  await announceReviews()
  await announceReviews()
  expect(await eventsAbout(user_id)).toEqual([['registered', 'opened', null]])
})

test('the figures of the income summary reach the review', async () => {
  const user_id = await paidUser()
  const { status, employer, annual_gross } = await review(user_id)
  expect(['sharing', 'ready']).toContain(status)
  const income = (await acme('GET', `/users/${user_id}/income`)).body
  expect(employer).toBe(income.employments[0].employer_name)
  expect(annual_gross).toBe(income.income.annual_gross.amount)
})

test('the team assigns, notes, decides and opens again; all of it is audited and announced', async () => {
  const { user_id } = await createUser(acme)
  const path = `/users/${user_id}/review`
  const assigned = await underwriter('PATCH', path, { assignee_id: marlow.id })
  expect(assigned).toMatchObject({
    status: 200,
    body: { status: 'registered', assignee: { member_id: marlow.id, name: 'Marlow the Underwriter' } },
  })
  const note = await underwriter('POST', `${path}/notes`, { text: 'Asked the employer.\nNo answer yet.' })
  expect(note).toMatchObject({
    status: 201,
    body: { text: 'Asked the employer.\nNo answer yet.', author: { kind: 'member', id: marlow.id } },
  })
  const listed = (await acme('GET', `${path}/notes`)).body
  expect(listed).toMatchObject({ pagination: { total_count: 1 }, notes: [note.body] })
  expect((await underwriter('PATCH', path, { status: 'in_review' })).body.status).toBe('in_review')
  const decided = await underwriter('PUT', `${path}/decision`, { decision: 'refer', reason: 'Two jobs.' })
  expect(decided.body).toMatchObject({
    status: 'decided',
    note_count: 1,
    decision: { decision: 'refer', reason: 'Two jobs.', decided_by: { kind: 'member', id: marlow.id } },
  })
  expect((await acme('PUT', `${path}/decision`, { decision: 'approve', reason: 'Clear.' })).status).toBe(200)
  const reopened = (await acme('PATCH', path, { status: 'in_review', assignee_id: null })).body
  expect(reopened).toMatchObject({ status: 'in_review', decision: null, assignee: null })
  expect(await eventsAbout(user_id)).toEqual([
    ['registered', 'in_review', null],
    ['in_review', 'decided', 'refer'],
    ['decided', 'decided', 'approve'],
    ['decided', 'in_review', null],
  ])
  const actions = await actionsAbout(user_id)
  for (const action of ['review.assigned', 'review.note_added', 'review.decided', 'review.changed'])
    expect(actions).toContain(action)
})

test('assigning a ready review starts it, and only reviewers can be assigned', async () => {
  const { user_id } = await createUser(acme)
  await sql('update users set review_status = 5 where id = $1', [user_id])
  const path = `/users/${user_id}/review`
  const support = await aMember(api, acme, 'Support')
  for (const assignee_id of [support.id, user_id])
    expect((await acme('PATCH', path, { assignee_id })).status).toBe(400)
  expect((await acme('PATCH', path, { assignee_id: marlow.id })).body.status).toBe('in_review')
  expect((await api.withToken(support.token)('GET', path)).status).toBe(403)
})

test('reasons and notes are sealed, and another client sees nothing', async () => {
  const { user_id } = await createUser(acme)
  const path = `/users/${user_id}/review`
  await acme('PUT', `${path}/decision`, { decision: 'decline', reason: 'Quibbling figures' })
  await acme('POST', `${path}/notes`, { text: 'Quibbling figures' })
  const [row] = await sql(
    `select u::text || n::text as text from users u join review_notes n on n.user_id = u.id where u.id = $1`,
    [user_id],
  )
  expect(row.text).not.toContain(Buffer.from('Quibbling').toString('hex'))
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['PUT', '/decision', { decision: 'approve', reason: 'x' }],
    ['POST', '/notes', { text: 'x' }],
    ['GET', '/notes', undefined],
  ] as const)
    expect((await rival(method, path + rest, body)).status, rest).toBe(404)
  await acme('DELETE', `/users/${user_id}`)
  expect(await sql('select from review_notes where user_id = $1', [user_id])).toEqual([])
})

test('a review without progress for a week is stalled, and a new link revives it', async () => {
  const { user_id } = await createUser(acme)
  await acme('POST', '/user-tokens', { user_id })
  const { user_id: recent } = await createUser(acme)
  await acme('POST', '/user-tokens', { user_id: recent })
  await sql(`update users set review_status_at = now() - interval '8 days' where id = $1`, [user_id])
  await database.system(stallOldReviews)
  expect(await review(user_id)).toMatchObject({ status: 'stalled' })
  expect(await review(recent)).toMatchObject({ status: 'invited' })
  await announceReviews()
  expect(await eventsAbout(user_id)).toEqual([['registered', 'stalled', null]])
  await acme('POST', '/user-tokens', { user_id })
  expect(await review(user_id)).toMatchObject({ status: 'invited' })
})

const progress: Record<string, (user_id: string, code: string) => Promise<unknown>> = {
  consent: (user_id) => acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' }),
  'a screen of the journey': async (_user_id, code) => {
    const { body } = await api.anonymous('POST', '/journeys/sessions', { code })
    const events = [{ id: randomUUID(), name: 'view', view: 'consent' }]
    expect((await api.withToken(body.token)('POST', '/journeys/current/events', { events })).body).toEqual({
      counted: 1,
    })
  },
  'a connection': async (user_id) => {
    const accepted = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    const authorisation_id = accepted.body.id as string
    await inTransaction((tx) =>
      addAccount(tx, {
        user_id,
        authorisation_id,
        payroll_provider: 'sandbox-payroll',
        status: 'PENDING',
        holder: { user_name: null, employee_name: null },
        reason: 'mfa',
      }),
    )
    await makeOld('authorisations', user_id)
  },
  'an upload': async (user_id) => {
    const id = (await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body.id as string
    await sql(
      `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed)
         values ($1, gen_random_uuid(), $2, $3, 'payslip', 1, 1, '\\x00', '1', '\\x00')`,
      [clientId, user_id, id],
    )
    await makeOld('authorisations', user_id)
  },
}

const makeOld = (table: string, user_id: string) =>
  sql(`update ${table} set created_at = now() - interval '9 days' where user_id = $1`, [user_id])

test.each(Object.entries(progress))(
  '%s is progress, so that a review does not stall',
  async (_name, progressBy) => {
    const { user_id } = await createUser(acme)
    const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
    await progressBy(user_id, webapp_link.split('/').at(-1))
    const { status } = await review(user_id)
    await sql(`update users set review_status_at = now() - interval '8 days' where id = $1`, [user_id])
    await database.system(stallOldReviews)
    expect(await review(user_id)).toMatchObject({ status })
    await acme('DELETE', `/users/${user_id}`)
  },
)

test('old progress does not keep a review from stalling', async () => {
  const { user_id } = await createUser(acme)
  await acme('POST', '/user-tokens', { user_id })
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  await makeOld('authorisations', user_id)
  await sql(`update users set review_status_at = now() - interval '8 days' where id = $1`, [user_id])
  await database.system(stallOldReviews)
  expect(await review(user_id)).toMatchObject({ status: 'stalled' })
})

test('backfill-users gives users of before the upgrade a status and figures', async () => {
  const paid = await paidUser()
  const people: Record<string, string> = { paid }
  for (const name of ['registered', 'invited', 'opened', 'decided'])
    people[name] = (await createUser(acme)).user_id
  const linkOf = async (name: string) =>
    (await acme('POST', '/user-tokens', { user_id: people[name] })).body.webapp_link.split('/').at(-1)
  await linkOf('invited')
  await api.anonymous('POST', '/journeys/sessions', { code: await linkOf('opened') })
  const { annual_gross, status: paidStatus } = await review(paid)
  await acme('PUT', `/users/${people.decided}/review/decision`, { decision: 'refer', reason: 'Two jobs.' })
  await sql(
    `update users set review_status = 0, review_announced = 0, review_gross = -1, sealed_figures = null
       where id = any ($1)`,
    [[paid, people.registered, people.invited, people.opened]],
  )
  const run = () => runAdmin(api.config, ['backfill-users', '--client', 'acme'])
  expect(await run()).toMatchObject({ summaries: 1, statuses: 3 })
  for (const status of ['registered', 'invited', 'opened', 'decided'])
    expect(await review(people[status] as string), status).toMatchObject({ status })
  await eventually(async () => (await review(paid)).employer !== null, 60_000)
  expect(await review(paid)).toMatchObject({ annual_gross, status: paidStatus })
  expect(await run()).toEqual({ searchable: 0, statuses: 0, summaries: 0 })
  await announceReviews()
  for (const name of ['invited', 'opened'])
    expect((await eventsAbout(people[name] as string)).length, name).toBe(0)
})

test('a repeated decision shows no figures that the person has deleted', async () => {
  const user_id = await paidUser()
  const header = { 'idempotency-key': `decision-${user_id}` }
  const decide = () =>
    acme('PUT', `/users/${user_id}/review/decision`, { decision: 'approve', reason: 'Clear.' }, header)
  const first = await decide()
  expect(first.body.annual_gross).not.toBeNull()
  const { token } = (await acme('POST', '/user-tokens', { user_id })).body
  expect((await api.withToken(token)('DELETE', '/journeys/current/data')).status).toBe(200)
  const again = await decide()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual({ ...first.body, employer: null, annual_gross: null, finding: null })
  expect(await eventsAbout(user_id)).toHaveLength(1)
})

test('a review whose data was deleted is no longer ready', async () => {
  const user_id = await paidUser()
  const { entries } = (await acme('GET', `/payroll/entries?user_id=${user_id}`)).body
  for (const { entry_id } of entries) await acme('DELETE', `/payroll/entries/${entry_id}`)
  await eventually(async () => (await review(user_id)).employer === null, 60_000)
  expect(await review(user_id)).toMatchObject({ status: 'opened', annual_gross: null })
})

test('finds people by the beginnings of the name of their employer', async () => {
  const user_id = await paidUser({ surname: 'Employersearch' })
  const { employer } = await review(user_id)
  const found = async (words: string) =>
    (await acme('GET', `/reviews?search=employersearch&employer=${encodeURIComponent(words)}`)).body.reviews
  expect(await found(employer)).toHaveLength(1)
  expect(await found(employer.slice(0, 4))).toHaveLength(1)
  expect(await found('Xylophone')).toEqual([])
})
