import { createHash, createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CephS3, startS3 } from './ceph.ts'
import { isAlive } from './processes.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let s3: CephS3

beforeAll(async () => {
  s3 = await startS3({ folder })
}, 60_000)

afterAll(async () => {
  await s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one running service.
describe('s3', { shuffle: false }, () => {
  it('stores an object', async () => {
    expect((await call('PUT', '/files')).status).toBe(200)
    expect((await call('PUT', '/files/note.txt', { body: 'hello' })).status).toBe(200)
    const answer = await call('GET', '/files/note.txt')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('hello')
  })

  it('rejects unsigned requests, wrong keys and altered signatures', async () => {
    expect((await fetch(`${s3.endpoint}/files/note.txt`)).status).toBe(403)
    expect((await call('GET', '/files/note.txt', { secret: 'not the secret' })).status).toBe(403)
    expect((await call('GET', '/files/note.txt', { tamper: true })).status).toBe(403)
  })

  it('does not overwrite an object with If-None-Match: *', async () => {
    const headers = { 'if-none-match': '*' }
    expect((await call('PUT', '/files/once', { body: 'first', headers })).status).toBe(200)
    expect((await call('PUT', '/files/once', { body: 'second', headers })).status).toBe(412)
    expect(await (await call('GET', '/files/once')).text()).toBe('first')
  })

  it('accepts a presigned upload until it expires', async () => {
    const fresh = presign('PUT', '/files/upload', 60)
    expect((await fetch(fresh, { method: 'PUT', body: 'by link' })).status).toBe(200)
    expect((await fetch(fresh.replace('/upload', '/other'), { method: 'PUT', body: 'x' })).status).toBe(403)
    const old = presign('GET', '/files/upload', 60, new Date(Date.now() - 120_000))
    expect((await fetch(old)).status).toBe(403)
    expect(await (await fetch(presign('GET', '/files/upload', 60))).text()).toBe('by link')
  })

  it('leaves no process after a stop, and has the objects after the next start', async () => {
    const pids = s3.pids()
    expect(pids).toHaveLength(3)
    const keys = [s3.accessKeyId, s3.secretAccessKey]
    await s3.stop()
    expect(pids.filter(isAlive)).toEqual([])
    s3 = await startS3({ folder, port: s3.port, firstClusterPort: s3.firstClusterPort })
    expect([s3.accessKeyId, s3.secretAccessKey]).toEqual(keys)
    expect(await (await call('GET', '/files/note.txt')).text()).toBe('hello')
  })

  it('keeps objects when killed, even if it restarts on other ports', async () => {
    expect((await call('PUT', '/files/late', { body: 'last words' })).status).toBe(200)
    const pids = s3.pids()
    await s3.kill()
    expect(pids.filter(isAlive)).toEqual([])
    s3 = await startS3({ folder })
    expect(await (await call('GET', '/files/late')).text()).toBe('last words')
  })
})

type CallOptions = { body?: string; headers?: Record<string, string>; secret?: string; tamper?: boolean }

/** Sends a request signed with AWS Signature Version 4, without the SDK. */
function call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { body = '', secret = s3.secretAccessKey, tamper = false } = options
  const time = amzTime(new Date())
  const headers: Record<string, string> = {
    ...options.headers,
    host: new URL(s3.endpoint).host,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = [method, path, '', lines, signed, sha256(body)].join('\n')
  const signature = sign(canonical, time, secret)
  const sent = tamper ? `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}` : signature
  const credential = `${s3.accessKeyId}/${scope(time)}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${sent}`
  const { host: _, ...rest } = headers
  return fetch(`${s3.endpoint}${path}`, {
    method,
    headers: { ...rest, authorization },
    ...(method === 'PUT' ? { body } : {}),
  })
}

function presign(method: string, path: string, expiresSeconds: number, at = new Date()): string {
  const time = amzTime(at)
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${s3.accessKeyId}/${scope(time)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresSeconds),
    'X-Amz-SignedHeaders': 'host',
  })
  const host = `host:${new URL(s3.endpoint).host}\n`
  const canonical = [method, path, query.toString(), host, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  return `${s3.endpoint}${path}?${query}&X-Amz-Signature=${sign(canonical, time, s3.secretAccessKey)}`
}

function sign(canonical: string, time: string, secret: string): string {
  const parts = scope(time).split('/')
  const key = parts.reduce<string | Buffer>((key, part) => hmac(key, part).digest(), `AWS4${secret}`)
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope(time), sha256(canonical)].join('\n')).digest('hex')
}

function scope(time: string): string {
  return `${time.slice(0, 8)}/${s3.region}/s3/aws4_request`
}

function amzTime(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
