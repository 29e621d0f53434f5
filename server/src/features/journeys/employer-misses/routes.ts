import type { Catalogue } from '../../../connectors/catalogue.ts'
import { userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { createEmployerSearch } from '../../providers/employer-search.ts'
import { minJourneysToStore } from './queries.ts'
import { EmployerMisses, NewEmployerMiss, RecordedEmployerMiss } from './schemas.ts'
import { readMisses, recordMiss } from './service.ts'

export async function employerMissRoutes(server: Server, { catalogue }: { catalogue: Catalogue }) {
  const search = createEmployerSearch(catalogue)

  server.route({
    method: 'POST',
    url: '/journeys/current/employer-misses',
    config: { access: userAccess },
    schema: {
      operationId: 'countEmployerMiss',
      summary: 'Count an employer search without a result',
      description:
        'Counts once per journey and text. Texts that match an employer or contain digits are not counted. Requires the ' +
        'token of a journey.',
      tags: ['Journeys'],
      body: NewEmployerMiss,
      response: { 201: RecordedEmployerMiss },
    },
    handler: ({ tenant, caller, body }) => recordMiss(tenant, caller, { query: body.query, search }),
  })

  server.route({
    method: 'GET',
    url: '/employers/misses',
    config: {
      access: {
        caller: 'client',
        minRole: 'Support',
        keyScope: 'read',
        alsoRoles: ['Underwriter', 'Developer'],
      },
    },
    schema: {
      operationId: 'listEmployerMisses',
      summary: 'List employers that users searched for and did not find',
      description: `Shows a text only after ${minJourneysToStore} journeys have searched for it; a single person’s text is not stored.`,
      tags: ['Providers'],
      response: { 200: EmployerMisses },
    },
    handler: ({ tenant }) => readMisses(tenant),
  })
}
