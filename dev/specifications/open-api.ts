import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// Checks recorded HTTP exchanges against an OpenAPI 3 document of a provider.

type Json = Record<string, unknown>
type Parameter = { in: string; name: string; required?: boolean; schema?: Json }
type Content = Record<string, { schema?: Json }>
type Operation = {
  parameters?: Json[]
  requestBody?: Json
  responses?: Record<string, Json>
}

export type ProviderTraffic = {
  method: string
  /** Path and query as sent to the provider, below the provider's address. */
  path: string
  headers: Record<string, string>
  body: string
  status: number
  replyType: string
  replyBody: string
}

export type ExchangeVerdict = {
  /** `GET /accounts/{accountId}`; undefined if the document does not describe the request. */
  operation: string | undefined
  request: string[]
  reply: string[]
}

/** Headers that belong to HTTP or to the authentication, which OpenAPI describes elsewhere. */
const commonHeaders = new Set(
  'accept accept-encoding accept-language authorization cache-control connection content-length content-type host pragma sec-fetch-mode user-agent'.split(
    ' ',
  ),
)
/** Formats that describe a type for generators and allow every text or number. */
const openFormats = ['int32', 'int64', 'float', 'double', 'decimal', 'byte', 'binary', 'password']

/** Returns a check of single exchanges. `basePath` is the path of the document's server, below which its paths begin. */
export function openSpecification(document: Json, basePath = '') {
  const root = closeObjects(structuredClone(document)) as Json
  const ajv = new Ajv2020({ strict: false, coerceTypes: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  for (const name of openFormats) ajv.addFormat(name, true)
  ajv.addSchema(root, 'specification')
  const compiled = new Map<string, ValidateFunction>()
  const operations = listOperations(root)

  function resolve<T>(value: Json | undefined): T {
    const reference = value?.$ref
    if (typeof reference !== 'string') return value as T
    const steps = reference
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    return resolve(steps.reduce<unknown>((node, step) => (node as Json)[step], root) as Json)
  }

  function faultsOf(schema: Json | undefined, value: unknown, name: string): string[] {
    if (!schema) return []
    const key = JSON.stringify(schema)
    const validate = compiled.get(key) ?? ajv.compile(withReferences(schema))
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const place = `${name}${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`
      const more = params.additionalProperty ?? params.allowedValues ?? ''
      return `${place} ${message}${more === '' ? '' : ` (${more})`}`
    })
  }

  function parametersOf(operation: Operation, shared: Json[]): Parameter[] {
    return [...shared, ...(operation.parameters ?? [])].map((one) => resolve<Parameter>(one))
  }

  function checkRequest(exchange: ProviderTraffic, found: FoundOperation): string[] {
    const { searchParams } = new URL(exchange.path, 'http://provider.invalid')
    const parameters = parametersOf(found.operation, found.shared)
    const sent: Record<string, Record<string, string>> = {
      query: Object.fromEntries(searchParams),
      path: found.values,
      header: Object.fromEntries(
        Object.entries(exchange.headers).filter(([name]) => !commonHeaders.has(name)),
      ),
    }
    const faults: string[] = []
    for (const { in: place, name, required, schema } of parameters) {
      const values = sent[place]
      if (!values) continue
      const key = place === 'header' ? name.toLowerCase() : name
      const value = values[key]
      if (value === undefined && required && !commonHeaders.has(key))
        faults.push(`${place} ${name} is missing`)
      if (value !== undefined)
        faults.push(...faultsOf(schema, coerce(value, resolve(schema)), `${place} ${name}`))
      delete values[key]
    }
    for (const [place, values] of Object.entries(sent))
      for (const name of Object.keys(values)) faults.push(`${place} ${name} is not described`)
    const body = resolve<{ content?: Content; required?: boolean } | undefined>(found.operation.requestBody)
    if (!body && exchange.body !== '' && exchange.body !== '{}') faults.push('a body is not described')
    if (body?.required && exchange.body === '') faults.push('the body is missing')
    if (body && exchange.body !== '')
      faults.push(...checkBody(body.content ?? {}, exchange.headers['content-type'] ?? '', exchange.body))
    return faults
  }

  function checkBody(content: Content, type: string, text: string): string[] {
    const [mediaType = ''] = type.split(';')
    const described = Object.entries(content).find(([name]) => {
      const [plain = ''] = name.split(';')
      return plain.trim() === mediaType.trim() || plain === '*/*'
    })
    if (!described) return [`media type ${mediaType} is not described`]
    if (!mediaType.includes('json')) return []
    return faultsOf(described[1].schema, JSON.parse(text), 'body')
  }

  function checkReply(exchange: ProviderTraffic, { operation }: FoundOperation): string[] {
    const { status, replyBody, replyType } = exchange
    const responses = operation.responses ?? {}
    const described = responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses.default
    if (!described) return [`status ${status} is not described`]
    const { content } = resolve<{ content?: Content }>(described)
    if (!content || Object.keys(content).length === 0 || replyBody === '') return []
    return checkBody(content, replyType, replyBody)
  }

  return {
    check(exchange: ProviderTraffic): ExchangeVerdict {
      const { pathname } = new URL(exchange.path, 'http://provider.invalid')
      const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : undefined
      const found = path === undefined ? undefined : findOperation(operations, exchange.method, path)
      if (!found) return { operation: undefined, request: [], reply: [] }
      return {
        operation: found.name,
        request: checkRequest(exchange, found),
        reply: checkReply(exchange, found),
      }
    },
  }
}

