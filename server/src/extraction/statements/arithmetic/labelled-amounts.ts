import type { PageWord } from '../../document.ts'
import { beginsWithRange } from '../text/date-ranges.ts'
import { countDaysBetween, type PrintedDate, parseDate } from '../text/dates.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import { type AmountKind, classifyAmountLabel, isPairedCaption } from '../text/vocabulary.ts'
import { labelledAmountTuning } from '../tuning/arithmetic.ts'
import { signBalance } from './running-balance.ts'

const datedBalance =
  /\b(?:balance|value|savings|shares)\b.*?\b(on|at|as of)\b(?: the)?(?: (close|end) of)?(?<date>.*)/i
/** A sentence that dates a balance before naming it: `On 1 January 2025 your account stood at`. */
const datedSentence =
  /\b(on|at)( the)?(?: (close|end) of)? (?<date>\d.{3,20}?),? (your|the|this) (account|balance)\b.*\b(stood at|was|held|had)\W*$/i

/** A balance named by its currency and date: `GBP on 31 August 2025`. */
const currencyOnDate = /^(?:GBP|\u00a3|pounds?|sterling) on (?<date>\d.{3,18}?)(?: [[(].*)?$/i

/** Returns the date that a label gives its balance, or null if the label is not that of a dated balance. */
function findDateOfLabel(label: string): string | null {
  const date = (datedSentence.exec(label) ?? datedBalance.exec(label))?.groups?.date
  return date === undefined ? null : date.replace(/ (was|is|stood at|were)\W*$/i, '').trim()
}

/** Wording of a balance that the holder owes. */
const overdrawn = /\boverdrawn\b|\bbalance (due|owed|owing) to (us|the bank)\b/i

/** An amount with its label, which is beside, above or below it. */
export type LabelledAmount = {
  kind: AmountKind | null
  label: string
  pence: number
  money: PrintedAmount
  line: StatementLine
  date: PrintedDate | null
  /** The label is at the other side of the page, as in a row of the table. */
  isFar: boolean
}

/**
 * Returns every amount of the document with its label. Column titles do not count as labels. Amounts in the table are
 * included; callers filter them out.
 */
export function findLabelledAmounts(
  lines: readonly StatementLine[],
  titles: ReadonlySet<string>,
  isOwed = false,
): LabelledAmount[] {
  const labelledAmounts = lines.flatMap((_, index) => labelAmounts(lines, index, titles, isOwed))
  clearSingleCaptions(labelledAmounts)
  nameDatedBalances(labelledAmounts)
  nameBalanceAtEnd(labelledAmounts, lines)
  return labelledAmounts
}

/** Drops the meaning of captions such as `Was` if no caption of the other balance is printed. */
function clearSingleCaptions(labelledAmounts: readonly LabelledAmount[]) {
  const paired = labelledAmounts.filter(
    ({ kind, label }) => (kind === 'opening' || kind === 'closing') && isPairedCaption(label),
  )
  if (new Set(paired.map(({ kind }) => kind)).size > 1) return
  for (const labelled of paired) {
    const other = labelled.kind === 'opening' ? 'closing' : 'opening'
    const isAlone = paired.length > 1 || !labelledAmounts.some(({ kind, isFar }) => kind === other && !isFar)
    if (isAlone) labelled.kind = null
  }
}

function labelAmounts(
  lines: readonly StatementLine[],
  index: number,
  titles: ReadonlySet<string>,
  isOwed: boolean,
): LabelledAmount[] {
  const line = lines[index] as StatementLine
  return line.amounts.flatMap((money): LabelledAmount[] => {
    if (money.isForeign) return []
    const labels = findLabels(lines, index, money, { titles, isOwed })
    const named = labels
      .map((label) => ({ label, kind: classifyAmountLabel(label, isOwed) }))
      .find(({ label, kind }) => kind !== null || findDateOfLabel(label) !== null)
    const label = named?.label ?? labels[0] ?? ''
    const isTotal = named?.kind === 'in' || named?.kind === 'out'
    const pence = isTotal ? money.pence : overdrawn.test(label) ? -money.pence : signBalance(money, isOwed)
    const date = line.dates.find(({ right }) => right <= money.fullX) ?? null
    const isFar = isFarFromLabel(line, money)
    return [{ kind: named?.kind ?? null, label, pence, money, line, date, isFar }]
  })
}

/** Finds the lines that consist of an opening and a closing balance under their captions. They are no rows of a table. */
export function findBalanceLines(lines: readonly StatementLine[], isOwed = false): Set<StatementLine> {
  return new Set(
    lines.filter((line, index) => {
      if (line.amounts.length < labelledAmountTuning.minBoxes || !isOnlyAmounts(line)) return false
      const labelled = labelAmounts(lines, index, new Set(), isOwed)
      nameDatedBalances(labelled)
      return (['opening', 'closing'] as const).every((end) => labelled.some(({ kind }) => kind === end))
    }),
  )
}

const isOnlyAmounts = ({ words, amounts }: StatementLine): boolean =>
  words.every((word) => amounts.some((money) => money.words.includes(word)))

function isFarFromLabel({ words }: StatementLine, { fullX }: PrintedAmount): boolean {
  const before = words.findLast(({ right }) => right <= fullX + labelledAmountTuning.edgeTolerance)
  return before !== undefined && fullX - before.right > labelledAmountTuning.minFarDistance
}

/** Returns the words left of an amount or, if there are none, the words above and below it. */
function findLabels(
  lines: readonly StatementLine[],
  index: number,
  money: PrintedAmount,
  { titles, isOwed }: { titles: ReadonlySet<string>; isOwed: boolean },
): string[] {
  const { edgeTolerance, cellGap, maxLabelDistance, otherLineCellGap } = labelledAmountTuning
  const line = lines[index] as StatementLine
  const taken = new Set(line.amounts.flatMap(({ words }) => words))
  const before = line.words.filter((word) => word.right <= money.fullX + edgeTolerance)
  const last = before.findLastIndex((word) => taken.has(word))
  const cells = splitIntoCells(before.slice(last + 1), cellGap)
  const nearest = textOf(cells.at(-1) ?? [])
  if (nearest !== '' && money.fullX - (cells.at(-1)?.at(-1)?.right ?? 0) < maxLabelDistance) {
    const words = before.slice(last + 1)
    const sentence = money.isCell ? words : [...listWordsBefore(lines[index - 1], line, words), ...words]
    const whole = takeClause(textOf(sentence))
    return nearest === whole ? [nearest] : [takeClause(nearest), whole]
  }
  const beside = before.length === 0 ? findLabelBeside(lines, index, money) : undefined
  if (beside && (classifyAmountLabel(beside, isOwed) !== null || findDateOfLabel(beside) !== null))
    return [beside]
  const side = findCaptionSide(lines, index, isOwed)
  const steps = side === null ? listCaptionSteps(lines, index, money) : [side]
  const captions = steps.flatMap((step) => {
    const other = lines[index + step]
    if (!other || other.amounts.length > 0 || titles.has(textOf(other.words))) return []
    if (!isNear(other, line)) return []
    if (step < 0 && side === null && isCaptionBelow(other, lines[index + step - 1], line)) return []
    const cells = splitIntoCells(other.words, otherLineCellGap)
    const label = findCaptionInOrder(cells, line, money) ?? cells.find((cell) => isAboveOrBelow(cell, money))
    if (!label || other.amounts.some(({ words }) => label.some((word) => words.includes(word)))) return []
    const rest = step === 1 ? findWrappedLabel(other, lines[index + 2], label) : []
    return rest.length > 0 ? [textOf([...label, ...rest]), textOf(label)] : [textOf(label)]
  })
  // The words beside an amount may be those of an address, which is printed beside the summary.
  return beside ? [beside, ...captions] : captions
}

/**
 * Lists the positions of the next lines above and below that may have the caption of an amount, nearest first. Lines
 * beside its column, such as those of an address, are skipped.
 */
function listCaptionSteps(lines: readonly StatementLine[], index: number, money: PrintedAmount): number[] {
  const { otherLineCellGap, maxCaptionSteps } = labelledAmountTuning
  const line = lines[index] as StatementLine
  const distance = (step: number) => Math.abs((lines[index + step] as StatementLine).y - line.y)
  const list = (direction: -1 | 1, max: number) =>
    Array.from({ length: maxCaptionSteps }, (_, n) => direction * (n + 1))
      .filter((step) => {
        const other = lines[index + step]
        if (!other || !isNear(other, line)) return false
        const cells = splitIntoCells(other.words, otherLineCellGap)
        return (
          findCaptionInOrder(cells, line, money) !== undefined ||
          cells.some((cell) => isAboveOrBelow(cell, money))
        )
      })
      .slice(0, max)
  return [...list(-1, 2), ...list(1, 1)].toSorted((a, b) => distance(a) - distance(b))
}

const isNear = (other: StatementLine, { page, y, size }: StatementLine): boolean =>
  other.page === page && Math.abs(other.y - y) <= labelledAmountTuning.maxLabelHeight * size

const isAboveOrBelow = (cell: readonly PageWord[], { fullX, fullRight }: PrintedAmount): boolean =>
  (cell[0]?.x ?? 0) < fullRight + labelledAmountTuning.maxLabelOffset &&
  (cell.at(-1)?.right ?? 0) > fullX - labelledAmountTuning.maxLabelOffset

/**
 * Returns on which side the captions of a stack are in which captions and amounts alternate: -1 above, 1 below. The side
 * on which more captions name a balance or total wins; null if neither does, or if the amount is in no such stack.
 */
function findCaptionSide(lines: readonly StatementLine[], index: number, isOwed: boolean): -1 | 1 | null {
  const stack = listStack(lines, index)
  const countNamed = (step: -1 | 1) =>
    stack.filter((line, n) => {
      const caption = stack[n + step]
      return line.amounts.length > 0 && caption && classifyAmountLabel(textOf(caption.words), isOwed) !== null
    }).length
  const amounts = stack.filter((line) => line.amounts.length > 0)
  if (amounts.length < labelledAmountTuning.minStackedAmounts) return null
  const [above, below] = [countNamed(-1), countNamed(1)]
  return above === below ? null : above > below ? -1 : 1
}

/** Lists the lines around an amount that are alternately one caption and one amount, aligned with each other. */
function listStack(lines: readonly StatementLine[], index: number): StatementLine[] {
  const { maxLabelHeight, maxLabelOffset } = labelledAmountTuning
  const isInStack = (line: StatementLine | undefined, neighbour: StatementLine): line is StatementLine => {
    if (!line || line.page !== neighbour.page) return false
    if (Math.abs(line.y - neighbour.y) > maxLabelHeight * Math.max(line.size, neighbour.size)) return false
    const [first, last] = [line.words[0], line.words.at(-1)]
    const isAligned =
      Math.abs((first?.x ?? 0) - (neighbour.words[0]?.x ?? 0)) < maxLabelOffset ||
      Math.abs((last?.right ?? 0) - (neighbour.words.at(-1)?.right ?? 0)) < maxLabelOffset
    const isAmount = line.amounts.length === 1 && isOnlyAmounts(line)
    const isCaption = line.amounts.length === 0 && splitIntoCells(line.words).length === 1
    return isAligned && (neighbour.amounts.length === 0 ? isAmount : isCaption)
  }
  const own = lines[index] as StatementLine
  if (own.amounts.length !== 1 || !isOnlyAmounts(own)) return []
  const stack = [own]
  for (let n = index - 1; isInStack(lines[n], stack[0] as StatementLine); n--)
    stack.unshift(lines[n] as StatementLine)
  for (let n = index + 1; isInStack(lines[n], stack.at(-1) as StatementLine); n++)
    stack.push(lines[n] as StatementLine)
  return stack
}

/** Returns the label left of an amount in larger type, if the two are centred on each other and not on one baseline. */
function findLabelBeside(
  lines: readonly StatementLine[],
  index: number,
  money: PrintedAmount,
): string | undefined {
  const { cellGap, maxLabelDistance, maxBaselineShift } = labelledAmountTuning
  const line = lines[index] as StatementLine
  const [label] = [lines[index - 1], lines[index + 1]].flatMap((other) => {
    if (!other || other.page !== line.page || other.amounts.length > 0) return []
    if (Math.abs(other.y - line.y) > maxBaselineShift * line.size) return []
    const cell = splitIntoCells(
      other.words.filter(({ right }) => right <= money.fullX),
      cellGap,
    ).at(-1)
    return cell && money.fullX - (cell.at(-1)?.right ?? 0) < maxLabelDistance ? [textOf(cell)] : []
  })
  return label
}

/**
 * Returns the caption of an amount in a row of boxes, where captions and amounts may be aligned with opposite edges of
 * their boxes. Only if every amount has a caption does their order tell which is which.
 */
function findCaptionInOrder(
  captions: readonly PageWord[][],
  line: StatementLine,
  money: PrintedAmount,
): PageWord[] | undefined {
  const { amounts } = line
  const isRow = amounts.length >= labelledAmountTuning.minBoxes && amounts.length === captions.length
  return isRow && isOnlyAmounts(line) ? captions[amounts.indexOf(money)] : undefined
}

/** Returns the last part of a sentence: `it is now` of `Your balance was 88.14; it is now`. */
const takeClause = (text: string): string => text.split(/[.;] /).at(-1) ?? ''

/** Returns the end of the line above, if a sentence is wrapped between an amount and the words that name it. */
function listWordsBefore(
  above: StatementLine | undefined,
  { page, y, size, words }: StatementLine,
  label: readonly PageWord[],
): PageWord[] {
  const { maxWrapPitch, maxWrapOffset } = labelledAmountTuning
  const [first] = words
  if (!above || above.page !== page || y - above.y > maxWrapPitch * size || label[0] !== first) return []
  if (Math.abs((above.words[0]?.x ?? 0) - (first?.x ?? 0)) > maxWrapOffset) return []
  const taken = new Set(above.amounts.flatMap((money) => money.words))
  return above.words.slice(above.words.findLastIndex((word) => taken.has(word)) + 1)
}

/** Whether a line above an amount is the caption of other amounts, to which it is closer. */
const isCaptionBelow = (
  caption: StatementLine,
  above: StatementLine | undefined,
  line: StatementLine,
): boolean =>
  above !== undefined &&
  above.page === caption.page &&
  above.amounts.length > 0 &&
  above.words.every((word) => above.amounts.some(({ words }) => words.includes(word))) &&
  caption.y - above.y < line.y - caption.y

/** Returns the second line of a caption below an amount: `Balance when this` above `statement starts`. */
function findWrappedLabel(
  line: StatementLine,
  next: StatementLine | undefined,
  label: readonly PageWord[],
): PageWord[] {
  const { maxWrapPitch, otherLineCellGap, maxWrapOffset } = labelledAmountTuning
  if (
    !next ||
    next.page !== line.page ||
    next.amounts.length > 0 ||
    next.y - line.y > maxWrapPitch * line.size
  )
    return []
  return (
    splitIntoCells(next.words, otherLineCellGap).find(
      ([first]) => first && Math.abs(first.x - (label[0]?.x ?? 0)) < maxWrapOffset,
    ) ?? []
  )
}

/**
 * Identifies balances by their dates: of `Balance on 1 June` and `Balance on 30 June`, the earlier is the opening
 * balance and the later the closing balance.
 */
function nameDatedBalances(labelledAmounts: LabelledAmount[]) {
  const dated = labelledAmounts.flatMap((labelled) => {
    const text = findDateOfLabel(labelled.label)
    const date = text === null ? null : (parseDate(text) ?? labelled.date)
    return !labelled.kind && date ? [{ labelled, date }] : []
  })
  const [first, last] = dated
  if (!first || !last || dated.length !== 2) return
  const days = countDaysBetween(first.date, last.date)
  if (days === 0) return
  const isInOrder = days > 0
  first.labelled.kind = isInOrder ? 'opening' : 'closing'
  last.labelled.kind = isInOrder ? 'closing' : 'opening'
}

/** Identifies the closing balance by its date if that is the end of a printed period: `GBP on 31 August 2025`. */
function nameBalanceAtEnd(labelledAmounts: readonly LabelledAmount[], lines: readonly StatementLine[]) {
  const ends = lines.flatMap((line) =>
    beginsWithRange(line) ? [(line.dates[1] as PrintedDate).words.map(({ text }) => text).join(' ')] : [],
  )
  for (const labelled of labelledAmounts) {
    const date = currencyOnDate.exec(labelled.label)?.groups?.date
    if (labelled.kind === null && date !== undefined && ends.includes(date)) labelled.kind = 'closing'
  }
}
