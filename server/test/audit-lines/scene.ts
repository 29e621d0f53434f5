import { expect } from 'vitest'
import type { ApiReply, Call } from '../api.ts'
import { asOwner, readMail } from '../people.ts'
import type { startSandbox } from '../sandbox.ts'
import type { startWebhooks } from '../webhooks.ts'

// Calls operations and compares the audit lines they write with the expected ones.

/** A name and text that no audit line may contain. */
export const canary = 'Quixotella'
export const password = 'correct horse battery staple'

export type AuditLine = { actor_kind: string; actor_id: string; action: string; subject_id: string | null }
type Actor = Pick<AuditLine, 'actor_kind' | 'actor_id'>
type Webhooks = Awaited<ReturnType<typeof startWebhooks>>
type Sandbox = Awaited<ReturnType<typeof startSandbox>>

export type AuditScene = Awaited<ReturnType<typeof createAuditScene>>

const byMember = (id: string): Actor => ({ actor_kind: 'member', actor_id: id })
const byAnonymous: Actor = { actor_kind: 'public', actor_id: 'anonymous' }

const noLines = (): AuditLine[] => []
const line = (by: Actor, action: string, subject_id: string | null = null): AuditLine[] => [
  { ...by, action, subject_id },
]

export async function createAuditScene(api: Webhooks, sandbox: Sandbox) {
  const { acme, rival, anonymous, sql, world } = api
  const { clientId } = world.clients.acme
  const [apiKey] = await sql('select id from api_keys where client_id = $1', [clientId])
  const [owner] = await sql("select id from members where client_id = $1 and role = 'Owner'", [clientId])
  const seen = new Set<string>()

  const readLines = (reply: ApiReply) =>
    sql(
      `select actor_kind, actor_id, action, subject_id from audit_lines
        where request_id = $1 order by at, lane, seq`,
      [reply.headers['x-request-id']],
    ) as Promise<AuditLine[]>

  /** Polls for lines that are written after the reply, so that the response time reveals nothing. */
  async function pollLines(reply: ApiReply) {
    for (let tries = 0; tries < 100; tries++) {
      const lines = await readLines(reply)
      if (lines.length > 0) return lines
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return []
  }

  /** Makes a call and compares the audit lines it writes with the expected ones. */
  async function expectLines(
    operation: string,
    call: Call,
    [method, path, body]: [string, string, unknown?],
    expected: (reply: ApiReply) => AuditLine[],
    read = readLines,
  ) {
    seen.add(operation)
    const reply = await call(method, path, body)
    expect(reply.status, `${operation}: ${reply.text}`).toBeLessThan(300)
    expect({ operation, lines: await read(reply) }).toEqual({ operation, lines: expected(reply) })
    return reply
  }

  async function codeFrom(email: string, subject: RegExp, pattern: RegExp) {
    const { text } = await readMail(world.inboxUrl, email, subject)
    const [, code] = pattern.exec(text) ?? []
    return code
  }

  return {
    api,
    sandbox,
    acme,
    rival,
    anonymous,
    sql,
    world,
    owner: await asOwner(api, 'acme'),
    byKey: { actor_kind: 'api_key', actor_id: apiKey.id as string } satisfies Actor,
    byOwner: { actor_kind: 'member', actor_id: owner.id as string } satisfies Actor,
    byMember,
    byAnonymous,
    /** Operations that were called with expectLines. */
    seen,
    readLines,
    pollLines,
    expectLines,
    line,
    noLines,
    codeFrom,
  }
}
