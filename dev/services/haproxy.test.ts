import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { choosePort } from './ports.ts'
import { isAlive } from './processes.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let behind: Server
let port: number
let haproxy: Haproxy

beforeAll(async () => {
  behind = createServer((_, response) => response.end('from behind'))
  await new Promise<void>((listening) => behind.listen(0, '127.0.0.1', listening))
  port = await choosePort(undefined)
})

afterAll(async () => {
  await haproxy?.stop()
  behind.close()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one running service.
describe('haproxy', { shuffle: false }, () => {
  it('proxies to a server', async () => {
    haproxy = await startHaproxy({ folder, config: configuration(), ports: [port] })
    expect(haproxy.pids()).toHaveLength(1)
    expect(await ask()).toBe('from behind')
  })

  it('restarts after a kill, and stops the process of an earlier run', async () => {
    const killed = haproxy.pids()
    await haproxy.kill()
    expect(killed.filter(isAlive)).toEqual([])
    await startHaproxy({ folder, config: configuration(), ports: [port] })
    const earlier = haproxy.pids()
    haproxy = await startHaproxy({ folder, config: configuration(), ports: [port] })
    expect(earlier.filter(isAlive)).toEqual([])
    expect(await ask()).toBe('from behind')
  })

  it('reports a configuration error', async () => {
    const start = startHaproxy({
      folder: `${folder}/wrong`,
      config: 'listen nowhere\n  mood bad\n',
      ports: [await choosePort(undefined)],
    })
    await expect(start).rejects.toThrow("unknown keyword 'mood'")
  })

  it('stops', async () => {
    const pids = haproxy.pids()
    await haproxy.stop()
    expect(pids.filter(isAlive)).toEqual([])
    await expect(ask()).rejects.toThrow()
  })
})

function configuration() {
  return `defaults
  mode http
  timeout connect 5s
  timeout client 10s
  timeout server 10s
listen front
  bind 127.0.0.1:${port}
  server behind 127.0.0.1:${(behind.address() as AddressInfo).port}
`
}

async function ask() {
  return (await fetch(`http://127.0.0.1:${port}/`)).text()
}
