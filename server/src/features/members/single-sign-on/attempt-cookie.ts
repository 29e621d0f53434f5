import { z } from 'zod'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { type SealContext, seal, unsealWithAny } from '../../../platform/secrets/seal.ts'

/** A sign-in that has left for the provider. */
const SsoAttempt = z.object({
  clientId: z.uuid(),
  issuer: z.string(),
  secrets: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  reauthenticate: z.boolean(),
  expiresAt: z.number(),
})
export type SsoAttempt = z.output<typeof SsoAttempt>

export const attemptLifetimeSeconds = 600

const sealContext: SealContext = { table: 'cookies', column: 'sso', row: 'attempt', version: 1 }

export type SsoCookie = ReturnType<typeof createSsoCookie>

/**
 * The cookie that binds a single sign-on to the browser that started it. It holds state, nonce and PKCE verifier,
 * encrypted, so that nothing is stored on the server. SameSite=Lax: the provider's redirect back must send it.
 */
export function createSsoCookie(baseUrl: string, keyring: Pick<Keyring, 'cellKeys'>) {
  const isHttps = baseUrl.startsWith('https:')
  const name = `${isHttps ? '__Host-' : ''}payproof_sso`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  const keys = keyring.cellKeys('single sign-on')

  return {
    create(attempt: SsoAttempt) {
      const value = seal(keys()[0], sealContext, JSON.stringify(attempt)).toString('base64url')
      return `${name}=${value}; ${attributes}; Max-Age=${attemptLifetimeSeconds}`
    },
    expire: () => `${name}=; ${attributes}; Max-Age=0`,
    /** Undefined if the browser has not started a sign-in, or too long ago. */
    read({ cookie = '' }: { cookie?: string | undefined }): SsoAttempt | undefined {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([found]) => found === name)?.[1]
      if (!value) return undefined
      try {
        const text = unsealWithAny(keys(), sealContext, Buffer.from(value, 'base64url')).toString()
        const attempt = SsoAttempt.parse(JSON.parse(text))
        return attempt.expiresAt > Date.now() ? attempt : undefined
      } catch {
        return undefined
      }
    },
  }
}
