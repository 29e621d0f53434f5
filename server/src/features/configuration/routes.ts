import type { Environment } from '../../platform/environment.ts'
import type { Server } from '../../platform/http/server.ts'
import { Configuration, configurationChanges } from './schemas.ts'
import { changeConfiguration, getConfiguration } from './service.ts'

const tags = ['Configuration']

export async function configurationRoutes(server: Server, { environment }: { environment: Environment }) {
  server.route({
    method: 'GET',
    url: '/configuration',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'getConfiguration',
      summary: 'Get the client configuration',
      tags,
      response: { 200: Configuration },
      errors: [404],
    },
    handler: ({ tenant }) => getConfiguration(tenant),
  })

  server.route({
    method: 'PATCH',
    url: '/configuration',
    config: { caller: 'client' },
    schema: {
      operationId: 'updateConfiguration',
      summary: 'Change the client configuration',
      tags,
      body: configurationChanges(environment),
      response: { 200: Configuration },
      errors: [404],
    },
    handler: ({ tenant, body }) => changeConfiguration(tenant, body),
  })
}
