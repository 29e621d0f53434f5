import type { TableEntry, TableSection } from '../table/table-content.ts'
import { textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import { runningBalanceTuning } from '../tuning/arithmetic.ts'
import { estimateChance, type SignSource, solveSigns } from './solve-signs.ts'

/**
 * How a single amount column shows whether an amount is money in or out. `minus`: amounts with a minus are money out.
 * `plus`: only amounts marked as credit are money in. `inverse`: only amounts with a minus are money in. `section`:
 * the section heading decides. `refunds`: like `section`, but a minus reverses the direction of the section. `type`: the
 * transaction type decides; the direction of each type is solved from the
 * opening and closing balance. `solve`: nothing is printed, so the signs are solved from the balances.
 */
export type SignMode = 'minus' | 'plus' | 'solve' | 'section' | 'refunds' | 'inverse' | 'type'

/** One transaction in the running balance. */
export type BalanceStep = {
  entry: TableEntry
  money: PrintedAmount
  /** Amount with its sign; money in is positive. */
  pence: number
  sign: SignSource
  /** A printed balance or total equals the sum that includes this row. */
  isConfirmed: boolean
  /** No other combination of signs leads to the same balance. */
  isUnique: boolean
  /** The amount is outside all columns, but equals the change of the balance. */
  isRescued: boolean
}
/** A printed balance that does not follow from the previous balance and the transactions in between. */
export type BalanceBreak = { entry: TableEntry; expected: number; actual: number; steps: number }
export type PrintedTotal = {
  entry: TableEntry
  kind: 'in' | 'out' | 'amount'
  pence: number
  isRight: boolean
}

export type RunningBalance = {
  steps: BalanceStep[]
  breaks: BalanceBreak[]
  totals: PrintedTotal[]
  /**
   * The opening balance is printed in a row, stated in the summary, or computed backwards from the first printed
   * balance.
   */
  opening: { pence: number; entry: TableEntry | null; from: 'row' | 'summary' | 'computed' } | null
  closing: {
    pence: number
    entry: TableEntry | null
    from: 'row' | 'balance' | 'summary' | 'computed'
  } | null
  /** Balances of the summary that contradict the rows. */
  disagrees: ('opening' | 'closing')[]
  /** Number of printed balances that the running balance reached. */
  checks: number
  /** Probability that signs could also be found for unrelated amounts; 0 if no sign had to be solved. */
  coincidence: number
  resets: TableEntry[]
}

/**
 * Opening and closing balance in pence, as stated in the summary. `isOwed`: a balance without a sign is a debt, as on the
 * statement of a credit card; it is negative here.
 */
export type StatedBalances = {
  opening: number | null
  closing: number | null
  isOwed?: boolean | undefined
}

/** Returns a printed balance as a signed number; a balance without a sign is in credit, or a debt if `isOwed`. */
export function signBalance({ pence, mark, words }: PrintedAmount, isOwed = false): number {
  if (!isOwed) return mark === '-' ? -pence : pence
  const isDebit = mark === null || /\d\s*(DR|DB|D)\.?$/i.test(textOf(words))
  return isDebit ? -pence : pence
}

type Sums = { in: number; out: number }

/** State of the computation while it processes the entries. */
type BalanceState = {
  mode: SignMode
  sections: readonly TableSection[]
  stated: StatedBalances
  result: RunningBalance
  /** Whether a sign in the column for money out or money in has a meaning, such as a reversal. */
  signs: { reversesOut: boolean; reversesIn: boolean; creditsOut: boolean }
  /** Sections in which some amounts have a minus. */
  signedSections: ReadonlySet<number>
  /** Sign of each transaction type in sign mode `type`. */
  typeSigns: ReturnType<typeof solveTypeSigns>
  /** The last printed balance, or null before the first one. */
  previous: number | null
  isFromSummary: boolean
  /** The opening balance has no known wording, so it may not be the opening balance of the account. */
  isTentative: boolean
  /** Steps since the last printed balance. */
  pending: BalanceStep[]
  section: number
  /**
   * Sums of the current section, of the rows since the last total (groups may have no recognised heading), and of all
   * rows.
   */
  sums: { section: Sums; sinceTotal: Sums; all: Sums }
  /** Sums of whole columns and whole sections. */
  columnSums: Set<number>
}

/** Adds up the entries and compares the running balance with every printed balance and total. */
export const computeRunningBalance = (
  printed: readonly TableEntry[],
  mode: SignMode,
  sections: readonly TableSection[],
  stated: StatedBalances,
): RunningBalance => addUp(printed, mode, sections, stated, () => false) as RunningBalance

/**
 * Like `computeRunningBalance`, but gives up and returns null as soon as `isHopeless` says so. It is called after each
 * balance that does not follow from the rows.
 */
export function addUp(
  printed: readonly TableEntry[],
  mode: SignMode,
  sections: readonly TableSection[],
  stated: StatedBalances,
  isHopeless: (breaks: readonly BalanceBreak[]) => boolean,
): RunningBalance | null {
  const entries = dropSummaryLines(printed)
  const notes = findNotes(entries)
  const state = createState(entries, mode, sections, stated)
  const { breaks } = state.result
  for (const [n, entry] of entries.entries()) {
    const knownBreaks = breaks.length
    if (entry.section !== state.section) {
      state.section = entry.section
      state.sums.section = { in: 0, out: 0 }
    }
    if (!isNeededForBalance(state, entries, n) && acceptTotal(state, entry)) continue
    if (entry.amount && !notes.has(entry)) addStep(state, entry, entry.amount)
    else if (entry.balance && state.previous !== null && state.pending.length === 0)
      rescueAmount(state, entry, entry.balance, state.previous)
    if (entry.balance) settleBalance(state, entry, entry.balance)
    if (breaks.length > knownBreaks && isHopeless(breaks)) return null
  }
  finish(state)
  return state.result
}

/** Finds amounts below all rows that explain them and are not transactions. */
function findNotes(entries: readonly TableEntry[]): ReadonlySet<TableEntry> {
  return new Set([...findZerosBelowRows(entries), ...listEntriesBelowLastBalance(entries)])
}

/** Finds undated amounts of 0.00 below all rows, such as `Less items not yet cleared`. */
function findZerosBelowRows(entries: readonly TableEntry[]): TableEntry[] {
  const rows = entries.filter(({ amount, marker }) => amount && amount.money.pence !== 0 && marker === null)
  const isBelowRows = ({ line: { page, y } }: TableEntry) =>
    rows.every(({ line }) => line.page < page || (line.page === page && line.y < y))
  return entries.filter(
    (entry) =>
      entry.amount?.money.pence === 0 && entry.balance === null && !entry.isDated && isBelowRows(entry),
  )
}

/**
 * Lists the undated amounts below a line that repeats the balance of the last row: `Balance at 5 April 2025` above `Gross
 * interest paid in this period`. A row would have a date or a balance.
 */
function listEntriesBelowLastBalance(entries: readonly TableEntry[]): readonly TableEntry[] {
  const last = entries.findLastIndex(({ balance }) => balance !== null)
  const before = entries.slice(0, last).findLast(({ balance }) => balance !== null)
  const end = entries[last]
  // Below a balance brought forward, the rows of a day may continue without a date.
  const isEnd = end?.amount === null && (end.marker === 'balance' || end.marker === 'closing')
  const isRepeated = isEnd && end.balance?.pence === before?.balance?.pence
  const below = entries.slice(last + 1)
  const isNote = ({ isDated, line }: TableEntry) => !isDated && line.page === end?.line.page
  return isRepeated && below.every(isNote) ? below : []
}

function createState(
  entries: readonly TableEntry[],
  mode: SignMode,
  sections: readonly TableSection[],
  stated: StatedBalances,
): BalanceState {
  const hasTotals = entries.some(({ marker, both }) => marker === 'total' || both !== null)
  const typeSigns = mode === 'type' ? solveTypeSigns(entries, stated) : null
  return {
    mode,
    sections,
    stated,
    typeSigns,
    signedSections: findSignedSections(entries, sections),
    result: {
      steps: [],
      breaks: [],
      totals: [],
      opening: stated.opening === null ? null : { pence: stated.opening, entry: null, from: 'summary' },
      closing: null,
      disagrees: [],
      checks: 0,
      coincidence: typeSigns?.chance ?? 0,
      resets: [],
    },
    signs: {
      reversesOut: isMeaningfulMark(entries, 'out', '-'),
      reversesIn: isMeaningfulMark(entries, 'in', '-'),
      creditsOut: isMeaningfulMark(entries, 'out', '+'),
    },
    previous: stated.opening,
    isFromSummary: stated.opening !== null,
    isTentative: false,
    pending: [],
    section: -1,
    sums: { section: { in: 0, out: 0 }, sinceTotal: { in: 0, out: 0 }, all: { in: 0, out: 0 } },
    columnSums: hasTotals ? sumColumns(entries) : new Set(),
  }
}

const listSums = ({ sums }: BalanceState): Sums[] => [sums.section, sums.sinceTotal, sums.all]

const signOf = (
  state: BalanceState,
  entry: TableEntry,
  { money, role }: NonNullable<TableEntry['amount']>,
): [number, SignSource] =>
  role === 'amount' ? signAmount(state, entry, money) : signColumn(state, money, role)

function addStep(state: BalanceState, entry: TableEntry, amount: NonNullable<TableEntry['amount']>) {
  const [factor, sign] = signOf(state, entry, amount)
  pushStep(state, {
    entry,
    money: amount.money,
    pence: factor * amount.money.pence,
    sign,
    isConfirmed: false,
    isUnique: state.typeSigns?.isUnique ?? true,
    isRescued: false,
  })
}

function pushStep(state: BalanceState, step: BalanceStep) {
  state.pending.push(step)
  state.result.steps.push(step)
  addToSums(state, step.pence)
}

function addToSums(state: BalanceState, pence: number) {
  const direction = pence > 0 ? 'in' : 'out'
  for (const sum of listSums(state)) sum[direction] += Math.abs(pence)
}

function signColumn(
  { signs }: BalanceState,
  { mark }: PrintedAmount,
  role: 'in' | 'out',
): [number, SignSource] {
  const isReversed =
    role === 'out'
      ? (signs.reversesOut && mark === '-') || (signs.creditsOut && mark === '+')
      : signs.reversesIn && mark === '-'
  const factor = role === 'out' ? -1 : 1
  return [isReversed ? -factor : factor, 'column']
}

function signAmount(state: BalanceState, entry: TableEntry, { mark }: PrintedAmount): [number, SignSource] {
  const { mode, typeSigns, sections } = state
  if (mode === 'solve') return [entry.likelySign, 'guess']
  if (mode === 'type')
    return typeSigns
      ? [typeSigns.signs.get(entry.transactionType) ?? -1, 'solved']
      : [entry.likelySign, 'guess']
  if (mode === 'refunds') {
    const direction = sections[entry.section]?.direction === 'in' ? 1 : -1
    return mark === '-' ? [-direction, 'mark'] : [direction, 'section']
  }
  if (mode === 'section') {
    if (mark === '-') return [-1, 'mark']
    // A refund is marked as credit in the section of the payments: `28.99 CR`.
    if (mark === '+') return [1, 'mark']
    // In a section in which some amounts have a minus (`Charges, interest and corrections`), the amounts without one
    // are money in.
    const isIn = sections[entry.section]?.direction === 'in' || state.signedSections.has(entry.section)
    return [isIn ? 1 : -1, 'section']
  }
  if (mode === 'plus') return [mark === '+' ? 1 : -1, 'mark']
  if (mode === 'inverse') return [mark === '-' ? 1 : -1, 'mark']
  return [mark === '-' ? -1 : 1, 'mark']
}

/**
 * Whether the next balance follows from the rows only with the amount of an entry that is worded like a total: `TOTAL
 * CHARGES TO 09 OCT`, `TOTAL FITNESS`. The entry is then a transaction. A row below the first of its day has no date.
 */
function isNeededForBalance(state: BalanceState, entries: readonly TableEntry[], n: number): boolean {
  const own = entries[n] as TableEntry
  if (own.marker !== 'total' || !own.amount || own.amount.money.pence === 0 || state.previous === null)
    return false
  const isGuessed = (sign: SignSource) => sign === 'guess' || sign === 'solved'
  if (state.pending.some(({ sign }) => isGuessed(sign))) return false
  let sum = state.previous + sumPence(state.pending)
  for (const entry of entries.slice(n, n + runningBalanceTuning.maxRowsToBalance)) {
    const { amount, balance, both, section } = entry
    if (both || section !== own.section) return false
    if (amount) {
      const [factor, sign] = signOf(state, entry, amount)
      if (isGuessed(sign)) return false
      sum += factor * amount.money.pence
    }
    if (balance) return signBalance(balance, state.stated.isOwed) === sum
  }
  return false
}

/**
 * Whether the entry is a row of totals. Its amount must equal a sum of the rows, which distinguishes it from a
 * payment to a payee called Total.
 */
function acceptTotal(state: BalanceState, entry: TableEntry): boolean {
  const totals = readTotals(state, entry)
  if (!totals) return false
  state.result.totals.push(...totals)
  state.sums.sinceTotal = { in: 0, out: 0 }
  return true
}

function readTotals(state: BalanceState, entry: TableEntry): PrintedTotal[] | undefined {
  const { columnSums, sums } = state
  const money = entry.amount?.money
  if (entry.both) {
    const { in: ins, out: outs } = entry.both
    const isRight =
      listSums(state).some((sum) => sum.in === ins.pence && sum.out === outs.pence) ||
      (columnSums.has(ins.pence) && columnSums.has(outs.pence))
    if (!isRight && entry.marker !== 'total') return undefined
    return [
      { entry, kind: 'in', pence: ins.pence, isRight },
      { entry, kind: 'out', pence: outs.pence, isRight },
    ]
  }
  if (entry.marker === 'total' && money && entry.amount) {
    const kind = entry.amount.role
    const reached = [...listSums(state), sumDirections(state.pending)].flatMap((sum) =>
      kind === 'amount' ? [sum.in, sum.out, Math.abs(sum.in - sum.out)] : [sum[kind]],
    )
    const isRight = reached.includes(money.pence) || columnSums.has(money.pence)
    // A dated row is a payment to a payee called Total, not a total.
    if (!isRight && entry.isDated) return undefined
    return [{ entry, kind, pence: money.pence, isRight }]
  }
  if (entry.marker === 'total' && entry.balance && !money) {
    const reached = [sums.section.in, sums.section.out, sums.all.in, sums.all.out]
    return reached.includes(entry.balance.pence) || columnSums.has(entry.balance.pence) ? [] : undefined
  }
  return undefined
}

/** Sums money in and money out of the steps since the last balance, to compare with the total of a day. */
const sumDirections = (steps: readonly BalanceStep[]): Sums => ({
  in: steps.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
  out: steps.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0),
})

