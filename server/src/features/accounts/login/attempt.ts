import { z } from 'zod'
import { type CatalogueEntry, instanceIdOf } from '../../../connectors/catalogue.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorSession,
  Device,
  MfaChallenge,
} from '../../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../../connectors/failure.ts'
import type { ClientConnectors, Connectors } from '../../../connectors/registry.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import type { TaskRun } from '../../../platform/tasks/task.ts'
import { callProvider, createConnectorContext, type ProviderCallDeps } from '../../providers/call-provider.ts'
import type { AccountRow } from '../queries.ts'
import { LoginAttemptRefused, type LoginGuard } from './guard.ts'

export type AccountTaskDeps = ProviderCallDeps & {
  connectors: ClientConnectors
  credentialHandoff: CredentialHandoff
  guard: LoginGuard
  baseUrl: string
  /**
   * Called in the transaction that makes an account AUTHORISED. `device` is the applicant's device, if one was
   * involved.
   */
  whenAuthorised(tx: Tx, account: AccountRow, device: Device | null): Promise<void>
}

/** Why a login failed: the provider's reason, or ours for not attempting it. */
export type LoginFailureReason =
  | FailureCode
  | 'attempts-spent'
  | 'login-busy'
  | 'login-lost'
  | 'mfa-not-expected'
  | 'authorisation-missing'
  | 'another-login'

/**
 * `attemptsLeft` is the number of attempts before we stop sending this login to the provider. `retryAfterMs` is the
 * delay before the provider can be called again, if known.
 */
export type LoginFailure = {
  outcome: 'refused'
  reason: LoginFailureReason
  attemptsLeft: number | undefined
  retryAfterMs: number | undefined
}

export const loginFailure = (
  reason: LoginFailureReason,
  { attemptsLeft, retryAfterMs }: { attemptsLeft?: number; retryAfterMs?: number | undefined } = {},
): LoginFailure => ({ outcome: 'refused', reason, attemptsLeft, retryAfterMs })

const reasonByGuardRefusal = { spent: 'attempts-spent', busy: 'login-busy', unknown: 'login-lost' } as const

// Providers return these failures only after accepting the password, so the attempt does not count as wrong.
export const failuresAfterCorrectPassword: readonly LoginFailureReason[] = [
  'password-expired',
  'terms-not-accepted',
  'mfa-unsupported',
]

/** Shorter than the task timeout, which also covers waiting for the credential and for a concurrent attempt. */
export const providerCallTimeoutMs = 45_000

/** Sends one credential exactly once. The attempt is counted before sending and never retried automatically. */
export async function attemptLogin<Result extends ConnectorSession | MfaChallenge>(
  job: TaskRun<unknown>,
  deps: AccountTaskDeps,
  { entry, userName }: { entry: CatalogueEntry; userName: string },
  send: (context: ConnectorContext) => Promise<Result>,
): Promise<Result | LoginFailure> {
  const { guard, health } = deps
  const openUntil = health.openUntil(instanceIdOf(entry))
  if (openUntil) return loginFailure('provider-down', { retryAfterMs: openUntil.getTime() - Date.now() })
  const attempt = { entry, userName, taskId: job.taskId }
  const endAttempt = (outcome: Parameters<LoginGuard['end']>[1]) =>
    // An attempt that is never ended counts as wrong, which is safe. The login result must not be lost because of it.
    guard
      .end(attempt, outcome)
      .catch((error) =>
        job.log().warn({ err: error }, 'could not record login result; attempt still counts as failed'),
      )
  let attemptsLeft: number
  try {
    ;({ attemptsLeft } = await guard.begin(attempt))
  } catch (error) {
    if (error instanceof LoginAttemptRefused) return loginFailure(reasonByGuardRefusal[error.why])
    throw error
  }
  let isSent = false
  let result: Result
  try {
    result = await callProvider(job, deps, { entry, timeoutMs: providerCallTimeoutMs }, (context) => {
      isSent = true
      return send(context)
    })
  } catch (error) {
    await endAttempt(isSent ? attemptResultAfter(error) : 'unsent')
    if (!(error instanceof ConnectionFailure)) throw error
    return loginFailure(error.code, {
      attemptsLeft: Math.min(attemptsLeft, error.attemptsLeft ?? defaultAttemptsLeft(error.code)),
      retryAfterMs: error.retryAfterMs,
    })
  }
  await endAttempt(result.outcome === 'mfa-required' ? 'accepted' : 'right')
  return result
}

function attemptResultAfter(error: unknown) {
  if (!(error instanceof ConnectionFailure)) return 'wrong'
  if (error.isUnsent) return 'unsent'
  return failuresAfterCorrectPassword.includes(error.code) ? 'accepted' : 'wrong'
}

// If a provider reports no number after a wrong MFA answer, it has ended the challenge. The guard counts password
// attempts.
const defaultAttemptsLeft = (code: FailureCode) => (code === 'mfa-rejected' ? 0 : Number.POSITIVE_INFINITY)

/**
 * Returns the secret handed off for this task, or undefined if no process holds it any more. The bytes are zeroed.
 */
export async function receiveSecret<Schema extends z.ZodType>(
  credentialHandoff: CredentialHandoff,
  taskId: string,
  schema: Schema,
) {
  const secret = await credentialHandoff.collect(taskId)
  if (!secret) return undefined
  try {
    return schema.parse(JSON.parse(secret.toString())) as z.output<Schema>
  } finally {
    secret.fill(0)
  }
}

export const handOffSecret = (credentialHandoff: CredentialHandoff, taskId: string, secret: object) =>
  credentialHandoff.deposit(taskId, Buffer.from(JSON.stringify(secret)))

export const LoginSecret = z.object({
  user_name: z.string(),
  password: z.string(),
  extra: z.record(z.string(), z.string()),
})

const signOutTimeoutMs = 30_000

/** Ends a provider session that we must not keep. Best effort: the caller does not wait for the sign-out. */
export function signOutInBackground(
  { tenant }: Pick<TaskRun<unknown>, 'tenant'>,
  connector: Connector,
  result: ConnectorSession | MfaChallenge,
  deps: AccountTaskDeps,
) {
  if (result.outcome === 'mfa-required') return
  const signal = AbortSignal.timeout(signOutTimeoutMs)
  const { entry } = connector
  connector
    .endSession(result.session, createConnectorContext({ signal, tenant }, deps, { entry }))
    .catch(() => {})
}

export function requireConnector<Method extends Connector['authMethod']>(
  connectors: Connectors,
  provider: string,
  authMethod: Method,
) {
  const connector = connectors.get(provider)
  if (connector?.authMethod !== authMethod) throw new Error(`[${provider}] cannot be connected this way`)
  return connector as Extract<Connector, { authMethod: Method }>
}
