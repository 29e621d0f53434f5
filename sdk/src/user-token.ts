// Early enough for a request that waits for a provider, and for clock skew.
const renewBeforeMs = 120_000

/** Caches a user token and renews it before it expires. Concurrent callers share one request. */
export function cacheToken(create: () => Promise<string>): () => Promise<string> {
  let token = ''
  let pendingToken: Promise<string> | undefined
  return async () => {
    if (Date.now() < expiryOf(token) - renewBeforeMs) return token
    pendingToken ??= create().finally(() => {
      pendingToken = undefined
    })
    token = await pendingToken
    return token
  }
}

/** Returns the expiry time in milliseconds, from the token's claims. */
function expiryOf(token: string) {
  const [, claims] = token.split('.')
  if (!claims) return 0
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return Number(exp) * 1_000
}
