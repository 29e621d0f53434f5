import type { AuditedUser } from './journeys.ts'
import { type AuditScene, canary } from './scene.ts'

/** Authorisation terms and authorisations. */
export async function auditAuthorisations(scene: AuditScene, { userId, asUser, byUser }: AuditedUser) {
  const { acme, byKey, expectLines, line, noLines } = scene
  const newTerm = { name: 'ours', authorisation_text: 'We ask.', authorisation_category: 'one_time' }
  const term = await expectLines(
    'createAuthorisationTerm',
    acme,
    ['POST', '/authorisations/terms', newTerm],
    ({ body }) => line(byKey, 'term.created', body.id),
  )
  const termPath = `/authorisations/terms/${term.body.id}`
  await expectLines('listAuthorisationTerms', acme, ['GET', '/authorisations/terms'], noLines)
  await expectLines('getAuthorisationTerm', acme, ['GET', termPath], noLines)
  await expectLines(
    'getLatestAuthorisationTerm',
    asUser,
    ['GET', `/authorisations/terms/latest?user_id=${userId}`],
    noLines,
  )
  const evidence = { user_id: userId, user_agent: canary, fingerprint: canary, ip_address: '203.0.113.77' }
  const accepted = await expectLines(
    'createAuthorisation',
    asUser,
    ['POST', '/authorisations', evidence],
    ({ body }) => line(byUser, 'authorisation.accepted', body.id),
  )
  await expectLines('listAuthorisations', acme, ['GET', `/authorisations?user_id=${userId}`], () =>
    line(byKey, 'authorisation.listed', userId),
  )
  await expectLines('getAuthorisation', acme, ['GET', `/authorisations/${accepted.body.id}`], () =>
    line(byKey, 'authorisation.listed', userId),
  )
  return { termId: term.body.id as string, authorisationId: accepted.body.id as string }
}
