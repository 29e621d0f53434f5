import { writeFileSync, writeSync } from 'node:fs'
import { resetPdfium } from '../pdf/pdfium.ts'
import { readDocument } from '../read.ts'
import { createRejectedReading } from '../rejections.ts'
import { createFrameDecoder, encodeFrame, recognitionStarted } from './frames.ts'
import { maxFileBytes, maxReadingMs } from './limits.ts'

// Main program of the sandboxed child process (see confine.ts). It receives files on stdin, one at a time. It answers
// on a separate descriptor, so that output printed by a library is never mistaken for an answer.

const answerDescriptor = 3
const [niceness = 0, scanMs = maxReadingMs] = process.argv.slice(2).map(Number)

lowerPriority()
let last: Promise<void> = resetPdfium().then(() => send({ ready: true }))
const decode = createFrameDecoder(maxFileBytes, (bytes) => {
  last = last.then(() => answer(bytes))
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

async function answer(bytes: Uint8Array) {
  send(
    await readDocument(bytes, { scanMs, onRecognition: () => send(recognitionStarted) }).catch(
      rejectAfterError,
    ),
  )
  await resetPdfium()
}

function rejectAfterError(error: Error) {
  process.stderr.write(`${error.stack}\n`)
  return createRejectedReading('too-complex')
}

function send(message: object) {
  const frame = encodeFrame(Buffer.from(JSON.stringify(message)))
  for (let offset = 0; offset < frame.length; ) offset += writeSync(answerDescriptor, frame, offset)
}
