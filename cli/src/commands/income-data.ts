import { command } from '../command.ts'
import { dayOf } from '../text.ts'
import { listed, listing } from './shared.ts'

/** Commands for a user's data other than payroll. */
export const incomeData = [
  command({
    name: 'taxauth list',
    does: 'list the income of a user from the tax authority, newest tax year first',
    takes: ['USER_ID'],
    options: listing,
    async run({ args, options: { limit } }, program) {
      const { taxauth } = await program.client()
      return listed(limit, program, (query) => taxauth.listIncomeSubmissions(args.USER_ID, query), {
        FROM: ({ income_period }) => dayOf(income_period.start),
        TO: ({ income_period }) => dayOf(income_period.end),
        INCOME: ({ employment }) => employment.total_income,
        EMPLOYERS: ({ employment }) =>
          employment.employers.map(({ employer_name }) => employer_name ?? '-').join(', '),
        SUBMISSION: ({ id }) => id,
      })
    },
  }),
  command({
    name: 'bankstatements list',
    does: 'list the bank statements of a user, newest first',
    takes: ['USER_ID'],
    options: listing,
    async run({ args, options: { limit } }, program) {
      const { bankStatements } = await program.client()
      return listed(limit, program, (query) => bankStatements.listSubmissions(args.USER_ID, query), {
        FROM: ({ statement_period }) => dayOf(statement_period.start_date),
        TO: ({ statement_period }) => dayOf(statement_period.end_date),
        BANK: ({ account_information }) => account_information.bank_name,
        OPENING: ({ balance_information }) => balance_information.opening_balance,
        CLOSING: ({ balance_information }) => balance_information.closing_balance,
        TRANSACTIONS: ({ transactions }) => transactions.length,
        SUBMISSION: ({ id }) => id,
      })
    },
  }),
]
