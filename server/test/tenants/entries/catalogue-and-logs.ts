import { type MatrixEntry, shapes } from './entry.ts'

// The provider catalogue, the request log and the audit log.

/** Later requests are logged within seconds, so that two replies would differ. */
const earlier = new Date(Date.now() - 3_600_000).toISOString()

export const catalogueAndLogEntries: Record<string, MatrixEntry> = {
  listProviders: shapes('either Support read +Underwriter +Developer', {
    request: () => ({ path: '/providers' }),
  }),
  searchEmployers: shapes('either Support read +Underwriter +Developer', {
    request: () => ({ path: '/employers?query=fenelgate' }),
  }),
  listRequests: shapes(
    'client Admin read +Developer',
    { request: () => ({ path: `/request-log?to=${earlier}` }) },
    { filters: ['member_id'], request: ({ member_id }) => ({ path: `/request-log?actor_id=${member_id}` }) },
  ),
  listAuditLog: shapes(
    'client Admin read +Developer',
    { request: () => ({ path: '/audit-log?limit=100' }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/audit-log?subject_id=${user_id}` }) },
    { filters: ['member_id'], request: ({ member_id }) => ({ path: `/audit-log?actor_id=${member_id}` }) },
  ),
}
