import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import {
  createAuthorisedUser,
  createEntry,
  fetchTaxIncome,
  receiveDelivery,
  receiveDeliveryWithPayload,
  sharedStatement,
  sharedTaxIncome,
  uploadStatement,
} from './scenes.ts'
import {
  bankStatementSubmission,
  eventFields,
  fileError,
  pagination,
  provenance,
  taxYearMatch,
  transaction,
} from './shapes.ts'
import {
  pagingRows,
  rejectsRole,
  rejectsUnknownIds,
  requiresApiKey,
  requiresUserToken,
} from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

const endpoint = 'GET /bankstatements/{user_id}'
const emptyPage = { pagination: pagination(0, 100, 0, 0), bank_statement_submissions: [] }

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
/** Formats the same moment with an offset of one hour. */
const withOffset = (time: string) => encodeURIComponent(shifted(time, 3_600_000).replace('Z', '+01:00'))

const submit = 'PUT /documents/bank-statements'
const single = 'GET /bankstatements/{user_id}/{submission_id}'
const traced = 'GET /bankstatements/{user_id}/{submission_id}/provenance'

/** Requests the provenance of a statement that all read-only rows share. */
const requestProvenance =
  (suffix = '') =>
  async (world: ContractWorld) => {
    const { user_id, submission } = await sharedStatement(world)
    return world.acme('GET', `/bankstatements/${user_id}/${submission.id}/provenance${suffix}`)
  }

const submitted: Row[] = [
  {
    endpoint: submit,
    title: 'returns the extracted statement without errors',
    call: async (world) => (await uploadStatement(world, await world.createUserId())).reply,
    expects: {
      status: 201,
      body: { bank_statement_submissions: [bankStatementSubmission], bank_statement_errors: [] },
    },
  },
  {
    endpoint: submit,
    title: 'reports a file that is no bank statement, and stores nothing',
    async call(world) {
      const { send } = await uploadStatement(world, await world.createUserId())
      return send(Buffer.from('%PDF-1.4 but not really %%EOF'))
    },
    expects: { status: 200, body: { bank_statement_submissions: [], bank_statement_errors: [fileError] } },
  },
  {
    endpoint: submit,
    title: 'a path that was not presigned for this user is refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world)
      return asUser('PUT', '/documents/bank-statements', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: submit,
    title: 'manual_review must be a boolean',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world)
      const files = [{ path: 'elsewhere', manual_review: 'yes' }]
      return asUser('PUT', '/documents/bank-statements', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.manual_review')] },
  },
  {
    endpoint: submit,
    title: 'reports missing and unknown fields of a file by name',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world)
      return asUser('PUT', '/documents/bank-statements', { files: [{ size: 1 }] })
    },
    expects: { status: 400, errors: [missing('files.0.path'), unknown('files.0.size')] },
  },
  {
    endpoint: submit,
    title: 'more than 12 files are refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world)
      const files = Array.from({ length: 13 }, (_, n) => ({ path: `elsewhere/${n}` }))
      return asUser('PUT', '/documents/bank-statements', { files })
    },
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint: submit,
    title: 'the user must have a valid authorisation',
    async call({ createUserId, callerForUser }) {
      const asUser = await callerForUser(await createUserId())
      return asUser('PUT', '/documents/bank-statements', { files: [{ path: 'elsewhere' }] })
    },
    expects: {
      status: 403,
      errors: [/authorisation/i],
      headers: { 'x-svc-error-code': 'authorisation-missing' },
    },
  },
  ...requiresUserToken(submit),
]

