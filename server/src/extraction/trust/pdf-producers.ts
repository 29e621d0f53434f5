// Programs that write PDF files, as facts: what they call themselves, what they are used for, and the mark that they put
// in the second line of every file they write.

/**
 * editor: made to change documents. picture: made to change pictures. library: makes files and changes them.
 * rewriter: makes a new file of an old one. printer: what "print to a file" uses. issuer: makes files only.
 */
export type Use = 'editor' | 'picture' | 'library' | 'rewriter' | 'printer' | 'issuer'

export type Maker = { name: string; says: RegExp; use: Use; mark?: string }

export const makers: Maker[] = [
  { name: 'Adobe Acrobat', says: /\bacrobat\b(?!.*(distiller|pdfmaker))/i, use: 'editor' },
  { name: 'Foxit', says: /\bfoxit\b|\bphantompdf\b/i, use: 'editor' },
  { name: 'Nitro', says: /\bnitro\b/i, use: 'editor' },
  { name: 'PDFelement', says: /pdf ?element|wondershare/i, use: 'editor' },
  { name: 'PDF-XChange', says: /pdf-?xchange/i, use: 'editor' },
  { name: 'Sejda', says: /\bsejda\b/i, use: 'editor' },
  { name: 'Smallpdf', says: /\bsmallpdf\b/i, use: 'editor' },
  { name: 'iLovePDF', says: /\bi ?love ?pdf\b/i, use: 'editor' },
  { name: 'PDF24', says: /\bpdf ?24\b/i, use: 'editor' },
  { name: 'PDFescape', says: /\bpdf ?escape\b/i, use: 'editor' },
  { name: 'pdfFiller', says: /\bpdf ?filler\b/i, use: 'editor' },
  { name: 'DocHub', says: /\bdochub\b/i, use: 'editor' },
  { name: 'Soda PDF', says: /\bsoda ?pdf\b/i, use: 'editor' },
  { name: 'Xodo', says: /\bxodo\b/i, use: 'editor' },
  { name: 'PDF Expert', says: /\bpdf ?expert\b/i, use: 'editor' },
  { name: 'Infix', says: /\binfix\b/i, use: 'editor' },
  { name: 'ABBYY FineReader', says: /\bfine ?reader\b/i, use: 'editor' },
  { name: 'Tungsten Power PDF', says: /\bpower ?pdf\b/i, use: 'editor' },
  { name: 'CutePDF Editor', says: /cutepdf editor/i, use: 'editor' },
  { name: 'an editor', says: /\b(pdf ?)?edit(or|ing)\b|\bpdf ?edit\b/i, use: 'editor' },
  { name: 'Photoshop', says: /\bphotoshop\b/i, use: 'picture' },
  { name: 'Illustrator', says: /\billustrator\b/i, use: 'picture' },
  { name: 'GIMP', says: /\bgimp\b/i, use: 'picture' },
  { name: 'Inkscape', says: /\binkscape\b/i, use: 'picture' },
  { name: 'CorelDRAW', says: /\bcorel\b/i, use: 'picture' },
  { name: 'Affinity', says: /\baffinity\b/i, use: 'picture' },
  { name: 'Canva', says: /\bcanva\b/i, use: 'picture' },
  { name: 'Figma', says: /\bfigma\b/i, use: 'picture' },
  { name: 'Pixelmator', says: /\bpixelmator\b/i, use: 'picture' },
  { name: 'Paint', says: /\bpaint(\.net)?\b/i, use: 'picture' },
  { name: 'Scribus', says: /\bscribus\b/i, use: 'picture' },
  { name: 'LibreOffice Draw', says: /^draw$|\b(libre|open)office\b.*\bdraw\b/i, use: 'picture' },
  { name: 'pdf-lib', says: /\bpdf-lib\b/i, use: 'library', mark: '81818181' },
  { name: 'pypdf', says: /\bpypdf\d?\b/i, use: 'library' },
  { name: 'PyMuPDF', says: /\b(py)?mupdf\b/i, use: 'library', mark: 'c2b5c2b6' },
  { name: 'pikepdf', says: /\bpikepdf\b/i, use: 'library' },
  { name: 'PDFsharp', says: /\bpdfsharp\b/i, use: 'library', mark: 'd3f4cce1' },
  { name: 'PDFBox', says: /\bpdfbox\b/i, use: 'library', mark: 'f6e4fcdf' },
  { name: 'pdftk', says: /\bpdftk\b|itext-paulo/i, use: 'rewriter' },
  { name: 'Ghostscript', says: /\bghostscript\b/i, use: 'rewriter', mark: 'c7ec8fa2' },
  { name: 'qpdf', says: /\bqpdf\b/i, use: 'rewriter', mark: 'bff7a2fe' },
  { name: 'PDFium', says: /\bpdfium\b/i, use: 'rewriter', mark: 'a1b3c5d7' },
  { name: 'Chromium', says: /\bskia\/pdf\b/i, use: 'printer', mark: 'd3ebe9e1' },
  { name: 'macOS', says: /\bquartz pdfcontext\b/i, use: 'printer', mark: 'c4e5f2e5eba7f3a0d0c4c6' },
  { name: 'Windows', says: /microsoft:? print to pdf/i, use: 'printer' },
  { name: 'cairo', says: /\bcairo\b/i, use: 'printer', mark: 'b5edaefb' },
  { name: 'Microsoft Word', says: /microsoft.*\bword\b/i, use: 'issuer', mark: 'b5b5b5b5' },
  { name: 'LibreOffice', says: /\b(libre|open)office\b/i, use: 'issuer', mark: 'c3a4c3bcc3b6c39f' },
  { name: 'PDFKit', says: /\bpdfkit\b/i, use: 'issuer', mark: 'ffffffff' },
  { name: 'ReportLab', says: /\breportlab\b/i, use: 'issuer', mark: '938c8b9e' },
  { name: 'FOP', says: /\bapache fop\b/i, use: 'issuer', mark: 'aaabacad' },
  { name: 'pdfTeX', says: /\bpdftex\b/i, use: 'issuer', mark: 'd0d4c5d8' },
]

/** The first that a text names; the order of the list goes from the particular to the general. */
export const makerNamed = (text: string | null): Maker | undefined =>
  text === null ? undefined : makers.find(({ says }) => says.test(text))

/** Who wrote the bytes, by the mark in the second line. Some marks are shared by many and tell nothing. */
export function makerMarked(bytes: Uint8Array): Maker | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const line = /^%PDF-\d\.\d\s*[\r\n]+%([\x80-\xff]+)/.exec(head)?.[1]
  if (line === undefined) return undefined
  const mark = Buffer.from(line, 'latin1').toString('hex')
  return makers.find((maker) => maker.mark !== undefined && mark === maker.mark)
}
