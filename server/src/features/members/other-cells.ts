import { Problem, unavailable } from '../../platform/problem.ts'
import { forwardedByHeader } from '../access/other-cell-keys.ts'

export type OtherCells = ReturnType<typeof openOtherCells>

type CellReply = { status: number; body: unknown; code: string; retryAfter: number }

const timeoutMs = 5_000

/**
 * Forwards sign-ins and password resets to the other cells. A member only gives an e-mail address, and each cell knows only its
 * own members. Cells are tried in turn.
 */
export function openOtherCells({ addresses, cell }: { addresses: readonly string[]; cell: string }) {
  async function post(address: string, path: string, from: string, body: object): Promise<CellReply> {
    const reply = await fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      // Failed sign-ins are counted by client address.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, [forwardedByHeader]: cell },
    })
    return {
      status: reply.status,
      body: await reply.json(),
      code: reply.headers.get('x-svc-error-code') ?? 'unavailable',
      retryAfter: Number(reply.headers.get('retry-after') ?? 1),
    }
  }

  return {
    /** The reply of the first cell that accepts these credentials; undefined if all reject them. */
    async signIn<Reply>(from: string, credentials: object): Promise<Reply | undefined> {
      let cellError: unknown
      for (const address of addresses) {
        try {
          const { status, body, code, retryAfter } = await post(address, '/members/signin', from, credentials)
          if (status === 200 || status === 202) return body as Reply
          if (status === 401) continue
          throw new Problem(status, code, (body as { errors: string[] }).errors, {
            retryAfterSeconds: retryAfter,
          })
        } catch (error) {
          if (error instanceof Problem) throw error
          cellError = error
        }
      }
      // If a cell did not reply, it is unknown whether the password is wrong.
      if (cellError) throw unavailable(cellError)
      return undefined
    },

    /** Each cell that knows the address sends an e-mail. */
    async startReset(from: string, username: string) {
      const requests = addresses.map((address) =>
        post(address, '/members/password-reset/initiate', from, { username }),
      )
      await Promise.all(requests)
    },
  }
}
