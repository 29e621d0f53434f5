import { beforeEach, expect, test } from 'vitest'
import { type Call, startApi } from '../../../../test/api.ts'
import { anId, createUser } from '../../../../test/people.ts'

const { acme, rival, anonymous, sql, withToken } = await startApi({}, 'api')

beforeEach(async () => {
  await sql('delete from journey_progress')
  await acme('PATCH', '/configuration', { consent_layout: null })
})

async function startJourney(call: Call = acme) {
  const { user_id } = await createUser(call)
  const made = (await call('POST', '/user-tokens', { user_id })).body
  const code = String(made.webapp_link).split('/').at(-1)
  const { token, journey_id } = (await anonymous('POST', '/journeys/sessions', { code })).body
  const asPerson = withToken(token)
  const send = async (...events: object[]) => {
    const body = { events: events.map((event) => ({ id: anId(), ...event })) }
    expect((await asPerson('POST', '/journeys/current/events', body)).status).toBe(201)
  }
  return { user_id, journey_id: String(journey_id), asPerson, send }
}

const funnelOf = async (call: Call = acme) => (await call('GET', '/journeys/funnel')).body
const milestonesOf = async (call: Call = acme) =>
  (await funnelOf(call)).milestones.map(
    ({ name, journeys, lost }: { name: string; journeys: number; lost: number }) => [name, journeys, lost],
  )

const view = (name: string) => ({ name: 'view', view: name })
const open = { name: 'open' }
const agree = { name: 'consent_accepted' }
const choose = { name: 'source_selected', source: 'payroll' }
const connected = { name: 'connected', provider: 'sandbox-payroll' }

test('counts how many journeys reached each of five milestones, and how many were lost before it', async () => {
  const all = [open, agree, choose, connected, view('done')]
  for (const count of [1, 2, 3, 4, 5, 5]) await (await startJourney()).send(...all.slice(0, count))
  await (await startJourney(rival)).send(open)
  expect(await milestonesOf()).toEqual([
    ['opened', 6, 0],
    ['agreed', 5, 1],
    ['source_chosen', 4, 1],
    ['shared', 3, 1],
    ['finished', 2, 1],
  ])
  expect((await milestonesOf(rival))[0]).toEqual(['opened', 1, 0])
})

test('a skipped milestone counts with the next one', async () => {
  await (await startJourney()).send(open, { name: 'documents_submitted' })
  expect((await milestonesOf()).map(([, journeys]: [string, number]) => journeys)).toEqual([1, 1, 1, 1, 0])
})

test('returns the median time since opening', async () => {
  for (const minutes of [1, 4, 30]) {
    const { send, journey_id } = await startJourney()
    await send(open)
    await sql(
      "update journey_progress set opened_at = now() - $2 * interval '1 minute' where journey_id = $1",
      [journey_id, minutes],
    )
    await send(agree)
    await sql(
      "update journey_progress set agreed_at = opened_at + $2 * interval '1 minute' where journey_id = $1",
      [journey_id, minutes],
    )
  }
  const { milestones } = await funnelOf()
  expect(milestones[0].median_seconds).toBe(0)
  expect(milestones[1]).toMatchObject({ name: 'agreed', median_seconds: 240 })
  expect(milestones[2].median_seconds).toBeNull()
})

test('lists where journeys stopped, an hour after the last activity', async () => {
  const refused = { name: 'error', code: 'login-refused', recoverable: true, provider: 'sandbox-payroll' }
  for (let n = 0; n < 2; n++)
    await (await startJourney()).send(open, view('consent'), agree, choose, view('login'), refused)
  const recovered = await startJourney()
  await recovered.send(open, view('login'), refused)
  await recovered.send(view('progress'))
  expect((await funnelOf()).stops).toEqual([])
  await sql("update journey_progress set last_seen_at = now() - interval '61 minutes'")
  expect((await funnelOf()).stops).toEqual([
    { milestone: 'source_chosen', view: 'login', error_code: 'login-refused', journeys: 2 },
    { milestone: 'opened', view: 'progress', error_code: null, journeys: 1 },
  ])
})

test('a finished journey is no stop, and keeps counting after the person is deleted', async () => {
  const { send, user_id } = await startJourney()
  await send(open, agree, choose, connected, view('done'))
  await sql("update journey_progress set last_seen_at = now() - interval '61 minutes'")
  await acme('DELETE', `/users/${user_id}`)
  const { stops, milestones } = await funnelOf()
  expect([stops, milestones.at(-1).journeys]).toEqual([[], 1])
  expect(await sql('select journey_id from journey_progress')).toEqual([{ journey_id: null }])
})

test('the journey shows the configured consent layout, and a test assigns it by the journey', async () => {
  const layoutOf = async ({ asPerson }: Awaited<ReturnType<typeof startJourney>>) =>
    (await asPerson('GET', '/journeys/current')).body.consent_layout
  const journey = await startJourney()
  expect(await layoutOf(journey)).toBe('list')
  await acme('PATCH', '/configuration', { consent_layout: 'questions' })
  expect(await layoutOf(journey)).toBe('questions')
  await acme('PATCH', '/configuration', { consent_layout: 'test' })
  const isOdd = Number.parseInt(journey.journey_id.at(-1) ?? '', 16) % 2 === 1
  expect(await layoutOf(journey)).toBe(isOdd ? 'questions' : 'list')
})

test('compares the layouts of a test by the journeys whose outcome is known', async () => {
  await acme('PATCH', '/configuration', { consent_layout: 'test' })
  const agreeing = await startJourney()
  await agreeing.send(open, view('consent'), agree)
  const leaving = await startJourney()
  await leaving.send(open, view('consent'))
  expect((await funnelOf()).consent_test).toBeNull()
  await sql(`update journey_progress set opened_at = opened_at - interval '25 hours',
    consent_seen_at = consent_seen_at - interval '25 hours', agreed_at = agreed_at - interval '25 hours'`)
  const { consent_test } = await funnelOf()
  const sum = (name: 'journeys' | 'agreed') =>
    consent_test.layouts.reduce((all: number, layout: Record<string, number>) => all + (layout[name] ?? 0), 0)
  expect([sum('journeys'), sum('agreed'), consent_test.outcome]).toEqual([2, 1, 'collecting'])
})

test('a layout test excludes earlier journeys and people who had agreed before it', async () => {
  await (await startJourney()).send(open, view('consent'), agree)
  await acme('PATCH', '/configuration', { consent_layout: 'test' })
  const { user_id, asPerson, send } = await startJourney()
  const { term } = (await asPerson('GET', '/journeys/current')).body
  const consent = { user_id, user_agent: 'test', term_id: term.id }
  expect((await asPerson('POST', '/authorisations', consent)).status).toBe(201)
  await send(open, view('consent'))
  expect(await sql('select is_tested from journey_progress')).toEqual([
    { is_tested: false },
    { is_tested: false },
  ])
})
