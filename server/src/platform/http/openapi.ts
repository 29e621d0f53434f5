import { z } from 'zod'
import { type ApiOperation, errorDescriptions, errorStatusesOf } from './operation.ts'
import { Errors } from './wire.ts'

type Json = Record<string, unknown>

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
  const components: Json = {}
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
      version: '1.0.0',
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
  const { method, caller, minRole, schema } = operation
  const isPublic = caller === 'public'
  const isIdempotent = (method === 'POST' || method === 'PUT') && !isPublic
  const parameters = [
    ...parametersOf(schema.params, 'path', components),
    ...parametersOf(schema.querystring, 'query', components),
    ...parametersOf(schema.headers, 'header', components),
    ...(isIdempotent ? [idempotencyKey] : []),
  ]
  const successes = Object.entries(schema.response).map(([status, body]) => [
    status,
    reply(status === '201' ? 'Created' : 'OK', body, components),
  ])
  const errors = errorStatusesOf(operation).map((status) => [
    status,
    reply(errorDescriptions[status], Errors, components),
  ])
  return {
    operationId: schema.operationId,
    tags: schema.tags,
    summary: schema.summary,
    description: [schema.description, roleNote(caller, minRole)].filter(Boolean).join('\n\n') || undefined,
    security: securityOf[caller],
    ...(parameters.length > 0 && { parameters }),
    ...(schema.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: convert(schema.body, components) } },
      },
    }),
    responses: Object.fromEntries([...successes, ...errors]),
  }
}

function describeEvent({ name, summary, tags, headers, body }: WebhookDescription, components: Json) {
  const content = { 'application/json': { schema: convert(body, components, true) } }
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
  user: [{ userToken: [] }],
  either: [{ apiKey: [] }, { memberToken: [] }, { userToken: [] }],
  public: [],
}

const roleNote = (caller: string, minRole: string) =>
  caller === 'client' && (minRole === 'Admin' || minRole === 'Owner')
    ? `Members need the role ${minRole} or above.`
    : ''

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe: the same key and body return the first reply for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function reply(description: string, schema: z.ZodType, components: Json) {
  const type = (schema.meta()?.mediaType as string | undefined) ?? 'application/json'
  return { description, content: { [type]: { schema: convert(schema, components, true) } } }
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

/** JSON Schema of the wire format. Named schemas become components; replies allow additional properties, because they may grow. */
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
    const component = moveRefsToComponents(part)
    if (components[name] && shapeOf(components[name]) !== shapeOf(component))
      throw new Error(`Two different schemas are called ${name}`)
    components[name] = component
  }
  return moveRefsToComponents(json) as Json
}

/** For comparing two schemas of one name. Ignores additionalProperties: false, which only requests have. */
function shapeOf(schema: unknown) {
  return JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
}

function simplifySchema(json: Json, schema: z.ZodType, isReply: boolean) {
  // The format says it already; Zod's patterns for formats run to hundreds of characters.
  if (json.format !== undefined)
    for (const keyword of ['pattern', 'maxLength', 'minLength', 'anyOf', 'allOf']) delete json[keyword]
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
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
