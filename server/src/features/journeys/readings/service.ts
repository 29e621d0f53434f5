import type { z } from 'zod'
import type { DocumentReading } from '../../../extraction/document.ts'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { TaskEnd } from '../../../platform/tasks/wait-for-end.ts'
import { BankStatement } from '../../../vocabulary/bank-statement.ts'
import { Payslip } from '../../../vocabulary/payslip.ts'
import { readOutcome } from '../../documents/extraction-requests.ts'
import type { FileProblem } from '../../documents/file-problems.ts'
import { listReadAhead } from '../../documents/read-ahead.ts'
import type { FileReadings, UnsentFiles } from './schemas.ts'

type Reading = z.output<typeof FileReadings>['files'][number]
type Summary = Omit<Reading, 'path'>
type DocumentType = NonNullable<Reading['document_type']>

/** Returns what was read from files that the person has not sent. Only the person sees it. */
export function readReadings(
  tenant: Tenant,
  userId: string,
  { files }: z.output<typeof UnsentFiles>,
  end: TaskEnd | undefined,
) {
  const outcome = readOutcome(end, userId)
  const problems = (outcome?.problems ?? []) as { id: string; problem: FileProblem }[]
  const paths = files.map(({ path }) => path)
  return tenant.transaction(async (tx) => {
    const readings = await listReadAhead(tx, userId, paths)
    audit(tx, 'document.readings_read', userId)
    return {
      files: paths.map((path) => {
        const known = readings.get(path)
        const problem = problems.find(({ id }) => id === known?.id)?.problem
        return {
          path,
          ...(known?.reading
            ? summarise(known.reading, known.type)
            : refused(problem ?? 'still-processing', null)),
        }
      }),
    }
  })
}

const refused = (problem: FileProblem, document_type: Summary['document_type']): Summary => ({
  document_type,
  payslip: null,
  bank_statement: null,
  problem,
})

/** `type` is what the file was uploaded as. */
function summarise({ kind, rejection, submission }: DocumentReading, type: DocumentType): Summary {
  if (rejection) return refused(rejection, null)
  if (kind === 'payslip') return summarisePayslip(submission)
  if (kind === 'bank_statement') return summariseStatement(submission)
  if (kind === 'card_statement') return refused('credit-card-statement', null)
  return refused(type === 'payslip' ? 'not-a-payslip' : 'not-a-bank-statement', null)
}

function summarisePayslip(submission: unknown): Summary {
  if (submission === null) return refused('not-read', 'payslip')
  const payslip = Payslip.safeParse(submission).data
  if (!payslip?.income_information.earnings.net_pay) return refused('incomplete', 'payslip')
  const { pay_date, earnings } = payslip.income_information
  return {
    document_type: 'payslip',
    payslip: {
      employer_name: payslip.employment_information.employer_name,
      pay_date: new Date(pay_date),
      gross_pay: earnings.gross_pay,
      net_pay: earnings.net_pay,
    },
    bank_statement: null,
    problem: null,
  }
}

function summariseStatement(submission: unknown): Summary {
  const statement = BankStatement.safeParse(submission).data
  if (!statement) return refused('not-read', 'bank_statement')
  const { account_information, statement_period, balance_information } = statement
  const dateOf = (day: string | null) => (day === null ? null : new Date(day))
  return {
    document_type: 'bank_statement',
    payslip: null,
    bank_statement: {
      bank_name: account_information.bank_name,
      account_ending: account_information.account_number?.slice(-4) ?? null,
      start_date: dateOf(statement_period.start_date),
      end_date: dateOf(statement_period.end_date),
      closing_balance: balance_information.closing_balance?.replaceAll(',', '') ?? null,
    },
    problem: null,
  }
}
