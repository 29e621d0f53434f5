// Thresholds for account, dates, descriptions and period (`../facts/`). Units are points (1/72 inch), ems (multiples
// of the font size), shares (0 to 1), counts and days.

/** Thresholds of the files in facts/ that find sort code, account number and IBAN. */
export const accountTuning = {
  /** Maximum number of lines between the heading of an account and its first row. */
  maxHeadingLines: 6,
  /** Maximum distance between a captioned account number and the first row below it, in ems of the row. */
  maxHeadingDistance: 8,
  /** Upper limit of the distance between the left edges of that heading and of the row, in points. */
  maxHeadingOffset: 8,
  /** Maximum number of words of that heading. */
  maxHeadingWords: 6,
  /** Minimum number of rows that must repeat the account details of an export. */
  minExportRows: 3,
  /** Maximum number of words in a caption. Words further left belong to another part of the sentence. */
  maxCaptionWords: 4,
  /** Score of a number whose caption is before it on the same line. */
  beforeWeight: 2,
  /** Score of a number whose caption is in the cell above. A caption below adds nothing. */
  aboveWeight: 1,
  /** Score of a number with eight digits, the length of most British account numbers. */
  eightDigitsWeight: 1,
  /** Scores of the wording of a caption. An account number outweighs the roll number printed beside it. */
  captionWeights: { accountNumber: 10, account: 8, accountReference: 6, rollNumber: 5, roll: 4 },
  /**
   * Maximum gap between a sort code and an account number without labels, in ems. With a wider gap, the two numbers
   * are not a pair.
   */
  maxPairGap: 3,
  /** Upper limit of the space between an account number and its suffix, in ems. A wider gap separates two values. */
  maxSpace: 0.7,
  /** Maximum number of words in a caption that names the product, such as `Everyday Account`. */
  maxProductWords: 4,
  /** Number of lines below a caption in a side panel that are searched. Lines of the table beside it are among them. */
  maxPanelLines: 6,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  cellGap: 0.8,
  /** Number of lines above or below a label that are searched for its value. */
  maxLinesBelow: 3,
  /** Maximum distance between a label and the value below it, in ems. Text further below is not the value. */
  maxDistanceBelow: 4,
  /** Maximum line pitch within a wrapped value, in ems. A line further below is not part of the value. */
  maxWrapPitch: 1.6,
  /**
   * Maximum distance between a value and the caption below it, in ems. A caption further below does not belong to the
   * value.
   */
  maxCaptionPitch: 1.9,
  /** Maximum distance of a value to the left of its label, in points. Text further left is not the value. */
  maxLeftOffset: 6,
  /**
   * Maximum distance of a value to the right of the label above it, in points. Text further right is not the value.
   */
  maxRightOffset: 60,
}

/** Thresholds of facts/days.ts, which determines the date of each row. */
export const dayTuning = {
  /** Maximum distance between the only row of a table and its date on the next line, in ems. Test: single-rows.test.ts. */
  maxDatePitch: 1.7,
  /**
   * Maximum number of days between a row and the printed period. A year that places the row further outside is used
   * only if no other year fits.
   */
  periodTolerance: 12,
  /**
   * Upper limit of the distance of a date heading above the top of the table, in points. A date further above does
   * not apply to the rows.
   */
  maxHeadingHeight: 40,
  /**
   * Number of months. If the month changes by more than this against the order of the rows, the year changes between
   * the two rows.
   */
  minYearTurn: 6,
  /** Maximum number of days by which rows may be out of order when the year of a date is inferred. */
  orderTolerance: 3,
  /**
   * Upper limit of the number of days between neighbouring rows. If a year places two rows further apart, another
   * year is preferred.
   */
  maxRowDistance: 200,
  /**
   * Maximum number of words on a line whose date is used. A longer line is a sentence, which may mention a future
   * date.
   */
  maxLineWords: 14,
}

