/** The address that a client registered, told what came of it. Only the query is ours; whatever it has stays. */
export function callbackWith(callbackUrl: string, told: Record<string, string>) {
  const url = new URL(callbackUrl)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return url.href
}

/** What a client is told of somebody who is connected. */
export const toldConnected = (of: { accountId: string; userId: string; provider: string }) => ({
  account_id: of.accountId,
  user_id: of.userId,
  provider: of.provider,
})

/** And of somebody who is not. */
export const toldFailed = (error: string, userId: string) => ({ error, user_id: userId })
