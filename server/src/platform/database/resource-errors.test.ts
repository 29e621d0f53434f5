import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startApi } from '../../../test/api.ts'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import { aUser } from '../../../test/people.ts'
import { defineTask } from '../tasks/task.ts'
import { isLockOrTimeout, isUnreachable } from './transient-errors.ts'

test.each([
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['58030', 'I/O error'],
])('%s (%s) is a passing state of the database', (code) => {
  expect([isUnreachable({ code }), isLockOrTimeout({ code })]).toEqual([true, false])
})

test.each(['23505', '42601', '54000', '22P02', ''])('%s is an error of the statement', (code) => {
  expect(isUnreachable({ code })).toBe(false)
})

test('a request is refused with 503 and can be repeated while the disk is full', async () => {
  const { acme, sql } = await startApi({}, 'api')
  await sql(
    `create function disk_full() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger disk_full before insert on users for each row execute function disk_full()`,
  )
  const refused = await acme('POST', '/users', aUser())
  expect(refused.status).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await sql('drop trigger disk_full on users')
  expect((await acme('POST', '/users', aUser())).status).toBe(201)
})

test('a disk that is full for a while does not count as a failed attempt of a task', async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  let runs = 0
  const kind = defineTask({
    kind: 'test.disk-full',
    lane: testLane.name,
    input: z.object({}),
    retry: [],
    async run({ tenant }) {
      if (++runs < 3)
        await tenant.transaction((tx) =>
          statement`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
            tx,
          ),
        )
      return { runs }
    },
  })
  engine.dispatch()
  engine.work([kind.withDeps(undefined)])
  const id = await engine.inTransaction((tx) => kind.schedule(tx, {}))
  const [ended] = await eventually(async () => {
    const rows = await engine.sql('select * from ended_tasks where id = $1', [id])
    return rows.length > 0 && rows
  })
  expect(ended).toMatchObject({ state: 'done', attempts: 1, outcome: { runs: 3 } })
})