type DescribedOperation = { name: string; method: string; path: string; operation: Operation; shared: Json[] }
type FoundOperation = DescribedOperation & { values: Record<string, string> }

const methods = ['get', 'post', 'put', 'patch', 'delete']

function listOperations(root: Json): DescribedOperation[] {
  return Object.entries(root.paths as Record<string, Json>).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operation: item[method] as Operation,
        shared: (item.parameters ?? []) as Json[],
      })),
  )
}

/** Finds the operation of a request. A path without parameters is preferred: `/users/me` over `/users/{id}`. */
function findOperation(
  operations: DescribedOperation[],
  method: string,
  path: string,
): FoundOperation | undefined {
  const matches = operations.flatMap((described) => {
    const values = described.method === method ? matchPath(described.path, path) : undefined
    return values ? [{ ...described, values }] : []
  })
  const countOf = ({ values }: FoundOperation) => Object.keys(values).length
  return matches.toSorted((one, other) => countOf(one) - countOf(other))[0]
}

/** Returns the path parameters, or undefined if the path does not match. Case does not matter, as in most routers. */
function matchPath(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template, path].map((one) => one.replace(/\/$/, '').split('/'))
  if (!wanted || !given || wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, step] of wanted.entries()) {
    const value = decodeURIComponent(given[at] ?? '')
    const [, name] = /^\{(\w+)\}$/.exec(step) ?? []
    if (name !== undefined && value !== '') values[name] = value
    else if (step.toLowerCase() !== value.toLowerCase()) return undefined
  }
  return values
}

/** Parameters are text; a schema of another type is checked with the value that the text means. */
function coerce(value: string, schema: Json | undefined): unknown {
  const type = schema?.type
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  if (type === 'array') return value.split(',')
  return value
}

/** Lets references of a schema that is compiled alone point to the document. */
function withReferences(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"specification#/'))
}

/**
 * Refuses fields that the document does not name, and allows null if OpenAPI 3.0 says `nullable`. An object that is
 * composed of several schemas stays open, because each part names only its own fields.
 */
function closeObjects(node: unknown, isPart = false): unknown {
  if (Array.isArray(node)) return node.map((one) => closeObjects(one, isPart))
  if (node === null || typeof node !== 'object') return node
  const schema = node as Json
  for (const [key, value] of Object.entries(schema))
    schema[key] = closeObjects(value, ['allOf', 'anyOf', 'oneOf'].includes(key))
  const isObject = schema.type === 'object' && schema.properties !== undefined
  const isComposed = ['allOf', 'anyOf', 'oneOf'].some((key) => key in schema)
  if (isObject && !isPart && !isComposed && !('additionalProperties' in schema))
    schema.additionalProperties = false
  return schema.nullable === true ? orNull(schema) : schema
}

function orNull({ nullable: _nullable, ...schema }: Json): Json {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.concat(null) } : {}
  return Object.assign(schema, { type: [schema.type, 'null'] }, values)
}
