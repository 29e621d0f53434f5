import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { releaseLogin } from '../server/src/features/accounts/login/guard.ts'
import { openFoundation } from '../server/src/process/dependencies.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { makeClients } from './attempts/clients.ts'
import { runLoad, type Told } from './attempts/load.ts'
import { type Crew, startCrew } from './attempts/processes.ts'
import { type Login, maxLoginAttempts, openProvider } from './attempts/provider.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'

type Size = {
  logins: number
  providerLogins: number
  clients: number
  users: number
  workers: number
  inFlight: number
  crashes: number
  pauseMs: number
}

const small: Size = {
  logins: 400,
  providerLogins: 10,
  clients: 4,
  users: 2,
  workers: 2,
  inFlight: 40,
  crashes: 2,
  pauseMs: 1_500,
}
const large: Size = {
  logins: 10_000,
  providerLogins: 200,
  clients: 20,
  users: 10,
  workers: 3,
  inFlight: 200,
  crashes: 30,
  pauseMs: 4_000,
}

/** Many clients log in at once with right and wrong passwords while workers are killed; the provider locks after five wrong ones. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? large : small
  const seed = seedNumber(seedText)
  const random = randomFrom(seed)
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const userNames = Array.from(
      { length: size.providerLogins },
      (_, n) => `quinta.marrow.${n}@works.example`,
    )
    const provider = await openProvider({ userNames, random: randomFrom(seed + 1) })
    closing.push(provider.close)
    const CATALOGUE = join(services.folder, 'catalogue.json')
    writeFileSync(CATALOGUE, JSON.stringify({ providers: [provider.entry] }))
    const env = { ...environmentFor(world, world.template), CATALOGUE }
    const crew = await startCrew(env, size.workers)
    closing.push(crew.close)
    const config = readConfig(env)
    const clients = await makeClients(config, crew.address, size)
    const { database, keyring } = await openFoundation(config)
    closing.push(() => database.close())
    const key = keyring.cellKey('login attempts')
    const release = ({ userName }: Login) =>
      releaseLogin({ database, key }, { provider: provider.entry.id, userName })
    print(`  ${size.clients} clients, ${size.workers} workers, ${size.inFlight} requests at a time`)

    const startedAt = performance.now()
    let isDone = false
    const load = runLoad({ ...size, clients, provider, random, release }).finally(() => {
      isDone = true
    })
    const crashes = await crashWorkers(crew, size, () => isDone)
    const told = await load
    const seconds = Math.round((performance.now() - startedAt) / 1_000)

    const logins = [...provider.logins.values()]
    const findings = judge(logins, told, crew)
    for (const line of listRows(findings)) print(line)
    print(`  ${seconds} s, ${crashes} workers killed; told: ${listTold(told)}`)
    const sum = (count: (login: Login) => number) => logins.reduce((all, login) => all + count(login), 0)
    print(
      `  the provider saw ${sum(({ tries }) => tries)} tries, ${sum(({ successes }) => successes)} got in,`,
    )
    print(`  ${sum(({ resets }) => resets)} times a person reset a spent login`)
    const most = Math.max(...logins.map(({ mostWrong }) => mostWrong))
    return [
      ...measureFindings(findings, ['locked out']),
      measure('most wrong attempts in a row', most, { atMost: maxLoginAttempts - 1 }),
      measure('logins', size.logins),
      measure(
        'attempts seen by the provider',
        sum(({ tries }) => tries),
      ),
      measure('workers killed', crashes, { atLeast: size.crashes }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function crashWorkers({ workers }: Crew, { crashes, pauseMs }: Size, isDone: () => boolean) {
  let killed = 0
  while (!isDone() && killed < crashes * 2) {
    await sleep(pauseMs)
    if (!isDone() && (await workers[killed % workers.length]?.kill())) killed++
  }
  return killed
}

function judge(logins: Login[], told: Told, { all }: Crew): Findings {
  const named = (fits: (login: Login) => boolean) =>
    logins.filter(fits).map(({ userName, mostWrong, tries }) => `${userName}: ${mostWrong} wrong of ${tries}`)
  const mustBe = ['login-refused', '201 AUTHORISED', '200 AUTHORISED', 'attempts-spent', 'mfa-rejected']
  return {
    'locked out': named(({ isLocked, mostWrong }) => isLocked || mostWrong >= maxLoginAttempts),
    'tried twice at once': named(({ mostUnderWay }) => mostUnderWay > 1),
    'told of a lock': [...told.keys()].filter((word) => word === 'login-locked'),
    'failed requests': [...told.keys()].filter((word) => /^5|unavailable/.test(word)),
    // A run in which nothing happens proves nothing.
    'not seen': mustBe.filter((word) => !told.has(word)),
    'nobody came to the last try': logins.some(({ mostWrong }) => mostWrong === maxLoginAttempts - 1)
      ? []
      : ['no'],
    'ended by themselves': all.flatMap(({ accidents }) => accidents),
  }
}

const listTold = (told: Told) => [...told].map(([word, count]) => `${count} × ${word}`).join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
