import type { Face, Mark, Sheet, TextMark } from './types.ts'

export const a4 = { width: 595.28, height: 841.89 }

type Style = Partial<Pick<TextMark, 'size' | 'face' | 'align' | 'colour' | 'role'>>

/** A sheet that is being written on; `usual` is how text looks where nothing else is said. */
export function openSheet(
  size: { width: number; height: number },
  usual: { size: number; face?: Face; colour?: string },
) {
  const marks: Mark[] = []
  const sheet: Sheet = { ...size, marks }
  const pen = {
    sheet,
    text(x: number, y: number, text: string, style: Style = {}) {
      if (text !== '') marks.push({ text, x, y, ...usual, ...style })
      return pen
    },
    /** Text whose right edge is at x, as amounts are set. */
    right: (x: number, y: number, text: string, style: Style = {}) =>
      pen.text(x, y, text, { ...style, align: 'right' }),
    /** Lines one under the other; returns the baseline after the last. */
    lines(x: number, y: number, leading: number, texts: string[], style: Style = {}) {
      texts.forEach((text, n) => {
        pen.text(x, y + n * leading, text, style)
      })
      return y + texts.length * leading
    },
    line(x1: number, y1: number, x2: number, y2: number, style: { width?: number; colour?: string } = {}) {
      marks.push({ line: [x1, y1, x2, y2], ...style })
      return pen
    },
    box(x: number, y: number, width: number, height: number, style: { fill?: string; stroke?: string }) {
      marks.push({ box: [x, y, width, height], ...style })
      return pen
    },
  }
  return pen
}

export type Pen = ReturnType<typeof openSheet>

/** Breaks a text at spaces so that no line has more than this many characters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `D`, `DD`, `DDth`, `M`, `MM`, `MMM`, `MMMM`, `YY`, `YYYY`; everything else stays. */
export function formatDay(day: string, form: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[Number(month) - 1] ?? ''
  const ending = { 1: 'st', 2: 'nd', 3: 'rd', 21: 'st', 22: 'nd', 23: 'rd', 31: 'st' }[Number(date)] ?? 'th'
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    DDth: `${Number(date)}${ending}`,
    DD: date,
    D: String(Number(date)),
  }
  return form.replace(/YYYY|YY|MMMM|MMM|MM|M|DDth|DD|D/g, (part) => parts[part] ?? part)
}
