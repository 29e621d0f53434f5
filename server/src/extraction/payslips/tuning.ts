// Thresholds of the payslip parser, with their units and reasons. For most of them, the comment names the first test
// in payslips/**/*.test.ts that fails if the value is halved, doubled, set to 0 or multiplied by 1,000; the changes were
// tried in this order. "No test fails if this is changed" means that none of these four changes makes one of those
// tests fail. The random layouts of proofs/extraction.ts were not run for this list and may still need the value.
// Units: em (type size of the text), line height (type size, measured between baselines), points, pence, strength (how
// well a label names a number, see `labelStrength`) and score (see `solverScore`).

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
  /**
   * Assumed width of each letter of a ligature, in ems. PDFium assigns each letter the width of the whole ligature.
   */
  ligatureLetter: 0.28,
  /** Typical width of a letter or digit, in ems. Used to separate a word and an amount joined by leader dots. */
  typicalLetter: 0.5,
  /** Maximum gap between two parts of one word, in ems. Parts with a wider gap are separate words. */
  maxGapInWord: 0.12,
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
}

/** text/wrapped-lines.ts: labels broken over two lines in a narrow cell. */
export const wrapTuning = {
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

/** facts/labelled-facts.ts: labels such as "Tax code" and the values beside or below them. */
export const factTuning = {
  /** Minimum number of column titles on a line that is the head of a table. */
  minTitlesOfTable: 2,
  /** Maximum distance between the first and second line of a value, in ems. */
  maxContinuationDistance: 1.5,
  /**
   * Assumed width of a word space, in ems. A value continues on a second line only if its next word would not fit on
   * the first.
   */
  wordSpace: 0.6,
  /** Number of lines below a value that are searched for its second line. */
  linesOfContinuation: 2,
  /**
   * Maximum number of words in a label. The longest known label has this many words. The test 'reads one table with a
   * payments column and a deductions column' fails if this is 0.
   */
  maxLabelWords: 6,
  /**
   * Maximum number of words into a text piece at which a label may begin. The rest of a long sentence is not
   * searched. The test 'reads one table with a payments column and a deductions column' fails if this is 0.
   */
  maxLabelStart: 24,
  /**
   * Maximum number of pieces beside a label that together form its value, such as `28`, `February`, `2025`. The test
   * 'reads one table with a payments column and a deductions column' fails if this is 0.
   */
  maxPiecesBeside: 3,
  /**
   * Maximum distance between a label and the value below it, in line heights. The test 'reads every field of every
   * layout as printed' fails if this is halved.
   */
  maxDistanceBelow: 2.7,
  /** Maximum distance between a caption and its value in a row of boxes, in line heights. Forms leave space to write. */
  maxDistanceInBoxes: 4.5,
  /** Minimum number of captions in a row of boxes. One caption above one text may be a coincidence. */
  minBoxes: 3,
  /**
   * Minimum type size for measuring the distance between a label and the value below it, in points. Smaller labels
   * are treated as this size. No test fails if this is changed.
   */
  minTypeSize: 7,
  /**
   * Maximum difference between the left edges of a label and the value below it, in points. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  leftEdgeTolerance: 6,
}

/** facts/address.ts: address blocks that end in a post code. */
export const frequencyTuning = {
  /**
   * Maximum number of words in a heading or label that names the length of the pay period. Longer text is a sentence,
   * which may mention other periods.
   */
  maxHeadingWords: 5,
  /** Number of lines at the top of the payslip in which a month without a label is the month that is paid. */
  headerLines: 5,
}

export const addressTuning = {
  /** Maximum gap between a town and its post code, in ems. */
  maxTownGap: 3,
  /** Maximum number of lines at the top of an address that are searched for a name. */
  maxLinesToName: 2,
  /**
   * Maximum number of lines in an address, including the name and job title above it. The test 'reads every field of
   * every layout as printed' fails if this is halved.
   */
  maxLines: 8,
  /**
   * Maximum distance between two lines of one address, in line heights. The test 'reads every field of every layout
   * as printed' fails if this is halved.
   */
  maxLineDistance: 2.6,
  /**
   * Maximum distance between the post code and a country below it, in line heights. No test fails if this is changed.
   */
  maxCountryDistance: 2.2,
  /**
   * Maximum difference between the left edges of the lines of one address, in points. The test 'reads every field of
   * every layout as printed' fails if this is 0.
   */
  leftEdgeTolerance: 5,
  /**
   * Maximum difference between the left edges of an address and the label above it, in points. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  labelEdgeTolerance: 4,
  /**
   * Maximum difference between the centres of the lines of a centred address, in half points (left edge plus right
   * edge). The test 'reads every field of every layout as printed' fails if this is multiplied by 1,000.
   */
  centreTolerance: 3,
}

/** facts/identity.ts and facts/name-patterns.ts: employee, employer and job title. */
export const identityTuning = {
  /** Number of words of most names, without a title. A job title may follow them on the same line. */
  wordsOfPlainName: 2,
  /** Number of lines, from that of the name, in which a job title may be part of a longer line. */
  linesToRoleInParts: 3,
  /**
   * Number of lines at the top of the payslip that are searched for an unlabelled name. No test fails if this is
   * changed.
   */
  topLines: 8,
  /** Maximum number of words in an unlabelled name. No test fails if this is changed. */
  maxUnlabelledNameWords: 4,
  /**
   * Maximum difference between the left edges of a name and the label above it, in points. No test fails if this is
   * changed.
   */
  labelEdgeTolerance: 6,
  /**
   * Maximum number of words in a job title that follows its label without a colon. No test fails if this is changed.
   */
  maxInlineRoleWords: 5,
  /**
   * Maximum number of words in a company name. The test 'reads every field of every layout as printed' fails if this
   * is halved.
   */
  maxCompanyWords: 9,
  /**
   * Maximum number of words in a company name at the start of a sentence, as in a footer. No test fails if this is
   * changed.
   */
  maxCompanyWordsInSentence: 7,
  /** Number of lines at the top of a payslip in which employers usually print their name. */
  headerLines: 6,
  /** Maximum distance between a name and the first of the facts listed below it, in ems. */
  maxFactsDistance: 4.5,
  /** Maximum distance between a name and the job title below it, in ems. */
  maxRoleDistance: 1.9,
  /** Maximum distance between two lines of one name, in ems. */
  maxNameLineDistance: 1.5,
  /**
   * Points that measure how likely an unlabelled text is the employer's name. The text with the highest total is
   * chosen.
   */
  employerScore: {
    legalForm: 3,
    companyWord: 2,
    inHeader: 2,
    first: 1,
    /**
     * Points per multiple by which the type is larger than typical, up to `maxForSize`. Employers' names are usually
     * set in large type.
     */
    perSize: 3,
    maxForSize: 3,
    /** Points deducted if an amount follows the text, which is then a row of a table. */
    rowLabelPenalty: 5,
    /**
     * Points deducted if the text is beside or below the label of another fact and is therefore the value of that
     * fact.
     */
    valuePenalty: 3,
    inSentencePenalty: 1,
    streetPenalty: 2,
    /** Minimum total for a text to be used as the employer's name. */
    min: 2,
  },
  /**
   * Maximum difference between the left edges, or between the right edges, of an employer's name and address, in
   * points. No test fails if this is changed.
   */
  edgeTolerance: 5,
  /**
   * Maximum difference between the centres of an employer's name and its centred address, in half points (left edge
   * plus right edge). No test fails if this is changed.
   */
  centreTolerance: 8,
  /**
   * Maximum distance between an employer's name and its address, in line heights. The test 'reads every field of
   * every layout as printed' fails if this is multiplied by 1,000.
   */
  maxAddressDistance: 2.6,
  /**
   * Factor for vertical distances in the search for the nearest label. A label one line away is less relevant than a
   * label at the same height. No test fails if this is changed.
   */
  verticalDistanceWeight: 2,
  /**
   * Maximum length of a job title, in characters. The test 'reads every field of every layout as printed' fails if
   * this is 0.
   */
  maxRoleCharacters: 80,
  /**
   * Maximum length of a person's name, in characters. The test 'reads every field of every layout as printed' fails
   * if this is 0.
   */
  maxNameCharacters: 60,
  /**
   * Minimum number of words in a person's name. The test 'reads every field of every layout as printed' fails if this
   * is doubled.
   */
  minNameWords: 2,
  /**
   * Maximum number of words in a person's name. Longer text is a sentence. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  maxNameWords: 7,
}

/** table/cells/: the labels, column titles and table of each number. */
export const cellTuning = {
  /** Maximum number of lines between two numbers of a column that a subheading separates. */
  linesOverSubheading: 3,
  /** Maximum difference between the right edges of numbers of one column, in points. */
  sameRightEdge: 1,
  /** Maximum number of lines between the title of employer's contributions and their first row. */
  linesToFirstRow: 2,
  /** Minimum number of column titles that are matched with columns by order. */
  minTitlesByOrder: 2,
  /** Maximum number of lines above a number that are searched for longer numbers of its column. */
  maxColumnRows: 12,
  /** Minimum number of captions with an amount below them on a line of captions. */
  minCaptionsOfLine: 3,
  /** Minimum number of boxes in a row for matching captions to numbers by their order. */
  minBoxes: 2,
  /** Maximum gap between an amount in a box and its caption, horizontally, in points. */
  captionMiss: 12,
  /** Maximum gap between two words of one caption, in ems. */
  maxCaptionGap: 0.6,
  /** Width by which a box is wider than its caption on each side, in ems. */
  boxPadding: 4,
  /** Minimum share of known labels among the captions below a row of boxes. */
  minKnownCaptions: 0.5,
  /**
   * Minimum distance from the left edge of a subheading to the left edge of the column below it, in points.
   * Subheadings begin at the left edge of the table.
   */
  subheadingOutdent: 60,
  /** Number of lines above a row that are searched for the title of a group of rows. */
  linesToGroupTitle: 3,
  /**
   * Maximum distance to the caption below a number, as a share of the distance to the caption above it, for the
   * caption below to be preferred.
   */
  nearerCaption: 0.5,
  /** Height of capital letters and digits, in ems. */
  capHeight: 0.72,
  /**
   * Minimum number of known captions below a line of numbers, as a share of the known captions above it, for nearer
   * captions below to be preferred.
   */
  minCaptionsBelow: 0.5,
  /** Number of lines below a number that are searched for its label. */
  linesBelowCard: 3,
  /** Maximum gap between a payroll code and the description after it, in ems. No test fails if this is changed. */
  maxCodeGap: 5,
  /**
   * Maximum gap between a number and the text after it in a sentence, in ems. Text further away does not form a
   * sentence with the number. No test fails if this is changed.
   */
  maxSentenceGap: 0.7,
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
   * Maximum gap between a label at the left edge of a box and the amount at its right edge, in points. No test fails
   * if this is changed.
   */
  maxBoxWidth: 150,
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
  /**
   * Maximum distance between a number on a card and the label below it, in line heights. No test fails if this is
   * changed.
   */
  maxCardLabelDistance: 2,
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
   * Number of lines below a title from which the width of its table is measured. The test 'reads every field of every
   * layout as printed' fails if this is 0.
   */
  linesBelowTitle: 9,
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

/** table/rows/: the quantity, rate and amount of a row. */
export const rowTuning = {
  /**
   * Minimum number of amounts in a row that has a column for each payment and deduction. Tables with two or three
   * amounts are summaries of totals.
   */
  minTransposedColumns: 3,
  /** Maximum distance between the two lines of a description, in ems. */
  maxSecondLineDistance: 1.4,
  /** Maximum difference between the left edges of the two lines of a description, in points. */
  secondLineEdge: 1.5,
  /**
   * Minimum by which the distance to the next row exceeds the distance between the two lines of a description, in
   * points.
   */
  minRowPadding: 0.7,
  /**
   * Maximum gap between a label and a number that is part of the label, such as `Overtime 1.33`, in ems. No test
   * fails if this is changed.
   */
  maxNumberInLabelGap: 0.5,
  /**
   * Maximum distance between a label and the hours printed below it, in line heights. The test 'reads every field of
   * every layout as printed' fails if this is halved.
   */
  maxUnitsDistance: 2,
  /**
   * Maximum distance by which hours may be to the left of the label above them, in points. No test fails if this is
   * changed.
   */
  unitsOutdent: 2,
}

/**
 * Tolerances for comparing hours times rate with the amount. Rates are rounded before they are printed, which causes
 * an error of up to half a penny per hour.
 */
export const unitTolerance = {
  /** Maximum rounding error per unit of quantity, in pence. No test fails if this is changed. */
  perUnit: 0.5,
  /**
   * Minimum tolerance, in pence, for recognising two numbers as quantity and rate by their product. No test fails if
   * this is changed.
   */
  minForRecognition: 1,
  /**
   * Addition to the tolerance for recognising quantity and rate, in pence. Covers the rounding of the amount. No test
   * fails if this is changed.
   */
  extraForRecognition: 0.5,
  /**
   * Minimum tolerance, in pence, for checking an amount against a known quantity and rate. No test fails if this is
   * changed.
   */
  minForCheck: 2,
  /**
   * Addition to the tolerance for checking an amount, in pence. Covers the rounding of quantity and amount. No test
   * fails if this is changed.
   */
  extraForCheck: 1,
  /**
   * Maximum difference between an amount and its quantity times a rate in whole pence, in pence. Used if no rate is
   * printed. No test fails if this is changed.
   */
  wholeRate: 0.5,
}

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

/** table/solver/: limits of the search for gross, deductions and net pay that add up. */
export const solverTuning = {
  /**
   * Maximum number of candidate amounts of each kind. Limits the search, whose cost grows with the cube of this
   * number. The test 'reads a single list in which deductions are negative' fails if this is 0.
   */
  maxCandidates: 14,
  /**
   * Strength deducted if only the title of the table marks the amount as year-to-date. The test 'records the position
   * of every value it reads' fails if this is multiplied by 1,000.
   */
  yearTablePenalty: 3,
  /**
   * Minimum score of a solution. If no solution reaches it, the result contains only amounts that clearly lead over
   * others of their kind. The test 'reads a single list in which deductions are negative' fails if this is multiplied
   * by 1,000.
   */
  minScore: 4,
  /**
   * Maximum difference in score between the best solution and a different one at which the result is ambiguous. No
   * test fails if this is changed.
   */
  ambiguityMargin: 1.5,
  /**
   * Minimum strength of an amount that is used alone. Weaker amounts are used only if they make gross, deductions and
   * net add up. No test fails if this is changed.
   */
  minStandaloneStrength: 1.5,
  /** Minimum strength of amounts among which three are searched that add up as gross, deductions and net. */
  minStrengthInTriple: 0.7,
  /**
   * Strength added for each additional position at which the same amount is printed. The test 'reads every field of
   * every layout as printed' fails if this is multiplied by 1,000.
   */
  perRepetition: 0.5,
  /**
   * Lead in strength that the best amount of a kind must exceed if nothing adds up. No test fails if this is changed.
   */
  minLooseLead: 1,
  /**
   * Maximum number of choices of tables of one kind: all tables together, then each table alone. No test fails if
   * this is changed.
   */
  maxTablesApart: 5,
  /**
   * Maximum number of combinations of printed gross, deductions and net that add up for which matching rows are
   * searched. No test fails if this is changed.
   */
  maxTriples: 6,
  /**
   * Maximum difference between the left edges of the labels in one column, in points. No test fails if this is
   * changed.
   */
  columnEdgeTolerance: 6,
  /**
   * Maximum number of rows that are tried as the first of consecutive rows that add up to a total. The test 'without
   * titles, takes the rows above a total that add up to it' fails if this is 0.
   */
  maxRunStarts: 60,
  /**
   * Maximum number of consecutive rows that are added up to match a total. The test 'without titles, takes the rows
   * above a total that add up to it' fails if this is 0.
   */
  maxRunRows: 40,
  /**
   * Maximum number of splits proposed for tables without titles. The test 'without titles, takes the rows above a
   * total that add up to it' fails if this is 0.
   */
  maxStackedSplits: 30,
}

/**
 * table/solver/: score added for the way in which rows were split into earnings and deductions. More trustworthy
 * ways have higher scores.
 */
export const splitPrior = {
  /** Score added if a payslip prints all its deductions as negative amounts. */
  allNegative: 0.5,
  /**
   * Score if table titles determine whether a row is an earning or a deduction. The test 'without titles, takes the
   * rows above a total that add up to it' fails if this is multiplied by 1,000.
   */
  byTitles: 2,
  /**
   * Score if rows in the payments table are moved to the deductions because of their labels. The test 'reads amounts
   * in brackets and with a trailing minus as negative' fails if this is multiplied by 1,000.
   */
  deductionsMovedByLabel: 0.6,
  /**
   * Score if table titles are ignored and only labels determine which rows are deductions. The test 'reads amounts in
   * brackets and with a trailing minus as negative' fails if this is multiplied by 1,000.
   */
  byLabelsInTables: 0.5,
  /**
   * Score if only one table of each kind is used. A summary may repeat the title of a table. The test 'reads every
   * field of every layout as printed' fails if this is multiplied by 1,000.
   */
  singleTables: 0.4,
  /**
   * Score if the rows above gross pay add up to it and other rows add up to the deductions. No test fails if this is
   * changed.
   */
  stackedAddingUp: 0.3,
  /**
   * Score if consecutive rows that add up are used, regardless of titles and labels. The test 'leaves employer
   * contributions and benefits in kind out of the totals' fails if this is multiplied by 1,000.
   */
  byArithmetic: 0.25,
  /**
   * Score if one row is left out of a table because the others add up to the printed total. The row must not be left
   * out if the tables add up with it.
   */
  withoutStrays: 0.22,
  /** Score if all rows of a list from the first known deduction on are deductions. */
  atFirstDeduction: 0.08,
  /** Score if rows that begin with `Less` are negative earnings instead of deductions. */
  subtractedEarnings: 0.3,
  /** Score if rows without a table are taken as the side whose table has no known title. */
  untitledBesideOneTable: 0.12,
  /**
   * Score if a list without titles is split by labels. The test 'reads one table with a payments column and a
   * deductions column' fails if this is multiplied by 1,000.
   */
  untitledByLabels: 0.2,
  /**
   * Score if the rows above gross pay add up to it and labels determine which other rows are deductions. The test
   * 'without titles, takes the rows above a total that add up to it' fails if this is multiplied by 1,000.
   */
  stackedByLabels: 0.2,
  /**
   * Score if the table of deductions has a title and the earnings have none. The test 'reads one table with a
   * payments column and a deductions column' fails if this is multiplied by 1,000.
   */
  untitledWithDeductionsTable: 0.15,
  /**
   * Score if a list without titles is split by sign: negative amounts are deductions. The test 'reads one table with
   * a payments column and a deductions column' fails if this is multiplied by 1,000.
   */
  untitledBySign: 0.1,
  /**
   * Score deducted if the first number of each row is used as its amount instead of the last. No test fails if this
   * is changed.
   */
  firstNumberPenalty: 0.2,
  /** Score deducted if a refund that is printed without a sign counts as negative. No test fails if this is changed. */
  refundsNegativePenalty: 0.1,
  /** Score deducted if benefits in kind are counted as pay. No test fails if this is changed. */
  benefitsPaidPenalty: 0.1,
}

/** table/solver/: score of a solution. Totals that add up count more than all labels together. */
export const solverScore = {
  /** Score deducted for each row of tax or National Insurance among the earnings. With zero amounts, sums do not tell. */
  taxAmongEarningsPenalty: 0.5,
  /** Score if gross pay less deductions equals net pay. No test fails if this is changed. */
  netAddsUp: 10,
  /**
   * Score if rows add up to a total that is printed or that makes the net pay add up. The test 'reads amounts printed
   * before their labels, and a name in two fields' fails if this is 0.
   */
  rowsAddUp: 5,
  /**
   * Score if there are no deductions and the printed total of deductions is zero. No test fails if this is changed.
   */
  noDeductionsAddUp: 3,
  /**
   * Score if earnings rows add up to a gross pay that is computed from the same rows, which confirms nothing. The
   * test 'reads a single list in which deductions are negative' fails if this is multiplied by 1,000.
   */
  computedGross: 1,
  /**
   * Score if deduction rows add up to a total that is computed from the same rows. The test 'reads a single list in
   * which deductions are negative' fails if this is multiplied by 1,000.
   */
  computedDeductions: 0.5,
  /** Score for each of gross, deductions and net that is printed. No test fails if this is changed. */
  printed: 2,
  /**
   * Divisor for the summed label strengths of gross, deductions and net. It keeps their weight so low that labels
   * only break ties. The test 'reads a single list in which deductions are negative' fails if this is 0.
   */
  strengthDivisor: 6,
  /**
   * Score deducted if gross and net are both zero. The zeros of a blank form also add up. No test fails if this is
   * changed.
   */
  emptyPenalty: 6,
}

/**
 * parse.ts: how many signs of a payslip a document must have. Signs are a tax code, an NI number, tax, NI, a title
 * such as `Payslip`, and gross with net pay.
 */
export const payslipSigns = {
  /**
   * Minimum number of signs if gross, deductions and net add up. The test 'reads every field of every layout as
   * printed' fails if this is doubled.
   */
  minIfNetAddsUp: 2,
  /**
   * Minimum number of signs if gross, deductions and net do not add up. The test 'returns no submission for a
   * document that is not a payslip' fails if this is 0.
   */
  minOtherwise: 3,
}

/** checks.ts and arithmetic/: conditions for verifying a payslip, and differences that become findings. */
export const checkTuning = {
  /**
   * Minimum OCR confidence of a word, from 0 to 100. Words with less confidence may be misread. The test 'reads one
   * table with a payments column and a deductions column' fails if this is doubled.
   */
  minOcrConfidence: 80,
  /**
   * Gross pay, in pence, above which National Insurance is expected even on weekly pay. If it is missing, a deduction
   * with an unknown label may be National Insurance. No test fails if this is changed.
   */
  minPayWithNi: 30_000,
  /**
   * Gross pay, in pence, above which income tax is expected even on monthly pay. If it is missing, a deduction with
   * an unknown label may be income tax. No test fails if this is changed.
   */
  minPayWithTax: 130_000,
  /**
   * Minimum strength of labelled amounts that must agree with the total of the same kind. Weaker labels are ignored.
   * The test 'does not verify a payslip with a changed digit in the gross pay' fails if this is doubled.
   */
  minAgreementStrength: 2,
  /**
   * Minimum pay, in pence, that is confirmed by a year-to-date amount that is a multiple of it. Smaller pay may
   * divide the year-to-date amount by coincidence. No test fails if this is changed.
   */
  minPayToDivide: 5_000,
  /** Maximum number of payments in a tax year: 53 weekly payments. No test fails if this is changed. */
  maxPaymentsPerYear: 53,
}

/** arithmetic/tax-check.ts: tolerances of the income tax check. */
export const taxTuning = {
  /**
   * Maximum difference between the tax and the tax due, in pence. A larger difference is a finding. HMRC's tables
   * round to the pound. No test fails if this is changed.
   */
  findingTolerance: 200,
  /**
   * Maximum difference between the year-to-date tax and the tax due, in pence. With a larger difference, the
   * year-to-date tax cannot be right. No test fails if this is changed.
   */
  yearToDateTolerance: 200,
  /**
   * Maximum difference, in pence, between the year-to-date tax and the tax due at which tax code and taxable pay
   * confirm the year-to-date tax. No test fails if this is changed.
   */
  confirmTolerance: 1,
  /**
   * Maximum difference, in pence, between the tax deducted and the tax due at which the tax confirms the pay. Payroll
   * software rounds each component separately. The test 'does not verify a payslip whose earnings, gross and net were
   * raised by the same amount' fails if this is multiplied by 1,000.
   */
  payTolerance: 5,
}

/** arithmetic/ni-check.ts: tolerances of the National Insurance check. */
export const niTuning = {
  /**
   * Maximum difference between the National Insurance and the amount due, in pence. A larger difference is a finding.
   * HMRC's tables round to the pound. No test fails if this is changed.
   */
  findingTolerance: 100,
  /**
   * Maximum difference, in pence, between the National Insurance deducted and the amount due at which the National
   * Insurance confirms the pay. The test 'does not verify a payslip whose earnings, gross and net were raised by the
   * same amount' fails if this is multiplied by 1,000.
   */
  payTolerance: 5,
  /**
   * Maximum difference per period, in pence, between the year-to-date National Insurance and the amount due at which
   * earnings confirm it. Each payment is rounded once. No test fails if this is changed.
   */
  confirmTolerancePerPeriod: 0.3,
  /**
   * Maximum total tolerance, in pence, for confirming the year-to-date National Insurance. With a larger tolerance, a
   * wrong digit could go unnoticed. No test fails if this is changed.
   */
  maxConfirmTolerance: 4,
}

/** facts/period.ts: dates without labels. */
export const periodTuning = {
  /** Number of lines at the top in which a date without a label may be the pay date. */
  headerLines: 8,
}

/** arithmetic/tax-period.ts: differences between the printed tax period and the pay date. */
export const taxPeriodTuning = {
  /**
   * Maximum difference between the printed tax month and the tax month of the pay date, in months, for low severity
   * of the finding. A larger difference is more severe. No test fails if this is changed.
   */
  nearMonths: 1,
  /**
   * Maximum difference between the printed tax week and the tax week of the pay date, in weeks, that is no finding.
   * Early, late and four-weekly pay cause such differences. No test fails if this is changed.
   */
  nearWeeks: 4,
}
