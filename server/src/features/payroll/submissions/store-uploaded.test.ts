import { expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { aPayslip } from '../../../../test/features/sample-payslips.ts'
import { createUser } from '../../../../test/people.ts'
import {
  createPayslipFile,
  createStatementFile,
  createTestFile,
  fileError,
  startDocumentTests,
} from '../../../../test/uploaded-documents.ts'
import { readPayslips } from '../tasks.ts'

const { acme, rival, aPerson, stored, eventAbout, filesOf, reader, inTransaction, sql } =
  await startDocumentTests()

const months = ['2026-03-31', '2026-05-31', '2026-04-30']
const none = { documents: 0, entries: 0, payslips: 0, statements: 0, events: 0 }

test('stores three payslips as one entry, newest first, with three documents and one event', async () => {
  const person = await aPerson()
  // The employer is unique, because text that another user has also submitted would lower the trust score.
  const documents = months.map((pay_date) => createPayslipFile({ pay_date, employer: 'Only in this test' }))
  const reply = await person.submit('payslip', documents)
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body).toMatchObject({
    account_id: null,
    authorisation_id: person.authorisation_id,
    payslip_errors: [],
    payroll_submissions: ['1.pdf', '2.pdf', '0.pdf'].map((document_filename) => ({
      account_id: null,
      entry_id: reply.body.entry_id,
      document_filename,
      trust_score: 'High',
      source: 'Payslip (via Doc Scan)',
      document_external_id: `mine-${document_filename[0]}`,
    })),
  })
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 3, entries: 1, payslips: 3, events: 1 })

  const listed = await acme('GET', `/payroll/${person.user_id}?document_external_id=mine-2`)
  expect(listed.body.payroll_submissions).toEqual([reply.body.payroll_submissions[1]])
  const told = await eventAbout(person.user_id)
  expect(told.body).toMatchObject({
    event: 'user-payroll-submitted',
    account_id: null,
    entry_id: reply.body.entry_id,
    payload: { payroll_submissions: [{ income_information: { earnings: { net_pay: 2000 } } }, {}, {}] },
  })
})

test('lists each unusable file with a readable error and stores nothing of it', async () => {
  const person = await aPerson()
  const { income_information, ...rest } = aPayslip()
  const undated = { ...rest, income_information: { ...income_information, pay_date: null } }
  const unpaid = {
    ...rest,
    income_information: {
      ...income_information,
      earnings: { ...income_information.earnings, net_pay: null },
    },
  }
  const files = await person.upload('payslip', [
    createTestFile({ kind: 'rejected', rejection: 'password' }),
    createTestFile({ kind: 'rejected', rejection: 'scan-too-poor' }),
    createStatementFile([['2026-05-01', 'Tea', '-2.00']]),
    createTestFile({ kind: 'other' }),
    createTestFile({ kind: 'payslip', submission: undated }),
    createTestFile({ kind: 'payslip', submission: unpaid }),
    Buffer.from('<html>not a document</html>'),
  ])
  const reply = await person.submitFiles('payslip', files)
  expect(reply.status).toBe(201)
  const problems = [
    'password',
    'scan-too-poor',
    'not-a-payslip',
    'not-a-payslip',
    'incomplete',
    'incomplete',
    'not-a-pdf',
  ] as const
  expect(reply.body).toEqual({
    account_id: null,
    entry_id: null,
    authorisation_id: person.authorisation_id,
    payroll_submissions: [],
    payslip_errors: problems.map((problem, n) => fileError(n, problem)),
  })
  expect(await stored(person.user_id)).toEqual(none)
  await eventually(async () => (await filesOf(person.user_id)).length === 0)

  const again = await person.submitFiles('payslip', files.slice(0, 1))
  expect(again.body.payslip_errors).toEqual([fileError(0, 'taken')])
})

