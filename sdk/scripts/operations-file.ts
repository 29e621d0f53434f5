import { type OpenApiDocument, parametersOf, repliesOf } from './openapi.ts'
import { arraysOf, capital, type GroupedOperation, groupsOf, mayBeEmpty } from './operation-groups.ts'
import { comment, typeOf } from './schema-types.ts'
import { callersOf, heading, replyOf } from './types-file.ts'

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

function signatureOf(document: OpenApiDocument, { operation, name, paging, movedTo }: GroupedOperation) {
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

function rowOf({ method, path, operation, name, paging, movedTo }: GroupedOperation) {
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
