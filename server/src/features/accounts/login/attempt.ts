import { z } from 'zod'
import type { Entry } from '../../../connectors/catalogue.ts'
import type { Asked, Connector, Device, SignedIn, Talk } from '../../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../../connectors/failure.ts'
import type { Connectors } from '../../../connectors/registry.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import type { Job } from '../../../platform/tasks/task.ts'
import { type CallingTools, callProvider, talkOf } from '../../providers/call-provider.ts'
import type { AccountRow } from '../queries.ts'
import { AttemptRefused, type LoginGuard } from './guard.ts'

/** What the tasks of accounts work with. */
export type AccountTools = CallingTools & {
  connectors: Connectors
  desk: SecretDesk
  guard: LoginGuard
  baseUrl: string
  /** In the transaction in which an account becomes AUTHORISED. device: of the person who made it so. */
  whenAuthorised(tx: Tx, account: AccountRow, device: Device | null): Promise<void>
}

/** Why nobody got in: the provider's reason, or ours for not asking. */
export type Refusal =
  | FailureCode
  | 'attempts-spent'
  | 'login-busy'
  | 'login-lost'
  | 'mfa-not-expected'
  | 'authorisation-missing'
  | 'another-login'

/** attemptsLeft: tries that the person has before we stop asking. */
export type Refused = { outcome: 'refused'; why: Refusal; attemptsLeft: number | undefined }

export const refused = (why: Refusal, attemptsLeft?: number): Refused => ({
  outcome: 'refused',
  why,
  attemptsLeft,
})

const refusals = { spent: 'attempts-spent', busy: 'login-busy', unknown: 'login-lost' } as const

// A provider says these only to somebody whose password was right.
const afterRightPassword: readonly Refusal[] = ['password-expired', 'terms-not-accepted', 'mfa-unsupported']

/** Shorter than a task may take, with the waits for a secret and for another try before it. */
export const callLimitMs = 45_000

/** One password or one answer, sent once: counted before it leaves, and never sent again by itself. */
export async function getIn<Got extends SignedIn | Asked>(
  job: Job<unknown>,
  tools: AccountTools,
  { entry, userName }: { entry: Entry; userName: string },
  send: (talk: Talk) => Promise<Got>,
): Promise<Got | Refused> {
  const { guard, health } = tools
  if (health.openUntil(entry.id)) return refused('provider-down')
  const attempt = { entry, userName, taskId: job.taskId }
  const settle = (outcome: Parameters<LoginGuard['end']>[1]) =>
    // Unsaid it counts as wrong, which locks nobody out; and what came of it must not be lost.
    guard.end(attempt, outcome).catch((error) => job.log().warn({ err: error }, 'an attempt stays counted'))
  let attemptsLeft: number
  try {
    ;({ attemptsLeft } = await guard.begin(attempt))
  } catch (error) {
    if (error instanceof AttemptRefused) return refused(refusals[error.why])
    throw error
  }
  let isSent = false
  let got: Got
  try {
    got = await callProvider(job, tools, { entry, limitMs: callLimitMs }, (talk) => {
      isSent = true
      return send(talk)
    })
  } catch (error) {
    await settle(isSent ? standingAfter(error) : 'unsent')
    if (!(error instanceof ConnectionFailure)) throw error
    return refused(error.code, Math.min(attemptsLeft, error.attemptsLeft ?? usualLeft(error.code)))
  }
  await settle(got.outcome === 'asked' ? 'accepted' : 'right')
  return got
}

function standingAfter(error: unknown) {
  if (!(error instanceof ConnectionFailure)) return 'wrong'
  if (error.isUnsent) return 'unsent'
  return afterRightPassword.includes(error.code) ? 'accepted' : 'wrong'
}

// Who says nothing of a second step has ended it; of passwords we count ourselves.
const usualLeft = (code: FailureCode) => (code === 'mfa-rejected' ? 0 : Number.POSITIVE_INFINITY)

/** What was left at the desk for this task; undefined if nobody has it any more. The bytes are overwritten. */
export async function collect<Schema extends z.ZodType>(desk: SecretDesk, taskId: string, schema: Schema) {
  const secret = await desk.collect(taskId)
  if (!secret) return undefined
  try {
    return schema.parse(JSON.parse(secret.toString())) as z.output<Schema>
  } finally {
    secret.fill(0)
  }
}

export const leave = (desk: SecretDesk, taskId: string, secret: object) =>
  desk.leave(taskId, Buffer.from(JSON.stringify(secret)))

export const LoginSecret = z.object({
  user_name: z.string(),
  password: z.string(),
  extra: z.record(z.string(), z.string()),
})

const endingMs = 30_000

/** Nobody may keep what was let in: signs out again, whether or not anybody waits for it. */
export function endQuietly(
  { tenant }: Pick<Job<unknown>, 'tenant'>,
  connector: Connector,
  got: SignedIn | Asked,
  tools: AccountTools,
) {
  if (got.outcome === 'asked') return
  const signal = AbortSignal.timeout(endingMs)
  const { entry } = connector
  connector.end(got.session, talkOf({ signal, tenant }, tools, { entry })).catch(() => {})
}

export function requireConnector<Way extends Connector['way']>(
  connectors: Connectors,
  provider: string,
  way: Way,
) {
  const connector = connectors.get(provider)
  if (connector?.way !== way) throw new Error(`[${provider}] cannot be connected this way`)
  return connector as Extract<Connector, { way: Way }>
}
