import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asOwner } from '../../../test/people.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import type { Provenance } from '../../extraction/document.ts'

const api = await startDocumentTests()
const { acme, rival, aPerson, sql } = api

const net = 'income_information.earnings.net_pay'
const gross = 'income_information.earnings.gross_pay'
const salary = 'income_information.earnings.earning_elements.0.amount'
const totalDeductions = 'income_information.deductions.total_deductions'
const readerVersion = () => ({ reader_version: randomUUID() })

const printedAt = (top: number) =>
  ({
    place: { page: 1, box: [10, top, 60, top + 10] },
    method: 'text',
    confidence: 'proven',
  }) satisfies Provenance[string]
const provenance: Provenance = {
  [net]: printedAt(20),
  [gross]: printedAt(40),
  [salary]: printedAt(40),
  'income_information.earnings.base_salary': printedAt(40),
  'income_information.earnings.fixed_pay_total': { ...printedAt(40), method: 'computed' },
}
const certified = ['this_period', 'year_to_date', 'identity'] as const

async function anUploadedPayslip(changes: Parameters<typeof createPayslipFile>[0] = {}, planned = {}) {
  const person = await aPerson()
  const reading = { certified: [...certified], provenance, ...readerVersion(), ...planned }
  const reply = await person.submit('payslip', [createPayslipFile(changes, reading)])
  const [{ document_id, id }] = reply.body.payroll_submissions
  return fieldsOf(person.user_id, document_id, id)
}

function fieldsOf(user_id: string, document_id: string, id: string) {
  const path = `/documents/${document_id}/fields`
  const read = async () => (await acme('GET', path)).body
  const change = (revision: number, ...changes: object[]) => acme('PATCH', path, { revision, changes })
  const correct = (revision: number, field: string, value: string | null) =>
    change(revision, { path: field, action: 'correct', value })
  return { user_id, document_id, id, path, read, change, correct }
}

const fieldIn = (body: { fields: { path: string }[] }, path: string) =>
  body.fields.find((field) => field.path === path)

test('a corrected amount is used everywhere, with its author, and the reading is kept', async () => {
  const { user_id, document_id, id, correct, read } = await anUploadedPayslip()
  expect(await read()).toMatchObject({ revision: 0, verified: true, correction_checks: [] })
  const { status, body, text } = await correct(0, net, '£2,001.00')
  expect(status, text).toBe(200)
  const by = { kind: 'api_key', id: expect.any(String) }
  expect(fieldIn(body, net)).toMatchObject({
    value: '2001.00',
    page: 1,
    box: [10, 20, 60, 30],
    method: 'member',
    confidence: null,
    correction: { action: 'corrected', reading: '2000.00', by, at: expect.any(String) },
    is_correctable: true,
  })
  expect(body).toMatchObject({
    revision: 1,
    verified: false,
    correction_history: [
      { path: net, action: 'corrected', from: '2000.00', to: '2001.00', by: { ...by, name: null } },
    ],
  })
  expect(await read()).toEqual(body)

  const listed = (await acme('GET', `/payroll/${user_id}`)).body.payroll_submissions[0]
  expect(listed.income_information.earnings.net_pay).toBe('2001.00')
  const traced = (await acme('GET', `/payroll/${user_id}/${id}/provenance`)).body
  expect(traced.document).toMatchObject({ verified: false, certified: ['year_to_date', 'identity'] })
  expect(traced.values.find(({ path }: { path: string }) => path === net)).toMatchObject({ method: 'member' })
  const working = (await acme('GET', `/users/${user_id}/income/working?as_of=2026-06-30`)).body
  expect(working.payslips).toMatchObject([{ submission_id: id, net: '2001.00' }])

  const lines = await sql(
    'select actor_kind, subject_id from audit_lines where action = $1 and subject_id = $2',
    ['document.corrected', document_id],
  )
  expect(lines).toEqual([{ actor_kind: 'api_key', subject_id: document_id }])
  const [row] = await sql('select sealed, figures, provenance from payroll_submissions where id = $1', [id])
  for (const value of Object.values(row as Record<string, Buffer>))
    expect(value.toString('latin1')).not.toMatch(/2001|2000/)
})

