import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './services/programs.ts'

const folder = fileURLToPath(new URL('../node_modules/.cache/promtool', import.meta.url))
const cached = join(folder, 'promtool')

/** Finds the checker of Prometheus rules; undefined if it was never fetched. */
export const findPromtool = () => findProgram('promtool') ?? (existsSync(cached) ? cached : undefined)

/**
 * Extracts promtool from Debian's package `prometheus` without installing the package, which would start a server,
 * create a user and install the libraries of its web pages.
 */
function fetchPromtool() {
  const download = mkdtempSync(join(tmpdir(), 'promtool-'))
  try {
    const fetchPackage = () => execFileSync('apt-get', ['-q', 'download', 'prometheus'], { cwd: download })
    try {
      fetchPackage()
    } catch {
      // A fresh machine has no package lists yet.
      execFileSync('apt-get', ['-q', 'update'])
      fetchPackage()
    }
    const [name = ''] = readdirSync(download).filter((file) => file.endsWith('.deb'))
    execFileSync('dpkg-deb', ['--extract', name, 'all'], { cwd: download })
    mkdirSync(folder, { recursive: true })
    // The file is copied and then renamed, so that concurrent callers never see a partial file.
    execFileSync('cp', [join(download, 'all/usr/bin/promtool'), `${cached}.new`])
    renameSync(`${cached}.new`, cached)
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (!findPromtool()) fetchPromtool()
  process.stdout.write(`${findPromtool()}\n`)
}
