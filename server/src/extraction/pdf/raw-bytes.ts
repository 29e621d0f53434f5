export type RawFacts = {
  /** Undefined where the file does not begin as a PDF does. */
  version: string | undefined
  isAlsoSomethingElse: boolean
  isLinearized: boolean
  revisionEnds: number[]
}

const headLength = 1024
const linearizedWithin = 2048

/** How other kinds of files begin; a PDF may have a few bytes before its header, but not those. */
const others = /^(PK|MZ|Rar!|7z|GIF8|\x89PNG|\xFF\xD8|\x7FELF|#!|\s*<(!doctype|html|script|svg|\?xml))/i
const zipEnd = 'PK\x05\x06'

/** What can be told without understanding the file. */
export function rawFactsOf(bytes: Uint8Array): RawFacts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const isLinearized = text.slice(0, linearizedWithin).includes('/Linearized')
  const ends = [...text.matchAll(/startxref\s{1,20}\d{1,12}\s{1,20}%%EOF(\r\n|\r|\n)?/g)].map(
    (found) => found.index + found[0].length,
  )
  // The first section of a file made for the web ends with the same words, but is not a revision.
  const revisionEnds = isLinearized && ends.length > 1 ? ends.slice(1) : ends
  const afterwards = text.slice(revisionEnds.at(-1) ?? text.length)
  return {
    version: /%PDF-(\d\.\d)/.exec(text.slice(0, headLength))?.[1],
    isAlsoSomethingElse: others.test(text.slice(0, 64)) || afterwards.includes(zipEnd),
    isLinearized,
    revisionEnds,
  }
}
