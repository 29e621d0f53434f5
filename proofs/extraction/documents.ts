import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BulkKind, generateDocuments } from '../../sandbox/src/documents/bulk-generation.ts'
import type {
  OtherTruth,
  RandomPayslipTruth,
  RandomStatementTruth,
} from '../../sandbox/src/documents/random/ground-truth.ts'
import { simulateScan } from '../../sandbox/src/documents/scan.ts'
import type { PayslipTruth, StatementTruth } from '../../sandbox/src/documents/types.ts'

type GeneratorDetails = { also?: Record<string, string[]>; switches?: Record<string, unknown> }
export type TruthOfStatement = (StatementTruth | RandomStatementTruth) & GeneratorDetails
export type TruthOfPayslip = (PayslipTruth | RandomPayslipTruth) & GeneratorDetails
export type Truth = TruthOfStatement | TruthOfPayslip | OtherTruth

/**
 * A generated file with its expected extraction result. The name contains the parameters with which it can be
 * generated again.
 */
export type SampleDocument = { name: string; bytes: Buffer; truth: Truth }

type Batch = { kind: BulkKind; layouts: 'fixed' | 'random'; count: number; seed: string }

/** Generates documents with the sandbox's generator. The same seed always produces the same documents. */
export async function makeDocuments({ kind, layouts, count, seed }: Batch): Promise<SampleDocument[]> {
  const out = await mkdtemp(join(tmpdir(), 'payproof-extraction-'))
  try {
    await generateDocuments({
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

/** Converts the documents to scans: images without a text layer. */
export async function scanDocuments(documents: SampleDocument[], kind: ScanKind): Promise<SampleDocument[]> {
  const scannedDocuments: SampleDocument[] = []
  for (const document of documents) {
    const options = { dpi, ...scans[kind], seed: document.name }
    const bytes = await simulateScan(document.bytes, { title: 'Scan', madeOn: '2026-11-02' }, options)
    scannedDocuments.push({ ...document, bytes })
  }
  return scannedDocuments
}
