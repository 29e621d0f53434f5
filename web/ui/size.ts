import { countOf } from './format.ts'

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** Formats a file size: 12 KB, 1.4 MB. */
export function sizeOf(bytes: number) {
  let [count, unit] = [bytes, 0]
  while (count >= 1_000 && unit < units.length - 1) {
    count /= 1_000
    unit += 1
  }
  return `${countOf(count < 10 && unit > 0 ? Math.round(count * 10) / 10 : Math.round(count))} ${units[unit]}`
}
