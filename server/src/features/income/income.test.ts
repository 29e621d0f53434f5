import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createPayslipFile,
  createStatementFile,
  createTestFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import type { TrustFinding } from '../../extraction/document.ts'
import { updateSummary } from './service.ts'

const { acme, rival, aPerson, sql, inTransaction, world } = await startDocumentTests()
const asOf = '?as_of=2026-06-30'

const altered: TrustFinding = {
  code: 'BOX_OVER_TEXT',
  category: 'page',
  severity: 'high',
  title: 'A box covers text',
  message: 'A message',
  places: [{ page: 1, box: [10, 20, 60, 30] }],
  fields: ['income_information.earnings.gross_pay'],
}
const forged = (pay_date: string, gross: string) =>
  createPayslipFile({ pay_date, gross }, { trust_score: 'Low', findings: [altered] })
/** Each document is unique, because a document that another person has also uploaded gets a low trust score. */
const genuine = (pay_date: string) => createPayslipFile({ pay_date }, { reader_version: randomUUID() })

const summaryOf = async (user_id: string, query = asOf) => {
  const reply = await acme('GET', `/users/${user_id}/income${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const workingOf = async (user_id: string) =>
  (await acme('GET', `/users/${user_id}/income/working${asOf}`)).body

/** The items of GET /attention about the user: kind, reason and id of each. */
const attentionTo = async (user_id: string): Promise<(string | null)[][]> =>
  (await acme('GET', '/attention')).body.items.flatMap(
    (item: { kind: string; reason: string | null; examples: { id: string; user_id: string }[] }) =>
      item.examples
        .filter((example) => example.user_id === user_id)
        .map(({ id }) => [item.kind, item.reason, id]),
  )

test('a forged payslip is in no figure until a member includes it with a reason', async () => {
  const { user_id, submit } = await aPerson()
  await submit('payslip', [genuine('2026-04-30'), genuine('2026-05-31'), forged('2026-06-30', '9999.99')])
  const before = await summaryOf(user_id)
  expect(JSON.stringify({ ...before, findings: [] })).not.toContain('9999.99')
  expect(before.status).toBe('partial')
  expect(before.income.annual_gross).toEqual({
    amount: null,
    reason: 'too-few-complete-periods',
    submission_ids: [expect.any(String), expect.any(String)],
  })
  const [document] = await sql("select id from documents where user_id = $1 and trust_score = 'Low'", [
    user_id,
  ])
  expect(before.findings[0]).toMatchObject({
    code: 'document-low-trust',
    severity: 'high',
    document_id: document?.id,
    locations: [{ page: 1, box: [10, 20, 60, 30] }],
    fields: ['income_information.earnings.gross_pay'],
  })

  const path = `/users/${user_id}/income/inclusions/${document?.id}`
  const reason = 'The employer confirmed the amount.'
  expect((await rival('PUT', path, { reason })).status).toBe(404)
  const included = await acme('PUT', path, { reason })
  expect(included.status, included.text).toBe(200)
  const after = await summaryOf(user_id)
  // The median of 2500.00, 2500.00 and 9999.99, times 12. The average is (2500.00 + 2500.00 + 9999.99) ÷ 3.
  expect(after.income.annual_gross.amount).toBe('30000.00')
  expect(after.income.averages[0].gross).toBe('5000.00')
  expect([after.status, after.income.confidence]).toEqual(['ready', 'low'])
  expect(after.findings.map(({ code }: { code: string }) => code)).toContain('document-included')
  expect((await workingOf(user_id)).inclusions).toEqual([included.body])
  const [stored] = await sql('select sealed from income_inclusions where user_id = $1', [user_id])
  expect(stored?.sealed.toString('latin1')).not.toContain('employer')

  expect((await rival('DELETE', path)).status).toBe(404)
  expect((await acme('DELETE', path)).status).toBe(200)
  expect((await summaryOf(user_id)).income).toEqual(before.income)
})

test('a document that cannot be read is in no figure, and puts the person into the work queue', async () => {
  const { user_id, upload, submitFiles } = await aPerson()
  const reviewOf = async () => (await acme('GET', `/users/${user_id}/review`)).body
  expect(await reviewOf()).toMatchObject({ status: 'invited', finding: null })
  const files = await upload('payslip', [createTestFile({ kind: 'payslip', submission: null })])
  await submitFiles(
    'payslip',
    files.map((file) => ({ ...file, manual_review: true })),
  )
  const { status, income, findings } = await summaryOf(user_id)
  expect([status, income.annual_gross.submission_ids]).toEqual(['none', []])
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['no-current-income', 'unread-document'])

  const update = updateSummary({ clock: { now: () => new Date('2026-06-30') } as never })
  const run = await update({ input: { user_id }, tenant: world.clients.acme } as never)
  await inTransaction(async (tx) => typeof run === 'function' && run(tx))
  expect(await reviewOf()).toMatchObject({ status: 'sharing', finding: { severity: 'high' } })
})

test('a document that cannot be read is a flag and needs attention, until a member has checked it', async () => {
  const { user_id, upload, submitFiles } = await aPerson()
  const altering = { trust_score: 'Low' as const, findings: [altered] }
  const files = await upload('bank_statement', [
    createTestFile({ kind: 'bank_statement', submission: null }),
    createTestFile({ kind: 'bank_statement', submission: null, content_hash: 'forged', ...altering }),
  ])
  await submitFiles(
    'bank_statement',
    files.map((file) => ({ ...file, manual_review: true })),
  )
  const documents = await sql(
    'select id, is_unread from documents where user_id = $1 order by trust_score nulls first',
    [user_id],
  )
  expect(documents.map(({ is_unread }) => is_unread)).toEqual([true, true])
  const [plain, forgedOne] = documents.map(({ id }) => id)
  const flagsOf = async () => (await acme('GET', `/users/flags?user_ids=${user_id}`)).body.users
  const findings = async (id: string) =>
    (await summaryOf(user_id)).findings
      .filter(({ document_id }: { document_id: string | null }) => document_id === id)
      .map(({ code, severity }: { code: string; severity: string }) => `${code} ${severity}`)
  expect(await flagsOf()).toEqual([
    {
      user_id,
      flags: [
        { code: 'document-low-trust', count: 1 },
        { code: 'unread-document', count: 2 },
      ],
    },
  ])
  expect((await attentionTo(user_id)).sort()).toEqual(
    [
      ['document-flagged', 'bank_statement', forgedOne],
      ['unread-document', 'bank_statement', plain],
      ['unread-document', 'bank_statement', forgedOne],
    ].sort(),
  )
  expect(await findings(plain)).toEqual(['unread-document medium'])
  expect(await findings(forgedOne)).toEqual(['document-low-trust high', 'unread-document medium'])

  const inclusion = (id: string) => `/users/${user_id}/income/inclusions/${id}`
  const reason = 'It shows the rent. The amounts are blacked out.'
  const checked = await acme('PUT', inclusion(plain), { reason })
  expect(checked).toMatchObject({ status: 200, body: { document_id: plain, reason, is_unread: true } })
  await acme('PUT', inclusion(forgedOne), { reason })
  expect(await flagsOf()).toEqual([])
  expect(await attentionTo(user_id)).toEqual([])
  const after = await summaryOf(user_id)
  expect([after.status, after.income.annual_gross.amount]).toEqual(['none', null])
  expect(after.findings.find(({ document_id }: { document_id: string }) => document_id === plain)).toEqual({
    code: 'unread-document-checked',
    severity: 'low',
    message: 'Your team has checked a bank statement that could not be read. No figure of it counts.',
    action: 'Read the recorded reason.',
    submission_ids: [],
    document_id: plain,
    locations: [],
    fields: ['transactions'],
  })
  expect(await findings(forgedOne)).toEqual(['unread-document-checked medium'])
  expect((await workingOf(user_id)).inclusions).toContainEqual(checked.body)
  const actionsOn = async (id: string) =>
    (
      await sql(
        "select action from audit_lines where subject_id = $1 and action like 'income.%' order by at",
        [id],
      )
    ).map(({ action }) => action)

  const undone = await acme('DELETE', inclusion(plain))
  expect(undone.body.message).toBe(`Document [${plain}] is not checked any more`)
  expect(await findings(plain)).toEqual(['unread-document medium'])
  expect(await actionsOn(plain)).toEqual(['income.document_checked', 'income.document_check_removed'])
})

test('a forged payslip is in no spending estimate until it is included', async () => {
  const { user_id, submit } = await aPerson({ date_of_birth: '1988-04-17', post_codes: ['LS1 4AP'] })
  await submit('payslip', [genuine('2026-05-31'), forged('2026-06-30', '9999.99')])
  const worked = async () => (await acme('GET', `/expenditure/${user_id}/ons/working`)).body
  const monthsOf = ({ months }: { months: { date: string; net_pay: string }[] }) =>
    months.map(({ date, net_pay }) => `${date.slice(0, 7)} ${net_pay}`)
  const before = await worked()
  expect(monthsOf(before)).toEqual(['2026-05 2000'])
  expect(before.unused_payslips).toMatchObject([{ reason: 'low-trust-document' }])
  const [june] = await sql(
    "select document_id from payroll_submissions where user_id = $1 and pay_date = '2026-06-30'",
    [user_id],
  )
  await acme('PUT', `/users/${user_id}/income/inclusions/${june?.document_id}`, { reason: 'Confirmed.' })
  expect(monthsOf(await worked())).toHaveLength(2)
})

test('a forged payslip and a dispute are flags and need attention, until the document is included', async () => {
  const { user_id, submit, asUser } = await aPerson()
  const clean = await aPerson()
  const { body } = await submit('payslip', [forged('2026-06-30', '9999.99')])
  const [{ id: submission_id, document_id }] = body.payroll_submissions
  const flagsOf = async (call = acme) =>
    (await call('GET', `/users/flags?user_ids=${clean.user_id},${user_id}`)).body.users
  expect(await flagsOf()).toEqual([{ user_id, flags: [{ code: 'document-low-trust', count: 1 }] }])
  expect(await flagsOf(rival)).toEqual([])
  expect(await attentionTo(user_id)).toEqual([['document-flagged', 'payslip', document_id]])
  const note = { subject: 'job', submission_id, field: 'net_pay', text: 'My pay is higher.' }
  const noted = await asUser('POST', '/journeys/current/notes', note)
  await acme('PUT', `/users/${user_id}/income/inclusions/${document_id}`, { reason: 'Confirmed.' })
  expect(await flagsOf()).toEqual([{ user_id, flags: [{ code: 'disputed', count: 1 }] }])
  expect(await attentionTo(user_id)).toEqual([['applicant-disputes', null, noted.body.id]])
})

test('pay that is on a bank statement is confirmed, and pay that is not is a finding', async () => {
  const { user_id, submit } = await aPerson()
  await submit('payslip', [genuine('2026-05-31'), genuine('2026-06-30')])
  expect((await summaryOf(user_id)).income.confidence).toBe('medium')
  await submit('bank_statement', [
    createStatementFile([
      ['2026-05-29', 'QUILL AND THIMBLE', '2,000.00'],
      ['2026-06-30', 'Tea', '-2.00'],
    ]),
  ])
  const { agreement, findings, months, freshness } = await summaryOf(user_id)
  expect(
    agreement.find(({ between }: { between: string[] }) => between.join() === 'payslip,bank'),
  ).toMatchObject({
    result: 'not_seen',
    compared: 2,
    agreeing: 1,
    not_seen: 1,
    difference: '-2000.00',
  })
  expect(findings.find(({ code }: { code: string }) => code === 'income-not-in-bank')).toMatchObject({
    message: '1 payment is not on the bank statement of its day.',
  })
  expect(months.at(-2).sources).toEqual([
    { source: 'payslip', gross: '2500.00', net: '2000.00', difference: '0.00' },
    { source: 'bank', gross: null, net: '2000.00', difference: '0.00' },
  ])
  expect(freshness.newest).toMatchObject({ payroll: null, payslip: '2026-06-30' })
})

test('a forged bank statement confirms nothing', async () => {
  const { user_id, submit } = await aPerson()
  await submit('payslip', [genuine('2026-06-30')])
  const credit = createStatementFile([['2026-06-30', 'QUILL AND THIMBLE', '2,000.00']], {
    trust_score: 'Low',
    findings: [altered],
  })
  await submit('bank_statement', [credit])
  const { income, agreement } = await summaryOf(user_id)
  expect(income.confidence).toBe('medium')
  expect(agreement.map(({ result }: { result: string }) => result)).toEqual(Array(4).fill('not_comparable'))
})

test('identity is compared with the registered person, and a difference is a finding', async () => {
  const { user_id, submit } = await aPerson({
    forename: 'Barnaby',
    surname: 'Oakapple',
    date_of_birth: '1988-04-17',
    ni_number: 'QQ 12 34 56 A',
    post_codes: ['LS1'],
  })
  await submit('payslip', [genuine('2026-06-30')])
  const { identity, findings } = await summaryOf(user_id)
  const results = Object.fromEntries(
    identity.map(({ field, sources }: { field: string; sources: { result: string }[] }) => [
      field,
      sources.map(({ result }) => result),
    ]),
  )
  expect(results).toEqual({
    name: ['differs'],
    date_of_birth: ['agrees'],
    ni_number: ['agrees'],
    address: ['agrees'],
  })
  expect(findings.filter(({ code }: { code: string }) => code === 'identity-differs')).toMatchObject([
    { severity: 'high', fields: ['name'] },
  ])
})

test('affordability subtracts estimated spending and commitments from the average net pay', async () => {
  const { user_id, submit } = await aPerson({ date_of_birth: '1988-04-17', post_codes: ['LS1 4AP'] })
  await submit('payslip', [genuine('2026-04-30'), genuine('2026-05-31'), genuine('2026-06-30')])
  const { affordability } = await summaryOf(user_id, `${asOf}&commitments=350.00`)
  expect(affordability).toMatchObject({ net_monthly: '2000.00', commitments: '350.00', reason: null })
  const pence = (text: string) => Math.round(Number(text) * 100)
  const spent = pence(affordability.expenditure.total)
  expect(spent).toBe(
    pence(affordability.expenditure.cost_of_living) + pence(affordability.expenditure.housing),
  )
  expect(pence(affordability.left)).toBe(200_000 - spent - 35_000)
  // The stress test lowers net pay by 10 % and raises spending by 10 %.
  expect(pence(affordability.stress.left)).toBe(180_000 - Math.round(spent * 1.1) - 35_000)
})

test('the same data gives the same bytes', async () => {
  const { user_id, submit } = await aPerson()
  await submit('payslip', [genuine('2026-05-31'), genuine('2026-06-30')])
  const [one, other] = [
    await acme('GET', `/users/${user_id}/income${asOf}`),
    await acme('GET', `/users/${user_id}/income${asOf}`),
  ]
  expect(one.text).toBe(other.text)
})
