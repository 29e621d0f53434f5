import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { runAdmin } from '../../../src/admin/commands.ts'
import type { Api, ApiReply, Call } from '../../api.ts'
import type { Received } from '../../outside/receiver.ts'
import { aUser } from '../../people.ts'
import type { Sandbox } from '../../sandbox.ts'
import { payDates } from './model.ts'

export const provider = 'sandbox-payroll'

/** The system under test for one sequence, with its own user and two provider logins. */
export type Real = ModelLane & {
  user_id: string
  term_id: string
  logins: string[]
  asUser: Call
  /** Waits until nothing is in progress for the user. */
  settle(): Promise<void>
}

/** A client with a webhook, shared by consecutive sequences. */
export type ModelLane = {
  call: Call
  sandbox: Sandbox
  sql: ModelSql
  /** Entries of finished sequences. */
  entries: Set<string>
  /** Deleted users and accounts, whose earlier events are legitimate. */
  deleted: Set<string>
  received(): Promise<ReceivedEvent[]>
}

export type ModelSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
export type ReceivedEvent = { user_id: string; entry_id: string; account_id: string }

/** Returns the status, with the error code if there is one: `400 mfa-rejected` or `201`. */
export const codeOf = ({ status, headers }: ApiReply) =>
  status < 300 ? String(status) : `${status} ${headers['x-svc-error-code'] ?? ''}`.trim()

export function expectCode(reply: ApiReply, ...allowed: string[]) {
  expect(allowed, reply.text).toContain(codeOf(reply))
  return reply.body
}

export function openPool(api: Api): { sql: ModelSql; close(): Promise<void> } {
  const { host, port } = api.world.postgres
  const pool = new pg.Pool({
    connectionString: `postgres://postgres@${host}:${port}/${api.databaseName}`,
    max: 8,
  })
  return { sql: async (text, values) => (await pool.query(text, values)).rows, close: () => pool.end() }
}

type LaneOptions = { api: Api; sandbox: Sandbox; receiver: string; sql: ModelSql }

export async function openLane({ api, sandbox, receiver, sql }: LaneOptions): Promise<ModelLane> {
  const name = `lane-${randomUUID().slice(0, 8)}`
  const { apiKey } = (await runAdmin(api.config, [
    'create-client',
    '--name',
    name,
    '--owner-mfa',
    'disabled',
    '--owner-email',
    `owner@${name}.example`,
    '--owner-name',
    'Olive',
  ])) as { apiKey: string }
  const call = api.withKey(apiKey)
  const url = `${receiver}/hooks/${name}`
  expectCode(await call('POST', '/webhooks', { name, events: ['user-payroll-submitted'], url }), '201')
  return {
    call,
    sandbox,
    sql,
    entries: new Set(),
    deleted: new Set(),
    async received() {
      const list = (await (await fetch(`${receiver}/received/${name}`)).json()) as Received[]
      return list.map(({ body }) => JSON.parse(body))
    },
  }
}

/** Specifies a person who was paid three times. */
const paidPerson = (user_name: string) => ({
  person: { user_name },
  jobs: [
    {
      employer: { id: 'brindlewick' },
      payslips: payDates.map((pay_date, n) => ({
        pay_date,
        payments: [{ kind: 'basic', amount: `${1000 + n}.00` }],
      })),
    },
  ],
})

export async function startSequence(lane: ModelLane, api: Api): Promise<Real & { end(): Promise<void> }> {
  const { call, sandbox, sql } = lane
  const logins = [`one.${randomUUID().slice(0, 13)}`, `two.${randomUUID().slice(0, 13)}`]
  for (const login of logins) await sandbox.control('POST', '/scenarios', paidPerson(login))
  expectCode(await call('PATCH', '/configuration', { payroll_connections_enabled: true }), '200')
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'one_time' }
  const { id: term_id } = expectCode(await call('POST', '/authorisations/terms', term), '201')
  const { user_id } = expectCode(await call('POST', '/users', aUser()), '201')
  const { token } = expectCode(await call('POST', '/user-tokens', { user_id }), '201')
  return {
    ...lane,
    user_id,
    term_id,
    logins,
    asUser: api.withToken(token),
    async settle() {
      const activeTasks = `select from tasks where user_id = $1
        and (state <> 'waiting' or wake_at < now() + interval '1 minute')`
      const deadline = Date.now() + 60_000
      while ((await sql(activeTasks, [user_id])).length > 0) {
        if (Date.now() > deadline) throw new Error('tasks of the user ran for more than a minute')
        await sleep(25)
      }
    },
    async end() {
      for (const login of logins) await sandbox.control('DELETE', `/scenarios/${login}`)
    },
  }
}
