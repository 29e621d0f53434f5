import { api } from '../api.ts'

type Options = { signal: AbortSignal }

export const webhookOf = (id: string) => ({
  queryKey: ['webhooks', id, 'facts'],
  queryFn: ({ signal }: Options) => api.webhooks.get(id, { signal }),
})

export const statusOf = (id: string) => ({
  queryKey: ['webhooks', id, 'status'],
  queryFn: ({ signal }: Options) => api.webhooks.getStatus(id, { signal }),
})
