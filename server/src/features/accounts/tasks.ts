import { z } from 'zod'
import type {
  Connector,
  ConnectorSession,
  Device,
  MfaChallenge,
  PersonToFind,
} from '../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../connectors/failure.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import type { TaskOutcome } from '../../platform/tasks/queries.ts'
import { defineTask, type TaskResult, type TaskRun } from '../../platform/tasks/task.ts'
import { dayOf, monthsBefore } from '../../vocabulary/days.ts'
import { birthDay } from '../identity/service.ts'
import { callProvider, createConnectorContext } from '../providers/call-provider.ts'
import { openUser } from '../users/service.ts'
import {
  type AccountTaskDeps,
  attemptLogin,
  type LoginFailure,
  LoginSecret,
  loginFailure,
  providerCallTimeoutMs,
  receiveSecret,
  requireConnector,
  signOutInBackground,
} from './login/attempt.ts'
import { storeFailedLogin } from './login/failed-logins.ts'
import { forgetLogin, recordAcceptedLogin, recordRefusedLogin } from './login/limits.ts'
import { openPendingAction, storePendingAction } from './login/pending-challenge.ts'
import { deleteRedirect, redirectUriOf } from './oauth2/redirects.ts'
import { type AccountRow, countFailedLogin, findAccount, lockAccount } from './queries.ts'
import {
  addAccount,
  forgetSession,
  isAuthorised,
  isSameLogin,
  lockConnectedAccount,
  openHolder,
  openSession,
  storeHolder,
  storeSession,
  transitionAccount,
} from './service.ts'
import { statusAfterFailure } from './status-transitions.ts'

// Credentials are sent exactly once. After an unexpected failure, the applicant has to submit them again.
const sendOnce = { lane: 'connect', retry: [], timeoutMs: 60_000 }
/** Shorter than the time for which the applicant's browser waits. */
const authorisationTimeoutMs = 20_000
const ids = { account_id: z.uuid(), authorisation_id: z.uuid() }

/** Logs in for the first time with a user name and password. A failed login creates no account. */
export const connect = defineTask({
  kind: 'account.connect',
  ...sendOnce,
  input: z.object({
    user_id: z.uuid(),
    payroll_provider: z.string(),
    authorisation_id: z.uuid(),
    period_from: z.iso.date().nullable(),
    period_to: z.iso.date().nullable(),
  }),
  async run(job, deps: AccountTaskDeps) {
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      job.input.payroll_provider,
      'login',
    )
    const login = await receiveSecret(deps.credentialHandoff, job.taskId, LoginSecret)
    if (!login) return outcomeOf(loginFailure('login-lost'))
    const result = await attemptPasswordLogin(job, deps, connector, login)
    if (result.outcome === 'refused')
      return endByCounting(
        { taskId: job.taskId, userId: job.input.user_id, provider: job.input.payroll_provider },
        result,
      )
    const holder = { user_name: login.user_name, employee_name: null }
    return endByStoring(job, deps, { connector, result, userId: job.input.user_id }, async (tx) => {
      const needsMfa = result.outcome === 'mfa-required'
      const { user_id, payroll_provider } = job.input
      const { user_name } = login
      // A concurrent request may have connected the same login.
      const connected =
        !needsMfa && (await lockConnectedAccount(tx, { user_id, payroll_provider, user_name }))
      if (connected) {
        signOutInBackground(job, connector, result, deps)
        audit(tx, 'account.read', connected.id)
        return { account_id: connected.id }
      }
      const account = await addAccount(tx, {
        ...job.input,
        holder,
        mfa_enabled: needsMfa,
        status: needsMfa ? 'PENDING' : 'AUTHORISED',
        reason: needsMfa ? 'second-factor-asked' : 'connected',
      })
      return storeLogin(tx, deps, account, result)
    })
  },
})

/** Logs in again for an EXPIRED or INVALID account. */
export const reconnect = defineTask({
  kind: 'account.reconnect',
  ...sendOnce,
  input: z.object(ids),
  async run(job, deps: AccountTaskDeps) {
    const { account_id, authorisation_id } = job.input
    const account = await job.tenant.transaction((tx) => findAccount(tx, account_id))
    // A concurrent reconnect has already succeeded.
    if (!account || !isEnded(account)) {
      return async (tx) => {
        await forgetLogin(tx, job.taskId)
        audit(tx, 'account.reconnecting', account_id)
        return { account_id }
      }
    }
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      account.payroll_provider,
      'login',
    )
    const login = await receiveSecret(deps.credentialHandoff, job.taskId, LoginSecret)
    if (!login) return outcomeOf(loginFailure('login-lost'))
    const result = await attemptPasswordLogin(job, deps, connector, login)
    if (result.outcome === 'refused')
      return endByCounting(
        { taskId: job.taskId, userId: account.user_id, provider: account.payroll_provider },
        result,
      )
    return endByStoring(job, deps, { connector, result, userId: account.user_id }, async (tx) => {
      const locked = await lockAccount(tx, account_id)
      if (!locked || !isEnded(locked)) return undefined
      const needsMfa = result.outcome === 'mfa-required'
      const updated = needsMfa
        ? await transitionAccount(tx, locked, 'PENDING', 'second-factor-asked', {
            authorisation_id,
            mfa_enabled: true,
          })
        : await transitionAccount(tx, locked, 'AUTHORISED', 'reconnected', {
            authorisation_id,
            mfa_enabled: false,
          })
      return storeLogin(tx, deps, updated, result)
    })
  },
})

