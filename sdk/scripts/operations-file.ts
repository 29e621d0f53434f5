import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiSchema,
  type OperationWithPath,
  operationsOf,
  parametersOf,
  repliesOf,
} from './openapi.ts'
import { comment, typeOf } from './schema-types.ts'
import { callersOf, heading, replyOf } from './types-file.ts'

/** Name of the array in a list page, and how the next page is requested. */
type Paging =
  | { items: string; by: 'cursor'; max: number }
  | { items: string; by: 'offset'; first: number; max: number }

type Member = OperationWithPath & { name: string; paging: Paging | undefined; movedTo: string | undefined }

// Group names by tag. If the paths use a shorter word than the tag, the shorter word is the group name.
const otherWords: Record<string, string> = { 'Tax authority': 'taxauth' }

/** Generates operations.ts: the client's methods grouped by noun, as interfaces and as a lookup table. */
export function operationsFile(document: OpenApiDocument): string {
  const groups = groupsOf(document)
  const interfaces = [...groups].map(
    ([group, members]) =>
      `export interface ${capital(group)}Api {\n${members.map((member) => signatureOf(document, member)).join('')}}\n`,
  )
  const fields = [...groups.keys()].map((group) => `  declare readonly ${group}: ${capital(group)}Api\n`)
  const tables = [...groups].map(([group, members]) => `  ${group}: {\n${members.map(rowOf).join('')}  },\n`)
  const named = Object.keys(document.components.schemas).filter((name) =>
    interfaces.some((text) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/\/\*\*.*\*\//g, ''))),
  )
  return [
    heading,
    `import type { CallOptions, List, Operation } from './calls.ts'\nimport type { ${['Operations', ...named].join(', ')} } from './types.ts'\n`,
    ...interfaces,
    `/** Every operation of the API, by noun. */\nexport class Resources {\n${fields.join('')}}\n`,
    `export const operations: Record<string, Record<string, Operation>> = {\n${tables.join('')}}\n`,
  ].join('\n')
}

function groupsOf(document: OpenApiDocument) {
  const groups = new Map<string, Member[]>()
  for (const placed of operationsOf(document)) {
    const { operation } = placed
    const paging = pagingOf(document, operation)
    let movedTo: string | undefined
    // Tags after the first are former places of the operation.
    for (const tag of operation.tags) {
      const group = otherWords[tag] ?? camelCase(tag)
      const name = nameOf(operation.operationId, group)
      const members = groups.get(group) ?? []
      if (members.some((member) => member.name === name))
        throw new Error(`Two operations are ${group}.${name}`)
      groups.set(group, [...members, { ...placed, name, paging, movedTo }])
      movedTo ??= `${group}.${name}`
    }
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns a method name: `listRecurringUsers` in the group `users` becomes `listRecurring`. */
function nameOf(operationId: string, group: string) {
  const noun = capital(group).replace(/s$/, '')
  return operationId.replace(new RegExp(`${noun}s?(?=[A-Z]|$)`), '')
}

/**
 * Returns the paging of a list, which pages exactly one array. A report that pages only part of its content is an
 * ordinary operation.
 */
function pagingOf(document: OpenApiDocument, operation: OpenApiOperation): Paging | undefined {
  const query = parametersOf(operation, 'query')
  const schemaOf = (name: string) => query.find((parameter) => parameter.name === name)?.schema
  const [limit, offset] = [schemaOf('limit'), schemaOf('offset')]
  const [items, ...others] = arraysOf(document, operation)
  if (!limit?.maximum || !items || others.length > 0) return undefined
  const page = { items: items[0], max: limit.maximum }
  if (offset) return { ...page, by: 'offset', first: Number(offset.default) }
  if (schemaOf('cursor')) return { ...page, by: 'cursor' }
  throw new Error(`${operation.operationId} has a limit, but neither offset nor cursor`)
}

/** Returns the required arrays of the reply with their item types. */
function arraysOf(document: OpenApiDocument, operation: OpenApiOperation): [string, OpenApiSchema][] {
  const { properties = {}, required = [] } = document.components.schemas[replyOf(operation, '')] ?? {}
  return required.flatMap((name) => {
    const { type, items } = properties[name] ?? {}
    return type === 'array' && items ? [[name, items]] : []
  })
}

function signatureOf(document: OpenApiDocument, { operation, name, paging, movedTo }: Member) {
  const id = operation.operationId
  const query = parametersOf(operation, 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const takes = [
    ...parametersOf(operation, 'path').map((parameter) => `${parameter.name}: string`),
    ...(body ? [`body${mayBeEmpty(document, body) ? '?' : ''}: ${typeOf(body, '  ')}`] : []),
    ...(query.length > 0
      ? [`query${query.some(({ required }) => required) ? '' : '?'}: Operations['${id}']['query']`]
      : []),
    `options?: CallOptions<'${id}'>`,
  ]
  const reply = replyOf(operation, '  ')
  const [item] = arraysOf(document, operation).map(([, schema]) => typeOf(schema, '  '))
  const gives = paging ? `List<${item}, ${reply}>` : `Promise<${reply}>`
  const moved = movedTo && `@deprecated Use \`${movedTo}\``
  const about = [moved, operation.summary, operation.description].filter(Boolean).join('. ')
  return `${comment(about, '  ')}  ${name}(${takes.join(', ')}): ${gives}\n`
}

/** Whether the body argument is optional, because none of its fields is required. */
function mayBeEmpty(document: OpenApiDocument, body: OpenApiSchema) {
  const schema = document.components.schemas[typeOf(body)] ?? body
  return schema.type === 'object' && !schema.required?.length
}

function rowOf({ method, path, operation, name, paging, movedTo }: Member) {
  const has = (where: 'query' | 'header', named?: string) =>
    parametersOf(operation, where).some((parameter) => named === undefined || parameter.name === named)
  const row = {
    id: operation.operationId,
    method,
    path,
    callers: callersOf(operation),
    ...(operation.requestBody && { hasBody: true }),
    ...(has('query') && { hasQuery: true }),
    ...(has('header', 'Idempotency-Key') && { takesKey: true }),
    ...(repliesOf(operation).some((content) => !content['application/json']) && { isFile: true }),
    ...(paging && { paging }),
    ...(movedTo && { movedTo }),
  }
  return `    ${name}: ${literalOf(row)},\n`
}

/** Formats JSON in the project's code style. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replaceAll('"', "'")
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literalOf(field)}`)
  return `{ ${fields.join(', ')} }`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const camelCase = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word, n) => (n === 0 ? word : capital(word)))
    .join('')
