import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { Message, PageQuery } from '../../platform/http/wire.ts'
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
  behave,
  changeProvider,
  giveInboxKeys,
  listPeople,
  listProviders,
  moveClock,
  readClock,
  readInbox,
  readPerson,
} from './service.ts'
import type { SandboxWorld } from './sandbox-client.ts'

const tags = ['Sandbox']
const config = { caller: 'client' } as const
const person = z.object({ user_name: PersonName })
/** In production these paths return 404, like any other unknown path. */
const errors = [404] as const
const shared = 'All clients of this sandbox share its world: they see the change too.'

/** Registered in the sandbox environment only. */
export async function sandboxRoutes(server: Server, { world }: { world: SandboxWorld }) {
  server.route({
    method: 'GET',
    url: '/sandbox/people',
    config,
    schema: {
      operationId: 'listSandboxPeople',
      summary: 'List the named people of the sandbox, or find some',
      description: 'Besides these there are person.1, person.2 and so on, each by their user name.',
      tags,
      querystring: z.strictObject({
        search: z.string().trim().max(120).optional().describe('A part of name, user name or story'),
        ...PageQuery({ first: 1, max: 100, usual: 50 }),
      }),
      response: { 200: SandboxPeople },
      errors,
    },
    handler: ({ query }) => listPeople(world, query),
  })

  server.route({
    method: 'GET',
    url: '/sandbox/people/:user_name',
    config,
    schema: {
      operationId: 'getSandboxPerson',
      summary: 'One person of the sandbox: who they are, how they sign in, when they are paid next',
      tags,
      params: person,
      response: { 200: SandboxPersonDetails },
    },
    handler: ({ params: { user_name } }) => readPerson(world, user_name),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/people/:user_name/behaviour',
    config,
    schema: {
      operationId: 'setSandboxBehaviour',
      summary: 'Let something happen to a person at a provider, whatever password is typed',
      description: shared,
      tags,
      params: person,
      body: SandboxBehaviour,
      response: { 200: Message },
    },
    async handler({ tenant, params: { user_name }, body }) {
      await behave(tenant, world, { user_name, ...body })
      return { message: `[${user_name}] behaves as asked at [${body.provider}]` }
    },
  })

  server.route({
    method: 'GET',
    url: '/sandbox/clock',
    config,
    schema: {
      operationId: 'getSandboxClock',
      summary: 'What time it is in the sandbox',
      tags,
      response: { 200: SandboxClock },
      errors,
    },
    handler: () => readClock(world),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/clock',
    config,
    schema: {
      operationId: 'moveSandboxClock',
      summary: 'Move the clock of the sandbox: payslips appear, sessions end, recurring checks fall due',
      description: shared,
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
    config,
    schema: {
      operationId: 'listSandboxProviders',
      summary: 'The providers that the sandbox plays, with their switches',
      tags,
      response: { 200: SandboxProviders },
      errors,
    },
    handler: () => listProviders(world),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/providers/:provider_id',
    config,
    schema: {
      operationId: 'updateSandboxProvider',
      summary: 'Switch a provider of the sandbox off, make it slow, unlock its accounts',
      description: shared,
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
    config,
    schema: {
      operationId: 'getSandboxInbox',
      summary: 'A receiver of webhooks that is the client’s own: its address and what arrived, newest first',
      tags,
      querystring: z.strictObject(PageQuery({ first: 1, max: 20, usual: 10 })),
      response: { 200: SandboxInbox },
      errors,
    },
    handler: ({ tenant, query }) => readInbox(tenant, world, query),
  })

  server.route({
    method: 'PATCH',
    url: '/sandbox/inbox',
    config,
    schema: {
      operationId: 'setSandboxInboxKeys',
      summary: 'Tell the inbox the secrets of your webhook, so that it verifies and decrypts what arrives',
      tags,
      body: SandboxInboxKeys,
      response: { 200: Message },
      errors,
    },
    async handler({ tenant, body }) {
      await giveInboxKeys(tenant, world, body)
      return { message: 'The inbox has these keys now' }
    },
  })
}
