import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { releasedPackages, tarballName } from './packages.ts'

const script = fileURLToPath(new URL('publish.ts', import.meta.url))
const manifests = releasedPackages.map((folder) =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8')),
)

/** Starts a registry that stores each version once and records the order. */
async function startRegistry() {
  const versions = new Map<string, object>()
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1))
    if (request.method === 'PUT') versions.set(name, JSON.parse(await text(request)))
    const stored = versions.get(name)
    response.writeHead(stored ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(stored ?? { error: 'Not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, versions }
}

/** Writes tarballs that contain no more than the manifests. */
async function writeTarballs() {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-publish-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const { private: _, scripts: __, ...manifest } of manifests) {
    mkdirSync(join(folder, 'package'), { recursive: true })
    writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest))
    await outputOf('tar', ['-czf', tarballName(manifest), 'package'], folder)
  }
  return folder
}

async function outputOf(program: string, args: string[], cwd: string) {
  const settings = [`HOME=${cwd}`, `npm_config_userconfig=${join(cwd, '.npmrc')}`]
  const child = spawn('env', [...settings, program, ...args], { cwd })
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { stdout, stderr, status }
}

test('publishes dependencies first and skips what is published', async () => {
  const { url, versions } = await startRegistry()
  const from = await writeTarballs()
  // npm publishes only with a token; this registry accepts any.
  writeFileSync(join(from, '.npmrc'), `${url.replace('http:', '')}:_authToken=any\ncache=${from}/cache\n`)
  const options = ['--from', from, '--registry', url, '--no-provenance']
  const first = await outputOf(process.execPath, [script, ...options], from)
  expect(first, first.stderr).toMatchObject({ status: 0 })
  expect([...versions.keys()]).toEqual(manifests.map(({ name }) => name))
  const second = await outputOf(process.execPath, [script, ...options], from)
  expect(second.stdout.trim().split('\n')).toEqual(
    manifests.map(({ name, version }) => `${name}@${version} is already published`),
  )
})

test('refuses a tag of another version, and a registry that does not answer', async () => {
  const from = await writeTarballs()
  const wrongTag = await outputOf(process.execPath, [script, '--tag', 'v9.9.9', '--from', from], from)
  expect(wrongTag).toMatchObject({ status: 1, stderr: expect.stringContaining('v9.9.9 is not the version') })
  // Port 9 (discard) has no listener.
  writeFileSync(join(from, '.npmrc'), `cache=${from}/cache\nfetch-retries=0\n`)
  const options = ['--from', from, '--registry', 'http://127.0.0.1:9/', '--no-provenance']
  const unreachable = await outputOf(process.execPath, [script, ...options], from)
  expect(unreachable).toMatchObject({ status: 1, stderr: expect.stringContaining('could not ask') })
})
