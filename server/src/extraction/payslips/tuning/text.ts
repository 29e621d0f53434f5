// Thresholds for lines, panels, sentences and titles (`../text/`). ../README.md explains the units and the notes
// about tests.

/** text/lines.ts: grouping words into lines and pieces. */
export const lineTuning = {
  /**
   * Maximum difference between the baselines of words on one line, in ems. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  sameLineStep: 0.33,
  /**
   * Factor by which `sameLineStep` is multiplied on OCR pages, whose baselines are uneven. No test fails if this is
   * changed.
   */
  ocrStepFactor: 1.4,
  /**
   * Maximum gap between two words of one column, in ems. A wider gap always separates two columns. The test 'reads
   * every field of every layout as printed' fails if this is halved.
   */
  columnGap: 0.82,
  /**
   * Maximum gap between two words of one column, as a multiple of the median word space. A wider gap separates two
   * columns. The test 'reads a year-to-date column before the period column, with titles on two lines' fails if this
   * is halved.
   */
  columnGapInSpaces: 1.7,
  /** Maximum difference between the vertical centres of words on one line, in ems of the smaller word. */
  sameCentreStep: 0.3,
  /** Height of a word's vertical centre above its baseline, in ems. */
  centreHeight: 0.35,
  /**
   * Maximum difference between the baselines of a label and its value, in ems of the larger. Values typed into a
   * printed form are often slightly too high or low.
   */
  maxRowOffset: 0.5,
  /** Typical width of a letter or digit, in ems. Used to separate a word and an amount joined by leader dots. */
  typicalLetter: 0.5,
  /** Minimum number of word gaps needed to estimate the word space of a font. */
  minGapsOfFont: 4,
  /** Minimum number of word gaps needed to estimate the word space of the page. No test fails if this is changed. */
  minGapsForWordSpace: 12,
  /** Minimum width of a word space, in ems. Narrower gaps are kerning. No test fails if this is changed. */
  minWordSpace: 0.1,
  /**
   * Minimum type size for measuring gaps, in points. Smaller type counts as this size, so that it does not split into
   * single words. The test 'reads one table with a payments column and a deductions column' fails if this is
   * multiplied by 1,000.
   */
  minTypeSize: 4,
  /**
   * Maximum overlap of two words of one line, in ems. Words that overlap more belong to different blocks. No test
   * fails if this is changed.
   */
  maxWordOverlap: 0.5,
  /**
   * Height of letters above the baseline, in ems. Used for the boxes that highlight text on screen. The test 'does
   * not verify a payslip with a changed digit in the net pay' fails if this is 0.
   */
  ascent: 0.8,
  /**
   * Depth of letters below the baseline, in ems. Used for the boxes that highlight text on screen. The test 'does not
   * verify a payslip with a changed digit in the net pay' fails if this is 0.
   */
  descent: 0.25,
}

/** text/paragraphs.ts: sentences that continue on the next line. */
export const paragraphTuning = {
  /** Maximum gap between two pieces of one sentence, in ems. */
  maxWordGap: 0.9,
  /** Maximum distance between two lines of one sentence, in ems. */
  maxLineDistance: 1.7,
  /** Maximum difference between the left edges of two lines of one sentence, in points. */
  leftEdgeTolerance: 2,
  /** Maximum difference between the type sizes of two lines of one sentence, in points. */
  maxSizeDifference: 0.3,
  /** Minimum width of a line that is continued, in ems. Shorter lines are labels or lines of an address. */
  minLineWidth: 18,
}

/** text/panels.ts: parts of a page that are read separately. */
export const panelTuning = {
  /** Minimum width of the white space between two panels, in points. */
  minGutter: 6,
  /** Minimum number of lines in each of two neighbouring panels. */
  minLines: 5,
  /** Minimum number of different known labels in a panel. A panel with fewer must contain an address. */
  minLabels: 3,
  /**
   * Maximum share of a panel's lines that have the same baseline as a line of the other panel. A table, which must
   * not be split, has the same baselines on both sides.
   */
  maxSharedLines: 0.4,
  /** Maximum difference between two baselines that count as equal, in points. */
  baselineTolerance: 0.8,
  /** Maximum difference between the baselines of a label and its amount, in ems of the larger. */
  maxRowOffset: 0.5,
  /** Maximum distance between two rows of one table, in points. */
  maxRowPitch: 20,
  /** Minimum type size of a headline, as a multiple of the type size of the text beside it. */
  headlineSize: 1.2,
  maxPanels: 4,
  /** Maximum distance of an amount below its caption, in ems, and of their left edges, in points. */
  maxCaptionHeight: 1.6,
  maxCaptionOffset: 2,
  /** Minimum number of captioned amounts in a row of boxes that no gutter may split. */
  minBoxes: 4,
}

