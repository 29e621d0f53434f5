import type { Pen } from '../pen.ts'
import { widthOf } from '../text-metrics.ts'
import type { Face } from '../types.ts'

export type Look = { face: Face; bold: Face; size: number; leading: number; accent: string; tint: string }
type Place = { x: number; y: number; width: number }
type Pairs = [label: string, value: string][]

/** `cells` are boxes, `grid` the same without lines; `above`: the value stands over its label. */
export type PairForm = 'right' | 'colon' | 'below' | 'above' | 'cells' | 'grid' | 'inline' | 'tab'

/** Labels with their values in one of the ways of paper; returns the baseline after the last. */
export function drawPairs(pen: Pen, form: PairForm, place: Place, pairs: Pairs, look: Look): number {
  const wide = (text: string, face = look.bold) => widthOf({ text, face, size: look.size })
  const { x, width } = place
  const { size } = look
  let { y } = place
  if (form === 'cells' || form === 'grid') return cells(pen, place, pairs, look, form === 'cells')
  if (form === 'inline') return inline(pen, place, pairs, look)
  const tab = Math.max(0, ...pairs.map(([label]) => wide(label, look.face))) + 10
  for (const [label, value] of pairs) {
    const isRoomy = wide(label, look.face) + wide(value) + 8 < width
    if (form === 'colon' && isRoomy) pen.text(x, y, `${label}: ${value}`, { size })
    else if (form === 'above') {
      pen.text(x, y, value, { face: look.bold, size })
      y += look.leading
      pen.text(x, y, label, { colour: look.accent, size: size * 0.8 })
      y += look.leading * 0.35
    } else if (form === 'below' || !isRoomy) {
      pen.text(x, y, label, { colour: look.accent, size: look.size * 0.9 })
      y += look.leading
      pen.text(x, y, value, { face: look.bold, size })
      if (form === 'below') y += look.leading * 0.35
    } else if (form === 'tab' && tab + wide(value) < width)
      pen.text(x, y, label, { size }).text(x + tab, y, value, { face: look.bold, size })
    else pen.text(x, y, label, { size }).right(x + width, y, value, { face: look.bold, size })
    y += look.leading * 1.15
  }
  return y
}

/** Boxes side by side, a small label above each value; as many rows as they need. */
function cells(pen: Pen, { x, y, width }: Place, pairs: Pairs, look: Look, isBoxed: boolean): number {
  const height = look.size * 2.9
  let [at, top] = [x, y - look.size]
  for (const [label, value] of pairs) {
    const wide = Math.max(
      widthOf({ text: label, face: look.face, size: look.size * 0.85 }),
      widthOf({ text: value, face: look.bold, size: look.size }),
    )
    if (at > x && at + wide + 10 > x + width) [at, top] = [x, top + height + 4]
    if (isBoxed) pen.box(at, top, wide + 10, height, { stroke: look.accent })
    pen.text(at + 5, top + look.size * 1.05, label, { size: look.size * 0.85, colour: look.accent })
    pen.text(at + 5, top + look.size * 2.4, value, { face: look.bold, size: look.size })
    at += wide + 10
  }
  return top + height + look.leading * 1.4
}

function inline(pen: Pen, { x, y, width }: Place, pairs: Pairs, look: Look): number {
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
