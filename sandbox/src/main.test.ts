import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const start = (settings: Record<string, string>) =>
  spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })

test.each(['SIGTERM', 'SIGINT'] as const)(
  'prints its address, serves requests there and exits on %s',
  async (signal) => {
    const program = start({ PORT: '0' })
    const [line] = await once(program.stdout, 'data')
    const [, url] = /^The sandbox is open at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line)) ?? []
    expect((await fetch(`${url}/controls/clock`)).status).toBe(200)
    program.kill(signal)
    expect(await once(program, 'exit')).toEqual([0, null])
  },
)

test('refuses to start on a public address without a control key', async () => {
  const program = start({ PORT: '0', HOST: '0.0.0.0' })
  const [said, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')])
  expect([said, code]).toEqual([expect.stringContaining('CONTROL_KEY'), 1])
})