/** Answers an MFA challenge. */
export const answer = defineTask({
  kind: 'account.answer',
  ...sendOnce,
  input: z.object(ids),
  async run(job, deps: AccountTaskDeps) {
    const { account_id, authorisation_id } = job.input
    const challenge = await job.tenant.transaction(async (tx) => {
      const account = await findAccount(tx, account_id)
      const pending = account && (await openPendingAction(tx, account))
      if (!account || pending?.kind !== 'mfa') return undefined
      return { account, pending, userName: (await openHolder(tx, account)).user_name ?? '' }
    })
    if (!challenge) return outcomeOf(loginFailure('mfa-not-expected'))
    const { account, pending, userName } = challenge
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      account.payroll_provider,
      'login',
    )
    const secret = await receiveSecret(deps.credentialHandoff, job.taskId, z.object({ mfa: z.string() }))
    if (!secret) return outcomeOf(loginFailure('login-lost'))
    const result = await attemptLogin(job, deps, { entry: connector.entry, userName }, (context) =>
      connector.answerMfa(pending.pending, secret.mfa, context),
    )
    if (result.outcome === 'refused') {
      const canRetry = result.reason === 'mfa-rejected' && result.attemptsLeft
      return canRetry ? outcomeOf(result) : endByApplying(account_id, result)
    }
    return endByStoring(job, deps, { connector, result, userId: account.user_id }, async (tx) => {
      const locked = await lockAccount(tx, account_id)
      if (locked?.status !== 'PENDING') return undefined
      const updated = await transitionAccount(tx, locked, 'AUTHORISED', 'second-factor-answered', {
        authorisation_id,
      })
      return storeLogin(tx, deps, updated, result)
    })
  },
})

/** Months of data before today that a new consent covers, if the client did not set a first day. */
const defaultConsentMonths = 24

/**
 * Requests the address at which the applicant consents, from a provider that issues it. The address is stored in the
 * pending action. A failure leaves the account PENDING, so that the applicant can try again.
 */
export const authorise = defineTask({
  kind: 'account.authorise',
  ...sendOnce,
  input: z.object({ account_id: z.uuid() }),
  async run(job, deps: AccountTaskDeps) {
    const { account_id } = job.input
    const account = await job.tenant.transaction((tx) => findAccount(tx, account_id))
    const secret = await receiveSecret(deps.credentialHandoff, job.taskId, z.object({ state: z.string() }))
    if (account?.status !== 'PENDING' || !secret) return outcomeOf(loginFailure('login-lost'))
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      account.payroll_provider,
      'oauth2',
    )
    if (connector.dataType !== 'bank-accounts') throw new Error(`[${connector.entry.id}] needs no request`)
    const request = {
      ...secret,
      redirectUri: redirectUriOf(deps.baseUrl),
      userReference: account.user_id,
      from:
        account.period_from ?? monthsBefore(dayOf(deps.clock.now(job.tenant.clientId)), defaultConsentMonths),
    }
    const call = { entry: connector.entry, isUrgent: true, timeoutMs: authorisationTimeoutMs }
    const result = await callProvider(job, deps, call, (context) =>
      connector.startAuthorization(request, context),
    ).catch(failureOf)
    if ('outcome' in result) return outcomeOf(result)
    return async (tx) => {
      const locked = await lockAccount(tx, account_id)
      const pending = locked && (await openPendingAction(tx, locked))
      audit(tx, 'account.left_for_provider', account_id)
      if (locked?.status !== 'PENDING' || pending?.kind !== 'oauth2')
        return outcomeOf(loginFailure('login-lost'))
      await storePendingAction(
        tx,
        locked,
        { ...pending, authorization: result },
        locked.pending_until ?? undefined,
      )
      return { account_id }
    }
  },
})

