import { decimal, grouped } from '../../money.ts'
import type { Random } from '../../random.ts'
import { boxOf } from '../text-metrics.ts'
import type { BoxMark, Drawing, Mark, Tampering, TextMark } from '../types.ts'

/** A figure on the paper that a forger would rather have higher; pages count from 1. */
export type Target = { page: number; mark: TextMark; now: string }

/** What a forger goes for, best first. */
const wanted = ['net_pay', 'salary_amount', 'amount', 'gross_pay', 'closing_balance', 'balance']
const money = /\d[\d,]*\.\d\d/
const ungrouped = /\d{4}\.\d\d/

/** One figure, everywhere it is printed on a payslip; one line of a statement. */
export function pickTargets(drawing: Drawing, random: Random): Target[] {
  const figures = drawing.sheets.flatMap(({ marks }, n) =>
    marks.filter((mark) => 'text' in mark && money.test(mark.text)).map((mark) => ({ page: n + 1, mark })),
  ) as { page: number; mark: TextMark }[]
  const hasCommas = !figures.some(({ mark }) => ungrouped.test(mark.text))
  for (const role of wanted) {
    const candidates = figures.filter(({ mark }) => mark.role === role)
    if (candidates.length === 0) continue
    const picked = random.pick(candidates)
    const now = raised(picked.mark.text, random, hasCommas)
    const isOneLine = role.endsWith('amount') || role === 'balance'
    return candidates
      .filter((one) => one === picked || (!isOneLine && one.mark.text === picked.mark.text))
      .map((one) => ({ ...one, now }))
  }
  throw new Error(`Nothing on "${drawing.title}" is marked as a figure that a twin may change`)
}

/** A third to a half more, and other pence; signs and words around the figure stay. */
function raised(text: string, random: Random, hasCommas: boolean): string {
  return text.replace(money, (figure) => {
    const pence = Number(figure.replace(/\D/g, ''))
    const more = Math.round(pence * (1.3 + random.fraction() / 5)) + random.whole(10_000, 19_999)
    return hasCommas ? grouped(more) : decimal(more)
  })
}

export const changesOf = (targets: Target[]): Tampering['changes'] =>
  targets.map(({ page, mark, now }) => ({
    page,
    box: boxOf({ ...mark, text: longer(mark.text, now) }),
    was: mark.text,
    now,
  }))

const longer = (one: string, other: string) => (other.length > one.length ? other : one)

/** The colour of the paper below a text, for whoever wants to cover it unseen. */
export function paperBelow(marks: Mark[], text: TextMark): string {
  const [left, top, width, height] = boxOf(text)
  const [x, y] = [left + width / 2, top + height / 2]
  const below = marks
    .slice(0, marks.indexOf(text))
    .filter((mark): mark is BoxMark => 'box' in mark && mark.fill !== undefined)
    .findLast(({ box }) => x >= box[0] && x <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3])
  return below?.fill ?? '#ffffff'
}
