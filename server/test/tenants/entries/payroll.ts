import { randomUUID } from 'node:crypto'
import type { TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'
import { freshAccount } from './fresh-objects.ts'

// Payroll entries and submissions.

async function freshEntry({ api, acme }: TenantFixture) {
  const entry_id = randomUUID()
  await api.sql(
    `insert into payroll_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from payroll_entries where id = $1`,
    [acme.ids.entry_id, entry_id],
  )
  return { entry_id }
}

export const payrollEntries: Record<string, MatrixEntry> = {
  queryPayrollConnection: shapes('user', {
    names: ['account_id'],
    fresh: freshAccount,
    endsWith: 'account-pending',
    request: ({ account_id }) => ({ path: '/payroll/entries/connections', body: { account_id } }),
  }),
  listPayrollEntries: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['account_id'],
    request: ({ user_id, account_id }) => ({
      path: `/payroll/entries?user_id=${user_id}&account_id=${account_id}`,
    }),
  }),
  getPayrollEntry: shapes('client Support read +Underwriter', {
    names: ['entry_id'],
    request: ({ entry_id }) => ({ path: `/payroll/entries/${entry_id}` }),
  }),
  deletePayrollEntry: shapes('client FullMember erase', {
    names: ['entry_id'],
    fresh: freshEntry,
    request: ({ entry_id }) => ({ path: `/payroll/entries/${entry_id}` }),
  }),
  listPayrollSubmissions: shapes(
    'client FullMember read +Underwriter',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/payroll/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['account_id', 'entry_id'],
      request: ({ user_id, account_id, entry_id }) => ({
        path: `/payroll/${user_id}?account_id=${account_id}&entry_id=${entry_id}`,
      }),
    },
  ),
}
