import { expect, test } from 'vitest'
import { detectIncome, isPay } from '../../src/connectors/bank-income/detect-salary.ts'
import { inventBankAccount } from './invented-bank-accounts.ts'

// Measured on words and seeds that were not used while the detector was written. A payer counts as pay if its grade is
// `confirmed` or `likely`. No account has the bank's purpose code for salaries. SALARY_SEEDS=one,two measures other seeds.
// biome-ignore lint/style/noProcessEnv: the seeds of the test.
const { SALARY_SEEDS = 'after-1,after-2,after-3' } = process.env
const seeds = SALARY_SEEDS.split(',')
const accountCount = 1_000
const minPrecision = 0.99
const minRecall = 0.97

function measure(seed: string, knowsEmployers: boolean) {
  let [found, right, paid] = [0, 0, 0]
  for (let n = 0; n < accountCount; n++) {
    const { credits, employers } = inventBankAccount('unseen', seed, n)
    const streams = detectIncome(credits, knowsEmployers ? { employers } : {})
    const ids = new Set(streams.filter(isPay).flatMap((stream) => stream.credits.map(({ id }) => id)))
    paid += credits.filter((credit) => credit.isPay).length
    found += ids.size
    right += credits.filter((credit) => credit.isPay && ids.has(credit.id)).length
  }
  return { paid, precision: right / found, recall: right / paid }
}

/** Lenders usually know the employer from a payslip or HMRC. */
test.each(seeds.flatMap((seed) => [true, false].map((knowsEmployers) => [seed, knowsEmployers] as const)))(
  `%s: finds pay on ${accountCount} accounts; employers known: %s`,
  { timeout: 600_000 },
  (seed, knowsEmployers) => {
    const { paid, precision, recall } = measure(seed, knowsEmployers)
    process.stdout.write(
      `${seed}: ${accountCount} accounts, ${paid} payments of pay, employers known: ${knowsEmployers}: ` +
        `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
    )
    expect(paid).toBeGreaterThan(accountCount)
    expect(precision).toBeGreaterThanOrEqual(minPrecision)
    expect(recall).toBeGreaterThanOrEqual(minRecall)
  },
)
