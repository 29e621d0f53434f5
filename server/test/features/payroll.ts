import { expect } from 'vitest'
import type { PayslipSubmission } from '../../src/features/payroll/submissions/wire.ts'
import type { Api } from '../api.ts'
import { eventually } from '../engine.ts'
import { startAccounts } from './accounts.ts'

/** Starts the service with the real sandbox, and returns helpers for payroll tests. */
export async function startPayroll(settings: Record<string, string> = {}) {
  const world = await startAccounts({ SANDBOX_CLOCK: 'true', ...settings })
  const { acme, aPerson, connect } = world
  // Waits until the service follows the sandbox's clock.
  await eventually(() => world.proxy.count('GET /controls/clock') > 1)

  /** Waits until no task of this account is running or pending. */
  const settled = (accountId: string) =>
    eventually(
      async () =>
        (await world.sql('select from tasks where key = $1', [`account ${accountId}`])).length === 0,
      60_000,
    )
  /** Creates a user with an account whose first retrieval is finished. */
  async function connected(login: object = {}, changes: object = {}) {
    const person = await aPerson(acme, { payroll_period_months: 36, ...changes })
    const reply = await connect(person.user_id, login)
    expect(reply.status, reply.text).toBe(201)
    const account_id = reply.body.account_id as string
    await settled(account_id)
    const asUser = await person.asUser()
    const query = (headers = {}) => asUser('POST', '/payroll/entries/connections', { account_id }, headers)
    return { ...person, account_id, query, asUser }
  }
  return { ...world, ...createReaders(world), settled, connected }
}

/** Returns readers of a user's data, through the API and in the database. */
export function createReaders({ acme, sql }: Pick<Api, 'acme' | 'sql'>) {
  const entriesOf = async (user_id: string) => {
    const reply = await acme('GET', `/payroll/entries?user_id=${user_id}&limit=100`)
    return reply.body.entries as { entry_id: string; account_id: string; authorisation_id: string }[]
  }
  const submissionsOf = async (user_id: string, query = ''): Promise<PayslipSubmission[]> => {
    const reply = await acme('GET', `/payroll/${user_id}?${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.payroll_submissions
  }
  /** Returns the events about a user with their payloads, once there are this many. The feed may lag slightly. */
  async function eventsOf(user_id: string, count: number) {
    return eventually(async () => {
      const found = []
      for (let cursor = '', hasMore = true; hasMore; ) {
        const { body } = await acme('GET', `/events?include_payload=true${cursor && `&cursor=${cursor}`}`)
        found.push(...body.events.map((event: { body: object }) => event.body))
        ;({ cursor, has_more: hasMore } = body)
      }
      const events = found.filter((event) => event.user_id === user_id)
      return events.length >= count && events
    })
  }
  /** Returns the current number of entries, submissions and events of a user, without waiting. */
  const stored = async (user_id: string) => {
    const [counts] = await sql(
      `select (select count(*)::int from payroll_entries where user_id = $1) as entries,
        (select count(*)::int from payroll_submissions where user_id = $1) as submissions,
        (select count(*)::int from events where user_id = $1) as events`,
      [user_id],
    )
    return counts
  }
  return { entriesOf, submissionsOf, eventsOf, stored }
}
