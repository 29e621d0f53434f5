import type { SeededRandom } from '../../../random.ts'
import { a4, createPen, type Pen } from '../../pen.ts'
import { widthOf } from '../../text-metrics.ts'
import type { FontFace, Sheet } from '../../types.ts'
import { breakLines } from '../break-lines.ts'
import { drawLabelledValues, type LabelStyle, type TextLook } from '../label-blocks.ts'

const faces: [FontFace, FontFace][] = [
  ['sans', 'sans-bold'],
  ['sans', 'sans-bold'],
  ['serif', 'serif-bold'],
  ['mono', 'mono-bold'],
]
const accents = ['#1f3d7a', '#7a1f3d', '#0f5c4a', '#333333', '#5b2a86', '#a34700', '#000000']

/** Composes a document from top to bottom across as many sheets as needed. */
export function openComposer(random: SeededRandom) {
  const [face, bold] = random.pick(faces)
  const size = face === 'mono' ? 8 : random.pick([8.5, 9, 9.5, 10])
  const leading = size * 1.35
  const look: TextLook = { face, bold, size, leading, accent: random.pick(accents), tint: '#f0f0f0' }
  const [left, right, bottom] = [52, a4.width - 52, a4.height - 60]
  const forms: LabelStyle[] = ['right', 'colon', 'tab', 'tab', 'inline']
  const pens: Pen[] = []
  let y = 0

  function pen(height = leading): Pen {
    if (pens.length === 0 || y + height > bottom) {
      pens.push(createPen(a4, { size, face, colour: '#1a1a1a' }))
      y = 64
    }
    return pens.at(-1) as Pen
  }

  const composer = {
    title(text: string, big = 16) {
      pen(30).text(left, y, text, { size: big, face: bold, colour: look.accent })
      y += big * 1.6
      return composer
    },
    heading(text: string) {
      y += 6
      pen(40).text(left, y, text, { face: bold, colour: look.accent })
      y += leading * 1.3
      return composer
    },
    lines(lines: string[]) {
      for (const line of lines) {
        pen().text(left, y, line)
        y += leading
      }
      y += leading * 0.7
      return composer
    },
    text(text: string) {
      return composer.lines(breakLines(text, right - left, { face, size }))
    },
    pairs(pairs: [string, string][]) {
      const form = random.pick(forms)
      const width = form === 'right' ? 280 : right - left
      y = drawLabelledValues(pen(pairs.length * leading * 1.3), form, { x: left, y, width }, pairs, look) + 8
      return composer
    },
    /** Draws a table. Columns of amounts are right-aligned, all others left-aligned; `columnWidths` are in points. */
    table(titles: string[], rows: string[][], columnWidths: number[]) {
      const edges = columnWidths.map(
        (_, n) => left + columnWidths.slice(0, n).reduce((total, one) => total + one, 0),
      )
      const drawRow = (texts: string[], style: { face?: FontFace }) => {
        const at = pen()
        for (const [n, text] of texts.entries()) {
          const edge = edges[n] ?? left
          const isAmountColumn = /^[-£(]?[\d,.]+\)?( ?CR)?%?$/.test(rows[0]?.[n] ?? '') && n > 0
          if (isAmountColumn) at.right(edge + (columnWidths[n] ?? 60) - 6, y, text, style)
          else at.text(edge, y, text, style)
        }
        y += leading * 1.15
      }
      drawRow(titles, { face: bold })
      for (const row of rows) drawRow(row, {})
      y += leading * 0.6
      return composer
    },
    foot(text: string) {
      for (const [n, one] of pens.entries()) {
        one.text(left, a4.height - 32, text, { size: 7 })
        const number = `Page ${n + 1} of ${pens.length}`
        if (pens.length > 1)
          one.text(right - widthOf({ text: number, size: 7 }), a4.height - 32, number, { size: 7 })
      }
      return composer
    },
    sheets: (): Sheet[] => pens.map(({ sheet }) => sheet),
  }
  return composer
}

export type Composer = ReturnType<typeof openComposer>
