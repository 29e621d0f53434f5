import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'

// Limit for PDFium, which could otherwise allocate up to 2 GB. Statements need about 30 MB.
const maxMemoryBytes = 512 * 1_048_576

type Imports = Record<string, Record<string, unknown>>
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: Imports): Promise<object>
}

let compiled: Promise<object> | undefined

export type PdfiumEngine = {
  library: PDFiumLibrary
  /**
   * Restores the memory to its state before the first file. Returns false if that is not possible and a new instance
   * is needed.
   */
  wipe(): boolean
}

/** Creates a PDFium instance whose memory contains no data of any file. */
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
 * Returns a function that restores PDFium's memory. Linear memory and stack pointer are PDFium's whole state, so this
 * is as clean as a new instance, at a tenth of the cost.
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

/** Returns the end of the last block that has any content. WebAssembly memory grows in whole blocks. */
function findUsedLength(memory: Uint8Array): number {
  let end = memory.length
  while (end > 0 && zeroBlock.equals(memory.subarray(end - zeroBlock.length, end))) end -= zeroBlock.length
  return end
}

type Memory = { HEAPU8: Uint8Array; wasmExports: { emscripten_stack_get_current(): number } }

/** Bypasses Emscripten's argument-count wrappers, which take longer than most of the calls themselves. */
function withDirectCalls(library: PDFiumLibrary): PDFiumLibrary {
  const { module } = library as unknown as { module: Record<string, unknown> }
  const direct = module.wasmExports as Record<string, unknown>
  for (const [name, call] of Object.entries(direct))
    if (name.startsWith('FPDF') && typeof call === 'function') module[`_${name}`] = call
  return library
}

/** Prevents the memory from growing above the limit. PDFium then aborts the file. */
function withMemoryLimit(imports: Imports): Imports {
  const grow = imports.env?.emscripten_resize_heap
  if (typeof grow !== 'function') throw new Error('PDFium no longer imports emscripten_resize_heap')
  const growWithin = (bytes: number) => (bytes >>> 0 > maxMemoryBytes ? 0 : grow(bytes))
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: growWithin } }
}
