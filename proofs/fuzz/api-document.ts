import { readFileSync } from 'node:fs'

/** The keywords of JSON Schema that server/openapi.json uses for requests. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type FuzzedParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

export type FuzzedOperation = {
  operationId: string
  method: string
  /** Path template, such as /users/{user_id}. */
  path: string
  parameters: FuzzedParameter[]
  body: JsonSchema | undefined
  example: Record<string, unknown> | undefined
  /** Media types by status. A status without content has an empty list. */
  responses: Map<number, string[]>
  isPublic: boolean
  /** Names of the security schemes that the operation accepts. */
  schemes: string[]
}

export type ApiDocument = ReturnType<typeof readDocument>

const documentFile = new URL('../../server/openapi.json', import.meta.url)

/** Reads every operation of server/openapi.json. */
export function readDocument(file = documentFile) {
  const root = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, RawOperation>>
    components: { schemas: Record<string, JsonSchema> }
  }
  const operations = Object.entries(root.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation(method, path, raw)),
  )
  function resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1)
    if (name === undefined) return schema
    const target = root.components.schemas[name]
    if (!target) throw new Error(`openapi.json has no schema ${name}`)
    return resolve(target)
  }
  return { root, operations, resolve }
}

type RawOperation = {
  operationId: string
  security?: object[]
  parameters?: FuzzedParameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

function toOperation(method: string, path: string, raw: RawOperation): FuzzedOperation {
  const json = raw.requestBody?.content['application/json']
  return {
    operationId: raw.operationId,
    method: method.toUpperCase(),
    path,
    parameters: raw.parameters ?? [],
    body: json?.schema,
    example: json?.example as Record<string, unknown> | undefined,
    responses: new Map(
      Object.entries(raw.responses).map(([status, { content }]) => [
        Number(status),
        Object.keys(content ?? {}),
      ]),
    ),
    isPublic: raw.security?.length === 0,
    schemes: (raw.security ?? []).flatMap((scheme) => Object.keys(scheme)),
  }
}
