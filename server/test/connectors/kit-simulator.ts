import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../at-end.ts'

// The simulator of a connector that `npm run connector:new` has started: an HTTP server with faults that the contract
// switches on.

export type KitFault =
  | { status: number; retryAfterSeconds?: number; body?: string }
  | 'truncated'
  | 'dropped'
  | 'other-shape'

type KitRequest = {
  request: IncomingMessage
  url: URL
  /** Fields of a form; empty for other requests. */
  form: URLSearchParams
  /** The JSON body; undefined for other requests. */
  json: unknown
  reply(status: number, body: unknown, headers?: Record<string, string>): void
}

export type KitSimulator = {
  url: string
  /** Makes all requests fail in this way, until `null`. */
  fail(fault: KitFault | null): void
}

/** Starts a simulator that ends with the test file. */
export async function startKitSimulator(handle: (request: KitRequest) => void): Promise<KitSimulator> {
  let fault: KitFault | null = null
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (fault) return failWith(fault, response)
    const url = new URL(request.url ?? '/', 'http://simulator.example')
    const body = Buffer.concat(chunks).toString()
    const hasType = (type: string) => request.headers['content-type']?.startsWith(type)
    handle({
      request,
      url,
      form: new URLSearchParams(hasType('application/x-www-form-urlencoded') ? body : ''),
      json: hasType('application/json') ? parseJson(body) : undefined,
      reply: (status, content, headers) => sendJson(response, status, JSON.stringify(content), headers),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(next) {
      fault = next
    },
  }
}

function failWith(fault: KitFault, response: ServerResponse) {
  if (fault === 'dropped') return response.destroy()
  if (fault === 'truncated') return sendJson(response, 200, '{"payslips":[{"id":"')
  if (fault === 'other-shape') return sendJson(response, 200, '{"payslips":"none","employees":7}')
  const { status, retryAfterSeconds, body = '' } = fault
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  sendJson(response, status, body)
}

function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' })
  response.end(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
