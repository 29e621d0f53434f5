import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { choosePort } from '../../dev/services/ports.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { createUser } from './trial-user.ts'

// Installs the tarball in an empty folder as an unprivileged user with the machine's own Node, and uses the sandbox as the
// quickstart does. Needs the npm registry.

const timeoutMs = 15 * 60_000
const project = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'payproof-trial-'))
atEnd(() => rmSync(root, { recursive: true, force: true }))
chmodSync(root, 0o755)
const folder = join(root, 'empty')
const data = join(root, 'data')
const user = createUser(root)
atEnd(user.remove)
for (const path of [folder, data]) {
  mkdirSync(path)
  chownSync(path, user.uid, user.gid)
}

const [api, sandbox, inbox] = [
  await choosePort(undefined),
  await choosePort(undefined),
  await choosePort(undefined),
]
const url = `http://127.0.0.1:${api}`
const options = [
  '--data',
  data,
  '--port',
  `${api}`,
  '--sandbox-port',
  `${sandbox}`,
  '--mail-port',
  `${inbox}`,
]

async function installTarball() {
  const built = join(root, 'built')
  await promisify(execFile)(process.execPath, [join(project, 'payproof-sandbox/scripts/build.ts'), built])
  await promisify(execFile)('npm', ['pack', built, '--silent', '--pack-destination', root])
  rmSync(built, { recursive: true })
  const tarball = readdirSync(root).find((name) => name.endsWith('.tgz')) ?? ''
  await user.run('npm', ['install', '--no-audit', '--no-fund', join(root, tarball)], folder)
}

type Started = { process: ChildProcess; output(): string; ended: Promise<number | null> }

function start(program: string, args: string[]): Started {
  const child = user.spawn(program, args, folder)
  // After a failure. The programs end with the launcher.
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
    await waitForNoProcesses()
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { process: child, output: () => output, ended }
}

async function waitForText(started: Started, text: string | RegExp) {
  const deadline = performance.now() + timeoutMs / 3
  while (!started.output().match(text)) {
    if (started.process.exitCode !== null || performance.now() > deadline)
      throw new Error(`${text} does not appear in:\n${started.output()}`)
    await sleep(50)
  }
}

const startSandbox = async () => {
  const started = start('npx', ['--no-install', 'payproof-sandbox', ...options])
  await waitForText(started, 'Ctrl-C stops everything')
  return started
}

/** Sends Ctrl-C as a terminal does: to every process of the group. */
async function pressCtrlC(started: Started) {
  process.kill(-(started.process.pid ?? 0), 'SIGINT')
  await started.ended
  expect(started.output()).toContain('everything is stopped')
  await waitForNoProcesses()
  expect(user.processes()).toEqual([])
}

/** Wrappers such as npx may end before the program that they started. */
async function waitForNoProcesses() {
  for (let attempt = 0; user.processes().length > 0 && attempt < 300; attempt++) await sleep(100)
}

