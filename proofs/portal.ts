import { readCatalogue } from '../server/src/connectors/catalogue.ts'
import type { LoginConnector } from '../server/src/connectors/connector.ts'
import { createConnectors } from '../server/src/connectors/registry.ts'
import { startBrowserProcess } from '../server/src/connectors/web-portal/browser-process/own-process.ts'
import { openBrowsers } from '../server/src/connectors/web-portal/browsers.ts'
import { endAll } from '../server/test/at-end.ts'
import { createTestContext } from '../server/test/connectors/test-context.ts'
import { openSandboxProcess, type Sandbox } from '../server/test/sandbox-process.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { openWatch } from './portal/processes.ts'
import { type Behaviour, type PortalRetrieval, provider, retrieveOnce } from './portal/retrieval.ts'

const catalogue = new URL('../server/catalogues/sandbox.json', import.meta.url).pathname
const concurrency = 4
/** One browser accepts sessions; replaced browsers close when their last session ends. */
const maxBrowsers = concurrency + 1

/** The website's behaviour for successive retrievals; half of them are undisturbed. */
const behaviours: Behaviour[] = [
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
] as Behaviour[]

/** Retrieves payslips from a provider that has only a website, which is slow and drops connections. */
export async function prove({ full }: ProveOptions) {
  const [retrievals, since, visitsEach] = full ? [100, '2025-12-01', 60] : [6, '2026-04-01', 8]
  const sandbox = await openSandboxProcess({ clock: '2026-06-15T09:00:00Z' })
  const browsers = openBrowsers({
    browserProcess: startBrowserProcess({
      executablePath: '/usr/bin/chromium-headless-shell',
      sandbox: 'required',
    }),
    maxVisits: concurrency,
    maxVisitsPerProcess: visitsEach,
  })
  const watch = openWatch(() => browsers.openVisits())
  try {
    const talk = createTestContext(browsers)
    const results = await runAll(retrievals, (n) =>
      retrieveOnce(
        { portal: portalOf(sandbox), sandbox, talk },
        n,
        behaviours[n % behaviours.length] ?? 'pass',
        since,
      ),
    )
    await browsers.close()
    const left = await watch.left()
    return verdict(results, { ...watch.statistics(), left })
  } finally {
    watch.stop()
    await browsers.close()
    await endAll()
    await sandbox.stop()
  }
}

function portalOf(sandbox: Sandbox): LoginConnector {
  const connector = createConnectors(readCatalogue(catalogue, { sandboxUrl: sandbox.url })).get(provider)
  if (connector?.authMethod !== 'login') throw new Error(`${provider} is not a login provider`)
  return connector
}

async function runAll(
  count: number,
  run: (n: number) => Promise<PortalRetrieval>,
): Promise<PortalRetrieval[]> {
  const results: PortalRetrieval[] = []
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      const result = await run(n)
      results.push(result)
      if (result.problem !== null) print(`  ${result.behaviour}: ${result.problem}`)
      if (results.length % 20 === 0) print(`  ${results.length} of ${count} done`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return results
}

type ProcessStatistics = {
  browsers: number
  processes: number
  replaced: number
  mbEach: number
  mbBrowser: number
  left: number
}

function verdict(results: PortalRetrieval[], statistics: ProcessStatistics) {
  const { browsers, processes, replaced, mbEach, mbBrowser, left } = statistics
  const good = results.filter(({ problem }) => problem === null)
  for (const [behaviour, some = []] of Object.entries(Object.groupBy(results, ({ behaviour }) => behaviour)))
    print(`  ${some.length} × ${behaviour}: ${seconds(some)}, ${sum(some, 'payslips')} payslips`)
  print(
    `  ${sum(results, 'typedAgain')} logins were repeated by the person after a dropped connection; none was retried automatically`,
  )
  print(
    `  Chromium: ${replaced} started, at most ${browsers} at once with ${processes} processes, ${left} left`,
  )
  print(
    `  memory (PSS): ${mbBrowser} MB before the first page, ${mbEach} MB for each open session in addition`,
  )
  const minGood = Math.ceil(results.length * 0.99)
  return [
    measure('retrievals correct to the penny', good.length, { atLeast: minGood }),
    measure('retrievals', results.length),
    measure('payslips', sum(good, 'payslips')),
    measure('Chromium instances started', replaced, { atLeast: 1 }),
    measure('most concurrent Chromium instances', browsers, { atMost: maxBrowsers }),
    measure('Chromium processes left running', left, { exactly: 0 }),
    measure('memory per open session', mbEach, { unit: 'MB' }),
    measure('median retrieval', secondsAt(good, 0.5), { unit: 's', timed: true }),
  ]
}

const sum = (results: PortalRetrieval[], field: 'payslips' | 'typedAgain') =>
  results.reduce((total, result) => total + result[field], 0)

function secondsAt(results: PortalRetrieval[], share: number): number {
  const sorted = results.map(({ seconds }) => seconds).sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

const seconds = (results: PortalRetrieval[]) =>
  `median ${secondsAt(results, 0.5).toFixed(1)} s, slowest ${secondsAt(results, 1).toFixed(1)} s`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
