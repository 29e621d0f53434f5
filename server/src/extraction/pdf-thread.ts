import { parentPort } from 'node:worker_threads'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import type { Answered, Asked, PdfLimits, PdfPage, Word } from './pdf-text.ts'

/** The parts of PDFium that its wrapper knows but does not show. */
type Internals = {
  pageIdx: number
  module: {
    _FPDFText_LoadPage(page: number): number
    _FPDFText_ClosePage(text: number): void
    _FPDFText_CountChars(text: number): number
    _FPDFText_GetUnicode(text: number, n: number): number
    _FPDFText_IsGenerated(text: number, n: number): number
    _FPDFText_GetCharOrigin(text: number, n: number, x: number, y: number): number
    _FPDFText_GetLooseCharBox(text: number, n: number, box: number): number
    _FPDFText_GetFontSize(text: number, n: number): number
    wasmExports: { malloc(size: number): number; free(at: number): void }
    HEAPU8: Uint8Array
  }
}

type Sign = { text: string; x: number; right: number; y: number; size: number }

// In ems: a gap wider than this is a space, and a step up or down of this much is another line.
const spaceWidth = 0.17
const lineStep = 0.2

const library = PDFiumLibrary.init()

parentPort?.on('message', async (asked: Asked) => {
  const answer = await read(asked).catch((): Answered => ({ problem: 'it is no PDF that can be read' }))
  parentPort?.postMessage(answer)
})

async function read({ bytes, limits }: Asked): Promise<Answered> {
  const pdf = await (await library).loadDocument(bytes)
  try {
    if (pdf.getPageCount() > limits.mostPages) return { problem: 'it has too many pages' }
    let signs = 0
    const pages: PdfPage[] = []
    for (const page of pdf.pages()) {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
      const found = signsOf(page, height, limits)
      signs += found.length
      if (signs >= limits.mostSigns) return { problem: 'it has too much text' }
      pages.push({ width, height, words: wordsOf(found) })
    }
    return { pages }
  } finally {
    pdf.destroy()
  }
}

/** What is painted, in the order of painting. Spaces stay: they part words that stand close. */
function signsOf(page: PDFiumPage, height: number, { mostSigns }: PdfLimits): Sign[] {
  const { module, pageIdx } = page as unknown as Internals
  const text = module._FPDFText_LoadPage(pageIdx)
  const room = module.wasmExports.malloc(32)
  try {
    const signs: Sign[] = []
    const count = Math.min(module._FPDFText_CountChars(text), mostSigns)
    for (let n = 0; n < count; n++) {
      if (module._FPDFText_IsGenerated(text, n) === 1) continue
      module._FPDFText_GetCharOrigin(text, n, room, room + 8)
      module._FPDFText_GetLooseCharBox(text, n, room + 16)
      // The memory may have moved while it grew, so it is looked at anew.
      const memory = Buffer.from(module.HEAPU8.buffer, module.HEAPU8.byteOffset + room, 32)
      signs.push({
        text: String.fromCodePoint(module._FPDFText_GetUnicode(text, n)),
        x: memory.readDoubleLE(0),
        right: memory.readFloatLE(24),
        y: height - memory.readDoubleLE(8),
        size: module._FPDFText_GetFontSize(text, n),
      })
    }
    return signs
  } finally {
    module.wasmExports.free(room)
    module._FPDFText_ClosePage(text)
  }
}

function wordsOf(signs: Sign[]): Word[] {
  const words: Word[] = []
  let word: Word | undefined
  for (const sign of signs) {
    if (sign.text.trim() === '') {
      word = undefined
      continue
    }
    if (word && isNext(word, sign)) {
      word.text += sign.text
      word.right = sign.right
    } else {
      word = { ...sign }
      words.push(word)
    }
  }
  return words
}

function isNext(word: Word, sign: Sign): boolean {
  const em = Math.max(word.size, sign.size)
  const gap = sign.x - word.right
  return Math.abs(sign.y - word.y) < em * lineStep && gap < em * spaceWidth && gap > -em
}