test('shows that corrected values contradict each other, and when they agree again', async () => {
  const { correct } = await anUploadedPayslip({}, { verified: false, certified: [] })
  const contradictory = (await correct(0, net, '2100.00')).body
  expect(contradictory.correction_checks).toContainEqual({
    name: 'corrected-net',
    is_passed: false,
    note: 'Gross pay less deductions is £2000.00, but the net pay is £2100.00',
  })
  const agreeing = (await correct(1, totalDeductions, '400')).body
  const check = agreeing.correction_checks.find(({ name }: { name: string }) => name === 'corrected-net')
  expect(check.is_passed).toBe(true)
  expect(agreeing.verified).toBe(false)
})

test('fields that show the same printed text are corrected and restored together', async () => {
  const { change, correct, user_id } = await anUploadedPayslip()
  const { body } = await correct(0, salary, '2600.00')
  for (const path of [salary, gross, 'income_information.earnings.base_salary'])
    expect(fieldIn(body, path)).toMatchObject({ value: '2600.00', method: 'member' })
  expect(fieldIn(body, 'income_information.earnings.fixed_pay_total')).toMatchObject({ value: '2600.00' })
  const restored = await change(1, { path: gross, action: 'restore' })
  expect(restored.body).toMatchObject({ revision: 2, verified: true, correction_checks: [] })
  const [listed] = (await acme('GET', `/payroll/${user_id}`)).body.payroll_submissions
  expect(listed.income_information.earnings).toMatchObject({
    gross_pay: '2500.00',
    base_salary: '2500.00',
    fixed_pay_total: '2500.00',
    earning_elements: [{ amount: '2500.00' }],
  })
  expect(restored.body.correction_history.map(({ action }: { action: string }) => action)).toEqual([
    ...Array(3).fill('corrected'),
    ...Array(3).fill('restored'),
  ])
})

test('a confirmed value keeps the certificate and its confidence', async () => {
  const { change } = await anUploadedPayslip()
  const { body } = await change(0, { path: net, action: 'confirm' })
  expect(body).toMatchObject({ revision: 1, verified: true, correction_checks: [] })
  expect(fieldIn(body, net)).toMatchObject({
    value: '2000.00',
    method: 'member',
    confidence: 'proven',
    correction: { action: 'confirmed', reading: '2000.00' },
  })
})

test('never makes a document verified, and leaves trust and findings as they are', async () => {
  const finding = {
    code: 'ARITHMETIC_NET',
    category: 'arithmetic',
    severity: 'high',
    title: 'A title',
    message: 'A message',
    places: [],
    fields: [net],
  }
  const planned = { trust_score: 'Low', verified: false, certified: [], findings: [finding] }
  const { user_id, document_id, change } = await anUploadedPayslip({}, planned)
  const { body } = await change(
    0,
    { path: net, action: 'correct', value: '1999.00' },
    { path: totalDeductions, action: 'correct', value: '501.00' },
    { path: gross, action: 'confirm' },
  )
  expect(body).toMatchObject({ verified: false, findings: [{ code: 'ARITHMETIC_NET' }] })
  expect((await acme('GET', `/documents/${document_id}`)).body.trust_score).toBe('Low')
  const summary = (await acme('GET', `/users/${user_id}/income?as_of=2026-06-30`)).body
  expect(JSON.stringify({ ...summary, findings: [] })).not.toContain('1999.00')
})