/** Returns the sections in which some amounts have a minus, on any of their pages. */
function findSignedSections(
  entries: readonly TableEntry[],
  sections: readonly TableSection[],
): ReadonlySet<number> {
  const getHeading = (section: number) =>
    textOf(sections[section]?.line.words ?? []).replace(/\W*\bcont(inued)?\b.*$/i, '')
  const signed = new Set(
    entries.flatMap(({ amount, section, marker }) =>
      amount?.money.mark === '-' && marker !== 'total' ? [getHeading(section)] : [],
    ),
  )
  return new Set(sections.keys().filter((section) => signed.has(getHeading(section))))
}

/** Uses an amount outside the columns as the transaction if it equals the change of the balance. */
function rescueAmount(state: BalanceState, entry: TableEntry, balance: PrintedAmount, previous: number) {
  const change = signBalance(balance, state.stated.isOwed) - previous
  const money = change === 0 ? undefined : entry.others.find(({ pence }) => pence === Math.abs(change))
  if (!money || entry.marker) return
  pushStep(state, {
    entry,
    money,
    pence: change,
    sign: 'balance',
    isConfirmed: false,
    isUnique: true,
    isRescued: true,
  })
}

/** Compares a printed balance with the running balance. */
function settleBalance(state: BalanceState, entry: TableEntry, balance: PrintedAmount) {
  const actual = signBalance(balance, state.stated.isOwed)
  if (state.previous === null) openWith(state, entry, actual)
  else if (state.pending.length === 0) compareRepeated(state, entry, actual, state.previous)
  else closePending(state, entry, actual, state.previous)
  // If a balance is printed again without an amount, it is the closing balance, whatever its wording.
  const isRepeated = entry.marker === 'balance' && entry.amount === null && state.pending.length === 0
  const isClosing = entry.marker === 'closing' || entry.marker === 'carried' || isRepeated
  state.result.closing = { pence: actual, entry, from: isClosing ? 'row' : 'balance' }
  state.previous = actual
  state.pending = []
}

