// Thresholds for choosing between readings and for checking the one chosen (`../parse.ts`, `../checks.ts`). Units are
// points (1/72 inch), ems (multiples of the font size), shares (0 to 1), counts and days.

/** Thresholds of completeness.ts, which checks whether every amount of the table was read. */
export const completenessTuning = {
  /** Upper limit of the distance between the left edges of a heading and of the rows, in points. */
  headingEdge: 8,
  /** Maximum distance of an amount below the last row, in points. Amounts further down are outside the table. */
  maxBelowLastRow: 30,
  /** Tolerance for rounding errors of the edges of the table, in points. */
  edgeTolerance: 2,
  /**
   * Minimum number of amounts on a page without rows. At or above this number, rows of the page were probably missed.
   */
  minPageAmounts: 6,
  /**
   * Minimum ratio of the type size of the heading of another account to that of the rows. A line in smaller type is
   * not a heading.
   */
  minHeadingSize: 1.15,
  /** Maximum number of words in the heading of another account. A longer line is not a heading. */
  maxHeadingWords: 6,
  /** Minimum number of rows on a page that must have a printed date. A page with fewer rows may have none. */
  minRowsWithDate: 4,
  /**
   * Maximum distance between a day heading and the left edge of the date column, in points. Text further away is not
   * a heading.
   */
  maxHeadingOffset: 2,
  /**
   * Upper limit of the distance between a bare day number and the left edge of the date column, in points. A number
   * further away is not a day.
   */
  maxDayOffset: 10,
  /**
   * Upper limit of the distance from a date to the row above, as a ratio of its distance to the row below. With a
   * smaller ratio, it is unclear to which row the date belongs.
   */
  maxDateDistance: 0.6,
  /** Upper limit of the distance of a date below the last row, in ems. A date further below is outside the table. */
  maxTrailingDistance: 3,
  /**
   * Maximum ratio of ambiguous to unambiguous date headings. Above this ratio, all dates are considered ambiguous.
   */
  maxAmbiguousShare: 0.3,
  /**
   * Maximum share of pages with a date below the last row, 0 to 1. Above this share, all dates are considered
   * ambiguous.
   */
  maxTrailingShare: 0.5,
}

/** Thresholds of checks.ts, which decides whether a statement is verified. */
export const checkTuning = {
  /**
   * Maximum number of days between the date of a row and the printed period. A row further outside fails the check.
   */
  periodTolerance: 3,
  /** Minimum number of rows for the check whether years were read as days. With fewer rows, the check is skipped. */
  minRowsForYears: 3,
  /**
   * Maximum probability that signs fit by coincidence, 0 to 1. It is small because several hundred readings are
   * tried.
   */
  maxCoincidence: 1e-4,
}

/** Thresholds of findings.ts, which decides whether contradictions are reported. */
export const findingTuning = {
  /**
   * Maximum number of printed balances that do not follow from the rows. If there are more, the table was probably
   * misread and nothing is reported.
   */
  maxBreaks: 4,
  /** Minimum share of confirmed rows, 0 to 1. With a smaller share, nothing is reported. */
  minConfirmedShare: 0.75,
  /** Number of rows that may be unconfirmed for each balance that does not follow from the rows. */
  rowsPerBreak: 2,
  /** Minimum number of printed balances that follow from the rows. With fewer, nothing is reported. */
  minChecks: 2,
  /**
   * Maximum number of days between a row and the period. Banks may print one or two rows from just outside the
   * period.
   */
  periodTolerance: 10,
}

/** Thresholds and scores of parse.ts, read-statement.ts and text/main-account.ts, which choose between readings. */
export const parseTuning = {
  /**
   * Minimum number of dated rows after a heading. At or above this number, the statement ends at the heading only if
   * it names another account.
   */
  minOtherRows: 3,
  /**
   * Maximum number of lines with amounts after the heading of another account that are compared with the balances
   * before it.
   */
  maxContinuedLines: 12,
  /**
   * Minimum share of rows that are confirmed by a balance if the statement is ended at a heading, 0 to 1. With a
   * smaller share, that reading is rejected.
   */
  minConfirmedShare: 0.5,
  /** Number of lines above an amount that are searched for a date heading. */
  maxHeadedLines: 4,
  /** Maximum number of headings of other accounts, by each kind of heading, at which the parser tries to end the statement. */
  maxCutsTried: 6,
  /** Number of lines below the heading of another table that are searched for its titles and opening balance. */
  maxTitleLines: 6,
  /** Maximum number of words in the heading of another account. A longer line is not a heading. */
  maxCutWords: 14,
  /**
   * Upper limit of the distance of the heading of another account to the right of the left edge of the table, in
   * points. A line further right is not a heading.
   */
  maxCutIndent: 14,
  /**
   * Maximum share of rows whose date is on a different line from the amount, 0 to 1. Above this share, the statement
   * may consist of blocks.
   */
  maxFoldedShare: 0.5,
  /**
   * Score of a reading in which all rows are confirmed and dated; other readings get a proportionate score. A passed
   * check scores 1.
   */
  confirmedRowsScore: 3,
  /** Score subtracted if a printed balance does not follow from the rows. A passed check scores 1. */
  brokenBalancePenalty: 0.5,
  /** Maximum distance between the baselines of a heading and of the amount beside it, in ems. */
  maxHeadingShift: 0.5,
  /** Minimum type size of the heading of savings pots, as a multiple of that of the rows. */
  minPotHeadingSize: 0.75,
  /** Score subtracted if it is unclear to which rows the dates belong. A passed check scores 1. */
  ambiguousDatesPenalty: 2,
  /**
   * Minimum height of the area that is searched for the account holder, as a share of the page height, 0 to 1. It
   * applies if the table begins higher.
   */
  letterheadShare: 0.4,
  /**
   * Minimum number of balances that an alternative reading must reach, as a share of the number that the best reading
   * reaches, 0 to 1. With fewer, it is not an alternative.
   */
  minAlternativeChecks: 0.5,
}
