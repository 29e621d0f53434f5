import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readSettings } from '../../../sandbox/src/config.ts'
import { openSandbox, type RunningSandbox } from '../../../sandbox/src/server.ts'

// Opens sandboxes for test files in one process. Each has its own port, clock, people and switches.
// POST / with the settings of a sandbox returns its URL; DELETE / with the URL closes it.

const sandboxes = new Map<string, RunningSandbox>()

async function open(body: string) {
  const sandbox = await openSandbox(readSettings(JSON.parse(body)))
  sandboxes.set(sandbox.url, sandbox)
  return sandbox.url
}

async function close(url: string) {
  const sandbox = sandboxes.get(url)
  sandboxes.delete(url)
  await sandbox?.close()
  return url
}

const answer = async (request: IncomingMessage) => {
  const body = await text(request)
  return request.method === 'DELETE' ? close(body) : open(body)
}

const server = createServer((request, reply) => {
  // A connection kept alive would count as a leak of the test file.
  reply.setHeader('connection', 'close')
  answer(request).then(
    (url) => reply.end(url),
    (error: Error) => reply.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`Sandboxes are opened at http://127.0.0.1:${port}\n`)
})
