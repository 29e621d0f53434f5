import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { atEnd } from '../../test/at-end.ts'
import { callerOf } from '../../test/open-test-api.ts'
import { aMember, asOwner, aUser, createUser } from '../../test/people.ts'
import { newEmail, startTeam } from '../../test/team.ts'
import { openRootKey } from '../platform/secrets/root-key.ts'
import { openLog } from '../platform/telemetry/log.ts'
import { openCoreDependencies } from '../process/dependencies.ts'
import { openRole } from '../process/roles.ts'
import { runAdmin } from './commands.ts'
import { removeOldCellKeys, rotateCellKey } from './rotate-cell-key.ts'

type Rotated = {
  version: number
  resealed: number
  members: number
  remaining: number
  old_versions: number[]
}

/** Repeats an action while the work runs, and returns its replies that were not expected. */
async function whileRunning<T>(
  work: () => Promise<T>,
  actions: (() => Promise<{ status: number; text: string }>)[],
) {
  let running = true
  let requests = 0
  const failures: string[] = []
  const loads = actions.map(async (act) => {
    while (running) {
      const { status, text } = await act()
      requests++
      if (status >= 300) failures.push(`${status} ${text}`)
    }
  })
  try {
    return { result: await work(), failures, requests: () => requests }
  } finally {
    running = false
    await Promise.all(loads)
  }
}

async function openCore(config: Parameters<typeof openCoreDependencies>[0]) {
  const core = await openCoreDependencies(config)
  atEnd(() => core.database.close())
  return core
}

test('rotates the cell key under load; without the old one, sign-ins, tokens, signatures and tasks still work', async () => {
  const { api, attempt } = await startTeam()
  const { acme, sql, config } = api
  const member = await aMember(api, acme, 'FullMember')
  const formerRelease = await aMember(api, acme, 'FullMember')
  // An older release wrote no id of the pepper.
  await sql(
    `update members set password_hash = regexp_replace(password_hash, '\\$[^$]*$', '') where id = $1`,
    [formerRelease.id],
  )
  const user = await createUser(acme)
  const { token } = (await acme('POST', '/user-tokens', { user_id: user.user_id })).body
  const heads = await sql('select kid from signing_keys')

  const invited: string[] = []
  const invite = async () => {
    const email = newEmail()
    const reply = await acme('POST', '/members', { email, role: 'Support' })
    if (reply.status === 201) invited.push(email)
    return reply
  }
  const { result, failures, requests } = await whileRunning(
    () => runAdmin(config, ['rotate-cell-key', '--lead-seconds', '12']) as Promise<Rotated>,
    [
      () => attempt(member.email, member.password),
      () => attempt(formerRelease.email, formerRelease.password),
      () => acme('POST', '/user-tokens', { user_id: user.user_id }),
      () => acme('POST', '/users', aUser()),
      () => api.withToken(token)('GET', `/accounts?user_id=${user.user_id}`),
    ],
  )
  expect(failures.slice(0, 3)).toEqual([])
  expect(requests()).toBeGreaterThan(20)
  expect(result).toMatchObject({ version: 2, remaining: 0, old_versions: [1] })
  expect(result.resealed).toBeGreaterThanOrEqual(heads.length + 1)
  expect(result.members).toBeGreaterThanOrEqual(3)
  expect((await invite()).status).toBe(201)
  // The unique index still sees members of before.
  expect((await acme('POST', '/members', { email: member.email, role: 'Support' })).status).toBe(400)

  await expect(runAdmin(config, ['remove-old-cell-keys'])).rejects.toThrow('--early yes')
  expect(await runAdmin(config, ['remove-old-cell-keys', '--early', 'yes'])).toEqual({ removed: 1 })
  expect(await sql('select name from cell_keys')).toEqual([{ name: 'cell-2' }])
  expect(await runAdmin(config, ['remove-old-cell-keys'])).toEqual({ removed: 0 })

  const fresh = await openRole('api', config, openLog('error'))
  atEnd(() => fresh.close())
  const call = callerOf(fresh.server)
  for (const { email, password } of [member, formerRelease])
    expect((await call({})('POST', '/members/signin', { username: email, password })).status).toBe(200)
  expect(
    (await call({ authorization: `Bearer ${token}` })('GET', `/accounts?user_id=${user.user_id}`)).status,
  ).toBe(200)
  expect((await call({})('GET', '/.well-known/jwks.json')).body.keys.length).toBeGreaterThan(1)
  const owner = await asOwner(api, 'acme')
  expect((await owner('GET', '/members')).body.members.map(({ email }: { email: string }) => email)).toEqual(
    expect.arrayContaining([member.email, ...invited]),
  )
})

test('an interrupted rotation loses nothing and is completed by the next one', async () => {
  const api = await startApi({}, 'api')
  const core = await openCore(api.config)
  let failAfter = 0
  const failing: typeof core.database = {
    ...core.database,
    system: (work) =>
      failAfter-- > 0 ? core.database.system(work) : Promise.reject(new Error('power failure')),
  }
  const interrupted = { ...core, database: failing }
  for (const steps of [1, 3, 4, 5, 6, 7, 8]) {
    failAfter = steps
    await expect(rotateCellKey(interrupted, { leadSeconds: 0 })).rejects.toThrow('power failure')
    const next = await openCore(api.config)
    expect(next.keyring.cell.versions().length).toBeLessThanOrEqual(2)
  }
  const versions = await api.sql('select name from cell_keys order by 1')
  expect(versions).toEqual([{ name: 'cell' }, { name: 'cell-2' }])
  const resumed = await openCore(api.config)
  expect(await rotateCellKey(resumed, { leadSeconds: 0 })).toMatchObject({ version: 2, remaining: 0 })
  expect(await removeOldCellKeys(resumed, { isEarly: true })).toEqual({ removed: 1 })
  // The next rotation begins with a new version.
  const again = await openCore(api.config)
  expect(await rotateCellKey(again, { leadSeconds: 0 })).toMatchObject({ version: 3, remaining: 0 })
})

test('old cell keys are not removed while something needs them', async () => {
  const api = await startApi({}, 'api')
  const core = await openCore(api.config)
  await api.sql(`insert into cell_keys (name, wrapped) values ('cell-2', $1)`, [
    await core.root.wrap(randomBytes(32), 'cell-2'),
  ])
  const unfinished = await openCore(api.config)
  await expect(removeOldCellKeys(unfinished, { isEarly: true })).rejects.toThrow(
    /^\d+ values still need an old cell key; run rotate-cell-key again$/,
  )
  expect(await api.sql('select name from cell_keys')).toHaveLength(2)
})

test('a wrong cell key stops the rotation before anything is changed', async () => {
  const api = await startApi({}, 'api')
  const root = await openRootKey(api.config.ROOT_KEY)
  await api.sql(`update cell_keys set wrapped = $1`, [await root.wrap(randomBytes(32), 'cell')])
  const before = await api.sql('select * from signing_keys, cell_keys')
  await expect(rotateCellKey(await openCore(api.config), { leadSeconds: 0 })).rejects.toThrow(
    /^No stored version of the cell key opens signing_keys .+ Nothing was changed/,
  )
  expect(await api.sql('select * from signing_keys, cell_keys')).toEqual(before)
})
