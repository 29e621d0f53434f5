import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extractFeatures } from '../server/src/extraction/classify/features.ts'
import { parsePayslip } from '../server/src/extraction/payslips/parse.ts'
import { readPages } from '../server/src/extraction/pdf/read-pages.ts'
import { parseStatement } from '../server/src/extraction/statements/parse.ts'

// Fits the weights of classify.ts to documents whose kind is in their file names, as sandbox:documents names them.
// Writes the weights to weights.ts and reports their accuracy on a separate test set.

const kinds = ['bank_statement', 'payslip', 'other'] as const
type Kind = (typeof kinds)[number]
type Example = { name: string; kind: Kind; features: Record<string, number> }
type ClassWeights = Record<'bank_statement' | 'payslip', { bias: number; features: Record<string, number> }>

// Prior weights. The penalty pulls the fitted weights towards these, so that features that are rare among the
// examples keep their meaning.
const commonPrior = {
  titleOther: -2.5,
  card: -2.5,
  taxDocument: -1.5,
  invoice: -1,
  utility: -1,
  lending: -1.5,
  career: -1,
  letter: -0.5,
}
const prior: Record<'bank_statement' | 'payslip', Record<string, number>> = {
  bank_statement: {
    ...commonPrior,
    statementVerified: 2.5,
    provenRows: 2.5,
    titleStatement: 0.5,
    payslip: -1,
    netPay: -0.5,
    payslipVerified: -1.5,
  },
  payslip: { ...commonPrior, payslipVerified: 2.5, titlePayslip: 1.5, statementVerified: -1.5 },
}

const { values } = parseArgs({
  options: {
    learn: { type: 'string', multiple: true, default: [] },
    test: { type: 'string', multiple: true, default: [] },
  },
})
const trainingSet = await readExamples(values.learn)
const weights = fitWeights(trainingSet)
await writeFile(new URL('../server/src/extraction/classify/weights.ts', import.meta.url), toCode(weights))
process.stdout.write(report(await readExamples(values.test), weights))

async function readExamples(folders: string[]): Promise<Example[]> {
  const examples: Example[] = []
  for (const folder of folders)
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.pdf')).toSorted()) {
      const pages = await readPages(await readFile(join(folder, name)))
      const parses = { statement: parseStatement(pages), payslip: parsePayslip(pages) }
      examples.push({ name, kind: kindOf(name), features: extractFeatures(pages, parses) })
    }
  return examples
}

function kindOf(name: string): Kind {
  if (/^\d+-payslip-\d/.test(name)) return 'payslip'
  return /^\d+-statement-\d/.test(name) ? 'bank_statement' : 'other'
}

/**
 * Fits a multinomial logistic regression by gradient descent, with 'other' as the reference class. The penalty
 * prevents overconfidence.
 */
function fitWeights(examples: Example[]): ClassWeights {
  const names = Object.keys(examples[0]?.features ?? {})
  const fitted: ClassWeights = { bank_statement: zeroWeights(names), payslip: zeroWeights(names) }
  const penalty = 0.004
  for (let round = 0; round < 4_000; round++)
    for (const kind of ['bank_statement', 'payslip'] as const) {
      const gradient = zeroWeights(names)
      for (const { kind: actualKind, features } of examples) {
        const error = probabilities(features, fitted)[kind] - (actualKind === kind ? 1 : 0)
        gradient.bias += error
        for (const name of names)
          gradient.features[name] = (gradient.features[name] ?? 0) + error * (features[name] ?? 0)
      }
      const classWeights = fitted[kind]
      classWeights.bias -= gradient.bias / examples.length
      for (const name of names) {
        const weight = classWeights.features[name] ?? 0
        classWeights.features[name] =
          weight -
          (gradient.features[name] ?? 0) / examples.length -
          penalty * (weight - (prior[kind][name] ?? 0))
      }
    }
  return fitted
}

function zeroWeights(names: string[]) {
  return { bias: 0, features: Object.fromEntries(names.map((name) => [name, 0])) }
}

function probabilities(features: Record<string, number>, classWeights: ClassWeights): Record<Kind, number> {
  const scores = [classWeights.bank_statement, classWeights.payslip].map(({ bias, features: of }) =>
    Math.exp(Object.entries(of).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), bias)),
  )
  const [statement = 0, payslip = 0] = scores
  const all = 1 + statement + payslip
  return { bank_statement: statement / all, payslip: payslip / all, other: 1 / all }
}

function report(examples: Example[], classWeights: ClassWeights): string {
  const scored = examples.map((example) => ({
    ...example,
    p: Math.min(0.99, probabilities(example.features, classWeights).bank_statement),
  }))
  const isStatement = (kind: Kind) => (kind === 'bank_statement' ? 1 : 0)
  const brier = scored.reduce((sum, { p, kind }) => sum + (p - isStatement(kind)) ** 2, 0) / scored.length
  const bands = [0, 0.1, 0.3, 0.5, 0.7, 0.9].map((from, n, all) => {
    const to = all[n + 1] ?? 1.01
    const inside = scored.filter(({ p }) => p >= from && p < to)
    const share = inside.filter(({ kind }) => kind === 'bank_statement').length
    const mean = inside.reduce((sum, { p }) => sum + p, 0) / Math.max(1, inside.length)
    return `| ${from.toFixed(1)} | ${inside.length} | ${mean.toFixed(3)} | ${(share / Math.max(1, inside.length)).toFixed(3)} |`
  })
  const misclassified = examples.flatMap(({ name, kind, features }) => {
    const byKind = probabilities(features, classWeights)
    const likeliest = kinds.toSorted((a, b) => byKind[b] - byKind[a])[0]
    return likeliest === kind ? [] : [`${name}: ${likeliest} ${byKind[likeliest ?? 'other'].toFixed(2)}`]
  })
  const head = `${scored.length} documents, Brier score ${brier.toFixed(4)}\n| from | documents | predicted | actual |\n|---|---|---|---|\n`
  return `${head}${bands.join('\n')}\n${misclassified.length} misclassified\n${misclassified.join('\n')}\n`
}

function toCode(classWeights: ClassWeights): string {
  const rounded = JSON.stringify(
    classWeights,
    (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value),
    2,
  )
  const note = `// Fitted by dev/fit-classifier.ts to ${trainingSet.length} sandbox documents. README.md explains the model.`
  return `${note}\n\nexport type ClassifierWeights = { bias: number; features: Record<string, number> }\n\nexport const weights: Record<'bank_statement' | 'payslip', ClassifierWeights> = ${rounded}\n`
}
