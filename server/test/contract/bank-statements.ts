import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import {
  aDelivery,
  aDeliveryWithPayload,
  anAuthorisedUser,
  anEntry,
  fetchTaxIncome,
  sharedStatement,
  sharedTaxIncome,
  uploadStatement,
} from './scenes.ts'
import {
  announcement,
  bankStatementSubmission,
  fileError,
  pagination,
  provenance,
  taxYearMatch,
  transaction,
} from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

const endpoint = 'GET /bankstatements/{user_id}'
const nothing = { pagination: pagination(0, 100, 0, 0), bank_statement_submissions: [] }

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
/** Formats the same moment with an offset of one hour. */
const withOffset = (time: string) => encodeURIComponent(shifted(time, 3_600_000).replace('Z', '+01:00'))

const submit = 'PUT /documents/bank-statements'
const single = 'GET /bankstatements/{user_id}/{submission_id}'
const traced = 'GET /bankstatements/{user_id}/{submission_id}/provenance'

/** Requests the provenance of a statement that all read-only rows share. */
const tracedAt =
  (way = '') =>
  async (world: ContractWorld) => {
    const { user_id, submission } = await sharedStatement(world)
    return world.acme('GET', `/bankstatements/${user_id}/${submission.id}/provenance${way}`)
  }

const submitted: Promised[] = [
  {
    endpoint: submit,
    says: 'what was read, and no errors',
    call: async (world) => (await uploadStatement(world, await world.aPerson())).reply,
    expects: {
      status: 201,
      body: { bank_statement_submissions: [bankStatementSubmission], bank_statement_errors: [] },
    },
  },
  {
    endpoint: submit,
    says: 'a file that is no bank statement is named, and nothing is stored',
    async call(world) {
      const { send } = await uploadStatement(world, await world.aPerson())
      return send(Buffer.from('%PDF-1.4 but not really %%EOF'))
    },
    expects: { status: 200, body: { bank_statement_submissions: [], bank_statement_errors: [fileError] } },
  },
  {
    endpoint: submit,
    says: 'a path that was not offered to this user, a missing one and an unknown field',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world)
      return asUser('PUT', '/documents/bank-statements', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: submit,
    says: 'every problem of the body is named',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world)
      return asUser('PUT', '/documents/bank-statements', { files: [{ size: 1 }] })
    },
    expects: { status: 400, errors: [missing('files.0.path'), unknown('files.0.size')] },
  },
  {
    endpoint: submit,
    says: 'at most 12 files',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world)
      const files = Array.from({ length: 13 }, (_, n) => ({ path: `elsewhere/${n}` }))
      return asUser('PUT', '/documents/bank-statements', { files })
    },
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint: submit,
    says: 'needs a valid authorisation of the user',
    async call({ aPerson, aUserToken }) {
      const asUser = await aUserToken(await aPerson())
      return asUser('PUT', '/documents/bank-statements', { files: [{ path: 'elsewhere' }] })
    },
    expects: {
      status: 403,
      errors: [/authorisation/i],
      headers: { 'x-svc-error-code': 'authorisation-missing' },
    },
  },
  ...needsUserToken(submit),
]

const provenances: Promised[] = [
  {
    endpoint: traced,
    says: 'document, reader version, and a page position for every printed value',
    call: tracedAt(),
    expects: { status: 200, body: { ...provenance, account_id: null } },
  },
  {
    endpoint: traced,
    says: 'a submission of another user does not exist',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/bankstatements/${await world.aPerson()}/${submission.id}/provenance`)
    },
    expects: { status: 404, errors: [noSuch('Bank statement submission')] },
  },
  {
    endpoint: traced,
    says: 'a user of another client does not exist',
    async call(world) {
      const { user_id, submission } = await sharedStatement(world)
      return world.rival('GET', `/bankstatements/${user_id}/${submission.id}/provenance`)
    },
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...needsApiKey(traced),
  refusesRole(traced, 'Support', 'FullMember'),
  {
    endpoint: single,
    says: 'one submission, the same as in the reply to its upload',
    async call(world) {
      const { user_id, submission } = await sharedStatement(world)
      const reply = await world.acme('GET', `/bankstatements/${user_id}/${submission.id}`)
      return look(reply, (body) => ({
        body,
        isSame: JSON.stringify(body) === JSON.stringify(submission),
      }))
    },
    expects: { status: 200, body: { body: bankStatementSubmission, isSame: true } },
  },
  {
    endpoint: single,
    says: 'a submission of another user does not exist',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/bankstatements/${await world.aPerson()}/${submission.id}`)
    },
    expects: { status: 404, errors: [noSuch('Bank statement submission')] },
  },
  ...needsApiKey(single),
  refusesRole(single, 'Support', 'FullMember'),
  {
    endpoint: `${traced}/signed`,
    says: 'a compact JWS',
    call: tracedAt('/signed'),
    expects: { status: 200, body: { jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } },
  },
  {
    endpoint: `${traced}/signed`,
    says: 'of nothing there is no copy',
    call: async (world) =>
      world.acme('GET', `/bankstatements/${await world.aPerson()}/${nobodysId}/provenance/signed`),
    expects: { status: 404, errors: [noSuch('Bank statement submission', nobodysId)] },
  },
  ...needsApiKey(`${traced}/signed`),
  refusesRole(`${traced}/signed`, 'Support', 'FullMember'),
]

