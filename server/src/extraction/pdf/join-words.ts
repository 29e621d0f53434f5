import type { PageWord } from '../document.ts'

/** A word with the paint order of its first glyph. */
export type PaintedWord = { word: PageWord; order: number }

// Gaps and baseline differences are in ems. `minTrackedLetters` is the minimum number of letters in a letter-spaced
// word.
const maxTouchingGap = 0.08
const maxBaselineShift = 0.15
const maxTracking = 0.9
const maxTrackingDeviation = 0.12
const maxRunGap = 2.5
const minTrackedLetters = 4

/**
 * Joins words that were painted in pieces: pieces that touch, and letters with even spacing. Keeps the paint order; a
 * joined word has the paint order of its first piece.
 */
export function joinSplitWords(words: readonly PaintedWord[]): PaintedWord[] {
  const merged = new Set<PaintedWord>()
  for (const line of groupIntoLines(words)) {
    joinTouching(line, merged)
    joinTracked(
      line.filter((word) => !merged.has(word)),
      merged,
    )
  }
  return merged.size === 0 ? [...words] : words.filter((word) => !merged.has(word))
}

/** Groups words with about the same baseline into lines, each from left to right. */
function groupIntoLines(words: readonly PaintedWord[]): PaintedWord[][] {
  const lines: PaintedWord[][] = []
  let line: PaintedWord[] = []
  for (const entry of words.toSorted((a, b) => a.word.y - b.word.y || a.word.x - b.word.x)) {
    const first = line[0]
    if (!first || entry.word.y - first.word.y > first.word.size * maxBaselineShift) {
      line = []
      lines.push(line)
    }
    line.push(entry)
  }
  for (const each of lines) each.sort((a, b) => a.word.x - b.word.x)
  return lines
}

const isSameStyle = (a: PageWord, b: PageWord) => Math.abs(a.size - b.size) < 0.5 && a.font === b.font

function joinTouching(line: readonly PaintedWord[], merged: Set<PaintedWord>) {
  let last: PaintedWord | undefined
  for (const entry of line) {
    const gap = last ? entry.word.x - last.word.right : Infinity
    if (last && isSameStyle(last.word, entry.word) && Math.abs(gap) < entry.word.size * maxTouchingGap) {
      append(last, entry)
      merged.add(entry)
    } else last = entry
  }
}

/** Joins single letters with even gaps into words. A wider gap separates two letter-spaced words. */
function joinTracked(line: readonly PaintedWord[], merged: Set<PaintedWord>) {
  let run: PaintedWord[] = []
  const close = () => {
    if (run.length >= minTrackedLetters) joinEven(run, merged)
    run = []
  }
  for (const entry of line) {
    const last = run.at(-1)
    const gap = last ? entry.word.x - last.word.right : 0
    const isSingle = isSingleCharacter(entry.word.text)
    if (
      !isSingle ||
      (last && (!isSameStyle(last.word, entry.word) || gap > maxRunGap * entry.word.size || gap < 0))
    )
      close()
    if (isSingle) run.push(entry)
  }
  close()
}

const isSingleCharacter = (text: string) =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)

function joinEven(run: readonly PaintedWord[], merged: Set<PaintedWord>) {
  const em = run[0]?.word.size ?? 1
  const gaps = run.slice(1).map(({ word }, n) => word.x - (run[n]?.word.right ?? 0))
  const typicalGap = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0
  if (typicalGap > em * maxTracking) return
  let parts: PaintedWord[] = []
  const close = () => {
    const [first, ...rest] = parts
    if (first && parts.length >= minTrackedLetters - 1)
      for (const entry of rest) {
        append(first, entry)
        merged.add(entry)
      }
    parts = []
  }
  for (const [n, entry] of run.entries()) {
    if (n > 0 && Math.abs((gaps[n - 1] ?? 0) - typicalGap) > em * maxTrackingDeviation) close()
    parts.push(entry)
  }
  close()
}

function append(first: PaintedWord, next: PaintedWord) {
  first.word.text += next.word.text
  first.word.right = Math.max(first.word.right, next.word.right)
  first.order = Math.min(first.order, next.order)
}
