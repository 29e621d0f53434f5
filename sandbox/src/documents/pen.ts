import type { DrawingMark, FontFace, Sheet, TextMark } from './types.ts'

export const a4 = { width: 595.28, height: 841.89 }

type TextStyle = Partial<Pick<TextMark, 'size' | 'face' | 'align' | 'colour' | 'role'>>

/** Creates a sheet and a pen to draw on it; `defaultStyle` applies to text unless overridden. */
export function createPen(
  size: { width: number; height: number },
  defaultStyle: { size: number; face?: FontFace; colour?: string },
) {
  const marks: DrawingMark[] = []
  const sheet: Sheet = { ...size, marks }
  const pen = {
    sheet,
    text(x: number, y: number, text: string, style: TextStyle = {}) {
      if (text !== '') marks.push({ text, x, y, ...defaultStyle, ...style })
      return pen
    },
    /** Prints right-aligned text; x is the right edge. */
    right: (x: number, y: number, text: string, style: TextStyle = {}) =>
      pen.text(x, y, text, { ...style, align: 'right' }),
    /** Prints consecutive lines; returns the baseline after the last. */
    lines(x: number, y: number, leading: number, texts: string[], style: TextStyle = {}) {
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

export type Pen = ReturnType<typeof createPen>

/** Wraps text at spaces to a maximum line length in characters. */
export function wrap(text: string, maxLength: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > maxLength) lines.push(word)
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

/** Formats a date with `D`, `DD`, `DDth`, `M`, `MM`, `MMM`, `MMMM`, `YY` and `YYYY`; other characters are kept. */
export function formatDay(day: string, pattern: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[Number(month) - 1] ?? ''
  const ordinalSuffix =
    { 1: 'st', 2: 'nd', 3: 'rd', 21: 'st', 22: 'nd', 23: 'rd', 31: 'st' }[Number(date)] ?? 'th'
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    DDth: `${Number(date)}${ordinalSuffix}`,
    DD: date,
    D: String(Number(date)),
  }
  return pattern.replace(/YYYY|YY|MMMM|MMM|MM|M|DDth|DD|D/g, (part) => parts[part] ?? part)
}
