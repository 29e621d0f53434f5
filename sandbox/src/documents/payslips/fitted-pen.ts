import { openSheet } from '../pen.ts'
import { fit, printable } from '../fit-text.ts'
import { widthOf } from '../text-metrics.ts'
import type { Face, TextMark } from '../types.ts'

type Style = Partial<Pick<TextMark, 'size' | 'face' | 'align' | 'colour' | 'role'>>

/** A sheet to write on where text must stay in its place. What is written is returned as it is printed. */
export function openPaper(
  size: { width: number; height: number },
  usual: { size: number; face?: Face; colour?: string },
) {
  const pen = openSheet(size, usual)
  const paper = {
    ...pen,
    within(x: number, y: number, width: number, text: string, style: Style = {}): string {
      const fitted = fit(printable(text), width, { ...usual, ...style })
      pen.text(x, y, fitted.text, { ...style, size: fitted.size })
      return fitted.text
    },
    /** Places for values, each with what it is called to the left of it. */
    pairs(
      x: number,
      y: number,
      leading: number,
      columns: { value: number; width: number },
      pairs: Pair[],
      style: { label?: Style; value?: Style } = {},
    ) {
      pairs.forEach(([label, value, role], n) => {
        paper.within(x, y + n * leading, columns.value - 3, label, style.label)
        paper.within(x + columns.value, y + n * leading, columns.width, value, {
          ...style.value,
          ...(role && { role }),
        })
      })
      return y + pairs.length * leading
    },
    /** Amounts, flush right, each with what it is called on the left. */
    sums(
      x: number,
      y: number,
      leading: number,
      width: number,
      sums: Pair[],
      style: { label?: Style; value?: Style } = {},
    ) {
      sums.forEach(([label, value, role], n) => {
        const amount = { ...usual, ...style.value }
        paper.within(x, y + n * leading, width - widthOf({ text: value, ...amount }) - 4, label, style.label)
        pen.right(x + width, y + n * leading, value, { ...style.value, ...(role && { role }) })
      })
      return y + sums.length * leading
    },
    /** A row of boxes, each with a small name above its value. Returns the values as printed. */
    cells(x: number, y: number, height: number, row: Cell[], style: { label?: Style } = {}) {
      let at = x
      return row.map(([label, value, width, role]) => {
        pen.box(at, y, width, height, { stroke: '#000000' })
        paper.within(at + 3, y + height * 0.38, width - 6, label, { size: usual.size * 0.75, ...style.label })
        const printed = paper.within(at + 3, y + height * 0.84, width - 6, value, role ? { role } : {})
        at += width
        return printed
      })
    },
  }
  return paper
}

/** Rows one under the other, on a new sheet where the last one is full. */
export function openFlow(open: (number: number) => Paper, { top, bottom }: { top: number; bottom: number }) {
  const papers = [open(1)]
  let next = top
  return {
    /** The sheet and the height for something as high as this, which stays together. */
    room(height: number): [paper: Paper, y: number] {
      if (next + height > bottom) {
        papers.push(open(papers.length + 1))
        next = top
      }
      next += height
      return [papers.at(-1) as Paper, next - height]
    },
    sheets: () => papers.map(({ sheet }) => sheet),
  }
}

export type Pair = [label: string, value: string, role?: string]
type Cell = [label: string, value: string, width: number, role?: string]
type Paper = ReturnType<typeof openPaper>
