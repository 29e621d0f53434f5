// Thresholds for pages that need rearranging before they are read: panels, blocks and columns (`../text/`). Units are
// points (1/72 inch), ems (multiples of the font size), shares (0 to 1), counts and days.

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
  /** Maximum number of digits at the end of a wrapped text. Reference numbers on a line of their own are longer. */
  maxWrappedDigits: 3,
  /** Maximum line pitch between a text and such a number, in ems. */
  maxWrapPitch: 1.6,
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
  /**
   * Minimum gap between the date of a row and the word before it, in ems. A date that follows a word more closely is
   * part of a description.
   */
  minDateGap: 0.75,
  /** Minimum share of the pairs of rows that are aligned with each other, 0 to 1. Others have a date of a panel. */
  minAlignedShare: 0.8,
  /** Maximum distance between the title of a column and its first row, in ems. Text further above is not a title. */
  maxTitleDistance: 4,
  /** Tolerance for rounding errors of a baseline, in points. */
  baselineTolerance: 1,
}

/** Thresholds of text/flush-columns.ts, which finds columns of amounts that touch the next column. */
export const flushColumnTuning = {
  /** Minimum number of rows with the same two edges. */
  minRows: 4,
  /** Minimum number of such rows if a column title begins at the edge of the text. */
  minTitledRows: 2,
  /** Minimum number of cells in a line of column titles. */
  minTitles: 3,
  /** Minimum gap between an amount in a cell and the word before it, in ems. */
  minCellGap: 0.75,
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
