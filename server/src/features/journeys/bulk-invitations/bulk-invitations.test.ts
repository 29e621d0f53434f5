import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { createUser, readMail, signInOwner } from '../../../../test/people.ts'
import { CsvError, parseCsv } from './parse-csv.ts'

const api = await startApi()
const { acme, rival, sql, world } = api

const header = 'ext_id,forename,surname,date_of_birth,post_code,email'
const send = (csv: string, dry_run?: boolean) =>
  acme('POST', '/users/bulk-invitations', { csv, ...(dry_run !== undefined && { dry_run }) })
const aPerson = (changes: Partial<Record<'id' | 'surname' | 'email', string>> = {}) => {
  const id = changes.id ?? `bulk-${randomUUID()}`
  return {
    id,
    email: changes.email ?? `${id}@people.example`,
    line: `${id},Tam,${changes.surname ?? 'Lindqvist'},1990-01-31,LS1 4AP;YO24 1AB,${id}@people.example`,
  }
}
const count = async () => Number((await sql('select count(*) from users'))[0].count)

test('parses quotes, line breaks in cells, a byte order mark and empty lines', () => {
  expect(parseCsv('\ufeffa,b\r\n"x, ""y""\nz",2\r\n\r\n3,\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"\nz', '2'] },
    { line: 5, cells: ['3', ''] },
  ])
  expect(() => parseCsv('a\nb"c')).toThrow(CsvError)
  expect(parseCsv('')).toEqual([])
})

test('a dry run reports every wrong line and stores nothing', async () => {
  const before = await count()
  const twice = aPerson()
  const { user_id } = await createUser(acme, { ext_id: 'bulk-known' })
  expect(user_id).toBeTruthy()
  const lines = [
    aPerson().line,
    twice.line,
    twice.line,
    'x,,B,1990-13-01,LS1 4AP,nowhere',
    'bulk-known,A,B,1990-01-01,LS1,a@b.example',
  ]
  const { status, body } = await send([header, ...lines].join('\n'))
  expect(status).toBe(200)
  expect(body).toMatchObject({ is_dry_run: true, line_count: 5, invited: [] })
  expect(body.errors.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
    [4, 'ext_id'],
    [5, 'forename'],
    [5, 'date_of_birth'],
    [5, 'email'],
    [6, 'ext_id'],
  ])
  expect(await count()).toBe(before + 1)
})

test('registers and mails each person, and sends no second invitation for a repeated file', async () => {
  const people = [aPerson({ surname: 'Brackenridge' }), aPerson()]
  const csv = [`${header},language,payroll_period_months`, ...people.map(({ line }) => `${line},cy,3`)].join(
    '\r\n',
  )
  const { status, body } = await send(csv, false)
  expect(status).toBe(200)
  expect(body.invited.map(({ ext_id }: { ext_id: string }) => ext_id)).toEqual(people.map(({ id }) => id))
  const user = (await acme('GET', `/users/${body.invited[0].user_id}`)).body
  expect(user).toMatchObject({
    surname: 'Brackenridge',
    payroll_period_months: 3,
    post_codes: ['LS1 4AP', 'YO24 1AB'],
  })
  const { subject } = await readMail(world.inboxUrl, people[1]?.email ?? '')
  expect(subject).toContain('yn gofyn i chi')
  expect((await acme('GET', `/users/${user.user_id}/review`)).body.status).toBe('invited')
  const again = await send(csv, false)
  expect(again.status).toBe(400)
  expect(again.body.errors).toHaveLength(2)
  expect((await rival('GET', `/users/${user.user_id}`)).status).toBe(404)
})

test('two concurrent uploads of one file register each person once', async () => {
  const people = Array.from({ length: 5 }, () => aPerson())
  const csv = [header, ...people.map(({ line }) => line)].join('\n')
  const replies = await Promise.all([send(csv, false), send(csv, false)])
  for (const { id } of people) {
    const { body } = await acme('GET', `/users?ext_id=${id}`)
    expect(body.pagination.total_count).toBe(1)
  }
  const invited = replies.flatMap(({ body }) => body.invited ?? [])
  expect(invited.map(({ ext_id }: { ext_id: string }) => ext_id).toSorted()).toEqual(
    people.map(({ id }) => id).toSorted(),
  )
})

test('an API key needs the scope that creates links', async () => {
  const owner = api.withToken(await signInOwner(api, 'acme'))
  for (const [scope, status] of [
    ['write', 403],
    ['tokens', 200],
  ] as const) {
    const { body } = await owner('POST', '/api-keys', { name: scope, scopes: [scope] })
    const call = api.withKey(body.key)
    const reply = await call('POST', '/users/bulk-invitations', { csv: [header, aPerson().line].join('\n') })
    expect(reply.status, scope).toBe(status)
  }
})

test('refuses files without the columns or with too many lines', async () => {
  for (const csv of ['', 'name\nx', header, `${header},colour\n${aPerson().line},red`, `${header}\n"a`])
    expect((await send(csv)).status, csv).toBe(400)
  const many = Array.from({ length: 251 }, () => aPerson().line)
  expect((await send([header, ...many].join('\n'))).status).toBe(400)
})

test('refuses a file that goes beyond the limit of the day', async () => {
  // The limit is the client's own, so this client is used by no other test of the file.
  await sql(`insert into journey_invitations (client_id) select $1 from generate_series(1, 1999)`, [
    world.clients.rival.clientId,
  ])
  const csv = [header, aPerson().line, aPerson().line].join('\n')
  const reply = await rival('POST', '/users/bulk-invitations', { csv, dry_run: false })
  expect(reply).toMatchObject({ status: 429 })
})
