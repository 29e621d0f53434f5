import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/engine.ts'
import { type Presigned, put, startDocuments } from '../../../test/features/documents.ts'
import { aPdf } from '../../../test/features/sample-documents.ts'
import { aMember, anId, createUser } from '../../../test/people.ts'
import type { TrustFinding } from '../../extraction/document.ts'
import { openUser } from '../users/service.ts'
import { openFile, promote } from './quarantine.ts'
import { documentKey } from './storage-keys.ts'
import { admitDocument } from './store.ts'
import { sweepUploads } from './upload-sweep.ts'

const world = await startDocuments()
const { acme, rival, aPerson, addDocument, inTransaction, objects, sql, keysOf } = world
const { clientId } = world.world.clients.acme

const finding: TrustFinding = {
  code: 'OVERPAINTED',
  category: 'page',
  severity: 'high',
  title: 'Painted over',
  message: 'An amount was covered and written anew',
  places: [
    { page: 1, box: [10, 20, 30, 40], expected: '1.00', actual: '9.00' },
    { page: 2, box: [1, 2, 3, 4] },
  ],
  fields: [],
}
const onFields: TrustFinding = {
  ...finding,
  code: 'SUM',
  places: [],
  fields: ['income_information.pay_date'],
}

test('lists a document with trust findings and PDF metadata, and returns it with its file', async () => {
  const person = await aPerson()
  const { id, bytes } = await addDocument(person, aPdf(), { findings: [finding, onFields] })
  const { body } = await acme('GET', `/documents?user_id=${person.user_id}`)
  expect(body.pagination).toEqual({ offset: 0, limit: 500, count: 1, total_count: 1 })
  const [listed] = body.documents
  expect(listed).toMatchObject({
    id,
    user_id: person.user_id,
    type: 'bank_statement',
    file_name: '0.pdf',
    external_id: 'e0',
    pages: 2,
    bytes: bytes.length,
    trust_score: 'Medium',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    pdf_metadata: { producer: 'Quillworks', revisions: 1, fonts: ['Helvetica'] },
  })
  const { places: _, fields: __, ...common } = finding
  expect(listed.trust_analysis).toEqual([
    { ...common, location: finding.places[0] },
    { ...common, location: finding.places[1] },
    { ...common, code: 'SUM', location: { fields: onFields.fields } },
  ])
  const read = await acme('GET', `/documents/${id}`)
  expect(read.body).toEqual({ ...listed, file_contents: bytes.toString('base64') })
})

test('lists documents newest first, filtered by type and paged', async () => {
  const person = await aPerson()
  const older = await addDocument(person, aPdf(), { kind: 'payslip' })
  const newer = await addDocument(person)
  const idsOf = async (query: string) => {
    const { body } = await acme('GET', `/documents?user_id=${person.user_id}${query}`)
    return body.documents.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('')).toEqual([newer.id, older.id])
  expect(await idsOf('&type=payslip')).toEqual([older.id])
  expect(await idsOf('&offset=1&limit=1')).toEqual([older.id])
  expect((await acme('GET', `/documents?user_id=${person.user_id}&type=invoice`)).status).toBe(400)
  expect((await acme('GET', '/documents')).status).toBe(400)
})

test('serves the file as a download', async () => {
  const person = await aPerson()
  const { id, bytes } = await addDocument(person)
  const reply = await world.server.inject({
    method: 'GET',
    url: `/documents/${id}/file`,
    headers: { 'x-api-key': world.world.clients.acme.apiKey },
  })
  expect(reply.rawPayload).toEqual(bytes)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="0.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/frame-ancestors 'none'; sandbox$/),
  })
})

test('sanitises the file name in the Content-Disposition header', async () => {
  const { id } = await addDocument(await aPerson(), aPdf(), { file_name: 'a"; x=\\ü.html' })
  const { headers } = await acme('GET', `/documents/${id}/file`)
  expect(headers['content-disposition']).toBe('attachment; filename="a__ x___.html.pdf"')
})

test('the Support role sees metadata of a document but no name, findings or file', async () => {
  const person = await aPerson()
  const unread = { problem: 'not-read' as const, missing: ['transactions'] }
  const { id } = await addDocument(person, aPdf(), { findings: [finding], unread })
  expect((await acme('GET', `/documents/${id}`)).body.unread).toEqual(unread)
  const { token } = await aMember(world, acme, 'Support')
  const support = world.withToken(token)
  const metadata = {
    id,
    user_id: person.user_id,
    type: 'bank_statement',
    pages: 2,
    bytes: expect.any(Number),
    trust_score: 'Medium',
    identity_match: 'unknown',
    identity_accepted_at: null,
    created_at: expect.any(String),
  }
  expect((await support('GET', `/documents?user_id=${person.user_id}`)).body.documents).toEqual([metadata])
  expect((await support('GET', `/documents/${id}`)).body).toEqual(metadata)
  expect((await support('GET', `/documents/${id}/file`)).status).toBe(403)
  expect((await support('DELETE', `/documents/${id}`)).status).toBe(403)
})

