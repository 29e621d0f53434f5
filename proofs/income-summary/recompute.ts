import type { StatedLine, StatedPay } from './people.ts'

// The income model `income-1` a second time, written from docs/guides/income-summary.md with plain loops over days and pence. It
// imports nothing of the service.

const dayMs = 86_400_000
const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const monthIndex = (day: number) => {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const monthName = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
const firstOf = (index: number) => Date.UTC(Math.floor(index / 12), index % 12, 1) / dayMs
const lastOf = (index: number) => firstOf(index + 1) - 1

function money(pence: number | null) {
  if (pence === null) return null
  const all = Math.abs(pence)
  return `${pence < 0 ? '-' : ''}${Math.floor(all / 100)}.${String(all % 100).padStart(2, '0')}`
}

/** Half away from zero. The amounts of the proof are small enough for exact integers. */
function quotient(dividend: number, divisor: number) {
  const size = Math.abs(dividend)
  const whole = Math.floor(size / divisor)
  const rounded = 2 * (size - whole * divisor) >= divisor ? whole + 1 : whole
  return dividend < 0 ? 0 - rounded : rounded
}

const fourPlaces = (tenThousandths: number) => {
  const all = Math.abs(tenThousandths)
  return `${tenThousandths < 0 ? '-' : ''}${Math.floor(all / 10_000)}.${String(all % 10_000).padStart(4, '0')}`
}

type Item = {
  pay: StatedPay
  first: number
  last: number
  date: number
  gross: number | null
  net: number | null
  parts: Record<string, number>
  expenses: number
  benefits: number
  group: number
}

const partNames = [
  'basic',
  'leave',
  'overtime',
  'commission',
  'bonus',
  'tips',
  'statutory',
  'arrears',
  'termination',
  'other',
  'not_itemised',
]

function partOf({ type, description, isFixed }: StatedLine) {
  if (type === 'Bonus') return 'bonus'
  if (type.startsWith('Statutory')) return 'statutory'
  if (type === 'Holiday') return 'leave'
  if (type === 'Termination') return 'termination'
  if (type === 'Pension') return 'basic'
  const label = type === 'Other' ? description.toLowerCase() : ''
  if (label.includes('arrears')) return 'arrears'
  if (label.includes('overtime')) return 'overtime'
  if (label.includes('commission')) return 'commission'
  if (label.includes('tips') || label.includes('tronc')) return 'tips'
  if (label.includes('salary') || label.includes('basic') || label.includes('hours')) return 'basic'
  return isFixed ? 'basic' : 'other'
}

/** The payslip as it counts, or undefined. */
function readItem(pay: StatedPay, asOf: number): Item | undefined {
  if (pay.trust === 'Low' && !pay.isIncluded) return undefined
  const date = number(pay.payDate)
  if (date > asOf) return undefined
  if (pay.gross === null && pay.net === null) return undefined
  let first: number
  let last: number
  if (pay.start !== null && pay.end !== null) {
    first = number(pay.start)
    last = number(pay.end)
  } else if (pay.frequency === 'monthly') {
    first = firstOf(monthIndex(date))
    last = lastOf(monthIndex(date))
  } else {
    const days =
      pay.frequency === 'weekly'
        ? 7
        : pay.frequency === 'fortnightly'
          ? 14
          : pay.frequency === 'four_weekly'
            ? 28
            : 0
    if (days === 0) return undefined
    first = date - days + 1
    last = date
  }
  if (first > last || last - first + 1 > 400) return undefined
  let [paid, expenses, benefits] = [0, 0, 0]
  const parts: Record<string, number> = {}
  for (const line of pay.lines) {
    if (line.isBenefit) benefits += line.pence
    else {
      paid += line.pence
      if (line.type === 'Expense') expenses += line.pence
      else parts[partOf(line)] = (parts[partOf(line)] ?? 0) + line.pence
    }
  }
  const { gross: stated } = pay
  const addsUp = stated === paid || stated === paid - expenses || stated === paid + benefits
  const gross = stated === null ? null : addsUp ? paid - expenses : stated - expenses
  return {
    pay,
    first,
    last,
    date,
    gross,
    net: pay.net === null ? null : pay.net - expenses,
    parts: gross === null ? {} : addsUp ? parts : { not_itemised: gross },
    expenses,
    benefits,
    group: -1,
  }
}

function labelsOf({ pay }: Item) {
  const labels: string[] = []
  if (pay.reference !== null) labels.push(`r${pay.reference.replace(/[^A-Za-z0-9]/g, '').toLowerCase()}`)
  if (pay.employer !== null) {
    const words = pay.employer.toLowerCase().split(/[^a-z]+/)
    const kept = words.filter((word) => word && !['ltd', 'limited', 'plc', 'and', 'the'].includes(word))
    labels.push(`n${kept.join(' ')}`)
  }
  return labels.length > 0 ? labels : ['?']
}

/** Numbers the employers: repeats until no two payslips that share a label have different numbers. */
function numberEmployers(items: Item[]) {
  items.forEach((item, at) => {
    item.group = at
  })
  const labels = items.map(labelsOf)
  for (let changed = true; changed; ) {
    changed = false
    for (const [at, one] of items.entries())
      for (const [where, other] of items.entries()) {
        if (one.group <= other.group) continue
        if (!labels[at]?.some((label) => labels[where]?.includes(label))) continue
        one.group = other.group
        changed = true
      }
  }
}

const rank = { direct: 1, one: 2, two: 2, upload: 3 }

/** Keeps one source for each employer and pay date. */
function keepBestSource(items: Item[]) {
  const kept: Item[] = []
  for (const item of items) {
    const sameDay = items.filter(({ group, date }) => group === item.group && date === item.date)
    let best: StatedPay['source'] | undefined
    let score: number[] = []
    for (const source of ['direct', 'one', 'two', 'upload'] as const) {
      const ofSource = sameDay.filter(({ pay }) => pay.source === source)
      if (ofSource.length === 0) continue
      let [net, gross] = [0, 0]
      for (const each of ofSource) {
        net += each.net ?? 0
        gross += each.gross ?? 0
      }
      const candidate = [rank[source], -ofSource.length, net, gross]
      const difference = candidate.map((value, at) => value - (score[at] ?? 0)).find((value) => value !== 0)
      if (best === undefined || (difference !== undefined && difference < 0)) {
        best = source
        score = candidate
      }
    }
    if (item.pay.source === best) kept.push(item)
  }
  return kept
}

/** Splits an employer's pay where the person came back. */
function splitReturns(items: Item[]) {
  const starts = [...new Set(items.flatMap(({ pay }) => pay.started ?? []))].sort()
  const leaves = items.flatMap(({ pay }) => pay.left ?? [])
  const returns: string[] = []
  for (const start of starts)
    if (leaves.some((leave) => leave < start && leave >= (returns[returns.length - 1] ?? '')))
      returns.push(start)
  const jobs: Item[][] = returns.map(() => [])
  jobs.push([])
  for (const item of items) {
    let at = 0
    for (const day of returns) if ((item.pay.started ?? item.pay.payDate) >= day) at++
    jobs[at]?.push(item)
  }
  return jobs.filter((job) => job.length > 0)
}

type MonthSum = { gross: number | null; net: number | null; isComplete: boolean }

function describeJob(items: Item[], asOf: number, lastMonth: number) {
  const newestFirst = [...items].sort((one, other) => other.date - one.date || other.last - one.last)
  const stated = <T>(values: (T | null)[]) => values.find((value) => value !== null) ?? null
  const frequency = stated(newestFirst.map(({ pay }) => pay.frequency))
  const leave = stated(newestFirst.map(({ pay }) => pay.left))
  const start = items.flatMap(({ pay }) => pay.started ?? []).sort()[0] ?? null
  const lastPay = newestFirst[0]?.date ?? 0
  const limits = { weekly: 21, fortnightly: 28, four_weekly: 42, monthly: 45, quarterly: 106, irregular: 45 }
  const limit = frequency === null ? 45 : limits[frequency]
  let status = 'active paid-recently'
  if (leave !== null && number(leave) <= asOf) status = 'ended leave-date'
  else if (asOf - lastPay > limit) status = 'unknown no-recent-pay'
  else if (leave !== null) status = 'active leave-date-ahead'

  // Days with pay.
  const covered = new Set<number>()
  for (const { first, last } of items) for (let day = first; day <= last; day++) covered.add(day)
  const from = Math.min(...items.map(({ first }) => first))
  const to = Math.max(...items.map(({ last }) => last))
  const hasNoFixedHours = newestFirst[0]?.pay.contract === 'zero_hours' || frequency === 'irregular'
  if (hasNoFixedHours) {
    let empty: number[] = []
    for (let day = from; day <= to; day++) {
      if (!covered.has(day)) empty.push(day)
      else {
        if (empty.length <= 45) for (const each of empty) covered.add(each)
        empty = []
      }
    }
  }

  const months = new Map<number, MonthSum>()
  for (let month = monthIndex(from); month <= monthIndex(to); month++) {
    let isComplete = month <= lastMonth
    for (let day = firstOf(month); day <= lastOf(month); day++) if (!covered.has(day)) isComplete = false
    if (start !== null && number(start) > firstOf(month)) isComplete = false
    if (leave !== null && number(leave) < lastOf(month)) isComplete = false
    const sum: MonthSum = { gross: 0, net: 0, isComplete }
    for (const item of items) {
      if (monthIndex(item.first) > month || monthIndex(item.last) < month) continue
      for (const name of ['gross', 'net'] as const) {
        const amount = item[name]
        const total = sum[name]
        sum[name] = amount === null || total === null ? null : total + shareOf(amount, item, month)
      }
    }
    months.set(month, sum)
  }

  let tenure: number | null = null
  if (start !== null) {
    const end = leave !== null && number(leave) < asOf ? number(leave) : asOf
    tenure = 0
    // Count monthly anniversaries.
    const [startMonth, startDay] = [monthIndex(number(start)), Number(start.slice(8))]
    for (
      let month = startMonth + 1;
      firstOf(month) + startDay - 1 <= end || month < monthIndex(end);
      month++
    ) {
      if (month > monthIndex(end)) break
      tenure++
    }
  }
  let next: string | null = null
  if (status.startsWith('active')) {
    if (frequency === 'weekly') next = text(lastPay + 7)
    if (frequency === 'fortnightly') next = text(lastPay + 14)
    if (frequency === 'four_weekly') next = text(lastPay + 28)
    if (frequency === 'monthly') {
      const month = monthIndex(lastPay)
      const isLastDay = lastPay === lastOf(month)
      const sameDay = firstOf(month + 1) + (lastPay - firstOf(month))
      next = text(isLastDay ? lastOf(month + 1) : Math.min(sameDay, lastOf(month + 1)))
    }
  }
  return { items, frequency, leave, start, status, tenure, next, lastPay, covered, from, to, months }
}

type Job = ReturnType<typeof describeJob>

/** The share of a month: the rounded amount up to its end less the rounded amount up to its start. */
function shareOf(amount: number, { first, last }: Item, month: number) {
  const days = last - first + 1
  const upTo = (day: number) => quotient(amount * Math.max(0, Math.min(day, last) - first + 1), days)
  return upTo(lastOf(month)) - upTo(firstOf(month) - 1)
}

function annualOf({ items, frequency, status, start, leave }: Job): {
  amount: number | null
  reason: string | null
} {
  if (status.startsWith('ended')) return { amount: null, reason: 'employment-ended' }
  if (status.startsWith('unknown')) return { amount: null, reason: 'no-recent-pay' }
  const rules = {
    weekly: [52, 7, 7],
    fortnightly: [26, 14, 14],
    four_weekly: [13, 28, 28],
    monthly: [12, 28, 31],
  }
  if (frequency === null || frequency === 'quarterly' || frequency === 'irregular')
    return { amount: null, reason: 'no-regular-frequency' }
  const [times = 0, shortest = 0, longest = 0] = rules[frequency]
  const periods: { first: number; last: number; gross: number | null }[] = []
  for (const { pay, first, last, gross } of items) {
    if (pay.frequency !== null && pay.frequency !== frequency) continue
    const days = last - first + 1
    if (days < shortest || days > longest) continue
    if (start !== null && number(start) > first) continue
    if (leave !== null && number(leave) < last) continue
    const same = periods.find((period) => period.first === first && period.last === last)
    if (!same) periods.push({ first, last, gross })
    else same.gross = same.gross === null || gross === null ? null : same.gross + gross
  }
  periods.sort((one, other) => other.last - one.last || other.first - one.first)
  const newest = periods.slice(0, 3)
  if (newest.length < 3) return { amount: null, reason: 'too-few-complete-periods' }
  const [a, b, c] = newest.map(({ gross }) => gross)
  if (a == null || b == null || c == null) return { amount: null, reason: 'gross-not-stated' }
  const median = a + b + c - Math.max(a, b, c) - Math.min(a, b, c)
  return { amount: median * times, reason: null }
}

function figuresOf(months: Map<number, MonthSum>, lastMonth: number) {
  const complete = (count: number) => {
    const found: MonthSum[] = []
    for (let month = lastMonth; month > lastMonth - count - 3 && found.length < count; month--) {
      const sum = months.get(month)
      if (sum?.isComplete) found.push(sum)
    }
    return found.length === count ? found : null
  }
  const year = (last: number) => {
    const found: MonthSum[] = []
    for (let month = last; month > last - 12; month--) {
      const sum = months.get(month)
      if (sum?.isComplete) found.push(sum)
    }
    return found.length === 12 ? found : null
  }
  const add = (list: MonthSum[], name: 'gross' | 'net') => {
    let total: number | null = 0
    for (const each of list) {
      const amount = each[name]
      total = total === null || amount === null ? null : total + amount
    }
    return total
  }
  const pair = (list: MonthSum[] | null, divisor: number) => {
    if (!list) return { gross: null, net: null, reason: 'too-few-complete-months' }
    const [gross, net] = [add(list, 'gross'), add(list, 'net')]
    const reason =
      gross === null
        ? net === null
          ? 'amounts-not-stated'
          : 'gross-not-stated'
        : net === null
          ? 'net-not-stated'
          : null
    return {
      gross: gross === null ? null : money(quotient(gross, divisor)),
      net: net === null ? null : money(quotient(net, divisor)),
      reason,
    }
  }
  const [now, before] = [year(lastMonth), year(lastMonth - 12)]
  return {
    last12: pair(now, 1),
    averages: [3, 6, 12].map((count) => pair(complete(count), count)),
    variability: variabilityOf(complete(12) ?? complete(6)),
    yearOnYear: changeOf(
      now && add(now, 'gross'),
      before && add(before, 'gross'),
      now !== null && before !== null,
    ),
  }
}

function variabilityOf(list: MonthSum[] | null) {
  if (!list) return 'too-few-complete-months'
  let [total, squares] = [0n, 0n]
  for (const { net } of list) {
    if (net === null) return 'net-not-stated'
    total += BigInt(net)
    squares += BigInt(net) * BigInt(net)
  }
  if (total <= 0n) return 'not-positive'
  const spread = BigInt(list.length) * squares - total * total
  // The largest k with (k − ½) ÷ 10000 ≤ √spread ÷ total, by bisection.
  let [low, high] = [0n, 10_000_000n]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const left = (2n * middle - 1n) * total
    if (left * left <= 400_000_000n * spread) low = middle
    else high = middle - 1n
  }
  return fourPlaces(Number(low))
}

