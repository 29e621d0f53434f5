import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { openLog } from '../telemetry/log.ts'
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
  const bus = openBus({ url: `nats://127.0.0.1:${port}`, prefix: 'test', log })
  try {
    await eventually(() => attempts >= 3)
    expect(bus.isConnected()).toBe(false)
    await bus.close()
    const attemptsAtClose = attempts
    // Three times the delay between attempts; one attempt may have been under way.
    await sleep(1_500)
    expect(attempts).toBeLessThanOrEqual(attemptsAtClose + 1)
  } finally {
    await bus.close()
    server.close()
  }
})
