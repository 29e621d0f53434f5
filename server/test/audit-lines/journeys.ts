import { putReturnCode } from '../tenants/fixture.ts'
import { type AuditScene, canary } from './scene.ts'

/** The user whose data the operations read, with the credentials of the journey. */
export type AuditedUser = Awaited<ReturnType<typeof auditJourneys>>

/** User tokens, invitations and sessions of the hosted journey. Returns the credentials of the user. */
export async function auditJourneys(scene: AuditScene, userId: string) {
  const { api, acme, anonymous, byKey, expectLines, line, noLines } = scene
  const token = await expectLines(
    'createUserToken',
    acme,
    ['POST', '/user-tokens', { user_id: userId }],
    () => line(byKey, 'user_token.issued', userId),
  )
  const invitationOf = { user_id: userId, email: `${canary}@people.example` }
  await expectLines('createJourneyInvitation', acme, ['POST', '/journeys/invitations', invitationOf], () =>
    line(byKey, 'journey.invited', userId),
  )
  const asUser = api.withToken(token.body.token)
  const byUser = { actor_kind: 'user', actor_id: userId }
  const linkCode = String(token.body.webapp_link).split('/').at(-1)
  const journey = await expectLines(
    'createJourneySession',
    anonymous,
    ['POST', '/journeys/sessions', { code: linkCode }],
    () => line(byUser, 'journey.opened', userId),
  )
  const asJourneyUser = api.withToken(journey.body.token)
  await expectLines('renewJourneySession', asJourneyUser, ['POST', '/journeys/sessions/renewals', {}], () =>
    line(byUser, 'journey.renewed', userId),
  )
  await expectLines(
    'confirmJourneyPerson',
    asJourneyUser,
    ['POST', '/journeys/current/confirmations', { date_of_birth: '1988-04-17' }],
    () => line(byUser, 'journey.confirmed', userId),
  )
  const ofJourney = `/journeys/${journey.body.journey_id}`
  await expectLines('createReturnCode', anonymous, ['POST', `${ofJourney}/return-codes`, {}], () =>
    line(byUser, 'journey.return_code_sent', userId),
  )
  const one_time_code = await putReturnCode(api, journey.body.journey_id)
  await expectLines('returnToJourney', anonymous, ['POST', `${ofJourney}/returns`, { one_time_code }], () =>
    line(byUser, 'journey.returned', userId),
  )
  // The page polls the journey. The reply contains no personal data, so no line is written.
  await expectLines('getJourney', asJourneyUser, ['GET', '/journeys/current'], noLines)
  await expectLines('getJwks', anonymous, ['GET', '/.well-known/jwks.json'], noLines)
  await expectLines('listProviders', asUser, ['GET', '/providers'], noLines)
  await expectLines('searchEmployers', asUser, ['GET', '/employers?query=fen'], noLines)
  return { userId, byUser, asUser, linkCode }
}