test('a missing value is added, and a wrong one is removed', async () => {
  const { read, change } = await anUploadedPayslip()
  const taxPaid = 'income_information.earnings.year_to_date.total_tax_paid'
  const role = 'employment_information.role'
  expect((await read()).missing_fields).toContain(taxPaid)
  const { body } = await change(
    0,
    { path: taxPaid, action: 'correct', value: '600.00' },
    { path: role, action: 'correct', value: null },
  )
  expect(body.missing_fields).not.toContain(taxPaid)
  expect(fieldIn(body, taxPaid)).toMatchObject({ value: '600.00', page: null, correction: { reading: null } })
  expect(fieldIn(body, role)).toMatchObject({ value: null, correction: { reading: 'Archivist' } })
  const restored = await change(1, { path: taxPaid, action: 'restore' }, { path: role, action: 'restore' })
  expect(fieldIn(restored.body, role)).toMatchObject({ value: 'Archivist', correction: null })
  expect(restored.body.missing_fields).toContain(taxPaid)
})

test('a corrected pay date and employer move the payslip, and the same file is still a duplicate', async () => {
  const person = await aPerson()
  const paper = createPayslipFile({}, readerVersion())
  const reply = await person.submit('payslip', [paper])
  const [{ document_id, id }] = reply.body.payroll_submissions
  const { change } = fieldsOf(person.user_id, document_id, id)
  const { status } = await change(
    0,
    { path: 'income_information.pay_date', action: 'correct', value: '2026-05-30' },
    { path: 'employment_information.employer_name', action: 'correct', value: 'Quill and Thimble Ltd' },
  )
  expect(status).toBe(200)
  const [row] = await sql('select pay_date::text from payroll_submissions where id = $1', [id])
  expect(row).toEqual({ pay_date: '2026-05-30' })
  const again = await person.submit('payslip', [Buffer.concat([paper, Buffer.from('\n%%EOF\n')])])
  expect(again.body.payslip_errors).toMatchObject([{ code: 'duplicate' }])
})

test('corrects transactions, their direction and the credits that pay is matched with', async () => {
  const person = await aPerson()
  const lines: [string, string, string][] = [
    ['2026-05-29', 'QUILL & THIMBLE SALARY', '-2,000.00'],
    ['2026-05-30', 'TEA', '-2.50'],
  ]
  const reply = await person.submit('bank_statement', [
    createStatementFile(lines, {
      ...readerVersion(),
      verified: false,
      provenance: { 'transactions.0.amount': printedAt(20) },
    }),
  ])
  const [{ document_id, id }] = reply.body.bank_statement_submissions
  const { change } = fieldsOf(person.user_id, document_id, id)
  const { status, body, text } = await change(
    0,
    { path: 'transactions.0.amount', action: 'correct', value: '2000' },
    { path: 'balance_information.closing_balance', action: 'correct', value: '2997.49' },
  )
  expect(status, text).toBe(200)
  expect(body.correction_checks[0]).toMatchObject({ name: 'corrected-arithmetic', is_passed: false })
  const [statement] = (await acme('GET', `/bankstatements/${person.user_id}`)).body.bank_statement_submissions
  expect(statement).toMatchObject({
    balance_information: { closing_balance: '2,997.49' },
    transactions: [{ amount: '2000.00', type: 'credit' }, { amount: '-2.50' }],
  })
  await person.submit('payslip', [createPayslipFile({ pay_date: '2026-05-29' }, readerVersion())])
  const summary = (await acme('GET', `/users/${person.user_id}/income?as_of=2026-06-30`)).body
  expect(summary.agreement).toContainEqual(
    expect.objectContaining({ between: ['payslip', 'bank'], result: 'agrees', agreeing: 1 }),
  )
})

