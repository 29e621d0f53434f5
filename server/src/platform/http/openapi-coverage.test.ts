import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fieldDescriptions } from './field-descriptions.ts'

type Schema = {
  $ref?: string
  type?: string
  format?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}
type Media = { schema: Schema; example?: unknown }
type Operation = {
  operationId: string
  tags: string[]
  description?: string
  parameters?: { name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { headers?: object; content?: Record<string, Media> }>
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

// The committed document. Another test compares it with the document that the server generates.
const document: Document = JSON.parse(
  await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const events = Object.values(document.webhooks).map(({ post }) => post)

/** Lists this schema and every schema nested in it, with its path. */
function nestedSchemas(schema: Schema, path: string): { path: string; schema: Schema }[] {
  const parts = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, field]) => [field, `${path}.${name}`] as const),
    ...parts.map((part) => [part, path] as const),
    ...(typeof schema.additionalProperties === 'object'
      ? [[schema.additionalProperties, `${path}.*`] as const]
      : []),
  ]
  return [{ path, schema }, ...inner.flatMap(([part, at]) => nestedSchemas(part, at))]
}

const jsonOf = (content: Record<string, Media> | undefined) => content?.['application/json']

const schemas = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => nestedSchemas(schema, name)),
  ...[...operations, ...events].flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }) => nestedSchemas(schema, `${operationId} ${name}`)),
    ...Object.values({ requestBody, ...responses }).flatMap((part) => {
      const media = jsonOf(part?.content)
      return media ? nestedSchemas(media.schema, operationId) : []
    }),
  ]),
]

test('describes every operation and every parameter', () => {
  expect(operations.length).toBeGreaterThan(100)
  const missing = operations.flatMap(({ operationId, description, parameters = [] }) => [
    ...(description ? [] : [operationId]),
    ...parameters.filter((parameter) => !parameter.description).map(({ name }) => `${operationId} ${name}`),
  ])
  expect(missing, 'add a description to the route, or to field-descriptions.ts').toEqual([])
})

/** The description of a property, or else that of the schema it refers to. */
const descriptionOf = ({ description, $ref }: Schema) =>
  description ?? document.components.schemas[$ref?.split('/').at(-1) ?? '']?.description

test('has one tag per flow: each operation and event belongs to one, and each tag has a description', () => {
  const names = document.tags.map(({ name }) => name)
  const used = [...operations, ...events].flatMap(({ tags }) => tags)
  expect([...new Set(used)].toSorted()).toEqual(names.toSorted())
  expect(document.tags.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
  // The second tag is the former place, for SDKs that group by tag.
  const moved = { presignBankStatements: 'Documents', presignPayslips: 'Documents' }
  const others = operations.filter(({ tags }) => tags.length !== 1)
  expect(Object.fromEntries(others.map(({ operationId, tags }) => [operationId, tags[1]]))).toEqual(moved)
})

test('presigning and submitting files have the same tag', () => {
  const tagOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.tags[0]
  expect(tagOf('presignPayslips')).toBe(tagOf('submitPayslips'))
  expect(tagOf('presignBankStatements')).toBe(tagOf('submitBankStatements'))
})

test('describes every property', () => {
  const missing = schemas.flatMap(({ path, schema }) =>
    Object.entries(schema.properties ?? {})
      .filter(([, field]) => !descriptionOf(field))
      .map(([name]) => `${path}.${name}`),
  )
  expect(missing, 'add .describe() to the schema, or the name to field-descriptions.ts').toEqual([])
})

test('has an example of every request, response and event, and the headers of every response', () => {
  const missing = [...operations, ...events].flatMap(({ operationId, requestBody, responses }) => {
    const bodies = [['request', requestBody] as const, ...Object.entries(responses)]
    return bodies.flatMap(([name, part]) => {
      const media = jsonOf(part?.content)
      return media && media.example === undefined ? [`${operationId} ${name}`] : []
    })
  })
  expect(missing, 'run npm run examples, then npm run generate').toEqual([])
  const bare = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { headers }]) =>
      headers ? [] : [`${operationId} ${status}`],
    ),
  )
  expect(bare).toEqual([])
})

test('names every nested object and every body', () => {
  const components = new Set(Object.values(document.components.schemas))
  const nameless = schemas.filter(({ schema }) => schema.properties && !components.has(schema))
  expect(
    nameless.map(({ path }) => path),
    "make it a constant with .meta({ id: 'Name' })",
  ).toEqual([])
  const names = Object.keys(document.components.schemas)
  expect(names.filter((name) => !/^([A-Z][a-z0-9]*)+$/.test(name))).toEqual([])
})

test('has no description of a field that does not exist', () => {
  const unused = Object.keys(fieldDescriptions).filter((key) => {
    const [schema = '', field] = key.split('.')
    return field && !document.components.schemas[schema]?.properties?.[field]
  })
  expect(unused).toEqual([])
})

test('gives every integer a format', () => {
  expect(
    schemas.filter(({ schema }) => schema.type === 'integer' && !schema.format).map(({ path }) => path),
  ).toEqual([])
})
