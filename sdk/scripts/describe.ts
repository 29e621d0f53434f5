import type {
  Alias,
  CredentialDescription,
  Field,
  ModelDescription,
  OperationDescription,
  PagingDescription,
  ParameterDescription,
  SdkDescription,
  TypeDescription,
  Usage,
  WebhookEventDescription,
} from './description.ts'
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiSchema,
  operationsOf,
  type Parameter,
  parametersOf,
  repliesOf,
} from './openapi.ts'
import { arraysOf, type GroupedOperation, groupsOf, mayBeEmpty } from './operation-groups.ts'
import { callersOf } from './types-file.ts'

const schemaPrefix = '#/components/schemas/'
const idempotencyHeader = 'Idempotency-Key'

// The patterns of money in our document. Another pattern is plain text.
const decimalPattern = '^-?\\d+\\.\\d\\d$'
const groupedDecimalPattern = '^-?\\d{1,3}(,\\d{3})*\\.\\d\\d$'

const plainKinds: Record<string, 'text' | 'integer' | 'number' | 'boolean'> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
}
const textKinds: Record<string, 'date' | 'time' | 'file'> = {
  date: 'date',
  'date-time': 'time',
  binary: 'file',
}

/** Describes the API for emitters of SDKs. Throws for a schema that it does not know. */
export function describeApi(document: OpenApiDocument): SdkDescription {
  const usage = usageOf(document)
  const schemas = Object.entries(document.components.schemas)
  const groups = [...groupsOf(document)].map(([name, members]) => ({
    name,
    // Methods that moved to another group are kept only where they were published before.
    operations: members
      .filter(({ movedTo }) => !movedTo)
      .map((member) => describeOperation(document, member)),
  }))
  return {
    version: document.info.version,
    models: schemas
      .filter(([, schema]) => isObject(schema))
      .map(([name, schema]) => describeModel(name, schema, usage(name))),
    aliases: schemas
      .filter(([, schema]) => !isObject(schema))
      .map(([name, schema]) => describeAlias(name, schema, usage(name))),
    groups,
    events: Object.entries(document.webhooks).map(describeEvent),
    errorCodes: (document.components.schemas.ErrorCode?.enum ?? []).map(String),
  }
}

const isObject = (schema: OpenApiSchema) => schema.type === 'object'

function describeModel(name: string, schema: OpenApiSchema, used: Usage): ModelDescription {
  const { properties = {}, required = [], additionalProperties, description = '' } = schema
  const fields = Object.entries(properties).map(([field, type]): Field => {
    const isRequired = required.includes(field)
    return {
      name: field,
      type: describeType(type),
      isRequiredInRequests: isRequired && type.default === undefined,
      isRequiredInReplies: isRequired,
      description: type.description ?? '',
    }
  })
  const additional = typeof additionalProperties === 'object' ? describeType(additionalProperties) : undefined
  return { name, description, fields, additional, ...used }
}

function describeAlias(name: string, schema: OpenApiSchema, used: Usage): Alias {
  return { name, description: schema.description ?? '', type: describeType(schema), ...used }
}

function describeEvent([name, { post }]: [string, { post: OpenApiOperation }]): WebhookEventDescription {
  const body = post.requestBody?.content['application/json']?.schema.$ref
  if (!body) throw new Error(`The event ${name} has no named schema`)
  return { name, description: post.summary, model: body.replace(schemaPrefix, '') }
}

/** Describes a type. Throws for an unsupported schema instead of falling back to `any`. */
export function describeType(schema: OpenApiSchema): TypeDescription {
  if (schema.$ref) return { kind: 'named', name: schema.$ref.replace(schemaPrefix, '') }
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return unionOf(choices.map(describeType), choices.some(isNull))
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    const isNullable = types.length < schema.type.length
    const given = schema.enum && { enum: schema.enum.filter((value) => value !== null) }
    return unionOf(
      types.map((type) => describeType({ ...schema, ...given, type })),
      isNullable,
    )
  }
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return { kind: 'literal', values: values as (string | number | boolean)[] }
  if (schema.type === 'array') return listOf(schema)
  if (schema.type === 'object') return mapOf(schema)
  if (schema.type === 'string') return textOf(schema)
  const kind = plainKinds[schema.type ?? '']
  if (kind) return { kind }
  if (isNull(schema)) return { kind: 'nullable', of: { kind: 'any' } }
  if (Object.keys(schema).every((key) => key === 'description')) return { kind: 'any' }
  throw new Error(`No description for ${JSON.stringify(schema)}`)
}

