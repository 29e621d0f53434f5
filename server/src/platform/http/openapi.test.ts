import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './openapi.ts'
import type { Operation } from './operation.ts'
import { Body } from './wire.ts'

const info = { environment: 'sandbox', sections: {}, events: [] }

const taking = (url: string, body: z.ZodType) =>
  ({
    method: 'POST',
    url,
    config: { caller: 'client' },
    schema: { operationId: url.slice(1), summary: url, tags: [], body, response: {} },
  }) as unknown as Operation

test('two bodies of the same name must be the same: else the document would tell one for both', () => {
  const answer = () => Body({ mfa: z.string() }).meta({ id: 'Answer' })
  const other = Body({ code: z.string() }).meta({ id: 'Answer' })
  expect(() => describeApi([taking('/a', answer()), taking('/b', answer())], info)).not.toThrow()
  expect(() => describeApi([taking('/a', answer()), taking('/b', other)], info)).toThrow(
    'Two schemas are called Answer',
  )
})
