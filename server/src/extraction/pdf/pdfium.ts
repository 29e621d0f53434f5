import type { PDFiumDocument } from '@hyzyla/pdfium'
import { createPdfium, type PdfiumEngine } from './pdfium-engine.ts'

/** PDFium functions that the wrapper library exports without types. Handles and addresses are numbers. */
export type Pdfium = {
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageBoundingBox(page: number, box: number): number
  _FPDFPage_GetRotation(page: number): number
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, n: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFPage_Flatten(page: number, usage: number): number
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, n: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, n: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_SetIsActive(object: number, isActive: number): number
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFPageObj_GetFillColor(object: number, r: number, g: number, b: number, a: number): number
  _FPDFPageObj_GetStrokeColor(object: number, r: number, g: number, b: number, a: number): number
  _FPDFPageObj_HasTransparency(object: number): number
  _FPDFPageObj_GetClipPath(object: number): number
  _FPDFClipPath_CountPaths(clip: number): number
  _FPDFClipPath_CountPathSegments(clip: number, path: number): number
  _FPDFClipPath_GetPathSegment(clip: number, path: number, n: number): number
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number
  _FPDFPath_CountSegments(path: number): number
  _FPDFPath_GetPathSegment(path: number, n: number): number
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number
  _FPDFPathSegment_GetType(segment: number): number
  _FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number
  _FPDFImageObj_GetRenderedBitmap(document: number, page: number, image: number): number
  _FPDFTextObj_GetTextRenderMode(object: number): number
  _FPDFTextObj_GetFont(object: number): number
  _FPDFFont_GetBaseFontName(font: number, buffer: number, length: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, n: number): number
  _FPDFText_IsGenerated(text: number, n: number): number
  _FPDFText_GetTextObject(text: number, n: number): number
  _FPDFText_GetCharOrigin(text: number, n: number, x: number, y: number): number
  _FPDFText_GetLooseCharBox(text: number, n: number, box: number): number
  _FPDFText_GetFontSize(text: number, n: number): number
  _FPDFText_GetMatrix(text: number, n: number, matrix: number): number
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, first: number, stride: number): number
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): number
  _FPDFBitmap_GetBuffer(bitmap: number): number
  _FPDFBitmap_GetFormat(bitmap: number): number
  _FPDFBitmap_GetWidth(bitmap: number): number
  _FPDFBitmap_GetHeight(bitmap: number): number
  _FPDFBitmap_GetStride(bitmap: number): number
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    ...[bitmap, page, x, y, width, height, turn, flags]: [
      ...[bitmap: number, page: number, x: number, y: number],
      ...[width: number, height: number, turn: number, flags: number],
    ]
  ): void
  wasmExports: { malloc(size: number): number; free(at: number): void }
  // PDFium replaces these views whenever its memory grows, so they must not be cached.
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  readonly HEAP32: Int32Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
}

export type OpenPdf = {
  pdfium: Pdfium
  document: number
  pageCount: number
  /** Address of a scratch buffer in PDFium's memory for output parameters. */
  scratch: number
}

export const scratchBytes = 1024

type Four = [number, number, number, number]

/** Reads four floats from the scratch buffer. Creating a typed-array view would take longer than the read itself. */
export const readFloats = ({ HEAPF32: memory }: Pdfium, scratch: number): Four => {
  const at = scratch >> 2
  return [memory[at] ?? 0, memory[at + 1] ?? 0, memory[at + 2] ?? 0, memory[at + 3] ?? 0]
}

export const readUints = ({ HEAPU32: memory }: Pdfium, scratch: number): Four => {
  const at = scratch >> 2
  return [memory[at] ?? 0, memory[at + 1] ?? 0, memory[at + 2] ?? 0, memory[at + 3] ?? 0]
}

let engine: Promise<PdfiumEngine> | undefined
let isIntact = true

/**
 * Clears the previous file from PDFium's memory. Creates a new instance after a failure or if the memory has grown.
 */
export async function resetPdfium() {
  const used = await engine
  if (used && isIntact && used.wipe()) return
  engine = createPdfium()
  isIntact = true
  await engine
}

/** Opens the file, runs `work` and closes the file. Throws if PDFium cannot open it. */
export async function withPdf<T>(bytes: Uint8Array, work: (pdf: OpenPdf) => T | Promise<T>): Promise<T> {
  engine ??= createPdfium()
  const { library } = await engine
  try {
    return await withOpenDocument(await library.loadDocument(bytes), work)
  } catch (error) {
    isIntact = false
    throw error
  }
}

async function withOpenDocument<T>(
  opened: PDFiumDocument,
  work: (pdf: OpenPdf) => T | Promise<T>,
): Promise<T> {
  const { module: pdfium, documentIdx: document } = opened as unknown as {
    module: Pdfium
    documentIdx: number
  }
  const scratch = pdfium.wasmExports.malloc(scratchBytes)
  try {
    return await work({ pdfium, document, pageCount: opened.getPageCount(), scratch })
  } finally {
    pdfium.wasmExports.free(scratch)
    opened.destroy()
  }
}

const maxAnnotations = 2_000
const linkSubtype = 2
const flattenForDisplay = 0

/**
 * Opens a page with its annotations and form fields flattened into it, as a PDF viewer shows them. Returns undefined
 * if the page cannot be opened.
 */
export function withPage<T>(
  { pdfium, document }: OpenPdf,
  index: number,
  work: (page: number) => T,
): T | undefined {
  let page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return undefined
  if (hasVisibleAnnotations(pdfium, page) && pdfium._FPDFPage_Flatten(page, flattenForDisplay) > 0) {
    pdfium._FPDF_ClosePage(page)
    page = pdfium._FPDF_LoadPage(document, index)
    if (page === 0) return undefined
  }
  try {
    return work(page)
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

function hasVisibleAnnotations(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let n = 0; n < count; n++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, n)
    if (annotation === 0) continue
    const subtype = pdfium._FPDFAnnot_GetSubtype(annotation)
    pdfium._FPDFPage_CloseAnnot(annotation)
    if (subtype !== linkSubtype) return true
  }
  return false
}