function changeOf(now: number | null, before: number | null, hasBoth: boolean) {
  if (!hasBoth) return 'too-few-complete-months'
  if (now === null || before === null) return 'gross-not-stated'
  if (before <= 0) return 'not-positive'
  return fourPlaces(quotient((now - before) * 10_000, before))
}

function composition(items: Item[], asOf: string) {
  const [year = 0, month = 0, day = 0] = asOf.split('-').map(Number)
  const index = (year - 1) * 12 + month - 1
  const yearAgo = Math.min(firstOf(index) + day - 1, lastOf(index))
  const recent = items.filter(({ date }) => date > yearAgo)
  const parts: Record<string, number> = {}
  let [expenses, benefits, regular, variable] = [0, 0, 0, 0]
  let reason: string | null = recent.length === 0 ? 'no-pay' : null
  let isItemised = true
  for (const item of recent) {
    expenses += item.expenses
    benefits += item.benefits
    if (item.gross === null) reason = 'gross-not-stated'
    if ('not_itemised' in item.parts) isItemised = false
    for (const [name, pence] of Object.entries(item.parts)) {
      parts[name] = (parts[name] ?? 0) + pence
      if (name === 'basic' || name === 'leave') regular += pence
      else if (name !== 'not_itemised') variable += pence
    }
  }
  if (reason === null && !isItemised) reason = 'not-itemised'
  if (reason === null && regular + variable <= 0) reason = 'not-positive'
  const shown = partNames.filter((name) => (parts[name] ?? 0) !== 0)
  const isLow = recent.some(({ pay }) => pay.trust === 'Low')
  const isUploaded = recent.some(({ pay }) => pay.source === 'upload')
  return {
    regular: money(regular),
    variable: money(variable),
    share: reason ?? fourPlaces(quotient(variable * 10_000, regular + variable)),
    parts: shown.map((name) => `${name} ${money(parts[name] ?? 0)}`),
    expenses: money(expenses),
    benefits: money(benefits),
    confidence: recent.length === 0 ? 'none' : isLow ? 'low' : isUploaded ? 'medium' : 'high',
  }
}

