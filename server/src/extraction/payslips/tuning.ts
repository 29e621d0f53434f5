// Thresholds of the payslip parser, each with its unit, its reason and the first test of payslips/**/*.test.ts that fails if it
// is halved, doubled, set to 0 or multiplied by 1,000, tried in this order. "No test fails" means none of the four. The
// random layouts of proofs/extraction.ts, which were not run for this list, may still need the value.
// Units: em (type size of the text concerned), line height (type size, measured between baselines), points, pence,
// strength (how well a label names a number, see labelStrength), score (see solverScore).

/** text/lines.ts: grouping words into lines and pieces. */
export const lineTuning = {
  /**
   * em: a smaller step down is still the same line.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  sameLineStep: 0.33,
  /**
   * Factor for OCR pages, whose baselines are uneven.
   * No test fails.
   */
  ocrStepFactor: 1.4,
  /**
   * em: a wider gap always separates two columns.
   * Test: "reads every field of every layout as printed", if halved.
   */
  columnGap: 0.82,
  /**
   * A gap this many times the page's own word space separates two columns.
   * Test: "reads a year-to-date column before the period column, with titles on two lines", if halved.
   */
  columnGapInSpaces: 1.7,
  /**
   * With fewer word gaps than this the page's word space cannot be estimated.
   * No test fails.
   */
  minGapsForWordSpace: 12,
  /**
   * em: narrower gaps are kerning, not word spaces.
   * No test fails.
   */
  minWordSpace: 0.1,
  /**
   * points: smaller type is measured as if it had this size, so that tiny print does not split into single words.
   * Test: "reads one table with a payments column and a deductions column", if multiplied by 1,000.
   */
  minTypeSize: 4,
  /**
   * em: words of one line never overlap by more than this; two that do belong to different blocks.
   * No test fails.
   */
  maxWordOverlap: 0.5,
  /**
   * em: height of letters above the baseline, for the box shown to people.
   * Test: "does not verify a payslip with a changed digit in the net pay", if set to 0.
   */
  ascent: 0.8,
  /**
   * em: depth of letters below the baseline, for the box shown to people.
   * Test: "does not verify a payslip with a changed digit in the net pay", if set to 0.
   */
  descent: 0.25,
}

/** text/wrapped-lines.ts: labels broken over two lines in a narrow cell. */
export const wrapTuning = {
  /**
   * em: largest distance between two lines of one cell.
   * No test fails.
   */
  maxLineHeight: 1.45,
  /**
   * em: how far the number may be off the middle of its two label lines.
   * No test fails.
   */
  maxOffMiddle: 0.4,
  /**
   * points: lines of one cell are set in the same size.
   * No test fails.
   */
  maxSizeDifference: 0.3,
  /**
   * points: lines of one cell share their left or right edge.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  edgeTolerance: 1,
  /**
   * points, on the sum of both edges: lines of one cell share their centre.
   * No test fails.
   */
  centreTolerance: 2,
  /**
   * Factor on the distance of the two lines: a further line this near means an address or a list, not a broken cell.
   * Test: "reads every field of every layout as printed", if halved.
   */
  listPitch: 1.2,
  /**
   * Lines searched above and below for that further line.
   * Test: "reads every field of every layout as printed", if halved.
   */
  linesSearched: 4,
}

