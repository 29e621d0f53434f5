import { expect, test } from 'vitest'
import { checkFile, isPicture } from './checking.ts'
import { maxFileBytes } from './limits.ts'

const pdf = (bytes: number) => new Blob(['%PDF-1.7\n', new Uint8Array(bytes - 9)])

test('a PDF is recognised by its content, not by its name', async () => {
  expect(await checkFile(new Blob(['%PDF-1.7 …'], { type: 'text/plain' }))).toHaveProperty('hash')
  expect(await checkFile(new Blob(['a few lines\n%PDF-1.4 …']))).toHaveProperty('hash')
  expect(await checkFile(new Blob(['PK\x03\x04 …'], { type: 'application/pdf' }))).toEqual({
    problem: 'not-a-pdf',
  })
  expect(await checkFile(new Blob(['.'.repeat(1024), '%PDF-1.4']))).toEqual({ problem: 'not-a-pdf' })
  expect(await checkFile(new Blob([]))).toEqual({ problem: 'empty' })
})

test('ten million bytes are taken, one more is not', async () => {
  expect(await checkFile(pdf(maxFileBytes))).toHaveProperty('hash')
  expect(await checkFile(pdf(maxFileBytes + 1))).toEqual({ problem: 'too-large' })
})

test('the same bytes have the same hash, and a browser without hashes has none', async () => {
  const [one, same, other] = await Promise.all([pdf(20), pdf(20), pdf(21)].map((file) => checkFile(file)))
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  expect(await checkFile(pdf(20), null)).toEqual({ hash: null })
})

test('images are detected by their type, or by their name if the browser gives none', () => {
  const named = (name: string, type = '') => isPicture(new File([], name, { type }))
  expect([named('a', 'image/jpeg'), named('IMG_1.HEIC'), named('a.pdf'), named('jpg')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
