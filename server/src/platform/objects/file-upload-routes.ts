import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { publicAccess } from '../http/caller.ts'
import type { Server } from '../http/server.ts'
import { type FileStoreSettings, openFileStore, uploadPath } from './file-store.ts'

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

// As on an S3 bucket for uploads: the presigned URL is the authorisation, so pages of any origin may send it.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type, if-none-match',
  'access-control-max-age': '3600',
}

/** Receives files at the presigned URLs of the sandbox's file store. */
export async function fileUploadRoutes(server: Server, settings: FileStoreSettings) {
  const store = openFileStore(settings)
  // The body is passed on as a stream, whatever its type: the store compares the type with the signed one.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, body, done) => done(null, body))

  const url = `${uploadPath}*`
  server.options(url, hidden, (_request, reply) => reply.code(204).headers(corsHeaders).send())
  server.put(url, hidden, async (request, reply) => {
    const body = (request.body as Readable | undefined) ?? request.raw
    const status = await store.receive({
      key: (request.params as { '*': string })['*'],
      query: request.query as Record<string, string>,
      headers: request.headers,
      body,
    })
    // Clients see a reset connection instead of the status if a refused body is not read to its end.
    await finished(body.resume()).catch(() => undefined)
    return reply.code(status).headers(corsHeaders).send()
  })
}
