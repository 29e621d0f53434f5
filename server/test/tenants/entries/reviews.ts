import { randomUUID } from 'node:crypto'
import { type MatrixEntry, shapes } from './entry.ts'
import { anAddress } from './fresh-objects.ts'

// The review queue and bulk invitations.

const atReview = (scope: string, way: string, body?: object) =>
  shapes(`client FullMember ${scope} +Underwriter`, {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/review${way}`, ...(body && { body }) }),
  })

const invitationCsv = () =>
  `ext_id,forename,surname,date_of_birth,post_code,email\n${randomUUID()},Wil,Elm,1990-01-01,LS1 4AP,${anAddress()}\n`

export const reviewEntries: Record<string, MatrixEntry> = {
  listReviews: shapes('client Support read +Underwriter', { request: () => ({ path: '/reviews' }) }),
  exportReviews: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/export' }),
  }),
  getReviewViews: shapes('client Support no-key +Underwriter', {
    request: () => ({ path: '/reviews/views' }),
  }),
  replaceReviewViews: shapes('client Support no-key +Underwriter', {
    request: () => ({
      path: '/reviews/views',
      body: { views: [{ name: 'Ready', query: 'status=ready' }] },
    }),
  }),
  getReviewRules: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/rules' }),
  }),
  replaceReviewRules: shapes('client Admin configuration', {
    request: () => ({
      path: '/reviews/rules',
      body: {
        rules: [{ name: 'Recent pay', kind: 'max_days_since_pay', limit: '40', outcome: 'refer' }],
      },
    }),
  }),
  listReviewRuleChanges: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/rules/changes' }),
  }),
  getReview: atReview('read', ''),
  updateReview: atReview('write', '', { status: 'in_review' }),
  decideReview: atReview('write', '/decision', { decision: 'refer', reason: 'Asked the employer.' }),
  createReviewNote: atReview('write', '/notes', { text: 'Asked the employer.' }),
  listReviewNotes: atReview('read', '/notes'),
  bulkInviteUsers: shapes('client FullMember tokens', {
    request: () => ({ path: '/users/bulk-invitations', body: { csv: invitationCsv(), dry_run: true } }),
  }),
}
