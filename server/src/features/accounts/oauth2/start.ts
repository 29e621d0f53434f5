import { hash, randomBytes } from 'node:crypto'
import type { Connector } from '../../../connectors/connector.ts'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'
import { getConfiguration, readConfiguration } from '../../configuration/service.ts'
import { birthDay } from '../../identity/service.ts'
import { openUser } from '../../users/service.ts'
import { handOffSecret, requireConnector } from '../login/attempt.ts'
import { openPendingAction, storePendingAction } from '../login/pending-challenge.ts'
import { type AccountRow, findAccount, lockAccount } from '../queries.ts'
import { accountKey } from '../service.ts'
import { authorise } from '../tasks.ts'
import { type OAuth2CallbackResult, waitForTask } from './callback.ts'
import { isSameToken, requesterToken } from './cookies.ts'
import {
  findRedirect,
  isAwaitingCallback,
  type OAuth2Deps,
  recordDeparture,
  redirectUriOf,
  tenantForRedirect,
} from './redirects.ts'

/** Details of the login shown for confirmation, to an applicant who may have been sent a stranger's link. */
export type ConfirmationDetails = {
  client: string
  provider: string
  initials: string | null
  /** Birth date without day and month. */
  maskedBirthDate: string | null
}

export type StartResult =
  | { step: 'confirm'; details: ConfirmationDetails }
  | { step: 'leave'; state: string; browser: string; url: string }
  | { step: 'failed'; result: OAuth2CallbackResult }

type StartRequest = {
  ticket: string
  /** Cookie of the browser that requested the login in a journey. */
  requester: string | undefined
  /** Whether this browser has seen the confirmation page and pressed its button. */
  isConfirmed: boolean
}

/**
 * Starts the login at the provider and returns its authorisation URL, or the details that the person has to confirm
 * first. Returns undefined if the ticket is invalid, used or expired, or if it belongs to another browser.
 *
 * The person who signs in has to be the person who requested the login: otherwise an applicant could send the link to
 * another person and receive that person's payslips. A journey proves it with a cookie. Browsers withhold the cookie
 * from a journey in a frame, and an API key has no browser; both need the confirmation instead.
 */
export async function startProviderLogin(
  deps: OAuth2Deps,
  requestId: string,
  { ticket, requester, isConfirmed }: StartRequest,
): Promise<StartResult | undefined> {
  const redirect = await deps.database.system((tx) => findRedirect(tx, { ticket }))
  if (!redirect) return undefined
  const tenant = await tenantForRedirect(deps, redirect.client_id, requestId)
  const isRequester =
    redirect.journey_id !== null && isSameToken(requester, requesterToken(tenant.keys, ticket))
  const started = await tenant.transaction(async (tx): Promise<Departure | undefined> => {
    const account = await lockAccount(tx, redirect.account_id)
    if (!account || !isAwaitingCallback(account)) return undefined
    const connector = requireConnector(
      deps.connectors.of(redirect.client_id),
      account.payroll_provider,
      'oauth2',
    )
    if (!isRequester) {
      const configuration = await readConfiguration(tx)
      const canBeFramed = (configuration.frame_origins ?? []).length > 0
      if (redirect.journey_id !== null && !canBeFramed) return undefined
      if (!isConfirmed) {
        audit(tx, 'account.read', account.id)
        return { step: 'confirm', details: await readDetails(tx, account, connector, configuration) }
      }
    }
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
    if (connector.dataType === 'bank-accounts') {
      const options = { key: accountKey(account.id), userId: account.user_id, awaited: true }
      const taskId = await authorise.schedule(tx, { account_id: account.id }, options)
      handOffSecret(deps.credentialHandoff, taskId, { state })
      return { step: 'request', taskId, account, state, browser }
    }
    const codeChallenge = hash('sha256', verifier, 'base64url')
    const redirectUri = redirectUriOf(deps.baseUrl)
    const url = connector.authorizationUrl({ state, codeChallenge, redirectUri })
    return { step: 'leave', state, browser, url }
  })
  return started?.step === 'request'
    ? awaitAddress(deps, tenant, { ...started, hostedJourneyId: redirect.journey_id })
    : started
}

type RequestedAddress = {
  step: 'request'
  taskId: string
  account: AccountRow
  state: string
  browser: string
}
type Departure = Exclude<StartResult, { step: 'failed' }> | RequestedAddress

/** Waits until a worker has requested the address from the provider, outside of any transaction. */
async function awaitAddress(
  deps: OAuth2Deps,
  tenant: Tenant,
  { taskId, account, state, browser, hostedJourneyId }: RequestedAddress & { hostedJourneyId: string | null },
): Promise<StartResult> {
  const error = await waitForTask(deps, tenant, taskId)
  const url = await tenant.transaction(async (tx) => {
    const current = await findAccount(tx, account.id)
    const pending = current && (await openPendingAction(tx, current))
    audit(tx, 'account.read', account.id)
    return pending?.kind === 'oauth2' ? pending.authorization?.url : undefined
  })
  if (error === undefined && url !== undefined) return { step: 'leave', state, browser, url }
  const { id: accountId, user_id: userId, payroll_provider: provider } = account
  const { client_callback_url } = await getConfiguration(tenant)
  const callbackUrl = client_callback_url as string | undefined
  const result = {
    userId,
    accountId,
    provider,
    error: error ?? 'provider-down',
    callbackUrl,
    hostedJourneyId,
  }
  return { step: 'failed', result }
}

async function readDetails(
  tx: Tx,
  account: AccountRow,
  { entry, dataType }: Connector,
  { client_display_name }: Awaited<ReturnType<typeof readConfiguration>>,
): Promise<ConfirmationDetails> {
  const { person } = await openUser(tx, account.user_id)
  const initials = [person.forename, person.surname].flatMap((name) => name?.trim().slice(0, 1) || [])
  const birthYear = person.date_of_birth ? birthDay(new Date(person.date_of_birth)).slice(0, 4) : null
  return {
    client: client_display_name ?? '',
    provider: dataType === 'tax-years' ? 'HMRC' : entry.name,
    initials: initials.length > 0 ? initials.map((letter) => `${letter.toUpperCase()}.`).join(' ') : null,
    maskedBirthDate: birthYear && `**/**/${birthYear}`,
  }
}

// Creates the PKCE code verifier, which never passes through the browser.
const newVerifier = () => randomBytes(32).toString('base64url')
