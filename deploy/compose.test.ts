import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, readMigrationConfig } from '../server/src/config.ts'
import { listLanes } from '../server/src/process/lanes.ts'

// Validates compose.yaml with docker-compose itself and against the service's own settings. Its commands are run by
// `npm run rehearse:image`.

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: { source: string }[]
  networks?: Record<string, unknown>
  ports?: string[]
  cap_drop?: string[]
  read_only?: boolean
  security_opt?: string[]
  network_mode?: string
  volumes?: string[]
}

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'payproof-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
cpSync(join(project, 'deploy'), folder, { recursive: true, filter: (path) => !path.endsWith('/secrets') })
const makeSecrets = () =>
  execFileSync('sh', [
    join(folder, 'make-secrets.sh'),
    'https://payproof.example',
    'smtps://mail.example:465',
  ])
makeSecrets()
writeFileSync(join(folder, 'secrets/bucket.env'), 'S3_BUCKET=documents\nS3_UPLOADS_BUCKET=uploads\n')
const secretFiles = readdirSync(join(folder, 'secrets')).filter((file) => file !== 'keys')
const read = (file: string) => readFileSync(join(folder, 'secrets', file), 'utf8').trimEnd()

/** Resolves a Compose file with docker-compose. */
function resolveCompose(file: string, cwd = folder, variables: Record<string, string> = {}) {
  // Debian's docker-compose v1 rejects the top-level `name`.
  const text = readFileSync(join(cwd, file), 'utf8').replace(/^name: .*$/m, '')
  writeFileSync(join(cwd, 'unnamed.yaml'), text)
  // biome-ignore lint/style/noProcessEnv: docker-compose is found by PATH.
  const env = { ...process.env, ...variables }
  return execFileSync('docker-compose', ['-f', 'unnamed.yaml', 'config'], { cwd, env }).toString()
}

type ComposeFile = { services: Record<string, Service> }
const resolved = resolveCompose('compose.yaml')
const { services } = parse(resolved) as ComposeFile
const { services: small } = parse(resolveCompose('compose.small.yaml')) as ComposeFile
const listOurs = (all: Record<string, Service>) =>
  Object.entries(all).filter(([, { image }]) => image.startsWith('payproof/'))
const allOurs = listOurs(services)
const secretsOf = (service?: Service) => (service?.secrets ?? []).map(({ source }) => source).sort()
const ours = allOurs.filter(([name]) => name !== 'browser')

test('make-secrets.sh keeps existing secrets, restricts them to the owner and puts none into compose.yaml', () => {
  const before = secretFiles.map(read)
  makeSecrets()
  expect(secretFiles.map(read)).toEqual(before)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  for (const file of ['postgres-password', 's3-secret-key']) {
    expect(read(file)).toMatch(/^[0-9a-f]{48}$/)
    expect(resolved.replaceAll(/AWS_\w+: \S+/g, '')).not.toContain(read(file))
  }
})

const oursOfBoth = [
  ...ours.map(([name, service]) => [`compose.yaml ${name}`, service] as const),
  ...listOurs(small).map(([name, service]) => [`compose.small.yaml ${name}`, service] as const),
]

test.each(oursOfBoth)('%s runs with least privilege and complete settings', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(service.security_opt).toContain('no-new-privileges:true')
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(service.environment ?? {})) {
    const file = value.replace('/run/secrets/', '')
    if (file !== value) expect(service.secrets?.map(({ source }) => source)).toContain(file)
    if (name.endsWith('_FILE')) environment[name.slice(0, -5)] = read(file)
    else environment[name] = value
  }
  if (service.command?.[0] === 'migrate')
    expect(readMigrationConfig(environment).MIGRATION_DATABASE_URL).toBe(read('migration-database-url'))
  else {
    const set = Object.entries(environment).filter(
      ([name, value]) => !/^(?:SMS|READER_MODEL)_/.test(name) || value !== '',
    )
    const names = set.map(([name]) => name)
    expect(Object.keys(readConfig(environment))).toEqual(expect.arrayContaining(names))
  }
})

