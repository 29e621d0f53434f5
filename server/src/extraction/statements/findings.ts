import type { Finding } from '../document.ts'
import { gatesOf } from './checks.ts'
import type { Outcome } from './read-statement.ts'
import { dayNumber } from './text/dates.ts'
import { placeOf } from './text/lines.ts'
import { sumText } from './text/money.ts'

// A contradiction is only told where the table was understood: a layout that was misread contradicts itself too.
const mostBreaks = 4
const leastHeld = 0.75
// Banks print a row or two from just outside the period.
const leeway = 10

const whole = new Set(['complete', 'unique', 'account'])

export function findingsOf(outcome: Outcome): Finding[] {
  const { walk, isOcr } = outcome
  const isWhole = gatesOf(outcome).every(({ name, isPassed }) => isPassed || !whole.has(name))
  if (isOcr || !isWhole || !isUnderstood(outcome)) return []
  const findings = [...brokenBalances(outcome), ...wrongDays(outcome)]
  if (walk.breaks.length === 0)
    findings.push(...wrongEnds(outcome), ...wrongTotals(outcome), ...wrongLists(outcome))
  return findings
}

function isUnderstood({ walk: { steps, breaks, checks } }: Outcome): boolean {
  const held = steps.filter(({ isHeld }) => isHeld).length
  return checks >= 2 && breaks.length <= mostBreaks && held >= leastHeld * steps.length - breaks.length * 2
}

const arithmetic = (
  code: string,
  title: string,
  message: string,
  places: Finding['places'],
  fields: string[],
): Finding => ({
  code,
  category: 'arithmetic',
  severity: 'high',
  title,
  message,
  places,
  fields,
})

function brokenBalances({ walk, rows, strays, otherTables }: Outcome): Finding[] {
  // Another account begins with another balance.
  if (walk.breaks.length <= otherTables) return []
  // Where the difference is printed nearby a row was overlooked.
  const told = walk.breaks.filter(
    ({ entry, expected, actual }) =>
      !strays.has(`${entry.line.page} ${Math.abs(expected - actual)}`) &&
      // Twice a sum is one whose sign was misread.
      !walk.steps.some(
        (step) => step.entry === entry && 2 * step.money.pence === Math.abs(expected - actual),
      ),
  )
  return told.map(({ entry, expected, actual }) => {
    const money = entry.balance ?? entry.amount?.money
    const row = rows.findIndex(({ step }) => step.entry === entry)
    return arithmetic(
      'ARITHMETIC_RUNNING_BALANCE',
      'A balance does not follow from the one before',
      `The balance before it and the rows since then make ${sumText(expected)}; printed is ${sumText(actual)}.`,
      money
        ? [{ ...placeOf(money.page, money.words), expected: sumText(expected), actual: sumText(actual) }]
        : [],
      row < 0 ? [] : [`transactions.${row}.amount`],
    )
  })
}

function wrongEnds({ walk, opening, closing, said }: Outcome): Finding[] {
  // Where the summary speaks of several balances it is not clear which one was meant.
  const clear = walk.disagrees.filter((end) => new Set(said[end]).size === 1)
  return clear.map((end) => {
    const found = end === 'opening' ? opening : closing
    return arithmetic(
      end === 'opening' ? 'ARITHMETIC_OPENING' : 'ARITHMETIC_CLOSING',
      `The ${end} balance is not that of the rows`,
      `The summary names another ${end} balance than the rows, which make ${found ? sumText(found.pence) : 'another one'}.`,
      found?.place ? [{ ...found.place, expected: sumText(found.pence) }] : [],
      [`balance_information.${end}_balance`],
    )
  })
}

function wrongTotals({ controls, walk, said, strays }: Outcome): Finding[] {
  // Of several statements in one file each has its own totals.
  if (new Set(said.opening).size > 1 || walk.totals.length > 2) return []
  if (walk.steps.some(({ isHeld }) => !isHeld)) return []
  return controls
    .filter(({ isRight, expected, actual }) => !isRight && !isStray(strays, expected - actual))
    .map(({ label, expected, actual, place }) =>
      arithmetic(
        'ARITHMETIC_TOTAL',
        'A total is not that of the rows',
        `"${label}" is printed as ${sumText(actual)}; the rows make ${sumText(expected)}.`,
        [{ ...place, expected: sumText(expected), actual: sumText(actual) }],
        [],
      ),
    )
}

/** Where the difference is printed somewhere apart from the rows one was overlooked. */
const isStray = (strays: ReadonlySet<string>, difference: number): boolean =>
  [...strays].some((stray) => Number(stray.split(' ')[1]) === Math.abs(difference))

function wrongLists({ listed }: Outcome): Finding[] {
  if (listed.wrong === 0 || listed.right === 0) return []
  const message = `${listed.wrong} of the balances listed by day are not what the rows make.`
  return [arithmetic('ARITHMETIC_DAY_BALANCE', 'Balances of days do not fit the rows', message, [], [])]
}

function wrongDays({ rows, period }: Outcome): Finding[] {
  if (!period.isPrinted || !period.start || !period.end) return []
  const [from, to] = [dayNumber(period.start) - leeway, dayNumber(period.end) + leeway]
  const { start, end } = period
  return rows.flatMap(({ day, from: printed }, n) => {
    if (day === null || printed?.isYearInferred || (dayNumber(day) >= from && dayNumber(day) <= to)) return []
    const place =
      printed?.hit && printed.hitLine
        ? [{ ...placeOf(printed.hitLine.page, printed.hit.words), actual: day }]
        : []
    const message = `The day ${day} is not in the period from ${start} to ${end}.`
    return [
      {
        ...arithmetic('ARITHMETIC_DATE', 'A day outside the period', message, place, [
          `transactions.${n}.date`,
        ]),
        severity: 'medium' as const,
      },
    ]
  })
}
