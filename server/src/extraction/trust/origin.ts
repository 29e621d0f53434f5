import type { Finding, Structure } from '../document.ts'
import { finding } from './finding-codes.ts'
import { type Maker, makerMarked, makerNamed, type Use } from './pdf-producers.ts'

const sentences: Partial<Record<Use, (said: string) => string>> = {
  editor: (said) => `The file names "${said}", a program that is made to change documents.`,
  picture: (said) => `The file names "${said}", a program for drawing and for changing pictures.`,
  library: (said) => `The file was made by something else and changed by "${said}".`,
  rewriter: (said) =>
    `The file was written anew from another file by "${said}", which leaves few traces of it.`,
}

/** Which programs the file names, and which one wrote it. */
export function judgeOrigin(structure: Structure, bytes: Uint8Array): Finding[] {
  const { producer, creator, createdAt, xmp } = structure
  if (producer === null && creator === null && createdAt === null && xmp === null) {
    const message =
      'The file does not say which program made it, nor when. Makers of payslips and statements say so.'
    return [finding('NO_METADATA', message), ...judgeMark(producer, bytes)]
  }
  return [...judgeNames(structure), ...judgeMark(producer, bytes)]
}

function judgeNames({ producer, creator, createdAt, modifiedAt, xmp }: Structure): Finding[] {
  const said = [producer, creator, xmp?.producer ?? null].filter((text) => text !== null)
  for (const text of new Set(said)) {
    const maker = makerNamed(text)
    const sentence = maker && sentences[maker.use]
    if (!sentence || !maker) continue
    const isItsOwnWork = makerNamed(creator ?? text)?.name === maker.name && createdAt === modifiedAt
    // A library that made the file and was not used again tells nothing.
    if (maker.use === 'library' && (isItsOwnWork || creator === null)) continue
    const severity = maker.use === 'rewriter' && (creator === null || isItsOwnWork) ? 'low' : 'medium'
    return [finding('EDITING_SOFTWARE', sentence(short(text)), { severity })]
  }
  const printer = makerNamed(producer)
  if (printer?.use !== 'printer') return []
  return [
    finding(
      'REPRINTED',
      `The file was printed by "${short(producer ?? '')}". Papers are often printed from a web page; a changed one can be, too.`,
    ),
  ]
}

/** Whoever saves a file with another program and leaves the names in it. */
function judgeMark(producer: string | null, bytes: Uint8Array): Finding[] {
  const writer = makerMarked(bytes)
  const named = makerNamed(producer)
  if (!writer || named?.name === writer.name) return []
  const expected = expectedMark(named)
  // A name that is in no list may be how an issuer calls what it builds on.
  const isChanger = writer.use === 'library' && expected
  if (!isChanger && writer.use !== 'library' && writer.use !== 'rewriter') return []
  const who = producer === null ? 'names no program' : `names "${short(producer)}"`
  return [
    finding('WRITTEN_BY_ANOTHER_PROGRAM', `The file ${who}, but its bytes were written by ${writer.name}.`, {
      severity: isChanger ? 'medium' : 'low',
    }),
  ]
}

const expectedMark = (named: Maker | undefined) => named?.mark !== undefined

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
