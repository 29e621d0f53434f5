// Every threshold of the statement parser. Units: points (1/72 inch), ems (multiples of the font size), shares (0 to 1),
// counts, days. "Test" names a test that fails if the threshold is disabled (set to 0 or to a very large value).

/** text/lines.ts: words to lines, lines to cells. */
export const lineTuning = {
  /** Ems. Baselines within one text line differ by less; superscripts and currency signs sit slightly off. */
  maxBaselineShift: 0.14,
  /** Ems. OCR positions are less exact. */
  maxOcrBaselineShift: 0.55,
  /** Lines. How far above a date the first half of a broken sentence may be. */
  sentenceLookback: 3,
  /** Ems. Line pitch within a wrapped sentence; table rows are further apart. */
  maxSentencePitch: 1.7,
  /** Ems. A wrapped sentence continues at the same left edge. */
  maxSentenceIndent: 0.5,
  /** Ems. A wider gap separates two cells. */
  cellGap: 1,
  /** Ems. Reported box of a word above its baseline. */
  boxAscent: 0.8,
  /** Ems. Reported box of a word below its baseline. */
  boxDescent: 0.25,
}

/** text/money.ts: amounts among the words of a line. */
export const amountTuning = {
  /** Ems. A currency symbol may be at the far left of the cell of its amount. */
  maxCurrencyGap: 12,
  /** Ems. A sign or bracket belongs to the amount right behind it only. */
  maxSignGap: 0.5,
  /** Ems. CR, DR or a currency behind the amount. */
  maxSuffixGap: 1.6,
  /** Ems. A word closer than this makes the amount part of a sentence instead of a table cell. */
  minCellGap: 0.75,
  /** Ems. A foreign currency code this close belongs to the amount. */
  maxForeignCurrencyGap: 1,
}

/** text/notation.ts: how the document writes amounts and dates. */
export const notationTuning = {
  /** Count. Fewer examples do not establish a notation. */
  minSamples: 3,
  /** Factor. Decimal commas must outnumber decimal points by this much. */
  minCommaDominance: 3,
  /** Share. Amounts with a decimal point per amount in whole pounds, below which whole pounds are the rule. */
  minPointShare: 0.1,
  /** Share. Amounts in whole pounds per amount with pence, above which both are expected. */
  minWholePoundShare: 0.1,
  /** Count. Pairs of pounds and pence in separate columns. */
  minPencePairs: 6,
  /** Points. Baseline difference of two parts of one amount. */
  maxBaselineShift: 1,
  /** Ems. Gap between thousands that are separated by a space. */
  maxThousandsGap: 0.6,
  /** Ems. Gap between the pounds column and the pence column. */
  maxPenceGap: 3,
}

/** text/respelling.ts: amounts rewritten in British notation. */
export const respellingTuning = {
  /** Ems. A number in whole pounds must be separated from its neighbours, or it may be part of a description. */
  minWholePoundGap: 0.9,
}

/** text/dates.ts: dates among the words of a line. */
export const dateTuning = {
  /** Count. Weekday, day, "of", month, year. */
  maxWords: 5,
  /** Ems. A wider gap separates two date columns. */
  maxGap: 0.75,
  /** Ems. The same for OCR, whose boxes are narrower. */
  maxOcrGap: 1.1,
  /** Ems. Day, month and year may have a column each. */
  maxColumnGap: 5,
  /** Ems. The time of day behind a date is skipped. */
  maxTimeGap: 3,
  /** Years. Anything earlier is a reference number. */
  minYear: 1990,
  /** Years. Anything later is a reference number. */
  maxYear: 2079,
}

