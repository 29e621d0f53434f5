import type { BankStatementSubmission, PayrollSubmission } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { type ApplicantEvidence, assess } from './assessment.ts'

const applicant = {
  forename: 'Ada',
  surname: 'Quillfeather',
  birthday: '1990-02-03',
  postCode: 'LS1 4AP',
  amount: 3_600,
}

type Slip = { day: string; net: string; frequency?: string; status?: string; name?: string; trust?: string }

const payslip = ({ day, net, frequency = 'monthly', status = 'active', name, trust }: Slip) =>
  ({
    identity_information: { name: name ?? 'Ms A Quillfeather', date_of_birth: '1990-02-03T12:00:00Z' },
    employment_information: { employer_name: 'Larch & Sons', status },
    income_information: {
      pay_date: `${day}T12:00:00Z`,
      pay_frequency: frequency,
      earnings: { net_pay: net },
    },
    source: 'Payroll (via User Connection)',
    trust_score: trust ?? null,
  }) as PayrollSubmission

const statement = (spent: string, end_date = '2026-05-31') =>
  ({
    account_information: { bank_name: 'Brookmere Bank', account_number: '12345678' },
    statement_period: { start_date: '2026-05-01', end_date },
    transactions: [
      { type: 'credit', amount: '2400.00' },
      { type: 'debit', amount: `-${spent}` },
    ],
  }) as BankStatementSubmission

const twoMonths = [
  payslip({ day: '2026-04-30', net: '2400.00' }),
  payslip({ day: '2026-05-29', net: '2500.00' }),
]
const month = { date: '2026-05-01', cost_of_living: '1500.00', housing: '600.00', total: '2100.00' }
const half = { date: '2026-06-01', cost_of_living: '100.00', housing: '50.00', total: '150.00' }

const judge = (evidence: Partial<ApplicantEvidence>) =>
  assess(applicant, { payslips: twoMonths, statements: [], expenditures: [half, month], ...evidence })

test('the decision is pay minus spending minus repayment, each with its source', () => {
  expect(judge({})).toEqual({
    outcome: 'approved',
    reasons: [],
    income: [
      {
        label: 'Larch & Sons',
        pence: 2450_00,
        source: 'Mean of 2 payslips, 30 Apr 2026 to 29 May 2026. Payroll (via User Connection)',
      },
    ],
    spending: [
      expect.objectContaining({ label: 'Cost of living', pence: 1500_00 }),
      expect.objectContaining({
        label: 'Housing',
        pence: 600_00,
        source: expect.stringContaining('2026-05'),
      }),
    ],
    // Without interest, 3,600 pounds in 36 instalments would be 100 each.
    repayment: expect.objectContaining({ pence: 115_28 }),
    left: 2450_00 - 2100_00 - 115_28,
  })
})

test('an average that takes everything asks for a statement; a statement that does so declines', () => {
  const dear = { ...month, cost_of_living: '1800.00', total: '2400.00' }
  expect(judge({ expenditures: [dear] })).toMatchObject({
    outcome: 'referred',
    reasons: [expect.stringContaining('bank statement')],
  })
  // The statement covers 31 days and is scaled to a month of 365 ÷ 12 days.
  expect(judge({ expenditures: [dear], statements: [statement('1550.00')] })).toMatchObject({
    outcome: 'approved',
    spending: [{ label: 'Brookmere Bank ···5678', pence: 1520_83 }],
  })
  expect(judge({ statements: [statement('2480.00')] })).toMatchObject({ outcome: 'declined' })
  expect(judge({ statements: [statement('9.00', '2026-05-07')] }).spending).toHaveLength(2)
})

test.each([
  ['weekly pay is 52 payments', [{ day: '2026-05-29', net: '500.00', frequency: 'weekly' }], [2166_67]],
  [
    'a payslip that came twice counts once',
    [
      { day: '2026-05-29', net: '2400.00' },
      { day: '2026-05-29', net: '2400.00' },
      { day: '2026-04-30', net: '2000.00' },
    ],
    [2200_00],
  ],
  [
    'a job that has ended pays no more',
    [
      { day: '2026-05-29', net: '2400.00', status: 'inactive' },
      { day: '2026-04-30', net: '2400.00' },
    ],
    [],
  ],
  ['pay without a rhythm is no income', [{ day: '2026-05-29', net: '2400.00', frequency: 'irregular' }], []],
])('%s', (_, slips: Slip[], expected) => {
  const { income, outcome } = judge({ payslips: slips.map(payslip) })
  expect(income.map(({ pence }) => pence)).toEqual(expected)
  if (expected.length === 0) expect(outcome).toBe('referred')
})

test.each([
  ['another person', 'someone other than the applicant', { name: 'Mr B Marlowe' }],
  ['a changed document', 'changed', { trust: 'Low' }],
])('payslips of %s go to a colleague', (_, words, change) => {
  const payslips = twoMonths.map((_, at) => payslip({ day: `2026-0${at + 4}-28`, net: '9000.00', ...change }))
  expect(judge({ payslips })).toMatchObject({
    outcome: 'referred',
    reasons: [expect.stringContaining(words)],
  })
})
