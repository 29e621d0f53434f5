import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import type { Server } from '../../platform/http/server.ts'
import { Line, Message, PageQuery, PathId } from '../../platform/http/wire.ts'
import { newUser, User, UserPage, userChanges } from './schemas.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  type Erasing,
  listPage,
  listRecurringPage,
  readUser,
} from './service.ts'

const tags = ['Users']
const params = z.object({ user_id: PathId('User') })

type Parts = Erasing & { environment: Environment }

export async function userRoutes(server: Server, { environment, ...erasing }: Parts) {
  server.route({
    method: 'POST',
    url: '/users',
    config: { caller: 'client' },
    schema: {
      operationId: 'createUser',
      summary: 'Register a person',
      tags,
      body: newUser(environment),
      response: { 201: User },
    },
    handler: ({ tenant, body }) => createUser(tenant, body),
  })

  server.route({
    method: 'GET',
    url: '/users',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listUsers',
      summary: 'List users, newest first, or find some',
      tags,
      querystring: z.strictObject({
        ...PageQuery({ first: 1, max: 100, usual: 20 }),
        ext_id: Line(255).optional().describe('Only users with exactly this ext_id'),
        search: Line(401)
          .optional()
          .describe(
            'Only users with this user_id, ext_id, surname, or forename and surname; the whole of it, but case, accents, ' +
              'spaces, hyphens and apostrophes of names do not matter. Names are not found for the Support role',
          ),
      }),
      response: { 200: UserPage },
    },
    handler: ({ tenant, caller, query }) => listPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/users/recurring',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listRecurringUsers',
      summary: 'List users by whether recurring checks are on for them',
      description:
        'The own setting of a user counts, or else that of the client; an end date in the past switches off.',
      tags,
      querystring: z.strictObject({
        ...PageQuery({ first: 1, max: 500, usual: 500 }),
        recurring_enabled: z.boolean().default(true),
      }),
      response: { 200: UserPage },
    },
    handler: ({ tenant, caller, query }) => listRecurringPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id',
    config: { caller: 'client', least: 'Support' },
    schema: { operationId: 'getUser', summary: 'Get a user', tags, params, response: { 200: User } },
    handler: ({ tenant, caller, params: { user_id } }) => readUser(tenant, caller, user_id),
  })

  server.route({
    method: 'PATCH',
    url: '/users/:user_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'updateUser',
      summary: 'Change a user',
      tags,
      params,
      body: userChanges(environment),
      response: { 200: User },
    },
    handler: ({ tenant, caller, params: { user_id }, body }) => changeUser(tenant, caller, user_id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/users/:user_id',
    config: { caller: 'client', isVital: true },
    schema: {
      operationId: 'deleteUser',
      summary: 'Erase a user and everything held about them',
      tags,
      params,
      response: { 200: Message },
    },
    async handler({ tenant, params: { user_id } }) {
      await deleteUser(tenant, erasing, user_id)
      return { message: `User [${user_id}] was deleted` }
    },
  })
}
