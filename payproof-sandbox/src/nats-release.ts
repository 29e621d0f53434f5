import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A release of nats-server: where it is, and the SHA-256 of the archive for each platform. */
export type NatsRelease = { version: string; baseUrl: string; sha256: Partial<Record<string, string>> }

/** Checksums: https://github.com/nats-io/nats-server/releases/download/v2.12.8/SHA256SUMS */
export const natsRelease: NatsRelease = {
  version: '2.12.8',
  baseUrl: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-amd64': '6abc397684567e133649688a13564ad6de786d64e88253fbb4f6a3aa8c2fca63',
    'linux-arm64': '7d20e93c23924cdd5cb6ec51c92f9478c97f9c8a0dbe049dd7ab88af115d622c',
    'darwin-amd64': '8880e133f45c6974468d351425db9a73ffe3b569850cad2bfbaa349d80939a7f',
    'darwin-arm64': '4556a7f617eb532587790344629a6a95261099b236524b764d1f10d6c14aba1a',
  },
}

const downloadTimeoutMs = 120_000
const installHint =
  'Install nats-server yourself (macOS: brew install nats-server; Debian: apt-get install nats-server) and start again.'

/** Returns the path of nats-server in the folder. Downloads it on the first call, and verifies its checksum. */
export async function downloadNats(folder: string, release = natsRelease, platform = natsPlatform()) {
  const { version, baseUrl, sha256 } = release
  const program = join(folder, `nats-server-${version}`)
  if (existsSync(program)) return program
  const expected = sha256[platform]
  if (!expected) throw new Error(`There is no nats-server for ${platform} to download. ${installHint}`)
  const name = `nats-server-v${version}-${platform}`
  const archive = await fetchArchive(`${baseUrl}/v${version}/${name}.tar.gz`)
  const actual = createHash('sha256').update(archive).digest('hex')
  if (actual !== expected)
    throw new Error(
      `The download of ${name} has the SHA-256 ${actual} instead of ${expected}. ${installHint}`,
    )
  await unpack(archive, { folder, name, program })
  return program
}

export function natsPlatform() {
  return `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
}

async function fetchArchive(url: string) {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    return Buffer.from(await reply.arrayBuffer())
  } catch (cause) {
    throw new Error(`nats-server is not installed, and ${url} could not be downloaded. ${installHint}`, {
      cause,
    })
  }
}

async function unpack(
  archive: Buffer,
  { folder, name, program }: { folder: string; name: string; program: string },
) {
  const draft = join(folder, `${name}.unpacked`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const file = join(draft, 'archive.tar.gz')
  writeFileSync(file, archive)
  await promisify(execFile)('tar', ['-xzf', file, '-C', draft])
  renameSync(join(draft, name, 'nats-server'), program)
  rmSync(draft, { recursive: true })
}