/**
 * Handles the first printed balance. If no rows precede it, it is the opening balance; if rows precede it, the
 * opening balance is computed from it.
 */
function openWith(state: BalanceState, entry: TableEntry, actual: number) {
  const { result, pending, mode } = state
  if (pending.length === 0) {
    result.opening ??= { pence: actual, entry, from: 'row' }
    state.isTentative = entry.marker === null
    return
  }
  result.opening ??= { pence: actual - sumPence(pending), entry: null, from: 'computed' }
  if (mode === 'solve') for (const step of pending) step.isUnique = false
}

/** Compares a balance with the previous one if there are no transactions in between; both must be equal. */
function compareRepeated(state: BalanceState, entry: TableEntry, actual: number, previous: number) {
  const { result } = state
  if (state.isFromSummary && result.opening?.from === 'summary' && result.steps.length === 0) {
    if (actual !== previous) result.disagrees.push('opening')
    result.opening = { pence: actual, entry, from: 'row' }
  } else if (actual !== previous && state.isTentative) {
    result.opening = { pence: actual, entry, from: 'row' }
    state.isTentative = entry.marker === null
  } else if (actual !== previous) {
    if (entry.marker === 'opening' || entry.marker === 'brought') result.resets.push(entry)
    result.breaks.push({ entry, expected: previous, actual, steps: 0 })
  } else result.checks++
}

