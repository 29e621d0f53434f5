import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../platform/secrets/keyring.ts'

/** A browser that proved before that it belongs to the holder of a name. */
export type KnownBrowserCookie = ReturnType<typeof createKnownBrowserCookie>

const lifetimeSeconds = 180 * 24 * 3600
const valuePattern = /^(\d{10})\.([\w-]{43})$/

/**
 * The cookie by which the browser of a member is recognised after a sign-in. Guesses of strangers, from however many
 * addresses, do not make such a browser wait. It opens nothing: a thief of it gets five more guesses.
 */
export function createKnownBrowserCookie(baseUrl: string, keyring: Pick<Keyring, 'cellKeys'>) {
  const isHttps = baseUrl.startsWith('https:')
  const name = `${isHttps ? '__Host-' : ''}payproof_known`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  const keys = keyring.cellKeys('known browsers')
  const macOf = (key: Buffer, emailHash: Buffer, expiresAt: string) =>
    createHmac('sha256', key).update(emailHash).update(expiresAt).digest()

  return {
    create([emailHash]: readonly [Buffer, ...Buffer[]]) {
      const expiresAt = String(Math.floor(Date.now() / 1000) + lifetimeSeconds)
      const mac = macOf(keys()[0], emailHash, expiresAt).toString('base64url')
      return `${name}=${expiresAt}.${mac}; ${attributes}; Max-Age=${lifetimeSeconds}`
    },
    /** Returns the cookie's value if it was given to the holder of this name, otherwise undefined. */
    read({ cookie = '' }: { cookie?: string | undefined }, emailHashes: readonly Buffer[]) {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([found]) => found === name)?.[1] ?? ''
      const [, expiresAt = '', mac = ''] = valuePattern.exec(value) ?? []
      if (Number(expiresAt) * 1000 < Date.now()) return undefined
      const isOurs = keys().some((key) =>
        emailHashes.some((hash) =>
          timingSafeEqual(macOf(key, hash, expiresAt), Buffer.from(mac, 'base64url')),
        ),
      )
      return isOurs ? value : undefined
    },
  }
}
