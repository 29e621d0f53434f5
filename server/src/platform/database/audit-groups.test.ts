import { afterEach, expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'

const api = await startApi()
const { acme, rival, sql, config, world } = api
const users = { acme: await createUser(acme), rival: await createUser(rival) }

afterEach(() => sql('delete from client_moves'))

const readLines = (client: 'acme' | 'rival') =>
  sql(
    `select request_id, lane, seq, at::text from audit_lines
       where client_id = $1 and action = 'user.read' order by at, lane, seq`,
    [world.clients[client].clientId],
  )

test('every concurrent read leaves one line, in groups that share a commit', async () => {
  const before = { acme: (await readLines('acme')).length, rival: (await readLines('rival')).length }
  const reads = Array.from({ length: 100 }, () => [
    acme('GET', `/users/${users.acme.user_id}`),
    rival('GET', `/users/${users.rival.user_id}`),
  ]).flat()
  const replies = await Promise.all(reads)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  for (const client of ['acme', 'rival'] as const) {
    const lines = (await readLines(client)).slice(before[client])
    expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(100)
    // Lines of one group have the same time.
    expect(new Set(lines.map(({ at, lane }) => `${at} ${lane}`)).size).toBeLessThan(100)
  }
  expect(await runAdmin(config, ['verify-audit'])).toMatchObject({ intact: true })
})

test('a client that moved to another cell is refused without its neighbours in the group', async () => {
  await sql(`insert into client_moves (client_id, state, cell) values ($1, 'moved', 'b0')`, [
    world.clients.rival.clientId,
  ])
  const before = (await readLines('rival')).length
  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => ({
      acme: (await acme('GET', `/users/${users.acme.user_id}`)).status,
      rival: (await rival('GET', `/users/${users.rival.user_id}`)).status,
    })),
  )
  expect(new Set(replies.map((reply) => reply.acme))).toEqual(new Set([200]))
  expect(new Set(replies.map((reply) => reply.rival))).toEqual(new Set([503]))
  expect(await readLines('rival')).toHaveLength(before)
})

test('a read whose line cannot be stored is not answered', async () => {
  await sql('revoke execute on function audit_append_group from payproof_system')
  try {
    expect((await acme('GET', `/users/${users.acme.user_id}`)).status).toBe(500)
  } finally {
    await sql('grant execute on function audit_append_group to payproof_system')
  }
})
