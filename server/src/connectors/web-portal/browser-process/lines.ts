import type { Readable } from 'node:stream'

const newline = 0x0a

/**
 * Splits a stream into messages that end with the separator byte. A message longer than `maxBytes` destroys the
 * stream, because the sender may be compromised.
 */
export function readMessages(
  stream: Readable,
  { separator = newline, maxBytes }: { separator?: number; maxBytes: number },
  onMessage: (message: Buffer) => void,
) {
  let chunks: Buffer[] = []
  let bufferedBytes = 0
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, start)) {
      const message = Buffer.concat([...chunks, chunk.subarray(start, end)])
      chunks = []
      bufferedBytes = 0
      start = end + 1
      onMessage(message)
    }
    const rest = chunk.subarray(start)
    chunks.push(rest)
    bufferedBytes += rest.length
    if (bufferedBytes > maxBytes) stream.destroy()
  })
}

/**
 * Reads the first line of a stream and leaves the rest unread. Returns undefined if the stream ends before, or if the
 * line is too long.
 */
export function readFirstLine(stream: Readable, maxBytes = 1_000): Promise<string | undefined> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0)
    function finish(line: string | undefined) {
      stream.off('readable', onReadable).off('close', onClose)
      resolve(line)
    }
    const onClose = () => finish(undefined)
    function onReadable() {
      const chunk: Buffer | null = stream.read()
      if (!chunk) return
      read = Buffer.concat([read, chunk])
      const end = read.indexOf(newline)
      if (end < 0 && read.length <= maxBytes) return
      if (end < 0) return finish(undefined)
      finish(read.subarray(0, end).toString('utf8'))
      if (read.length > end + 1) stream.unshift(read.subarray(end + 1))
    }
    stream.on('readable', onReadable).once('close', onClose)
  })
}
