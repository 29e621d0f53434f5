import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { readCatalogue } from './catalogue.ts'
import { readUkSources, ukSourcesFile } from './uk-sources.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'uk-sources-'))
atEnd(() => rmSync(folder, { recursive: true }))

const { profiles, sources } = readUkSources()

function write(name: string, content: unknown) {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const readWithProfile = (entry: object) =>
  readCatalogue(write('catalogue.json', { providers: [entry] }), { sandboxUrl: 'http://127.0.0.1:8090' })
    .providers[0]

const credentials = {
  client_id: 'our-id',
  client_secret: 'our-secret',
  logo_url: 'https://lender.example/tax.svg',
}

/** Fields besides credentials that only the operator knows, by kind. */
const operatorFields: Record<string, object> = {}

test('names every source once, with at least one of each category', () => {
  expect(sources.length).toBeGreaterThanOrEqual(17)
  expect(new Set(sources.map(({ category }) => category))).toEqual(new Set(['tax', 'bank', 'payroll']))
})

test('every profile is a complete catalogue entry once credentials are added', () => {
  for (const [profile, { kind, name }] of Object.entries(profiles)) {
    const entry = readWithProfile({ profile, ...credentials, ...operatorFields[kind] })
    expect(entry, profile).toMatchObject({ client_id: 'our-id', name })
  }
})

test('HMRC’s profiles have its hosts, versions, scopes and limits, and no revocation URL', () => {
  const entry = readWithProfile({ profile: 'hmrc', ...credentials })
  expect(entry).toMatchObject({
    kind: 'tax-authority',
    id: 'taxauth',
    name: 'HMRC',
    media_name: 'hmrc',
    per_second: 3,
    api_versions: { income: '1.2', employment: '1.2', tax: '1.1' },
    scopes: {
      income: 'read:individual-income',
      employment: 'read:individual-employment',
      tax: 'read:individual-tax',
    },
  })
  expect(entry).not.toHaveProperty('revoke_url')
  // Eighteen months have 546 days at least: an account never outlives the consent.
  expect(entry).toMatchObject({ consent_days: 546 })
})

test('differs between the simulator and HMRC in data and credentials only', () => {
  const sandbox = readCatalogue(join(project, 'server/catalogues/sandbox.json'), {
    sandboxUrl: 'http://127.0.0.1:8090',
  }).providers.find(({ kind }) => kind === 'tax-authority')
  const real = readWithProfile({ profile: 'hmrc', ...credentials })
  expect(Object.keys(real ?? {}).toSorted()).toEqual(Object.keys(sandbox ?? {}).toSorted())
  for (const field of ['kind', 'media_name', 'api_versions', 'scopes', 'extra_login_params', 'per_second'])
    expect(Reflect.get(real ?? {}, field), field).toEqual(Reflect.get(sandbox ?? {}, field))
})

test('an entry overrides its profile, and an unknown profile is refused', () => {
  expect(readWithProfile({ profile: 'hmrc', ...credentials, per_second: 1 })).toMatchObject({ per_second: 1 })
  expect(() => readWithProfile({ profile: 'constructor', ...credentials })).toThrow(
    '[constructor] is not a known',
  )
  expect(() => readWithProfile({ profile: 'hmrc', client_id: 'our-id' })).toThrow('client_secret')
})

test('reports every fault of the file', () => {
  const { checked_on } = readUkSources()
  const [first] = sources
  const file = write('uk.json', {
    checked_on,
    profiles: { stray: { kind: 'tax-authority', id: 'stray' } },
    sources: [first, { ...first, profiles: [], hosts: [] }],
  })
  for (const fault of [
    'is listed twice',
    'profile [hmrc] does not exist',
    'profile [stray] has no source',
    'needs profiles',
  ])
    expect(() => readUkSources(file)).toThrow(fault)
})

test('real hosts are in the catalogue data only', () => {
  const hosts = [...new Set(sources.flatMap((source) => source.hosts))]
  const profileHosts = [
    ...readFileSync(ukSourcesFile, 'utf8').matchAll(/"(?:address|authorize_url)": "https:\/\/([^/"]+)/g),
  ]
  expect(hosts).toEqual(expect.arrayContaining(profileHosts.map(([, host]) => host)))
  const patterns = hosts.flatMap((host) => ['-e', host])
  const files = ['.', ':!server/catalogues/uk.json', ':!*.md']
  const { status, stdout } = spawnSync('git', ['grep', '-l', '-F', ...patterns, '--', ...files], {
    cwd: project,
    encoding: 'utf8',
  })
  // Status 1 means that git found nothing; anything above is an error of git.
  expect([status, stdout]).toEqual([1, ''])
})