const isNull = (schema: OpenApiSchema) => schema.type === 'null'

function unionOf(described: TypeDescription[], isNullable: boolean): TypeDescription {
  const flat = described
    .filter((type) => type.kind !== 'nullable')
    .flatMap((type) => (type.kind === 'union' ? type.members : [type]))
  const unique = [...new Map(flat.map((type) => [JSON.stringify(type), type])).values()]
  const [only, ...others] = unique
  if (!only) throw new Error('A union has no members')
  const of: TypeDescription = others.length === 0 ? only : { kind: 'union', members: unique }
  return isNullable ? { kind: 'nullable', of } : of
}

function listOf({ items, prefixItems }: OpenApiSchema): TypeDescription {
  if (prefixItems) return { kind: 'tuple', items: prefixItems.map(describeType) }
  return { kind: 'list', items: describeType(items || {}) }
}

function mapOf(schema: OpenApiSchema): TypeDescription {
  if (schema.properties) throw new Error(`An object needs a name: ${JSON.stringify(schema)}`)
  const { additionalProperties } = schema
  if (typeof additionalProperties !== 'object') return { kind: 'object' }
  return { kind: 'map', values: describeType(additionalProperties) }
}

function textOf({ format = '', pattern }: OpenApiSchema): TypeDescription {
  if (pattern === decimalPattern) return { kind: 'decimal', isGrouped: false }
  if (pattern === groupedDecimalPattern) return { kind: 'decimal', isGrouped: true }
  return { kind: textKinds[format] ?? 'text' }
}

function describeOperation(
  document: OpenApiDocument,
  { operation, method, path, name, paging }: GroupedOperation,
): OperationDescription {
  const headers = parametersOf(operation, 'header')
  const body = operation.requestBody?.content['application/json']?.schema
  const [array] = arraysOf(document, operation)
  return {
    id: operation.operationId,
    name,
    method,
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    callers: callersOf(operation) as CredentialDescription[],
    pathParameters: parametersOf(operation, 'path').map(describeParameter),
    queryParameters: parametersOf(operation, 'query').map(describeParameter),
    headers: headers.filter((header) => header.name !== idempotencyHeader).map(describeParameter),
    body: body && { type: describeType(body), isOptional: mayBeEmpty(document, body) },
    takesKey: headers.some((header) => header.name === idempotencyHeader),
    reply: unionOf(replySchemasOf(operation).map(describeType), false),
    paging: paging && array && describePaging(paging, describeType(array[1])),
  }
}

function describePaging(
  paging: NonNullable<GroupedOperation['paging']>,
  item: TypeDescription,
): PagingDescription {
  const by: PagingDescription['by'] =
    paging.by === 'cursor' ? { kind: 'cursor' } : { kind: 'offset', firstOffset: paging.first }
  return { field: paging.items, item, maxLimit: paging.max, by }
}

const describeParameter = ({ name, required, description, schema }: Parameter): ParameterDescription => ({
  name,
  type: describeType(schema),
  isRequired: required,
  description: description ?? '',
})

const replySchemasOf = (operation: OpenApiOperation) =>
  repliesOf(operation).flatMap((content) => Object.values(content).map(({ schema }) => schema))

/** Returns which schemas requests and replies contain, directly or inside others. Events count as replies. */
function usageOf(document: OpenApiDocument) {
  const operations = operationsOf(document).map(({ operation }) => operation)
  const bodies = operations.flatMap((operation) => requestSchemasOf(operation))
  const events = Object.values(document.webhooks).flatMap(({ post }) => requestSchemasOf(post))
  const inRequests = reachable(document, bodies)
  const inReplies = reachable(document, [...operations.flatMap(replySchemasOf), ...events])
  return (name: string): Usage => ({ isInRequests: inRequests.has(name), isInReplies: inReplies.has(name) })
}

const requestSchemasOf = (operation: OpenApiOperation) =>
  Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)

function reachable(document: OpenApiDocument, roots: OpenApiSchema[]) {
  const names = new Set<string>()
  const visit = (schema: OpenApiSchema) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const found = document.components.schemas[name]
      if (!found || names.has(name)) continue
      names.add(name)
      visit(found)
    }
  }
  for (const root of roots) visit(root)
  return names
}