test('refuses stale requests, unknown fields and bad values, and changes nothing', async () => {
  const { path, correct, change, read } = await anUploadedPayslip()
  expect((await correct(0, net, '2001.00')).status).toBe(200)
  const stale = await correct(0, net, '2002.00')
  expect(stale).toMatchObject({ status: 409, headers: { 'x-svc-error-code': 'fields-changed' } })
  const refused: [object, RegExp][] = [
    [{ path: 'income_information.earnings.fixed_pay_total', action: 'confirm' }, /not a field/],
    [{ path: 'income_information.earnings.earning_elements.9.amount', action: 'confirm' }, /not a field/],
    [{ path: '__proto__.x', action: 'correct', value: 'x' }, /not a field/],
    [{ path: net, action: 'correct', value: 'much' }, /an amount/],
    [{ path: net, action: 'correct', value: null }, /required/],
    [{ path: net, action: 'confirm' }, /restore it first/],
    [{ path: gross, action: 'restore' }, /was not changed/],
    [{ path: gross, action: 'confirm', value: '1' }, /only a correction/],
    [{ path: gross, action: 'correct' }, /changes\.0\.value/],
    [{ path: 'income_information.pay_date', action: 'correct', value: '31/05/2026' }, /a date/],
    [{ path: 'income_information.pay_frequency', action: 'correct', value: 'daily' }, /one of weekly/],
  ]
  for (const [one, error] of refused) {
    const reply = await change(1, one)
    expect([reply.status, reply.body.errors?.[0]]).toEqual([400, expect.stringMatching(error)])
  }
  expect(
    (await rival('PATCH', path, { revision: 1, changes: [{ path: net, action: 'restore' }] })).status,
  ).toBe(404)
  expect(await read()).toMatchObject({ revision: 1 })
})

test('of two corrections at once one is saved', async () => {
  const { correct, read } = await anUploadedPayslip()
  const replies = await Promise.all([correct(0, net, '2001.00'), correct(0, net, '2002.00')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read()).revision).toBe(1)
})

const tax = 'income_information.deductions.income_tax'
const taxLine = 'income_information.deductions.deductions_elements.0.amount'
const baseSalary = 'income_information.earnings.base_salary'

test('a removed value leaves the line that shows the same text', async () => {
  const { correct, change } = await anUploadedPayslip(
    {},
    { provenance: { ...provenance, [tax]: printedAt(60), [taxLine]: printedAt(60) } },
  )
  const removed = await correct(0, tax, null)
  expect(removed.status, removed.text).toBe(200)
  expect(fieldIn(removed.body, tax)).toMatchObject({ value: null, correction: { reading: '300.00' } })
  expect(fieldIn(removed.body, taxLine)).toMatchObject({ value: '300.00', correction: null })
  // The line is not the income tax any more, so its own correction does not bring the tax back.
  const { body } = await correct(1, taxLine, '310.00')
  expect(fieldIn(body, tax)).toMatchObject({ value: null })
  expect(body.correction_history).toHaveLength(2)
  const restored = await change(2, { path: tax, action: 'restore' })
  expect(fieldIn(restored.body, tax)).toMatchObject({ value: '300.00', correction: null })
  expect(fieldIn(restored.body, taxLine)).toMatchObject({ value: '310.00' })

  const other = await anUploadedPayslip()
  const cleared = await other.correct(0, baseSalary, null)
  expect(cleared.status, cleared.text).toBe(200)
  expect(fieldIn(cleared.body, salary)).toMatchObject({ value: '2500.00', correction: null })
  const whole = await other.change(1, { path: gross, action: 'restore' })
  expect(whole.body.correction_history.map(({ path }: { path: string }) => path).sort()).toEqual(
    [gross, gross, baseSalary, baseSalary].sort(),
  )
  expect(fieldIn(whole.body, baseSalary)).toMatchObject({ value: '2500.00', correction: null })
})

test('a base salary that the team entered is kept, even if it equals the reading', async () => {
  const { correct } = await anUploadedPayslip(
    {},
    { provenance: { [salary]: printedAt(40), [baseSalary]: printedAt(80) } },
  )
  const { body } = await correct(0, salary, '2600.00')
  expect(body.missing_fields).toContain(baseSalary)
  const added = await correct(1, baseSalary, '2500.00')
  expect(fieldIn(added.body, baseSalary)).toMatchObject({ value: '2500.00' })
})

