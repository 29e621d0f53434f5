import { startDnsServer } from '../../server/test/dns-server.ts'
import { type Measurement, measure, measureFindings } from '../harness/measurement.ts'
import { type Findings, listRows } from '../programs/findings.ts'
import { attempt, type RuleSet } from './attempts.ts'
import { goodNames, listCases, listTargets, rebindingName } from './cases.ts'
import { makeCertificate } from './certificate.ts'
import { runControls } from './controls.ts'
import { takeAllAddresses } from './network.ts'
import { startRecorder } from './recorder.ts'

/** Minimum number of URLs; fewer would prove little. */
const minUrls = 500

// The parent process has exited, so this process exits, too.
process.on('disconnect', () => process.exit(1))
takeAllAddresses(process.argv[2] ?? '')
const measurements = await judge()
process.send?.(measurements, () => process.exit())

async function judge(): Promise<Measurement[]> {
  const certificate = makeCertificate([...Object.values(goodNames), rebindingName])
  const recorder = await startRecorder(certificate)
  const { cases, zone } = listCases()
  const { server } = await startDnsServer(zone, 53)

  for (const [kind, { length }] of Map.groupBy(cases, ({ kind }) => kind)) print(`  ${kind}: ${length}`)
  const control = await runControls(server, cases, recorder)
  print(
    `  without the guard: ${control.inside} connections to internal addresses, ${control.ranges} ranges seen`,
  )
  const findings = [control.findings]
  const ruleSets = listRuleSets({ dnsServers: [server], ca: certificate.cert })
  for (const ruleSet of ruleSets) {
    const { title } = ruleSet
    const attempted = await attempt(ruleSet, cases, recorder)
    findings.push(attempted.findings)
    print(`  ${title}: ${attempted.outside} external connections, ${attempted.loopback} to loopback`)
  }

  const all = merge(findings)
  for (const line of listRows(all)) print(line)
  const targets = new Set(cases.map(({ target }) => target)).size
  return [
    ...measureFindings(all, ['forbidden connections']),
    measure('URLs', targets, { atLeast: minUrls }),
    measure('addresses', listTargets().length),
    measure('rule sets', ruleSets.length),
    measure('internal connections without the guard', control.inside, { atLeast: minUrls }),
  ]
}

function listRuleSets(common: { dnsServers: string[]; ca: string }): RuleSet[] {
  const sandbox = { environment: 'sandbox', ports: [80, 443, 8443], ...common } as const
  const production = { environment: 'production', ports: [443, 8443], ...common } as const
  return [
    { title: 'production', scheme: 'https', rules: { ...production, allowLoopback: false } },
    { title: 'sandbox', scheme: 'http', rules: { ...sandbox, allowLoopback: false } },
    { title: 'sandbox with loopback', scheme: 'http', rules: { ...sandbox, allowLoopback: true } },
  ]
}

function merge(all: Findings[]): Findings {
  const merged: Findings = {}
  for (const findings of all) {
    for (const [kind, rows] of Object.entries(findings)) merged[kind] = [...(merged[kind] ?? []), ...rows]
  }
  return merged
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