test('returns 404 for a document of another client', async () => {
  const person = await aPerson()
  const { id } = await addDocument(person)
  for (const [method, path] of [
    ['GET', `/documents/${id}`],
    ['GET', `/documents/${id}/file`],
    ['DELETE', `/documents/${id}`],
  ] as const) {
    const [reply, missing] = [await rival(method, path), await rival(method, path.replace(id, anId()))]
    expect(reply.status).toBe(404)
    expect(reply.body.errors).toEqual([`Document [${id}] does not exist`])
    expect(missing.status).toBe(404)
  }
  expect((await rival('GET', `/documents?user_id=${person.user_id}`)).status).toBe(404)
  expect((await acme('GET', `/documents/${id}`)).status).toBe(200)
})

test('returns 401 for a user token', async () => {
  const person = await aPerson()
  const { id } = await addDocument(person)
  expect((await person.asUser('GET', `/documents/${id}`)).status).toBe(401)
  expect((await person.asUser('GET', `/documents?user_id=${person.user_id}`)).status).toBe(401)
})

test('rejects the same file or text of one user as duplicate, and flags it for another user', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const file = aPdf()
  expect(await addDocument(person, file, { content_hash: 'words' })).toMatchObject({
    isSentByAnotherUser: false,
  })
  expect(await addDocument(person, file)).toMatchObject({ problem: 'duplicate' })
  expect(await addDocument(person, aPdf(), { content_hash: 'words' })).toMatchObject({ problem: 'duplicate' })
  expect(await addDocument(person, aPdf(), { content_hash: 'others' })).toMatchObject({
    isSentByAnotherUser: false,
  })
  expect(await addDocument(other, file)).toMatchObject({ isSentByAnotherUser: true })
  expect(await addDocument(other, aPdf(), { content_hash: 'words' })).toMatchObject({
    isSentByAnotherUser: true,
  })
})

