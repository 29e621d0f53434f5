// Thresholds for amounts that a label names (`../table/labelled-amounts.ts`, `../table/stated-amounts.ts`).
// ../README.md explains the units and the notes about tests.

/**
 * table/labelled-amounts.ts: how well a label names a number. The strongest label wins; between equally strong
 * labels, arithmetic decides.
 */
export const labelStrength = {
  /** Strength of a sentence that consists of a label and an amount. Amounts in tables take precedence. */
  inSentence: 1.6,
  /** Strength of the nearest text above in the column at any distance, such as the caption of a tall box. */
  farAbove: 1.5,
  /**
   * Strength of a label directly to the left of the number. The test 'reads a year-to-date column before the period
   * column, with titles on two lines' fails if this is 0.
   */
  beside: 4,
  /**
   * Strength of a label to the left of the number with other numbers in between. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  besideAfterOthers: 3,
  /**
   * Strength if the row names the period and the column names the kind of amount. The test 'reads a summary with
   * periods in rows and kinds of amounts in columns' fails if this is 0.
   */
  rowAndColumn: 3.5,
  /**
   * Strength of a label above a number that has no label beside it. The test 'reads every field of every layout as
   * printed' fails if this is halved.
   */
  above: 2,
  /**
   * Strength of a label above a number that has another label beside it. The test 'reads one table with a payments
   * column and a deductions column' fails if this is multiplied by 1,000.
   */
  aboveLabelled: 1,
  /** Strength deducted for each label that is nearer to the number. No test fails if this is changed. */
  perLabelFurtherUp: 0.3,
  /** Strength of a label below the number, as on cards. No test fails if this is changed. */
  below: 1.9,
  /**
   * Strength of the label `Total` below a table, which names the total of that table. No test fails if this is
   * changed.
   */
  plainTotal: 1.8,
  /**
   * Strength deducted for an amount in a column of hours or rates, where it probably is not an amount of pay. No test
   * fails if this is changed.
   */
  unitsColumnPenalty: 2.5,
}

/** table/amounts-in-sentences.ts: year-to-date amounts in sentences. */
export const sentenceTuning = {
  /** Maximum number of words in the label of an amount within a sentence. */
  maxLabelWords: 5,
  /**
   * Maximum distance between a title and the sentence below it, in ems of the sentence. The test 'reads the year to date
   * in sentences below a title' fails if this is halved.
   */
  maxTitleDistance: 2.5,
}

/**
 * table/stated-amounts.ts: amounts that are stated outside the tables of earnings and deductions, such as
 * year-to-date figures.
 */
export const statedTuning = {
  /**
   * Minimum strength of a stated amount. Weaker amounts are guesses that only arithmetic could confirm. The test
   * 'reads every field of every layout as printed' fails if this is doubled.
   */
  minStrength: 1.1,
  /**
   * Strength deducted if only the title of the table marks the amount as year-to-date. No test fails if this is
   * changed.
   */
  tableOnlyPenalty: 1,
  /**
   * Minimum strength at which a different amount of the same kind contradicts the strongest one. No test fails if
   * this is changed.
   */
  minRivalStrength: 2,
  /**
   * Minimum lead in strength of the strongest amount. With a smaller lead, a different amount contradicts it. No test
   * fails if this is changed.
   */
  minLead: 1,
}
