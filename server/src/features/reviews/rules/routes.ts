import type { Server } from '../../../platform/http/server.ts'
import { maxRules } from './kinds.ts'
import { NewReviewRules, ReviewRules, RulesChangePage, RulesChangeQuery } from './schemas.ts'
import { listRuleChanges, readRules, replaceRules } from './service.ts'

const tags = ['Reviews']
const reading = {
  access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
} as const

export async function reviewRuleRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/reviews/rules',
    config: reading,
    schema: {
      operationId: 'getReviewRules',
      summary: 'Get the review rules',
      description:
        'Rules that are checked against every income summary. They advise your team and never decide.',
      tags,
      response: { 200: ReviewRules },
    },
    handler: ({ tenant }) => readRules(tenant),
  })

  server.route({
    method: 'PUT',
    url: '/reviews/rules',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'configuration' },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'replaceReviewRules',
      summary: 'Replace the review rules',
      description:
        `At most ${maxRules} rules. The earlier rules stay in the list of changes. Users are checked again in the background, ` +
        'so the work queue shows the new advice a little later. Send the `version` that you read to keep a change that another ' +
        'member made meanwhile: a stale version is refused with 409 and the code `rules-changed`.',
      tags,
      body: NewReviewRules,
      response: { 200: ReviewRules },
    },
    handler: ({ tenant, caller, body }) => replaceRules(tenant, caller, body),
  })

  server.route({
    method: 'GET',
    url: '/reviews/rules/changes',
    config: reading,
    schema: {
      operationId: 'listReviewRuleChanges',
      summary: 'List changes of the review rules, newest first',
      description: 'Each change with the rules before and after it, the time, and the member or API key.',
      tags,
      querystring: RulesChangeQuery,
      response: { 200: RulesChangePage },
    },
    handler: ({ tenant, query }) => listRuleChanges(tenant, query),
  })
}
