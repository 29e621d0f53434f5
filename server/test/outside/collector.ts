import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A trace collector. POST /v1/traces accepts OTLP/HTTP JSON, GET /spans returns the spans in a simple format, GET
// /raw returns the requests as received.

export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  links?: { traceId: string; spanId: string }[]
  status?: { code: number }
  attributes: Record<string, string>
  /** Attributes of the sending process. */
  resource: Record<string, string>
}

type Pairs = { key: string; value: { stringValue?: string; intValue?: string } }[]
type Sent = {
  resourceSpans: {
    resource: { attributes: Pairs }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes: Pairs })[] }[]
  }[]
}

const raw: string[] = []
const spans: CollectedSpan[] = []

const server = createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString()
  response.setHeader('content-type', 'application/json')
  if (request.url === '/spans') return response.end(JSON.stringify(spans))
  if (request.url === '/raw') return response.end(JSON.stringify(raw))
  if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
    response.statusCode = 404
    return response.end('{}')
  }
  raw.push(JSON.stringify(request.headers), text)
  for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
      spans.push({
        ...span,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })
    }
  }
  response.end('{}')
})

const plain = (pairs: Pairs) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']))

process.once('disconnect', () => process.exit())
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`)
})
