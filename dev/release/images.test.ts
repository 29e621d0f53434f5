import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { findDigestAtRegistry, listUnpinned, locate, parseReference, pinImages } from './images.ts'

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`

function makeProject(dockerfile: string, compose: string) {
  const project = mkdtempSync(join(tmpdir(), 'payproof-images-'))
  atEnd(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'deploy'))
  writeFileSync(join(project, 'deploy/Dockerfile'), dockerfile)
  writeFileSync(join(project, 'deploy/compose.yaml'), compose)
  return project
}

test('security finding 26: pins every image that is not our own, and keeps the rest of the files', async () => {
  const compose = 'services:\n  api:\n    image: payproof/service\n  nats:\n    image: nats:2.12-alpine\n'
  const project = makeProject('ARG NODE=docker.io/library/node:26-slim\nFROM $NODE\n', compose)
  expect(listUnpinned(project)).toEqual(['docker.io/library/node:26-slim', 'nats:2.12-alpine'])
  await pinImages(project, async () => digest)
  expect(listUnpinned(project)).toEqual([])
  const read = (file: string) => readFileSync(join(project, 'deploy', file), 'utf8')
  expect(read('Dockerfile')).toBe(`ARG NODE=docker.io/library/node:26-slim@${digest}\nFROM $NODE\n`)
  expect(read('compose.yaml')).toBe(compose.replace('2.12-alpine', `2.12-alpine@${digest}`))
  const newer = digest.replace('0', 'f')
  expect(await pinImages(project, async () => newer)).toContain(`nats:2.12-alpine@${newer}`)
})

test('refuses a registry without a digest, and an image without a tag', async () => {
  const project = makeProject('ARG NODE=node:26\n', '')
  await expect(pinImages(project, async () => '')).rejects.toThrow('no digest of node:26')
  expect(listUnpinned(project)).toEqual(['node:26'])
  expect(() => parseReference('node')).toThrow('without a tag')
})

test('asks a registry for the digest, with an anonymous token if it wants one', async () => {
  const heard: string[] = []
  const server = createServer((request, reply) => {
    heard.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/token')) return void reply.end(JSON.stringify({ token: 'anonymous' }))
    if (request.headers.authorization !== 'Bearer anonymous') {
      const realm = `http://${request.headers.host}/token`
      reply.setHeader('www-authenticate', `Bearer realm="${realm}",service="here",scope="pull"`)
      return void reply.writeHead(401).end()
    }
    reply.setHeader('docker-content-digest', digest).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}/some/image`
  expect(await findDigestAtRegistry({ name, tag: '1.2' })).toBe(digest)
  expect(heard).toEqual([
    'HEAD /v2/some/image/manifests/1.2',
    'GET /token?service=here&scope=pull',
    'HEAD /v2/some/image/manifests/1.2',
  ])
})

test('finds the registry of a name as Docker does', () => {
  const hub = 'https://registry-1.docker.io'
  expect(locate('nats')).toEqual({ registry: hub, repository: 'library/nats' })
  expect(locate('clamav/clamav')).toEqual({ registry: hub, repository: 'clamav/clamav' })
  expect(locate('docker.io/library/node')).toEqual({ registry: hub, repository: 'library/node' })
  expect(locate('ghcr.io/a/b')).toEqual({ registry: 'https://ghcr.io', repository: 'a/b' })
})
