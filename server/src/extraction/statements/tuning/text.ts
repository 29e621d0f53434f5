// Thresholds for lines, amounts, dates and labels (`../text/`). Units are points (1/72 inch), ems (multiples of the
// font size), shares (0 to 1), counts and days.

/** Thresholds of text/lines.ts, which groups words into lines and lines into cells. */
export const lineTuning = {
  /**
   * Maximum baseline difference between words of one line, in ems. Superscripts and currency signs are slightly above
   * or below the baseline.
   */
  maxBaselineShift: 0.14,
  /** Maximum baseline difference between words of one line on OCR pages, in ems. OCR positions are less exact. */
  maxOcrBaselineShift: 0.55,
  /** Number of lines above a date that are searched for the first part of a wrapped sentence. */
  sentenceLookback: 3,
  /** Maximum line pitch within a wrapped sentence, in ems. Table rows are further apart. */
  maxSentencePitch: 1.7,
  /**
   * Maximum difference between the left edges of the lines of a wrapped sentence, in ems. Lines with a larger
   * difference are not one sentence.
   */
  maxSentenceIndent: 0.5,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  cellGap: 1,
  /**
   * Minimum number of separate cells on a line of column titles. A line with fewer cells is not treated as titles.
   */
  minTitles: 3,
  /** Height above the baseline of the box reported for a word, in ems. */
  boxAscent: 0.8,
  /** Depth below the baseline of the box reported for a word, in ems. */
  boxDescent: 0.25,
}

/** Thresholds of text/money.ts, which finds the amounts among the words of a line. */
export const amountTuning = {
  /**
   * Maximum gap between a currency symbol and its amount, in ems. The gap is wide because the symbol may be at the
   * far left of the cell.
   */
  maxCurrencyGap: 12,
  /**
   * Maximum gap between a sign or bracket and the amount after it, in ems. A sign further away does not belong to the
   * amount.
   */
  maxSignGap: 0.5,
  /**
   * Maximum gap between an amount and the CR, DR or currency after it, in ems. A suffix further away does not belong
   * to the amount.
   */
  maxSuffixGap: 1.6,
  /**
   * Minimum gap between an amount in a cell and a neighbouring word, in ems. An amount closer to a word is part of a
   * sentence.
   */
  minCellGap: 0.75,
  /**
   * Maximum gap between an amount and its foreign currency code, in ems. A code further away does not belong to the
   * amount.
   */
  maxForeignCurrencyGap: 1,
}

/** Thresholds of text/notation.ts, which detects how the document writes amounts and dates. */
export const notationTuning = {
  /** Minimum number of amounts in a notation. A notation with fewer amounts is ignored. */
  minSamples: 3,
  /**
   * Minimum ratio of amounts with a decimal comma to amounts with a decimal point. Above this ratio, the document
   * uses decimal commas.
   */
  minCommaDominance: 3,
  /**
   * Minimum ratio of amounts with a decimal point to amounts in whole pounds. Below this ratio, the document uses
   * whole pounds, or a separate pence column.
   */
  minPointShare: 0.1,
  /**
   * Minimum ratio of amounts in whole pounds to amounts with pence. At or above this ratio, the document mixes both
   * notations.
   */
  minWholePoundShare: 0.1,
  /**
   * Minimum share of amounts with one decimal in a column, 0 to 1, for zeros to be left out at the end. Of amounts with
   * any number of pence, one in eleven ends with a single zero. Test: parse.test.ts, 'amounts of a spreadsheet
   * with zeros left out are read'.
   */
  minTrimmedShare: 0.03,
  /** Minimum gap between a number in a cell and a neighbouring word, in ems. */
  minCellGap: 0.9,
  /** Maximum difference between the right edges of amounts in such a column, in points. */
  maxEdgeOffset: 1.5,
  /** Minimum number of pairs of pounds and pence in separate columns. With fewer pairs, there is no pence column. */
  minPencePairs: 6,
  /**
   * Maximum baseline difference between two parts of one amount, in points. Parts that are further apart are separate
   * amounts.
   */
  maxBaselineShift: 1,
  /**
   * Maximum gap between digit groups of an amount that uses spaces as thousands separators, in ems. A wider gap
   * separates two numbers.
   */
  maxThousandsGap: 0.6,
  /** Maximum gap between the pounds column and the pence column, in ems. A wider gap separates two amounts. */
  maxPenceGap: 3,
}

/** Threshold of text/respelling.ts, which rewrites amounts in British notation. */
export const respellingTuning = {
  /**
   * Minimum gap between an amount in whole pounds and its neighbours, in ems. A number closer to its neighbours may
   * be part of a description.
   */
  minWholePoundGap: 0.9,
}

