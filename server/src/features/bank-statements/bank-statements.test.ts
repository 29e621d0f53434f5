import { createPublicKey, verify } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import {
  createCardStatementFile,
  createPayslipFile,
  createStatementFile,
  createTestFile,
  fileError,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import { runAdmin } from '../../admin/commands.ts'

const { acme, rival, anonymous, config, aPerson, stored, eventAbout, filesOf, reader, sql } =
  await startDocumentTests()

const none = { documents: 0, entries: 0, payslips: 0, statements: 0, events: 0 }
const salary = ['2026-05-29', 'QUILL & THIMBLE SALARY', '2,000.00'] as [string, string, string]
const tea = ['2026-05-30', 'TEA', '-2.50'] as [string, string, string]

test('stores statements, publishes one event with external ids and reports a file of another type', async () => {
  const person = await aPerson()
  const reply = await person.submit('bank_statement', [
    createStatementFile([salary, tea]),
    createPayslipFile(),
    createStatementFile([tea]),
  ])
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body).toMatchObject({
    bank_statement_submissions: [
      {
        document_external_id: 'mine-0',
        document_filename: '0.pdf',
        bank_statement_probability: 0.98,
        identity_match: 'full',
        account_information: { sort_code: '00-00-00', iban: null },
        statement_period: { start_date: '2026-05-29', end_date: '2026-05-30' },
        balance_information: { opening_balance: '1,000.00', closing_balance: null },
        transactions: [
          { date: '2026-05-29', description: 'QUILL & THIMBLE SALARY', amount: '2000.00', type: 'credit' },
          { date: '2026-05-30', description: 'TEA', amount: '-2.50', type: 'debit' },
        ],
      },
      { document_external_id: 'mine-2' },
    ],
    bank_statement_errors: [fileError(1, 'not-a-bank-statement')],
  })
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 2, statements: 2, events: 1 })

  const listed = await acme('GET', `/bankstatements/${person.user_id}`)
  expect(listed.body.bank_statement_submissions).toEqual(reply.body.bank_statement_submissions.toReversed())
  const second = await acme('GET', `/bankstatements/${person.user_id}?offset=1&limit=1`)
  expect(second.body).toEqual({
    pagination: { offset: 1, limit: 1, count: 1, total_count: 2 },
    bank_statement_submissions: [reply.body.bank_statement_submissions[0]],
  })
  const told = await eventAbout(person.user_id)
  expect(told.body).toMatchObject({
    event: 'user-bank-statement-submitted',
    document_external_ids: ['mine-0', 'mine-2'],
    payload: { bank_statement_submissions: reply.body.bank_statement_submissions },
  })
})

test('returns 200 and publishes no event if no file could be extracted', async () => {
  const person = await aPerson()
  const reply = await person.submit('bank_statement', [
    createTestFile({ kind: 'rejected', rejection: 'too-many-pages' }),
    createTestFile({ kind: 'bank_statement', submission: null }),
  ])
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    bank_statement_submissions: [],
    bank_statement_errors: [fileError(0, 'too-many-pages'), fileError(1, 'not-read')],
  })
  expect(await stored(person.user_id)).toEqual(none)
})

test('keeps a credit card statement as a document without a submission', async () => {
  const person = await aPerson()
  const reply = await person.submit('bank_statement', [
    createCardStatementFile(),
    createStatementFile([salary]),
  ])
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.bank_statement_errors).toEqual([fileError(0, 'credit-card-statement')])
  expect(reply.body.bank_statement_submissions).toHaveLength(1)
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 2, statements: 1, events: 1 })
  const listed = await acme('GET', `/documents?user_id=${person.user_id}`)
  const [card] = listed.body.documents.filter((each: { card_statement?: object }) => each.card_statement)
  expect(card).toMatchObject({
    type: 'bank_statement',
    identity_match: 'none',
    card_statement: {
      card_information: { card_number_ending: '7781' },
      balance_information: { opening_balance: '1,288.14', closing_balance: '1,364.82' },
      transactions: [{ amount: '1076.68', type: 'charge' }, { amount: '-1000.00' }],
      verified: true,
    },
  })
  const read = await acme('GET', `/documents/${card.id}`)
  expect(read.body.card_statement).toEqual(card.card_statement)
  const again = await person.submit('bank_statement', [createCardStatementFile()])
  expect(again.body.bank_statement_errors).toEqual([fileError(0, 'duplicate')])
})

test('refuses a credit card statement that could not be read, or that is sent as a payslip', async () => {
  const person = await aPerson()
  const unread = await person.submit('bank_statement', [
    createTestFile({ kind: 'card_statement', submission: null }),
  ])
  expect(unread.body.bank_statement_errors).toEqual([fileError(0, 'credit-card-statement')])
  const payslip = await person.submit('payslip', [createCardStatementFile()])
  expect(payslip.body.payslip_errors).toEqual([fileError(0, 'not-a-payslip')])
  expect(await stored(person.user_id)).toEqual(none)
})

