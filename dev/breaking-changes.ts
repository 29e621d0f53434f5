import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compareDocuments } from './breaking-changes/compare.ts'

// Compares server/openapi.json with the copy of the last release and fails when a caller of that release would be broken.
// `--release` renews the copy: at a release, or when a break is meant and told in CHANGELOG.md. Paths of two other files
// may be given, for tests and for comparing any two versions.
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const isRelease = process.argv[2] === '--release'
const [old = at('server/openapi.released.json'), now = at('server/openapi.json')] = isRelease
  ? []
  : process.argv.slice(2)

if (isRelease) {
  await copyFile(now, old)
  process.stdout.write('server/openapi.released.json is server/openapi.json now\n')
} else {
  const [released, present] = await Promise.all(
    [old, now].map(async (path) => JSON.parse(await readFile(path, 'utf8'))),
  )
  const findings = compareDocuments(released, present)
  const breaking = findings.filter(({ isBreaking }) => isBreaking)
  for (const { isBreaking, text } of findings)
    process.stdout.write(`${isBreaking ? 'BREAKING' : 'note'}  ${text}\n`)
  process.stdout.write(`openapi.json: ${breaking.length} breaking changes since the release\n`)
  if (breaking.length > 0) process.exitCode = 1
}
