import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `node dev/bun.ts`: prints the path of Bun, on which the tests of the published packages run.

const version = '1.4.4'
const folder = fileURLToPath(new URL(`../node_modules/.cache/bun/${version}`, import.meta.url))
const cached = join(folder, 'bun')

type Build = { name: string; integrity: string }
// The npm packages of Bun's builds for Linux. The baseline build runs on processors without AVX2.
const builds: Partial<Record<NodeJS.Architecture, Build>> = {
  x64: {
    name: 'bun-linux-x64-baseline',
    integrity:
      'sha512-FBU6T21NT+i+rESbi0Z8A8G5xN51c+WZ0v6pIjI6szSzOlqVNv64nf7FPnwNIyxKD1M7Wg5cEobLC/QbzCeLtA==',
  },
  arm64: {
    name: 'bun-linux-aarch64',
    integrity:
      'sha512-ZTVtpf9zmHSBVPX1sBwe5agGb/rN34yPGg/Hby8e2Ax2uCUA2URZKlZH7qLntK7qaFJCMXh9v0GWNYN2zINz1w==',
  },
}

/** Downloads Bun from npm unless it is cached, and returns the path of the program. */
export async function installBun() {
  if (existsSync(cached)) return cached
  const build = builds[process.arch]
  if (!build) throw new Error(`no Bun build is pinned for ${process.arch}`)
  const tarball = await download(build)
  mkdirSync(folder, { recursive: true })
  const unpacked = mkdtempSync(join(folder, 'unpacked-'))
  try {
    writeFileSync(join(unpacked, 'bun.tgz'), tarball)
    execFileSync('tar', ['-xzf', 'bun.tgz'], { cwd: unpacked })
    // The file is renamed when complete, so that concurrent callers never see a partial file.
    renameSync(join(unpacked, 'package/bin/bun'), cached)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
  return cached
}

async function download({ name, integrity }: Build) {
  const response = await fetch(`https://registry.npmjs.org/@oven/${name}/-/${name}-${version}.tgz`)
  if (!response.ok) throw new Error(`could not download ${name}@${version}: ${response.status}`)
  const tarball = Buffer.from(await response.arrayBuffer())
  const actual = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  if (actual !== integrity) throw new Error(`${name}@${version} has the checksum ${actual}`)
  return tarball
}

if (import.meta.main) process.stdout.write(`${await installBun()}\n`)
