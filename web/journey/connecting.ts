import { call } from './api.ts'
import { deviceHeaders } from './device.ts'
import { happened } from './events/events.ts'
import { readJourneyAgain } from './journey.ts'
import { go } from './router/navigation.ts'
import { inFrame } from './session/boot.ts'
import { keep, kept } from './session/storage.ts'
import type { ConnectedAccount, Journey, JourneyAccount, Provider } from './types.ts'

export type Login = { user_name?: string; password?: string; extra_login_params?: Record<string, string> }

const taxauth = 'taxauth'
const addressAs = (accountId: string) => `payproof:away:${accountId}`

type Asked = { journey: Journey; provider: Provider; login: Login; accountId?: string | undefined }

/** Signs in, or begins to; answers when the provider has. With an account it is that one, connected again. */
export function connect({ journey, provider, login, accountId }: Asked) {
  happened({ name: 'login_submitted', provider: provider.id })
  const headers = provider.id === taxauth ? deviceHeaders(journey.user_id) : {}
  if (accountId) {
    const path = `/accounts/${accountId}/reconnect`
    return call<ConnectedAccount>('POST', path, { body: login, headers })
  }
  const body = { user_id: journey.user_id, payroll_provider: provider.id, ...login }
  return call<ConnectedAccount>('POST', '/accounts', { body, headers })
}

/** To the screen that the account is at now. The login lies behind: back leads to the screen before it. */
export async function follow(account: ConnectedAccount, { replace }: { replace: boolean }) {
  const { account_id, authorization_url, mfa_method, payroll_provider: provider } = account
  if (authorization_url) {
    keep(addressAs(account_id), authorization_url)
    await readJourneyAgain()
    go({ view: 'away', account: account_id }, { replace })
    // In a frame it is the person who opens the window: one that opens by itself is blocked.
    if (!inFrame) location.assign(authorization_url)
    return
  }
  if (mfa_method) happened({ name: 'mfa_required', kind: mfa_method.type, provider })
  await readJourneyAgain()
  go({ view: mfa_method ? 'second_factor' : 'progress', account: account_id }, { replace })
}

/** Where the person signs in at the provider itself, if this tab was told. */
export const addressOfAway = (accountId: string) => kept(addressAs(accountId))

export const answer = (accountId: string, mfa: string) =>
  call<ConnectedAccount>('PUT', `/accounts/${accountId}/mfa`, { body: { mfa } })

export const findDirectly = () =>
  call<{ accounts: JourneyAccount[] }>('POST', '/journeys/current/direct-connections', { body: {} })

/** An account of this login that is there already. */
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
