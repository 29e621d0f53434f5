import type { Environment } from '../../platform/environment.ts'
import type { Server } from '../../platform/http/server.ts'
import { Configuration, configurationChanges } from './schemas.ts'
import { changeConfiguration, getConfiguration } from './service.ts'

const tags = ['Configuration']

export async function configurationRoutes(server: Server, { environment }: { environment: Environment }) {
  server.route({
    method: 'GET',
    url: '/configuration',
    config: {
      access: {
        caller: 'client',
        minRole: 'Support',
        keyScope: 'configuration',
        alsoRoles: ['Underwriter', 'Developer'],
      },
    },
    schema: {
      operationId: 'getConfiguration',
      summary: 'Get the client configuration',
      description: 'Settings that apply to all users of the client. Fields that are not set are left out.',
      tags,
      response: { 200: Configuration },
      errors: [404],
    },
    handler: ({ tenant }) => getConfiguration(tenant),
  })

  server.route({
    method: 'PATCH',
    url: '/configuration',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'configuration' },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'updateConfiguration',
      summary: 'Change the client configuration',
      description: 'Changes the fields that are sent and keeps the others. `null` unsets an optional field.',
      tags,
      body: configurationChanges(environment),
      response: { 200: Configuration },
      errors: [404],
    },
    handler: ({ tenant, body }) => changeConfiguration(tenant, body),
  })
}
