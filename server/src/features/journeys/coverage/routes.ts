import { z } from 'zod'
import { userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { PathId } from '../../../platform/http/wire.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import { Coverage, MissingDocuments, NewMissingDocuments } from './schemas.ts'
import { readCoverage, stateMissingDocuments } from './service.ts'

const tags = ['Journeys']

export async function coverageRoutes(server: Server, { clock }: { clock: Clock }) {
  server.route({
    method: 'POST',
    url: '/journeys/current/missing-documents',
    config: { access: userAccess },
    schema: {
      operationId: 'stateMissingDocuments',
      summary: 'Say that the user does not have a kind of document, and why',
      description: 'The client sees the reason. A later statement about the same kind replaces it.',
      tags,
      body: NewMissingDocuments,
      response: { 201: MissingDocuments },
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.subjectUserId = caller.id
      return stateMissingDocuments(tenant, caller.id, body)
    },
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/coverage',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getCoverage',
      summary: 'Get the months that data covers, and documents the user does not have',
      description: 'Counts payslips from payroll and uploads alike. Contains no amounts.',
      tags,
      params: z.object({ user_id: PathId('User') }),
      response: { 200: Coverage },
    },
    handler: ({ tenant, params: { user_id } }) =>
      readCoverage(tenant, user_id, dayOf(clock.now(tenant.clientId))),
  })
}
