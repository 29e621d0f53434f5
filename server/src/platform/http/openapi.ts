import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import { errorCodes } from './error-codes.ts'
import examplesJson from './examples.json' with { type: 'json' }
import { fieldDescriptions } from './field-descriptions.ts'
import { type ApiOperation, describeError, errorStatusesOf } from './operation.ts'
import { Errors } from './wire.ts'

type Json = Record<string, unknown>
type RecordedExchange = { request?: unknown; response?: unknown }

const recordedExamples: Record<string, Record<string, RecordedExchange>> = examplesJson

/** Examples of errors that are the same for every operation. */
const errorExamples: Partial<Record<number, { errors: string[] }>> = {
  400: { errors: ['Request is missing the required field [name]'] },
  401: { errors: ['No X-API-KEY header was provided or its value is wrong'] },
  403: { errors: ['The role [Support] may not do this; it needs [FullMember] or above'] },
  404: { errors: ['User [018f3c1e-9f6b-7c33-8a55-3b1f0d5c2a77] does not exist'] },
  409: { errors: ['The Idempotency-Key was used with another request'] },
  413: { errors: ['The request body is larger than 1 MiB'] },
  415: { errors: ['The request body must be application/json'] },
  429: { errors: ['Too many requests; please slow down'] },
  503: { errors: ['The service is busy; please try again later'] },
}

