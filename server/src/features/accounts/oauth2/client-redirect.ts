/** Adds the result to the query of the client's callback URL. Existing parameters are kept. */
export function withQuery(callbackUrl: string, params: Record<string, string>) {
  const url = new URL(callbackUrl)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the query parameters for a connected account. */
export const connectedQuery = (account: { accountId: string; userId: string; provider: string }) => ({
  account_id: account.accountId,
  user_id: account.userId,
  provider: account.provider,
})

/** Returns the query parameters for a failed connection. */
export const failedQuery = (error: string, userId: string) => ({ error, user_id: userId })
