import { expect, test } from 'vitest'
import { type SmallPdf, smallPdf } from '../../../test/small-pdf.ts'
import type { PdfPage } from '../document.ts'
import { readPages } from './read-pages.ts'

const text = (words: string, x: number, y: number, more = '') =>
  `BT /F1 10 Tf ${more} ${x} ${y} Td (${words}) Tj ET\n`

async function firstPage(
  content: string,
  more: Partial<SmallPdf> & { page?: string; resources?: string } = {},
): Promise<PdfPage> {
  const { page, resources, ...rest } = more
  const [first] = await readPages(smallPdf({ pages: [{ content, page, resources }], ...rest }))
  if (!first) throw new Error('no page')
  return first
}

const getTexts = (page: PdfPage) => page.words.map((word) => word.text)
const getPositions = (page: PdfPage) =>
  page.words.map(({ text: word, x, y }) => [word, Math.round(x), Math.round(y)])

test('reads position, size, font without subset prefix and colour of a word', async () => {
  const page = await firstPage('1 0 0 rg BT /F2 10 Tf 50 280 Td (Amount) Tj ET')
  expect(page.words).toEqual([
    {
      text: 'Amount',
      x: 50,
      right: expect.closeTo(86, 1),
      y: 20,
      size: 10,
      font: 'Courier',
      colour: 0xff0000,
    },
  ])
})

test('reports the displayed font size of text scaled by a matrix', async () => {
  const page = await firstPage('q 0.24 0 0 0.24 0 0 cm BT /F1 50 Tf 200 1000 Td (Small) Tj ET Q')
  expect(page.words).toMatchObject([{ text: 'Small', size: expect.closeTo(12, 2), x: expect.closeTo(48, 1) }])
})

test.each([
  [0, 400, 300],
  [90, 300, 400],
  [180, 400, 300],
  [270, 300, 400],
])('reads a page rotated by %i degrees as displayed', async (degrees, width, height) => {
  // After the page is rotated, the text is upright, 30 points from the left and 40 points from the top.
  const [cos, sin] = [
    Math.round(Math.cos((degrees * Math.PI) / 180)),
    Math.round(Math.sin((degrees * Math.PI) / 180)),
  ]
  const [x, y] = [
    [30, 260],
    [40, 30],
    [370, 40],
    [360, 270],
  ][degrees / 90] as [number, number]
  const content = `BT /F1 10 Tf ${cos} ${sin} ${-sin} ${cos} ${x} ${y} Tm (Two words) Tj ET`
  const page = await firstPage(content, { page: `/Rotate ${degrees}` })
  expect([page.width, page.height]).toEqual([width, height])
  expect(getPositions(page)[0]).toEqual(['Two', 30, 40])
  expect(page.words[1]?.x).toBeGreaterThan(page.words[0]?.right ?? Infinity)
})

test('rotates a page whose text runs sideways even without /Rotate', async () => {
  const page = await firstPage('BT /F1 10 Tf 0 1 -1 0 40 30 Tm (Two words) Tj ET')
  expect([page.width, page.height]).toEqual([300, 400])
  expect(getPositions(page)[0]).toEqual(['Two', 30, 40])
})

test('reads vertical text in the margin as whole words without rotating the page', async () => {
  const content = `${text('Most of the text is upright', 50, 200)}BT /F1 8 Tf 0 1 -1 0 20 100 Tm (Form 17) Tj ET`
  expect(getTexts(await firstPage(content))).toEqual([
    'Most',
    'of',
    'the',
    'text',
    'is',
    'upright',
    'Form',
    '17',
  ])
})

test('measures positions from the crop box and reports text outside it as hidden', async () => {
  const box = '/MediaBox [-100 -100 500 400] /CropBox [0 0 400 300]'
  const page = await firstPage(text('Inside', 50, 280) + text('Outside', -80, 350), { page: box })
  expect([page.width, page.height]).toEqual([400, 300])
  expect(getPositions(page)).toEqual([['Inside', 50, 20]])
  expect(page.hidden).toMatchObject([{ text: 'Outside', why: 'off-page' }])
})

test('reads letters painted twice for simulated bold type once', async () => {
  const page = await firstPage(text('Total', 50, 200) + text('Total', 50.3, 200) + text('Total', 50, 180))
  expect(getPositions(page)).toEqual([
    ['Total', 50, 100],
    ['Total', 50, 120],
  ])
})

