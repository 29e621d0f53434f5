import { call } from './api.ts'
import { deviceHeaders } from './device.ts'
import { emitEvent } from './events/events.ts'
import { readJourneyAgain } from './journey.ts'
import { go } from './router/navigation.ts'
import { inFrame } from './session/boot.ts'
import { keep, kept } from './session/storage.ts'
import type { ConnectedAccount, Journey, JourneyAccount, Provider } from './types.ts'

export type JourneyLogin = {
  user_name?: string
  password?: string
  extra_login_params?: Record<string, string>
}

const taxauth = 'taxauth'
const addressAs = (accountId: string) => `payproof:away:${accountId}`

type ConnectionRequest = {
  journey: Journey
  provider: Provider
  login: JourneyLogin
  accountId?: string | undefined
}

/**
 * Logs in or starts the login; resolves when the provider has responded. With an account id, reconnects that account.
 */
export function connect({ journey, provider, login, accountId }: ConnectionRequest) {
  emitEvent({ name: 'login_submitted', provider: provider.id })
  const headers = provider.id === taxauth ? deviceHeaders(journey.user_id) : {}
  if (accountId) {
    const path = `/accounts/${accountId}/reconnect`
    return call<ConnectedAccount>('POST', path, { body: login, headers })
  }
  const body = { user_id: journey.user_id, payroll_provider: provider.id, ...login }
  return call<ConnectedAccount>('POST', '/accounts', { body, headers })
}

/**
 * Goes to the screen for the account's current status. It replaces the login screen in the history, so that back
 * skips the login.
 */
export async function follow(account: ConnectedAccount, { replace }: { replace: boolean }) {
  const { account_id, authorization_url, mfa_method, payroll_provider: provider } = account
  if (authorization_url) {
    keep(addressAs(account_id), authorization_url)
    await readJourneyAgain()
    go({ view: 'away', account: account_id }, { replace })
    // In a frame the person opens the window, because popups opened by a script are blocked.
    if (!inFrame) location.assign(authorization_url)
    return
  }
  if (mfa_method) emitEvent({ name: 'mfa_required', kind: mfa_method.type, provider })
  await readJourneyAgain()
  go({ view: mfa_method ? 'second_factor' : 'progress', account: account_id }, { replace })
}

/** Returns the provider's login URL, if this tab received it. */
export const addressOfAway = (accountId: string) => kept(addressAs(accountId))

export const answer = (accountId: string, mfa: string) =>
  call<ConnectedAccount>('PUT', `/accounts/${accountId}/mfa`, { body: { mfa } })

export const findDirectly = () =>
  call<{ accounts: JourneyAccount[] }>('POST', '/journeys/current/direct-connections', { body: {} })

/** Finds an existing account with the same login. */
export async function findSame(journey: Journey, provider: Provider, userName: string) {
  const path = `/accounts?user_id=${journey.user_id}`
  const { accounts } = await call<{ accounts: (ConnectedAccount & { user_name: string | null })[] }>(
    'GET',
    path,
  )
  const plain = (name: string) => name.trim().toLowerCase()
  return accounts.find(
    ({ payroll_provider, user_name }) =>
      payroll_provider === provider.id && user_name !== null && plain(user_name) === plain(userName),
  )
}
