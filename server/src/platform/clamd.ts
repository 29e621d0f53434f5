import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The scanner is configured and gave no verdict: what it would have looked at must wait. */
export class ScannerAway extends Error {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The malware scanner is away: ${reason}`, options)
    this.name = 'ScannerAway'
  }
}

/** What was found, by the scanner's own name for it; null where it found nothing. */
export type Verdict = string | null

export type Scanner = { scan(bytes: Buffer): Promise<Verdict> }

const answerMs = 20_000
const partBytes = 64 * 1024

/** ClamAV's daemon over TCP. Without an address there is no scanner, and nothing is found. */
export function openScanner(address: string | undefined): Scanner {
  if (address === undefined) return { scan: async () => null }
  const { hostname, port } = new URL(address)
  return {
    async scan(bytes) {
      const socket = connect({ host: hostname, port: Number(port || 3310) })
      const signal = AbortSignal.timeout(answerMs)
      const end = () => socket.destroy(new Error('it did not answer in time'))
      signal.addEventListener('abort', end)
      try {
        return verdictOf(await ask(socket, bytes))
      } catch (error) {
        if (error instanceof ScannerAway) throw error
        throw new ScannerAway((error as Error).message, { cause: error })
      } finally {
        signal.removeEventListener('abort', end)
        socket.destroy()
      }
    },
  }
}

/** INSTREAM: parts with their lengths before them, an empty one at the end; the answer ends with a zero. */
async function ask(socket: Socket, bytes: Buffer) {
  await once(socket, 'connect')
  socket.write('zINSTREAM\0')
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes)
    socket.write(lengthOf(part.length))
    socket.write(part)
  }
  socket.write(lengthOf(0))
  let answer = ''
  for await (const part of socket.setEncoding('utf8')) {
    answer += part
    if (answer.includes('\0') || answer.length > 1_000) break
  }
  return answer
}

function lengthOf(bytes: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Anything but a plain word for yes or no counts as no answer. */
function verdictOf(answer: string): Verdict {
  const [, found, word] = /^stream: (?:(.{1,200}) )?(OK|FOUND)\0/.exec(answer) ?? []
  if (word === 'OK' && found === undefined) return null
  if (word === 'FOUND' && found !== undefined) return found
  throw new ScannerAway(`it answered [${answer.slice(0, 100)}]`)
}
