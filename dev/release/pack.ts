import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { releaseNotes } from './changelog.ts'
import { releasedPackages } from './packages.ts'
import { type BundledPackages, createSbom } from './sbom.ts'

// `npm run release:pack`: writes the files of a release: npm packages, SBOM, release notes and checksums. The release
// workflow publishes exactly these files.

const project = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { out: { type: 'string', default: join(project, 'release') } } })
const out = resolve(values.out)
const { version, workspaces } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const bundled: BundledPackages[] = []
for (const folder of releasedPackages) {
  const built = join(out, folder)
  execFileSync(process.execPath, [join(project, folder, 'scripts/build.ts'), built], { stdio: 'inherit' })
  execFileSync('npm', ['pack', built, '--silent', '--pack-destination', out])
  const list = join(built, 'bundled-packages.json')
  if (existsSync(list)) bundled.push({ workspace: folder, packages: JSON.parse(readFileSync(list, 'utf8')) })
  rmSync(built, { recursive: true })
}
const sbom = createSbom(project, workspaces, bundled)
writeFileSync(join(out, 'sbom.spdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
writeFileSync(join(out, 'notes.md'), `${releaseNotes(changelog, version)}\n`)
const sums = readdirSync(out).map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')}  ${name}\n`,
)
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`release ${version} in ${out}: ${readdirSync(out).join(', ')}\n`)
