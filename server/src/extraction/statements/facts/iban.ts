import type { PageWord } from '../../document.ts'
import { locateWords, type StatementLine } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'
import { takeCell } from './labelled-values.ts'
import type { LocatedFact } from './located-fact.ts'

const maxIbanGroups = 9
/** Lengths of IBANs of the United Kingdom and of other countries whose banks have customers there. */
const ibanLengths: Record<string, number> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IM: 22,
  IS: 26,
  IT: 27,
  JE: 22,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
}

/**
 * Finds the printed IBAN, which may be wrapped in its cell. One with wrong check digits is returned as printed if the
 * page calls it an IBAN.
 */
export function findIban(lines: readonly StatementLine[]): LocatedFact | undefined {
  const valid = findIbanWhere(lines, hasValidCheckDigits)
  if (valid || !lines.some(({ words }) => words.some(({ text }) => /^\(?IBAN\b/i.test(text)))) return valid
  const printed = findIbanWhere(lines, (text) => /^GB\d\d[A-Z]{4}\d{14}$/.test(text))
  return printed && { ...printed, isLabelled: false }
}

function findIbanWhere(
  lines: readonly StatementLine[],
  isIban: (text: string) => boolean,
): LocatedFact | undefined {
  for (const [index, line] of lines.entries()) {
    for (let n = 0; n < line.words.length; n++) {
      const first = line.words[n] as PageWord
      if (!/^[A-Z]{2}\d\d/.test(first.text)) continue
      const words = [
        ...line.words.slice(n, n + maxIbanGroups),
        ...listWordsBelow(lines, index, first).slice(0, maxIbanGroups),
      ]
      const iban =
        readIban(words, isIban) ??
        readIban([...takeCell(line, n), ...listWordsBelow(lines, index, first)], isIban)
      if (iban) return { value: iban.value, place: locateWords(line.page, iban.words), isLabelled: true }
    }
  }
  return undefined
}

function readIban(
  words: readonly PageWord[],
  isIban: (text: string) => boolean,
): { value: string; words: PageWord[] } | undefined {
  let value = ''
  for (const [n, { text }] of words.entries()) {
    value += text.replace(/[.,;:)]$/, '')
    const length = ibanLengths[value.slice(0, 2)] ?? 0
    if (value.length > length || !/^[A-Z]{2}\d\d[A-Z0-9]*$/.test(value)) return undefined
    if (value.length === length) return isIban(value) ? { value, words: words.slice(0, n + 1) } : undefined
  }
  return undefined
}

/** Returns the cell at the same left edge on one of the next lines: the rest of a wrapped value. */
function listWordsBelow(lines: readonly StatementLine[], index: number, first: PageWord): PageWord[] {
  const { maxLinesBelow, maxWrapPitch, maxLeftOffset } = accountTuning
  const line = lines[index] as StatementLine
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxWrapPitch * line.size) break
    const start = below.words.findIndex(({ x }) => Math.abs(x - first.x) < maxLeftOffset)
    if (start >= 0) return takeCell(below, start)
  }
  return []
}

function hasValidCheckDigits(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/** Removes IBANs from a line, because their groups of digits look like account numbers. */
export function dropIban(line: StatementLine): StatementLine {
  const start = line.words.findIndex(({ text }) => /^[A-Z]{2}\d\d([A-Z]{4}|$)/.test(text))
  if (start < 0) return line
  // A sort code in the next cell also consists of short groups, so an IBAN ends at the gap between two cells.
  const isEnd = ({ text, x, size }: PageWord, n: number) =>
    !/^[A-Z\d]{1,4}$/.test(text) ||
    x - (line.words[start + n] as PageWord).right > accountTuning.cellGap * size
  const length = line.words.slice(start + 1).findIndex(isEnd)
  const end = length < 0 ? line.words.length : start + 1 + length
  return { ...line, words: [...line.words.slice(0, start), ...line.words.slice(end)] }
}
