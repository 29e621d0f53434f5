import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { cloneDatabase } from './api.ts'
import { atEnd } from './at-end.ts'
import { aUser, createUser } from './people.ts'
import { type ApiProcess, startApiProcess } from './processes.ts'
import { environmentFor } from './template.ts'

const world = inject('world')
const database = await cloneDatabase(world)
atEnd(database.drop)
const { apiKey, clientId } = world.clients.acme
const start = (drainSeconds: number) =>
  startApiProcess({ ...environmentFor(world, database.name), DRAIN_SECONDS: String(drainSeconds) })

/** Opens a load balancer with keep-alive connections and without retries, so that every failed request is seen. */
function openBalancer(processes: ApiProcess[]) {
  const targets = processes.map(({ address }) => ({
    address,
    agent: new Agent({ keepAlive: true, maxSockets: 16 }),
    ready: true,
  }))
  const probing = setInterval(() => {
    for (const target of targets) {
      fetch(`${target.address}/readyz`).then(
        ({ ok }) => {
          target.ready = ok
        },
        () => {
          target.ready = false
        },
      )
    }
  }, 100)
  let turn = 0

  async function send(method: string, path: string, body?: object) {
    const ready = targets.filter((target) => target.ready)
    const target = ready[turn++ % ready.length]
    if (!target) throw new Error('no process is ready')
    const text = body ? JSON.stringify(body) : ''
    const headers = {
      'x-api-key': apiKey,
      'content-length': Buffer.byteLength(text),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request(target.address + path, { method, headers, agent: target.agent })
    sent.end(text)
    const [reply] = await once(sent, 'response')
    for await (const _ of reply);
    return reply.statusCode as number
  }
  return {
    send,
    close() {
      clearInterval(probing)
      for (const { agent } of targets) agent.destroy()
    },
  }
}

/** Locks a row that every new user needs, until the test releases it; requests wait for it at most a second. */
async function blockUserCreation() {
  const holder = new pg.Client({ connectionString: database.superuserUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query("select from list_heads where client_id = $1 and list = 'users' for update", [clientId])
  return {
    release: () => holder.end(),
    async waitForBlockedRequest() {
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      await expect.poll(async () => (await holder.query(waiting)).rowCount, { interval: 10 }).toBe(1)
    },
  }
}

test('stopping a process under load fails no request', async () => {
  const [stopping, staying] = await Promise.all([start(2), start(2)])
  const balancer = openBalancer([stopping, staying])
  const statuses: number[] = []
  const failures: string[] = []
  let done = false
  const workers = Array.from({ length: 8 }, async (_, n) => {
    while (!done) {
      const sent =
        n % 4 === 0 ? balancer.send('POST', '/users', aUser()) : balancer.send('GET', '/users?limit=3')
      await sent.then(
        (status) => statuses.push(status),
        (error: Error) => failures.push(error.message),
      )
    }
  })
  await expect.poll(() => statuses.length).toBeGreaterThan(200)
  const before = statuses.length
  stopping.signal('SIGTERM')
  expect(await stopping.ended).toEqual({ code: 0, signal: null })
  const during = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(during)
  done = true
  await Promise.all(workers)
  balancer.close()
  expect(failures).toEqual([])
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
  expect(during).toBeGreaterThan(before)
  expect((await staying.anonymous('GET', '/readyz')).status).toBe(200)
})

test('a stopping process fails its readiness check, still answers, and closes connections', async () => {
  const api = await start(1)
  api.signal('SIGTERM')
  await expect.poll(async () => (await api.anonymous('GET', '/readyz')).status, { interval: 10 }).toBe(503)
  const live = await api.anonymous('GET', '/livez')
  expect(live.status).toBe(200)
  expect(live.headers.connection).toBe('close')
  expect((await api.withKey(apiKey)('GET', '/users?limit=1')).status).toBe(200)
  expect(await api.ended).toEqual({ code: 0, signal: null })
})

test('a stopping process keeps answering while requests still arrive from a slow load balancer', async () => {
  const api = await start(1)
  const call = api.withKey(apiKey)
  api.signal('SIGTERM')
  const startedAt = performance.now()
  const statuses: number[] = []
  while (performance.now() - startedAt < 2_000) {
    statuses.push((await call('GET', '/users?limit=1')).status)
    await sleep(20)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await api.ended).toEqual({ code: 0, signal: null })
})

test('requests in progress are finished', async () => {
  const api = await start(0)
  const acme = api.withKey(apiKey)
  await createUser(acme)
  const { release, waitForBlockedRequest } = await blockUserCreation()
  const slow = acme('POST', '/users', aUser())
  await waitForBlockedRequest()

  const body = JSON.stringify(aUser())
  const { hostname, port } = new URL(api.address)
  const uploading = connect(Number(port), hostname)
  const idle = connect(Number(port), hostname)
  await Promise.all([once(uploading, 'connect'), once(idle, 'connect')])
  uploading.write(
    `POST /users HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  await sleep(50)

  api.signal('SIGTERM')
  await sleep(200)
  await release()
  uploading.write(body.slice(20))
  const [answer] = await once(uploading, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /)
  expect((await slow).status).toBe(201)
  expect(await api.ended).toEqual({ code: 0, signal: null })
  idle.destroy()
})

test('a second signal ends the process without waiting for its drain', async () => {
  const api = await start(300)
  api.signal('SIGTERM')
  await expect.poll(async () => (await api.anonymous('GET', '/readyz')).status, { interval: 10 }).toBe(503)
  api.signal('SIGINT')
  // With a drain of 300 s the process would also end with 0, but long after this test's timeout.
  expect(await api.ended).toEqual({ code: 1, signal: null })
})
