import { expect, test } from 'vitest'
import { eventually } from '../engine.ts'
import { startApiProcess } from '../processes.ts'
import { startSandbox } from '../sandbox.ts'
import { startDocumentTests } from '../uploaded-documents.ts'

const { acme, aPerson, stored, filesOf, environment } = await startDocumentTests({ hasWorker: false })
const sandbox = await startSandbox()

/** Generates monthly statements of one person. */
async function statements(months: string[]) {
  const at = `${sandbox.url}/controls/documents/statement?user_name=wilhelmina.oakapple`
  return Promise.all(
    months.map(async (month) => Buffer.from(await (await fetch(`${at}&month=${month}`)).arrayBuffer())),
  )
}

type Submission = { id: string; document_filename: string }
type StatementEvent = { body: { user_id: string; payload: { bank_statement_submissions: Submission[] } } }

test('after a worker dies while reading, another one reads again, and everything is stored and announced once', async () => {
  const { user_id, ...person } = await aPerson()
  const months = ['2026-02', '2026-03', '2026-04', '2026-05']
  const files = await person.upload('bank_statement', await statements(months))
  const first = await startApiProcess(environment, 'worker')
  const reply = person.submitFiles('bank_statement', files)
  // Wait until one statement has been read and is in the store, but not in the database yet.
  await eventually(async () => (await filesOf(user_id)).some((key) => key.startsWith('documents/')), 120_000)
  first.signal('SIGKILL')
  await first.ended
  await startApiProcess(environment, 'worker')
  await eventually(async () => (await stored(user_id)).statements === months.length, 150_000)
  expect((await stored(user_id)).documents).toBe(months.length)

  const { bank_statement_submissions: list } = (await acme('GET', `/bankstatements/${user_id}`)).body
  expect(list.map((one: Submission) => one.document_filename).sort()).toEqual([
    '0.pdf',
    '1.pdf',
    '2.pdf',
    '3.pdf',
  ])
  // On a slow machine some documents are finished later and have their own event.
  const announcedIds = await eventually(async () => {
    const { events } = (await acme('GET', '/events?include_payload=true')).body as {
      events: StatementEvent[]
    }
    const ids = events
      .filter(({ body }) => body.user_id === user_id)
      .flatMap(({ body }) => body.payload.bank_statement_submissions.map(({ id }) => id))
    return ids.length >= months.length && ids
  })
  expect(announcedIds.toSorted()).toEqual(list.map(({ id }: Submission) => id).sort())
  expect((await reply).status).toBeLessThan(300)
})
