import type { Random } from '../../../random.ts'
import type { Face } from '../../types.ts'
import type { Plan } from './plan.ts'

/** How a paper looks and what it calls things; all that is not a switch of its own. */
export type Style = {
  face: Face
  bold: Face
  size: number
  ink: string
  accent: string
  tint: string
  leading: number
  /** Between rows. */
  gap: number
  /** Between columns. */
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
const faces: Record<Plan['typeface'], [Face, Face]> = {
  sans: ['sans', 'sans-bold'],
  serif: ['serif', 'serif-bold'],
  mono: ['mono', 'mono-bold'],
}
const accents = ['#1f3d7a', '#7a1f3d', '#0f5c4a', '#333333', '#5b2a86', '#a34700', '#00647d', '#000000']
const tints = ['#eef2f7', '#f6eef2', '#eaf5f1', '#f2f2f2', '#f7f3ea']

export function drawStyle(plan: Plan, random: Random): Style {
  const [face, bold] = faces[plan.typeface]
  // Letters of one width are wide.
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
    gutter: random.whole(9, 16),
    margin: random.whole(30, 48),
    isTitleFilled: random.chance(0.4),
  }
}