test('refuses implausible days, control characters and the removal of a value that was not read', async () => {
  const { change, read } = await anUploadedPayslip()
  const correction = (path: string, value: string | null) => ({ path, action: 'correct', value })
  const refused: [object, RegExp][] = [
    [correction('income_information.pay_date', '0000-01-01'), /from 1900-01-01/],
    [correction('income_information.pay_interval_end', '0026-02-28'), /from 1900-01-01/],
    [correction('income_information.pay_date', '9999-12-31'), /from 1900-01-01/],
    [correction('employment_information.role', 'Archi\u0000vist'), /control characters/],
    [correction('employment_information.role', 'Archi\nvist'), /control characters/],
    [correction('employment_information.role', '\ud800'), /Unicode/],
    [correction(net, '12,50'), /an amount/],
    [correction('income_information.earnings.year_to_date.gross_pay', null), /has no value/],
  ]
  for (const [one, error] of refused) {
    const reply = await change(0, one)
    expect([reply.status, reply.body.errors?.[0]]).toEqual([400, expect.stringMatching(error)])
  }
  const added = await change(0, correction('income_information.earnings.year_to_date.gross_pay', '9000.00'))
  expect(added.status, added.text).toBe(200)
  // Removing what the team added is the same as restoring the reading.
  const removed = await change(1, correction('income_information.earnings.year_to_date.gross_pay', ''))
  expect(removed.body.correction_history.at(-1)).toMatchObject({ action: 'restored', to: null })
  expect((await read()).missing_fields).toContain('income_information.earnings.year_to_date.gross_pay')
})

test('readings and history of transactions have no thousands separators, as in the submission', async () => {
  const person = await aPerson()
  const paper = createStatementFile([['2026-05-29', 'QUILL & THIMBLE SALARY', '2,000.00']], readerVersion())
  const reply = await person.submit('bank_statement', [paper])
  const [{ document_id, id }] = reply.body.bank_statement_submissions
  const { correct } = fieldsOf(person.user_id, document_id, id)
  const { body } = await correct(0, 'transactions.0.amount', '3,000.00')
  expect(fieldIn(body, 'transactions.0.amount')).toMatchObject({
    value: '3000.00',
    correction: { reading: '2000.00' },
  })
  expect(body.correction_history).toMatchObject([{ from: '2000.00', to: '3000.00' }])
  const { values } = (await acme('GET', `/bankstatements/${person.user_id}/${id}/provenance`)).body
  const amount = values.find(({ path }: { path: string }) => path === 'transactions.0.amount')
  expect(amount).toMatchObject({ correction: { reading: '2000.00' } })
})

test('a payslip is no duplicate of one that was misread and corrected', async () => {
  const person = await aPerson()
  const inMay = { pay_date: '2026-05-29', employer: 'Quill and Thimble' }
  const misread = await person.submit('payslip', [createPayslipFile(inMay, readerVersion())])
  const [{ document_id, id }] = misread.body.payroll_submissions
  const { change } = fieldsOf(person.user_id, document_id, id)
  const dates = { pay_date: '2026-04-29', pay_interval_start: '2026-04-01', pay_interval_end: '2026-04-29' }
  const paths = Object.entries(dates).map(([name, value]) => ({ path: `income_information.${name}`, value }))
  await change(0, ...paths.map((each) => ({ ...each, action: 'correct' })))

  const genuine = await person.submit('payslip', [createPayslipFile(inMay, readerVersion())])
  expect(genuine.body.payslip_errors).toEqual([])
  expect(genuine.body.payroll_submissions).toHaveLength(1)
  const inApril = { ...inMay, pay_date: '2026-04-29' }
  const again = await person.submit('payslip', [createPayslipFile(inApril, readerVersion())])
  expect(again.body.payslip_errors).toMatchObject([{ code: 'duplicate' }])

  // A correction that makes it equal to another payslip is saved; the two are marked as duplicates elsewhere.
  const restored = await change(1, ...paths.map(({ path }) => ({ path, action: 'restore' })))
  expect(restored.status, restored.text).toBe(200)
  expect((await acme('GET', `/payroll/${person.user_id}`)).body.payroll_submissions).toHaveLength(2)
})

