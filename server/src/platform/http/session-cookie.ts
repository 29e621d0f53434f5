import type { FastifyRequest } from 'fastify'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * The cookie that holds a member's token in the console, where scripts cannot read it. It has no Max-Age, so the
 * browser forgets it when it is closed.
 */
export function createSessionCookie(baseUrl: string) {
  const { origin, protocol } = new URL(baseUrl)
  // Browsers accept the prefix __Host- only over HTTPS. It keeps other hosts of the domain from setting the cookie.
  const isHttps = protocol === 'https:'
  const name = isHttps ? '__Host-payproof_session' : 'payproof_session'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`

  return {
    create: (token: string) => `${name}=${token}; ${attributes}`,
    expire: () => `${name}=; ${attributes}; Max-Age=0`,

    read({ cookie = '' }: { cookie?: string | undefined }) {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
      return pairs.find(([key]) => key === name)?.[1] || undefined
    },

    /**
     * Whether a page of our own origin sent the request. Browsers send Sec-Fetch-Site over HTTPS and on loopback, and
     * Origin with every write; a page cannot set either. `none` is a URL that the member opened directly.
     */
    isFromOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) {
      const isRead = method === 'GET' || method === 'HEAD'
      const site = headers['sec-fetch-site']
      if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none')
      return isRead || headers.origin === origin
    },
  }
}