/** text/panels.ts: information boxes beside the table. */
export const panelTuning = {
  /** Points. Words on one baseline. */
  maxBaselineShift: 0.55,
  /** Share. A panel has its own line pitch; columns of one table share nearly all baselines. */
  maxSharedBaselines: 0.36,
  /** Count. Shorter boxes cannot be distinguished from table cells. */
  minLines: 5,
  /** Points. Left edges of lines that begin below each other. */
  maxEdgeOffset: 2,
  /** Points. How far the last letters of a panel may stick out on another page. */
  maxOverhang: 4,
  /** Points. A panel on another page begins at the same left edge. */
  maxPageOffset: 3,
  /** Share. Lines with words; a panel of bare amounts is a table. */
  minTextLines: 0.6,
  /** Share. Words between two candidate edges that share the table's baselines are a table column. */
  maxColumnBaselines: 0.7,
  /** Points. Gap between the table and a panel. */
  minGutter: 3,
  /** Points. Rounding of edges. */
  edgeTolerance: 1,
  /** Share. The side with nearly all amounts is the table. */
  maxAmountShare: 0.8,
  /** Count. Headings and footers may run across the gutter. */
  maxCrossingLines: 3,
  /** Share of the lines of a panel. More crossing lines are allowed beside long panels. */
  maxCrossingShare: 0.1,
  /** Points. Margin around a panel when collecting the words beside it. */
  verticalMargin: 2,
  /** Ems. A wider gap starts a new cell. */
  minCellGap: 0.9,
  /** Count. Lines that must begin at an edge. */
  minEdgeLines: 4,
  /** Ems. A heading further above a panel is not part of it. */
  maxLineGap: 5,
  /** Count. Amounts or rows needed to compare baselines. */
  minTableRows: 3,
  /** Share. Amounts in a panel on baselines of rows are a column of the table. */
  minAmountsOnRows: 0.6,
  /** Share. Rows whose baselines the panel shares. */
  minRowsOnPanel: 0.7,
}

/** text/blocks.ts: statements that print each transaction as a block of lines. */
export const blockTuning = {
  /** Count. Fewer blocks may be coincidence. */
  minBlocks: 3,
  /** Count. Longer groups are not transactions. */
  maxBlockLines: 8,
  /** Share. Groups with amounts that must have the same structure. */
  minRegularShare: 0.8,
  /** Points. Wider than any page: amounts from different lines of a block get columns of their own. */
  columnDistance: 2000,
  /** Share. Blocks whose date and amount are on different lines. */
  minFoldedShare: 0.5,
  /** Count. A label of a summary occurs this often at most; those in blocks occur with each. */
  maxSummaryOccurrences: 2,
  /** Count. A line with more column titles is a table header. */
  maxColumnWords: 2,
  /** Factor. A line gap that is larger than the next smaller one by this much may end blocks. */
  minGapStep: 1.08,
  /** Points. Larger gaps do not separate blocks. */
  maxBlockGap: 60,
  /** Count. Gap sizes that are tried. */
  maxGapsTried: 5,
  /** Points. Left edges of dates. */
  maxDateOffset: 2,
  /** Points. Horizontal offset of the month under the number of the day. */
  maxTileOffset: 8,
  /** Ems. Gap between cells of a block. */
  cellGap: 1.6,
  /** Share. Words that begin a cell in nearly every block are its label. */
  minLabelShare: 0.9,
  /** Count. Cells needed to recognise a transaction type. */
  minTypeCells: 4,
  /** Share. Distinct texts among cells that hold a transaction type. */
  maxTypeVariety: 0.4,
  /** Share of the variety of the most varied cells, which hold the names. */
  maxRelativeVariety: 0.6,
  /** Share. Blocks that must have the cells with the names. */
  minNameCells: 0.5,
  /** Ems. Space between words of an unfolded block. */
  wordSpace: 0.3,
}

/** text/two-column-pages.ts: pages with two tables side by side. */
export const twoColumnTuning = {
  /** Count. Rows that occur on both sides. */
  minRows: 4,
  /** Points. Headings may begin slightly left of the dates below them. */
  maxHeadingOffset: 8,
  /** Share of the page width between the two date columns. */
  minColumnDistance: 0.3,
  /** Points. Left edges of the dates of one column. */
  maxDateSpread: 6,
  /** Ems. A title this far above the first row belongs to its column. */
  maxTitleDistance: 4,
  /** Points. Rounding of baselines. */
  baselineTolerance: 1,
}

/** text/numbering.ts: page numbers. */
export const numberingTuning = {
  /** Share of the page height at its top and bottom in which page numbers are printed. */
  marginShare: 0.15,
  /** Count. `3 of 250` is not a page number. */
  maxPages: 200,
}

/** text/statement-text.ts: words that are no text. */
export const textTuning = {
  /** Count. Tables drawn with characters have several bars per line. */
  minBars: 30,
}

/** text/vocabulary.ts: labels of balances and totals. */
export const labelTuning = {
  /** Characters. A longer text in a row is a description. */
  maxMarkerLength: 90,
  /** Characters. A longer text beside an amount is a sentence. */
  maxLabelLength: 70,
}

