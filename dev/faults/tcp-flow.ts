import type { Socket } from 'node:net'

export type Mode =
  | { kind: 'pass' }
  | { kind: 'delay'; ms: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  | { kind: 'black-hole' }

type QueuedChunk = { arrivedAt: number; content: Buffer | 'end' | 'reset' }

const MAX_BUFFERED_BYTES = 1024 ** 2
// Small chunks use more memory than their bytes, so the number of chunks is limited, too.
const MAX_BUFFERED_CHUNKS = 4096

export type FlowOptions = {
  source: Socket
  sink: Socket
  modeNow: () => Mode
  count: (bytes: number) => void
}

/**
 * Forwards one direction of a connection. Ends and resets queue behind the bytes, so that a mode delays them, too.
 * Returns a function that must be called after a change of mode.
 */
export function startFlow({ source, sink, modeNow, count }: FlowOptions): () => void {
  const queue: QueuedChunk[] = []
  let queuedBytes = 0
  let lastSentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const enqueue = (content: QueuedChunk['content']) => {
    queue.push({ arrivedAt: performance.now(), content })
    if (typeof content !== 'string') queuedBytes += content.length
    step()
  }
  const step = () => {
    clearTimeout(timer)
    if (sink.destroyed) {
      // Bytes are still read but discarded, because a blocked sender would never notice that its peer has gone.
      queue.length = 0
      queuedBytes = 0
    }
    sendDue()
    const isFull = queuedBytes >= MAX_BUFFERED_BYTES || queue.length >= MAX_BUFFERED_CHUNKS
    if (isFull || modeNow().kind === 'black-hole') source.pause()
    else source.resume()
  }
  const sendDue = () => {
    for (let item = queue[0]; item && !sink.pending && !sink.writableNeedDrain; item = queue[0]) {
      const wait = remainingDelay(modeNow(), item.arrivedAt, lastSentAt)
      if (wait > 0) {
        if (Number.isFinite(wait)) timer = setTimeout(step, Math.ceil(wait))
        return
      }
      send(item)
    }
  }
  const send = (item: QueuedChunk) => {
    lastSentAt = performance.now()
    if (typeof item.content === 'string') {
      queue.shift()
      if (item.content === 'end') sink.end()
      else reset(sink)
      return
    }
    const mode = modeNow()
    const piece = mode.kind === 'drip' ? item.content.subarray(0, mode.bytes) : item.content
    item.content = item.content.subarray(piece.length)
    if (item.content.length === 0) queue.shift()
    queuedBytes -= piece.length
    count(piece.length)
    sink.write(piece)
  }

  source.on('data', enqueue)
  source.on('end', () => enqueue('end'))
  source.on('error', () => enqueue('reset'))
  for (const event of ['connect', 'drain', 'close']) sink.on(event, step)
  return step
}

function remainingDelay(mode: Mode, arrivedAt: number, lastSentAt: number): number {
  if (mode.kind === 'black-hole') return Number.POSITIVE_INFINITY
  if (mode.kind === 'delay') return arrivedAt + mode.ms - performance.now()
  if (mode.kind === 'drip') return lastSentAt + mode.everyMs - performance.now()
  return 0
}

/** Ends a connection with RST, as a crashed machine or a firewall would. */
export function reset(socket: Socket): void {
  // On a pending socket, resetAndDestroy would wait for the connection first.
  if (socket.pending) return void socket.destroy()
  // Node cannot reset while a shutdown is in progress and would leak the open socket, so wait for the shutdown to
  // finish.
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0
  if (isEnding) socket.once('finish', () => socket.resetAndDestroy())
  else socket.resetAndDestroy()
}
