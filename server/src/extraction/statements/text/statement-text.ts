import type { PageWord, PdfPage } from '../../document.ts'
import { textTuning } from '../tuning/text.ts'
import { dropBadges } from './badges.ts'
import { raiseCentredAmounts } from './centred-amounts.ts'
import { unfoldChequeLists } from './cheque-lists.ts'
import { spellCompactDates } from './compact-dates.ts'
import { joinDayBalances } from './day-balances.ts'
import { dropDayTotals } from './day-totals.ts'
import { markFlushColumns } from './flush-columns.ts'
import { groupIntoLines, type StatementLine } from './lines.ts'
import { detectNotation, type Notation } from './notation.ts'
import { type PanelSplit, splitPanels } from './panels.ts'
import { raiseRowBalances } from './row-balances.ts'
import { stackColumns } from './two-column-pages.ts'
import { raiseWrappedSigns } from './wrapped-signs.ts'

/** Input of the statement parser: the lines of all pages, with amounts rewritten in British notation. */
export type StatementText = {
  pages: readonly PdfPage[]
  notation: Notation
  /** Lines of all pages. On each page, lines of panels follow all other lines. */
  lines: readonly StatementLine[]
  /**
   * Lines across the whole page width, grouped before panels are separated. In a letterhead, the edge of a panel
   * could separate a label from its value.
   */
  letterheadLines: readonly StatementLine[]
  /** Whether blocks were split by guesswork, so that a date may belong to another row. */
  areDaysInferred?: boolean
}

export function readStatementText(pages: readonly PdfPage[]): StatementText {
  const notation = detectNotation(pages)
  const groupPages = (wordsByPage: readonly PageWord[][]) =>
    pages.map(({ source }, page) =>
      groupIntoLines(
        wordsByPage[page] as PageWord[],
        { page, isOcr: source === 'ocr', isPanel: false },
        notation,
      ),
    )
  const printedWords = raiseWrappedSigns(spellCompactDates(dropBadges(pages.map(listTextWords))))
  const printedLines = groupPages(printedWords)
  const words = raiseCentredAmounts(printedWords, printedLines)
  const fullWidthLines = words === printedWords ? printedLines : groupPages(words)
  const stackedWords = pages.map((page, n) => stackColumns(fullWidthLines[n] as StatementLine[], page))
  const splits = splitPanels(words.map((pageWords, n) => stackedWords[n] ?? pageWords))
  const lines = pages.flatMap(({ source }, page) => {
    const { main, panels } = splits[page] as PanelSplit
    if (panels.length === 0 && !stackedWords[page]) return fullWidthLines[page] as StatementLine[]
    const isOcr = source === 'ocr'
    return [main, ...panels].flatMap((group, n) =>
      groupIntoLines(group, { page, isOcr, isPanel: n > 0 }, notation),
    )
  })
  return {
    pages,
    notation,
    lines: dropDayTotals(
      markFlushColumns(unfoldChequeLists(raiseRowBalances(joinDayBalances(lines), notation), notation)),
    ),
    letterheadLines: fullWidthLines.flat(),
  }
}

/** Whether a word is an arrow that a web page shows beside its rows. */
const isArrow = ({ text }: PageWord) =>
  /^[\u203a\u00bb\u276f\u25b8\u25b6\u2191\u2193\u2197\u2198\u25b2\u25bc]$/.test(text)

const isBar = ({ text }: PageWord) => /^[|\u00a6\u2502\u2503]+$/.test(text)

/** Drops the apostrophe with which a spreadsheet marks a number as text: `'16-58-30`. */
const dropTextMark = (word: PageWord): PageWord =>
  /^['\u2019]\d{2,}[\d-]*$/.test(word.text) ? { ...word, text: word.text.slice(1) } : word

/**
 * Returns the words without arrows, dot leaders between description and amount, and the bars of tables drawn with
 * characters.
 */
function listTextWords({ words }: PdfPage): PageWord[] {
  const texts = words
    .filter(({ text }) => text.trim() !== '' && !/^[.\u00b7\u2026_]{4,}$/.test(text))
    .filter((word) => !isArrow(word))
  const plain = texts.map(dropTextMark)
  return plain.filter(isBar).length < textTuning.minBars ? plain : plain.filter((word) => !isBar(word))
}
