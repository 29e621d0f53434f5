import { writeFileSync, writeSync } from 'node:fs'
import { renewPdfium } from '../pdf/pdfium.ts'
import { readDocument } from '../read.ts'
import { rejected } from '../rejections.ts'
import { frameOf, openFrames, recognising } from './frames.ts'
import { mostFileBytes, readingMs } from './limits.ts'

// The program that reads files, one after the other, behind the walls that confine.ts builds. It hears on standard input
// and answers on a descriptor of its own, so that nothing a library prints is taken for an answer.

const answers = 3
const [niceness = 0, scanMs = readingMs] = process.argv.slice(2).map(Number)

yieldToOthers()
let last: Promise<void> = renewPdfium().then(() => say({ ready: true }))
const hear = openFrames(mostFileBytes, (bytes) => {
  last = last.then(() => answer(bytes))
})
process.stdin.on('data', hear).on('end', () => process.exit(0))

/** Where Linux shares the processor between sessions first, being nice to others is said of the session too. */
function yieldToOthers() {
  try {
    if (niceness > 0) writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // It shares in another way.
  }
}

async function answer(bytes: Uint8Array) {
  say(await readDocument(bytes, { scanMs, onRecognition: () => say(recognising) }).catch(giveUp))
  await renewPdfium()
}

function giveUp(error: Error) {
  process.stderr.write(`${error.stack}\n`)
  return rejected('too-complex')
}

function say(message: object) {
  const frame = frameOf(Buffer.from(JSON.stringify(message)))
  for (let at = 0; at < frame.length; ) at += writeSync(answers, frame, at)
}
