import type { PageWord, ParseCheck, StatementParse, ValueSource } from '../document.ts'
import { findLabelledAmounts, type LabelledAmount } from './arithmetic/labelled-amounts.ts'
import { accountInformation, accountProvenance } from './facts/account-information.ts'
import { findPeriods } from './facts/period.ts'
import { readFacts } from './read-statement.ts'
import { isFactGrid } from './table/table.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from './text/lines.ts'
import {
  continuesAccount,
  isShortPhrase,
  listAccountNumbers,
  namesOtherAccount,
} from './text/main-account.ts'
import { formatPence } from './text/money.ts'
import type { StatementText } from './text/statement-text.ts'
import { type BalanceMarker, findMarker, nothingHappened } from './text/vocabulary.ts'
import { labelledAmountTuning } from './tuning/arithmetic.ts'
import { parseTuning } from './tuning/checks.ts'

/**
 * Reads the statement of a month without transactions, which says so or prints a single balance, both brought and
 * carried forward. Returns null if any dated amount may be a transaction.
 */
export function readEmptyStatement(text: StatementText): StatementParse | null {
  const { pages, lines, letterheadLines } = text
  if (lines.some(mayBeRow) || pages.length === 0) return null
  const labelled = findLabelledAmounts(lines, new Set())
  const markers = labelled.map((amount) => ({ amount, marker: findMarker(textWithoutAmounts(amount.line)) }))
  const find = (kind: 'opening' | 'closing', forwarded: 'brought' | 'carried') =>
    labelled.find((amount) => amount.kind === kind) ??
    markers.find(({ marker }) => marker === kind || marker === forwarded)?.amount ??
    (isStated ? labelled.find((amount) => sentenceKinds[kind].test(getSentence(lines, amount))) : undefined)
  const isStated = lines.some(({ words }) => nothingHappened.test(textOf(words)))
  const opening = find('opening', 'brought')
  const closing =
    find('closing', 'carried') ??
    (isStated ? (findLaterBalance(markers, opening) ?? findOnlyBalance(lines, labelled, opening)) : undefined)
  const isUnchanged = opening !== undefined && closing?.pence === opening.pence
  const balance = opening ?? closing
  const isOneBalance = labelled.every(
    (amount) =>
      !amount.money.isCell ||
      amount.pence === 0 ||
      amount.pence === balance?.pence ||
      [amount.label, ...listCaptions(lines, amount)].some((label) => balanceOfPots.test(label)),
  )
  // If nothing happened, one balance is enough; the other is not printed.
  const isHalfPrinted = isStated && isOneBalance && (opening === undefined) !== (closing === undefined)
  if (!isHalfPrinted && !(isUnchanged && (isStated || isOneBalance))) return null

  const periods = findPeriods(lines, new Set(), labelled)
  const period = periods.find(({ isPrinted }) => isPrinted)
  const { facts, accounts } = readFacts(
    letterheadLines,
    [],
    { tops: new Map() },
    pages.map(({ height }) => height),
  )
  const isOcr = pages.some(({ source }) => source === 'ocr')
  const check = (name: string, isPassed: boolean, note: string): ParseCheck => ({ name, isPassed, note })
  const checks = [
    check(
      'empty',
      isStated,
      isStated ? 'The statement says that nothing happened' : 'No transactions are printed',
    ),
    check('closes', isUnchanged, 'The closing balance equals the opening balance'),
    check('period', periods.length === 1 && period?.isPrinted === true, 'The period is printed once'),
    check('account', accounts.length <= 1, 'Only one account number is printed'),
    check('source', !isOcr, 'The text is in the file'),
  ]
  const source = (place: ValueSource['place'], confidence: ValueSource['confidence']): ValueSource => ({
    place,
    method: isOcr ? 'ocr' : 'text',
    confidence,
  })
  const provenance = accountProvenance(facts, isOcr ? 'ocr' : 'text')
  if (period?.start) provenance['statement_period.start_date'] = source(period.startPlace, 'printed')
  if (period?.end) provenance['statement_period.end_date'] = source(period.endPlace, 'printed')
  const locate = ({ line, money }: LabelledAmount) => source(locateWords(line.page, money.words), 'printed')
  if (opening) provenance['balance_information.opening_balance'] = locate(opening)
  if (closing) provenance['balance_information.closing_balance'] = locate(closing)
  const verified = checks.every(({ isPassed }) => isPassed)
  return {
    submission: {
      account_information: accountInformation(facts),
      statement_period: { start_date: period?.start ?? null, end_date: period?.end ?? null },
      balance_information: {
        opening_balance: opening ? formatPence(opening.pence) : null,
        closing_balance: closing ? formatPence(closing.pence) : null,
      },
      transactions: [],
    },
    provenance,
    checks,
    verified,
    certified: verified ? ['balances_and_amounts', 'descriptions'] : [],
    layout: null,
    cells: [],
    findings: [],
    warnings: checks
      .filter(({ isPassed }) => !isPassed)
      .map(({ note }) => `Not confirmed: ${note.toLowerCase()}.`),
  }
}

/**
 * Reads the main account if it had no transactions, but rows of another account follow below a heading. Both balances
 * of the main account must be printed above that heading and be equal. If the statement does not say that nothing
 * happened, the heading must name another account or be above another opening balance, and the rows must not continue
 * the balance. Returns null otherwise, and if the rows are certain and nothing says that nothing happened.
 */
