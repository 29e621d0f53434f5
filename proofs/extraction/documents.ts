import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BulkKind, makeMany } from '../../sandbox/src/documents/bulk-generation.ts'
import type {
  OtherTruth,
  RandomPayslipTruth,
  RandomStatementTruth,
} from '../../sandbox/src/documents/random/ground-truth.ts'
import { scanned } from '../../sandbox/src/documents/scan.ts'
import type { PayslipTruth, StatementTruth } from '../../sandbox/src/documents/types.ts'

type Besides = { also?: Record<string, string[]>; switches?: Record<string, unknown> }
export type TruthOfStatement = (StatementTruth | RandomStatementTruth) & Besides
export type TruthOfPayslip = (PayslipTruth | RandomPayslipTruth) & Besides
export type Truth = TruthOfStatement | TruthOfPayslip | OtherTruth

/** A file with its right answer; where it came from, so that it can be looked at. */
export type Paper = { name: string; bytes: Buffer; truth: Truth }

type Wanted = { kind: BulkKind; layouts: 'fixed' | 'random'; count: number; seed: string }

/** Papers of the sandbox, by its own generator. The same seed gives the same ones. */
export async function makePapers({ kind, layouts, count, seed }: Wanted): Promise<Paper[]> {
  const out = await mkdtemp(join(tmpdir(), 'payproof-extraction-'))
  try {
    await makeMany({
      count,
      out,
      seed,
      layouts,
      kinds: [kind],
      until: '2026-10-31',
      producer: 'library',
      isScanned: false,
      tamper: null,
    })
    const files = (await readdir(out)).filter((file) => file.endsWith('.pdf')).sort()
    return await Promise.all(
      files.map(async (file) => ({
        name: `${seed}/${file}`,
        bytes: await readFile(join(out, file)),
        truth: JSON.parse(await readFile(join(out, file.replace(/pdf$/, 'json')), 'utf8')).truth,
      })),
    )
  } finally {
    await rm(out, { recursive: true })
  }
}

const scans = { clean: { skewDegrees: 0, noise: 0 }, noisy: { skewDegrees: 0.6, noise: 7 } }
const dpi = 200
export type ScanKind = keyof typeof scans

/** The same papers as an office scanner gives them: pictures without a word of text. */
export async function scanPapers(papers: Paper[], kind: ScanKind): Promise<Paper[]> {
  const done: Paper[] = []
  for (const paper of papers) {
    const options = { dpi, ...scans[kind], seed: paper.name }
    const bytes = await scanned(paper.bytes, { title: 'Scan', madeOn: '2026-11-02' }, options)
    done.push({ ...paper, bytes })
  }
  return done
}
