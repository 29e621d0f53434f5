// Thresholds for balances, signs and the meaning of columns (`../arithmetic/`). Units are points (1/72 inch), ems
// (multiples of the font size), shares (0 to 1), counts and days.

/** Thresholds of arithmetic/labelled-amounts.ts, which finds the labels of amounts. */
export const labelledAmountTuning = {
  /** Number of lines above and below an amount that are searched for its caption. Half of them may be in other columns. */
  maxCaptionSteps: 4,
  /** Maximum distance between the baselines of an amount in large type and of the label beside it, in ems. */
  maxBaselineShift: 0.5,
  /** Minimum number of boxes in a row whose captions are matched with the amounts by their order. */
  minBoxes: 2,
  /** Maximum line pitch of a caption on two lines, in ems. */
  maxWrapPitch: 1.5,
  /** Upper limit of the difference between the left edges of the two lines of a caption, in points. */
  maxWrapOffset: 3,
  /** Tolerance for rounding errors of an edge, in points. */
  edgeTolerance: 0.5,
  /**
   * Minimum distance between an amount and the word before it, in points. At or above this distance, the two are on
   * opposite sides of the page, as in a row of the table.
   */
  minFarDistance: 330,
  /** Maximum gap between two words of one cell on the line of the amount, in ems. A wider gap separates two cells. */
  cellGap: 1.6,
  /**
   * Upper limit of the distance between a label and the amount on its right, in points. Text further away is not a
   * label.
   */
  maxLabelDistance: 520,
  /** Maximum distance between an amount and a label above or below it, in ems. Text further away is not a label. */
  maxLabelHeight: 3.2,
  /**
   * Maximum gap between two words of one cell on the lines above and below the amount, in ems. A wider gap separates
   * two cells.
   */
  otherLineCellGap: 1.2,
  /**
   * Maximum horizontal gap between an amount and a label above or below it, in points. Text further away is not a
   * label.
   */
  maxLabelOffset: 4,
  /**
   * Minimum number of amounts in a stack of captions and amounts for which the captions are all on one side. The test
   * 'has its captions above the amounts, at equal distances' fails if this is above 4.
   */
  minStackedAmounts: 3,
}

/** Threshold of arithmetic/balances.ts, which finds stated balances outside the table. */
export const balanceTuning = {
  /**
   * Maximum distance of an amount beyond the edges of the table, in points. An amount further away is outside the
   * table.
   */
  tableTolerance: 3,
}

/** Thresholds of arithmetic/solve-signs.ts, which finds the signs of unsigned amounts. */
export const signTuning = {
  /**
   * Maximum number of unsigned amounts between two balances. With more amounts, the signs are almost never unique, so
   * the parser does not search for a solution.
   */
  maxAmounts: 22,
  /** Maximum number of solutions that are collected before the two most likely are selected. */
  maxSolutions: 400,
  /**
   * Factor in the estimated number of coincidental solutions: sqrt(2 * pi) / 2. It converts the spread of the amounts
   * to the reciprocal of a normal density at its peak.
   */
  densityFactor: 1.25,
}

/** Thresholds and scores of arithmetic/column-readings.ts, which determines the meaning of columns. */
export const readingTuning = {
  /** Maximum number of columns that are tried in every role. The columns with the most amounts are tried. */
  maxColumnsTried: 7,
  /** Maximum number of readings kept after each step if pages have different columns. */
  maxReadings: 5,
  /** Maximum number of readings kept if all pages have the same columns. */
  maxSingleGridReadings: 12,
  /** Minimum increase of the score for which a stray column is added to a role. */
  minImprovement: 0.4,
  /** Maximum gap between two columns with the same role, in points. A column further away does not get the role. */
  maxColumnDistance: 15,
  /**
   * Upper limit of the distance between a title and its column, in points. A title further away does not belong to
   * the column.
   */
  maxTitleDistance: 45,
  /** Score of a row that is confirmed by a balance. */
  confirmedRow: 1,
  /** Score of a confirmed row whose amount is outside all columns. */
  rescuedRow: 0.5,
  /** Score of a confirmed row whose amount could also have the opposite sign. */
  ambiguousRow: 0.25,
  /** Score of a row that is not confirmed by a balance. */
  unconfirmedRow: 0.1,
  /** Score of an unconfirmed row with a guessed sign. */
  guessedRow: 0.02,
  /** Score subtracted for each row before a balance that does not follow from the rows. */
  breakPenalty: 0.6,
  /** Score subtracted for each stated opening or closing balance that contradicts the rows. */
  disagreementPenalty: 2,
  /** Score of a printed balance that follows from the rows. */
  reachedBalance: 0.1,
  /** Score of a printed total that equals the sum of its rows. */
  rightTotal: 1.5,
  /** Score subtracted if a minus means money in, which is rare. */
  inversePenalty: 2,
  /** Score subtracted if signs are inferred, because inferred signs prove less than printed signs. */
  solvedPenalty: 0.5,
  /**
   * Score for each row of the statement if the title of a column agrees with its role. It is added to `titleWeight`.
   */
  titleWeightPerRow: 0.02,
  /** Score of a column whose title agrees with its role. */
  titleWeight: 0.5,
  /**
   * Factor of the title score that is subtracted if the title names a different role among money in, money out and
   * amount.
   */
  wrongDirection: 0.5,
  /** Factor of the title score that is subtracted if either the title or the role is a balance, but not both. */
  wrongBalance: 2,
  /** Score subtracted for each amount in a titled column without a role. */
  unusedTitledColumn: 0.5,
  /** Score subtracted for each amount in an untitled column without a role. */
  unusedColumn: 0.05,
  /** Maximum number of amounts in an unused column for which score is subtracted. */
  maxUnusedAmounts: 20,
  /** Difference between two scores that may be due to rounding. */
  roundingError: 1e-6,
}

/** Threshold of arithmetic/running-balance.ts. */
export const runningBalanceTuning = {
  /**
   * Upper limit of the share of signed amounts in a column for one direction, 0 to 1. If more amounts are signed, the
   * sign has no meaning.
   */
  maxSignedShare: 0.5,
  /**
   * Maximum number of rows from one that is worded like a total to the next balance, which limits the time for a file of
   * such rows. The test 'a payment to a payee whose name contains Total, below another of its day' fails if this is 0.
   */
  maxRowsToBalance: 50,
}
