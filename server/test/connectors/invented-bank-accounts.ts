import { randomFor, type SeededRandom } from '../../../sandbox/src/random.ts'
import type { BookedTransaction } from '../../src/connectors/bank-income/bank-account.ts'

// Bank accounts for measuring the detection of pay, written from general knowledge of how UK banks print credits. They
// share no code and no words with the detector or the sandbox. Each set of words is used for one purpose only:
// `practice` while the detector was written, `final` for the first reported figures. `unseen` was added on 18 November
// 2026, after the detector, and is for reported figures only: never tune on it.

export type WordSet = 'practice' | 'final' | 'unseen'

/** A credit with the truth, which the detector never sees. */
export type LabelledCredit = BookedTransaction & { isPay: boolean }
export type InventedAccount = { credits: LabelledCredit[]; employers: string[] }

const names: Record<
  WordSet,
  Record<'employers' | 'traders' | 'agents' | 'schemes' | 'platforms' | 'people', string[]>
> = {
  practice: {
    employers: [
      'Gorsehill Foods',
      'Trent & Vale Housing',
      'Copperline Rail',
      'Amberley Nurseries',
      'Dunmore Castings',
      'Kestrel Couriers',
      'Oxcombe Borough',
      'Saltley Infirmary',
      'Hollin Bank Primary',
      'Mossgate Retail',
      'Penrose Law',
      'Wharfedale Print',
    ],
    traders: ['T Grice Roofing', 'Bellamy & Son', 'The Copper Kettle', 'Ola Fashola Dental'],
    agents: ['Harcourt Ridley', 'Marsden Keys', 'Finch and Palmer', 'Northbank Homes'],
    schemes: ['Arkwright Trustees', 'Calder Retirement', 'Severn Life', 'Old Mutuals Admin'],
    platforms: ['Parcelhop', 'Tidyhands', 'Quickbite Riders'],
    people: ['R Okonkwo', 'Mrs J Tilney', 'Dev Rana', 'A Pritchard'],
  },
  final: {
    employers: [
      'Larkfield Engineering',
      'Brambleside Care',
      'Ilex Software',
      'Tamarind Hotels',
      'Cotswold Aggregates',
      'Meridian Fitouts',
      'Ashby District',
      'Royal Wendle Hospitals',
      'St Osyth Academy',
      'Pinnock Stores',
      'Fairweather Accounting',
      'Eastgate Logistics',
      'Juniper Dairies',
      'Redcar Fabrications',
      'Thornbury Glass',
    ],
    traders: ['P Mulholland Plumbing', 'Castle Street Cafe', 'Nkemelu & Sons', 'Glenys Evans Optician'],
    agents: [
      'Pemberton Lyle',
      'Copse and Hall',
      'Keystone Residential',
      'Wren Bassett',
      'Dacre Street Homes',
    ],
    schemes: ['Fleetwood Trustees', 'Ambler Annuities', 'Tyne Provident', 'Whitgift Administration'],
    platforms: ['Dropshire', 'Handyfold', 'Velorun'],
    people: ['S Adeyemi', 'Mr K Lindqvist', 'Priya Nair', 'H Cavendish'],
  },
  unseen: {
    employers: [
      'Sheldrake Motors',
      'Ferncliffe Nursing',
      'Osprey Data',
      'Carrick Leisure',
      'Weald Quarries',
      'Tidewell Interiors',
      'Penhallow Town',
      'Wyre Valley Hospitals',
      'St Cedd College',
      'Huxtable Hardware',
      'Drummond Audit',
      'Northquay Freight',
      'Alder Farms',
      'Tees Forgings',
      'Brookmead Ceramics',
    ],
    traders: ['J Ferreira Tiling', 'The Rowan Bakery', 'Abara & Daughters', 'Moira Kinsella Vet'],
    agents: [
      'Haddon Pryce',
      'Lime and Partners',
      'Quayside Residential',
      'Tolland Estates',
      'Orchard Row Lets',
    ],
    schemes: ['Lanyon Superannuation', 'Wexcombe Pension Fund', 'Marlowe Actuarial', 'Orrin Benefits'],
    platforms: ['Cabbly', 'Errandwise', 'Pedalport'],
    people: ['T Oyelaran', 'Ms F Brandt', 'Arun Sethi', 'D Holloway'],
  },
}

type MakeReference = (random: SeededRandom, number: number) => (month: number) => string

const always = (text: string) => () => text

