import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// A shorter reply fits into one packet even without compression.
const minBytes = 1024

const compress = promisify(gzip)

/**
 * `onSend` hook: compresses JSON replies and rendered pages for callers that accept gzip. Static files are compressed when
 * they are built.
 */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (!/^(application\/json|text\/html)\b/.test(String(reply.getHeader('content-type') ?? ''))) return payload
  const vary = reply.getHeader('vary')
  // Static files have already set this header.
  if (!/\bAccept-Encoding\b/.test(String(vary)))
    reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
  if (reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding'])) return payload
  if (payload instanceof Readable) {
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    const compressed = createGzip()
    // pipe() does not forward errors: a broken source must end the reply instead of leaving it open.
    payload.on('error', (error) => compressed.destroy(error))
    return payload.pipe(compressed)
  }
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < minBytes) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload)
}

/** Whether gzip is acceptable. By RFC 9110, a coding with a weight of 0 is not. */
function acceptsGzip(header: string | string[] | undefined) {
  const codings = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim().split(/\s*;\s*q=/))
  const weightOf = (name: string) => {
    const coding = codings.find(([candidate]) => candidate === name)
    return coding && Number(coding[1] ?? 1)
  }
  return (weightOf('gzip') ?? weightOf('*') ?? 0) > 0
}
