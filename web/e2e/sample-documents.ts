import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { simulatePhotos } from '../../sandbox/src/documents/photo.ts'

const run = promisify(execFile)

/** Makes a password-protected copy, such as some payroll systems send. */
export const lockPdf = (pdf: Buffer) =>
  inFolder(pdf, async (folder) => {
    const [from, to] = [join(folder, 'paper.pdf'), join(folder, 'locked.pdf')]
    await run('qpdf', ['--encrypt', 'open', 'own', '256', '--', from, to])
    return readFile(to)
  })

/** Simulates a phone photo of the first page, taken at an angle and in uneven light. */
export const photoOf = async (pdf: Buffer) =>
  pictureIn(await simulatePhotos(pdf, { seed: 'journey', difficulty: 'hard' }))

/** Extracts the first picture of a PDF, as a file of its own. */
export const pictureIn = (pdf: Buffer) =>
  inFolder(pdf, async (folder) => {
    await run('pdfimages', ['-j', join(folder, 'paper.pdf'), join(folder, 'picture')])
    return readFile(join(folder, 'picture-000.jpg'))
  })

/** Extracts the text of each page, line by line. */
export const readPdfPages = (pdf: Buffer) =>
  inFolder(pdf, async (folder) => {
    const { stdout } = await run('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-'])
    return stdout
      .split('\f')
      .slice(0, -1)
      .map((page) => page.replace(/\s+/g, ' '))
  })

async function inFolder<T>(pdf: Buffer, work: (folder: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'journey-papers-'))
  try {
    await writeFile(join(folder, 'paper.pdf'), pdf)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
