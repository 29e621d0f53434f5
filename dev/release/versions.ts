import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = {
  name: string
  version: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
type LockFile = Manifest & { packages: Record<string, Manifest> }

// Files other than the manifests that contain the version, which is between the two groups of each pattern.
const mentions: [file: string, mention: RegExp][] = [
  ['deploy/helm/payproof/Chart.yaml', /(^(?:version: |appVersion: "))[^"\n]+("?)/gm],
  ['deploy/kubernetes/kustomization.yaml', /(newTag: ")[^"]+(")/g],
  ['python/pyproject.toml', /(^version = ")[^"]+(")/gm],
  ['server/catalogues/sandbox.json', /("payproof=)[^"]+(")/g],
  ['server/openapi.json', /("x-payproof-version": ")[^"]+(")/g],
]

const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file: string, content: object) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const manifestsOf = (project: string) => {
  const { workspaces = [] } = readJson<Manifest>(join(project, 'package.json'))
  return ['', ...workspaces]
}

/** Lists every place that contains the version of Payproof, with the version found there. */
export function listVersions(project: string): { place: string; version: string }[] {
  const lock = readJson<LockFile>(join(project, 'package-lock.json'))
  const manifests = manifestsOf(project).flatMap((folder) => {
    const file = join(folder, 'package.json')
    const locked = lock.packages[folder]
    return [
      ...versionsIn(readJson<Manifest>(join(project, file)), file),
      ...(locked ? versionsIn(locked, `package-lock.json (${folder || 'root'})`) : []),
    ]
  })
  const others = mentions.flatMap(([file, mention]) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(mention)].map(
      ([text, before = '', after = '']) => ({
        place: file,
        version: text.slice(before.length, text.length - after.length),
      }),
    ),
  )
  return [{ place: 'package-lock.json', version: lock.version }, ...manifests, ...others]
}

function versionsIn({ version, dependencies, devDependencies }: Manifest, place: string) {
  const own = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => name.startsWith('@payproof/'))
    .map(([name, wanted]) => ({ place: `${place}: ${name}`, version: wanted }))
  return [{ place, version }, ...own]
}

/** Writes a version to every place that contains one. */
export function setVersion(project: string, version: string) {
  const lockPath = join(project, 'package-lock.json')
  const lock = readJson<LockFile>(lockPath)
  lock.version = version
  for (const folder of manifestsOf(project)) {
    const file = join(project, folder, 'package.json')
    const manifest = readJson<Manifest>(file)
    setIn(manifest, version)
    writeJson(file, manifest)
    const locked = lock.packages[folder]
    if (locked) setIn(locked, version)
  }
  writeJson(lockPath, lock)
  for (const [name, mention] of mentions) {
    const file = join(project, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(mention, `$1${version}$2`))
  }
}

function setIn(manifest: Manifest, version: string) {
  manifest.version = version
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies ?? {})) {
      if (dependencies && name.startsWith('@payproof/')) dependencies[name] = version
    }
  }
}
