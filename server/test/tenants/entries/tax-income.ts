import { randomUUID } from 'node:crypto'
import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'

// Income from the tax authority.

async function freshTaxAccount({ api, acme }: TenantFixture) {
  // Another NI number than the registered one is refused.
  const { ni_number } = await must(api.acme, 'GET', `/users/${acme.ids.user_id}`)
  const extra_login_params = { unique_tax_reference: '1234567890', ni_number }
  const body = { user_id: acme.ids.user_id, payroll_provider: 'taxauth', extra_login_params }
  return { tax_account_id: (await must(api.acme, 'POST', '/accounts', body)).account_id as string }
}

async function freshTaxEntry({ api, acme }: TenantFixture) {
  const tax_entry_id = randomUUID()
  await api.sql(
    `insert into tax_income_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from tax_income_entries where id = $1`,
    [acme.ids.tax_entry_id, tax_entry_id],
  )
  return { tax_entry_id }
}

export const taxIncomeEntries: Record<string, MatrixEntry> = {
  queryTaxauthConnection: shapes('user', {
    names: ['tax_account_id'],
    fresh: freshTaxAccount,
    endsWith: 'account-pending',
    request: ({ tax_account_id: account_id }) => ({
      path: '/taxauth/entries/connections',
      body: { account_id },
    }),
  }),
  listTaxauthEntries: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['tax_account_id'],
    request: ({ user_id, tax_account_id }) => ({
      path: `/taxauth/entries?user_id=${user_id}&account_id=${tax_account_id}`,
    }),
  }),
  getTaxauthEntry: shapes('client Support read +Underwriter', {
    names: ['tax_entry_id'],
    request: ({ tax_entry_id }) => ({ path: `/taxauth/entries/${tax_entry_id}` }),
  }),
  deleteTaxauthEntry: shapes('client FullMember erase', {
    names: ['tax_entry_id'],
    fresh: freshTaxEntry,
    request: ({ tax_entry_id }) => ({ path: `/taxauth/entries/${tax_entry_id}` }),
  }),
  listIncomeSubmissions: shapes(
    'client FullMember read +Underwriter',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/taxauth/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['tax_account_id', 'tax_entry_id'],
      request: ({ user_id, tax_account_id, tax_entry_id }) => ({
        path: `/taxauth/${user_id}?account_id=${tax_account_id}&entry_id=${tax_entry_id}`,
      }),
    },
  ),
}
