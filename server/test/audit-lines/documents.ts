import { expect } from 'vitest'
import type { AuditedUser } from './journeys.ts'
import { type AuditScene, canary } from './scene.ts'

/** Uploads, the submissions read from them, and stored documents. */
export async function auditDocuments(scene: AuditScene, { userId, asUser, byUser }: AuditedUser) {
  const { sandbox, acme, sql, byKey, expectLines, line } = scene
  /** Presigns an upload and uploads a document. Returns its path. */
  const uploadFile = async (operation: string, kind: string, [method, path]: [string, string]) => {
    const files = [{ file_name: `${canary}.pdf`, external_id: canary }]
    const { body } = await expectLines(operation, asUser, [method, `${path}/presign`, { files }], () =>
      line(byUser, 'upload.offered', userId),
    )
    const [upload] = body.presigned_urls
    const file = await fetch(`${sandbox.url}/controls/documents/${kind}?user_name=wilhelmina.oakapple`).then(
      (reply) => reply.arrayBuffer(),
    )
    const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
    expect((await fetch(upload.presigned_url, { method: 'PUT', headers, body: file })).status).toBe(200)
    return { files: [{ path: upload.path }] }
  }
  const payslips: [string, string] = ['POST', '/payroll/entries/payslips']
  const payslip = await uploadFile('presignPayslips', 'payslip', payslips)
  await expectLines('readUnsentFiles', asUser, ['POST', '/journeys/current/readings', payslip], () => [
    ...line(byUser, 'document.read_ahead_requested', userId),
    ...line(byUser, 'document.readings_read', userId),
  ])
  await expectLines('submitPayslips', asUser, [...payslips, payslip], () => [
    ...line(byUser, 'document.submitted', userId),
    ...line(byUser, 'payroll.read', userId),
  ])
  const statements: [string, string] = ['PUT', '/documents/bank-statements']
  const statement = await uploadFile('presignBankStatements', 'statement', statements)
  const submitted = await expectLines('submitBankStatements', asUser, [...statements, statement], () => [
    ...line(byUser, 'document.submitted', userId),
    ...line(byUser, 'bank_statement.read', userId),
  ])
  const [read] = submitted.body.bank_statement_submissions
  await expectLines('listBankStatementSubmissions', acme, ['GET', `/bankstatements/${userId}`], () =>
    line(byKey, 'bank_statement.read', userId),
  )
  await expectLines('getBankStatementSubmission', acme, ['GET', `/bankstatements/${userId}/${read.id}`], () =>
    line(byKey, 'bank_statement.read', userId),
  )
  for (const [operation, suffix] of [
    ['getBankStatementProvenance', ''],
    ['getSignedBankStatement', '/signed'],
  ] as const)
    await expectLines(
      operation,
      acme,
      ['GET', `/bankstatements/${userId}/${read.id}/provenance${suffix}`],
      () => line(byKey, 'bank_statement.traced', read.id),
    )
  const documentId: string = read.document_id
  await expectLines('listDocuments', acme, ['GET', `/documents?user_id=${userId}`], () =>
    line(byKey, 'document.listed', userId),
  )
  await expectLines('getDocument', acme, ['GET', `/documents/${documentId}`], () =>
    line(byKey, 'document.read', documentId),
  )
  await expectLines('getDocumentFile', acme, ['GET', `/documents/${documentId}/file`], () =>
    line(byKey, 'document.read', documentId),
  )
  await expectLines('getDocumentFields', acme, ['GET', `/documents/${documentId}/fields`], () =>
    line(byKey, 'document.traced', documentId),
  )
  const changes = [{ path: 'account_information.bank_name', action: 'correct', value: canary }]
  await expectLines(
    'correctDocumentFields',
    acme,
    ['PATCH', `/documents/${documentId}/fields`, { revision: 0, changes }],
    () => line(byKey, 'document.corrected', documentId),
  )
  await sql("update documents set trust_score = 'Low' where id = $1", [documentId])
  const inclusion = `/users/${userId}/income/inclusions/${documentId}`
  await expectLines('includeIncomeDocument', acme, ['PUT', inclusion, { reason: canary }], () =>
    line(byKey, 'income.document_included', documentId),
  )
  await expectLines('excludeIncomeDocument', acme, ['DELETE', inclusion], () =>
    line(byKey, 'income.document_excluded', documentId),
  )
  await sql('update documents set is_unread = true where id = $1', [documentId])
  await expectLines('includeIncomeDocument', acme, ['PUT', inclusion, { reason: canary }], () =>
    line(byKey, 'income.document_checked', documentId),
  )
  await expectLines('excludeIncomeDocument', acme, ['DELETE', inclusion], () =>
    line(byKey, 'income.document_check_removed', documentId),
  )
  await sql('update documents set is_unread = false where id = $1', [documentId])
  await sql("update documents set identity_match = 'none' where id = $1", [documentId])
  await expectLines(
    'acceptDocumentIdentity',
    acme,
    ['POST', `/documents/${documentId}/identity/accept`],
    () => line(byKey, 'identity.accepted', documentId),
  )
  await expectLines('deleteDocument', acme, ['DELETE', `/documents/${documentId}`], () =>
    line(byKey, 'document.deleted', documentId),
  )
}
