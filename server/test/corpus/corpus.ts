import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PdfPage } from '../../src/extraction/document.ts'
import { parseAnswer } from '../../src/extraction/isolation/answer-schema.ts'
import { type DocumentReadOptions, readDocument, readDocumentFromPages } from '../../src/extraction/read.ts'
import { type CorpusAnswer, type DocumentScore, scoreDocument } from './score-document.ts'

export const corpusFolder = new URL('.', import.meta.url).pathname

/** `hasFile` is false for a document of words without a file: NAME.words.json. */
export type CorpusDocument = { folder: string; answer: CorpusAnswer; hasFile: boolean }

/** All documents below a folder: NAME.pdf or NAME.words.json with its answer NAME.json. */
export async function listCorpus(folder: string): Promise<CorpusDocument[]> {
  const paths = new Set(await readdir(folder, { recursive: true }))
  const hasFile = (path: string) => paths.has(path.replace(/json$/, 'pdf'))
  const answers = [...paths].filter(
    (path) => path.endsWith('.json') && (hasFile(path) || paths.has(path.replace(/json$/, 'words.json'))),
  )
  return Promise.all(
    answers.toSorted().map(async (path) => ({
      folder: dirname(join(folder, path)),
      answer: JSON.parse(await readFile(join(folder, path), 'utf8')) as CorpusAnswer,
      hasFile: hasFile(path),
    })),
  )
}

/**
 * The documents that the gate reads: the first one of each layout, and all documents of other kinds, which have no layout
 * in common. The extended tests read all documents.
 */
export function chooseGateSample(documents: readonly CorpusDocument[]): CorpusDocument[] {
  const layoutOf = ({ folder, answer: { kind, layout, name } }: CorpusDocument) =>
    `${folder} ${kind === 'other' ? name : layout}`
  return [...Map.groupBy(documents, layoutOf).values()].flatMap((ofLayout) => ofLayout.slice(0, 1))
}

/** The words of a document, stored as NAME.words.json. */
export type WordPages = Pick<PdfPage, 'number' | 'width' | 'height' | 'source' | 'words' | 'imageShare'>[]

/** Reads one document in this process and compares the reading with the answer. */
export async function scoreFile(
  { folder, answer, hasFile }: CorpusDocument,
  options: DocumentReadOptions = {},
): Promise<DocumentScore> {
  const bytes = new Uint8Array(
    await readFile(join(folder, `${answer.name}.${hasFile ? 'pdf' : 'words.json'}`)),
  )
  const startedAt = process.cpuUsage()
  const reading = hasFile ? await readDocument(bytes, options) : await readWordPages(bytes)
  const { user, system } = process.cpuUsage(startedAt)
  // The service reads in a child process, and rejects an answer that breaks the schema between the two.
  if (!parseAnswer(Buffer.from(JSON.stringify(reading))))
    throw new Error(`the reading of ${answer.name} does not match isolation/answer-schema.ts`)
  return { ...scoreDocument(answer, reading), cpuSeconds: (user + system) / 1_000_000 }
}

function readWordPages(bytes: Uint8Array) {
  const pages = JSON.parse(Buffer.from(bytes).toString()) as WordPages
  return readDocumentFromPages(pages.map((page) => ({ ...page, hidden: [], covers: [] })))
}