/** Exchanges the authorisation code of an OAuth2 callback for tokens. */
export const exchange = defineTask({
  kind: 'account.exchange',
  ...sendOnce,
  input: z.object(ids),
  async run(job, deps: AccountTaskDeps) {
    const { account_id, authorisation_id } = job.input
    const redirect = await job.tenant.transaction(async (tx) => {
      const account = await findAccount(tx, account_id)
      const pending = account && (await openPendingAction(tx, account))
      if (account?.status !== 'PENDING' || pending?.kind !== 'oauth2') return undefined
      return {
        account,
        device: pending.device ?? null,
        pending: pending.authorization?.pending ?? null,
        person: await registeredPersonOf(tx, account.user_id),
        extra: (await openHolder(tx, account)).extra ?? {},
      }
    })
    if (!redirect) return outcomeOf(loginFailure('login-lost'))
    const { account, device, extra, pending, person } = redirect
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      account.payroll_provider,
      'oauth2',
    )
    const grant = await receiveSecret(
      deps.credentialHandoff,
      job.taskId,
      z.object({ code: z.string(), codeVerifier: z.string() }),
    )
    if (!grant) return outcomeOf(loginFailure('login-lost'))
    const redirectUri = redirectUriOf(deps.baseUrl)
    const { entry } = connector
    const call = { entry, device, isUrgent: true, timeoutMs: providerCallTimeoutMs }
    const result = await callProvider(job, deps, call, (context) =>
      connector.exchangeCode({ ...grant, redirectUri, extra, pending, person }, context),
    ).catch(failureOf)
    if (result.outcome === 'refused') return endByApplying(account_id, result)
    return endByStoring(job, deps, { connector, result, userId: account.user_id }, async (tx) => {
      const locked = await lockAccount(tx, account_id)
      if (locked?.status !== 'PENDING') return undefined
      const holder = await openHolder(tx, locked)
      // A reconnect must use the same login. If the provider no longer reports the user name, it counts as a
      // mismatch.
      if (holder.user_name !== null && !isSameLogin(holder.user_name, result.user_name ?? '')) {
        signOutInBackground(job, connector, result, deps)
        await transitionAccount(tx, locked, 'INVALID', 'another-login')
        return outcomeOf(loginFailure('another-login'))
      }
      await storeHolder(tx, locked, { ...holder, user_name: result.user_name })
      await deleteRedirect(tx, account_id)
      const { self_administered = null } = result
      const updated = await transitionAccount(tx, locked, 'AUTHORISED', 'consent-given', {
        authorisation_id,
        self_administered,
      })
      return storeLogin(tx, deps, updated, result, device)
    })
  },
})

/**
 * Reports to the provider that the person has confirmed the consent of a bank. A consent that was paused works again.
 * If it has ended for good, the person has to consent at the bank again.
 */
export const confirmConsent = defineTask({
  kind: 'account.confirm',
  ...sendOnce,
  input: z.object(ids),
  async run(job, deps: AccountTaskDeps) {
    const { account_id, authorisation_id } = job.input
    const ready = await job.tenant.transaction(async (tx) => {
      const account = await findAccount(tx, account_id)
      const session = account && (await openSession(tx, account))
      return account && session !== undefined ? { account, session } : undefined
    })
    if (!ready) return outcomeOf(loginFailure('consent-ended'))
    const { account, session } = ready
    const connector = requireConnector(
      deps.connectors.of(job.tenant.clientId),
      account.payroll_provider,
      'oauth2',
    )
    if (connector.dataType !== 'bank-accounts')
      throw new Error(`[${connector.entry.id}] has no consent to confirm`)
    const call = { entry: connector.entry, isUrgent: true, timeoutMs: authorisationTimeoutMs }
    const result = await callProvider(job, deps, call, (context) =>
      connector.confirmConsent(session, context),
    ).catch(failureOf)
    return async (tx) => {
      const isAllowed = await isAuthorised(tx, account.user_id, authorisation_id)
      const locked = await lockAccount(tx, account_id)
      audit(tx, 'account.consent_confirmed', account_id)
      if (!isAllowed) return outcomeOf(loginFailure('authorisation-missing'))
      // The person has stopped sharing or consented at the bank in the meantime.
      if (!locked?.session || locked.session_version !== account.session_version)
        return outcomeOf(loginFailure('login-lost'))
      if (result.outcome === 'refused') {
        if (result.reason === 'consent-ended') await endConsent(tx, locked)
        return outcomeOf(result)
      }
      const confirmed = await storeSession(tx, locked, result)
      if (locked.status !== 'EXPIRED') return { account_id }
      const options = { authorisation_id }
      const resumed = await transitionAccount(tx, confirmed, 'AUTHORISED', 'consent-confirmed', options)
      await deps.whenAuthorised(tx, resumed, null)
      return { account_id }
    }
  },
})

const endConsent = (tx: Tx, account: AccountRow) =>
  account.status === 'AUTHORISED'
    ? transitionAccount(tx, account, 'EXPIRED', 'consent-ended')
    : forgetSession(tx, account)

