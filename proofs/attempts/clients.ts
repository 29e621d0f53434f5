import { runAdmin } from '../../server/src/admin/commands.ts'
import type { Config } from '../../server/src/config.ts'
import { aUser } from '../../server/test/people.ts'

export type ApiClient = { call: Call; users: string[] }
export type ClientReply = { status: number; code: string | null; body: Record<string, unknown> }
type Call = (method: string, path: string, body: object) => Promise<ClientReply>

const timeoutMs = 120_000

/** Creates clients by admin command, and their users with authorisations over HTTP. */
export async function makeClients(
  config: Config,
  address: string,
  { clients, users }: { clients: number; users: number },
): Promise<ApiClient[]> {
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

/** Creates users with an authorisation. */
export async function withUsers(call: Call, count: number): Promise<ApiClient> {
  const users: string[] = []
  for (let n = 0; n < count; n++) {
    const { body } = await call('POST', '/users', aUser())
    const user_id = String(body.user_id)
    const authorised = await call('POST', '/authorisations', { user_id, user_agent: 'proof' })
    if (authorised.status !== 201) throw new Error(`POST /authorisations: ${JSON.stringify(authorised.body)}`)
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
