import { expect, test } from 'vitest'
import { type ApiOperation, declaredStatuses } from '../../src/platform/http/operation.ts'
import { startApi } from '../api.ts'
import { addedEndpoints, delivery, interfaceEndpoints } from './endpoints.ts'
import { listRows, nameOf, rows, variantRows } from './rows.ts'

// Compares the routes of the server with the contract table: endpoints.ts and the rows. It runs none of the rows, so
// that a contributor who adds a route sees in seconds which rows are missing.
const { server } = await startApi({}, 'api')
const { operations } = server
const endpoints = [...interfaceEndpoints, ...addedEndpoints]
const endpointOf = ({ method, url }: ApiOperation) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
const titleOf = (operation: ApiOperation) => `${endpointOf(operation)} (${operation.schema.operationId})`

test('every route is listed in endpoints.ts', () => {
  const listed = new Set(endpoints.map(({ endpoint }) => endpoint))
  const missing = operations.filter((operation) => !listed.has(endpointOf(operation)))
  expect(
    missing.map(
      (operation) =>
        `${titleOf(operation)} is not in server/test/contract/endpoints.ts: add it to addedEndpoints with the statuses it returns, and a row for each of them`,
    ),
  ).toEqual([])
})

test('every route has a row', () => {
  const covered = new Set(rows.map(({ endpoint }) => endpoint))
  const missing = operations.filter((operation) => !covered.has(endpointOf(operation)))
  expect(
    missing.map(
      (operation) =>
        `${titleOf(operation)} has no row: add one to the file of its area in server/test/contract/, and the file to rows.ts if it is new`,
    ),
  ).toEqual([])
})

test('every endpoint has a row for each of its statuses', () => {
  const covered = new Set(rows.map(({ endpoint, expects }) => `${endpoint} → ${expects.status}`))
  const promised = endpoints.flatMap(({ endpoint, statuses }) =>
    statuses.map((status) => `${endpoint} → ${status}`),
  )
  expect(promised.filter((one) => !covered.has(one))).toEqual([])
})

test('every endpoint in endpoints.ts is a route of the server', () => {
  const missing = endpoints.filter(({ endpoint }) => {
    const [method = '', path = ''] = endpoint.split(' ')
    return !server.hasRoute({ method: method as 'GET', url: path.replaceAll(/\{(\w+)\}/g, ':$1') })
  })
  expect(
    missing.map(
      ({ endpoint }) =>
        `${endpoint} is in server/test/contract/endpoints.ts but is no route of the server: restore the route, or remove the endpoint and its rows`,
    ),
  ).toEqual([])
})

test('no row names an endpoint that is not in endpoints.ts', () => {
  const known = new Set(endpoints.map(({ endpoint }) => endpoint))
  expect(rows.filter(({ endpoint }) => endpoint !== delivery && !known.has(endpoint)).map(nameOf)).toEqual([])
})

test('every route declares each status that the contract promises for it', () => {
  const promised = [
    ...endpoints,
    ...[...rows, ...variantRows, ...listRows].map(({ endpoint, expects }) => ({
      endpoint,
      statuses: [expects.status],
    })),
  ]
  const byEndpoint = Map.groupBy(promised, ({ endpoint }) => endpoint)
  const undeclared = operations.flatMap((operation) => {
    const declared = new Set(declaredStatuses(operation))
    const own = byEndpoint.get(endpointOf(operation)) ?? []
    const statuses = new Set(own.flatMap((each) => each.statuses))
    return [...statuses]
      .filter((status) => !declared.has(status))
      .map(
        (status) =>
          `${titleOf(operation)} promises ${status} in the contract table but does not declare it: add ${status} to schema.errors or schema.response of the route, then run npm run generate`,
      )
  })
  expect(undeclared).toEqual([])
})

test('no two rows promise the same', () => {
  const names = [...rows, ...variantRows, ...listRows].map(nameOf)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

// A row stays pending while its scenario is unwritten. This test fails once all endpoints of its area exist.
test('an area whose endpoints all exist has no pending rows left', () => {
  const built = new Set(operations.map(endpointOf))
  const unbuilt = new Set(
    interfaceEndpoints.filter(({ endpoint }) => !built.has(endpoint)).map(({ area }) => area),
  )
  expect(rows.filter(({ area, pending }) => pending && !unbuilt.has(area)).map(nameOf)).toEqual([])
})
