import { meaningOf } from '../text/label-meaning.ts'
import type { SumKind } from '../text/labels.ts'
import type { Piece } from '../text/lines.ts'
import type { Cell } from './cells.ts'
import { isDeductionWord, type Row } from './rows.ts'
import type { Sum } from './labelled-amounts.ts'

// Which numbers are gross pay, deductions and net pay, and which lines make them up: words propose, arithmetic chooses.

export type Value = { pence: number; at: Piece[]; isPrinted: boolean }
export type Chosen = { row: Row; pence: number; cell: Cell }

export type Figures = {
  gross: Value | null
  deductions: Value | null
  net: Value | null
  earnings: Chosen[]
  taken: Chosen[]
  /** Gross less deductions is the net pay that is printed. */
  closes: boolean
  /** The lines of pay, and those of deductions, add up to their totals. */
  earningsAdd: boolean
  takenAdd: boolean
  /** Sums alone chose the lines, whatever the titles say. */
  isByArithmetic: boolean
  /** Another reading of the same words closes as well, with other sums. */
  isAmbiguous: boolean
}

type Lists = { earnings: Chosen[]; taken: Chosen[]; prior: number; isByArithmetic: boolean }

type Way = { earnings: Row[]; taken: Row[]; prior: number; isByArithmetic?: boolean }

const mostCandidates = 14

export function figuresOf(rows: Row[], sums: Sum[], cells: Cell[]): Figures {
  const ofPeriod = sums.flatMap((sum) =>
    sum.span === 'period' ? [sum] : sum.isYearByTable ? [{ ...sum, strength: sum.strength - 3 }] : [],
  )
  const tries = listsOf(rows, ofPeriod).flatMap((lists) => combinations(lists, ofPeriod))
  const best = tries.toSorted((one, other) => other.score - one.score)[0]
  if (!best || best.score < 4) return loose(ofPeriod)
  const rivals = tries.filter(({ closes, score }) => closes && score >= best.score - 1.5)
  return {
    ...best,
    net: best.net ?? unnamedNet(best, cells) ?? onlyNet(ofPeriod),
    isAmbiguous:
      best.closes &&
      rivals.some(({ net, gross }) => net?.pence !== best.net?.pence || gross?.pence !== best.gross?.pence),
  }
}

/** A number without known words that is exactly what should be left: likely the net pay, but no proof. */
function unnamedNet(
  { gross, deductions, takenAdd }: Pick<Figures, 'gross' | 'deductions' | 'takenAdd'>,
  cells: Cell[],
): Value | null {
  if (!gross || !deductions || !takenAdd || deductions.pence === 0) return null
  const pence = gross.pence - deductions.pence
  const found = cells.filter(({ piece, isProse }) => piece.figure?.pence === pence && !isProse)
  return found.length > 0 ? { pence, at: found.map(({ piece }) => piece), isPrinted: true } : null
}

/** Beside the table of the year, but the only net pay there is. */
function onlyNet(sums: Sum[]): Value | null {
  const [only, ...more] = candidates(sums, 'net')
  return more.length === 0 ? (only?.value ?? null) : null
}