test('limits documents to 250 per user', async () => {
  const person = await aPerson()
  const { id } = await addDocument(person)
  await sql(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
        'file_hash', '\\x' || encode(gen_random_uuid()::text::bytea, 'hex')))).*
      from documents d, generate_series(1, 248) where d.id = $1`,
    [id],
  )
  expect(await addDocument(person)).toMatchObject({ isSentByAnotherUser: false })
  expect((await person.send('payslip', [{ file_name: 'one-more.pdf' }])).status).toBe(400)
  const late = { sha256: 'of a file that was read for longer than an hour', content_hash: null }
  expect(await inTransaction((tx) => admitDocument(tx, person.user_id, late))).toEqual({
    problem: 'too-many-documents',
  })
})

test('a stored file cannot be decrypted with another user’s key or under another document id', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const { id, bytes } = await addDocument(person, aPdf('SECRET WORDS'))
  const key = documentKey({ client_id: clientId, user_id: person.user_id }, id)
  const sealed = (await objects.get(key, 100_000)) as Buffer
  expect(sealed.includes('SECRET WORDS')).toBe(false)
  expect(sealed.includes('%PDF-')).toBe(false)
  const keyOf = async (user_id: string) => (await inTransaction((tx) => openUser(tx, user_id))).key
  const at = { client_id: clientId, user_id: person.user_id, id }
  expect(await openFile(objects, await keyOf(person.user_id), at)).toEqual(bytes)
  await expect(openFile(objects, await keyOf(other.user_id), at)).rejects.toThrow()
  const elsewhere = { ...at, id: anId() }
  await objects.put(documentKey(elsewhere, elsewhere.id), sealed)
  await expect(openFile(objects, await keyOf(person.user_id), elsewhere)).rejects.toThrow()
})

const none = Buffer.of()

test('deletes the file and the submissions with their document', async () => {
  const person = await aPerson()
  const [deleted, remaining] = [await addDocument(person), await addDocument(person)]
  await inTransaction(async (tx) => {
    for (const { id } of [deleted, remaining])
      await tx
        .insertInto('bank_statement_submissions')
        .values({
          id: anId(),
          user_id: person.user_id,
          document_id: id,
          sealed: none,
          provenance: none,
          credits: none,
          authorisation_id: person.authorisation_id,
        })
        .execute()
  })
  await sql(
    `with entry as (insert into payroll_entries (client_id, id, user_id, authorisation_id)
        select client_id, gen_random_uuid(), user_id, authorisation_id from documents where id = $1 returning *)
      insert into payroll_submissions (client_id, id, user_id, entry_id, authorisation_id, source, pay_date, document_id,
          employment_hash, natural_hash, sealed, figures)
        select client_id, gen_random_uuid(), user_id, id, authorisation_id, 'test', now(), $1, '', '', '', '' from entry`,
    [deleted.id],
  )
  const reply = await acme('DELETE', `/documents/${deleted.id}`)
  expect([reply.status, reply.body]).toEqual([200, { message: `Document [${deleted.id}] was deleted` }])
  expect((await acme('GET', `/documents/${deleted.id}`)).status).toBe(404)
  expect((await acme('DELETE', `/documents/${deleted.id}`)).status).toBe(404)
  const left = await sql('select document_id from bank_statement_submissions where user_id = $1', [
    person.user_id,
  ])
  expect(left).toEqual([{ document_id: remaining.id }])
  expect(await sql('select from payroll_submissions where user_id = $1', [person.user_id])).toEqual([])
  const keys = await eventually(async () => {
    const found = await keysOf(person)
    return found.length === 1 && found
  })
  expect(keys).toEqual([expect.stringContaining(remaining.id)])
})

test('erasing a user deletes all objects of that user only, again after presigned URLs expire', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  await addDocument(person)
  await addDocument(other)
  const [waiting, open] = (await person.presign('payslip', 2)) as [Presigned, Presigned]
  await put(waiting.presigned_url, aPdf())
  expect(await keysOf(person)).toHaveLength(2)
  expect((await acme('DELETE', `/users/${person.user_id}`)).status).toBe(200)
  await eventually(async () => (await keysOf(person)).length === 0)
  expect(await keysOf(other)).toHaveLength(1)
  // An earlier presigned URL can still be used. The second deletion removes the file that is uploaded to it.
  expect(await put(open.presigned_url, aPdf())).toBe(200)
  const [later] = await sql(
    `select id, wake_at - now() as rest from tasks where kind = 'documents.erase' and input::text like $1`,
    [`%${person.user_id}%`],
  )
  expect(later.rest.minutes).toBeGreaterThanOrEqual(15)
  await sql('update tasks set wake_at = now() where id = $1', [later.id])
  await eventually(async () => (await keysOf(person)).length === 0)
})

test('schedules no erasure for a user without uploads', async () => {
  const person = await aPerson()
  await acme('DELETE', `/users/${person.user_id}`)
  const tasks = `select from tasks where kind = 'documents.erase' and input::text like $1`
  expect(await sql(tasks, [`%${person.user_id}%`])).toEqual([])
})

test('sweeps old uploads, including promoted files that never became documents', async () => {
  const person = await aPerson()
  const stored = await addDocument(person)
  const orphan = await world.submitted(person, aPdf())
  const { key } = await inTransaction((tx) => openUser(tx, person.user_id))
  await promote(objects, key, orphan, aPdf())
  await person.presign()
  expect(await keysOf(person)).toHaveLength(3)
  await sweepUploads(world.dependencies)
  expect(await keysOf(person)).toHaveLength(3)
  await sql(`update uploads set created_at = now() - interval '25 hours' where user_id = $1`, [
    person.user_id,
  ])
  expect(await sweepUploads(world.dependencies)).toBe(3)
  expect(await keysOf(person)).toEqual([expect.stringContaining(stored.id)])
  expect(await sql('select from uploads where user_id = $1', [person.user_id])).toEqual([])
  expect((await acme('GET', `/documents/${stored.id}`)).status).toBe(200)
})

test('while the object store is unreachable, presigning works, downloads return 503 and erasure is retried', async () => {
  const apiWithoutStore = await startApi({ S3_ENDPOINT: 'http://127.0.0.1:9' })
  const { user_id } = await createUser(apiWithoutStore.acme)
  await apiWithoutStore.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const { token } = (await apiWithoutStore.acme('POST', '/user-tokens', { user_id })).body
  const files = [{ file_name: 'a.pdf' }]
  const presigned = await apiWithoutStore.withToken(token)('PUT', '/documents/bank-statements/presign', {
    files,
  })
  expect(presigned.status).toBe(200)
  await apiWithoutStore.sql(
    `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed)
       select client_id, id, user_id, (select id from authorisations a where a.user_id = u.user_id), type, 1, 1, '', '', ''
         from uploads u where user_id = $1`,
    [user_id],
  )
  const [{ id }] = await apiWithoutStore.sql('select id from documents where user_id = $1', [user_id])
  const read = await apiWithoutStore.acme('GET', `/documents/${id}/file`)
  expect([read.status, read.headers['retry-after']]).toEqual([503, expect.any(String)])
  expect((await apiWithoutStore.acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  const [first] = await eventually(async () => {
    const query = `select reason from tasks where kind = 'documents.erase' and attempts > 0`
    const rows = await apiWithoutStore.sql(query)
    return rows.length > 0 && rows
  })
  expect(first.reason).toBe('object store is unreachable')
})