test('reports the same payslip in another file as a duplicate, in the same or a later request', async () => {
  const person = await aPerson()
  const first = await person.submit('payslip', [
    createPayslipFile(),
    createPayslipFile({}, { verified: false }),
  ])
  expect(first.body.payslip_errors).toEqual([fileError(1, 'duplicate')])
  const later = await person.submit('payslip', [createPayslipFile({}, { trust_score: 'Medium' })])
  expect(later.body).toMatchObject({ entry_id: null, payslip_errors: [{ code: 'duplicate' }] })
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 1, entries: 1, payslips: 1, events: 1 })
  await eventually(async () => (await filesOf(person.user_id)).length === 1)
})

test('stores a payslip once when two requests submit it concurrently', async () => {
  const person = await aPerson()
  const documents = [
    createPayslipFile({}, { hold: 'twins' }),
    createPayslipFile({}, { hold: 'twins', verified: false }),
  ]
  const replies = Promise.all(documents.map((paper) => person.submit('payslip', [paper])))
  await reader.untilReadingStarts('twins')
  reader.release('twins')
  const errors = (await replies).flatMap(({ body }) => body.payslip_errors)
  expect(errors).toEqual([fileError(0, 'duplicate')])
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 1, entries: 1, payslips: 1, events: 1 })
})

test('lowers the trust score, with a finding, if another user of the client submitted the same text', async () => {
  const paper = { gross: '3141.59' }
  await (await aPerson()).submit('payslip', [createPayslipFile(paper)])
  const other = await aPerson()
  const { body } = await other.submit('payslip', [createPayslipFile(paper)])
  expect(body.payroll_submissions).toMatchObject([{ trust_score: 'Low' }])
  const { document_id } = body.payroll_submissions[0]
  const document = (await acme('GET', `/documents?user_id=${other.user_id}`)).body.documents[0]
  expect(document).toMatchObject({ id: document_id, trust_score: 'Low' })
  expect(document.trust_analysis.map(({ code }: { code: string }) => code)).toEqual(['DUPLICATE_OTHER_USER'])
})

test('refuses invalid requests as a whole', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [createPayslipFile()])
  const refused = async (reply: ReturnType<typeof person.submitFiles>) => {
    const { status, headers, body } = await reply
    return [status, headers['x-svc-error-code'], body.errors.length]
  }
  const thirteen = Array.from({ length: 13 }, () => files[0] as object)
  expect(await refused(person.submitFiles('payslip', thirteen))).toEqual([400, 'invalid-request', 1])
  expect(await refused(person.submitFiles('payslip', []))).toEqual([400, 'invalid-request', 1])
  const strange = [{ path: 'quarantine/elsewhere' }, ...files, { path: '../../etc/passwd' }]
  expect(await refused(person.submitFiles('payslip', strange))).toEqual([400, 'invalid-request', 2])
  expect(await refused(person.submitFiles('bank_statement', files))).toEqual([400, 'invalid-request', 1])
  const stranger = await aPerson()
  expect(await refused(stranger.submitFiles('payslip', files))).toEqual([400, 'invalid-request', 1])
  const wrong = { 'x-svc-authorisation-id': stranger.authorisation_id }
  expect(await refused(person.submitFiles('payslip', files, wrong))).toEqual([
    403,
    'authorisation-missing',
    1,
  ])
  await acme('PATCH', `/users/${person.user_id}`, { payslip_upload_enabled: false })
  expect(await refused(person.submitFiles('payslip', files))).toEqual([403, 'payslip-upload-off', 1])
  await acme('PATCH', `/users/${person.user_id}`, { payslip_upload_enabled: true })
  await person.revoke()
  expect(await refused(person.submitFiles('payslip', files))).toEqual([403, 'authorisation-missing', 1])
  // A refused request does not use up the upload.
  await acme('POST', '/authorisations', { user_id: person.user_id, user_agent: 'Browser 2' })
  expect((await person.submitFiles('payslip', files)).body.payroll_submissions).toHaveLength(1)
})

