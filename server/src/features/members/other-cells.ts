import { Problem, unavailable } from '../../platform/problem.ts'
import { askedBy } from '../access/other-cell-keys.ts'

export type OtherCells = ReturnType<typeof openOtherCells>

type Asked = { status: number; body: unknown; code: string; retryAfter: number }

const timeoutMs = 5_000

/**
 * The other cells of the installation, for what members do before anything says where they belong: they give an address, and
 * each cell knows only its own. Asked in turn.
 */
export function openOtherCells({ addresses, cell }: { addresses: readonly string[]; cell: string }) {
  async function ask(address: string, path: string, from: string, body: object): Promise<Asked> {
    const reply = await fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      // Failed sign-ins are counted by where they come from.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, [askedBy]: cell },
    })
    return {
      status: reply.status,
      body: await reply.json(),
      code: reply.headers.get('x-svc-error-code') ?? 'unavailable',
      retryAfter: Number(reply.headers.get('retry-after') ?? 1),
    }
  }

  return {
    /** What the first cell says that knows this name and password; nothing if none does. */
    async signIn<Answer>(from: string, credentials: object): Promise<Answer | undefined> {
      let silence: unknown
      for (const address of addresses) {
        try {
          const { status, body, code, retryAfter } = await ask(address, '/members/signin', from, credentials)
          if (status === 200 || status === 202) return body as Answer
          if (status === 401) continue
          throw new Problem(status, code, (body as { errors: string[] }).errors, {
            retryAfterSeconds: retryAfter,
          })
        } catch (error) {
          if (error instanceof Problem) throw error
          silence = error
        }
      }
      // Nobody can say that the password is wrong as long as somebody was not asked.
      if (silence) throw unavailable(silence)
      return undefined
    },

    /** Each of them sends a mail, if it knows the address. */
    async startReset(from: string, username: string) {
      const asked = addresses.map((address) =>
        ask(address, '/members/password-reset/initiate', from, { username }),
      )
      await Promise.all(asked)
    },
  }
}
