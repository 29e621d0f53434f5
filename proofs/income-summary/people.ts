import type { ProofRandom } from '../programs/random.ts'

const dayMs = 86_400_000
const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export type StatedLine = {
  type: 'Other' | 'Bonus' | 'Expense' | 'Medical' | 'StatutorySickPay' | 'Holiday' | 'Pension' | 'Termination'
  description: string
  pence: number
  isFixed: boolean
  isBenefit: boolean
}

/** A payslip as the proof states it. */
export type StatedPay = {
  source: 'direct' | 'one' | 'two' | 'upload'
  payDate: string
  start: string | null
  end: string | null
  frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'quarterly' | 'irregular' | null
  gross: number | null
  net: number | null
  lines: StatedLine[]
  employer: string | null
  reference: string | null
  contract: 'full_time' | 'zero_hours'
  started: string | null
  left: string | null
  trust: 'High' | 'Medium' | 'Low' | null
  isIncluded: boolean
}

export type PersonWithPay = { asOf: string; monthsRequested: number; pay: StatedPay[] }

const oneOf = <T>(random: ProofRandom, list: readonly T[]) => list[random.integer(0, list.length - 1)] as T

const employers = [
  {
    names: ['Quill & Thimble Ltd', 'QUILL AND THIMBLE LIMITED', 'Quill & Thimble'],
    references: ['123/AB456', '123 / ab456'],
  },
  { names: ['Marrow Press', 'MARROW PRESS PLC'], references: ['987/ZZ1'] },
  { names: ['Rook Lane Bakery'], references: [] },
  { names: [null], references: [] },
]

const periodDays = { weekly: 7, fortnightly: 14, four_weekly: 28 } as const

/** The pay periods of an employment, oldest first. */
function listPeriods(random: ProofRandom, frequency: StatedPay['frequency'], first: number, count: number) {
  const periods: { start: number; end: number }[] = []
  let start = first
  // Some months start on the 6th or the 26th.
  const firstDay = oneOf(random, [1, 1, 1, 6, 26])
  for (let number = 0; number < count; number++) {
    let end = start + 6 * dayMs
    if (frequency === 'fortnightly' || frequency === 'four_weekly')
      end = start + (periodDays[frequency] - 1) * dayMs
    if (frequency === 'monthly' || frequency === 'quarterly') {
      const date = new Date(start)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      start = Date.UTC(year, month, firstDay)
      end = Date.UTC(year, month + (frequency === 'monthly' ? 1 : 3), firstDay - 1)
    }
    if (frequency === 'irregular' || frequency === null) end = start + random.integer(0, 20) * dayMs
    periods.push({ start, end })
    start = end + dayMs
    if (frequency === 'irregular') start += random.integer(0, 60) * dayMs
  }
  return periods
}

function someLines(random: ProofRandom, basic: number): StatedLine[] {
  const line = (type: StatedLine['type'], description: string, pence: number, kind = ''): StatedLine => ({
    type,
    description,
    pence,
    isFixed: kind === 'fixed',
    isBenefit: kind === 'benefit',
  })
  const lines = [
    line(
      'Other',
      oneOf(random, ['Salary', 'Basic pay', 'Hours worked']),
      basic,
      oneOf(random, ['fixed', '']),
    ),
  ]
  const amount = () => random.integer(1, 90_000)
  if (random.chance(0.15)) lines.push(line('Other', 'Overtime', amount()))
  if (random.chance(0.1)) lines.push(line('Other', 'Sales commission', amount()))
  if (random.chance(0.08)) lines.push(line('Other', oneOf(random, ['Tips', 'Tronc share']), amount()))
  if (random.chance(0.08)) lines.push(line('Bonus', 'Bonus', amount() * 3))
  if (random.chance(0.06)) lines.push(line('StatutorySickPay', 'SSP', amount()))
  if (random.chance(0.06)) lines.push(line('Other', 'Arrears', amount()))
  if (random.chance(0.06)) lines.push(line('Holiday', 'Holiday pay', amount()))
  if (random.chance(0.08))
    lines.push(line('Pension', 'Salary sacrifice', -amount(), oneOf(random, ['fixed', ''])))
  if (random.chance(0.1)) lines.push(line('Expense', 'Mileage', amount()))
  if (random.chance(0.06)) lines.push(line('Medical', 'Private medical', amount(), 'benefit'))
  if (random.chance(0.05)) lines.push(line('Other', 'Standby', amount()))
  if (random.chance(0.02)) lines.push(line('Termination', 'Redundancy', amount() * 5))
  return lines
}

const sum = (lines: readonly StatedLine[]) => lines.reduce((total, { pence }) => total + pence, 0)

function statedGross(random: ProofRandom, lines: readonly StatedLine[]) {
  const paid = sum(lines.filter(({ isBenefit }) => !isBenefit))
  if (random.chance(0.02)) return null
  if (random.chance(0.03)) return paid + random.integer(1, 5_000)
  if (random.chance(0.2)) return paid - sum(lines.filter(({ type }) => type === 'Expense'))
  if (random.chance(0.2)) return sum(lines)
  return paid
}

type Employer = (typeof employers)[number]

