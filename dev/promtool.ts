import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './services/programs.ts'

const folder = fileURLToPath(new URL('../node_modules/.cache/promtool', import.meta.url))
const kept = join(folder, 'promtool')

/** The checker of Prometheus rules, or undefined: it was never fetched. */
export const findPromtool = () => findProgram('promtool') ?? (existsSync(kept) ? kept : undefined)

/**
 * Takes one file out of Debian's package `prometheus` without installing it: the package would start a server, make a
 * user and bring the libraries of its web pages.
 */
function fetchPromtool() {
  const place = mkdtempSync(join(tmpdir(), 'promtool-'))
  try {
    const download = () => execFileSync('apt-get', ['-q', 'download', 'prometheus'], { cwd: place })
    try {
      download()
    } catch {
      // A fresh machine has no list of packages yet.
      execFileSync('apt-get', ['-q', 'update'])
      download()
    }
    const [name = ''] = readdirSync(place).filter((file) => file.endsWith('.deb'))
    execFileSync('dpkg-deb', ['--extract', name, 'all'], { cwd: place })
    mkdirSync(folder, { recursive: true })
    // Beside its place first, so that nobody sees half of it.
    execFileSync('cp', [join(place, 'all/usr/bin/promtool'), `${kept}.new`])
    renameSync(`${kept}.new`, kept)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (!findPromtool()) fetchPromtool()
  process.stdout.write(`${findPromtool()}\n`)
}
