import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './services/programs.ts'

const folder = fileURLToPath(new URL('../node_modules/.cache/prometheus', import.meta.url))
const names = ['promtool', 'prometheus'] as const
const cached = (name: (typeof names)[number]) => join(folder, name)
const findCached = (name: (typeof names)[number]) =>
  findProgram(name) ?? (existsSync(cached(name)) ? cached(name) : undefined)

/** Finds the checker of Prometheus rules; undefined if it was never fetched. */
export const findPromtool = () => findCached('promtool')

/** Finds the Prometheus server; undefined if it was never fetched. */
export const findPrometheus = () => findCached('prometheus')

/**
 * Extracts the programs from Debian's package `prometheus` without installing the package, which would start a server,
 * create a user and install the libraries of its web pages.
 */
function fetchPrograms() {
  const download = mkdtempSync(join(tmpdir(), 'prometheus-'))
  try {
    const fetchPackage = () => execFileSync('apt-get', ['-q', 'download', 'prometheus'], { cwd: download })
    try {
      fetchPackage()
    } catch {
      // A fresh machine has no package lists yet.
      execFileSync('apt-get', ['-q', 'update'])
      fetchPackage()
    }
    const [archive = ''] = readdirSync(download).filter((file) => file.endsWith('.deb'))
    execFileSync('dpkg-deb', ['--extract', archive, 'all'], { cwd: download })
    mkdirSync(folder, { recursive: true })
    for (const name of names) {
      // The file is copied and then renamed, so that concurrent callers never see a partial file.
      execFileSync('cp', [join(download, 'all/usr/bin', name), `${cached(name)}.new`])
      renameSync(`${cached(name)}.new`, cached(name))
    }
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (!findPromtool() || !findPrometheus()) fetchPrograms()
  process.stdout.write(`${findPromtool()}\n${findPrometheus()}\n`)
}
