import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Names of webhooks by id, for pages that list deliveries of all of them. */
export function useWebhookNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['webhooks', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.webhooks.list({ limit: 100 }, { signal }).first(),
  })
  return new Map(data?.webhooks.map(({ webhook_id, name }) => [webhook_id, name]))
}
