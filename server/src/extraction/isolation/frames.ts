// Protocol between the reader and its child process. Each message is preceded by its length as four big-endian bytes.

const headerBytes = 4

/** Message that the child sends before OCR starts, so that the parent extends the timeout. */
export const recognitionStarted = { recognising: true }
const recognitionMessage = Buffer.from(JSON.stringify(recognitionStarted))
export const isRecognitionStarted = (body: Buffer) => recognitionMessage.equals(body)

export function encodeFrame(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + body.length)
  frame.writeUInt32BE(body.length)
  frame.set(body, headerBytes)
  return frame
}

/** Task of the child: read a file as a document, or return its words. */
export type ReadingTask = 'document' | 'words'

const taskBytes: Record<ReadingTask, number> = { document: 0, words: 1 }

/** A request is one byte for the task, and the file. */
export function encodeRequest(task: ReadingTask, bytes: Uint8Array): Buffer {
  return encodeFrame(Buffer.concat([Buffer.of(taskBytes[task]), bytes]))
}

export const decodeRequest = (body: Buffer): { task: ReadingTask; bytes: Buffer } => ({
  task: body[0] === taskBytes.words ? 'words' : 'document',
  bytes: body.subarray(1),
})

/**
 * Reassembles messages from stream chunks. Throws as soon as a header announces a message of more than `maxBytes`.
 */
export function createFrameDecoder(
  maxBytes: number,
  onFrame: (body: Buffer) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let bufferedBytes = 0
  let length: number | undefined

  function take(count: number): Buffer {
    const all = Buffer.concat(chunks)
    chunks = [all.subarray(count)]
    bufferedBytes -= count
    return all.subarray(0, count)
  }

  return (chunk) => {
    chunks.push(chunk)
    bufferedBytes += chunk.length
    for (;;) {
      if (length === undefined) {
        if (bufferedBytes < headerBytes) return
        length = take(headerBytes).readUInt32BE()
        if (length > maxBytes) throw new RangeError(`message of ${length} bytes exceeds the limit`)
      }
      if (bufferedBytes < length) return
      const body = take(length)
      length = undefined
      onFrame(body)
    }
  }
}
