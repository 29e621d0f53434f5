import { Agent, request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzReply } from './judge.ts'
import { bytesOf, headersOf, pathOf } from './requests.ts'

/** Longer than the longest wait of an operation for a task. */
const timeoutMs = 90_000

export function openSender(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(address)

  function sendOnce(request: FuzzRequest): Promise<FuzzReply> {
    return new Promise((resolve, reject) => {
      const bytes = bytesOf(request)
      const headers: Record<string, string | string[]> = {}
      // Node takes a list for some headers only.
      for (const [name, values] of Object.entries(headersOf(request)))
        headers[name] = values.length === 1 ? String(values[0]) : values
      if (bytes) headers['content-length'] = String(bytes.length)
      const outgoing = httpRequest(
        { agent, hostname, port, method: request.method, path: pathOf(request), headers, timeout: timeoutMs },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const body = Buffer.concat(chunks)
            const isZipped = incoming.headers['content-encoding'] === 'gzip' && body.length > 0
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes: isZipped ? gunzipSync(body) : body,
            })
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no reply in time')))
      outgoing.on('error', reject)
      outgoing.end(bytes)
    })
  }

  return {
    /** Sends again if an idle connection was closed by the server at that moment, as every HTTP client does. */
    async send(request: FuzzRequest) {
      try {
        return await sendOnce(request)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNRESET') throw error
        return sendOnce(request)
      }
    },
    close: () => agent.destroy(),
  }
}

export type FuzzSender = ReturnType<typeof openSender>
