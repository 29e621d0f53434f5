import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { installHelm, installKubeconform, installKubernetesSchemas } from '../dev/helm.ts'
import { atEnd } from '../server/test/at-end.ts'

// Renders the Helm chart with the real helm, validates it with kubeconform against the schemas of Kubernetes, and compares it
// with the Kustomize manifests, so that the two cannot drift.

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const chart = at('helm/payproof')
const root = mkdtempSync(join(tmpdir(), 'payproof-helm-'))
atEnd(() => rmSync(root, { recursive: true, force: true }))
const helm = installHelm()
const kubeconform = installKubeconform()
const schemas = installKubernetesSchemas()

type KubernetesObject = {
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: parsed YAML; kubeconform validates it.
  [field: string]: any
}

const environment = {
  HOME: root,
  HELM_CACHE_HOME: join(root, 'cache'),
  HELM_CONFIG_HOME: join(root, 'config'),
  HELM_DATA_HOME: join(root, 'data'),
}

let files = 0

/** Writes values to a file and renders the chart with them. */
function render(values: object = {}) {
  const file = join(root, `values-${files++}.yaml`)
  writeFileSync(file, stringify(values))
  return spawnSync(helm, ['template', 'any', chart, '--namespace', 'payproof', '--values', file], {
    env: environment,
    encoding: 'utf8',
  })
}

function renderObjects(values: object = {}): KubernetesObject[] {
  const { stdout, stderr, status } = render(values)
  expect(status, stderr).toBe(0)
  return parseObjects(stdout)
}

const parseObjects = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() ?? []
  })

function validate(text: string) {
  const options = ['-strict', '-summary', '-output', 'text', '-schema-location', schemas]
  return spawnSync(kubeconform, options, { input: text, encoding: 'utf8' })
}

/** All containers of a pod, sidecars included. */
const containersOf = (pod: KubernetesObject['spec']) => [
  ...(pod?.containers ?? []),
  ...(pod?.initContainers ?? []),
]

type Kustomization = { resources: string[]; images: { name: string; newTag: string }[] }

/** Reads the Kustomize manifests as `kubectl apply -k` applies them: with the tags of the images. */
function readManifests() {
  const read = (file: string) => readFileSync(at(`kubernetes/${file}`), 'utf8')
  const { resources, images }: Kustomization = parse(read('kustomization.yaml'))
  const tags = new Map(images.map(({ name, newTag }) => [name, newTag]))
  const objects = resources.flatMap((file) => parseObjects(read(file)))
  for (const { spec } of objects)
    for (const container of containersOf(spec?.template?.spec))
      container.image = `${container.image}:${tags.get(container.image)}`
  return objects
}

