import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PageQuery } from '../../platform/http/wire.ts'
import type { SandboxClient } from './sandbox-client.ts'
import {
  PersonName,
  ProviderName,
  SandboxBehaviour,
  SandboxClock,
  SandboxClockChange,
  SandboxInbox,
  SandboxInboxKeys,
  SandboxPeople,
  SandboxPersonDetails,
  SandboxProvider,
  SandboxProviderChange,
  SandboxProviders,
} from './schemas.ts'
import {
  changeProvider,
  listPeople,
  listProviders,
  moveClock,
  readClock,
  readInbox,
  readPerson,
  setBehaviour,
  setInboxKeys,
} from './service.ts'

const tags = ['Sandbox']
const person = z.object({ user_name: PersonName })
/** In production these paths return 404, like any other unknown path. */
const errors = [404] as const
const ownOnly =
  'Affects your client only: its users, members and API keys. Other clients do not see the change.'

/** Routes that are only registered in the sandbox environment. */
export async function sandboxRoutes(server: Server, { world }: { world: SandboxClient }) {
  server.route({
    method: 'GET',
    url: '/sandbox/people',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'read' } },
    schema: {
      operationId: 'listSandboxPeople',
      summary: 'List or search the named people of the sandbox',
      description: 'Any user name of the form person.1, person.2 and so on exists too.',
      tags,
      querystring: z.strictObject({
        search: z.string().trim().max(120).optional().describe('Part of the name, user name or description'),
        ...PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 50 }),
      }),
      response: { 200: SandboxPeople },
      errors,
    },
    handler: ({ query }) => listPeople(world, query),
  })

  server.route({
    method: 'GET',
    url: '/sandbox/people/:user_name',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'read' } },
    schema: {
      operationId: 'getSandboxPerson',
      summary: 'Get a sandbox person with identity, login and next pay day',
      description: 'One fictional person with employments, addresses and logins.',
      tags,
      params: person,
      response: { 200: SandboxPersonDetails },
    },
    handler: ({ tenant, params: { user_name } }) => readPerson(tenant, world, user_name),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/people/:user_name/behaviour',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'setSandboxBehaviour',
      summary: 'Override a sandbox person’s behaviour at a provider',
      description: ownOnly,
      tags,
      params: person,
      body: SandboxBehaviour,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { user_name }, body }) {
      await setBehaviour(tenant, world, { user_name, ...body })
      return { message: `[${user_name}] behaves as requested at [${body.provider}]` }
    },
  })

  server.route({
    method: 'GET',
    url: '/sandbox/clock',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'read' } },
    schema: {
      operationId: 'getSandboxClock',
      summary: 'Get the sandbox clock',
      description: 'Your time in the sandbox. It is that of the installation until you set it.',
      tags,
      response: { 200: SandboxClock },
      errors,
    },
    handler: ({ tenant }) => readClock(tenant, world),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/clock',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'moveSandboxClock',
      summary: 'Set or advance the sandbox clock',
      description: ownOnly,
      tags,
      body: SandboxClockChange,
      response: { 200: SandboxClock },
      errors,
    },
    handler: ({ tenant, body }) => moveClock(tenant, world, body),
  })

  server.route({
    method: 'GET',
    url: '/sandbox/providers',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'read' } },
    schema: {
      operationId: 'listSandboxProviders',
      summary: 'List the simulated providers with their settings',
      description: 'The simulated providers and how they behave for your client.',
      tags,
      response: { 200: SandboxProviders },
      errors,
    },
    handler: ({ tenant }) => listProviders(tenant, world),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/providers/:provider_id',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'updateSandboxProvider',
      summary: 'Take a simulated provider down, slow it down, unlock its accounts or reset it',
      description: ownOnly,
      tags,
      params: z.object({ provider_id: ProviderName }),
      body: SandboxProviderChange,
      response: { 200: SandboxProvider },
    },
    handler: ({ tenant, params: { provider_id }, body }) => changeProvider(tenant, world, provider_id, body),
  })

  server.route({
    method: 'GET',
    url: '/sandbox/inbox',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'read' } },
    schema: {
      operationId: 'getSandboxInbox',
      summary: 'Get your webhook inbox: its URL and the deliveries received, newest first',
      description: 'Deliveries that the sandbox inbox of this client received, newest first.',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 20, defaultLimit: 10 })),
      response: { 200: SandboxInbox },
      errors,
    },
    handler: ({ tenant, query }) => readInbox(tenant, world, query),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/inbox',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'setSandboxInboxKeys',
      summary: 'Set the keys with which the inbox verifies and decrypts deliveries',
      description: 'The secrets with which the inbox verifies and decrypts deliveries.',
      tags,
      body: SandboxInboxKeys,
      response: { 200: MessageReply },
      errors,
    },
    async handler({ tenant, body }) {
      await setInboxKeys(tenant, world, body)
      return { message: 'The keys of the inbox were set' }
    },
  })
}
