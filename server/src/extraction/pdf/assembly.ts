import type { Assembly, Box } from '../document.ts'
import { type Dictionary, follow, isDictionary, nameOf, type Objects, reach } from './objects.ts'

/** Notes that are laid on a page and can hide or add text. Links, fields, highlights and pop-ups cannot. */
const noteKinds = ['FreeText', 'Stamp', 'Square', 'Circle', 'Polygon', 'Ink', 'Redact', 'Watermark']
const mostPages = 200
const mostDepth = 30

/** How the pages of a file were put together: traces that editing leaves among the objects. */
export function assemblyOf(objects: Objects): Assembly {
  const pages = pagesOf(objects)
  const ids = objects.trailer['/ID']
  return {
    fontsOfPages: pages.map(({ node }) => fontsOf(objects, node)),
    leftoverPages: leftoversOf(
      objects,
      pages.map(({ reference }) => reference),
    ),
    notes: pages.flatMap(({ node }, n) => notesOf(objects, node, n + 1)),
    hasNewIdentity: Array.isArray(ids) && ids[0] !== ids[1],
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

/** Programs number the pages as they write them, so the number of one that was taken out tells where it was. */
function leftoversOf(objects: Objects, shown: string[]): number[] {
  const numberOf = (reference: string) => Number.parseInt(reference, 10)
  const isPage = (value: unknown) => isDictionary(value) && nameOf(value['/Type']) === 'Page'
  return [...objects.all]
    .filter(([reference, value]) => isPage(value) && !shown.includes(reference))
    .map(([reference]) => shown.filter((other) => numberOf(other) < numberOf(reference)).length + 1)
    .map((place) => Math.min(place, shown.length))
}

function notesOf(objects: Objects, page: Dictionary, number: number): Assembly['notes'] {
  const list = follow(objects, page['/Annots'])
  if (!Array.isArray(list)) return []
  return list.slice(0, 500).flatMap((entry) => {
    const note = reach(objects, entry)
    const kind = nameOf(note['/Subtype']) ?? ''
    return noteKinds.includes(kind) ? [{ page: number, box: boxOn(objects, page, note['/Rect']), kind }] : []
  })
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
