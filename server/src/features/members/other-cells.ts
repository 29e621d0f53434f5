import { Problem, unavailable } from '../../platform/problem.ts'
import { forwardedByHeader } from '../access/other-cell-keys.ts'

export type OtherCells = ReturnType<typeof openOtherCells>

type SignInOrigin = { address: string; userAgent: string | null }
type CellReply = { status: number; body: unknown; code: string; retryAfter: number }

const timeoutMs = 5_000

/**
 * Forwards sign-ins and password resets to the other cells. A member enters only an e-mail address, and each cell
 * knows only its own members, so the cells are tried in turn.
 */
export function openOtherCells({ addresses, cell }: { addresses: readonly string[]; cell: string }) {
  async function post(address: string, path: string, from: SignInOrigin, body: object): Promise<CellReply> {
    const reply = await fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      // The address is forwarded because failed sign-ins are counted by client address.
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from.address,
        ...(from.userAgent !== null && { 'user-agent': from.userAgent }),
        [forwardedByHeader]: cell,
      },
    })
    return {
      status: reply.status,
      body: await reply.json(),
      code: reply.headers.get('x-svc-error-code') ?? 'unavailable',
      retryAfter: Number(reply.headers.get('retry-after') ?? 1),
    }
  }

  return {
    /** Returns the reply of the first cell that accepts these credentials, or undefined if all cells reject them. */
    async signIn<Reply>(from: SignInOrigin, credentials: object): Promise<Reply | undefined> {
      let cellError: unknown
      for (const address of addresses) {
        try {
          const { status, body, code, retryAfter } = await post(address, '/members/signin', from, credentials)
          if (status === 200) return body as Reply
          // A cell of an older version does not name the method.
          if (status === 202) return { method: 'email', ...(body as object) } as Reply
          if (status === 401) continue
          throw new Problem(status, code, (body as { errors: string[] }).errors, {
            retryAfterSeconds: retryAfter,
          })
        } catch (error) {
          if (error instanceof Problem) throw error
          cellError = error
        }
      }
      // If a cell did not reply, the password may still be correct there.
      if (cellError) throw unavailable(cellError)
      return undefined
    },

    /** Starts a password reset in every cell. Each cell that knows the address sends an e-mail. */
    async startReset(from: SignInOrigin, username: string) {
      const requests = addresses.map((address) =>
        post(address, '/members/password-reset/initiate', from, { username }),
      )
      await Promise.all(requests)
    },
  }
}
