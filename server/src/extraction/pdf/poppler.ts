import type { HiddenWord, Page, Word } from '../document.ts'
import { run, withFile } from '../isolation/run-program.ts'
import { printed } from './normalise-characters.ts'

const mostOutput = 40_000_000

/**
 * The same pages read by another program, for a second opinion where the first leaves doubts. It does not see what hides
 * words, nor their looks, so these are taken from the first reading; text and places are its own.
 */
export function readPagesAgain(bytes: Uint8Array, first: readonly Page[]): Promise<Page[] | undefined> {
  return withFile(bytes, async (path) => {
    const words = ['-bbox', '-cropbox', '-l', String(first.length), path, '-']
    const limits = { cpuSeconds: 5, memoryMebibytes: 512, mostOutput }
    const { code, output } = await run({ name: 'pdftotext', words, ...limits })
    if (code !== 0) return undefined
    const pages = output.toString('utf8').split('<page ').slice(1)
    if (pages.length !== first.length) return undefined
    // It reads no pictures: what was recognised stays.
    return first.map((page, n) => (page.source === 'text' ? pageOf(page, pages[n] ?? '') : page))
  })
}

const wordShape = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g

// Boxes reach from the highest ascender to the lowest descender of the font.
const descent = 0.22
const sizeOfBox = 0.87

function pageOf(first: Page, html: string): Page {
  const findAt = finderIn(first.words)
  const words = [...html.matchAll(wordShape)].flatMap(([, left, top, right, bottom, escaped]): Word[] => {
    const text = [...unescaped(escaped ?? '')].map(printed).join('').trim()
    const height = Number(bottom) - Number(top)
    if (text === '') return []
    const place = { x: Number(left), right: Number(right), y: Number(bottom) - height * descent }
    const there = findAt(place)
    return [{ ...there, text, ...place, size: there?.size ?? height * sizeOfBox }]
  })
  const isVisible = (word: Word) => !first.hidden.some((hidden) => isSame(word, hidden))
  return { ...first, words: words.filter(isVisible) }
}

const step = 2

/** Finds the first word that begins at a place, among those that begin in the same strip of the page or one beside it. */
function finderIn(words: readonly Word[]): (place: Pick<Word, 'x' | 'y'>) => Word | undefined {
  const strips = Map.groupBy(words.keys(), (n) => Math.floor((words[n]?.x ?? 0) / step))
  return (place) => {
    const strip = Math.floor(place.x / step)
    const near = [strip - 1, strip, strip + 1].flatMap((at) => strips.get(at) ?? [])
    const found = near.filter((n) => isAt(words[n] as Word, place))
    return words[Math.min(...found)]
  }
}

const isSame = (word: Word, hidden: HiddenWord) => word.text === hidden.text && isAt(hidden, word)

const isAt = ({ x, y, size }: Word, place: Pick<Word, 'x' | 'y'>) =>
  Math.abs(x - place.x) < step && Math.abs(y - place.y) < size * 0.5

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" }

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name] ?? '')
