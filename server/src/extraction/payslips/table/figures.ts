import { classifyLabel } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import { solverScore, solverTuning, splitPrior } from '../tuning.ts'
import type { NumberCell } from './cells/number-cell.ts'
import type { LabelledPayAmount } from './labelled-amounts.ts'
import type { PayAmount, PayLine, PaySolution } from './pay-solution.ts'
import { isDeductionLabel, isRefundLabel } from './rows/deduction-labels.ts'
import type { PayRow } from './rows/pay-row.ts'
import { addZeroRows } from './zero-rows.ts'

// Finds gross pay, deductions, net pay and the rows that make them up. Labels suggest what an amount is; arithmetic
// chooses between the suggestions.

/**
 * One way to split the rows into earnings and deductions. `prior` is the score of this way before any amounts are
 * added up.
 */
type RowSplit = { earnings: PayRow[]; deductions: PayRow[]; prior: number; isSplitByArithmetic?: boolean }

/** A row split with an amount chosen for each row. */
type LineSplit = { earnings: PayLine[]; deductions: PayLine[]; prior: number; isSplitByArithmetic: boolean }

type ScoredSolution = Omit<PaySolution, 'isAmbiguous'> & { score: number }

export function solvePayFigures(
  rows: PayRow[],
  amounts: LabelledPayAmount[],
  cells: NumberCell[],
): PaySolution {
  const ofPeriod = amounts.flatMap((amount) => {
    if (amount.span === 'period') return [amount]
    return amount.isYearOnlyByTable
      ? [{ ...amount, strength: amount.strength - solverTuning.yearTablePenalty }]
      : []
  })
  const solutions = proposeSplits(rows, ofPeriod)
    .flatMap(chooseAmounts)
    .flatMap((split) => scoreSolutions(split, ofPeriod))
  const best = solutions.toSorted((one, other) => other.score - one.score)[0]
  if (!best || best.score < solverTuning.minScore) return unsolved(ofPeriod)
  const rivals = solutions.filter(
    ({ netAddsUp, score }) => netAddsUp && score >= best.score - solverTuning.ambiguityMargin,
  )
  return {
    ...best,
    ...addZeroRows(best, rows),
    totalDeductions: findPrintedTotal(best, cells, amounts) ?? best.totalDeductions,
    net: best.net ?? findUnlabelledNet(best, cells) ?? findOnlyNet(ofPeriod),
    isAmbiguous:
      best.netAddsUp &&
      rivals.some(({ net, gross }) => net?.pence !== best.net?.pence || gross?.pence !== best.gross?.pence),
  }
}

/**
 * Finds the computed total of the deductions in a row of totals or among numbers without labels: `Totals 3,000.00
 * 521.76`. A zero must be in a row of totals.
 */
function findPrintedTotal(
  { totalDeductions, earningLines, deductionLines, gross, net }: Omit<PaySolution, 'isAmbiguous'>,
  cells: NumberCell[],
  amounts: LabelledPayAmount[],
): PayAmount | null {
  if (!totalDeductions || totalDeductions.isPrinted) return null
  const lines = earningLines.concat(deductionLines)
  const usedByLines = lines.map(({ cell }) => cell.piece)
  const usedByPay = [gross, net].flatMap((value) => value?.at ?? [])
  const used = new Set(usedByLines.concat(usedByPay))
  const isNamedTotal = (kind: PayAmountKind | null) => kind === 'subtotal' || kind === 'totalDeductions'
  const isTotal = (cell: NumberCell) => {
    const label = cell.labelPieces.at(-1)
    if (label) return isNamedTotal(classifyLabel(label.text).kind)
    // Gross and net pay are solved, so a label that calls this number gross or net belongs to another number.
    const names = amounts.filter(
      (amount) => amount.cell === cell && amount.kind !== 'gross' && amount.kind !== 'net',
    )
    return names.length === 0 ? totalDeductions.pence !== 0 : names.some(({ kind }) => isNamedTotal(kind))
  }
  const matches = cells.filter(
    (cell) =>
      cell.piece.figure?.pence != null &&
      Math.abs(cell.piece.figure.pence) === Math.abs(totalDeductions.pence) &&
      !used.has(cell.piece) &&
      !cell.isInSentence &&
      cell.section !== 'year' &&
      isTotal(cell),
  )
  return matches.length > 0
    ? { pence: totalDeductions.pence, at: matches.map(({ piece }) => piece), isPrinted: true }
    : null
}