/** Thresholds of text/dates.ts, which finds the dates among the words of a line. */
export const dateTuning = {
  /** Maximum number of words in a date: weekday, day, month, `/`, month in the other language and year. */
  maxWords: 6,
  /** Maximum gap between two words of one date, in ems. A wider gap separates two date columns. */
  maxGap: 0.75,
  /**
   * Maximum gap between two words of one date on OCR pages, in ems. It is larger because OCR word boxes are narrower.
   */
  maxOcrGap: 1.1,
  /**
   * Maximum gap between day, month and year if they are in separate columns, in ems. Words further apart are not one
   * date.
   */
  maxColumnGap: 5,
  /** Maximum gap between a date and the time of day after it, in ems. A time within this gap is skipped. */
  maxTimeGap: 3,
  /** Earliest year of a date. A number with an earlier year is not a date. */
  minYear: 1990,
  /** Latest year of a date. A number with a later year is not a date. */
  maxYear: 2079,
  /** Leap year in which dates without a year are compared. */
  anyYear: 2024,
  /** Length of that year, in days. */
  daysOfYear: 366,
}

/** Thresholds of text/numbering.ts, which checks page numbers. */
export const numberingTuning = {
  /**
   * Height of the top and bottom margins that are searched for page numbers, as a share of the page height, 0 to 1.
   */
  marginShare: 0.15,
  /**
   * Upper limit of the page count in a page number. With a larger count, as in `3 of 250`, the text is not a page
   * number.
   */
  maxPages: 200,
}

/** Threshold of text/statement-text.ts, which drops words that are not text. */
export const textTuning = {
  /**
   * Minimum number of vertical bars on a page. At or above this number, the bars are the lines of a table drawn with
   * characters.
   */
  minBars: 30,
}

/** Threshold of text/compact-dates.ts, which reads dates without separators. */
export const compactDateTuning = {
  /** Minimum number of dates below each other. Fewer numbers of six digits may be dates by coincidence. */
  minDates: 4,
  /** Maximum number of days between the first and the last date. Cheque numbers would span decades. */
  maxDays: 400,
}

/** Thresholds of text/vocabulary.ts, which recognises labels of balances and totals. */
export const labelTuning = {
  /** Minimum number of cells of a line of column titles. A single word may be a description. */
  minTitles: 3,
  /** Maximum length of the label of a balance or total in a row, in characters. A longer text is a description. */
  maxMarkerLength: 90,
  /** Maximum length of a label beside an amount, in characters. A longer text is a sentence. */
  maxLabelLength: 70,
}

/** Thresholds of text/sentence.ts. Tests: descriptions.test.ts. */
export const sentenceTuning = {
  /** Minimum number of words with letters in a sentence. A shorter text may be a description. */
  minSentenceWords: 5,
  /** Minimum share of words in a sentence that begin with a lower-case letter, 0 to 1. */
  minLowerCaseShare: 0.5,
} as const

/** Thresholds of text/day-balances.ts, which joins a date with the balance beside it. */
export const dayBalanceTuning = {
  /** Maximum baseline difference between the two, in ems. Two lines of one column are further apart. */
  maxShift: 0.4,
}

/** Thresholds of text/day-totals.ts, which finds the totals that apps print beside dates. */
export const dayTotalTuning = {
  /** Minimum number of days with a total. */
  minDays: 2,
  /** Minimum number of days if each has one row, whose amount may be repeated beside its date. */
  minDaysOfOneRow: 3,
  /** Maximum number of amounts beside a date: money out, money in and the balance. */
  maxTotals: 3,
  /** Minimum share of totals that are the sum of their rows, 0 to 1. Some apps leave out transfers to own accounts. */
  minRightShare: 0.6,
  /** Upper limit of the distance between the right edges of a total and of the amounts of its column, in points. */
  maxEdgeOffset: 4,
}

/**
 * Thresholds of text/wrapped-signs.ts, which finds signs below their amounts. Test: cards/parse.test.ts, 'signs that are
 * wrapped below their amounts'.
 */
export const wrappedSignTuning = {
  /** Maximum distance between the baselines of an amount and its sign, in ems. Rows are further apart. */
  maxPitch: 1.7,
  /** Maximum difference between the right edges of an amount and its sign, in points. */
  maxEdgeOffset: 1.5,
  /** Minimum gap between a sign and the words on its baseline, in ems. A closer word makes it part of a text. */
  minCellGap: 1,
  /** Gap between an amount and its sign after the move, in ems. */
  space: 0.25,
}

/** Thresholds of text/row-balances.ts, which finds balances below the amounts of their rows. */
export const rowBalanceTuning = {
  /** Minimum number of such balances. Fewer may be those of a summary. */
  minRows: 3,
  /** Minimum number of such balances for each other line with amounts, 0 to 1. A page also has a summary. */
  minRowShare: 0.6,
  /** Maximum distance between the baselines of an amount and its balance, in ems. One line of details may be between them. */
  maxPitch: 3.2,
  /** Maximum difference between the right edges of an amount and its balance, in points. */
  maxEdgeOffset: 3,
}
