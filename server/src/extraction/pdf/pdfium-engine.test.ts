import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/small-pdf.ts'
import { createPdfium } from './pdfium-engine.ts'

const pdf = smallPdf({ pages: [{ content: 'BT /F1 10 Tf 50 200 Td (12,345.67) Tj ET' }] })

test('wiping PDFium leaves nothing of a file in its memory, and it can read the next file', async () => {
  const { library, wipe } = await createPdfium()
  const { module } = library as unknown as { module: { HEAPU8: Uint8Array } }
  const memory = () => createHash('sha256').update(module.HEAPU8).digest('hex')
  const clean = memory()
  for (let round = 0; round < 2; round++) {
    const opened = await library.loadDocument(pdf)
    expect(opened.getPage(0).getText()).toBe('12,345.67')
    expect(memory()).not.toBe(clean)
    expect(wipe()).toBe(true)
    expect(memory()).toBe(clean)
  }
})
