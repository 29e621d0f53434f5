import { plain } from './text.ts'

type Terminal = { isTTY?: boolean; write(text: string): unknown }
type Part = { name: string; bytes: { length: number } }
type Clock = { now?: () => number }

const width = 30
/** Nothing is shown for work that takes less time. */
const patienceMs = 1_000
/** Interval of progress lines without a terminal; long, so that logs stay short. */
const plainEveryMs = 5_000
const redrawMs = 250
/** Requests with shorter gaps count as one piece of work, e.g. the pages of a list. */
const gapMs = 200

const clear = '\r\u001b[K'

/**
 * Shows the progress of an upload: on a terminal a bar with rate and time left, elsewhere a line for each uploaded
 * file. With `isQuiet`, nothing is written without a terminal, because stderr contains JSON.
 */
export function openProgress(
  terminal: Terminal,
  parts: readonly Part[],
  { now = Date.now, isQuiet = false }: Clock & { isQuiet?: boolean } = {},
) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const gone = parts.map(() => 0)
  const uploaded = new Set<number>()
  const startedAt = now()
  let [uploadedAt, lineAt] = [0, startedAt]
  const draw = (text: string) => terminal.isTTY && terminal.write(`${clear}${text}`)
  const line = (text: string) => {
    lineAt = now()
    if (!terminal.isTTY && !isQuiet) terminal.write(`${text}\n`)
  }
  const extracting = () => {
    const seconds = Math.floor((now() - uploadedAt) / 1_000)
    const text = `Uploaded. Extracting data${seconds > 0 ? `, ${seconds} s` : ''}`
    draw(text)
    if (now() - lineAt >= plainEveryMs) line(text)
  }
  const timer = setInterval(() => uploadedAt && extracting(), redrawMs)
  timer.unref()
  return {
    /** Reports the bytes of one part sent so far. A retried part starts again at zero. */
    moved(n: number, bytes: number) {
      const part = parts[n]
      gone[n] = bytes
      if (part && bytes === part.bytes.length && !uploaded.has(n)) {
        uploaded.add(n)
        line(`Uploaded ${plain(part.name)} (${sizeOf(bytes)}), ${uploaded.size} of ${parts.length}`)
      }
      const sum = gone.reduce((all, one) => all + one, 0)
      if (sum < total) return draw(barOf({ sum, total, ms: now() - startedAt, name: part?.name ?? '' }))
      uploadedAt = now()
      extracting()
    },
    end() {
      clearInterval(timer)
      draw('')
    },
  }
}

function barOf({ sum, total, ms, name }: { sum: number; total: number; ms: number; name: string }) {
  const filled = Math.floor((sum / total) * width)
  const percent = String(Math.floor((sum / total) * 100)).padStart(3)
  const perSecond = ms > 0 ? (sum / ms) * 1_000 : 0
  const speed = perSecond > 0 ? ` ${sizeOf(perSecond)}/s, ${Math.ceil((total - sum) / perSecond)} s left` : ''
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %${speed} ${plain(name)}`
}

function sizeOf(bytes: number) {
  if (bytes < 1_000) return `${Math.round(bytes)} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * Shows that requests are in flight, once they take longer than a second: on a terminal a line that is redrawn,
 * elsewhere a line every five seconds. Nothing is shown while the program waits for the person, or for a delivery.
 */
export function openActivity(
  terminal: Terminal,
  { now = Date.now, isQuiet = false }: Clock & { isQuiet?: boolean } = {},
) {
  let [inFlight, requests, startedAt, endedAt, lineAt] = [0, 0, 0, 0, 0]
  let isDrawn = false
  let isPaused = false
  const wipe = () => {
    if (isDrawn) terminal.write(clear)
    isDrawn = false
  }
  function tick() {
    const ms = now() - startedAt
    if (inFlight === 0 || isPaused || ms < patienceMs) return
    const many =
      requests > 1 ? `, ${requests} requests, ${(requests / (ms / 1_000)).toFixed(1)} a second` : ''
    const text = `Waiting for the API, ${Math.floor(ms / 1_000)} s${many}`
    if (terminal.isTTY) {
      terminal.write(`${clear}${text}`)
      isDrawn = true
    } else if (!isQuiet && now() - lineAt >= plainEveryMs) {
      lineAt = now()
      terminal.write(`${text}\n`)
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    tick,
    wipe,
    /** Hides the activity while another progress display is shown. */
    pause() {
      wipe()
      isPaused = true
    },
    async during<T>(request: () => Promise<T>): Promise<T> {
      if (inFlight === 0 && now() - endedAt > gapMs) [startedAt, requests, lineAt] = [now(), 0, now()]
      inFlight++
      requests++
      timer ??= setInterval(tick, redrawMs).unref()
      try {
        return await request()
      } finally {
        endedAt = now()
        if (--inFlight === 0) {
          clearInterval(timer)
          timer = undefined
          wipe()
        }
      }
    },
  }
}

export type Activity = ReturnType<typeof openActivity>
