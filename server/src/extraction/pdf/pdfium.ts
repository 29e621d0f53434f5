import type { PDFiumDocument } from '@hyzyla/pdfium'
import { type Engine, freshPdfium } from './pdfium-engine.ts'

/** The parts of PDFium that its wrapper carries but does not show. Handles and addresses are numbers. */
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
  // They are others after the memory has grown, so they are never kept.
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
  /** Some bytes of PDFium's memory for what its functions write. */
  room: number
}

export const roomSize = 1024

type Four = [number, number, number, number]

/** Four numbers that a function has written. A view of the memory would cost more than the call. */
export const floatsAt = ({ HEAPF32: memory }: Pdfium, room: number): Four => {
  const at = room >> 2
  return [memory[at] ?? 0, memory[at + 1] ?? 0, memory[at + 2] ?? 0, memory[at + 3] ?? 0]
}

export const wholesAt = ({ HEAPU32: memory }: Pdfium, room: number): Four => {
  const at = room >> 2
  return [memory[at] ?? 0, memory[at + 1] ?? 0, memory[at + 2] ?? 0, memory[at + 3] ?? 0]
}

let engine: Promise<Engine> | undefined
let isSound = true

/** What the last file has left in PDFium's memory is gone. After a failure, or where memory has grown, it is a new one. */
export async function renewPdfium() {
  const used = await engine
  if (used && isSound && used.wipe()) return
  engine = freshPdfium()
  isSound = true
  await engine
}

/** Opens the file for as long as the work takes. Throws where PDFium cannot open it. */
export async function withPdf<T>(bytes: Uint8Array, work: (pdf: OpenPdf) => T | Promise<T>): Promise<T> {
  engine ??= freshPdfium()
  const { library } = await engine
  try {
    return await withOpened(await library.loadDocument(bytes), work)
  } catch (error) {
    isSound = false
    throw error
  }
}

async function withOpened<T>(opened: PDFiumDocument, work: (pdf: OpenPdf) => T | Promise<T>): Promise<T> {
  const { module: pdfium, documentIdx: document } = opened as unknown as {
    module: Pdfium
    documentIdx: number
  }
  const room = pdfium.wasmExports.malloc(roomSize)
  try {
    return await work({ pdfium, document, pageCount: opened.getPageCount(), room })
  } finally {
    pdfium.wasmExports.free(room)
    opened.destroy()
  }
}

const linkAnnotation = 2
const forTheScreen = 0

/**
 * Opens a page with its notes, stamps and filled fields painted into it, since readers of the file see them there.
 * A page that cannot be opened is undefined.
 */
export function withPage<T>(
  { pdfium, document }: OpenPdf,
  index: number,
  work: (page: number) => T,
): T | undefined {
  let page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return undefined
  if (hasPaintedNotes(pdfium, page) && pdfium._FPDFPage_Flatten(page, forTheScreen) > 0) {
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

function hasPaintedNotes(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), 2_000)
  for (let n = 0; n < count; n++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, n)
    if (annotation === 0) continue
    const subtype = pdfium._FPDFAnnot_GetSubtype(annotation)
    pdfium._FPDFPage_CloseAnnot(annotation)
    if (subtype !== linkAnnotation) return true
  }
  return false
}
