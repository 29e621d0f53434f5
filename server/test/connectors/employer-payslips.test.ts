import { expect, test } from 'vitest'
import { comparePayslips } from './payslip-comparison.ts'
import { payslipSources } from './payslip-converters.ts'

// The small form of `npm run payslips:compare`.

const seed = 'employer payslips'
const count = 500
/** Payslips that are PDFs are drawn and read, which takes most of the time. */
const pdfCount = 25

test.each(payslipSources.map((source) => [source, source === 'employment-hero' ? pdfCount : count] as const))(
  '%s: converts %d random payslips without a difference',
  async (source, payslips) => {
    expect(await comparePayslips(source, seed, payslips)).toEqual({ payslips, wrongSums: 0, differences: [] })
  },
)
