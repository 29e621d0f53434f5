export type RawFileFacts = {
  /** Undefined if there is no PDF header. */
  version: string | undefined
  /** Whether the file is also valid as another file type, such as a ZIP archive. */
  isPolyglot: boolean
  isLinearized: boolean
  revisionEnds: number[]
}

const headerSearchBytes = 1024
const linearizedSearchBytes = 2048

/** Magic numbers of other file types. A PDF may have a few bytes before its header, but these are not allowed. */
const otherFileTypes =
  /^(PK|MZ|Rar!|7z|GIF8|\x89PNG|\xFF\xD8|\x7FELF|#!|\s*<(!doctype|html|script|svg|\?xml))/i
const zipEndMarker = 'PK\x05\x06'

/** Reads facts with a plain byte search, without parsing the PDF. */
export function readRawFacts(bytes: Uint8Array): RawFileFacts {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const isLinearized = text.slice(0, linearizedSearchBytes).includes('/Linearized')
  const ends = [...text.matchAll(/startxref\s{1,20}\d{1,12}\s{1,20}%%EOF(\r\n|\r|\n)?/g)].map(
    (match) => match.index + match[0].length,
  )
  // The first section of a linearized file ends with the same marker but is not a revision.
  const revisionEnds = isLinearized && ends.length > 1 ? ends.slice(1) : ends
  const trailingData = text.slice(revisionEnds.at(-1) ?? text.length)
  return {
    version: /%PDF-(\d\.\d)/.exec(text.slice(0, headerSearchBytes))?.[1],
    isPolyglot: otherFileTypes.test(text.slice(0, 64)) || trailingData.includes(zipEndMarker),
    isLinearized,
    revisionEnds,
  }
}
