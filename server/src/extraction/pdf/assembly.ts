import { inflateSync } from 'node:zlib'
import type { Assembly, Box } from '../document.ts'
import { type Dictionary, follow, isDictionary, nameOf, type Objects, reach } from './objects.ts'

/** Notes that are laid on a page and can hide or add text. Highlights and pop-ups cannot. */
const noteKinds = ['FreeText', 'Stamp', 'Square', 'Circle', 'Polygon', 'Ink', 'Redact', 'Watermark']
const mostPages = 200
const mostDepth = 30

/** How the pages of a file were put together: traces that editing leaves among the objects. */
export function assemblyOf(objects: Objects, bytes: Uint8Array): Assembly {
  const pages = pagesOf(objects)
  return {
    fontsOfPages: pages.map(({ node }) => fontsOf(objects, node)),
    leftoverPages: leftoversOf(objects, bytes, pages),
    notes: pages.flatMap(({ node }, n) => notesOf(objects, node, n + 1)),
  }
}

type PageNode = { reference: string; node: Dictionary }

/** In their order, with what they inherit. */
function pagesOf(objects: Objects): PageNode[] {
  const pages: PageNode[] = []
  const seen = new Set<unknown>()
  const walk = (reference: unknown, inherited: Dictionary, depth: number) => {
    if (seen.has(reference) || depth > mostDepth || pages.length >= mostPages) return
    seen.add(reference)
    const node = { ...inherited, ...reach(objects, reference) }
    const kids = follow(objects, node['/Kids'])
    if (!Array.isArray(kids)) {
      if (typeof reference === 'string') pages.push({ reference, node })
      return
    }
    const passedOn = ['/Resources', '/MediaBox', '/CropBox', '/Rotate']
    const given = Object.fromEntries(passedOn.filter((key) => key in node).map((key) => [key, node[key]]))
    for (const kid of kids) walk(kid, given, depth + 1)
  }
  walk(reach(objects, objects.trailer['/Root'])['/Pages'], {}, 0)
  return pages
}

function fontsOf(objects: Objects, page: Dictionary): string[] {
  const fonts = reach(objects, reach(objects, page['/Resources'])['/Font'])
  return Object.values(fonts).filter((value): value is string => typeof value === 'string')
}

/**
 * What nothing leads to any more: a page, or the operators that painted one. Programs number what they write in its
 * order, so the number of what was taken out tells where it was.
 */
function leftoversOf(objects: Objects, bytes: Uint8Array, pages: PageNode[]): number[] {
  const reached = reachedFrom(objects)
  const lost = [...objects.all].filter(([reference]) => !reached.has(reference))
  const shown = pages.map(({ reference, node }) => numberOf(firstOf(node['/Contents']) ?? reference))
  const streams = new Set(objects.streams)
  const isUnnamed = (value: Dictionary) => streams.has(value) && !('/Type' in value || '/Subtype' in value)
  const painting = lost.flatMap(([reference, value]) => {
    if (isPage(value)) return [numberOf(firstOf(value['/Contents']) ?? reference)]
    return isDictionary(value) && isUnnamed(value) && paints(bytes, reference) ? [numberOf(reference)] : []
  })
  const places = painting.map((number) => shown.filter((other) => other < number).length + 1)
  return [...new Set(places.map((place) => Math.min(place, pages.length)))]
}

const numberOf = (reference: string) => Number.parseInt(reference, 10)

const isPage = (value: unknown): value is Dictionary =>
  isDictionary(value) && nameOf(value['/Type']) === 'Page'

const firstOf = (contents: unknown): string | undefined => {
  const first = Array.isArray(contents) ? contents[0] : contents
  return typeof first === 'string' ? first : undefined
}

const mostReached = 500_000

function reachedFrom(objects: Objects): Set<string> {
  const reached = new Set<string>()
  const open: unknown[] = [objects.trailer]
  for (let seen = 0; open.length > 0 && seen < mostReached; seen++) {
    const value = open.pop()
    if (typeof value === 'string' && /^\d+ \d+ R$/.test(value)) {
      if (reached.has(value)) continue
      reached.add(value)
      open.push(objects.all.get(value))
    } else if (Array.isArray(value)) open.push(...value)
    else if (isDictionary(value)) open.push(...Object.values(value))
  }
  return reached
}

const mostInflated = 4_000_000
const textOperators = /\bBT\b[\s\S]{0,2000}?\bT[jJ]\b/

/** Whether a stream paints text, by a look into it. */
function paints(bytes: Uint8Array, reference: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [number, generation] = reference.split(' ')
  const name = `${number} ${generation} obj`
  const start = Math.max(buffer.lastIndexOf(`\n${name}`), buffer.lastIndexOf(`\r${name}`))
  const stream = start < 0 ? -1 : buffer.indexOf('stream', start)
  const end = stream < 0 ? -1 : buffer.indexOf('endstream', stream)
  if (end < 0) return false
  const begin = stream + (buffer[stream + 6] === 13 ? 8 : 7)
  try {
    const inflated = inflateSync(buffer.subarray(begin, end), { maxOutputLength: mostInflated })
    return textOperators.test(inflated.toString('latin1'))
  } catch {
    return false
  }
}

function notesOf(objects: Objects, page: Dictionary, number: number): Assembly['notes'] {
  const list = follow(objects, page['/Annots'])
  if (!Array.isArray(list)) return []
  return list.slice(0, 500).flatMap((entry) => {
    const note = reach(objects, entry)
    const kind = nameOf(note['/Subtype']) ?? ''
    const isLaidOn =
      noteKinds.includes(kind) ||
      (kind === 'Link' && '/AP' in note) ||
      (kind === 'Widget' && figure.test(filledInto(objects, note)))
    return isLaidOn ? [{ page: number, box: boxOn(objects, page, note['/Rect']), kind }] : []
  })
}

const figure = /\d\.\d\d(?!\d)/

/** What was filled into a field; a field of several places has it in what they belong to. */
function filledInto(objects: Objects, field: Dictionary): string {
  const value = follow(objects, field['/V'] ?? reach(objects, field['/Parent'])['/V'])
  return typeof value === 'string' ? value : ''
}

/** Null where the page is turned: then its words are counted from another corner. */
function boxOn(objects: Objects, page: Dictionary, rectangle: unknown): Box | null {
  const [left, bottom, right, top] = numbers(objects, rectangle)
  const [pageLeft, , , pageTop] = numbers(objects, page['/CropBox'] ?? page['/MediaBox'])
  const isTurned = Number(follow(objects, page['/Rotate']) ?? 0) % 360 !== 0
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null
  if (isTurned || pageLeft === undefined || pageTop === undefined) return null
  return [
    Math.min(left, right) - pageLeft,
    pageTop - Math.max(bottom, top),
    Math.max(left, right) - pageLeft,
    pageTop - Math.min(bottom, top),
  ]
}

function numbers(objects: Objects, value: unknown): number[] {
  const found = follow(objects, value)
  return Array.isArray(found)
    ? found.map((part) => Number(follow(objects, part))).filter(Number.isFinite)
    : []
}