/** The ways in which lines can be told to be pay or deductions. */
function listsOf(rows: Row[], sums: Sum[]): Lists[] {
  const lines = rows.filter(({ isSum }) => !isSum)
  const paid = lines.filter(({ side }) => side === 'earnings')
  const taken = lines.filter(({ side }) => side === 'deductions')
  const sided = [...paid, ...taken]
  const open = lines.filter(({ side, amounts }) => side !== null || (amounts[0]?.section ?? null) === null)
  const untitled = open.filter(({ side }) => side === null)
  const isTaken = ({ label }: Row) => isDeductionWord(label.text)
  const ways: Way[] = [
    { earnings: paid, taken, prior: 2 },
    { earnings: sided.filter((row) => !isTaken(row)), taken: sided.filter(isTaken), prior: 0.5 },
    { earnings: paid.filter((row) => !isTaken(row)), taken: [...taken, ...paid.filter(isTaken)], prior: 0.6 },
    ...tablesApart(paid, taken),
    ...oneList(untitled),
    {
      earnings: untitled.filter((row) => !isTaken(row)),
      taken: [...taken, ...untitled.filter(isTaken)],
      prior: 0.15,
    },
    ...byArithmetic(rows, sums),
    ...stacked(open, sums, taken),
    ...stacked(open, sums, []),
  ]
  return ways.flatMap(({ earnings, taken, prior, isByArithmetic = false }) =>
    (['last', 'first'] as const).flatMap((pick) => {
      const isSame = [...earnings, ...taken].every(({ amounts }) => amounts.length === 1)
      if (pick === 'first' && isSame) return []
      const chosen = { earnings: earnings.map(pickOf(pick)), taken: taken.map(pickOf(pick)), isByArithmetic }
      const base = { ...chosen, prior: prior - (pick === 'first' ? 0.2 : 0) }
      const paid = chosen.earnings.map((line) => ({ ...line, row: { ...line.row, isBenefit: false } }))
      const isMixed = chosen.earnings.some(({ row }) => row.isBenefit)
      const ways = isMixed ? [base, { ...base, earnings: paid, prior: base.prior - 0.1 }] : [base]
      // Some papers print what is taken off with a minus; on others a minus gives it back.
      const isMinus = chosen.taken.some(({ pence }) => pence < 0)
      const turned = chosen.taken.map((line) => ({ ...line, pence: line.pence === 0 ? 0 : -line.pence }))
      return isMinus ? ways.flatMap((way) => [way, { ...way, taken: turned }]) : ways
    }),
  )
}

/** One list without titles: words or signs tell what is taken off. */
const oneList = (rows: Row[]) => [
  {
    earnings: rows.filter(({ label }) => !isDeductionWord(label.text)),
    taken: rows.filter(({ label }) => isDeductionWord(label.text)),
    prior: 0.2,
  },
  {
    earnings: rows.filter((row) => amountOf(row) >= 0),
    taken: rows.filter((row) => amountOf(row) < 0),
    prior: 0.1,
  },
]

const pickOf =
  (pick: 'first' | 'last') =>
  (row: Row): Chosen => {
    const cell = (pick === 'first' ? row.amounts[0] : row.amounts.at(-1)) as Cell
    return { row, cell, pence: cell.piece.figure?.pence ?? 0 }
  }

/** The same title may stand over a summary: each table alone. */
function tablesApart(paid: Row[], taken: Row[]) {
  const tables = (rows: Row[]) => [
    ...Map.groupBy(rows, ({ amounts }) => amounts[0]?.sectionAt ?? null).values(),
  ]
  const [pay, off] = [tables(paid), tables(taken)]
  if (pay.length < 2 && off.length < 2) return []
  const ways: { earnings: Row[]; taken: Row[]; prior: number }[] = []
  for (const earnings of [paid, ...pay].slice(0, 5))
    for (const rows of [taken, ...off].slice(0, 5)) ways.push({ earnings, taken: rows, prior: 0.4 })
  return ways
}

const never = new Set<SumKind | null>(['gross', 'net', 'totalDeductions', 'taxable', 'niable', 'employer'])
const apart = new Set<string | null>(['year', 'employer', 'leave', 'distribution'])
const mostTriples = 6

/** Where gross, deductions and net are printed and fit: lines below each other that add up to them, under whatever title. */
function byArithmetic(rows: Row[], sums: Sum[]) {
  const lines = rows.filter(({ label, amounts }) => {
    const { kind, isYear } = meaningOf(label.text)
    const [cell] = amounts
    return !never.has(kind) && !isYear && !cell?.isYearLine && !apart.has(cell?.section ?? null)
  })
  const columns = columnsOf(lines)
  const printed = (kind: SumKind) => candidates(sums, kind).filter(({ strength }) => strength >= 1.5)
  const triples = printed('gross').flatMap((gross) =>
    printed('totalDeductions').flatMap((off) =>
      printed('net').flatMap((net) => {
        const [g, d, n] = [gross.value?.pence ?? 0, Math.abs(off.value?.pence ?? 0), net.value?.pence]
        return g > 0 && g - d === n ? [{ gross: g, off: d }] : []
      }),
    ),
  )
  return triples.slice(0, mostTriples).flatMap(({ gross, off }) =>
    runsOf(columns, gross, (row) => !isDeductionWord(row.label.text)).flatMap((earnings) => {
      const rest = columns.map((column) => column.filter((row) => !earnings.includes(row)))
      const taken = off === 0 ? [[]] : runsOf(rest, off, (row) => isDeductionWord(row.label.text))
      return taken.map((own) => ({ earnings, taken: own, prior: 0.25, isByArithmetic: true }))
    }),
  )
}