test.each([
  ['compose.yaml', ['api', 'worker-out'], 'worker-out'],
  ['compose.small.yaml', ['everything'], 'everything'],
])('%s passes the gateway for text messages to the processes that use it', (file, users, sender) => {
  const url = 'https://sms.lender.example/messages'
  const configured: ComposeFile = parse(resolveCompose(file, folder, { SMS_GATEWAY_URL: url }))
  const withUrl = listOurs(configured.services).filter(
    ([, { environment }]) => environment?.SMS_GATEWAY_URL === url,
  )
  expect(withUrl.map(([name]) => name).sort()).toEqual(users)
  expect(configured.services[sender]?.environment).toMatchObject({
    SMS_GATEWAY_TOKEN_FILE: '/run/secrets/sms-gateway-token',
  })
  expect(secretsOf(configured.services[sender])).toContain('sms-gateway-token')
})

test.each([
  ['compose.yaml', 'worker-extract'],
  ['compose.small.yaml', 'reader'],
])('%s passes the language model to the process that reads documents, and to no other', (file, reader) => {
  const url = 'http://model:8000/v1'
  const configured: ComposeFile = parse(
    resolveCompose(file, folder, { READER_MODEL_URL: url, READER_MODEL_NAME: 'test' }),
  )
  const withUrl = listOurs(configured.services).filter(([, { environment }]) => environment?.READER_MODEL_URL)
  expect(withUrl.map(([name, { environment }]) => [name, environment?.READER_MODEL_URL])).toEqual([
    [reader, url],
  ])
})

const always = ['database-url', 'metrics-token', 'nats-url']
const store = ['s3-access-key', 's3-secret-key']

test.each([
  ['api', ['catalogue.json', ...store, ...always]],
  ['dispatcher', ['catalogue.json', ...store, ...always]],
  ['worker-connect', ['catalogue.json', ...always]],
  ['worker-out', ['catalogue.json', 'smtp-url', 'sms-gateway-token', ...always]],
  ['worker-erase', [...store, ...always]],
  ['worker-extract', [...store, ...always]],
  ['prepare-cell', always],
  ['prepare-bucket', [...store, ...always]],
  ['admin', [...store, ...always]],
  ['migrate', ['migration-database-url']],
  ['browser', []],
  ['nats', ['nats.conf']],
  ['clamav', []],
  ['s3', []],
])('ASVS 13.3.2: %s gets only the secrets of its work', (name, expected) => {
  expect(secretsOf(services[name])).toEqual(expected.toSorted())
})

test('ASVS 13.3.2: in the small install, the reader gets no provider credentials and no mail password', () => {
  expect(secretsOf(small.reader)).toEqual([...store, ...always].toSorted())
  expect(secretsOf(small.migrate)).toEqual(['migration-database-url'])
})

test('ASVS 13.3.2: the root key is mounted only into processes that decrypt, and writable only for operators', () => {
  const keyMounts = allOurs.flatMap(([name, { volumes = [] }]) =>
    volumes.filter((volume) => volume.includes('/keys')).map((volume) => [name, volume.split(':').at(-1)]),
  )
  expect(keyMounts.filter(([, mode]) => mode !== 'ro').map(([name]) => name)).toEqual(['admin'])
  expect(keyMounts.map(([name]) => name)).not.toContain('migrate')
  expect(keyMounts.map(([name]) => name)).not.toContain('browser')
})

test('finding 3: the browser has no secrets, no network and no volume but its socket', () => {
  const { browser } = services
  expect(browser).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    network_mode: 'none',
    command: ['browser'],
  })
  expect(browser?.security_opt).toContain('no-new-privileges:true')
  expect(browser?.volumes).toEqual(['browser:/run/browser:rw'])
  expect([browser?.secrets, browser?.environment]).toEqual([undefined, undefined])
  const others = allOurs.filter(([, { volumes }]) => volumes?.some((volume) => volume.startsWith('browser:')))
  expect(others.map(([name]) => name).sort()).toEqual(['browser', 'worker-connect'])
})

