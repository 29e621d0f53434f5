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

/**
 * Task of the child: read a file as a document, also return the question for a model, read it with the opinion of a
 * model, or return its words.
 */
export type ReadingTask = 'document' | 'words' | 'question' | 'opinion'

const tasks: ReadingTask[] = ['document', 'words', 'question', 'opinion']

/** Bytes of a request in front of the file, without the opinion. */
export const requestHeaderBytes = 1 + headerBytes

/** A request is one byte for the task, the length of the opinion, the opinion as JSON, and the file. */
export function encodeRequest(
  task: ReadingTask,
  bytes: Uint8Array,
  opinion: Uint8Array = Buffer.of(),
): Buffer {
  return encodeFrame(Buffer.concat([Buffer.of(tasks.indexOf(task)), encodeFrame(opinion), bytes]))
}

export function decodeRequest(body: Buffer): { task: ReadingTask; bytes: Buffer; opinion: Buffer } {
  const opinionEnd = requestHeaderBytes + body.readUInt32BE(1)
  return {
    task: tasks[body[0] ?? 0] ?? 'document',
    opinion: body.subarray(requestHeaderBytes, opinionEnd),
    bytes: body.subarray(opinionEnd),
  }
}

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
