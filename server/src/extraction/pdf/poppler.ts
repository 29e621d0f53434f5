import type { HiddenWord, PageWord, PdfPage } from '../document.ts'
import { runProgram, withTempFile } from '../isolation/run-program.ts'
import { normaliseCharacter } from './normalise-characters.ts'

const maxOutputBytes = 40_000_000

/**
 * Extracts the same pages with Poppler as a second opinion on an unverified parse. Poppler reports neither hidden text nor
 * fonts and colours, so those are copied from the first extraction; text and positions are Poppler's.
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
    // Poppler does no OCR, so recognised pages are kept.
    return first.map((page, n) => (page.source === 'text' ? replaceWords(page, pages[n] ?? '') : page))
  })
}

const wordShape = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g

// Poppler's boxes span the font from its highest ascender to its lowest descender; shares of the box height.
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

// In points: width of an index strip, and how far two extractions of one word may be apart.
const stripWidth = 2

/** Finds the first word at a position, using vertical strips of the page as an index. */
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
