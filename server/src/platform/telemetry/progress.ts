/** Shows the progress of a command at a terminal. Services have metrics instead. */
export type ProgressReporter = {
  /** Starts the next step. `total` is the number of its units, if it is known. */
  step(name: string, total?: number, unit?: string): void
  /** Counts finished units of the step. */
  add(count?: number): void
  /** Removes the progress bar before other output is written. The next redraw shows it again. */
  wipe(): void
  end(): void
}

type Terminal = { isTTY?: boolean; write(text: string): unknown }

const width = 24
/** Work that takes less time than this shows no progress. */
const showAfterMs = 1_000
const redrawMs = 250
/** Interval between progress lines if there is no terminal. It is long, so that logs stay short. */
const plainEveryMs = 10_000
const clear = '\r\u001b[K'

/** For callers that show no progress, such as tests. */
export const noProgress: ProgressReporter = { step() {}, add() {}, wipe() {}, end() {} }

/**
 * Shows a bar with rate and remaining time on a terminal. If there is no terminal, prints a line for each step and
 * one every ten seconds.
 */
export function openProgress(
  terminal: Terminal,
  { now = Date.now } = {},
): ProgressReporter & { redraw(): void } {
  const openedAt = now()
  let current: { name: string; total: number | undefined; unit: string; done: number; at: number } | undefined
  let lineAt = openedAt
  let isDrawn = false

  function redraw() {
    if (!current || now() - openedAt < showAfterMs) return
    if (terminal.isTTY) {
      terminal.write(`${clear}${describe(current, now() - current.at)}`)
      isDrawn = true
    } else if (now() - lineAt >= plainEveryMs) writeLine()
  }
  function writeLine() {
    if (!current || terminal.isTTY) return
    lineAt = now()
    terminal.write(`${describe(current, now() - current.at)}\n`)
  }
  function wipe() {
    if (isDrawn) terminal.write(clear)
    isDrawn = false
  }
  const timer = setInterval(redraw, redrawMs)
  timer.unref()
  return {
    redraw,
    wipe,
    step(name, total, unit = '') {
      current = { name, total, unit, done: 0, at: now() }
      if (terminal.isTTY) redraw()
      else if (now() - openedAt >= showAfterMs) writeLine()
    },
    add(count = 1) {
      if (current) current.done += count
      redraw()
    },
    end() {
      clearInterval(timer)
      wipe()
      current = undefined
    },
  }
}

type Step = { name: string; total: number | undefined; unit: string; done: number }

function describe({ name, total, unit, done }: Step, ms: number) {
  const perSecond = ms > 0 ? (done / ms) * 1_000 : 0
  const elapsed = Math.floor(ms / 1_000)
  if (!total) return [name, ...countOf(done, unit), ...(elapsed > 0 ? [durationOf(elapsed)] : [])].join(', ')
  const share = Math.min(1, done / total)
  const filled = Math.floor(share * width)
  const left = perSecond > 0 ? [`${durationOf(Math.ceil((total - done) / perSecond))} left`] : []
  const rate = perSecond > 0 ? [rateOf(perSecond, unit)] : []
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`
  return [`${bar} ${name}: ${done} of ${total} ${unit}`.trimEnd(), ...rate, ...left].join(', ')
}

const countOf = (done: number, unit: string) => (done > 0 ? [`${done} ${unit}`.trimEnd()] : [])

/** Formats a rate per second, minute or hour, so that the figure is readable for slow work too. */
function rateOf(perSecond: number, unit: string) {
  const [rate, per] =
    perSecond >= 1
      ? [perSecond, 's']
      : perSecond >= 1 / 60
        ? [perSecond * 60, 'min']
        : [perSecond * 3_600, 'h']
  return `${rate >= 100 ? Math.round(rate) : rate.toFixed(1)} ${unit}/${per}`.replace(' /', '/')
}

function durationOf(seconds: number) {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}
