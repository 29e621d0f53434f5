import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/eventually.ts'
import { openDownloadBudget } from './download-budget.ts'

const megabyte = 1_000_000

/** Settings that let callers read as slowly as they like. */
const patient = { minBytesPerSecond: 0, maxWaitMs: 300 }

/** Serves 5 MB to each request once the budget allows it. The path names the client. */
async function startServer(budget: ReturnType<typeof openDownloadBudget>) {
  const responses: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    responses.push(response)
    try {
      await budget.reserve(request.url ?? '', 5 * megabyte, response)
      response.end(Buffer.alloc(5 * megabyte))
    } catch (error) {
      response.statusCode = (error as { status: number }).status
      response.end((error as { code: string }).code)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  /** Sends a request and reads nothing of the reply. */
  const stall = async (path: string) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`),
    )
    socket.on('error', () => {})
    socket.pause()
    atEnd(async () => void socket.destroy())
    return socket
  }
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  return { get, stall, responses }
}

async function repeatWhileRefused(request: () => Promise<Response>) {
  return eventually(async () => {
    const response = await request()
    return response.status === 200 && response
  })
}

test('security finding 6: callers that do not read cannot hold more memory than their share', async () => {
  const budget = openDownloadBudget({ maxBytes: 20 * megabyte, maxBytesPerClient: 10 * megabyte, ...patient })
  const { get, stall } = await startServer(budget)
  for (let n = 0; n < 6; n++) await stall('/acme')
  await eventually(() => budget.bytesInUse() === 10 * megabyte)
  const refused = await get('/acme')
  expect([refused.status, await refused.text()]).toEqual([429, 'too-many-downloads'])
  expect(budget.bytesInUse()).toBe(10 * megabyte)
  const other = await get('/rival')
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 5 * megabyte])
})

test('security finding 6: a full process refuses with 503, and the memory is freed when connections end', async () => {
  const budget = openDownloadBudget({ maxBytes: 10 * megabyte, maxBytesPerClient: 10 * megabyte, ...patient })
  const { get, stall } = await startServer(budget)
  const stalled = [await stall('/acme'), await stall('/acme')]
  await eventually(() => budget.bytesInUse() === 10 * megabyte)
  expect((await get('/rival')).status).toBe(503)
  const waiting = repeatWhileRefused(() => get('/rival'))
  for (const socket of stalled) socket.destroy()
  expect((await (await waiting).arrayBuffer()).byteLength).toBe(5 * megabyte)
  await eventually(() => budget.bytesInUse() === 0)
})

test('security finding 6: the connection of a caller that hardly reads is closed', async () => {
  const budget = openDownloadBudget({ watchIntervalMs: 500 })
  const { stall } = await startServer(budget)
  const socket = await stall('/acme')
  await eventually(() => budget.bytesInUse() === 5 * megabyte)
  await eventually(() => budget.bytesInUse() === 0)
  socket.resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBeLessThan(5 * megabyte)
})

test('a caller that leaves while it waits does not get its turn', async () => {
  const budget = openDownloadBudget({
    maxBytes: 5 * megabyte,
    maxBytesPerClient: 5 * megabyte,
    ...patient,
    maxWaitMs: 60_000,
  })
  const { stall, responses } = await startServer(budget)
  const [first, second] = [await stall('/acme'), await stall('/acme')]
  await eventually(() => responses.length === 2)
  second.destroy()
  await eventually(() => responses[1]?.destroyed)
  first.destroy()
  await eventually(() => budget.bytesInUse() === 0)
  await sleep(50)
  expect(budget.bytesInUse()).toBe(0)
})
