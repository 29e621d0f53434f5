import { Worker } from 'node:worker_threads'
import type { Page } from '../document.ts'
import type { PageLimits } from './read-pages.ts'

export type PdfLimits = PageLimits & { mostBytes: number; longestMs: number }

const usual: PdfLimits = { mostBytes: 10_000_000, mostPages: 30, mostSigns: 60_000, longestMs: 15_000 }

/** A file that cannot be read: broken, too large, too slow, or no PDF at all. */
export class PdfUnreadable extends Error {}

// A thread keeps what it has ever needed; now and then a new one gives it back.
const mostReadings = 500

export type Asked = { bytes: Uint8Array<ArrayBuffer>; limits: PdfLimits }
export type Answered = { pages: Page[] } | { problem: string }

type Thread = { worker: Worker; readings: number }

let thread: Thread | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * The words of every page, in the order of painting, and what hides others. Files come from outside, and PDFium runs where it is called: so it
 * has a thread of its own, one file after the other, which is ended when a file takes too long.
 */
export function readPdf(bytes: Uint8Array, limits: Partial<PdfLimits> = {}): Promise<Page[]> {
  const within = { ...usual, ...limits }
  if (bytes.length > within.mostBytes) return Promise.reject(new PdfUnreadable('the file is too large'))
  const reading = last.then(() => readNow({ bytes: new Uint8Array(bytes), limits: within }))
  last = reading.catch(() => undefined)
  return reading
}

function readNow(asked: Asked): Promise<Page[]> {
  const { worker } = present()
  return new Promise<Page[]>((resolve, reject) => {
    const giveUp = (problem: string) => {
      leave()
      end(worker)
      reject(new PdfUnreadable(problem))
    }
    const timer = setTimeout(giveUp, asked.limits.longestMs, 'it takes too long')
    const whenBroken = () => giveUp('the reader broke')
    const whenAnswered = (answer: Answered) => {
      leave()
      if ('pages' in answer) resolve(answer.pages)
      else reject(new PdfUnreadable(answer.problem))
    }
    function leave() {
      clearTimeout(timer)
      worker.off('message', whenAnswered).off('error', whenBroken).off('exit', whenBroken).unref()
    }
    worker.ref()
    worker.once('message', whenAnswered).once('error', whenBroken).once('exit', whenBroken)
    worker.postMessage(asked, [asked.bytes.buffer])
  })
}

function present(): Thread {
  if (thread && thread.readings >= mostReadings) end(thread.worker)
  if (!thread) {
    const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url))
    // Without a listener an error of a thread that nobody waits for would end the process.
    worker.on('error', () => end(worker)).on('exit', () => end(worker))
    thread = { worker, readings: 0 }
  }
  thread.readings++
  return thread
}

function end(worker: Worker) {
  if (thread?.worker === worker) thread = undefined
  void worker.terminate()
}
