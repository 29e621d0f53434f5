import type { HiddenWord, PageWord, PdfPage } from '../document.ts'
import { runProgram, withTempFile } from '../isolation/run-program.ts'
import { normaliseCharacter } from './normalise-characters.ts'

const maxOutputBytes = 40_000_000

/**
 * Extracts the same pages with Poppler as a second opinion on an unverified parse. Text and positions are Poppler's.
 * Hidden text, fonts and colours are copied from the first extraction, because Poppler does not report them.
 */
export function readPagesWithPoppler(
  bytes: Uint8Array,
  first: readonly PdfPage[],
): Promise<PdfPage[] | undefined> {
  return withTempFile(bytes, async (path) => {
    const words = ['-bbox', '-cropbox', '-l', String(first.length), path, '-']
    const limits = { cpuSeconds: 5, memoryMebibytes: 512, maxOutputBytes }
    const { code, output } = await runProgram({ name: 'pdftotext', args: words, ...limits })
    if (code !== 0) return undefined
    const pages = output.toString('utf8').split('<page ').slice(1)
    if (pages.length !== first.length) return undefined
    // Poppler does no OCR, so pages read by OCR are kept.
    return first.map((page, n) => (page.source === 'text' ? replaceWords(page, pages[n] ?? '') : page))
  })
}

const wordShape = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g

// Descent and font size as shares of the height of Poppler's word boxes. The boxes reach from the font's highest
// ascender to its lowest descender.
const descentShare = 0.22
const fontSizeShare = 0.87

function replaceWords(first: PdfPage, html: string): PdfPage {
  const findAt = indexByPosition(first.words)
  const words = [...html.matchAll(wordShape)].flatMap(([, left, top, right, bottom, escaped]): PageWord[] => {
    const text = [...unescapeEntities(escaped ?? '')].map(normaliseCharacter).join('').trim()
    const height = Number(bottom) - Number(top)
    if (text === '') return []
    const position = { x: Number(left), right: Number(right), y: Number(bottom) - height * descentShare }
    const counterpart = findAt(position)
    return [{ ...counterpart, text, ...position, size: counterpart?.size ?? height * fontSizeShare }]
  })
  const isVisible = (word: PageWord) => !first.hidden.some((hidden) => isSame(word, hidden))
  return { ...first, words: words.filter(isVisible) }
}

// Width of the vertical index strips, in points. Also the maximum distance between two extractions of the same word.
const stripWidth = 2

/** Returns a function that finds the first word at a position. Vertical strips of the page are the index. */
function indexByPosition(
  words: readonly PageWord[],
): (position: Pick<PageWord, 'x' | 'y'>) => PageWord | undefined {
  const strips = Map.groupBy(words.keys(), (n) => Math.floor((words[n]?.x ?? 0) / stripWidth))
  return (position) => {
    const strip = Math.floor(position.x / stripWidth)
    const near = [strip - 1, strip, strip + 1].flatMap((neighbour) => strips.get(neighbour) ?? [])
    const matches = near.filter((n) => isAt(words[n] as PageWord, position))
    return words[Math.min(...matches)]
  }
}

const isSame = (word: PageWord, hidden: HiddenWord) => word.text === hidden.text && isAt(hidden, word)

const isAt = ({ x, y, size }: PageWord, position: Pick<PageWord, 'x' | 'y'>) =>
  Math.abs(x - position.x) < stripWidth && Math.abs(y - position.y) < size * 0.5

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" }

const unescapeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name] ?? '')
