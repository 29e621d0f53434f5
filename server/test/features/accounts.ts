import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { defaultSeed } from '../../../sandbox/src/config.ts'
import { inventPersonSpec } from '../../../sandbox/src/people/invented-person.ts'
import { worldStartDate } from '../../../sandbox/src/people/world-dates.ts'
import type { ProcessRole } from '../../src/process/roles.ts'
import { type Call, type Headers, startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { createUser } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

// Starts the service, the real sandbox, and a proxy between them that records requests and can delay them.

type ProviderRequest = { call: string; userName: string | undefined; headers: Record<string, unknown> }

export async function startAccounts(settings: Record<string, string> = {}, role: ProcessRole = 'all') {
  const sandbox = await startSandbox()
  const proxy = await openProviderProxy(sandbox.url)
  const api = await startApi({ SANDBOX_URL: proxy.url, ...settings }, role)
  const { acme } = api
  let people = 0

  /** Creates a user who has accepted a term. */
  async function aPerson(call: Call = acme, changes: object = {}) {
    const { user_id } = await createUser(call, changes)
    const accepted = await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    expect(accepted.status).toBe(201)
    const authorisationId = accepted.body.id as string
    return {
      user_id,
      authorisationId,
      revoke: () => call('PUT', `/authorisations/${authorisationId}/revoke`),
      asUser: async () =>
        api.withToken((await call('POST', '/user-tokens', { user_id })).body.token as string),
    }
  }
  /**
   * Returns a sandbox login that no other test uses, because failed attempts are counted per login across all
   * clients. The person is paid every month: tests must not depend on which person they get.
   */
  function newName() {
    do people++
    while (!isPaidMonthly(people))
    return `person.${people}`
  }

  return {
    ...api,
    sandbox,
    proxy,
    aPerson,
    newName,
    connect: (user_id: string, login: object = {}, { call = acme, headers = {} as Headers } = {}) =>
      call(
        'POST',
        '/accounts',
        { user_id, payroll_provider: 'sandbox-payroll', user_name: newName(), password: 'pass', ...login },
        headers,
      ),
    historyOf: async (accountId: string) => {
      const { history } = (await acme('GET', `/accounts/${accountId}/history`)).body
      return history.map(({ status, reason }: { status: string; reason: string }) => `${status} ${reason}`)
    },
  }
}

export const mfaCode = '246810'

/** Returns the status and error code of a rejected request. */
export const refusal = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers['x-svc-error-code'],
]

type HeldRequest = { call: string; arrive(): void; released: Promise<void> }

async function openProviderProxy(target: string) {
  const requests: ProviderRequest[] = []
  let held: HeldRequest | undefined
  const server = createServer(async (request, reply) => {
    const body = await buffer(request)
    const call = `${request.method} ${pathAtProvider(request.url ?? '')}`
    requests.push({ call, userName: nameIn(body), headers: request.headers })
    if (held?.call === call) {
      const { arrive, released } = held
      held = undefined
      arrive()
      await released
    }
    try {
      const answer = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        headers: headersOf(request),
        ...(body.length > 0 && { body }),
        redirect: 'manual',
      })
      const content = Buffer.from(await answer.arrayBuffer())
      const headers = Object.fromEntries(answer.headers)
      delete headers['transfer-encoding']
      const cookies = answer.headers.getSetCookie()
      reply.writeHead(answer.status, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) })
      reply.end(content)
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Counts the requests of this kind to the provider, optionally for one person. */
    count: (call: string, userName?: string) =>
      requests.filter((one) => one.call === call && (!userName || one.userName === userName)).length,
    /** Returns the headers of the recorded requests, oldest first. */
    headersOf: (call: string) => requests.filter((one) => one.call === call).map(({ headers }) => headers),
    /** Holds the next request of this kind back before it reaches the provider. */
    hold(call: string) {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const arrived = new Promise<void>((resolve) => {
        held = { call, arrive: resolve, released }
      })
      return { arrived, release: () => release() }
    },
  }
}

/** Path without the client, whose own part of the sandbox it is in. */
const pathAtProvider = (url: string) => (url.split('?')[0] ?? '').replace(/^\/tenants\/[^/]+/, '')

function headersOf({ headers }: IncomingMessage) {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers
  return rest as Record<string, string>
}

function nameIn(body: Buffer): string | undefined {
  try {
    return JSON.parse(body.toString()).user_name
  } catch {
    return undefined
  }
}

/** Whether an invented person has one job with monthly pay, from the beginning to the end of the simulation. */
function isPaidMonthly(n: number) {
  const [job, ...others] = inventPersonSpec(defaultSeed, n).jobs
  if (!job || others.length > 0) return false
  return job.terms.payDay.frequency === 'monthly' && job.leaveDate === null && job.startDate <= worldStartDate
}
