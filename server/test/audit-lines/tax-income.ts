import { expect } from 'vitest'
import { signInAtAuthority } from '../authority.ts'
import { eventually } from '../engine.ts'
import { leaveForProvider } from '../oauth2-start.ts'
import type { AuditedUser } from './journeys.ts'
import type { AuditScene } from './scene.ts'

/** Income from the tax authority. */
export async function auditTaxIncome(scene: AuditScene, { userId, asUser, byUser }: AuditedUser) {
  const { acme, byKey, expectLines, line } = scene
  const taxAccountId = await connectTaxAuthority(scene, userId)
  await expectLines(
    'queryTaxauthConnection',
    asUser,
    ['POST', '/taxauth/entries/connections', { account_id: taxAccountId }],
    () => line(byUser, 'tax_income.requested', taxAccountId),
  )
  const taxEntries = await expectLines(
    'listTaxauthEntries',
    acme,
    ['GET', `/taxauth/entries?user_id=${userId}`],
    () => line(byKey, 'tax_income.listed', userId),
  )
  await expectLines('listIncomeSubmissions', acme, ['GET', `/taxauth/${userId}`], () =>
    line(byKey, 'tax_income.read', userId),
  )
  const taxEntryId: string = taxEntries.body.entries[0].entry_id
  await expectLines('getTaxauthEntry', acme, ['GET', `/taxauth/entries/${taxEntryId}`], () =>
    line(byKey, 'tax_income.listed', userId),
  )
  await expectLines('deleteTaxauthEntry', acme, ['DELETE', `/taxauth/entries/${taxEntryId}`], () =>
    line(byKey, 'entry.deleted', taxEntryId),
  )
}

/** Logs in at the sandbox's tax authority and waits for its data. */
async function connectTaxAuthority({ api, sandbox, acme, anonymous }: AuditScene, user_id: string) {
  const userName = 'wilhelmina.oakapple'
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const { unique_tax_reference, ni_number } = identity
  // The connection is refused if the registered NI number differs.
  await acme('PATCH', `/users/${user_id}`, { taxauth_enabled: true, ni_number })
  const { body } = await acme('POST', '/accounts', {
    user_id,
    payroll_provider: 'taxauth',
    from: '2024-06-01T00:00:00.000Z',
    extra_login_params: { unique_tax_reference, ni_number },
  })
  const here = (url: string) => url.replace(api.config.BASE_URL, '')
  const left = await leaveForProvider(
    (path, headers) => anonymous('GET', path, undefined, headers),
    here(body.authorization_url),
  )
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  expect((await anonymous('GET', here(back), undefined, { cookie })).status).toBe(200)
  await eventually(
    async () => (await acme('GET', `/taxauth/entries?user_id=${user_id}`)).body.entries?.length > 0,
    60_000,
  )
  return body.account_id as string
}
