import { hash, randomBytes } from 'node:crypto'
import { audit } from '../../../platform/database/tenancy.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'
import { requireConnector } from '../login/attempt.ts'
import { openPendingAction, storePendingAction } from '../login/pending-challenge.ts'
import { lockAccount } from '../queries.ts'
import {
  findRedirect,
  isAwaitingCallback,
  type OAuth2Deps,
  recordDeparture,
  redirectUriOf,
  tenantForRedirect,
} from './redirects.ts'

/** Starts the login at the provider and returns its authorisation URL. Undefined if the ticket is invalid, used or expired. */
export async function startProviderLogin(deps: OAuth2Deps, requestId: string, ticket: string) {
  const redirect = await deps.database.system((tx) => findRedirect(tx, { ticket }))
  if (!redirect) return undefined
  const tenant = await tenantForRedirect(deps, redirect.client_id, requestId)
  return tenant.transaction(async (tx) => {
    const account = await lockAccount(tx, redirect.account_id)
    if (!account || !isAwaitingCallback(account)) return undefined
    const connector = requireConnector(deps.connectors, account.payroll_provider, 'oauth2')
    const [state, browser, verifier] = [makeCode(tx), makeCode(tx), newVerifier()]
    await recordDeparture(tx, account.id, { state, browser })
    const pending = await openPendingAction(tx, account)
    const device = pending?.kind === 'oauth2' ? (pending.device ?? null) : null
    await storePendingAction(
      tx,
      account,
      { kind: 'oauth2', verifier, device },
      account.pending_until ?? undefined,
    )
    audit(tx, 'account.left_for_provider', account.id)
    const codeChallenge = hash('sha256', verifier, 'base64url')
    const redirectUri = redirectUriOf(deps.baseUrl)
    return { state, browser, url: connector.authorizationUrl({ state, codeChallenge, redirectUri }) }
  })
}

// The PKCE code verifier. It never passes through the browser.
const newVerifier = () => randomBytes(32).toString('base64url')