test('joins evenly letter-spaced words, but not initials or columns', async () => {
  const content =
    text('STATEMENT', 50, 250, '4 Tc') + text('J A Smith', 50, 200, '0 Tc') + text('1 2', 50, 180)
  expect(getTexts(await firstPage(content))).toEqual(['STATEMENT', 'J', 'A', 'Smith', '1', '2'])
})

test('joins glyphs that are painted one by one in any order', async () => {
  const letters = [...'1,234.56'].map((sign, n) => text(sign, 50 + 6.002 * n, 200).replace('F1', 'F2'))
  const page = await firstPage([...letters.slice(4), ...letters.slice(0, 4)].join(''))
  expect(getTexts(page)).toEqual(['1,234.56'])
})

test('joins tabular figures with a gap behind a narrow 1, but not at the width of a space', async () => {
  const widths = [...'./0123456789'].map((sign) => (sign === '.' ? 270 : sign === '1' ? 450 : 640)).join(' ')
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 46 /LastChar 57 /Widths [${widths}] >>`
  const content =
    'BT /F9 10 Tf 50 200 Td [(1) -190 (9.05)] TJ 0 -20 Td [(51) -190 (.02)] TJ 0 -20 Td [(1) -250 (23)] TJ ET'
  const page = await firstPage(content, { objects: [font], resources: '/Font << /F9 10 0 R >>' })
  expect(getTexts(page)).toEqual(['19.05', '51.02', '1', '23'])
})

test('normalises minus signs, spaces and ligatures', async () => {
  const encoding = '/Encoding << /Type /Encoding /Differences [65 /fi /minus /space /endash] >>'
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${encoding} >>`
  const content = 'BT /F9 10 Tf 50 200 Td (Aeld) Tj 0 -20 Td (B12.50) Tj ET'
  const page = await firstPage(content, { objects: [font], resources: '/Font << /F9 10 0 R >>' })
  expect(getTexts(page)).toEqual(['field', '-12.50'])
})

test('reports text under a box as hidden, with the words written on the box', async () => {
  const page = await firstPage(
    `${text('34.94', 50, 200)}1 g 48 197 40 12 re f 0 g ${text('3,034.94', 50, 200)}`,
  )
  expect(getTexts(page)).toEqual(['3,034.94'])
  expect(page.hidden).toMatchObject([{ text: '34.94', why: 'box' }])
  expect(page.covers).toMatchObject([{ by: 'box', redrawn: [{ text: '3,034.94' }] }])
  expect(page.covers[0]?.box.map(Math.round)).toEqual([48, 91, 88, 103])
})

test('reports the same word written again on a box as visible once and hidden once', async () => {
  const page = await firstPage(`${text('34.94', 50, 200)}1 g 48 197 40 12 re f 0 g ${text('34.94', 50, 200)}`)
  expect(getTexts(page)).toEqual(['34.94'])
  expect(page.hidden).toHaveLength(1)
  expect(page.covers).toHaveLength(1)
})

test('detects a covering box inside a form XObject with its own matrix', async () => {
  const form = {
    dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 40 12] /Matrix [1 0 0 1 8 0]',
    stream: '1 g 0 0 40 12 re f',
  }
  const content = `${text('34.94', 50, 200)}${text('beside', 150, 200)}q 1 0 0 1 40 197 cm /X1 Do Q`
  const page = await firstPage(content, { objects: [form], resources: '/XObject << /X1 10 0 R >>' })
  expect(getTexts(page)).toEqual(['beside'])
  expect(page.hidden).toMatchObject([{ text: '34.94', why: 'box' }])
})

const createImage = (more = '') => ({
  dictionary: `/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more}`,
  stream: Buffer.from([255, 255, 255, 255]),
})

test('reports text under an opaque image as hidden, but not under a transparent one', async () => {
  const content = `${text('34.94', 50, 200)}q 60 0 0 14 45 196 cm /I1 Do Q`
  const solid = await firstPage(content, { objects: [createImage()], resources: '/XObject << /I1 10 0 R >>' })
  expect(solid.hidden).toMatchObject([{ text: '34.94', why: 'image' }])
  const mask = { ...createImage(), stream: Buffer.from([0, 0, 0, 0]) }
  const objects = [createImage('/SMask 11 0 R'), mask]
  const clear = await firstPage(content, { objects, resources: '/XObject << /I1 10 0 R >>' })
  expect([getTexts(clear), clear.hidden]).toEqual([['34.94'], []])
})

