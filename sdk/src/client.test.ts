import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { anId, aUser } from '../../server/test/people.ts'
import {
  createPayslipFile,
  createStatementFile,
  createTestFile,
  startDocumentTests,
} from '../../server/test/uploaded-documents.ts'
import { catchUp, findUser, readIncome } from '../examples/quickstart.ts'
import { losingWire, watchedWire } from '../test/wires.ts'
import { Payproof, type PayproofError, type PayproofOptions } from './index.ts'

const world = await startDocumentTests()
await world.server.listen({ port: 0, host: '127.0.0.1' })
const baseUrl = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`

const { apiKey } = world.world.clients.acme
const newUser = (changes: object = {}) => aUser(changes) as ReturnType<typeof aUser> & { ext_id?: string }
const clientWith = (options: Partial<PayproofOptions> = {}) =>
  new Payproof({ apiKey, baseUrl, ...options } as PayproofOptions)
const payproof = clientWith()
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It did not fail')
    },
    (error: PayproofError) => error,
  )

test('a user is registered, read, changed and deleted, and then is not found', async () => {
  const { user_id } = await payproof.users.create(newUser())
  expect(await payproof.users.get(user_id)).toMatchObject({ user_id, surname: 'Oakapple' })
  expect(await payproof.users.update(user_id, { surname: 'Larkspur' })).toMatchObject({ surname: 'Larkspur' })
  expect(await payproof.users.delete(user_id)).toEqual({ message: expect.any(String) })
  expect(await findUser(payproof, user_id)).toBe(undefined)
})

test('an error carries all problems, the status, the word, the request id, and nothing that was sent', async () => {
  const error = await failureOf(
    payproof.users.create(newUser({ surname: 7, forename: '', payroll_period_months: 99_999 })),
  )
  expect(error).toMatchObject({
    name: 'PayproofError',
    operation: 'createUser',
    status: 400,
    code: 'invalid-request',
    requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
  })
  expect(error.errors.length).toBeGreaterThanOrEqual(3)
  expect(error.message).toContain(error.errors[0])
  expect(error.message).toContain(error.requestId)

  const refused = await failureOf(clientWith({ apiKey: 'wrong' }).users.list().first())
  expect(refused).toMatchObject({ status: 401, code: 'credentials-refused' })
  expect(JSON.stringify([error, refused])).not.toContain(apiKey)
  expect(await failureOf(payproof.users.get('../users'))).toMatchObject({ status: 404, code: 'not-found' })
  await expect(payproof.users.get('..')).rejects.toThrow('getUser: an id is missing')
})

test('lists that count from 1 and from 0 give every item once, in order, without a request too many', async () => {
  const ext_id = anId()
  const made: string[] = []
  for (let n = 0; n < 4; n++) made.unshift((await payproof.users.create(newUser({ ext_id }))).user_id)
  const { fetch, seen } = watchedWire()
  const watched = clientWith({ fetch })

  const listed: string[] = []
  for await (const { user_id } of watched.users.list({ ext_id, limit: 2 })) listed.push(user_id)
  expect(listed).toEqual(made)
  expect(seen.map(({ path }) => path.includes('limit=2') && path.replace(/.*offset=/, 'offset='))).toEqual([
    expect.stringMatching(/^\/users/),
    'offset=3',
  ])

  const [user_id = ''] = made
  for (let n = 0; n < 3; n++) await payproof.authorisations.create({ user_id, user_agent: 'Browser 1' })
  const authorisations = payproof.authorisations.list({ user_id, limit: 2 })
  const [all, first] = [await authorisations.toArray(), await authorisations.first()]
  expect(new Set(all.map(({ id }) => id)).size).toBe(3)
  expect(first).toMatchObject({
    pagination: { offset: 0, count: 2, total_count: 3 },
    authorisations: all.slice(0, 2),
  })
  expect(await authorisations.toArray({ max: 1 })).toEqual(all.slice(0, 1))
  expect(await payproof.users.list({ ext_id: anId() }).toArray()).toEqual([])
})

test('lists with a cursor give every item once', async () => {
  for (let n = 0; n < 7; n++) await payproof.users.list().toArray({ max: 1 })
  const lines = await payproof.auditLog.list().toArray({ max: 7 })
  expect(lines).toHaveLength(7)
  const small: typeof lines = []
  for await (const page of payproof.auditLog.list({ limit: 2, to: lines[0]?.at ?? '' }).pages()) {
    expect(page.audit_lines.length).toBeLessThanOrEqual(2)
    small.push(...page.audit_lines)
    if (small.length >= 6) break
  }
  // The upper bound `to` is exclusive.
  const ids = lines.map(({ hash }) => hash)
  expect(ids).toContain(small[0]?.hash)
  expect(new Set(small.map(({ hash }) => hash)).size).toBe(small.length)
})

test('a retry after a lost response does not create a second user', async () => {
  const ext_id = anId()
  const { fetch, seen } = watchedWire(losingWire('POST', { count: 2 }))
  const { user_id } = await clientWith({ fetch }).users.create(newUser({ ext_id }))
  const keys = seen.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
  expect((await payproof.users.list({ ext_id }).toArray()).map((user) => user.user_id)).toEqual([user_id])

  const options = { idempotencyKey: anId() }
  const first = await payproof.users.create(newUser({ ext_id }), options)
  expect(await clientWith().users.create(newUser({ ext_id }), options)).toEqual(first)
  const other = await failureOf(payproof.users.create(newUser(), options))
  expect(other).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
})

test('a change without an idempotency key is not retried after a lost response', async () => {
  const { user_id } = await payproof.users.create(newUser())
  const { fetch, seen } = watchedWire(losingWire('PATCH'))
  const error = await failureOf(clientWith({ fetch }).users.update(user_id, { surname: 'Brook' }))
  expect(error).toMatchObject({ code: 'no-answer', status: undefined, cause: expect.any(TypeError) })
  expect(seen).toHaveLength(1)
  const again = watchedWire(losingWire('GET'))
  expect(await clientWith({ fetch: again.fetch }).users.get(user_id)).toMatchObject({ surname: 'Brook' })
  expect(again.seen).toHaveLength(2)
})

test('a call that needs another credential fails before anything is sent, with a hint', async () => {
  const { fetch, seen } = watchedWire()
  const error = await failureOf(clientWith({ fetch }).payroll.submitPayslips({ files: [{ path: 'x' }] }))
  expect(error).toMatchObject({ code: 'wrong-credential', status: undefined })
  expect(error.message).toContain(
    'It takes a userToken. This client has an apiKey; use payproof.forUser(user_id)',
  )
  const anonymous = new Payproof({ baseUrl, fetch })
  expect((await failureOf(anonymous.users.get(anId()))).message).toContain(
    'This client has none: pass apiKey, or set PAYPROOF_API_KEY',
  )
  expect(seen).toEqual([])
  expect(await anonymous.userTokens.getJwks()).toMatchObject({ keys: expect.any(Array) })
  expect(() => clientWith({ apiKey: '' })).toThrow('apiKey is empty')
  expect(() => new Payproof({ baseUrl, apiKey, userToken: 'x' } as never)).toThrow(
    'One client has one credential',
  )
})

test('the quickstart: payslips are uploaded, read and listed, and the feed tells of them', async () => {
  const data = ['2026-03-31', '2026-04-30'].map((pay_date) => createPayslipFile({ pay_date }))
  const files = data.map((bytes, n) => ({ name: `${n}.pdf`, data: bytes, external_id: `mine-${n}` }))
  const { user_id, paid } = await readIncome(payproof, files)
  expect(paid).toEqual([1, 2].map(() => ({ employer: expect.any(String), net: '2000.00' })))

  const documents = await payproof.documents.list({ user_id }).toArray()
  const [document] = documents.filter(({ external_id }) => external_id === 'mine-1')
  const file = await payproof.documents.getFile(document?.id ?? '')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(data[1])

  await world.eventAbout(user_id)
  const names: string[] = []
  const cursor = await catchUp(payproof, undefined, (id) => names.push(id))
  expect(names).toContain(user_id)
  await catchUp(payproof, cursor, () => expect.unreachable('The feed goes on where it was left'))
})

test('a person uploads statements with one token, a lost answer of the store notwithstanding', async () => {
  const { user_id } = await payproof.users.create(newUser({ payslip_upload_enabled: false }))
  await payproof.authorisations.create({ user_id, user_agent: 'Browser 1' })
  const { fetch, seen } = watchedWire(
    losingWire('PUT', { host: new URL(world.config.S3_ENDPOINT ?? '').host }),
  )
  const person = clientWith({ fetch }).forUser(user_id)
  const names: string[] = []
  const files = [
    { name: 'march.pdf', data: new Blob([createStatementFile([['2026-03-02', 'Tea', '-2.00']])]) },
    { name: 'letter.pdf', data: createPayslipFile() },
    {
      name: 'unread.pdf',
      data: createTestFile({ kind: 'bank_statement', submission: null }),
      manual_review: true,
    },
  ]
  const result = await person.uploads.bankStatements(files, { onUploaded: ({ name }) => names.push(name) })
  expect(result.bank_statement_submissions).toHaveLength(1)
  expect(result.bank_statement_errors).toMatchObject([
    { file_name: 'letter.pdf', code: 'not-a-bank-statement' },
    { file_name: 'unread.pdf', code: 'not-read' },
  ])
  const documents = await payproof.documents.list({ user_id }).toArray()
  expect(documents.map(({ file_name, unread }) => [file_name, unread?.problem]).toSorted()).toEqual([
    ['march.pdf', undefined],
    ['unread.pdf', 'not-read'],
  ])
  expect(names.toSorted()).toEqual(['letter.pdf', 'march.pdf', 'unread.pdf'])
  expect(seen.filter(({ path }) => path === '/user-tokens')).toHaveLength(1)
  const toStore = seen.filter(({ headers }) => headers.get('if-none-match'))
  for (const { headers } of toStore) expect(headers.get('authorization')).toBe(null)

  const none = await failureOf(person.uploads.payslips([{ name: 'x.pdf', data: new Uint8Array(1) }]))
  expect(none).toMatchObject({ status: 403, code: 'payslip-upload-off' })
})
