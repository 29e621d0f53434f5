import { z } from 'zod'
import { filePolicy } from '../../platform/http/response-headers.ts'
import type { Server } from '../../platform/http/server.ts'
import { CsvReply, PathId } from '../../platform/http/wire.ts'
import { exportQueue, listQueuePage } from './queue.ts'
import {
  ExportQuery,
  maxViews,
  NewDecision,
  NewReviewNote,
  NotesQuery,
  QueuePage,
  QueueQuery,
  Review,
  ReviewChanges,
  ReviewNote,
  ReviewNotePage,
  SavedViews,
} from './schemas.ts'
import { addReviewNote, changeReview, decideReview, listReviewNotes, readReview } from './service.ts'
import { readViews, replaceViews } from './views.ts'

const tags = ['Reviews']
const params = z.object({ user_id: PathId('User') })
const reading = {
  access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
} as const
const writing = {
  access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
} as const
/** Saved views belong to a member, so no API key has any. */
const own = {
  access: { caller: 'client', minRole: 'Support', keyScope: null, alsoRoles: ['Underwriter'] },
} as const

export async function reviewRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/reviews',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listReviews',
      summary: 'List users as a work queue',
      description:
        'Users with review status, employer, annual gross, worst finding and assignee, filtered and sorted. Pages are linked ' +
        'by cursor. Sorting by assignee lists assigned users only.',
      tags,
      querystring: QueueQuery,
      response: { 200: QueuePage },
    },
    handler: ({ tenant, caller, query }) => listQueuePage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/reviews/export',
    config: reading,
    schema: {
      operationId: 'exportReviews',
      summary: 'Export the work queue as CSV',
      description:
        'All users that match the filters, one per line, in the order of their ids. Text that a spreadsheet would run as a formula is preceded by an ' +
        'apostrophe. The export is in the audit log.',
      tags,
      querystring: ExportQuery,
      response: { 200: CsvReply() },
    },
    async handler({ tenant, caller, query }, reply) {
      const csv = await exportQueue(tenant, caller, query)
      reply.headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="reviews.csv"',
        'content-security-policy': filePolicy,
      })
      return csv
    },
  })

  server.route({
    method: 'GET',
    url: '/reviews/views',
    config: own,
    schema: {
      operationId: 'getReviewViews',
      summary: 'Get the saved views of the signed-in member',
      description: 'Filters of the work queue that the member has named. API keys have none.',
      tags,
      response: { 200: SavedViews },
    },
    handler: ({ tenant, caller }) => readViews(tenant, caller),
  })

  server.route({
    method: 'PUT',
    url: '/reviews/views',
    config: own,
    schema: {
      operationId: 'replaceReviewViews',
      summary: 'Replace the saved views of the signed-in member',
      description: `At most ${maxViews} views, in the order in which they are shown.`,
      tags,
      body: SavedViews,
      response: { 200: SavedViews },
    },
    handler: ({ tenant, caller, body }) => replaceViews(tenant, caller, body),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/review',
    config: reading,
    schema: {
      operationId: 'getReview',
      summary: 'Get the review of a user',
      description: 'Status, assignee and decision, and the members who may be assigned.',
      tags,
      params,
      response: { 200: Review },
    },
    handler: ({ tenant, params: { user_id } }) => readReview(tenant, user_id),
  })

  server.route({
    method: 'PATCH',
    url: '/users/:user_id/review',
    config: writing,
    schema: {
      operationId: 'updateReview',
      summary: 'Assign or start the review of a user',
      description:
        'Other statuses follow from data or from the decision. A changed status is published as review-status-changed.',
      tags,
      params,
      body: ReviewChanges,
      response: { 200: Review },
    },
    handler: ({ tenant, params: { user_id }, body }) => changeReview(tenant, user_id, body),
  })

  server.route({
    method: 'PUT',
    url: '/users/:user_id/review/decision',
    config: writing,
    schema: {
      operationId: 'decideReview',
      summary: 'Decide the review of a user',
      description:
        'The decision and its reason are stored with the caller and the time. A later decision replaces it. Published as ' +
        'review-status-changed, without the reason.',
      tags,
      params,
      body: NewDecision,
      response: { 200: Review },
    },
    handler: ({ tenant, caller, params: { user_id }, body }) => decideReview(tenant, caller, user_id, body),
  })

  server.route({
    method: 'POST',
    url: '/users/:user_id/review/notes',
    config: writing,
    schema: {
      operationId: 'createReviewNote',
      summary: 'Add an internal note about a user',
      description: 'Only the team can read it. It is stored encrypted and deleted with the user.',
      tags,
      params,
      body: NewReviewNote,
      response: { 201: ReviewNote },
    },
    handler: ({ tenant, caller, params: { user_id }, body: { text } }) =>
      addReviewNote(tenant, caller, user_id, text),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/review/notes',
    config: reading,
    schema: {
      operationId: 'listReviewNotes',
      summary: 'List internal notes about a user, newest first',
      description: 'Notes of the team. Notes of the applicant are listed by GET /users/{user_id}/notes.',
      tags,
      params,
      querystring: NotesQuery,
      response: { 200: ReviewNotePage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listReviewNotes(tenant, user_id, query),
  })
}