/** table/columns.ts: columns of amounts. */
export const columnTuning = {
  /** Points. Edges of amounts in one column. */
  maxOffset: 1.3,
  /** Points. OCR edges are less exact. */
  maxOcrOffset: 3.2,
  /** Factor. Spread of a cluster relative to twice the offset, so that its outermost members are found again. */
  clusterSpread: 0.9,
  /** Count. Statements have up to about six columns of amounts; the rest is noise. */
  maxColumns: 9,
  /** Points. Columns of later pages are shifted by the binding margin at most. */
  maxPageShift: 45,
  /** Share of amounts that a shift must explain in addition to no shift. */
  shiftPenalty: 0.12,
  /** Share of amounts of a page that must fit the columns of other pages. */
  minPageFit: 0.7,
  /** Count. Amounts that must agree on a shift. */
  minShiftVotes: 4,
  /** Points. Width of a vote. */
  shiftVoteWidth: 1,
  /** Count. Words of a header line. */
  minTitleWords: 3,
  /** Count. A longer line is a sentence. */
  maxTitleWords: 18,
}

/** table/table.ts: where the table begins, and its dates. */
export const tableTuning = {
  /** Lines. An amount this far below a date may belong to its row. */
  maxRowLines: 4,
  /** Ems. The same as a distance. */
  maxRowHeight: 5,
  /** Share of the amounts of the fullest column; emptier columns are ignored when pages are compared. */
  minComparedColumn: 0.2,
  /** Points. Columns of a page without dates may be shifted by this much. */
  maxContinuedShift: 25,
  /** Points. Rows begin this far below the header at most. */
  maxHeaderDistance: 60,
  /** Count. Unlabelled amounts above a header that make it a repeated one. */
  minRowsAboveHeader: 2,
  /** Ems. Rows above the first date of a page are this close to each other. */
  maxRowPitch: 2.4,
  /** Ems. A word closer before a date makes it part of a sentence. */
  maxSentenceGap: 0.6,
  /** Weight of a date behind a gap, relative to one that begins its line. */
  separatedDateWeight: 0.6,
  /** Weight of a date inside a sentence. */
  sentenceDateWeight: 0.004,
  /** Weight of a date on a line without amounts. */
  noAmountWeight: 0.3,
  /** Points. Left edges of dates in one column. */
  maxDateSpread: 9,
  /** Count. Date columns that are considered. */
  maxDateColumns: 6,
  /** Weight. A single date that begins a row is enough. */
  minDateColumnWeight: 0.55,
  /** Share of the weight of the strongest date column. */
  minRelativeWeight: 0.3,
  /** Weight per date of a frequent column. */
  minWeightPerDate: 0.15,
  /** Share of the dates of the fullest date column. */
  minRelativeCount: 0.8,
  /** Points. Horizontal offset between a date column and its title. */
  maxTitleOffset: 12,
  /** Points. Width of the title of a date column. */
  maxTitleWidth: 40,
  /** Count. A longer line is a sentence, not a header. */
  maxHeaderWords: 20,
  /** Share of dates written like those on lines of their own. */
  minHeadingFormat: 0.2,
  /** Factor. The most frequent date format must outnumber the next by this much. */
  minFormatDominance: 2,
  /** Lines. A row follows its date heading within this distance. */
  maxHeadingDistance: 3,
  /** Factor. Dates on lines of their own must outnumber the others by this much. */
  minHeadingDominance: 3,
  /** Points. A date this far from the date column is not the date of its row. */
  maxDateOffset: 10,
  /** Points. The same for OCR. */
  maxOcrDateOffset: 14,
  /** Points. The heading of a year begins this far right of the dates at most. */
  maxYearOffset: 12,
  /** Points. Right edges of bare day numbers. */
  maxDayOffset: 9,
  /** Points. Neighbourhood in which bare day numbers are counted. */
  dayClusterWidth: 5,
  /** Count. Bare day numbers needed if no month heading explains them. */
  minBareDays: 3,
  /** Ems. Gap between titles. */
  titleGap: 0.7,
  /** Count. Titles needed for a header. */
  minTitles: 2,
  /** Characters. A longer line is a sentence. */
  maxHeaderLength: 130,
  /** Count. Words of one title; vocabulary is only searched in short cells. */
  maxTitleWords: 5,
  /** Count. Words of a title with unknown vocabulary. */
  maxUnknownTitleWords: 4,
  /** Points. Titles overlap their column by edges this close. */
  titleTolerance: 2,
  /** Share of the amounts of the fullest column; known titles must be above such a column. */
  minTitledColumn: 0.3,
  /** Lines. A header has up to three lines. */
  maxHeaderLines: 2,
  /** Ems. Line pitch within a header. */
  maxHeaderPitch: 1.7,
}

