import { timingSafeEqual } from 'node:crypto'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { getConfiguration } from '../../configuration/service.ts'
import { handOffSecret, requireConnector } from '../login/attempt.ts'
import { resultOf } from '../login/failures.ts'
import { openPendingAction } from '../login/pending-challenge.ts'
import { type AccountRow, findAccount, lockAccount } from '../queries.ts'
import { accountKey, isAuthorised, transitionAccount } from '../service.ts'
import { exchange } from '../tasks.ts'
import {
  consumeState,
  deleteRedirect,
  findRedirect,
  hashToken,
  isAwaitingCallback,
  type OAuth2Deps,
  tenantForRedirect,
} from './redirects.ts'

/** Result of an OAuth2 callback: the connected account, or why it failed. */
export type OAuth2CallbackResult = {
  userId: string
  accountId: string
  provider: string
  error: string | undefined
  /** The hosted journey that the applicant came from, if any. It takes precedence over the client's callback URL. */
  hostedJourneyId: string | null
  callbackUrl: string | undefined
}

type CallbackRequest = {
  state: string
  browser: string | undefined
  code?: string
  error?: string
  iss?: string
}

/**
 * Handles the provider's redirect back to us and waits for the code exchange. Returns undefined if the state is
 * invalid or if the request does not come from the browser that started the login.
 */
export async function handleOAuth2Callback(
  deps: OAuth2Deps,
  requestId: string,
  { state, browser, ...reply }: CallbackRequest,
): Promise<OAuth2CallbackResult | undefined> {
  const redirect = await deps.database.system((tx) => findRedirect(tx, { state }))
  if (!redirect?.browser_hash || !browser || !timingSafeEqual(redirect.browser_hash, hashToken(browser)))
    return undefined
  const tenant = await tenantForRedirect(deps, redirect.client_id, requestId)
  const started = await tenant.transaction(async (tx) => {
    const existing = await findAccount(tx, redirect.account_id)
    // Lock the user before the account, in the same order as when a user is erased, to prevent deadlocks.
    const isAllowed = existing && (await isAuthorised(tx, existing.user_id, existing.authorisation_id))
    const account = await lockAccount(tx, redirect.account_id)
    if (!account || !isAwaitingCallback(account) || !isFromIssuer(deps, account, reply.iss)) return undefined
    if (!(await consumeState(tx, account.id, state))) return undefined
    audit(tx, 'account.came_back', account.id)
    if (reply.error === 'access_denied') {
      await transitionAccount(tx, account, 'INVALID', 'consent-refused')
      await deleteRedirect(tx, account.id)
      return { account, error: 'consent-refused' }
    }
    const pending = await openPendingAction(tx, account)
    // After any other provider error the account stays PENDING, so that the applicant can try again.
    const code = reply.code ?? (reply.error === undefined && canReadConsent(deps, account) ? '' : undefined)
    if (code === undefined || pending?.kind !== 'oauth2' || !pending.verifier)
      return { account, error: 'provider-down' }
    const { id, user_id: userId, authorisation_id } = account
    if (!isAllowed) return { account, error: 'authorisation-missing' }
    const options = { key: accountKey(id), userId, awaited: true }
    const taskId = await exchange.schedule(tx, { account_id: id, authorisation_id }, options)
    handOffSecret(deps.credentialHandoff, taskId, { code, codeVerifier: pending.verifier })
    return { account, taskId }
  })
  if (!started) return undefined
  const error = started.taskId === undefined ? started.error : await waitForTask(deps, tenant, started.taskId)
  const { client_callback_url } = await getConfiguration(tenant)
  const { id: accountId, user_id: userId, payroll_provider: provider } = started.account
  const callbackUrl = client_callback_url as string | undefined
  return { userId, accountId, provider, error, callbackUrl, hostedJourneyId: redirect.journey_id }
}

/**
 * Whether the response comes from the provider that the browser was sent to (RFC 9207). All providers share one
 * redirect URI, so a malicious one could otherwise return another provider's code.
 */
function isFromIssuer({ connectors }: OAuth2Deps, account: AccountRow, iss: string | undefined) {
  const { entry } = requireConnector(connectors.of(account.client_id), account.payroll_provider, 'oauth2')
  const issuer = 'issuer' in entry ? entry.issuer : undefined
  return issuer === undefined || iss === issuer
}

/** Whether the connector can read the consent itself, so that a callback without a code is not a failure. */
const canReadConsent = ({ connectors }: OAuth2Deps, { client_id, payroll_provider }: AccountRow) =>
  connectors.of(client_id).get(payroll_provider)?.dataType === 'bank-accounts'

/** Waits for a task that calls the provider. Returns the reason if it failed. */
export async function waitForTask(
  { waiting, credentialHandoff }: OAuth2Deps,
  tenant: Tenant,
  taskId: string,
) {
  try {
    const result = resultOf(await waiting.waitForEnd(tenant, taskId))
    return 'reason' in result ? result.reason : undefined
  } finally {
    credentialHandoff.discard(taskId)
  }
}
