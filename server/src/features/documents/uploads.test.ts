import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Presigned, put, putHeaders, startDocuments } from '../../../test/features/documents.ts'
import { aPdf } from '../../../test/features/sample-documents.ts'
import { createUser } from '../../../test/people.ts'
import { maxFileBytes } from './limits.ts'
import { takeUploads } from './uploads.ts'

const world = await startDocuments()
const { acme, aPerson, inTransaction, objects, sql } = world

test('stores a file uploaded with both signed headers under its path', async () => {
  const person = await aPerson()
  const [first, second] = (await person.presign('payslip', 2)) as [Presigned, Presigned]
  expect(Object.keys(first).sort()).toEqual(['external_id', 'file_name', 'headers', 'path', 'presigned_url'])
  expect(first).toMatchObject({ file_name: '0.pdf', external_id: 'e0' })
  expect(first.headers).toEqual({ 'Content-Type': 'application/pdf', 'If-None-Match': '*' })
  expect(first.path).not.toBe(second.path)
  expect(first.path).toMatch(
    new RegExp(`^quarantine/${world.world.clients.acme.clientId}/${person.user_id}/[0-9a-f-]{36}$`),
  )
  const bytes = aPdf()
  expect(await put(first.presigned_url, bytes)).toBe(200)
  expect(await objects.get(first.path, 1_000)).toEqual(bytes)
  expect(await objects.head(second.path)).toBeUndefined()
})

test('the curl command of the guide uploads a file', async () => {
  const guide = readFileSync(new URL('../../../../docs/guides/documents.md', import.meta.url), 'utf8')
  const line = /curl [^\n]*PRESIGNED_URL"/.exec(guide)?.[0] ?? 'false'
  const [one] = (await (await aPerson()).presign()) as [Presigned]
  const folder = mkdtempSync(join(tmpdir(), 'payproof-test-'))
  const bytes = aPdf()
  writeFileSync(join(folder, 'march.pdf'), bytes)
  const env = { PATH: '/usr/bin:/bin', PRESIGNED_URL: one.presigned_url }
  const inShell = (command: string) => promisify(execFile)('sh', ['-c', command], { cwd: folder, env })
  await inShell(line)
  expect(await objects.get(one.path, 1_000)).toEqual(bytes)
  await expect(inShell(line)).rejects.toThrow('412')
  rmSync(folder, { recursive: true })
})

test('returns external_id null if none was given', async () => {
  const person = await aPerson()
  const { body } = await person.send('payslip', [{ file_name: 'march.pdf' }])
  expect(body.presigned_urls[0]).toMatchObject({ file_name: 'march.pdf', external_id: null })
})

test('presigned URLs are valid for 15 minutes', async () => {
  const [one] = await (await aPerson()).presign()
  expect(new URL(one?.presigned_url ?? '').searchParams.get('X-Amz-Expires')).toBe('900')
})

// Every misuse of a presigned URL must be rejected and leave no object behind.
const changes: Record<string, (one: Presigned, other: Presigned) => Promise<number>> = {
  'another key': ({ presigned_url }) => put(presigned_url.replace(/[0-9a-f]{4}\?/, '0000?'), aPdf()),
  'the address of another file': ({ presigned_url }, { path }) => {
    const url = new URL(presigned_url)
    return put(`${url.origin}/${world.config.S3_BUCKET}/${path}${url.search}`, aPdf())
  },
  'another bucket': ({ presigned_url }) =>
    put(presigned_url.replace(world.config.S3_BUCKET, 'another'), aPdf()),
  'a little more than 10 MB': ({ presigned_url }) =>
    put(presigned_url, Buffer.alloc(maxFileBytes + 2_000, '.')),
  '11 MB': ({ presigned_url }) => put(presigned_url, Buffer.alloc(11_000_000, '.')),
  '11 MB in pieces of unknown number': ({ presigned_url }) =>
    put(presigned_url, chunkedBody(11_000_000), chunked),
  'a small file in pieces of unknown number': ({ presigned_url }) =>
    put(presigned_url, chunkedBody(2_000), chunked),
  'another type of content': ({ presigned_url }) =>
    put(presigned_url, aPdf(), { headers: { ...putHeaders, 'content-type': 'text/html' } }),
  'no type of content': ({ presigned_url }) =>
    put(presigned_url, aPdf(), { headers: { 'if-none-match': '*' } }),
  'no header that makes it single': ({ presigned_url }) =>
    put(presigned_url, aPdf(), { headers: { 'content-type': 'application/pdf' } }),
  'a longer life': ({ presigned_url }) => put(presigned_url.replace('Expires=900', 'Expires=9000'), aPdf()),
  'another time': ({ presigned_url }) =>
    put(presigned_url.replace(/(X-Amz-Date=\d{8}T)\d{6}/, '$1000000'), aPdf()),
  'a changed signature': ({ presigned_url }) =>
    put(
      presigned_url.replace(/Signature=(.)/, (_, one) => `Signature=${one === '0' ? '1' : '0'}`),
      aPdf(),
    ),
  'no signature': ({ presigned_url }) => put(presigned_url.split('?')[0] ?? '', aPdf()),
}