/**
 * Finds an unlabelled number that equals gross pay less deductions. It is probably the net pay, but it does not
 * verify the payslip.
 */
function findUnlabelledNet(
  {
    gross,
    totalDeductions,
    deductionsAddUp,
  }: Pick<PaySolution, 'gross' | 'totalDeductions' | 'deductionsAddUp'>,
  cells: NumberCell[],
): PayAmount | null {
  if (!gross || !totalDeductions || !deductionsAddUp || totalDeductions.pence === 0) return null
  const pence = gross.pence - totalDeductions.pence
  const matches = cells.filter(({ piece, isInSentence }) => piece.figure?.pence === pence && !isInSentence)
  return matches.length > 0 ? { pence, at: matches.map(({ piece }) => piece), isPrinted: true } : null
}

/** Returns the net pay if the payslip has only one, even if it is printed beside the year-to-date table. */
function findOnlyNet(amounts: LabelledPayAmount[]): PayAmount | null {
  const [only, ...others] = listCandidates(amounts, 'net')
  return others.length === 0 ? (only?.value ?? null) : null
}

const hasDeductionLabel = ({ label }: PayRow) => isDeductionLabel(label.text)
const hasNoDeductionLabel = (row: PayRow) => !hasDeductionLabel(row)

function proposeSplits(rows: PayRow[], amounts: LabelledPayAmount[]): RowSplit[] {
  const lines = rows.filter(({ isTotalOrMemo }) => !isTotalOrMemo)
  const earnings = lines.filter(({ side }) => side === 'earnings')
  const deductions = lines.filter(({ side }) => side === 'deductions')
  const titled = [...earnings, ...deductions]
  const open = listOpenRows(lines)
  const untitled = open.filter(({ side, isBox }) => side === null && !isBox)
  return [
    { earnings, deductions, prior: splitPrior.byTitles },
    {
      earnings: titled.filter(hasNoDeductionLabel),
      deductions: titled.filter(hasDeductionLabel),
      prior: splitPrior.byLabelsInTables,
    },
    {
      earnings: earnings.filter(hasNoDeductionLabel),
      deductions: [...deductions, ...earnings.filter(hasDeductionLabel)],
      prior: splitPrior.deductionsMovedByLabel,
    },
    ...splitBySingleTables(earnings, deductions),
    ...splitSubtractions(earnings, deductions),
    ...splitUntitled(untitled),
    ...(earnings.length === 0 && deductions.length > 0 && untitled.length > 0
      ? splitUntitled([...untitled, ...deductions])
      : []),
    ...splitAtFirstDeduction(deductions.length === 0 && earnings.length > 0 ? earnings : untitled),
    {
      earnings: untitled.filter(hasNoDeductionLabel),
      deductions: [...deductions, ...untitled.filter(hasDeductionLabel)],
      prior: splitPrior.untitledWithDeductionsTable,
    },
    // A column title that is not known leaves the rows of one side without a table.
    { earnings, deductions: [...deductions, ...untitled], prior: splitPrior.untitledBesideOneTable },
    {
      earnings: [...earnings, ...untitled],
      deductions,
      prior: splitPrior.untitledBesideOneTable,
    },
    ...splitUntitledRuns(earnings, deductions, untitled, amounts),
    ...splitWithoutStrays(earnings, deductions, amounts),
    ...splitByArithmetic(rows, amounts),
    ...splitStacked(open, amounts, deductions),
    ...splitStacked(open, amounts, []),
  ]
}

/**
 * Lists rows that no title assigns to another table. Titles such as `Employee` or
 * `This period` may be above the only list.
 */
function listOpenRows(lines: PayRow[]): PayRow[] {
  const sectionOf = ({ amounts }: PayRow) => amounts[0]?.section ?? null
  const open = lines.filter((row) => row.side !== null || sectionOf(row) === null)
  return open.length > 0
    ? open
    : lines.filter((row) => sectionOf(row) === 'details' || sectionOf(row) === 'summary')
}

/** Takes rows that begin with `Less` as negative earnings: `Less unpaid leave` above the gross pay. */
function splitSubtractions(earnings: PayRow[], deductions: PayRow[]): RowSplit[] {
  const subtracted = deductions.filter((row) => row.isSubtracted && !hasDeductionLabel(row))
  if (subtracted.length === 0) return []
  return [
    {
      earnings: [...earnings, ...subtracted].toSorted((one, other) => one.line - other.line),
      deductions: deductions.filter((row) => !subtracted.includes(row)),
      prior: splitPrior.subtractedEarnings,
    },
  ]
}

