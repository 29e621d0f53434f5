import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { datedChangelog, readChangelog, releaseNotes } from './changelog.ts'
import { pinImages } from './images.ts'
import { listVersions } from './versions.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const script = fileURLToPath(new URL('release.ts', import.meta.url))
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

test('packages, lock file, reference, manifests and changelog name the same version', () => {
  const { version } = JSON.parse(read(project, 'package.json'))
  const places = listVersions(project)
  expect(places.filter((place) => place.version !== version)).toEqual([])
  expect(places.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['sdk/package.json', 'cli/package.json', 'server/openapi.json']),
  )
  const [unreleased, latest] = readChangelog(read(project, 'CHANGELOG.md'))
  expect(unreleased?.version).toBe('Unreleased')
  expect(latest).toMatchObject({ version, date: expect.any(String) })
})

test('no source or test file hard-codes the version', () => {
  const { version } = JSON.parse(read(project, 'package.json'))
  // The option -w alone would also match 192.0.1.0.
  const pattern = `(^|[^0-9.])${version.replaceAll('.', '\\.')}([^0-9.]|$)`
  const found = spawnSync('git', ['grep', '-lE', pattern, '--', '*.ts', '*.tsx', '*/README.md'], {
    cwd: project,
    encoding: 'utf8',
  })
  expect(found.stdout).toBe('')
})

test('the workflows run only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read(project, 'package.json'))
  const workflows = globSync('.github/workflows/*.yml', { cwd: project }).map((file) => read(project, file))
  const called = workflows.flatMap((text) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(called).toEqual(expect.arrayContaining(['release:pack', 'release:publish']))
  for (const name of called) expect(scripts, name).toHaveProperty([name])
})

describe('the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.0.1 - 2026-11-16\n\n- First.\n'

  test('keeps an empty unreleased section above the dated one', () => {
    const dated = datedChangelog(changelog, '0.2.0', '2026-12-01')
    expect(readChangelog(dated)).toEqual([
      { version: 'Unreleased', date: undefined, body: '' },
      { version: '0.2.0', date: '2026-12-01', body: '### Added\n- A thing.' },
      { version: '0.0.1', date: '2026-11-16', body: '- First.' },
    ])
    expect(releaseNotes(dated, '0.2.0')).toBe('### Added\n- A thing.')
  })

  test('is refused without entries, and with a heading of another form', () => {
    const empty = changelog.replace('### Added\n- A thing.\n', '')
    expect(() => datedChangelog(empty, '0.2.0', '2026-12-01')).toThrow('no entries')
    expect(() => readChangelog('## Version 3\n')).toThrow('"## Version 3"')
  })
})

describe('npm run release', () => {
  const clone = mkdtempSync(join(tmpdir(), 'payproof-release-'))
  afterAll(() => rmSync(clone, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
  execFileSync('git', ['clone', '--quiet', '--shared', '--depth', '1', `file://${project}`, clone])
  git('config', 'user.name', 'Release Test')
  git('config', 'user.email', 'release@payproof.example')
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [script, '--project', clone, '--date', '2026-12-01', ...args], {
      encoding: 'utf8',
    })

  test('refuses a malformed or older version and a changed working tree', () => {
    expect(release('next')).toMatchObject({ status: 1, stderr: 'usage: npm run release -- 1.2.3\n' })
    expect(release('0.0.9').stderr).toMatch(/^0\.0\.9 is not newer than /)
    const readme = read(clone, 'README.md')
    appendFileSync(join(clone, 'README.md'), 'x')
    expect(release('99.0.0').stderr).toMatch(/working tree has changes/)
    writeFileSync(join(clone, 'README.md'), readme)
    expect(git('tag')).not.toContain('99.0.0')
  })

  test('security finding 26: refuses images without a digest', () => {
    const file = join(clone, 'deploy/Dockerfile')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/@sha256:\w+/, ''))
    git('commit', '--quiet', '--all', '--allow-empty', '-m', 'images: name one by tag')
    expect(release('99.0.1').stderr).toMatch(/^images without a digest: docker\.io\/library\/node:/)
    expect(git('tag')).not.toContain('99.0.1')
  })

  test('sets every version, dates the changelog, keeps the API baseline, commits and tags', async () => {
    appendUnreleased('- A change for the test.')
    await pinImages(clone, async () => `sha256:${'1'.repeat(64)}`)
    git('commit', '--quiet', '--all', '-m', 'images: pin')
    expect(release('9.9.9')).toMatchObject({ status: 0 })
    expect(new Set(listVersions(clone).map(({ version }) => version))).toEqual(new Set(['9.9.9']))
    expect(read(clone, 'CHANGELOG.md')).toMatch(/^## 9\.9\.9 - 2026-12-01$/m)
    expect(read(clone, 'server/openapi.released.json')).toBe(read(clone, 'server/openapi.json'))
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s')).toBe('release: 9.9.9')
    expect(git('tag', '--points-at', 'HEAD')).toBe('v9.9.9')
    expect(git('tag', '--list', '--format=%(contents)', 'v9.9.9')).toContain('- A change for the test.')
    expect(release('9.9.9').stderr, 'the same version again').toMatch(/is not newer/)
  })

  function appendUnreleased(entry: string) {
    const file = join(clone, 'CHANGELOG.md')
    writeFileSync(file, read(clone, 'CHANGELOG.md').replace('## Unreleased\n', `## Unreleased\n\n${entry}\n`))
    git('commit', '--quiet', '--all', '-m', 'changelog: add an entry')
  }
})
