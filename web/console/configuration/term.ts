import type { AuthorisationTerm } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Loads the active terms by category. One page is enough, because a client has only a few terms. */
export const useActiveTerms = () =>
  useQuery({
    queryKey: ['terms', 'active'],
    queryFn: ({ signal }) =>
      api.authorisations.listTerms({ is_active: true, limit: 100 }, { signal }).first(),
  })

/**
 * Returns the term that people are shown: the client's newest, or else the service's default. The service chooses in
 * the same way.
 */
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
