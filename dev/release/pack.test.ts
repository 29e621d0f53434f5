import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { releasedPackages, tarballName } from './packages.ts'
import type { createSbom } from './sbom.ts'

const out = mkdtempSync(join(tmpdir(), 'payproof-pack-'))
atEnd(() => rmSync(out, { recursive: true, force: true }))

test('a release has every public package, an SBOM, notes and checksums that match', () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('pack.ts', import.meta.url)), '--out', out])
  const { version } = readManifest('.')
  const tarballs = releasedPackages.map((folder) => tarballName(readManifest(folder)))
  expect(readdirSync(out).sort()).toEqual(['SHA256SUMS', 'notes.md', 'sbom.spdx.json', ...tarballs].sort())
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })
  const sbom: SpdxDocument = JSON.parse(readFileSync(join(out, 'sbom.spdx.json'), 'utf8'))
  const contained = containedIn(sbom, '@payproof/cli')
  expect(contained.sort()).toEqual(licensedPackages(version).sort())
  const listed = sbom.packages.filter(({ name }) => !isOwn(name)).map(nameAndVersion)
  expect(new Set(listed)).toEqual(new Set([...runtimePackages(), ...contained]))
  expect(listed).toHaveLength(new Set(listed).size)
})

const isOwn = (name: string) => name.startsWith('@payproof/') || name === 'payproof-sandbox'

type SpdxDocument = ReturnType<typeof createSbom>

const nameAndVersion = ({ name, versionInfo }: SpdxDocument['packages'][number]) => `${name} ${versionInfo}`

/** Lists the packages that npm itself marks as needed at run time, as `name version`. */
function runtimePackages() {
  const lock: {
    packages: Record<string, { name?: string; version: string; dev?: boolean; link?: boolean }>
  } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const packages = Object.entries(lock.packages).flatMap(([path, { name, version, dev, link }]) => {
    const [, folder] = /.*node_modules\/(.+)$/.exec(path) ?? []
    return folder && !dev && !link ? [`${name ?? folder} ${version}`] : []
  })
  // These are development dependencies of one workspace, and shipped with another.
  for (const name of ['fastify', 'playwright-core']) expect(packages.join('\n')).toMatch(`${name} `)
  return packages
}

/** Lists the packages that the SBOM says are copied into a package, as `name version`. */
function containedIn({ packages, relationships }: SpdxDocument, name: string) {
  const owner = packages.find((one) => one.name === name)
  return relationships
    .filter(
      ({ spdxElementId, relationshipType }) =>
        spdxElementId === owner?.SPDXID && relationshipType === 'CONTAINS',
    )
    .map(({ relatedSpdxElement }) => {
      const contained = packages.filter(({ SPDXID }) => SPDXID === relatedSpdxElement)
      expect(contained).toHaveLength(1)
      return contained.map(nameAndVersion).join()
    })
}

/** Lists the packages whose licences the command line ships, as `name version`. */
function licensedPackages(version: string) {
  const notices = execFileSync(
    'tar',
    ['-xzOf', `payproof-cli-${version}.tgz`, 'package/THIRD-PARTY-LICENCES'],
    { cwd: out, encoding: 'utf8' },
  )
  const packages = [...notices.matchAll(/^(\S+ \d+\.\d+\.\d+) \([^)]+\)$/gm)].map(([, name = '']) => name)
  expect(packages.map((name) => name.split(' ')[0])).toContain('@modelcontextprotocol/sdk')
  return packages
}

function readManifest(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8'))
}
