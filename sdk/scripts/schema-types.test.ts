import { expect, test } from 'vitest'
import type { OpenApiSchema } from './openapi.ts'
import { typeOf } from './schema-types.ts'

test.each<[string, OpenApiSchema, string]>([
  ['text', { type: 'string', format: 'uuid' }, 'string'],
  ['a whole number', { type: 'integer' }, 'number'],
  ['a reference', { $ref: '#/components/schemas/User' }, 'User'],
  ['one word', { type: 'string', const: "it's" }, "'it\\'s'"],
  ['words', { type: 'string', enum: ['a', 'b'] }, "'a' | 'b'"],
  ['perhaps null', { type: ['string', 'null'] }, 'string | null'],
  [
    'perhaps null, by a choice',
    { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
    'A | null',
  ],
  ['the same twice', { anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
  ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, "Array<'a' | 'b'>"],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
    '[number, number]',
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }, '{ [field: string]: string }'],
  ['nothing in it', { type: 'object', properties: {}, additionalProperties: false }, '{}'],
  ['a file', { type: 'string', format: 'binary' }, 'Blob'],
])('%s', (_, schema, expected) => expect(typeOf(schema)).toBe(expected))

test('an object type has optional fields and doc comments', () => {
  const properties = {
    id: { type: 'string', description: 'Ends */ nothing' },
    'x-y': { type: 'boolean' },
    limit: { type: 'integer', default: 20 },
  }
  expect(typeOf({ type: 'object', properties, required: ['id', 'limit'] })).toBe(
    "{\n  /** Ends * / nothing */\n  id: string\n  'x-y'?: boolean\n  limit?: number\n}",
  )
})

test('an unsupported schema is refused', () => {
  expect(() => typeOf({ type: 'set' })).toThrow('No TypeScript for {"type":"set"}')
})
