import { z } from 'zod'
import type { Server } from '../../../platform/http/server.ts'
import { PageQuery, Pagination, Timestamp, Uuid } from '../../../platform/http/wire.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { Account } from '../schemas.ts'
import { listRecurringAccounts } from './list.ts'

const RecurringAccount = Account.extend({
  next_recurring_check: Timestamp.nullable().describe('Null if the end date comes before it'),
  recurring_check_end_date: Timestamp.nullable(),
  recurring_check_frequency: z.enum(['HOURLY', 'WEEKLY', 'MONTHLY']),
  employee_name: z
    .string()
    .nullable()
    .optional()
    .describe('Null until a payslip names it; omitted for the Support role'),
}).meta({ id: 'RecurringAccount' })

const RecurringAccountPage = z
  .strictObject({ pagination: Pagination, accounts: z.array(RecurringAccount) })
  .meta({ id: 'RecurringAccountPage' })

export async function recurringAccountRoutes(server: Server, { clock }: { clock: Clock }) {
  server.route({
    method: 'GET',
    url: '/accounts/recurring',
    config: {
      access: { caller: 'either', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listRecurringAccounts',
      summary: 'List accounts of a user with recurring checks, newest first',
      description: [
        'Only accounts that are currently eligible: AUTHORISED, without a second factor, with a pay date in the last 40',
        'days and an employment that has not ended, of a user with recurring checks and connections enabled, no end date',
        'in the past and a valid recurring authorisation. Among accounts with the same login, the one retrieved last.',
        'Weekly checks run on Mondays and monthly checks on the first of the month, spread over the four hours after',
        '00:00 UTC. A failed check is retried daily between 03:00 and 04:00 UTC.',
      ].join(' '),
      tags: ['Accounts'],
      querystring: z.strictObject({
        user_id: Uuid,
        ...PageQuery({ firstOffset: 1, maxLimit: 1000, defaultLimit: 500 }),
      }),
      response: { 200: RecurringAccountPage },
    },
    handler: ({ tenant, caller, query }) => listRecurringAccounts({ tenant, caller, clock }, query),
  })
}