/** Thresholds of facts/bank-messages.ts. Tests: descriptions.test.ts. */
export const messageTuning = {
  /** Maximum distance between left edges of lines that count as aligned, in points. */
  maxEdgeOffset: 1.5,
  /** Minimum share of rows that begin at an edge, 0 to 1. An edge of fewer rows is an exception. */
  minEdgeShare: 0.1,
  /** Minimum number of blocks in a style of their own that are second lines of descriptions and not messages. */
  minUsualBlocks: 3,
  /** Minimum share of rows with a block in that style, 0 to 1. Messages are rarer. */
  minUsualShare: 0.25,
} as const

/** Thresholds of facts/descriptions.ts, which assigns lines to rows. */
export const descriptionTuning = {
  /** Maximum line pitch within any description, in ems. Test: single-rows.test.ts. */
  maxLineGap: 6,
  /** Minimum number of gaps between rows of one line each that show how far apart rows are. */
  minSingleRows: 3,
  /** Maximum distance between the baselines of two lines that overlap, in ems. */
  maxOverlap: 0.6,
  /**
   * Maximum distance of a word to the left of the description column, in points. A word further left is not part of
   * the description.
   */
  maxLeftOffset: 2.5,
  /**
   * Maximum distance of a word to the left of the next column, in points. A word within this distance belongs to the
   * next column.
   */
  nextColumnTolerance: 1,
  /**
   * Maximum distance of a description to the right of the left edge of the description column, in points. A row
   * further right belongs to another table, which begins further left.
   */
  maxShift: 3,
  /**
   * Maximum distance that a description shifted by more than `maxShift` may extend to the left of the description
   * column, in points.
   */
  maxShiftedReach: 40,
  /** Maximum distance that any other description may extend to the left of the description column, in points. */
  maxReach: 12,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  maxWordGap: 0.6,
  /**
   * Maximum distance of a line of a description to the right of the left edge of the column, in points. A line
   * further right is not part of a description.
   */
  maxIndent: 40,
  /**
   * Minimum gap between a line of a description and the words on its left, in ems. With a smaller gap, the line is a
   * sentence across the table.
   */
  minCellGap: 0.9,
  /**
   * Minimum share of descriptions whose first lines have the same type, 0 to 1. Only then is a page's last line in it
   * the beginning of the next row. Test: descriptions.test.ts, 'a row that a page break splits'.
   */
  minFirstLineShare: 0.7,
  /** Quantile of the line gaps that is used as the line pitch within a description, 0 to 1. */
  pitchQuantile: 0.15,
  /** Minimum gap between two words of one description that is the gap between two columns, in ems. */
  minColumnGap: 2.5,
  /** Upper limit of the difference between the left edges of type codes, in points. */
  maxCodeOffset: 1,
  /** Minimum number of type codes below each other. Fewer may be the first words of sentences. */
  minCodes: 4,
  /**
   * Lower limit of the indent of a line that continues the row above it, in ems. Columns of one table may be set slightly
   * apart on each row. Test: descriptions.test.ts, 'the line below a row'.
   */
  minHangingIndent: 0.5,
  /** Minimum ratio of the gap between two rows to that between the lines of one row. */
  minRowGapRatio: 1.5,
  /** Maximum distance of a word left of the next column that still belongs to it, in ems. */
  maxNextColumnShift: 1.2,
  /** Minimum number of titles that the header of a later section shares with the first header. */
  minSharedTitles: 2,
  /** Minimum number of cells in a line of column titles that is repeated between the rows. */
  minTitles: 3,
  /** Minimum number of words in a message below the last row of a page. A shorter line is part of a description. */
  minMessageWords: 10,
  /** Minimum line pitch within a description, in ems. A smaller measured pitch is replaced by this value. */
  minLinePitch: 0.75,
  /** Line pitch within a description if there are no line gaps to measure, in points. */
  defaultPitch: 10,
  /** Maximum gap between two lines that count as close, as a multiple of the line pitch. */
  maxClosePitch: 1.3,
  /**
   * Maximum gap between lines of one row, as a multiple of the line pitch. A line further away belongs to another
   * row.
   */
  maxPitch: 1.5,
  /** Tolerance for rounding errors in the maximum gap between lines of one row, in points. */
  pitchTolerance: 0.5,
  /** Minimum difference between two line gaps, in points. Gaps with a smaller difference count as equal. */
  minGapDifference: 0.9,
  /**
   * Number of votes of a date on the first text line between two amounts. It votes for amounts on the last line of a
   * description.
   */
  dateVotes: 2,
  /**
   * Minimum number of votes, as an absolute value, to certify descriptions whose amounts are on the first or last line
   * by the vote alone.
   */
  minClearVotes: 2,
  /** Minimum number of single lines between two rows whose distances are compared. */
  minSpreadRuns: 4,
  /** Number of votes of weaker evidence, such as a close line before the first or after the last amount. */
  weakVotes: 0.5,
  /**
   * Height of the bands in which lines of different pages are compared to find page headers and footers, in points.
   */
  furnitureHeight: 4,
  /**
   * Minimum number of pages on which a page header or footer repeats. A line on fewer pages is not a header or
   * footer.
   */
  minFurniturePages: 2,
  /**
   * Minimum share of pages on which a page header or footer repeats, 0 to 1. A line on fewer pages is not a header or
   * footer.
   */
  minFurnitureShare: 0.6,
}

