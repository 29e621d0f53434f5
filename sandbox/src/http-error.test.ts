import { expect, test } from 'vitest'
import { z } from 'zod'
import { check, SandboxHttpError, toSandboxHttpError } from './http-error.ts'

const Form = z.strictObject({
  name: z.string().min(2).max(3),
  kind: z.enum(['one', 'two']).optional(),
  count: z.number().int().min(1).max(9).optional(),
  list: z.array(z.string()).max(1).optional(),
  day: z.iso.date('must be a day such as 2026-04-06').optional(),
  deep: z.object({ inside: z.boolean() }).optional(),
})

test.each<[unknown, string]>([
  [{}, '[name] is missing'],
  [{ name: 7 }, '[name] must be a string'],
  [{ name: 'x' }, '[name] must have at least 2 characters'],
  [{ name: 'long' }, '[name] must have at most 3 characters'],
  [{ name: 'abc', kind: 'three' }, '[kind] must be one of one, two'],
  [{ name: 'abc', count: 0 }, '[count] must be at least 1'],
  [{ name: 'abc', count: 1.5 }, '[count] must be a whole number'],
  [{ name: 'abc', list: ['a', 'b'] }, '[list] must have at most 1 entries'],
  [{ name: 'abc', day: 'today' }, '[day] must be a day such as 2026-04-06'],
  [{ name: 'abc', deep: { inside: 'yes' } }, '[deep.inside] must be a boolean'],
  [{ name: 'abc', other: 1 }, '[other] is not known'],
  ['text', '[body] must be an object'],
])('rejects %j with a message that names the field', (value, text) => {
  expect(() => check(Form, value)).toThrow(new SandboxHttpError(400, text))
})

test('reports all invalid fields at once', () => {
  expect(() => check(Form, { count: 10, kind: '' })).toThrow(
    expect.objectContaining({
      errors: expect.arrayContaining(['[name] is missing', '[count] must be at most 9']),
    }),
  )
})

test('a foreign error exposes nothing but its status', () => {
  const errors = [
    new Error('a secret'),
    Object.assign(new Error('a secret'), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }),
  ]
  expect(errors.map(toSandboxHttpError).map(({ status, errors }) => [status, ...errors])).toEqual([
    [500, 'Internal Server Error'],
    [400, 'The body is not JSON'],
  ])
})