/** Searches the rows without a table for consecutive rows that make up the side whose table has no known title. */
function splitUntitledRuns(
  earnings: PayRow[],
  deductions: PayRow[],
  untitled: PayRow[],
  amounts: LabelledPayAmount[],
): RowSplit[] {
  if (untitled.length === 0 || earnings.length > 0 === deductions.length > 0) return []
  const [grosses, totals, nets] = (['gross', 'totalDeductions', 'net'] as const).map((kind) =>
    listCandidates(amounts, kind).map(({ value }) => value?.pence ?? 0),
  ) as [number[], number[], number[]]
  const targets =
    earnings.length > 0
      ? [...totals, ...grosses.flatMap((gross) => nets.map((net) => gross - net))]
      : [...grosses, ...totals.flatMap((total) => nets.map((net) => net + Math.abs(total)))]
  const sums = [...new Set(targets.map(Math.abs))].filter((sum) => sum > 0)
  return sums.slice(0, solverTuning.maxCandidates).flatMap((sum) => {
    const run = findRun(untitled, sum)
    if (!run) return []
    const prior = splitPrior.untitledBesideOneTable
    return [earnings.length > 0 ? { earnings, deductions: run, prior } : { earnings: run, deductions, prior }]
  })
}

/**
 * Removes one row from a table of earnings or deductions if the others then add up to a printed total. The row may be
 * the net pay or a note that is printed below the table.
 */
function splitWithoutStrays(
  earnings: PayRow[],
  deductions: PayRow[],
  amounts: LabelledPayAmount[],
): RowSplit[] {
  const listVariants = (rows: PayRow[], kind: PayAmountKind): PayRow[][] => {
    const totals = new Set(listCandidates(amounts, kind).map(({ value }) => Math.abs(value?.pence ?? 0)))
    const sum = rows.reduce((total, row) => total + amountOf(row), 0)
    if (rows.length < 2 || totals.has(Math.abs(sum))) return [rows]
    const strays = rows.filter((row) => amountOf(row) !== 0 && totals.has(Math.abs(sum - amountOf(row))))
    return [rows, ...strays.slice(0, 2).map((stray) => rows.filter((row) => row !== stray))]
  }
  return listVariants(earnings, 'gross').flatMap((some) =>
    listVariants(deductions, 'totalDeductions')
      .filter((others) => some !== earnings || others !== deductions)
      .map((others) => ({ earnings: some, deductions: others, prior: splitPrior.withoutStrays })),
  )
}

/**
 * Lists variants of a split: which number of each row is the amount, whether benefits count as pay, and the sign of
 * deductions.
 */
function chooseAmounts({ earnings, deductions, prior, isSplitByArithmetic = false }: RowSplit): LineSplit[] {
  const lastNumbers: LineSplit = {
    earnings: earnings.map(withLastNumber).map(withSubtraction),
    deductions: deductions.map(withLastNumber),
    prior,
    isSplitByArithmetic,
  }
  const hasOneNumberEach = [...earnings, ...deductions].every(({ amounts }) => amounts.length === 1)
  if (hasOneNumberEach) return addVariants(lastNumbers)
  const firstNumbers: LineSplit = {
    earnings: earnings.map(withFirstNumber).map(withSubtraction),
    deductions: deductions.map(withFirstNumber),
    prior: prior - splitPrior.firstNumberPenalty,
    isSplitByArithmetic,
  }
  return [...addVariants(lastNumbers), ...addVariants(firstNumbers)]
}

const withSubtraction = (line: PayLine): PayLine =>
  line.row.isSubtracted && line.pence > 0 ? { ...line, pence: -line.pence } : line
const withLastNumber = (row: PayRow) => toPayLine(row, row.amounts.at(-1) as NumberCell)
const withFirstNumber = (row: PayRow) => toPayLine(row, row.amounts[0] as NumberCell)
const toPayLine = (row: PayRow, cell: NumberCell): PayLine => ({
  row,
  cell,
  pence: cell.piece.figure?.pence ?? 0,
})

