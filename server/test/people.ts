import { randomBytes, randomUUID } from 'node:crypto'
import type { Api, Call } from './api.ts'

// Builders of invented people. NI numbers use prefixes that are never issued.

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

/** Reads the newest mail to an address from the mail catcher. */
export async function readMail(inboxUrl: string, to: string, matching = /./) {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(to)}`)
    const { messages } = (await reply.json()) as {
      messages: { subject: string; text: string; html: string }[]
    }
    const found = messages.filter(({ subject }) => matching.test(subject)).at(-1)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${to}`)
}

/** Position of the code in the links of member mails. */
export const mailedCode = {
  invitation: /\/console\/invitations\/([\w-]{43})\s/,
  reset: /\/console\/password-reset\/([\w-]{43})\s/,
  mfa: /code is (\d{6})\./,
}

/** Invites a member, accepts through the mailed link and signs in; MFA is off. */
export async function aMember(api: Api, client: Call, role: 'Admin' | 'FullMember' | 'Support') {
  const email = `m${randomBytes(5).toString('hex')}@team.example`
  const password = 'correct horse battery staple'
  const invited = await client('POST', '/members', { email, role })
  const { text } = await readMail(api.world.inboxUrl, email, /invited/)
  const [, code] = mailedCode.invitation.exec(text) ?? []
  await api.nobody('POST', `/members/invitations/${code}/accept`, { name: `Marlow the ${role}`, password })
  await client('PATCH', `/members/${invited.body.id}`, { mfa_status: 'disabled' })
  return { id: invited.body.id as string, email, password, token: await signIn(api, email, password) }
}

export async function signIn(api: Api, username: string, password: string) {
  const reply = await api.nobody('POST', '/members/signin', { username, password })
  if (reply.status !== 200) throw new Error(`no sign-in: ${reply.text}`)
  return reply.body.jwt as string
}

export const signInOwner = (api: Api, client: 'acme' | 'rival') =>
  signIn(api, `owner@${client}.example`, api.world.clients[client].ownerPassword)
