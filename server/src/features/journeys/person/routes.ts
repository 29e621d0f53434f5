import { z } from 'zod'
import type { Server } from '../../../platform/http/server.ts'
import { Message, PageQuery, PathId, StreamReply } from '../../../platform/http/wire.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import { eraseData } from './erase-data.ts'
import { exportData } from './export-data.ts'
import { readFindings } from './findings.ts'
import { addNote, listNotePage } from './notes.ts'
import { Findings, GivenAuthorisation, NewNote, Note, NotePage, Shared } from './schemas.ts'
import { readShared, withdrawOwn } from './shared-data.ts'

const tags = ['Journeys']

/** What a person sees, says and decides of the data about them. */
export async function personRoutes(server: Server, parts: { desk: SecretDesk }) {
  server.route({
    method: 'GET',
    url: '/journeys/current/findings',
    config: { caller: 'user' },
    schema: {
      operationId: 'getJourneyFindings',
      summary: 'What was found about the person, to be looked over',
      tags,
      response: { 200: Findings },
    },
    handler: ({ tenant, caller }) => readFindings(tenant, caller.id),
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/notes',
    config: { caller: 'user' },
    schema: {
      operationId: 'createJourneyNote',
      summary: 'Say that something found is wrong',
      description: 'Kept beside the data, which stays as it is. A person may have 200 notes.',
      tags,
      body: NewNote,
      response: { 201: Note },
      errors: [404],
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.aboutUserId = caller.id
      return addNote(tenant, caller.id, body)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current/shared',
    config: { caller: 'user' },
    schema: {
      operationId: 'getJourneyShared',
      summary: 'What the person has shared, with whom and under which term',
      tags,
      response: { 200: Shared },
    },
    handler: ({ tenant, caller }) => readShared(tenant, caller.id),
  })

  server.route({
    method: 'PUT',
    url: '/journeys/current/authorisations/:authorisation_id/revoke',
    config: { caller: 'user' },
    schema: {
      operationId: 'withdrawAuthorisation',
      summary: 'Withdraw an authorisation of one’s own',
      description: 'Nothing more is fetched by it. What was shared stays until it is deleted.',
      tags,
      params: z.object({ authorisation_id: PathId('Authorisation') }),
      response: { 200: GivenAuthorisation },
    },
    handler(request) {
      const { tenant, caller, params } = request
      request.aboutUserId = caller.id
      return withdrawOwn(tenant, caller.id, params.authorisation_id)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current/export',
    config: { caller: 'user' },
    schema: {
      operationId: 'exportJourneyData',
      summary: 'Everything that is held of the person, as a file',
      description:
        'Registration, authorisations, accounts without what opens them, payslips, bank statements, tax years, notes, and ' +
        'what is known of documents. It is sent as it is read; if the connection breaks off, so does the file.',
      tags,
      response: { 200: StreamReply() },
    },
    async handler({ tenant, caller }, reply) {
      const file = await exportData(tenant, caller)
      reply.type('application/json; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      return file
    },
  })

  server.route({
    method: 'DELETE',
    url: '/journeys/current/data',
    config: { caller: 'user', isVital: true },
    schema: {
      operationId: 'deleteJourneyData',
      summary: 'Withdraw every authorisation and delete what was shared',
      description:
        'Accounts with what came through them, documents with their files, notes, and what waits to be delivered. The ' +
        'registration is the client’s and stays; what the client has received cannot be called back. Safe to repeat.',
      tags,
      response: { 200: Message },
    },
    async handler({ tenant, caller }) {
      await eraseData(tenant, parts, caller.id)
      return { message: 'Everything that was shared was deleted' }
    },
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/notes',
    config: { caller: 'client' },
    schema: {
      operationId: 'listNotes',
      summary: 'List what a user says of the data about them, newest first',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject(PageQuery({ first: 1, max: 200, usual: 100 })),
      response: { 200: NotePage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listNotePage(tenant, { ...query, user_id }),
  })
}
