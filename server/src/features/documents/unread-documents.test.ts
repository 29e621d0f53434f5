import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import {
  createCardStatementFile,
  createPayslipFile,
  createStatementFile,
  createTestFile,
  fileError,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import { readPayslips } from '../payroll/tasks.ts'
import { ReadInput } from './extract-submitted.ts'

// Documents of the right kind that cannot be read are kept if the request says so, for a review by the team.

const { acme, aPerson, stored, filesOf, reader, sql, inTransaction } = await startDocumentTests()
const nothing = { documents: 0, entries: 0, payslips: 0, statements: 0, events: 0 }

type Person = Awaited<ReturnType<typeof aPerson>>
type Kind = 'payslip' | 'bank_statement'

/** Submits the files for manual review. */
async function submitForReview(person: Person, kind: Kind, contents: Buffer<ArrayBuffer>[]) {
  const files = await person.upload(kind, contents)
  return person.submitFiles(
    kind,
    files.map((file) => ({ ...file, manual_review: true })),
  )
}

/** A payslip of which these values were not found. */
function createIncompletePayslip(changes: { pay_date?: null; net_pay?: null; name?: string }) {
  const { income_information, identity_information, ...rest } = aPayslip()
  const { pay_date = income_information.pay_date, net_pay = income_information.earnings.net_pay } = changes
  return createTestFile({
    kind: 'payslip',
    submission: {
      ...rest,
      identity_information: { ...identity_information, name: changes.name ?? identity_information.name },
      income_information: {
        ...income_information,
        pay_date,
        earnings: { ...income_information.earnings, net_pay },
      },
    },
  })
}

/** Each is a document of its own, although nothing of it was read. */
const createUnreadPayslip = (text: string) =>
  createTestFile({ kind: 'payslip', submission: null, content_hash: text })

const documentsOf = async ({ user_id }: Pick<Person, 'user_id'>) =>
  (await acme('GET', `/documents?user_id=${user_id}`)).body.documents
const findingsOf = async ({ user_id }: Pick<Person, 'user_id'>) => {
  const { findings } = (await acme('GET', `/users/${user_id}/income`)).body
  return findings.filter(({ code }: { code: string }) => code === 'unread-document')
}

test('keeps a payslip that was recognised but not read, if asked to, without a submission or an event', async () => {
  const person = await aPerson()
  const reply = await submitForReview(person, 'payslip', [createUnreadPayslip('plain'), createPayslipFile()])
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.payslip_errors).toEqual([fileError(0, 'not-read')])
  expect(reply.body.payroll_submissions).toHaveLength(1)
  expect(await stored(person.user_id)).toEqual({
    ...nothing,
    documents: 2,
    entries: 1,
    payslips: 1,
    events: 1,
  })
  const documents = await documentsOf(person)
  const [kept] = documents.filter(({ unread }: { unread?: object }) => unread)
  expect(kept).toMatchObject({
    type: 'payslip',
    identity_match: 'unknown',
    unread: { problem: 'not-read', missing: ['pay_date', 'net_pay'] },
  })
  expect(documents.filter((each: object) => !('unread' in each))).toHaveLength(1)
  const read = await acme('GET', `/documents/${kept.id}`)
  expect(read.body.unread).toEqual(kept.unread)
  expect(read.body.file_contents).toEqual(expect.any(String))
})

