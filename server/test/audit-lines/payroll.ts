import type { AuditedUser } from './journeys.ts'
import { type AuditScene, canary } from './scene.ts'

/** Payroll data, and what the journey shows of it. Returns the id of the entry. */
export async function auditPayroll(
  scene: AuditScene,
  { userId, asUser, byUser }: AuditedUser,
  accountId: string,
) {
  const { acme, byKey, expectLines, line } = scene
  await expectLines(
    'queryPayrollConnection',
    asUser,
    ['POST', '/payroll/entries/connections', { account_id: accountId }],
    () => line(byUser, 'payroll.requested', accountId),
  )
  await expectLines(
    'createDirectConnection',
    acme,
    ['POST', '/accounts/direct-connections', { user_id: userId }],
    () => line(byKey, 'payroll.requested', userId),
  )
  await expectLines(
    'createJourneyDirectConnection',
    asUser,
    ['POST', '/journeys/current/direct-connections', {}],
    () => line(byUser, 'payroll.requested', userId),
  )
  const end = { outcome: { kind: 'documents' } }
  await expectLines('endJourney', asUser, ['POST', '/journeys/current/ends', end], () =>
    line(byUser, 'journey.ended', userId),
  )
  const entries = await expectLines(
    'listPayrollEntries',
    acme,
    ['GET', `/payroll/entries?user_id=${userId}`],
    () => line(byKey, 'payroll.listed', userId),
  )
  await expectLines(
    'getPayrollEntry',
    acme,
    ['GET', `/payroll/entries/${entries.body.entries[0].entry_id}`],
    () => line(byKey, 'payroll.listed', userId),
  )
  await expectLines('listPayrollSubmissions', acme, ['GET', `/payroll/${userId}`], () =>
    line(byKey, 'payroll.read', userId),
  )
  const [payslipSubmission] = (await acme('GET', `/payroll/${userId}`)).body.payroll_submissions
  await expectLines('getPayrollSubmission', acme, ['GET', `/payroll/${userId}/${payslipSubmission.id}`], () =>
    line(byKey, 'payroll.read', userId),
  )
  await expectLines('getJourneyFindings', asUser, ['GET', '/journeys/current/findings'], () =>
    line(byUser, 'findings.read', userId),
  )
  const note = { subject: 'job', submission_id: payslipSubmission.id, field: 'role', text: canary }
  const added = await expectLines(
    'createJourneyNote',
    asUser,
    ['POST', '/journeys/current/notes', note],
    ({ body }) => line(byUser, 'note.added', body.id),
  )
  const answerPath = `/users/${userId}/notes/${added.body.id}/answer`
  await expectLines('answerNote', acme, ['PUT', answerPath, { text: canary }], () =>
    line(byKey, 'note.answered', added.body.id),
  )
  await expectLines('listNotes', acme, ['GET', `/users/${userId}/notes`], () =>
    line(byKey, 'note.listed', userId),
  )
  await expectLines(
    'stateMissingDocuments',
    asUser,
    ['POST', '/journeys/current/missing-documents', { kind: 'payslips', reason: 'lost' }],
    () => line(byUser, 'missing_documents.stated', userId),
  )
  await expectLines('getCoverage', acme, ['GET', `/users/${userId}/coverage`], () =>
    line(byKey, 'coverage.read', userId),
  )
  await expectLines('getJourneyShared', asUser, ['GET', '/journeys/current/shared'], () =>
    line(byUser, 'shared.read', userId),
  )
  for (const [operation, suffix] of [
    ['getPayrollProvenance', ''],
    ['getSignedPayroll', '/signed'],
  ] as const)
    await expectLines(
      operation,
      acme,
      ['GET', `/payroll/${userId}/${payslipSubmission.id}/provenance${suffix}`],
      () => line(byKey, 'payroll.traced', payslipSubmission.id),
    )
  await expectLines('listMatches', acme, ['GET', `/users/${userId}/matches`], () =>
    line(byKey, 'match.listed', userId),
  )
  return entries.body.entries[0].entry_id as string
}
