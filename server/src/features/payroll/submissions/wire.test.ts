import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aPayslip, payslips } from '../../../../test/features/sample-payslips.ts'
import { Payslip } from '../../../vocabulary/payslip.ts'
import { PayrollSubmission, SubmittedPayload } from '../schemas.ts'
import { forWebhook, presentSubmission } from './wire.ts'

const facts = {
  id: randomUUID(),
  account_id: randomUUID(),
  entry_id: randomUUID(),
  created_at: new Date('2026-06-15T09:00:00.123Z'),
  document_id: null,
  trust_score: null,
  identity_match: null,
  source: 'Payroll (via User Connection)',
}
const present = (payslip: Payslip) =>
  presentSubmission(
    facts,
    { payslip, document_external_id: null, document_filename: null },
    { rolling_12m_income: { gross_pay: '12000.00', net_pay: '-0.07' }, duplicate_of: null },
  )

const submissions = payslips.map(present)

/** Yields the path and value of every leaf. */
function* leavesOf(value: unknown, path = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value]
  else if (Object.keys(value).length === 0) yield [path, Array.isArray(value) ? '[]' : '{}']
  else for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, `${path}.${name}`)
}

const money =
  /\.((gross|net)_pay|base_salary|bonus|(fixed|variable)_pay_total|amount|total_(tax|ni)_paid|total_taxable_earnings|income_tax|employee_(ni|pension)|(total|loan)_deductions)$/

test('generates payslips that are valid connector output', () => {
  fc.assert(fc.property(payslips, (payslip) => void Payslip.parse(payslip)))
})

test('matches the API schemas in replies and webhooks', () => {
  fc.assert(
    fc.property(submissions, (submission) => {
      expect(PayrollSubmission.parse(JSON.parse(JSON.stringify(submission)))).toEqual(submission)
      const payload = {
        entry_id: submission.entry_id,
        account_id: submission.account_id,
        payroll_submissions: [forWebhook(submission)],
      }
      expect(SubmittedPayload.parse(JSON.parse(JSON.stringify(payload)))).toEqual(payload)
    }),
  )
})

test('differs between replies and webhooks only in the type of amounts and phone', () => {
  fc.assert(
    fc.property(submissions, (submission) => {
      const sent = new Map(leavesOf(JSON.parse(JSON.stringify(forWebhook(submission)))))
      const shown = [...leavesOf(submission)]
      expect([...sent.keys()]).toEqual(shown.map(([path]) => path))
      for (const [path, value] of shown) {
        const other = sent.get(path)
        if (money.test(path) && value !== null) {
          expect(typeof other).toBe('number')
          expect((other as number).toFixed(2).replace(/^-0\.00$/, '0.00')).toBe(value)
        } else if (path.endsWith('.phone') && value !== null) expect(other).toBe(String(value))
        else expect(other).toBe(value)
      }
    }),
  )
})

test('sends dates as noon UTC and derives the status from the leave date', () => {
  const payslip = aPayslip({ pay_date: '2026-03-29', leave_date: '2026-03-31' })
  expect(present(payslip)).toMatchObject({
    created_at: '2026-06-15T09:00:00.123Z',
    employment_information: { status: 'inactive', leave_date: '2026-03-31T12:00:00.000Z' },
    income_information: { pay_date: '2026-03-29T12:00:00.000Z' },
  })
  expect(present(aPayslip()).employment_information).toMatchObject({ status: 'active', leave_date: null })
})

test('sends the phone as a number in replies and as a string in webhooks', () => {
  const submission = present(aPayslip())
  expect(submission.identity_information.phone).toBe(447700900123)
  expect(forWebhook(submission).identity_information.phone).toBe('447700900123')
})
