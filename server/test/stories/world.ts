import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Delivery, receive } from '@payproof/sdk/webhooks'
import { runAdmin } from '../../src/admin/commands.ts'
import { type Call, startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import type { Received } from '../outside/receiver.ts'
import { startOutside } from '../outside/start.ts'
import { startSandbox } from '../sandbox.ts'

export type StoryWorld = Awaited<ReturnType<typeof openStoryWorld>>
export type StoryClient = {
  clientId: string
  call: Call
  must: ReturnType<typeof mustWith>
  /** Returns the deliveries received so far, verified and decrypted as a client would. */
  deliveries(): Promise<Delivery[]>
}

/**
 * Starts the whole service at a real address, the sandbox and a webhook receiver: three programs that communicate
 * over HTTP.
 */
export async function openStoryWorld(clock: string, settings: Record<string, string> = {}) {
  const sandbox = await startSandbox({ clock })
  const receiver = await startOutside('receiver.ts')
  atEnd(() => receiver.stop())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const api = await startApi({
    BASE_URL: url,
    SANDBOX_URL: sandbox.url,
    SANDBOX_CLOCK: 'true',
    OUTBOUND_LOOPBACK: 'true',
    ...settings,
  })
  await api.server.listen({ port, host: '127.0.0.1' })

  const callWith =
    (credential: Record<string, string>): Call =>
    async (method, path, body, headers = {}) => {
      const reply = await fetch(url + path, {
        method,
        headers: {
          ...credential,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(120_000),
      })
      const text = await reply.text()
      return {
        status: reply.status,
        body: text ? JSON.parse(text) : undefined,
        headers: Object.fromEntries(reply.headers),
        text,
      }
    }

  /** Creates a client with a key and a webhook for all events, signed and encrypted. */
  async function aClient(): Promise<StoryClient> {
    const name = `client-${randomBytes(5).toString('hex')}`
    const { clientId, apiKey } = (await runAdmin(api.config, [
      'create-client',
      '--name',
      name,
      '--owner-mfa',
      'disabled',
      '--owner-email',
      `owner@${name}.example`,
      '--owner-name',
      'Olive',
    ])) as { clientId: string; apiKey: string }
    const call = callWith({ 'x-api-key': apiKey })
    const must = mustWith(call)
    const signing_secret = randomBytes(24).toString('hex')
    const encryption_key = randomBytes(32).toString('base64')
    await must('POST', '/webhooks', {
      name,
      events: ['user-payroll-submitted', 'user-bank-statement-submitted'],
      url: `${receiver.url}/hooks/${name}`,
      signing_secret,
      encryption_key,
      config: { include_payload: true },
    })
    return {
      clientId,
      call,
      must,
      async deliveries() {
        const list = (await (await fetch(`${receiver.url}/received/${name}`)).json()) as Received[]
        return list.map(({ headers, body }) =>
          receive({
            headers,
            body: Buffer.from(body, 'latin1'),
            secrets: [signing_secret],
            encryptionKeys: [encryption_key],
          }),
        )
      },
    }
  }

  return {
    api,
    sandbox,
    url,
    aClient,
    /** Returns a caller that uses the API as a user of the client. */
    async asUser({ must }: StoryClient, user_id: string) {
      const { token } = await must('POST', '/user-tokens', { user_id })
      return callWith({ authorization: `Bearer ${token}` })
    },
  }
}

/** Returns the body of a call; throws unless the call succeeds. */
export const mustWith =
  (call: Call) =>
  async (...request: Parameters<Call>) => {
    const reply = await call(...request)
    if (reply.status >= 300) throw new Error(`${request[0]} ${request[1]}: ${reply.status} ${reply.text}`)
    return reply.body
  }

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
