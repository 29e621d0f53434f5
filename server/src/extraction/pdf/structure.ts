import { createHash } from 'node:crypto'
import type { PdfStructure, Rejection } from '../document.ts'
import { maxFileBytes } from '../isolation/limits.ts'
import { runProgram, withTempFile } from '../isolation/run-program.ts'
import { readAssembly } from './assembly.ts'
import { parsePdfDate } from './dates.ts'
import {
  type Dictionary,
  isDictionary,
  type PdfObjects,
  parseObjects,
  readName,
  readText,
  resolveDictionary,
} from './objects.ts'
import { readRawFacts } from './raw-bytes.ts'
import { countAttachments, findScripts, findUnsafeContent } from './safety.ts'
import { readXmp } from './xmp.ts'

export type FileInspection = { structure: PdfStructure } | { rejection: Rejection }

const maxPages = 100
const maxObjects = 100_000
const maxJsonBytes = 64_000_000

/**
 * Reads the structure of a file with qpdf, or returns why the file is rejected. Only object streams are decompressed,
 * so a decompression bomb takes no more resources than any other file.
 */
export async function inspectFile(bytes: Uint8Array): Promise<FileInspection> {
  if (bytes.length > maxFileBytes) return { rejection: 'too-large' }
  const raw = readRawFacts(bytes)
  if (!raw.version) return { rejection: 'not-a-pdf' }
  if (raw.isPolyglot) return { rejection: 'unsafe' }
  const listing = await withTempFile(bytes, listWithQpdf)
  if ('rejection' in listing) return listing
  const { objects } = listing
  const pages = countPages(objects)
  if (pages > maxPages) return { rejection: 'too-many-pages' }
  if (objects.all.size > maxObjects) return { rejection: 'too-complex' }
  if (pages === 0) return { rejection: 'broken' }
  const danger = findUnsafeContent(objects)
  if (danger) return { rejection: danger }
  const catalogue = resolveDictionary(objects, objects.trailer['/Root'])
  const info = resolveDictionary(objects, objects.trailer['/Info'])
  const structure: PdfStructure = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    version: raw.version ?? '',
    pages,
    objects: objects.all.size,
    producer: readText(objects, info['/Producer']),
    creator: readText(objects, info['/Creator']),
    title: readText(objects, info['/Title']),
    createdAt: parsePdfDate(readText(objects, info['/CreationDate'])),
    modifiedAt: parsePdfDate(readText(objects, info['/ModDate'])),
    xmp: await readXmp(bytes, catalogue['/Metadata']),
    revisionEnds: raw.revisionEnds,
    isLinearized: raw.isLinearized,
    isEncrypted: '/Encrypt' in objects.trailer,
    ...findScripts(objects),
    embeddedFiles: countAttachments(objects),
    hasForm: hasForm(objects, resolveDictionary(objects, catalogue['/AcroForm'])),
    signatures: readSignatures(objects, bytes),
    fonts: listFonts(objects),
    assembly: readAssembly(objects, bytes),
  }
  return { structure }
}

async function listWithQpdf(path: string): Promise<{ objects: PdfObjects } | { rejection: Rejection }> {
  const words = ['--json=latest', '--json-key=qpdf', '--json-stream-data=none', '--warning-exit-0', path]
  const limits = { cpuSeconds: 5, memoryMebibytes: 512, maxOutputBytes: maxJsonBytes }
  const { code, output, stderr: complaint } = await runProgram({ name: 'qpdf', args: words, ...limits })
  if (/invalid password|encryption (filter|dictionary)|unsupported encryption/i.test(complaint))
    return { rejection: 'password' }
  if (code === null) return { rejection: 'too-complex' }
  const objects = code === 0 ? parseObjects(output) : undefined
  return objects ? { objects } : { rejection: 'broken' }
}

/**
 * Counts pages by traversing the page tree, because the file's own /Count may be wrong. Stops just above the limit.
 */
function countPages(objects: PdfObjects): number {
  const catalogue = resolveDictionary(objects, objects.trailer['/Root'])
  const seen = new Set<unknown>()
  const pending: unknown[] = [catalogue['/Pages']]
  let pages = 0
  while (pending.length > 0 && pages <= maxPages) {
    const reference = pending.pop()
    if (seen.has(reference)) continue
    seen.add(reference)
    const node = resolveDictionary(objects, reference)
    if (Array.isArray(node['/Kids'])) pending.push(...node['/Kids'].slice(0, maxObjects))
    else if (Object.keys(node).length > 0) pages++
  }
  return pages
}

function hasForm(objects: PdfObjects, form: Dictionary): boolean {
  const fields = form['/Fields']
  const list = Array.isArray(fields) ? fields : resolveDictionary(objects, fields)
  return '/XFA' in form || (Array.isArray(list) && list.length > 0)
}

function readSignatures(objects: PdfObjects, bytes: Uint8Array): PdfStructure['signatures'] {
  const tailLength = Buffer.from(bytes)
    .toString('latin1', Math.max(0, bytes.length - 64))
    .trimEnd().length
  const contentLength = Math.max(0, bytes.length - 64) + tailLength
  return [...objects.all.values()].filter(isDictionary).flatMap((value) => {
    const range = value['/ByteRange']
    if (readName(value['/Type']) !== 'Sig' || !Array.isArray(range)) return []
    const [first, , start, length] = range.map(Number)
    return [{ coversWholeFile: first === 0 && (start ?? 0) + (length ?? 0) >= contentLength }]
  })
}

function listFonts(objects: PdfObjects): string[] {
  const names = [...objects.all.values()]
    .filter(isDictionary)
    .filter((value) => readName(value['/Type']) === 'Font')
    .flatMap((value) => readName(value['/BaseFont']) ?? [])
    .map((name) => name.replace(/^[A-Z]{6}\+/, ''))
  return [...new Set(names)].toSorted()
}
