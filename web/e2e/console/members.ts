import type { SignedIn } from '@payproof/sdk'
import { mailedCode, readMail } from '../../../server/test/people.ts'
import type { E2eClient, JourneyWorld } from '../world.ts'

export type TeamRole = SignedIn['member']['role']
type Invited = Exclude<TeamRole, 'Owner'>
export type TeamMember = { id: string; name: string; email: string; password: string }
export type TeamMembers = Record<Invited, TeamMember>

export const password = 'correct horse battery staple'

const names: Record<Invited, string> = {
  Admin: 'Adah Brightwater',
  FullMember: 'Felix Marchbank',
  Support: 'Sunniva Hollins',
  Underwriter: 'Ulrike Pennyfeather',
  Developer: 'Dashiell Copperfield',
}

/** Returns an address that is unique per client, because the mail catcher receives the mail of all clients. */
export const emailOf = ({ owner }: E2eClient, name: string) =>
  `${name.split(' ')[0]?.toLowerCase()}@${owner.email.split('@')[1]}`

/** Invites a member and returns the code from the mail they receive. */
export async function invite({ inboxUrl }: JourneyWorld, { must }: E2eClient, email: string, role: Invited) {
  const { id } = await must('POST', '/members', { email, role })
  const { text } = await readMail(inboxUrl, email, /invited/)
  const [, code = ''] = mailedCode.invitation.exec(text) ?? []
  return { id: id as string, code }
}

/** Adds one member of each role. MFA is disabled, so that most tests need no mail. */
export async function addMembers(world: JourneyWorld, client: E2eClient): Promise<TeamMembers> {
  async function add(role: Invited): Promise<TeamMember> {
    const name = names[role]
    const email = emailOf(client, name)
    // An API key alone can neither appoint an Admin nor switch off a second factor.
    const { id, code } = await invite(world, client, email, role === 'Admin' ? 'FullMember' : role)
    await world.api.anonymous('POST', `/members/invitations/${code}/accept`, { name, password })
    await world.api.sql(`update members set role = $1, mfa_status = 'disabled' where id = $2`, [role, id])
    return { id, name, email, password }
  }
  const [Admin, FullMember, Support, Underwriter, Developer] = await Promise.all([
    add('Admin'),
    add('FullMember'),
    add('Support'),
    add('Underwriter'),
    add('Developer'),
  ])
  return { Admin, FullMember, Support, Underwriter, Developer }
}
