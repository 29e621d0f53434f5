import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPaperPayslip, aPaperStatement, startPapers } from '../../../test/uploaded-documents.ts'
import type { Provenance } from '../../extraction/document.ts'

const { acme, rival, aPerson, sql } = await startPapers()

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

async function anUploadedPayslip(changes: Parameters<typeof aPaperPayslip>[0] = {}, planned = {}) {
  const person = await aPerson()
  const reading = { certified: [...certified], provenance, ...readerVersion(), ...planned }
  const reply = await person.submit('payslip', [aPaperPayslip(changes, reading)])
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
  const paper = aPaperPayslip({}, readerVersion())
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
    aPaperStatement(lines, {
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
  await person.submit('payslip', [aPaperPayslip({ pay_date: '2026-05-29' }, readerVersion())])
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
