import { PdfUnreadable, readPdf } from '../../extraction/pdf/pdf-text.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { Period } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import type { Sight } from './page-snapshot.ts'
import {
  type Details,
  detailsIn,
  isOutside,
  type List,
  type ListRow,
  listIn,
  menuIn,
  type YearLink,
} from './portal-pages.ts'
import { addsUp, payslipIn } from './payslip-page.ts'
import { agrees, rowsOf } from './payslip-pdf.ts'
import type { Read } from './tab-reader.ts'
import { notUnderstood } from './refusals.ts'
import { transform } from './transform.ts'
import { unitsOf } from './units.ts'

/** Payslips that are read at once, each in a tab of its own. */
const lanes = 4
/** Pages of one list; nobody is paid that often in a year. */
const mostPages = 40

/** Every payslip of the period, newest first, from the page after the front door on. */
export async function retrieve(read: Read, front: string, period: Period): Promise<Payslip[]> {
  const open = <T>(url: string, understand: (sight: Sight) => T | undefined) =>
    read((tab) => tab.page(url, whoIsInside(understand)))

  const menu = await open(front, menuIn)
  if (menu === 'nothing there') return []
  const rows = await listRows(open, menu.payslips, period)
  if (rows.length === 0) return []
  const details = await open(menu.details, detailsIn)
  const payslips = await inLanes(rows, (row) => payslipOf(read, row, details))
  return payslips.toSorted((one, other) =>
    other.income_information.pay_date.localeCompare(one.income_information.pay_date),
  )
}

/** Whoever is shown the form to sign in is not inside any more. */
const whoIsInside =
  <T>(understand: (sight: Sight) => T | undefined) =>
  (sight: Sight) => {
    if (isOutside(sight)) throw new ConnectionFailure('session-ended')
    return understand(sight)
  }

type Open = <T>(url: string, understand: (sight: Sight) => T | undefined) => Promise<T>

/** Of every employer and tax year, as far back as the period goes. */
async function listRows(open: Open, url: string, period: Period): Promise<ListRow[]> {
  const rows = new Map<string, ListRow>()
  const first = await open(url, listIn)
  for (const employer of first.employers.length > 0 ? first.employers : [url]) {
    const { years } = employer === url ? first : await open(employer, listIn)
    for (const year of years.filter((year) => isWithin(year, period)))
      for (const row of await yearRows(open, year, period)) rows.set(row.href, row)
  }
  return [...rows.values()]
}

const isWithin = ({ year }: YearLink, { from, to }: Period) =>
  (from === null || `${year + 1}-04-05` >= from) && (to === null || `${year}-04-06` <= to)

async function yearRows(open: Open, { href }: YearLink, { from, to }: Period): Promise<ListRow[]> {
  const rows: ListRow[] = []
  let next: string | null = href
  for (let n = 0; next !== null && n < mostPages; n++) {
    const list: List = await open(next, listIn)
    rows.push(...list.rows)
    const oldest = list.rows.at(-1)?.payDate
    next = from !== null && oldest !== undefined && oldest < from ? null : list.next
  }
  return rows.filter(({ payDate }) => (from === null || payDate >= from) && (to === null || payDate <= to))
}

/** Page and paper are both read, and neither is believed where they differ. */
async function payslipOf(read: Read, row: ListRow, details: Details): Promise<Payslip> {
  const { page, paper } = await read(async (tab) => {
    const page = await tab.page(row.href, whoIsInside(payslipIn))
    const file = await tab.pdf(page.pdf)
    const paper = await readPdf(file).catch((failure) => {
      if (failure instanceof PdfUnreadable)
        throw new ConnectionFailure('provider-down', { detail: 'PDF not readable' })
      throw failure
    })
    return { page, paper: rowsOf(paper) }
  })
  const isSame = page.payDate === row.payDate && page.gross === row.gross && page.net === row.net
  if (!isSame || !addsUp(page) || !agrees(paper, page))
    throw new ConnectionFailure('provider-down', { detail: 'payslip contradicts itself' })
  const employment = details.employments.find(
    ({ employer, payrollNumber }) => employer === page.employer && payrollNumber === page.payrollNumber,
  )
  if (!employment) throw notUnderstood()
  return transform({ page, units: unitsOf(paper, page.payments), details, employment })
}

async function inLanes<One, Other>(all: One[], work: (one: One) => Promise<Other>): Promise<Other[]> {
  const results: Other[] = []
  let next = 0
  let isOver = false
  const lane = async () => {
    for (let n = next++; n < all.length && !isOver; n = next++) results[n] = await work(all[n] as One)
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
    return results
  } finally {
    isOver = true
  }
}
