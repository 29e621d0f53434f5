// Thresholds for the labels, column titles and table of each number (`../table/cells/`). ../README.md explains the
// units and the notes about tests.

/** cells-of-line.ts: numbers and the text beside them. */
export const cellsOfLineTuning = {
  /** Maximum gap between a payroll code and the description after it, in ems. No test fails if this is changed. */
  maxCodeGap: 5,
  /**
   * Maximum gap between a number and the text after it in a sentence, in ems. Text further away does not form a
   * sentence with the number. No test fails if this is changed.
   */
  maxSentenceGap: 0.7,
}

/** captions.ts, caption-lines.ts and pay-boxes.ts: labels above and below numbers, and boxes with captions. */
export const captionTuning = {
  /** Minimum number of boxes in a row for matching captions to numbers by their order. */
  minBoxes: 2,
  /**
   * Maximum gap between a label at the left edge of a box and the amount at its right edge, in points. No test fails
   * if this is changed.
   */
  maxBoxWidth: 150,
  /**
   * Maximum distance between a number and the label above it, in line heights. The test 'reads every field of every
   * layout as printed' fails if this is halved.
   */
  maxLabelDistance: 3.4,
  /**
   * Minimum type size for measuring the distance between a number and the label above it, in points. Smaller numbers
   * are treated as this size. No test fails if this is changed.
   */
  minTypeSize: 8,
  /**
   * Maximum distance by which a label may be to the left of the number below it, in ems. Large amounts are often
   * printed to the right of their small label. No test fails if this is changed.
   */
  labelReachLeft: 3.2,
  /**
   * Maximum distance by which a label may be to the right of the number below it, in ems. The test 'verifies most
   * payslips and finds nothing of high severity in unaltered ones' fails if this is multiplied by 1,000.
   */
  labelReachRight: 0.6,
  /** Number of lines below a number that are searched for its label. */
  linesBelowCard: 3,
  /**
   * Maximum distance between a number on a card and the label below it, in line heights. No test fails if this is
   * changed.
   */
  maxCardLabelDistance: 2,
  /** Factor by which `maxCardLabelDistance` is multiplied for a whole row of captions, which may be on two lines. */
  captionRowFactor: 1.5,
  /** Height of capital letters and digits, in ems. */
  capHeight: 0.72,
  /**
   * Maximum distance to the caption below a number, as a share of the distance to the caption above it, for the
   * caption below to be preferred.
   */
  nearerCaption: 0.5,
  /**
   * Minimum number of known captions below a line of numbers, as a share of the known captions above it, for nearer
   * captions below to be preferred.
   */
  minCaptionsBelow: 0.5,
  /** Minimum share of known labels among the captions below a row of boxes. */
  minKnownCaptions: 0.5,
  /** Minimum number of captions with an amount below them on a line of captions. */
  minCaptionsOfLine: 3,
  /** Maximum gap between an amount in a box and its caption, horizontally, in points. */
  captionMiss: 12,
  /** Maximum gap between two words of one caption, in ems. */
  maxCaptionGap: 0.6,
  /** Width by which a box is wider than its caption on each side, in ems. */
  boxPadding: 4,
}