function addVariants(split: LineSplit): LineSplit[] {
  const hasBenefits = split.earnings.some(({ row }) => row.isBenefit)
  const variants = hasBenefits ? [split, withBenefitsPaid(split)] : [split]
  // Some payslips print deductions as negative amounts. On others, a negative deduction is a refund.
  const hasNegative = split.deductions.some(({ pence }) => pence < 0)
  const signed = hasNegative ? variants.flatMap((variant) => [variant, withSignsFlipped(variant)]) : variants
  return split.deductions.some(isUnsignedRefund)
    ? signed.flatMap((variant) => [variant, withRefundsNegative(variant)])
    : signed
}

const isUnsignedRefund = ({ row, pence }: PayLine) => pence > 0 && isRefundLabel(row.label.text)

/** Makes a refund among the deductions negative: `Tax refund £24.80` adds to the net pay. */
const withRefundsNegative = (split: LineSplit): LineSplit => ({
  ...split,
  prior: split.prior - splitPrior.refundsNegativePenalty,
  deductions: split.deductions.map((line) =>
    isUnsignedRefund(line) ? { ...line, pence: -line.pence } : line,
  ),
})

const withBenefitsPaid = (split: LineSplit): LineSplit => ({
  ...split,
  earnings: split.earnings.map((line) => ({ ...line, row: { ...line.row, isBenefit: false } })),
  prior: split.prior - splitPrior.benefitsPaidPenalty,
})

/**
 * Inverts the sign of all deductions. Adds to the score if no deduction is positive, because the payslip then prints
 * deductions as negative amounts.
 */
const withSignsFlipped = (split: LineSplit): LineSplit => ({
  ...split,
  prior: split.prior + (split.deductions.every(({ pence }) => pence <= 0) ? splitPrior.allNegative : 0),
  deductions: split.deductions.map((line) => ({ ...line, pence: line.pence === 0 ? 0 : -line.pence })),
})

/** Returns two candidate splits of a list without table titles: one by label, one by the sign of the amounts. */
const splitUntitled = (rows: PayRow[]): RowSplit[] => [
  {
    earnings: rows.filter(hasNoDeductionLabel),
    deductions: rows.filter(hasDeductionLabel),
    prior: splitPrior.untitledByLabels,
  },
  {
    earnings: rows.filter((row) => amountOf(row) >= 0),
    deductions: rows.filter((row) => amountOf(row) < 0),
    prior: splitPrior.untitledBySign,
  },
]

/** Takes all rows from the first known deduction on as deductions: `Tea club` below `Tax` and `NI` is one too. */
function splitAtFirstDeduction(rows: PayRow[]): RowSplit[] {
  const sorted = rows.toSorted((one, other) => one.line - other.line)
  const first = sorted.findIndex(hasDeductionLabel)
  if (first <= 0) return []
  return [
    {
      earnings: sorted.slice(0, first),
      deductions: sorted.slice(first),
      prior: splitPrior.atFirstDeduction,
    },
  ]
}

/**
 * Returns splits that use either all tables of a kind or only one of them. A summary may repeat the title of a table,
 * and its rows must not be counted twice.
 */
function splitBySingleTables(earnings: PayRow[], deductions: PayRow[]): RowSplit[] {
  const [earningTables, deductionTables] = [groupByTable(earnings), groupByTable(deductions)]
  if (earningTables.length < 2 && deductionTables.length < 2) return []
  return [earnings, ...earningTables].slice(0, solverTuning.maxTablesApart).flatMap((earningRows) =>
    [deductions, ...deductionTables].slice(0, solverTuning.maxTablesApart).map((deductionRows) => ({
      earnings: earningRows,
      deductions: deductionRows,
      prior: splitPrior.singleTables,
    })),
  )
}

const groupByTable = (rows: PayRow[]): PayRow[][] => [
  ...Map.groupBy(rows, ({ amounts }) => amounts[0]?.sectionTitle ?? null).values(),
]

const kindsNeverInRows = new Set<PayAmountKind | null>([
  'gross',
  'net',
  'totalDeductions',
  'taxable',
  'niable',
  'employer',
])
const sectionsWithoutPay = new Set<string | null>(['year', 'employer', 'leave', 'distribution'])

/**
 * If a printed gross, deductions and net add up, searches for consecutive rows that add up to the gross and to the
 * deductions. Ignores the titles above the rows.
 */
