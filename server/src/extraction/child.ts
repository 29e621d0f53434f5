import { writeFileSync, writeSync } from 'node:fs'
import { frameOf, openFrames } from './frames.ts'
import { mostFileBytes } from './limits.ts'
import { renewPdfium } from './pdf/pdfium.ts'
import { readDocument } from './read.ts'
import { rejected } from './rejections.ts'

// The program that reads files, one after the other, behind the walls that confine.ts builds. It hears on standard input
// and answers on a descriptor of its own, so that nothing a library prints is taken for an answer.

const answers = 3

yieldToOthers()
let last: Promise<void> = renewPdfium().then(() => say({ ready: true }))
const hear = openFrames(mostFileBytes, (bytes) => {
  last = last.then(() => answer(bytes))
})
process.stdin.on('data', hear).on('end', () => process.exit(0))

/** Where Linux shares the processor between sessions first, being nice to others is said of the session too. */
function yieldToOthers() {
  const niceness = Number(process.argv[2] ?? 0)
  try {
    if (niceness > 0) writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // It shares in another way.
  }
}

async function answer(bytes: Uint8Array) {
  say(await readDocument(bytes).catch(giveUp))
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
