/** The subset of OpenAPI 3.1 that our document uses. */
export type OpenApiSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: OpenApiSchema[]
  oneOf?: OpenApiSchema[]
  items?: OpenApiSchema | false
  prefixItems?: OpenApiSchema[]
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  additionalProperties?: OpenApiSchema | boolean
  format?: string
  default?: unknown
  maximum?: number
  pattern?: string
  description?: string
}

export type MediaContent = Record<string, { schema: OpenApiSchema }>

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: OpenApiSchema
}

export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: MediaContent }
  responses: Record<string, { content?: MediaContent }>
}

export type OpenApiDocument = {
  info: { version: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiOperation }>
  components: { schemas: Record<string, OpenApiSchema> }
}

export type OperationWithPath = { method: string; path: string; operation: OpenApiOperation }

export function operationsOf(document: OpenApiDocument): OperationWithPath[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

export function parametersOf(operation: OpenApiOperation, where: Parameter['in']): Parameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === where)
}

/** Returns the content of every success response. */
export function repliesOf({ responses }: OpenApiOperation): MediaContent[] {
  return Object.entries(responses)
    .filter(([status]) => status < '400')
    .map(([, { content }]) => content ?? {})
}
