// All thresholds of the statement parser. Units are points (1/72 inch), ems (multiples of the font size), shares (0
// to 1), counts and days.

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
}

/** Thresholds of text/panels.ts, which separates information boxes beside the table. */
export const panelTuning = {
  /** Minimum number of dates below each other beside a panel that prints the two ends of the period. */
  minTableDates: 5,
  /** Minimum number of different dates at one left edge in the whole document that make it a date column. */
  minColumnDates: 5,
  /** Maximum baseline difference between words of one line, in points. Words further apart are on different lines. */
  maxBaselineShift: 0.55,
  /**
   * Upper limit of the share of baselines that panel and table have in common, 0 to 1. If they share more, the
   * supposed panel is a column of the table.
   */
  maxSharedBaselines: 0.36,
  /** Minimum number of lines in a panel. A shorter box cannot be distinguished from table cells. */
  minLines: 5,
  /**
   * Maximum difference between the left edges of the lines of a panel, in points. Lines with a larger difference are
   * not aligned with the panel.
   */
  maxEdgeOffset: 2,
  /**
   * Maximum distance by which words may extend beyond the right edge of a panel known from another page, in points.
   * Words that extend further are not part of the panel.
   */
  maxOverhang: 4,
  /**
   * Maximum difference between the left edges of a panel on two pages, in points. With a larger difference, it is not
   * the same panel.
   */
  maxPageOffset: 3,
  /**
   * Minimum share of lines of a panel that contain words, 0 to 1. With a smaller share, the box contains mostly
   * amounts and is a table.
   */
  minTextLines: 0.6,
  /**
   * Upper limit of the share of baselines that the words between two candidate edges have in common with the table, 0
   * to 1. If they share more, these words are a column of the table.
   */
  maxColumnBaselines: 0.7,
  /** Minimum gap between the table and a panel, in points. Words that are closer cross the gap. */
  minGutter: 3,
  /** Tolerance for rounding errors of the edge of a panel, in points. */
  edgeTolerance: 1,
  /**
   * Maximum share of the amounts on the page that are inside a panel, 0 to 1. A box with a larger share is the table.
   */
  maxAmountShare: 0.8,
  /**
   * Maximum number of lines, such as headings and footers, that may cross the gap beside a short panel. If more lines
   * cross it, there is no panel.
   */
  maxCrossingLines: 3,
  /**
   * Number of additional lines that may cross the gap beside a longer panel, as a share of the lines of the panel, 0
   * to 1.
   */
  maxCrossingShare: 0.1,
  /** Distance above and below a panel within which words count as beside it, in points. */
  verticalMargin: 2,
  /** Minimum gap between two cells of a line, in ems. Words with a smaller gap belong to one cell. */
  minCellGap: 0.9,
  /** Minimum number of lines that begin at the edge of a panel. A left edge with fewer lines is not considered. */
  minEdgeLines: 4,
  /** Maximum distance between two lines of a panel, in ems. A heading further above is not part of the panel. */
  maxLineGap: 5,
  /** Minimum number of amounts or rows needed to compare baselines. With fewer, the comparison is skipped. */
  minTableRows: 3,
  /**
   * Minimum share of the amounts of a panel that are on baselines of table rows, 0 to 1. At or above this share, the
   * supposed panel is a column of the table.
   */
  minAmountsOnRows: 0.6,
  /**
   * Minimum share of table rows that are on baselines of a panel, 0 to 1. At or above this share, the supposed panel
   * is a column of the table.
   */
  minRowsOnPanel: 0.7,
}

/** Thresholds of text/cheque-lists.ts, which reads cheques listed side by side. */
export const chequeTuning = {
  /**
   * Minimum number of other rows. With fewer rows, the columns in which to place the cheques are unknown and the list
   * is not unfolded.
   */
  minRows: 2,
  /**
   * Vertical distance between the rows created from one line of cheques, in points. It is small so that the rows stay
   * at the height of that line.
   */
  rowStep: 0.2,
}

