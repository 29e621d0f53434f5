import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFor } from '../../random.ts'
import { openChromium } from '../producers/chromium.ts'
import { libraryPdf } from '../producers/library.ts'
import { toGrey, withPdf } from '../raster.ts'
import { type PaintedGlyph, readGlyphs, readText } from '../read-back.ts'
import { plainDrawing } from '../testing/plain-drawing.ts'
import { leftOf } from '../text-metrics.ts'
import type { TextMark } from '../types.ts'
import { changeMetadata } from './changed-metadata.ts'
import { editAmount } from './edited-amount.ts'
import { overlayImage, overlayText } from './overlaid.ts'
import { replaceFont } from './replaced-font.ts'
import { swapPage } from './swapped-page.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

const chromium = openChromium()
afterAll(chromium.close)

const producers = { library: libraryPdf, chromium: chromium.pdf }
const was = '2,117.43'

describe.each(['library', 'chromium'] as const)('tampered documents of the producer %s', (producer) => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await producers[producer](plainDrawing())
  })
  const genuine = (): GenuineDocument => ({
    bytes,
    drawing: plainDrawing(),
    producer,
    random: randomFor('twin'),
  })

  /** Returns the new net pay, which is printed, and therefore changed, on both pages. */
  function figureOf(tampered: TamperedCopy): string {
    const { changes } = tampered.tampering
    expect(changes.map((change) => [change.page, change.was])).toEqual([
      [1, was],
      [2, was],
    ])
    const now = changes[0]?.now ?? ''
    expect(changes[1]?.now).toBe(now)
    expect(now).toMatch(/^\d,\d{3}\.\d\d$/)
    expect(now > was).toBe(true)
    return now
  }

  test('edited amount: starts with the genuine file and adds one revision', async () => {
    const tampered = await editAmount(genuine())
    const now = figureOf(tampered)
    expect(tampered.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
    const added = tampered.bytes.subarray(bytes.length).toString('latin1')
    expect(added.match(/%%EOF/g)).toHaveLength(1)
    expect(added).toMatch(/xref\n[\s\S]*trailer[\s\S]*\/Prev \d+[\s\S]*startxref\n\d+/)
    for (const text of await readText(tampered.bytes)) {
      expect(text).toContain(now)
      // In library files the digits are replaced, in Chromium files they are covered.
      if (producer === 'library') expect(text).not.toContain(was)
    }
    // The file truncated at the end of the first revision is the genuine file.
    expect(await readText(tampered.bytes.subarray(0, bytes.length))).toEqual(await readText(bytes))
  })

  test('replaced font: the new figure uses a font that no other figure has', async () => {
    const tampered = await replaceFont(genuine())
    const now = figureOf(tampered)
    const [page = []] = await readGlyphs(tampered.bytes)
    const text = page.map(({ character }) => character).join('')
    expect(text).not.toContain(was)
    const font = page[text.indexOf(now)]?.font
    expect(font).toBe('Times-Bold')
    const fontsBefore = (await readGlyphs(bytes))[0]?.find(({ y }) => Math.abs(y - 330) < 1)?.font
    expect(fontsBefore).toMatch(/Helvetica|LiberationSans/)
  })

  test('overlaid text: the old figure is below the new one', async () => {
    const tampered = await overlayText(genuine())
    const now = figureOf(tampered)
    const [page = []] = await readGlyphs(tampered.bytes)
    const text = page.map(({ character }) => character).join('')
    expect(text.indexOf(was)).toBeGreaterThan(0)
    expect(text.indexOf(now)).toBeGreaterThan(text.indexOf(was))
    const edge = (figure: string): PaintedGlyph | undefined => page[text.indexOf(figure) + figure.length - 1]
    expect(Math.abs((edge(now)?.right ?? 0) - (edge(was)?.right ?? 99))).toBeLessThan(0.5)
    expect(tampered.bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(1)
  })

  test('overlaid image: the old figure remains as text below an image', async () => {
    const tampered = await overlayImage(genuine())
    const now = figureOf(tampered)
    const texts = await readText(tampered.bytes)
    expect(texts).toEqual(await readText(bytes))
    expect(texts.join()).not.toContain(now)
    const pictures = await withPdf(tampered.bytes, (pdf) =>
      [...pdf.pages()].map((page) => [...page.objects()].filter(({ type }) => type === 'image').length),
    )
    expect(pictures).toEqual([1, 1])
  })

  test.each([
    ['an edited amount', editAmount],
    ['a replaced font', replaceFont],
    ['overlaid text', overlayText],
    ['an overlaid image', overlayImage],
  ])('%s: differs visually only inside the reported boxes', async (_, tamper) => {
    const tampered = await tamper(genuine())
    const [before, after] = [await toGrey(bytes, 72), await toGrey(tampered.bytes, 72)]
    for (const [n, page] of before.entries()) {
      const box = tampered.tampering.changes.find((change) => change.page === n + 1)?.box
      if (!box) throw new Error('a change has no box')
      let [inside, outside] = [0, 0]
      page.pixels.forEach((level, at) => {
        if (Math.abs(level - (after[n]?.pixels[at] ?? 0)) < 24) return
        const [x, y] = [at % page.width, Math.floor(at / page.width)]
        const isInside =
          x >= box[0] - 3 && x <= box[0] + box[2] + 3 && y >= box[1] - 3 && y <= box[1] + box[3] + 3
        if (isInside) inside++
        else outside++
      })
      expect(inside).toBeGreaterThan(5)
      expect(outside).toBe(0)
    }
  })

  test('changes only the figure, not smaller text at the same position', async () => {
    const drawing = plainDrawing()
    const [sheet] = drawing.sheets
    const figure = sheet?.marks.find((mark) => 'role' in mark && mark.role === 'net_pay') as TextMark
    sheet?.marks.push({ text: 'Net pay.', x: leftOf(figure), y: figure.y, size: 3, colour: '#ffffff' })
    const labelled = await producers[producer](drawing)
    for (const tamper of [editAmount, replaceFont]) {
      const tampered = await tamper({ ...genuine(), bytes: labelled, drawing })
      const [page = []] = await readGlyphs(tampered.bytes)
      const ofSize = (size: number) => page.filter((one) => Math.abs(one.size - size) < 0.05)
      const textOf = (size: number) =>
        ofSize(size)
          .map(({ character }) => character)
          .join('')
      expect(textOf(figure.size)).toContain(tampered.tampering.changes[0]?.now)
      expect(textOf(3)).toBe('Netpay.')
    }
  })

  test('changed metadata: names an editor and a later date without changing the pages', async () => {
    const tampered = await changeMetadata(genuine())
    const pdf = await PDFDocument.load(tampered.bytes, { updateMetadata: false })
    expect(pdf.getProducer()).toContain('Editor')
    expect(Number(pdf.getModificationDate())).toBeGreaterThan(Number(pdf.getCreationDate()) + 2 * 86_400_000)
    expect(await readText(tampered.bytes)).toEqual(await readText(bytes))
    expect(await toGrey(tampered.bytes, 40)).toEqual(await toGrey(bytes, 40))
  })

  test('swapped page: one page is from the other document', async () => {
    const otherDrawing = plainDrawing()
    for (const { marks } of otherDrawing.sheets) marks.push({ text: 'September', x: 60, y: 20, size: 9 })
    const other = await producers[producer](otherDrawing)
    const tampered = await swapPage(genuine(), { own: 'october.pdf', other: 'september.pdf' }, other)
    const [own, others] = [await readText(bytes), await readText(other)]
    expect(await readText(tampered.bytes)).toEqual([own[0], others[1]])
    expect(tampered.tampering.changes).toEqual([
      { page: 2, box: null, was: 'page 2 of october.pdf', now: 'page 2 of september.pdf' },
    ])
  })

  test('tampering is deterministic', async () => {
    for (const tamper of [editAmount, replaceFont, overlayText, overlayImage, changeMetadata]) {
      const [one, other] = [await tamper(genuine()), await tamper(genuine())]
      expect(one.bytes.equals(other.bytes)).toBe(true)
    }
  })
})

test.each([
  ['without commas if the document has none', '10200.00', /^\d{4}\.\d\d$/],
  ['with commas if the document has them', '10,200.00', /^\d,\d{3}\.\d\d$/],
])('formats a forged figure %s', async (_, toDate, form) => {
  const marks = [
    { text: '950.00', x: 50, y: 50, size: 9, role: 'net_pay' },
    { text: toDate, x: 50, y: 70, size: 9, role: 'ytd' },
  ]
  const drawing = { ...plainDrawing(), sheets: [{ width: 200, height: 100, marks }] }
  const bytes = await libraryPdf(drawing)
  const tampered = await overlayText({ bytes, drawing, producer: 'library', random: randomFor('commas') })
  expect(tampered.tampering.changes[0]?.now).toMatch(form)
})

test('rejects a drawing without a figure that may be changed', async () => {
  const drawing = { ...plainDrawing(), sheets: [{ width: 100, height: 100, marks: [] }] }
  const bytes = await libraryPdf(drawing)
  const tampering = overlayText({ bytes, drawing, producer: 'library', random: randomFor('none') })
  await expect(tampering).rejects.toThrow('may change')
})
