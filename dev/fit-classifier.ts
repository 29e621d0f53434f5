import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { featuresOf } from '../server/src/extraction/classify/features.ts'
import { parsePayslip } from '../server/src/extraction/payslips/parse.ts'
import { readPages } from '../server/src/extraction/pdf/read-pages.ts'
import { parseStatement } from '../server/src/extraction/statements/parse.ts'

// Works out the weights of classify.ts from papers whose kind is known by their names, as sandbox:documents makes them,
// writes them, and says how well they do on papers that they were not worked out from.

const kinds = ['bank_statement', 'payslip', 'other'] as const
type Kind = (typeof kinds)[number]
type Example = { name: string; kind: Kind; features: Record<string, number> }
type Weighed = Record<'bank_statement' | 'payslip', { bias: number; features: Record<string, number> }>

// What is known beforehand: weights are drawn towards these, so that what is rare among the examples keeps its meaning.
const against = {
  titleOther: -2.5,
  card: -2.5,
  taxPaper: -1.5,
  invoice: -1,
  utility: -1,
  lending: -1.5,
  career: -1,
  letter: -0.5,
}
const prior: Record<'bank_statement' | 'payslip', Record<string, number>> = {
  bank_statement: {
    ...against,
    statementHolds: 2.5,
    provenRows: 2.5,
    titleStatement: 0.5,
    payslip: -1,
    netPay: -0.5,
    payslipHolds: -1.5,
  },
  payslip: { ...against, payslipHolds: 2.5, titlePayslip: 1.5, statementHolds: -1.5 },
}

const { values } = parseArgs({
  options: {
    learn: { type: 'string', multiple: true, default: [] },
    test: { type: 'string', multiple: true, default: [] },
  },
})
const learned = await examplesIn(values.learn)
const weights = workOut(learned)
await writeFile(new URL('../server/src/extraction/classify/weights.ts', import.meta.url), asCode(weights))
process.stdout.write(report(await examplesIn(values.test), weights))

async function examplesIn(folders: string[]): Promise<Example[]> {
  const examples: Example[] = []
  for (const folder of folders)
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.pdf')).toSorted()) {
      const pages = await readPages(await readFile(join(folder, name)))
      const parses = { statement: parseStatement(pages), payslip: parsePayslip(pages) }
      examples.push({ name, kind: kindOf(name), features: featuresOf(pages, parses) })
    }
  return examples
}

function kindOf(name: string): Kind {
  if (/^\d+-payslip-\d/.test(name)) return 'payslip'
  return /^\d+-statement-\d/.test(name) ? 'bank_statement' : 'other'
}

/** Multinomial logistic regression with 'other' as the measure, by plain descent; the penalty keeps it from certainty. */
function workOut(examples: Example[]): Weighed {
  const names = Object.keys(examples[0]?.features ?? {})
  const found: Weighed = { bank_statement: blank(names), payslip: blank(names) }
  const penalty = 0.004
  for (let round = 0; round < 4_000; round++)
    for (const kind of ['bank_statement', 'payslip'] as const) {
      const slope = blank(names)
      for (const { kind: right, features } of examples) {
        const miss = probabilities(features, found)[kind] - (right === kind ? 1 : 0)
        slope.bias += miss
        for (const name of names)
          slope.features[name] = (slope.features[name] ?? 0) + miss * (features[name] ?? 0)
      }
      const weighed = found[kind]
      weighed.bias -= slope.bias / examples.length
      for (const name of names) {
        const weight = weighed.features[name] ?? 0
        weighed.features[name] =
          weight -
          (slope.features[name] ?? 0) / examples.length -
          penalty * (weight - (prior[kind][name] ?? 0))
      }
    }
  return found
}

function blank(names: string[]) {
  return { bias: 0, features: Object.fromEntries(names.map((name) => [name, 0])) }
}

function probabilities(features: Record<string, number>, weighed: Weighed): Record<Kind, number> {
  const scores = [weighed.bank_statement, weighed.payslip].map(({ bias, features: of }) =>
    Math.exp(Object.entries(of).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), bias)),
  )
  const [statement = 0, payslip = 0] = scores
  const all = 1 + statement + payslip
  return { bank_statement: statement / all, payslip: payslip / all, other: 1 / all }
}

function report(examples: Example[], weighed: Weighed): string {
  const judged = examples.map((example) => ({
    ...example,
    p: Math.min(0.99, probabilities(example.features, weighed).bank_statement),
  }))
  const isStatement = (kind: Kind) => (kind === 'bank_statement' ? 1 : 0)
  const brier = judged.reduce((sum, { p, kind }) => sum + (p - isStatement(kind)) ** 2, 0) / judged.length
  const bands = [0, 0.1, 0.3, 0.5, 0.7, 0.9].map((from, n, all) => {
    const to = all[n + 1] ?? 1.01
    const inside = judged.filter(({ p }) => p >= from && p < to)
    const share = inside.filter(({ kind }) => kind === 'bank_statement').length
    const mean = inside.reduce((sum, { p }) => sum + p, 0) / Math.max(1, inside.length)
    return `| ${from.toFixed(1)} | ${inside.length} | ${mean.toFixed(3)} | ${(share / Math.max(1, inside.length)).toFixed(3)} |`
  })
  const wrong = examples.flatMap(({ name, kind, features }) => {
    const found = probabilities(features, weighed)
    const likeliest = kinds.toSorted((a, b) => found[b] - found[a])[0]
    return likeliest === kind ? [] : [`${name}: ${likeliest} ${found[likeliest ?? 'other'].toFixed(2)}`]
  })
  const head = `${judged.length} papers, Brier score ${brier.toFixed(4)}\n| from | papers | said | true |\n|---|---|---|---|\n`
  return `${head}${bands.join('\n')}\n${wrong.length} taken for another kind\n${wrong.join('\n')}\n`
}

function asCode(weighed: Weighed): string {
  const rounded = JSON.stringify(
    weighed,
    (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value),
    2,
  )
  const note = `// Worked out by dev/fit-classifier.ts from ${learned.length} papers of the sandbox. docs/decisions/0033 has the figures.`
  return `${note}\n\nexport type Weights = { bias: number; features: Record<string, number> }\n\nexport const weights: Record<'bank_statement' | 'payslip', Weights> = ${rounded}\n`
}
