import { expect, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import { smallPdf } from '../../../test/small-pdf.ts'
import type { Page, Word } from '../document.ts'
import { readPages } from '../pdf/read-pages.ts'
import type { Picture } from './page-image.ts'
import { isTooPoor, needsRecognition, textQuality } from './quality.ts'
import { recognisePages } from './recognise.ts'
import { straightened } from './deskew.ts'

const sandbox = await startSandbox()

async function payslip(more = ''): Promise<Uint8Array> {
  const reply = await fetch(
    `${sandbox.url}/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger${more}`,
  )
  return new Uint8Array(await reply.arrayBuffer())
}

test('a scanned page is straightened and read: every sum of the original, at its place', {
  timeout: 120_000,
}, async () => {
  const [original] = await readPages(await payslip())
  const bytes = await payslip('&scan=200')
  const pages = await readPages(bytes)
  expect(pages).toMatchObject([{ words: [], source: 'empty', picture: 1 }])
  const [page] = await recognisePages(bytes, pages)
  expect(page).toMatchObject({ source: 'ocr' })
  const sums = original?.words.filter(({ text }) => /\d\.\d\d$/.test(text)) ?? []
  expect(sums.length).toBeGreaterThan(8)
  for (const sum of sums) {
    const found = page?.words.filter(({ text }) => text === sum.text) ?? []
    expect([sum.text, found.length > 0]).toEqual([sum.text, true])
    expect(Math.min(...found.map((word) => distance(word, sum)))).toBeLessThan(14)
  }
  expect(page && isTooPoor([page])).toBe(false)
})

const distance = (a: Word, b: Word) => Math.hypot(a.right - b.right, a.y - b.y)

test('pages that there is no time for are named and left as they are', async () => {
  const bytes = await payslip('&scan=200')
  const pages = await readPages(bytes)
  const leftOut: number[] = []
  const limits = { until: performance.now() - 1, onLeftOut: (page: number) => leftOut.push(page) }
  expect(await recognisePages(bytes, pages, limits)).toEqual(pages)
  expect(leftOut).toEqual([1])
})

test('a page that shows nothing stays empty and is not recognised', async () => {
  const bytes = smallPdf({ pages: [{ content: '' }] })
  const pages = await readPages(bytes)
  expect(await recognisePages(bytes, pages)).toMatchObject([{ words: [], source: 'empty' }])
})

test.each([-3, -0.7, 0, 1.4, 5])('lines that are off by %d degrees are found to be so', (degrees) => {
  expect(straightened(ruled(degrees)).degrees).toBeCloseTo(degrees, 0)
})

/** Broken lines as of text, turned around the middle. */
function ruled(degrees: number): Picture {
  const [width, height] = [900, 1200]
  const pixels = new Uint8Array(width * height).fill(245)
  const slope = Math.tan((degrees * Math.PI) / 180)
  for (let line = 100; line < 1100; line += 30)
    for (let x = 80; x < 820; x++)
      if (Math.floor(x / 23) % 4 > 0)
        for (let y = 0; y < 8; y++) pixels[Math.round(line + y + (x - width / 2) * slope) * width + x] = 20
  return { width, height, pixels, dpi: 110 }
}

const pageOf = (texts: string[], more: Partial<Page> = {}): Page => ({
  number: 1,
  width: 595,
  height: 842,
  hidden: [],
  covers: [],
  source: 'text',
  picture: 0,
  words: texts.map((text) => ({ text, x: 0, right: 10, y: 10, size: 10 })),
  ...more,
})

test('text that reads as text is used; glyphs without meaning and pictures with a stamp are recognised', () => {
  const real = 'Mr B Thistlewick Sort code 00-14-27 Balance £1,204.50 on 12-SEP-2025 & 3 more'.split(' ')
  expect(textQuality(pageOf(real).words)).toBe(1)
  expect(needsRecognition(pageOf(real))).toBe(false)
  expect(needsRecognition(pageOf(['\uE012\uE013', '\uFFFD\uFFFD', '#$%!!', 'ok']))).toBe(true)
  expect(needsRecognition(pageOf(['Scanned', 'by', 'hand'], { picture: 0.9 }))).toBe(true)
})

test('words that were recognised with little certainty, or that are no words, are too poor', () => {
  const certain = (certainty: number, text = 'Balance') =>
    pageOf([], { source: 'ocr', words: [{ text, x: 0, right: 10, y: 10, size: 10, certainty }] })
  expect([certain(90), certain(40), certain(90, '~|}%')].map((page) => isTooPoor([page]))).toEqual([
    false,
    true,
    true,
  ])
})
