import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { environmentOf, type Sandbox, type SandboxOptions, sandboxAt } from './sandbox-process.ts'

export type { Sandbox } from './sandbox-process.ts'

/** Opens a real sandbox of its own, which ends with the test file at the latest. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = await send(inject('sandboxHostUrl'), 'GET')
  const url = await send(host, 'POST', JSON.stringify(environmentOf(options)))
  const stop = async () => void (await send(host, 'DELETE', url))
  atEnd(stop)
  return { ...sandboxAt(url), stop }
}

async function send(url: string, method: string, body?: string) {
  const reply = await fetch(url, { method, ...(body !== undefined && { body }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`could not open or close a sandbox: ${text}`)
  return text
}
