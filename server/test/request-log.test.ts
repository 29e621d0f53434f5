import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startApi } from './api.ts'
import { startApiProcess } from './processes.ts'
import { describeUndeclared } from './request-log.ts'

const { requestLog } = inject('world')
const logged = () =>
  readdirSync(requestLog).flatMap((file) =>
    readFileSync(join(requestLog, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ ...JSON.parse(line), pid: Number.parseInt(file, 10) })),
  )

test('names the operation and the status that openapi.json does not declare', () => {
  const returned = [
    { operation: 'getUser', status: 200 },
    { operation: 'getUser', status: 418 },
    { operation: 'getUser', status: 500 },
    { operation: 'aRouteOfATest', status: 418 },
  ]
  expect(describeUndeclared(returned)).toEqual([
    expect.stringMatching(
      /^getUser returned 418, but openapi\.json declares only 200, 400, 401, .*503: add 418/,
    ),
  ])
})

test('has the requests of the test process and of services that tests start', async () => {
  const { acme, environment, world } = await startApi({}, 'api')
  expect((await acme('GET', '/users?limit=1')).status).toBe(200)
  expect(logged()).toContainEqual({ operation: 'listUsers', status: 200, pid: process.pid })

  const service = await startApiProcess(environment)
  const call = service.withKey(world.clients.acme.apiKey)
  expect((await call('GET', '/configuration')).status).toBe(200)
  await expect
    .poll(() =>
      logged().filter(({ pid, operation }) => pid !== process.pid && operation === 'getConfiguration'),
    )
    .toContainEqual(expect.objectContaining({ status: 200 }))
})