/** table/table-content.ts: rows, sections and lists of the table. */
export const contentTuning = {
  /** Count. More "sections" are first lines of descriptions. */
  maxSections: 8,
  /** Count. Words of a section heading. */
  maxHeadingWords: 7,
  /** Count. Headings of days with a balance. */
  minDayHeadings: 3,
  /** Share of the dated rows that are headings with a balance. */
  minDayHeadingShare: 0.7,
  /** Count. More distinct first words are names, not transaction types. */
  maxTypes: 12,
  /** Share of distinct first words among the rows. */
  maxTypeShare: 0.4,
  /** Count. Words of a heading such as "Upcoming payments". */
  maxUpcomingWords: 12,
  /** Points. A line that begins further right of the dates is inside the table. */
  maxHeadingIndent: 20,
  /** Ems. A heading is one phrase without wider gaps. */
  maxHeadingGap: 1.2,
}

/** table/text-columns.ts: the column of descriptions. */
export const textColumnTuning = {
  /** Points. Descriptions begin right of the dates, with rounding. */
  dateTolerance: 3,
  /** Ems. A word behind a wider gap begins a cell. */
  minCellGap: 0.9,
  /** Points. An amount column further left than this does not end the description. */
  minColumnLeft: 150,
  /** Points. Wider than any page. */
  pageRight: 1000,
  /** Points. The next column begins at least this far right. */
  minColumnWidth: 20,
  /** Points. Words that begin within this distance of the next column belong to it. */
  nextColumnTolerance: 1.5,
  /** Score of a column whose title says that it holds descriptions; the negative for codes. */
  titleScore: 8,
  /** Score. Weight of columns in which every text is the same. */
  baseVariety: 0.3,
  /** Score. Weight of columns without amounts beside them. */
  baseRowShare: 0.2,
  /** Share of rows that must have words before the last column of amounts. */
  minWordyRows: 0.3,
  /** Share of the fullest column; fewer amounts at an edge are totals. */
  minEdgeShare: 0.06,
  /** Points. How far the left edges of words in one column may differ. */
  maxOffset: 2.4,
  /** Points. The same for OCR. */
  maxOcrOffset: 5,
  /** Count. Columns of words that are considered. */
  maxColumns: 8,
  /** Share of rows that must have words in the column. */
  minRowShare: 0.25,
  /** Ems. Gap between titles. */
  titleGap: 0.7,
  /** Points. Codes begin this close to their title. */
  maxCodeOffset: 4,
  /** Ems. A reference number is separated from the words before it. */
  minReferenceGap: 1.2,
  /** Points. Left edges of reference numbers below each other. */
  maxReferenceOffset: 2,
  /** Points. Titles may begin slightly left of their column. */
  titleOffset: 6,
}

/** table/row-order.ts: oldest or newest row first. */
export const orderTuning = {
  /** Days. A larger step between dates without a year is the turn of the year. */
  maxDayStep: 200,
}

/** arithmetic/labelled-amounts.ts: amounts with their labels. */
export const labelledAmountTuning = {
  /** Points. Rounding of edges. */
  edgeTolerance: 0.5,
  /** Points. A label further away is at the other side of the page, as in a row. */
  minFarDistance: 330,
  /** Ems. Gap between cells on the line of the amount. */
  cellGap: 1.6,
  /** Points. A label this far left of its amount still belongs to it. */
  maxLabelDistance: 520,
  /** Ems. Distance to a label above or below. */
  maxLabelHeight: 3.2,
  /** Ems. Gap between cells on the lines above and below. */
  otherLineCellGap: 1.2,
  /** Points. A label above or below overlaps its amount by edges this close. */
  maxLabelOffset: 4,
}

/** arithmetic/balances.ts: stated balances outside the table. */
export const balanceTuning = {
  /** Points. An amount beyond the edges of the table by more is outside. */
  tableTolerance: 3,
}

