import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Every provider of the catalogue, with its health. */
export const useCatalogue = () =>
  useQuery({
    queryKey: ['providers'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.providers.list({ signal }),
  })

/** The id until the catalogue is there, and for providers that have left it. */
export function useProviderNames() {
  const { data } = useCatalogue()
  const names = new Map(data?.providers.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? id
}