test('names of members are for members, and for API keys with the scope members', async () => {
  const { path, read, change } = await anUploadedPayslip()
  const owner = await asOwner(api, 'acme')
  const saved = await owner('PATCH', path, { revision: 0, changes: [{ path: net, action: 'confirm' }] })
  const nameIn = ({ correction_history }: { correction_history: { by: { name: string | null } }[] }) =>
    correction_history[0]?.by.name
  const name = nameIn(saved.body)
  expect(name).toEqual(expect.any(String))
  expect(nameIn(await read())).toBe(name)
  const keyWith = async (scopes: string[]) => {
    const { body } = await owner('POST', '/api-keys', { name: scopes.join(), scopes })
    return api.withKey(body.key)
  }
  const reader = await keyWith(['read', 'write'])
  expect(nameIn((await reader('GET', path)).body)).toBeNull()
  const confirmed = { revision: 1, changes: [{ path: gross, action: 'confirm' }] }
  expect(nameIn((await reader('PATCH', path, confirmed)).body)).toBeNull()
  expect(nameIn((await (await keyWith(['read', 'members']))('GET', path)).body)).toBe(name)
  expect((await change(2, { path: net, action: 'restore' })).status).toBe(200)
})

const shownName = 'identity_information.name'
const mismatches = async (user_id: string) =>
  (
    await sql("select kind from events where user_id = $1 and kind = 'identity-mismatch' order by id", [
      user_id,
    ])
  ).length
const reviews = (user_id: string) =>
  sql('select document_id, authorisation_id from identity_reviews where user_id = $1', [user_id])

test('correcting a name opens and closes the identity review of the document', async () => {
  await acme('POST', '/webhooks', {
    name: 'identity',
    events: ['identity-mismatch'],
    url: 'https://receiver.example/hook',
  })
  const person = await aPerson({ forename: 'Bertram', surname: 'Fenwick', date_of_birth: '1990-01-01' })
  const reply = await person.submit('payslip', [createPayslipFile({}, readerVersion())])
  const [{ document_id, id }] = reply.body.payroll_submissions
  const { change } = fieldsOf(person.user_id, document_id, id)
  const review = [{ document_id, authorisation_id: person.authorisation_id }]
  expect(await reviews(person.user_id)).toEqual(review)
  expect((await acme('POST', `/documents/${document_id}/identity/accept`)).status).toBe(200)
  expect(await reviews(person.user_id)).toEqual([])

  const corrected = await change(
    0,
    { path: shownName, action: 'correct', value: 'Bertram Fenwick' },
    { path: 'identity_information.date_of_birth', action: 'correct', value: '1990-01-01' },
    { path: 'identity_information.NI_number', action: 'correct', value: null },
  )
  expect(corrected.status, corrected.text).toBe(200)
  const documentOf = async () => (await acme('GET', `/documents/${document_id}`)).body
  expect((await documentOf()).identity_match).not.toBe('none')

  // The acceptance was about what the document showed before, so the mismatch is reviewed again.
  const restored = await change(
    1,
    { path: shownName, action: 'restore' },
    { path: 'identity_information.date_of_birth', action: 'restore' },
  )
  expect(restored.status, restored.text).toBe(200)
  expect(await documentOf()).toMatchObject({ identity_match: 'none', identity_accepted_at: null })
  expect(await reviews(person.user_id)).toEqual(review)
  expect(await mismatches(person.user_id)).toBe(2)

  await change(
    2,
    { path: shownName, action: 'correct', value: 'Bertram Fenwick' },
    { path: 'identity_information.date_of_birth', action: 'correct', value: '1990-01-01' },
  )
  expect(await reviews(person.user_id)).toEqual([])
})
