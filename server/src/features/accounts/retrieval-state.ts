import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { AccountRow } from './queries.ts'
import { effectiveStatus } from './status-transitions.ts'

/** Progress of the retrieval of an account, as the API returns it. */
export type RetrievalState = {
  state: 'pending' | 'running' | 'retrying' | 'done' | 'failed'
  /** Set while the retrieval waits for the applicant or is being retried, and after it has failed. */
  reason: string | null
  next_attempt_at: Date | null
  last_success_at: Date | null
}

type RetrievalFacts = Pick<
  AccountRow,
  'id' | 'fetched_at' | 'check_failed_at' | 'next_look_at' | 'retrieval_failure'
> & {
  /** State of the running retrieval of the account, or of the next one if none is running. */
  task_state: 'offered' | 'waiting' | 'blocked' | null
  task_attempts: number | null
  task_because: string | null
  task_at: Date | null
  died_at: Date | null
}

type AccountStatusFacts = Pick<AccountRow, 'id' | 'status' | 'pending_until'>

/** Loads the retrieval state of each account, by account id. */
export async function loadRetrievalStates(tx: Tx, accounts: readonly AccountStatusFacts[]) {
  const facts = new Map(
    (
      await readFacts(
        tx,
        accounts.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  )
  return new Map(accounts.map((account) => [account.id, stateOf(account, facts.get(account.id))]))
}

/**
 * One statement reads one snapshot, so a retrieval that ends at the same time is either still open or its result is
 * stored.
 */
async function readFacts(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<RetrievalFacts>`
    select a.id, a.fetched_at, a.check_failed_at, a.next_look_at, a.retrieval_failure, t.state as task_state,
        t.attempts as task_attempts, t.input->>'because' as task_because, t.at as task_at,
        (select max(d.died_at) from dead_tasks d where d.client_id = a.client_id and d.user_id = a.user_id
          and d.input->>'account_id' = a.id::text and d.input ? 'why') as died_at
      from accounts a left join lateral (
        select o.state, o.attempts, o.input, case when o.state = 'blocked' then o.due_at else o.wake_at end as at
          from tasks o where o.client_id = a.client_id and o.user_id = a.user_id
            and o.input->>'account_id' = a.id::text and o.input ? 'why'
          order by o.state = 'offered' desc, o.due_at, o.id limit 1) t on true
      where a.client_id = current_client_id() and a.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Reasons for accounts that left AUTHORISED before reasons were stored. */
const reasonByStatus = { EXPIRED: 'session-ended', INVALID: 'login-refused' } as const

function stateOf(account: AccountStatusFacts, facts: RetrievalFacts | undefined): RetrievalState {
  const status = effectiveStatus(account)
  const last_success_at = facts?.fetched_at ?? null
  const as = (state: RetrievalState['state'], reason: string | null = null, at: Date | null = null) => ({
    state,
    reason,
    next_attempt_at: at,
    last_success_at,
  })
  if (status === 'PENDING') return as('pending', 'account-pending')
  if (status !== 'AUTHORISED') {
    // The time limit for the applicant has passed, but the periodic sweep has not recorded this yet.
    const isOverdue = status !== account.status
    return as('failed', isOverdue ? 'window-passed' : (facts?.retrieval_failure ?? reasonByStatus[status]))
  }
  return facts ? stateOfAuthorised(facts, as) : as('done')
}

function stateOfAuthorised(
  facts: RetrievalFacts,
  as: (state: RetrievalState['state'], reason?: string | null, at?: Date | null) => RetrievalState,
) {
  const { task_state, task_attempts, task_because, task_at, retrieval_failure } = facts
  if (task_state === 'offered') return as('running')
  if (task_state) {
    if (task_attempts) return as('retrying', 'unexpected', task_at)
    // If no failure is stored, another retrieval has succeeded since this one was rescheduled.
    return task_because && retrieval_failure ? as('retrying', task_because, task_at) : as('pending')
  }
  if (isDead(facts)) return as('failed', 'unexpected')
  if (facts.check_failed_at) return as('retrying', retrieval_failure, facts.next_look_at)
  if (retrieval_failure) return as('failed', retrieval_failure)
  return facts.fetched_at ? as('done') : as('failed')
}

const isDead = ({ died_at, fetched_at }: RetrievalFacts) =>
  died_at !== null && (fetched_at === null || fetched_at < died_at)
