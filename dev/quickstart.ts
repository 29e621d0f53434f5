import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Block } from '../docs/samples/blocks.ts'
import { openPage, readPage } from '../docs/samples/page.ts'
import { choosePort } from './services/ports.ts'
import { startTimeOf } from './services/processes.ts'
import { makeTestFolder } from './services/test-folder.ts'

// `npm run quickstart`: the quickstart page, from a clone of the last commit to its last line, as a newcomer goes through it
// and with the seconds of each step. Nothing of this checkout is used but its history.
const project = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/guides/quickstart.md'
const mostSeconds = 600
/** What the page is about: everything up to here has to fit into that time. */
const goal = 'user-payroll-submitted'

const root = makeTestFolder()
const clone = join(root, 'payproof')
const dev = join(clone, '.dev')
const begun = performance.now()
const secondsSince = (start: number) => (performance.now() - start) / 1000

/** Ends what was started. */
let end = async () => {}

async function walkThrough() {
  await timed('git clone', () => promisify(execFile)('git', ['clone', '--quiet', project, clone]))
  await choosePrivatePorts()
  const { blocks } = await readPage(clone, page)
  const steps = openPage(page, {
    project: clone,
    folder: clone,
    env: ownEnvironment(),
    settings: {},
    patienceMs: 300_000,
    visit: () => Promise.reject(new Error('the quickstart opens no page')),
  })
  end = async () => {
    await stopServices()
    await steps.close()
  }
  let arrived: number | undefined
  for (const block of blocks) {
    const step = forNewcomers(block)
    if (step.marks['not-run']) continue
    const isWork = step.language === 'sh' || step.marks.terminal
    await (isWork ? timed(titleOf(step), () => steps.take(step)) : steps.take(step))
    if (step.marks.terminal && step.code.includes(goal)) arrived = secondsSince(begun)
  }
  if (!arrived) throw new Error(`${page} does not show ${goal} in a terminal`)
  return arrived
}

/** Beside another `npm run dev` that is about to start, the usual ports would be free until both take them. */
async function choosePrivatePorts() {
  mkdirSync(dev)
  for (const name of ['api', 'sandbox'])
    writeFileSync(join(dev, `${name}-port`), String(await choosePort(undefined)))
}

/** What other runs of the page leave to this one. The clone is there already: it is what is looked at. */
function forNewcomers(block: Block): Block {
  const { 'not-run': reason, ...marks } = block.marks
  return reason?.includes('the quickstart test runs it') ? { ...block, marks } : block
}

/** That of whoever calls, without what `npm run` adds: the clone has programs of its own. */
function ownEnvironment() {
  // biome-ignore lint/style/noProcessEnv: the shells of a newcomer have it too.
  const known = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$)/.test(name))
  const { PATH = '', ...env } = Object.fromEntries(known) as Record<string, string>
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...env, PATH: path.join(':') }
}

const titleOf = ({ code }: Block) =>
  code
    .trim()
    .replaceAll(/\s*\n\s*/g, '; ')
    .slice(0, 90)

async function timed(title: string, work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  print(`${secondsSince(start).toFixed(1).padStart(6)} s  ${title}`)
}

/** As Ctrl-C in the first terminal, but for sure: its process is the holder of the folder. */
async function stopServices() {
  const lock = join(dev, 'lock')
  if (!existsSync(lock)) return
  const { pid, startTime } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; startTime: string }
  if (startTimeOf(pid) === startTime) process.kill(pid, 'SIGINT')
  for (let tries = 0; startTimeOf(pid) === startTime && tries < 300; tries++) await sleep(100)
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function leave() {
  await end()
  rmSync(root, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => leave().finally(() => process.exit(1)))

try {
  const arrived = await walkThrough()
  print(`${arrived.toFixed(1).padStart(6)} s  from the clone to the verified webhook with payslips`)
  print(`${secondsSince(begun).toFixed(1).padStart(6)} s  in all`)
  if (arrived > mostSeconds) throw new Error(`more than ${mostSeconds} s`)
} catch (error) {
  print((error as Error).message)
  process.exitCode = 1
} finally {
  await leave()
}