/** Share of employers that send each kind of reference. */
const payReferences: [share: number, make: MakeReference][] = [
  [0.45, (random) => always(random.pick(salaryReferences))],
  [0.08, (_, number) => always(`EMP ${number}`)],
  [0.05, (_, number) => always(`PAYROLL NO ${number}`)],
  [0.22, (_, number) => always(String(number).padStart(7, '0'))],
  [0.06, () => (month) => `MTH ${String(((month + 8) % 12) + 1).padStart(2, '0')}`],
  [0.04, () => always('QQ123456C')],
  [0.1, () => always('')],
]
const salaryReferences = [
  'SALARY',
  'SALARY',
  'WAGES',
  'PAYROLL',
  'NET PAY',
  'PAY',
  'MONTHLY PAY',
  'SAL',
  'STAFF WAGES',
]

const bankStyles = [
  { hasPayer: true, credit: 'BGC', faster: 'FPI', transfer: 'TFR', isPrefixed: false, maxText: 140 },
  { hasPayer: true, credit: null, faster: null, transfer: null, isPrefixed: false, maxText: 140 },
  { hasPayer: false, credit: 'BAC', faster: 'FPI', transfer: 'TFR', isPrefixed: false, maxText: 60 },
  { hasPayer: false, credit: 'BGC', faster: 'FPI', transfer: 'TFR', isPrefixed: true, maxText: 32 },
  { hasPayer: false, credit: null, faster: null, transfer: null, isPrefixed: true, maxText: 24 },
] as const
type Style = (typeof bankStyles)[number]

type Channel = 'credit' | 'faster' | 'transfer'
type Line = { day: Date; payer: string; reference: string; amount: number; channel: Channel; isPay: boolean }

const months = 12
const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))

/** The working day on or before a day. Holidays are ignored. */
function workingDay(day: Date) {
  const date = new Date(day)
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6) date.setUTCDate(date.getUTCDate() - 1)
  return date
}

/** Net pay in pence of each month for a yearly salary, with cumulative tax in whole pounds, as PAYE rounds it. */
function monthlyNet(salary: number, pension: number) {
  const gross = Math.round((salary * 100) / 12)
  let taxedBefore = 0
  return Array.from({ length: months }, (_, month) => {
    const free = Math.round((1_257_900 / 12) * (month + 1))
    const taxable = Math.floor(Math.max(0, gross * (1 - pension) * (month + 1) - free) / 100) * 100
    const tax = Math.floor(taxable * 0.2)
    const net =
      gross -
      Math.round(gross * pension) -
      (tax - taxedBefore) -
      Math.round(Math.max(0, gross - 104_800) * 0.08)
    taxedBefore = tax
    return net
  })
}

/** Share of monthly jobs that pay as little as most pensions from a former employer. */
const partTimeShare = 0.1

function payLines(random: SeededRandom, words: WordSet): { lines: Line[]; employer: string } {
  const isTrader = random.chance(0.15)
  const employer = random.pick(names[words][isTrader ? 'traders' : 'employers'])
  const suffix = isTrader ? '' : random.pick([' LTD', ' LIMITED', ' PLC', '', ' GROUP', ' COUNCIL'])
  const payer = `${employer}${suffix}`.toUpperCase()
  const number = random.integer(1_000, 999_999)
  const referenceOf = pickShare(random, payReferences)(random, number)
  const channel: Channel = isTrader ? random.pick(['faster', 'credit']) : 'credit'
  const isWeekly = random.chance(0.25)
  const line = (day: Date, amount: number, month: number): Line => ({
    day: workingDay(day),
    payer,
    reference: referenceOf(month),
    amount,
    channel,
    isPay: true,
  })
  if (isWeekly) {
    const hourly = random.integer(1_180, 2_100)
    const every = random.pick([7, 7, 14, 28])
    const count = Math.floor(364 / every)
    const lines = Array.from({ length: count }, (_, n) =>
      line(
        dayOf(2025, 10, 14 + n * every),
        Math.round(hourly * random.integer(22, 42) * (every / 7) * 0.86),
        Math.floor((n * every) / 30),
      ),
    )
    return { lines, employer }
  }
  const payDay = random.pick([15, 25, 26, 27, 28, 'last'] as const)
  const isHourly = random.chance(0.3)
  const salary = random.chance(partTimeShare) ? random.integer(7_000, 15_000) : random.integer(16_000, 52_000)
  const nets = monthlyNet(salary, random.pick([0, 0.05, 0.06]))
  // A new starter has been paid a few times only. Some pay has a bonus, and some runs are early, as before Christmas.
  const firstMonth = random.chance(0.1) ? random.integer(1, months - 2) : 0
  const bonusMonth = random.chance(0.2) ? random.integer(0, months - 1) : null
  const earlyMonth = random.chance(0.3) ? random.integer(0, months - 1) : null
  const lines = nets.map((net, month) => {
    const due = payDay === 'last' ? dayOf(2025, 11 + month, 0) : dayOf(2025, 10 + month, payDay)
    if (month === earlyMonth) due.setUTCDate(due.getUTCDate() - random.integer(1, 4))
    const amount = isHourly ? Math.round(net * (0.8 + random.integer(0, 40) / 100)) : net
    return line(due, month === bonusMonth ? Math.round(amount * 1.4) : amount, month)
  })
  return { lines: lines.slice(firstMonth), employer }
}