const headerComponents = {
  RequestId: { description: 'Id of the request; give it to support.', schema: { type: 'string' } },
  ErrorCode: { description: 'Stable error code.', schema: { $ref: '#/components/schemas/ErrorCode' } },
  RateLimit: {
    description: 'Requests left, and seconds until the limit resets.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', format: 'int32' },
  },
  IdempotentReplayed: {
    description: '`true` if this is the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** A named schema, so that generated clients have a type to handle errors by their code. */
const ErrorCode = {
  type: 'string',
  enum: errorCodes,
  description: 'The values of the header X-Svc-Error-Code. New ones may be added.',
}

const headerRef = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` })

/** Response headers that a caller can act on. */
const headersOf = (status: number) => ({
  'X-Request-Id': headerRef('RequestId'),
  ...(status < 400 && {
    RateLimit: headerRef('RateLimit'),
    'Idempotent-Replayed': headerRef('IdempotentReplayed'),
  }),
  ...(status >= 400 && { 'X-Svc-Error-Code': headerRef('ErrorCode') }),
  ...((status === 400 || status === 429 || status === 503) && { 'Retry-After': headerRef('RetryAfter') }),
})

/** A webhook that we send, documented like the operations that we serve. */
export type WebhookDescription = {
  name: string
  summary: string
  tags: string[]
  headers: z.ZodType
  body: z.ZodType
}

/** Generates OpenAPI 3.1 from the schemas that validate requests, so that the document cannot drift from the service. */
export function describeApi(
  operations: ApiOperation[],
  info: { environment: string; sections: Record<string, string>; events: readonly WebhookDescription[] },
) {
  const components: Json = { ErrorCode }
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][operation.method.toLowerCase()] = describeOperation(operation, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payproof payroll API',
      // The version of the API changes only with its interface. The software has its own version.
      version: '1.0.0',
      'x-payproof-version': manifest.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Verified income and employment data, with the consent of the person it is about. Times are UTC, money is two-decimal text, every error body is {errors: [string]}.',
    },
    servers: [{ url: '/', description: `This server (${info.environment})` }],
    tags: Object.entries(info.sections).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: Object.fromEntries(info.events.map((event) => [event.name, describeEvent(event, components)])),
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: headerComponents,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'API key of a client' },
        memberToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `jwt` returned by POST /members/signin',
        },
        userToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `token` returned by POST /user-tokens',
        },
      },
    },
  }
}

function describeOperation(operation: ApiOperation, components: Json) {
  const { method, caller, keyScope, schema } = operation
  const isPublic = caller === 'public'
  const isIdempotent = (method === 'POST' || method === 'PUT') && !isPublic
  const parameters = [
    ...parametersOf(schema.params, 'path', components),
    ...parametersOf(schema.querystring, 'query', components),
    ...parametersOf(schema.headers, 'header', components),
    ...(isIdempotent ? [idempotencyKey] : []),
  ]
  const examples: Record<string, RecordedExchange> = recordedExamples[schema.operationId] ?? {}
  const successes = Object.entries(schema.response).map(([status, body]) => [
    status,
    reply(
      Number(status),
      { description: status === '201' ? 'Created' : 'OK', body },
      components,
      examples[status]?.response,
    ),
  ])
  const errors = errorStatusesOf(operation).map((status) => [
    status,
    reply(
      status,
      { description: describeError(operation, status), body: Errors },
      components,
      examples[status]?.response ?? errorExamples[status],
    ),
  ])
  const request = Object.entries(examples).find(([status]) => status.startsWith('2'))?.[1].request
  return {
    operationId: schema.operationId,
    tags: schema.tags,
    summary: schema.summary,
    description: [schema.description, accessNote(operation)].filter(Boolean).join('\n\n') || undefined,
    security: securityOf[caller].filter((scheme) => keyScope || !('apiKey' in scheme)),
    ...(keyScope && { 'x-key-scope': keyScope }),
    ...(operation.needsRecentAuthentication && { 'x-recent-authentication': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(schema.body && {
      requestBody: {
        // A request without a body is treated like one with an empty object.
        required: !schema.body.safeParse({}).success,
        content: {
          'application/json': {
            schema: convert(schema.body, components),
            ...(request !== undefined && { example: withoutIgnored(request, schema.body) }),
          },
        },
      },
    }),
    responses: Object.fromEntries([...successes, ...errors]),
  }
}

/**
 * Tests send fetched objects back. Their read-only fields are accepted and ignored, but do not belong in an example.
 */
function withoutIgnored(request: unknown, body: z.ZodType) {
  const ignored = (body.meta()?.ignored ?? []) as string[]
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(Object.entries(request).filter(([name]) => !ignored.includes(name)))
}

function describeEvent({ name, summary, tags, headers, body }: WebhookDescription, components: Json) {
  const example = recordedExamples[name]?.delivery?.request
  const media = { schema: convert(body, components, true), ...(example !== undefined && { example }) }
  const content = { 'application/json': media }
  return {
    post: {
      operationId: name,
      tags,
      summary,
      security: [],
      parameters: parametersOf(headers, 'header', components),
      requestBody: { required: true, content },
      responses: { '2XX': { description: 'Accepted; any other status is retried' } },
    },
  }
}

const securityOf = {
  client: [{ apiKey: [] }, { memberToken: [] }],
  member: [{ memberToken: [] }],
  user: [{ userToken: [] }],
  either: [{ apiKey: [] }, { memberToken: [] }, { userToken: [] }],
  public: [],
}

/** Says which scope a key and which role a member needs. */
function accessNote(operation: ApiOperation) {
  const { caller, minRole, keyScope, alsoRoles, needsRecentAuthentication } = operation
  if (caller === 'public' || caller === 'user') return ''
  const keys = keyScope ? `API keys need the scope \`${keyScope}\`.` : 'No API key may do this.'
  const others = alsoRoles.map((role) => ` or ${role}`).join('')
  const recency = needsRecentAuthentication ? ' They must have authenticated within the last 10 minutes.' : ''
  return `${keys} Members need the role ${minRole} or above${others && `,${others}`}.${recency}`
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe: the same key and body return the first reply for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function reply(
  status: number,
  { description, body }: { description: string; body: z.ZodType },
  components: Json,
  example: unknown,
) {
  const type = (body.meta()?.mediaType as string | undefined) ?? 'application/json'
  const content = {
    schema: convert(body, components, true),
    ...(type === 'application/json' && example !== undefined && { example }),
  }
  return { description, headers: headersOf(status), content: { [type]: content } }
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query' | 'header', components: Json) {
  if (!schema) return []
  const { properties = {}, required = [] } = convert(schema, components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: field,
  }))
}

