import type { CellRequests, PeerCell } from '../../platform/cells/cell-requests.ts'
import { Problem, unavailable } from '../../platform/problem.ts'

export type OtherCells = ReturnType<typeof openOtherCells>

type SignInOrigin = { address: string; userAgent: string | null }

const timeoutMs = 5_000

/**
 * Forwards sign-ins and password resets to the other cells. A member enters only an e-mail address, and each cell
 * knows only its own members, so the cells are tried in turn.
 */
export function openOtherCells({ peers, send }: CellRequests) {
  async function post(peer: PeerCell, path: string, from: SignInOrigin, body: object) {
    const {
      status,
      headers,
      body: reply,
    } = await send(peer, {
      method: 'POST',
      path,
      body,
      timeoutMs,
      // The address is forwarded because failed sign-ins are counted by client address.
      headers: {
        'x-forwarded-for': from.address,
        ...(from.userAgent !== null && { 'user-agent': from.userAgent }),
      },
    })
    return {
      status,
      body: reply,
      code: String(headers['x-svc-error-code'] ?? 'unavailable'),
      retryAfter: Number(headers['retry-after'] ?? 1),
    }
  }

  return {
    /** Returns the reply of the first cell that accepts these credentials, or undefined if all cells reject them. */
    async signIn<Reply>(from: SignInOrigin, credentials: object): Promise<Reply | undefined> {
      let cellError: unknown
      for (const peer of peers) {
        try {
          const { status, body, code, retryAfter } = await post(peer, '/members/signin', from, credentials)
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
      const requests = peers.map((peer) => post(peer, '/members/password-reset/initiate', from, { username }))
      await Promise.all(requests)
    },
  }
}
