import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder, findGo } from '../../dev/go-program.ts'
import type { History } from './history.ts'

export type HistoryVerdict = {
  keys: number
  operations: number
  /** Operations without a reply. */
  unknown: number
  /** Keys whose history no order of the operations explains, each with its operations. */
  violations: string[]
  /** Keys whose check took too long. */
  undecided: string[]
}

const source = fileURLToPath(new URL('checker', import.meta.url))
const files = ['go.mod', 'go.sum', 'main.go']
const maxOutputBytes = 64 * 1024 ** 2

/** Checks a history with Porcupine: there is an order of its operations that the model allows and the times too. */
export function checkHistory(history: History): HistoryVerdict {
  const output = execFileSync(installChecker(), { input: JSON.stringify(history), maxBuffer: maxOutputBytes })
  return JSON.parse(String(output))
}

/** Builds the checker unless this version is cached. go.sum has the hash of Porcupine. */
function installChecker() {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(source, file)))
  const folder = cacheFolder('history-checker', hash.digest('hex').slice(0, 16))
  const cached = join(folder, 'checker')
  if (existsSync(cached)) return cached
  mkdirSync(folder, { recursive: true })
  const build = mkdtempSync(join(folder, 'build-'))
  try {
    const go = findGo('the checker of histories')
    execFileSync(
      'env',
      ['CGO_ENABLED=0', 'GOFLAGS=-mod=readonly', go, 'build', '-o', join(build, 'checker'), '.'],
      {
        cwd: source,
      },
    )
    // The file is renamed when complete, so that concurrent callers never see a partial file.
    renameSync(join(build, 'checker'), cached)
  } finally {
    rmSync(build, { recursive: true, force: true })
  }
  return cached
}
