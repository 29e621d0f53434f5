import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { readGlyphs } from '../read-back.ts'
import { plainDrawing } from '../testing/plain-drawing.ts'
import { findStrayTexts } from '../testing/stray-texts.ts'
import { openChromium } from './chromium.ts'
import { libraryPdf } from './library.ts'

const chromium = openChromium()
afterAll(chromium.close)

const producers = { library: libraryPdf, chromium: chromium.pdf }

describe.each(['library', 'chromium'] as const)('the producer %s', (name) => {
  const produce = producers[name]

  test('writes every text of a drawing in order and position', async () => {
    const drawing = plainDrawing()
    expect(findStrayTexts(drawing, await readGlyphs(await produce(drawing)))).toEqual([])
  })

  test('gives the same bytes for the same drawing', async () => {
    const [one, other] = [await produce(plainDrawing()), await produce(plainDrawing())]
    expect(one.equals(other)).toBe(true)
  })

  test('sets the file date to noon of the drawing date', async () => {
    const pdf = await PDFDocument.load(await produce(plainDrawing()), { updateMetadata: false })
    const noon = new Date('2026-10-30T12:00:00Z')
    expect([pdf.getTitle(), pdf.getCreationDate(), pdf.getModificationDate()]).toEqual([
      'Payslip 30 October 2026',
      noon,
      noon,
    ])
  })

  test('gives every sheet its own size, without extra pages', async () => {
    const pdf = await PDFDocument.load(await produce(plainDrawing()))
    const sizes = pdf.getPages().map((page) => page.getSize())
    expect(sizes).toHaveLength(2)
    for (const [n, height] of [841.89, 297.64].entries()) {
      expect(Math.abs((sizes[n]?.height ?? 0) - height)).toBeLessThan(1)
      expect(Math.abs((sizes[n]?.width ?? 0) - 595.28)).toBeLessThan(1)
    }
  })
})

test('throws on characters missing from the standard fonts', async () => {
  const drawing = plainDrawing()
  drawing.sheets[0]?.marks.push({ text: 'Zażółć', x: 10, y: 10, size: 9 })
  await expect(libraryPdf(drawing)).rejects.toThrow('cannot print "Zażółć"')
})

test('concurrent drawings share one browser', async () => {
  const drawings = Array.from({ length: 5 }, (_, n) => ({ ...plainDrawing(), title: `Drawing ${n}` }))
  const files = await Promise.all(drawings.map(chromium.pdf))
  const titles = await Promise.all(files.map(async (file) => (await PDFDocument.load(file)).getTitle()))
  expect(titles).toEqual(drawings.map(({ title }) => title))
})

test('restarts the browser after it was closed', async () => {
  await chromium.close()
  expect((await chromium.pdf(plainDrawing())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('restarts a crashed browser and retries the drawing', async () => {
  const before = await chromium.pdf(plainDrawing())
  const [browser, ...others] = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8'))
    .trim()
    .split(' ')
  expect(others).toEqual([])
  const printing = chromium.pdf(plainDrawing())
  process.kill(Number(browser), 'SIGKILL')
  expect((await printing).equals(before)).toBe(true)
})
