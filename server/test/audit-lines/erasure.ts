import { expect } from 'vitest'
import { anId } from '../people.ts'
import type { AuditedUser } from './journeys.ts'
import { type AuditLine, type AuditScene, canary } from './scene.ts'

type ErasedIds = { accountId: string; entryId: string; termId: string; authorisationId: string }

/** Export, withdrawal and deletion of all data of a user. */
export async function auditErasure(
  scene: AuditScene,
  { userId, asUser, byUser, linkCode }: AuditedUser,
  { accountId, entryId, termId, authorisationId }: ErasedIds,
) {
  const { api, acme, anonymous, byKey, readLines, expectLines, line, noLines, seen } = scene
  await expectLines('deletePayrollEntry', acme, ['DELETE', `/payroll/entries/${entryId}`], () =>
    line(byKey, 'entry.deleted', entryId),
  )
  await api.sql('update accounts set is_bank = true, session_ends_at = now() where id = $1', [accountId])
  const stop = { decision: 'stop' }
  await expectLines('decideAccountConsent', acme, ['POST', `/accounts/${accountId}/consent`, stop], () =>
    ['account.sharing_stopped', 'account.moved', 'account.read'].flatMap((action) =>
      line(byKey, action, accountId),
    ),
  )
  await expectLines('deleteAccount', acme, ['DELETE', `/accounts/${accountId}`], () =>
    line(byKey, 'account.deleted', accountId),
  )

  const ofOwn = (...actions: string[]) => actions.flatMap((action) => line(byUser, action, userId))
  await expectLines('exportJourneyData', asUser, ['GET', '/journeys/current/export'], () =>
    ofOwn(
      'user.read',
      'export.read',
      'authorisation.listed',
      'account.listed',
      'payroll.read',
      'bank_statement.read',
      'tax_income.read',
    ),
  )
  const journeySession = (await anonymous('POST', '/journeys/sessions', { code: linkCode })).body
  const opened = { events: [{ id: anId(), name: 'open' }] }
  await expectLines(
    'countJourneyEvents',
    api.withToken(journeySession.token),
    ['POST', '/journeys/current/events', opened],
    () => ofOwn('journey.counted'),
  )
  await expectLines('getJourneyFunnel', acme, ['GET', '/journeys/funnel'], noLines)
  await expectLines(
    'countEmployerMiss',
    api.withToken(journeySession.token),
    ['POST', '/journeys/current/employer-misses', { query: canary }],
    () => ofOwn('employer_miss.counted'),
  )
  await expectLines('listEmployerMisses', acme, ['GET', '/employers/misses'], noLines)
  const ownRevoke = `/journeys/current/authorisations/${authorisationId}/revoke`
  type ListedAccount = { account_id: string; status: string }
  const { accounts }: { accounts: ListedAccount[] } = (await acme('GET', `/accounts?user_id=${userId}`)).body
  // It is the last authorisation, so the accounts end with it.
  const ending = accounts.filter(({ status }) => status === 'AUTHORISED')
  expect(ending).toHaveLength(1)
  await expectLines('withdrawAuthorisation', asUser, ['PUT', ownRevoke], () => [
    ...line(byUser, 'authorisation.revoked', authorisationId),
    ...ending.flatMap(({ account_id }) => line(byUser, 'account.moved', account_id)),
  ])
  const { entries: uploads } = (await acme('GET', `/payroll/entries?user_id=${userId}`)).body
  const { authorisations } = (await acme('GET', `/authorisations?user_id=${userId}&status=active`)).body
  const inOrder = (lines: AuditLine[]) => lines.map((one) => JSON.stringify(one)).sort()
  const erased = await asUser('DELETE', '/journeys/current/data')
  seen.add('deleteJourneyData')
  expect(accounts.length * uploads.length).toBeGreaterThan(0)
  expect(inOrder(await readLines(erased))).toEqual(
    inOrder([
      ...ofOwn('data.erasing', 'upload.erased', 'data.erased'),
      ...authorisations.flatMap(({ id }: { id: string }) => line(byUser, 'authorisation.revoked', id)),
      ...accounts.flatMap(({ account_id }: { account_id: string }) =>
        line(byUser, 'account.deleted', account_id),
      ),
      ...uploads
        .filter(({ account_id }: { account_id: string | null }) => account_id === null)
        .flatMap(({ entry_id }: { entry_id: string }) => line(byUser, 'entry.deleted', entry_id)),
    ]),
  )
  const revokePath = `/authorisations/${authorisationId}/revoke`
  await expectLines('revokeAuthorisation', acme, ['PUT', revokePath], () =>
    line(byKey, 'authorisation.revoked', authorisationId),
  )
  await expectLines(
    'updateAuthorisationTerm',
    acme,
    ['PATCH', `/authorisations/terms/${termId}`, { is_active: false }],
    () => line(byKey, 'term.changed', termId),
  )
  await expectLines('revokeUserTokens', acme, ['POST', '/user-tokens/revocations', { user_id: userId }], () =>
    line(byKey, 'user_token.revoked', userId),
  )
}
