import { createHash } from 'node:crypto'
import type { Rejection, Structure } from '../document.ts'
import { mostFileBytes } from '../isolation/limits.ts'
import { run, withFile } from '../isolation/run-program.ts'
import { assemblyOf } from './assembly.ts'
import { dateOf } from './dates.ts'
import { type Dictionary, isDictionary, listObjects, nameOf, type Objects, reach, textOf } from './objects.ts'
import { listPlainly } from './plain-list.ts'
import { rawFactsOf } from './raw-bytes.ts'
import { asksToRun, countAttachments, findDanger } from './safety.ts'
import { readXmp } from './xmp.ts'

export type Inspection = { structure: Structure } | { rejection: Rejection }

const mostPages = 100
const mostObjects = 100_000
const mostJson = 64_000_000

/**
 * What the file says of itself, or why it is not read. Nothing in it is inflated but lists of objects, so a file that
 * would unpack to gigabytes costs as little as any other.
 */
export async function inspectFile(bytes: Uint8Array): Promise<Inspection> {
  if (bytes.length > mostFileBytes) return { rejection: 'too-large' }
  const raw = rawFactsOf(bytes)
  if (!raw.version) return { rejection: 'not-a-pdf' }
  if (raw.isAlsoSomethingElse) return { rejection: 'unsafe' }
  const plain = listPlainly(bytes)
  const listed = plain ? { objects: plain } : await withFile(bytes, list)
  if ('rejection' in listed) return listed
  const { objects } = listed
  const pages = countPages(objects)
  if (pages > mostPages) return { rejection: 'too-many-pages' }
  if (objects.all.size > mostObjects) return { rejection: 'too-complex' }
  if (pages === 0) return { rejection: 'broken' }
  const danger = findDanger(objects)
  if (danger) return { rejection: danger }
  const catalogue = reach(objects, objects.trailer['/Root'])
  const info = reach(objects, objects.trailer['/Info'])
  const structure: Structure = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    version: raw.version ?? '',
    pages,
    objects: objects.all.size,
    producer: textOf(objects, info['/Producer']),
    creator: textOf(objects, info['/Creator']),
    title: textOf(objects, info['/Title']),
    createdAt: dateOf(textOf(objects, info['/CreationDate'])),
    modifiedAt: dateOf(textOf(objects, info['/ModDate'])),
    xmp: await readXmp(bytes, catalogue['/Metadata']),
    revisionEnds: raw.revisionEnds,
    isLinearized: raw.isLinearized,
    isEncrypted: '/Encrypt' in objects.trailer,
    ...asksToRun(objects),
    embeddedFiles: countAttachments(objects),
    hasForm: hasForm(objects, reach(objects, catalogue['/AcroForm'])),
    signatures: signaturesOf(objects, bytes),
    fonts: fontsOf(objects),
    assembly: assemblyOf(objects, bytes),
  }
  return { structure }
}

async function list(path: string): Promise<{ objects: Objects } | { rejection: Rejection }> {
  const words = ['--json=latest', '--json-key=qpdf', '--json-stream-data=none', '--warning-exit-0', path]
  const limits = { cpuSeconds: 5, memoryMebibytes: 512, mostOutput: mostJson }
  const { code, output, complaint } = await run({ name: 'qpdf', words, ...limits })
  if (/invalid password|encryption (filter|dictionary)|unsupported encryption/i.test(complaint))
    return { rejection: 'password' }
  if (code === null) return { rejection: 'too-complex' }
  const objects = code === 0 ? listObjects(output) : undefined
  return objects ? { objects } : { rejection: 'broken' }
}

/** By walking the tree: a count that is only written down may be a lie. Stops soon after the limit. */
function countPages(objects: Objects): number {
  const catalogue = reach(objects, objects.trailer['/Root'])
  const seen = new Set<unknown>()
  const open: unknown[] = [catalogue['/Pages']]
  let pages = 0
  while (open.length > 0 && pages <= mostPages) {
    const reference = open.pop()
    if (seen.has(reference)) continue
    seen.add(reference)
    const node = reach(objects, reference)
    if (Array.isArray(node['/Kids'])) open.push(...node['/Kids'].slice(0, mostObjects))
    else if (Object.keys(node).length > 0) pages++
  }
  return pages
}

function hasForm(objects: Objects, form: Dictionary): boolean {
  const fields = form['/Fields']
  const list = Array.isArray(fields) ? fields : reach(objects, fields)
  return '/XFA' in form || (Array.isArray(list) && list.length > 0)
}

function signaturesOf(objects: Objects, bytes: Uint8Array): Structure['signatures'] {
  const end = Buffer.from(bytes)
    .toString('latin1', Math.max(0, bytes.length - 64))
    .trimEnd().length
  const written = Math.max(0, bytes.length - 64) + end
  return [...objects.all.values()].filter(isDictionary).flatMap((value) => {
    const range = value['/ByteRange']
    if (nameOf(value['/Type']) !== 'Sig' || !Array.isArray(range)) return []
    const [first, , start, length] = range.map(Number)
    return [{ coversWholeFile: first === 0 && (start ?? 0) + (length ?? 0) >= written }]
  })
}

function fontsOf(objects: Objects): string[] {
  const names = [...objects.all.values()]
    .filter(isDictionary)
    .filter((value) => nameOf(value['/Type']) === 'Font')
    .flatMap((value) => nameOf(value['/BaseFont']) ?? [])
    .map((name) => name.replace(/^[A-Z]{6}\+/, ''))
  return [...new Set(names)].toSorted()
}