/** Every figure of the summary, as the proof compares it. */
export function recompute(pay: readonly StatedPay[], asOf: string, monthsRequested: number) {
  const today = number(asOf)
  const lastMonth = today === lastOf(monthIndex(today)) ? monthIndex(today) : monthIndex(today) - 1
  const items = pay.flatMap((each) => readItem(each, today) ?? [])
  numberEmployers(items)
  const kept = keepBestSource(items)
  const jobs: Job[] = []
  for (const group of new Set(kept.map((item) => item.group)))
    for (const job of splitReturns(kept.filter((item) => item.group === group)))
      jobs.push(describeJob(job, today, lastMonth))

  const total = new Map<number, MonthSum>()
  const rows: object[] = []
  const [from, to] = [Math.min(...jobs.map((job) => job.from)), Math.max(...jobs.map((job) => job.to))]
  if (jobs.length > 0)
    for (let month = Math.max(monthIndex(from), monthIndex(to) - 119); month <= monthIndex(to); month++) {
      const present = jobs.filter((job) => monthIndex(job.from) <= month && month <= monthIndex(job.to))
      const sum: MonthSum = { gross: 0, net: 0, isComplete: present.length > 0 }
      let days = 0
      for (let day = firstOf(month); day <= lastOf(month); day++)
        if (present.some(({ covered }) => covered.has(day))) days++
      for (const job of present) {
        const own = job.months.get(month)
        if (!own) continue
        if (!own.isComplete) sum.isComplete = false
        sum.gross = sum.gross === null || own.gross === null ? null : sum.gross + own.gross
        sum.net = sum.net === null || own.net === null ? null : sum.net + own.net
      }
      total.set(month, sum)
      rows.push({
        month: monthName(month),
        status: present.length === 0 ? 'none' : sum.isComplete ? 'complete' : 'part',
        days,
        gross: money(sum.gross),
        net: money(sum.net),
      })
    }

  const active = jobs.filter(({ status }) => status.startsWith('active')).map(annualOf)
  const reasons = active.flatMap(({ reason }) => reason ?? [])
  const annual =
    active.length === 0 || reasons.length > 0
      ? null
      : active.reduce((all, { amount }) => all + (amount ?? 0), 0)
  return {
    annual: money(annual),
    // If several employments lack a figure, any of their reasons may be given.
    annualReasons: active.length === 0 ? ['no-active-employment'] : reasons,
    figures: figuresOf(total, lastMonth),
    composition: composition(kept, asOf),
    jobs: jobs
      .map((job) => ({
        status: job.status,
        start: job.start,
        leave: job.leave,
        tenure: job.tenure,
        frequency: job.frequency,
        last: text(job.lastPay),
        next: job.next,
        payslips: job.items.length,
        annual: money(annualOf(job).amount) ?? annualOf(job).reason,
        figures: figuresOf(job.months, lastMonth),
        composition: composition(job.items, asOf),
      }))
      .map((job) => JSON.stringify(job))
      .sort(),
    months: rows,
    coverage: coverageOf(items, jobs, total, { lastMonth, monthsRequested }),
  }
}

