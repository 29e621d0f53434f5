import { decimal, grouped } from '../../money.ts'
import type { SeededRandom } from '../../random.ts'
import { boxOf } from '../text-metrics.ts'
import type { BoxMark, Drawing, DrawingMark, Tampering, TextMark } from '../types.ts'

/** A printed figure and its increased replacement (`now`); pages count from 1. */
export type TamperTarget = { page: number; mark: TextMark; now: string }

/** Roles of the figures to tamper with, in order of preference. */
const preferredRoles = ['net_pay', 'salary_amount', 'amount', 'gross_pay', 'closing_balance', 'balance']
const money = /\d[\d,]*\.\d\d/
const thousandsWithoutComma = /\d{4}\.\d\d/

/** Picks one figure to tamper with: all its occurrences on a payslip, or one line of a statement. */
export function pickTargets(drawing: Drawing, random: SeededRandom): TamperTarget[] {
  const figures = drawing.sheets.flatMap(({ marks }, n) =>
    marks.filter((mark) => 'text' in mark && money.test(mark.text)).map((mark) => ({ page: n + 1, mark })),
  ) as { page: number; mark: TextMark }[]
  const hasCommas = !figures.some(({ mark }) => thousandsWithoutComma.test(mark.text))
  for (const role of preferredRoles) {
    const candidates = figures.filter(({ mark }) => mark.role === role)
    if (candidates.length === 0) continue
    const picked = random.pick(candidates)
    const now = increaseFigure(picked.mark.text, random, hasCommas)
    const isOneLine = role.endsWith('amount') || role === 'balance'
    return candidates
      .filter((one) => one === picked || (!isOneLine && one.mark.text === picked.mark.text))
      .map((one) => ({ ...one, now }))
  }
  throw new Error(`No figure on "${drawing.title}" is marked as one that tampering may change`)
}

/** Increases a figure by a third to a half; surrounding signs and text are kept. */
function increaseFigure(text: string, random: SeededRandom, hasCommas: boolean): string {
  return text.replace(money, (figure) => {
    const pence = Number(figure.replace(/\D/g, ''))
    const increased = Math.round(pence * (1.3 + random.fraction() / 5)) + random.integer(10_000, 19_999)
    return hasCommas ? grouped(increased) : decimal(increased)
  })
}

export const changesOf = (targets: TamperTarget[]): Tampering['changes'] =>
  targets.map(({ page, mark, now }) => ({
    page,
    box: boxOf({ ...mark, text: longer(mark.text, now) }),
    was: mark.text,
    now,
  }))

const longer = (one: string, other: string) => (other.length > one.length ? other : one)

/** Returns the background colour behind a text, in which it can be covered invisibly. */
export function backgroundBelow(marks: DrawingMark[], text: TextMark): string {
  const [left, top, width, height] = boxOf(text)
  const [x, y] = [left + width / 2, top + height / 2]
  const below = marks
    .slice(0, marks.indexOf(text))
    .filter((mark): mark is BoxMark => 'box' in mark && mark.fill !== undefined)
    .findLast(({ box }) => x >= box[0] && x <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3])
  return below?.fill ?? '#ffffff'
}
