import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect, test } from 'vitest'
import { readPages } from '../../src/extraction/pdf/read-pages.ts'
import type { Call } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { eventually } from '../engine.ts'
import { startObjects } from '../objects.ts'
import { aUser } from '../people.ts'
import { openStoryWorld, type StoryClient } from './world.ts'

// Tests the whole life of a document over HTTP: presign, upload to the real store, submit, extraction by the real
// reader, webhook to the client's receiver, provenance, independent signature check, deletion.

const { settings, objects } = await startObjects()
const world = await openStoryWorld('2026-06-15T09:00:00Z', settings)
const user_name = 'wilhelmina.oakapple'

const kinds = {
  statement: {
    submit: ['PUT', '/documents/bank-statements'],
    event: 'user-bank-statement-submitted',
    submissions: 'bank_statement_submissions',
    errors: 'bank_statement_errors',
    list: '/bankstatements',
    query: 'month=2026-05&layout=brook',
    traced: 'balance_information.closing_balance',
  },
  payslip: {
    submit: ['POST', '/payroll/entries/payslips'],
    event: 'user-payroll-submitted',
    submissions: 'payroll_submissions',
    errors: 'payslip_errors',
    list: '/payroll',
    query: 'pay_date=2026-05-29',
    traced: 'income_information.earnings.net_pay',
  },
} as const

type Kind = keyof typeof kinds
// biome-ignore lint/suspicious/noExplicitAny: the sandbox's right answer, in its own words.
type Truth = any

/** Generates a document with its expected values. */
async function aDocument(kind: Kind) {
  const address = `${world.sandbox.url}/controls/documents/${kind}`
  const query = `user_name=${user_name}&${kinds[kind].query}`
  const bytes = Buffer.from(await (await fetch(`${address}?${query}`)).arrayBuffer())
  const { truth } = (await (await fetch(`${address}.json?${query}`)).json()) as { truth: Truth }
  return { bytes, truth }
}

/** Uploads a document: presign, upload, submit. */
async function uploadDocument(asUser: Call, kind: Kind, bytes: Buffer<ArrayBuffer>) {
  const [method, path] = kinds[kind].submit
  const file = { file_name: `${kind}.pdf`, external_id: `my-${kind}` }
  const presigned = await asUser(method, `${path}/presign`, { files: [file] })
  expect(presigned.status, presigned.text).toBe(200)
  const [upload] = presigned.body.presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const put = await fetch(upload.presigned_url, { method: 'PUT', headers, body: bytes })
  expect(put.status).toBe(200)
  return asUser(method, path, { files: [{ path: upload.path }] })
}

