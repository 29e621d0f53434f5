import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openClock } from '../../sandbox/src/clock.ts'
import { defaultSeed } from '../../sandbox/src/config.ts'
import type { SimulatedPerson } from '../../sandbox/src/people/types.ts'
import { openWorld } from '../../sandbox/src/people/world.ts'
import { staffOf } from '../../sandbox/src/providers/employer-payroll/company.ts'
import { cloneDatabase, runSql } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'
import { leaveForProvider } from './oauth2-start.ts'
import { createUser } from './people.ts'
import { startApiProcess } from './processes.ts'
import { startSandbox } from './sandbox.ts'
import { environmentFor } from './template.ts'

// A payroll that an employer opened, from the consent to the income summary. Nothing of other employees may be kept.

const sandbox = await startSandbox({ clock: '2026-11-15T09:00:00Z' })
const database = await cloneDatabase(inject('world'))
atEnd(() => database.drop())
const objects = mkdtempSync(join(tmpdir(), 'objects-'))
atEnd(() => rmSync(objects, { recursive: true, force: true }))
const {
  S3_ENDPOINT: _endpoint,
  S3_ACCESS_KEY: _accessKey,
  S3_SECRET_KEY: _secretKey,
  ...withoutBucket
} = environmentFor(inject('world'), database.name)
const environment: Record<string, string> = {
  ...withoutBucket,
  SANDBOX_URL: sandbox.url,
  SANDBOX_CLOCK: 'true',
  LOG_LEVEL: 'debug',
  FILE_STORE: objects,
}
const service = await startApiProcess(environment, 'all')
const acme = service.withKey(inject('world').clients.acme.apiKey)
const world = openWorld({ seed: defaultSeed })
const personOf = (userName: string) => world.find(userName) as SimulatedPerson
const pathOf = (url: string) => url.replace(environment.BASE_URL ?? '', '')

/** Registers a person and gives their consent at the provider as this user of the company. */
async function connect(
  provider: 'freeagent' | 'xero',
  {
    person,
    signsIn = person,
    changes = {},
  }: { person: SimulatedPerson; signsIn?: SimulatedPerson; changes?: object },
) {
  const { user_id } = await createUser(acme, {
    forename: person.forename,
    surname: person.surname,
    date_of_birth: `${person.dateOfBirth}T00:00:00.000Z`,
    ni_number: person.niNumber,
    payroll_period_months: 12,
    ...changes,
  })
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const created = await acme('POST', '/accounts', { user_id, payroll_provider: provider })
  expect(created.status, created.text).toBe(201)
  const { account_id, authorization_url } = created.body
  const get = (path: string, headers: Record<string, string>) =>
    service.anonymous('GET', path, undefined, headers)
  const left = await leaveForProvider(get, pathOf(authorization_url))
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await signInAt(String(left.headers.location), signsIn.userName)
  const page = await get(pathOf(back), { cookie })
  return { user_id, account_id, page, path: `/accounts/${account_id}` }
}

async function signInAt(authorizeUrl: string, user_name: string) {
  const first = await fetch(authorizeUrl)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  const post = (page: string, form: Record<string, string>) =>
    fetch(new URL(page, authorizeUrl), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ flow, ...form }),
      redirect: 'manual',
    })
  await post('sign-in', { user_name, password: 'pass' })
  return (await post('consent', { decision: 'allow' })).headers.get('location') ?? ''
}

const retrieved = (path: string) =>
  eventually(async () => {
    const { body } = await acme('GET', path)
    return body.retrieval.state === 'done' && body
  }, 120_000)

/** Everything that the API returns about a user, decrypted. */
async function readAll(user_id: string, path: string) {
  const submissions = (await acme('GET', `/payroll/${user_id}?limit=100`)).body.payroll_submissions
  const income = (await acme('GET', `/users/${user_id}/income`)).body
  const [newest] = submissions
  const provenance = (await acme('GET', `/payroll/${user_id}/${newest.id}/provenance`)).body
  return { submissions, income, provenance, account: (await acme('GET', path)).body }
}