export function readEmptyMainAccount(text: StatementText, areRowsCertain: boolean): StatementParse | null {
  const { lines } = text
  const said = lines.findIndex(({ words }) => nothingHappened.test(textOf(words)))
  if (said < 0 && areRowsCertain) return null
  const firstRow = lines.findIndex(mayBeRow)
  if (firstRow < Math.max(0, said)) return null
  const headings = lines
    .slice(said + 1, firstRow)
    .filter((line) => !line.isPanel && isShortPhrase(line) && (said >= 0 || mayBeginAccount(line)))
  for (const heading of headings.slice(0, parseTuning.maxCutsTried)) {
    const isAbove = ({ page, y, isPanel }: StatementLine) =>
      page < heading.page || (page === heading.page && (isPanel || y < heading.y))
    const part = readEmptyStatement({
      ...text,
      lines: lines.filter(isAbove),
      letterheadLines: text.letterheadLines.filter(isAbove),
    })
    const { opening_balance, closing_balance } = part?.submission?.balance_information ?? {}
    // One balance is enough if the statement says that nothing happened and the heading names another account.
    if (part && closing_balance && !opening_balance && said >= 0 && namesOtherAccount(heading, new Set()))
      return part
    if (part && opening_balance && opening_balance === closing_balance) {
      const pence = Number(opening_balance.replace(/\D/g, ''))
      const rest = lines.filter((line) => !isAbove(line))
      if (said >= 0 || (pence !== 0 && !continuesAccount(rest, [pence]))) return part
    }
  }
  return null

  function mayBeginAccount(line: StatementLine): boolean {
    const index = lines.indexOf(line)
    const below = lines.slice(index + 1, index + 1 + parseTuning.maxTitleLines)
    return (
      namesOtherAccount(line, new Set(lines.slice(0, index).flatMap(listAccountNumbers))) ||
      below.some((other) => other.amounts.some(({ isCell }) => isCell) && opensAccount(other))
    )
  }
}

const opensAccount = (line: StatementLine): boolean =>
  ['opening', 'brought'].includes(findMarker(textWithoutAmounts(line)) ?? '')

/** Whether a line has a date and an amount other than 0.00, and its wording is not that of a balance. */
function mayBeRow(line: StatementLine, index: number, lines: readonly StatementLine[]): boolean {
  const { dates, amounts } = line
  if (isFactGrid(line, lines[index - 1], lines[index + 1])) return false
  if (dates.length === 0 || !amounts.some(({ isCell, pence }) => isCell && pence !== 0)) return false
  if (amounts.every(({ isForeign }) => isForeign)) return true
  const marker = findMarker(textWithoutAmounts(line))
  return marker === null || marker === 'total'
}

/** Returns the balance of a date below the opening balance: `Balance at 5 April 2025`. */
const findLaterBalance = (
  markers: readonly { amount: LabelledAmount; marker: BalanceMarker | null }[],
  opening: LabelledAmount | undefined,
): LabelledAmount | undefined =>
  markers.findLast(
    ({ amount, marker }) =>
      marker === 'balance' && opening !== undefined && amount.pence === opening.pence && amount !== opening,
  )?.amount

const balanceOfPots = /^balance in (?:your |all |other )?(?:pots?|spaces?|pockets?|jars?|vaults?)\W*$/i

const unqualifiedBalance =
  /^(?!.*\b(?:available|overdraft|average|minimum|maximum|limit|interest|pots?|spaces?)\b).*\bbalance\W*$/i

/** Returns the only balance of an account in which nothing happened: `Personal account balance`. */
function findOnlyBalance(
  lines: readonly StatementLine[],
  labelled: readonly LabelledAmount[],
  opening: LabelledAmount | undefined,
): LabelledAmount | undefined {
  const balances = labelled.filter((amount) =>
    [amount.label, ...listCaptions(lines, amount)].some((label) => unqualifiedBalance.test(label)),
  )
  return opening === undefined && balances.length === 1 ? balances[0] : undefined
}

/** Lists the texts above and below an amount, in columns whose lines may be at other heights than those beside them. */
const listCaptions = (lines: readonly StatementLine[], { line, money }: LabelledAmount): string[] =>
  lines.flatMap((other) => {
    const isNear =
      other !== line &&
      other.page === line.page &&
      Math.abs(other.y - line.y) < labelledAmountTuning.maxLabelHeight * line.size
    if (!isNear || other.amounts.length > 0) return []
    return splitIntoCells(other.words, labelledAmountTuning.otherLineCellGap)
      .filter((cell) => (cell[0]?.x ?? 0) < money.fullRight && (cell.at(-1)?.right ?? 0) > money.fullX)
      .map(textOf)
  })

/** Wording around a balance in a letter: `The balance was £4,018.77 when the period began.` */
const sentenceKinds = {
  opening: /\bbalance was\b.*\b(began|started)\b/i,
  closing: /\bbalance\b.*\b(also|still|unchanged|remain(s|ed)|ended)\b/i,
}

/** Returns the sentence that contains an amount. It may begin on the line above and end on the line below. */
function getSentence(lines: readonly StatementLine[], { line, money }: LabelledAmount): string {
  const index = lines.indexOf(line)
  const words = lines
    .slice(Math.max(0, index - 1), index + 2)
    .filter(({ page }) => page === line.page)
    .flatMap((near) => near.words)
  const position = words.indexOf(money.words[0] as PageWord)
  const isEnd = ({ text }: PageWord) => /[.;]$/.test(text)
  const end = words.findIndex((word, n) => n >= position && isEnd(word))
  return textOf(words.slice(words.slice(0, position).findLastIndex(isEnd) + 1, end < 0 ? undefined : end + 1))
}

function textWithoutAmounts({ words, amounts, dates }: StatementLine): string {
  const taken = new Set([...amounts, ...dates].flatMap((found) => found.words))
  return textOf(words.filter((word) => !taken.has(word)))
}