const provenanceRows: Row[] = [
  {
    endpoint: traced,
    title: 'returns the document, the reader version and the page position of every printed value',
    call: requestProvenance(),
    expects: { status: 200, body: { ...provenance, account_id: null } },
  },
  {
    endpoint: traced,
    title: 'another user’s submission is not found',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/bankstatements/${await world.createUserId()}/${submission.id}/provenance`)
    },
    expects: { status: 404, errors: [notFoundMessage('Bank statement submission')] },
  },
  {
    endpoint: traced,
    title: 'another client’s user is not found',
    async call(world) {
      const { user_id, submission } = await sharedStatement(world)
      return world.rival('GET', `/bankstatements/${user_id}/${submission.id}/provenance`)
    },
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...requiresApiKey(traced),
  rejectsRole(traced, 'Support', 'FullMember'),
  {
    endpoint: single,
    title: 'returns one submission, identical to the reply to its upload',
    async call(world) {
      const { user_id, submission } = await sharedStatement(world)
      const reply = await world.acme('GET', `/bankstatements/${user_id}/${submission.id}`)
      return mapBody(reply, (body) => ({
        body,
        isSame: JSON.stringify(body) === JSON.stringify(submission),
      }))
    },
    expects: { status: 200, body: { body: bankStatementSubmission, isSame: true } },
  },
  {
    endpoint: single,
    title: 'another user’s submission is not found',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/bankstatements/${await world.createUserId()}/${submission.id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Bank statement submission')] },
  },
  ...requiresApiKey(single),
  rejectsRole(single, 'Support', 'FullMember'),
  {
    endpoint: `${traced}/signed`,
    title: 'returns a compact JWS',
    call: requestProvenance('/signed'),
    expects: { status: 200, body: { jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } },
  },
  {
    endpoint: `${traced}/signed`,
    title: 'an unknown submission id is not found',
    call: async (world) =>
      world.acme('GET', `/bankstatements/${await world.createUserId()}/${unknownId}/provenance/signed`),
    expects: { status: 404, errors: [notFoundMessage('Bank statement submission', unknownId)] },
  },
  ...requiresApiKey(`${traced}/signed`),
  rejectsRole(`${traced}/signed`, 'Support', 'FullMember'),
]

const matchesOf = 'GET /users/{user_id}/matches'

const matches: Row[] = [
  {
    endpoint: matchesOf,
    title: 'a user without payslips has no matches',
    call: async ({ acme, createUserId }) => acme('GET', `/users/${await createUserId()}/matches`),
    expects: { status: 200, body: { pagination: pagination(1, 20, 0, 0), matches: [] } },
  },
  {
    endpoint: matchesOf,
    title: 'a tax year without payslips is unmatched, with the reason no-payslips',
    async call(world) {
      const { user_id } = await sharedTaxIncome(world)
      return world.acme('GET', `/users/${user_id}/matches`)
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 0, 0),
        matches: [],
        tax_years: [
          {
            ...taxYearMatch,
            status: 'unmatched',
            strength: null,
            reason: 'no-payslips',
            payroll: null,
            differences: { income: null, tax_paid: null },
          },
        ],
      },
    },
  },
  {
    endpoint: matchesOf,
    title: 'a tax year matches the last payslip of the same employer',
    async call(world) {
      const { user_id } = await createEntry(
        world,
        { from: '2025-03-01T00:00:00.000Z' },
        { taxauth_enabled: true },
      )
      await fetchTaxIncome(world, user_id)
      return mapBody(await world.acme('GET', `/users/${user_id}/matches`), (body) => body.tax_years)
    },
    expects: { status: 200, body: [taxYearMatch] },
  },
  ...rejectsUnknownIds(matchesOf, 'User'),
  ...pagingRows(matchesOf, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/users/${await createUserId()}/matches`,
  }),
  ...requiresApiKey(matchesOf),
  rejectsRole(matchesOf, 'Support', 'FullMember'),
]

