import type { Pen } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { FontFace } from '../types.ts'

export type TextLook = {
  face: FontFace
  bold: FontFace
  size: number
  leading: number
  accent: string
  tint: string
}
type Area = { x: number; y: number; width: number }
type LabelledValues = [label: string, value: string][]

/**
 * Arrangement of labels and values. `cells` draws boxes and `grid` the same without borders; with `above`, the value
 * is above its label.
 */
export type LabelStyle = 'right' | 'colon' | 'below' | 'above' | 'cells' | 'grid' | 'inline' | 'tab'

/** Draws labelled values in the given style; returns the next baseline. */
export function drawLabelledValues(
  pen: Pen,
  style: LabelStyle,
  area: Area,
  pairs: LabelledValues,
  look: TextLook,
): number {
  const textWidth = (text: string, face = look.bold) => widthOf({ text, face, size: look.size })
  const { x, width } = area
  const { size } = look
  let { y } = area
  if (style === 'cells' || style === 'grid') return drawCells(pen, area, pairs, look, style === 'cells')
  if (style === 'inline') return drawInline(pen, area, pairs, look)
  const tab = Math.max(0, ...pairs.map(([label]) => textWidth(label, look.face))) + 10
  for (const [label, value] of pairs) {
    const fitsOneLine = textWidth(label, look.face) + textWidth(value) + 8 < width
    if (style === 'colon' && fitsOneLine) pen.text(x, y, `${label}: ${value}`, { size })
    else if (style === 'above') {
      pen.text(x, y, value, { face: look.bold, size })
      y += look.leading
      pen.text(x, y, label, { colour: look.accent, size: size * 0.8 })
      y += look.leading * 0.35
    } else if (style === 'below' || !fitsOneLine) {
      pen.text(x, y, label, { colour: look.accent, size: look.size * 0.9 })
      y += look.leading
      pen.text(x, y, value, { face: look.bold, size })
      if (style === 'below') y += look.leading * 0.35
    } else if (style === 'tab' && tab + textWidth(value) < width)
      pen.text(x, y, label, { size }).text(x + tab, y, value, { face: look.bold, size })
    else pen.text(x, y, label, { size }).right(x + width, y, value, { face: look.bold, size })
    y += look.leading * 1.15
  }
  return y
}

/** Draws boxes side by side with a small label above each value, wrapped to several rows. */
function drawCells(
  pen: Pen,
  { x, y, width }: Area,
  pairs: LabelledValues,
  look: TextLook,
  isBoxed: boolean,
): number {
  const height = look.size * 2.9
  let [at, top] = [x, y - look.size]
  for (const [label, value] of pairs) {
    const textWidth = Math.max(
      widthOf({ text: label, face: look.face, size: look.size * 0.85 }),
      widthOf({ text: value, face: look.bold, size: look.size }),
    )
    if (at > x && at + textWidth + 10 > x + width) [at, top] = [x, top + height + 4]
    if (isBoxed) pen.box(at, top, textWidth + 10, height, { stroke: look.accent })
    pen.text(at + 5, top + look.size * 1.05, label, { size: look.size * 0.85, colour: look.accent })
    pen.text(at + 5, top + look.size * 2.4, value, { face: look.bold, size: look.size })
    at += textWidth + 10
  }
  return top + height + look.leading * 1.4
}

function drawInline(pen: Pen, { x, y, width }: Area, pairs: LabelledValues, look: TextLook): number {
  let [at, line] = [x, y]
  for (const [label, value] of pairs) {
    const labelWidth = widthOf({ text: `${label} `, face: look.face, size: look.size })
    const valueWidth = widthOf({ text: value, face: look.bold, size: look.size })
    if (at > x && at + labelWidth + valueWidth > x + width) [at, line] = [x, line + look.leading * 1.15]
    const { size } = look
    pen.text(at, line, label, { size }).text(at + labelWidth, line, value, { face: look.bold, size })
    at += labelWidth + valueWidth + 16
  }
  return line + look.leading * 1.3
}