/** Checks whether the pending steps lead to this balance, and solves missing signs. */
function closePending(
  state: BalanceState,
  entry: TableEntry | null,
  actual: number,
  previous: number,
): boolean {
  const { mode, pending, result } = state
  const total = sumPence(pending)
  const isRight =
    mode === 'solve' ? solvePending(state, actual, previous, total) : previous + total === actual
  if (isRight) {
    result.checks++
    for (const step of pending) step.isConfirmed = true
  } else if (
    entry &&
    (state.isFromSummary || state.isTentative) &&
    result.checks === 0 &&
    result.breaks.length === 0
  ) {
    // The first printed balance does not follow from the stated opening balance, so one of these two balances was
    // misread.
    if (state.isFromSummary) result.disagrees.push('opening')
    result.opening = { pence: actual - total, entry: null, from: 'computed' }
  } else if (entry) result.breaks.push({ entry, expected: previous + total, actual, steps: pending.length })
  state.isFromSummary = false
  state.isTentative = false
  return isRight
}

/** Finds signs for the pending amounts so that their sum equals the change of the balance. */
function solvePending(state: BalanceState, actual: number, previous: number, total: number): boolean {
  const { pending, result } = state
  const unsigned = pending.filter(({ sign, pence }) => sign === 'guess' && pence !== 0)
  if (unsigned.length === 0) return previous + total === actual
  const signedTotal = total - sumPence(unsigned)
  const amounts = unsigned.map(({ money }) => money.pence)
  const solutions = solveSigns(
    amounts,
    actual - previous - signedTotal,
    unsigned.map((step) => step.entry.likelySign),
  )
  result.coincidence = (result.coincidence || 1) * estimateChance(amounts)
  unsigned.forEach((step, n) => {
    const sign = solutions[0]?.[n]
    if (sign === undefined) return
    replaceInSums(state, step.pence, sign * step.money.pence)
    step.pence = sign * step.money.pence
    step.sign = unsigned.length === 1 ? 'balance' : 'solved'
  })
  if (solutions.length !== 1) for (const step of unsigned) step.isUnique = false
  return solutions.length > 0 || previous + total === actual
}

