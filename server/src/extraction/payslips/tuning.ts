// Thresholds of the payslip parser, each with its unit, its reason and the first test of payslips/**/*.test.ts that fails if it
// is halved, doubled, set to 0 or multiplied by 1,000, tried in this order. "Untested" means that none of the four makes a test fail. The
// random layouts of proofs/extraction.ts, which were not run for this list, may still need the value.
// Units: em (type size of the text concerned), line height (type size, measured between baselines), points, pence,
// strength (how well a label names a number, see labelStrength), score (see solverScore).

/** text/lines.ts: grouping words into lines and pieces. */
export const lineTuning = {
  /**
   * In ems: a smaller step down is still the same line.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  sameLineStep: 0.33,
  /**
   * Factor for OCR pages, whose baselines are uneven.
   * Untested: no test fails when it is changed.
   */
  ocrStepFactor: 1.4,
  /**
   * In ems: a wider gap always separates two columns.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  columnGap: 0.82,
  /**
   * A gap this many times the page's own word space separates two columns.
   * Fails the test "reads a year-to-date column before the period column, with titles on two lines" if halved.
   */
  columnGapInSpaces: 1.7,
  /**
   * With fewer word gaps than this the page's word space cannot be estimated.
   * Untested: no test fails when it is changed.
   */
  minGapsForWordSpace: 12,
  /**
   * In ems: narrower gaps are kerning, not word spaces.
   * Untested: no test fails when it is changed.
   */
  minWordSpace: 0.1,
  /**
   * In points: smaller type is measured as if it had this size, so that tiny print does not split into single words.
   * Fails the test "reads one table with a payments column and a deductions column" if multiplied by 1,000.
   */
  minTypeSize: 4,
  /**
   * In ems: words of one line never overlap by more than this; two that do belong to different blocks.
   * Untested: no test fails when it is changed.
   */
  maxWordOverlap: 0.5,
  /**
   * In ems: height of letters above the baseline, for the box shown to people.
   * Fails the test "does not verify a payslip with a changed digit in the net pay" if set to 0.
   */
  ascent: 0.8,
  /**
   * In ems: depth of letters below the baseline, for the box shown to people.
   * Fails the test "does not verify a payslip with a changed digit in the net pay" if set to 0.
   */
  descent: 0.25,
}

