import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Writes SBOMs in SPDX from package-lock.json. `npm sbom --omit=dev` would leave out each package that is a development
// dependency of any workspace, for example Fastify, although the server ships it.
//
// `node dev/release/sbom.ts server` prints the SBOM of one workspace; the images contain it.

type LockedPackage = {
  name?: string
  version: string
  resolved?: string
  integrity?: string
  license?: string
  /** Whether the entry is a link to a workspace, whose folder is `resolved`. */
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type LockedPackages = Record<string, LockedPackage>

/** Packages that a build copies into the package of a workspace. */
export type BundledPackages = { workspace: string; packages: readonly { name: string; version: string }[] }

/** Describes the runtime dependencies of workspaces, and the packages that builds copy into them. */
export function createSbom(project: string, workspaces: readonly string[], bundled: BundledPackages[] = []) {
  const lockFile = readFileSync(join(project, 'package-lock.json'), 'utf8')
  const { packages, version }: { packages: LockedPackages; version: string } = JSON.parse(lockFile)
  const dependencies = collectDependencies(packages, workspaces)
  const contained = bundled.flatMap((one) => listContained(packages, one))
  const paths = new Set(workspaces)
  for (const { from, to } of [...dependencies, ...contained]) paths.add(from).add(to)
  const idOf = (path: string) => spdxId(packages, path)
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `payproof-${version}`,
    documentNamespace: `https://github.com/payproof/payproof/sbom/${version}/${createHash('sha256').update(lockFile).update(workspaces.join()).digest('hex')}`,
    creationInfo: {
      created: `${new Date().toISOString().slice(0, 19)}Z`,
      creators: ['Tool: payproof dev/release/sbom.ts'],
    },
    documentDescribes: workspaces.map(idOf),
    packages: uniqueBy(
      [...paths].map((path) => describePackage(packages, path)),
      ({ SPDXID }) => SPDXID,
    ),
    relationships: uniqueBy(
      [
        ...dependencies.map((edge) => ({ ...edge, relationshipType: 'DEPENDS_ON' })),
        ...contained.map((edge) => ({ ...edge, relationshipType: 'CONTAINS' })),
      ].map(({ from, to, relationshipType }) => ({
        spdxElementId: idOf(from),
        relatedSpdxElement: idOf(to),
        relationshipType,
      })),
      JSON.stringify,
    ),
  }
}

type DependencyEdge = { from: string; to: string }

/** Follows runtime dependencies from workspaces and lists the edges, by path in the lock file. */
function collectDependencies(packages: LockedPackages, workspaces: readonly string[]) {
  const edges: DependencyEdge[] = []
  const visited = new Set(workspaces)
  for (const from of visited) {
    const { dependencies, optionalDependencies, peerDependencies } = lockedPackage(packages, from)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const to = resolveDependency(packages, from, name)
      // Optional packages and peers may be absent.
      if (to === undefined) {
        if (dependencies && name in dependencies)
          throw new Error(`package-lock.json has no ${name} for ${from}`)
        continue
      }
      visited.add(to)
      edges.push({ from, to })
    }
  }
  return edges
}

function listContained(packages: LockedPackages, { workspace, packages: contained }: BundledPackages) {
  return contained.map(({ name, version }) => {
    const [to] = Object.keys(packages).filter(
      (path) => nameOf(packages, path) === name && packages[path]?.version === version,
    )
    if (to === undefined)
      throw new Error(`package-lock.json has no ${name}@${version}, which ${workspace} contains`)
    return { from: workspace, to }
  })
}

/** Finds a package as Node does: in the node_modules of the folder, then of each folder above it. */
function resolveDependency(packages: LockedPackages, from: string, name: string) {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    const { link, resolved } = packages[path] ?? {}
    if (packages[path]) return link && resolved ? resolved : path
    if (!folder) return undefined
  }
}

function lockedPackage(packages: LockedPackages, path: string) {
  const locked = packages[path]
  if (!locked) throw new Error(`package-lock.json has no ${path}`)
  return locked
}

const nameOf = (packages: LockedPackages, path: string) =>
  packages[path]?.name ?? path.split('node_modules/').at(-1) ?? path

function spdxId(packages: LockedPackages, path: string) {
  const { version } = lockedPackage(packages, path)
  return `SPDXRef-Package-${nameOf(packages, path)
    .replace('@', '')
    .replaceAll(/[^\w.]/g, '-')}-${version}`
}

function describePackage(packages: LockedPackages, path: string) {
  const { version, resolved, integrity, license } = lockedPackage(packages, path)
  const name = nameOf(packages, path)
  return {
    SPDXID: spdxId(packages, path),
    name,
    versionInfo: version,
    downloadLocation: resolved ?? 'NOASSERTION',
    filesAnalyzed: false,
    licenseDeclared: license ?? 'NOASSERTION',
    ...(integrity && { checksums: [checksumOf(integrity)] }),
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      },
    ],
  }
}

function checksumOf(integrity: string) {
  const [algorithm = '', value = ''] = integrity.split('-')
  return {
    algorithm: algorithm.toUpperCase(),
    checksumValue: Buffer.from(value, 'base64').toString('hex'),
  }
}

const uniqueBy = <Item>(items: Item[], keyOf: (item: Item) => string) => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

if (import.meta.main) {
  const project = fileURLToPath(new URL('../..', import.meta.url))
  process.stdout.write(`${JSON.stringify(createSbom(project, process.argv.slice(2)), null, 2)}\n`)
}
