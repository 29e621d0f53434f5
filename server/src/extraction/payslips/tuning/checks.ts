// Thresholds for recognising a payslip and checking its arithmetic (`../parse.ts`, `../checks.ts`,
// `../arithmetic/`). ../README.md explains the units and the notes about tests.

/**
 * parse.ts: how many signs of a payslip a document must have. Signs are a tax code, an NI number, tax, NI, a title
 * such as `Payslip`, and gross with net pay.
 */
export const payslipSigns = {
  /**
   * Minimum number of signs if gross, deductions and net add up. The test 'reads every field of every layout as
   * printed' fails if this is doubled.
   */
  minIfNetAddsUp: 2,
  /**
   * Minimum number of signs if gross, deductions and net do not add up. The test 'returns no submission for a
   * document that is not a payslip' fails if this is 0.
   */
  minOtherwise: 3,
}

/** checks.ts and arithmetic/: conditions for verifying a payslip, and differences that become findings. */
export const checkTuning = {
  /**
   * Maximum difference between the right edges of two amounts in one column, in points. The test 'does not certify a
   * changed tax that leaves out another deduction of a list without titles' fails if this is 0.
   */
  amountEdgeTolerance: 3,
  /**
   * Minimum OCR confidence of a word, from 0 to 100. Words with less confidence may be misread. The test 'reads one
   * table with a payments column and a deductions column' fails if this is doubled.
   */
  minOcrConfidence: 80,
  /**
   * Gross pay, in pence, above which National Insurance is expected even on weekly pay. If it is missing, a deduction
   * with an unknown label may be National Insurance. No test fails if this is changed.
   */
  minPayWithNi: 30_000,
  /**
   * Gross pay, in pence, above which income tax is expected even on monthly pay. If it is missing, a deduction with
   * an unknown label may be income tax. No test fails if this is changed.
   */
  minPayWithTax: 130_000,
  /**
   * Minimum strength of labelled amounts that must agree with the total of the same kind. Weaker labels are ignored.
   * The test 'does not verify a payslip with a changed digit in the gross pay' fails if this is doubled.
   */
  minAgreementStrength: 2,
  /**
   * Minimum pay, in pence, that is confirmed by a year-to-date amount that is a multiple of it. Smaller pay may
   * divide the year-to-date amount by coincidence. No test fails if this is changed.
   */
  minPayToDivide: 5_000,
  /** Maximum number of payments in a tax year: 53 weekly payments. No test fails if this is changed. */
  maxPaymentsPerYear: 53,
}

/** arithmetic/tax-check.ts: tolerances of the income tax check. */
export const taxTuning = {
  /**
   * Maximum difference between the tax and the tax due, in pence. A larger difference is a finding. HMRC's tables
   * round to the pound. No test fails if this is changed.
   */
  findingTolerance: 200,
  /**
   * Maximum difference between the year-to-date tax and the tax due, in pence. With a larger difference, the
   * year-to-date tax cannot be right. No test fails if this is changed.
   */
  yearToDateTolerance: 200,
  /**
   * Maximum difference, in pence, between the year-to-date tax and the tax due at which tax code and taxable pay
   * confirm the year-to-date tax. No test fails if this is changed.
   */
  confirmTolerance: 1,
  /**
   * Maximum difference, in pence, between the tax deducted and the tax due at which the tax confirms the pay. Payroll
   * software rounds each component separately. The test 'does not verify a payslip whose earnings, gross and net were
   * raised by the same amount' fails if this is multiplied by 1,000.
   */
  payTolerance: 5,
}

/** arithmetic/ni-check.ts: tolerances of the National Insurance check. */
export const niTuning = {
  /**
   * Maximum difference between the National Insurance and the amount due, in pence. A larger difference is a finding.
   * HMRC's tables round to the pound. No test fails if this is changed.
   */
  findingTolerance: 100,
  /**
   * Maximum difference, in pence, between the National Insurance deducted and the amount due at which the National
   * Insurance confirms the pay. The test 'does not verify a payslip whose earnings, gross and net were raised by the
   * same amount' fails if this is multiplied by 1,000.
   */
  payTolerance: 5,
  /**
   * Maximum difference per period, in pence, between the year-to-date National Insurance and the amount due at which
   * earnings confirm it. Each payment is rounded once. No test fails if this is changed.
   */
  confirmTolerancePerPeriod: 0.3,
  /**
   * Maximum total tolerance, in pence, for confirming the year-to-date National Insurance. With a larger tolerance, a
   * wrong digit could go unnoticed. No test fails if this is changed.
   */
  maxConfirmTolerance: 4,
}

/** arithmetic/tax-period.ts: differences between the printed tax period and the pay date. */
export const taxPeriodTuning = {
  /**
   * Maximum difference between the printed tax month and the tax month of the pay date, in months, for low severity
   * of the finding. A larger difference is more severe. No test fails if this is changed.
   */
  nearMonths: 1,
  /**
   * Maximum difference between the printed tax week and the tax week of the pay date, in weeks, that is no finding.
   * Early, late and four-weekly pay cause such differences. No test fails if this is changed.
   */
  nearWeeks: 4,
}