test('does not report backgrounds, frames, strike-through rules and translucent highlights as covers', async () => {
  const content = [
    `0.9 g 0 190 400 30 re f 0 g ${text('On a band', 50, 200)}`,
    `${text('In a frame', 50, 150)}0.5 g 40 140 100 30 re 42 142 96 26 re f* 0 g`,
    `${text('Struck out', 50, 100)}0 g 50 103 60 1 re f`,
    `${text('Marked', 50, 60)}/G1 gs 1 1 0 rg 45 55 60 14 re f`,
  ]
  const resources = '/ExtGState << /G1 << /BM /Multiply >> >>'
  const page = await firstPage(content.join('\n'), { resources })
  expect(getTexts(page).join(' ')).toBe('On a band In a frame Struck out Marked')
  expect([page.hidden, page.covers]).toEqual([[], []])
})

test('reports white text as hidden on a white page, but not on a dark band', async () => {
  const content = `1 g ${text('ghost', 50, 100)}0 0 0.4 rg 0 190 400 30 re f 1 g ${text('Heading', 50, 200)}`
  const page = await firstPage(content)
  expect(getTexts(page)).toEqual(['Heading'])
  expect(page.hidden).toMatchObject([{ text: 'ghost', why: 'white' }])
})

test.each([
  ['invisible', text('ghost', 50, 100, '3 Tr')],
  ['invisible', `q /G1 gs ${text('ghost', 50, 100)} Q`],
  ['tiny', 'BT /F1 1 Tf 50 100 Td (ghost) Tj ET'],
  ['off-page', text('ghost', 50, -40)],
  ['off-page', `q 0 0 40 300 re W n ${text('ghost', 50, 100)} Q`],
] as const)('reports %s text as hidden: %s', async (why, content) => {
  const page = await firstPage(content, { resources: '/ExtGState << /G1 << /ca 0.01 >> >>' })
  expect([getTexts(page), page.hidden.map((word) => [word.text, word.why])]).toEqual([[], [['ghost', why]]])
})

test('reads text of annotations and form fields and treats their backgrounds as covers', async () => {
  const look = {
    dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 60 14] /Resources << /Font << /F1 3 0 R >> >>',
    stream: '1 g 0 0 60 14 re f 0 g BT /F1 10 Tf 2 3 Td (900.00) Tj ET',
  }
  const note =
    '<< /Type /Annot /Subtype /FreeText /Rect [45 196 105 210] /F 4 /DA (/F1 10 Tf) /Contents (900.00) /AP << /N 10 0 R >> >>'
  const page = await firstPage(text('34.94', 50, 200), { objects: [look, note], page: '/Annots [11 0 R]' })
  expect(getTexts(page)).toEqual(['900.00'])
  expect(page.hidden).toMatchObject([{ text: '34.94', why: 'box' }])
})

test('treats a page image with an invisible text layer as a scan, not as hidden text', async () => {
  const layer = Array.from({ length: 25 }, (_, n) => text(`word${n}`, 50, 290 - n * 11, '3 Tr'))
  const content = `q 400 0 0 300 0 0 cm /I1 Do Q ${layer.join('')}`
  const page = await firstPage(content, { objects: [createImage()], resources: '/XObject << /I1 10 0 R >>' })
  expect(page).toMatchObject({ source: 'ocr', hidden: [], covers: [], imageShare: 1 })
  expect(page.words).toHaveLength(25)
  expect(page.words[0]).toMatchObject({ text: 'word0', certainty: 40 })
})

/** A page whose font maps one character code to several letters; both as hexadecimal digits. */
function pageWithLigature(code: string, letters: string, text: string) {
  const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <${code}> <${letters}> endbfchar endcmap end`
  return firstPage('/X1 Do', {
    resources: '/XObject << /X1 12 0 R >>',
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 11 0 R >>',
      { dictionary: '', stream: map },
      {
        dictionary:
          '/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << /Font << /F1 10 0 R >> >>',
        stream: `BT /F1 10 Tf 50 200 Td (${text}) Tj ET`,
      },
    ],
  })
}

test('reads every letter of a ligature', async () => {
  const page = await pageWithLigature('78', '00660066', 'Staxing')
  expect(getTexts(page)).toEqual(['Staffing'])
})

test('divides the width of a ligature among its letters', async () => {
  const page = await pageWithLigature('57', '007400740069', 'NoWngham NoWs')
  expect(getTexts(page)).toEqual(['Nottingham', 'Nottis'])
  const [first, second] = page.words
  // W is 9.4 points wide; the three letters share that width.
  expect((second?.right ?? 0) - (second?.x ?? 0)).toBeCloseTo(7.2 + 5.6 + 9.4 + 5, 0)
  expect(second?.x).toBeGreaterThan(first?.right ?? Infinity)
})
