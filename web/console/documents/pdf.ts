import { GlobalWorkerOptions, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

// The reader of PDFs, its worker and its files: all of our own origin. The build for older browsers is used, since the
// other one asks for what only the newest have.

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts that papers need not bring along, and what unpacks the pictures of scanners; fetched where a paper needs them. */
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

/** Opens a file; `destroy` of what it gives ends it, also before it is open. The bytes are the worker's afterwards. */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({
    data: bytes,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })

export type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
