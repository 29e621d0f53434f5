import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyReport } from '@payproof/sdk/reports'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'

// Figures that use values of the team are marked in the summary, the working and the report.

const { acme, aPerson, server, world } = await startDocumentTests()
const folder = mkdtempSync(join(tmpdir(), 'payproof-corrected-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))
const asOf = '?as_of=2026-06-30'

const person = await aPerson()
const unique = () => ({ reader_version: randomUUID() })
const sent = await person.submit('payslip', [
  createPayslipFile({ pay_date: '2026-03-31' }, unique()),
  createPayslipFile({ pay_date: '2026-04-30' }, unique()),
  createPayslipFile({ pay_date: '2026-05-31' }, unique()),
])
type Submission = { id: string; document_id: string; income_information: { pay_date: string } }
const may: Submission = sent.body.payroll_submissions.find(({ income_information }: Submission) =>
  income_information.pay_date.startsWith('2026-05-31'),
)
const statement = await person.submit('bank_statement', [
  createStatementFile([['2026-05-29', 'QUILL AND THIMBLE', '2,000.00']], unique()),
])
const [bank]: Submission[] = statement.body.bank_statement_submissions

const net = 'income_information.earnings.net_pay'
const correct = async (document_id: string, revision: number, ...changes: object[]) => {
  const reply = await acme('PATCH', `/documents/${document_id}/fields`, { revision, changes })
  expect(reply.status, reply.text).toBe(200)
}
const summaryOf = async () => (await acme('GET', `/users/${person.user_id}/income${asOf}`)).body
const readPdf = async () => {
  const headers = { 'x-api-key': world.clients.acme.apiKey }
  const reply = await server.inject({ url: `/users/${person.user_id}/report/file${asOf}`, headers })
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}
const textOf = (pdf: Uint8Array, ...options: string[]) => {
  const file = join(folder, `${randomUUID()}.pdf`)
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', [...options, file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ')
}

// Each test continues where the one before it ended.
describe('corrections of one person', { shuffle: false }, () => {
  test('without corrections nothing is marked', async () => {
    const summary = await summaryOf()
    expect(summary.corrections).toEqual([])
    expect(summary.findings.map(({ code }: { code: string }) => code)).not.toContain('values-corrected')
    const text = textOf(await readPdf(), '-raw')
    expect(text).not.toMatch(/corrected/i)
  })

  test('a confirmed value is no correction', async () => {
    await correct(may.document_id, 0, { path: net, action: 'confirm' })
    expect((await summaryOf()).corrections).toEqual([])
  })

  test('corrected values are marked in the summary, the working and the report', async () => {
    await correct(
      may.document_id,
      1,
      { path: net, action: 'correct', value: '20000.00' },
      { path: 'identity_information.NI_number', action: 'correct', value: 'QQ123456B' },
    )
    await correct(bank?.document_id ?? '', 0, {
      path: 'transactions.0.description',
      action: 'correct',
      value: 'QUILL & THIMBLE',
    })
    const summary = await summaryOf()
    const marked = {
      document_id: may.document_id,
      submission_id: may.id,
      type: 'payslip',
      corrected_values: 2,
      parts: ['net', 'ni_number'],
      corrected_by: ['api_key'],
      last_corrected_at: expect.any(String),
    }
    expect(summary.corrections).toEqual([
      {
        document_id: bank?.document_id,
        submission_id: bank?.id,
        type: 'bank_statement',
        corrected_values: 1,
        parts: ['bank'],
        corrected_by: ['api_key'],
        last_corrected_at: expect.any(String),
      },
      marked,
    ])
    expect(summary.findings).toContainEqual({
      code: 'values-corrected',
      severity: 'medium',
      message: '3 values are not as read from 2 documents: the team corrected them.',
      action: 'Compare with the document.',
      submission_ids: [bank?.id, may.id],
      document_id: null,
      locations: [],
      fields: [],
    })

    const working = (await acme('GET', `/users/${person.user_id}/income/working${asOf}`)).body
    const by = { kind: 'api_key', id: expect.any(String) }
    expect(working.payslips.map(({ corrections }: { corrections: object[] }) => corrections)).toEqual([
      [
        { path: net, reading: '2000.00', value: '20000.00', by, at: expect.any(String) },
        { path: 'identity_information.NI_number', reading: null, value: null, by, at: expect.any(String) },
      ],
      [],
      [],
    ])

    const { report, jws } = (await acme('GET', `/users/${person.user_id}/report${asOf}`)).body
    expect(report.income.corrections).toEqual(summary.corrections)
    expect(
      report.documents.map(({ corrected_values }: { corrected_values: number }) => corrected_values).sort(),
    ).toEqual([0, 0, 1, 2])
    const keys = (await server.inject({ url: '/.well-known/jwks.json' })).json()
    expect(await verifyReport(Buffer.from(jws), keys)).toMatchObject({ report })

    const pdf = await readPdf()
    const first = textOf(pdf, '-l', '1', '-raw')
    expect(first).toMatch(/Net pay a month, 3 months £8,000.00.{0,80}Corrected by the team: P1/)
    expect(first).not.toMatch(/Gross pay a year, now £30,000.00.{0,40}Corrected by the team/)
    expect(first).toContain('The documents do not prove them')
    const all = textOf(pdf, '-layout')
    expect(all).toMatch(/£20,000.00 .{0,400}corrected/)
    expect(all).toContain('2 values corrected')
    expect(all).toContain('Annex G: values corrected by the team')
    expect(all).toMatch(/P1 Net pay £2,000.00 £20,000.00 API key/)
    expect(all).toContain('bank statement: 1 value corrected, by API key')
    expect(all).not.toContain('QQ123456B')
    expect(all).not.toContain('Net pay as each source shows it. ')
  })

  test('restoring the readings ends the marks', async () => {
    await correct(may.document_id, 2, { path: net, action: 'restore' })
    expect((await summaryOf()).corrections).toMatchObject([
      { type: 'bank_statement' },
      { type: 'payslip', corrected_values: 1, parts: ['ni_number'] },
    ])
    await correct(may.document_id, 3, { path: 'identity_information.NI_number', action: 'restore' })
    await correct(bank?.document_id ?? '', 1, { path: 'transactions.0.description', action: 'restore' })
    expect((await summaryOf()).corrections).toEqual([])
  })
})
