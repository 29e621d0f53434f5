import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Loads all providers of the catalogue, with their health. */
export const useCatalogue = () =>
  useQuery({
    queryKey: ['providers'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.providers.list({ signal }),
  })

/**
 * Returns a function that looks up a provider's name. It returns the id while the catalogue loads, and for providers
 * that are no longer in it.
 */
export function useProviderNames() {
  const { data } = useCatalogue()
  const names = new Map(data?.providers.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? id
}