function splitByArithmetic(rows: PayRow[], amounts: LabelledPayAmount[]): RowSplit[] {
  const columns = groupByLeftEdge(rows.filter(mayBePayRow))
  return findPrintedTriples(amounts)
    .slice(0, solverTuning.maxTriples)
    .flatMap(({ gross, deductions }) =>
      findBestRun(columns, gross, hasNoDeductionLabel).flatMap((earningRun) => {
        const remaining = columns.map((column) => column.filter((row) => !earningRun.includes(row)))
        const deductionRuns = deductions === 0 ? [[]] : findBestRun(remaining, deductions, hasDeductionLabel)
        return deductionRuns.map((deductionRun) => ({
          earnings: earningRun,
          deductions: deductionRun,
          prior: splitPrior.byArithmetic,
          isSplitByArithmetic: true,
        }))
      }),
    )
}

function mayBePayRow({ label, amounts: [cell] }: PayRow): boolean {
  const { kind, isYear } = classifyLabel(label.text)
  return (
    !kindsNeverInRows.has(kind) &&
    !isYear &&
    !cell?.isYearToDateLine &&
    !sectionsWithoutPay.has(cell?.section ?? null)
  )
}

function findPrintedTriples(amounts: LabelledPayAmount[]): { gross: number; deductions: number }[] {
  const listPrinted = (kind: PayAmountKind) =>
    listCandidates(amounts, kind).filter(({ strength }) => strength >= solverTuning.minStrengthInTriple)
  const [grosses, totals, nets] = [listPrinted('gross'), listPrinted('totalDeductions'), listPrinted('net')]
  return grosses.flatMap(({ value: grossValue }) =>
    totals.flatMap(({ value: totalValue }) =>
      nets.flatMap(({ value: netValue }) => {
        const [gross, deductions] = [grossValue?.pence ?? 0, Math.abs(totalValue?.pence ?? 0)]
        return gross > 0 && gross - deductions === netValue?.pence ? [{ gross, deductions }] : []
      }),
    ),
  )
}

/** Groups rows whose labels begin at the same left edge. The rows of a group are sorted from top to bottom. */
function groupByLeftEdge(rows: PayRow[]): PayRow[][] {
  const columns: PayRow[][] = []
  for (const row of rows.toSorted((one, other) => one.line - other.line)) {
    const column = columns.find(
      ([first]) =>
        first?.label.block === row.label.block &&
        (first.isBox ?? false) === (row.isBox ?? false) &&
        (row.isBox
          ? first.line === row.line
          : Math.abs(first.label.x - row.label.x) < solverTuning.columnEdgeTolerance),
    )
    if (column) column.push(row)
    else columns.push([row])
  }
  return columns
}

/**
 * Returns the run of rows that adds up to the total and has the largest share of fitting labels, as a list of one or
 * none.
 */
function findBestRun(
  columns: PayRow[][],
  total: number,
  hasFittingLabel: (row: PayRow) => boolean,
): PayRow[][] {
  const runs = columns.flatMap((column) =>
    column.slice(0, solverTuning.maxRunStarts).flatMap((_, start) => {
      let sum = 0
      return column.slice(start, start + solverTuning.maxRunRows).flatMap((row, n) => {
        sum += amountOf(row)
        return Math.abs(sum) === total ? [column.slice(start, start + n + 1)] : []
      })
    }),
  )
  const share = (run: PayRow[]) => run.filter(hasFittingLabel).length / run.length
  return runs.toSorted((one, other) => share(other) - share(one) || other.length - one.length).slice(0, 1)
}

/**
 * Splits a table without titles: earnings are the rows directly above gross pay that add up to it, deductions are
 * other rows that add up to the total deductions.
 */
function splitStacked(rows: PayRow[], amounts: LabelledPayAmount[], knownDeductions: PayRow[]): RowSplit[] {
  const splits: RowSplit[] = []
  for (const gross of amounts.filter(({ kind }) => kind === 'gross').slice(0, solverTuning.maxCandidates)) {
    const rowsAbove = rows.filter(
      ({ line, side, label }) =>
        line < gross.cell.line && side !== 'deductions' && label.block === gross.label.block,
    )
    const earnings =
      findRunEndingLast(rowsAbove, gross.pence) ??
      findRunEndingLast(rowsAbove.filter(hasNoDeductionLabel), gross.pence)
    if (!earnings) continue
    // Below the gross pay, deductions may continue the table of earnings.
    const remaining = rows.filter(
      (row) => !earnings.includes(row) && (row.side !== 'earnings' || row.line > gross.cell.line),
    )
    const deductions =
      knownDeductions.length > 0
        ? knownDeductions
        : remaining.filter((row) => row.line > gross.cell.line || hasDeductionLabel(row))
    const totals = [
      ...amounts.filter(({ kind }) => kind === 'totalDeductions').map(({ pence }) => pence),
      ...amounts.filter(({ kind }) => kind === 'net').map(({ pence }) => gross.pence - pence),
    ]
    for (const total of new Set(totals.slice(0, solverTuning.maxCandidates))) {
      const run = findDeductions(deductions, Math.abs(total))
      if (run) splits.push({ earnings, deductions: run, prior: splitPrior.stackedAddingUp })
    }
    splits.push({
      earnings,
      deductions: knownDeductions.length > 0 ? knownDeductions : deductions.filter(hasDeductionLabel),
      prior: splitPrior.stackedByLabels,
    })
  }
  return splits.slice(0, solverTuning.maxStackedSplits)
}