export const bankStatements = inArea('bank-statements', [
  {
    endpoint,
    title: 'a user without statements has an empty page',
    call: async ({ acme, createUserId }) => acme('GET', `/bankstatements/${await createUserId()}`),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint,
    title: 'returns an extracted statement with its account, period, balances and transactions',
    async call(world) {
      const userId = await world.createUserId()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}`)
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(0, 100, 1, 1),
        bank_statement_submissions: [bankStatementSubmission],
      },
    },
  },
  {
    endpoint,
    title: 'returns the fields of a transaction and a probability between 0 and 1',
    async call(world) {
      const userId = await world.createUserId()
      await uploadStatement(world, userId)
      const reply = await world.acme('GET', `/bankstatements/${userId}`)
      return mapBody(reply, ({ bank_statement_submissions: [statement] }) => {
        const { transactions, bank_statement_probability: likely } = statement
        return { first: transactions[0], isProbability: likely >= 0 && likely <= 1 }
      })
    },
    expects: { status: 200, body: { first: transaction, isProbability: true } },
  },
  {
    endpoint,
    title: 'created_before omits later statements',
    async call(world) {
      const userId = await world.createUserId()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}?created_before=2020-01-01T00:00:00Z`)
    },
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint,
    title: 'created_after omits earlier statements',
    async call(world) {
      const userId = await world.createUserId()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}?created_after=2099-01-01T00:00:00Z`)
    },
    expects: { status: 200, body: emptyPage },
  },
  ...(
    [
      ['created_after includes the exact time', (at) => `created_after=${at}`, 1],
      ['created_before includes the exact time', (at) => `created_before=${at}`, 1],
      ['a time with an offset is converted', (at) => `created_after=${withOffset(at)}`, 1],
      [
        'a date alone in created_after is the start of that day',
        (at) => `created_after=${at.slice(0, 10)}`,
        1,
      ],
      [
        'a date alone in created_before is the end of that day',
        (at) => `created_before=${at.slice(0, 10)}`,
        1,
      ],
      ['created_after 1 ms later omits the statement', (at) => `created_after=${shifted(at, 1)}`, 0],
      ['created_before 1 ms earlier omits the statement', (at) => `created_before=${shifted(at, -1)}`, 0],
    ] as [string, (createdAt: string) => string, number][]
  ).map(
    ([title, filter, body]): Row => ({
      endpoint,
      title,
      async call(world) {
        const userId = await world.createUserId()
        await uploadStatement(world, userId)
        const all = await world.acme('GET', `/bankstatements/${userId}`)
        const query = filter(all.body.bank_statement_submissions[0].created_at)
        const reply = await world.acme('GET', `/bankstatements/${userId}?${query}`)
        return mapBody(reply, ({ pagination }) => pagination.total_count)
      },
      expects: { status: 200, body },
    }),
  ),
  {
    endpoint,
    title: 'reports a malformed and an unknown filter by name',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/bankstatements/${await createUserId()}?created_after=soon&created=1`),
    expects: { status: 400, errors: [invalid('created_after'), unknown('created')] },
  },
  {
    endpoint,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('GET', `/bankstatements/${await createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...rejectsUnknownIds(endpoint, 'User'),
  ...pagingRows(endpoint, {
    firstOffset: 0,
    maxLimit: 1000,
    defaultLimit: 100,
    path: async ({ createUserId }) => `/bankstatements/${await createUserId()}`,
  }),
  ...requiresApiKey(endpoint),

  {
    endpoint: delivery,
    title: 'sends an event with the client’s document_external_ids after extraction',
    call: (world) =>
      receiveDelivery(world, { events: ['user-bank-statement-submitted'] }, async () =>
        uploadStatement(world, await world.createUserId()),
      ),
    expects: {
      status: 200,
      body: {
        ...eventFields,
        event: 'user-bank-statement-submitted',
        document_external_ids: expect.any(Array),
      },
    },
  },
  {
    endpoint: delivery,
    title: 'include_payload adds the statements with their transactions',
    async call(world) {
      const sent = await receiveDeliveryWithPayload(world, 'user-bank-statement-submitted', async () =>
        uploadStatement(world, await world.createUserId()),
      )
      return { ...sent, body: sent.body.payload.bank_statement_submissions[0].transactions[0] }
    },
    expects: {
      status: 200,
      body: {
        date: expect.any(String),
        description: expect.any(String),
        amount: expect.stringMatching(/^-?\d+\.\d\d$/),
        type: expect.toBeOneOf(['credit', 'debit']),
      },
    },
  },
  ...submitted,
  ...provenanceRows,
  ...matches,
])
