import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TlsOptions } from 'node:tls'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { respond, startReceiver } from '../../../test/receivers.ts'
import { openOutbound } from './outbound.ts'

const folder = mkdtempSync(join(tmpdir(), 'payproof-outbound-'))
atEnd(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
const authority = ['-keyout', path('ca.key'), '-out', path('ca.pem'), '-subj', '/CN=Test CA']
openssl('req', '-x509', ...newKey, ...authority)
const ca = readFileSync(path('ca.pem'), 'utf8')

/** Creates a certificate for this name, signed by the test CA or self-signed. */
function certificateFor(name: string, { isTrusted = true } = {}) {
  const files = ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)]
  const names = [
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`,
  ]
  const signer = isTrusted ? ['-CA', path('ca.pem'), '-CAkey', path('ca.key')] : []
  openssl('req', '-x509', ...newKey, ...files, ...names, ...signer)
  return { key: readFileSync(path(`${name}.key`)), cert: readFileSync(path(`${name}.pem`)) }
}

async function startSecure(options: TlsOptions) {
  const servernames: unknown[] = []
  const receiver = await startReceiver(
    (socket) => respond(socket, 200),
    (listener) =>
      createServer({ ALPNProtocols: ['h2', 'http/1.1'], ...options }, (socket) => {
        servernames.push([socket.servername, socket.alpnProtocol, socket.getProtocol()])
        listener(socket)
      }),
  )
  return { ...receiver, servernames }
}

// Nothing listens on this port. The tests must not query a real DNS server.
const noDnsServer = '127.0.0.1:9'
const rules = {
  environment: 'sandbox',
  allowLoopback: true,
  ports: [443],
  dnsServers: [noDnsServer],
} as const
const limits = { tlsMs: 1_000 }
const trusting = openOutbound({ ...rules, ca }, limits)
const distrusting = openOutbound(rules, limits)
for (const outbound of [trusting, distrusting]) atEnd(outbound.close)

const send = (outbound: typeof trusting, url: string) => outbound.post({ url, headers: {}, body: 'x' })

test('accepts a certificate of an additional CA and negotiates SNI and HTTP/1.1', async () => {
  const { port, servernames, requests } = await startSecure(certificateFor('localhost'))
  expect(await send(trusting, `https://localhost:${port}`)).toMatchObject({ status: 200 })
  expect(await send(trusting, `https://localhost.:${port}`)).toMatchObject({ status: 200 })
  expect(servernames).toEqual([['localhost', 'http/1.1', 'TLSv1.3']])
  expect(requests[0]).toContain(`host: localhost:${port}\r\n`)
})

test('requires a certificate for the IP address when the URL names one', async () => {
  const right = await startSecure(certificateFor('127.0.0.1'))
  expect(await send(trusting, `https://127.0.0.1:${right.port}`)).toMatchObject({ status: 200 })
  await expect(send(trusting, `https://localhost:${right.port}`)).rejects.toThrow('could not connect')
  expect(right.requests).toHaveLength(1)
})

test.each([
  ['a certificate for another name', () => certificateFor('example.com'), trusting],
  ['a certificate of an unknown CA', () => certificateFor('localhost'), distrusting],
  ['a self-signed certificate', () => certificateFor('localhost', { isTrusted: false }), trusting],
  ['an outdated TLS version', () => ({ ...certificateFor('localhost'), ...old }), trusting],
])('sends nothing to a receiver with %s', async (_, certificate, outbound) => {
  const receiver = await startSecure(certificate())
  await expect(send(outbound, `https://localhost:${receiver.port}`)).rejects.toThrow('could not connect')
  expect(receiver.requests).toHaveLength(0)
})
const old: TlsOptions = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }

test('ignores NODE_TLS_REJECT_UNAUTHORIZED and proxy variables', async () => {
  const receiver = await startSecure(certificateFor('localhost', { isTrusted: false }))
  const program = `
    const { openOutbound } = await import(${JSON.stringify(new URL('./outbound.ts', import.meta.url).href)})
    const outbound = openOutbound(${JSON.stringify(rules)})
    const sending = outbound.post({ url: 'https://localhost:${receiver.port}', headers: {}, body: 'x' })
    await sending.then(({ status }) => console.log(status), ({ message }) => console.log(message))
    await outbound.close()`
  const { promise, resolve } = Promise.withResolvers<string>()
  const env = {
    PATH: '/usr/bin',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    NODE_USE_ENV_PROXY: '1',
  }
  execFile(process.execPath, ['--input-type=module', '-e', program], { env }, (_, stdout) => resolve(stdout))
  expect(await promise).toBe('could not connect\n')
  expect(receiver.requests).toHaveLength(0)
})

test('a receiver that does not finish the TLS handshake times out', async () => {
  const silent = await startReceiver(() => {})
  await expect(send(trusting, `https://127.0.0.1:${silent.port}`)).rejects.toThrow('could not connect')
  await expect.poll(silent.open).toBe(0)
})
