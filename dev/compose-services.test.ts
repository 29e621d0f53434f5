import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { atEnd } from '../server/test/at-end.ts'
import { composeAddresses, connectCompose, isComposeRequested } from './compose-services.ts'

type Compose = {
  services: Record<
    string,
    { ports: string[]; environment?: Record<string, string>; extends: { file: string } }
  >
}
const read = (name: string) => parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Compose

test('the addresses are the published ports and passwords of compose.yaml', () => {
  const { services } = read('compose.yaml')
  const ports = Object.values(services).flatMap((service) => service.ports)
  const published = ports.map((port) => /^127\.0\.0\.1:\$\{(\w+):-(\d+)\}/.exec(port)?.slice(1))
  const addresses = composeAddresses({})
  const own = [
    addresses.postgres.superuserUrl(),
    addresses.nats.url,
    addresses.s3.endpoint,
    addresses.smtp.url,
    addresses.smtp.inboxUrl,
  ]
  expect(own.map((url) => new URL(url).port)).toEqual(published.map((port) => port?.[1]))
  const moved = composeAddresses(
    Object.fromEntries(published.map((port, n) => [port?.[0] ?? '', `${2000 + n}`])),
  )
  expect(new URL(moved.smtp.inboxUrl).port).toBe('2004')
  const { postgres, s3 } = read('compose-base.yaml').services
  expect(new URL(addresses.postgres.superuserUrl()).password).toBe(postgres?.environment?.POSTGRES_PASSWORD)
  expect([addresses.s3.accessKeyId, addresses.s3.secretAccessKey]).toEqual([
    s3?.environment?.AWS_ACCESS_KEY_ID,
    s3?.environment?.AWS_SECRET_ACCESS_KEY,
  ])
})

test('one variable selects compose, and a typing error is reported', () => {
  expect(isComposeRequested({})).toBe(false)
  expect(isComposeRequested({ PAYPROOF_SERVICES: 'compose' })).toBe(true)
  expect(() => isComposeRequested({ PAYPROOF_SERVICES: 'docker' })).toThrow('must be "compose" or unset')
})

test('waits for every service, and names the first that is unreachable', async () => {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const port = String((server.address() as AddressInfo).port)
  const names = ['POSTGRES', 'NATS', 'SMTP', 'S3', 'INBOX'].map((name) => `PAYPROOF_${name}_PORT`)
  const variables = Object.fromEntries(names.map((name) => [name, port]))
  const lines: string[] = []
  const services = await connectCompose((line) => lines.push(line), { variables })
  expect(lines).toHaveLength(4)
  await services.stop()
  const closed = { ...variables, PAYPROOF_NATS_PORT: '1' }
  await expect(connectCompose(() => undefined, { variables: closed, timeoutMs: 0 })).rejects.toThrow(
    'nats does not accept connections on 127.0.0.1:1. Start it: docker compose -f dev/compose.yaml up --wait',
  )
})
