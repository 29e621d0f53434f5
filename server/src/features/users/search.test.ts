import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { aMember, anId, createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { foldName } from './search.ts'

const api = await startApi()
const { acme, rival, sql, config } = api
const support = api.withToken((await aMember(api, acme, 'Support')).token)

async function find(call: Call, search: string, rest = '') {
  const { status, body } = await call('GET', `/users?search=${encodeURIComponent(search)}${rest}`)
  expect(status).toBe(200)
  expect(body.pagination.count).toBe(body.users.length)
  return { ids: body.users.map(({ user_id }: { user_id: string }) => user_id), ...body.pagination }
}

test('folds spellings of a name together and keeps different names apart', () => {
  const same = [
    ["O'Quill-Barrow", 'oquill barrow', 'O’QUILL–BARROW', 'ÓQuillBarrow'],
    ['Łukaszewicz', 'LUKASZEWICZ', 'lukaszewicz'],
    ['Weißbrot', 'WEISSBROT', 'Weissbrot'],
    ['Ångström', 'A\u030angstro\u0308m', 'angstrom'],
    ['Bjørnsæter', 'bjornsaeter'],
    ['İncioğlu', 'incioglu'],
  ]
  for (const names of same) expect(new Set(names.map(foldName)).size, names[0]).toBe(1)
  expect(new Set(same.map(([name = '']) => foldName(name))).size).toBe(same.length)
  expect(foldName("-' ")).toBe('')
})

test('finds users of the client by id, ext_id, surname or full name', async () => {
  const named = { forename: 'Zoë', surname: "O'Quill-Barrow", ext_id: 'loan-901' }
  const { user_id } = await createUser(acme, named)
  await createUser(acme, { forename: 'Zoë', surname: 'Quillbarrow' })
  await createUser(rival, named)
  for (const text of [user_id.toUpperCase(), 'loan-901', 'OQUILL BARROW', 'zoe o’quill barrow']) {
    expect(await find(acme, text), text).toMatchObject({ ids: [user_id], total_count: 1 })
    expect((await find(rival, text)).ids, text).not.toContain(user_id)
  }
  for (const text of ['Zoë', 'O', 'Barrow', 'LOAN-901', anId(), "'", '%', 'loan-90'])
    expect(await find(acme, text), text).toMatchObject({ ids: [], total_count: 0 })
  expect((await acme('GET', '/users?search=a&ext_id=b')).body.errors).toEqual([
    'Field [search] is invalid: must not be sent together with [ext_id]',
  ])
})

test('pages search results newest first with the exact total, and lists a user who matches twice once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n++)
    ids.unshift((await createUser(acme, { surname: 'Plumtree', ext_id: 'Plumtree' })).user_id)
  const listed = []
  for (const offset of [1, 4, 7, 10]) {
    const page = await find(acme, 'plumtree', `&limit=3&offset=${offset}`)
    expect(page.total_count).toBe(7)
    listed.push(...page.ids)
  }
  expect(listed).toEqual(ids)
})

test('the Support role can search by id and ext_id but not by name', async () => {
  const { user_id } = await createUser(acme, { forename: 'Ida', surname: 'Mistlethwaite', ext_id: 'loan-77' })
  for (const text of [user_id, 'loan-77']) expect((await find(support, text)).ids).toEqual([user_id])
  for (const text of ['Mistlethwaite', 'Ida Mistlethwaite']) {
    expect((await find(acme, text)).ids).toEqual([user_id])
    expect((await find(support, text)).ids).toEqual([])
  }
})

test('finds the new name after a change, and nothing after erasure', async () => {
  const { user_id } = await createUser(acme, { forename: 'Edda', surname: 'Fennwick' })
  await acme('PATCH', `/users/${user_id}`, { surname: 'Larkhill' })
  expect((await find(acme, 'Edda Fennwick')).ids).toEqual([])
  expect((await find(acme, 'edda larkhill')).ids).toEqual([user_id])
  await acme('PATCH', `/users/${user_id}`, { surname: null })
  expect(await sql('select surname_hash, name_hash from users where id = $1', [user_id])).toEqual([
    { surname_hash: null, name_hash: null },
  ])
  await acme('DELETE', `/users/${user_id}`)
  expect(await sql('select from users where id = $1', [user_id])).toEqual([])
})

test('backfill-users makes existing users searchable', async () => {
  const { user_id } = await createUser(acme, { forename: 'Olo', surname: 'Thistlewood' })
  const other = await createUser(rival, { surname: 'Thistlewood' })
  await sql('update users set surname_hash = null, name_hash = null, has_search_terms = false')
  expect((await find(acme, 'Thistlewood')).ids).toEqual([])
  const [{ count }] = await sql(
    'select count(*)::int from users u join clients c on c.id = u.client_id where name = $1',
    ['acme'],
  )
  const fill = () => runAdmin(config, ['backfill-users', '--client', 'acme'])
  expect(await fill()).toMatchObject({ searchable: count })
  expect((await find(acme, 'thistle-wood')).ids).toEqual([user_id])
  expect((await find(rival, 'Thistlewood')).ids).toEqual([])
  expect(await fill()).toMatchObject({ searchable: 0 })
  expect((await acme('GET', `/users/${other.user_id}`)).status).toBe(404)
})
