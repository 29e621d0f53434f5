import { expect, test } from 'vitest'
import { accountStates } from './account-states.ts'
import { accounts } from './accounts.ts'
import { activityRows } from './activity.ts'
import { apiKeys } from './api-keys.ts'
import { authorisations } from './authorisations.ts'
import { bankStatements } from './bank-statements.ts'
import { configuration } from './configuration.ts'
import { directConnections } from './direct-connections.ts'
import { documents } from './documents.ts'
import { addedEndpoints, delivery, interfaceEndpoints } from './endpoints.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { expenditure } from './expenditure.ts'
import { journeys } from './journeys.ts'
import { members } from './members.ts'
import { ownPage } from './own-page.ts'
import { payroll } from './payroll.ts'
import { providers } from './providers.ts'
import type { Expectation, Row } from './row.ts'
import { sandbox } from './sandbox.ts'
import { secondFactors } from './second-factors.ts'
import { taxIncome } from './tax-income.ts'
import { userTokens } from './user-tokens.ts'
import { users } from './users.ts'
import { deliveries } from './webhook-deliveries.ts'
import { webhooks } from './webhooks.ts'
import { type Answer, openContractWorld } from './world.ts'

// The contract as a table: each file beside this one holds the rows of an area. What is promised but not built
// is marked `pending`; its row is tried all the same, and says so on the day it passes.
const rows = [
  ...[everyEndpoint, members, apiKeys, configuration, users, activityRows, userTokens],
  ...[authorisations, providers],
  ...[accounts, secondFactors, accountStates, directConnections, payroll],
  ...[documents, bankStatements, taxIncome, expenditure, journeys, ownPage, webhooks, deliveries, sandbox],
].flat()

const world = await openContractWorld()

for (const row of rows) {
  test(`${nameOf(row)}${row.pending ? ' (pending)' : ''}`, async () => {
    if (!row.pending) return keep(row)
    const kept = await keep(row).then(
      () => true,
      () => false,
    )
    if (kept) expect.fail('This row passes now: take its `pending` mark away')
  })
}

test('every endpoint has a row for each of its statuses', () => {
  const covered = new Set(rows.map(({ endpoint, expects }) => `${endpoint} → ${expects.status}`))
  const promised = [...interfaceEndpoints, ...addedEndpoints].flatMap(({ endpoint, statuses }) =>
    statuses.map((status) => `${endpoint} → ${status}`),
  )
  expect(promised.filter((one) => !covered.has(one))).toEqual([])
})

test('no row names an endpoint that is not in the contract', () => {
  const known = new Set([...interfaceEndpoints, ...addedEndpoints].map(({ endpoint }) => endpoint))
  expect(rows.filter(({ endpoint }) => endpoint !== delivery && !known.has(endpoint)).map(nameOf)).toEqual([])
})

test('no two rows promise the same', () => {
  const names = rows.map(nameOf)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

// A scene that nobody has written yet keeps a row failing; this makes sure that it is not forgotten.
test('an area whose endpoints all exist has no pending rows left', () => {
  const built = new Set(
    world.api.server.operations.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
  )
  const unbuilt = new Set(
    interfaceEndpoints.filter(({ endpoint }) => !built.has(endpoint)).map(({ area }) => area),
  )
  expect(rows.filter(({ area, pending }) => pending && !unbuilt.has(area)).map(nameOf)).toEqual([])
})

function nameOf({ area, endpoint, expects, says }: Row) {
  return `${area}: ${endpoint} → ${expects.status} ${says}`
}

async function keep({ endpoint, call, expects }: Row) {
  const reply = await call(world)
  expect(reply.asked).toMatch(addressOf(endpoint))
  expect(reply.status, reply.text).toBe(expects.status)
  compare(reply, expects)
}

function compare({ body, headers }: Answer, expects: Expectation) {
  if (expects.body !== undefined) expect(body).toEqual(expects.body)
  if (expects.holds !== undefined) expect(body).toMatchObject(expects.holds)
  if (expects.errors !== undefined) expectErrors(body, expects.errors)
  for (const [name, value] of Object.entries(expects.headers ?? {})) {
    expect(headers[name], name).toEqual(typeof value === 'string' ? value : expect.stringMatching(value))
  }
}

/** Exactly these messages: each one expected is there, and there are no more. */
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
  if (endpoint === delivery) return new RegExp(`^${RegExp.escape(delivery)}$`)
  const parts = endpoint.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[^/?]+')}(\\?.*)?$`)
}
