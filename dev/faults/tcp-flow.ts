import type { Socket } from 'node:net'

export type Mode =
  | { kind: 'pass' }
  | { kind: 'delay'; ms: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  | { kind: 'black-hole' }

type Item = { arrivedAt: number; what: Buffer | 'end' | 'reset' }

const MOST_WAITING_BYTES = 1024 ** 2
// Each chunk costs more memory than its bytes, and a busy sender makes very small ones.
const MOST_WAITING_ITEMS = 4096

export type FlowOptions = {
  source: Socket
  sink: Socket
  modeNow: () => Mode
  count: (bytes: number) => void
}

/**
 * One direction of a connection. Ends and resets queue behind the bytes, so that a mode holds them back too.
 * Gives back the step to take when the mode has changed.
 */
export function startFlow({ source, sink, modeNow, count }: FlowOptions): () => void {
  const waiting: Item[] = []
  let waitingBytes = 0
  let lastSentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const add = (what: Item['what']) => {
    waiting.push({ arrivedAt: performance.now(), what })
    if (typeof what !== 'string') waitingBytes += what.length
    step()
  }
  const step = () => {
    clearTimeout(timer)
    if (sink.destroyed) {
      // Read on and throw away: a sender that is stuck would never notice that its peer is gone.
      waiting.length = 0
      waitingBytes = 0
    }
    sendWhatIsDue()
    const isFull = waitingBytes >= MOST_WAITING_BYTES || waiting.length >= MOST_WAITING_ITEMS
    if (isFull || modeNow().kind === 'black-hole') source.pause()
    else source.resume()
  }
  const sendWhatIsDue = () => {
    for (let item = waiting[0]; item && !sink.pending && !sink.writableNeedDrain; item = waiting[0]) {
      const wait = waitOf(modeNow(), item.arrivedAt, lastSentAt)
      if (wait > 0) {
        if (Number.isFinite(wait)) timer = setTimeout(step, Math.ceil(wait))
        return
      }
      send(item)
    }
  }
  const send = (item: Item) => {
    lastSentAt = performance.now()
    if (typeof item.what === 'string') {
      waiting.shift()
      if (item.what === 'end') sink.end()
      else reset(sink)
      return
    }
    const mode = modeNow()
    const piece = mode.kind === 'drip' ? item.what.subarray(0, mode.bytes) : item.what
    item.what = item.what.subarray(piece.length)
    if (item.what.length === 0) waiting.shift()
    waitingBytes -= piece.length
    count(piece.length)
    sink.write(piece)
  }

  source.on('data', add)
  source.on('end', () => add('end'))
  source.on('error', () => add('reset'))
  for (const event of ['connect', 'drain', 'close']) sink.on(event, step)
  return step
}

function waitOf(mode: Mode, arrivedAt: number, lastSentAt: number): number {
  if (mode.kind === 'black-hole') return Number.POSITIVE_INFINITY
  if (mode.kind === 'delay') return arrivedAt + mode.ms - performance.now()
  if (mode.kind === 'drip') return lastSentAt + mode.everyMs - performance.now()
  return 0
}

/** Ends a connection with RST, as a crashed machine or a firewall would. */
export function reset(socket: Socket): void {
  // Without a connection there is nothing to reset, and Node would wait for one to come.
  if (socket.pending) return void socket.destroy()
  // While the kernel is told of our end, Node cannot reset, and would lose the open socket for good.
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0
  if (isEnding) socket.once('finish', () => socket.resetAndDestroy())
  else socket.resetAndDestroy()
}
