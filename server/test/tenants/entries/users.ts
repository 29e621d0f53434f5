import { type MatrixEntry, shapes } from './entry.ts'
import { freshUser } from './fresh-objects.ts'

// Users, their timeline and flags.

export const userEntries: Record<string, MatrixEntry> = {
  createUser: shapes('client FullMember write', {
    request: () => ({
      path: '/users',
      body: {
        forename: 'Plain',
        surname: 'Person',
        date_of_birth: '1990-01-01',
        post_codes: ['LS1 4AP'],
        payroll_period_months: 3,
      },
    }),
  }),
  listUsers: shapes(
    'client Support read +Underwriter',
    { request: () => ({ path: '/users?limit=100' }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?ext_id=${ext_id}` }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?search=${ext_id}` }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/users?search=${user_id}` }) },
  ),
  listUserTimeline: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/timeline?limit=100` }),
  }),
  listUserFlags: shapes('client Support read +Underwriter', {
    filters: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/flags?user_ids=${user_id}` }),
  }),
  getActivity: shapes('client Support read +Underwriter', { request: () => ({ path: '/activity' }) }),
  getAttention: shapes('client Support read +Underwriter', { request: () => ({ path: '/attention' }) }),
  listRecurringUsers: shapes(
    'client Support read +Underwriter',
    { request: () => ({ path: '/users/recurring' }) },
    { request: () => ({ path: '/users/recurring?recurring_enabled=false' }) },
  ),
  getUser: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),
  updateUser: shapes('client FullMember write', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}`, body: { payroll_period_months: 7 } }),
  }),
  deleteUser: shapes('client FullMember erase', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),
}
