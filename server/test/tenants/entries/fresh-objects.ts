import { randomBytes } from 'node:crypto'
import { createUser } from '../../people.ts'
import { createDocument, createStatement, must, type TenantFixture } from '../fixture.ts'

// Creates objects that a call consumes, for entries of several resources.

export const freshUser = async ({ api }: TenantFixture) => ({ user_id: (await createUser(api.acme)).user_id })

/** Lets the client authorise again, although the user has withdrawn an authorisation in an earlier request. */
export const forgetWithdrawals = ({ api, acme }: TenantFixture) =>
  api.sql(
    "update authorisations set withdrawn_by = 'client' where user_id = $1 and withdrawn_by = 'person'",
    [acme.ids.user_id],
  )

export const anAddress = () => `${randomBytes(8).toString('hex')}@team.example`

/** A role that no other test invites, so that the matrix recognises its own invitations. */
export const invitedRole = 'Developer'

/** Ends the invitations of earlier requests, because a client may have 50 open ones and send 200 a day. */
export async function clearInvitations({ api }: TenantFixture) {
  const invited = `select id from members where role = '${invitedRole}' and status = 'unconfirmed'`
  await api.sql(
    `update member_codes set expires_at = now() - interval '1 hour' where member_id in (${invited})`,
  )
  await api.sql(`update members set created_at = created_at - interval '2 days' where id in (${invited})`)
}

export async function freshMember(fixture: TenantFixture) {
  await clearInvitations(fixture)
  const invited = await must(fixture.api.acme, 'POST', '/members', { email: anAddress(), role: invitedRole })
  return { member_id: invited.id }
}

/** Connects at a provider with its own login pages, where no request is sent until the person opens them. */
export const connection = (user_id: string) => ({
  path: '/accounts',
  body: { user_id, payroll_provider: 'sandbox-cloud' },
})

export async function freshAccount({ api, acme }: TenantFixture) {
  const { path, body } = connection(acme.ids.user_id)
  return { account_id: (await must(api.acme, 'POST', path, body)).account_id as string }
}

/** A document with the statement that was extracted from it. */
export const freshReadDocument = async ({ api, acme }: TenantFixture) => {
  const secret = () => randomBytes(8).toString('hex')
  const document_id = await createDocument(api, 'acme', secret, acme.ids)
  await createStatement(api, 'acme', secret, { ...acme.ids, document_id })
  return { document_id }
}

export const freshDocument = async ({ api, acme }: TenantFixture) => ({
  document_id: await createDocument(api, 'acme', () => randomBytes(8).toString('hex'), acme.ids),
})
