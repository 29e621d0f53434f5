import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './services/programs.ts'

type GoProgram = {
  name: string
  /** The Go package of its main function. */
  source: string
  version: string
}

export const cacheFolder = (name: string, version: string) =>
  fileURLToPath(new URL(`../node_modules/.cache/${name}/${version}`, import.meta.url))

export function findGo(purpose: string) {
  const go = findProgram('go') ?? '/usr/local/go/bin/go'
  if (!existsSync(go)) throw new Error(`${purpose} needs Go 1.26 or newer: https://go.dev/dl`)
  return go
}

/** Builds a program with Go at an exact version, unless it is cached, and returns its path. */
export function installGoProgram({ name, source, version }: GoProgram) {
  const folder = cacheFolder(name, version)
  const cached = join(folder, name)
  if (existsSync(cached)) return cached
  const go = findGo(name)
  mkdirSync(folder, { recursive: true })
  const build = mkdtempSync(join(folder, 'build-'))
  try {
    execFileSync('env', [`GOBIN=${build}`, 'CGO_ENABLED=0', go, 'install', `${source}@${version}`])
    // The file is renamed when complete, so that concurrent callers never see a partial file.
    renameSync(join(build, name), cached)
  } finally {
    rmSync(build, { recursive: true, force: true })
  }
  return cached
}
