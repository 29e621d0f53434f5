import { expect, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import { smallPdf } from '../../../test/small-pdf.ts'
import { getDisplaySize, toDisplayProvenance } from '../display-coordinates.ts'
import type { PageWord, PdfPage } from '../document.ts'
import { readPages } from '../pdf/read-pages.ts'
import { deskew } from './deskew.ts'
import type { PageImage } from './page-image.ts'
import { isTooPoor, needsRecognition, textQuality } from './quality.ts'
import { recognisePages } from './recognise.ts'

const sandbox = await startSandbox()

async function payslip(more = ''): Promise<Uint8Array> {
  const reply = await fetch(
    `${sandbox.url}/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger${more}`,
  )
  return new Uint8Array(await reply.arrayBuffer())
}

test('deskews and recognises a scanned page: every amount of the original at its position', async () => {
  const [original] = await readPages(await payslip())
  const bytes = await payslip('&scan=200')
  const pages = await readPages(bytes)
  expect(pages).toMatchObject([{ words: [], source: 'empty', imageShare: 1 }])
  const [page] = await recognisePages(bytes, pages)
  expect(page).toMatchObject({ source: 'ocr' })
  const amounts = original?.words.filter(({ text }) => /\d\.\d\d$/.test(text)) ?? []
  expect(amounts.length).toBeGreaterThan(8)
  for (const amount of amounts) {
    const matches = page?.words.filter(({ text }) => text === amount.text) ?? []
    expect([amount.text, matches.length > 0]).toEqual([amount.text, true])
    expect(Math.min(...matches.map((word) => distance(word, amount)))).toBeLessThan(14)
  }
  expect(page && isTooPoor([page])).toBe(false)
})

const distance = (a: PageWord, b: PageWord) => Math.hypot(a.right - b.right, a.y - b.y)

test('flattens and recognises a photo taken at an angle: every amount, at its place in the photo', async () => {
  const [original] = await readPages(await payslip())
  const bytes = await payslip('&photo=hard')
  const [page] = await recognisePages(bytes, await readPages(bytes))
  if (!page?.flattened) throw new Error('no sheet was found in the photo')
  expect(page).toMatchObject({ source: 'ocr' })
  expect(page.flattened).toMatchObject(getDisplaySize(page))
  const amounts = original?.words.filter(({ text }) => /\d\.\d\d$/.test(text)) ?? []
  expect(amounts.length).toBeGreaterThan(8)
  for (const { text } of amounts)
    expect([text, page.words.some((word) => word.text === text)]).toEqual([text, true])
  const regions = page.words.map(({ x, y, right, size }) => ({
    place: { page: 1, box: [x, y - size, right, y] as [number, number, number, number] },
    method: 'ocr' as const,
    confidence: 'printed' as const,
  }))
  const boxes = Object.values(toDisplayProvenance(Object.fromEntries(regions.entries()), [page]))
  for (const { place } of boxes) {
    const [left = -1, top = -1, right = Infinity, bottom = Infinity] = place?.box ?? []
    expect(left >= 0 && top >= 0).toBe(true)
    expect(right <= page.flattened.width && bottom <= page.flattened.height).toBe(true)
  }
})

test('reports pages skipped at the deadline and leaves them unchanged', async () => {
  const bytes = await payslip('&scan=200')
  const pages = await readPages(bytes)
  const skippedPages: number[] = []
  const limits = {
    deadlineMs: performance.now() - 1,
    onPageSkipped: (page: number) => skippedPages.push(page),
  }
  expect(await recognisePages(bytes, pages, limits)).toEqual(pages)
  expect(skippedPages).toEqual([1])
})

test('leaves a blank page empty', async () => {
  const bytes = smallPdf({ pages: [{ content: '' }] })
  const pages = await readPages(bytes)
  expect(await recognisePages(bytes, pages)).toMatchObject([{ words: [], source: 'empty' }])
})

test.each([-3, -0.7, 0, 1.4, 5])('measures a skew of %d degrees', (degrees) => {
  expect(deskew(ruled(degrees)).degrees).toBeCloseTo(degrees, 0)
})

/** Returns an image with broken lines that look like text, rotated around the centre. */
function ruled(degrees: number): PageImage {
  const [width, height] = [900, 1200]
  const pixels = new Uint8Array(width * height).fill(245)
  const slope = Math.tan((degrees * Math.PI) / 180)
  for (let line = 100; line < 1100; line += 30)
    for (let x = 80; x < 820; x++)
      if (Math.floor(x / 23) % 4 > 0)
        for (let y = 0; y < 8; y++) pixels[Math.round(line + y + (x - width / 2) * slope) * width + x] = 20
  return { width, height, pixels, dpi: 110 }
}

const pageOf = (texts: string[], more: Partial<PdfPage> = {}): PdfPage => ({
  number: 1,
  width: 595,
  height: 842,
  hidden: [],
  covers: [],
  source: 'text',
  imageShare: 0,
  words: texts.map((text) => ({ text, x: 0, right: 10, y: 10, size: 10 })),
  ...more,
})

test('uses readable text, but recognises pages with unmapped glyphs or a full-page image', () => {
  const real = 'Mr B Thistlewick Sort code 00-14-27 Balance £1,204.50 on 12-SEP-2025 & 3 more'.split(' ')
  expect(textQuality(pageOf(real).words)).toBe(1)
  expect(needsRecognition(pageOf(real))).toBe(false)
  expect(needsRecognition(pageOf(['\uE012\uE013', '\uFFFD\uFFFD', '#$%!!', 'ok']))).toBe(true)
  expect(needsRecognition(pageOf(['Scanned', 'by', 'hand'], { imageShare: 0.9 }))).toBe(true)
})

test('does not recognise a page because a line printer drew its boxes with characters', () => {
  const boxes = ['+------+', '|', '|', '¦', '======', '╔══╗', '|', '+', '----']
  expect(needsRecognition(pageOf(['Gross', 'pay', '£1,204.50', ...boxes]))).toBe(false)
  expect(needsRecognition(pageOf(boxes))).toBe(true)
})

test('rejects OCR results with low confidence or few real words', () => {
  const certain = (certainty: number, text = 'Balance') =>
    pageOf([], { source: 'ocr', words: [{ text, x: 0, right: 10, y: 10, size: 10, certainty }] })
  expect([certain(90), certain(40), certain(90, '~|}%')].map((page) => isTooPoor([page]))).toEqual([
    false,
    true,
    true,
  ])
})
