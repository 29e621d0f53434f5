import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import type { Call } from '../../server/test/api.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { callOver } from '../../server/test/processes.ts'
import { sandboxAt } from '../../server/test/sandbox-process.ts'
import type { World } from '../../server/test/template.ts'
import { type E2eService, startService } from './service.ts'

/** Return URL of the client. No server listens there; the test answers the browser's requests. */
export const callback = 'https://acme.example/done?from=journey'

/** Name of every client on the screens of the journey. */
export const lenderName = 'Acme Lending'

/** Long, because a request may take many seconds on a busy machine; a request that hangs must still fail. */
const requestTimeoutMs = 60_000

export type JourneyWorld = ReturnType<typeof connectTo>
/** Everything needed to act as a client from any process. */
export type ClientKey = { clientId: string; apiKey: string; owner: { email: string; password: string } }
export type E2eClient = ClientKey & { call: Call; must: ReturnType<typeof mustWith> }
export type E2ePerson = Awaited<ReturnType<JourneyWorld['aPerson']>>

/** Starts a separate service and connects to it. The caller closes it. */
export async function openJourneyWorld(services: World, settings: Record<string, string> = {}) {
  const { service, stop } = await startService(services, settings)
  return { ...connectTo(service), close: stop }
}

/** Gives tests access to a running service: calls its API, queries its database, creates clients and applicants. */
export function connectTo(service: E2eService) {
  const { url, environment, inboxUrl, superuserUrl, databaseName, storeUrl } = service
  const sandbox = sandboxAt(service.sandboxUrl)
  const config = readConfig(environment)
  const callWith = (headers: Record<string, string>) => callOver(url, headers, requestTimeoutMs)
  const api = {
    config,
    databaseName,
    superuserUrl,
    anonymous: callWith({}),
    withKey: (key: string) => callWith({ 'x-api-key': key }),
    withToken: (token: string) => callWith({ authorization: `Bearer ${token}` }),
    sql: (text: string, values?: unknown[]) => runSql(superuserUrl, text, values),
  }

  function clientOf(key: ClientKey): E2eClient {
    const call = api.withKey(key.apiKey)
    return { ...key, call, must: mustWith(call) }
  }

  /** Creates a client with name, logo and colours, and every source of income enabled. */
  async function aClient(changes: object = {}): Promise<E2eClient> {
    const name = `acme-${randomBytes(3).toString('hex')}`
    const email = `owner@${name}.example`
    const { clientId, apiKey, ownerPassword } = (await runAdmin(config, [
      'create-client',
      '--name',
      name,
      '--owner-mfa',
      'disabled',
      '--first-password',
      'keep',
      '--owner-email',
      email,
      '--owner-name',
      'Olive Owner',
    ])) as { clientId: string; apiKey: string; ownerPassword: string }
    const client = clientOf({ clientId, apiKey, owner: { email, password: ownerPassword } })
    await client.must('PATCH', '/configuration', {
      client_display_name: lenderName,
      client_logo: `${sandbox.url}/logos/acme.svg`,
      client_callback_url: callback,
      brand_colour: '#0b5c4a',
      payroll_connections_enabled: true,
      taxauth_enabled: true,
      payslip_upload_enabled: true,
      ...changes,
    })
    return client
  }

  /** Registers a sandbox person with the client under the person's real details; `link` opens their journey. */
  async function aPerson({ must }: E2eClient, userName: string, changes: object = {}) {
    const truth: Truth = await sandbox.control('GET', `/people/${userName}`)
    const { forename, surname, date_of_birth, ni_number, addresses } = truth.identity
    const { user_id } = await must('POST', '/users', {
      forename,
      surname,
      date_of_birth,
      ni_number,
      ext_id: 'LOAN-2041',
      post_codes: addresses.map(({ post_code }) => post_code),
      payroll_period_months: 3,
      ...changes,
    })
    const aLink = async () => (await must('POST', '/user-tokens', { user_id })).webapp_link as string
    return { user_id: user_id as string, userName, truth, aLink, link: await aLink() }
  }

  /** Generates a sandbox document as a file to upload. */
  async function aDocument(kind: 'payslip' | 'statement', query: string) {
    const reply = await fetch(`${sandbox.url}/controls/documents/${kind}?${query}`)
    if (!reply.ok) throw new Error(await reply.text())
    return Buffer.from(await reply.arrayBuffer())
  }

  return { api, url, storeUrl, inboxUrl, sandbox, clientOf, aClient, aPerson, aDocument: aDocument }
}

/** Fields of the sandbox's record of a person that the journey needs. */
type Truth = {
  identity: {
    forename: string
    surname: string
    date_of_birth: string
    ni_number: string
    unique_tax_reference: string
    addresses: { post_code: string }[]
  }
  sign_in: { code: string; memorable_date: string; memorable_word: string }
  jobs: { employer: { name: string } }[]
}

const maxBusyReplies = 30

/** Returns the body of a call; throws unless it succeeds. A busy service (503) is called again, as by the SDK. */
export const mustWith =
  (call: Call) =>
  async (...request: Parameters<Call>) => {
    for (let busyReplies = 0; ; busyReplies++) {
      const reply = await call(...request)
      if (reply.status < 300) return reply.body
      if (reply.status !== 503 || busyReplies === maxBusyReplies)
        throw new Error(`${request[0]} ${request[1]}: ${reply.status} ${reply.text}`)
      await setTimeout(1_000)
    }
  }
