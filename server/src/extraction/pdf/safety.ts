import type { Rejection } from '../document.ts'
import {
  type Dictionary,
  iterateDictionaries,
  type PdfObjects,
  readName,
  readText,
  resolveReference,
} from './objects.ts'

const maxFilters = 2
const maxImagePixels = 100_000_000
const decompressionFilters = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL']
const executableName =
  /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs?|vbe|jse?|wsf|hta|jar|lnk|sh|app|apk|reg|docm|xlsm|pptm|iso|cpl)$/i

/** Rejects launch actions, executable attachments, nested compression (decompression bombs) and oversized images. */
export function findUnsafeContent(objects: PdfObjects): Rejection | undefined {
  for (const stream of objects.streams) {
    const filters = listFilters(objects, stream)
    if (
      filters.length > maxFilters ||
      filters.filter((name) => decompressionFilters.includes(name)).length > 1
    )
      return 'unsafe'
    const pixels =
      Number(resolveReference(objects, stream['/Width'])) *
      Number(resolveReference(objects, stream['/Height']))
    if (readName(stream['/Subtype']) === 'Image' && pixels > maxImagePixels) return 'too-complex'
  }
  for (const dictionary of iterateDictionaries(objects)) {
    if (readName(dictionary['/S']) === 'Launch') return 'unsafe'
    if (
      '/EF' in dictionary &&
      listAttachmentNames(objects, dictionary).some((name) => executableName.test(name))
    )
      return 'unsafe'
  }
  return undefined
}

function listFilters(objects: PdfObjects, stream: Dictionary): string[] {
  const filter = resolveReference(objects, stream['/Filter'])
  const list = Array.isArray(filter) ? filter.map((part) => resolveReference(objects, part)) : [filter]
  return list.flatMap((part) => readName(part) ?? [])
}

const listAttachmentNames = (objects: PdfObjects, attachment: Dictionary): string[] =>
  ['/F', '/UF', '/DOS', '/Unix'].flatMap((key) => readText(objects, attachment[key]) ?? [])

/** Reports scripts. The reader never runs them. Files with launch actions have already been rejected. */
export function findScripts(objects: PdfObjects): { hasJavaScript: boolean; hasLaunch: boolean } {
  let hasJavaScript = false
  for (const dictionary of iterateDictionaries(objects))
    if (readName(dictionary['/S']) === 'JavaScript' || '/JS' in dictionary || '/JavaScript' in dictionary)
      hasJavaScript = true
  return { hasJavaScript, hasLaunch: false }
}

export function countAttachments(objects: PdfObjects): number {
  let count = 0
  for (const dictionary of iterateDictionaries(objects)) if ('/EF' in dictionary) count++
  return count
}
