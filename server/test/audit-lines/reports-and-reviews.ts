import type { AuditedUser } from './journeys.ts'
import type { AuditScene } from './scene.ts'

/** Income, reports, reviews and expenditure. */
export async function auditReportsAndReviews(scene: AuditScene, { userId }: AuditedUser) {
  const { acme, byKey, expectLines, line } = scene
  for (const [operation, suffix] of [
    ['getIncome', ''],
    ['getIncomeWorking', '/working'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/users/${userId}/income${suffix}`], () =>
      line(byKey, 'income.read', userId),
    )
  for (const [operation, suffix] of [
    ['getReport', ''],
    ['getReportFile', '/file'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/users/${userId}/report${suffix}`], () =>
      line(byKey, 'report.created', userId),
    )
  const reportLinks = `/users/${userId}/report/links`
  const reportLink = await expectLines('createReportLink', acme, ['POST', reportLinks, {}], ({ body }) => [
    ...line(byKey, 'report.created', userId),
    ...line(byKey, 'report.link_created', body.link_id),
  ])
  await expectLines('listReportLinks', acme, ['GET', reportLinks], () =>
    line(byKey, 'report.links_listed', userId),
  )
  await expectLines('revokeReportLink', acme, ['DELETE', `${reportLinks}/${reportLink.body.link_id}`], () =>
    line(byKey, 'report.link_revoked', reportLink.body.link_id),
  )
  const review = `/users/${userId}/review`
  await expectLines('getReview', acme, ['GET', review], () => line(byKey, 'review.read', userId))
  await expectLines('updateReview', acme, ['PATCH', review, { status: 'in_review' }], () =>
    line(byKey, 'review.changed', userId),
  )
  const decision = { decision: 'refer', reason: 'Two jobs.' }
  await expectLines('decideReview', acme, ['PUT', `${review}/decision`, decision], () =>
    line(byKey, 'review.decided', userId),
  )
  await expectLines('createReviewNote', acme, ['POST', `${review}/notes`, { text: 'Asked.' }], () =>
    line(byKey, 'review.note_added', userId),
  )
  await expectLines('listReviewNotes', acme, ['GET', `${review}/notes`], () =>
    line(byKey, 'review.notes_listed', userId),
  )
  await expectLines('listReviews', acme, ['GET', '/reviews?limit=1'], () => line(byKey, 'review.listed'))
  await expectLines('exportReviews', acme, ['GET', '/reviews/export?search=none'], () => [
    ...line(byKey, 'review.exported'),
    ...line(byKey, 'review.listed'),
  ])
  const bulkCsv =
    'ext_id,forename,surname,date_of_birth,post_code,email\nbulk-1,A,B,1990-01-01,LS1 4AP,a@b.example'
  await expectLines('bulkInviteUsers', acme, ['POST', '/users/bulk-invitations', { csv: bulkCsv }], () =>
    line(byKey, 'user.bulk_checked'),
  )
  for (const [operation, suffix] of [
    ['getOnsExpenditure', ''],
    ['getOnsExpenditureWorking', '/working'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/expenditure/${userId}/ons${suffix}`], () =>
      line(byKey, 'expenditure.read', userId),
    )
}
