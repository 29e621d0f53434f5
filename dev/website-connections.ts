import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { choosePort } from './services/ports.ts'

// `npx node dev/website-connections.ts [COUNT]`: starts the development instance as `npm run dev` does, with its own ports and data,
// connects people to the website provider one after the other, and compares every payslip with the sandbox's own record.

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const provider = 'sandbox-portal'
const defaultCount = 50
/** Two or three payslips for people who are paid monthly; the website is read page by page. */
const lookbackDays = 75
const dayMs = 86_400_000
/** Building the pages takes minutes on a loaded machine. */
const startTimeoutMs = 15 * 60_000
const deliveryTimeoutMs = 3 * 60_000
const pollMs = 500

type Instance = { url: string; apiKey: string; sandboxUrl: string }
type PayLine = { pay_date: string; gross: string; net: string }
type Person = {
  identity: {
    forename: string
    surname: string
    ni_number: string
    date_of_birth: string
    addresses: { post_code: string }[]
  }
}
export type WebsiteConnection = {
  userName: string
  payslips: number
  /** From the request that connects to the last payslip. */
  ms: number
  problem: string | null
}

/** Connects as many people as wanted, one after the other. Each has at least one payslip to deliver. */
export async function connectWebsites(
  count: number,
  say: (line: string) => void,
): Promise<WebsiteConnection[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-websites-'))
  const { instance, stop } = await startInstance(folder, say)
  try {
    const since = new Date((await readClock(instance)).getTime() - lookbackDays * dayMs)
      .toISOString()
      .slice(0, 10)
    const connections: WebsiteConnection[] = []
    for (let n = 1; connections.length < count; n++) {
      const userName = `person.${n}`
      const expected = await readTruth(instance, userName, since)
      if (expected.length === 0) continue
      const connection = await connectOne(instance, { userName, since, expected })
      connections.push(connection)
      say(`${connections.length} of ${count}: ${describe(connection)}`)
    }
    return connections
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const describe = ({ userName, payslips, ms, problem }: WebsiteConnection) =>
  `${userName} ${problem ?? `delivered ${payslips} payslips`} in ${(ms / 1000).toFixed(1)} s`

async function startInstance(folder: string, say: (line: string) => void) {
  // dev.ts prefers the ports in these files.
  for (const name of ['api', 'sandbox'])
    writeFileSync(join(folder, `${name}-port`), String(await choosePort(undefined)))
  const child = spawn(process.execPath, [join(project, 'dev/dev.ts'), '--folder', folder], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => stopChild(child)
  try {
    await readUntilRunning(child, say)
  } catch (error) {
    await stop()
    throw error
  }
  return { instance: readInstance(folder), stop }
}

function readUntilRunning(child: ChildProcess, say: (line: string) => void) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The instance did not start in time')), startTimeoutMs)
    child.once('exit', (code) => reject(new Error(`dev.ts ended with ${code}`)))
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const line of text.split('\n')) if (line.includes('✓') || line.includes('✗')) say(line.trim())
      if (!output.includes('Ctrl-C stops everything')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function readInstance(folder: string): Instance {
  const text = readFileSync(join(folder, 'env'), 'utf8')
  const variable = (name: string) => new RegExp(`${name}='(.+)'`).exec(text)?.[1] ?? ''
  return {
    url: variable('PAYPROOF_URL'),
    apiKey: variable('PAYPROOF_API_KEY'),
    sandboxUrl: variable('SANDBOX_URL'),
  }
}

async function call<Reply>(
  { url, apiKey }: Instance,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const reply = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<Reply>
}

async function control<Reply>({ sandboxUrl }: Instance, path: string): Promise<Reply> {
  const reply = await fetch(`${sandboxUrl}/controls${path}`)
  if (!reply.ok) throw new Error(`GET /controls${path} returned ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<Reply>
}

async function readClock(instance: Instance) {
  return new Date((await control<{ now: string }>(instance, '/clock')).now)
}

type TruePayslip = { paid_on: string; totals: { gross: string; net: string } }

/** The sandbox's own record of a person's pay. */
async function readTruth(instance: Instance, userName: string, since: string): Promise<PayLine[]> {
  const { payslips } = await control<{ payslips: TruePayslip[] }>(
    instance,
    `/people/${userName}/payslips?limit=100`,
  )
  return payslips
    .filter(({ paid_on }) => paid_on >= since)
    .map(({ paid_on, totals: { gross, net } }) => ({ pay_date: paid_on, gross, net }))
}

type Case = { userName: string; since: string; expected: PayLine[] }

async function connectOne(
  instance: Instance,
  { userName, since, expected }: Case,
): Promise<WebsiteConnection> {
  const startedAt = performance.now()
  const result = (payslips: number, problem: string | null): WebsiteConnection => ({
    userName,
    payslips,
    ms: performance.now() - startedAt,
    problem,
  })
  try {
    const userId = await register(instance, userName)
    await call(instance, 'POST', '/accounts', {
      user_id: userId,
      payroll_provider: provider,
      user_name: userName,
      password: 'pass',
      from: since,
    })
    const delivered = await waitForPay(instance, userId, expected.length)
    const isSame = textOf(delivered) === textOf(expected)
    return result(
      delivered.length,
      isSame ? null : `delivered ${textOf(delivered)} instead of ${textOf(expected)}`,
    )
  } catch (error) {
    return result(0, (error as Error).message)
  }
}

const textOf = (lines: PayLine[]) =>
  lines
    .map(({ pay_date, gross, net }) => `${pay_date} ${gross} ${net}`)
    .sort()
    .join(', ')

/** A user with the person's own details, who has accepted the terms. */
async function register(instance: Instance, userName: string) {
  const { identity } = await control<Person>(instance, `/people/${userName}`)
  const { forename, surname, ni_number, date_of_birth, addresses } = identity
  const { user_id } = await call<{ user_id: string }>(instance, 'POST', '/users', {
    forename,
    surname,
    ni_number,
    date_of_birth,
    post_codes: addresses.map(({ post_code }) => post_code).slice(0, 5),
    payroll_period_months: 3,
  })
  await call(instance, 'POST', '/authorisations', { user_id, user_agent: 'website-connections' })
  return user_id
}

type Submission = {
  income_information: { pay_date: string; earnings: { gross_pay: string; net_pay: string } }
}

/** The payslips of a user, once there are as many as expected; fewer after the timeout. */
async function waitForPay(instance: Instance, userId: string, count: number): Promise<PayLine[]> {
  const deadline = performance.now() + deliveryTimeoutMs
  for (;;) {
    const { payroll_submissions } = await call<{ payroll_submissions: Submission[] }>(
      instance,
      'GET',
      `/payroll/${userId}?limit=100`,
    )
    if (payroll_submissions.length >= count || performance.now() > deadline)
      return payroll_submissions.map(({ income_information: { pay_date, earnings } }) => ({
        pay_date: pay_date.slice(0, 10),
        gross: earnings.gross_pay,
        net: earnings.net_pay,
      }))
    await sleep(pollMs)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = Number(process.argv[2] ?? defaultCount)
  const connections = await connectWebsites(count, (line) => process.stdout.write(`${line}\n`))
  const delivered = connections.filter(({ problem }) => problem === null)
  const seconds = connections.map(({ ms }) => ms / 1000).toSorted((a, b) => a - b)
  const payslips = delivered.reduce((sum, connection) => sum + connection.payslips, 0)
  process.stdout.write(
    `${delivered.length} of ${connections.length} connections delivered, ${payslips} payslips; ` +
      `median ${seconds[Math.floor(seconds.length / 2)]?.toFixed(1)} s, longest ${seconds.at(-1)?.toFixed(1)} s\n`,
  )
  process.exitCode = delivered.length === connections.length ? 0 : 1
}
