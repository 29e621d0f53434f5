import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, readMigrationConfig } from '../server/src/config.ts'
import { listLanes } from '../server/src/process/lanes.ts'

// Validates the Kubernetes manifests of a cell against the Kubernetes schemas and the service's own settings and lanes.

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = join(project, 'deploy/kubernetes/')
type Manifest = {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: parsed YAML; the Kubernetes schemas validate it.
  [field: string]: any
}
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
const manifests: Manifest[] = files.flatMap((file) =>
  parseAllDocuments(readFileSync(folder + file, 'utf8')).map((document) => {
    expect(document.errors, file).toEqual([])
    return { file, ...document.toJS() }
  }),
)
const [kustomization] = manifests.filter(({ kind }) => kind === 'Kustomization')
const applied = manifests.filter(({ file }) => kustomization?.resources.includes(file))
const ofKind = (kind: string) => applied.filter((manifest) => manifest.kind === kind)
const deployments = ofKind('Deployment')
const pods = [...deployments, ...ofKind('Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec.template.metadata.labels,
  spec: spec.template.spec,
  container: spec.template.spec.containers[0],
  sidecars: spec.template.spec.initContainers ?? [],
}))
const namesOf = (list: { metadata: { name: string } }[]) => list.map(({ metadata }) => metadata.name).sort()

const objects = manifests.filter(({ kind }) => kind !== 'Kustomization')

