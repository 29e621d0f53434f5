import { writeFileSync, writeSync } from 'node:fs'
import { resetPdfium } from '../pdf/pdfium.ts'
import { readDocument, readWords } from '../read.ts'
import { createRejectedReading } from '../rejections.ts'
import { createFrameDecoder, decodeRequest, encodeFrame, recognitionStarted } from './frames.ts'
import { maxFileBytes, maxReadingMs } from './limits.ts'

// Main program of the sandboxed child process (see confine.ts). It receives files on stdin, one at a time. It answers
// on a separate descriptor, so that output printed by a library is never mistaken for an answer.

const answerDescriptor = 3
const [niceness = 0, scanMs = maxReadingMs] = process.argv.slice(2).map(Number)

/** The rejection of a file that makes a parser throw. */
const rejection = 'too-complex'

lowerPriority()
let last: Promise<void> = resetPdfium().then(() => send({ ready: true }))
const decode = createFrameDecoder(maxFileBytes + 1, (request) => {
  last = last.then(() => answer(request))
})
process.stdin.on('data', decode).on('end', () => process.exit(0))

/** Sets the niceness for the session as well. With autogroup scheduling, Linux ignores nice(1) across sessions. */
function lowerPriority() {
  try {
    if (niceness > 0) writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // The kernel has no autogroup scheduling.
  }
}

async function answer(request: Buffer) {
  const { task, bytes } = decodeRequest(request)
  const onRecognition = () => send(recognitionStarted)
  const result = task === 'words' ? readWords(bytes) : readDocument(bytes, { scanMs, onRecognition })
  send(
    await result.catch((error: Error) => {
      process.stderr.write(`${error.stack}\n`)
      return task === 'words' ? { words: null, rejection } : createRejectedReading(rejection)
    }),
  )
  await resetPdfium()
}

function send(message: object) {
  const frame = encodeFrame(Buffer.from(JSON.stringify(message)))
  for (let offset = 0; offset < frame.length; ) offset += writeSync(answerDescriptor, frame, offset)
}