/** Lines whose words begin at the same place, from the top. */
function columnsOf(rows: Row[]): Row[][] {
  const columns: Row[][] = []
  for (const row of rows.toSorted((one, other) => one.line - other.line)) {
    const own = columns.find(
      ([first]) => first?.label.page === row.label.page && Math.abs(first.label.x - row.label.x) < 6,
    )
    if (own) own.push(row)
    else columns.push([row])
  }
  return columns
}

/** The run of lines that adds up, and has most of the words that fit. */
function runsOf(columns: Row[][], total: number, fits: (row: Row) => boolean): Row[][] {
  const runs = columns.flatMap((column) =>
    column.slice(0, 60).flatMap((_, start) => {
      let sum = 0
      return column.slice(start, start + 40).flatMap((row, n) => {
        sum += amountOf(row)
        return Math.abs(sum) === total ? [column.slice(start, start + n + 1)] : []
      })
    }),
  )
  const share = (run: Row[]) => run.filter(fits).length / run.length
  return runs.toSorted((one, other) => share(other) - share(one)).slice(0, 1)
}

/** Without titles: what stands right above a total, as far as it adds up to it. */
function stacked(lines: Row[], sums: Sum[], known: Row[]) {
  const ways: { earnings: Row[]; taken: Row[]; prior: number }[] = []
  const isTaken = ({ label }: Row) => isDeductionWord(label.text)
  for (const gross of sums.filter(({ kind }) => kind === 'gross').slice(0, mostCandidates)) {
    const before = lines.filter(
      ({ line, side, label }) =>
        line < gross.cell.line && side !== 'deductions' && label.page === gross.label.page,
    )
    const own =
      upTo(before, gross.pence) ??
      upTo(
        before.filter((row) => !isTaken(row)),
        gross.pence,
      )
    if (!own) continue
    const rest = lines.filter((row) => !own.includes(row) && row.side !== 'earnings')
    const off = known.length > 0 ? known : rest.filter((row) => row.line > gross.cell.line || isTaken(row))
    const totals = [
      ...sums.filter(({ kind }) => kind === 'totalDeductions').map(({ pence }) => pence),
      ...sums.filter(({ kind }) => kind === 'net').map(({ pence }) => gross.pence - pence),
    ]
    for (const total of new Set(totals.slice(0, mostCandidates))) {
      const run = runOf(off, Math.abs(total))
      if (run) ways.push({ earnings: own, taken: run, prior: 0.3 })
    }
    ways.push({ earnings: own, taken: known.length > 0 ? known : off.filter(isTaken), prior: 0.2 })
  }
  return ways.slice(0, 30)
}

/** The shortest run of lines that ends with the last and adds up. */
function upTo(rows: Row[], total: number): Row[] | null {
  let sum = 0
  for (let n = rows.length - 1; n >= 0 && rows.length - n <= 60; n--) {
    sum += amountOf(rows[n] as Row)
    if (sum === total && total !== 0) return rows.slice(n)
  }
  return null
}

/** Lines one after the other that add up, wherever they begin. */
function runOf(rows: Row[], total: number): Row[] | null {
  for (let start = 0; start < Math.min(rows.length, 60); start++) {
    let sum = 0
    for (let end = start; end < Math.min(rows.length, start + 40); end++) {
      sum += amountOf(rows[end] as Row)
      if (Math.abs(sum) === total) return rows.slice(start, end + 1)
    }
  }
  return total === 0 ? [] : null
}

const amountOf = ({ amounts }: Row) => amounts.at(-1)?.piece.figure?.pence ?? 0

type Try = Omit<Figures, 'isAmbiguous'> & { score: number }