/** arithmetic/solve-signs.ts: signs of unsigned amounts. */
export const signTuning = {
  /** Count. With more unsigned amounts between two balances the signs are practically never unique. */
  maxAmounts: 22,
  /** Count. Solutions collected before the likeliest two are picked. */
  maxSolutions: 400,
  /** Factor. Half the width of the normal density at its peak: sqrt(2 * pi) / 2. */
  densityFactor: 1.25,
}

/** arithmetic/column-readings.ts: the meaning of columns. */
export const readingTuning = {
  /** Count. The fullest columns that are tried in every role. */
  maxColumnsTried: 7,
  /** Count. Readings kept per step if pages have different columns. */
  maxReadings: 5,
  /** Count. Readings kept if all pages have the same columns. */
  maxSingleGridReadings: 12,
  /** Score. A column joins another role only if it explains clearly more. */
  minImprovement: 0.4,
  /** Points. A further column of a role is this close to one of its columns. */
  maxColumnDistance: 15,
  /** Points. Distance between a title and its column. */
  maxTitleDistance: 45,
  /** Score of a row confirmed by a balance. */
  confirmedRow: 1,
  /** Score of a confirmed row whose amount is in no column. */
  rescuedRow: 0.5,
  /** Score of a confirmed row whose sign could be the other one. */
  ambiguousRow: 0.25,
  /** Score of a row that no balance confirms. */
  unconfirmedRow: 0.1,
  /** Score of an unconfirmed row with a guessed sign. */
  guessedRow: 0.02,
  /** Score per row before a balance that does not follow. */
  breakPenalty: 0.6,
  /** Score if the stated opening or closing balance contradicts the rows. */
  disagreementPenalty: 2,
  /** Score of a balance that was reached. */
  reachedBalance: 0.1,
  /** Score of a printed total that is right. */
  rightTotal: 1.5,
  /** Score. A minus that means money in is rare. */
  inversePenalty: 2,
  /** Score. Solved signs prove less than printed ones. */
  solvedPenalty: 0.5,
  /** Score of a title that agrees with the role, per row. */
  titleWeightPerRow: 0.02,
  /** Score of a title that agrees with the role. */
  titleWeight: 0.5,
  /** Factor of the title weight if in, out and amount are confused. */
  wrongDirection: 0.5,
  /** Factor of the title weight if a balance is confused with an amount. */
  wrongBalance: 2,
  /** Score per amount of a titled column without a role. */
  unusedTitledColumn: 0.5,
  /** Score per amount of an untitled column without a role. */
  unusedColumn: 0.05,
  /** Count. Amounts of an unused column that are counted. */
  maxUnusedAmounts: 20,
}

/** arithmetic/running-balance.ts. */
export const runningBalanceTuning = {
  /** Share. If more amounts of a column bear a sign, the sign means nothing. */
  maxSignedShare: 0.5,
}

/** facts/account.ts: sort code, account number, IBAN. */
export const accountTuning = {
  /** Ems. Gap between a sort code and an account number without labels. */
  maxPairGap: 3,
  /** Ems. Gap between cells. */
  cellGap: 0.8,
  /** Lines. A value is this far below its label at most. */
  maxLinesBelow: 3,
  /** Ems. The same as a distance. */
  maxDistanceBelow: 4,
  /** Points. A value below may begin slightly left of its label. */
  maxLeftOffset: 6,
  /** Points. A value below may begin right of its label. */
  maxRightOffset: 60,
}

/** facts/days.ts: the date of each row. */
export const dayTuning = {
  /** Days. Rows may be this far outside the printed period. */
  periodTolerance: 12,
  /** Points. Date headings above the header of a page. */
  maxHeadingHeight: 40,
  /** Months. A larger step back is the turn of the year. */
  minYearTurn: 6,
  /** Days. Rows out of order by less are accepted. */
  orderTolerance: 3,
  /** Days. Rows further apart are in another year. */
  maxRowDistance: 200,
  /** Count. A longer line is a sentence, perhaps about the future. */
  maxLineWords: 14,
}

