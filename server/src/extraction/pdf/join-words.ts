import type { Word } from '../document.ts'

/** A word and when its first glyph was painted. */
export type Grouped = { word: Word; order: number }

// In ems.
const touching = 0.08
const sameLine = 0.15
const widestTracking = 0.9
const unevenness = 0.12
const fewestTracked = 4

/**
 * Joins what was painted apart but reads as one word: pieces that touch, and letters that were spaced out evenly.
 * The order of painting stays; a word stands where its first piece stood.
 */
export function withoutGaps(words: readonly Grouped[]): Grouped[] {
  const gone = new Set<Grouped>()
  for (const line of linesOf(words)) {
    joinTouching(line, gone)
    joinTracked(
      line.filter((word) => !gone.has(word)),
      gone,
    )
  }
  return gone.size === 0 ? [...words] : words.filter((word) => !gone.has(word))
}

/** Words of about one baseline and size, from left to right. */
function linesOf(words: readonly Grouped[]): Grouped[][] {
  const lines: Grouped[][] = []
  let line: Grouped[] = []
  for (const entry of words.toSorted((a, b) => a.word.y - b.word.y || a.word.x - b.word.x)) {
    const first = line[0]
    if (!first || entry.word.y - first.word.y > first.word.size * sameLine) {
      line = []
      lines.push(line)
    }
    line.push(entry)
  }
  for (const each of lines) each.sort((a, b) => a.word.x - b.word.x)
  return lines
}

const isAlike = (a: Word, b: Word) => Math.abs(a.size - b.size) < 0.5 && a.font === b.font

function joinTouching(line: readonly Grouped[], gone: Set<Grouped>) {
  let last: Grouped | undefined
  for (const entry of line) {
    const gap = last ? entry.word.x - last.word.right : Infinity
    if (last && isAlike(last.word, entry.word) && Math.abs(gap) < entry.word.size * touching) {
      append(last, entry)
      gone.add(entry)
    } else last = entry
  }
}

/** Runs of single letters with even gaps. A wider gap parts two spaced-out words. */
function joinTracked(line: readonly Grouped[], gone: Set<Grouped>) {
  let run: Grouped[] = []
  const close = () => {
    if (run.length >= fewestTracked) joinEven(run, gone)
    run = []
  }
  for (const entry of line) {
    const last = run.at(-1)
    const gap = last ? entry.word.x - last.word.right : 0
    const isSingle = isSingleSign(entry.word.text)
    if (!isSingle || (last && (!isAlike(last.word, entry.word) || gap > 2.5 * entry.word.size || gap < 0)))
      close()
    if (isSingle) run.push(entry)
  }
  close()
}

const isSingleSign = (text: string) =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)

function joinEven(run: readonly Grouped[], gone: Set<Grouped>) {
  const em = run[0]?.word.size ?? 1
  const gaps = run.slice(1).map(({ word }, n) => word.x - (run[n]?.word.right ?? 0))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0
  if (usual > em * widestTracking) return
  let parts: Grouped[] = []
  const close = () => {
    const [first, ...rest] = parts
    if (first && parts.length >= fewestTracked - 1)
      for (const entry of rest) {
        append(first, entry)
        gone.add(entry)
      }
    parts = []
  }
  for (const [n, entry] of run.entries()) {
    if (n > 0 && Math.abs((gaps[n - 1] ?? 0) - usual) > em * unevenness) close()
    parts.push(entry)
  }
  close()
}

function append(first: Grouped, next: Grouped) {
  first.word.text += next.word.text
  first.word.right = Math.max(first.word.right, next.word.right)
  first.order = Math.min(first.order, next.order)
}
