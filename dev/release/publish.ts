import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { releasedPackages, tarballName } from './packages.ts'

// `npm run release:publish`: publishes the tarballs that `npm run release:pack` wrote, dependencies first. The release
// workflow runs it; a second run skips versions that the registry already has. `--tag v1.2.3` refuses a tag that is not
// the version of the project.

const project = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: join(project, 'release') },
    registry: { type: 'string', default: 'https://registry.npmjs.org/' },
    tag: { type: 'string' },
    /** Provenance needs the identity token of a GitHub workflow. */
    'no-provenance': { type: 'boolean', default: false },
  },
})
const manifests = releasedPackages.map((folder) => readManifest(join(project, folder)))
const { version } = readManifest(project)
if (values.tag !== undefined && values.tag !== `v${version}`) {
  process.stderr.write(`the tag ${values.tag} is not the version ${version}\n`)
  process.exit(1)
}
for (const manifest of manifests) publish(manifest)

function publish({ name, version }: { name: string; version: string }) {
  const id = `${name}@${version}`
  if (isPublished(id)) {
    process.stdout.write(`${id} is already published\n`)
    return
  }
  const tarball = join(resolve(values.from), tarballName({ name, version }))
  const provenance = `--provenance=${!values['no-provenance']}`
  const options = ['--access', 'public', provenance, '--registry', values.registry]
  execFileSync('npm', ['publish', tarball, ...options], { stdio: 'inherit' })
  process.stdout.write(`published ${id}\n`)
}

function isPublished(id: string) {
  const options = ['--registry', values.registry, '--json']
  const { status, stdout } = spawnSync('npm', ['view', id, 'version', ...options], { encoding: 'utf8' })
  if (status === 0) return stdout.trim() !== ''
  if (stdout.includes('"E404"')) return false
  throw new Error(`could not ask ${values.registry} for ${id}: ${stdout}`)
}

function readManifest(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
