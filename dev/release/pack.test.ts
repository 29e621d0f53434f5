import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'

const out = mkdtempSync(join(tmpdir(), 'payproof-pack-'))
atEnd(() => rmSync(out, { recursive: true, force: true }))

test('a release has both packages, an SBOM, notes and checksums that match', () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('pack.ts', import.meta.url)), '--out', out])
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(readdirSync(out).sort()).toEqual(
    [
      'SHA256SUMS',
      'notes.md',
      `payproof-cli-${version}.tgz`,
      `payproof-sdk-${version}.tgz`,
      'sbom.spdx.json',
    ].sort(),
  )
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })
  const sbom = JSON.parse(readFileSync(join(out, 'sbom.spdx.json'), 'utf8'))
  expect(sbom.packages.map(({ name }: { name: string }) => name)).toContain('fastify')
  expect(sbom.packages.map(({ name }: { name: string }) => name)).not.toContain('vitest')
  const manifest = execFileSync('tar', ['-xzOf', `payproof-sdk-${version}.tgz`, 'package/package.json'], {
    cwd: out,
  })
  expect(JSON.parse(String(manifest))).toMatchObject({
    name: '@payproof/sdk',
    version,
    license: 'Apache-2.0',
    repository: { type: 'git' },
    publishConfig: { access: 'public', provenance: true },
  })
})
