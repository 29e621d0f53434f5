import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'
import { forgetWithdrawals, freshUser } from './fresh-objects.ts'

// Authorisation terms and authorisations.

async function freshAuthorisation(fixture: TenantFixture) {
  const { user_id } = await freshUser(fixture)
  const body = { user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(fixture.api.acme, 'POST', '/authorisations', body)).id }
}

async function freshTerm({ api }: TenantFixture) {
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }
  return { term_id: (await must(api.acme, 'POST', '/authorisations/terms', term)).id }
}

export const authorisationEntries: Record<string, MatrixEntry> = {
  createAuthorisationTerm: shapes('client Admin configuration', {
    request: () => ({
      path: '/authorisations/terms',
      body: {
        name: 'Plain',
        authorisation_text: 'Plain.',
        authorisation_category: 'recurring',
        deactivate_previous: true,
      },
    }),
  }),
  listAuthorisationTerms: shapes('client Support read +Underwriter', {
    request: () => ({ path: '/authorisations/terms?limit=100' }),
  }),
  getLatestAuthorisationTerm: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/authorisations/terms/latest?user_id=${user_id}` }),
  }),
  getAuthorisationTerm: shapes('client Support read +Underwriter', {
    names: ['term_id'],
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}` }),
  }),
  updateAuthorisationTerm: shapes('client Admin configuration', {
    names: ['term_id'],
    fresh: freshTerm,
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}`, body: { is_active: false } }),
  }),
  createAuthorisation: shapes(
    'either FullMember write',
    {
      names: ['user_id', 'term_id'],
      before: forgetWithdrawals,
      request: ({ user_id, term_id }) => ({
        path: '/authorisations',
        body: { user_id, term_id, user_agent: 'matrix' },
      }),
    },
    {
      names: ['user_id'],
      before: forgetWithdrawals,
      request: ({ user_id }) => ({ path: '/authorisations', body: { user_id, user_agent: 'matrix' } }),
    },
  ),
  listAuthorisations: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['term_id'],
    request: ({ user_id, term_id }) => ({
      path: `/authorisations?user_id=${user_id}&term_id=${term_id}&limit=100`,
    }),
  }),
  getAuthorisation: shapes('client Support read +Underwriter', {
    names: ['authorisation_id'],
    request: ({ authorisation_id }) => ({ path: `/authorisations/${authorisation_id}` }),
  }),
  revokeAuthorisation: shapes('client FullMember write', {
    names: ['authorisation_id'],
    fresh: freshAuthorisation,
    request: ({ authorisation_id }) => ({ path: `/authorisations/${authorisation_id}/revoke` }),
  }),
}