function combinations({ earnings, taken, prior, isByArithmetic }: Lists, sums: Sum[]): Try[] {
  const total = (lines: Chosen[]) => lines.reduce((sum, { pence }) => sum + pence, 0)
  const cash = earnings.filter(({ row }) => !row.isBenefit)
  const paidSum = total(cash)
  const takenSum = total(taken)
  const lineCells = new Set([...earnings, ...taken].map(({ cell }) => cell))
  const printed = (kind: SumKind) =>
    candidates(
      sums.filter(({ cell }) => !lineCells.has(cell)),
      kind,
    )
  const none: Candidate[] = [{ value: null, strength: 0 }]
  const orComputed = (list: Candidate[], pence: number, isThere: boolean, at: Chosen[]): Candidate[] =>
    isThere && !list.some(({ value }) => value?.pence === pence)
      ? [...list, { value: { pence, at: at.map(({ cell }) => cell.piece), isPrinted: false }, strength: 0 }]
      : list
  const grosses = orComputed(printed('gross'), paidSum, earnings.length > 0, earnings)
  const offs = orComputed(printed('totalDeductions').flatMap(bothSigns), takenSum, true, taken)
  const nets = [...printed('net'), ...none]
  const tries: Try[] = []
  for (const gross of grosses)
    for (const off of offs)
      for (const net of nets) {
        const [g, d, n] = [gross.value, off.value, net.value]
        const closes = g !== null && d !== null && n !== null && g.pence - d.pence === n.pence
        // A sum that may be of the year is taken only where arithmetic asks for it.
        if (!closes && ((n && net.strength < 1.5) || (g?.isPrinted && gross.strength < 1.5))) continue
        const earningsAdd = g !== null && earnings.length > 0 && g.pence === paidSum
        const takenAdd = d !== null && d.pence === takenSum
        const score =
          (closes ? 10 : 0) +
          // Lines that make up nothing printed prove nothing.
          (earningsAdd ? (closes || g.isPrinted ? 5 : 1) : 0) +
          (takenAdd ? (closes || d.isPrinted ? (takenSum !== 0 ? 5 : 3) : 0.5) : 0) +
          (g?.isPrinted ? 2 : 0) +
          (d?.isPrinted ? 2 : 0) +
          (n ? 2 : 0) +
          (gross.strength + off.strength + net.strength) / 6 +
          prior
        // Nothing was paid and nothing printed is no payslip.
        const isEmpty = (g?.pence ?? 0) === 0 && (n?.pence ?? 0) === 0
        tries.push({
          gross: g,
          deductions: d,
          net: n,
          earnings,
          taken,
          closes,
          earningsAdd,
          takenAdd,
          isByArithmetic,
          score: score - (isEmpty ? 6 : 0),
        })
      }
  return tries
}

type Candidate = { value: Value | null; strength: number }

/** Equal sums count once, with all their places. */
function candidates(sums: Sum[], kind: SumKind): Candidate[] {
  const byPence = Map.groupBy(
    sums.filter((sum) => sum.kind === kind),
    ({ pence }) => pence,
  )
  return [...byPence]
    .map(([pence, own]) => ({
      value: {
        pence,
        at: own.toSorted((one, other) => other.strength - one.strength).map(({ cell }) => cell.piece),
        isPrinted: true,
      },
      strength: Math.max(...own.map(({ strength }) => strength)) + (own.length - 1) * 0.5,
    }))
    .toSorted((one, other) => other.strength - one.strength)
    .slice(0, mostCandidates)
}

const bothSigns = (candidate: Candidate): Candidate[] =>
  candidate.value && candidate.value.pence < 0
    ? [candidate, { ...candidate, value: { ...candidate.value, pence: -candidate.value.pence } }]
    : [candidate]

/** Nothing holds together: what only one number can be is told, the rest is not. */
function loose(sums: Sum[]): Figures {
  const only = (kind: SumKind): Value | null => {
    const [first, second] = candidates(sums, kind)
    return first && (!second || first.strength > second.strength + 1) ? first.value : null
  }
  return {
    gross: only('gross'),
    deductions: only('totalDeductions'),
    net: only('net'),
    earnings: [],
    taken: [],
    closes: false,
    earningsAdd: false,
    takenAdd: false,
    isAmbiguous: false,
    isByArithmetic: false,
  }
}