/** facts/descriptions.ts: which lines belong to a row. */
export const descriptionTuning = {
  /** Points. Words begin this close to the left edge of the description column. */
  maxLeftOffset: 2.5,
  /** Points. Words that begin this close to the next column belong to it. */
  nextColumnTolerance: 1,
  /**
   * Points. A row whose description begins more than this to the right of the description column belongs to
   * another table, on its left.
   */
  maxShift: 3,
  /** Points. How far left such a description may reach. */
  maxShiftedReach: 40,
  /** Points. How far left other descriptions may reach. */
  maxReach: 12,
  /** Ems. Gap between words of one cell. */
  maxWordGap: 0.6,
  /** Points. A line that begins further right is not a description. */
  maxIndent: 40,
  /** Ems. Words further left are a cell of their own. */
  minCellGap: 0.9,
  /** Quantile of the line gaps that is taken as the line pitch within a description. */
  pitchQuantile: 0.15,
  /** Points. Line pitch if there is only one gap. */
  defaultPitch: 10,
  /** Factor of the line pitch within which a line is close. */
  maxClosePitch: 1.3,
  /** Factor of the line pitch within which a line belongs to the row. */
  maxPitch: 1.5,
  /** Points. Rounding of the same. */
  pitchTolerance: 0.5,
  /** Points. Difference between two gaps that matters. */
  minGapDifference: 0.9,
  /** Votes of a date inside a run of lines. */
  dateVotes: 2,
  /** Votes of weaker signs. */
  weakVotes: 0.5,
  /** Points. Heads and feet of pages repeat at the same height. */
  furnitureHeight: 4,
  /** Count. Pages on which a line must repeat. */
  minFurniturePages: 2,
  /** Share of pages on which a line must repeat. */
  minFurnitureShare: 0.6,
}

/** facts/period.ts: the statement period. */
export const periodTuning = {
  /** Days. Longer ranges are terms and validity periods. */
  maxDays: 400,
  /** Points. Rounding of edges. */
  edgeTolerance: 0.1,
  /** Weight of a range after words such as "statement period". */
  namedWeight: 2,
  /** Weight of a date range without such words. */
  unnamedWeight: 1,
  /** Weight of a range on a line with amounts. */
  amountPenalty: 1.5,
  /** Points. Label left of a date. */
  maxLabelDistance: 220,
  /** Ems. Label above a date. */
  maxLabelHeight: 2.5,
  /** Ems. Gap between cells. */
  cellGap: 0.9,
  /** Points. A label above overlaps its date by edges this close. */
  maxLabelOffset: 2,
}

/** facts/bank.ts: the name of the bank. */
export const bankTuning = {
  /** Share of the page height: a name alone on the first line needs no large type. */
  topShare: 0.15,
  /** Share of the page height: the letterhead. */
  letterheadShare: 0.2,
  /** Points. Page height if it is unknown (A4). */
  defaultHeight: 842,
  /** Ems. Gap between cells in running text. */
  cellGap: 3,
  /** Ems. Gap between cells of the letterhead. */
  letterheadGap: 1.2,
  /** Points. Larger type is not running text. */
  minLargeType: 10,
  /** Characters. Longer matches are sentences. */
  maxNameLength: 45,
  /** Count. Words of a letterhead. */
  maxLetterheadWords: 5,
  /** Factor. A letterhead is set this much larger than the text. */
  minLetterheadSize: 1.5,
  /** Weight of a name in the legal sentence at the foot. */
  legalWeight: 5,
  /** Weight of a name with a word such as "Bank" in large type. */
  largeWeight: 3,
  /** Weight of such a name in running text. */
  textWeight: 1.2,
  /** Weight of a name that ends with a word such as "Bank". */
  nounWeight: 1,
  /** Weight of each repetition. */
  repeatWeight: 0.3,
  /** Weight of a name that agrees with the letterhead. */
  letterheadWeight: 4,
  /** Weight below which the letterhead is used instead. */
  minWeight: 3,
  /** Weight above which the name counts as labelled. */
  labelledWeight: 5,
}

