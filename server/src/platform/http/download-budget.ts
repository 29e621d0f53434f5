import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { tooManyRequests, unavailable } from '../problem.ts'

export type DownloadBudget = ReturnType<typeof openDownloadBudget>

type Download = { clientId: string; bytes: number; response: ServerResponse; start(): void; refuse(): void }

const mebibyte = 1024 ** 2

/**
 * Limits the memory that files occupy while they are sent, per process and per client. A download that does not fit
 * waits briefly and is then refused. The connection of a caller that hardly reads is closed.
 */
export function openDownloadBudget({
  maxBytes = 256 * mebibyte,
  maxBytesPerClient = 128 * mebibyte,
  minBytesPerSecond = 10_000,
  maxWaitMs = 5_000,
  watchIntervalMs = 5_000,
} = {}) {
  const bytesByClient = new Map<string, number>()
  const queue = new Set<Download>()
  let bytesInUse = 0

  const fitsClient = ({ clientId, bytes }: Download) =>
    (bytesByClient.get(clientId) ?? 0) + bytes <= maxBytesPerClient
  const fits = (download: Download) => bytesInUse + download.bytes <= maxBytes && fitsClient(download)

  function change(clientId: string, bytes: number) {
    bytesInUse += bytes
    const left = (bytesByClient.get(clientId) ?? 0) + bytes
    if (left === 0) bytesByClient.delete(clientId)
    else bytesByClient.set(clientId, left)
  }

  function start(download: Download) {
    queue.delete(download)
    change(download.clientId, download.bytes)
    const watch = setInterval(closeIfStalled, watchIntervalMs, progressOf(download.response)).unref()
    finished(download.response, () => {
      clearInterval(watch)
      change(download.clientId, -download.bytes)
      for (const waiting of queue) if (fits(waiting)) start(waiting)
    })
    download.start()
  }

  /** Returns a function that returns the number of bytes the caller has read since it was last called. */
  function progressOf(response: ServerResponse) {
    let before = 0
    return {
      response,
      readSince() {
        const { socket } = response
        const sent = socket ? socket.bytesWritten - socket.writableLength : 0
        const since = sent - before
        before = sent
        return since
      },
    }
  }

  function closeIfStalled({ response, readSince }: ReturnType<typeof progressOf>) {
    const isSlow = readSince() < (minBytesPerSecond * watchIntervalMs) / 1_000
    if (isSlow && response.headersSent && !response.writableFinished) response.destroy()
  }

  return {
    bytesInUse: () => bytesInUse,
    /** Waits until there is room for a file, and holds it until the response has been sent or its connection closed. */
    reserve(clientId: string, bytes: number, response: ServerResponse): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => download.refuse(), maxWaitMs)
        const download: Download = {
          clientId,
          // A file that is larger than the limit is sent alone.
          bytes: Math.min(bytes, maxBytesPerClient),
          response,
          start() {
            clearTimeout(timer)
            resolve()
          },
          refuse() {
            queue.delete(download)
            reject(fitsClient(download) ? unavailable(undefined) : tooManyDownloads())
          },
        }
        if (fits(download)) return start(download)
        queue.add(download)
        finished(response, () => {
          clearTimeout(timer)
          if (queue.has(download)) download.refuse()
        })
      })
    },
  }
}

const tooManyDownloads = () =>
  tooManyRequests('too-many-downloads', 'Too many files are being downloaded at the same time', 1)
