import type { Page, Word } from '../../document.ts'
import { type Line, linesIn } from './lines.ts'
import { type Notation, notationOf } from './notation.ts'
import { type Split, splitPanels } from './panels.ts'
import { laidOut } from './two-column-pages.ts'

/** What is read before anything is tried. */
export type Sheets = {
  pages: readonly Page[]
  notation: Notation
  /** The lines of all pages; those of panels after the others of their page. */
  lines: readonly Line[]
  /** Without a look for panels, as letterheads are read: a label and its value may be where a panel begins. */
  heads: readonly Line[]
  /** Nothing but their order says which lines belong together. */
  areDaysGuessed?: boolean
}

export function sheetsOf(pages: readonly Page[]): Sheets {
  const notation = notationOf(pages)
  const words = pages.map(wordsOf)
  const whole = pages.map(({ source }, page) =>
    linesIn(words[page] as Word[], { page, isOcr: source === 'ocr', isPanel: false }, notation),
  )
  const laid = pages.map((page, at) => laidOut(whole[at] as Line[], page))
  const splits = splitPanels(words.map((own, at) => laid[at] ?? own))
  const lines = pages.flatMap(({ source }, page) => {
    const { main, panels } = splits[page] as Split
    if (panels.length === 0 && !laid[page]) return whole[page] as Line[]
    const isOcr = source === 'ocr'
    return [main, ...panels].flatMap((some, n) => linesIn(some, { page, isOcr, isPanel: n > 0 }, notation))
  })
  return { pages, notation, lines, heads: whole.flat() }
}

// A table drawn with signs has several on each of its lines.
const manyBars = 30
const isBar = ({ text }: Word) => /^[|\u00a6\u2502\u2503]+$/.test(text)

/** Dots that lead the eye from a description to its sum are no words, nor are the lines of a table drawn with signs. */
function wordsOf({ words }: Page): Word[] {
  const own = words.filter(({ text }) => text.trim() !== '' && !/^[.\u00b7\u2026_]{4,}$/.test(text))
  return own.filter(isBar).length < manyBars ? own : own.filter((word) => !isBar(word))
}
