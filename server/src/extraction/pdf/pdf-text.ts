import { Worker } from 'node:worker_threads'
import type { PdfPage } from '../document.ts'
import type { PageLimits } from './read-pages.ts'

export type PdfLimits = PageLimits & { maxBytes: number; timeoutMs: number }

const defaultLimits: PdfLimits = {
  maxBytes: 10_000_000,
  maxPages: 30,
  maxCharacters: 60_000,
  timeoutMs: 15_000,
}

/** Thrown if the file is broken, too large, too slow to read or not a PDF. */
export class PdfUnreadable extends Error {}

// Number of files after which the worker thread is replaced, because PDFium never releases its memory.
const maxReadingsPerThread = 500

export type PdfReadRequest = { id: number; bytes: Uint8Array<ArrayBuffer>; limits: PdfLimits }
/**
 * `id` is the id of the request. It identifies answers, because with --watch Node posts its own messages on the same
 * port.
 */
export type PdfReadAnswer = { id: number } & ({ pages: PdfPage[] } | { problem: string })

type Thread = { worker: Worker; readings: number }

let thread: Thread | undefined
let last: Promise<unknown> = Promise.resolve()
let lastId = 0

/**
 * Reads the words of every page in paint order, with hidden words and their covers. PDFium runs synchronously on
 * untrusted files. It therefore has its own worker thread, which reads one file at a time and is terminated on a
 * timeout.
 */
export function readPdf(bytes: Uint8Array, limits: Partial<PdfLimits> = {}): Promise<PdfPage[]> {
  const allLimits = { ...defaultLimits, ...limits }
  if (bytes.length > allLimits.maxBytes) return Promise.reject(new PdfUnreadable('file is too large'))
  const reading = last.then(() =>
    readInThread({ id: ++lastId, bytes: new Uint8Array(bytes), limits: allLimits }),
  )
  last = reading.catch(() => undefined)
  return reading
}

function readInThread(request: PdfReadRequest): Promise<PdfPage[]> {
  const { worker } = getThread()
  return new Promise<PdfPage[]>((resolve, reject) => {
    const giveUp = (problem: string) => {
      cleanUp()
      terminate(worker)
      reject(new PdfUnreadable(problem))
    }
    const timer = setTimeout(giveUp, request.limits.timeoutMs, 'reading timed out')
    const onFailure = () => giveUp('worker thread failed')
    const onAnswer = (answer: PdfReadAnswer) => {
      if (answer.id !== request.id) return
      cleanUp()
      if ('pages' in answer) resolve(answer.pages)
      else reject(new PdfUnreadable(answer.problem))
    }
    function cleanUp() {
      clearTimeout(timer)
      worker.off('message', onAnswer).off('error', onFailure).off('exit', onFailure).unref()
    }
    worker.ref()
    worker.on('message', onAnswer).once('error', onFailure).once('exit', onFailure)
    worker.postMessage(request, [request.bytes.buffer])
  })
}

function getThread(): Thread {
  if (thread && thread.readings >= maxReadingsPerThread) terminate(thread.worker)
  if (!thread) {
    const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url))
    // Without a listener, an error in an idle thread would crash the process.
    worker.on('error', () => terminate(worker)).on('exit', () => terminate(worker))
    thread = { worker, readings: 0 }
  }
  thread.readings++
  return thread
}

function terminate(worker: Worker) {
  if (thread?.worker === worker) thread = undefined
  void worker.terminate()
}
