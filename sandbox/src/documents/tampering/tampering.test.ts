import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFor } from '../../random.ts'
import { leftOf } from '../text-metrics.ts'
import { openChromium } from '../producers/chromium.ts'
import { libraryPdf } from '../producers/library.ts'
import { toGrey, withPdf } from '../raster.ts'
import { type Glyph, readGlyphs, readText } from '../read-back.ts'
import { plainDrawing } from '../testing/plain-drawing.ts'
import type { TextMark } from '../types.ts'
import { changeMetadata } from './changed-metadata.ts'
import { editAmount } from './edited-amount.ts'
import { overlayImage, overlayText } from './overlaid.ts'
import { replaceFont } from './replaced-font.ts'
import { swapPage } from './swapped-page.ts'
import type { Genuine, Twin } from './types.ts'

const chromium = openChromium()
afterAll(chromium.close)

const producers = { library: libraryPdf, chromium: chromium.pdf }
const was = '2,117.43'

describe.each(['library', 'chromium'] as const)('a twin of a file of the producer %s', (producer) => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await producers[producer](plainDrawing())
  })
  const genuine = (): Genuine => ({ bytes, drawing: plainDrawing(), producer, random: randomFor('twin') })

  /** Net pay is printed on both pages, and a forger changes both. */
  function figureOf(twin: Twin): string {
    const { changes } = twin.tampering
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

  test('with an edited amount begins with the genuine file and has one revision more', async () => {
    const twin = await editAmount(genuine())
    const now = figureOf(twin)
    expect(twin.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
    const added = twin.bytes.subarray(bytes.length).toString('latin1')
    expect(added.match(/%%EOF/g)).toHaveLength(1)
    expect(added).toMatch(/xref\n[\s\S]*trailer[\s\S]*\/Prev \d+[\s\S]*startxref\n\d+/)
    for (const text of await readText(twin.bytes)) {
      expect(text).toContain(now)
      // The digits in the library's stream are others; the browser's are covered.
      if (producer === 'library') expect(text).not.toContain(was)
    }
    // Whoever cuts the file where the first revision ends, has the genuine one.
    expect(await readText(twin.bytes.subarray(0, bytes.length))).toEqual(await readText(bytes))
  })

  test('with a replaced font says another figure in a font that no other figure there has', async () => {
    const twin = await replaceFont(genuine())
    const now = figureOf(twin)
    const [page = []] = await readGlyphs(twin.bytes)
    const text = page.map(({ sign }) => sign).join('')
    expect(text).not.toContain(was)
    const font = page[text.indexOf(now)]?.font
    expect(font).toBe('Times-Bold')
    const fontsBefore = (await readGlyphs(bytes))[0]?.find(({ y }) => Math.abs(y - 330) < 1)?.font
    expect(fontsBefore).toMatch(/Helvetica|LiberationSans/)
  })

  test('with overlaid text has the old figure below and the new one on top', async () => {
    const twin = await overlayText(genuine())
    const now = figureOf(twin)
    const [page = []] = await readGlyphs(twin.bytes)
    const text = page.map(({ sign }) => sign).join('')
    expect(text.indexOf(was)).toBeGreaterThan(0)
    expect(text.indexOf(now)).toBeGreaterThan(text.indexOf(was))
    const edge = (figure: string): Glyph | undefined => page[text.indexOf(figure) + figure.length - 1]
    expect(Math.abs((edge(now)?.right ?? 0) - (edge(was)?.right ?? 99))).toBeLessThan(0.5)
    expect(twin.bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(1)
  })

  test('with an overlaid image has the old figure as text and a picture over it', async () => {
    const twin = await overlayImage(genuine())
    const now = figureOf(twin)
    const texts = await readText(twin.bytes)
    expect(texts).toEqual(await readText(bytes))
    expect(texts.join()).not.toContain(now)
    const pictures = await withPdf(twin.bytes, (pdf) =>
      [...pdf.pages()].map((page) => [...page.objects()].filter(({ type }) => type === 'image').length),
    )
    expect(pictures).toEqual([1, 1])
  })

  test.each([
    ['an edited amount', editAmount],
    ['a replaced font', replaceFont],
    ['overlaid text', overlayText],
    ['an overlaid image', overlayImage],
  ])('with %s looks different inside the boxes it names and nowhere else', async (_, tamper) => {
    const twin = await tamper(genuine())
    const [before, after] = [await toGrey(bytes, 72), await toGrey(twin.bytes, 72)]
    for (const [n, page] of before.entries()) {
      const box = twin.tampering.changes.find((change) => change.page === n + 1)?.box
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

  test('is made of the figure alone, not of smaller words that begin at the same place', async () => {
    const drawing = plainDrawing()
    const [sheet] = drawing.sheets
    const figure = sheet?.marks.find((mark) => 'role' in mark && mark.role === 'net_pay') as TextMark
    sheet?.marks.push({ text: 'Net pay.', x: leftOf(figure), y: figure.y, size: 3, colour: '#ffffff' })
    const labelled = await producers[producer](drawing)
    for (const tamper of [editAmount, replaceFont]) {
      const twin = await tamper({ ...genuine(), bytes: labelled, drawing })
      const [page = []] = await readGlyphs(twin.bytes)
      const ofSize = (size: number) => page.filter((one) => Math.abs(one.size - size) < 0.05)
      const textOf = (size: number) =>
        ofSize(size)
          .map(({ sign }) => sign)
          .join('')
      expect(textOf(figure.size)).toContain(twin.tampering.changes[0]?.now)
      expect(textOf(3)).toBe('Netpay.')
    }
  })

  test('with changed metadata names an editor and a later day, and shows the same pages', async () => {
    const twin = await changeMetadata(genuine())
    const pdf = await PDFDocument.load(twin.bytes, { updateMetadata: false })
    expect(pdf.getProducer()).toContain('Editor')
    expect(Number(pdf.getModificationDate())).toBeGreaterThan(Number(pdf.getCreationDate()) + 2 * 86_400_000)
    expect(await readText(twin.bytes)).toEqual(await readText(bytes))
    expect(await toGrey(twin.bytes, 40)).toEqual(await toGrey(bytes, 40))
  })

  test('with a swapped page has one page of the other document and the rest of its own', async () => {
    const otherDrawing = plainDrawing()
    for (const { marks } of otherDrawing.sheets) marks.push({ text: 'September', x: 60, y: 20, size: 9 })
    const other = await producers[producer](otherDrawing)
    const twin = await swapPage(genuine(), { own: 'october.pdf', other: 'september.pdf' }, other)
    const [own, others] = [await readText(bytes), await readText(other)]
    expect(await readText(twin.bytes)).toEqual([own[0], others[1]])
    expect(twin.tampering.changes).toEqual([
      { page: 2, box: null, was: 'page 2 of october.pdf', now: 'page 2 of september.pdf' },
    ])
  })

  test('is the same again when it is made again', async () => {
    for (const tamper of [editAmount, replaceFont, overlayText, overlayImage, changeMetadata]) {
      const [one, other] = [await tamper(genuine()), await tamper(genuine())]
      expect(one.bytes.equals(other.bytes)).toBe(true)
    }
  })
})

test.each([
  ['without commas where the paper has none', '10200.00', /^\d{4}\.\d\d$/],
  ['with commas where the paper has them', '10,200.00', /^\d,\d{3}\.\d\d$/],
])('a forged figure is written %s', async (_, toDate, form) => {
  const marks = [
    { text: '950.00', x: 50, y: 50, size: 9, role: 'net_pay' },
    { text: toDate, x: 50, y: 70, size: 9, role: 'ytd' },
  ]
  const drawing = { ...plainDrawing(), sheets: [{ width: 200, height: 100, marks }] }
  const bytes = await libraryPdf(drawing)
  const twin = await overlayText({ bytes, drawing, producer: 'library', random: randomFor('commas') })
  expect(twin.tampering.changes[0]?.now).toMatch(form)
})

test('a drawing without a figure that may be changed is refused', async () => {
  const drawing = { ...plainDrawing(), sheets: [{ width: 100, height: 100, marks: [] }] }
  const bytes = await libraryPdf(drawing)
  const tampering = overlayText({ bytes, drawing, producer: 'library', random: randomFor('none') })
  await expect(tampering).rejects.toThrow('may change')
})
