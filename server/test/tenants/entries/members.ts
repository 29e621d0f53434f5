import { type MatrixEntry, shapes } from './entry.ts'
import { anAddress, clearInvitations, freshMember, invitedRole } from './fresh-objects.ts'

// Members of a client's team.

export const memberEntries: Record<string, MatrixEntry> = {
  inviteMember: shapes('client Admin members', {
    before: clearInvitations,
    request: () => ({ path: '/members', body: { email: anAddress(), role: invitedRole } }),
  }),
  listMembers: shapes('client FullMember members', { request: () => ({ path: '/members?limit=100' }) }),
  getMember: shapes('client FullMember members', {
    names: ['member_id'],
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),
  updateMember: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}`, body: { role: 'FullMember' } }),
  }),
  deleteMember: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),
}
