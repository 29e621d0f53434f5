// Thresholds for the columns and rows of the table (`../table/`). Units are points (1/72 inch), ems (multiples of the
// font size), shares (0 to 1), counts and days.

/** Thresholds of table/columns.ts, which finds columns of amounts. */
export const columnTuning = {
  /**
   * Maximum distance between the edge of an amount and the edge of its column, in points. An amount further away is
   * not in the column.
   */
  maxOffset: 1.3,
  /**
   * Maximum distance between the edge of an amount and the edge of its column on OCR pages, in points. OCR positions
   * are less exact.
   */
  maxOcrOffset: 3.2,
  /**
   * Maximum width of a cluster of edges, as a share of twice the maximum offset. It is below 1, so that the outermost
   * amounts still fit the column.
   */
  clusterSpread: 0.9,
  /** Maximum number of amount columns. Statements have up to about six; further columns are noise. */
  maxColumns: 9,
  /**
   * Maximum horizontal shift of the columns of a page against other pages, in points. Such a shift is caused by
   * binding margins.
   */
  maxPageShift: 45,
  /** Minimum improvement of the share of fitting amounts, 0 to 1, for which a page is treated as shifted. */
  shiftPenalty: 0.12,
  /**
   * Share of the amounts of a page that must fit the columns of other pages, 0 to 1. A page with a smaller share has
   * its own columns.
   */
  minPageFit: 0.7,
  /** Minimum number of amounts with the same shift. A shift with fewer amounts is ignored. */
  minShiftVotes: 4,
  /**
   * Maximum difference between the shift of an amount and the most frequent shift, in points. Amounts with a larger
   * difference are excluded from the median.
   */
  shiftVoteWidth: 1,
  /** Minimum number of words in a header line. A shorter line is not a header. */
  minTitleWords: 3,
  /** Maximum number of words in a header line. A longer line is a sentence. */
  maxTitleWords: 18,
}

