import { z } from 'zod'
import { userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { MessageReply, PageQuery, PathId, StreamReply } from '../../../platform/http/wire.ts'
import type { ErasureLedger } from '../../../platform/objects/erasure-ledger.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import { isInJourney } from '../../authorisations/service.ts'
import { eraseData } from './erase-data.ts'
import { exportData } from './export-data.ts'
import { readFindings } from './findings.ts'
import { addNote, answerNote, listNotePage } from './notes.ts'
import { Findings, GivenAuthorisation, NewNote, NewNoteAnswer, Note, NotePage, Shared } from './schemas.ts'
import { readShared, withdrawOwn } from './shared-data.ts'

const tags = ['Journeys']

/** Routes for data subject rights: applicants can review, comment on, export, withdraw and delete their own data. */
export async function personRoutes(
  server: Server,
  deps: { credentialHandoff: CredentialHandoff; ledger: ErasureLedger | undefined; baseUrl: string },
) {
  server.route({
    method: 'GET',
    url: '/journeys/current/findings',
    config: { access: userAccess, needsTrustedDevice: true },
    schema: {
      operationId: 'getJourneyFindings',
      summary: 'Get the retrieved data for review by the user',
      description: 'What was found so far, for the person to check before the journey ends.',
      tags,
      response: { 200: Findings },
    },
    handler: ({ tenant, caller }) => readFindings(tenant, caller.id),
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/notes',
    config: { access: userAccess },
    schema: {
      operationId: 'createJourneyNote',
      summary: 'Report retrieved data as wrong',
      description: 'The note is stored with the data, which is not changed. A user can have 200 notes.',
      tags,
      body: NewNote,
      response: { 201: Note },
      errors: [404],
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.subjectUserId = caller.id
      return addNote(tenant, caller.id, body)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current/shared',
    config: { access: userAccess, needsTrustedDevice: true },
    schema: {
      operationId: 'getJourneyShared',
      summary: 'Get what the user has shared, with whom and under which term',
      description: 'What the person has shared with the client.',
      tags,
      response: { 200: Shared },
    },
    handler: ({ tenant, caller }) => readShared(tenant, caller.id),
  })

  server.route({
    method: 'PUT',
    url: '/journeys/current/authorisations/:authorisation_id/revoke',
    config: { access: userAccess, needsTrustedDevice: true },
    schema: {
      operationId: 'withdrawAuthorisation',
      summary: 'Withdraw one of the user’s own authorisations',
      description:
        'No more data is retrieved under it. Data already shared is kept until it is deleted. After the last authorisation, accounts are signed out at the provider and become EXPIRED.',
      tags,
      params: z.object({ authorisation_id: PathId('Authorisation') }),
      response: { 200: GivenAuthorisation },
    },
    handler(request) {
      const { tenant, caller, params } = request
      request.subjectUserId = caller.id
      return withdrawOwn(tenant, deps, caller, params.authorisation_id)
    },
  })

  server.route({
    method: 'GET',
    url: '/journeys/current/export',
    config: { access: userAccess, needsTrustedDevice: true },
    schema: {
      operationId: 'exportJourneyData',
      summary: 'Export all data held about the user',
      description:
        'Registration, authorisations, accounts without credentials, payslips, bank statements, tax years, notes and ' +
        'document metadata. The file is streamed; if the connection breaks, it is incomplete.',
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
    config: { access: userAccess, needsTrustedDevice: true, priority: 'high' },
    schema: {
      operationId: 'deleteJourneyData',
      summary: 'Withdraw every authorisation and delete what was shared',
      description:
        'Deletes accounts with their data, documents with their files, notes, and pending webhook payloads. The ' +
        'registration belongs to the client and is kept; data the client has already received cannot be recalled. ' +
        'Safe to repeat.',
      tags,
      response: { 200: MessageReply },
    },
    async handler({ tenant, caller }) {
      await eraseData(tenant, deps, { userId: caller.id, inJourney: isInJourney(caller) })
      return { message: 'Everything that was shared was deleted' }
    },
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/notes',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listNotes',
      summary: 'List notes of a user about their data, newest first',
      description: 'What the person wrote about their data during the journey.',
      tags,
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 200, defaultLimit: 100 })),
      response: { 200: NotePage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listNotePage(tenant, { ...query, user_id }),
  })

  server.route({
    method: 'PUT',
    url: '/users/:user_id/notes/:note_id/answer',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'answerNote',
      summary: 'Answer a note of a user about their data',
      description:
        'The person sees the answer on their data page, and gets a mail about the first answer if the user has an email. A later ' +
        'answer replaces the earlier one.',
      tags,
      params: z.object({ user_id: PathId('User'), note_id: PathId('Note') }),
      body: NewNoteAnswer,
      response: { 200: Note },
    },
    handler: ({ tenant, params, body }) => answerNote(tenant, deps.baseUrl, { ...params, text: body.text }),
  })
}
