import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { type ListeningProgram, startListening } from './sandbox-process.ts'

const program = fileURLToPath(new URL('programs/sandbox-host.ts', import.meta.url))

/**
 * Vitest's global set-up: one process opens the sandboxes of all test files. A process for each file took three
 * CPU-seconds to load the sandbox's modules.
 */
export async function setup(project: TestProject) {
  let starting: Promise<ListeningProgram> | undefined
  const server = createServer(async (_request, reply) => {
    reply.setHeader('connection', 'close')
    starting ??= startListening(program, {})
    try {
      reply.end((await starting).url)
    } catch (error) {
      reply.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('sandboxHostUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    const host = await starting?.catch(() => undefined)
    await host?.stop()
  }
}
