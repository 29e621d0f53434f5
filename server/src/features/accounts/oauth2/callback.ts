import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Connectors } from '../../../connectors/registry.ts'
import { audit, type Tenancy, type Tenant } from '../../../platform/database/tenancy.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { Waiting as TaskWaiting } from '../../../platform/tasks/wait-for-end.ts'
import { getConfiguration } from '../../configuration/service.ts'
import { leave as leaveSecret, requireConnector } from '../login/attempt.ts'
import { resultOf } from '../login/failures.ts'
import { openWaitingOf, storeWaiting } from '../login/pending-challenge.ts'
import { type AccountRow, findAccount, lockAccount } from '../queries.ts'
import { accountKey, isAuthorised, moveAccount } from '../service.ts'
import { statusNow } from '../status-transitions.ts'
import { exchange } from '../tasks.ts'
import { comeBack, findJourney, forgetJourney, hashOf, leave, redirectUriOf } from './redirects.ts'

export type OAuth2Parts = {
  database: Tenancy
  keyring: Keyring
  connectors: Connectors
  desk: SecretDesk
  waiting: TaskWaiting
  baseUrl: string
}

/** Who has come back, and with what: connected, or why not. */
export type Arrival = {
  userId: string
  accountId: string
  provider: string
  error: string | undefined
  /** The hosted journey that they left from; else the client's address, if it has one. */
  hostedJourneyId: string | null
  callbackUrl: string | undefined
}

/** The person leaves for the provider. Undefined for a link that leads nowhere (any more). */
export async function leaveForProvider(parts: OAuth2Parts, requestId: string, ticket: string) {
  const journey = await parts.database.system((tx) => findJourney(tx, { ticket }))
  if (!journey) return undefined
  const tenant = await tenantOf(parts, journey.client_id, requestId)
  return tenant.transaction(async (tx) => {
    const account = await lockAccount(tx, journey.account_id)
    if (!account || !isAway(account)) return undefined
    const connector = requireConnector(parts.connectors, account.payroll_provider, 'oauth2')
    const [state, browser, verifier] = [makeCode(tx), makeCode(tx), newVerifier()]
    await leave(tx, account.id, { state, browser })
    const waited = await openWaitingOf(tx, account)
    const device = waited?.kind === 'oauth2' ? (waited.device ?? null) : null
    await storeWaiting(tx, account, { kind: 'oauth2', verifier, device }, account.pending_until ?? undefined)
    audit(tx, 'account.left_for_provider', account.id)
    const codeChallenge = hash('sha256', verifier, 'base64url')
    const redirectUri = redirectUriOf(parts.baseUrl)
    return { state, browser, url: connector.authorizationUrl({ state, codeChallenge, redirectUri }) }
  })
}

// PKCE's own secret: it never comes back to us by way of the browser.
const newVerifier = () => randomBytes(32).toString('base64url')

type Return = { state: string; browser: string | undefined; code?: string; error?: string }

/** The person has come back, in the browser they left with. Undefined for everybody else. */
export async function arrive(
  parts: OAuth2Parts,
  requestId: string,
  { state, browser, ...answer }: Return,
): Promise<Arrival | undefined> {
  const journey = await parts.database.system((tx) => findJourney(tx, { state }))
  if (!journey?.browser_hash || !browser || !timingSafeEqual(journey.browser_hash, hashOf(browser)))
    return undefined
  const tenant = await tenantOf(parts, journey.client_id, requestId)
  const begun = await tenant.transaction(async (tx) => {
    const found = await findAccount(tx, journey.account_id)
    // First what holds the user, then the account: whoever erases the user takes them in this order too.
    const isAllowed = found && (await isAuthorised(tx, found.user_id, found.authorisation_id))
    const account = await lockAccount(tx, journey.account_id)
    if (!account || !isAway(account) || !(await comeBack(tx, account.id, state))) return undefined
    audit(tx, 'account.came_back', account.id)
    if (answer.error === 'access_denied') {
      await moveAccount(tx, account, 'INVALID', 'consent-refused')
      await forgetJourney(tx, account.id)
      return { account, error: 'consent-refused' }
    }
    const waiting = await openWaitingOf(tx, account)
    // Whatever else a provider says here, the person may go there again.
    if (!answer.code || waiting?.kind !== 'oauth2' || !waiting.verifier)
      return { account, error: 'provider-down' }
    const { id, user_id: userId, authorisation_id } = account
    if (!isAllowed) return { account, error: 'authorisation-missing' }
    const options = { key: accountKey(id), userId, awaited: true }
    const taskId = await exchange.schedule(tx, { account_id: id, authorisation_id }, options)
    leaveSecret(parts.desk, taskId, { code: answer.code, codeVerifier: waiting.verifier })
    return { account, taskId }
  })
  if (!begun) return undefined
  const error = begun.taskId === undefined ? begun.error : await endOf(parts, tenant, begun.taskId)
  const { client_callback_url } = await getConfiguration(tenant)
  const { id: accountId, user_id: userId, payroll_provider: provider } = begun.account
  const callbackUrl = client_callback_url as string | undefined
  return { userId, accountId, provider, error, callbackUrl, hostedJourneyId: journey.journey_id }
}

/** Why it failed, if it did. */
async function endOf({ waiting, desk }: OAuth2Parts, tenant: Tenant, taskId: string) {
  try {
    const result = resultOf(await waiting.forEnd(tenant, taskId))
    return 'why' in result ? result.why : undefined
  } finally {
    desk.forget(taskId)
  }
}

/** Whether the person is on their way. */
const isAway = (account: AccountRow) => account.pending_kind === 'oauth2' && statusNow(account) === 'PENDING'

async function tenantOf({ database, keyring }: OAuth2Parts, clientId: string, requestId: string) {
  const actor = { kind: 'public', id: 'anonymous', requestId } as const
  return database.tenant(clientId, actor, await keyring.of(clientId))
}
