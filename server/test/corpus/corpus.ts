import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readDocument } from '../../src/extraction/read.ts'
import { type CorpusAnswer, type DocumentScore, scoreDocument } from './score-document.ts'

export const corpusFolder = new URL('.', import.meta.url).pathname

export type CorpusDocument = { folder: string; answer: CorpusAnswer }

/** All documents below a folder: NAME.pdf with its answer NAME.json. */
export async function listCorpus(folder: string): Promise<CorpusDocument[]> {
  const paths = await readdir(folder, { recursive: true })
  const pdfs = new Set(paths.filter((path) => path.endsWith('.pdf')))
  const answers = paths.filter((path) => path.endsWith('.json') && pdfs.has(path.replace(/json$/, 'pdf')))
  return Promise.all(
    answers.toSorted().map(async (path) => ({
      folder: dirname(join(folder, path)),
      answer: JSON.parse(await readFile(join(folder, path), 'utf8')) as CorpusAnswer,
    })),
  )
}

/** Reads one document in this process and compares the reading with the answer. */
export async function scoreFile({ folder, answer }: CorpusDocument): Promise<DocumentScore> {
  const bytes = new Uint8Array(await readFile(join(folder, `${answer.name}.pdf`)))
  const startedAt = process.cpuUsage()
  const reading = await readDocument(bytes)
  const { user, system } = process.cpuUsage(startedAt)
  return { ...scoreDocument(answer, reading), cpuSeconds: (user + system) / 1_000_000 }
}
