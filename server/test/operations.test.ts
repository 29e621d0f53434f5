import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dashboardFiles } from '../../dev/dashboards.ts'
import { findPromtool } from '../../dev/prometheus.ts'
import { startApi } from './api.ts'
import { atEnd } from './at-end.ts'

// Checks the operator's metrics table, alert rules and dashboards against each other and the metrics endpoint.

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const read = (path: string) => readFileSync(at(path), 'utf8')
const api = await startApi({ METRICS_WEBHOOKS: 'true' })
const rules = read('deploy/telemetry/alerts.yaml')

type Metric = { name: string; type: string; labels: string[] }

const documented: Metric[] = [
  ...read('docs/operations/metrics.md').matchAll(/^\| `(payproof_\w+)` \| (\w+) \| ([^|]+) \|/gm),
].map(([, name = '', type = '', labels = '']) => ({
  name,
  type,
  labels: labels.trim() === '–' ? [] : labels.trim().split(', ').sort(),
}))

async function promtool(...args: string[]) {
  const program = findPromtool()
  if (!program) throw new Error('promtool is not here; node dev/prometheus.ts fetches it')
  return execFileSync(program, args, { encoding: 'utf8', cwd: at('deploy/telemetry') })
}

/** Returns the metric names in an expression, as listed in the table. */
const metricsIn = (text: string) =>
  [...new Set([...text.matchAll(/\bpayproof_\w+/g)].map(([name]) => name))].map((name) =>
    documented.some((metric) => metric.name === name) ? name : name.replace(/_(bucket|count|sum)$/, ''),
  )

test('the metrics table lists exactly the metrics of a process', async () => {
  // Some metrics appear only after their first event, so a request is made first.
  await api.acme('GET', '/users')
  const { text } = await api.anonymous('GET', '/metrics')
  const exported = [...text.matchAll(/^# TYPE (payproof_\w+) (\w+)$/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  expect(exported.toSorted()).toEqual(documented.map(({ name, type }) => `${name} ${type}`).sort())

  const labelsOf = new Map(documented.map(({ name, labels }) => [name, labels]))
  const shown = [...text.matchAll(/^(payproof_\w+)\{([^}]*)\}/gm)].map(([, name = '', labels = '']) => {
    const [metric = name] = metricsIn(name)
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== 'le')
    return { metric, names: names.sort() }
  })
  expect(shown.length).toBeGreaterThan(30)
  for (const { metric, names } of shown) expect(names, metric).toEqual(labelsOf.get(metric))
})

test('promtool accepts the rules and the example, and the expected alerts fire', async () => {
  expect(await promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
  expect(await promtool('check', 'config', '--syntax-only', 'prometheus.yaml')).toContain('SUCCESS')
  expect(await promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
})

test('rules and SLOs use existing metrics only, and every alert is documented', () => {
  const names = new Set(documented.map(({ name }) => name))
  for (const text of [rules, read('docs/operations/slo.md')]) {
    expect(metricsIn(text).filter((name) => !names.has(name))).toEqual([])
  }
  const recorded = new Set([...rules.matchAll(/record: (payproof:\S+)/g)].map(([, name]) => name))
  for (const [used] of `${rules} ${read('docs/operations/slo.md')}`.matchAll(/payproof:\w+:\w+/g)) {
    expect(recorded).toContain(used)
  }
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const explained = [...read('docs/operations/alerts.md').matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(explained).toEqual(expect.arrayContaining(alerts))
  expect(explained).toHaveLength(alerts.length)
})

test('the dashboards match their definition, have valid expressions, and show every metric', async () => {
  const files = dashboardFiles()
  const folder = at('deploy/telemetry/dashboards')
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort())
  for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text)

  const targets = [...files.values()].flatMap((text) =>
    (JSON.parse(text).panels as { targets: { expr: string }[] }[]).flatMap(({ targets }) => targets),
  )
  const expressions = targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))
  const folderOfRules = mkdtempSync(join(tmpdir(), 'dashboards-'))
  atEnd(async () => rmSync(folderOfRules, { recursive: true }))
  const list = expressions.map((expr, n) => ({ record: `panel:${n}`, expr }))
  // JSON is valid YAML, so the file can be written as JSON.
  writeFileSync(
    join(folderOfRules, 'panels.yaml'),
    JSON.stringify({ groups: [{ name: 'panels', rules: list }] }),
  )
  expect(await promtool('check', 'rules', join(folderOfRules, 'panels.yaml'))).toContain(
    `${list.length} rules found`,
  )
  // The rules are included, because SLO panels use the recording rules.
  const shown = metricsIn(`${expressions.join(' ')} ${rules}`)
  expect(documented.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([])
})
