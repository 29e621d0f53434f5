import type { Entry, Section } from '../table/table-content.ts'
import type { Money } from '../text/money.ts'
import { chanceOf, type Sign, solveSigns } from './solve-signs.ts'

/**
 * How sums of a single column say which way they went: a minus takes out; all but what is marked as credit takes out;
 * nothing does, so the balances must; the heading over them does; all but a minus takes out; the kind of the row does.
 */
export type Mode = 'minus' | 'plus' | 'solve' | 'section' | 'inverse' | 'kind'

export type Step = {
  entry: Entry
  money: Money
  pence: number
  sign: Sign
  isHeld: boolean
  isUnique: boolean
  /** It stands in no column; the change of the balance says that it belongs here. */
  isRescued: boolean
}
export type Break = { entry: Entry; expected: number; actual: number; steps: number }
export type Total = { entry: Entry; kind: 'in' | 'out' | 'amount'; pence: number; isRight: boolean }

export type Walk = {
  steps: Step[]
  breaks: Break[]
  totals: Total[]
  /** As printed in a row, as said by the summary, or from the first balance. */
  opening: { pence: number; entry: Entry | null; from: 'row' | 'summary' | 'computed' } | null
  closing: { pence: number; entry: Entry | null; from: 'row' | 'balance' | 'summary' | 'computed' } | null
  /** The summary says another opening or closing than the rows. */
  disagrees: ('opening' | 'closing')[]
  /** Balances that were reached. */
  checks: number
  /** How likely it is that signs could be found for any sums at all; 0 where none had to be. */
  coincidence: number
  resets: Entry[]
}

export type Bounds = { opening: number | null; closing: number | null }

/** Signed by its marks: a balance without any is in credit. */
export const balanceOf = ({ pence, mark }: Money): number => (mark === '-' ? -pence : pence)

