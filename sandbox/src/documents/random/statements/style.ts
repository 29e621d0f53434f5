import type { SeededRandom } from '../../../random.ts'
import type { FontFace } from '../../types.ts'
import type { StatementPlan } from './plan.ts'

/** Visual style of a statement: every choice that is not an option of the plan. */
export type StatementStyle = {
  face: FontFace
  bold: FontFace
  size: number
  ink: string
  accent: string
  tint: string
  leading: number
  /** Space between rows, in points. */
  gap: number
  /** Space between columns, in points. */
  gutter: number
  width: number
  height: number
  margin: number
  isTitleFilled: boolean
}

const sizes = {
  portrait: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
  landscape: { width: 841.89, height: 595.28 },
}
const faces: Record<StatementPlan['typeface'], [FontFace, FontFace]> = {
  sans: ['sans', 'sans-bold'],
  serif: ['serif', 'serif-bold'],
  mono: ['mono', 'mono-bold'],
}
const accents = ['#1f3d7a', '#7a1f3d', '#0f5c4a', '#333333', '#5b2a86', '#a34700', '#00647d', '#000000']
const tints = ['#eef2f7', '#f6eef2', '#eaf5f1', '#f2f2f2', '#f7f3ea']

export function chooseStyle(plan: StatementPlan, random: SeededRandom): StatementStyle {
  const [face, bold] = faces[plan.typeface]
  // Monospaced text needs more width.
  const size = plan.typeface === 'mono' ? Math.min(plan.size, 7.5) : plan.size
  return {
    face,
    bold,
    size,
    ...sizes[plan.paper],
    ink: random.pick(['#000000', '#111111', '#222222', '#2b2b33']),
    accent: random.pick(accents),
    tint: random.pick(tints),
    leading: size * (1.12 + random.fraction() * 0.25),
    gap: 2 + random.fraction() * 6,
    gutter: random.integer(9, 16),
    margin: random.integer(30, 48),
    isTitleFilled: random.chance(0.4),
  }
}
