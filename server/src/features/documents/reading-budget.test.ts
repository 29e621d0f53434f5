import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { createUser } from '../../../test/people.ts'
import {
  createPayslipFile,
  fileError,
  plannedReadingMs,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import { maxReadingMsPerUser } from './limits.ts'

const { acme, rival, aPerson, stored, reader, sql } = await startDocumentTests()

/** Records used reading time for this hour and the next, so that the test may cross the hour. */
const use = (userId: string, ms: number) =>
  sql(
    `insert into reading_times (client_id, user_id, hour, ms)
       select client_id, id, date_trunc('hour', now()) + n * interval '1 hour', $2
         from users, generate_series(0, 1) n where id = $1`,
    [userId, ms],
  )

test('finding 7: files beyond the reading time of a user are read in the next hour', async () => {
  const person = await aPerson()
  await use(person.user_id, maxReadingMsPerUser)
  const reply = await person.submit('payslip', [createPayslipFile()])
  expect(reply.body).toMatchObject({ entry_id: null, payslip_errors: [fileError(0, 'still-processing')] })
  const [task] = await sql(
    `select wake_at > now() and extract(minute from wake_at) = 0 and wake_at < now() + interval '2 hours' as is_later
       from tasks where user_id = $1`,
    [person.user_id],
  )
  expect(task).toEqual({ is_later: true })
  await sql('delete from reading_times where user_id = $1', [person.user_id])
  await sql('update tasks set due_at = now(), wake_at = now() where user_id = $1', [person.user_id])
  await eventually(async () => (await stored(person.user_id)).payslips === 1)
})

test('finding 7: the reading time of a client is shared by its users, and not with other clients', async () => {
  const other = await createUser(acme)
  await use(other.user_id, 3_600_000)
  const held = await (await aPerson()).submit('payslip', [createPayslipFile()])
  expect(held.body.payslip_errors).toEqual([fileError(0, 'still-processing')])
  const ofRival = await (await aPerson({}, rival)).submit('payslip', [createPayslipFile()])
  expect(ofRival.body).toMatchObject({ payslip_errors: [], payroll_submissions: [{}] })
  await sql('delete from reading_times where user_id = $1', [other.user_id])
})

test('records the time of every file, also of rejected ones', async () => {
  const person = await aPerson()
  await person.submit('payslip', [
    createPayslipFile(),
    createPayslipFile({}, { kind: 'other', submission: null }),
  ])
  expect(
    await sql('select sum(ms)::int as ms from reading_times where user_id = $1', [person.user_id]),
  ).toEqual([{ ms: 2 * plannedReadingMs }])
})

test('finding 7: further tasks of a user run one at a time', async () => {
  const person = await aPerson()
  const submits = ['first', 'second', 'third'].map(async (hold, n) => {
    const files = await person.upload('payslip', [
      createPayslipFile({ pay_date: `2026-0${n + 1}-28` }, { hold }),
    ])
    return { hold, files }
  })
  const replies = []
  for (const { hold, files } of await Promise.all(submits)) {
    replies.push(person.submitFiles('payslip', files))
    if (hold === 'third')
      await eventually(
        async () =>
          (await sql(`select from tasks where user_id = $1 and state = 'blocked'`, [person.user_id]))
            .length === 1,
      )
    else await reader.untilReadingStarts(hold)
  }
  for (const hold of ['first', 'second', 'third']) reader.release(hold)
  const bodies = (await Promise.all(replies)).map(({ body }) => body.payroll_submissions.length)
  expect(bodies).toEqual([1, 1, 1])
})
