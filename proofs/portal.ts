import { readCatalogue } from '../server/src/connectors/catalogue.ts'
import type { LoginConnector } from '../server/src/connectors/connector.ts'
import { openConnectors } from '../server/src/connectors/registry.ts'
import { openBrowsers } from '../server/src/connectors/web-portal/browsers.ts'
import { aTalk } from '../server/test/connectors/test-context.ts'
import { openSandboxProcess, type Sandbox } from '../server/test/sandbox-process.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { openWatch } from './portal/processes.ts'
import { type Course, type Outcome, provider, retrieveOnce } from './portal/retrieval.ts'

const catalogue = new URL('../server/catalogues/sandbox.json', import.meta.url).pathname
const atOnce = 4
/** One that takes visits; those that were replaced stay while a visit is open in them, and no longer. */
const mostBrowsers = atOnce + 1

/** What happens to the retrievals, one after the other; half of them go undisturbed. */
const courses: Course[] = [
  'pass',
  'drop:list',
  'pass',
  'slow:1',
  'pass',
  'drop:payslip',
  'pass',
  'slow:2',
  'pass',
  'drop:login',
] as Course[]

/** Retrieves payslips from a provider with only a website, which is slow and drops connections. */
export async function prove({ full }: ProveOptions) {
  const [retrievals, since, visitsEach] = full ? [100, '2025-12-01', 60] : [6, '2026-04-01', 8]
  const sandbox = await openSandboxProcess({ clock: '2026-06-15T09:00:00Z' })
  const browsers = openBrowsers({
    executablePath: '/usr/bin/chromium-headless-shell',
    most: atOnce,
    visitsEach,
  })
  const watch = openWatch(() => browsers.open())
  try {
    const talk = aTalk(browsers)
    const outcomes = await runAll(retrievals, (n) =>
      retrieveOnce(
        { portal: portalOf(sandbox), sandbox, talk },
        n,
        courses[n % courses.length] ?? 'pass',
        since,
      ),
    )
    await browsers.close()
    const left = await watch.left()
    return verdict(outcomes, { ...watch.seen(), left })
  } finally {
    watch.stop()
    await browsers.close()
    await sandbox.stop()
  }
}

function portalOf(sandbox: Sandbox): LoginConnector {
  const connector = openConnectors(readCatalogue(catalogue, { sandboxUrl: sandbox.url })).get(provider)
  if (connector?.way !== 'login') throw new Error(`${provider} is no provider to sign in at`)
  return connector
}

async function runAll(count: number, run: (n: number) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      const outcome = await run(n)
      outcomes.push(outcome)
      if (outcome.problem !== null) print(`  ${outcome.course}: ${outcome.problem}`)
      if (outcomes.length % 20 === 0) print(`  ${outcomes.length} of ${count} done`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return outcomes
}

type Watched = {
  browsers: number
  processes: number
  replaced: number
  mbEach: number
  mbBrowser: number
  left: number
}

function verdict(outcomes: Outcome[], { browsers, processes, replaced, mbEach, mbBrowser, left }: Watched) {
  const good = outcomes.filter(({ problem }) => problem === null)
  for (const [course, some = []] of Object.entries(Object.groupBy(outcomes, ({ course }) => course)))
    print(`  ${some.length} × ${course}: ${seconds(some)}, ${sum(some, 'payslips')} payslips`)
  print(
    `  ${sum(outcomes, 'typedAgain')} people typed their password again: their first one was cut off, and is not sent twice`,
  )
  print(
    `  Chromium: ${replaced} started, at most ${browsers} at once with ${processes} processes, ${left} left`,
  )
  print(`  memory (PSS): ${mbBrowser} MB before the first page, ${mbEach} MB for each open session beside`)
  const least = Math.ceil(outcomes.length * 0.99)
  return [
    measure('retrievals right to the penny', good.length, { atLeast: least }),
    measure('retrievals', outcomes.length),
    measure('payslips', sum(good, 'payslips')),
    measure('Chromium instances started', replaced, { atLeast: 1 }),
    measure('Chromium instances at once', browsers, { atMost: mostBrowsers }),
    measure('Chromium processes left running', left, { exactly: 0 }),
    measure('memory per open session', mbEach, { unit: 'MB' }),
    measure('median retrieval', secondsAt(good, 0.5), { unit: 's', timed: true }),
  ]
}

const sum = (outcomes: Outcome[], field: 'payslips' | 'typedAgain') =>
  outcomes.reduce((total, outcome) => total + outcome[field], 0)

function secondsAt(outcomes: Outcome[], share: number): number {
  const sorted = outcomes.map(({ seconds }) => seconds).sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

const seconds = (outcomes: Outcome[]) =>
  `${secondsAt(outcomes, 0.5).toFixed(1)} s each (slowest ${secondsAt(outcomes, 1).toFixed(1)} s)`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
