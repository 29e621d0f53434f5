import { GlobalWorkerOptions, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

// Loads PDF.js, its worker and its files from our own origin. Uses the legacy build, because the modern one needs
// features that only the newest browsers have.

GlobalWorkerOptions.workerSrc = workerUrl

/** URLs of standard fonts and image decoders, fetched only when a document needs them. */
const addresses = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
        '../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
      ],
      { query: '?url', import: 'default', eager: true },
    ),
  ).map(([path, address]) => [path.split('/').at(-1) ?? '', address]),
)

class OwnFiles {
  async fetch({ filename }: { filename: string }) {
    const address = addresses.get(filename)
    const reply = address === undefined ? undefined : await fetch(address)
    if (!reply?.ok) throw new Error(`${filename} is not there`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

/**
 * Opens a PDF. `destroy` also cancels an opening in progress. Ownership of the bytes is transferred to the worker.
 */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({
    data: bytes,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })

export type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
