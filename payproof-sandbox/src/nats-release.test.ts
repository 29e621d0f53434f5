import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { downloadNats, natsPlatform, natsRelease } from './nats-release.ts'

// Downloads from a server on the loopback address, which has an archive in the format of the official releases.

const folder = mkdtempSync(join(tmpdir(), 'payproof-nats-'))
atEnd(() => rmSync(folder, { recursive: true }))
const name = `nats-server-v${natsRelease.version}-${natsPlatform()}`
mkdirSync(join(folder, name))
writeFileSync(join(folder, name, 'nats-server'), '#!/bin/sh\necho nats-server: v0.0.0\n')
chmodSync(join(folder, name, 'nats-server'), 0o755)
execFileSync('tar', ['-czf', join(folder, 'archive.tar.gz'), '-C', folder, name])
const archive = readFileSync(join(folder, 'archive.tar.gz'))
const sha256 = createHash('sha256').update(archive).digest('hex')

const requests: string[] = []
const server = createServer(({ url = '' }, reply) => {
  requests.push(url)
  reply.end(archive)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
atEnd(() => server.close().closeAllConnections())
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const releaseWith = (checksum: string, url = baseUrl) => ({
  version: natsRelease.version,
  baseUrl: url,
  sha256: { [natsPlatform()]: checksum },
})
const newFolder = () => mkdtempSync(join(folder, 'programs-'))

test('downloads the release of this platform once and makes it executable', async () => {
  const programs = newFolder()
  requests.length = 0
  const program = await downloadNats(programs, releaseWith(sha256))
  expect(execFileSync(program).toString()).toBe('nats-server: v0.0.0\n')
  expect(await downloadNats(programs, releaseWith(sha256))).toBe(program)
  expect(requests).toEqual([`/v${natsRelease.version}/${name}.tar.gz`])
})

test('refuses an archive with another checksum and keeps nothing of it', async () => {
  const programs = newFolder()
  const wrong = 'f'.repeat(64)
  await expect(downloadNats(programs, releaseWith(wrong))).rejects.toThrow(
    `has the SHA-256 ${sha256} instead of ${wrong}`,
  )
  expect(existsSync(join(programs, `nats-server-${natsRelease.version}`))).toBe(false)
})

test('says what to install if the download is impossible or the platform unknown', async () => {
  const offline = releaseWith(sha256, 'http://127.0.0.1:1')
  await expect(downloadNats(newFolder(), offline)).rejects.toThrow(/could not be downloaded.*brew install/)
  await expect(downloadNats(newFolder(), natsRelease, 'sunos-x64')).rejects.toThrow(
    /no nats-server for sunos-x64.*apt-get install nats-server/,
  )
})

test('the release is pinned by a checksum for each supported platform', () => {
  expect(Object.keys(natsRelease.sha256).sort()).toEqual([
    'darwin-amd64',
    'darwin-arm64',
    'linux-amd64',
    'linux-arm64',
  ])
  for (const checksum of Object.values(natsRelease.sha256)) expect(checksum).toMatch(/^[0-9a-f]{64}$/)
})
