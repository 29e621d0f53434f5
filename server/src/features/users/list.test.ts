import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { aMember, createUser } from '../../../test/people.ts'

// Compares every list, read through the API, with a simple model of the existing users in order of creation.

const api = await startApi()
const { sql, world } = api

type Step =
  | { kind: 'add'; client: 0 | 1; count: number }
  | { kind: 'remove'; client: 0 | 1; picks: number[] }
  | { kind: 'both'; count: number; picks: number[] }
  | { kind: 'walk'; client: 0 | 1; limits: number[] }

const client = fc.constantFrom(0 as const, 1 as const)
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 8 })
const limits = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), client, count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('remove' as const), client, picks }),
  fc.record({ kind: fc.constant('both' as const), count: fc.integer({ min: 1, max: 8 }), picks }),
  fc.record({ kind: fc.constant('walk' as const), client, limits }),
)

/** Reads the whole list page by page. Every page must be consistent with its total. */
async function readAllPages(call: Call, limits: number[]) {
  const users: { user_id: string; created_at: string }[] = []
  for (let page = 0; page < 10_000; page++) {
    const limit = limits[page % limits.length] ?? 100
    const { status, body } = await call('GET', `/users?offset=${users.length + 1}&limit=${limit}`)
    expect(status).toBe(200)
    const { count, total_count } = body.pagination
    expect(body.users).toHaveLength(count)
    expect(count).toBe(Math.max(0, Math.min(limit, total_count - users.length)))
    users.push(...body.users)
    if (users.length >= total_count) return { users, total: total_count as number }
  }
  throw new Error('the list does not end')
}

function aModel(call: Call) {
  // Users that are created concurrently form one round. Their order within the round is undefined.
  let rounds: string[][] = []
  const listIds = () => rounds.flat()

  return {
    call,
    listIds,
    async add(count: number) {
      const made = await Promise.all(Array.from({ length: count }, () => createUser(call)))
      rounds.push(made.map(({ user_id }) => user_id))
    },
    async remove(picks: number[]) {
      const ids = new Set(picks.map((pick) => listIds()[pick % Math.max(1, listIds().length)]))
      const gone = [...ids].filter((id): id is string => id !== undefined)
      const replies = await Promise.all(gone.map((id) => call('DELETE', `/users/${id}`)))
      expect(replies.map(({ status }) => status)).toEqual(gone.map(() => 200))
      rounds = rounds.map((round) => round.filter((id) => !ids.has(id))).filter((round) => round.length > 0)
    },
    async check(limits: number[]) {
      const { users, total } = await readAllPages(call, limits)
      expect(total).toBe(listIds().length)
      const ids = users.map(({ user_id }) => user_id)
      let at = 0
      for (const round of rounds.toReversed()) {
        expect(ids.slice(at, at + round.length).sort()).toEqual([...round].sort())
        at += round.length
      }
      expect(ids).toHaveLength(at)
      const times = users.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
    },
  }
}

test('lists every user exactly once, newest first, under concurrent additions and removals of two clients', async () => {
  const models = [aModel(api.acme), aModel(api.rival)] as const
  const take = async (step: Step) => {
    if (step.kind === 'add') await models[step.client].add(step.count)
    if (step.kind === 'remove') await models[step.client].remove(step.picks)
    if (step.kind === 'walk') await models[step.client].check(step.limits)
    if (step.kind === 'both') {
      const [left, right] = models
      await Promise.all([
        left.remove(step.picks),
        right.remove(step.picks),
        left.add(step.count),
        right.add(step.count),
        readWhileItChanges(left.call),
        readWhileItChanges(right.call),
      ])
    }
  }
  // Users are kept between runs, so that the lists grow across block boundaries.
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), limits, async (steps, last) => {
      for (const step of steps) await take(step)
      for (const model of models) await model.check(last)
    }),
    { numRuns: 6, endOnFailure: true },
  )
  for (const model of models) {
    while (model.listIds().length > 0) await model.remove(Array.from({ length: 40 }, (_, pick) => pick))
    await model.check([20])
  }
  expect(await sql('select distinct live from list_counts')).toEqual([{ live: '0' }])
}, 120_000)

/**
 * Checks pages while users are being added and removed. The total cannot be predicted, but each page must be
 * consistent with the total returned with it.
 */
