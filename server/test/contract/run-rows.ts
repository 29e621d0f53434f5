import { beforeAll, expect, test } from 'vitest'
import { delivery, upload } from './endpoints.ts'
import type { ContractRow, Expectation } from './row.ts'
import { nameOf } from './rows.ts'
import { type ContractReply, openContractWorld } from './world.ts'

type World = Awaited<ReturnType<typeof openContractWorld>>

/** Preparing a scene takes seconds, or minutes on an overloaded machine. */
const prepareTimeoutMs = 600_000

/**
 * Creates a test for every row. `prepare` makes what the rows share, so that the first row does not wait for it. A pending row must fail, so that its mark is removed once it passes. The rows
 * are split over three test files that run concurrently; endpoints.test.ts checks completeness.
 */
export async function runRows(rows: ContractRow[], prepare?: (world: World) => Promise<unknown>) {
  const world = await openContractWorld()
  if (prepare) beforeAll(async () => void (await prepare(world)), prepareTimeoutMs)
  for (const row of rows) {
    test(`${nameOf(row)}${row.pending ? ' (pending)' : ''}`, async () => {
      if (!row.pending) return keep(world, row)
      const kept = await keep(world, row).then(
        () => true,
        () => false,
      )
      if (kept) expect.fail('This row passes now: take its `pending` mark away')
    })
  }
}

async function keep(world: World, { endpoint, call, expects }: ContractRow) {
  const reply = await call(world)
  expect(reply.asked).toMatch(addressOf(endpoint))
  expect(reply.status, reply.text).toBe(expects.status)
  compare(reply, expects)
}

function compare({ body, headers }: ContractReply, expects: Expectation) {
  if (expects.body !== undefined) expect(body).toEqual(expects.body)
  if (expects.holds !== undefined) expect(body).toMatchObject(expects.holds)
  if (expects.errors !== undefined) expectErrors(body, expects.errors)
  for (const [name, value] of Object.entries(expects.headers ?? {})) {
    expect(headers[name], name).toEqual(typeof value === 'string' ? value : expect.stringMatching(value))
  }
}

/** Expects exactly these messages. */
function expectErrors(body: unknown, expected: (string | RegExp)[]) {
  expect(Object.keys(body as object)).toEqual(['errors'])
  const { errors } = body as { errors: string[] }
  expect(errors).toHaveLength(expected.length)
  for (const one of expected) {
    const matches = errors.some((error) => (typeof one === 'string' ? error === one : one.test(error)))
    expect(matches, `${one} is not among ${JSON.stringify(errors)}`).toBe(true)
  }
}

function addressOf(endpoint: string) {
  if (endpoint === delivery || endpoint === upload) return new RegExp(`^${RegExp.escape(endpoint)}$`)
  const parts = endpoint.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[^/?]+')}(\\?.*)?$`)
}