function replaceInSums(state: BalanceState, before: number, after: number) {
  if (before === after) return
  for (const sum of listSums(state)) {
    sum[before > 0 ? 'in' : 'out'] -= Math.abs(before)
    sum[after > 0 ? 'in' : 'out'] += Math.abs(after)
  }
}

/** Compares the steps after the last printed balance with the stated closing balance. */
function finish(state: BalanceState) {
  const { pending, previous, stated, result } = state
  if (pending.length > 0 && previous !== null && stated.closing !== null) {
    if (closePending(state, null, stated.closing, previous))
      result.closing = { pence: stated.closing, entry: null, from: 'summary' }
    else result.disagrees.push('closing')
  } else if (pending.length > 0 && previous !== null) {
    result.closing = { pence: previous + sumPence(pending), entry: null, from: 'computed' }
  } else if (stated.closing !== null && result.closing && result.closing.pence !== stated.closing)
    result.disagrees.push('closing')
}

const sumPence = (steps: readonly BalanceStep[]): number => steps.reduce((sum, { pence }) => sum + pence, 0)

/**
 * Finds a direction for each transaction type so that all rows together lead from the opening to the closing balance.
 */
function solveTypeSigns(entries: readonly TableEntry[], { opening, closing }: StatedBalances) {
  if (opening === null || closing === null) return null
  const sums = new Map<string, { pence: number; likelySign: number }>()
  for (const { amount, marker, transactionType, likelySign } of entries) {
    if (!amount || marker === 'total') continue
    const sum = sums.get(transactionType) ?? { pence: 0, likelySign: 0 }
    sums.set(transactionType, {
      pence: sum.pence + amount.money.pence,
      likelySign: sum.likelySign + likelySign,
    })
  }
  const typeSums = [...sums.values()]
  const solutions = solveSigns(
    typeSums.map(({ pence }) => pence),
    closing - opening,
    typeSums.map(({ likelySign }) => Math.sign(likelySign)),
  )
  const [first] = solutions
  if (!first) return null
  return {
    signs: new Map([...sums.keys()].map((type, n) => [type, first[n] as number])),
    isUnique: solutions.length === 1,
    chance: estimateChance(typeSums.map(({ pence }) => pence)),
  }
}

