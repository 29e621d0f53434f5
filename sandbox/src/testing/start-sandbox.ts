import { afterAll, beforeEach } from 'vitest'
import { readText } from '../documents/read-back.ts'
import { openSandbox } from '../server.ts'

export const settings = {
  host: '127.0.0.1',
  port: 0,
  seed: 'payproof',
  redirectUris: [],
  serviceUrls: [],
  startsAt: new Date('2026-06-15T09:00:00Z'),
}

export type Body = Record<string, unknown>

export const listOf = (body: Body, name: string) => body[name] as Body[]
export const textOf = async (bytes: Buffer) => (await readText(bytes)).join('\n')

/** Starts the complete sandbox over HTTP and resets it before every test. */
export async function startSandbox() {
  const sandbox = await openSandbox(settings)
  afterAll(() => sandbox.close())
  beforeEach(() => call('POST', '/controls/reset', {}))

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const reply = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    const text = bytes.toString()
    return {
      status: reply.status,
      headers: reply.headers,
      bytes,
      text,
      body: (isJson ? JSON.parse(text) : {}) as Body,
    }
  }
  return { sandbox, call }
}
