import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'

// Statements need about 30 MB. PDFium itself would allocate up to 2 GB.
const maxMemoryBytes = 512 * 1_048_576

type Imports = Record<string, Record<string, unknown>>
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: Imports): Promise<object>
}

let compiled: Promise<object> | undefined

export type PdfiumEngine = {
  library: PDFiumLibrary
  /** Restores all of its memory to the state before the first file. False if only a new instance would be as clean. */
  wipe(): boolean
}

/** A PDFium instance with pristine memory. */
export async function createPdfium(): Promise<PdfiumEngine> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then(
    WebAssembly.compile,
  )
  const module = await compiled
  const library = await PDFiumLibrary.init({
    instantiateWasm(imports, onReady) {
      const notifyReady = onReady as unknown as (instance: object) => void
      WebAssembly.instantiate(module, withMemoryLimit(imports as unknown as Imports)).then(notifyReady)
      return {}
    },
  })
  return { library: withDirectCalls(library), wipe: createWiper(library) }
}

/**
 * PDFium's whole state is its linear memory and its stack pointer. Restoring the memory is as clean as a new instance and
 * ten times cheaper.
 */
function createWiper(library: PDFiumLibrary): () => boolean {
  const { module } = library as unknown as { module: Memory }
  const size = module.HEAPU8.length
  const stack = module.wasmExports.emscripten_stack_get_current()
  const pristine = module.HEAPU8.slice(0, findUsedLength(module.HEAPU8))
  return () => {
    if (module.HEAPU8.length !== size || module.wasmExports.emscripten_stack_get_current() !== stack)
      return false
    module.HEAPU8.set(pristine)
    // Clear only blocks that were written to: zero-filling untouched pages would make the kernel allocate them.
    for (let offset = pristine.length; offset < size; offset += zeroBlock.length) {
      const block = module.HEAPU8.subarray(offset, offset + zeroBlock.length)
      if (!zeroBlock.equals(block)) block.fill(0)
    }
    return true
  }
}

const zeroBlock = Buffer.alloc(65_536)

/** End of the last block with any content; WebAssembly memory grows in whole blocks. */
function findUsedLength(memory: Uint8Array): number {
  let end = memory.length
  while (end > 0 && zeroBlock.equals(memory.subarray(end - zeroBlock.length, end))) end -= zeroBlock.length
  return end
}

type Memory = { HEAPU8: Uint8Array; wasmExports: { emscripten_stack_get_current(): number } }

/** Bypasses Emscripten's argument-count wrappers, which cost more than most of the calls. */
function withDirectCalls(library: PDFiumLibrary): PDFiumLibrary {
  const { module } = library as unknown as { module: Record<string, unknown> }
  const direct = module.wasmExports as Record<string, unknown>
  for (const [name, call] of Object.entries(direct))
    if (name.startsWith('FPDF') && typeof call === 'function') module[`_${name}`] = call
  return library
}

/** Refuses to grow the memory above the limit, so PDFium aborts the file. */
function withMemoryLimit(imports: Imports): Imports {
  const grow = imports.env?.emscripten_resize_heap
  if (typeof grow !== 'function') throw new Error('PDFium no longer imports emscripten_resize_heap')
  const growWithin = (bytes: number) => (bytes >>> 0 > maxMemoryBytes ? 0 : grow(bytes))
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: growWithin } }
}
