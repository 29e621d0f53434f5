import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../server/src/config.ts'
import { listLanes } from '../server/src/process/lanes.ts'

// The manifests of a cell: held against the schemas of Kubernetes, and against what the service itself knows.

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = join(project, 'deploy/kubernetes/')
type Thing = {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: as YAML has it; the schemas are what checks it.
  [field: string]: any
}
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
const things: Thing[] = files.flatMap((file) =>
  parseAllDocuments(readFileSync(folder + file, 'utf8')).map((document) => {
    expect(document.errors, file).toEqual([])
    return { file, ...document.toJS() }
  }),
)
const [kustomization] = things.filter(({ kind }) => kind === 'Kustomization')
const applied = things.filter(({ file }) => kustomization?.resources.includes(file))
const named = (kind: string) => applied.filter((thing) => thing.kind === kind)
const deployments = named('Deployment')
const pods = [...deployments, ...named('Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec.template.metadata.labels,
  spec: spec.template.spec,
  container: spec.template.spec.containers[0],
}))
const namesOf = (list: { metadata: { name: string } }[]) => list.map(({ metadata }) => metadata.name).sort()

const objects = things.filter(({ kind }) => kind !== 'Kustomization')

test('values are of the kinds that Kubernetes expects', async () => {
  for (const { file, ...thing } of objects) {
    const models = await import(/* @vite-ignore */ `kubernetes-models/${thing.apiVersion}`)
    const model = new models[thing.kind](thing)
    expect(() => model.validate(), `${thing.kind} ${thing.metadata.name} in ${file}`).not.toThrow()
  }
})

test('fields are those that Kubernetes knows', async () => {
  // Schemas let a misspelt field pass; types of literals do not.
  const program = objects.map(
    ({ file: _, ...thing }, n) =>
      `import type { I${thing.kind} as T${n} } from 'kubernetes-models/${thing.apiVersion}/${thing.kind}'\n` +
      `export const thing${n}: T${n} = ${JSON.stringify(thing)}\n`,
  )
  // Inside the project, so that its modules are found.
  const place = await mkdtemp(join(project, 'node_modules/.manifests-'))
  const path = join(place, 'manifests.ts')
  await writeFile(path, program.join(''))
  const tsc = join(project, 'node_modules/.bin/tsc')
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, path]).catch(
    (failure) => failure,
  )
  await rm(place, { recursive: true })
  expect(stdout).toBe('')
})

test('every file is applied but the example of secrets', () => {
  const unused = files.filter((file) => !kustomization?.resources.includes(file))
  expect(unused.sort()).toEqual(['kustomization.yaml', 'secrets.example.yaml'])
  for (const { kind, metadata } of applied)
    if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe('payproof')
})

test.each(pods.map((pod) => [pod.name, pod] as const))(
  '%s can do no more than it must',
  (_, { spec, container }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: expect.any(String) } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.limits.memory).toBeTruthy()
    expect(container.env ?? []).not.toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(/(KEY|URL|TOKEN)$/) }),
    )
  },
)

test('each lane has one sort of worker, and each process stops in time', () => {
  const lanes = pods.flatMap(({ container: { args } }) => (args[0] === 'worker' ? args.slice(1) : []))
  expect(lanes.sort()).toEqual(
    listLanes('')
      .map(({ name }) => name)
      .sort(),
  )
  // Fifteen seconds of draining at most, thirty to finish (main.ts).
  for (const { spec, name } of pods)
    expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(50)
})

test('only those who talk to providers and receivers may go out', () => {
  const out = pods.filter(({ labels }) => labels['payproof/way-out'] === 'true').map(({ name }) => name)
  expect(out.sort()).toEqual(['worker-connect', 'worker-deliver', 'worker-tax'])
  const [wayOut] = named('NetworkPolicy').filter(({ metadata }) => metadata.name === 'way-out')
  expect(wayOut?.spec.podSelector.matchLabels).toEqual({ 'payproof/way-out': 'true' })
  const [nothing] = named('NetworkPolicy').filter(({ metadata }) => metadata.name === 'nothing')
  expect(nothing?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  for (const { labels, name } of pods) expect(labels['app.kubernetes.io/part-of'], name).toBe('payproof')
})

test('budgets, autoscalers and services point at what is there', () => {
  expect(namesOf(named('PodDisruptionBudget'))).toEqual(namesOf(deployments))
  const scaled = named('HorizontalPodAutoscaler')
  expect(scaled.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(
    scaled.map(({ metadata }) => metadata.name),
  )
  // Whoever is scaled has no number of its own, which every release would set back.
  for (const { metadata, spec } of deployments)
    expect(spec.replicas !== undefined, metadata.name).toBe(!namesOf(scaled).includes(metadata.name))
  for (const { metadata, spec } of [...deployments, ...named('PodDisruptionBudget')])
    expect(spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': metadata.name })
  for (const { spec } of scaled)
    for (const { external } of spec.metrics)
      if (external) expect(listLanes('', [external.metric.selector.matchLabels.lane])).toHaveLength(1)
})

test('the settings are those of the service, and every file they name is in a secret', () => {
  const [settings] = named('ConfigMap')
  const { data } = settings as Thing
  const secrets = things.filter(({ kind }) => kind === 'Secret')
  const textIn = (path: string) =>
    secrets.flatMap(({ stringData }) => stringData[path.split('/').at(-1) ?? ''] ?? [])[0]
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries<string>(data)) {
    const isFile = name.endsWith('_FILE')
    if (value.startsWith('/run/secrets/')) expect(textIn(value), name).toBeTruthy()
    environment[isFile ? name.slice(0, -5) : name] = isFile ? (textIn(value) ?? '') : value
  }
  expect(Object.keys(readConfig(environment))).toEqual(expect.arrayContaining(Object.keys(environment)))
})
