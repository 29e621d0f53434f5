// A stand-in for a malware scanner: `node clamd.ts <port>` implements the INSTREAM command of clamd's protocol. Its
// verdict depends on words in the file: EICAR is harmful, ENCRYPTED needs a password, and some words make it
// misbehave.
import { type AddressInfo, createServer, type Socket } from 'node:net'

const command = Buffer.from('zINSTREAM\0')
const streamMax = 25 * 1024 * 1024

const answers: Record<string, string> = {
  EICAR: 'stream: Win.Test.EICAR_HDB-1 FOUND\0',
  ENCRYPTED: 'stream: Heuristics.Encrypted.PDF FOUND\0',
  CONFUSED: 'stream: what is this?\0',
  LIMIT: 'INSTREAM size limit exceeded. ERROR\0',
  SILENT: '',
}

const server = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part])
    const file = fileIn(received)
    if (file !== undefined) answer(socket, file)
  })
})

/** Returns the whole file, once its last, empty chunk has arrived. */
function fileIn(received: Buffer): string | undefined {
  if (!received.subarray(0, command.length).equals(command)) return undefined
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length && at < streamMax; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces).toString('latin1')
    if (at + 4 + length > received.length) return undefined
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

function answer(socket: Socket, file: string) {
  const word = Object.keys(answers).find((one) => file.includes(one))
  socket.end(word === undefined ? 'stream: OK\0' : (answers[word] ?? ''))
}

process.once('disconnect', () => process.exit())
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`)
})