/**
 * Returns the longest run of rows that ends with the last row and adds up to the total. A longer run may add a
 * payment and its reversal.
 */
function findRunEndingLast(rows: PayRow[], total: number): PayRow[] | null {
  let sum = 0
  let longest: PayRow[] | null = null
  for (let n = rows.length - 1; n >= 0 && rows.length - n <= solverTuning.maxRunStarts; n--) {
    sum += amountOf(rows[n] as PayRow)
    if (sum === total && total !== 0) longest = rows.slice(n)
  }
  return longest
}

/** Returns the first run of deductions that adds up to the total, as printed or with refunds as negative amounts. */
const findDeductions = (rows: PayRow[], total: number): PayRow[] | null =>
  findRun(rows, total) ?? (rows.some(isRefund) ? findRun(rows, total, refundedAmountOf) : null)

/** Returns the first run of consecutive rows that adds up to the total. */
function findRun(rows: PayRow[], total: number, toPence = amountOf): PayRow[] | null {
  for (let start = 0; start < Math.min(rows.length, solverTuning.maxRunStarts); start++) {
    let sum = 0
    for (let end = start; end < Math.min(rows.length, start + solverTuning.maxRunRows); end++) {
      sum += toPence(rows[end] as PayRow)
      if (Math.abs(sum) === total) return rows.slice(start, end + 1)
    }
  }
  return total === 0 ? [] : null
}

const amountOf = ({ amounts }: PayRow) => amounts.at(-1)?.piece.figure?.pence ?? 0
const isRefund = ({ label }: PayRow) => isRefundLabel(label.text)
const refundedAmountOf = (row: PayRow) => (isRefund(row) ? -Math.abs(amountOf(row)) : amountOf(row))

/** A split and the totals of its lines, which are compared with printed totals. */
type SplitContext = { split: LineSplit; earningsTotal: number; deductionsTotal: number }

type Candidate = { value: PayAmount | null; strength: number }

const noNet: Candidate = { value: null, strength: 0 }

/** Returns all combinations of gross, total deductions and net for one split, each with a score. */
function scoreSolutions(split: LineSplit, amounts: LabelledPayAmount[]): ScoredSolution[] {
  const { earnings, deductions } = split
  const context: SplitContext = {
    split,
    earningsTotal: totalOf(earnings.filter(({ row }) => !row.isBenefit)),
    deductionsTotal: totalOf(deductions),
  }
  const cellsOfLines = new Set([...earnings, ...deductions].map(({ cell }) => cell))
  const free = amounts.filter(({ cell }) => !cellsOfLines.has(cell))
  const printedGrosses = listCandidates(free, 'gross')
  const grosses =
    earnings.length > 0 ? addComputed(printedGrosses, context.earningsTotal, earnings) : printedGrosses
  const totals = addComputed(
    listCandidates(free, 'totalDeductions').flatMap(withBothSigns),
    context.deductionsTotal,
    deductions,
  )
  const nets = [...listCandidates(free, 'net'), noNet]
  return grosses.flatMap((gross) =>
    totals.flatMap((total) => nets.flatMap((net) => scoreSolution(context, gross, total, net) ?? [])),
  )
}

const totalOf = (lines: PayLine[]) => lines.reduce((sum, { pence }) => sum + pence, 0)

const addComputed = (printed: Candidate[], pence: number, lines: PayLine[]): Candidate[] =>
  printed.some(({ value }) => value?.pence === pence)
    ? printed
    : [
        ...printed,
        { value: { pence, at: lines.map(({ cell }) => cell.piece), isPrinted: false }, strength: 0 },
      ]