/** Thresholds of text/blocks.ts, which reads statements that print each transaction as a block of lines. */
export const blockTuning = {
  /** Minimum number of dates at the end of a line of text for each date at the most frequent left edge. */
  minTrailingDominance: 1.5,
  /**
   * Minimum number of blocks on a statement. Fewer blocks may be a coincidence, so the statement is not read as
   * blocks.
   */
  minBlocks: 3,
  /** Maximum number of lines in a block. A longer group of lines is not a transaction. */
  maxBlockLines: 8,
  /**
   * Minimum share of groups with amounts that have the structure of a block, 0 to 1. With a smaller share, the
   * statement does not consist of blocks.
   */
  minRegularShare: 0.8,
  /**
   * Distance between the columns created for the amounts of different lines of a block, in points. It is wider than
   * any page, so that columns cannot overlap.
   */
  columnDistance: 2000,
  /**
   * Minimum share of blocks whose date and amount are on different lines, 0 to 1. With a smaller share, the statement
   * is an ordinary table.
   */
  minFoldedShare: 0.5,
  /**
   * Maximum number of occurrences of a label in a summary. A label inside blocks occurs more often, once per block.
   */
  maxSummaryOccurrences: 2,
  /** Maximum number of column titles on a line of a block. A line with more titles is a table header. */
  maxColumnWords: 2,
  /** Minimum ratio of a line gap to the next smaller gap. A gap that is larger by this factor may separate blocks. */
  minGapStep: 1.08,
  /** Upper limit of the line gaps that are tried as separators of blocks, in points. */
  maxBlockGap: 60,
  /** Maximum number of different gap sizes that are tried as separators of blocks. */
  maxGapsTried: 5,
  /**
   * Maximum difference between the left edges of the dates of blocks, in points. A date further away is not the date
   * of a block.
   */
  maxDateOffset: 2,
  /**
   * Maximum horizontal distance between a day number and the month below it, in points. A month further away does not
   * belong to the day.
   */
  maxTileOffset: 8,
  /** Maximum gap between two words of one cell of a block, in ems. A wider gap separates two cells. */
  cellGap: 1.6,
  /**
   * Minimum share of blocks in which a cell begins with the same words, 0 to 1. At or above this share, the words are
   * a label.
   */
  minLabelShare: 0.9,
  /** Minimum number of cells in one style. Fewer cells are not recognised as transaction types. */
  minTypeCells: 4,
  /**
   * Upper limit of the share of distinct texts among cells with transaction types, 0 to 1. Cells with more varied
   * texts are names.
   */
  maxTypeVariety: 0.4,
  /**
   * Upper limit of the variety of transaction types, relative to the most varied cells, which contain the names.
   * Cells with more varied texts are not types.
   */
  maxRelativeVariety: 0.6,
  /**
   * Minimum number of cells in the style of names, as a share of the number of blocks, 0 to 1. A style with fewer
   * cells is not compared.
   */
  minNameCells: 0.5,
  /** Space inserted between the words of an unfolded block, in ems. */
  wordSpace: 0.3,
}

