import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Adds to package-lock.json the builds for other platforms that npm left out. A registry mirror that holds only
// this platform's builds makes npm write a lock file that its own `npm ci` refuses. Run it after `npm install`.
type Entry = {
  version?: string
  dev?: boolean
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors: Record<string, string> = { gnueabihf: 'arm', eabi: 'arm' }
const knownProcessors = ['x64', 'arm64', 'arm', 'ppc64', 's390x', 'riscv64', 'wasm32']

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(path, 'utf8'))
const added: string[] = []

for (const [where, parent] of Object.entries(lock.packages)) {
  if (where === '') continue
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${where}/node_modules/${name}`]) continue
    if (!/^\d/.test(version)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(parent.dev && { dev: true }),
      optional: true,
    }
    added.push(name)
  }
}

const packages = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
process.stdout.write(`${added.length} builds for other platforms added to package-lock.json\n`)

function platformOf(name: string) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => knownProcessors.includes(word)) ?? processors[words.at(-1) ?? '']
  const last = words.at(-1) ?? ''
  const libc = last === 'musl' ? 'musl' : last === 'gnu' ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}
