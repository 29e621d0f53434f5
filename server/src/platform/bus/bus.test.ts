import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { openLog } from '../telemetry/log.ts'
import { parseNatsAddress } from './address.ts'
import { openBus } from './bus.ts'

const log = openLog('silent')

test('connection attempts continue until the bus is closed, and stop then', async () => {
  let attempts = 0
  const server = createServer((socket) => {
    attempts++
    socket.on('error', () => {}).destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const bus = openBus({ url: `nats://127.0.0.1:${port}`, prefix: 'test', key: Buffer.alloc(32), log })
  try {
    await eventually(() => attempts >= 3)
    expect(bus.isConnected()).toBe(false)
    await bus.close()
    const attemptsAtClose = attempts
    // Wait for three times the delay between attempts. One attempt may have been in progress at close.
    await sleep(1_500)
    expect(attempts).toBeLessThanOrEqual(attemptsAtClose + 1)
  } finally {
    await bus.close()
    server.close()
  }
})

test('credentials and TLS are taken from the URL', () => {
  expect(parseNatsAddress('nats://127.0.0.1:4222,nats://127.0.0.2:4223')).toEqual({
    servers: ['127.0.0.1:4222', '127.0.0.2:4223'],
    isTls: false,
  })
  expect(parseNatsAddress('tls://api:12%2F34@nats.example:4222')).toEqual({
    servers: ['nats.example:4222'],
    user: 'api',
    pass: '12/34',
    isTls: true,
  })
})
