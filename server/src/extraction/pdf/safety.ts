import type { Rejection } from '../document.ts'
import { type Dictionary, dictionariesOf, follow, nameOf, type Objects, textOf } from './objects.ts'

const mostFilters = 2
const mostPixels = 100_000_000
const unpacking = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL']
const programs =
  /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs?|vbe|jse?|wsf|hta|jar|lnk|sh|app|apk|reg|docm|xlsm|pptm|iso|cpl)$/i

/** What makes a file one that nobody should open, or that only costs: programs in it, packing upon packing, giant pictures. */
export function findDanger(objects: Objects): Rejection | undefined {
  for (const stream of objects.streams) {
    const filters = filtersOf(objects, stream)
    if (filters.length > mostFilters || filters.filter((name) => unpacking.includes(name)).length > 1)
      return 'unsafe'
    const pixels = Number(follow(objects, stream['/Width'])) * Number(follow(objects, stream['/Height']))
    if (nameOf(stream['/Subtype']) === 'Image' && pixels > mostPixels) return 'too-complex'
  }
  for (const dictionary of dictionariesOf(objects)) {
    if (nameOf(dictionary['/S']) === 'Launch') return 'unsafe'
    if ('/EF' in dictionary && attachmentNames(objects, dictionary).some((name) => programs.test(name)))
      return 'unsafe'
  }
  return undefined
}

function filtersOf(objects: Objects, stream: Dictionary): string[] {
  const filter = follow(objects, stream['/Filter'])
  const list = Array.isArray(filter) ? filter.map((part) => follow(objects, part)) : [filter]
  return list.flatMap((part) => nameOf(part) ?? [])
}

const attachmentNames = (objects: Objects, attachment: Dictionary): string[] =>
  ['/F', '/UF', '/DOS', '/Unix'].flatMap((key) => textOf(objects, attachment[key]) ?? [])

/** Scripts are never run here; that a paper brings one along is told. Launching is refused before. */
export function asksToRun(objects: Objects): { hasJavaScript: boolean; hasLaunch: boolean } {
  let hasJavaScript = false
  for (const dictionary of dictionariesOf(objects))
    if (nameOf(dictionary['/S']) === 'JavaScript' || '/JS' in dictionary || '/JavaScript' in dictionary)
      hasJavaScript = true
  return { hasJavaScript, hasLaunch: false }
}

export function countAttachments(objects: Objects): number {
  let count = 0
  for (const dictionary of dictionariesOf(objects)) if ('/EF' in dictionary) count++
  return count
}
