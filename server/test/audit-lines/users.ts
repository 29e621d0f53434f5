import { aUser } from '../people.ts'
import { type AuditScene, canary } from './scene.ts'

/** Users: create, read, list and update. Returns the id of the new user. */
export async function auditUsers(scene: AuditScene) {
  const { acme, byKey, expectLines, line, noLines } = scene
  const person = aUser({
    forename: canary,
    surname: canary,
    post_codes: [canary],
    ext_id: canary,
    ni_number: 'QQ987654A',
  })
  const created = await expectLines('createUser', acme, ['POST', '/users', person], ({ body }) =>
    line(byKey, 'user.created', body.user_id),
  )
  const userId: string = created.body.user_id
  await expectLines('getUser', acme, ['GET', `/users/${userId}`], () => line(byKey, 'user.read', userId))
  await expectLines('listUsers', acme, ['GET', '/users'], () => line(byKey, 'user.listed'))
  await expectLines('listUsers', acme, ['GET', `/users?ext_id=${canary}`], () => line(byKey, 'user.listed'))
  await expectLines('listUsers', acme, ['GET', `/users?search=${canary}`], () => line(byKey, 'user.listed'))
  await expectLines('listUserTimeline', acme, ['GET', `/users/${userId}/timeline`], noLines)
  await expectLines('listUserFlags', acme, ['GET', `/users/flags?user_ids=${userId}`], noLines)
  await expectLines('getActivity', acme, ['GET', '/activity'], noLines)
  await expectLines('getAttention', acme, ['GET', '/attention'], noLines)
  await expectLines('listRecurringUsers', acme, ['GET', '/users/recurring'], () => line(byKey, 'user.listed'))
  await expectLines('updateUser', acme, ['PATCH', `/users/${userId}`, { forename: `${canary}2` }], () =>
    line(byKey, 'user.changed', userId),
  )
  return userId
}
