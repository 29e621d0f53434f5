import type { z } from 'zod'
import { userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { replyAfterTask } from '../../../platform/http/task-reply.ts'
import { requestReadAhead } from '../../documents/read-ahead.ts'
import { FileReadings, UnsentFiles } from './schemas.ts'
import { readReadings } from './service.ts'

const tags = ['Journeys']

export async function readingRoutes(server: Server) {
  server.route({
    method: 'POST',
    url: '/journeys/current/readings',
    config: {
      access: userAccess,
      afterTask: ({ tenant, caller, body }, end) =>
        readReadings(tenant, caller.id, body as z.output<typeof UnsentFiles>, end),
    },
    schema: {
      operationId: 'readUnsentFiles',
      summary: 'Read uploaded files before the person submits them',
      description:
        'For a review by the person. Nothing is stored as a document or submission, no event is published, and the client ' +
        'sees nothing. Submitting the files afterwards uses what was read. Responds after 25 seconds at most; files that take ' +
        'longer are `still-processing`.',
      tags,
      body: UnsentFiles,
      response: { 201: FileReadings },
    },
    async handler(request) {
      const { tenant, caller, body } = request
      request.subjectUserId = caller.id
      const paths = body.files.map(({ path }) => path)
      return replyAfterTask<z.output<typeof FileReadings>>(await requestReadAhead(tenant, caller.id, paths))
    },
  })
}