test('each lane has one worker, and only workers that call external systems have outbound access', () => {
  const workers = ours.filter(([, { command }]) => command?.[0] === 'worker')
  const lanes = workers.flatMap(([, { command }]) => command?.slice(1) ?? [])
  const all = listLanes('').map(({ name }) => name)
  expect(lanes.sort()).toEqual(all.sort())
  const out = workers.filter(([, { networks }]) => Object.hasOwn(networks ?? {}, 'out'))
  expect(out.flatMap(([, { command }]) => command?.slice(1) ?? []).sort()).toEqual(
    ['connect', 'deliver', 'mail', 'retrieve', 'tax'].sort(),
  )
})

test('finding 20: every process that reads uploads has a malware scanner', () => {
  expect(services.clamav?.image).toMatch(/^clamav\/clamav:/)
  const running = ours.filter(([name]) => name !== 'migrate')
  expect(running.map(([, { environment }]) => environment?.CLAMD_URL)).toEqual(
    running.map(() => 'tcp://clamav:3310'),
  )
})

test('the small install is two processes that share the lanes, and only the reader reads documents', () => {
  const running = listOurs(small).filter(([, { command }]) => ['all', 'worker'].includes(command?.[0] ?? ''))
  expect(running.map(([name]) => name).sort()).toEqual(['everything', 'reader'])
  const lanes = running.flatMap(([, { command }]) => command?.slice(1) ?? [])
  expect(lanes.sort()).toEqual(
    listLanes('')
      .map(({ name }) => name)
      .sort(),
  )
  expect(small.reader?.command).toEqual(['worker', 'extract'])
  expect(small.reader?.image).toBe('payproof/reader')
  expect(
    Object.keys(small)
      .filter((name) => !listOurs(small).some(([own]) => own === name))
      .sort(),
  ).toEqual(['nats', 'postgres'])
})

test('the development services are the same for both ways to use them', () => {
  const files = [
    'dev/compose.yaml',
    'dev/compose-base.yaml',
    '.devcontainer/compose.yaml',
    'deploy/kubernetes/reader-seccomp.json',
  ]
  for (const file of files) cpSync(join(project, file), join(folder, file))
  const published = (parse(resolveCompose('compose.yaml', join(folder, 'dev'))) as ComposeFile).services
  const { workspace, ...shared } = (
    parse(resolveCompose('compose.yaml', join(folder, '.devcontainer'))) as ComposeFile
  ).services
  expect(workspace).toBeDefined()
  expect(Object.keys(shared).sort()).toEqual(Object.keys(published).sort())
  for (const [name, { ports, networks, ...rest }] of Object.entries(published)) {
    expect(ports?.join(), name).toMatch(/^127\.0\.0\.1:/)
    expect(shared[name], name).toMatchObject({ ...rest, network_mode: 'service:workspace' })
  }
})

test('the development container uses the services and forwards the ports of the pages', () => {
  const settings = JSON.parse(readFileSync(join(project, '.devcontainer/devcontainer.json'), 'utf8'))
  expect(settings).toMatchObject({
    dockerComposeFile: 'compose.yaml',
    service: 'workspace',
    containerEnv: { PAYPROOF_SERVICES: 'compose' },
    forwardPorts: [8080, 8090, 8333, 8025],
  })
})

test('ports are bound to the loopback address', () => {
  const ports = [...Object.values(services), ...Object.values(small)].flatMap(({ ports = [] }) => ports)
  expect(ports.length).toBeGreaterThan(0)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('every YAML file of the project passes yamllint', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.yaml', '*.yml'], { cwd: project })
  // Helm's templates are YAML only after rendering, which helm.test.ts does.
  const isTemplate = (file: string) => file.startsWith('deploy/helm/payproof/templates/')
  const list = files
    .toString()
    .split('\0')
    .filter((file) => file && !isTemplate(file))
  expect(list).toContain('deploy/compose.yaml')
  const output = execFileSync('yamllint', ['--strict', '-c', '.yamllint.yaml', ...list], { cwd: project })
  expect(output.toString()).toBe('')
})
