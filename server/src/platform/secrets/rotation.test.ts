import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { type ApiReply, type Call, startApi } from '../../../test/api.ts'
import { aUser, createUser, signInOwner } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { openRole } from '../../process/roles.ts'
import { openDatabase } from '../database/tenancy.ts'
import { openLog } from '../telemetry/log.ts'
import { openRootKey } from './root-key.ts'
import { rotateClientKey } from './rotation.ts'

// These tests remove lines from the root key file, so they use their own copy.
const folder = await mkdtemp(join(tmpdir(), 'payproof-rotation-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const rootFile = join(folder, 'root.key')
await copyFile(new URL(inject('world').rootKey), rootFile)

const api = await startApi({ ROOT_KEY: `file://${rootFile}` })
const { acme, rival, sql, config, world } = api
const { clientId } = world.clients.acme
const admin = (...args: string[]) => runAdmin(config, args)

const wrappedRows = (id: string) =>
  sql(
    `select 'client' as kind, version, wrapped from client_keys where client_id = $1
      union all select 'data', client_key_version, wrapped from client_data_keys where client_id = $1
      union all select user_id::text, client_key_version, wrapped from user_keys where client_id = $1
      order by 1, 2`,
    [id],
  )

async function makeUsers(call: Call, count: number) {
  const users = []
  while (users.length < count) {
    const batch = Math.min(20, count - users.length)
    users.push(...(await Promise.all(Array.from({ length: batch }, () => createUser(call)))))
  }
  return users
}

type User = Awaited<ReturnType<typeof createUser>>

async function expectReadable(call: Call, users: User[]) {
  const read = new Map<string, User>()
  for (let offset = 1; ; offset += 100) {
    const { status, body } = await call('GET', `/users?limit=100&offset=${offset}`)
    expect(status).toBe(200)
    for (const user of body.users) read.set(user.user_id, user)
    if (body.users.length < 100) break
  }
  for (const user of users) expect(read.get(user.user_id)).toEqual(user)
}

/** Starts a second process with the same database and root key, but with empty caches. */
async function withFreshProcess(work: (call: Call) => Promise<void>) {
  const other = await openRole('api', config, openLog('error'))
  try {
    await work(async (method, path) => {
      const headers = { 'x-api-key': world.clients.acme.apiKey }
      const reply = await other.server.inject({ method: method as 'GET', url: path, headers })
      return { status: reply.statusCode, body: reply.json(), headers: {}, text: reply.body }
    })
  } finally {
    await other.close()
  }
}

/** Creates, reads and lists users concurrently while the work runs, and expects no failures. Returns the created users. */
async function underLoad(known: User[], work: () => Promise<unknown>) {
  const failed: string[] = []
  const made: User[] = []
  let running = true
  let requests = 0
  const note = (reply: ApiReply) => {
    requests++
    if (reply.status >= 300) failed.push(`${reply.status} ${reply.text}`)
    return reply
  }
  const repeat = async (act: (iteration: number) => Promise<unknown>) => {
    for (let iteration = 0; running && iteration < 20_000; iteration++) await act(iteration)
  }
  const create = async () => {
    const reply = note(await acme('POST', '/users', aUser()))
    if (reply.status === 201) made.push(reply.body)
  }
  const read = async (iteration: number) => {
    const user = [...known, ...made.slice(-20)].at((iteration * 7) % (known.length + 1)) as User
    const { status, body } = note(await acme('GET', `/users/${user.user_id}`))
    if (status === 200 && body.forename !== user.forename) failed.push(`wrong user returned: ${user.user_id}`)
  }
  const load = [
    ...Array.from({ length: 12 }, () => repeat(create)),
    ...Array.from({ length: 6 }, () => repeat(read)),
    ...Array.from({ length: 2 }, () => repeat(async () => note(await acme('GET', '/users?limit=50')))),
    repeat(async () => note(await rival('GET', '/users'))),
  ]
  await sleep(100)
  try {
    await work()
    await sleep(100)
  } finally {
    running = false
    await Promise.all(load)
  }
  expect({ failures: failed.length, of: failed.slice(0, 3) }).toEqual({ failures: 0, of: [] })
  expect(requests).toBeGreaterThan(50)
  return made
}

const old = await makeUsers(acme, 620)
const foreign = await makeUsers(rival, 5)
const onceOnly = { 'idempotency-key': 'before-all-rotations' }
const first = await acme('POST', '/users', aUser({ ext_id: 'replayed' }), onceOnly)
const invitation = { email: 'rotated@team.example', role: 'Support' }
const invited = await acme('POST', '/members', invitation, onceOnly)

async function expectReplays() {
  const again = await acme('POST', '/users', aUser({ ext_id: 'replayed' }), onceOnly)
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  const member = await acme('POST', '/members', invitation, onceOnly)
  expect(member).toMatchObject({ status: 201, body: invited.body })
  expect((await acme('GET', '/users?ext_id=replayed')).body.users).toEqual([first.body])
}

test('rotates a client key twice under load: no request fails, all users are readable, the old key is gone', async () => {
  const rivalBefore = await wrappedRows(world.clients.rival.clientId)
  const [before] = await sql('select max(version)::int as version from client_keys where client_id = $1', [
    clientId,
  ])
  const newest = before?.version + 2
  const versions: number[] = []
  const made = await underLoad(old, async () => {
    for (let n = 0; n < 2; n++) {
      const done = (await admin('rotate-client-key', '--client', 'acme')) as {
        version: number
        users: number
      }
      expect(done.users).toBeGreaterThanOrEqual(old.length)
      versions.push(done.version)
    }
  })
  expect(versions).toEqual([newest - 1, newest])
  await expectReadable(acme, [...old, ...made])
  await withFreshProcess((call) => expectReadable(call, [...old, ...made]))

  const left = await sql('select version from client_keys where client_id = $1', [clientId])
  expect(left).toEqual([{ version: newest }])
  const used = await sql(
    'select distinct client_key_version as version from user_keys where client_id = $1',
    [clientId],
  )
  expect(used).toEqual([{ version: newest }])
  expect(await wrappedRows(world.clients.rival.clientId)).toEqual(rivalBefore)
  await expectReadable(rival, foreign)
  await expectReplays()
  const owner = api.withToken(await signInOwner(api, 'acme'))
  expect((await owner('GET', '/members')).body.members).toContainEqual(
    expect.objectContaining({ email: 'rotated@team.example' }),
  )
})

test('rotates the root key under load, and the old version is no longer needed', async () => {
  const clientKeysBefore = await sql('select client_id, version, wrapped from client_keys order by 1')
  const userKeysBefore = await sql('select wrapped from user_keys where user_id = $1', [old[0]?.user_id])
  const made = await underLoad(old, () => admin('rotate-root-key'))
  const lines = (await readFile(rootFile, 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(2)

  const clientKeysAfter = await sql('select client_id, version, wrapped from client_keys order by 1')
  for (const [n, { wrapped }] of clientKeysAfter.entries()) {
    expect(wrapped).not.toEqual(clientKeysBefore[n]?.wrapped)
  }
  // Only client keys are rewrapped; user keys and sealed data stay as they are.
  expect(await sql('select wrapped from user_keys where user_id = $1', [old[0]?.user_id])).toEqual(
    userKeysBefore,
  )

  await writeFile(rootFile, `${lines[1]}\n`)
  await withFreshProcess((call) => expectReadable(call, [...old, ...made]))
  await expectReadable(acme, [...old, ...made])
  await expectReplays()
  await admin('rotate-client-key', '--client', 'rival')
  await expectReadable(rival, foreign)
})

test('an interrupted rotation loses nothing and is completed by the next one', async () => {
  const root = await openRootKey(config.ROOT_KEY)
  const newest = async () =>
    (await sql('select max(version) as version from client_keys where client_id = $1', [clientId]))[0]
      ?.version
  for (let steps = 1; steps <= 6; steps++) {
    const database = openDatabase({ url: config.DATABASE_URL, connections: 2, acquireTimeoutMs: 5_000 })
    let left = steps
    const failing: typeof database = {
      ...database,
      system: (work) => (left-- > 0 ? database.system(work) : Promise.reject(new Error('power failure'))),
    }
    await expect(rotateClientKey(root, failing, clientId)).rejects.toThrow('power failure')
    await database.close()
    await expectReadable(acme, old)
    await withFreshProcess((call) => expectReadable(call, old.slice(-50)))
    expect((await createUser(acme)).user_id).toBeDefined()
  }
  const before = await newest()
  expect(await sql('select from client_keys where client_id = $1', [clientId])).not.toHaveLength(1)
  await admin('rotate-client-key', '--client', clientId)
  const left = await sql('select version from client_keys where client_id = $1', [clientId])
  expect(left).toEqual([{ version: before + 1 }])
  await expectReadable(acme, old)
  await expectReplays()
})

test('two concurrent rotations of one client end with one key that unseals everything', async () => {
  const rotate = () => admin('rotate-client-key', '--client', 'acme')
  const outcomes = await Promise.allSettled([rotate(), rotate()])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  await rotate()
  await expectReadable(acme, old)
  await withFreshProcess((call) => expectReadable(call, old))
  expect(await sql('select from client_keys where client_id = $1', [clientId])).toHaveLength(1)
})

test('a process with one connection loads a new client key during a transaction without deadlock', async () => {
  const small = await startApi({ DATABASE_CONNECTIONS: '1' })
  const user = await createUser(small.acme)
  await runAdmin(small.config, ['rotate-client-key', '--client', 'acme'])
  const replies = await Promise.all([
    small.acme('POST', '/users', aUser()),
    small.acme('GET', `/users/${user.user_id}`),
    small.acme('POST', '/users', aUser(), { 'idempotency-key': 'after-the-rotation' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([201, 200, 201])
})

test('a rotation waits for a user that is being created with the old key', async () => {
  const host = `${world.postgres.host}:${world.postgres.port}`
  const holder = new pg.Client({ connectionString: `postgres://postgres@${host}/${api.databaseName}` })
  await holder.connect()
  // Creating a user locks this list head after the client key was chosen, so the creation blocks here.
  await holder.query('begin')
  await holder.query('select from list_heads where client_id = $1 for update', [clientId])
  const creating = createUser(acme)
  await sleep(200)
  const rotating = admin('rotate-client-key', '--client', 'acme')
  await sleep(400)
  await holder.query('commit')
  await holder.end()
  const [user] = await Promise.all([creating, rotating])
  await withFreshProcess((call) => expectReadable(call, [user]))
  expect(await sql('select from client_keys where client_id = $1', [clientId])).toHaveLength(1)
})