/**
 * Drops opening balances after the last row and closing balances before the first row, because these lines belong to
 * a summary.
 */
export function dropSummaryLines(entries: readonly TableEntry[]): TableEntry[] {
  const isRow = ({ amount, marker }: TableEntry) => amount !== null && marker !== 'total'
  const [first, last] = [entries.findIndex(isRow), entries.findLastIndex(isRow)]
  return entries.filter(({ marker }, n) => {
    if (n < first) return marker !== 'closing' && marker !== 'carried'
    return n <= last || (marker !== 'opening' && marker !== 'brought')
  })
}

/** Returns the sums of whole columns and sections. Their totals may be printed anywhere. */
function sumColumns(entries: readonly TableEntry[]): Set<number> {
  const sums = new Map<string, number>()
  for (const { amount, marker, section, both } of entries) {
    if (!amount || marker === 'total' || both) continue
    const { money, role } = amount
    for (const key of [
      role,
      `${role} ${money.mark}`,
      `${role} ${section}`,
      `${role} ${section} ${money.mark}`,
    ]) {
      sums.set(key, (sums.get(key) ?? 0) + money.pence)
    }
  }
  return new Set([...sums.values(), 0])
}

/**
 * Whether a sign in a column of one direction means a reversal. If most amounts of the column have the sign, it has
 * no meaning.
 */
function isMeaningfulMark(entries: readonly TableEntry[], role: 'in' | 'out', mark: '-' | '+'): boolean {
  const amounts = entries.flatMap(({ amount }) => (amount?.role === role ? [amount.money] : []))
  const marked = amounts.filter((money) => money.mark === mark).length
  return marked > 0 && marked < amounts.length * runningBalanceTuning.maxSignedShare
}
