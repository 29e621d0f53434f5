import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { createStatementFile, startDocumentTests } from '../../../test/uploaded-documents.ts'
import { read as readStatements } from '../bank-statements/tasks.ts'

// Files that take longer than a request waits for are read by background tasks, which store early what is ready.

const { aPerson, stored, reader, sql, inTransaction } = await startDocumentTests({
  backgroundReadingMs: 2_000,
})

/** Submits the files to a background task, as the task of a request does with files that are not ready. */
async function readInBackground(files: Buffer<ArrayBuffer>[]) {
  const { user_id, authorisation_id, upload } = await aPerson()
  const uploads = await upload('bank_statement', files)
  const task_id = await inTransaction((tx) =>
    readStatements.schedule(tx, {
      user_id,
      authorisation_id,
      files: uploads.map(({ path }, n) => ({ n, upload_id: path.slice(path.lastIndexOf('/') + 1) })),
    }),
  )
  return { user_id, task_id }
}

test('a background task stores the files that are ready and leaves the others to the next one', async () => {
  const { user_id } = await readInBackground([
    createStatementFile([['2026-03-02', 'READY', '-5.00']]),
    createStatementFile([['2026-04-02', 'SLOW', '-5.00']], { hold: 'slow' }),
  ])
  await eventually(async () => (await stored(user_id)).documents === 1)
  reader.release('slow')
  await eventually(async () => (await stored(user_id)).documents === 2)
  expect((await stored(user_id)).events).toBe(2)
})

test('a background task that read no file counts as failed, so that it is not repeated without end', async () => {
  const { user_id, task_id } = await readInBackground([
    createStatementFile([['2026-05-02', 'STUCK', '-5.00']], { hold: 'stuck' }),
  ])
  await eventually(async () => {
    const [task] = await sql('select attempts from tasks where id = $1', [task_id])
    return Number(task?.attempts) > 0
  })
  expect((await stored(user_id)).documents).toBe(0)
  reader.release('stuck')
  await eventually(async () => (await stored(user_id)).documents === 1)
})
