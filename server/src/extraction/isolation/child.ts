import { writeFileSync, writeSync } from 'node:fs'
import { Opinion } from '../model/answer.ts'
import type { OpinionOutcome } from '../model/apply-opinion.ts'
import type { Question } from '../model/question.ts'
import { resetPdfium } from '../pdf/pdfium.ts'
import { type DocumentReadOptions, readDocument, readWords } from '../read.ts'
import { createRejectedReading } from '../rejections.ts'
import {
  createFrameDecoder,
  decodeRequest,
  encodeFrame,
  recognitionStarted,
  requestHeaderBytes,
} from './frames.ts'
import { maxFileBytes, maxOpinionBytes, maxReadingMs } from './limits.ts'

// Main program of the sandboxed child process (see confine.ts). It receives files on stdin, one at a time. It answers
// on a separate descriptor, so that output printed by a library is never mistaken for an answer.

const answerDescriptor = 3
const [niceness = 0, scanMs = maxReadingMs] = process.argv.slice(2).map(Number)

/** The rejection of a file that makes a parser throw. */
const rejection = 'too-complex'

lowerPriority()
let last: Promise<void> = resetPdfium().then(() => send({ ready: true }))
const decode = createFrameDecoder(requestHeaderBytes + maxOpinionBytes + maxFileBytes, (request) => {
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
  const { task, bytes, opinion } = decodeRequest(request)
  const onRecognition = () => send(recognitionStarted)
  const options = { scanMs, onRecognition }
  if (task === 'words') send(await readWords(bytes).catch(reject(() => ({ words: null, rejection }))))
  else if (task === 'question') send(await readWithQuestion(bytes, options))
  else if (task === 'opinion') send(await readWithOpinion(bytes, opinion, options))
  else send(await readSafely(bytes, options))
  await resetPdfium()
}

const readSafely = (bytes: Buffer, options: DocumentReadOptions) =>
  readDocument(bytes, options).catch(reject(() => createRejectedReading(rejection)))

async function readWithQuestion(bytes: Buffer, options: DocumentReadOptions) {
  let question: Question | null = null
  const onUncertain = (uncertain: Question) => {
    question = uncertain
  }
  const reading = await readSafely(bytes, { ...options, onUncertain })
  return { reading, question }
}

async function readWithOpinion(bytes: Buffer, json: Buffer, options: DocumentReadOptions) {
  let outcome: OpinionOutcome | null = null
  const onOpinion = (applied: OpinionOutcome) => {
    outcome = applied
  }
  const opinion = Opinion.parse(JSON.parse(json.toString('utf8')))
  const reading = await readSafely(bytes, { ...options, opinion, onOpinion })
  return { reading, outcome }
}

/** Logs the error of a parser and answers with a rejection instead. */
function reject<T>(createAnswer: () => T) {
  return (error: Error): T => {
    process.stderr.write(`${error.stack}\n`)
    return createAnswer()
  }
}

function send(message: object) {
  const frame = encodeFrame(Buffer.from(JSON.stringify(message)))
  for (let offset = 0; offset < frame.length; ) offset += writeSync(answerDescriptor, frame, offset)
}
