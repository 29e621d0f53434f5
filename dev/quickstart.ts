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

// `npm run quickstart`: runs every command of the quickstart page in a clone of the last commit, as a newcomer would,
// and times each step. It uses only the history of this checkout.
const project = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/guides/quickstart.md'
const maxSeconds = 600
/** The event at the end of the quickstart; it must arrive within maxSeconds. */
const goal = 'user-payroll-submitted'

const root = makeTestFolder()
const clone = join(root, 'payproof')
const dev = join(clone, '.dev')
const startedAt = performance.now()
const secondsSince = (start: number) => (performance.now() - start) / 1000

/** Stops everything that was started. */
let stopAll = async () => {}

async function runQuickstart() {
  await timed('git clone', () => promisify(execFile)('git', ['clone', '--quiet', project, clone]))
  await choosePrivatePorts()
  const { blocks } = await readPage(clone, page)
  const steps = openPage(page, {
    project: clone,
    folder: clone,
    env: ownEnvironment(),
    settings: {},
    timeoutMs: 300_000,
    visit: () => Promise.reject(new Error('the quickstart opens no page')),
  })
  stopAll = async () => {
    await stopServices()
    await steps.close()
  }
  let secondsToGoal: number | undefined
  for (const block of blocks) {
    const step = enableQuickstartOnly(block)
    if (step.marks['not-run']) continue
    const isWork = step.language === 'sh' || step.marks.terminal
    await (isWork ? timed(titleOf(step), () => steps.runBlock(step)) : steps.runBlock(step))
    if (step.marks.terminal && step.code.includes(goal)) secondsToGoal = secondsSince(startedAt)
  }
  if (!secondsToGoal) throw new Error(`${page} does not show ${goal} in a terminal`)
  return secondsToGoal
}

/**
 * Chooses ports other than the defaults, because another `npm run dev` that starts at the same time would compete for
 * them.
 */
async function choosePrivatePorts() {
  mkdirSync(dev)
  for (const name of ['api', 'sandbox'])
    writeFileSync(join(dev, `${name}-port`), String(await choosePort(undefined)))
}

/** Enables the blocks that only this run executes; the other tests of the page skip them. */
function enableQuickstartOnly(block: Block): Block {
  const { 'not-run': reason, ...marks } = block.marks
  return reason?.includes('the quickstart test runs it') ? { ...block, marks } : block
}

/**
 * Returns the caller's environment without the variables that `npm run` adds, so that the clone uses its own
 * node_modules.
 */
function ownEnvironment() {
  // biome-ignore lint/style/noProcessEnv: the shells of a newcomer have it too.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$)/.test(name))
  const { PATH = '', ...env } = Object.fromEntries(inherited) as Record<string, string>
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...env, PATH: path.join(':') }
}

const titleOf = ({ code }: Block) =>
  code
    .trim()
    .replaceAll(/\s*\n\s*/g, '; ')
    .slice(0, 90)

async function timed(title: string, run: () => Promise<unknown>) {
  const start = performance.now()
  await run()
  print(`${secondsSince(start).toFixed(1).padStart(6)} s  ${title}`)
}

/** Sends SIGINT, as Ctrl-C does, to the process that holds the lock of .dev/. */
async function stopServices() {
  const lock = join(dev, 'lock')
  if (!existsSync(lock)) return
  const { pid, startTime } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; startTime: string }
  if (startTimeOf(pid) === startTime) process.kill(pid, 'SIGINT')
  for (let attempt = 0; startTimeOf(pid) === startTime && attempt < 300; attempt++) await sleep(100)
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function cleanUp() {
  await stopAll()
  rmSync(root, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => cleanUp().finally(() => process.exit(1)))

try {
  const secondsToGoal = await runQuickstart()
  print(`${secondsToGoal.toFixed(1).padStart(6)} s  from the clone to the verified webhook with payslips`)
  print(`${secondsSince(startedAt).toFixed(1).padStart(6)} s  in total`)
  if (secondsToGoal > maxSeconds) throw new Error(`more than ${maxSeconds} s`)
} catch (error) {
  print((error as Error).message)
  process.exitCode = 1
} finally {
  await cleanUp()
}