const chunked = { duplex: 'half' } as RequestInit

function chunkedBody(bytes: number) {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      controller.enqueue(Buffer.alloc(Math.min(left, 100_000), '.'))
      left -= 100_000
    },
  })
}

const refused = [400, 403, 404, 411, 413]

for (const [name, change] of Object.entries(changes)) {
  test(`rejects a presigned URL with ${name}`, async () => {
    const person = await aPerson()
    const [one, other] = (await person.presign('bank_statement', 2)) as [Presigned, Presigned]
    expect(refused).toContain(await change(one, other))
    expect(await world.keysOf(person)).toEqual([])
  })
}

test('accepts a file of the signed length only', async () => {
  const person = await aPerson()
  const bytes = aPdf()
  const send = async () => {
    const reply = await person.send('bank_statement', [{ file_name: 'march.pdf', bytes: bytes.length }])
    expect(reply.status, reply.text).toBe(200)
    return reply.body.presigned_urls[0] as Presigned
  }
  const exact = await send()
  expect(exact.headers).toEqual({
    'Content-Type': 'application/pdf',
    'If-None-Match': '*',
    'Content-Length': String(bytes.length),
  })
  expect(await put(exact.presigned_url, bytes, { headers: exact.headers })).toBe(200)
  expect(await objects.get(exact.path, 1_000)).toEqual(bytes)
  for (const other of [Buffer.concat([bytes, Buffer.from('.')]), bytes.subarray(1)]) {
    const one = await send()
    // Like HTTP clients, `put` sends the actual length of the body as Content-Length, which differs from the signed
    // length.
    expect(await put(one.presigned_url, other)).toBe(403)
    expect(await objects.head(one.path)).toBeUndefined()
  }
  const chunkedOne = await send()
  expect(refused).toContain(await put(chunkedOne.presigned_url, chunkedBody(bytes.length), chunked))
  expect(await objects.head(chunkedOne.path)).toBeUndefined()
})

test('rejects a length that no file may have', async () => {
  const person = await aPerson()
  for (const bytes of [-1, 1.5, maxFileBytes + 1, '5'])
    expect((await person.send('payslip', [{ file_name: 'march.pdf', bytes }])).status, `${bytes}`).toBe(400)
})

test('rejects an expired presigned URL', async () => {
  const key = 'quarantine/late'
  const { url } = await objects.presignPut(key, { contentType: 'application/pdf', seconds: 1 })
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect(await put(url, aPdf())).toBe(403)
  expect(await objects.head(key)).toBeUndefined()
})

test('a presigned URL accepts one file and allows no other method', async () => {
  const [one] = (await (await aPerson()).presign()) as [Presigned]
  const first = aPdf('first')
  expect(await put(one.presigned_url, first)).toBe(200)
  expect(await put(one.presigned_url, aPdf('second'))).toBe(412)
  for (const method of ['GET', 'HEAD', 'DELETE', 'POST'])
    expect((await fetch(one.presigned_url, { method, headers: putHeaders })).status, method).toBe(403)
  expect(await objects.get(one.path, 1_000)).toEqual(first)
})

test('stores one complete file if two are uploaded concurrently', async () => {
  const [one] = (await (await aPerson()).presign()) as [Presigned]
  const files = [aPdf('first', 200_000), aPdf('second', 300_000)]
  const statuses = await Promise.all(files.map((bytes) => put(one.presigned_url, bytes)))
  expect(statuses).toContain(200)
  const kept = (await objects.get(one.path, 1_000_000)) as Buffer
  expect(files.some((bytes) => bytes.equals(kept))).toBe(true)
  expect(await put(one.presigned_url, aPdf('third'))).toBe(412)
})

