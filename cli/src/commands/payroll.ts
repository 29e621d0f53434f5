import type { PayrollSubmission } from '@payproof/sdk'
import { command } from '../command.ts'
import { type Columns, dayOf, tableOf } from '../text.ts'
import { listed, listing } from './shared.ts'

const columns: Columns<PayrollSubmission> = {
  PAID: ({ income_information }) => dayOf(income_information.pay_date),
  EMPLOYER: ({ employment_information }) => employment_information.employer_name,
  GROSS: ({ income_information }) => income_information.earnings.gross_pay,
  NET: ({ income_information }) => income_information.earnings.net_pay,
  TRUST: ({ trust_score }) => trust_score,
  IDENTITY: ({ identity_match }) => identity_match,
  SOURCE: ({ source }) => source,
  SUBMISSION: ({ id }) => id,
  'DUPLICATE OF': ({ duplicate_of }) => duplicate_of,
}

export const payroll = [
  command({
    name: 'payroll list',
    does: 'list the payroll submissions of a user, newest first',
    takes: ['USER_ID'],
    options: {
      ...listing,
      account: { kind: 'text', value: 'ACCOUNT_ID', does: 'only submissions from this account' },
    },
    async run({ args, options: { limit, account } }, program) {
      const { payroll: api } = await program.client()
      const only = account && { account_id: account }
      return listed(
        limit,
        program,
        (query) => api.listSubmissions(args.USER_ID, { ...query, ...(only || {}) }),
        columns,
      )
    },
  }),
  command({
    name: 'payroll fetch',
    does: 'retrieve new payslips through an account',
    takes: ['USER_ID', 'ACCOUNT_ID'],
    async run({ args }, { client }) {
      const person = (await client()).forUser(args.USER_ID)
      const found = await person.payroll.queryConnection({ account_id: args.ACCOUNT_ID })
      return { json: found, text: tableOf(found.payroll_submissions, columns) }
    },
  }),
  command({
    name: 'payroll provenance',
    does: 'show the source of each value of a submission',
    takes: ['USER_ID', 'SUBMISSION_ID'],
    async run({ args }, { client }) {
      const found = await (await client()).payroll.getProvenance(args.USER_ID, args.SUBMISSION_ID)
      const text = tableOf(found.values, {
        VALUE: ({ path }) => path,
        PAGE: ({ page }) => page,
        METHOD: ({ method }) => method,
        CONFIDENCE: ({ confidence }) => confidence,
      })
      return { json: found, text }
    },
  }),
]
