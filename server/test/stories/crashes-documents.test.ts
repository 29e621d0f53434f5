import { expect, test } from 'vitest'
import { eventually } from '../engine.ts'
import { startPapers } from '../papers.ts'
import { startApiProcess } from '../processes.ts'
import { startSandbox } from '../sandbox.ts'

const { aPerson, stored, sql, environment } = await startPapers({ hasWorker: false })
const sandbox = await startSandbox()

/** Statements of one person, month by month. */
async function statements(months: string[]) {
  const at = `${sandbox.url}/controls/documents/statement?user_name=wilhelmina.oakapple`
  return Promise.all(
    months.map(async (month) => Buffer.from(await (await fetch(`${at}&month=${month}`)).arrayBuffer())),
  )
}

test('a worker that dies while it reads: another one reads again, and everything is stored once', {
  timeout: 240_000,
}, async () => {
  const person = await aPerson()
  const months = ['2026-03', '2026-04', '2026-05']
  const files = await person.upload('bank_statement', await statements(months))
  const first = await startApiProcess(environment, 'worker')
  const reply = person.submitFiles('bank_statement', files)
  // A reader takes longer than that to start.
  await eventually(
    async () =>
      (await sql(`select from tasks where kind = 'bank-statements.read' and state <> 'waiting'`)).length > 0,
    30_000,
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  first.signal('SIGKILL')
  await first.ended
  expect(await stored(person.user_id)).toMatchObject({ documents: 0, statements: 0, events: 0 })
  await startApiProcess(environment, 'worker')
  await eventually(async () => (await stored(person.user_id)).statements === months.length, 150_000)
  expect(await stored(person.user_id)).toMatchObject({
    ...{ documents: months.length, statements: months.length, events: 1 },
  })
  const { status, body } = await reply
  const listed = body.bank_statement_submissions.length + body.bank_statement_errors.length
  expect([status, listed]).toEqual([body.bank_statement_submissions.length > 0 ? 201 : 200, months.length])
})