async function dumpDatabase(): Promise<string[]> {
  const tables = await runSql(
    database.superuserUrl,
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const rows: string[] = []
  // One table after the other: each query has a connection of its own, and there are more tables than connections left.
  for (const { name } of tables)
    for (const { row } of await runSql(
      database.superuserUrl,
      `select to_jsonb(t)::text as row from ${name} t`,
    ))
      rows.push(row as string)
  return rows
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

/** Values of other employees that the payroll contains. */
function canariesOf(person: SimulatedPerson) {
  const employers = [...new Map(person.jobs.map(({ employer }) => [employer.id, employer])).values()]
  const clock = openClock(new Date('2026-11-15T12:00:00Z'))
  const invented = Array.from({ length: 200 }, (_, n) => world.inventedPerson(101 + n))
  const isColleague = ({ jobs }: SimulatedPerson) =>
    jobs.some((job) => employers.some(({ id }) => id === job.employer.id))
  const others = [
    ...employers.flatMap((employer) => staffOf({ world, clock }, employer, person)).map((one) => one.person),
    ...invented.filter(isColleague),
  ].filter(({ userName }) => userName !== person.userName)
  return others.flatMap((other) => [
    other.niNumber,
    other.email,
    `${other.forename} ${other.surname}`,
    other.bank.accountNumber,
    other.phone,
    other.uniqueTaxReference,
  ])
}

/** Removes ids and encrypted columns: an account number of 8 digits is in a few megabytes of them by chance. */
const withoutRandomDigits = (text: string) =>
  text.replaceAll(/\\\\x[0-9a-f]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')

/** Searches replies, database, log and stored files for values of other employees. */
function expectNothingOfOthers(person: SimulatedPerson, user_id: string, all: object, database: string[]) {
  const canaries = canariesOf(person)
  expect(canaries.length).toBeGreaterThan(15)
  const kept = {
    replies: JSON.stringify(all),
    database: database.join('\n'),
    log: service.output(),
    objects: filesIn(objects)
      .map((file) => readFileSync(file, 'latin1'))
      .join('\n'),
  }
  expect(kept.log.length).toBeGreaterThan(1_000)
  expect(kept.replies).toContain(person.niNumber)
  expect(kept.database).toContain(user_id)
  for (const [where, text] of Object.entries(kept)) {
    const readable = withoutRandomDigits(text)
    for (const canary of canaries) expect(readable.includes(canary), `${canary} in ${where}`).toBe(false)
  }
}

test.each(['freeagent', 'xero'] as const)(
  '%s: keeps the payslips of one employee and nothing of the others',
  async (provider) => {
    const person = personOf('wilhelmina.oakapple')
    const { user_id, path, page } = await connect(provider, { person })
    expect(page.text).toContain('You are connected')
    await retrieved(path)
    const all = await readAll(user_id, path)
    expect(all.submissions.length).toBeGreaterThan(10)
    const names = new Set(
      all.submissions.map((one: { identity_information: { name: string } }) => one.identity_information.name),
    )
    expect(names).toEqual(new Set(['Wilhelmina Oakapple']))

    expectNothingOfOthers(person, user_id, all, await dumpDatabase())
  },
)

test.each(['freeagent', 'xero'] as const)(
  '%s: flags a payroll that the person runs, and marks computed figures',
  async (provider) => {
    const { user_id, path } = await connect(provider, { person: personOf('henrietta.dovecote') })
    await retrieved(path)
    const { account, income, provenance } = await readAll(user_id, path)
    expect(account).toMatchObject({ status: 'AUTHORISED', self_administered: true })
    const finding = income.findings.find(({ code }: { code: string }) => code === 'self-administered-payroll')
    expect(finding).toMatchObject({ severity: 'medium' })
    expect(finding.submission_ids.length).toBeGreaterThan(10)
    const methods = new Map(
      provenance.values.map(({ path: at, method }: { path: string; method: string }) => [at, method]),
    )
    const earnings = 'income_information.earnings'
    expect(methods.get(`${earnings}.year_to_date.gross_pay`)).toBe('computed')
    expect(methods.get(`${earnings}.gross_pay`)).toBe(provider === 'freeagent' ? 'computed' : 'provider')
    expect(methods.get('income_information.deductions.income_tax')).toBe('provider')
  },
)

test('does not flag a payroll that a colleague opened', async () => {
  const [person, colleague] = [personOf('mabel.tanglewood'), personOf('henrietta.dovecote')]
  const { user_id, path } = await connect('xero', { person, signsIn: colleague })
  expect(await retrieved(path)).toMatchObject({ self_administered: false, user_name: colleague.email })
  const { income, submissions } = await readAll(user_id, path)
  expect(submissions[0].identity_information.NI_number).toBe(person.niNumber)
  expect(JSON.stringify(income.findings)).not.toContain('self-administered-payroll')
})

test.each(['freeagent', 'xero'] as const)(
  '%s: fails if the payroll does not list the person',
  async (provider) => {
    const { path, page } = await connect(provider, {
      person: personOf('barnaby.thistlewick'),
      signsIn: personOf('quentin.snowberry'),
    })
    expect(page.text).toContain('does not list you')
    expect((await acme('GET', path)).body).toMatchObject({ status: 'INVALID', self_administered: null })
    expect((await acme('GET', `${path}/history`)).body.history[0].reason).toBe('employee-not-found')
  },
)

/** Registers a person and looks for them at the direct providers. */
async function connectDirectly(person: SimulatedPerson, changes: object = {}) {
  const { user_id } = await createUser(acme, {
    forename: person.forename,
    surname: person.surname,
    date_of_birth: `${person.dateOfBirth}T00:00:00.000Z`,
    ni_number: person.niNumber,
    post_codes: person.addresses.map(({ postCode }) => postCode),
    payroll_period_months: 12,
    ...changes,
  })
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const connected = await acme('POST', '/accounts/direct-connections', { user_id })
  expect(connected.status, connected.text).toBe(201)
  const { accounts } = (await acme('GET', `/accounts?user_id=${user_id}`)).body
  return { user_id, accounts }
}

test('staffology: keeps the payslips of one employee and nothing of the others', async () => {
  const person = personOf('person.112')
  const { user_id, accounts } = await connectDirectly(person)
  expect(accounts).toMatchObject([{ payroll_provider: 'staffology', status: 'AUTHORISED' }])
  const all = await readAll(user_id, `/accounts/${accounts[0].account_id}`)
  expect(all.submissions.length).toBeGreaterThan(10)
  expect(all.submissions[0].employment_information.employer_tax_reference).toMatch(/^\d{3}\//)
  expectNothingOfOthers(person, user_id, all, await dumpDatabase())
})

test('staffology: finds a person only if every detail matches and the employer opted in', async () => {
  const otherBirthday = { date_of_birth: '1970-01-01T00:00:00.000Z' }
  expect((await connectDirectly(personOf('person.112'), otherBirthday)).accounts).toEqual([])
  const named = await connectDirectly(personOf('quentin.snowberry'))
  expect(named.accounts).toMatchObject([{ payroll_provider: 'sandbox-bureau' }])
})

test('fails if the consent covers several companies and none is named', async () => {
  const { path } = await connect('xero', { person: personOf('dashiell.pennyfeather') })
  expect((await acme('GET', `${path}/history`)).body.history[0].reason).toBe('company-not-found')
})