/** Thresholds of table/table.ts, which finds the beginning and the dates of the table. */
export const tableTuning = {
  /**
   * Maximum distance between dates and balances of a summary and their captions, in ems. The heading of a day may be
   * further below captions whose balances are left out. Test: single-rows.test.ts.
   */
  maxFactPitch: 3,
  /**
   * Minimum number of whole dates for each day number without a month. Above this
   * ratio, the numbers are parts of addresses and descriptions.
   */
  minDayHeadingDominance: 2,
  /** Upper limit of the distance between an amount and the caption below it, in ems of the amount. */
  maxCaptionPitch: 1.5,
  /** Number of lines below a date that are searched for the amount of its row. */
  maxRowLines: 4,
  /**
   * Upper limit of the distance between a date and the amount of its row, in ems. An amount further below belongs to
   * another row.
   */
  maxRowHeight: 5,
  /**
   * Minimum size of a column in a comparison of pages, as a share of the amounts in the fullest column, 0 to 1.
   * Smaller columns are ignored.
   */
  minComparedColumn: 0.2,
  /**
   * Upper limit of the horizontal shift of columns on a page without dates, in points. With a larger shift, the page
   * does not continue the table.
   */
  maxContinuedShift: 25,
  /**
   * Upper limit of the distance between a header and the first row below it, in points. Rows further below do not
   * belong to the header.
   */
  maxHeaderDistance: 60,
  /**
   * Minimum number of unlabelled amounts between a date and a header below it. At or above this number, the header is
   * a repeated one in the middle of the table.
   */
  minRowsAboveHeader: 2,
  /**
   * Maximum distance between rows above the first date of a page, in ems. A line further above is not part of the
   * table.
   */
  maxRowPitch: 2.4,
  /** Maximum gap between a word and the date after it, in ems. Within this gap, the date is part of a sentence. */
  maxSentenceGap: 0.6,
  /** Weight of a date that follows other words after a gap. A date that begins its line has the weight 1. */
  separatedDateWeight: 0.6,
  /** Weight of a date inside a sentence. A date that begins its line has the weight 1. */
  sentenceDateWeight: 0.004,
  /** Factor by which the weight of a date is multiplied if its line has no amounts. */
  noAmountWeight: 0.3,
  /**
   * Maximum difference between the left edges of dates in one column, in points. A date further away is in another
   * column.
   */
  maxDateSpread: 9,
  /** Maximum number of candidate date columns that are examined. */
  maxDateColumns: 6,
  /**
   * Minimum total weight of a date column. It is below 1, so that a single date at the beginning of a row is enough.
   */
  minDateColumnWeight: 0.55,
  /**
   * Minimum weight of a date column, as a share of the weight of the strongest column, 0 to 1. A weaker column is
   * ignored unless it is frequent.
   */
  minRelativeWeight: 0.3,
  /**
   * Minimum average weight of the dates in a frequent date column. With a smaller weight, the dates are mostly in
   * sentences.
   */
  minWeightPerDate: 0.15,
  /** Minimum number of dates in a frequent date column, as a share of the number in the fullest column, 0 to 1. */
  minRelativeCount: 0.8,
  /** Minimum number of dates in a second column of dates that few rows fill. */
  minSparseDates: 2,
  /**
   * Upper limit of the horizontal distance between a date column and its title, in points. Words further away are not
   * its title.
   */
  maxTitleOffset: 12,
  /**
   * Upper limit of the distance of the words of a title to the right of the left edge of the date column, in points.
   */
  maxTitleWidth: 40,
  /** Upper limit of the number of words in a header. A longer line is a sentence. */
  maxHeaderWords: 20,
  /**
   * Minimum share of dates that have the format of date headings, 0 to 1. At or above this share, it is the format of
   * the column.
   */
  minHeadingFormat: 0.2,
  /**
   * Minimum ratio of the most frequent date format to the second most frequent. With a smaller ratio, the column has
   * no common format.
   */
  minFormatDominance: 2,
  /** Number of lines below a date heading that are searched for its first row. */
  maxHeadingDistance: 3,
  /**
   * Minimum ratio of dates on separate lines to all other dates. Above this ratio, the statement uses date headings.
   */
  minHeadingDominance: 3,
  /**
   * Maximum distance between the date of a row and the date column, in points. A date further away is not the date of
   * the row.
   */
  maxDateOffset: 10,
  /**
   * Maximum distance between the date of a row and the date column on OCR pages, in points. OCR positions are less
   * exact.
   */
  maxOcrDateOffset: 14,
  /**
   * Upper limit of the distance of a year heading to the right of the date column, in points. A year further right is
   * not a heading.
   */
  maxYearOffset: 12,
  /**
   * Maximum distance between the right edge of a bare day number and the edge that most day numbers share, in points.
   * A number further away is not a day.
   */
  maxDayOffset: 9,
  /** Maximum distance between bare day numbers that count as neighbours, in points. */
  dayClusterWidth: 5,
  /** Minimum number of bare day numbers if there are no month headings. Fewer numbers are not treated as dates. */
  minBareDays: 3,
  /** Maximum gap between two words of one title, in ems. A wider gap separates two titles. */
  titleGap: 0.7,
  /** Minimum number of column titles in a header. A line with fewer titles is not a header. */
  minTitles: 2,
  /** Minimum number of known titles in a header that also has captions of account details. */
  minCertainTitles: 4,
  /** Maximum length of a header line, in characters. A longer line is a sentence. */
  maxHeaderLength: 130,
  /** Maximum number of words in a known column title. A cell with more words is not a title. */
  maxTitleWords: 5,
  /** Maximum number of words in a column title with unknown vocabulary. A cell with more words is not a title. */
  maxUnknownTitleWords: 4,
  /**
   * Maximum horizontal gap between a title and the column below it, in points. A title further away does not belong
   * to the column.
   */
  titleTolerance: 2,
  /**
   * Minimum size of a column below a known title, as a share of the amounts in the fullest column, 0 to 1. Smaller
   * columns do not confirm a title.
   */
  minTitledColumn: 0.3,
  /** Maximum number of lines that are added to a header above its last line. */
  maxHeaderLines: 2,
  /** Maximum line pitch within a header, in ems. A line further above is not part of the header. */
  maxHeaderPitch: 1.7,
  /**
   * Minimum share of dates with a weekday beside them, 0 to 1, for the weekdays to be part of the dates. Rows of the
   * same day may leave out both.
   */
  minWeekdayShare: 0.8,
}

/** Thresholds of table/table-content.ts, which reads rows, sections and lists of the table. */
export const contentTuning = {
  /** Tolerance for the left edge and the line pitch of the second line of a description, in points. */
  maxSubtitleOffset: 1.5,
  /** Upper limit of the type size of the second line of a description, as a share of that of its row. */
  maxSubtitleSize: 0.95,
  /** Minimum gap between a list of balances and the text of a panel on the same baseline, in ems. */
  minPanelGap: 2,
  /** Number of lines below the heading of a day that are searched for the first amount. */
  maxRowLines: 3,
  /** Maximum number of different section headings. If there are more, they are first lines of descriptions. */
  maxSections: 8,
  /** Maximum number of words in a section heading. A longer line is not a heading. */
  maxHeadingWords: 7,
  /** Minimum number of day headings with a balance. With fewer, the lines are not treated as headings. */
  minDayHeadings: 3,
  /**
   * Minimum share of dated lines that are day headings with a balance, 0 to 1. With a smaller share, the lines are
   * not treated as headings.
   */
  minDayHeadingShare: 0.7,
  /** Maximum number of distinct transaction types. If there are more distinct words, they are names. */
  maxTypes: 12,
  /**
   * Maximum number of distinct transaction types, as a share of the number of rows, 0 to 1. If there are more
   * distinct words, they are names.
   */
  maxTypeShare: 0.4,
  /** Maximum number of words in a heading such as "Upcoming payments". A longer line is not a heading. */
  maxUpcomingWords: 12,
  /** Minimum number of words of a remark beside such a heading. Fewer words may be the title of a column. */
  minRemarkWords: 4,
  /**
   * Maximum distance of a heading to the right of the date column, in points. A line further right is inside the
   * table.
   */
  maxHeadingIndent: 20,
  /** Upper limit of the gap between the words of a heading, in ems. A line with a wider gap is a row of titles. */
  maxHeadingGap: 1.2,
}

