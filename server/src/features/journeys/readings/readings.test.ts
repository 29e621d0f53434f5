import { expect, test } from 'vitest'
import { aPayslip } from '../../../../test/features/sample-payslips.ts'
import {
  createCardStatementFile,
  createPayslipFile,
  createStatementFile,
  createTestFile,
  startDocumentTests,
} from '../../../../test/uploaded-documents.ts'

const { acme, sql, aPerson, stored } = await startDocumentTests()

type Person = Awaited<ReturnType<typeof aPerson>>
const readAhead = ({ asUser }: Pick<Person, 'asUser'>, files: object[]) =>
  asUser('POST', '/journeys/current/readings', { files })
const nothing = { documents: 0, entries: 0, payslips: 0, statements: 0, events: 0 }

test('reads files for the person’s review, and the client sees nothing before they are submitted', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [
    createPayslipFile({ pay_date: '2026-01-31' }),
    createStatementFile([['2026-04-02', 'Tea', '-2.00']]),
    createTestFile({ rejection: 'password' }),
  ])
  const { status, body } = await readAhead(person, files)
  expect(status).toBe(201)
  const [path1, path2, path3] = files.map(({ path }) => path)
  expect(body.files).toEqual([
    {
      path: path1,
      document_type: 'payslip',
      payslip: {
        employer_name: 'Quill & Thimble',
        pay_date: expect.stringMatching(/^2026-01-31/),
        gross_pay: '2500.00',
        net_pay: '2000.00',
      },
      bank_statement: null,
      problem: null,
    },
    {
      path: path2,
      document_type: 'bank_statement',
      payslip: null,
      bank_statement: expect.objectContaining({ bank_name: 'Thistledown Bank', account_ending: '5678' }),
      problem: null,
    },
    { path: path3, document_type: null, payslip: null, bank_statement: null, problem: 'password' },
  ])
  expect(await stored(person.user_id)).toEqual(nothing)
  expect((await acme('GET', `/payroll/${person.user_id}`)).body.payroll_submissions).toEqual([])
  expect((await acme('GET', `/documents?user_id=${person.user_id}`)).body.documents).toEqual([])
  // Readings are sealed.
  const rows = await sql('select sealed_reading from uploads where user_id = $1', [person.user_id])
  expect(rows).toHaveLength(3)
  for (const { sealed_reading } of rows) expect(String(sealed_reading)).not.toMatch(/Quill|Thistledown/)

  const kept = files.slice(0, 1)
  expect((await person.submitFiles('payslip', kept)).body.payroll_submissions).toHaveLength(1)
  expect(await stored(person.user_id)).toMatchObject({ documents: 1, payslips: 1, events: 1 })
})

test('tells the person that a file is the statement of a credit card', async () => {
  const person = await aPerson()
  const files = await person.upload('bank_statement', [createCardStatementFile()])
  expect((await readAhead(person, files)).body.files).toEqual([
    {
      path: files[0]?.path,
      document_type: null,
      payslip: null,
      bank_statement: null,
      problem: 'credit-card-statement',
    },
  ])
  expect(await stored(person.user_id)).toEqual(nothing)
})

test('tells apart what cannot be read from what is another kind of document', async () => {
  const person = await aPerson()
  const { income_information, ...rest } = aPayslip()
  const undated = { ...rest, income_information: { ...income_information, pay_date: null } }
  const contents = [
    createTestFile({ kind: 'payslip', submission: null }),
    createTestFile({ kind: 'payslip', submission: undated }),
    createTestFile({ kind: 'bank_statement', submission: null }),
    createTestFile({ kind: 'other' }),
  ]
  const files = await person.upload('payslip', contents)
  const readings: { document_type: string | null; problem: string }[] = (await readAhead(person, files)).body
    .files
  expect(readings.map(({ document_type, problem }) => [document_type, problem])).toEqual([
    ['payslip', 'not-read'],
    ['payslip', 'incomplete'],
    ['bank_statement', 'not-read'],
    [null, 'not-a-payslip'],
  ])
  const [other] = (await readAhead(person, await person.upload('bank_statement', contents.slice(3)))).body
    .files
  expect(other).toMatchObject({ document_type: null, problem: 'not-a-bank-statement' })
})

test('a file that was read for the review is not read again', async () => {
  const person = await aPerson()
  const files = await person.upload('payslip', [createPayslipFile({ pay_date: '2026-02-28' })])
  const usedMs = async () =>
    (await sql('select sum(ms)::int as ms from reading_times where user_id = $1', [person.user_id]))[0].ms
  await readAhead(person, files)
  const used = await usedMs()
  expect(used).toBeGreaterThan(0)
  expect((await readAhead(person, files)).body.files[0].problem).toBe(null)
  expect((await person.submitFiles('payslip', files)).status).toBe(201)
  expect(await usedMs()).toBe(used)
})

test('a person reads only their own uploads, with a valid authorisation', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const files = await person.upload('payslip', [createPayslipFile()])
  const foreign = await readAhead(other, files)
  expect([foreign.status, foreign.body.errors]).toEqual([
    400,
    ['Field [files.0.path] is invalid: no such upload of this user'],
  ])
  await person.submitFiles('payslip', files)
  expect((await readAhead(person, files)).status).toBe(400)
  const more = await person.upload('payslip', [createPayslipFile({ pay_date: '2026-03-31' })])
  await person.revoke()
  expect((await readAhead(person, more)).headers['x-svc-error-code']).toBe('authorisation-missing')
})
