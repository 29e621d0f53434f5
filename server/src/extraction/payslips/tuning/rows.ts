// Thresholds for the quantity, rate and amount of a row (`../table/rows/`). ../README.md explains the units and the
// notes about tests.

/** table/rows/: the quantity, rate and amount of a row. */
export const rowTuning = {
  /**
   * Minimum number of amounts in a row that has a column for each payment and deduction. Tables with two or three
   * amounts are summaries of totals.
   */
  minTransposedColumns: 3,
  /** Maximum distance between the two lines of a description, in ems. */
  maxSecondLineDistance: 1.4,
  /** Maximum difference between the left edges of the two lines of a description, in points. */
  secondLineEdge: 1.5,
  /**
   * Minimum by which the distance to the next row exceeds the distance between the two lines of a description, in
   * points.
   */
  minRowPadding: 0.7,
  /**
   * Maximum gap between a label and a number that is part of the label, such as `Overtime 1.33`, in ems. No test
   * fails if this is changed.
   */
  maxNumberInLabelGap: 0.5,
  /** Number of lines below a row that are searched for its second line. Tables beside it may have lines of their own. */
  linesBeside: 3,
  /** Maximum difference between the edges of two numbers of one column, in points. */
  numberEdge: 2,
  /** Minimum gap between a number that is part of the label and the first number of a column, in ems. */
  minGapBehindLabel: 2,
  /**
   * Maximum distance between a label and the hours printed below it, in line heights. The test 'reads every field of
   * every layout as printed' fails if this is halved.
   */
  maxUnitsDistance: 2,
  /**
   * Maximum distance by which hours may be to the left of the label above them, in points. No test fails if this is
   * changed.
   */
  unitsOutdent: 2,
}

/** table/basic-pay.ts: pay for usual work that is not named basic pay. Rates are multiples of another line's rate. */
export const basicPayTuning = {
  /** Minimum rate of pay for work, relative to the largest line. Lower rates are those of premiums and mileage. */
  minRateOfWork: 0.5,
  /** Minimum rate of a premium for work, relative to the basic rate. The least usual premium is time and a quarter. */
  minPremiumRate: 1.2,
}

/**
 * Tolerances for comparing hours times rate with the amount. Rates are rounded before they are printed, which causes
 * an error of up to half a penny per hour.
 */
export const unitTolerance = {
  /** Maximum rounding error per unit of quantity, in pence. No test fails if this is changed. */
  perUnit: 0.5,
  /**
   * Minimum tolerance, in pence, for recognising two numbers as quantity and rate by their product. No test fails if
   * this is changed.
   */
  minForRecognition: 1,
  /**
   * Addition to the tolerance for recognising quantity and rate, in pence. Covers the rounding of the amount. No test
   * fails if this is changed.
   */
  extraForRecognition: 0.5,
  /**
   * Minimum tolerance, in pence, for checking an amount against a known quantity and rate. No test fails if this is
   * changed.
   */
  minForCheck: 2,
  /**
   * Addition to the tolerance for checking an amount, in pence. Covers the rounding of quantity and amount. No test
   * fails if this is changed.
   */
  extraForCheck: 1,
  /**
   * Maximum difference between an amount and its quantity times a rate in whole pence, in pence. Used if no rate is
   * printed. No test fails if this is changed.
   */
  wholeRate: 0.5,
}
