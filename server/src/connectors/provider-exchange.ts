export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** May contain placeholders, as in `/people/{reference}`. Values that identify a person belong in `ids`. */
  url: string
  /** Values of the placeholders in `url`. They never appear in failures or logs. */
  ids?: Record<string, string>
  /** Null values are omitted. */
  query?: Record<string, string | null>
  bearer?: string
  basic?: { id: string; secret: string }
  json?: unknown
  form?: Record<string, string>
  /** The Accept header, if it is not plain JSON. */
  accept?: string
  headers?: Record<string, string>
  /** Prevents automatic retries, even of GETs, for providers that rate-limit by request. */
  noRetry?: boolean
  timeoutMs?: number
}

/** One request and its reply. Only the connector doctor sees it, because it may contain personal data. */
export type ProviderExchange = {
  request: ProviderRequest
  status: number
  headers: Headers
  bytes: Buffer
  /** Paths and messages of the fields that do not match the connector's schema. Empty for a refusal. */
  schemaIssues: string[]
}