/** text/titles.ts: titles over tables and columns. */
export const titleTuning = {
  /**
   * words: longer text is a sentence that happens to contain a title word.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxWords: 7,
}

/** facts/labelled-facts.ts: labels such as "Tax code" and the values beside or below them. */
export const factTuning = {
  /**
   * words: the longest known label has this many.
   * Test: "reads one table with a payments column and a deductions column", if set to 0.
   */
  maxLabelWords: 6,
  /**
   * words of a piece in which a label may begin; the rest of a long sentence is not searched.
   * Test: "reads one table with a payments column and a deductions column", if set to 0.
   */
  maxLabelStart: 24,
  /**
   * pieces beside a label that may form its value: `28`, `February`, `2025`.
   * Test: "reads one table with a payments column and a deductions column", if set to 0.
   */
  maxPiecesBeside: 3,
  /**
   * line heights: the furthest a value is printed below its label.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxDistanceBelow: 2.7,
  /**
   * points: smaller labels are measured as if they had this size.
   * No test fails.
   */
  minTypeSize: 7,
  /**
   * points: a value below a label starts at the same left edge, give or take.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  leftEdgeTolerance: 6,
}

/** facts/address.ts: address blocks that end in a post code. */
export const addressTuning = {
  /**
   * lines of an address, with the name and job title over it.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxLines: 8,
  /**
   * line heights between two lines of one address.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxLineDistance: 2.6,
  /**
   * line heights between the post code and a country below it.
   * No test fails.
   */
  maxCountryDistance: 2.2,
  /**
   * points: lines of one address share their left edge.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  leftEdgeTolerance: 5,
  /**
   * points: a label is printed at the left edge of its value.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  labelEdgeTolerance: 4,
  /**
   * points, on the sum of both edges: lines of a centred address.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  centreTolerance: 3,
}

/** facts/identity.ts and facts/name-patterns.ts: who is paid, by whom, for which job. */
export const identityTuning = {
  /**
   * lines at the top of the payslip in which an unlabelled name is accepted.
   * No test fails.
   */
  topLines: 8,
  /**
   * words of an unlabelled name.
   * No test fails.
   */
  maxUnlabelledNameWords: 4,
  /**
   * points: a label over a name starts at the same left edge.
   * No test fails.
   */
  labelEdgeTolerance: 6,
  /**
   * words of a job title that follows its label without a colon.
   * No test fails.
   */
  maxInlineRoleWords: 5,
  /**
   * words of a company name.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxCompanyWords: 9,
  /**
   * words of a company name that begins a sentence, as in a footer.
   * No test fails.
   */
  maxCompanyWordsInSentence: 7,
  /**
   * pieces at the top among which the largest is taken for the employer's name.
   * No test fails.
   */
  headlinesCompared: 12,
  /**
   * points: name and address of an employer share their left or right edge.
   * No test fails.
   */
  edgeTolerance: 5,
  /**
   * points, on the sum of both edges: name and address of an employer that are centred.
   * No test fails.
   */
  centreTolerance: 8,
  /**
   * line heights between an employer's name and its address.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  maxAddressDistance: 2.6,
  /**
   * Factor: a neighbour one line away says less about a label than one at the same height.
   * No test fails.
   */
  verticalDistanceWeight: 2,
  /**
   * characters of a job title.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  maxRoleCharacters: 80,
  /**
   * characters of a person's name.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  maxNameCharacters: 60,
  /**
   * words of a person's name.
   * Test: "reads every field of every layout as printed", if doubled.
   */
  minNameWords: 2,
  /**
   * words of a person's name; longer text is a sentence.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  maxNameWords: 7,
}

/** table/cells.ts: the labels, column titles and table that belong to each number. */
export const cellTuning = {
  /**
   * em between a payroll code and the description behind it.
   * No test fails.
   */
  maxCodeGap: 5,
  /**
   * em: text that follows a number this closely continues a sentence.
   * No test fails.
   */
  maxSentenceGap: 0.7,
  /**
   * line heights: the furthest a label is printed above its number.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxLabelDistance: 3.4,
  /**
   * points: smaller numbers are measured as if they had this size.
   * No test fails.
   */
  minTypeSize: 8,
  /**
   * points: in a box, the label may be at the left edge and the amount at the right.
   * No test fails.
   */
  maxBoxWidth: 150,
  /**
   * em: a large amount is often set to the right of its small label.
   * No test fails.
   */
  labelReachLeft: 3.2,
  /**
   * em: a label may stick out to the right of its number a little.
   * Test: "verifies most payslips and finds nothing of high severity in unaltered ones", if multiplied by 1,000.
   */
  labelReachRight: 0.6,
  /**
   * line heights between a number on a card and the label below it.
   * No test fails.
   */
  maxCardLabelDistance: 2,
  /**
   * column titles that are stacked over each other.
   * Test: "reads a year-to-date column before the period column, with titles on two lines", if set to 0.
   */
  maxStackedTitles: 3,
  /**
   * line heights between two column titles over each other.
   * No test fails.
   */
  maxTitleDistance: 2.4,
  /**
   * line heights between the two halves of a column title: `Year to` over `date`.
   * Test: "reads a year-to-date column before the period column, with titles on two lines", if halved.
   */
  maxBrokenTitleDistance: 2,
  /**
   * points: a title and its column may miss each other by less than this.
   * Test: "reads a single list in which deductions are negative", if multiplied by 1,000.
   */
  columnMiss: 1,
  /**
   * points: a title and its column share their left or right edge.
   * Test: "reads a single list in which deductions are negative", if multiplied by 1,000.
   */
  columnEdgeTolerance: 4,
  /**
   * points: the same for the left edge of a title above the table's own title, where neighbours are more likely.
   * No test fails.
   */
  strictLeftEdgeTolerance: 2,
  /**
   * lines below a title from which the width of its table is measured.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  linesBelowTitle: 9,
  /**
   * titles on one line that make it the head of a table.
   * Test: "without titles, takes the rows above a total that add up to it", if set to 0.
   */
  minTitlesOfHead: 3,
  /**
   * lines above a description column in which the table may be named.
   * No test fails.
   */
  linesAboveDescription: 2,
  /**
   * points: a table's title and its description column share their left edge.
   * No test fails.
   */
  titleEdgeTolerance: 15,
  /**
   * line heights between a title and what it is the title of.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxTitleToRowDistance: 2.6,
  /**
   * points: labels may begin this far to the right of their table's title.
   * No test fails.
   */
  labelIndent: 9,
  /**
   * points left of its first label at which a table begins.
   * Test: "reads amounts in brackets and with a trailing minus as negative", if multiplied by 1,000.
   */
  tableMargin: 10,
  /**
   * points right of the table's left edge within which its labels begin.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  labelZone: 45,
  /**
   * points right of the table's title within which its labels begin.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  labelZoneOfTitle: 30,
  /**
   * points that a table ends before the next one begins.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  tableGap: 4,
}

/** table/rows.ts: quantity, rate and amount of a row. */
export const rowTuning = {
  /**
   * em: a number this close behind a label is part of it: `Overtime 1.33`.
   * No test fails.
   */
  maxNumberInLabelGap: 0.5,
  /**
   * line heights between a label and the hours written under it.
   * Test: "reads every field of every layout as printed", if halved.
   */
  maxUnitsDistance: 2,
  /**
   * points: hours under a label start no further left than this.
   * No test fails.
   */
  unitsOutdent: 2,
}

/** Hours times rate against the amount. A rate is rounded before it is printed: half a penny for each hour. */
export const unitTolerance = {
  /**
   * pence per unit of quantity.
   * No test fails.
   */
  perUnit: 0.5,
  /**
   * pence: when two numbers are recognised as quantity and rate by their product.
   * No test fails.
   */
  minForRecognition: 1,
  /**
   * pence added to the tolerance per unit, for the rounding of the amount.
   * No test fails.
   */
  extraForRecognition: 0.5,
  /**
   * pence: when quantity and rate are known and the amount is checked.
   * No test fails.
   */
  minForCheck: 2,
  /**
   * pence added to the tolerance per unit, for the rounding of quantity and amount.
   * No test fails.
   */
  extraForCheck: 1,
  /**
   * pence: without a printed rate, the amount must be the quantity times a rate of whole pence.
   * No test fails.
   */
  wholeRate: 0.5,
}

/** table/labelled-amounts.ts: how well a label names a number. Higher wins; equal strengths leave it to arithmetic. */
export const labelStrength = {
  /**
   * The label is directly to the left.
   * Test: "reads a year-to-date column before the period column, with titles on two lines", if set to 0.
   */
  beside: 4,
  /**
   * The label is to the left, with other numbers between.
   * Test: "reads every field of every layout as printed", if set to 0.
   */
  besideAfterOthers: 3,
  /**
   * The row says which period, the column which kind of amount.
   * Test: "reads a summary with periods in rows and kinds of amounts in columns", if set to 0.
   */
  rowAndColumn: 3.5,
  /**
   * The label is above, and the number has no label of its own.
   * Test: "reads every field of every layout as printed", if halved.
   */
  above: 2,
  /**
   * The label is above, but another is beside the number.
   * Test: "reads one table with a payments column and a deductions column", if multiplied by 1,000.
   */
  aboveLabelled: 1,
  /**
   * Deducted for each label further up.
   * No test fails.
   */
  perLabelFurtherUp: 0.3,
  /**
   * The label is below, as on cards.
   * No test fails.
   */
  below: 1.9,
  /**
   * `Total` under a table, which names the table's own total.
   * No test fails.
   */
  plainTotal: 1.8,
  /**
   * Deducted in a column of hours or rates, where an amount is there by chance.
   * No test fails.
   */
  unitsColumnPenalty: 2.5,
}

/** table/stated-amounts.ts: amounts that are stated once, such as year-to-date figures. */
export const statedTuning = {
  /**
   * strength: less is a guess that only arithmetic could confirm.
   * Test: "reads every field of every layout as printed", if doubled.
   */
  minStrength: 1.1,
  /**
   * strength deducted if only the table's title says that the amount is for the year.
   * No test fails.
   */
  tableOnlyPenalty: 1,
  /**
   * strength: a different amount this well named contradicts the first,
   * No test fails.
   */
  minRivalStrength: 2,
  /**
   * strength: unless the first leads by this much.
   * No test fails.
   */
  minLead: 1,
}

/** table/figures.ts: limits of the search for gross, deductions and net that add up. */
export const solverTuning = {
  /**
   * amounts of one kind that are tried; bounds the search, which is cubic in it.
   * Test: "reads a single list in which deductions are negative", if set to 0.
   */
  maxCandidates: 14,
  /**
   * strength deducted from an amount that is for the year according to its table's title only.
   * Test: "records the position of every value it reads", if multiplied by 1,000.
   */
  yearTablePenalty: 3,
  /**
   * score: below this nothing adds up, and only unrivalled amounts are returned.
   * Test: "reads a single list in which deductions are negative", if multiplied by 1,000.
   */
  minScore: 4,
  /**
   * score: a different solution this close behind makes the reading ambiguous.
   * No test fails.
   */
  ambiguityMargin: 1.5,
  /**
   * strength: weaker amounts are used only if they make gross, deductions and net add up.
   * No test fails.
   */
  minStandaloneStrength: 1.5,
  /**
   * strength added for each further place that prints the same amount.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  perRepetition: 0.5,
  /**
   * strength: if nothing adds up, the best amount of a kind must lead by more than this.
   * No test fails.
   */
  minLooseLead: 1,
  /**
   * tables of one kind that are tried one by one.
   * No test fails.
   */
  maxTablesApart: 5,
  /**
   * printed triples of gross, deductions and net for which rows are searched.
   * No test fails.
   */
  maxTriples: 6,
  /**
   * points: labels of one column begin at the same left edge.
   * No test fails.
   */
  columnEdgeTolerance: 6,
  /**
   * rows at which a run that adds up may begin.
   * Test: "without titles, takes the rows above a total that add up to it", if set to 0.
   */
  maxRunStarts: 60,
  /**
   * rows of a run that adds up.
   * Test: "without titles, takes the rows above a total that add up to it", if set to 0.
   */
  maxRunRows: 40,
  /**
   * splits proposed for tables without titles.
   * Test: "without titles, takes the rows above a total that add up to it", if set to 0.
   */
  maxStackedSplits: 30,
}

/** table/figures.ts: score added for the way in which rows were split into earnings and deductions. Trusted ways first. */
export const splitPrior = {
  /**
   * score: the titles of the tables say which side a row is on.
   * Test: "without titles, takes the rows above a total that add up to it", if multiplied by 1,000.
   */
  byTitles: 2,
  /**
   * score: deductions printed in the table of payments are moved by their labels.
   * Test: "reads amounts in brackets and with a trailing minus as negative", if multiplied by 1,000.
   */
  deductionsMovedByLabel: 0.6,
  /**
   * score: the titles are ignored, and labels alone say which rows are deductions.
   * Test: "reads amounts in brackets and with a trailing minus as negative", if multiplied by 1,000.
   */
  byLabelsInTables: 0.5,
  /**
   * score: one table of each kind only, because a summary may repeat the title.
   * Test: "reads every field of every layout as printed", if multiplied by 1,000.
   */
  singleTables: 0.4,
  /**
   * score: rows above a gross pay add up to it, and the rows after it add up to the deductions.
   * No test fails.
   */
  stackedAddingUp: 0.3,
  /**
   * score: any consecutive rows that add up, whatever their titles and labels say.
   * Test: "leaves employer contributions and benefits in kind out of the totals", if multiplied by 1,000.
   */
  byArithmetic: 0.25,
  /**
   * score: one list without titles, split by labels.
   * Test: "reads one table with a payments column and a deductions column", if multiplied by 1,000.
   */
  untitledByLabels: 0.2,
  /**
   * score: rows above a gross pay add up to it, and labels say which others are deductions.
   * Test: "without titles, takes the rows above a total that add up to it", if multiplied by 1,000.
   */
  stackedByLabels: 0.2,
  /**
   * score: earnings without a title beside a titled table of deductions.
   * Test: "reads one table with a payments column and a deductions column", if multiplied by 1,000.
   */
  untitledWithDeductionsTable: 0.15,
  /**
   * score: one list without titles, in which deductions are negative.
   * Test: "reads one table with a payments column and a deductions column", if multiplied by 1,000.
   */
  untitledBySign: 0.1,
  /**
   * Deducted if the first instead of the last number of a row is the amount.
   * No test fails.
   */
  firstNumberPenalty: 0.2,
  /**
   * Deducted if benefits in kind are counted as pay.
   * No test fails.
   */
  benefitsPaidPenalty: 0.1,
}

/** table/figures.ts: score of a solution. Adding up outweighs everything that labels say. */
export const solverScore = {
  /**
   * Gross less deductions is net.
   * No test fails.
   */
  netAddsUp: 10,
  /**
   * Rows add up to a total that is printed, or that makes the net add up.
   * Test: "reads amounts printed before their labels, and a name in two fields", if set to 0.
   */
  rowsAddUp: 5,
  /**
   * No deductions at all add up to a printed zero.
   * No test fails.
   */
  noDeductionsAddUp: 3,
  /**
   * Earnings rows add up to a gross that is only computed from them: proves nothing.
   * Test: "reads a single list in which deductions are negative", if multiplied by 1,000.
   */
  computedGross: 1,
  /**
   * The same for deductions.
   * Test: "reads a single list in which deductions are negative", if multiplied by 1,000.
   */
  computedDeductions: 0.5,
  /**
   * Each of gross, deductions and net that is printed.
   * No test fails.
   */
  printed: 2,
  /**
   * Divides the summed strengths of the three, so that labels only break ties.
   * Test: "reads a single list in which deductions are negative", if set to 0.
   */
  strengthDivisor: 6,
  /**
   * Deducted if gross and net are both zero: blank forms add up as well.
   * No test fails.
   */
  emptyPenalty: 6,
}

/** parse.ts: signs of a payslip (tax code, NI number, tax, NI, title words, gross and net) that a document must have. */
export const payslipSigns = {
  /**
   * if gross, deductions and net add up.
   * Test: "reads every field of every layout as printed", if doubled.
   */
  minIfNetAddsUp: 2,
  /**
   * signs that a document must have if they do not add up.
   * Test: "returns no submission for a document that is not a payslip", if set to 0.
   */
  minOtherwise: 3,
}

/** checks.ts and arithmetic/: what a payslip must satisfy to be verified, and which differences become findings. */
export const checkTuning = {
  /**
   * OCR confidence, 0 to 100: words below this may be misread.
   * Test: "reads one table with a payments column and a deductions column", if doubled.
   */
  minOcrConfidence: 80,
  /**
   * pence: weekly pay above this has National Insurance.
   * No test fails.
   */
  minPayWithNi: 30_000,
  /**
   * pence: monthly pay above this has income tax.
   * No test fails.
   */
  minPayWithTax: 130_000,
  /**
   * strength: from here on two labels of the same kind must agree.
   * Test: "does not verify a payslip with a changed digit in the gross pay", if doubled.
   */
  minAgreementStrength: 2,
  /**
   * pence: smaller pay divides a year-to-date amount by chance.
   * No test fails.
   */
  minPayToDivide: 5_000,
  /**
   * payments in a tax year: 53 weeks at most.
   * No test fails.
   */
  maxPaymentsPerYear: 53,
}

/** arithmetic/tax-check.ts */
export const taxTuning = {
  /**
   * pence: HMRC's tables round to the pound, payroll software to the penny.
   * No test fails.
   */
  findingTolerance: 200,
  /**
   * pence: a year-to-date tax this far off cannot be right.
   * No test fails.
   */
  yearToDateTolerance: 200,
  /**
   * pence: a year-to-date tax this close is confirmed by code and taxable pay.
   * No test fails.
   */
  confirmTolerance: 1,
  /**
   * pence: pay is confirmed by its tax; payroll software rounds each component separately.
   * Test: "does not verify a payslip whose earnings, gross and net were raised by the same amount", if multiplied by 1,000.
   */
  payTolerance: 5,
}

/** arithmetic/ni-check.ts */
export const niTuning = {
  /**
   * pence: tables round to the pound.
   * No test fails.
   */
  findingTolerance: 100,
  /**
   * pence: pay is confirmed by its National Insurance.
   * Test: "does not verify a payslip whose earnings, gross and net were raised by the same amount", if multiplied by 1,000.
   */
  payTolerance: 5,
  /**
   * pence per period: each payment is rounded once,
   * No test fails.
   */
  confirmTolerancePerPeriod: 0.3,
  /**
   * pence: but never more than this in total, or one digit could be wrong.
   * No test fails.
   */
  maxConfirmTolerance: 4,
}

/** arithmetic/tax-period.ts */
export const taxPeriodTuning = {
  /**
   * months that a printed tax month may differ from the pay date before the finding is more than low.
   * No test fails.
   */
  nearMonths: 1,
  /**
   * weeks that a printed tax week may differ from the pay date: paid early or late, or a four-weekly payroll.
   * No test fails.
   */
  nearWeeks: 4,
}