async function readWhileItChanges(call: Call) {
  for (let n = 0; n < 3; n++) {
    const { body } = await call('GET', '/users?offset=3&limit=7')
    const { count, total_count } = body.pagination
    expect(count).toBe(Math.max(0, Math.min(7, total_count - 2)))
    expect(new Set(body.users.map((user: { user_id: string }) => user.user_id)).size).toBe(count)
  }
}

test('keeps the count under concurrent additions and removals', async () => {
  const first = await Promise.all(Array.from({ length: 30 }, () => createUser(api.acme)))
  const [made] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, () => createUser(api.acme))),
    ...first.map(({ user_id }) => api.acme('DELETE', `/users/${user_id}`)),
    ...first.map(({ user_id }) => api.rival('DELETE', `/users/${user_id}`)),
  ])
  const { users, total } = await readAllPages(api.acme, [7, 1, 30])
  expect(total).toBe(30)
  expect(users.map(({ user_id }) => user_id).sort()).toEqual(made.map(({ user_id }) => user_id).sort())
  expect((await readAllPages(api.rival, [10])).total).toBe(0)
  for (const { user_id } of made) await api.acme('DELETE', `/users/${user_id}`)
})

// A block has 256 positions, and a wide block has 1,024 blocks. The ranges cross the boundaries of both.
const ranges = [
  { name: 'one border of a block', spans: [[1, 300]] },
  { name: 'four borders of blocks', spans: [[1, 1_100]] },
  {
    name: 'a border of a wide block and holes of many blocks',
    spans: [
      [1, 3],
      [255, 257],
      [70_000, 70_010],
      [262_000, 262_300],
      [524_287, 524_290],
    ],
  },
]

for (const { name, spans } of ranges) {
  test(`lists correctly across ${name}, also after removing rows at the boundary`, async () => {
    const other = await startApi()
    const { clientId } = world.clients.acme
    // The Support role sees no personal data, so these rows contain none.
    const support = other.withToken((await aMember(other, other.acme, 'Support')).token)
    for (const span of spans) await other.sql(insertRange, [clientId, ...span])
    await other.sql(insertKeysAndHead, [clientId])

    let model = (await other.sql('select id, position from users order by position desc')) as Row[]
    const compare = async (limits: number[]) => {
      const { users, total } = await readAllPages(support, limits)
      expect(total).toBe(model.length)
      expect(users.map(({ user_id }) => user_id)).toEqual(model.map(({ id }) => id))
    }
    const remove = async (isRemoved: (position: number) => boolean) => {
      for (const { id } of model.filter(({ position }) => isRemoved(Number(position)))) {
        expect((await other.acme('DELETE', `/users/${id}`)).status).toBe(200)
      }
      model = model.filter(({ position }) => !isRemoved(Number(position)))
    }

    await compare([100])
    const borders = [256, 512, 768, 1_024, 262_144, 524_288]
    await remove((position) => borders.some((border) => position === border || position === border - 1))
    await compare([97, 3, 50])
    await remove((position) => borders.some((border) => Math.abs(position - border) < 12))
    await compare([64])
    // Read single rows at arbitrary offsets.
    for (let offset = 1; offset <= model.length + 1; offset += 37) {
      const { body } = await support('GET', `/users?offset=${offset}&limit=1`)
      expect(body.users.map((user: { user_id: string }) => user.user_id)).toEqual(
        model.slice(offset - 1, offset).map(({ id }) => id),
      )
    }
    // Delete a whole block at once. The next user must still be listed first.
    await other.sql('delete from users where position >= 256 and position < 512')
    model = model.filter(({ position }) => Number(position) < 256 || Number(position) >= 512)
    const newest = await createUser(other.acme)
    model.unshift({ id: newest.user_id, position: 'next' })
    await compare([100, 1])
    expect((await other.rival('GET', '/users')).body.pagination.total_count).toBe(0)
  })
}

type Row = { id: string; position: string }

const insertRange = `
  with made as (
    insert into users (client_id, id, position, created_at, sealed)
      select $1::uuid, gen_random_uuid(), n, '2026-01-01'::timestamptz + n * interval '1 second', '\\x00'
        from generate_series($2::bigint, $3::bigint) n
      returning client_id, id)
  select count(*) from made`

// A separate statement, because the foreign key of user_keys requires that the users already exist.
const insertKeysAndHead = `
  with keys as (
    insert into user_keys select client_id, id, '\\x00', 1 from users where client_id = $1 returning 1)
  insert into list_heads select client_id, 'users', max(position), max(created_at) from users
    where client_id = $1 group by client_id`
