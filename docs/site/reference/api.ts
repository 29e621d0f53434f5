/** The parts of our OpenAPI document that the reference shows. */
export type ApiSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  items?: ApiSchema | false
  prefixItems?: ApiSchema[]
  properties?: Record<string, ApiSchema>
  required?: string[]
  additionalProperties?: ApiSchema | boolean
  format?: string
  pattern?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  description?: string
}

export type ApiContent = Record<string, { schema: ApiSchema; example?: unknown; examples?: ApiExamples }>
type ApiExamples = Record<string, { value?: unknown }>

export type ApiParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: unknown
  schema: ApiSchema
}

type ApiReply = { description: string; content?: ApiContent }

/** An operation or, below `webhooks`, a request that the service sends. */
export type DescribedOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters?: ApiParameter[]
  requestBody?: { content: ApiContent }
  responses: Record<string, ApiReply>
}

export type ApiDescription = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks: Record<string, { post: DescribedOperation }>
  components: { schemas: Record<string, ApiSchema> }
}

export type PathOperation = DescribedOperation & { method: string; path: string }

export type Chapter = { name: string; description: string; slug: string; operations: PathOperation[] }

/** Groups the operations by tag, in the order of the tags. */
export function chaptersOf({ tags, paths }: ApiDescription): Chapter[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    slug: slugOf(name),
    operations: operations.filter(({ tags }) => tags[0] === name),
  }))
}

export const slugOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')

/** Returns the URL of an operation in the reference. */
export const operationUrl = ({ tags, operationId }: DescribedOperation) =>
  `/docs/reference/${slugOf(tags[0] ?? '')}#${operationId}`

export function resolve(schema: ApiSchema, { components }: ApiDescription): ApiSchema {
  if (!schema.$ref) return schema
  const { $ref, ...own } = schema
  const target = components.schemas[componentName($ref)]
  if (!target) throw new Error(`${$ref} does not exist`)
  // A description next to a reference describes this use of the schema.
  return { ...target, ...own }
}

export const componentName = (reference: string) => reference.split('/').at(-1) ?? ''

export const isNull = ({ type, enum: values, const: value }: ApiSchema) =>
  type === 'null' || (value === null && type === undefined) || (values?.length === 1 && values[0] === null)

/** Returns the alternatives of a schema without `null`, or the schema itself if it has none. */
export function alternativesOf(schema: ApiSchema): ApiSchema[] {
  const options = schema.anyOf ?? schema.oneOf
  if (!options) return [schema]
  const { anyOf: _, oneOf: __, ...own } = schema
  return options.filter((option) => !isNull(option)).map((option) => ({ ...own, ...option }))
}

export const isNullable = (schema: ApiSchema) =>
  [schema.type].flat().includes('null') || (schema.anyOf ?? schema.oneOf ?? []).some(isNull)

export const typeNameOf = ({ type }: ApiSchema) => [type].flat().find((name) => name !== 'null')

/** Returns the content of the success response. */
export function successOf({ responses }: DescribedOperation) {
  const [found] = Object.entries(responses).filter(([status]) => status < '400')
  if (!found) return undefined
  const [status, { description, content = {} }] = found
  const [mediaType, media] = Object.entries(content)[0] ?? []
  return { status, description, mediaType, media }
}

export const bodyOf = ({ requestBody }: DescribedOperation) => requestBody?.content['application/json']

export const errorsOf = ({ responses }: DescribedOperation) =>
  Object.entries(responses).filter(([status]) => status >= '400')

export type SampleCredential = 'apiKey' | 'memberToken' | 'userToken' | 'none'

/** Returns the credential used in samples: the API key if the operation accepts it. */
export function credentialFor({ security }: DescribedOperation): SampleCredential {
  const accepted = security.flatMap(Object.keys) as SampleCredential[]
  return accepted.includes('apiKey') ? 'apiKey' : (accepted[0] ?? 'none')
}
