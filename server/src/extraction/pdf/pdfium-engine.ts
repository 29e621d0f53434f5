import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'

// Statements need 30 MB. PDFium itself would go up to 2 GB before it gives up.
const mostBytes = 512 * 1_048_576

type Imports = Record<string, Record<string, unknown>>
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: Imports): Promise<object>
}

let compiled: Promise<object> | undefined

export type Engine = {
  library: PDFiumLibrary
  /** Makes its memory, all of it, what it was before the first file. False where only a new one would be as clean. */
  wipe(): boolean
}

/** PDFium with memory that no file has touched. */
export async function freshPdfium(): Promise<Engine> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then(
    WebAssembly.compile,
  )
  const module = await compiled
  const library = await PDFiumLibrary.init({
    instantiateWasm(imports, onReady) {
      const whenReady = onReady as unknown as (instance: object) => void
      WebAssembly.instantiate(module, bounded(imports as unknown as Imports)).then(whenReady)
      return {}
    },
  })
  return { library: withoutDetours(library), wipe: wiperOf(library) }
}

/**
 * What PDFium knows is in its memory and in where its stack ends. A new one knows no more, but costs ten times what it
 * takes to put the memory back.
 */
function wiperOf(library: PDFiumLibrary): () => boolean {
  const { module } = library as unknown as { module: Memory }
  const size = module.HEAPU8.length
  const stack = module.wasmExports.emscripten_stack_get_current()
  const first = module.HEAPU8.slice(0, usedOf(module.HEAPU8))
  return () => {
    if (module.HEAPU8.length !== size || module.wasmExports.emscripten_stack_get_current() !== stack)
      return false
    module.HEAPU8.set(first)
    // Memory that was never written to is read for next to nothing, and written to it would have to be found first.
    for (let at = first.length; at < size; at += block.length) {
      const part = module.HEAPU8.subarray(at, at + block.length)
      if (!block.equals(part)) part.fill(0)
    }
    return true
  }
}

const block = Buffer.alloc(65_536)

/** Where the last block ends that holds anything; memory comes in whole blocks. */
function usedOf(memory: Uint8Array): number {
  let end = memory.length
  while (end > 0 && block.equals(memory.subarray(end - block.length, end))) end -= block.length
  return end
}

type Memory = { HEAPU8: Uint8Array; wasmExports: { emscripten_stack_get_current(): number } }

/** Every call would be checked for its number of arguments by a function in between, which costs more than most calls. */
function withoutDetours(library: PDFiumLibrary): PDFiumLibrary {
  const { module } = library as unknown as { module: Record<string, unknown> }
  const direct = module.wasmExports as Record<string, unknown>
  for (const [name, call] of Object.entries(direct))
    if (name.startsWith('FPDF') && typeof call === 'function') module[`_${name}`] = call
  return library
}

/** Memory grows by asking here: whoever asks for too much gets none, and PDFium ends the work. */
function bounded(imports: Imports): Imports {
  const grow = imports.env?.emscripten_resize_heap
  if (typeof grow !== 'function') throw new Error('PDFium grows its memory in another way now')
  const growWithin = (bytes: number) => (bytes >>> 0 > mostBytes ? 0 : grow(bytes))
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: growWithin } }
}