export function walk(
  printed: readonly Entry[],
  mode: Mode,
  sections: readonly Section[],
  bounds: Bounds,
): Walk {
  const entries = withoutSummary(printed)
  const result: Walk = {
    steps: [],
    breaks: [],
    totals: [],
    opening: null,
    closing: null,
    disagrees: [],
    checks: 0,
    coincidence: 0,
    resets: [],
  }
  const negatesOut = isMixed(entries, 'out')
  const negatesIn = isMixed(entries, 'in')
  const creditsOut = isMixed(entries, 'out', '+')
  let previous: number | null = null
  let isFromSummary = false
  // A balance in words nobody knows may be another one than that of the account.
  let isTentative = false
  let pending: Step[] = []
  let sums = { in: 0, out: 0 }
  // Since the last total: groups of rows may have no heading that is known.
  let since = { in: 0, out: 0 }
  const all = { in: 0, out: 0 }
  let section = -1
  const hasTotals = entries.some(({ marker, both }) => marker === 'total' || both !== null)
  const wholes = hasTotals ? wholesOf(entries) : new Set<number>()
  const kinds = mode === 'kind' ? signsOfKinds(entries, bounds) : null
  if (kinds) result.coincidence = kinds.chance
  if (bounds.opening !== null) {
    previous = bounds.opening
    isFromSummary = true
    result.opening = { pence: previous, entry: null, from: 'summary' }
  }

  for (const entry of entries) {
    if (entry.section !== section) {
      section = entry.section
      sums = { in: 0, out: 0 }
    }
    if (isTotal(entry)) continue
    if (entry.amount) addStep(entry, entry.amount.money, entry.amount.role)
    else if (entry.balance && previous !== null && pending.length === 0) rescue(entry, entry.balance)
    if (entry.balance) settle(entry, entry.balance)
  }
  finish()
  return result

  function addStep(entry: Entry, money: Money, role: 'in' | 'out' | 'amount') {
    let sign: Sign = 'column'
    let factor = role === 'out' ? -1 : 1
    if (role === 'out' && negatesOut && money.mark === '-') factor = 1
    if (role === 'out' && creditsOut && money.mark === '+') factor = 1
    if (role === 'in' && negatesIn && money.mark === '-') factor = -1
    if (role === 'amount') [factor, sign] = signed(entry, money)
    const step: Step = {
      entry,
      money,
      pence: factor * money.pence,
      sign,
      isHeld: false,
      isUnique: kinds?.isUnique ?? true,
      isRescued: false,
    }
    pending.push(step)
    result.steps.push(step)
    tally(step.pence)
  }

  function tally(pence: number) {
    const way = pence > 0 ? 'in' : 'out'
    for (const sum of [sums, since, all]) sum[way] += Math.abs(pence)
  }

  function signed(entry: Entry, { mark }: Money): [number, Sign] {
    if (mode === 'solve') return [entry.leaning, 'guess']
    if (mode === 'kind')
      return kinds ? [kinds.signs.get(entry.kind) ?? -1, 'solved'] : [entry.leaning, 'guess']
    if (mode === 'section') return [sections[entry.section]?.direction === 'in' ? 1 : -1, 'section']
    if (mode === 'plus') return [mark === '+' ? 1 : -1, 'mark']
    if (mode === 'inverse') return [mark === '-' ? 1 : -1, 'mark']
    return [mark === '-' ? -1 : 1, 'mark']
  }

  /** A row of totals says what the rows before it add up to; a payment to somebody called so does not. */
  function isTotal(entry: Entry): boolean {
    const said: Total[] = []
    const money = entry.amount?.money
    if (entry.both) {
      const { in: ins, out: outs } = entry.both
      const isRight =
        [sums, since, all].some((sum) => sum.in === ins.pence && sum.out === outs.pence) ||
        (wholes.has(ins.pence) && wholes.has(outs.pence))
      if (!isRight && entry.marker !== 'total') return false
      said.push(
        { entry, kind: 'in', pence: ins.pence, isRight },
        { entry, kind: 'out', pence: outs.pence, isRight },
      )
    } else if (entry.marker === 'total' && money && entry.amount) {
      const kind = entry.amount.role
      const reached = [sums, since, all].flatMap((sum) =>
        kind === 'amount' ? [sum.in, sum.out, Math.abs(sum.in - sum.out)] : [sum[kind]],
      )
      const isRight = reached.includes(money.pence) || wholes.has(money.pence)
      if (!isRight) return false
      said.push({ entry, kind, pence: money.pence, isRight })
    } else if (entry.marker === 'total' && entry.balance && !money) {
      const reached = [sums.in, sums.out, all.in, all.out]
      if (!reached.includes(entry.balance.pence) && !wholes.has(entry.balance.pence)) return false
    } else return false
    result.totals.push(...said)
    since = { in: 0, out: 0 }
    return true
  }

  /** A sum that stands out of line, where the change of the balance says that it belongs here. */
  function rescue(entry: Entry, balance: Money) {
    const change = balanceOf(balance) - (previous as number)
    const money = change === 0 ? undefined : entry.others.find(({ pence }) => pence === Math.abs(change))
    if (!money || entry.marker) return
    const step: Step = {
      entry,
      money,
      pence: change,
      sign: 'balance',
      isHeld: false,
      isUnique: true,
      isRescued: true,
    }
    pending.push(step)
    result.steps.push(step)
    tally(change)
  }

  function settle(entry: Entry, balance: Money) {
    const actual = balanceOf(balance)
    if (previous === null) {
      if (pending.length === 0) {
        result.opening ??= { pence: actual, entry, from: 'row' }
        isTentative = entry.marker === null
      } else {
        const total = pending.reduce((sum, { pence }) => sum + pence, 0)
        result.opening ??= { pence: actual - total, entry: null, from: 'computed' }
        if (mode === 'solve') for (const step of pending) step.isUnique = false
      }
    } else if (pending.length === 0) {
      if (isFromSummary && result.opening?.from === 'summary' && result.steps.length === 0) {
        if (actual !== previous) result.disagrees.push('opening')
        result.opening = { pence: actual, entry, from: 'row' }
      } else if (actual !== previous && isTentative) {
        result.opening = { pence: actual, entry, from: 'row' }
        isTentative = entry.marker === null
      } else if (actual !== previous) {
        if (entry.marker === 'opening' || entry.marker === 'brought') result.resets.push(entry)
        result.breaks.push({ entry, expected: previous, actual, steps: 0 })
      } else result.checks++
    } else close(entry, actual)
    // A balance that is told again, apart from the rows, closes them whatever its words are.
    const isToldAgain = entry.marker === 'balance' && entry.amount === null && pending.length === 0
    if (entry.marker === 'closing' || entry.marker === 'carried' || isToldAgain)
      result.closing = { pence: actual, entry, from: 'row' }
    else result.closing = { pence: actual, entry, from: 'balance' }
    previous = actual
    pending = []
  }

  /** Tests whether what is pending leads to this balance; where signs are missing, finds them. */
  function close(entry: Entry | null, actual: number): boolean {
    const before = previous as number
    const total = pending.reduce((sum, { pence }) => sum + pence, 0)
    let isRight = before + total === actual
    if (mode === 'solve') {
      const open = pending.filter(({ sign, pence }) => sign === 'guess' && pence !== 0)
      const rest = total - open.reduce((sum, { pence }) => sum + pence, 0)
      const found = solveSigns(
        open.map(({ money }) => money.pence),
        actual - before - rest,
        open.map((step) => step.entry.leaning),
      )
      isRight = found.length > 0 || before + total === actual
      if (open.length > 0)
        result.coincidence = (result.coincidence || 1) * chanceOf(open.map(({ money }) => money.pence))
      open.forEach((step, n) => {
        const sign = found[0]?.[n]
        if (sign === undefined) return
        retally(step.pence, sign * step.money.pence)
        step.pence = sign * step.money.pence
        step.sign = open.length === 1 ? 'balance' : 'solved'
      })
      if (found.length !== 1) for (const step of open) step.isUnique = false
      if (open.length === 0) isRight = before + total === actual
    }
    if (isRight) {
      result.checks++
      for (const step of pending) step.isHeld = true
    } else if (entry && (isFromSummary || isTentative) && result.checks === 0 && result.breaks.length === 0) {
      // The first balance is not reached from the opening of the summary: one of the two is not what it seems.
      if (isFromSummary) result.disagrees.push('opening')
      result.opening = { pence: actual - total, entry: null, from: 'computed' }
    } else if (entry) result.breaks.push({ entry, expected: before + total, actual, steps: pending.length })
    isFromSummary = false
    isTentative = false
    return isRight
  }

  function retally(old: number, now: number) {
    if (old === now) return
    for (const sum of [sums, since, all]) {
      sum[old > 0 ? 'in' : 'out'] -= Math.abs(old)
      sum[now > 0 ? 'in' : 'out'] += Math.abs(now)
    }
  }

  function finish() {
    if (pending.length > 0 && previous !== null && bounds.closing !== null) {
      if (close(null, bounds.closing))
        result.closing = { pence: bounds.closing, entry: null, from: 'summary' }
      else result.disagrees.push('closing')
    } else if (pending.length > 0 && previous !== null) {
      const total = pending.reduce((sum, { pence }) => sum + pence, 0)
      result.closing = { pence: previous + total, entry: null, from: 'computed' }
    } else if (bounds.closing !== null && result.closing && result.closing.pence !== bounds.closing)
      result.disagrees.push('closing')
  }
}

