import type { BookedTransaction, CategoryPurpose } from '../../connectors/bank-income/bank-account.ts'
import { detectIncome, type IncomeStream } from '../../connectors/bank-income/detect-salary.ts'
import { decimalOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import type { IncomeEvidence } from './evidence.ts'

/**
 * Lists the income that the bank itself shows. It is reported beside the model's figures and never added to them: a bank
 * knows net pay only. Uploaded statements are left out, because they lack the payer's name and the bank's codes.
 */
export function listBankIncome({ bankStatements, paid, taxYears }: IncomeEvidence, asOf: Day) {
  const submissions = new Map<string, string>()
  const transactions = bankStatements.flatMap(({ id, credits }) =>
    credits
      .filter(({ date }) => date <= asOf)
      .map(({ index, date, pence, description, payer, code, purpose }): BookedTransaction => {
        const key = `${id} ${index}`
        submissions.set(key, id)
        return {
          id: key,
          bookedOn: date,
          amount: pence,
          information: description,
          payerName: payer ?? null,
          bankCode: code ?? null,
          categoryPurpose: (purpose ?? null) as CategoryPurpose | null,
        }
      }),
  )
  const employers = [
    ...paid.map(({ payslip }) => payslip.employment_information.employer_name),
    ...taxYears.flatMap(({ employment }) => employment.employers.map(({ employer_name }) => employer_name)),
  ].filter((name) => name !== null)
  return detectIncome(transactions, { employers: [...new Set(employers)] })
    .map((stream) => present(stream, submissions))
    .toSorted((one, other) => other.latest_date.localeCompare(one.latest_date))
    .slice(0, maxStreams)
}

const maxStreams = 100

function present(
  { payer, grade, evidence, rhythm, credits }: IncomeStream,
  submissions: Map<string, string>,
) {
  const amounts = credits.map(({ amount }) => amount).toSorted((one, other) => one - other)
  return {
    payer,
    grade,
    evidence,
    pay_frequency: rhythm,
    credits: credits.length,
    first_date: credits[0]?.bookedOn ?? '',
    latest_date: credits.at(-1)?.bookedOn ?? '',
    latest_amount: decimalOf(credits.at(-1)?.amount ?? 0),
    median_amount: decimalOf(amounts[Math.floor(amounts.length / 2)] ?? 0),
    submission_ids: [...new Set(credits.flatMap(({ id }) => submissions.get(id) ?? []))].sort(),
  }
}
