import { execFileSync } from 'node:child_process'
import { writeAccuracy } from './extraction/accuracy.ts'
import { runAll } from './extraction/runs.ts'
import { ratio } from './extraction/tally.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'

const sizes = {
  small: { fixed: 14, random: 18, others: 11, scans: 0, isHeldOut: false },
  full: { fixed: 154, random: 310, others: 110, scans: 12, isHeldOut: true },
}
/**
 * Minimum scores. The small form has too few documents for the bars of the full form. In neither may a document be
 * certified wrongly.
 */
const bars = {
  small: { f1: 0.85, knownFields: 0.93, randomFields: 0.85 },
  full: { f1: 0.995, knownFields: 0.97, randomFields: 0.92 },
}

/** Generates documents in random layouts and compares the extracted values with the printed ones. */
export async function prove({ full, seed }: ProveOptions) {
  const [counts, bar] = full ? [sizes.full, bars.full] : [sizes.small, bars.small]
  const figures = await runAll(seed, counts, print)
  const tallyOf = <T>(rows: { name: string; tally: T }[], row: string) =>
    rows.find((one) => one.name === row)?.tally as T
  const statements = tallyOf(figures.statements, 'random layouts')
  const knownLayouts = tallyOf(figures.payslips, 'all of the sandbox')
  const randomLayouts = tallyOf(figures.payslips, 'random layouts')
  // A document is counted in the row of its layout and in the totals.
  const wronglyCertified = [
    ...new Set([...figures.statements, ...figures.payslips].flatMap(({ tally }) => tally.wronglyCertified)),
  ]
  for (const name of wronglyCertified) print(`  certified but wrong: ${name}`)
  if (full) {
    await writeAccuracy({ ...figures, seed, at: new Date().toISOString().slice(0, 16), commit: commit() })
    print('  docs/accuracy.md written')
  }
  const [knownFields, randomFields] = [ratio(knownLayouts.all), ratio(randomLayouts.all)]
  return [
    measure('documents certified but wrong', wronglyCertified.length, { exactly: 0 }),
    measure('F1 of transactions, random statement layouts', statements.f1, { atLeast: bar.f1 }),
    measure('statements in random layouts', statements.documents),
    measure('of these certified', statements.certified),
    measure('exact payslip fields, known layouts', knownFields, { atLeast: bar.knownFields }),
    measure('exact payslip fields, random layouts', randomFields, { atLeast: bar.randomFields }),
  ]
}

const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
