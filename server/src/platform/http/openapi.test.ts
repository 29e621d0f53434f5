import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './openapi.ts'
import type { ApiOperation } from './operation.ts'
import { Body } from './wire.ts'

const info = { environment: 'sandbox', sections: {}, events: [] }

const operationWithBody = (url: string, body: z.ZodType) =>
  ({
    method: 'POST',
    url,
    caller: 'client',
    minRole: 'FullMember',
    keyScope: 'read',
    alsoRoles: [],
    schema: { operationId: url.slice(1), summary: url, tags: [], body, response: {} },
  }) as unknown as ApiOperation

test('rejects two different schemas with the same name', () => {
  const answer = () => Body({ mfa: z.string() }).meta({ id: 'Answer' })
  const other = Body({ code: z.string() }).meta({ id: 'Answer' })
  expect(() =>
    describeApi([operationWithBody('/a', answer()), operationWithBody('/b', answer())], info),
  ).not.toThrow()
  expect(() =>
    describeApi([operationWithBody('/a', answer()), operationWithBody('/b', other)], info),
  ).toThrow('Two different schemas are called Answer')
})

test('a body is required unless the operation accepts an empty object', () => {
  const isRequired = (body: z.ZodType) => {
    const { paths } = describeApi([operationWithBody('/a', body)], info)
    return (paths as Record<string, { post: { requestBody: { required: boolean } } }>)['/a']?.post.requestBody
      .required
  }
  expect(isRequired(Body({ mfa: z.string() }))).toBe(true)
  expect(isRequired(Body({ mfa: z.string().optional() }))).toBe(false)
})

test('rejects metadata that hides null', () => {
  const describeField = (day: z.ZodType) =>
    describeApi([operationWithBody('/a', Body({ day }).meta({ id: 'Hidden' }))], info)
  expect(() => describeField(z.string().meta({ type: 'string', format: 'date' }).nullable())).not.toThrow()
  expect(() => describeField(z.string().nullable().meta({ type: 'string', format: 'date' }))).toThrow(
    'The metadata of a nullable schema sets the type string, which hides null',
  )
})