test('says what is missing on an incomplete payslip, and compares the person that it shows', async () => {
  const person = await aPerson()
  const reply = await submitForReview(person, 'payslip', [
    createIncompletePayslip({ pay_date: null }),
    createIncompletePayslip({ net_pay: null }),
    createIncompletePayslip({ pay_date: null, net_pay: null, name: 'Mr Ignatius Threlkeld' }),
  ])
  expect(reply.body.entry_id).toBe(null)
  expect(reply.body.payslip_errors).toEqual([0, 1, 2].map((n) => fileError(n, 'incomplete')))
  expect(await stored(person.user_id)).toEqual({ ...nothing, documents: 3 })
  const documents: { file_name: string; unread: object; identity_match: string }[] = await documentsOf(person)
  const byName = documents.toSorted((one, other) => one.file_name.localeCompare(other.file_name))
  expect(byName.map(({ unread, identity_match }) => [unread, identity_match])).toEqual([
    [{ problem: 'incomplete', missing: ['pay_date'] }, 'full'],
    [{ problem: 'incomplete', missing: ['net_pay'] }, 'full'],
    [{ problem: 'incomplete', missing: ['pay_date', 'net_pay'] }, 'partial'],
  ])
})

test('keeps a bank statement whose transactions were not read', async () => {
  const person = await aPerson()
  const reply = await submitForReview(person, 'bank_statement', [
    createTestFile({ kind: 'bank_statement', submission: null }),
  ])
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    bank_statement_submissions: [],
    bank_statement_errors: [fileError(0, 'not-read')],
  })
  expect(await stored(person.user_id)).toEqual({ ...nothing, documents: 1 })
  expect(await documentsOf(person)).toMatchObject([
    { type: 'bank_statement', unread: { problem: 'not-read', missing: ['transactions'] } },
  ])
})

test('refuses the same files without the flag, and deletes them', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [
    createUnreadPayslip('refused'),
    createIncompletePayslip({ net_pay: null }),
  ])
  const reply = await person.submitFiles(
    'payslip',
    files.map((file, n) => (n === 0 ? file : { ...file, manual_review: false })),
  )
  expect(reply.body.payslip_errors).toEqual([fileError(0, 'not-read'), fileError(1, 'incomplete')])
  expect(await stored(person.user_id)).toEqual(nothing)
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
})

test('never keeps a file of another kind, a damaged one, or one that was rejected', async () => {
  const person = await aPerson()
  const payslips = await submitForReview(person, 'payslip', [
    createTestFile({ kind: 'other' }),
    createTestFile({ kind: 'bank_statement', submission: null }),
    createCardStatementFile(),
    createTestFile({ kind: 'rejected', rejection: 'unsafe' }),
    createTestFile({ kind: 'rejected', rejection: 'scan-too-poor' }),
    Buffer.from('<html>not a document</html>'),
  ])
  expect(payslips.body.payslip_errors.map(({ code }: { code: string }) => code)).toEqual([
    'not-a-payslip',
    'not-a-payslip',
    'not-a-payslip',
    'unsafe',
    'scan-too-poor',
    'not-a-pdf',
  ])
  const statements = await submitForReview(person, 'bank_statement', [
    createTestFile({ kind: 'payslip', submission: null }),
    createTestFile({ kind: 'card_statement', submission: null }),
  ])
  expect(statements.body.bank_statement_errors).toEqual([
    fileError(0, 'not-a-bank-statement'),
    fileError(1, 'credit-card-statement'),
  ])
  expect(await stored(person.user_id)).toEqual(nothing)
})

test('a file that can be read is stored as usual', async () => {
  const person = await aPerson()
  const statements = [createStatementFile([['2026-05-29', 'Tea', '-2.00']])]
  const reply = await submitForReview(person, 'bank_statement', statements)
  expect(reply.body.bank_statement_submissions).toHaveLength(1)
  expect(await documentsOf(person)).toEqual([expect.not.objectContaining({ unread: expect.anything() })])
  expect(await findingsOf(person)).toEqual([])
})

test('refuses a duplicate of a kept document', async () => {
  const person = await aPerson()
  await submitForReview(person, 'payslip', [createUnreadPayslip('twice')])
  const again = await submitForReview(person, 'payslip', [
    createUnreadPayslip('twice'),
    createUnreadPayslip('another'),
    createUnreadPayslip('another'),
  ])
  expect(again.body.payslip_errors).toEqual([
    fileError(0, 'duplicate'),
    fileError(1, 'not-read'),
    fileError(2, 'duplicate'),
  ])
  expect(await stored(person.user_id)).toEqual({ ...nothing, documents: 2 })
})

