import type { AuditedUser } from './journeys.ts'
import type { AuditScene } from './scene.ts'

/** An account at a payroll provider. Returns its id. */
export async function auditAccounts(scene: AuditScene, { userId }: AuditedUser) {
  const { acme, sql, byKey, expectLines, line, noLines } = scene
  // A task stores the provider's data and writes its own lines; the request writes lines for the request and the read.
  const login = {
    payroll_provider: 'sandbox-payroll',
    user_name: 'wilhelmina.oakapple',
    password: 'mfa:code',
  }
  const connecting = await expectLines(
    'createAccount',
    acme,
    ['POST', '/accounts', { user_id: userId, ...login }],
    ({ body }) => [
      ...line(byKey, 'account.requested', userId),
      ...line(byKey, 'account.read', body.account_id),
    ],
  )
  const accountId: string = connecting.body.account_id
  const account = `/accounts/${accountId}`
  const ofAccount = (...actions: string[]) => actions.flatMap((action) => line(byKey, action, accountId))
  for (const mfa of ['1', '2', '3']) await acme('PUT', `${account}/mfa`, { mfa })
  const { payroll_provider: _, ...relogin } = login
  await expectLines('reconnectAccount', acme, ['POST', `${account}/reconnect`, relogin], () =>
    ofAccount('account.reconnecting', 'account.read'),
  )
  await expectLines('answerMfa', acme, ['PUT', `${account}/mfa`, { mfa: '246810' }], () =>
    ofAccount('account.answered', 'account.read'),
  )
  await expectLines('getAccount', acme, ['GET', account], () => ofAccount('account.read'))
  await sql("update accounts set identity_match = 'none' where id = $1", [accountId])
  await expectLines('acceptAccountIdentity', acme, ['POST', `${account}/identity/accept`], () =>
    ofAccount('identity.accepted'),
  )
  await expectLines('getAccountHistory', acme, ['GET', `${account}/history`], noLines)
  await expectLines('listAccounts', acme, ['GET', `/accounts?user_id=${userId}`], () =>
    line(byKey, 'account.listed', userId),
  )
  await expectLines('listRecurringAccounts', acme, ['GET', `/accounts/recurring?user_id=${userId}`], () =>
    line(byKey, 'account.listed', userId),
  )

  return accountId
}