/** The details by which a connector recognises the person in a payroll, as far as they are registered. */
async function registeredPersonOf(tx: Tx, userId: string): Promise<PersonToFind> {
  const { person } = await openUser(tx, userId)
  return {
    ni_number: person.ni_number ?? null,
    date_of_birth: person.date_of_birth ? birthDay(new Date(person.date_of_birth)) : null,
    forename: person.forename ?? null,
    surname: person.surname ?? null,
  }
}

/** Signs out at the provider after the account was deleted. The session is handed over in memory and never stored. */
export const end = defineTask({
  kind: 'account.end',
  ...sendOnce,
  isConfirmedFirst: true,
  input: z.object({ payroll_provider: z.string() }),
  async run(job, deps: AccountTaskDeps) {
    const connector = deps.connectors.of(job.tenant.clientId).get(job.input.payroll_provider)
    const handedOff =
      connector &&
      (await receiveSecret(deps.credentialHandoff, job.taskId, z.object({ session: z.string() })))
    if (handedOff)
      await connector.endSession(
        handedOff.session,
        createConnectorContext(job, deps, { entry: connector.entry }),
      )
    return undefined
  },
})

type LoginConnector = Extract<Connector, { authMethod: 'login' }>

const attemptPasswordLogin = (
  job: TaskRun<unknown>,
  deps: AccountTaskDeps,
  connector: LoginConnector,
  login: z.output<typeof LoginSecret>,
) =>
  attemptLogin(job, deps, { entry: connector.entry, userName: login.user_name }, (context) =>
    connector.logIn(login, context),
  )

type LoginResult = { connector: Connector; result: ConnectorSession | MfaChallenge; userId: string }

/**
 * Ends a task whose login succeeded. The result is stored if the authorisation is still valid and the account still
 * expects it; otherwise it is discarded and the session at the provider is ended.
 */
function endByStoring(
  job: TaskRun<{ authorisation_id: string }>,
  deps: AccountTaskDeps,
  { connector, result, userId }: LoginResult,
  store: (tx: Tx) => Promise<TaskOutcome | undefined>,
): TaskResult {
  // If the task was cancelled or its user erased, the function returned below will not run.
  if (job.signal.aborted) signOutInBackground(job, connector, result, deps)
  return async (tx) => {
    await recordAcceptedLogin(tx, job.taskId)
    const isAllowed = await isAuthorised(tx, userId, job.input.authorisation_id)
    const stored = isAllowed ? await store(tx) : undefined
    if (stored) return stored
    audit(tx, 'account.refused', userId)
    signOutInBackground(job, connector, result, deps)
    return outcomeOf(loginFailure(isAllowed ? 'login-lost' : 'authorisation-missing'))
  }
}

async function storeLogin(
  tx: Tx,
  deps: AccountTaskDeps,
  account: AccountRow,
  result: ConnectorSession | MfaChallenge,
  device: Device | null = null,
) {
  if (result.outcome === 'mfa-required')
    await storePendingAction(tx, account, { kind: 'mfa', method: result.method, pending: result.pending })
  else await deps.whenAuthorised(tx, await storeSession(tx, account, result), device)
  return { account_id: account.id }
}

type SentLogin = { taskId: string; userId: string; provider: string }

/** Ends a failed first login or reconnect. The failure changes no account; it is only counted and audited. */
function endByCounting(login: SentLogin, failure: LoginFailure): TaskResult {
  return async (tx) => {
    await countFailedLogin(tx)
    await recordRefusedLogin(tx, login, failure.reason)
    await storeFailedLogin(tx, login, failure.reason)
    audit(tx, 'account.refused', login.userId)
    return outcomeOf(failure)
  }
}

/** Ends a failed MFA answer or code exchange. Some failures change the status of the PENDING account. */
function endByApplying(accountId: string, failure: LoginFailure): TaskResult {
  const status = statusAfterFailure[failure.reason as FailureCode]
  if (!status) return outcomeOf(failure)
  return async (tx) => {
    const locked = await lockAccount(tx, accountId)
    if (locked?.status === 'PENDING') await transitionAccount(tx, locked, status, failure.reason)
    return outcomeOf(failure)
  }
}

function failureOf(error: unknown): LoginFailure {
  if (error instanceof ConnectionFailure)
    return loginFailure(error.code, { retryAfterMs: error.retryAfterMs })
  throw error
}

const isEnded = ({ status }: AccountRow) => status === 'EXPIRED' || status === 'INVALID'

const outcomeOf = ({ reason, attemptsLeft, retryAfterMs }: LoginFailure): TaskOutcome => ({
  refused: reason,
  ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  ...(attemptsLeft !== undefined && Number.isFinite(attemptsLeft) && { attempts_left: attemptsLeft }),
})
