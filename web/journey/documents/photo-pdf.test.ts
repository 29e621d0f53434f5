import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOfPhotos } from './photo-pdf.ts'

const run = promisify(execFile)

/** A red JPEG of 40 by 30 pixels. */
const jpeg = Buffer.from(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZP' +
    'NS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAeACgDASIAAhEBAxEB/8QAFQABAQAAAAAA' +
    'AAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/a' +
    'AAwDAQACEQMRAD8AigJzYgAAAAAAAAAP/9k=',
  'base64',
)
const lying = { jpeg, width: 40, height: 30 }
const standing = { jpeg, width: 30, height: 40 }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function saved(photos: Parameters<typeof pdfOfPhotos>[0]) {
  const path = join(folder, `${photos.length}.pdf`)
  await writeFile(path, pdfOfPhotos(photos))
  return path
}

test('a strict reader has nothing to say against the file', async () => {
  const { stdout } = await run('qpdf', ['--check', await saved([lying, lying, lying])])
  expect(stdout).toContain('No syntax or stream encoding errors found')
})

test('a page for each photograph, of A4, turned as the photograph is', async () => {
  const { stdout } = await run('pdfinfo', ['-f', '1', '-l', '2', await saved([lying, standing])])
  expect(stdout).toMatch(/Pages: +2\n/)
  expect(stdout).toMatch(/Page +1 size: +841\.89 x 595\.28 pts \(A4\)/)
  expect(stdout).toMatch(/Page +2 size: +595\.28 x 841\.89 pts \(A4\)/)
})

test('the photograph is in the middle of its page, as large as fits, and not distorted', async () => {
  const path = await saved([lying])
  const { stdout } = await run('pdftoppm', ['-r', '36', path], { encoding: 'buffer' })
  const [, width, height] = stdout.subarray(0, 20).toString('latin1').split(/\s+/).map(Number)
  const pixels = stdout.subarray(-3 * (width ?? 0) * (height ?? 0))
  const isRed = (x: number, y: number) => {
    const at = 3 * (y * (width ?? 0) + x)
    return (pixels[at] ?? 0) > 150 && (pixels[at + 1] ?? 255) < 100
  }
  // A 4 : 3 photo on 842 × 595 points leaves 24 points on the left and right, which are 12 pixels here.
  expect([isRed(8, 150), isRed(16, 150), isRed(404, 150), isRed(414, 150)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([isRed(210, 3), isRed(210, 293)]).toEqual([true, true])
})

test('the image is embedded unchanged', () => {
  expect(Buffer.from(pdfOfPhotos([lying])).includes(jpeg)).toBe(true)
})
