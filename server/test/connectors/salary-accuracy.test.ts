import { expect, test } from 'vitest'
import { bankRowsOf } from '../../../sandbox/src/open-banking/bank-rows.ts'
import type { SimulatedPerson } from '../../../sandbox/src/people/types.ts'
import { openWorld } from '../../../sandbox/src/people/world.ts'
import { randomFor } from '../../../sandbox/src/random.ts'
import type { BookedTransaction } from '../../src/connectors/bank-income/bank-account.ts'
import { detectSalaries } from '../../src/connectors/bank-income/detect-salary.ts'
import { Transactions } from '../../src/connectors/bank-income/yapily-replies.ts'
import { toBookedTransaction } from '../../src/connectors/bank-income/yapily-transform.ts'

// The detector was written without looking at the people of any seed.
const seed = 'held-out-people'
const accountCount = 1_000
const period = { from: '2025-11-10', to: '2026-11-09' }
const minPrecision = 0.99
const minRecall = 0.97

const world = openWorld({ seed })

/** Ids of the credits that are pay. The world knows them; the bank's rows do not say so. */
function salaryKeysOf(person: SimulatedPerson) {
  const payments = person.jobs.flatMap((job) =>
    world.payslips(job, period.to).map(({ payDate, netPay }) => `${payDate} ${netPay}`),
  )
  return new Set(payments)
}

const accountOf = (person: SimulatedPerson) => {
  const rows = bankRowsOf(world, person, period.to).filter(({ date }) => date.slice(0, 10) >= period.from)
  return rows.flatMap((row) => {
    const { data } = Transactions.parse({ data: [row] })
    return data.flatMap((one) => toBookedTransaction(one) ?? [])
  })
}

/**
 * Regular credits that are no pay: flatmates, benefits and pensions, as many people have them. The detector knows the
 * words of these payers. It takes a company that pays each month without such a word for an employer.
 */
const decoys = [
  { payerName: 'PIP LARCHWOOD', information: 'PIP LARCHWOOD RENT SHARE', amount: 45_000, bankCode: 'FPI' },
  { payerName: null, information: 'GUS HALFMOON HOUSEHOLD', amount: 30_000, bankCode: null },
  { payerName: 'HMRC CHILD BENEFIT', information: 'HMRC CHILD BENEFIT', amount: 10_260, bankCode: 'BGC' },
  { payerName: null, information: 'BGC DWP UC', amount: 64_120, bankCode: null },
  { payerName: 'PLUMBLINE PENSIONS LTD', information: 'PLUMBLINE PENSIONS', amount: 81_000, bankCode: 'BGC' },
]

function decoysOf(person: SimulatedPerson): BookedTransaction[] {
  const random = randomFor(seed, 'decoys', person.userName)
  return decoys
    .filter(() => random.chance(0.15))
    .flatMap((decoy, n) =>
      Array.from({ length: 12 }, (_, month) => ({
        ...decoy,
        id: `decoy-${n}-${month}`,
        bookedOn: new Date(Date.UTC(2025, 11 + month, 3 + n)).toISOString().slice(0, 10),
        categoryPurpose: null,
      })),
    )
}

test(`finds pay on ${accountCount} accounts among other regular credits`, { timeout: 600_000 }, () => {
  let [found, right, paid] = [0, 0, 0]
  for (let n = 1; n <= accountCount; n++) {
    const person = world.inventedPerson(n)
    const truth = salaryKeysOf(person)
    const isPay = ({ bookedOn, amount }: BookedTransaction) => truth.has(`${bookedOn} ${amount}`)
    const transactions = [...accountOf(person), ...decoysOf(person)]
    const detected = detectSalaries(transactions).flatMap(({ credits }) => credits)
    paid += transactions.filter(isPay).length
    found += detected.length
    right += detected.filter(isPay).length
  }
  const precision = right / found
  const recall = right / paid
  process.stdout.write(
    `${accountCount} accounts, ${paid} payments of pay: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
  )
  expect(paid).toBeGreaterThan(accountCount)
  expect(precision).toBeGreaterThanOrEqual(minPrecision)
  expect(recall).toBeGreaterThanOrEqual(minRecall)
})
