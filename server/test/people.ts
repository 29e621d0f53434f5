import { randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { MemberRole } from '../src/platform/http/caller.ts'
import type { Api, Call } from './api.ts'

// Builders of invented people. Their NI numbers have prefixes that are never issued.

export const aUser = (changes: object = {}) => ({
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1988-04-17T00:00:00.000Z',
  post_codes: ['LS1 4AP', 'YO24 1AB'],
  payroll_period_months: 12,
  ...changes,
})

export async function createUser(call: Call, changes: object = {}) {
  const reply = await call('POST', '/users', aUser(changes))
  if (reply.status !== 201) throw new Error(`no user: ${reply.text}`)
  return reply.body as { user_id: string; created_at: string; [field: string]: unknown }
}

export const anId = () => randomUUID()

/** Reads the newest mail to an address from the mail catcher, by its subject and a word of its text. */
export async function readMail(inboxUrl: string, to: string, matching = /./, about = '') {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(to)}`)
    const { messages } = (await reply.json()) as {
      messages: {
        subject: string
        text: string
        html: string
        headers: Record<string, string>
        attachments: { contentId: string | null; type: string; bytes: number }[]
      }[]
    }
    const found = messages
      .filter(({ subject, text }) => matching.test(subject) && text.includes(about))
      .at(-1)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${to}`)
}

/** Patterns that find the code in the links of member mails. */
export const mailedCode = {
  invitation: /\/console\/invitations\/([\w-]{43})\s/,
  approval: /\/console\/approvals\/([\w-]{43})\s/,
  reset: /\/console\/password-reset\/([\w-]{43})\s/,
  mfa: /code is (\d{6})\./,
}

/** Invites a member, accepts through the mailed link and signs in; MFA is disabled. */
export async function aMember(api: Api, client: Call, role: Exclude<MemberRole, 'Owner'>) {
  const email = `m${randomBytes(5).toString('hex')}@team.example`
  const password = 'correct horse battery staple'
  // An API key alone can neither appoint an Admin nor switch off a second factor.
  const invited = await client('POST', '/members', { email, role: role === 'Admin' ? 'FullMember' : role })
  const { text } = await readMail(api.world.inboxUrl, email, /invited/)
  const [, code] = mailedCode.invitation.exec(text) ?? []
  await api.anonymous('POST', `/members/invitations/${code}/accept`, { name: `Marlow the ${role}`, password })
  await api.sql(`update members set role = $1, mfa_status = 'disabled' where id = $2`, [
    role,
    invited.body.id,
  ])
  return { id: invited.body.id as string, email, password, token: await signIn(api, email, password) }
}

export async function signIn(api: Api, username: string, password: string) {
  const reply = await api.anonymous('POST', '/members/signin', { username, password })
  if (reply.status !== 200) throw new Error(`no sign-in: ${reply.text}`)
  return reply.body.jwt as string
}

const owners = new WeakMap<Api['server'], Partial<Record<'acme' | 'rival', Promise<string>>>>()

/** Signs in the owner once per API: ending the other sessions of the owner must not end a session of the tests. */
export function signInOwner(api: Api, client: 'acme' | 'rival') {
  const known = owners.get(api.server) ?? {}
  owners.set(api.server, known)
  known[client] ??= signInForLong(api, `owner@${client}.example`, api.world.clients[client].ownerPassword)
  return known[client]
}

/**
 * Signs in so that dangerous operations stay open for as long as the tests run. The time of last use is in the future too:
 * it is otherwise renewed once a minute, and two replies of the list of sessions would differ.
 */
export async function signInForLong(api: Api, username: string, password: string) {
  const token = await signIn(api, username, password)
  const tomorrow = new Date(Date.now() + 86_400_000)
  await api.sql('update member_sessions set authenticated_at = $2, last_used_at = $2 where id = $1', [
    decodeJwt(token).jti,
    tomorrow,
  ])
  return token
}

/** Calls as the Owner of a client, who may do what no API key may. */
export const asOwner = async (api: Api, client: 'acme' | 'rival'): Promise<Call> =>
  api.withToken(await signInOwner(api, client))