/** Which way each kind of row goes, so that all of them lead from the opening to the closing balance. */
function signsOfKinds(entries: readonly Entry[], { opening, closing }: Bounds) {
  if (opening === null || closing === null) return null
  const sums = new Map<string, { pence: number; leaning: number }>()
  for (const { amount, marker, kind, leaning } of entries) {
    if (!amount || marker === 'total') continue
    const { pence, leaning: known } = sums.get(kind) ?? { pence: 0, leaning: 0 }
    sums.set(kind, { pence: pence + amount.money.pence, leaning: known + leaning })
  }
  const all = [...sums.values()]
  const found = solveSigns(
    all.map(({ pence }) => pence),
    closing - opening,
    all.map(({ leaning }) => Math.sign(leaning)),
  )
  const [first] = found
  if (!first) return null
  const chance = chanceOf(all.map(({ pence }) => pence))
  return {
    signs: new Map([...sums.keys()].map((kind, n) => [kind, first[n] as number])),
    isUnique: found.length === 1,
    chance,
  }
}

/** What opens does not come after the last row, nor what closes before the first: such lines are a summary. */
function withoutSummary(entries: readonly Entry[]): Entry[] {
  const isRow = ({ amount, marker }: Entry) => amount !== null && marker !== 'total'
  const [first, last] = [entries.findIndex(isRow), entries.findLastIndex(isRow)]
  return entries.filter(({ marker }, n) => {
    if (n < first) return marker !== 'closing' && marker !== 'carried'
    return n <= last || (marker !== 'opening' && marker !== 'brought')
  })
}

/** What whole columns and sections add up to, wherever their totals stand. */
function wholesOf(entries: readonly Entry[]): Set<number> {
  const sums = new Map<string, number>()
  for (const { amount, marker, section, both } of entries) {
    if (!amount || marker === 'total' || both) continue
    const { money, role } = amount
    for (const key of [
      role,
      `${role} ${money.mark}`,
      `${role} ${section}`,
      `${role} ${section} ${money.mark}`,
    ]) {
      sums.set(key, (sums.get(key) ?? 0) + money.pence)
    }
  }
  return new Set([...sums.values(), 0])
}

/** Whether signs in a column of one direction mean something: not where all bear one. */
function isMixed(entries: readonly Entry[], role: 'in' | 'out', sign: '-' | '+' = '-'): boolean {
  const own = entries.flatMap(({ amount }) => (amount?.role === role ? [amount.money] : []))
  const marked = own.filter(({ mark }) => mark === sign).length
  return marked > 0 && marked < own.length / 2
}