/**
 * Converts a schema to the JSON Schema of the wire format. Named schemas become components. Replies allow additional
 * properties, because fields may be added later.
 */
function convert(schema: z.ZodType, components: Json, isReply = false): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) =>
      simplifySchema(jsonSchema as Json, zodSchema as unknown as z.ZodType, isReply),
  }) as Json & { $defs?: Record<string, Json> }
  for (const [name, part] of Object.entries($defs ?? {})) {
    const component = describeFields(moveRefsToComponents(part) as Json, name)
    if (components[name] && shapeOf(components[name]) !== shapeOf(component))
      throw new Error(`Two different schemas are called ${name}`)
    components[name] = component
  }
  return describeFields(moveRefsToComponents(json) as Json)
}

/** Adds descriptions to the fields that have none of their own. */
function describeFields(json: Json, schemaName?: string): Json {
  if (Array.isArray(json)) return json.map((item) => describeFields(item, schemaName)) as unknown as Json
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([keyword, value]) =>
      keyword === 'properties'
        ? [keyword, describeProperties(value as Record<string, Json>, schemaName)]
        : [keyword, describeFields(value as Json, schemaName)],
    ),
  )
}

const describeProperties = (properties: Record<string, Json>, schemaName: string | undefined) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description =
        fieldDescriptions[`${schemaName?.replace(/ForWebhook$/, '')}.${name}`] ?? fieldDescriptions[name]
      const field = describeFields(property, schemaName)
      return [name, field.description || !description ? field : { ...field, description }]
    }),
  )

/** Makes two schemas with the same name comparable. Ignores additionalProperties: false, which only requests have. */
function shapeOf(schema: unknown) {
  return JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
}

/**
 * Replaces `anyOf` with `type: [integer, null]`, as Zod writes other nullable types, because SDK generators handle
 * that form better.
 */
function mergeNull(json: Json) {
  const [value, nothing, ...more] = (json.anyOf ?? []) as Json[]
  const isSimple = value?.type === 'integer' || (value?.type === 'string' && Array.isArray(value.enum))
  if (!value || !isSimple || nothing?.type !== 'null' || more.length > 0) return
  delete json.anyOf
  Object.assign(json, { ...value, ...json, type: [value.type, 'null'] })
  if (Array.isArray(value.enum)) json.enum = [...value.enum, null]
}

const maxInt32 = 2 ** 31 - 1

function simplifySchema(json: Json, schema: z.ZodType, isReply: boolean) {
  // The format already implies these keywords, and Zod's patterns for formats are hundreds of characters long.
  if (json.format !== undefined)
    for (const keyword of ['pattern', 'maxLength', 'minLength', 'anyOf', 'allOf']) delete json[keyword]
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  // Without a format, many generators choose a 32-bit integer.
  if (json.type === 'integer')
    json.format ??= Number(json.maximum ?? Infinity) <= maxInt32 ? 'int32' : 'int64'
  mergeNull(json)
  if (schema.type === 'nullable' && typeof json.type === 'string')
    throw new Error(`The metadata of a nullable schema sets the type ${json.type}, which hides null`)
  if (isReply && json.additionalProperties === false) delete json.additionalProperties
  const ignored = schema.meta()?.ignored as string[] | undefined
  for (const field of ignored ?? []) delete (json.properties as Json)[field]
  for (const internalField of ['id', 'kind', 'absence', 'ignored', 'mediaType']) delete json[internalField]
}

function moveRefsToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveRefsToComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === '$ref'
        ? [name, String(inner).replace('#/$defs/', '#/components/schemas/')]
        : [name, moveRefsToComponents(inner)],
    ),
  )
}