/** Thresholds of table/text-columns.ts, which finds the description column. */
export const textColumnTuning = {
  /** Tolerance for rounding errors of the left edge of the date column, in points. */
  dateTolerance: 3,
  /** Minimum gap between two cells, in ems. Words with a smaller gap belong to one cell. */
  minCellGap: 0.9,
  /**
   * Minimum left edge of an amount column that ends the description column, in points. Amount columns further left
   * are ignored.
   */
  minColumnLeft: 150,
  /**
   * Right edge of the description column if no column follows, in points. It is larger than the width of any page.
   */
  pageRight: 1000,
  /** Minimum number of words that cross the left edge of a supposed column, for the edge to be rejected. */
  minCrossingWords: 2,
  /**
   * Minimum number of words that cross the left edge of a supposed column, as a share of the rows, 0 to 1, for the
   * edge to be rejected.
   */
  minCrossingShare: 0.12,
  /**
   * Minimum distance between the left edges of a text column and the next column, in points. A column that is closer
   * is not the next column.
   */
  minColumnWidth: 20,
  /**
   * Maximum distance of a word to the left of the next column, in points. A word within this distance belongs to the
   * next column.
   */
  nextColumnTolerance: 1.5,
  /**
   * Score added to a column whose title indicates descriptions, and subtracted from a column whose title indicates
   * codes.
   */
  titleScore: 8,
  /**
   * Constant added to the share of distinct texts in the score, so that a column of identical texts does not score 0.
   */
  baseVariety: 0.3,
  /**
   * Constant added to the share of rows in the score, so that a column without amounts beside it does not score 0.
   */
  baseRowShare: 0.2,
  /**
   * Minimum share of rows with words in a region, 0 to 1. With a smaller share, the parser looks for descriptions
   * outside the region.
   */
  minWordyRows: 0.3,
  /**
   * Minimum size of an amount column, as a share of the amounts in the fullest column, 0 to 1. A smaller column
   * contains only totals.
   */
  minEdgeShare: 0.06,
  /**
   * Maximum difference between the left edges of words in one column, in points. A word further away is in another
   * column.
   */
  maxOffset: 2.4,
  /**
   * Maximum difference between the left edges of words in one column on OCR pages, in points. OCR positions are less
   * exact.
   */
  maxOcrOffset: 5,
  /** Maximum number of candidate text columns that are examined. */
  maxColumns: 8,
  /** Minimum share of rows with words in a text column, 0 to 1. Words on fewer rows are not a column. */
  minRowShare: 0.25,
  /** Maximum gap between two words of one title, in ems. A wider gap separates two titles. */
  titleGap: 0.7,
  /**
   * Upper limit of the difference between the left edges of codes and their title, in points. Words further away do
   * not belong to the title.
   */
  maxCodeOffset: 4,
  /**
   * Minimum gap between a reference number and the words before it, in ems. A number that is closer is part of the
   * description.
   */
  minReferenceGap: 1.2,
  /**
   * Upper limit of the difference between the left edges of reference numbers in one column, in points. A number
   * further away is part of a description.
   */
  maxReferenceOffset: 2,
  /**
   * Maximum distance of the left edge of a title to the left of its column, in points. A title further left belongs
   * to the previous column.
   */
  titleOffset: 6,
  /** Maximum number of different texts in a column of types. Test: text-columns.test.ts. */
  maxTypes: 10,
  /** Maximum number of different texts in a column of types, as a share of its rows, 0 to 1. */
  maxTypeShare: 0.34,
  /** Minimum number of rows of a column of types. A few payments may all be to the same payee. */
  minRowsOfTypes: 8,
  /** Minimum share of rows with words in a column that may be the descriptions instead, 0 to 1. */
  minRivalShare: 0.6,
  /** Minimum letters in most cells of such a column, apart from words with digits. Type codes have up to three. */
  minRivalLetters: 4,
  /** Minimum ratio of the number of its different texts to that of the other column. */
  minRivalVariety: 2,
}

/** Threshold of table/row-order.ts, which detects whether the oldest or the newest row is first. */
export const orderTuning = {
  /** Upper limit of the step between two dates without a year, in days. A larger step is the turn of the year. */
  maxDayStep: 200,
}
