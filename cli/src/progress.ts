import { plain } from './text.ts'

type Terminal = { isTTY?: boolean; write(text: string): unknown }
type Part = { name: string; bytes: { length: number } }

const width = 30

/** A progress bar on a terminal; nothing when the output is redirected. */
export function openProgress(terminal: Terminal, parts: readonly Part[]) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const gone = parts.map(() => 0)
  const draw = (text: string) => terminal.isTTY && terminal.write(`\r\u001b[K${text}`)
  return {
    /** Bytes sent so far of one part. A retried part starts again at zero. */
    moved(n: number, bytes: number) {
      gone[n] = bytes
      const sum = gone.reduce((all, one) => all + one, 0)
      draw(sum < total ? barOf(sum / total, parts[n]?.name ?? '') : 'Uploaded; being read')
    },
    end: () => draw(''),
  }
}

function barOf(share: number, name: string) {
  const filled = Math.floor(share * width)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} % ${plain(name)}`
}