const variables = () =>
  Object.fromEntries(
    [...readFileSync(join(data, 'env'), 'utf8').matchAll(/^export (\w+)='(.*)'$/gm)].map(
      ([, name, value]) => [name, value],
    ),
  ) as Record<string, string>

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(url + path, {
    method,
    headers: { 'x-api-key': variables().PAYPROOF_API_KEY ?? '', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(reply.ok, `${method} ${path}: ${text}`).toBe(true)
  return JSON.parse(text)
}

const cli = (...args: string[]) => [join(project, 'cli/src/main.ts'), ...args]
const cliEnvironment = () => ({ PATH: '/usr/bin:/bin', HOME: root, ...variables() })

/** Registers a person, connects her payroll and returns her id when the verified webhook has arrived. */
async function connectUntilWebhook() {
  const listening = spawn(process.execPath, cli('webhooks', 'listen'), { env: cliEnvironment() })
  atEnd(() => listening.kill())
  let output = ''
  for (const stream of [listening.stdout, listening.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const receiver: Started = {
    process: listening,
    output: () => output,
    ended: new Promise((resolve) => listening.once('exit', resolve)),
  }
  await waitForText(receiver, 'listens at')
  const { user_id } = await call('POST', '/users', {
    forename: 'Wilhelmina',
    surname: 'Oakapple',
    date_of_birth: '1988-05-14',
    post_codes: ['BS6 9ZX'],
    ni_number: 'QQ474852A',
    payroll_period_months: 12,
  })
  await call('POST', '/authorisations', { user_id, user_agent: 'test' })
  const account = await call('POST', '/accounts', {
    user_id,
    payroll_provider: 'sandbox-payroll',
    user_name: 'wilhelmina.oakapple',
    password: 'pass',
  })
  expect(account.status).toBe('AUTHORISED')
  await waitForText(receiver, /user-payroll-submitted/)
  listening.kill('SIGINT')
  await receiver.ended
  return user_id as string
}

async function uploadPayslip(userId: string) {
  const file = join(root, 'payslip.pdf')
  const payslip = await fetch(
    `http://127.0.0.1:${sandbox}/controls/documents/payslip?user_name=wilhelmina.oakapple`,
  )
  writeFileSync(file, Buffer.from(await payslip.arrayBuffer()))
  const { stdout } = await promisify(execFile)(process.execPath, cli('documents', 'upload', userId, file), {
    env: cliEnvironment(),
  })
  return stdout
}

beforeAll(installTarball, timeoutMs)

test('the tarball runs for an unprivileged user, from an empty folder to a verified webhook', {
  timeout: timeoutMs,
}, async () => {
  expect(existsSync(join(folder, 'node_modules/@aws-sdk'))).toBe(false)

  const startedAt = performance.now()
  const first = await startSandbox()
  const secondsToStart = (performance.now() - startedAt) / 1000
  const printed = first.output()
  for (const line of [url, `${url}/console`, `http://127.0.0.1:${inbox}`, variables().PAYPROOF_API_KEY ?? ''])
    expect(printed).toContain(line)
  const userId = await connectUntilWebhook()
  const secondsToWebhook = (performance.now() - startedAt) / 1000
  process.stdout.write(
    `payproof-sandbox: ${secondsToStart.toFixed(1)} s to the first start, ${secondsToWebhook.toFixed(1)} s to the verified webhook\n`,
  )
  for (const page of ['/docs/', '/console/signin', '/journey.js'])
    expect((await fetch(url + page)).status, page).toBe(200)
  expect(await uploadPayslip(userId)).toContain('Brindlewick Ledger Services Ltd')
  await pressCtrlC(first)

  const restartedAt = performance.now()
  const second = await startSandbox()
  process.stdout.write(
    `payproof-sandbox: ${((performance.now() - restartedAt) / 1000).toFixed(1)} s to the second start\n`,
  )
  expect((await call('GET', `/users/${userId}`)).user_id).toBe(userId)
  expect((await call('GET', `/payroll/${userId}`)).payroll_submissions.length).toBeGreaterThan(11)
  await pressCtrlC(second)
})

test('a second sandbox in the same folder is refused while the first runs', {
  timeout: timeoutMs,
}, async () => {
  const first = await startSandbox()
  const ports = ['--port', `${await choosePort(undefined)}`]
  const second = start('npx', ['--no-install', 'payproof-sandbox', '--data', data, ...ports])
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/postmaster\.pid.*already exists/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await pressCtrlC(first)
})

test('root is refused with a reason', { timeout: timeoutMs }, async () => {
  if (process.getuid?.() !== 0) {
    expect(user.uid).not.toBe(0)
    return
  }
  const bin = join(folder, 'node_modules/.bin/payproof-sandbox')
  const result = execFileSync('sh', ['-c', `"${bin}" --data "${join(root, 'as-root')}" 2>&1 || true`])
  expect(result.toString()).toContain('PostgreSQL refuses to run as root')
})