test('claims a path once, for its own user and type, before it expires', async () => {
  const [person, stranger] = [await aPerson(), await aPerson()]
  const [one, late] = (await person.presign('bank_statement', 2)) as [Presigned, Presigned]
  const take = async (
    paths: string[],
    of = person,
    type: 'payslip' | 'bank_statement' = 'bank_statement',
  ) => {
    const files = paths.map((path) => ({ path, external_document_id: 'mine' }))
    const taken = await inTransaction((tx) => takeUploads(tx, { user_id: of.user_id, type }, files))
    return taken.map((each) => ('problem' in each ? each.problem : each.upload.external_id))
  }
  expect(await take([one.path], stranger)).toEqual(['not-uploaded'])
  expect(await take([one.path], person, 'payslip')).toEqual(['not-uploaded'])
  expect(await take(['nowhere', `${one.path}x`, one.path.replace('quarantine', 'documents')])).toEqual(
    Array(3).fill('not-uploaded'),
  )
  await sql(`update uploads set expires_at = now() - interval '1 minute' where id = $1`, [
    late.path.slice(-36),
  ])
  expect(await take([one.path, one.path, late.path])).toEqual(['mine', 'taken', 'expired'])
  expect(await take([one.path])).toEqual(['taken'])
})

test('another client cannot claim the path', async () => {
  const person = await aPerson()
  const [one] = (await person.presign()) as [Presigned]
  const { user_id } = await createUser(world.rival)
  const files = [{ path: one.path }]
  const taken = await inTransaction(
    (tx) => takeUploads(tx, { user_id, type: 'bank_statement' }, files),
    world.world.clients.rival.clientId,
  )
  expect(taken).toEqual([{ file_name: one.path, problem: 'not-uploaded' }])
})

test('accepts 1 to 12 files, each with a valid name', async () => {
  const person = await aPerson()
  const files = Array.from({ length: 13 }, (_, n) => ({ file_name: `${n}.pdf` }))
  expect((await person.send('payslip', files)).status).toBe(400)
  expect((await person.send('payslip', [])).status).toBe(400)
  expect((await person.send('payslip', [{ file_name: ' ' }])).status).toBe(400)
  expect((await person.send('payslip', [{ file_name: 'a\u0000b.pdf' }])).status).toBe(400)
  expect((await person.send('payslip', files.slice(1))).status).toBe(200)
})

test('counts documents and pending uploads towards the limit of 250', async () => {
  const person = await aPerson()
  for (let n = 0; n < 20; n++) await person.presign('payslip', 12)
  await person.presign('bank_statement', 10)
  const full = await person.send('bank_statement', [{ file_name: 'one-more.pdf' }])
  expect([full.status, full.headers['x-svc-error-code']]).toEqual([400, 'too-many-documents'])
  expect(full.body.errors).toEqual([expect.stringContaining('250')])
  // Expired uploads no longer count towards the limit.
  await sql(`update uploads set expires_at = now() - interval '1 minute' where user_id = $1`, [
    person.user_id,
  ])
  await person.presign('payslip', 12)
})

test('finding 7: rejected files count towards the limit for a day', async () => {
  const person = await aPerson()
  for (let n = 0; n < 20; n++) await person.presign('payslip', 12)
  await person.presign('bank_statement', 10)
  const askForOne = async () => (await person.send('payslip', [{ file_name: 'one-more.pdf' }])).status
  await sql('update uploads set done_at = now() where user_id = $1', [person.user_id])
  expect(await askForOne()).toBe(400)
  await sql(`update uploads set created_at = now() - interval '25 hours' where user_id = $1`, [
    person.user_id,
  ])
  expect(await askForOne()).toBe(200)
})

test('concurrent requests cannot exceed the limit together', async () => {
  const person = await aPerson()
  for (let n = 0; n < 20; n++) await person.presign('payslip', 12)
  const replies = await Promise.all(Array.from({ length: 4 }, () => person.send('payslip', sixFiles)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
})

const sixFiles = Array.from({ length: 6 }, (_, n) => ({ file_name: `${n}.pdf` }))

test('requires payslip_upload_enabled for payslips but not for statements', async () => {
  const person = await aPerson(acme, { payslip_upload_enabled: false })
  const refusal = await person.send('payslip', [{ file_name: 'march.pdf' }])
  expect([refusal.status, refusal.headers['x-svc-error-code']]).toEqual([403, 'payslip-upload-off'])
  await person.presign('bank_statement')
})

test('requires a valid authorisation', async () => {
  const person = await aPerson()
  await acme('PUT', `/authorisations/${person.authorisation_id}/revoke`)
  const refusal = await person.send('payslip', [{ file_name: 'march.pdf' }])
  expect([refusal.status, refusal.headers['x-svc-error-code']]).toEqual([403, 'authorisation-missing'])
})
