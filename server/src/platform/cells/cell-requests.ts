import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import {
  type CellTlsFiles,
  isIssuedFor,
  minTlsVersion,
  nameOfCell,
  readCellCertificates,
} from './cell-certificates.ts'

/** Names the cell that forwarded a request, so that it is not forwarded again. */
export const forwardedByHeader = 'x-svc-asked-by'

export type PeerCell = { cell: string; url: string }
export type CellReply = { status: number; headers: IncomingHttpHeaders; body: unknown }
export type CellRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
  timeoutMs: number
}
export type CellRequests = ReturnType<typeof openCellRequests>

const maxReplyBytes = 1024 * 1024

/**
 * Calls other cells. With TLS files, both cells present a certificate, and nothing is sent before the certificate of the
 * other names the cell that it should be.
 */
export function openCellRequests({
  cell,
  peers,
  tlsFiles,
}: {
  cell: string
  peers: readonly PeerCell[]
  tlsFiles: CellTlsFiles | undefined
}) {
  async function send(peer: PeerCell, { method, path, body, headers, timeoutMs }: CellRequest) {
    const options: RequestOptions = {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers, [forwardedByHeader]: cell },
      signal: AbortSignal.timeout(timeoutMs),
      ...(tlsFiles && peerTls(tlsFiles, peer)),
    }
    const url = new URL(path, peer.url)
    const { promise, resolve, reject } = Promise.withResolvers<CellReply>()
    const start = tlsFiles || url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = start(url, options, async (response) => {
      try {
        const text = await readText(response)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
    return promise
  }

  return { peers, send }
}

const peerTls = (files: CellTlsFiles, { cell }: PeerCell): RequestOptions => ({
  ...readCellCertificates(files),
  minVersion: minTlsVersion,
  rejectUnauthorized: true,
  servername: nameOfCell(cell),
  checkServerIdentity: (name, { raw }) =>
    isIssuedFor(raw, name) ? undefined : new Error(`The certificate of the other cell is not for ${name}`),
})

async function readText(chunks: AsyncIterable<Buffer>) {
  const read: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) throw new Error('The reply of the other cell is too large')
    read.push(chunk)
  }
  return Buffer.concat(read).toString()
}
