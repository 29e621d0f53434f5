import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReportFault, type ReportKeys, verifyReport } from '@payproof/sdk/reports'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import {
  createPayslipFile,
  createStatementFile,
  createTestFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import type { TrustFinding } from '../../extraction/document.ts'
import { deleteExpiredReportLinks } from './links.ts'

const { acme, rival, aPerson, sql, server, world, dependencies } = await startDocumentTests()
const asOf = '?as_of=2026-06-30'

const folder = mkdtempSync(join(tmpdir(), 'payproof-report-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))

const altered: TrustFinding = {
  code: 'BOX_OVER_TEXT',
  category: 'page',
  severity: 'high',
  title: 'A box covers text',
  message: 'A message',
  places: [{ page: 1, box: [10, 20, 60, 30] }],
  fields: ['income_information.earnings.gross_pay'],
}
const forgedAmount = '9999.99'
/** Each document is unique, because a document that another person has also uploaded gets a low trust score. */
const genuine = (pay_date: string) => createPayslipFile({ pay_date }, { reader_version: randomUUID() })
const forged = (pay_date: string) =>
  createPayslipFile({ pay_date, gross: forgedAmount }, { trust_score: 'Low', findings: [altered] })

const readPdf = async (path: string) => {
  const headers = { 'x-api-key': world.clients.acme.apiKey }
  const reply = await server.inject({ url: path, headers })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.rawPayload
}
const textOf = (pdf: Uint8Array, ...options: string[]) => {
  const file = join(folder, `${randomUUID()}.pdf`)
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', ...options, file, '-'], { encoding: 'utf8' })
}
const publishedKeys = async (): Promise<ReportKeys> =>
  (await server.inject({ url: '/.well-known/jwks.json' })).json()

/** A person with every kind of evidence: genuine and forged payslips, a bank statement and a dispute. */
const subject = await aPerson({
  forename: 'Łucja',
  surname: 'Oakapple',
  date_of_birth: '1988-04-17',
  post_codes: ['LS1 4AP'],
  ext_id: 'LOAN-4711',
})
await subject.submit('payslip', [
  genuine('2026-03-31'),
  genuine('2026-04-30'),
  genuine('2026-05-31'),
  forged('2026-06-30'),
])
await subject.submit('bank_statement', [
  createStatementFile([
    ['2026-05-29', 'QUILL AND THIMBLE', '2,000.00'],
    ['2026-06-30', 'Tea', '-2.00'],
  ]),
])
const path = `/users/${subject.user_id}/report`
const [disputedPayslip] = await sql(
  "select id from payroll_submissions where user_id = $1 and pay_date < '2026-06-01' order by pay_date desc limit 1",
  [subject.user_id],
)
const dispute = 'My pay was raised in May; the payslip is wrong.'
const noted = await subject.asUser('POST', '/journeys/current/notes', {
  subject: 'job',
  submission_id: disputedPayslip?.id,
  field: 'net_pay',
  text: dispute,
})
expect(noted.status, noted.text).toBe(201)
const keys = await publishedKeys()
const [json, pdf] = [await acme('GET', `${path}${asOf}`), await readPdf(`${path}/file${asOf}`)]
const jws: string = json.body.jws

const faultOf = async (bytes: Uint8Array, known = keys): Promise<ReportFault | undefined> => {
  try {
    await verifyReport(bytes, known)
    return undefined
  } catch (error) {
    return (error as { reason: ReportFault }).reason
  }
}

test('a report holds the income summary, its working and its documents, and is signed', async () => {
  const { report } = json.body
  expect(report.income).toEqual((await acme('GET', `/users/${subject.user_id}/income${asOf}`)).body)
  expect(report.working).toEqual((await acme('GET', `/users/${subject.user_id}/income/working${asOf}`)).body)
  expect(report.person).toEqual({
    user_id: subject.user_id,
    name: 'Łucja Oakapple',
    date_of_birth: '1988-04-17',
    reference: 'LOAN-4711',
  })
  expect(report.documents).toHaveLength(5)
  const verified = await verifyReport(Buffer.from(jws), keys)
  expect(verified.report).toEqual(report)
  expect(verified).toMatchObject({ format: 'jws', report_id: report.report_id, model_id: 'income-1' })
})

const amountsIn = (text: string) => new Set(text.match(/-?£[\d,]+\.\d\d/g) ?? [])
const asPrinted = (amount: string) =>
  amount.replace(
    /^(-?)(\d+)(\.\d\d)$/,
    (_, sign, whole, pence) => `${sign}£${Number(whole).toLocaleString('en-GB')}${pence}`,
  )

test('every amount of the PDF is an amount of the API, and every figure of the API is in the PDF', () => {
  const { report } = json.body
  const known = new Set<string>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') {
      if (/^-?\d+\.\d\d$/.test(value)) known.add(asPrinted(value))
      for (const amount of value.match(/£-?\d+\.\d\d/g) ?? []) known.add(amount)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(report)
  const printed = amountsIn(textOf(pdf))
  expect([...printed].filter((amount) => !known.has(amount))).toEqual([])
  expect(printed.size).toBeGreaterThan(5)
  const { income, affordability, months } = report.income
  const figures = [
    income.annual_gross.amount,
    ...income.averages.flatMap(({ gross, net }: { gross: string; net: string }) => [gross, net]),
    ...months.flatMap(({ gross, net }: { gross: string; net: string }) => [gross, net]),
    affordability.left,
    affordability.stress.left,
    affordability.expenditure.total,
  ].filter((amount) => amount !== null)
  expect(figures.length).toBeGreaterThan(6)
  expect(figures.map(asPrinted).filter((amount: string) => !printed.has(amount))).toEqual([])
})

test('the first page starts with the findings, and a forged amount is on no page', () => {
  const first = textOf(pdf, '-l', '1')
  const { findings } = json.body.report.income
  expect(findings[0].code).toBe('document-low-trust')
  const flat = first.replaceAll(/\s+/g, ' ')
  expect(flat.indexOf(findings[0].message)).toBeGreaterThan(0)
  expect(flat.indexOf(findings[0].message)).toBeLessThan(flat.indexOf('Gross pay a year, now'))
  const all = textOf(pdf)
  expect(all).not.toContain('9,999.99')
  expect(all).not.toContain(forgedAmount)
  expect(all).not.toMatch(/certified/i)
  expect(all).toContain('No: low document')
  expect(all).toContain('Łucja Oakapple')
})

test('an unread document is in no figure, and the report says who has checked it and why', async () => {
  const { user_id, upload, submitFiles } = await aPerson()
  const [file] = await upload('payslip', [createTestFile({ kind: 'payslip', submission: null })])
  await submitFiles('payslip', [{ ...file, manual_review: true }])
  const path = `/users/${user_id}/report/file${asOf}`
  const flat = async () => textOf(await readPdf(path), '-raw').replaceAll(/\s+/g, ' ')
  expect(await flat()).toContain('Not read: in no figure')
  const [document] = (await acme('GET', `/documents?user_id=${user_id}`)).body.documents
  await acme('PUT', `/users/${user_id}/income/inclusions/${document.id}`, {
    reason: 'It is the May payslip.',
  })
  expect(await flat()).toContain('Not read: in no figure. Checked by an API key: It is the May payslip.')
})

test('a dispute is shown at the figure and in the words of the applicant', () => {
  const first = textOf(pdf, '-l', '1', '-raw').replaceAll(/\s+/g, ' ')
  expect(first).toMatch(/Net pay a month, 3 months £2,000.00.{0,80}Disputed by the applicant: N1/)
  expect(textOf(pdf).replaceAll(/\s+/g, ' ')).toContain('payslip is wrong.')
})

test('the PDF is A4, has its text, and carries the signed report and a QR code of the verification page', async () => {
  const file = join(folder, 'report.pdf')
  writeFileSync(file, pdf)
  expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(
    /Page size: +595.28 x 841.89 pts \(A4\)/,
  )
  execFileSync('pdfdetach', ['-saveall', '-o', folder, file])
  const attached = readFileSync(join(folder, 'report.jws'), 'utf8')
  const { digest } = await verifyReport(pdf, keys)
  expect(await verifyReport(Buffer.from(attached), keys)).toMatchObject({ digest })
  expect(textOf(pdf)).toContain(digest)
})

test('a report is verified in each format', async () => {
  expect(await faultOf(pdf)).toBeUndefined()
  expect(await faultOf(Buffer.from(jws))).toBeUndefined()
  expect(await faultOf(Buffer.from(`${jws}\n`))).toBeUndefined()
  expect(await faultOf(Buffer.from(json.text))).toBeUndefined()
  const reordered = JSON.stringify({ jws, report: json.body.report }, null, 2)
  expect(await faultOf(Buffer.from(reordered))).toBeUndefined()
})

/** About this many positions of each file are changed, spread evenly, and every byte of its last lines. */
const changedPositions = 120
const changedTail = 150

test.for([
  ['pdf', () => pdf],
  ['jws', () => Buffer.from(jws)],
  ['json', () => Buffer.from(json.text)],
] as const)('a changed byte fails: %s', async ([, read]) => {
  const bytes = read()
  const step = Math.max(1, Math.floor(bytes.length / changedPositions))
  const unnoticed: number[] = []
  for (let at = 0; at < bytes.length; at += at < bytes.length - changedTail ? step : 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    if ((await faultOf(changed)) === undefined) unnoticed.push(at)
  }
  expect(unnoticed).toEqual([])
  expect(await faultOf(bytes.subarray(0, -1))).not.toBe(undefined)
  expect(await faultOf(Buffer.concat([bytes, Buffer.from('x')]))).not.toBe(undefined)
})

test('a report says why it is not verified', async () => {
  expect(await faultOf(Buffer.from('A letter'))).toBe('not-a-report')
  expect(await faultOf(pdf, { keys: [] })).toBe('unknown-key')
  const other = { ...json.body, report: { ...json.body.report, environment: 'production' } }
  expect(await faultOf(Buffer.from(JSON.stringify(other)))).toBe('changed')
  const edited = Buffer.from(pdf)
  edited[2_000] = (edited[2_000] ?? 0) + 1
  expect(await faultOf(edited)).toBe('changed')
})

test('a signed submission is not a report', async () => {
  const { body } = await acme('GET', `/payroll/${subject.user_id}/${disputedPayslip?.id}/provenance/signed`)
  expect(await faultOf(Buffer.from(body.jws))).toBe('not-a-report')
})

const openShared = (url: string) => server.inject({ url: new URL(url).pathname })
const aLink = async (body: object = {}) => {
  const reply = await acme('POST', `${path}/links`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body as {
    link_id: string
    url: string
    expires_at: string
    created_at: string
    report_id: string
  }
}

test('a link opens the report as it was, without a credential, and every opening is logged', async () => {
  const link = await aLink({ expires_in_days: 2 })
  expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(2 * 24 * 3_600_000)
  const opened = await openShared(link.url)
  expect(opened.statusCode).toBe(200)
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  expect(opened.headers).toHaveProperty('ratelimit')
  expect(await verifyReport(opened.rawPayload, keys)).toMatchObject({ report_id: link.report_id })
  const { links } = (await acme('GET', `${path}/links`)).body
  expect(links[0]).toMatchObject({ link_id: link.link_id, status: 'open', opened: 1 })
  expect(JSON.stringify(links)).not.toContain(new URL(link.url).pathname)
  const lines = await sql(
    'select action, actor_kind, actor_id from audit_lines where subject_id = $1 order by at',
    [link.link_id],
  )
  expect(lines).toMatchObject([
    { action: 'report.link_created', actor_kind: 'api_key' },
    { action: 'report.opened', actor_kind: 'public', actor_id: link.link_id },
  ])
})

test('a revoked link answers 410 and its copy of the report is deleted', async () => {
  const link = await aLink()
  const one = `${path}/links/${link.link_id}`
  expect((await rival('DELETE', one)).status).toBe(404)
  expect((await acme('DELETE', one)).status).toBe(200)
  const reply = await openShared(link.url)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
  expect(await sql('select sealed from report_links where id = $1', [link.link_id])).toEqual([
    { sealed: null },
  ])
})

test('an expired link answers 410, later 404, and keeps no report', async () => {
  const link = await aLink()
  const expire = (days: number) =>
    sql("update report_links set expires_at = now() - $2 * interval '1 day' where id = $1", [
      link.link_id,
      days,
    ])
  await expire(0)
  expect((await openShared(link.url)).statusCode).toBe(410)
  await dependencies.database.system(deleteExpiredReportLinks)
  expect(await sql('select sealed from report_links where id = $1', [link.link_id])).toEqual([
    { sealed: null },
  ])
  await expire(31)
  await dependencies.database.system(deleteExpiredReportLinks)
  expect((await openShared(link.url)).statusCode).toBe(404)
})

test('an unknown or malformed code answers 404', async () => {
  for (const code of ['x', 'a'.repeat(43)])
    expect((await server.inject({ url: `/shared-reports/${code}` })).statusCode).toBe(404)
})

test('a link is neither stored in clear nor returned to another client, and their number is limited', async () => {
  const { user_id } = await aPerson()
  expect((await rival('POST', `/users/${user_id}/report/links`, {})).status).toBe(404)
  expect((await rival('GET', `/users/${user_id}/report`)).status).toBe(404)
  const create = () => acme('POST', `/users/${user_id}/report/links`, {})
  const code = new URL((await create()).body.url).pathname.split('/').at(-1) ?? ''
  const [row] = await sql(
    'select row_to_json(report_links)::text as text from report_links where user_id = $1',
    [user_id],
  )
  expect(row?.text).not.toContain(code)
  await sql(
    `insert into report_links (client_id, user_id, report_id, code_hash, expires_at, actor_kind, actor_id)
      select client_id, user_id, report_id, sha256(n::text::bytea), expires_at, actor_kind, actor_id
        from report_links, generate_series(1, 19) n where user_id = $1`,
    [user_id],
  )
  expect((await create()).status).toBe(403)
})

test('the applicant erases their data: links stop working', async () => {
  const person = await aPerson()
  const created = await acme('POST', `/users/${person.user_id}/report/links`, {})
  expect((await openShared(created.body.url)).statusCode).toBe(200)
  expect((await person.asUser('DELETE', '/journeys/current/data')).status).toBe(200)
  expect((await openShared(created.body.url)).statusCode).toBe(404)
})

test('a report without data says so and has no figure', async () => {
  const { user_id } = await aPerson()
  const text = textOf(await readPdf(`/users/${user_id}/report/file`))
  expect(text).toContain('No payslip counts.')
  expect(text).toContain('No employment is known to be active.')
})
