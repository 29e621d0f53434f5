import { runAdmin } from '../../server/src/admin/commands.ts'
import type { Config } from '../../server/src/config.ts'
import { aUser } from '../../server/test/people.ts'

export type Client = { call: Call; users: string[] }
export type Reply = { status: number; code: string | null; body: Record<string, unknown> }
type Call = (method: string, path: string, body: object) => Promise<Reply>

const timeoutMs = 120_000

/** Clients with users who have agreed, all made over HTTP but for the clients themselves. */
export async function makeClients(
  config: Config,
  address: string,
  { clients, users }: { clients: number; users: number },
): Promise<Client[]> {
  const keys: string[] = []
  for (let n = 0; n < clients; n++) {
    const { apiKey } = (await runAdmin(config, [
      'create-client',
      '--name',
      `client-${n}`,
      '--owner-mfa',
      'disabled',
      '--owner-email',
      `owner@client-${n}.example`,
      '--owner-name',
      'Olive',
    ])) as { apiKey: string }
    keys.push(apiKey)
  }
  return Promise.all(keys.map((key) => withUsers(openCall(address, key), users)))
}

/** Users who have agreed. */
export async function withUsers(call: Call, count: number): Promise<Client> {
  const users: string[] = []
  for (let n = 0; n < count; n++) {
    const { body } = await call('POST', '/users', aUser())
    const user_id = String(body.user_id)
    const agreed = await call('POST', '/authorisations', { user_id, user_agent: 'proof' })
    if (agreed.status !== 201) throw new Error(`A user could not agree: ${JSON.stringify(agreed.body)}`)
    users.push(user_id)
  }
  return { call, users }
}

export function openCall(address: string, apiKey: string): Call {
  return async (method, path, body) => {
    const reply = await fetch(address + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      status: reply.status,
      code: reply.headers.get('x-svc-error-code'),
      body: (await reply.json()) as Record<string, unknown>,
    }
  }
}
