import { z } from 'zod'
import type { Asked, Connector, Device, SignedIn } from '../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../connectors/failure.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import type { Outcome } from '../../platform/tasks/queries.ts'
import { defineTask, type Ending, type Job } from '../../platform/tasks/task.ts'
import { callProvider, talkOf } from '../providers/call-provider.ts'
import {
  type AccountTools,
  callLimitMs,
  collect,
  endQuietly,
  getIn,
  LoginSecret,
  type Refused,
  refused,
  requireConnector,
} from './login/attempt.ts'
import { openWaitingOf, storeWaiting } from './login/pending-challenge.ts'
import { forgetJourney, redirectUriOf } from './oauth2/redirects.ts'
import { type AccountRow, countRefusedLogin, findAccount, lockAccount } from './queries.ts'
import {
  addAccount,
  isAuthorised,
  moveAccount,
  openHolder,
  sameLogin,
  storeHolder,
  storeSession,
} from './service.ts'
import { statusAfter } from './status-transitions.ts'

// A password or an answer is sent once. Whoever failed in another way than foreseen has to be asked again by the person.
const once = { lane: 'connect', retry: [], timeoutMs: 60_000 }
const ids = { account_id: z.uuid(), authorisation_id: z.uuid() }

/** A first login. Without success there is no account. */
export const connect = defineTask({
  kind: 'account.connect',
  ...once,
  input: z.object({
    user_id: z.uuid(),
    payroll_provider: z.string(),
    authorisation_id: z.uuid(),
    period_from: z.iso.date().nullable(),
    period_to: z.iso.date().nullable(),
  }),
  async run(job, tools: AccountTools) {
    const connector = requireConnector(tools.connectors, job.input.payroll_provider, 'login')
    const login = await collect(tools.desk, job.taskId, LoginSecret)
    if (!login) return outcomeOf(refused('login-lost'))
    const got = await getIn(job, tools, { entry: connector.entry, userName: login.user_name }, (talk) =>
      connector.logIn(login, talk),
    )
    if (got.outcome === 'refused') return counting(job.input.user_id, got)
    const holder = { user_name: login.user_name, employee_name: null }
    return keeping(job, tools, { connector, got, userId: job.input.user_id }, async (tx) => {
      const asked = got.outcome === 'asked'
      const account = await addAccount(tx, {
        ...job.input,
        holder,
        mfa_enabled: asked,
        status: asked ? 'PENDING' : 'AUTHORISED',
        reason: asked ? 'second-factor-asked' : 'connected',
      })
      return settle(tx, tools, account, got)
    })
  },
})

/** A new login to an account that has ended. */
export const reconnect = defineTask({
  kind: 'account.reconnect',
  ...once,
  input: z.object(ids),
  async run(job, tools: AccountTools) {
    const { account_id, authorisation_id } = job.input
    const account = await job.tenant.transaction((tx) => findAccount(tx, account_id))
    // Of two at once the first was enough.
    if (!account || !isEnded(account)) return { account_id }
    const connector = requireConnector(tools.connectors, account.payroll_provider, 'login')
    const login = await collect(tools.desk, job.taskId, LoginSecret)
    if (!login) return outcomeOf(refused('login-lost'))
    const got = await getIn(job, tools, { entry: connector.entry, userName: login.user_name }, (talk) =>
      connector.logIn(login, talk),
    )
    if (got.outcome === 'refused') return counting(account.user_id, got)
    return keeping(job, tools, { connector, got, userId: account.user_id }, async (tx) => {
      const held = await lockAccount(tx, account_id)
      if (!held || !isEnded(held)) return undefined
      const asked = got.outcome === 'asked'
      const moved = asked
        ? await moveAccount(tx, held, 'PENDING', 'second-factor-asked', {
            authorisation_id,
            mfa_enabled: true,
          })
        : await moveAccount(tx, held, 'AUTHORISED', 'reconnected', { authorisation_id, mfa_enabled: false })
      return settle(tx, tools, moved, got)
    })
  },
})

/** The answer to the second step. */
export const answer = defineTask({
  kind: 'account.answer',
  ...once,
  input: z.object(ids),
  async run(job, tools: AccountTools) {
    const { account_id, authorisation_id } = job.input
    const asked = await job.tenant.transaction(async (tx) => {
      const account = await findAccount(tx, account_id)
      const waiting = account && (await openWaitingOf(tx, account))
      if (!account || waiting?.kind !== 'mfa') return undefined
      return { account, waiting, userName: (await openHolder(tx, account)).user_name ?? '' }
    })
    if (!asked) return outcomeOf(refused('mfa-not-expected'))
    const { account, waiting, userName } = asked
    const connector = requireConnector(tools.connectors, account.payroll_provider, 'login')
    const secret = await collect(tools.desk, job.taskId, z.object({ mfa: z.string() }))
    if (!secret) return outcomeOf(refused('login-lost'))
    const got = await getIn(job, tools, { entry: connector.entry, userName }, (talk) =>
      connector.answer(waiting.pending, secret.mfa, talk),
    )
    if (got.outcome === 'refused') {
      const mayGoOn = got.why === 'mfa-rejected' && got.attemptsLeft
      return mayGoOn ? outcomeOf(got) : closing(account_id, got)
    }
    return keeping(job, tools, { connector, got, userId: account.user_id }, async (tx) => {
      const held = await lockAccount(tx, account_id)
      if (held?.status !== 'PENDING') return undefined
      const moved = await moveAccount(tx, held, 'AUTHORISED', 'second-factor-answered', { authorisation_id })
      return settle(tx, tools, moved, got)
    })
  },
})

