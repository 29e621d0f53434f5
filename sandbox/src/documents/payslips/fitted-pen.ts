import { fitToWidth, toPrintable } from '../fit-text.ts'
import { createPen } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { FontFace, TextMark } from '../types.ts'

type TextStyle = Partial<Pick<TextMark, 'size' | 'face' | 'align' | 'colour' | 'role'>>

/** Creates a pen that shrinks or truncates text to a maximum width. Its methods return the text as printed. */
export function createFittedPen(
  size: { width: number; height: number },
  defaultStyle: { size: number; face?: FontFace; colour?: string },
) {
  const basePen = createPen(size, defaultStyle)
  const pen = {
    ...basePen,
    fitText(x: number, y: number, width: number, text: string, style: TextStyle = {}): string {
      const fitted = fitToWidth(toPrintable(text), width, { ...defaultStyle, ...style })
      basePen.text(x, y, fitted.text, { ...style, size: fitted.size })
      return fitted.text
    },
    /** Prints values with their labels to the left. */
    pairs(
      x: number,
      y: number,
      leading: number,
      columns: { value: number; width: number },
      pairs: LabelledValue[],
      style: { label?: TextStyle; value?: TextStyle } = {},
    ) {
      pairs.forEach(([label, value, role], n) => {
        pen.fitText(x, y + n * leading, columns.value - 3, label, style.label)
        pen.fitText(x + columns.value, y + n * leading, columns.width, value, {
          ...style.value,
          ...(role && { role }),
        })
      })
      return y + pairs.length * leading
    },
    /** Prints right-aligned amounts with their labels on the left. */
    amounts(
      x: number,
      y: number,
      leading: number,
      width: number,
      amounts: LabelledValue[],
      style: { label?: TextStyle; value?: TextStyle } = {},
    ) {
      amounts.forEach(([label, value, role], n) => {
        const amount = { ...defaultStyle, ...style.value }
        pen.fitText(x, y + n * leading, width - widthOf({ text: value, ...amount }) - 4, label, style.label)
        basePen.right(x + width, y + n * leading, value, { ...style.value, ...(role && { role }) })
      })
      return y + amounts.length * leading
    },
    /** Prints a row of boxes with a small label above each value. Returns the values as printed. */
    cells(x: number, y: number, height: number, row: Cell[], style: { label?: TextStyle } = {}) {
      let at = x
      return row.map(([label, value, width, role]) => {
        basePen.box(at, y, width, height, { stroke: '#000000' })
        pen.fitText(at + 3, y + height * 0.38, width - 6, label, {
          size: defaultStyle.size * 0.75,
          ...style.label,
        })
        const printed = pen.fitText(at + 3, y + height * 0.84, width - 6, value, role ? { role } : {})
        at += width
        return printed
      })
    },
  }
  return pen
}

/** Flows rows down the page and starts a new sheet when the current one is full. */
export function createSheetFlow(
  open: (number: number) => FittedPen,
  { top, bottom }: { top: number; bottom: number },
) {
  const pens = [open(1)]
  let next = top
  return {
    /** Reserves height for a block that must not be split; returns its pen and baseline. */
    reserve(height: number): [pen: FittedPen, y: number] {
      if (next + height > bottom) {
        pens.push(open(pens.length + 1))
        next = top
      }
      next += height
      return [pens.at(-1) as FittedPen, next - height]
    },
    sheets: () => pens.map(({ sheet }) => sheet),
  }
}

export type LabelledValue = [label: string, value: string, role?: string]
type Cell = [label: string, value: string, width: number, role?: string]
type FittedPen = ReturnType<typeof createFittedPen>