function anEmployment(
  random: ProofRandom,
  asOf: number,
  { names, references }: Employer,
  started = random.chance(0.5) ? toDay(asOf - random.integer(0, 1_500) * dayMs) : null,
): StatedPay[] {
  const frequency = oneOf(random, [
    'weekly',
    'weekly',
    'fortnightly',
    'four_weekly',
    'monthly',
    'monthly',
    'monthly',
    'quarterly',
    'irregular',
    null,
  ] as const)
  const span = random.integer(1, 30) * 30
  const length = { weekly: 7, fortnightly: 14, four_weekly: 28, monthly: 30, quarterly: 91, irregular: 40 }
  const count = Math.max(1, Math.floor(span / (frequency === null ? 20 : length[frequency])))
  const first = asOf - (span + random.integer(-20, random.chance(0.3) ? 400 : 20)) * dayMs
  const periods = listPeriods(random, frequency, first, count)
  const contract = random.chance(0.2) ? 'zero_hours' : 'full_time'
  const last = periods.at(-1)?.end ?? first
  const left = random.chance(0.15) ? toDay(last + random.integer(-10, 40) * dayMs) : null
  const basic = random.integer(20_000, 500_000)
  const missing = contract === 'zero_hours' ? 0.2 : random.chance(0.3) ? 0.05 : 0
  const changesAt = random.integer(0, periods.length * 3)
  return periods.flatMap(({ start, end }, number) => {
    if (random.chance(missing)) return []
    const lines = someLines(random, contract === 'zero_hours' ? random.integer(1_000, basic) : basic)
    const gross = statedGross(random, lines)
    const net = random.chance(0.02) ? null : Math.round(sum(lines) * 0.8) - (random.chance(0.02) ? basic : 0)
    const isDated = random.chance(0.95)
    return [
      {
        source: 'one' as const,
        payDate: toDay(end + random.integer(-3, 5) * dayMs),
        start: isDated ? toDay(start) : null,
        end: isDated ? toDay(end) : null,
        frequency: random.chance(0.9) ? frequency : null,
        gross,
        net,
        lines,
        // The name or the reference changes during the employment.
        employer: names[number < changesAt ? 0 : names.length - 1] ?? null,
        reference: random.chance(0.7)
          ? (references[number < changesAt ? 0 : references.length - 1] ?? null)
          : null,
        contract,
        started,
        left: number === periods.length - 1 ? left : null,
        trust: null,
        isIncluded: false,
      } satisfies StatedPay,
    ]
  })
}

/** The same pay seen through another source: unchanged, with another net pay, or only some of it. */
function seenElsewhere(random: ProofRandom, pay: readonly StatedPay[], source: StatedPay['source']) {
  const share = oneOf(random, [0.3, 0.7, 1])
  return pay.flatMap((each): StatedPay[] => {
    if (!random.chance(share)) return []
    const net =
      each.net !== null && random.chance(0.1) ? each.net + random.integer(-20_000, 20_000) : each.net
    const isUpload = source === 'upload'
    const trust = isUpload ? oneOf(random, ['High', 'High', 'Medium', 'Low'] as const) : null
    return [{ ...each, source, net, trust, isIncluded: trust === 'Low' && random.chance(0.3) }]
  })
}

/** No employment, one, two at different employers, or two at one employer with a leave date between them. */
function somePay(random: ProofRandom, asOf: number): StatedPay[] {
  if (random.chance(0.03)) return []
  const employer = oneOf(random, employers)
  const current = anEmployment(random, asOf, employer)
  const kind = random.next()
  if (kind < 0.6) return current
  if (kind < 0.85) {
    const others = employers.filter((each) => each !== employer)
    return [...current, ...anEmployment(random, asOf, oneOf(random, others))]
  }
  const firstPay = current
    .map(({ payDate, start }) => (start !== null && start < payDate ? start : payDate))
    .sort()[0]
  if (firstPay === undefined) return current
  const returned = Date.parse(firstPay) - 40 * dayMs
  const left = toDay(returned - random.integer(20, 50) * dayMs)
  const earlier = anEmployment(random, Date.parse(left) - 60 * dayMs, employer, null)
    .filter(({ payDate }) => payDate < left)
    .map((each): StatedPay => ({ ...each, left: null }))
  const last = earlier.at(-1)
  if (last) last.left = left
  const isStated = random.chance(0.7)
  return [...earlier, ...current.map((each) => ({ ...each, started: isStated ? toDay(returned) : null }))]
}

export function aPersonWithPay(random: ProofRandom): PersonWithPay {
  const asOf = Date.UTC(2026, random.integer(0, 11), oneOf(random, [0, 1, random.integer(2, 28)]))
  const base = somePay(random, asOf)
  const pay = [...base]
  if (random.chance(0.3)) pay.push(...seenElsewhere(random, base, 'direct'))
  if (random.chance(0.3)) pay.push(...seenElsewhere(random, base, 'two'))
  if (random.chance(0.4)) pay.push(...seenElsewhere(random, base, 'upload'))
  // Some people have uploads only.
  const onlyUploads = random.chance(0.1)
  const stated = onlyUploads
    ? base.map((each) => ({
        ...each,
        source: 'upload' as const,
        trust: oneOf(random, ['High', 'Medium', 'Low'] as const),
      }))
    : pay
  return { asOf: toDay(asOf), monthsRequested: random.integer(1, 36), pay: distinct(stated) }
}

/** A source stores a payslip once: pay with the same employer, dates and amounts is the same payslip. */
function distinct(pay: readonly StatedPay[]) {
  const byKey = new Map<string, StatedPay>()
  for (const each of pay) {
    const { source, payDate, start, end, gross, net } = each
    const key = JSON.stringify([source, payDate, start, end, gross, net])
    if (!byKey.has(key)) byKey.set(key, each)
  }
  return [...byKey.values()]
}
