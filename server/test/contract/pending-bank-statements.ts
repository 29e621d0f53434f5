import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages } from './refusals.ts'
import { inArea } from './row.ts'
import { aDelivery, uploadStatement } from './scenes.ts'
import { announcement, bankStatementSubmission, pagination, transaction } from './shapes.ts'
import { look } from './world.ts'

const pending = { pending: true } as const
const endpoint = 'GET /bankstatements/{user_id}'
const nothing = { pagination: pagination(0, 100, 0, 0), bank_statement_submissions: [] }

export const bankStatements = inArea('bank-statements', [
  {
    ...pending,
    endpoint,
    says: 'a user without statements has an empty page',
    call: async ({ acme, aPerson }) => acme('GET', `/bankstatements/${await aPerson()}`),
    expects: { status: 200, body: nothing },
  },
  {
    ...pending,
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
    ...pending,
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
    ...pending,
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
    ...pending,
    endpoint,
    says: 'created_after leaves out what came earlier',
    async call(world) {
      const userId = await world.aPerson()
      await uploadStatement(world, userId)
      return world.acme('GET', `/bankstatements/${userId}?created_after=2099-01-01T00:00:00Z`)
    },
    expects: { status: 200, body: nothing },
  },
  {
    ...pending,
    endpoint,
    says: 'a filter that is no date-time, and one that does not exist',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/bankstatements/${await aPerson()}?created_after=soon&created=1`),
    expects: { status: 400, errors: [invalid('created_after'), unknown('created')] },
  },
  {
    ...pending,
    endpoint,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/bankstatements/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists(endpoint, 'User', pending),
  ...pages(
    endpoint,
    {
      first: 0,
      max: 1000,
      usual: 100,
      path: async ({ aPerson }) => `/bankstatements/${await aPerson()}`,
    },
    pending,
  ),
  ...needsApiKey(endpoint, pending),

  {
    ...pending,
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
])
