import { z } from 'zod'
import { ConnectionFailure } from '../../connectors/failure.ts'
import { ask, type Request } from '../../connectors/transport.ts'
import { unavailable } from '../../platform/problem.ts'

export type SandboxWorld = ReturnType<typeof openSandboxWorld>

type Asked = { json?: unknown; query?: Record<string, string> }

/**
 * Asks the program that plays the outside world. Its address and its key are the operator's; a caller chooses neither, and nothing
 * of a caller's request but what a schema took goes there.
 */
export function openSandboxWorld({ url, key }: { url: string; key?: string | undefined }) {
  const headers: Record<string, string> = key ? { 'x-control-key': key } : {}

  /** The reply, or what to tell the caller where the sandbox refuses. */
  async function get<Schema extends z.ZodType>(
    method: Request['method'],
    path: string[],
    promised: Schema,
    { json, query, refused }: Asked & { refused(status: number): Error },
  ): Promise<z.output<Schema>> {
    const address = [url, ...path.map(encodeURIComponent)].join('/')
    const request: Request = {
      method,
      url: address,
      headers,
      isOnce: true,
      timeoutMs: 5_000,
      ...(json !== undefined && { json }),
      ...(query && { query }),
    }
    try {
      const reply = await ask({ signal: AbortSignal.timeout(10_000) }, request, promised)
      if ('body' in reply) return reply.body
      throw refused(reply.refusal.status)
    } catch (error) {
      if (error instanceof ConnectionFailure) throw unavailable(error)
      throw error
    }
  }

  return { url, get }
}

/** Some of its replies say nothing. */
export const nothing = z.undefined()
