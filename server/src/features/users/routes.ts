import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PageQuery, PathId, TextLine } from '../../platform/http/wire.ts'
import { newUser, User, UserPage, userChanges } from './schemas.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  type ErasureDeps,
  listPage,
  listRecurringPage,
  readUser,
  type UserChangeDeps,
} from './service.ts'

const tags = ['Users']
const params = z.object({ user_id: PathId('User') })

type UserRouteDeps = ErasureDeps & UserChangeDeps & { environment: Environment }

export async function userRoutes(server: Server, { environment, ...deps }: UserRouteDeps) {
  server.route({
    method: 'POST',
    url: '/users',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'createUser',
      summary: 'Create a user',
      description: 'Registers a person. Nothing is retrieved until the person has accepted a term.',
      tags,
      body: newUser(environment),
      response: { 201: User },
    },
    handler: ({ tenant, body }) => createUser(tenant, body),
  })

  server.route({
    method: 'GET',
    url: '/users',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listUsers',
      summary: 'List or search users, newest first',
      description: 'Users of the client, newest first.',
      tags,
      querystring: z.strictObject({
        ...PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
        ext_id: TextLine(255).optional().describe('Only users with exactly this ext_id'),
        search: TextLine(401)
          .optional()
          .describe(
            'Only users with exactly this user_id, ext_id, surname, or forename and surname. Names are compared without ' +
              'case, accents, spaces, hyphens and apostrophes. The Support role cannot search by name',
          ),
      }),
      response: { 200: UserPage },
    },
    handler: ({ tenant, caller, query }) => listPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/users/recurring',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listRecurringUsers',
      summary: 'List users with recurring checks enabled or disabled',
      description:
        'The setting of the user overrides that of the client; an end date in the past disables recurring checks.',
      tags,
      querystring: z.strictObject({
        ...PageQuery({ firstOffset: 1, maxLimit: 500, defaultLimit: 500 }),
        recurring_enabled: z.boolean().default(true),
      }),
      response: { 200: UserPage },
    },
    handler: ({ tenant, caller, query }) => listRecurringPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getUser',
      summary: 'Get a user',
      description: 'One user with the settings that override those of the client.',
      tags,
      params,
      response: { 200: User },
    },
    handler: ({ tenant, caller, params: { user_id } }) => readUser(tenant, caller, user_id),
  })

  server.route({
    method: 'PATCH',
    url: '/users/:user_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'updateUser',
      summary: 'Change a user',
      description: 'Changes the fields that are sent and keeps the others. `null` unsets an optional field.',
      tags,
      params,
      body: userChanges(environment),
      response: { 200: User },
    },
    handler: ({ tenant, caller, params: { user_id }, body }) =>
      changeUser(tenant, deps, caller, { ...body, user_id }),
  })

  server.route({
    method: 'DELETE',
    url: '/users/:user_id',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'erase' },
      priority: 'high',
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'deleteUser',
      summary: 'Erase a user and everything held about them',
      description:
        'Erases the user with all files, accounts, entries and submissions. Backups that are restored later forget the user too.',
      tags,
      params,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { user_id } }) {
      await deleteUser(tenant, deps, user_id)
      return { message: `User [${user_id}] was deleted` }
    },
  })
}