/** column-titles.ts, column-alignment.ts and titles-by-order.ts: the titles of a column of numbers. */
export const columnTuning = {
  /**
   * Maximum horizontal gap between a title and the column below it, in points. The test 'reads a single list in which
   * deductions are negative' fails if this is multiplied by 1,000.
   */
  columnMiss: 1,
  /**
   * Maximum difference between the left edges, or between the right edges, of a title and its column, in points. The
   * test 'reads a single list in which deductions are negative' fails if this is multiplied by 1,000.
   */
  columnEdgeTolerance: 4,
  /**
   * Maximum difference between the left edges of a column and a text above the table's own title, in points. The
   * limit is stricter there because the text is more likely to belong to something else. No test fails if this is
   * changed.
   */
  strictLeftEdgeTolerance: 2,
  /**
   * Maximum number of column titles stacked above each other. The test 'reads a year-to-date column before the period
   * column, with titles on two lines' fails if this is 0.
   */
  maxStackedTitles: 3,
  /** Maximum distance between two stacked column titles, in line heights. No test fails if this is changed. */
  maxTitleDistance: 2.4,
  /**
   * Maximum distance between the two halves of a broken column title such as `Year to` above `date`, in line heights.
   * The test 'reads a year-to-date column before the period column, with titles on two lines' fails if this is
   * halved.
   */
  maxBrokenTitleDistance: 2,
  /** Maximum number of lines above a number that are searched for longer numbers of its column. */
  maxColumnRows: 12,
  /** Maximum number of lines between two numbers of a column that a subheading separates. */
  linesOverSubheading: 3,
  /** Maximum difference between the right edges of numbers of one column, in points. */
  sameRightEdge: 1,
  /**
   * Minimum distance from the left edge of a subheading to the left edge of the column below it, in points.
   * Subheadings begin at the left edge of the table.
   */
  subheadingOutdent: 60,
  /** Number of lines above a row that are searched for the title of a group of rows. */
  linesToGroupTitle: 3,
  /** Minimum number of column titles that are matched with columns by order. */
  minTitlesByOrder: 2,
  /**
   * Maximum distance between two rows of one table, as a multiple of the distance between its first two rows. The net
   * pay below a table has another column.
   */
  maxRowDistance: 1.8,
}

/** table-headings.ts, table-edges.ts and table-of-number.ts: the titles of tables and what belongs to them. */
export const tableTuning = {
  /** Minimum number of labels with an amount each on a line that belongs to the title above it. */
  minPairsBelowTitle: 3,
  /**
   * Minimum number of titles on a line that is the head of a table. The test 'without titles, takes the rows above a
   * total that add up to it' fails if this is 0.
   */
  minTitlesOfHead: 3,
  /**
   * Number of lines above a description column that are searched for the table's title. No test fails if this is
   * changed.
   */
  linesAboveDescription: 2,
  /**
   * Maximum difference between the left edges of a table's title and its description column, in points. No test fails
   * if this is changed.
   */
  titleEdgeTolerance: 15,
  /**
   * Maximum distance between a title and the first line below it, in line heights. The test 'reads every field of
   * every layout as printed' fails if this is halved.
   */
  maxTitleToRowDistance: 2.6,
  /** Maximum number of lines between the title of employer's contributions and their first row. */
  linesToFirstRow: 2,
  /**
   * Number of lines below a title from which the width of its table is measured. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  linesBelowTitle: 9,
  /**
   * Maximum distance by which a label may be to the right of its table's title, in points. No test fails if this is
   * changed.
   */
  labelIndent: 9,
  /**
   * Distance from the first label of a table to the left edge of the table, in points. The edge is to the left of the
   * label. The test 'reads amounts in brackets and with a trailing minus as negative' fails if this is multiplied by
   * 1,000.
   */
  tableMargin: 10,
  /**
   * Maximum distance from the left edge of a table to a label of one of its rows, in points. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  labelZone: 45,
  /**
   * Maximum distance from the left edge of a table's title to a label of one of its rows, in points. The test 'reads
   * every field of every layout as printed' fails if this is multiplied by 1,000.
   */
  labelZoneOfTitle: 30,
  /**
   * Minimum distance between the right edge of a table and the left edge of the next table, in points. The test
   * 'reads every field of every layout as printed' fails if this is 0.
   */
  tableGap: 4,
}

/** compared-periods.ts: columns that compare the period with the one before. */
export const comparisonTuning = {
  /** Minimum number of rows in the column of a former employment: its pay and its tax. */
  minRowsOfEmployment: 2,
  /** Minimum number of rows in a column of another period. Above fewer numbers, a month is the value of a fact. */
  minRows: 3,
}