function pickShare<T>(random: SeededRandom, shares: readonly [number, T][]): T {
  let left = random.integer(0, 999_999) / 1_000_000
  for (const [share, value] of shares) {
    if (left < share) return value
    left -= share
  }
  return (shares.at(-1) as [number, T])[1]
}

type Other = (random: SeededRandom, words: WordSet) => Line[]

/** BACS credits that fall on a weekend arrive on the next working day, unless a payroll runs earlier on purpose. */
function nextWorkingDay(day: Date) {
  const date = new Date(day)
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6) date.setUTCDate(date.getUTCDate() + 1)
  return date
}

const monthly = (make: (month: number) => Omit<Line, 'day' | 'isPay'>, day: number): Line[] =>
  Array.from({ length: months }, (_, month) => {
    const line = make(month)
    const due = dayOf(2025, 10 + month, day)
    return { ...line, day: line.channel === 'credit' ? nextWorkingDay(due) : due, isPay: false }
  })

/** Credits that are no pay, with the share of accounts that have them. */
const others: [share: number, make: Other][] = [
  // Rent from a letting agent, less a fee; some months less a repair.
  [
    0.14,
    (random, words) => {
      const payer = `${random.pick(names[words].agents)}${random.pick(['', ' LTD', ' LLP'])}`.toUpperCase()
      const rent = Math.round(random.integer(500, 1_900) * 100 * (1 - random.pick([0.08, 0.1, 0.12, 0.15])))
      const reference = random.pick([
        String(random.integer(1_000, 99_999)),
        'RENT',
        '',
        `${random.integer(1, 40)} MILL ROAD`,
        `STMT ${random.integer(100, 999)}`,
      ])
      return monthly(
        () => ({
          payer,
          reference,
          amount: random.chance(0.15) ? rent - random.integer(3_000, 20_000) : rent,
          channel: random.pick(['credit', 'faster']),
        }),
        random.integer(4, 18),
      )
    },
  ],
  // Pension from a former employer's scheme, under PAYE.
  [
    0.07,
    (random, words) => {
      const payer = `${random.pick(names[words].schemes)}${random.pick(['', ' LTD'])}`.toUpperCase()
      const nets = monthlyNet(random.integer(4_000, 18_000), 0)
      const reference = random.pick(['PENSION', `${random.integer(10_000, 99_999)}P`, 'ANNUITY', ''])
      // Schemes run a payroll of their own, and pay before a weekend as employers do.
      const payDay = random.pick([1, 19, 28])
      return nets.map((amount, month) => ({
        day: workingDay(dayOf(2025, 10 + month, payDay)),
        payer,
        reference,
        amount,
        channel: 'credit' as const,
        isPay: false,
      }))
    },
  ],
  [
    0.12,
    (random, words) => {
      const payer = random.pick(names[words].people).toUpperCase()
      const amount = random.integer(5, 60) * 1_000
      return monthly(
        () => ({
          payer,
          reference: random.pick(['BILLS', 'HOUSE', 'RENT', 'FOOD', '']),
          amount,
          channel: random.pick(['faster', 'transfer']),
        }),
        random.integer(1, 28),
      )
    },
  ],
  [
    0.1,
    (random) =>
      monthly(
        () => ({
          payer: 'DWP UC',
          reference: `QQ${random.integer(100_000, 999_999)}A`,
          amount: random.integer(20_000, 90_000),
          channel: 'credit',
        }),
        random.integer(1, 28),
      ),
  ],
  [
    0.12,
    () =>
      Array.from({ length: 13 }, (_, n) => ({
        day: dayOf(2025, 10, 10 + n * 28),
        payer: 'HMRC CHILD BENEFIT',
        reference: 'CHB12345678',
        amount: 10_420,
        channel: 'credit' as const,
        isPay: false,
      })),
  ],
  // Earnings from a platform: income, but not pay from an employer.
  [
    0.08,
    (random, words) => {
      const payer = `${random.pick(names[words].platforms)} PAYMENTS UK`.toUpperCase()
      return Array.from({ length: 40 }, (_, n) => ({
        day: dayOf(2025, 10, 12 + n * 7),
        payer,
        reference: random.pick(['PAYOUT', `W${random.integer(1_000, 9_999)}`]),
        amount: random.integer(4_000, 45_000),
        channel: 'faster' as const,
        isPay: false,
      }))
    },
  ],
  [
    0.1,
    (random) =>
      monthly(
        () => ({
          payer: 'INTEREST PAID',
          reference: '',
          amount: random.integer(20, 4_000),
          channel: 'transfer',
        }),
        1,
      ),
  ],
  [
    0.06,
    (random) =>
      Array.from({ length: 4 }, (_, n) => ({
        day: dayOf(2025, 10 + n * 3, 20),
        payer: random.pick(['CMS', 'CHILD MAINTENANCE SERVICE']),
        reference: String(random.integer(100_000, 999_999)),
        amount: random.integer(8_000, 30_000),
        channel: 'credit' as const,
        isPay: false,
      })),
  ],
  // A client of a self-employed person.
  [
    0.06,
    (random, words) => {
      const payer = `${random.pick(names[words].employers)} LTD`.toUpperCase()
      return monthly(
        (month) => ({
          payer,
          reference: `INV ${200 + month}`,
          amount: random.integer(300, 2_400) * 100,
          channel: random.pick(['faster', 'credit']),
        }),
        random.integer(3, 28),
      )
    },
  ],
  [
    0.25,
    (random) =>
      Array.from({ length: random.integer(1, 6) }, () => ({
        day: dayOf(2025, 10 + random.integer(0, 11), random.integer(1, 28)),
        payer: random.pick(['AMZN MKTPLACE', 'ASOS.COM', 'TV LICENSING', 'HMRC NDDS', 'VINTED']),
        reference: random.pick(['REFUND', '']),
        amount: random.integer(500, 30_000),
        channel: 'credit' as const,
        isPay: false,
      })),
  ],
]

