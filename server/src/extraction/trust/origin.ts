import type { PdfStructure, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { findProducerByMark, findProducerByName, type ProducerUse } from './pdf-producers.ts'

const sentences: Partial<Record<ProducerUse, (name: string) => string>> = {
  editor: (name) => `The file names "${name}", software for editing documents.`,
  picture: (name) => `The file names "${name}", software for drawing and editing images.`,
  library: (name) => `The file was created by other software and changed by "${name}".`,
  rewriter: (name) =>
    `The file was rewritten from another file by "${name}", which leaves few traces of the original.`,
}

/** Checks which software the metadata names, and which software actually wrote the file. */
export function checkOrigin(structure: PdfStructure, bytes: Uint8Array): TrustFinding[] {
  const { producer, creator, createdAt, xmp } = structure
  if (producer === null && creator === null && createdAt === null && xmp === null) {
    const message =
      'The file does not say which software created it, nor when. Issuers of payslips and statements normally do.'
    return [createFinding('NO_METADATA', message), ...checkHeaderMark(producer, bytes)]
  }
  return [...checkProducerNames(structure), ...checkHeaderMark(producer, bytes)]
}

function checkProducerNames({ producer, creator, createdAt, modifiedAt, xmp }: PdfStructure): TrustFinding[] {
  const names = [producer, creator, xmp?.producer ?? null].filter((name) => name !== null)
  for (const name of new Set(names)) {
    const software = findProducerByName(name)
    const describe = software && sentences[software.use]
    if (!describe || !software) continue
    const isOriginal = findProducerByName(creator ?? name)?.name === software.name && createdAt === modifiedAt
    // If a library created the file and the file was not modified afterwards, the library is not suspicious.
    if (software.use === 'library' && (isOriginal || creator === null)) continue
    const severity = software.use === 'rewriter' && (creator === null || isOriginal) ? 'low' : 'medium'
    return [createFinding('EDITING_SOFTWARE', describe(shorten(name)), { severity })]
  }
  const printer = findProducerByName(producer)
  if (printer?.use !== 'printer') return []
  return [
    createFinding(
      'REPRINTED',
      `The file was printed by "${shorten(producer ?? '')}". Documents are often printed from a web page, but an edited one can be, too.`,
    ),
  ]
}

/** Finds files that were not saved by the software named in their metadata. */
function checkHeaderMark(producer: string | null, bytes: Uint8Array): TrustFinding[] {
  const writer = findProducerByMark(bytes)
  const named = findProducerByName(producer)
  if (!writer || named?.name === writer.name) return []
  // An unknown name may be the issuer's own software, based on the library that wrote the file.
  const isEdited = writer.use === 'library' && named?.mark !== undefined
  if (!isEdited && writer.use !== 'library' && writer.use !== 'rewriter') return []
  const claim = producer === null ? 'names no software' : `names "${shorten(producer)}"`
  return [
    createFinding(
      'WRITTEN_BY_ANOTHER_PROGRAM',
      `The file ${claim}, but its bytes were written by ${writer.name}.`,
      {
        severity: isEdited ? 'medium' : 'low',
      },
    ),
  ]
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
