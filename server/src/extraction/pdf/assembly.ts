import { inflateSync } from 'node:zlib'
import type { Box, PageAssembly } from '../document.ts'
import {
  type Dictionary,
  isDictionary,
  type PdfObjects,
  readName,
  resolveDictionary,
  resolveReference,
} from './objects.ts'

/** Annotation types that can hide or add text. Highlights and pop-ups cannot. */
const annotationTypes = ['FreeText', 'Stamp', 'Square', 'Circle', 'Polygon', 'Ink', 'Redact', 'Watermark']
const maxPages = 200
const maxTreeDepth = 30

/** Reads how the pages of a file were assembled, and which traces of editing its objects contain. */
export function readAssembly(objects: PdfObjects, bytes: Uint8Array): PageAssembly {
  const pages = listPages(objects)
  return {
    fontsOfPages: pages.map(({ node }) => listFonts(objects, node)),
    leftoverPages: findOrphanedPages(objects, bytes, pages),
    notes: pages.flatMap(({ node }, n) => listAnnotations(objects, node, n + 1)),
  }
}

type PageNode = { reference: string; node: Dictionary }

/** Lists the pages in order, with the attributes that they inherit from the page tree. */
function listPages(objects: PdfObjects): PageNode[] {
  const pages: PageNode[] = []
  const seen = new Set<unknown>()
  const visit = (reference: unknown, inherited: Dictionary, depth: number) => {
    if (seen.has(reference) || depth > maxTreeDepth || pages.length >= maxPages) return
    seen.add(reference)
    const node = { ...inherited, ...resolveDictionary(objects, reference) }
    const kids = resolveReference(objects, node['/Kids'])
    if (!Array.isArray(kids)) {
      if (typeof reference === 'string') pages.push({ reference, node })
      return
    }
    const inheritableKeys = ['/Resources', '/MediaBox', '/CropBox', '/Rotate']
    const inheritedByKids = Object.fromEntries(
      inheritableKeys.filter((key) => key in node).map((key) => [key, node[key]]),
    )
    for (const kid of kids) visit(kid, inheritedByKids, depth + 1)
  }
  visit(resolveDictionary(objects, objects.trailer['/Root'])['/Pages'], {}, 0)
  return pages
}

function listFonts(objects: PdfObjects, page: Dictionary): string[] {
  const fonts = resolveDictionary(objects, resolveDictionary(objects, page['/Resources'])['/Font'])
  return Object.values(fonts).filter((value): value is string => typeof value === 'string')
}

/**
 * Finds pages or page content that nothing references any more. PDF writers number objects in page order, so the
 * number of an orphaned object shows which page it belonged to.
 */
function findOrphanedPages(objects: PdfObjects, bytes: Uint8Array, pages: PageNode[]): number[] {
  const reached = collectReachable(objects)
  const orphans = [...objects.all].filter(([reference]) => !reached.has(reference))
  const shownNumbers = pages.map(({ reference, node }) =>
    getObjectNumber(getFirstReference(node['/Contents']) ?? reference),
  )
  const streams = new Set(objects.streams)
  const isUnnamed = (value: Dictionary) => streams.has(value) && !('/Type' in value || '/Subtype' in value)
  const orphanedContent = orphans.flatMap(([reference, value]) => {
    if (isPage(value)) return [getObjectNumber(getFirstReference(value['/Contents']) ?? reference)]
    return isDictionary(value) && isUnnamed(value) && paintsText(bytes, reference)
      ? [getObjectNumber(reference)]
      : []
  })
  const pageNumbers = orphanedContent.map(
    (number) => shownNumbers.filter((other) => other < number).length + 1,
  )
  return [...new Set(pageNumbers.map((page) => Math.min(page, pages.length)))]
}

const getObjectNumber = (reference: string) => Number.parseInt(reference, 10)

const isPage = (value: unknown): value is Dictionary =>
  isDictionary(value) && readName(value['/Type']) === 'Page'