/** text/box-stacks.ts: two stacks of captioned boxes side by side. */
export const boxStackTuning = {
  /** Minimum number of boxes beside each other in each stack. */
  minBoxes: 2,
  /** Minimum number of lines with captions of one stack and amounts of the other. A single one may be a row. */
  minUnevenRows: 2,
  /** Number of lines between which the captions and the values of a row of boxes may be separated by the other stack. */
  linesToOtherHalf: 2,
  /** Maximum distance between captions and values, in ems of the text on the line. */
  maxHeight: 3.4,
  /** Maximum distance from the left edge of a caption to its value, in points. */
  maxBoxWidth: 160,
  /** Maximum distance to a further line of the stacks, as a multiple of the largest distance inside them. */
  maxGapFactor: 1.5,
  /** Maximum difference between two baselines that count as equal, in points. */
  baselineTolerance: 0.8,
}

/** text/pay-grid.ts: earnings and deductions in a grid of boxes. */
export const payGridTuning = {
  /** Maximum distance between a description and the numbers below it, in ems of the numbers. */
  maxDistance: 2.2,
  /** Maximum difference between the left edges of a box and its text, and between those of two rows, in points. */
  edgeTolerance: 3,
  /** Minimum white space between the cells of a rewritten row, in ems. Cells that are nearer would be a sentence. */
  columnGap: 3,
}

/** text/captions-below.ts: captions below the boxes of a printed form. */
export const captionRowTuning = {
  /** Minimum number of boxes. Two amounts above two labels may be rows of a table. */
  minBoxes: 3,
  /** Maximum distance of a caption below its amount, in ems of the amount. */
  maxDistance: 1.8,
  /** Minimum distance of the lines above and below, as a multiple of the distance between amounts and captions. */
  minOtherDistance: 1.5,
}

/** text/wrapped-lines.ts: labels broken over two lines in a narrow cell. */
export const wrapTuning = {
  /** Minimum number of boxes in a row whose captions are wrapped, and of known captions among them. */
  minWrappedCaptions: 2,
  /** Maximum distance between two lines of one cell, in ems. No test fails if this is changed. */
  maxLineHeight: 1.45,
  /**
   * Maximum vertical distance between a number and the middle of the two lines of its label, in ems. No test fails if
   * this is changed.
   */
  maxOffMiddle: 0.4,
  /**
   * Maximum difference between the type sizes of the lines of one cell, in points. No test fails if this is changed.
   */
  maxSizeDifference: 0.3,
  /**
   * Maximum difference between the left edges, or between the right edges, of the lines of one cell, in points. The
   * test 'reads every field of every layout as printed' fails if this is multiplied by 1,000.
   */
  edgeTolerance: 1,
  /**
   * Maximum difference between the centres of the lines of a centred cell, in half points (left edge plus right
   * edge). No test fails if this is changed.
   */
  centreTolerance: 2,
  /**
   * Maximum distance to a third line, as a multiple of the distance between the first two lines. If a third line is
   * this close, the lines are an address or a list, not a wrapped label. The test 'reads every field of every layout
   * as printed' fails if this is halved.
   */
  listPitch: 1.2,
  /**
   * Number of lines above and below that are searched for a third line of an address or list. The test 'reads every
   * field of every layout as printed' fails if this is halved.
   */
  linesSearched: 4,
}

/** text/titles.ts: titles above tables and columns. */
export const titleTuning = {
  /**
   * Maximum number of words in a title. Longer text is a sentence that happens to contain a title word. The test
   * 'reads every field of every layout as printed' fails if this is halved.
   */
  maxWords: 7,
  /** Maximum number of words in a column title that is recognised by keywords. */
  maxColumnTitleWords: 4,
}

/** Vertical rules drawn by a column of letters. */
export const drawnRuleTuning = {
  /** Em. Max distance between the left edges of the characters of one rule. No test fails if this is changed. */
  edgeTolerance: 0.2,
  /** Rows. A letter at the same edge in fewer rows may be a value. First to fail: plain-text-layouts.test.ts */
  minRows: 4,
  /** Rows with text that are needed on each side of a rule. No test fails if this is changed. */
  minRowsOfSide: 2,
}

/** text/foot-titles.ts: titles of columns below their rows. */
export const footTitleTuning = {
  /** Minimum number of titles on the line. */
  minTitles: 3,
  /** Distance of the titles from the first row after they were moved, in ems. */
  lineDistance: 1.3,
}

/** text/centred-amounts.ts: amounts that are centred beside two lines of text. */
export const centredTuning = {
  /** Maximum difference between the distances of an amount to the line above it and to the line below it, in points. */
  maxOffset: 2,
  /** Maximum distance between the two lines, in ems of the amount. */
  maxLineHeight: 2.2,
  /** Maximum difference between the left edges of the two lines, in points. */
  maxIndent: 2,
  /** Maximum gap between two pieces of one text, in ems. */
  maxWordGap: 1,
}