function coverageOf(
  items: Item[],
  jobs: Job[],
  total: Map<number, MonthSum>,
  { lastMonth, monthsRequested }: { lastMonth: number; monthsRequested: number },
) {
  const days = (list: Item[]) => {
    const all = new Set<number>()
    for (const { first, last } of list) for (let day = first; day <= last; day++) all.add(day)
    return all
  }
  const bySource = {
    payroll: days(items.filter(({ pay }) => pay.source !== 'upload')),
    payslip: days(items.filter(({ pay }) => pay.source === 'upload')),
  }
  let [complete, payroll, payslip] = [0, 0, 0]
  const gaps: string[] = []
  let gapStart: number | null = null
  for (let month = lastMonth - monthsRequested + 1; month <= lastMonth; month++) {
    if (total.get(month)?.isComplete) complete++
    let [inPayroll, inPayslip] = [true, true]
    for (let day = firstOf(month); day <= lastOf(month); day++) {
      if (!bySource.payroll.has(day)) inPayroll = false
      if (!bySource.payslip.has(day)) inPayslip = false
      const isCovered = jobs.some(({ covered }) => covered.has(day))
      if (!isCovered) gapStart ??= day
      else if (gapStart !== null) {
        gaps.push(`${text(gapStart)} ${text(day - 1)}`)
        gapStart = null
      }
    }
    if (inPayroll) payroll++
    if (inPayslip) payslip++
  }
  if (gapStart !== null) gaps.push(`${text(gapStart)} ${text(lastOf(lastMonth))}`)
  return { complete, payroll, payslip, gaps }
}