const getFirstReference = (contents: unknown): string | undefined => {
  const first = Array.isArray(contents) ? contents[0] : contents
  return typeof first === 'string' ? first : undefined
}

const maxVisitedValues = 500_000

function collectReachable(objects: PdfObjects): Set<string> {
  const reached = new Set<string>()
  const pending: unknown[] = [objects.trailer]
  for (let visited = 0; pending.length > 0 && visited < maxVisitedValues; visited++) {
    const value = pending.pop()
    if (typeof value === 'string' && /^\d+ \d+ R$/.test(value)) {
      if (reached.has(value)) continue
      reached.add(value)
      pending.push(objects.all.get(value))
    } else if (Array.isArray(value)) pending.push(...value)
    else if (isDictionary(value)) pending.push(...Object.values(value))
  }
  return reached
}

const maxInflatedBytes = 4_000_000
const textOperators = /\bBT\b[\s\S]{0,2000}?\bT[jJ]\b/

/** Decompresses a content stream and checks whether it paints text. */
function paintsText(bytes: Uint8Array, reference: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [number, generation] = reference.split(' ')
  const name = `${number} ${generation} obj`
  const start = Math.max(buffer.lastIndexOf(`\n${name}`), buffer.lastIndexOf(`\r${name}`))
  const stream = start < 0 ? -1 : buffer.indexOf('stream', start)
  const end = stream < 0 ? -1 : buffer.indexOf('endstream', stream)
  if (end < 0) return false
  const begin = stream + (buffer[stream + 6] === 13 ? 8 : 7)
  try {
    const inflated = inflateSync(buffer.subarray(begin, end), { maxOutputLength: maxInflatedBytes })
    return textOperators.test(inflated.toString('latin1'))
  } catch {
    return false
  }
}

function listAnnotations(objects: PdfObjects, page: Dictionary, number: number): PageAssembly['notes'] {
  const list = resolveReference(objects, page['/Annots'])
  if (!Array.isArray(list)) return []
  return list.slice(0, 500).flatMap((entry) => {
    const note = resolveDictionary(objects, entry)
    const kind = readName(note['/Subtype']) ?? ''
    const isOverlay =
      annotationTypes.includes(kind) ||
      (kind === 'Link' && '/AP' in note) ||
      (kind === 'Widget' && amountShape.test(readFieldValue(objects, note)))
    return isOverlay ? [{ page: number, box: toPageBox(objects, page, note['/Rect']), kind }] : []
  })
}

const amountShape = /\d\.\d\d(?!\d)/

/** Reads the value of a form field. A widget without a value inherits the value of its parent field. */
function readFieldValue(objects: PdfObjects, field: Dictionary): string {
  const value = resolveReference(objects, field['/V'] ?? resolveDictionary(objects, field['/Parent'])['/V'])
  return typeof value === 'string' ? value : ''
}

/**
 * Converts a rectangle to page coordinates. Returns null if the page is rotated, because the words of a rotated page
 * use a different origin.
 */
function toPageBox(objects: PdfObjects, page: Dictionary, rectangle: unknown): Box | null {
  const [left, bottom, right, top] = readNumbers(objects, rectangle)
  const [pageLeft, , , pageTop] = readNumbers(objects, page['/CropBox'] ?? page['/MediaBox'])
  const isTurned = Number(resolveReference(objects, page['/Rotate']) ?? 0) % 360 !== 0
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null
  if (isTurned || pageLeft === undefined || pageTop === undefined) return null
  return [
    Math.min(left, right) - pageLeft,
    pageTop - Math.max(bottom, top),
    Math.max(left, right) - pageLeft,
    pageTop - Math.min(bottom, top),
  ]
}

function readNumbers(objects: PdfObjects, value: unknown): number[] {
  const items = resolveReference(objects, value)
  return Array.isArray(items)
    ? items.map((item) => Number(resolveReference(objects, item))).filter(Number.isFinite)
    : []
}
