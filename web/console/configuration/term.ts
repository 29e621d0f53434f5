import type { AuthorisationTerm } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Those that people can be asked to accept, by category. As many as one page holds: a client has a handful. */
export const useActiveTerms = () =>
  useQuery({
    queryKey: ['terms', 'active'],
    queryFn: ({ signal }) =>
      api.authorisations.listTerms({ is_active: true, limit: 100 }, { signal }).first(),
  })

/** The one that is shown: the newest of the client's own, or else the service's, as the service itself chooses. */
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