test('rejects duplicates, and discards statements whose authorisation is withdrawn during extraction', async () => {
  const person = await aPerson({ payslip_upload_enabled: false })
  await person.submit('bank_statement', [createStatementFile([salary])])
  const again = await person.submit('bank_statement', [createStatementFile([salary])])
  expect(again.status).toBe(200)
  expect(again.body.bank_statement_errors).toEqual([fileError(0, 'duplicate')])
  const reply = person.submit('bank_statement', [createStatementFile([tea], { hold: 'revoked' })])
  await reader.untilReadingStarts('revoked')
  await person.revoke()
  reader.release('revoked')
  expect((await reply).status).toBe(403)
  expect(await stored(person.user_id)).toEqual({ ...none, documents: 1, statements: 1, events: 1 })
  await eventually(async () => (await filesOf(person.user_id)).length === 1)
})

test('returns the provenance of every value and stores submissions encrypted', async () => {
  const person = await aPerson()
  const { body } = await person.submit('bank_statement', [createStatementFile([salary, tea])])
  const [{ id, document_id }] = body.bank_statement_submissions
  const path = `/bankstatements/${person.user_id}/${id}/provenance`
  const { status, body: traced } = await acme('GET', path)
  expect(status).toBe(200)
  const { pdf_metadata } = (await acme('GET', `/documents?user_id=${person.user_id}`)).body.documents[0]
  expect(pdf_metadata).toBe(null)
  expect(traced).toMatchObject({
    submission_id: id,
    account_id: null,
    document: { document_id, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), verified: true },
  })
  const at = (name: string) => traced.values.find((value: { path: string }) => value.path === name)
  expect(at('transactions.0.amount')).toEqual({
    path: 'transactions.0.amount',
    page: 1,
    box: [10, 20.12, 60, 30],
    method: 'text',
    confidence: 'proven',
    correction: null,
  })
  expect(at('transactions.1.type')).toMatchObject({ page: null, box: null, method: 'inferred' })
  expect(at('account_information.iban')).toBe(undefined)
  expect((await rival('GET', path)).status).toBe(404)
  const other = await aPerson()
  expect((await acme('GET', path.replace(person.user_id, other.user_id))).status).toBe(404)
  const [row] = await sql(
    'select sealed, credits, provenance from bank_statement_submissions where id = $1',
    [id],
  )
  for (const value of Object.values(row as Record<string, Buffer>))
    expect(value.toString('latin1')).not.toMatch(/THIMBLE|2,000|transactions/)
})

test('a signed copy verifies with the published keys, also after a key rotation', async () => {
  const person = await aPerson()
  const { body } = await person.submit('bank_statement', [createStatementFile([salary, tea])])
  const [submission] = body.bank_statement_submissions
  const path = `/bankstatements/${person.user_id}/${submission.id}/provenance`
  const { jws } = (await acme('GET', `${path}/signed`)).body
  await runAdmin(config, ['rotate-attestation-key'])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const jwks = (await anonymous('GET', '/.well-known/jwks.json')).body

  const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(jwks))
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'payproof-submission+jws' })
  expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
    iss: config.BASE_URL,
    iat: expect.any(Number),
    user_id: person.user_id,
    kind: 'bank_statement_submission',
    submission,
    provenance: (await acme('GET', path)).body,
  })

  // The signature is verified without a JOSE library: it covers the first two segments as they are.
  const [head = '', claims = '', signature = ''] = jws.split('.')
  const key = jwks.keys.find(({ kid }: { kid: string }) => kid === protectedHeader.kid)
  const check = (text: string) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  expect(check(`${head}.${claims}`)).toBe(true)
  const altered = Buffer.from(payload).toString().replace('2000.00', '3000.00')
  expect(check(`${head}.${Buffer.from(altered).toString('base64url')}`)).toBe(false)

  const imported = await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify'])
  const bytes = (text: string) => new TextEncoder().encode(text)
  const bySubtle = (text: string) =>
    crypto.subtle.verify('Ed25519', imported, Buffer.from(signature, 'base64url'), bytes(text))
  expect(await bySubtle(`${head}.${claims}`)).toBe(true)
  expect(await bySubtle(`${head}.${Buffer.from(altered).toString('base64url')}`)).toBe(false)
})

test('a signed copy is not accepted as a token', async () => {
  const person = await aPerson()
  const { body } = await person.submit('bank_statement', [createStatementFile([salary])])
  const { id } = body.bank_statement_submissions[0]
  const { jws } = (await acme('GET', `/bankstatements/${person.user_id}/${id}/provenance/signed`)).body
  const reply = await anonymous('GET', `/bankstatements/${person.user_id}`, undefined, {
    authorization: `Bearer ${jws}`,
  })
  expect(reply.status).toBe(401)
})
