import { z } from 'zod'
import { ConnectionFailure } from '../../connectors/failure.ts'
import { type ProviderRequest, sendRequest } from '../../connectors/transport.ts'
import { unavailable } from '../../platform/problem.ts'

export type SandboxClient = ReturnType<typeof createSandboxClient>

type RequestOptions = { json?: unknown; query?: Record<string, string> }

/**
 * Client of the sandbox program, which simulates providers. The operator configures its URL and key. Only validated
 * fields of a caller's request are passed on.
 */
export function createSandboxClient({ url, key }: { url: string; key?: string | undefined }) {
  const headers: Record<string, string> = key ? { 'x-control-key': key } : {}

  /** Returns the reply, or throws the error that `onRefusal` maps the status to. */
  async function get<Schema extends z.ZodType>(
    method: ProviderRequest['method'],
    path: string[],
    schema: Schema,
    { json, query, onRefusal }: RequestOptions & { onRefusal(status: number): Error },
  ): Promise<z.output<Schema>> {
    const requestUrl = [url, ...path.map(encodeURIComponent)].join('/')
    const request: ProviderRequest = {
      method,
      url: requestUrl,
      headers,
      noRetry: true,
      timeoutMs: 5_000,
      ...(json !== undefined && { json }),
      ...(query && { query }),
    }
    try {
      const reply = await sendRequest({ signal: AbortSignal.timeout(10_000) }, request, schema)
      if ('body' in reply) return reply.body
      throw onRefusal(reply.refusal.status)
    } catch (error) {
      if (error instanceof ConnectionFailure) throw unavailable(error)
      throw error
    }
  }

  return { url, get }
}

/** Schema for operations without a reply body. */
export const EmptyReply = z.undefined()
