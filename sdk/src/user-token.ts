// Long enough for a request that waits for a provider, and for clocks that differ a little.
const renewBeforeMs = 120_000

/** Gets a token when there is none that still lasts, once for all who ask meanwhile. */
export function keepToken(create: () => Promise<string>): () => Promise<string> {
  let token = ''
  let asked: Promise<string> | undefined
  return async () => {
    if (Date.now() < endOf(token) - renewBeforeMs) return token
    asked ??= create().finally(() => {
      asked = undefined
    })
    token = await asked
    return token
  }
}

/** When a token ends, in milliseconds: its middle part says so for all to read. */
function endOf(token: string) {
  const [, claims] = token.split('.')
  if (!claims) return 0
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return Number(exp) * 1_000
}
