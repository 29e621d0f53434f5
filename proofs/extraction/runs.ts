import { makeDocuments, type SampleDocument, scanDocuments } from './documents.ts'
import { makeHeldOutDocuments } from './held-out/documents.ts'
import { openReading, type ReadResult } from './reading.ts'
import type { ExtractionFigures } from './report.ts'
import { calibrate, tallyPayslips, tallyStatements } from './tally.ts'

type DocumentCounts = { fixed: number; random: number; others: number; scans: number; isHeldOut: boolean }

type Note = (line: string) => void

type BatchReader = ReturnType<typeof openReading>

/** Generates documents and reads them all. Each set has its own seed, derived from the seed of the run. */
export async function runAll(seed: string, counts: DocumentCounts, note: Note): Promise<ExtractionFigures> {
  const serviceReader = openReading('service')
  const commandLineReader = openReading('commandLine')
  try {
    return await runWith({ serviceReader, commandLineReader }, seed, counts, note)
  } finally {
    await serviceReader.close()
    await commandLineReader.close()
  }
}

type Readers = Record<'serviceReader' | 'commandLineReader', BatchReader>

async function runWith(
  { serviceReader, commandLineReader }: Readers,
  seed: string,
  counts: DocumentCounts,
  note: Note,
): Promise<ExtractionFigures> {
  const sets = {
    fixedStatements: await generate('statement', 'fixed', counts.fixed),
    fixedPayslips: await generate('payslip', 'fixed', counts.fixed),
    statements: await generate('statement', 'random', counts.random),
    payslips: await generate('payslip', 'random', counts.random),
    others: await generate('other', 'random', counts.others),
  }
  note(`  ${Object.values(sets).flat().length} documents generated with seed ${seed}`)
  const results: Record<keyof typeof sets, ReadResult[]> = {
    fixedStatements: await read('statements of the sandbox', sets.fixedStatements),
    fixedPayslips: await read('payslips of the sandbox', sets.fixedPayslips),
    statements: await read('random statements', sets.statements),
    payslips: await read('random payslips', sets.payslips),
    others: await read('other documents', sets.others),
  }
  const scans = counts.scans === 0 ? [] : await readScans(sets)
  const heldOut = counts.isHeldOut ? await readHeldOut() : { statements: [], payslips: [] }
  return {
    statements: [
      { name: 'all of the sandbox', tally: tallyStatements(results.fixedStatements) },
      ...byLayout(results.fixedStatements).map(([name, reads]) => ({ name, tally: tallyStatements(reads) })),
      { name: 'random layouts', tally: tallyStatements(results.statements) },
      ...scans.map(({ name, statements }) => ({ name, tally: tallyStatements(statements) })),
      ...byHeldOutLayout(heldOut.statements).map(([name, reads]) => ({
        name,
        tally: tallyStatements(reads),
      })),
    ],
    payslips: [
      { name: 'all of the sandbox', tally: tallyPayslips(results.fixedPayslips) },
      ...byLayout(results.fixedPayslips).map(([name, reads]) => ({ name, tally: tallyPayslips(reads) })),
      { name: 'random layouts', tally: tallyPayslips(results.payslips) },
      ...scans.map(({ name, payslips }) => ({ name, tally: tallyPayslips(payslips) })),
      ...byHeldOutLayout(heldOut.payslips).map(([name, reads]) => ({ name, tally: tallyPayslips(reads) })),
    ],
    calibration: calibrate(Object.values(results).flat()),
  }

  async function generate(
    kind: 'statement' | 'payslip' | 'other',
    layouts: 'fixed' | 'random',
    count: number,
  ) {
    return makeDocuments({ kind, layouts, count, seed: `${seed}-${layouts}-${kind}` })
  }

  async function read(
    description: string,
    documents: SampleDocument[],
    reader = serviceReader,
  ): Promise<ReadResult[]> {
    const startedAt = performance.now()
    const reads = await reader.readAll(documents)
    note(`  ${reads.length} ${description} read in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    return reads
  }

  async function readHeldOut() {
    const documents = await makeHeldOutDocuments(seed)
    return {
      statements: await read('statements in hand-written layouts', documents.statements),
      payslips: await read('payslips in hand-written layouts', documents.payslips),
    }
  }

  async function readScans({ statements, payslips }: typeof sets) {
    const sample = <T>(documents: T[]) => documents.slice(0, counts.scans)
    const rows: { name: string; statements: ReadResult[]; payslips: ReadResult[] }[] = []
    for (const kind of ['clean', 'noisy'] as const) {
      const scanned = [
        await scanDocuments(sample(statements), kind),
        await scanDocuments(sample(payslips), kind),
      ] as const
      for (const [limit, reader] of [
        ['75 s for one', commandLineReader],
        ['15 s for each of two at once', serviceReader],
      ] as const)
        rows.push({
          name: `random layouts, scanned at 200 dpi, ${kind}, ${limit}`,
          statements: await read(`${kind} scans of statements, ${limit},`, scanned[0], reader),
          payslips: await read(`${kind} scans of payslips, ${limit},`, scanned[1], reader),
        })
    }
    return rows
  }
}

const byHeldOutLayout = (reads: ReadResult[]): [name: string, reads: ReadResult[]][] =>
  reads.length === 0
    ? []
    : [
        ['written by hand, all', reads],
        ...byLayout(reads).map(([name, some]): [string, ReadResult[]] => [`written by hand, ${name}`, some]),
      ]

function byLayout(reads: ReadResult[]): [name: string, reads: ReadResult[]][] {
  const groups = Map.groupBy(reads, ({ document }) => `layout ${document.truth.layout}`)
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}
