import { readFile } from 'node:fs/promises'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'

// The baseline: reads every glyph of every page with PDFium and joins glyphs to words, without interpreting them.
// Receives file paths over IPC; replies with the CPU milliseconds and the number of pages.

type Internals = {
  pageIdx: number
  module: {
    _FPDFText_LoadPage(page: number): number
    _FPDFText_ClosePage(text: number): void
    _FPDFText_CountChars(text: number): number
    _FPDFText_GetUnicode(text: number, n: number): number
    _FPDFText_GetCharOrigin(text: number, n: number, x: number, y: number): number
    _FPDFText_GetLooseCharBox(text: number, n: number, box: number): number
    _FPDFText_GetFontSize(text: number, n: number): number
    wasmExports: { malloc(size: number): number; free(at: number): void }
    HEAPU8: Uint8Array
  }
}

type Word = { text: string; x: number; right: number; y: number; size: number }

const library = await PDFiumLibrary.init()

process.on('message', async ({ paths }: { paths: string[] }) => {
  const files = await Promise.all(paths.map((path) => readFile(path)))
  const before = process.cpuUsage()
  let pages = 0
  let words = 0
  for (const file of files) {
    const pdf = await library.loadDocument(file)
    for (const page of pdf.pages()) {
      words += wordsOf(page).length
      pages++
    }
    pdf.destroy()
  }
  const { user, system } = process.cpuUsage(before)
  process.send?.({ ms: (user + system) / 1_000, pages, words })
})
process.send?.({ listening: 'bare' })

function wordsOf(page: PDFiumPage): Word[] {
  const { module, pageIdx } = page as unknown as Internals
  const text = module._FPDFText_LoadPage(pageIdx)
  const buffer = module.wasmExports.malloc(32)
  const words: Word[] = []
  let word: Word | undefined
  const count = module._FPDFText_CountChars(text)
  for (let n = 0; n < count; n++) {
    const glyph = String.fromCodePoint(module._FPDFText_GetUnicode(text, n))
    if (glyph.trim() === '') {
      word = undefined
      continue
    }
    module._FPDFText_GetCharOrigin(text, n, buffer, buffer + 8)
    module._FPDFText_GetLooseCharBox(text, n, buffer + 16)
    const memory = Buffer.from(module.HEAPU8.buffer, module.HEAPU8.byteOffset + buffer, 32)
    const [x, y, right] = [memory.readDoubleLE(0), memory.readDoubleLE(8), memory.readFloatLE(24)]
    const size = module._FPDFText_GetFontSize(text, n)
    if (word && Math.abs(word.y - y) < size * 0.2 && x - word.right < size * 0.17) {
      word.text += glyph
      word.right = right
    } else {
      word = { text: glyph, x, right, y, size }
      words.push(word)
    }
  }
  module.wasmExports.free(buffer)
  module._FPDFText_ClosePage(text)
  return words
}