test('a kept document is a finding until it is deleted, and the review of the person shows it', async () => {
  const person = await aPerson()
  await submitForReview(person, 'payslip', [createUnreadPayslip('found')])
  const [{ id }] = await documentsOf(person)
  expect(await findingsOf(person)).toEqual([
    {
      code: 'unread-document',
      severity: 'medium',
      message: 'A payslip was sent that could not be read. No figure of it counts.',
      action: 'Look at the document.',
      submission_ids: [],
      document_id: id,
      locations: [],
      fields: ['pay_date', 'net_pay'],
    },
  ])
  const updates = () =>
    sql("select from tasks where kind = 'income.update' and user_id = $1", [person.user_id])
  expect(await updates()).toHaveLength(1)
  expect((await acme('DELETE', `/documents/${id}`)).status).toBe(200)
  expect(await findingsOf(person)).toEqual([])
})

test('the income summary opens no document that was read', async () => {
  const person = await aPerson()
  await person.submit('bank_statement', [createStatementFile([['2026-05-29', 'Rent', '-2.00']])])
  await submitForReview(person, 'payslip', [createUnreadPayslip('beside a statement')])
  await sql("update documents set sealed = '\\x00' where user_id = $1 and not is_unread", [person.user_id])
  expect(await findingsOf(person)).toHaveLength(1)
})

test('rates no kept document as High, because its figures were not checked', async () => {
  const person = await aPerson()
  const scores = ['High', 'Medium'] as const
  await submitForReview(
    person,
    'payslip',
    scores.map((trust_score) =>
      createTestFile({ kind: 'payslip', submission: null, content_hash: trust_score, trust_score }),
    ),
  )
  const documents: { trust_score: string | null }[] = await documentsOf(person)
  expect(documents.map(({ trust_score }) => trust_score).sort()).toEqual(['Medium', null])
})

test('deletes a kept document with its user', async () => {
  const person = await aPerson()
  await submitForReview(person, 'payslip', [createUnreadPayslip('erased')])
  await eventually(async () => (await filesOf(person.user_id)).length === 1)
  expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
  expect(await stored(person.user_id)).toEqual(nothing)
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
})

test('keeps a file that is read late', async () => {
  const { user_id, authorisation_id, upload } = await aPerson()
  const files = await upload('payslip', [
    createTestFile({ kind: 'payslip', submission: null, hold: 'late' }),
    createTestFile({ kind: 'payslip', submission: null, hold: 'late', content_hash: 'without the flag' }),
  ])
  const ids = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const taskId = await inTransaction((tx) =>
    readPayslips.schedule(tx, {
      user_id,
      authorisation_id,
      files: ids.map((upload_id, n) => ({ n, upload_id, ...(n === 0 && { manual_review: true }) })),
      answer_at: new Date(Date.now() + 1_500).toISOString(),
    }),
  )
  const isOver = async () => {
    const rows = await sql("select from tasks where kind = 'payroll.read-payslips' and user_id = $1", [
      user_id,
    ])
    return rows.length === 0
  }
  await eventually(async () => (await sql('select from ended_tasks where id = $1', [taskId])).length > 0)
  expect(await stored(user_id)).toEqual(nothing)
  reader.release('late')
  await eventually(isOver)
  expect(await stored(user_id)).toEqual({ ...nothing, documents: 1 })
  expect(await documentsOf({ user_id })).toMatchObject([{ id: ids[0], unread: { problem: 'not-read' } }])
})

test('a task that was scheduled by an older process still parses', () => {
  const [user_id, authorisation_id, upload_id] = Array.from({ length: 3 }, () => crypto.randomUUID())
  const older = { user_id, authorisation_id, files: [{ n: 0, upload_id }] }
  expect(ReadInput.parse(older).files).toEqual([{ n: 0, upload_id }])
})
