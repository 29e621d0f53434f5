import type { ApiDocument } from './api-document.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type FuzzClient, type KnownIds, uuids } from './known-ids.ts'
import { bytesOf, pathOf } from './requests.ts'
import { openValidators } from './validators.ts'
import { marks } from './values.ts'

export type FuzzReply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

export const faultKinds = [
  'unexpected errors (500)',
  '503 without Retry-After',
  '503 below capacity',
  'replies that differ from the schema',
  'rows of another client',
  'connections closed without a reply',
] as const
export type FaultKind = (typeof faultKinds)[number]
export type Fault = { kind: FaultKind; detail: string }

export type Judge = ReturnType<typeof openJudge>

/** Compares replies with server/openapi.json, and looks for data of another client in them. */
export function openJudge(document: ApiDocument, ids: KnownIds) {
  const validators = openValidators(document)

  return function judge(request: FuzzRequest, reply: FuzzReply): Fault[] {
    const { status, headers } = reply
    if (status === 500) return [{ kind: 'unexpected errors (500)', detail: textOf(reply) }]
    const faults: Fault[] = []
    const report = (kind: FaultKind, detail: string) => faults.push({ kind, detail })
    if (status === 503 && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
      report('503 without Retry-After', textOf(reply))
    if (status === 503 && headers['x-svc-error-code'] === 'unavailable' && !isSandbox(request))
      report('503 below capacity', textOf(reply))
    const difference = findDifference(request, reply, validators)
    if (difference) report('replies that differ from the schema', difference)
    const leak = findLeak(request, reply, ids)
    if (leak) report('rows of another client', leak)
    return faults
  }
}

// The sandbox may be reset at that moment.
const isSandbox = ({ operation }: FuzzRequest) => operation.path.startsWith('/sandbox')

const maxShownText = 600
const textOf = ({ bytes }: FuzzReply) => bytes.toString('utf8').slice(0, maxShownText)

/** Returns what surrounds a leaked text in a reply. */
function textAround(text: string, leaked: string) {
  const at = text.indexOf(leaked)
  return text.slice(Math.max(0, at - maxShownText / 2), at + maxShownText / 2)
}

type Validators = ReturnType<typeof openValidators>

/** Replies that the HTTP layer sends before it knows the operation: the document declares them nowhere. */
const transportStatuses = [408, 431]

function findDifference(request: FuzzRequest, reply: FuzzReply, validators: Validators) {
  const { operation, method } = request
  const { status, headers, bytes } = reply
  if (transportStatuses.includes(status)) return undefined
  const declared = operation.responses.get(status)
  if (!declared) return `undeclared status ${status}: ${textOf(reply)}`
  if (status >= 400 && !headers['x-svc-error-code']) return `${status} without X-Svc-Error-Code`
  if (method === 'HEAD') return bytes.length > 0 ? 'HEAD with a body' : undefined
  const [mediaType] = String(headers['content-type'] ?? '').split(';')
  if (declared.length === 0)
    return bytes.length > 0 ? `${status} with a body that is not declared` : undefined
  if (!declared.includes(String(mediaType))) return `undeclared media type [${mediaType}] for ${status}`
  if (mediaType !== 'application/json') return undefined
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    return `${status} with a body that is not JSON: ${textOf(reply)}`
  }
  const validate = validators(
    'paths',
    operation.path,
    operation.method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  )
  if (validate(body)) return undefined
  const [error] = validate.errors ?? []
  return `${status} ${error?.instancePath || '/'} ${error?.message} ${JSON.stringify(error?.params)}: ${textOf(reply)}`
}

const otherClient: Record<FuzzClient, FuzzClient> = { acme: 'rival', rival: 'acme' }

/** Marks as they appear in plain text and, at any offset, in Base64. */
const markForms = Object.fromEntries(
  Object.entries(marks).map(([client, mark]) => [
    client,
    [mark, base64At(mark, 0), base64At(mark, 1), base64At(mark, 2)],
  ]),
) as Record<FuzzClient, string[]>

// Base64 depends on the offset within a triple of bytes; only characters that do not depend on neighbours are kept.
function base64At(text: string, before: number) {
  const bytes = Buffer.from('\0'.repeat(before) + text)
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
}

function findLeak(request: FuzzRequest, reply: FuzzReply, ids: KnownIds) {
  const { credential, operation } = request
  if (operation.isPublic) return undefined
  const text = JSON.stringify(reply.headers) + reply.bytes.toString('utf8')
  const sent = pathOf(request) + String(bytesOf(request) ?? '') + JSON.stringify(request.headers)
  const { client, userId } = credential
  for (const owner of ['acme', 'rival'] as const) {
    if (owner === client) continue
    const mark = markForms[owner].find((form) => text.includes(form) && !sent.includes(form))
    if (mark) return `text of ${owner} [${mark}] in a reply to ${credential.name}: ${textAround(text, mark)}`
  }
  for (const [id] of text.matchAll(uuids)) {
    const owner = ids.ownerOf(id)
    if (owner === undefined || sent.toLowerCase().includes(id)) continue
    if (client === undefined || owner === otherClient[client])
      return `id ${id} of ${owner} in a reply to ${credential.name}: ${textAround(text, id)}`
    if (userId !== undefined && userId !== id && ids.isUser(id))
      return `id ${id} of another user in a reply to ${credential.name}: ${textAround(text, id)}`
  }
  return undefined
}
