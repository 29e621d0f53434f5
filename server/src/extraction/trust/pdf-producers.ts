// Software that writes PDF files, with the name that it stores in the metadata, its purpose, and the binary comment
// that it writes into the second line of every file.

/**
 * `editor`: edits documents. `picture`: draws or edits images. `library`: creates and edits files. `rewriter`: writes
 * a new file from an existing one. `printer`: used by "print to PDF". `issuer`: only creates files.
 */
export type ProducerUse = 'editor' | 'picture' | 'library' | 'rewriter' | 'printer' | 'issuer'

export type PdfProducer = { name: string; namePattern: RegExp; use: ProducerUse; mark?: string }

export const pdfProducers: PdfProducer[] = [
  { name: 'Adobe Acrobat', namePattern: /\bacrobat\b(?!.*(distiller|pdfmaker))/i, use: 'editor' },
  { name: 'Foxit', namePattern: /\bfoxit\b|\bphantompdf\b/i, use: 'editor' },
  { name: 'Nitro', namePattern: /\bnitro\b/i, use: 'editor' },
  { name: 'PDFelement', namePattern: /pdf ?element|wondershare/i, use: 'editor' },
  { name: 'PDF-XChange', namePattern: /pdf-?xchange/i, use: 'editor' },
  { name: 'Sejda', namePattern: /\bsejda\b/i, use: 'editor' },
  { name: 'Smallpdf', namePattern: /\bsmallpdf\b/i, use: 'editor' },
  { name: 'iLovePDF', namePattern: /\bi ?love ?pdf\b/i, use: 'editor' },
  { name: 'PDF24', namePattern: /\bpdf ?24\b/i, use: 'editor' },
  { name: 'PDFescape', namePattern: /\bpdf ?escape\b/i, use: 'editor' },
  { name: 'pdfFiller', namePattern: /\bpdf ?filler\b/i, use: 'editor' },
  { name: 'DocHub', namePattern: /\bdochub\b/i, use: 'editor' },
  { name: 'Soda PDF', namePattern: /\bsoda ?pdf\b/i, use: 'editor' },
  { name: 'Xodo', namePattern: /\bxodo\b/i, use: 'editor' },
  { name: 'PDF Expert', namePattern: /\bpdf ?expert\b/i, use: 'editor' },
  { name: 'Infix', namePattern: /\binfix\b/i, use: 'editor' },
  { name: 'ABBYY FineReader', namePattern: /\bfine ?reader\b/i, use: 'editor' },
  { name: 'Tungsten Power PDF', namePattern: /\bpower ?pdf\b/i, use: 'editor' },
  { name: 'CutePDF Editor', namePattern: /cutepdf editor/i, use: 'editor' },
  { name: 'an editor', namePattern: /\b(pdf ?)?edit(or|ing)\b|\bpdf ?edit\b/i, use: 'editor' },
  { name: 'Photoshop', namePattern: /\bphotoshop\b/i, use: 'picture' },
  { name: 'Illustrator', namePattern: /\billustrator\b/i, use: 'picture' },
  { name: 'GIMP', namePattern: /\bgimp\b/i, use: 'picture' },
  { name: 'Inkscape', namePattern: /\binkscape\b/i, use: 'picture' },
  { name: 'CorelDRAW', namePattern: /\bcorel\b/i, use: 'picture' },
  { name: 'Affinity', namePattern: /\baffinity\b/i, use: 'picture' },
  { name: 'Canva', namePattern: /\bcanva\b/i, use: 'picture' },
  { name: 'Figma', namePattern: /\bfigma\b/i, use: 'picture' },
  { name: 'Pixelmator', namePattern: /\bpixelmator\b/i, use: 'picture' },
  { name: 'Paint', namePattern: /\bpaint(\.net)?\b/i, use: 'picture' },
  { name: 'Scribus', namePattern: /\bscribus\b/i, use: 'picture' },
  { name: 'LibreOffice Draw', namePattern: /^draw$|\b(libre|open)office\b.*\bdraw\b/i, use: 'picture' },
  { name: 'pdf-lib', namePattern: /\bpdf-lib\b/i, use: 'library', mark: '81818181' },
  { name: 'pypdf', namePattern: /\bpypdf\d?\b/i, use: 'library' },
  { name: 'PyMuPDF', namePattern: /\b(py)?mupdf\b/i, use: 'library', mark: 'c2b5c2b6' },
  { name: 'pikepdf', namePattern: /\bpikepdf\b/i, use: 'library' },
  { name: 'PDFsharp', namePattern: /\bpdfsharp\b/i, use: 'library', mark: 'd3f4cce1' },
  { name: 'PDFBox', namePattern: /\bpdfbox\b/i, use: 'library', mark: 'f6e4fcdf' },
  { name: 'pdftk', namePattern: /\bpdftk\b|itext-paulo/i, use: 'rewriter' },
  { name: 'Ghostscript', namePattern: /\bghostscript\b/i, use: 'rewriter', mark: 'c7ec8fa2' },
  { name: 'qpdf', namePattern: /\bqpdf\b/i, use: 'rewriter', mark: 'bff7a2fe' },
  { name: 'PDFium', namePattern: /\bpdfium\b/i, use: 'rewriter', mark: 'a1b3c5d7' },
  { name: 'Chromium', namePattern: /\bskia\/pdf\b/i, use: 'printer', mark: 'd3ebe9e1' },
  { name: 'macOS', namePattern: /\bquartz pdfcontext\b/i, use: 'printer', mark: 'c4e5f2e5eba7f3a0d0c4c6' },
  { name: 'Windows', namePattern: /microsoft:? print to pdf/i, use: 'printer' },
  { name: 'cairo', namePattern: /\bcairo\b/i, use: 'printer', mark: 'b5edaefb' },
  { name: 'Microsoft Word', namePattern: /microsoft.*\bword\b/i, use: 'issuer', mark: 'b5b5b5b5' },
  { name: 'LibreOffice', namePattern: /\b(libre|open)office\b/i, use: 'issuer', mark: 'c3a4c3bcc3b6c39f' },
  { name: 'PDFKit', namePattern: /\bpdfkit\b/i, use: 'issuer', mark: 'ffffffff' },
  { name: 'ReportLab', namePattern: /\breportlab\b/i, use: 'issuer', mark: '938c8b9e' },
  { name: 'FOP', namePattern: /\bapache fop\b/i, use: 'issuer', mark: 'aaabacad' },
  { name: 'pdfTeX', namePattern: /\bpdftex\b/i, use: 'issuer', mark: 'd0d4c5d8' },
]

/** Returns the first match. The list is sorted from specific to general names. */
export const findProducerByName = (text: string | null): PdfProducer | undefined =>
  text === null ? undefined : pdfProducers.find(({ namePattern }) => namePattern.test(text))

/**
 * Identifies the software that wrote the file by the comment in its second line. Comments that several products use
 * are not in the list.
 */
export function findProducerByMark(bytes: Uint8Array): PdfProducer | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const line = /^%PDF-\d\.\d\s*[\r\n]+%([\x80-\xff]+)/.exec(head)?.[1]
  if (line === undefined) return undefined
  const mark = Buffer.from(line, 'latin1').toString('hex')
  return pdfProducers.find((producer) => producer.mark !== undefined && mark === producer.mark)
}
