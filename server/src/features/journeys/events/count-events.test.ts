import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { type Call, startApi } from '../../../../test/api.ts'
import { anId, createUser } from '../../../../test/people.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { errorCodes, pageErrorCodes, views } from './event-values.ts'
import { compactCounts } from './queries.ts'

const { acme, rival, anonymous, sql, withToken, world, config } = await startApi({}, 'api')

beforeEach(() => sql('delete from journey_counts'))

/** Creates a user with a journey link. Each `open` exchanges the link for another session. */
async function startJourney(call: Call = acme) {
  const { user_id } = await createUser(call)
  const made = (await call('POST', '/user-tokens', { user_id })).body
  const code = String(made.webapp_link).split('/').at(-1)
  const open = async () => withToken((await anonymous('POST', '/journeys/sessions', { code })).body.token)
  const asUser = await open()
  const sendAs = (who: Call, ...events: object[]) =>
    who('POST', '/journeys/current/events', { events: events.map((event) => ({ id: anId(), ...event })) })
  const send = (...events: object[]) => sendAs(asUser, ...events)
  return { user_id, open, sendAs, send, withoutJourney: withToken(made.token) }
}

const funnelOf = async (call: Call, query = '') => (await call('GET', `/journeys/funnel${query}`)).body
const lines = (steps: { name: string; detail: string | null; journeys: number }[]) =>
  steps
    .filter(({ journeys }) => journeys > 0)
    .map(({ name, detail, journeys }) => `${name} ${detail} ${journeys}`)

test('counts each step once per journey, across batches, tabs and repeats, for its own client only', async () => {
  const one = await startJourney()
  const provider = 'sandbox-payroll'
  const journeyEvents = [
    { name: 'open' },
    { name: 'view', view: 'welcome' },
    { name: 'view', view: 'consent' },
    { name: 'consent_accepted' },
    { name: 'source_selected', source: 'payroll' },
    { name: 'provider_selected', provider },
    { name: 'login_submitted', provider },
    { name: 'error', code: 'login-refused', recoverable: true, provider },
    { name: 'login_submitted', provider },
    { name: 'mfa_required', kind: 'Code', provider },
    { name: 'connected', provider },
    { name: 'data_ready', provider },
    { name: 'exit', last_view: 'done' },
  ]
  expect((await one.send(...journeyEvents)).body).toEqual({ counted: 12 })
  expect((await one.send(...journeyEvents)).body).toEqual({ counted: 0 })
  const [left, right] = [await one.open(), await one.open()]
  const more = { name: 'provider_selected', provider: 'sandbox-cloud' }
  const both = await Promise.all([left, right].map((tab) => one.sendAs(tab, more, { name: 'open' })))
  expect(both.map(({ body }) => body.counted).sort()).toEqual([0, 1])

  const two = await startJourney()
  await two.send(
    { name: 'open' },
    { name: 'view', view: 'welcome' },
    { name: 'exit', last_view: null },
    { name: 'error', code: 'network', recoverable: false },
  )
  const body = await funnelOf(acme)
  expect(body.screens.map(({ view }: { view: string }) => view)).toEqual(views)
  expect(body.screens.slice(0, 3).map(({ journeys }: { journeys: number }) => journeys)).toEqual([2, 1, 0])
  expect(lines(body.steps)).toEqual([
    'open null 2',
    'consent_accepted null 1',
    'source_selected null 1',
    'source_selected payroll 1',
    'provider_selected null 1',
    'login_submitted null 1',
    'mfa_required null 1',
    'mfa_required Code 1',
    'connected null 1',
    'data_ready null 1',
    'error null 2',
    'error login-refused 1',
    'error network 1',
    'exit null 2',
    'exit done 1',
  ])
  const none = { selected: 0, login_submitted: 0, mfa_required: 0, connected: 0, data_ready: 0, errors: [] }
  expect(body.providers).toEqual([
    { ...none, provider: 'sandbox-cloud', selected: 1 },
    {
      provider,
      selected: 1,
      login_submitted: 1,
      mfa_required: 1,
      connected: 1,
      data_ready: 1,
      errors: [{ code: 'login-refused', journeys: 1 }],
    },
  ])
  expect(body.pagination).toEqual({ offset: 1, limit: 20, count: 2, total_count: 2 })
  const second = await funnelOf(acme, '?offset=2&limit=1')
  expect(second.providers).toEqual(body.providers.slice(1))
  expect(lines((await funnelOf(rival)).steps)).toEqual([])
})

test('keeps counts after the user is deleted, and deletes the steps of the journey', async () => {
  const { user_id, send } = await startJourney(rival)
  await send({ name: 'open' }, { name: 'view', view: 'mine' })
  const steps = () =>
    sql('select from journey_steps s join journey_links l on l.id = s.journey_id where l.user_id = $1', [
      user_id,
    ])
  expect(await steps()).toHaveLength(2)
  const before = await funnelOf(rival)
  await rival('DELETE', `/users/${user_id}`)
  expect(await steps()).toEqual([])
  expect(await funnelOf(rival)).toEqual(before)
})

