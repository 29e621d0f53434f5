import Fastify from 'fastify'
import { openClock } from '../../clock.ts'
import { openDocuments } from '../../documents/documents.ts'
import { openWorld } from '../../people/world.ts'
import { openSwitches } from '../switches.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'

export const testStart = new Date('2026-11-15T12:00:00Z')
export const minute = 60_000

/** Providers are tested over HTTP. All tests of a file share the world; everything else is created for each test. */
const world = openWorld({ seed: 'providers' })
const documents = openDocuments({ world })

export async function openProvider(
  provider: ProviderPlugin,
  path: string,
  more: Pick<ProviderDeps, 'redirectUris' | 'baseUrl' | 'taxRequestsPerSecond' | 'payrollApiLimits'> = {},
) {
  const clock = openClock(testStart)
  const switches = openSwitches(clock)
  const server = Fastify({ forceCloseConnections: true })
  await server.register(provider, { prefix: path, world, clock, switches, documents, ...more })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    world,
    clock,
    switches,
    documents,
    url: `${origin}${path}`,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

type RequestOptions = {
  json?: unknown
  form?: Record<string, string>
  token?: string | undefined
  headers?: Record<string, string>
}

export async function call(
  method: string,
  url: string,
  { json, form, token, headers = {} }: RequestOptions = {},
) {
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
  })
  const bytes = Buffer.from(await reply.arrayBuffer())
  const text = bytes.toString('utf8')
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  return { status: reply.status, headers: reply.headers, bytes, text, body: isJson ? read(text) : undefined }
}

export type TestReply = Awaited<ReturnType<typeof call>>

// biome-ignore lint/suspicious/noExplicitAny: tests inspect replies of any shape.
function read(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Opens an HTTP client with a cookie jar. */
export function openBrowser() {
  const cookies = new Map<string, string>()
  return async (method: string, url: string, sent: RequestOptions = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await call(method, url, {
      ...sent,
      headers: { ...sent.headers, ...(cookie && { cookie }) },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return reply
  }
}

export const hiddenField = ({ text }: TestReply, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
export const errorCodeOn = ({ text }: TestReply) => /data-error-code="(\w+)"/.exec(text)?.[1]

export async function elapsedMs(work: () => Promise<unknown>) {
  const before = performance.now()
  await work()
  return performance.now() - before
}