const matchesOf = 'GET /users/{user_id}/matches'

const matches: Promised[] = [
  {
    endpoint: matchesOf,
    says: 'a user without pay has no matches',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}/matches`),
    expects: { status: 200, body: { pagination: pagination(1, 20, 0, 0), matches: [] } },
  },
  {
    endpoint: matchesOf,
    says: 'a tax year of which no payslip tells is unmatched, and says why',
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
    says: 'a tax year is matched by the last payslip of the same employer',
    async call(world) {
      const { user_id } = await anEntry(
        world,
        { from: '2025-03-01T00:00:00.000Z' },
        { taxauth_enabled: true },
      )
      await fetchTaxIncome(world, user_id)
      return look(await world.acme('GET', `/users/${user_id}/matches`), (body) => body.tax_years)
    },
    expects: { status: 200, body: [taxYearMatch] },
  },
  ...knowsWhoExists(matchesOf, 'User'),
  ...pages(matchesOf, {
    first: 1,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/users/${await aPerson()}/matches`,
  }),
  ...needsApiKey(matchesOf),
  refusesRole(matchesOf, 'Support', 'FullMember'),
]

export const bankStatements = inArea('bank-statements', [
  {
    endpoint,
    says: 'a user without statements has an empty page',
    call: async ({ acme, aPerson }) => acme('GET', `/bankstatements/${await aPerson()}`),
    expects: { status: 200, body: nothing },
  },
  {
    endpoint,
    says: 'an extracted statement with its account, period, balances and transactions',
    async call(world) {
      const userId = await world.aPerson()
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
    says: 'a transaction has these fields, and the probability is between 0 and 1',
    async call(world) {
      const userId = await world.aPerson()
      await uploadStatement(world, userId)
      const reply = await world.acme('GET', `/bankstatements/${userId}`)
      return look(reply, ({ bank_statement_submissions: [statement] }) => {
        const { transactions, bank_statement_probability: likely } = statement
        return { first: transactions[0], isLikelihood: likely >= 0 && likely <= 1 }
      })
    },
    expects: { status: 200, body: { first: transaction, isLikelihood: true } },
  },
  {
    endpoint,
    says: 'created_before leaves out what came later',
    async call(world) {
      const userId = await world.aPerson()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}?created_before=2020-01-01T00:00:00Z`)
    },
    expects: { status: 200, body: nothing },
  },
  {
    endpoint,
    says: 'created_after leaves out what came earlier',
    async call(world) {
      const userId = await world.aPerson()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}?created_after=2099-01-01T00:00:00Z`)
    },
    expects: { status: 200, body: nothing },
  },
  ...(
    [
      ['created_after includes the moment itself', (at) => `created_after=${at}`, 1],
      ['created_before includes the moment itself', (at) => `created_before=${at}`, 1],
      ['a bound with an offset is the same moment', (at) => `created_after=${withOffset(at)}`, 1],
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
      ['created_after, a millisecond later', (at) => `created_after=${shifted(at, 1)}`, 0],
      ['created_before, a millisecond earlier', (at) => `created_before=${shifted(at, -1)}`, 0],
    ] as [string, (createdAt: string) => string, number][]
  ).map(
    ([says, filter, body]): Promised => ({
      endpoint,
      says,
      async call(world) {
        const userId = await world.aPerson()
        await uploadStatement(world, userId)
        const all = await world.acme('GET', `/bankstatements/${userId}`)
        const query = filter(all.body.bank_statement_submissions[0].created_at)
        const reply = await world.acme('GET', `/bankstatements/${userId}?${query}`)
        return look(reply, ({ pagination }) => pagination.total_count)
      },
      expects: { status: 200, body },
    }),
  ),
  {
    endpoint,
    says: 'a filter that is no date-time, and one that does not exist',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/bankstatements/${await aPerson()}?created_after=soon&created=1`),
    expects: { status: 400, errors: [invalid('created_after'), unknown('created')] },
  },
  {
    endpoint,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/bankstatements/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists(endpoint, 'User'),
  ...pages(endpoint, {
    first: 0,
    max: 1000,
    usual: 100,
    path: async ({ aPerson }) => `/bankstatements/${await aPerson()}`,
  }),
  ...needsApiKey(endpoint),

  {
    endpoint: delivery,
    says: 'an extracted bank statement is announced with the client’s own document ids',
    call: (world) =>
      aDelivery(world, { events: ['user-bank-statement-submitted'] }, async () =>
        uploadStatement(world, await world.aPerson()),
      ),
    expects: {
      status: 200,
      body: {
        ...announcement,
        event: 'user-bank-statement-submitted',
        document_external_ids: expect.any(Array),
      },
    },
  },
  {
    endpoint: delivery,
    says: 'include_payload adds the statements with their transactions',
    async call(world) {
      const sent = await aDeliveryWithPayload(world, 'user-bank-statement-submitted', async () =>
        uploadStatement(world, await world.aPerson()),
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
  ...provenances,
  ...matches,
])
