import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeAccuracy } from './extraction/accuracy.ts'
import { runAll } from './extraction/runs.ts'
import { ratio } from './extraction/tally.ts'

export const name = 'extraction'

const sizes = {
  small: { fixed: 14, random: 18, others: 11, scans: 0, isHeldOut: false },
  full: { fixed: 154, random: 310, others: 110, scans: 12, isHeldOut: true },
}
/** Few papers waver more, so the small form asks for less; a false certificate is one too many in either. */
const bars = {
  small: { f1: 0.85, knownFields: 0.93, randomFields: 0.85 },
  full: { f1: 0.995, knownFields: 0.97, randomFields: 0.92 },
}

/** Reads papers in layouts that nobody has seen, with a fresh seed, and says how much of them was read right. */
export async function prove({ full, seed: given }: { full: boolean; seed?: string | undefined }) {
  const seed = given ?? randomBytes(4).toString('hex')
  print(`  seed ${seed} (again with --seed ${seed})`)
  const [counts, bar] = full ? [sizes.full, bars.full] : [sizes.small, bars.small]
  const figures = await runAll(seed, counts, print)
  const named = <T>(rows: { name: string; tally: T }[], row: string) =>
    rows.find((one) => one.name === row)?.tally as T
  const statements = named(figures.statements, 'random layouts')
  const known = named(figures.payslips, 'all of the sandbox')
  const random = named(figures.payslips, 'random layouts')
  // Layouts stand in the sums of all besides their own.
  const falseOnes = [
    ...new Set([...figures.statements, ...figures.payslips].flatMap(({ tally }) => tally.falseOnes)),
  ]
  for (const one of falseOnes) print(`  certified and wrong: ${one}`)
  if (full) {
    await writeAccuracy({ ...figures, seed, at: new Date().toISOString().slice(0, 16), commit: commit() })
    print('  docs/accuracy.md written')
  }
  const [knownFields, randomFields] = [ratio(known.all), ratio(random.all)]
  return {
    pass:
      falseOnes.length === 0 &&
      statements.f1 >= bar.f1 &&
      knownFields >= bar.knownFields &&
      randomFields >= bar.randomFields,
    figure: `random statement layouts F1 ${statements.f1.toFixed(4)}, ${statements.certified} of ${statements.documents} certified; payslip fields ${knownFields.toFixed(4)} known, ${randomFields.toFixed(4)} random; ${falseOnes.length} certified and wrong`,
    bar: `F1 ≥ ${bar.f1}, fields ≥ ${bar.knownFields} and ${bar.randomFields}, none certified and wrong`,
  }
}

const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