const identify = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`
const byIdentity = (objects: KubernetesObject[]) =>
  Object.fromEntries(objects.map((object) => [identify(object), object]))

const releaseLabels = ['instance', 'managed-by', 'version'].map((name) => `app.kubernetes.io/${name}`)

/** Removes what only the chart has: labels that name the release, hooks, and the checksum that restarts pods. */
function withoutHelm(object: KubernetesObject): KubernetesObject {
  const { metadata, spec } = structuredClone(object)
  for (const label of [...releaseLabels, 'helm.sh/chart']) {
    expect(metadata.labels, identify(object)).toHaveProperty([label])
    delete metadata.labels?.[label]
  }
  if (Object.keys(metadata.labels ?? {}).length === 0) delete metadata.labels
  for (const name of Object.keys(metadata.annotations ?? {})) expect(name).toMatch(/^helm\.sh\/hook/)
  delete metadata.annotations
  delete spec?.template?.metadata.annotations?.['checksum/settings']
  return { ...object, metadata, ...(spec && { spec }) }
}

test('the chart passes helm lint', () => {
  const { stdout, status } = spawnSync(helm, ['lint', '--strict', chart], {
    env: environment,
    encoding: 'utf8',
  })
  expect(status, stdout).toBe(0)
})

test('the defaults are the Kustomize manifests', () => {
  const { 'Namespace payproof': namespace, ...manifests } = byIdentity(readManifests())
  const { 'ConfigMap migrate-settings': settings, ...rendered } = byIdentity(renderObjects().map(withoutHelm))
  // `helm install --create-namespace` makes the namespace.
  expect(namespace?.metadata.name).toBe('payproof')
  const migration = rendered['Job migrate']?.spec.template.spec.containers[0]
  expect(migration.envFrom).toEqual([{ configMapRef: { name: 'migrate-settings' } }])
  migration.envFrom = [{ configMapRef: { name: 'settings' } }]
  expect(settings?.data).toEqual(rendered['ConfigMap settings']?.data)
  expect(Object.keys(rendered).sort()).toEqual(Object.keys(manifests).sort())
  for (const [identity, manifest] of Object.entries(manifests))
    expect(rendered[identity], identity).toEqual(manifest)
})

test('the migration runs before the pods of a release', () => {
  const hooks = renderObjects().filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'])
  expect(hooks.map(identify).sort()).toEqual(['ConfigMap migrate-settings', 'Job migrate'])
  for (const { metadata } of hooks)
    expect(metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    })
})

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
/** Values of an operator who changes something of each kind. */
const changed = {
  images: { service: { repository: 'registry.example/payproof/service', digest }, reader: { tag: '9.9.9' } },
  imagePullSecrets: ['registry'],
  settings: { BASE_URL: 'https://income.lender.example' },
  secrets: { service: 'cell-secrets', migrate: 'owner-secrets' },
  roles: { 'worker-tax': { autoscaling: null, replicas: 3 } },
  networkPolicies: { ownServices: { cidrs: ['10.1.0.0/16', 'fd00:1::/64'], ports: [5432, 4222] } },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'payproof', effect: 'NoSchedule' }],
}

test('values change images, secrets, replicas, addresses and scheduling', () => {
  const objects = byIdentity(renderObjects(changed))
  const podOf = (name: string) => objects[`Deployment ${name}`]?.spec.template.spec
  expect(podOf('api').containers[0].image).toBe(`registry.example/payproof/service@${digest}`)
  expect(podOf('worker-extract').containers[0].image).toBe('payproof/reader:9.9.9')
  expect(podOf('api')).toMatchObject({
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: changed.nodeSelector,
    tolerations: changed.tolerations,
  })
  for (const { spec } of Object.values(objects))
    for (const { name, secret } of spec?.template?.spec.volumes ?? [])
      if (secret) expect(secret.secretName).toBe(name === 'owner' ? 'owner-secrets' : 'cell-secrets')
  expect(objects['Deployment worker-tax']?.spec.replicas).toBe(3)
  expect(objects).not.toHaveProperty(['HorizontalPodAutoscaler worker-tax'])
  expect(objects['NetworkPolicy own-services']?.spec.egress[1]).toEqual({
    to: [{ ipBlock: { cidr: '10.1.0.0/16' } }, { ipBlock: { cidr: 'fd00:1::/64' } }],
    ports: [
      { protocol: 'TCP', port: 5432 },
      { protocol: 'TCP', port: 4222 },
    ],
  })
  const checksum = (values: object) =>
    byIdentity(renderObjects(values))['Deployment api']?.spec.template.metadata.annotations[
      'checksum/settings'
    ]
  expect(checksum(changed)).not.toBe(checksum({}))
  expect(checksum({ nodeSelector: changed.nodeSelector })).toBe(checksum({}))
})

test('finding 16: with a certificate of the cell, only the API listens for other cells', () => {
  const values = {
    settings: { OTHER_CELLS: 'b0=https://b0.payproof.internal:8444' },
    secrets: { cells: 'cell-certificate' },
    networkPolicies: { cells: { cidrs: ['10.9.0.0/16'] } },
  }
  const objects = byIdentity(renderObjects(values))
  const mounting = Object.values(objects).filter(({ spec }) =>
    spec?.template?.spec.volumes?.some(
      ({ secret }: { secret?: { secretName: string } }) => secret?.secretName === 'cell-certificate',
    ),
  )
  expect(mounting.map(identify)).toEqual(['Deployment api'])
  const [container] = objects['Deployment api']?.spec.template.spec.containers ?? []
  const environment = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
  expect(environment).toMatchObject({
    CELL_TLS_PORT: '8444',
    CELL_TLS_CERT_FILE: '/run/secrets/cells/tls.crt',
    CELL_TLS_KEY_FILE: '/run/secrets/cells/tls.key',
    CELL_TLS_CA_FILE: '/run/secrets/cells/ca.crt',
  })
  expect(objects['NetworkPolicy cells']?.spec).toMatchObject({
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'api' } },
    ingress: [{ from: [{ ipBlock: { cidr: '10.9.0.0/16' } }], ports: [{ protocol: 'TCP', port: 8444 }] }],
  })
  expect(objects['Service api']?.spec.ports).toContainEqual({
    name: 'cells',
    port: 8444,
    targetPort: 'cells',
  })
  const { status, stdout } = validate(render(values).stdout)
  expect(status, stdout).toBe(0)
})

test('with a gateway for text messages, only workers that send them get its token', () => {
  const url = 'https://sms.lender.example/messages'
  const values = { settings: { SMS_GATEWAY_URL: url } }
  const objects = renderObjects(values)
  expect(byIdentity(objects)['ConfigMap settings']?.data.SMS_GATEWAY_URL).toBe(url)
  const deployments = objects.filter(({ kind }) => kind === 'Deployment')
  const withToken = deployments.filter(({ spec }) => JSON.stringify(spec).includes('sms-gateway-token'))
  expect(withToken.map(identify)).toEqual(['Deployment worker-other'])
  const [pod] = withToken.map(({ spec }) => spec.template.spec)
  expect(pod.containers[0].env).toContainEqual({
    name: 'SMS_GATEWAY_TOKEN_FILE',
    value: '/run/secrets/payproof/sms-gateway-token',
  })
  const { secret } = pod.volumes.find(({ name }: { name: string }) => name === 'secrets')
  expect(secret.items).toContainEqual({ key: 'sms-gateway-token', path: 'sms-gateway-token' })
  const { status, stdout } = validate(render(values).stdout)
  expect(status, stdout).toBe(0)
})

test('network policies and the migration can be left out', () => {
  const objects = renderObjects({ networkPolicies: { enabled: false }, migrate: { enabled: false } })
  expect(objects.filter(({ kind }) => kind === 'NetworkPolicy' || kind === 'Job')).toEqual([])
})

test.each([
  ['a misspelt field', { setings: {} }, 'setings'],
  ['a setting that is not text', { settings: { NATS_REPLICAS: 3 } }, 'NATS_REPLICAS'],
  ['a digest without an algorithm', { images: { service: { digest: 'abc' } } }, 'digest'],
  ['an unknown image', { roles: { api: { image: 'nginx' } } }, 'image'],
  ['an unknown secret', { roles: { api: { secrets: ['everything'] } } }, 'secrets'],
  ['neither replicas nor autoscaling', { roles: { 'worker-tax': { autoscaling: null } } }, 'worker-tax'],
  ['a port that does not exist', { networkPolicies: { outboundPorts: [70_000] } }, 'outboundPorts'],
])('%s is refused', (_, values, named) => {
  const { status, stderr } = render(values)
  expect(status).not.toBe(0)
  expect(stderr).toContain("values don't meet the specifications of the schema")
  expect(stderr).toContain(named)
})

/** Reads the values that docs/operations/helm.md tells operators to write. */
function documentedValues() {
  const page = readFileSync(at('../docs/operations/helm.md'), 'utf8')
  const [, values = ''] = /^ *```yaml\n([\s\S]*?)^ *```$/m.exec(page) ?? []
  return parse(values)
}

test('the values in the runbook reach the objects', () => {
  const values = documentedValues()
  const objects = byIdentity(renderObjects(values))
  expect(objects['ConfigMap settings']?.data).toMatchObject(values.settings)
  const [, services] = objects['NetworkPolicy own-services']?.spec.egress ?? []
  expect(services.to).toEqual([{ ipBlock: { cidr: values.networkPolicies.ownServices.cidrs[0] } }])
  expect(objects['Deployment worker-connect']?.spec.template.spec.initContainers[0].image).toContain(
    values.images.browser.repository,
  )
})

const manifestTexts = readdirSync(at('kubernetes'))
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .map((file) => readFileSync(at(`kubernetes/${file}`), 'utf8'))

test.each([
  ['the chart with its defaults', () => render().stdout],
  ['the chart with other values', () => render(changed).stdout],
  ['the chart with the values of the runbook', () => render(documentedValues()).stdout],
  ['the Kustomize manifests', () => manifestTexts.join('\n---\n')],
])('kubeconform accepts %s', (_, text) => {
  const { stdout, status } = validate(text())
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/Summary: (\d{2,}) resources found .* Invalid: 0, Errors: 0, Skipped: 0/)
})

test.each([
  ['a misspelt field', 'terminationGracePeriodSeconds:', 'terminationGraceSeconds:'],
  ['a value of another type', 'maxUnavailable: 1', 'maxUnavailable: [1]'],
  ['an unknown kind', 'kind: PodDisruptionBudget', 'kind: PodDisruptionBudgets'],
])('kubeconform refuses %s', (_, text, replacement) => {
  const { stdout } = render()
  expect(stdout).toContain(text)
  expect(validate(stdout.replace(text, replacement)).status).toBe(1)
})
