import { beforeAll, expect, test } from 'vitest'
import { delivery, upload } from './endpoints.ts'
import type { ContractRow, Expectation } from './row.ts'
import { nameOf } from './rows.ts'
import { type ContractReply, openContractWorld } from './world.ts'

type World = Awaited<ReturnType<typeof openContractWorld>>

/** Creating the shared data takes seconds, or minutes on an overloaded machine. */
const prepareTimeoutMs = 600_000

/**
 * Creates a test for every row. `prepare` creates the data that the rows share before the first row runs. A pending row
 * must fail, so that its mark is removed once it passes. endpoints.test.ts checks that no row is missing.
 */
export async function runRows(rows: ContractRow[], prepare?: (world: World) => Promise<unknown>) {
  const world = await openContractWorld()
  if (prepare) beforeAll(async () => void (await prepare(world)), prepareTimeoutMs)
  for (const row of rows) {
    test(`${nameOf(row)}${row.pending ? ' (pending)' : ''}`, async () => {
      if (!row.pending) return checkRow(world, row)
      const passed = await checkRow(world, row).then(
        () => true,
        () => false,
      )
      if (passed) expect.fail('This row passes now: remove its `pending` mark')
    })
  }
}

async function checkRow(world: World, { endpoint, call, expects }: ContractRow) {
  const reply = await call(world)
  expect(reply.request).toMatch(endpointPattern(endpoint))
  expect(reply.status, reply.text).toBe(expects.status)
  expectReply(reply, expects)
}

function expectReply({ body, headers }: ContractReply, expects: Expectation) {
  if (expects.body !== undefined) expect(body).toEqual(expects.body)
  if (expects.matches !== undefined) expect(body).toMatchObject(expects.matches)
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

function endpointPattern(endpoint: string) {
  if (endpoint === delivery || endpoint === upload) return new RegExp(`^${RegExp.escape(endpoint)}$`)
  const parts = endpoint.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[^/?]+')}(\\?.*)?$`)
}
