import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { releaseLogin } from '../server/src/features/accounts/login/guard.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import { runSql } from '../server/test/open-test-api.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { makeClients } from './attempts/clients.ts'
import { type LoginOutcomes, runLoad } from './attempts/load.ts'
import { type LoginProcesses, startProcesses } from './attempts/processes.ts'
import { maxLoginAttempts, openProvider, type ProviderLogin } from './attempts/provider.ts'
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
  pauseMs: 2_500,
}

/**
 * Removes the limits on refused logins per person, address and client. They would refuse most logins of the load, so
 * that the guard of each login at the provider would hardly be tested.
 */
const liftLoginLimits = (url: string) =>
  runSql(
    url,
    `create function forget_login() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger forget_login before insert on login_tries for each row execute function forget_login()`,
  )

/**
 * Logs in for many clients at once with right and wrong passwords while workers are killed. The provider locks a
 * login after five wrong passwords.
 */
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
    await liftLoginLimits(services.postgres.superuserUrl(world.template))
    const processes = await startProcesses(env, size.workers)
    closing.push(processes.close)
    const config = readConfig(env)
    const clients = await makeClients(config, processes.address, size)
    const { database, keyring } = await openCoreDependencies(config)
    closing.push(() => database.close())
    const key = keyring.cellKey('login attempts')
    const release = ({ userName }: ProviderLogin) =>
      releaseLogin({ database, key }, { provider: provider.entry.id, userName })
    print(`  ${size.clients} clients, ${size.workers} workers, ${size.inFlight} concurrent requests`)

    const startedAt = performance.now()
    let isDone = false
    const load = runLoad({ ...size, clients, provider, random, release }).finally(() => {
      isDone = true
    })
    const crashes = await crashWorkers(processes, size, () => isDone)
    const outcomes = await load
    const seconds = Math.round((performance.now() - startedAt) / 1_000)

    const logins = [...provider.logins.values()]
    const findings = judge(logins, outcomes, processes)
    for (const line of listRows(findings)) print(line)
    print(`  ${seconds} s, ${crashes} workers killed; outcomes: ${listOutcomes(outcomes)}`)
    const sum = (count: (login: ProviderLogin) => number) =>
      logins.reduce((all, login) => all + count(login), 0)
    print(
      `  the provider saw ${sum(({ tries }) => tries)} attempts, ${sum(({ successes }) => successes)} succeeded,`,
    )
    print(`  ${sum(({ resets }) => resets)} logins were reset after too many attempts`)
    const maxWrong = Math.max(...logins.map(({ maxWrong }) => maxWrong))
    return [
      ...measureFindings(findings, ['locked out']),
      measure('most failed attempts in a row', maxWrong, { atMost: maxLoginAttempts - 1 }),
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

async function crashWorkers({ workers }: LoginProcesses, { crashes, pauseMs }: Size, isDone: () => boolean) {
  let killed = 0
  while (!isDone() && killed < crashes * 2) {
    await sleep(pauseMs)
    if (!isDone() && (await workers[killed % workers.length]?.kill())) killed++
  }
  return killed
}

function judge(logins: ProviderLogin[], outcomes: LoginOutcomes, { all }: LoginProcesses): Findings {
  const describe = (matches: (login: ProviderLogin) => boolean) =>
    logins
      .filter(matches)
      .map(({ userName, maxWrong, tries }) => `${userName}: ${maxWrong} wrong of ${tries}`)
  const expectedOutcomes = [
    'login-refused',
    '201 AUTHORISED',
    '200 AUTHORISED',
    'attempts-spent',
    'mfa-rejected',
  ]
  return {
    'locked out': describe(({ isLocked, maxWrong }) => isLocked || maxWrong >= maxLoginAttempts),
    'concurrent attempts on one login': describe(({ maxInProgress }) => maxInProgress > 1),
    'replies login-locked': [...outcomes.keys()].filter((outcome) => outcome === 'login-locked'),
    'failed requests': [...outcomes.keys()].filter((outcome) => /^5|unavailable/.test(outcome)),
    // An outcome that never occurs has not been tested.
    'outcomes that never occurred': expectedOutcomes.filter((outcome) => !outcomes.has(outcome)),
    'no login reached its last attempt': logins.some(({ maxWrong }) => maxWrong === maxLoginAttempts - 1)
      ? []
      : ['none'],
    'processes that crashed': all.flatMap(({ accidents }) => accidents),
  }
}

const listOutcomes = (outcomes: LoginOutcomes) =>
  [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