/** facts/holder.ts: the account holder. */
export const holderTuning = {
  /** Ems. Gap between cells. */
  cellGap: 1.6,
  /** Ems. Gap between cells of tight letterheads. */
  tightCellGap: 1.1,
  /** Ems. Gap between cells below a label. */
  belowCellGap: 0.75,
  /** Share of the page height above which the address is printed. */
  addressShare: 0.6,
  /** Points. Page height if it is unknown (A4). */
  defaultHeight: 842,
  /** Count. Words of a name, joint holders included. */
  maxNameWords: 9,
  /** Characters. The same as a length. */
  maxNameLength: 70,
  /** Weight of a line that begins with a title such as Mrs. */
  titleWeight: 4,
  /** Weight of a name beside its label. */
  labelWeight: 7,
  /** Weight of a name with a title beside its label. */
  labelledTitleWeight: 9,
  /** Weight of the first line of an address. */
  addressWeight: 5,
  /** Weight of a title in the first line of an address. */
  addressTitleWeight: 1,
  /** Weight of an address at the left, where windows of envelopes are. */
  leftAddressWeight: 0.5,
  /** Weight of joint holders on two lines. */
  jointWeight: 3,
  /** Weight above which the name counts as labelled. */
  labelledWeight: 6,
  /** Points. An address further right may be that of the bank. */
  maxAddressLeft: 300,
  /** Lines. A name is this far below its label at most. */
  maxLinesBelow: 2,
  /** Ems. The same as a distance. */
  maxDistanceBelow: 3,
  /** Points. A name below its label begins at the same left edge. */
  maxLeftOffset: 8,
  /** Factor. A gap wider than the spaces of the name by this much may end it. */
  minColumnGap: 1.2,
  /** Points. A column begins at the same left edge on other lines. */
  maxColumnOffset: 1,
  /** Count. Lines of an address. */
  maxAddressLines: 9,
  /** Ems. Line pitch of an address. */
  maxAddressPitch: 2.3,
  /** Points. Added to the line pitch of small type. */
  addressPitchTolerance: 4,
  /** Points. Lines of an address begin at the same left edge. */
  maxAddressOffset: 2.5,
  /** Factor. A line set larger than the address by this much is the name of the bank. */
  maxAddressSize: 1.3,
  /** Count. Lines that remain when the bank's own lines are removed. */
  minAddressLines: 4,
}

/** completeness.ts: whether every amount of the table was read. */
export const completenessTuning = {
  /** Points. Amounts further below the last row are outside the table. */
  maxBelowLastRow: 30,
  /** Points. Rounding of the table's edges. */
  edgeTolerance: 2,
  /** Count. Amounts on a page without rows that make it suspicious. */
  minPageAmounts: 6,
  /** Factor. Headings of other accounts are set this much larger than rows. */
  minHeadingSize: 1.15,
  /** Count. Words of such a heading. */
  maxHeadingWords: 6,
  /** Count. Rows of a page that must have a date of its own. */
  minRowsWithDate: 4,
  /** Points. A heading of a day begins at the date column. */
  maxHeadingOffset: 2,
  /** Points. A bare day number is at the date column. */
  maxDayOffset: 10,
  /** Factor. A date closer to the row above than to the row below by this much is ambiguous. */
  maxDateDistance: 0.6,
  /** Ems. A date this close below the last row is one too many. */
  maxTrailingDistance: 3,
  /** Share of ambiguous dates among date headings. */
  maxAmbiguousShare: 0.3,
  /** Share of pages with a date below the last row. */
  maxTrailingShare: 0.5,
}

/** checks.ts: conditions for a verified statement. */
export const checkTuning = {
  /** Days. Rows may be booked this far outside the printed period. */
  periodTolerance: 3,
  /** Count. Rows needed to suspect that years were read as days. */
  minRowsForYears: 3,
  /** Probability that signs could be found for any amounts. Some hundred readings are tried. */
  maxCoincidence: 1e-4,
}

/** findings.ts: contradictions that are reported. */
export const findingTuning = {
  /** Count. With more breaks the table was probably misread. */
  maxBreaks: 4,
  /** Share of rows that must be confirmed. */
  minConfirmedShare: 0.75,
  /** Count. Rows that may be unconfirmed because of each break. */
  rowsPerBreak: 2,
  /** Count. Balances that must have been reached. */
  minChecks: 2,
  /** Days. Banks print a row or two from just outside the period. */
  periodTolerance: 10,
}

/** parse.ts and read-statement.ts: choosing between readings. */
export const parseTuning = {
  /** Share of rows whose date is on another line, above which the statement may consist of blocks. */
  maxFoldedShare: 0.5,
  /** Score of confirmed and dated rows, in checks. */
  confirmedRowsScore: 3,
  /** Score of dates that may belong to either row, in checks. */
  ambiguousDatesPenalty: 2,
  /** Share of the page height in which the account holder is printed, if the table begins higher. */
  letterheadShare: 0.4,
  /** Factor. An alternative reading counts only if it reaches this share of the balances. */
  minAlternativeChecks: 0.5,
}
