import { expect, test } from 'vitest'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import type { TrustFinding } from '../../extraction/document.ts'

const { acme, aPerson, sql } = await startDocumentTests()
const events = ['document-flagged', 'user-payroll-submitted', 'user-bank-statement-submitted']
const url = 'https://receiver.example/hook'
const { webhook_id } = (await acme('POST', '/webhooks', { name: 'flags', events, url })).body

const finding = (code: string, severity: TrustFinding['severity']): TrustFinding => ({
  code,
  category: 'page',
  severity,
  title: 'A title',
  message: 'A message',
  places: [],
  fields: [],
})

const flagsAbout = async (user_id: string) => {
  const { body } = await acme(
    'GET',
    `/webhooks/${webhook_id}/deliveries?event=document-flagged&user_id=${user_id}`,
  )
  return Promise.all(
    body.deliveries.map(async ({ delivery_id }: { delivery_id: string }) =>
      JSON.parse((await acme('GET', `/webhooks/${webhook_id}/deliveries/${delivery_id}`)).body.body),
    ),
  )
}

test('document-flagged is sent once for a document with a finding of high severity, and for no other', async () => {
  const person = await aPerson()
  const high = [finding('BOX_OVER_TEXT', 'high'), finding('BOX_OVER_TEXT', 'high'), finding('SIZE', 'medium')]
  const flagged = createStatementFile([['2026-03-02', 'Tea', '-2.00']], {
    trust_score: 'Low',
    findings: high,
  })
  await person.submit('bank_statement', [flagged])
  await person.submit('bank_statement', [flagged])
  const medium = { trust_score: 'Medium' as const, findings: [finding('SIZE', 'medium')] }
  await person.submit('payslip', [createPayslipFile({}, medium)])

  const [document] = await sql("select id from documents where user_id = $1 and type = 'bank_statement'", [
    person.user_id,
  ])
  expect(await flagsAbout(person.user_id)).toEqual([
    {
      event: 'document-flagged',
      user_id: person.user_id,
      timestamp: expect.any(String),
      document_id: document?.id,
      type: 'bank_statement',
      trust_score: 'Low',
      finding_codes: ['BOX_OVER_TEXT'],
    },
  ])
})

test('document-flagged is sent for a payslip that another person has sent before', async () => {
  const paper = { gross: '3141.59' }
  const first = await aPerson()
  await first.submit('payslip', [createPayslipFile(paper)])
  const second = await aPerson()
  await second.submit('payslip', [createPayslipFile(paper)])
  expect(await flagsAbout(first.user_id)).toEqual([])
  expect(await flagsAbout(second.user_id)).toMatchObject([{ finding_codes: ['DUPLICATE_OTHER_USER'] }])
})
