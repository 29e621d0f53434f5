import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusDocument, corpusFolder, scoreFile } from './corpus.ts'
import type { CorpusAnswer, DocumentScore } from './score-document.ts'
import { type CorpusTotals, computeTotals } from './totals.ts'

type Kind = CorpusAnswer['kind']
/** The documents that floors are for: the sample that the gate reads, or the whole corpus. */
type Part = 'gate' | 'whole'
/** The best totals reached so far. Higher is better for the first group, lower for the second. */
export type CorpusFloors = Pick<CorpusTotals, (typeof minima)[number] | (typeof maxima)[number]>

const minima = ['zeroError', 'moneyExact', 'fieldRate', 'transactionF1', 'moneyF1', 'certified'] as const
const maxima = ['silent', 'refused', 'accused', 'wronglyCertified'] as const

const pathOf = (part: Part, kind: Kind) => join(corpusFolder, 'floors', part, `${kind}.json`)

export async function readFloors(part: Part, kind: Kind): Promise<CorpusFloors> {
  return JSON.parse(await readFile(pathOf(part, kind), 'utf8')) as CorpusFloors
}

/** Reads documents one after the other, and adds up their scores. */
export async function scoreAll(documents: readonly CorpusDocument[]): Promise<CorpusTotals> {
  const scores: DocumentScore[] = []
  for (const document of documents) scores.push(await scoreFile(document))
  return computeTotals(scores)
}

/** The worse of each total and its floor: equals the floors if none was missed. */
export function findShortfall(totals: CorpusTotals, floors: CorpusFloors): CorpusFloors {
  return combine(totals, floors, Math.min, Math.max)
}

/** Raises each floor to the new total if that is better; never lowers one. */
export async function raiseFloors(part: Part, kind: Kind, totals: CorpusTotals): Promise<void> {
  const floors = await readFloors(part, kind).catch(() => totals)
  const raised = combine(totals, floors, Math.max, Math.min)
  await writeFile(pathOf(part, kind), `${JSON.stringify(raised, null, 2)}\n`)
}

function combine(
  totals: CorpusFloors,
  floors: CorpusFloors,
  ofMinima: typeof Math.max,
  ofMaxima: typeof Math.max,
): CorpusFloors {
  const entries = [...minima, ...maxima].map((name) => {
    const pick = (maxima as readonly string[]).includes(name) ? ofMaxima : ofMinima
    const [a, b] = [totals[name], floors[name]]
    return [name, a === null || b === null ? (a ?? b) : pick(a, b)] as const
  })
  return Object.fromEntries(entries) as CorpusFloors
}