/** Thresholds of text/two-column-pages.ts, which reads pages with two tables side by side. */
export const twoColumnTuning = {
  /** Upper limit of the line pitch within the columns, in ems. Text below a wider gap is set across the page. */
  maxRowPitch: 5,
  /** Minimum number of lines that contain a row of both tables. With fewer lines, the page has a single table. */
  minRows: 4,
  /**
   * Maximum horizontal distance between a heading and the dates below it, in points. A heading further away does not
   * belong to the column.
   */
  maxHeadingOffset: 8,
  /**
   * Minimum distance between the two date columns, as a share of the page width, 0 to 1. Dates that are closer belong
   * to one table.
   */
  minColumnDistance: 0.3,
  /**
   * Maximum difference between the left edges of the dates of one column, in points. With a larger difference, they
   * are not a column.
   */
  maxDateSpread: 6,
  /** Minimum share of the pairs of rows that are aligned with each other, 0 to 1. Others have a date of a panel. */
  minAlignedShare: 0.8,
  /** Maximum distance between the title of a column and its first row, in ems. Text further above is not a title. */
  maxTitleDistance: 4,
  /** Tolerance for rounding errors of a baseline, in points. */
  baselineTolerance: 1,
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

/** Thresholds of text/flush-columns.ts, which finds columns of amounts that touch the next column. */
export const flushColumnTuning = {
  /** Minimum number of rows with the same two edges. */
  minRows: 4,
  /** Minimum gap between an amount in a cell and the word before it, in ems. */
  minCellGap: 0.75,
}

/** Threshold of text/compact-dates.ts, which reads dates without separators. */
export const compactDateTuning = {
  /** Minimum number of dates below each other. Fewer numbers of six digits may be dates by coincidence. */
  minDates: 4,
  /** Maximum number of days between the first and the last date. Cheque numbers would span decades. */
  maxDays: 400,
}

/** Thresholds of text/centred-amounts.ts, which moves amounts that are centred beside two lines of text. */
export const centredAmountTuning = {
  /** Minimum number of such cards. One alone may be a coincidence in a letterhead. */
  minCards: 3,
  /** Minimum distance from the amount to the lines above and below, in ems. Closer lines share a baseline. */
  minDistance: 0.3,
  /** Maximum distance from the amount to the lines above and below, in ems. Lines further away do not overlap it. */
  maxDistance: 0.85,
  /** Maximum difference between the two distances, in ems. The second line is often in smaller type. */
  maxDifference: 0.25,
  /** Maximum difference between the left edges of the two lines of text, in points. */
  maxTextOffset: 3,
}

/** Thresholds of text/badges.ts, which recognises the initials that apps print in a circle beside each name. */
export const badgeTuning = {
  /** Minimum number of initials below each other. Fewer may be codes that happen to match a name. */
  minBadges: 4,
  /** Maximum vertical distance between initials and their name, as a multiple of the type size of the name. */
  maxDistance: 1,
  /** Lower limit of the gap between initials and their name, as a multiple of the type size of the name. */
  minGap: 0.6,
  /** Upper limit of the gap between initials and their name, as a multiple of the type size of the name. */
  maxGap: 4,
  /** Maximum distance between the centres of initials below each other, in points. */
  maxCentreOffset: 3,
  /** Minimum share of the words of a column that are initials, 0 to 1. Type codes match a name only by chance. */
  minShare: 0.8,
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
}

/** Threshold of table/row-order.ts, which detects whether the oldest or the newest row is first. */
export const orderTuning = {
  /** Upper limit of the step between two dates without a year, in days. A larger step is the turn of the year. */
  maxDayStep: 200,
}

/** Thresholds of arithmetic/labelled-amounts.ts, which finds the labels of amounts. */
export const labelledAmountTuning = {
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
  /** Leap year in which dates without a year are compared. */
  anyYear: 2024,
  /** Length of that year, in days. */
  daysOfYear: 366,
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
}

/** Threshold of arithmetic/running-balance.ts. */
export const runningBalanceTuning = {
  /**
   * Upper limit of the share of signed amounts in a column for one direction, 0 to 1. If more amounts are signed, the
   * sign has no meaning.
   */
  maxSignedShare: 0.5,
}

/** Thresholds of facts/account.ts, which finds sort code, account number and IBAN. */
export const accountTuning = {
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

/** Thresholds of text/sentence.ts. Tests: descriptions.test.ts. */
export const sentenceTuning = {
  /** Minimum number of words with letters in a sentence. A shorter text may be a description. */
  minSentenceWords: 5,
  /** Minimum share of words in a sentence that begin with a lower-case letter, 0 to 1. */
  minLowerCaseShare: 0.5,
} as const

/** Thresholds of facts/descriptions.ts, which assigns lines to rows. */
export const descriptionTuning = {
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
  /** Quantile of the line gaps that is used as the line pitch within a description, 0 to 1. */
  pitchQuantile: 0.15,
  /** Minimum gap between two words of one description that is the gap between two columns, in ems. */
  minColumnGap: 2.5,
  /** Upper limit of the difference between the left edges of type codes, in points. */
  maxCodeOffset: 1,
  /** Minimum number of type codes below each other. Fewer may be the first words of sentences. */
  minCodes: 4,
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

/** Thresholds of facts/bank.ts and facts/bank-candidates.ts, which find the name of the bank. */
export const bankTuning = {
  /** Minimum score of a name according to `bankWeights`. Below it, the bank is unknown. */
  minScore: 3,
  /** Minimum lead over the best name that begins differently. With a smaller lead, the bank is unknown. */
  minMargin: 0.3,
  /** Minimum score of a name that counts as labelled. */
  labelledScore: 5,
  /** Minimum ratio of two type sizes within a line. With a larger ratio, the texts belong apart. */
  minSizeStep: 1.25,
  /** Maximum gap between two words of one cell in printouts, in ems. Two spaces of fixed-pitch type are wider. */
  printoutGap: 0.9,
  /** Upper limit of the line pitch of small print, in ems. */
  maxPitch: 1.7,
  /** Upper limit of the difference between the type sizes of lines of one paragraph, in points. */
  maxSizeDifference: 0.3,
  /** Minimum number of words of a slogan beside the name. */
  minSloganWords: 3,
  /** Minimum length of the name in a web address, in letters. Shorter ones occur in many names. */
  minSiteLetters: 4,
  /**
   * Height of the area at the top of the page, as a share of the page height, 0 to 1. A name alone on the first line
   * in this area counts as prominent without large type.
   */
  topShare: 0.15,
  /** Height of the letterhead, as a share of the page height, 0 to 1. */
  letterheadShare: 0.2,
  /** Page height that is assumed if it is unknown (A4), in points. */
  defaultHeight: 842,
  /** Maximum gap between two words of one cell in running text, in ems. A wider gap separates two cells. */
  cellGap: 3,
  /** Maximum gap between two words of one cell in the letterhead, in ems. A wider gap separates two cells. */
  letterheadGap: 1.2,
  /** Maximum type size of running text, in points. Any larger size is large type. */
  minLargeType: 10,
  /** Maximum length of a bank name, in characters. A longer match is a sentence. */
  maxNameLength: 45,
  /** Maximum number of words in a name in the letterhead. A longer cell is not a name. */
  maxLetterheadWords: 5,
  /**
   * Minimum ratio of the type size of the bank name in the letterhead to that of the body text. Smaller text may be a
   * line of an address.
   */
  minLetterheadSize: 1.35,
  /** Upper limit of the line pitch of a name on two lines, in ems. */
  maxNamePitch: 1.6,
  /** Upper limit of the difference in left edge and type size between the two lines of a name, in points. */
  maxNameOffset: 1.5,
}

/**
 * Evidence for and against a text being the name of the bank, with its weight. The score of a name is the sum over all
 * its occurrences on the statement.
 */
const bankEvidence = {
  /** Subject of a legal sentence such as "Heron Bank plc is authorised by". */
  legalSubject: 5,
  /** Said to be a trading name or division of another company. */
  brand: 1,
  /** Beside a caption such as "Provider". */
  captioned: 6,
  /** First cell of a printout in one type size, on a line with the branch or sort code. */
  firstCell: 3.2,
  /** In running text, with a word such as "Bank". */
  inText: 1.2,
  /** In large type or alone on the first line, with a word such as "Bank". */
  prominent: 1.8,
  /** Followed by "Limited" or "plc". */
  company: 0.5,
  /** Followed by "Limited" or "plc" on the first line of the document, where the sender is printed. */
  companyOnFirstLine: 2.7,
  /** In a sentence such as "Thank you for banking with Heron", or in a copyright notice. */
  mentioned: 3,
  /** Named as the provider of the account. */
  provider: 3.5,
  /** Ends with a word such as "Bank", "Money" or "Finance". */
  noun: 1,
  /** Ends with "Bank", "Building Society" or "Credit Union", because few other companies have such names. */
  bankNoun: 0.6,
  /** Such a name in the letterhead, in any type size. */
  bankNounOnTop: 2,
  /** In the letterhead, in larger type than the body text. */
  letterhead: 0,
  /** First text of the letterhead in large type. */
  topmost: 0.2,
  /** Largest text of the letterhead. */
  largest: 1,
  /** Begins like the most likely text of the letterhead. */
  likeLetterhead: 3,
  /** On the first line, above "Private Bankers" or before the name of a product. */
  firstLine: 3.2,
  /** Abbreviated by the bank code of an IBAN or BIC. */
  likeBankCode: 1.5,
  /** Part of a web or e-mail address. */
  likeSite: 1.5,
  /** Printed more than once. */
  repeated: 0.3,
  /** The last words of another candidate, which the letterhead prints on two lines. */
  endOfName: -3,
  /** Has the form of a personal name. */
  personalName: -0.7,
}

export const bankWeights = { strongest: {}, added: bankEvidence }

export type BankFeature = keyof typeof bankEvidence

/** Thresholds of facts/holder.ts and facts/holder-candidates.ts, which find the account holder. */
export const holderTuning = {
  /** Minimum score of a name according to `holderWeights`. Below it, the holder is unknown. */
  minScore: 4,
  /** Minimum lead over the best name of another party. With a smaller lead, the holder is unknown. */
  minMargin: 0.3,
  /** Minimum score of a name that counts as labelled. */
  labelledScore: 6,
  /** Minimum and maximum number of words of a personal name without its title. */
  minPersonWords: 2,
  maxPersonWords: 5,
  /** Maximum number of words in a caption of a list of account details. */
  maxCaptionWords: 4,
  /** Maximum distance between two captions of a list of account details, in ems. */
  maxListDistance: 16,
  /** Minimum line pitch within a wrapped name, in ems. A smaller one is the same line. */
  minWrapPitch: 0.5,
  /** Maximum line pitch within a wrapped name, in ems. A line further below is not part of the name. */
  maxWrapPitch: 1.9,
  /** Maximum gap between two words of one cell, in ems. A wider gap separates two cells. */
  cellGap: 1.6,
  /**
   * Maximum gap between two words of one cell in tightly set letterheads and menus, in ems. A wider gap separates two
   * cells.
   */
  tightCellGap: 1.1,
  /** Maximum gap between two words of one cell below a label, in ems. A wider gap separates two cells. */
  belowCellGap: 0.75,
  /**
   * Upper limit of the distance of the address from the top of the page, as a share of the page height, 0 to 1.
   * Addresses further down are ignored.
   */
  addressShare: 0.6,
  /** Page height that is assumed if it is unknown (A4), in points. */
  defaultHeight: 842,
  /** Maximum number of words in a name, including joint holders. A longer text is not a name. */
  maxNameWords: 9,
  /** Maximum length of a name, including joint holders, in characters. A longer text is not a name. */
  maxNameLength: 70,
  /** Minimum number of links in the menu of a web page. A line with fewer cells is not a menu. */
  minMenuLinks: 4,
  /** Number of lines below a name that are searched for the account details. Other cells may have lines in between. */
  maxFactLines: 4,
  /**
   * Upper limit of the left edge of an address at the left of the page, in points. An address further right may be
   * that of the bank.
   */
  maxAddressLeft: 300,
  /** Number of lines below a label that are searched for the name. */
  maxLinesBelow: 2,
  /** Maximum distance between a label and the name below it, in ems. Text further below is not the name. */
  maxDistanceBelow: 3,
  /**
   * Upper limit of the difference between the left edges of a label and the name below it, in points. Text further
   * away is not the name.
   */
  maxLeftOffset: 8,
  /**
   * Minimum ratio of a gap to the word spaces within the name. A gap that is wider by this factor may end the name.
   */
  minColumnGap: 1.2,
  /**
   * Upper limit of the difference between the left edges of a column on different lines, in points. Text further away
   * is not in the column.
   */
  maxColumnOffset: 1,
  /** Maximum number of lines that are collected for an address. */
  maxAddressLines: 9,
  /** Maximum line pitch of an address, in ems. A line further above is not part of the address. */
  maxAddressPitch: 2.3,
  /**
   * Maximum ratio of the gap above a line of an address to the widest gap below it. Lines above a wider gap belong to
   * the letterhead.
   */
  maxPitchRatio: 1.3,
  /** Constant added to the maximum line pitch of an address to allow for small type, in points. */
  addressPitchTolerance: 4,
  /**
   * Upper limit of the difference between the left edges of the lines of an address, in points. A line further away
   * is not part of the address.
   */
  maxAddressOffset: 2.5,
  /**
   * Maximum ratio of the type size of a line to that of the address. A line in larger type is the name of the bank.
   */
  maxAddressSize: 1.3,
  /** Minimum number of lines that an address keeps when the lines of the bank above it are removed. */
  minAddressLines: 4,
}

/** Positions of a text that may name the account holder. Only the strongest position of a name counts. */
const holderPositions = {
  /** Beside or below a caption such as "Account holder", or above it in larger type. */
  captioned: 12,
  /** On the line with the account details, separated by bars or dots. */
  besideFacts: 7,
  /** On the first line of a postal address. */
  addressed: 5.5,
  /** Directly above an address on one line. */
  aboveAddress: 4.8,
  /** Directly above the sort code or account number. */
  aboveFacts: 4.5,
  /** Beside a caption outside the letterhead. */
  captionedOutside: 4.5,
  /** Under any caption in a list with the captions of account details. */
  inFactList: 4.5,
  /** Directly above the first line of an address. */
  aboveStreet: 4,
  /** Directly above an e-mail address, phone number or customer number. */
  aboveContact: 4,
  /** Directly above the title, product or period of the statement. */
  aboveStatementTitle: 3.5,
  /** A titled name on a line of its own. */
  ownLine: 1.5,
  /** Above a caption in type of the same size, which may also belong to what is below it. */
  captionBelow: 1.5,
  /** In the menu of a web page. */
  inMenu: 1.5,
  /** In a greeting with the full name. */
  greeted: 4.5,
  /** In a heading such as "Zofia Wright's money". */
  inHeading: 4.5,
  /** In a sentence such as "the account of Mrs Quill". */
  inSentence: 1.5,
  /** A cell in the letterhead with the form of a personal name. */
  personalName: 1,
}

/** Further evidence for and against a text being the name of the account holder, which is added to its position. */
const holderEvidence = {
  /** The address is at the left of the page, in the position of an envelope window. */
  leftAddress: 0.5,
  /** The first two lines of the address are two titled names. */
  joint: 10,
  /** Begins with a title such as "Mrs". */
  titled: 2.5,
  /** No other cell of the letterhead has the form of a personal name. */
  onlyPersonalName: 1.5,
  /** Printed on several pages outside the table. */
  onSeveralPages: 1.5,
  /** Begins with the first name of a greeting. */
  greetedByFirstName: 3.5,
  /** In larger type than all text above and the line below, as banks set their own name. */
  largestType: -2,
  /** On a line with amounts, as in a list of accounts. */
  besideAmounts: -3,
  /** The name of a building or street, with which the address of a bank begins. */
  isBuilding: -3,
  /** The same as the name of the bank. */
  isBank: -8,
  /** The same as the description of a transaction. */
  isDescription: -2,
}

export const holderWeights = { strongest: holderPositions, added: holderEvidence }

export type HolderFeature = keyof typeof holderPositions | keyof typeof holderEvidence

/** Thresholds of completeness.ts, which checks whether every amount of the table was read. */
export const completenessTuning = {
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
