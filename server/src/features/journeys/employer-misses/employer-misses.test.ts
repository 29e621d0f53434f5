import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { createUser } from '../../../../test/people.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { deleteOldMisses } from './queries.ts'

const api = await startApi({}, 'api')
const { acme, rival, anonymous, sql } = api
const { database } = await openCoreDependencies(api.config)
afterAll(() => database.close())

async function aSearcher() {
  const { user_id } = await createUser(acme)
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const send = api.withToken((await anonymous('POST', '/journeys/sessions', { code })).body.token)
  return async (query: string, headers = {}) =>
    (await send('POST', '/journeys/current/employer-misses', { query }, headers)).body.is_counted
}

const listed = async (name: string) =>
  (await acme('GET', '/employers/misses')).body.misses.filter(
    ({ query }: { query: string }) => query === name,
  )

test('stores a text after three journeys, without accents, punctuation and case', async () => {
  for (const query of ['Câstle Bakery!', 'castle bakery']) {
    expect(await (await aSearcher())(query)).toBe(true)
    expect(await listed('castle bakery')).toEqual([])
  }
  const stored = await sql('select query from employer_search_misses')
  expect(JSON.stringify(stored)).not.toContain('castle')
  const third = await aSearcher()
  expect(await third('CASTLE  BAKERY')).toBe(true)
  expect(await third('castle bakery')).toBe(false)
  const today = new Date().toISOString().slice(0, 10)
  expect(await listed('castle bakery')).toEqual([{ query: 'castle bakery', journeys: 3, last_day: today }])
  const { misses } = (await rival('GET', '/employers/misses')).body
  expect(misses).toEqual([])
})

test.each([
  ['employers that are found', 'Brindlewick'],
  ['texts with digits', 'QQ123456C'],
  ['addresses', 'person@xylophone.example'],
  ['texts that are too short', 'xy'],
])('does not count %s', async (_, query) => {
  expect(await (await aSearcher())(query)).toBe(false)
})

test('deletes texts of more than 400 days ago', async () => {
  await (await aSearcher())('Old Mill Forge')
  await sql(`update employer_search_misses set last_day = now() - interval '401 days'`)
  await database.system(deleteOldMisses)
  expect(await sql('select from employer_search_misses')).toEqual([])
})

test('a repeated request with an Idempotency-Key that counts nothing gets the same reply', async () => {
  const send = await aSearcher()
  const key = { 'idempotency-key': 'not-a-name' }
  expect(await send('QQ123456C', key)).toBe(false)
  expect(await send('QQ123456C', key)).toBe(false)
})
