import type { AuthorisationTerm } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Active terms by category. One page is enough: a client has only a few. */
export const useActiveTerms = () =>
  useQuery({
    queryKey: ['terms', 'active'],
    queryFn: ({ signal }) =>
      api.authorisations.listTerms({ is_active: true, limit: 100 }, { signal }).first(),
  })

/** The term people are shown: the client's newest, or else the service's default, as the service chooses. */
export function shownTerm(
  terms: readonly AuthorisationTerm[],
  category: AuthorisationTerm['authorisation_category'],
) {
  const ofCategory = terms.filter((term) => term.authorisation_category === category)
  return ofCategory.toSorted(
    (one, other) =>
      Number(one.is_system_term) - Number(other.is_system_term) ||
      other.authorisation_version - one.authorisation_version,
  )[0]
}
