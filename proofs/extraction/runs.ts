import { makePapers, type Paper, scanPapers } from './documents.ts'
import { heldOutPapers } from './held-out/documents.ts'
import { openReading, type Read } from './reading.ts'
import type { Figures } from './report.ts'
import { calibrationOf, tallyPayslips, tallyStatements } from './tally.ts'

export type Counts = { fixed: number; random: number; others: number; scans: number; isHeldOut: boolean }

type Note = (line: string) => void

type Reading = ReturnType<typeof openReading>

/** Makes fresh papers and reads them all. Each set has its own seed, drawn from the run's. */
export async function runAll(seed: string, counts: Counts, note: Note): Promise<Figures> {
  const reading = openReading('service')
  const patient = openReading('commandLine')
  try {
    return await runWith({ reading, patient }, seed, counts, note)
  } finally {
    await reading.close()
    await patient.close()
  }
}

type Readings = Record<'reading' | 'patient', Reading>

async function runWith(
  { reading, patient }: Readings,
  seed: string,
  counts: Counts,
  note: Note,
): Promise<Figures> {
  const sets = {
    fixedStatements: await made('statement', 'fixed', counts.fixed),
    fixedPayslips: await made('payslip', 'fixed', counts.fixed),
    statements: await made('statement', 'random', counts.random),
    payslips: await made('payslip', 'random', counts.random),
    others: await made('other', 'random', counts.others),
  }
  note(`  ${Object.values(sets).flat().length} papers made with seed ${seed}`)
  const born: Record<keyof typeof sets, Read[]> = {
    fixedStatements: await read('statements of the sandbox', sets.fixedStatements),
    fixedPayslips: await read('payslips of the sandbox', sets.fixedPayslips),
    statements: await read('random statements', sets.statements),
    payslips: await read('random payslips', sets.payslips),
    others: await read('other papers', sets.others),
  }
  const scans = counts.scans === 0 ? [] : await readScans(sets)
  const heldOut = counts.isHeldOut ? await readHeldOut() : { statements: [], payslips: [] }
  return {
    statements: [
      { name: 'all of the sandbox', tally: tallyStatements(born.fixedStatements) },
      ...byLayout(born.fixedStatements).map(([name, reads]) => ({ name, tally: tallyStatements(reads) })),
      { name: 'random layouts', tally: tallyStatements(born.statements) },
      ...scans.map(({ name, statements }) => ({ name, tally: tallyStatements(statements) })),
      ...byHand(heldOut.statements).map(([name, reads]) => ({ name, tally: tallyStatements(reads) })),
    ],
    payslips: [
      { name: 'all of the sandbox', tally: tallyPayslips(born.fixedPayslips) },
      ...byLayout(born.fixedPayslips).map(([name, reads]) => ({ name, tally: tallyPayslips(reads) })),
      { name: 'random layouts', tally: tallyPayslips(born.payslips) },
      ...scans.map(({ name, payslips }) => ({ name, tally: tallyPayslips(payslips) })),
      ...byHand(heldOut.payslips).map(([name, reads]) => ({ name, tally: tallyPayslips(reads) })),
    ],
    calibration: calibrationOf(Object.values(born).flat()),
  }

  async function made(kind: 'statement' | 'payslip' | 'other', layouts: 'fixed' | 'random', count: number) {
    return makePapers({ kind, layouts, count, seed: `${seed}-${layouts}-${kind}` })
  }

  async function read(what: string, papers: Paper[], by = reading): Promise<Read[]> {
    const startedAt = performance.now()
    const reads = await by.readAll(papers)
    note(`  ${reads.length} ${what} read in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    return reads
  }

  async function readHeldOut() {
    const papers = await heldOutPapers(seed)
    return {
      statements: await read('statements written by hand', papers.statements),
      payslips: await read('payslips written by hand', papers.payslips),
    }
  }

  async function readScans({ statements, payslips }: typeof sets) {
    const few = <T>(papers: T[]) => papers.slice(0, counts.scans)
    const rows: { name: string; statements: Read[]; payslips: Read[] }[] = []
    for (const kind of ['clean', 'noisy'] as const) {
      const scanned = [
        await scanPapers(few(statements), kind),
        await scanPapers(few(payslips), kind),
      ] as const
      for (const [limit, by] of [
        ['75 s for one', patient],
        ['15 s for each of two at once', reading],
      ] as const)
        rows.push({
          name: `random layouts, scanned at 200 dpi, ${kind}, ${limit}`,
          statements: await read(`${kind} scans of statements, ${limit},`, scanned[0], by),
          payslips: await read(`${kind} scans of payslips, ${limit},`, scanned[1], by),
        })
    }
    return rows
  }
}

const byHand = (reads: Read[]): [name: string, reads: Read[]][] =>
  reads.length === 0
    ? []
    : [
        ['written by hand, all', reads],
        ...byLayout(reads).map(([name, some]): [string, Read[]] => [`written by hand, ${name}`, some]),
      ]

function byLayout(reads: Read[]): [name: string, reads: Read[]][] {
  const groups = Map.groupBy(reads, ({ paper }) => `layout ${paper.truth.layout}`)
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}