/** text/wrapped-lines.ts: labels broken over two lines in a narrow cell. */
export const wrapTuning = {
  /**
   * In ems: largest distance between two lines of one cell.
   * Untested: no test fails when it is changed.
   */
  maxLineHeight: 1.45,
  /**
   * In ems: how far the number may be off the middle of its two label lines.
   * Untested: no test fails when it is changed.
   */
  maxOffMiddle: 0.4,
  /**
   * In points: lines of one cell are set in the same size.
   * Untested: no test fails when it is changed.
   */
  maxSizeDifference: 0.3,
  /**
   * In points: lines of one cell share their left or right edge.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  edgeTolerance: 1,
  /**
   * In points, on the sum of both edges: lines of one cell share their centre.
   * Untested: no test fails when it is changed.
   */
  centreTolerance: 2,
  /**
   * Factor on the distance of the two lines: a further line this near means an address or a list, not a broken cell.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  listPitch: 1.2,
  /**
   * Lines searched above and below for that further line.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  linesSearched: 4,
}

/** text/titles.ts: titles over tables and columns. */
export const titleTuning = {
  /**
   * In words: longer text is a sentence that happens to contain a title word.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxWords: 7,
}

/** facts/labelled-facts.ts: labels such as "Tax code" and the values beside or below them. */
export const factTuning = {
  /**
   * In words: the longest known label has this many.
   * Fails the test "reads one table with a payments column and a deductions column" if set to 0.
   */
  maxLabelWords: 6,
  /**
   * Number of words at the start of a text piece within which a label may begin; the rest of a long sentence is not searched.
   * Fails the test "reads one table with a payments column and a deductions column" if set to 0.
   */
  maxLabelStart: 24,
  /**
   * Number of pieces beside a label that may form its value: `28`, `February`, `2025`.
   * Fails the test "reads one table with a payments column and a deductions column" if set to 0.
   */
  maxPiecesBeside: 3,
  /**
   * In line heights: the furthest a value is printed below its label.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxDistanceBelow: 2.7,
  /**
   * In points: smaller labels are measured as if they had this size.
   * Untested: no test fails when it is changed.
   */
  minTypeSize: 7,
  /**
   * In points: a value below a label starts at the same left edge, give or take.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  leftEdgeTolerance: 6,
}

/** facts/address.ts: address blocks that end in a post code. */
export const addressTuning = {
  /**
   * Number of lines of an address, with the name and job title over it.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxLines: 8,
  /**
   * In line heights, between two lines of one address.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxLineDistance: 2.6,
  /**
   * In line heights, between the post code and a country below it.
   * Untested: no test fails when it is changed.
   */
  maxCountryDistance: 2.2,
  /**
   * In points: lines of one address share their left edge.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  leftEdgeTolerance: 5,
  /**
   * In points: a label is printed at the left edge of its value.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  labelEdgeTolerance: 4,
  /**
   * In points, on the sum of both edges: lines of a centred address.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  centreTolerance: 3,
}

/** facts/identity.ts and facts/name-patterns.ts: who is paid, by whom, for which job. */
export const identityTuning = {
  /**
   * Number of lines at the top of the payslip in which an unlabelled name is accepted.
   * Untested: no test fails when it is changed.
   */
  topLines: 8,
  /**
   * Number of words of an unlabelled name.
   * Untested: no test fails when it is changed.
   */
  maxUnlabelledNameWords: 4,
  /**
   * In points: a label over a name starts at the same left edge.
   * Untested: no test fails when it is changed.
   */
  labelEdgeTolerance: 6,
  /**
   * Number of words of a job title that follows its label without a colon.
   * Untested: no test fails when it is changed.
   */
  maxInlineRoleWords: 5,
  /**
   * Number of words of a company name.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxCompanyWords: 9,
  /**
   * Number of words of a company name that begins a sentence, as in a footer.
   * Untested: no test fails when it is changed.
   */
  maxCompanyWordsInSentence: 7,
  /**
   * Number of pieces at the top among which the largest is taken for the employer's name.
   * Untested: no test fails when it is changed.
   */
  headlinesCompared: 12,
  /**
   * In points: name and address of an employer share their left or right edge.
   * Untested: no test fails when it is changed.
   */
  edgeTolerance: 5,
  /**
   * In points, on the sum of both edges: name and address of an employer that are centred.
   * Untested: no test fails when it is changed.
   */
  centreTolerance: 8,
  /**
   * In line heights: distance between an employer's name and its address.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  maxAddressDistance: 2.6,
  /**
   * Factor: a neighbour one line away says less about a label than one at the same height.
   * Untested: no test fails when it is changed.
   */
  verticalDistanceWeight: 2,
  /**
   * In characters: maximum length of a job title.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  maxRoleCharacters: 80,
  /**
   * In characters, of a person's name.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  maxNameCharacters: 60,
  /**
   * Number of words of a person's name.
   * Fails the test "reads every field of every layout as printed" if doubled.
   */
  minNameWords: 2,
  /**
   * Number of words of a person's name; longer text is a sentence.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  maxNameWords: 7,
}

/** table/cells.ts: the labels, column titles and table that belong to each number. */
export const cellTuning = {
  /**
   * In ems, between a payroll code and the description behind it.
   * Untested: no test fails when it is changed.
   */
  maxCodeGap: 5,
  /**
   * In ems: text that follows a number this closely continues a sentence.
   * Untested: no test fails when it is changed.
   */
  maxSentenceGap: 0.7,
  /**
   * In line heights: the furthest a label is printed above its number.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxLabelDistance: 3.4,
  /**
   * In points: smaller numbers are measured as if they had this size.
   * Untested: no test fails when it is changed.
   */
  minTypeSize: 8,
  /**
   * In points: in a box, the label may be at the left edge and the amount at the right.
   * Untested: no test fails when it is changed.
   */
  maxBoxWidth: 150,
  /**
   * In ems: a large amount is often set to the right of its small label.
   * Untested: no test fails when it is changed.
   */
  labelReachLeft: 3.2,
  /**
   * In ems: a label may stick out to the right of its number a little.
   * Fails the test "verifies most payslips and finds nothing of high severity in unaltered ones" if multiplied by 1,000.
   */
  labelReachRight: 0.6,
  /**
   * In line heights, between a number on a card and the label below it.
   * Untested: no test fails when it is changed.
   */
  maxCardLabelDistance: 2,
  /**
   * Number of column titles that are stacked over each other.
   * Fails the test "reads a year-to-date column before the period column, with titles on two lines" if set to 0.
   */
  maxStackedTitles: 3,
  /**
   * In line heights, between two column titles over each other.
   * Untested: no test fails when it is changed.
   */
  maxTitleDistance: 2.4,
  /**
   * In line heights, between the two halves of a column title: `Year to` over `date`.
   * Fails the test "reads a year-to-date column before the period column, with titles on two lines" if halved.
   */
  maxBrokenTitleDistance: 2,
  /**
   * In points: a title and its column may miss each other by less than this.
   * Fails the test "reads a single list in which deductions are negative" if multiplied by 1,000.
   */
  columnMiss: 1,
  /**
   * In points: a title and its column share their left or right edge.
   * Fails the test "reads a single list in which deductions are negative" if multiplied by 1,000.
   */
  columnEdgeTolerance: 4,
  /**
   * In points: the same for the left edge of a title above the table's own title, where neighbours are more likely.
   * Untested: no test fails when it is changed.
   */
  strictLeftEdgeTolerance: 2,
  /**
   * Number of lines below a title from which the width of its table is measured.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  linesBelowTitle: 9,
  /**
   * Number of titles on one line that make it the head of a table.
   * Fails the test "without titles, takes the rows above a total that add up to it" if set to 0.
   */
  minTitlesOfHead: 3,
  /**
   * Number of lines above a description column in which the table may be named.
   * Untested: no test fails when it is changed.
   */
  linesAboveDescription: 2,
  /**
   * In points: a table's title and its description column share their left edge.
   * Untested: no test fails when it is changed.
   */
  titleEdgeTolerance: 15,
  /**
   * In line heights, between a title and what it is the title of.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxTitleToRowDistance: 2.6,
  /**
   * In points: labels may begin this far to the right of their table's title.
   * Untested: no test fails when it is changed.
   */
  labelIndent: 9,
  /**
   * In points, left of its first label at which a table begins.
   * Fails the test "reads amounts in brackets and with a trailing minus as negative" if multiplied by 1,000.
   */
  tableMargin: 10,
  /**
   * In points, right of the table's left edge within which its labels begin.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  labelZone: 45,
  /**
   * In points, right of the table's title within which its labels begin.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  labelZoneOfTitle: 30,
  /**
   * In points, that a table ends before the next one begins.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  tableGap: 4,
}

/** table/rows.ts: quantity, rate and amount of a row. */
export const rowTuning = {
  /**
   * In ems: a number this close behind a label is part of it: `Overtime 1.33`.
   * Untested: no test fails when it is changed.
   */
  maxNumberInLabelGap: 0.5,
  /**
   * In line heights, between a label and the hours written under it.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  maxUnitsDistance: 2,
  /**
   * In points: hours under a label start no further left than this.
   * Untested: no test fails when it is changed.
   */
  unitsOutdent: 2,
}

/** Hours times rate against the amount. A rate is rounded before it is printed: half a penny for each hour. */
export const unitTolerance = {
  /**
   * In pence, per unit of quantity.
   * Untested: no test fails when it is changed.
   */
  perUnit: 0.5,
  /**
   * In pence: when two numbers are recognised as quantity and rate by their product.
   * Untested: no test fails when it is changed.
   */
  minForRecognition: 1,
  /**
   * In pence, added to the tolerance per unit, for the rounding of the amount.
   * Untested: no test fails when it is changed.
   */
  extraForRecognition: 0.5,
  /**
   * In pence: when quantity and rate are known and the amount is checked.
   * Untested: no test fails when it is changed.
   */
  minForCheck: 2,
  /**
   * In pence, added to the tolerance per unit, for the rounding of quantity and amount.
   * Untested: no test fails when it is changed.
   */
  extraForCheck: 1,
  /**
   * In pence: without a printed rate, the amount must be the quantity times a rate of whole pence.
   * Untested: no test fails when it is changed.
   */
  wholeRate: 0.5,
}

/** table/labelled-amounts.ts: how well a label names a number. Higher wins; equal strengths leave it to arithmetic. */
export const labelStrength = {
  /**
   * The label is directly to the left.
   * Fails the test "reads a year-to-date column before the period column, with titles on two lines" if set to 0.
   */
  beside: 4,
  /**
   * The label is to the left, with other numbers between.
   * Fails the test "reads every field of every layout as printed" if set to 0.
   */
  besideAfterOthers: 3,
  /**
   * The row says which period, the column which kind of amount.
   * Fails the test "reads a summary with periods in rows and kinds of amounts in columns" if set to 0.
   */
  rowAndColumn: 3.5,
  /**
   * The label is above, and the number has no label of its own.
   * Fails the test "reads every field of every layout as printed" if halved.
   */
  above: 2,
  /**
   * The label is above, but another is beside the number.
   * Fails the test "reads one table with a payments column and a deductions column" if multiplied by 1,000.
   */
  aboveLabelled: 1,
  /**
   * Deducted for each label further up.
   * Untested: no test fails when it is changed.
   */
  perLabelFurtherUp: 0.3,
  /**
   * The label is below, as on cards.
   * Untested: no test fails when it is changed.
   */
  below: 1.9,
  /**
   * `Total` under a table, which names the table's own total.
   * Untested: no test fails when it is changed.
   */
  plainTotal: 1.8,
  /**
   * Deducted in a column of hours or rates, where an amount is there by chance.
   * Untested: no test fails when it is changed.
   */
  unitsColumnPenalty: 2.5,
}

/** table/stated-amounts.ts: amounts that are stated once, such as year-to-date figures. */
export const statedTuning = {
  /**
   * A strength: less is a guess that only arithmetic could confirm.
   * Fails the test "reads every field of every layout as printed" if doubled.
   */
  minStrength: 1.1,
  /**
   * The strength deducted if only the table's title says that the amount is for the year.
   * Untested: no test fails when it is changed.
   */
  tableOnlyPenalty: 1,
  /**
   * A strength: a different amount this well named contradicts the first,
   * Untested: no test fails when it is changed.
   */
  minRivalStrength: 2,
  /**
   * A strength: unless the first leads by this much.
   * Untested: no test fails when it is changed.
   */
  minLead: 1,
}

/** table/figures.ts: limits of the search for gross, deductions and net that add up. */
export const solverTuning = {
  /**
   * Number of amounts of one kind that are tried; bounds the search, which is cubic in it.
   * Fails the test "reads a single list in which deductions are negative" if set to 0.
   */
  maxCandidates: 14,
  /**
   * The strength deducted from an amount that is for the year according to its table's title only.
   * Fails the test "records the position of every value it reads" if multiplied by 1,000.
   */
  yearTablePenalty: 3,
  /**
   * A score: below this nothing adds up, and only unrivalled amounts are returned.
   * Fails the test "reads a single list in which deductions are negative" if multiplied by 1,000.
   */
  minScore: 4,
  /**
   * A score: a different solution this close behind makes the reading ambiguous.
   * Untested: no test fails when it is changed.
   */
  ambiguityMargin: 1.5,
  /**
   * A strength: weaker amounts are used only if they make gross, deductions and net add up.
   * Untested: no test fails when it is changed.
   */
  minStandaloneStrength: 1.5,
  /**
   * The strength added for each further place that prints the same amount.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  perRepetition: 0.5,
  /**
   * A strength: if nothing adds up, the best amount of a kind must lead by more than this.
   * Untested: no test fails when it is changed.
   */
  minLooseLead: 1,
  /**
   * Number of tables of one kind that are tried one by one.
   * Untested: no test fails when it is changed.
   */
  maxTablesApart: 5,
  /**
   * Number of printed triples of gross, deductions and net for which rows are searched.
   * Untested: no test fails when it is changed.
   */
  maxTriples: 6,
  /**
   * In points: labels of one column begin at the same left edge.
   * Untested: no test fails when it is changed.
   */
  columnEdgeTolerance: 6,
  /**
   * Number of rows at which a run that adds up may begin.
   * Fails the test "without titles, takes the rows above a total that add up to it" if set to 0.
   */
  maxRunStarts: 60,
  /**
   * Maximum number of rows in a run that adds up.
   * Fails the test "without titles, takes the rows above a total that add up to it" if set to 0.
   */
  maxRunRows: 40,
  /**
   * Number of splits proposed for tables without titles.
   * Fails the test "without titles, takes the rows above a total that add up to it" if set to 0.
   */
  maxStackedSplits: 30,
}

/** table/figures.ts: score added for the way in which rows were split into earnings and deductions. Trusted ways first. */
export const splitPrior = {
  /**
   * A score: the titles of the tables say which side a row is on.
   * Fails the test "without titles, takes the rows above a total that add up to it" if multiplied by 1,000.
   */
  byTitles: 2,
  /**
   * A score: deductions printed in the table of payments are moved by their labels.
   * Fails the test "reads amounts in brackets and with a trailing minus as negative" if multiplied by 1,000.
   */
  deductionsMovedByLabel: 0.6,
  /**
   * A score: the titles are ignored, and labels alone say which rows are deductions.
   * Fails the test "reads amounts in brackets and with a trailing minus as negative" if multiplied by 1,000.
   */
  byLabelsInTables: 0.5,
  /**
   * A score: one table of each kind only, because a summary may repeat the title.
   * Fails the test "reads every field of every layout as printed" if multiplied by 1,000.
   */
  singleTables: 0.4,
  /**
   * A score: rows above a gross pay add up to it, and the rows after it add up to the deductions.
   * Untested: no test fails when it is changed.
   */
  stackedAddingUp: 0.3,
  /**
   * A score: any consecutive rows that add up, whatever their titles and labels say.
   * Fails the test "leaves employer contributions and benefits in kind out of the totals" if multiplied by 1,000.
   */
  byArithmetic: 0.25,
  /**
   * A score: one list without titles, split by labels.
   * Fails the test "reads one table with a payments column and a deductions column" if multiplied by 1,000.
   */
  untitledByLabels: 0.2,
  /**
   * A score: rows above a gross pay add up to it, and labels say which others are deductions.
   * Fails the test "without titles, takes the rows above a total that add up to it" if multiplied by 1,000.
   */
  stackedByLabels: 0.2,
  /**
   * A score: earnings without a title beside a titled table of deductions.
   * Fails the test "reads one table with a payments column and a deductions column" if multiplied by 1,000.
   */
  untitledWithDeductionsTable: 0.15,
  /**
   * A score: one list without titles, in which deductions are negative.
   * Fails the test "reads one table with a payments column and a deductions column" if multiplied by 1,000.
   */
  untitledBySign: 0.1,
  /**
   * Deducted if the first instead of the last number of a row is the amount.
   * Untested: no test fails when it is changed.
   */
  firstNumberPenalty: 0.2,
  /**
   * Deducted if benefits in kind are counted as pay.
   * Untested: no test fails when it is changed.
   */
  benefitsPaidPenalty: 0.1,
}

/** table/figures.ts: score of a solution. Adding up outweighs everything that labels say. */
export const solverScore = {
  /**
   * Gross less deductions is net.
   * Untested: no test fails when it is changed.
   */
  netAddsUp: 10,
  /**
   * Rows add up to a total that is printed, or that makes the net add up.
   * Fails the test "reads amounts printed before their labels, and a name in two fields" if set to 0.
   */
  rowsAddUp: 5,
  /**
   * No deductions at all add up to a printed zero.
   * Untested: no test fails when it is changed.
   */
  noDeductionsAddUp: 3,
  /**
   * Earnings rows add up to a gross that is only computed from them: proves nothing.
   * Fails the test "reads a single list in which deductions are negative" if multiplied by 1,000.
   */
  computedGross: 1,
  /**
   * The same for deductions.
   * Fails the test "reads a single list in which deductions are negative" if multiplied by 1,000.
   */
  computedDeductions: 0.5,
  /**
   * Each of gross, deductions and net that is printed.
   * Untested: no test fails when it is changed.
   */
  printed: 2,
  /**
   * Divides the summed strengths of the three, so that labels only break ties.
   * Fails the test "reads a single list in which deductions are negative" if set to 0.
   */
  strengthDivisor: 6,
  /**
   * Deducted if gross and net are both zero: blank forms add up as well.
   * Untested: no test fails when it is changed.
   */
  emptyPenalty: 6,
}

/** parse.ts: signs of a payslip (tax code, NI number, tax, NI, title words, gross and net) that a document must have. */
export const payslipSigns = {
  /**
   * If gross, deductions and net add up.
   * Fails the test "reads every field of every layout as printed" if doubled.
   */
  minIfNetAddsUp: 2,
  /**
   * Number of signs that a document must have if they do not add up.
   * Fails the test "returns no submission for a document that is not a payslip" if set to 0.
   */
  minOtherwise: 3,
}

/** checks.ts and arithmetic/: what a payslip must satisfy to be verified, and which differences become findings. */
export const checkTuning = {
  /**
   * OCR confidence, 0 to 100: words below this may be misread.
   * Fails the test "reads one table with a payments column and a deductions column" if doubled.
   */
  minOcrConfidence: 80,
  /**
   * In pence: weekly pay above this has National Insurance.
   * Untested: no test fails when it is changed.
   */
  minPayWithNi: 30_000,
  /**
   * In pence: monthly pay above this has income tax.
   * Untested: no test fails when it is changed.
   */
  minPayWithTax: 130_000,
  /**
   * A strength: from here on two labels of the same kind must agree.
   * Fails the test "does not verify a payslip with a changed digit in the gross pay" if doubled.
   */
  minAgreementStrength: 2,
  /**
   * In pence: smaller pay divides a year-to-date amount by chance.
   * Untested: no test fails when it is changed.
   */
  minPayToDivide: 5_000,
  /**
   * Number of payments in a tax year: 53 weeks at most.
   * Untested: no test fails when it is changed.
   */
  maxPaymentsPerYear: 53,
}

/** arithmetic/tax-check.ts */
export const taxTuning = {
  /**
   * In pence: HMRC's tables round to the pound, payroll software to the penny.
   * Untested: no test fails when it is changed.
   */
  findingTolerance: 200,
  /**
   * In pence: a year-to-date tax this far off cannot be right.
   * Untested: no test fails when it is changed.
   */
  yearToDateTolerance: 200,
  /**
   * In pence: a year-to-date tax this close is confirmed by code and taxable pay.
   * Untested: no test fails when it is changed.
   */
  confirmTolerance: 1,
  /**
   * In pence: pay is confirmed by its tax; payroll software rounds each component separately.
   * Fails the test "does not verify a payslip whose earnings, gross and net were raised by the same amount" if multiplied by 1,000.
   */
  payTolerance: 5,
}

/** arithmetic/ni-check.ts */
export const niTuning = {
  /**
   * In pence: tables round to the pound.
   * Untested: no test fails when it is changed.
   */
  findingTolerance: 100,
  /**
   * In pence: pay is confirmed by its National Insurance.
   * Fails the test "does not verify a payslip whose earnings, gross and net were raised by the same amount" if multiplied by 1,000.
   */
  payTolerance: 5,
  /**
   * In pence, per period: each payment is rounded once,
   * Untested: no test fails when it is changed.
   */
  confirmTolerancePerPeriod: 0.3,
  /**
   * In pence: but never more than this in total, or one digit could be wrong.
   * Untested: no test fails when it is changed.
   */
  maxConfirmTolerance: 4,
}

/** arithmetic/tax-period.ts */
export const taxPeriodTuning = {
  /**
   * Number of months that a printed tax month may differ from the pay date before the finding is more than low.
   * Untested: no test fails when it is changed.
   */
  nearMonths: 1,
  /**
   * Number of weeks that a printed tax week may differ from the pay date: paid early or late, or a four-weekly payroll.
   * Untested: no test fails when it is changed.
   */
  nearWeeks: 4,
}
