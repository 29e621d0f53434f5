import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiSchema,
  type OperationWithPath,
  operationsOf,
  parametersOf,
} from './openapi.ts'
import { typeOf } from './schema-types.ts'
import { replyOf } from './types-file.ts'

/** Name of the array in a list page, and how the next page is requested. */
type Paging =
  | { items: string; by: 'cursor'; max: number }
  | { items: string; by: 'offset'; first: number; max: number }

export type GroupedOperation = OperationWithPath & {
  name: string
  paging: Paging | undefined
  movedTo: string | undefined
}

// Group names by tag. If the paths use a shorter word than the tag, the shorter word is the group name.
const otherWords: Record<string, string> = { 'Tax authority': 'taxauth' }

/** Returns the operations grouped by noun, in alphabetical order of the nouns. */
export function groupsOf(document: OpenApiDocument) {
  const groups = new Map<string, GroupedOperation[]>()
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
export function arraysOf(document: OpenApiDocument, operation: OpenApiOperation): [string, OpenApiSchema][] {
  const { properties = {}, required = [] } = document.components.schemas[replyOf(operation, '')] ?? {}
  return required.flatMap((name) => {
    const { type, items } = properties[name] ?? {}
    return type === 'array' && items ? [[name, items]] : []
  })
}

/** Whether the body argument is optional, because none of its fields is required. */
export function mayBeEmpty(document: OpenApiDocument, body: OpenApiSchema) {
  const schema = document.components.schemas[typeOf(body)] ?? body
  return schema.type === 'object' && !schema.required?.length
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const camelCase = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word, n) => (n === 0 ? word : capital(word)))
    .join('')