test('values match the Kubernetes schemas', async () => {
  for (const { file, ...manifest } of objects) {
    const models = await import(/* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}`)
    const model = new models[manifest.kind](manifest)
    expect(() => model.validate(), `${manifest.kind} ${manifest.metadata.name} in ${file}`).not.toThrow()
  }
})

test('every field exists in Kubernetes', async () => {
  // The schemas accept misspelt fields; TypeScript's excess property check does not.
  const program = objects.map(
    ({ file: _, ...manifest }, n) =>
      `import type { I${manifest.kind} as T${n} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}'\n` +
      `export const thing${n}: T${n} = ${JSON.stringify(manifest)}\n`,
  )
  // The folder is inside the project, so that module resolution finds kubernetes-models.
  const folder = await mkdtemp(join(project, 'node_modules/.manifests-'))
  const path = join(folder, 'manifests.ts')
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
  await rm(folder, { recursive: true })
  expect(stdout).toBe('')
})

test('every file except the example secrets is in the kustomization', () => {
  const unused = files.filter((file) => !kustomization?.resources.includes(file))
  expect(unused.sort()).toEqual(['kustomization.yaml', 'secrets.example.yaml'])
  for (const { kind, metadata } of applied)
    if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe('payproof')
})

test.each(pods.map((pod) => [pod.name, pod] as const))(
  '%s runs with least privilege',
  (_, { spec, container, sidecars }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: expect.any(String) } },
    })
    for (const { securityContext, resources } of [container, ...sidecars]) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(resources.limits.memory).toBeTruthy()
    }
    expect(container.env ?? []).not.toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(/(KEY|URL|TOKEN)$/) }),
    )
  },
)

test('finding 3: the browser has no settings, no secrets and no volume but its socket', () => {
  const browsers = pods.flatMap(({ sidecars }) => sidecars)
  expect(browsers.map(({ args }) => args)).toEqual([['browser']])
  const [{ env, envFrom, volumeMounts }] = browsers
  expect([env, envFrom]).toEqual([undefined, undefined])
  expect(volumeMounts).toEqual([{ name: 'browser', mountPath: '/run/browser' }])
})

test('each lane has one worker deployment, and every pod has time for a graceful shutdown', () => {
  const lanes = pods.flatMap(({ container: { args } }) => (args[0] === 'worker' ? args.slice(1) : []))
  expect(lanes.sort()).toEqual(
    listLanes('')
      .map(({ name }) => name)
      .sort(),
  )
  // main.ts drains for up to 15 s and then finishes work in progress for up to 30 s.
  for (const { spec, name } of pods)
    expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(50)
})

test('only workers that call providers and webhook receivers have outbound access', () => {
  const out = pods.filter(({ labels }) => labels['payproof/way-out'] === 'true').map(({ name }) => name)
  expect(out.sort()).toEqual(['worker-connect', 'worker-deliver', 'worker-tax'])
  const [wayOut] = ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name === 'way-out')
  expect(wayOut?.spec.podSelector.matchLabels).toEqual({ 'payproof/way-out': 'true' })
  const [denyAll] = ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name === 'nothing')
  expect(denyAll?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  for (const { labels, name } of pods) expect(labels['app.kubernetes.io/part-of'], name).toBe('payproof')
})

test('disruption budgets, autoscalers and selectors refer to existing deployments and lanes', () => {
  expect(namesOf(ofKind('PodDisruptionBudget'))).toEqual(namesOf(deployments))
  const scaled = ofKind('HorizontalPodAutoscaler')
  expect(scaled.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(
    scaled.map(({ metadata }) => metadata.name),
  )
  // An autoscaled deployment must not set `replicas`: every release would reset it.
  for (const { metadata, spec } of deployments)
    expect(spec.replicas !== undefined, metadata.name).toBe(!namesOf(scaled).includes(metadata.name))
  for (const { metadata, spec } of [...deployments, ...ofKind('PodDisruptionBudget')])
    expect(spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': metadata.name })
  for (const { spec } of scaled)
    for (const { external } of spec.metrics)
      if (external?.metric.name === 'payproof_tasks_due')
        expect(listLanes('', [external.metric.selector.matchLabels.lane])).toHaveLength(1)
})

const always = ['database-url', 'metrics-token', 'nats-url', 'root-key']
const store = ['s3-access-key', 's3-secret-key']

test.each([
  ['api', ['catalogue.json', ...store, ...always]],
  ['dispatcher', ['catalogue.json', ...store, ...always]],
  ['worker-connect', ['catalogue.json', ...always]],
  ['worker-tax', ['catalogue.json', ...always]],
  ['worker-deliver', always],
  ['worker-extract', [...store, ...always]],
  ['worker-other', ['smtp-url', ...store, ...always]],
])('ASVS 13.3.2: %s gets only the secrets of its work, and complete settings', (name, expected) => {
  const pod = pods.find((one) => one.name === name)
  const [mounted, ...others] = pod?.spec.volumes.filter(({ secret }: { secret?: object }) => secret) ?? []
  expect(others).toEqual([])
  const keys = mounted.secret.items.map(({ key }: { key: string }) => key)
  expect(keys.toSorted()).toEqual(expected.toSorted())

  const environment: Record<string, string> = {}
  const settings = Object.entries<string>(ofKind('ConfigMap')[0]?.data)
  const own = pod?.container.env.map((one: { name: string; value: string }) => [one.name, one.value])
  for (const [setting, value] of [...settings, ...own]) {
    const file = value.replace('/run/secrets/payproof/', '')
    if (file !== value) expect(keys, setting).toContain(file)
    const isFile = setting.endsWith('_FILE')
    environment[isFile ? setting.slice(0, -5) : setting] = isFile ? (textIn(value) ?? '') : value
  }
  expect(Object.keys(readConfig(environment))).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('ASVS 13.3.2: the migration gets the login of the table owner, and nothing else', () => {
  const migrate = pods.find(({ name }) => name === 'migrate')
  const volumes = migrate?.spec.volumes.filter(({ secret }: { secret?: object }) => secret)
  expect(volumes).toMatchObject([{ secret: { secretName: 'payproof-migrate' } }])
  const [{ name, value }] = migrate?.container.env ?? []
  expect(readMigrationConfig({ [name.slice(0, -5)]: textIn(value) })).toMatchObject({
    ENVIRONMENT: 'sandbox',
  })
})

/** The text of a secret file, from the example secrets. */
function textIn(path: string): string | undefined {
  const secrets = manifests.filter(({ kind }) => kind === 'Secret')
  return secrets.flatMap(({ stringData }) => stringData[path.split('/').at(-1) ?? ''] ?? [])[0]
}