function scoreSolution(
  { split, earningsTotal, deductionsTotal }: SplitContext,
  { value: gross, strength: grossStrength }: Candidate,
  { value: total, strength: totalStrength }: Candidate,
  { value: net, strength: netStrength }: Candidate,
): ScoredSolution | null {
  const { earnings, deductions, prior, isSplitByArithmetic } = split
  const netAddsUp =
    gross !== null && total !== null && net !== null && gross.pence - total.pence === net.pence
  const isWeak =
    (net && netStrength < solverTuning.minStandaloneStrength) ||
    (gross?.isPrinted && grossStrength < solverTuning.minStandaloneStrength)
  if (!netAddsUp && isWeak) return null
  const earningsAddUp = gross !== null && earnings.length > 0 && gross.pence === earningsTotal
  const deductionsAddUp = total !== null && total.pence === deductionsTotal
  const forEarnings = netAddsUp || gross?.isPrinted ? solverScore.rowsAddUp : solverScore.computedGross
  const forDeductions = deductionsTotal !== 0 ? solverScore.rowsAddUp : solverScore.noDeductionsAddUp
  const isEmpty = (gross?.pence ?? 0) === 0 && (net?.pence ?? 0) === 0
  const score =
    (netAddsUp ? solverScore.netAddsUp : 0) +
    (earningsAddUp ? forEarnings : 0) +
    (deductionsAddUp ? (netAddsUp || total.isPrinted ? forDeductions : solverScore.computedDeductions) : 0) +
    (gross?.isPrinted ? solverScore.printed : 0) +
    (total?.isPrinted ? solverScore.printed : 0) +
    (net ? solverScore.printed : 0) +
    (grossStrength + totalStrength + netStrength) / solverScore.strengthDivisor +
    prior -
    earnings.filter(({ row }) => isTaxOrNi(row)).length * solverScore.taxAmongEarningsPenalty
  return {
    gross,
    totalDeductions: total,
    net,
    earningLines: earnings,
    deductionLines: deductions,
    netAddsUp,
    earningsAddUp,
    deductionsAddUp,
    isSplitByArithmetic,
    score: score - (isEmpty ? solverScore.emptyPenalty : 0),
  }
}

const isTaxOrNi = ({ label }: PayRow) => {
  const { kind } = classifyLabel(label.text)
  return kind === 'tax' || kind === 'ni'
}

/**
 * Lists candidate amounts of one kind, starting with the strongest label. Equal amounts become one candidate with all
 * their positions.
 */
function listCandidates(amounts: LabelledPayAmount[], kind: PayAmountKind): Candidate[] {
  const byPence = Map.groupBy(
    amounts.filter((amount) => amount.kind === kind),
    ({ pence }) => pence,
  )
  return [...byPence]
    .map(([pence, equal]) => ({
      value: {
        pence,
        at: equal.toSorted((one, other) => other.strength - one.strength).map(({ cell }) => cell.piece),
        isPrinted: true,
      },
      strength:
        Math.max(...equal.map(({ strength }) => strength)) + (equal.length - 1) * solverTuning.perRepetition,
    }))
    .toSorted((one, other) => other.strength - one.strength)
    .slice(0, solverTuning.maxCandidates)
}

const withBothSigns = (candidate: Candidate): Candidate[] =>
  candidate.value && candidate.value.pence < 0
    ? [candidate, { ...candidate, value: { ...candidate.value, pence: -candidate.value.pence } }]
    : [candidate]

/**
 * Returns the result if nothing adds up. It contains only amounts that lead clearly over other amounts of the same
 * kind.
 */
function unsolved(amounts: LabelledPayAmount[]): PaySolution {
  const findUnrivalled = (kind: PayAmountKind): PayAmount | null => {
    const [first, second] = listCandidates(amounts, kind)
    const isUnrivalled = first && (!second || first.strength > second.strength + solverTuning.minLooseLead)
    return isUnrivalled ? first.value : null
  }
  return {
    gross: findUnrivalled('gross'),
    totalDeductions: findUnrivalled('totalDeductions'),
    net: findUnrivalled('net'),
    earningLines: [],
    deductionLines: [],
    netAddsUp: false,
    earningsAddUp: false,
    deductionsAddUp: false,
    isAmbiguous: false,
    isSplitByArithmetic: false,
  }
}