test('stores, sends and keeps nothing if the authorisation is revoked during extraction', async () => {
  const person = await aPerson()
  const reply = person.submit('payslip', [createPayslipFile({}, { hold: 'revoked' })])
  await reader.untilReadingStarts('revoked')
  await person.revoke()
  // A second valid authorisation does not replace the revoked one.
  await acme('POST', '/authorisations', { user_id: person.user_id, user_agent: 'Browser 2' })
  reader.release('revoked')
  const { status, headers } = await reply
  expect([status, headers['x-svc-error-code']]).toEqual([403, 'authorisation-missing'])
  expect(await stored(person.user_id)).toEqual(none)
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
})

test('stores nothing if the user is deleted during extraction', async () => {
  const person = await aPerson()
  const reply = person.submit('payslip', [createPayslipFile({}, { hold: 'deleted' })])
  await reader.untilReadingStarts('deleted')
  expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
  reader.release('deleted')
  expect((await reply).status).toBe(404)
  expect(await stored(person.user_id)).toEqual(none)
})

test('lists slow files as still processing and stores them later as a separate entry', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [
    createPayslipFile({ pay_date: '2026-01-31' }),
    createPayslipFile({ pay_date: '2026-02-28' }, { hold: 'late' }),
  ])
  const ids = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const { user_id, authorisation_id } = person
  const taskId = await inTransaction((tx) =>
    readPayslips.schedule(tx, {
      user_id,
      authorisation_id,
      files: ids.map((upload_id, n) => ({ n, upload_id })),
      answer_at: new Date(Date.now() + 1_500).toISOString(),
    }),
  )
  const [ended] = await eventually(async () => {
    const rows = await sql('select outcome from ended_tasks where id = $1', [taskId])
    return rows.length > 0 && rows
  })
  expect(ended).toMatchObject({
    outcome: { problems: [{ n: 1, problem: 'still-processing' }], entry_id: expect.any(String) },
  })
  expect(await stored(user_id)).toEqual({ ...none, documents: 1, entries: 1, payslips: 1, events: 1 })
  reader.release('late')
  await eventually(async () => (await stored(user_id)).payslips === 2)
  expect(await stored(user_id)).toEqual({ ...none, documents: 2, entries: 2, payslips: 2, events: 2 })
})

test('replays the reply for the same Idempotency-Key and extracts the files once', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [createPayslipFile()])
  const key = { 'idempotency-key': 'payslips-once' }
  const first = await person.submitFiles('payslip', files, key)
  const second = await person.submitFiles('payslip', files, key)
  expect(first.body.payroll_submissions).toHaveLength(1)
  expect(second.body).toEqual(first.body)
  expect((await stored(person.user_id)).events).toBe(1)
})

test('deletes the submission with its document, and documents and files with their entry', async () => {
  const person = await aPerson()
  const documents = months.map((pay_date) => createPayslipFile({ pay_date }))
  const { body } = await person.submit('payslip', documents)
  const { document_id } = body.payroll_submissions[0]
  expect((await acme('DELETE', `/documents/${document_id}`)).status).toBe(200)
  expect(await stored(person.user_id)).toMatchObject({ documents: 2, payslips: 2 })
  expect((await rival('DELETE', `/payroll/entries/${body.entry_id}`)).status).toBe(404)
  expect((await acme('DELETE', `/payroll/entries/${body.entry_id}`)).status).toBe(200)
  expect(await stored(person.user_id)).toMatchObject({ documents: 0, payslips: 0, entries: 0 })
  await eventually(async () => (await filesOf(person.user_id)).length === 0)
  // The same documents can be submitted again.
  expect((await person.submit('payslip', documents)).body.payroll_submissions).toHaveLength(3)
})

test('refuses uploads without a user token', async () => {
  const { user_id } = await createUser(acme)
  const reply = await acme('POST', '/payroll/entries/payslips', {
    files: [{ path: `quarantine/${user_id}` }],
  })
  expect(reply.status).toBe(401)
})
