import { z } from 'zod'
import type { Server } from '../../../platform/http/server.ts'
import { PageQuery, Pagination, Timestamp, Uuid } from '../../../platform/http/wire.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { Account } from '../schemas.ts'
import { listRecurringAccounts } from './list.ts'

const RecurringAccount = Account.extend({
  next_recurring_check: Timestamp.nullable().describe('Null when the end date comes before it'),
  recurring_check_end_date: Timestamp.nullable(),
  recurring_check_frequency: z.enum(['HOURLY', 'WEEKLY', 'MONTHLY']),
  employee_name: z
    .string()
    .nullable()
    .optional()
    .describe('Null while no payslip has said it; left out for the Support role'),
}).meta({ id: 'RecurringAccount' })

const RecurringAccountPage = z
  .strictObject({ pagination: Pagination, accounts: z.array(RecurringAccount) })
  .meta({ id: 'RecurringAccountPage' })

export async function recurringAccountRoutes(server: Server, { clock }: { clock: Clock }) {
  server.route({
    method: 'GET',
    url: '/accounts/recurring',
    config: { caller: 'either', least: 'Support' },
    schema: {
      operationId: 'listRecurringAccounts',
      summary: 'List the accounts of a user that take part in recurring checks, newest first',
      description: [
        'Only accounts that would be checked as things stand now: AUTHORISED and without a second factor, paid within',
        'the last 40 days in an employment that goes on, of a user with recurring checks and connections switched on, an',
        'end date that is not past and a valid recurring authorisation. Of accounts with the same login it is the one',
        'that was fetched last. Weekly checks begin on Mondays and monthly ones on the first, at 00:00 UTC and spread',
        'over the four hours after it; a check that failed is tried again daily between 03:00 and 04:00.',
      ].join(' '),
      tags: ['Accounts'],
      querystring: z.strictObject({
        user_id: Uuid,
        ...PageQuery({ first: 1, max: 1000, usual: 500 }),
      }),
      response: { 200: RecurringAccountPage },
    },
    handler: ({ tenant, caller, query }) => listRecurringAccounts({ tenant, caller, clock }, query),
  })
}