/** Returns one invented account. `n` selects the person. */
export function inventBankAccount(words: WordSet, seed: string, n: number): InventedAccount {
  const random = randomFor(seed, words, String(n))
  const style = random.pick(bankStyles)
  const jobs = Array.from({ length: random.chance(0.85) ? 1 : random.chance(0.5) ? 2 : 0 }, () =>
    payLines(random, words),
  )
  const employers = jobs.map(({ employer }) => employer)
  const lines = [
    ...jobs.flatMap((job) => job.lines),
    ...others.flatMap(([share, make]) => (random.chance(share) ? make(random, words) : [])),
    ...expensesOf(random, jobs[0]?.lines ?? []),
  ].filter(({ payer, isPay }) => isPay || !jobs.some((job) => job.lines[0]?.payer === payer))
  return { employers, credits: lines.map((line, at) => toCredit(line, style, `${n}-${at}`)) }
}

/** Some employers also refund expenses, from the same account. */
function expensesOf(random: SeededRandom, pay: readonly Line[]): Line[] {
  if (pay.length === 0 || !random.chance(0.05)) return []
  return pay.slice(0, 3).map((line) => ({
    ...line,
    payer: `${line.payer} EXPENSES`,
    reference: 'EXPENSES',
    amount: random.integer(1_000, 20_000),
    isPay: false,
  }))
}

function toCredit(
  { day, payer, reference, amount, channel, isPay }: Line,
  style: Style,
  id: string,
): LabelledCredit {
  const code = style[channel]
  const prefix = style.isPrefixed ? `${{ credit: 'BGC', faster: 'FPI', transfer: 'TFR' }[channel]} ` : ''
  const information = `${prefix}${payer} ${reference}`.trim().slice(0, style.maxText)
  return {
    id,
    bookedOn: day.toISOString().slice(0, 10),
    amount,
    information,
    payerName: style.hasPayer ? payer : null,
    bankCode: code,
    categoryPurpose: null,
    isPay,
  }
}
