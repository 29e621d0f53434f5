import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { runAdmin } from '../../../src/admin/commands.ts'
import type { Api, Call, Reply } from '../../api.ts'
import type { Received } from '../../outside/receiver.ts'
import { aUser } from '../../people.ts'
import type { Sandbox } from '../../sandbox.ts'
import { payDates } from './model.ts'

export const provider = 'sandbox-payroll'

/** The real thing, as one sequence uses it: a user of its own, and two logins at the provider. */
export type Real = Lane & {
  user_id: string
  term_id: string
  logins: string[]
  asUser: Call
  /** Until nothing is under way for the user. */
  settle(): Promise<void>
}

/** What sequences share that run one after another: a client with a webhook. */
export type Lane = {
  call: Call
  sandbox: Sandbox
  sql: Sql
  /** What is known about entries of sequences that have ended. */
  entries: Set<string>
  /** Users and accounts that were deleted: what was announced of them before is not wrong. */
  deleted: Set<string>
  received(): Promise<Announced[]>
}

export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
export type Announced = { user_id: string; entry_id: string; account_id: string }

/** `400 mfa-rejected`, or `201`. */
export const codeOf = ({ status, headers }: Reply) =>
  status < 300 ? String(status) : `${status} ${headers['x-svc-error-code'] ?? ''}`.trim()

export function mustBe(reply: Reply, ...allowed: string[]) {
  expect(allowed, reply.text).toContain(codeOf(reply))
  return reply.body
}

export function openPool(api: Api): { sql: Sql; close(): Promise<void> } {
  const { host, port } = api.world.postgres
  const pool = new pg.Pool({
    connectionString: `postgres://postgres@${host}:${port}/${api.databaseName}`,
    max: 8,
  })
  return { sql: async (text, values) => (await pool.query(text, values)).rows, close: () => pool.end() }
}

type Parts = { api: Api; sandbox: Sandbox; receiver: string; sql: Sql }

export async function openLane({ api, sandbox, receiver, sql }: Parts): Promise<Lane> {
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
  mustBe(await call('POST', '/webhooks', { name, events: ['user-payroll-submitted'], url }), '201')
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

/** Whoever is paid three times, and signs in as the sandbox says. */
const aPerson = (user_name: string) => ({
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

export async function begin(lane: Lane, api: Api): Promise<Real & { end(): Promise<void> }> {
  const { call, sandbox, sql } = lane
  const logins = [`one.${randomUUID().slice(0, 13)}`, `two.${randomUUID().slice(0, 13)}`]
  for (const login of logins) await sandbox.control('POST', '/scenarios', aPerson(login))
  mustBe(await call('PATCH', '/configuration', { payroll_connections_enabled: true }), '200')
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'one_time' }
  const { id: term_id } = mustBe(await call('POST', '/authorisations/terms', term), '201')
  const { user_id } = mustBe(await call('POST', '/users', aUser()), '201')
  const { token } = mustBe(await call('POST', '/user-tokens', { user_id }), '201')
  return {
    ...lane,
    user_id,
    term_id,
    logins,
    asUser: api.withToken(token),
    async settle() {
      const underWay = `select from tasks where user_id = $1
        and (state <> 'waiting' or wake_at < now() + interval '1 minute')`
      const deadline = Date.now() + 60_000
      while ((await sql(underWay, [user_id])).length > 0) {
        if (Date.now() > deadline) throw new Error('something is under way for more than a minute')
        await sleep(25)
      }
    },
    async end() {
      for (const login of logins) await sandbox.control('DELETE', `/scenarios/${login}`)
    },
  }
}
