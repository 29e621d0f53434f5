// Thresholds for the search for gross, deductions and net pay (`../table/solver/`). ../README.md explains the units
// and the notes about tests.

/** table/solver/: limits of the search for gross, deductions and net pay that add up. */
export const solverTuning = {
  /**
   * Maximum number of candidate amounts of each kind. Limits the search, whose cost grows with the cube of this
   * number. The test 'reads a single list in which deductions are negative' fails if this is 0.
   */
  maxCandidates: 14,
  /**
   * Strength deducted if only the title of the table marks the amount as year-to-date. The test 'records the position
   * of every value it reads' fails if this is multiplied by 1,000.
   */
  yearTablePenalty: 3,
  /**
   * Minimum score of a solution. If no solution reaches it, the result contains only amounts that clearly lead over
   * others of their kind. The test 'reads a single list in which deductions are negative' fails if this is multiplied
   * by 1,000.
   */
  minScore: 4,
  /**
   * Maximum difference in score between the best solution and a different one at which the result is ambiguous. No
   * test fails if this is changed.
   */
  ambiguityMargin: 1.5,
  /**
   * Minimum strength of an amount that is used alone. Weaker amounts are used only if they make gross, deductions and
   * net add up. No test fails if this is changed.
   */
  minStandaloneStrength: 1.5,
  /** Minimum strength of amounts among which three are searched that add up as gross, deductions and net. */
  minStrengthInTriple: 0.7,
  /**
   * Strength added for each additional position at which the same amount is printed. The test 'reads every field of
   * every layout as printed' fails if this is multiplied by 1,000.
   */
  perRepetition: 0.5,
  /**
   * Lead in strength that the best amount of a kind must exceed if nothing adds up. No test fails if this is changed.
   */
  minLooseLead: 1,
  /**
   * Maximum number of choices of tables of one kind: all tables together, then each table alone. No test fails if
   * this is changed.
   */
  maxTablesApart: 5,
  /**
   * Maximum number of combinations of printed gross, deductions and net that add up for which matching rows are
   * searched. No test fails if this is changed.
   */
  maxTriples: 6,
  /**
   * Maximum difference between the left edges of the labels in one column, in points. No test fails if this is
   * changed.
   */
  columnEdgeTolerance: 6,
  /**
   * Maximum number of rows that are tried as the first of consecutive rows that add up to a total. The test 'without
   * titles, takes the rows above a total that add up to it' fails if this is 0.
   */
  maxRunStarts: 60,
  /**
   * Maximum number of consecutive rows that are added up to match a total. The test 'without titles, takes the rows
   * above a total that add up to it' fails if this is 0.
   */
  maxRunRows: 40,
  /**
   * Maximum number of splits proposed for tables without titles. The test 'without titles, takes the rows above a
   * total that add up to it' fails if this is 0.
   */
  maxStackedSplits: 30,
}

/**
 * table/solver/: score added for the way in which rows were split into earnings and deductions. More trustworthy
 * ways have higher scores.
 */