async function aPerson(client: StoryClient) {
  const { user_id } = await client.must('POST', '/users', aUser({ payslip_upload_enabled: true }))
  await client.must('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  return { user_id: user_id as string, asUser: await world.asUser(client, user_id) }
}

test.each(['statement', 'payslip'] as const)('the whole life of a %s', async (kind) => {
  const { submissions, errors, event, list, traced } = kinds[kind]
  const client = await world.aClient()
  const { user_id, asUser } = await aPerson(client)
  const { bytes, truth } = await aDocument(kind)
  const reply = await uploadDocument(asUser, kind, bytes)
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body[errors]).toEqual([])
  const [submission] = reply.body[submissions]
  expect(submission).toMatchObject({
    document_filename: `${kind}.pdf`,
    document_external_id: `my-${kind}`,
    ...expectedOf(kind, truth),
  })

  const [delivery] = await eventually(async () => {
    const all = await client.deliveries()
    return all.length > 0 && all
  })
  expect(JSON.parse(delivery?.body ?? '{}')).toMatchObject({
    event,
    user_id,
    payload: { [submissions]: [{ id: submission.id }] },
  })
  const listed = await client.must('GET', `${list}/${user_id}`)
  expect(listed[submissions]).toEqual([submission])

  const provenance = await client.must('GET', `${list}/${user_id}/${submission.id}/provenance`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(provenance).toMatchObject({ document: { document_id: submission.document_id, sha256 } })
  const { page, box } = provenance.values.find(({ path }: { path: string }) => path === traced)
  const figure = traced.split('.').reduce((value, name) => value[name], submission)
  expect(await printedIn(bytes, page, box)).toContain(digitsOf(figure))

  await expectSigned(client, `${list}/${user_id}/${submission.id}/provenance`, submission)

  const file = await fetchFile(client, submission.document_id)
  expect(file.equals(bytes)).toBe(true)

  expect((await client.call('DELETE', `/documents/${submission.document_id}`)).status).toBe(200)
  expect((await client.must('GET', `${list}/${user_id}`)).pagination.total_count).toBe(0)
  expect((await client.call('GET', `/documents/${submission.document_id}`)).status).toBe(404)
  const prefixes = ['quarantine', 'documents'].map((room) => `${room}/${client.clientId}/${user_id}/`)
  await eventually(
    async () => (await Promise.all(prefixes.map((prefix) => objects.list(prefix)))).flat().length === 0,
    30_000,
  )
})

function expectedOf(kind: Kind, truth: Truth) {
  const { account_information, statement_period, balance_information, income_information } = truth
  if (kind === 'payslip')
    return {
      income_information: {
        pay_date: `${income_information.pay_date}T12:00:00.000Z`,
        earnings: {
          gross_pay: income_information.earnings.gross_pay,
          net_pay: income_information.earnings.net_pay,
        },
      },
    }
  type Line = { date: string; amount: string; type: string }
  const transactions = truth.transactions.map(({ date, amount, type }: Line) => ({ date, amount, type }))
  const { account_number, sort_code } = account_information
  return {
    account_information: { account_number, sort_code },
    statement_period,
    balance_information,
    transactions,
  }
}

/** Returns the digits of the words inside a box of a page. */
async function printedIn(bytes: Buffer, page: number, [left, top, right, bottom]: number[]) {
  const pages = await readPages(bytes)
  const words = pages[page - 1]?.words ?? []
  const within = words.filter(({ x, right: end, y, size }) => {
    const [across, down] = [(x + end) / 2, y - size / 3]
    return across >= Number(left) && across <= Number(right) && down >= Number(top) && down <= Number(bottom)
  })
  return digitsOf(within.map(({ text }) => text).join(' '))
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

async function fetchFile({ call }: StoryClient, documentId: string) {
  const { body } = await call('GET', `/documents/${documentId}`)
  return Buffer.from(body.file_contents, 'base64')
}

/** Verifies the signature as docs/guides/documents.md describes: with jose, and with OpenSSL alone. */
async function expectSigned({ must }: StoryClient, path: string, submission: object) {
  const { jws } = await must('GET', `${path}/signed`)
  const reply = await fetch(`${world.url}/.well-known/jwks.json`)
  const jwks = (await reply.json()) as { keys: { kid: string; kty: 'OKP' }[] }
  const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(jwks))
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ iss: world.url, submission })

  const folder = mkdtempSync(join(tmpdir(), 'signed-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const [head = '', claims = '', signature = ''] = jws.split('.')
  const key = jwks.keys.find(({ kid }) => kid === protectedHeader.kid) ?? {}
  const at = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const pem = createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' })
  const check = (signed: string) => {
    const files = ['-in', at('signed', signed), '-sigfile', at('sig', Buffer.from(signature, 'base64url'))]
    return execFileSync(
      'openssl',
      ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', at('key.pem', pem), ...files],
      { stdio: 'pipe' },
    ).toString()
  }
  expect(check(`${head}.${claims}`)).toMatch(/Verified Successfully/)
  // The same text with one digit changed must not verify.
  const text = Buffer.from(claims, 'base64url').toString()
  const altered = text.replace(/(?<=_(?:pay|balance)":")(\d)/, (digit) => String((Number(digit) + 1) % 10))
  expect(altered).not.toBe(text)
  expect(() => check(`${head}.${Buffer.from(altered).toString('base64url')}`)).toThrow()
}

test('a payslip and the bank statement of the same month match', async () => {
  const client = await world.aClient()
  const { user_id, asUser } = await aPerson(client)
  for (const kind of ['payslip', 'statement'] as const)
    expect((await uploadDocument(asUser, kind, (await aDocument(kind)).bytes)).status).toBe(201)
  const { matches } = await client.must('GET', `/users/${user_id}/matches`)
  expect(matches).toMatchObject([{ status: 'matched', payroll: { pay_date: '2026-05-29' } }])
})
