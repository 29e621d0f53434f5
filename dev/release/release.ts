import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { datedChangelog, releaseNotes } from './changelog.ts'
import { listUnpinned } from './images.ts'
import { setVersion } from './versions.ts'

// `npm run release -- 0.2.0`: sets the version everywhere, dates the changelog, keeps the API description as the
// baseline for breaking changes, commits and tags. It does not push; pushing the tag starts
// .github/workflows/release.yml.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const [version = ''] = positionals
const project = resolve(values.project)
const tag = `v${version}`
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()

const problem = findProblem()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
release()

function findProblem() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'usage: npm run release -- 1.2.3'
  const { version: current } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  if (!isNewer(version, current)) return `${version} is not newer than ${current}`
  if (git('status', '--porcelain') !== '') return 'the working tree has changes: commit or remove them first'
  if (git('tag', '--list', tag) !== '') return `the tag ${tag} exists already`
  const unpinned = listUnpinned(project)
  if (unpinned.length > 0)
    return `images without a digest: ${unpinned.join(', ')}; run npm run release:images and commit the result`
  return undefined
}

function isNewer(version: string, current: string) {
  const [a, b] = [version, current].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const index = a.findIndex((part, at) => part !== b[at])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

function release() {
  const changelog = join(project, 'CHANGELOG.md')
  const dated = datedChangelog(readFileSync(changelog, 'utf8'), version, values.date)
  writeFileSync(changelog, dated)
  setVersion(project, version)
  copyFileSync(join(project, 'server/openapi.json'), join(project, 'server/openapi.released.json'))
  git('commit', '--quiet', '--all', '-m', `release: ${version}`)
  const notes = `Payproof ${version}\n\n${releaseNotes(dated, version)}`
  // The message is kept verbatim, because Markdown headings look like comments to Git.
  git('tag', '--annotate', '--cleanup=verbatim', tag, '-m', notes)
  process.stdout.write(`committed and tagged ${tag}; publish it with: git push --follow-tags\n`)
}