export const splitPrior = {
  /** Score added if a payslip prints all its deductions as negative amounts. */
  allNegative: 0.5,
  /**
   * Score if table titles determine whether a row is an earning or a deduction. The test 'without titles, takes the
   * rows above a total that add up to it' fails if this is multiplied by 1,000.
   */
  byTitles: 2,
  /**
   * Score if rows in the payments table are moved to the deductions because of their labels. The test 'reads amounts
   * in brackets and with a trailing minus as negative' fails if this is multiplied by 1,000.
   */
  deductionsMovedByLabel: 0.6,
  /**
   * Score if table titles are ignored and only labels determine which rows are deductions. The test 'reads amounts in
   * brackets and with a trailing minus as negative' fails if this is multiplied by 1,000.
   */
  byLabelsInTables: 0.5,
  /**
   * Score if only one table of each kind is used. A summary may repeat the title of a table. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  singleTables: 0.4,
  /**
   * Score if the rows above gross pay add up to it and other rows add up to the deductions. No test fails if this is
   * changed.
   */
  stackedAddingUp: 0.3,
  /**
   * Score if consecutive rows that add up are used, regardless of titles and labels. The test 'leaves employer
   * contributions and benefits in kind out of the totals' fails if this is multiplied by 1,000.
   */
  byArithmetic: 0.25,
  /**
   * Score if one row is left out of a table because the others add up to the printed total. The row must not be left
   * out if the tables add up with it.
   */
  withoutStrays: 0.22,
  /** Score if all rows of a list from the first known deduction on are deductions. */
  atFirstDeduction: 0.08,
  /** Score if rows that begin with `Less` are negative earnings instead of deductions. */
  subtractedEarnings: 0.3,
  /** Score if rows without a table are taken as the side whose table has no known title. */
  untitledBesideOneTable: 0.12,
  /**
   * Score if a list without titles is split by labels. The test 'reads one table with a payments column and a
   * deductions column' fails if this is multiplied by 1,000.
   */
  untitledByLabels: 0.2,
  /**
   * Score if the rows above gross pay add up to it and labels determine which other rows are deductions. The test
   * 'without titles, takes the rows above a total that add up to it' fails if this is multiplied by 1,000.
   */
  stackedByLabels: 0.2,
  /**
   * Score if the table of deductions has a title and the earnings have none. The test 'reads one table with a
   * payments column and a deductions column' fails if this is multiplied by 1,000.
   */
  untitledWithDeductionsTable: 0.15,
  /**
   * Score if a list without titles is split by sign: negative amounts are deductions. The test 'reads one table with
   * a payments column and a deductions column' fails if this is multiplied by 1,000.
   */
  untitledBySign: 0.1,
  /**
   * Score deducted if the first number of each row is used as its amount instead of the last. No test fails if this
   * is changed.
   */
  firstNumberPenalty: 0.2,
  /** Score deducted if a refund that is printed without a sign counts as negative. No test fails if this is changed. */
  refundsNegativePenalty: 0.1,
  /** Score deducted if benefits in kind are counted as pay. No test fails if this is changed. */
  benefitsPaidPenalty: 0.1,
}

/** table/solver/: score of a solution. Totals that add up count more than all labels together. */
export const solverScore = {
  /**
   * Score deducted if no deduction is negative although their total is. It must exceed `allNegative`. The test 'keeps a
   * refund negative if another deduction is not recognised' fails if this is halved.
   */
  missingRefundPenalty: 0.75,
  /** Score deducted for each row of tax or National Insurance among the earnings. With zero amounts, sums do not tell. */
  taxAmongEarningsPenalty: 0.5,
  /** Score if gross pay less deductions equals net pay. No test fails if this is changed. */
  netAddsUp: 10,
  /**
   * Score if rows add up to a total that is printed or that makes the net pay add up. The test 'reads amounts printed
   * before their labels, and a name in two fields' fails if this is 0.
   */
  rowsAddUp: 5,
  /**
   * Score if there are no deductions and the printed total of deductions is zero. No test fails if this is changed.
   */
  noDeductionsAddUp: 3,
  /**
   * Score if earnings rows add up to a gross pay that is computed from the same rows, which confirms nothing. The
   * test 'reads a single list in which deductions are negative' fails if this is multiplied by 1,000.
   */
  computedGross: 1,
  /**
   * Score if deduction rows add up to a total that is computed from the same rows. The test 'reads a single list in
   * which deductions are negative' fails if this is multiplied by 1,000.
   */
  computedDeductions: 0.5,
  /** Score for each of gross, deductions and net that is printed. No test fails if this is changed. */
  printed: 2,
  /**
   * Divisor for the summed label strengths of gross, deductions and net. It keeps their weight so low that labels
   * only break ties. The test 'reads a single list in which deductions are negative' fails if this is 0.
   */
  strengthDivisor: 6,
  /**
   * Score deducted if gross and net are both zero. The zeros of a blank form also add up. No test fails if this is
   * changed.
   */
  emptyPenalty: 6,
}