test('rejects events with a token that does not belong to a journey', async () => {
  const { withoutJourney, sendAs } = await startJourney()
  const refused = await sendAs(withoutJourney, { name: 'open' })
  expect([refused.status, refused.headers['x-svc-error-code']]).toEqual([403, 'journey-missing'])
})

test('rejects and stores no value outside the fixed lists', async () => {
  const { sendAs, open } = await startJourney()
  const asUser = await open()
  const canary = 'zqcanary'
  const provider = 'sandbox-payroll'
  const hostile: object[] = [
    { name: canary },
    { name: 'open', id: canary },
    { name: 'open', [canary]: 1 },
    { name: 'open', text: canary },
    { name: 'open', view: canary },
    { name: 'view', view: canary },
    { name: 'view', view: ['welcome', canary] },
    { name: 'view', view: { [canary]: 1 } },
    { name: 'source_selected', source: canary },
    { name: 'provider_selected', provider: canary },
    { name: 'login_submitted', provider, user_name: canary },
    { name: 'connected', provider: canary },
    { name: 'mfa_required', kind: canary },
    { name: 'mfa_required', kind: 'Code', provider: canary },
    { name: 'data_ready', provider: canary },
    { name: 'exit', last_view: canary },
    { name: 'error', code: canary, recoverable: true },
    { name: 'error', code: 'network', recoverable: canary },
    { name: 'error', code: 'network', recoverable: true, provider: `${provider} ${canary}` },
  ]
  for (const event of hostile) {
    // The valid event of the batch is not counted either, because a batch is accepted or rejected as a whole.
    const { status } = await sendAs(asUser, { name: 'view', view: 'more' }, event)
    expect(status, JSON.stringify(event)).toBe(400)
  }
  const many = Array.from({ length: 51 }, () => ({ name: 'open' }))
  expect((await sendAs(asUser, ...many)).status).toBe(400)
  expect((await sendAs(asUser)).status).toBe(400)
  expect((await sendAs(asUser, { name: 'view', view: 'more' })).body).toEqual({ counted: 1 })

  const tables = await sql(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '_\\d'`,
  )
  const queries = tables.map(
    ({ name }) => `select '${name}' as name from ${name} t where t::text ~ '${canary}|7a7163616e617279'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  expect(await sql(queries.join(' union all '))).toEqual([])
  // Stored steps are hashes and do not reveal their meaning.
  const [{ text }] = await sql("select string_agg(s::text, ' ') as text from journey_steps s")
  expect(text).not.toMatch(/more|view|welcome|sandbox/)
})

test('accepts the error codes of docs/errors.md and those of the page', () => {
  const page = readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8')
  const codes = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code ?? '')
  expect([...errorCodes].sort()).toEqual([...new Set([...codes, ...pageErrorCodes])].sort())
})

test('covers the requested days, both inclusive', async () => {
  const { clientId } = world.clients.rival
  await sql(
    `insert into journey_counts (client_id, day, name, detail, provider, lane, journeys)
       select $1, day, 'open', '', '', lane, 1 from unnest(array['2025-01-01', '2025-01-31', '2025-02-01']::date[]) day,
         generate_series(0, 7) lane`,
    [clientId],
  )
  const opened = async (query: string) => lines((await funnelOf(rival, query)).steps)[0]
  expect(await opened('?from=2025-01-01&to=2025-01-31')).toBe('open null 16')
  expect(await opened('?from=2025-01-02&to=2025-02-01')).toBe('open null 16')
  expect(await opened('?to=2025-01-31')).toBe('open null 8')
  expect(await opened('?from=2025-01-01&to=2026-01-01')).toBe('open null 24')
  const refused = async (query: string) => (await rival('GET', `/journeys/funnel${query}`)).body.errors
  expect(await refused('?from=2025-01-02&to=2025-01-01')).toEqual([
    'Field [to] is invalid: must not be before [from]',
  ])
  expect(await refused('?from=2025-01-01&to=2026-01-02')).toEqual([
    'Field [from] is invalid: at most 366 days per request',
  ])
  expect(await refused('?from=yesterday&to=2025-13-01')).toHaveLength(2)
})

test('merges the counter shards of past days without losing a count', async () => {
  const { clientId } = world.clients.rival
  await sql(
    `insert into journey_counts (client_id, day, name, detail, provider, lane, journeys)
       select $1, now()::date - ago, 'connected', '', 'sandbox-cloud', lane, ago + lane
         from unnest(array[0, 1, 2, 20, 801]) ago, generate_series(0, 7) lane`,
    [clientId],
  )
  const before = await funnelOf(rival)
  const { database } = await openCoreDependencies(config)
  await Promise.all([database.system(compactCounts), database.system(compactCounts)])
  await database.close()
  expect(await funnelOf(rival)).toEqual(before)
  const lanes = await sql(
    `select now()::date - day as ago, count(*)::int, sum(journeys)::int from journey_counts
       where client_id = $1 and name = 'connected' group by day order by day desc`,
    [clientId],
  )
  expect(lanes).toEqual([
    { ago: 0, count: 8, sum: 28 },
    { ago: 1, count: 8, sum: 36 },
    { ago: 2, count: 1, sum: 44 },
    { ago: 20, count: 1, sum: 188 },
  ])
})