/** Thresholds of facts/period.ts, which finds the statement period. */
export const periodTuning = {
  /**
   * Maximum length of a period with day and month exchanged, as a share of its length as printed. A longer one is no
   * better. Test: 'the order of day and month'.
   */
  maxExchangedShare: 0.5,
  /** Maximum length of a statement period, in days. A longer range is a term or a validity period. */
  maxDays: 400,
  /** Tolerance for rounding errors of an edge, in points. */
  edgeTolerance: 0.1,
  /** Weight of a date range that follows words such as "statement period". */
  namedWeight: 2,
  /** Weight of a date range that does not follow words such as "statement period". */
  unnamedWeight: 1,
  /** Weight subtracted from a date range on a line with amounts. */
  amountPenalty: 1.5,
  /** Weight of a date range that covers the rows. */
  coverWeight: 3,
  /** Weight of a date range that covers some of the rows, like one of several statements in a file. */
  overlapWeight: 1,
  /** Weight subtracted from a date range that covers none of the rows. */
  noOverlapPenalty: 2,
  /** Weight subtracted from a date range about something else, such as a tax year. It outweighs all evidence. */
  otherSubjectPenalty: 6,
  /** Minimum share of rows within a period that covers them, 0 to 1. A balance may be dated the day before. */
  minCoverShare: 0.75,
  /** Minimum length of a year, in days. A range this long loses against an equally likely shorter one. */
  minYearDays: 350,
  /**
   * Upper limit of the distance between a date and a label on its left, in points. Text further left is not a label.
   */
  maxLabelDistance: 220,
  /**
   * Maximum distance between a date and the label or date above it, in ems. Text further above does not belong to the
   * date.
   */
  maxLabelHeight: 2.5,
  /**
   * Upper limit of the difference between the left edges of a label and the two dates below it, in points. A date
   * further away does not belong to the label.
   */
  maxStackOffset: 4,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  cellGap: 0.9,
  /**
   * Upper limit of the distance between the left edge of a date and the end of a label above it, in points. A label
   * that ends further left does not belong to the date.
   */
  maxLabelOffset: 2,
  /** Number of lines above and below a date that are searched for its caption. Cells beside it may have other lines. */
  maxCaptionLines: 3,
  /** Number of lines below a range in which its wrapped end is searched. Cells beside it may have lines of their own. */
  maxWrapLines: 3,
  /** Space before words that are moved behind another word, in ems. */
  wordSpace: 0.25,
}
