import { spawn } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'

// Main program inside the sandbox (see confine.ts). It starts Chromium, whose debugging pipe is on descriptors 3 and 4,
// and gives it a way out: a port on the loopback interface of the sandbox for each visit. Connections to the port are
// relayed to the Unix socket of the same name, behind which the worker runs the visit's single-origin proxy.

const [folder = '', program = '', ...args] = process.argv.slice(2)
const relays = new Map<string, Server>()

const chromium = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 3, 4] })
chromium.on('exit', () => process.exit(0)).on('error', () => process.exit(1))

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [command, port = ''] = line.split(' ')
    if (command === 'listen') startRelay(port)
    if (command === 'close') stopRelay(port)
  })
  .on('close', () => process.exit(0))

function startRelay(port: string) {
  const server = createServer((socket) => {
    const proxy = connect(`${folder}/${port}.sock`)
    socket.pipe(proxy).pipe(socket)
    for (const [one, other] of [
      [socket, proxy],
      [proxy, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  const report = () => process.stdout.write(`listening ${port}\n`)
  // Without a network namespace, the port is taken by the worker's proxy itself, and no relay is needed.
  server.once('error', report).listen(Number(port), '127.0.0.1', report)
  relays.set(port, server)
}

function stopRelay(port: string) {
  relays.get(port)?.close()
  relays.delete(port)
}
