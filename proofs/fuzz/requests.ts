import type { ProofRandom } from '../programs/random.ts'
import type { FuzzedOperation } from './api-document.ts'
import type { FuzzCredential } from './credentials.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { mutate } from './mutations.ts'
import { makeBody, makeValue, type ValueContext } from './values.ts'

const mutatedShare = 0.6
const maxMutations = 3
const optionalParameterShare = 0.3

/** Makes a request that the document allows, and changes three of five in up to three places. */
export function makeRequest(
  context: ValueContext,
  operation: FuzzedOperation,
  credential: FuzzCredential,
): FuzzRequest {
  const { random } = context
  const request: FuzzRequest = {
    operation,
    // A copy, because a renewal may replace token and user while the request is running.
    credential: { ...credential },
    method: operation.method,
    pathValues: {},
    query: [],
    headers: Object.entries(credential.headers),
    body: operation.body && makeBody(context, operation.body, operation.example),
    bytes: undefined,
    mutations: [],
  }
  addParameters(context, request)
  if (random.chance(mutatedShare)) {
    const count = random.integer(1, maxMutations)
    for (let n = 0; n < count; n++) mutate(random, request)
  }
  return request
}

function addParameters(context: ValueContext, { operation, pathValues, query, headers }: FuzzRequest) {
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && !context.random.chance(shareOf(name))) continue
    const text = String(makeValue(context, schema, name))
    if (place === 'path') pathValues[name] = encodeURIComponent(text)
    else if (place === 'query') query.push([encodeURIComponent(name), encodeURIComponent(text)])
    else headers.push([name, name === 'Idempotency-Key' ? sharedKey(context.random) : text])
  }
}

const shareOf = (name: string) => (name.startsWith('x-svc-') ? 0.1 : optionalParameterShare)

/** Few keys, so that different requests, clients and users meet with the same key. */
const sharedKey = (random: ProofRandom) => `fuzz-${random.integer(0, 200)}`

export const pathOf = ({ operation, pathValues, query }: FuzzRequest) => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? 'missing')
  return query.length > 0 ? `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : path
}

/** Returns the body as it is sent. */
export function bytesOf({ body, bytes }: FuzzRequest) {
  if (bytes) return bytes
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body))
}

/** Returns the headers as they are sent; Content-Type unless a mutation set or removed it. */
export function headersOf(request: FuzzRequest): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  const add = (name: string, value: string) => {
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value]
  }
  for (const [name, value] of request.headers) add(name, value)
  const bytes = bytesOf(request)
  if (bytes && !headers['content-type']) add('content-type', 'application/json')
  if (headers['content-type']?.[0] === '') delete headers['content-type']
  return headers
}

/** Returns a command that sends the request again. */
export function toCurl(address: string, request: FuzzRequest) {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = Object.entries(headersOf(request)).flatMap(([name, values]) =>
    values.map((value) => `-H ${quote(`${name}: ${value}`)}`),
  )
  const bytes = bytesOf(request)
  const data = bytes ? [`--data-binary ${quoteBytes(bytes)}`] : []
  const method = request.method === 'HEAD' ? '--head' : `-X ${request.method}`
  return ['curl -i --path-as-is', method, ...headers, ...data, quote(address + pathOf(request))].join(' ')
}

const maxShownBytes = 600

function quoteBytes(bytes: Buffer) {
  const shown = bytes.subarray(0, maxShownBytes)
  const text = [...shown]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
  return `$'${text}'${bytes.length > shown.length ? ` # first ${maxShownBytes} of ${bytes.length} bytes` : ''}`
}