/** The person has come back from the provider with a code. */
export const exchange = defineTask({
  kind: 'account.exchange',
  ...once,
  input: z.object(ids),
  async run(job, tools: AccountTools) {
    const { account_id, authorisation_id } = job.input
    const away = await job.tenant.transaction(async (tx) => {
      const account = await findAccount(tx, account_id)
      const waiting = account && (await openWaitingOf(tx, account))
      if (account?.status !== 'PENDING' || waiting?.kind !== 'oauth2') return undefined
      return { account, device: waiting.device ?? null, extra: (await openHolder(tx, account)).extra ?? {} }
    })
    if (!away) return outcomeOf(refused('login-lost'))
    const { account, device, extra } = away
    const connector = requireConnector(tools.connectors, account.payroll_provider, 'oauth2')
    const grant = await collect(
      tools.desk,
      job.taskId,
      z.object({ code: z.string(), codeVerifier: z.string() }),
    )
    if (!grant) return outcomeOf(refused('login-lost'))
    const redirectUri = redirectUriOf(tools.baseUrl)
    const { entry } = connector
    const call = { entry, device, isUrgent: true, limitMs: callLimitMs }
    const got = await callProvider(job, tools, call, (talk) =>
      connector.exchange({ ...grant, redirectUri, extra }, talk),
    ).catch(refusedBy)
    if (got.outcome === 'refused') return closing(account_id, got)
    return keeping(job, tools, { connector, got, userId: account.user_id }, async (tx) => {
      const held = await lockAccount(tx, account_id)
      if (held?.status !== 'PENDING') return undefined
      const holder = await openHolder(tx, held)
      // Also where the provider does not say any more who it is: nobody may come back as somebody else.
      if (holder.user_name !== null && !sameLogin(holder.user_name, got.user_name ?? '')) {
        endQuietly(job, connector, got, tools)
        await moveAccount(tx, held, 'INVALID', 'another-login')
        return outcomeOf(refused('another-login'))
      }
      await storeHolder(tx, held, { ...holder, user_name: got.user_name })
      await forgetJourney(tx, account_id)
      const moved = await moveAccount(tx, held, 'AUTHORISED', 'consent-given', { authorisation_id })
      return settle(tx, tools, moved, got, device)
    })
  },
})

/** Signs out at the provider, after the account is gone. The session comes over the desk: it is written nowhere. */
export const end = defineTask({
  kind: 'account.end',
  ...once,
  input: z.object({ payroll_provider: z.string() }),
  async run(job, tools: AccountTools) {
    const connector = tools.connectors.get(job.input.payroll_provider)
    const left = connector && (await collect(tools.desk, job.taskId, z.object({ session: z.string() })))
    if (left) await connector.end(left.session, talkOf(job, tools, { entry: connector.entry }))
    return undefined
  },
})

type Keeping = { connector: Connector; got: SignedIn | Asked; userId: string }

/**
 * The ending of a task that got in: keeps what came of it if it is still allowed and wanted. Else it is as if it had
 * never been, and the session is ended at the provider too.
 */
function keeping(
  job: Job<{ authorisation_id: string }>,
  tools: AccountTools,
  { connector, got, userId }: Keeping,
  keep: (tx: Tx) => Promise<Outcome | undefined>,
): Ending {
  // Cancelled, or gone with its user: nobody will ask for the ending.
  if (job.signal.aborted) endQuietly(job, connector, got, tools)
  return async (tx) => {
    const isAllowed = await isAuthorised(tx, userId, job.input.authorisation_id)
    const kept = isAllowed ? await keep(tx) : undefined
    if (kept) return kept
    endQuietly(job, connector, got, tools)
    return outcomeOf(refused(isAllowed ? 'login-lost' : 'authorisation-missing'))
  }
}

async function settle(
  tx: Tx,
  tools: AccountTools,
  account: AccountRow,
  got: SignedIn | Asked,
  device: Device | null = null,
) {
  if (got.outcome === 'asked') await storeWaiting(tx, account, { kind: 'mfa', ...pick(got) })
  else await tools.whenAuthorised(tx, await storeSession(tx, account, got), device)
  return { account_id: account.id }
}

const pick = ({ method, pending }: Asked) => ({ method, pending })

/** A login that left no account and moved none: all that remains is that it was tried. */
function counting(userId: string, refusal: Refused): Ending {
  return async (tx) => {
    await countRefusedLogin(tx)
    audit(tx, 'account.refused', userId)
    return outcomeOf(refusal)
  }
}

/** A refusal that may be the end of the waiting. */
function closing(accountId: string, refusal: Refused): Ending {
  const status = statusAfter[refusal.why as FailureCode]
  if (!status) return outcomeOf(refusal)
  return async (tx) => {
    const held = await lockAccount(tx, accountId)
    if (held?.status === 'PENDING') await moveAccount(tx, held, status, refusal.why)
    return outcomeOf(refusal)
  }
}

function refusedBy(error: unknown): Refused {
  if (error instanceof ConnectionFailure) return refused(error.code)
  throw error
}

const isEnded = ({ status }: AccountRow) => status === 'EXPIRED' || status === 'INVALID'

const outcomeOf = ({ why, attemptsLeft }: Refused): Outcome => ({
  refused: why,
  ...(attemptsLeft !== undefined && Number.isFinite(attemptsLeft) && { attempts_left: attemptsLeft }),
})
